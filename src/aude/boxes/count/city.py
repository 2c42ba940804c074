"""The City of Carcassonne: a start block of 12 tiles, and the value of its walls. CNT-01, CNT-12."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.engine.rules import Line, Part, Rules, Scorer
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.engine.types import Feature

CARCASSONNE: Final = "carcassonne"  # the kind of feature inside the walls
BLOCK: Final = 100  # R-SETUP-02: it lies first, other start blocks are attached to it
BARRED: Final = "bars_dragon"  # how the facts mark a tile that the dragon does not enter


class City(Part):
    """The block that lies instead of the start tile, and the kind of feature inside its walls."""

    def setup(self, rules: Rules) -> None:
        # R-CNT-09: worth a completed city, and nobody stands there. Nothing in it is left to complete.
        is_city = rules.option("carcassonne_is_city") == "on"
        rules.add_kind(CARCASSONNE, NoPoints(), completes=False, supplies=is_city)
        if is_city:
            rules.count_as(CARCASSONNE, "city")
        self._lay_block(rules, rules.option("dragon_carcassonne") == "whole_block")

    def _lay_block(self, rules: Rules, whole_block: bool) -> None:
        """CNT-01, R-CNT-28: the block lies instead of the start tile. CNT-12, R-PD-20: and keeps the dragon out."""
        block: list[tuple[int, int, str]] = []
        tiles: list[tuple[Tile, int]] = []
        for tile, count in rules.tiles:
            if "grid" in tile.more and any(segment.kind == CARCASSONNE for segment in tile.segments):
                x, y = tile.more["grid"]
                block.append((y, x, tile.id))
                barred = whole_block or len(tile.segments) == 1
                tile = replace(tile, more={**tile.more, BARRED: barred})
                count = 1
            tiles.append((tile, count))
        rules.tiles = tiles
        if block:
            rules.add_start_block(BLOCK, [(name, x, y, 0) for y, x, name in sorted(block)])


class NoPoints(Scorer):
    """Nobody stands in the city itself."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        return 0
