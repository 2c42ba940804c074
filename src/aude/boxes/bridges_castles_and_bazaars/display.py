"""Bridges and castles as displayed to players: in hand, and on the table."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.boxes.bridges_castles_and_bazaars.castle_registers import FOUNDER, NODE, OF_A_CASTLE
from aude.engine.pieces import Display
from aude.engine.state import State
from aude.engine.types import Seat

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
    from aude.boxes.bridges_castles_and_bazaars.castles import Castles


class BridgesDisplay(Display):
    """Every bridge, with its seat."""

    def __init__(self, bridges: Bridges) -> None:
        self.bridges = bridges

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [("bridge", self.bridges.in_hand(state, seat))]

    def token_names(self) -> list[str]:
        return ["bridge"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        return [(node, seat, "bridge") for node, seat in self.bridges.laid(state)]


class CastlesDisplay(Display):
    """Every castle, with the seat that founded it."""

    def __init__(self, castles: Castles) -> None:
        self.castles = castles

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [("castle_token", int(state.registers[self.castles.tokens + seat]))]

    def token_names(self) -> list[str]:
        return ["castle_token"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for number in range(state.registers[self.castles.count]):
            base = self.castles.first + OF_A_CASTLE * number
            found.append((int(state.registers[base + NODE]), int(state.registers[base + FOUNDER]), "castle_token"))
        return found
