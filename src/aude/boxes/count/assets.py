"""How bots value followers in the city."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.arrays import vec
from aude.engine.assets import Asset
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.count.quarters import Quarters


class FollowersWaiting(Asset):
    """Followers in the quarters: those that may go out to a feature, or (`held`) those that the Count keeps."""

    def __init__(self, quarters: Quarters, held: bool) -> None:
        super().__init__("quarter.held" if held else "quarter.ready", 1.0 if held else 2.0)
        self.quarters = quarters
        self.held = held

    def count(self, state: State, counts: vec[float]) -> None:
        kept = state.registers[self.quarters.count]
        for figure in range(state.rules.figures):
            quarter = self.quarters.quarter_of(state, figure)
            if quarter >= 0 and (quarter == kept) == self.held:
                counts[state.rules.figure_seat[figure]] += 1.0
