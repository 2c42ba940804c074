"""How bots value the two tiles, besides what they would bring now."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.arrays import vec
from aude.engine.assets import Asset
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.king_and_robber.prize import Prize


class PrizeHeld(Asset):
    """The tile itself: more features will be completed, and a larger one must be found to take it away."""

    def __init__(self, prize: Prize) -> None:
        super().__init__(f"{prize.name}.held", 2.0)
        self.prize = prize

    def count(self, state: State, counts: vec[float]) -> None:
        holder = self.prize.holder_soon(state)
        if holder >= 0:
            counts[holder] += 1.0
