"""How bots value abbeys and barns, and what an abbey closes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset, Filler
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.abbey_and_mayor.abbeys import Abbeys
    from aude.boxes.abbey_and_mayor.barns import Barns


class AbbeyInHand(Asset):
    """The abbey that a seat may still lay."""

    def __init__(self, abbeys: Abbeys) -> None:
        super().__init__("abbey.in_hand", 3.0)
        self.abbeys = abbeys

    def count(self, state: State, counts: vec[float]) -> None:
        for seat in range(state.rules.seats):
            if self.abbeys.has_abbey(state, seat):
                counts[seat] += 1.0


class GapFiller(Filler):
    """AM-02, AM-03: an abbey fills any gap among four tiles, and closes whatever ends there.

    A cell that is not a gap may become one, so as long as there are abbeys, any cell can still be filled.
    """

    def __init__(self, abbeys: Abbeys) -> None:
        self.abbeys = abbeys

    def pieces(self, state: State) -> i64:
        number: i64 = 0
        for seat in range(state.rules.seats):
            if self.abbeys.has_abbey(state, seat):
                number += 1
        return number

    def filling(self, bag: vec[i64], pieces: i64, sides: i64) -> i64:
        return max(1, pieces * self.abbeys.gap[sides])

    def closing(self, bag: vec[i64], pieces: i64, sides: i64, meeting: i64) -> i64:
        return pieces * self.abbeys.gap[sides]


class BarnOut(Asset):
    """A barn on the table: cities that are completed at its field will count for it alone."""

    def __init__(self, barns: Barns) -> None:
        super().__init__("barn.out", 1.5)
        self.barns = barns

    def count(self, state: State, counts: vec[float]) -> None:
        each = state.rules.figure_each[self.barns.kind]
        for number in range(self.barns.number):
            if state.registers[self.barns.spots + number]:
                counts[number // each] += 1.0
