"""How bots value goods, builder and pig, besides points."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset
from aude.engine.features import trait_count
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.traders_and_builders.companion import Companion
    from aude.boxes.traders_and_builders.goods import Goods

FAR_AHEAD: Final[i64] = 3  # tokens; a larger lead is not safer


class GoodsAhead(Asset):
    """How many tokens a seat is ahead of the best other one (below 0: behind), of all three kinds together.

    Tokens that the player is about to take count.
    """

    def __init__(self, goods: Goods) -> None:
        super().__init__("goods.ahead", 1.0)
        self.goods = goods

    def count(self, state: State, counts: vec[float]) -> None:
        goods = self.goods
        seats = state.rules.seats
        due = goods.cities_due(state)
        held = vec[i64]([0] * seats)
        for good in range(len(goods.traits)):
            most: i64 = 0
            second: i64 = 0
            for seat in range(seats):
                held[seat] = state.registers[goods.tokens + seat * 3 + good]
                if seat == state.player:
                    for city in due:
                        held[seat] += trait_count(state, city, goods.traits[good])
                if held[seat] > most:
                    second = most
                    most = held[seat]
                elif held[seat] > second:
                    second = held[seat]
            for seat in range(seats):
                other = second if held[seat] == most else most
                counts[seat] += float(max(-FAR_AHEAD, min(FAR_AHEAD, held[seat] - other)))


class CompanionOut(Asset):
    """A builder, or a pig, beside a follower on something that can still grow or be fed."""

    def __init__(self, companion: Companion, worth: float) -> None:
        super().__init__(f"{companion.name}.out", worth)
        self.companion = companion

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        kind = self.companion.kind
        first = rules.figure_first[kind * rules.seats]
        for figure in range(first, first + rules.figure_each[kind] * rules.seats):
            node = state.figure_at[figure]
            if node >= 0 and (state.open_ends[state.root[node]] > 0 or not rules.completes[state.kind_of(node)]):
                counts[rules.figure_seat[figure]] += 1.0
