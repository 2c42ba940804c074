"""Traders & Builders: goods, the builder, the pig. TB-01 to TB-34 are written out in spec.md, beside this file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import suppliers, supply, trait_count
from aude.engine.figures import spot_option, take_back
from aude.engine.rules import ASK, CONTINUE, Box, Line, Note, Rules, Step
from aude.engine.scoring import give, uncollected
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from aude.engine.turns import NEW_TURN, SECOND_PART, comes_next, earn, give_up, has_earned
from aude.engine.words import fits, spot_words

GOODS: Final = ["wine", "grain", "cloth"]
KINDS_OF_GOODS: Final = i64(3)
MAX_TOKENS: Final = 99  # of a kind, in a position laid by hand
HERDS: Final = ("pig_herd", "pig_herd_house_rule")  # traits of a field; the second by a house rule only (R-SC-05)
MAX_GOODS: Final = 10  # TB-13: points for the most tokens of a kind

STOP: Final = 0
GO_ON: Final = 1


class TradersAndBuilders(Box):
    """24 tiles, tokens for whoever completes a city, a figure for a second tile and one for richer fields."""

    id = "traders_and_builders"

    def __init__(self) -> None:
        self.city: i64 = -1
        self.field: i64 = -1
        self.builder: i64 = -1  # kinds of figures, -1 if left out
        self.pig: i64 = -1
        self.double: i64 = -1  # the source of extra turns, -1 without the builder
        self.tokens: i64 = -1  # the first of three registers for each seat, -1 without goods
        self.traits = vec[i64]()  # the columns of the three goods
        self.collected: i64 = -1  # places in the program
        self.handed_out: i64 = -1

    def setup(self, rules: Rules) -> None:
        if rules.has("goods"):
            self.tokens = rules.register(3 * int(rules.seats))
            for name in GOODS:
                rules.add_note(name, ["seat", "number"])
            rules.add_step("turn", 1780, HandOutGoods(self))
        if rules.has("builder"):
            self.builder = rules.add_figure("builder", each=1, weight=0, stands_on=["road", "city"], occupies=False)
            # R-TB-10: the second tile is a part of the turn, or a turn of its own.
            one_turn = rules.option("double_turn_counts") == "one_turn"
            self.double = rules.add_extra_turn("second", begins=SECOND_PART if one_turn else NEW_TURN)
            if rules.option("builder_second_tile") == "may":  # R-TB-02
                rules.add_step("turn", 1900, SecondTile(self))
        if not rules.has("pig_herd"):
            rules.tiles = [(without_herd(tile), count) for tile, count in rules.tiles]
        if rules.has("pig"):
            self.pig = rules.add_figure("pig", each=1, weight=0, stands_on=["field"], occupies=False)

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.field = rules.kind_named("field")
        self.traits = vec[i64]([rules.table.trait_of(f"goods:{name}") for name in GOODS])
        if rules.has("goods"):
            self.collected = rules.step_numbers["collect"]
            self.handed_out = rules.step_numbers["goods"]

    # -- builder and pig ----------------------------------------------------------------------------------------------
    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """TB-14, TB-28: builder and pig go to their owner's followers."""
        if self.builder >= 0:
            options = add_spots(state, self.builder, options)
        if self.pig >= 0:
            options = add_spots(state, self.pig, options)
        return options

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """TB-14, TB-28, R-TB-12: why a builder or a pig may not go to a spot of the newest tile."""
        if why not in ("spot_taken", "spot_unfit") or words[1] not in ("builder", "pig"):
            return "", ""
        kind = self.builder if words[1] == "builder" else self.pig
        for node in range(state.slot_first[state.slots - 1], state.nodes):
            if fits(words[2:], spot_words(state, node)) and state.rules.stands_on[kind] >> state.kind_of(node) & 1:
                if not holds_follower(state, state.root[node], state.player):
                    return ("TB-14" if kind == self.builder else "TB-28"), "follower_absent"
                return "R-TB-12", "spot_finished"
        return "", ""

    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        """TB-25, R-TB-07: builder and pig go home when their owner's last follower has left the feature."""
        rules = state.rules
        if at < 0 or not rules.occupies[rules.figure_kind[figure]]:
            return
        feature = state.root[at]
        seat = rules.figure_seat[figure]
        if holds_follower(state, feature, seat):
            return
        if self.builder >= 0:
            send_along(state, self.builder, seat, feature, scored)
        if self.pig >= 0:
            send_along(state, self.pig, seat, feature, scored)

    # -- the double turn ----------------------------------------------------------------------------------------------
    def tile_placed(self, state: State, slot: i64) -> None:
        """TB-18, TB-19, TB-23: the tile has become part of the builder's feature; there is no third."""
        if self.double < 0:
            return
        rules = state.rules
        first = rules.figure_first[self.builder * rules.seats + state.player]
        for figure in range(first, first + rules.figure_each[self.builder]):
            at = state.figure_at[figure]
            if at >= 0 and lies_on(state, state.root[at], slot):
                earn(state, self.double)

    # -- points -------------------------------------------------------------------------------------------------------
    def seat_bonus(self, state: State, feature: i64, seat: i64, complete: bool, lines: list[Line] | None) -> i64:
        """TB-30: 1 point more for each completed city of a field with the own pig."""
        if self.pig < 0 or state.kind_of(feature) != self.field or not stands_there(state, self.pig, seat, feature):
            return 0
        cities = suppliers(state, feature)
        points = supply(state, cities, True)
        if lines is not None and points:
            lines.append(Line("pig", len(cities), points))
        return points

    def take_goods(self, state: State, feature: i64) -> None:
        """TB-11: one token for each symbol in the city."""
        for good in range(KINDS_OF_GOODS):
            number = trait_count(state, feature, self.traits[good])
            if number:
                state.registers[self.tokens + state.player * 3 + good] += number
                if state.journal is not None:
                    state.note(GOODS[good], [state.player, number])

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        if self.tokens < 0:
            return []
        return [(name, int(state.registers[self.tokens + seat * 3 + good])) for good, name in enumerate(GOODS)]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        state.registers[self.tokens + seat * 3 + GOODS.index(name)] = number
        return number <= MAX_TOKENS

    def objection(self, state: State) -> str:
        """TB-14, TB-28: builder and pig are never alone."""
        rules = state.rules
        for figure in range(rules.figures):
            kind = rules.figure_kind[figure]
            at = state.figure_at[figure]
            if at >= 0 and (kind == self.builder or kind == self.pig):
                seat = rules.figure_seat[figure]
                if not holds_follower(state, state.root[at], seat):
                    name = rules.figure_kinds[kind].name
                    return f"{rules.seat_names[seat]}'s {name} stands where no follower of its owner does (TB-25)"
        return ""

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """TB-13: 10 points for the most tokens of each kind; tokens that the player is about to take count."""
        if self.tokens < 0:
            return
        due = self.goods_due(state)
        for good in range(KINDS_OF_GOODS):
            column = self.traits[good]
            held = vec[i64]()
            most: i64 = 1  # R-TB-05
            for seat in range(state.rules.seats):
                number = state.registers[self.tokens + seat * 3 + good]
                if seat == state.player:
                    for city in due:
                        number += trait_count(state, city, column)
                held = append(held, number)
                most = max(most, number)
            for seat in range(state.rules.seats):
                if held[seat] == most:
                    give(totals, notes, seat, MAX_GOODS, GOODS[good], most)

    def goods_due(self, state: State) -> vec[i64]:
        """The completed cities whose tokens have not been taken yet: those of the turn that is being played."""
        waiting = self.collected < state.step < self.handed_out
        for place in state.calls:
            waiting = waiting or self.collected < place < self.handed_out
        if waiting:
            found = vec[i64]()
            for feature in state.completed:
                if state.kind_of(feature) == self.city:
                    found = append(found, feature)
            return found
        return uncollected(state, i64(1) << self.city)


# -- who stands where -------------------------------------------------------------------------------------------------
def holds_follower(state: State, feature: i64, seat: i64) -> bool:
    """Whether a seat has a follower on the feature: a figure that occupies, whatever its kind."""
    rules = state.rules
    if not state.occupants[feature]:
        return False
    for figure in range(rules.figures):
        if rules.figure_seat[figure] == seat and rules.occupies[rules.figure_kind[figure]]:
            node = state.figure_at[figure]
            if node >= 0 and state.root[node] == feature:
                return True
    return False


def stands_there(state: State, kind: i64, seat: i64, feature: i64) -> bool:
    """Whether a seat has a figure of this kind on the feature."""
    first = state.rules.figure_first[kind * state.rules.seats + seat]
    for figure in range(first, first + state.rules.figure_each[kind]):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            return True
    return False


def send_along(state: State, kind: i64, seat: i64, feature: i64, scored: bool) -> None:
    """Return the figures of this kind that a seat has on the feature."""
    first = state.rules.figure_first[kind * state.rules.seats + seat]
    for figure in range(first, first + state.rules.figure_each[kind]):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            take_back(state, figure, scored)


def lies_on(state: State, feature: i64, slot: i64) -> bool:
    """Whether a feature has a segment on the newest tile."""
    for node in range(state.slot_first[slot], state.nodes):
        if state.root[node] == feature and state.node_slot[node] == slot:
            return True
    return False


def add_spots(state: State, kind: i64, options: vec[i64]) -> vec[i64]:
    """Add the segments of the newest tile where the player's builder or pig may stand.

    R-TB-12: what can be completed must be unfinished.
    """
    rules = state.rules
    seat = state.player
    if not state.supply[kind * rules.seats + seat]:
        return options
    slot = state.slots - 1
    first = state.slot_first[slot]
    stands_on = rules.stands_on[kind]
    for node in range(first, state.nodes):
        feature = state.root[node]
        if state.occupants[feature]:
            here = state.kind_of(node)
            if stands_on >> here & 1 and state.node_slot[node] == slot:
                if (state.open_ends[feature] > 0 or not rules.completes[here]) and holds_follower(state, feature, seat):
                    options = append(options, spot_option(kind, node))
    return options


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class HandOutGoods(Step):
    """TB-10, TB-11: after the scoring, the player takes tokens for the cities that the tile completed."""

    name = "goods"
    rule = "TB-11"

    def __init__(self, box: TradersAndBuilders) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        for feature in state.completed:
            if state.kind_of(feature) == self.box.city:
                self.box.take_goods(state, feature)
        return CONTINUE


class SecondTile(Step):
    """TB-18, R-TB-02: the player may draw and lay a second tile."""

    name = "second"
    rule = "TB-18"

    def __init__(self, box: TradersAndBuilders) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        source = self.box.double
        if state.bag_size == 0 or not has_earned(state, source) or not comes_next(state, source):
            return CONTINUE  # nothing to decide: there is no second tile, or something else demands one
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([STOP, GO_ON])

    def apply(self, state: State, action: i64) -> i64:
        if action == STOP:
            give_up(state, self.box.double)
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        return ["second"] if action == GO_ON else ["stop"]


def without_herd(tile: Tile) -> Tile:
    """The tile without its pig herd, for a game that leaves herds out."""
    if not any(name in HERDS for segment in tile.segments for name in segment.traits):
        return tile
    segments: list[Segment] = []
    for segment in tile.segments:
        traits = {name: value for name, value in segment.traits.items() if name not in HERDS}
        segments.append(replace(segment, traits=traits))
    return replace(tile, segments=tuple(segments))
