"""Abbeys and barns as displayed to players: in hand, and on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.pieces import Display
from aude.engine.state import State
from aude.engine.types import Location, Seat

if TYPE_CHECKING:
    from aude.boxes.abbey_and_mayor.abbeys import Abbeys
    from aude.boxes.abbey_and_mayor.barns import Barns


class AbbeyDisplay(Display):
    """Who still has an abbey; one that lies is a tile."""

    def __init__(self, abbeys: Abbeys) -> None:
        self.abbeys = abbeys

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [("abbey", int(self.abbeys.has_abbey(state, seat)))]


class BarnDisplay(Display):
    """Every barn on the table."""

    def __init__(self, barns: Barns) -> None:
        self.barns = barns

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        """A corner where four tiles meet: it is on none of them."""
        if 0 <= self.barns.locations - location < self.barns.number:
            return "corner", 0, -1
        return None

    def token_names(self) -> list[str]:
        return ["barn"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        return [(node, seat, "barn") for node, seat in self.barns.laid(state)]
