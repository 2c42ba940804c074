"""The value of roads, cities and monasteries: BASE-23 to BASE-29, and BASE-37 to BASE-39 at the end."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.features import tile_count, trait_count
from aude.engine.rules import Line, Scorer
from aude.engine.scoring import rate
from aude.engine.state import State
from aude.engine.types import Feature


class RoadScorer(Scorer):
    """BASE-23, BASE-37: 1 point for each tile."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        tiles = tile_count(state, feature)
        points = tiles * rate(state, feature, 1, complete)
        if lines is not None:
            lines.append(Line("tiles", tiles, points))
        return points


class CityScorer(Scorer):
    """BASE-27, BASE-38: 2 points for each tile and coat of arms, 1 if the city is incomplete."""

    def __init__(self) -> None:
        self.tiny = False  # R-BASE-04: the old rule for cities of two tiles
        self.pennant: i64 = -1  # the column of the trait

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        tiles = tile_count(state, feature)
        pennants = trait_count(state, feature, self.pennant)
        plain: i64 = 2 if complete and not (self.tiny and tiles == 2) else 1
        each = rate(state, feature, plain, complete)
        if lines is not None:
            lines.append(Line("tiles", tiles, tiles * each))
            if pennants:
                lines.append(Line("pennants", pennants, pennants * each))
        return (tiles + pennants) * each


class MonasteryScorer(Scorer):
    """BASE-29, BASE-39: 1 point for itself and for each tile around it."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        tiles = 9 - max(state.open_ends[feature], 0)
        if lines is not None:
            lines.append(Line("tiles", tiles, tiles))
        return tiles
