"""How bots value tunnel tokens, and the chance that they close a road."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset, Filler
from aude.engine.features import trait_count
from aude.engine.state import State
from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.boxes.tunnel.rules import Tunnel

LED_ON: Final = 0.5  # the chance of an exit to be joined to another, if it can be


class TunnelTokens(Asset):
    """The tokens that a seat has in hand."""

    def __init__(self, tunnel: Tunnel) -> None:
        super().__init__("tunnel.tokens", 0.3)
        self.tunnel = tunnel

    def count(self, state: State, counts: vec[float]) -> None:
        each = 2 * self.tunnel.sets
        for k in range(each * state.rules.seats):
            if not state.registers[self.tunnel.tokens + k]:
                counts[k // each] += 1.0


class Exits(Filler):
    """R-TUN-02, TUN-03: a road that runs into the ground is closed there by two tokens, on its exit and another."""

    def __init__(self, tunnel: Tunnel) -> None:
        self.tunnel = tunnel

    def elsewhere(self, state: State, feature: Feature) -> float:
        tunnel = self.tunnel
        exits = trait_count(state, feature, tunnel.exit)
        if not exits:
            return 1.0
        marked: i64 = 0  # exits of the road with a token that waits for the other one
        waiting: i64 = 0  # sets of which one token waits, wherever,
        unused: i64 = 0  # and those in hand
        lying: i64 = 0  # tokens on the table
        registers = state.registers
        for at in range(tunnel.tokens, tunnel.tokens + 2 * tunnel.sets * state.rules.seats, 2):
            if registers[at + 1]:
                lying += 2
                for node in (registers[at] - 1, registers[at + 1] - 1):
                    if state.root[node] == feature:
                        exits -= 1
            elif registers[at]:
                lying += 1
                waiting += 1
                if state.root[registers[at] - 1] == feature:
                    marked += 1
            else:
                unused += 1
        if exits <= 0:
            return 1.0
        free = -lying  # exits without a token, on the table and on tiles to come
        for slot in range(state.slots):
            free += tunnel.exits_on[state.slot_tile[slot] >> 2]
        for tile in range(len(state.bag)):
            free += tunnel.exits_on[tile] * state.bag[tile]
        if marked and not free:
            return 0.0
        if exits > marked and not waiting and (not unused or free < 2):
            return 0.0
        chance = 1.0
        for _exit in range(exits):
            chance *= LED_ON
        return chance
