"""Princesses, which let the player send a follower out of their city. PD-07 to PD-11."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import KIND_SHIFT, NODE_MASK, take_back
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, PASS, UNKNOWN, Part, Rules, Step, on_newest
from aude.engine.state import State
from aude.engine.types import Feature, Figure

PRINCESS: Final = "princess"  # the trait of a city
LARGE: Final = "large_follower"  # PD-10

SEAT_SHIFT: Final = 40  # a figure to send away: (seat << SEAT_SHIFT | kind << KIND_SHIFT | node) + 1
KIND_MASK: Final = (1 << (SEAT_SHIFT - KIND_SHIFT)) - 1


class Princess(Part):
    """Whom a princess sends away."""

    def __init__(self) -> None:
        self.must = False  # R-PD-01
        self.spares_large = False  # R-PD-02
        self.takes_builder = False  # R-PD-22
        self.trait: i64 = -1  # the column of the princesses
        self.shown = vec[i64]()  # of each tile: 1 if there is a princess on it
        self.large: i64 = -1  # a kind of figure

    def setup(self, rules: Rules) -> None:
        self.must = rules.option("princess_action") == "must"
        self.spares_large = rules.option("princess_large") == "last_only"
        self.takes_builder = rules.option("princess_builder") == "on"
        rules.add_note("sent_away", ["seat", "owner:figure", "node"])
        rules.add_form("pass")
        rules.add_form("dismiss {owner:seat} {figure} {node}")
        rules.add_step("turn", 500, SendAway(self), when=on_newest(PRINCESS))

    def finalize(self, rules: Rules) -> None:
        self.trait = rules.table.trait_of(PRINCESS)
        tiles = rules.table.tiles
        self.shown = vec[i64]([int(any(PRINCESS in part.traits for part in tile.segments)) for tile in tiles])
        self.large = rules.figure_named(LARGE)

    def city(self, state: State) -> Feature:
        """The city of the princess on the tile just laid, or -1."""
        newest = state.slots - 1
        if self.shown[state.slot_tile[newest] >> 2]:
            for node in range(state.slot_first[newest], state.nodes):
                if state.rules.table.trait(state.node_segment[node], self.trait):
                    return state.root[node]
        return -1

    def is_protected(self, state: State, figure: Figure, city: Feature) -> bool:
        """PD-10, R-PD-23: a large follower stays while another follower is there; a builder is not one."""
        if not self.spares_large or state.rules.figure_kind[figure] != self.large:
            return False
        return state.occupants[city] > 1

    def may_go(self, state: State, figure: Figure, city: Feature) -> bool:
        """PD-07, PD-08: whether a figure may be sent away, whoever's it is."""
        node = state.figure_at[figure]
        if node < 0 or state.root[node] != city:
            return False
        if not state.rules.occupies[state.rules.figure_kind[figure]]:
            return self.takes_builder
        return not self.is_protected(state, figure, city)


class SendAway(Step):
    """PD-07 … PD-11, R-PD-15: the player may send a follower out of the princess's city, and then places none."""

    name = "princess"
    rule = "PD-07"

    def __init__(self, princess: Princess) -> None:
        self.princess = princess

    def enter(self, state: State) -> i64:
        city = self.princess.city(state)
        if city < 0 or not state.occupants[city]:  # nobody but followers makes it a city with followers
            return CONTINUE
        for figure in range(state.rules.figures):
            if self.princess.may_go(state, figure, city):
                state.actor = state.player
                return ASK
        return CONTINUE

    def heeds_place(self, state: State) -> bool:
        return self.princess.shown[state.tile] != 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """Nobody can be sent away if nobody is in her city."""
        table = state.rules.table
        for segment in range(prospect.segments):
            if prospect.taken >> segment & 1 and table.trait(prospect.first + segment, self.princess.trait):
                return UNKNOWN
        return 0

    def legal(self, state: State) -> vec[i64]:
        city = self.princess.city(state)
        out = vec[i64]()
        if not self.princess.must:
            out = append(out, PASS)
        for figure in range(state.rules.figures):
            if self.princess.may_go(state, figure, city):
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
                take_back(state, figure)  # PD-09; a builder left alone goes home by `figure_returned`
                break
        state.jump(state.rules.step_numbers["after_fairy"])  # PD-11, R-PD-19
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("pass")
        code = action - 1
        return Choice("dismiss", [code >> SEAT_SHIFT, code >> KIND_SHIFT & KIND_MASK, code & NODE_MASK])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form != "dismiss" or min(choice.facts) < 0:
            raise Refused(self.rule, "not_offered")
        rules = state.rules
        city = self.princess.city(state)
        meant = state.root[choice.facts[2]]
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node < 0 or rules.figure_seat[figure] != choice.facts[0] or rules.figure_kind[figure] != choice.facts[1]:
                continue
            if meant != city:
                raise Refused(self.rule, "other_city")
            if state.root[node] == city:
                if self.princess.is_protected(state, figure, city):
                    raise Refused("PD-10", "large_protected")
                raise Refused("R-PD-22", "princess_followers_only")
        raise Refused(self.rule, "not_offered")


def departure(state: State, figure: Figure) -> i64:
    """The code for sending a figure away; below 1 if it is not on a segment."""
    node = state.figure_at[figure]
    if node < 0:
        return -1
    rules = state.rules
    return (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | node) + 1
