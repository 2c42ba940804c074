"""The Wheel of Fortune. WOF-01 to WOF-23 are written out in spec.md, beside this file.

The wheel with its events, the crown spaces and the plague have modules of their own; the box hands on what is asked.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.crowns import Crowns
from aude.boxes.wheel_of_fortune.plague import Plague
from aude.boxes.wheel_of_fortune.wheel import Wheel
from aude.engine.arrays import vec
from aude.engine.rules import MISWRITTEN, Box, Rules
from aude.engine.state import State

WHEEL_BLOCK: Final = 200  # R-SETUP-02: the City of Carcassonne comes before it, the spring of a river after it


class WheelOfFortune(Box):
    """A wheel of 16 cells at the start, a pig that walks on it whenever its symbol is drawn, and spaces to bet on."""

    id = "wheel_of_fortune"

    def __init__(self) -> None:
        self.wheel: Wheel | None = None  # R-WOF-21: without its tiles there is none
        self.crowns: Crowns | None = None

    def setup(self, rules: Rules) -> None:
        block = [tile for tile, _ in rules.tiles if tile.set == self.id and "grid" in tile.more]
        if not block:
            return
        cells = sorted((tile.more["grid"][1], tile.more["grid"][0], tile.id) for tile in block)
        names = {tile.id for tile in block}
        rules.tiles = [(tile, 1 if tile.id in names else count) for tile, count in rules.tiles]  # R-WOF-21
        rules.add_start_block(WHEEL_BLOCK, [(name, x, y, 0) for y, x, name in cells])
        sectors: list[str] = []
        ends = [0]  # of the crown spaces
        for tile in block:
            for sector in tile.more.get("sectors", []):
                sectors.append(str(sector["name"]))
                ends.append(ends[-1] + int(sector["crown_spaces"]))
        self.wheel = Wheel(rules, sectors)
        self.crowns = Crowns(rules, self.wheel, ends)
        rules.add_step("turn", 351, Plague(rules, self.crowns))

    def finalize(self, rules: Rules) -> None:
        if self.wheel is not None:
            self.wheel.finalize(rules)

    # -- crown spaces -------------------------------------------------------------------------------------------------
    def location_slot(self, state: State, place: i64) -> i64:
        """Crown spaces lie on the tile of the block that shows the wheel's sectors."""
        if self.wheel is None or self.crowns is None or not 0 <= self.crowns.places - place < self.crowns.number:
            return -1
        return self.wheel.hub_slot(state)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        if self.crowns is None:
            return options
        return self.crowns.figure_options(state, options)

    def use_figure_option(self, state: State, action: i64) -> bool:
        return self.crowns is not None and self.crowns.use_figure_option(state, action)

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        if self.crowns is None:
            return []
        return self.crowns.figure_option_words(state, action)

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        if self.crowns is None:
            return "", ""
        return self.crowns.figure_refusal(state, words)

    # -- for people ---------------------------------------------------------------------------------------------------
    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """The pig, on a tile in the middle of the wheel; its name says on which sector."""
        if self.wheel is None or self.wheel.hub_slot(state) < 0:
            return []
        sector = self.wheel.sectors[state.registers[self.wheel.pig]]
        return [(-1 - int(self.wheel.hub_slot(state)), -1, f"big_pig_{sector}")]

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        if self.crowns is None:
            return []
        return self.crowns.holdings(state, seat)

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        return self.crowns is not None and self.crowns.hold(state, seat, name, number)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        if self.wheel is None:
            return []
        names = "|".join(self.wheel.sectors)
        return [f"lay big_pig {names}", f"stand SEAT FIGURE crown {names}"]

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        if self.crowns is None:
            return MISWRITTEN
        return self.crowns.lay_piece(state, words, figure)

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        if self.crowns is None:
            return []
        return self.crowns.position_lines(state)
