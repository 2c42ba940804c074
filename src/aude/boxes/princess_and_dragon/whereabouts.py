"""The places of dragon and fairy, which both parts need because neither goes to the other's tile. PD-19."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.rules import Rules
from aude.engine.state import State
from aude.engine.types import Slot


class Whereabouts:
    """The registers of both tiles, as slot + 1 or 0 if not in play; -1 instead of a register if one is left out."""

    def __init__(self, rules: Rules) -> None:
        self.fairy: i64 = -1
        self.dragon: i64 = -1
        if rules.has("fairy"):
            self.fairy = rules.reserve_registers()
        if rules.has("dragon"):
            self.dragon = rules.reserve_registers()

    def fairy_at(self, state: State) -> Slot:
        """The tile where the fairy stands, or -1."""
        if self.fairy < 0:
            return -1
        return state.registers[self.fairy] - 1

    def dragon_at(self, state: State) -> Slot:
        """The tile where the dragon stands, or -1."""
        if self.dragon < 0:
            return -1
        return state.registers[self.dragon] - 1
