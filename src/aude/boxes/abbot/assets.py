"""How bots value an abbot on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.arrays import vec
from aude.engine.assets import Asset
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.abbot.rules import Abbot


class AbbotOut(Asset):
    """An abbot who can come home whenever his owner wants him: nearly as good as a free one."""

    def __init__(self, abbot: Abbot) -> None:
        super().__init__("abbot.out", 1.5)
        self.abbot = abbot

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        first = rules.figure_first[self.abbot.abbot * rules.seats]
        for figure in range(first, first + rules.figure_each[self.abbot.abbot] * rules.seats):
            if self.abbot.may_return(state, figure):
                counts[rules.figure_seat[figure]] += 1.0
