"""What roads, markets and residential areas are worth. CITY-20, CITY-22, CITY-50, CITY-53."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.features import bordering, tile_count, trait_count
from aude.engine.joining import port_node
from aude.engine.rules import Line, Rules, Scorer
from aude.engine.state import State
from aude.engine.types import Feature

GOODS: Final = ["fish", "grain", "livestock"]
KINDS_OF_GOODS: Final = i64(3)
LONG_ROAD: Final = 4  # CITY-20: tiles from which on each counts twice
MARKET_POINTS: Final = 2  # CITY-53: for each market at a residential area


class RoadScorer(Scorer):
    """CITY-20: 1 point a tile, from 4 tiles on 2; CITY-50: nothing if it is never completed."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        if not complete:
            return 0
        tiles = tile_count(state, feature)
        points = tiles if tiles < LONG_ROAD else 2 * tiles
        if lines is not None:
            lines.append(Line("tiles", tiles, points))
        return points


class MarketScorer(Scorer):
    """CITY-22: its tiles, times the kinds of goods; CITY-50: nothing if it is never completed."""

    def __init__(self) -> None:
        self.goods = vec[i64]()  # columns of traits

    def finalize(self, rules: Rules) -> None:
        self.goods = vec[i64]([rules.table.trait_of(f"goods:{name}") for name in GOODS])

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        if not complete:
            return 0
        tiles = tile_count(state, feature)
        kinds: i64 = 0
        for good in range(KINDS_OF_GOODS):
            if trait_count(state, feature, self.goods[good]):
                kinds += 1
        if lines is not None:
            lines.append(Line("tiles", tiles, tiles))
            if kinds > 1:
                lines.append(Line("more_goods", kinds - 1, tiles * (kinds - 1)))
        return tiles * kinds


class ResidentialScorer(Scorer):
    """CITY-53: 2 points for each market at the area, complete or not."""

    def __init__(self) -> None:
        self.market: i64 = -1

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        markets: i64 = len(self.markets(state, feature))
        if lines is not None:
            lines.append(Line("markets", markets, MARKET_POINTS * markets))
        return MARKET_POINTS * markets

    def markets(self, state: State, feature: Feature) -> vec[i64]:
        """R-CITY-32: the markets beside an area, on its tiles or across a side of one; each once."""
        ports = state.rules.table.ports
        found = bordering(state, feature)  # roads bound an area too, but no tile names them
        node = feature
        while True:
            slot = state.node_slot[node]
            first = state.slot_first[slot]
            turned = state.slot_tile[slot]
            for side in range(FOUR):
                other = state.beside(state.slot_cell[slot], side) - 1
                if other < 0 or first + ports[turned * 12 + side * 3] != node:
                    continue  # no neighbour, or the side is not this area's: a road's halves meet no market
                facing = port_node(state, other, side ^ 2)
                if facing >= 0 and state.kind_of(facing) == self.market and state.root[facing] not in found:
                    found = append(found, state.root[facing])
            node = state.next_node[node]
            if node == feature:
                return found
