"""The Count of Carcassonne. CNT-01 to CNT-12 are written out in spec.md, beside this file.

How followers come into the city and out of it is in modules of its own; here are its walls, and who may send somebody.
"""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.boxes.count.join import Join, JoinFinal
from aude.boxes.count.quarters import QUARTERS, Quarters
from aude.engine.cells import FOUR
from aude.engine.rules import BY_TILE, CONTINUE, PAYMENT, Box, Line, Rules, Scorer, Step
from aude.engine.state import State
from aude.engine.tiles import Tile

CARCASSONNE: Final = "carcassonne"  # the kind of feature inside the walls
BLOCK: Final = 100  # R-SETUP-02: it lies first, other start blocks are attached to it
BARRED: Final = "bars_dragon"  # how the facts mark a tile that the dragon does not enter


class Count(Box):
    """A start block of 12 tiles. Whoever scores nothing while others do sends a follower into its city, to wait."""

    id = "count"

    def __init__(self) -> None:
        self.quarters = Quarters()
        self.any_points = True  # R-CNT-02
        self.layer: i64 = -1  # a register: the seat (+ 1) that has laid the last tile
        self.heart: i64 = -1  # the slot of the tile that shows the quarters

    def setup(self, rules: Rules) -> None:
        self.any_points = rules.option("count_trigger") == "any_points"
        # R-CNT-09: worth a completed city, and nobody stands there. Nothing in it is left to complete.
        is_city = rules.option("carcassonne_is_city") == "on"
        rules.add_kind(CARCASSONNE, NoPoints(), completes=False, supplies=is_city)
        if is_city:
            rules.count_as(CARCASSONNE, "city")
        self._lay_city(rules, rules.option("dragon_carcassonne") == "whole_block")
        self.quarters.setup(rules)
        self.layer = rules.register()
        rules.add_note("joined", ["figure", "node"])
        rules.add_step("turn", 1720, Join(self.quarters, rules))
        rules.add_step("turn", 1895, Forget(self))
        rules.add_step("final", 900, JoinFinal(self.quarters, rules, self.layer))

    def _lay_city(self, rules: Rules, whole_block: bool) -> None:
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

    def finalize(self, rules: Rules) -> None:
        self.quarters.finalize(rules)
        for slot, (name, _x, _y, _turn) in enumerate(rules.start):
            if "quarters" in rules.table.tiles[rules.table.index[name]].symbols:
                self.heart = slot

    def location_slot(self, state: State, place: i64) -> i64:
        if 0 <= self.quarters.first - place < FOUR:
            return self.heart
        return -1

    def points_gained(self, state: State, seat: i64, points: i64, cause: i64) -> None:
        """R-CNT-02: who has scored in this part of the turn. Payments and losses do not matter."""
        if points > 0 and (cause == BY_TILE or (self.any_points and cause != PAYMENT)):
            state.registers[self.quarters.scored + state.player] |= i64(1) << seat

    # -- for people ---------------------------------------------------------------------------------------------------
    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        if self.heart < 0:
            return []
        return [(-1 - int(self.heart), -1, f"count_in_{QUARTERS[state.registers[self.quarters.count]]}")]

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        return self.quarters.holdings(state, seat)

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        return self.quarters.hold(state, seat, name, number)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        names = "|".join(QUARTERS)
        return [f"lay count {names}", f"stand SEAT FIGURE {names}"]

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        return self.quarters.lay_piece(state, words, figure)

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        return self.quarters.position_lines(state)


class NoPoints(Scorer):
    """Nobody stands in the city itself."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        return 0


class Forget(Step):
    """R-CNT-11: every part of a turn is judged by its own points. R-CNT-23: who has laid a tile is remembered."""

    name = "forget_points"

    def __init__(self, box: Count) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.quarters.scored + state.player] = 0
        state.registers[self.box.layer] = state.player + 1
        return CONTINUE
