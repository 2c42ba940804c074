"""Goods (TB-10 to TB-13): tokens for whoever completes a city, and points for the most of each kind."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.traders_and_builders.assets import GoodsAhead
from aude.boxes.traders_and_builders.pieces import GOODS, GoodsByHand, GoodsDisplay
from aude.engine.arrays import append, vec
from aude.engine.features import trait_count
from aude.engine.rules import COMPLETED, CONTINUE, Note, Part, Rules, Step
from aude.engine.scoring import give, uncollected
from aude.engine.state import State
from aude.engine.types import Feature

KINDS_OF_GOODS: Final = i64(3)
MOST: Final = 10  # TB-13: points for the most tokens of a kind


class Goods(Part):
    """Wine, grain and cloth: symbols in cities, and tokens in front of the players."""

    def __init__(self) -> None:
        self.tokens: i64 = -1  # the first of three registers for each seat
        self.city: i64 = -1
        self.traits = vec[i64]()  # the columns of the three goods
        self.collected: i64 = -1  # the steps between which completed cities wait for their goods
        self.handed_out: i64 = -1

    def setup(self, rules: Rules) -> None:
        self.tokens = rules.reserve_registers(3 * int(rules.seats))
        for name in GOODS:
            rules.add_note(name, ["seat", "number"])
        rules.add_step("turn", 1780, HandOutGoods(self), when=COMPLETED)
        rules.add_display(GoodsDisplay(self.tokens))
        rules.add_by_hand(GoodsByHand(self.tokens))
        rules.add_asset(GoodsAhead(self))

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.traits = vec[i64]([rules.table.trait_of(f"goods:{name}") for name in GOODS])
        self.collected = rules.step_numbers["collect"]
        self.handed_out = rules.step_numbers["goods"]

    def take(self, state: State, city: Feature) -> None:
        """TB-11: one token for each symbol in the city."""
        for good in range(KINDS_OF_GOODS):
            number = trait_count(state, city, self.traits[good])
            if number:
                state.registers[self.tokens + state.player * 3 + good] += number
                if state.journal is not None:
                    state.note(GOODS[good], [state.player, number])

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """TB-13: 10 points for the most tokens of each kind; tokens that the player is about to take count."""
        due = self.cities_due(state)
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
                    give(totals, notes, seat, MOST, GOODS[good], most)

    def cities_due(self, state: State) -> vec[i64]:
        """The completed cities whose tokens have not been taken yet: those of the turn that is being played."""
        waiting = self.collected < state.step < self.handed_out
        for step in state.calls:
            waiting = waiting or self.collected < step < self.handed_out
        if waiting:
            found = vec[i64]()
            for feature in state.completed:
                if state.kind_of(feature) == self.city:
                    found = append(found, feature)
            return found
        return uncollected(state, i64(1) << self.city)


class HandOutGoods(Step):
    """TB-10, TB-11: after the scoring, the player takes tokens for the cities that the tile completed."""

    name = "goods"
    rule = "TB-11"

    def __init__(self, goods: Goods) -> None:
        self.goods = goods

    def enter(self, state: State) -> i64:
        for feature in state.completed:
            if state.kind_of(feature) == self.goods.city:
                self.goods.take(state, feature)
        return CONTINUE
