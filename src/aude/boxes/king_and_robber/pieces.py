"""The two tiles in players' hands: displayed to players, and given by hand."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.pieces import ByHand, Display
from aude.engine.refusal import Refused
from aude.engine.state import State
from aude.engine.types import Seat


class PrizeDisplay(Display):
    """Who has a tile."""

    def __init__(self, name: str, at: i64) -> None:
        self.name = name
        self.at = at  # the register of the holder: 0 for nobody, else the seat + 1

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [(self.name, int(state.registers[self.at] == seat + 1))]


class PrizeByHand(ByHand):
    """Gives a tile to a seat. There is only one."""

    def __init__(self, name: str, at: i64) -> None:
        self.name = name
        self.at = at  # the register of the holder: 0 for nobody, else the seat + 1

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        if name != self.name:
            return False
        if number:
            if number > 1 or state.registers[self.at]:
                raise Refused("", "cannot_hold")
            state.registers[self.at] = seat + 1
        return True
