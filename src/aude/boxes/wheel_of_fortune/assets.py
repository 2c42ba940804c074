"""How bots value followers on the wheel."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.assets import Asset
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.wheel_of_fortune.crowns import Crowns


class CrownPoints(Asset):
    """The points for a seat's followers on crown spaces if the pig reaches them, as long as it moves."""

    def __init__(self, crowns: Crowns, points: i64) -> None:
        super().__init__("crown.points", 0.3)
        self.crowns = crowns
        self.points: i64 = points  # of a crown space
        self.tiles = vec[i64]()  # those that let the pig walk

    def count(self, state: State, counts: vec[float]) -> None:
        crowns = self.crowns
        taken = crowns.taken(state)
        if not taken or not self.will_walk(state):
            return
        for figure in range(state.rules.figures):
            sector = crowns.sector_of(state, figure)
            if sector >= 0:
                standing = taken & crowns.spaces[sector]
                points = self.points
                if not standing & (standing - 1):  # alone
                    points *= crowns.first[sector + 1] - crowns.first[sector]
                counts[state.rules.figure_seat[figure]] += float(points)

    def will_walk(self, state: State) -> bool:
        """Whether a tile with a wheel is left."""
        if not len(self.tiles):
            advance = self.crowns.wheel.advance
            for tile in range(len(advance)):
                if advance[tile] >= 0:
                    self.tiles = append(self.tiles, tile)
        for tile in self.tiles:
            if state.bag[tile]:
                return True
        return False
