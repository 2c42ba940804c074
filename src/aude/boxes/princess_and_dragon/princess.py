"""Princesses: who lays one beside followers in a city may send one of them away. PD-07 to PD-11."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, take_back
from aude.engine.rules import ASK, CONTINUE, PASS, Rules, Step
from aude.engine.state import State
from aude.engine.words import fits, spot_words

PRINCESS: Final = "princess"  # the trait of a city
LARGE: Final = "large_follower"  # PD-10

SEAT_SHIFT: Final = 40  # a figure to send away: (seat << SEAT_SHIFT | kind << KIND_SHIFT | node) + 1
KIND_MASK: Final = (1 << (SEAT_SHIFT - KIND_SHIFT)) - 1


class Princess(Step):
    """PD-07 … PD-11, R-PD-15: the player may send a follower out of the princess's city, and then places none."""

    name = "princess"
    rule = "PD-07"

    def __init__(self, rules: Rules) -> None:
        self.must = rules.option("princess_action") == "must"  # R-PD-01
        self.spares_large = rules.option("princess_large") == "last_only"  # R-PD-02
        self.takes_builder = rules.option("princess_builder") == "on"  # R-PD-22
        self.trait: i64 = -1  # the column of the princesses
        self.shown = vec[i64]()  # of each tile: 1 if there is a princess on it
        self.large: i64 = -1  # a kind of figure
        rules.add_note("sent_away", ["seat", "owner:figure", "node"])

    def finalize(self, rules: Rules) -> None:
        """The tables stand: look up trait and figure."""
        self.trait = rules.table.trait_of(PRINCESS)
        tiles = rules.table.tiles
        self.shown = vec[i64]([int(any(PRINCESS in part.traits for part in tile.segments)) for tile in tiles])
        self.large = rules.figure_named(LARGE)

    def city(self, state: State) -> i64:
        """The city of the princess on the tile just laid, or -1."""
        newest = state.slots - 1
        if self.shown[state.slot_tile[newest] >> 2]:
            for node in range(state.slot_first[newest], state.nodes):
                if state.rules.table.trait(state.node_segment[node], self.trait):
                    return state.root[node]
        return -1

    def is_protected(self, state: State, figure: i64, city: i64) -> bool:
        """PD-10, R-PD-23: a large follower stays while another follower is there; a builder is none."""
        if not self.spares_large or state.rules.figure_kind[figure] != self.large:
            return False
        return state.occupants[city] > 1

    def may_go(self, state: State, figure: i64, city: i64) -> bool:
        """PD-07, PD-08: whether a figure may be sent away, whoever's it is."""
        node = state.figure_at[figure]
        if node < 0 or state.root[node] != city:
            return False
        if not state.rules.occupies[state.rules.figure_kind[figure]]:
            return self.takes_builder
        return not self.is_protected(state, figure, city)

    def enter(self, state: State) -> i64:
        city = self.city(state)
        if city < 0 or not state.occupants[city]:  # nobody but followers makes it a city with followers
            return CONTINUE
        for figure in range(state.rules.figures):
            if self.may_go(state, figure, city):
                state.actor = state.player
                return ASK
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        city = self.city(state)
        out = vec[i64]()
        if not self.must:
            out = append(out, PASS)
        for figure in range(state.rules.figures):
            if self.may_go(state, figure, city):
                code = departure(state, figure)
                if code not in out:  # equal figures on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        for figure in range(state.rules.figures):
            if departure(state, figure) == action:
                if state.journal is not None:
                    state.note("sent_away", [state.player, figure, state.figure_at[figure]])
                take_back(state, figure)  # PD-09; a builder left alone goes home by `figure_left`
                break
        state.jump(state.rules.step_numbers["after_fairy"])  # PD-11, R-PD-19
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        """`dismiss blue meeple city N at 0,-1`"""
        if action == PASS:
            return ["pass"]
        code = action - 1
        kind = state.rules.figure_kinds[code >> KIND_SHIFT & KIND_MASK].name
        return ["dismiss", state.rules.seat_names[code >> SEAT_SHIFT], kind, *spot_words(state, code & NODE_MASK)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        city = self.city(state)
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node < 0 or not fits(words, self.words(state, departure(state, figure))):
                continue
            if state.root[node] != city:
                return self.rule, "other_city"
            if self.is_protected(state, figure, city):
                return "PD-10", "large_protected"
            return "R-PD-22", "princess_followers_only"
        return self.rule, "not_offered"


def departure(state: State, figure: i64) -> i64:
    """The code of a figure's being sent away; below 1 for one that stands on no segment."""
    node = state.figure_at[figure]
    if node < 0:
        return -1
    rules = state.rules
    return (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | node) + 1
