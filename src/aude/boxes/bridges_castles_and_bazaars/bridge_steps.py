"""The two questions about bridges: whether to build one for a tile that needs it, and whether to build another one."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, ASKS, CONTINUE, PASS, UNKNOWN, Step
from aude.engine.state import State
from aude.engine.types import Slot

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges

DISCARD: Final = 0
BUILD: Final = 1

AXES: Final = i64(2)


class BuildOrDiscard(Step):
    """R-BCB-03: a tile that fits only with a bridge may be thrown away instead."""

    name = "forced_bridge"
    rule = "R-BCB-03"

    def __init__(self, bridges: Bridges) -> None:
        self.bridges = bridges

    def enter(self, state: State) -> i64:
        if not state.registers[self.bridges.forced]:
            return CONTINUE
        state.registers[self.bridges.forced] = 0
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([DISCARD, BUILD])

    def apply(self, state: State, action: i64) -> i64:
        if action == DISCARD:
            if state.journal is not None:
                state.note("discarded", [state.tile])
            state.tile = -1
            state.jump(state.rules.draw_step)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("build" if action == BUILD else "discard")


class BuildBridge(Step):
    """BCB-01, R-BCB-26: the player may put a bridge on the new tile or beside it."""

    name = "bridge"
    rule = "BCB-01"

    def __init__(self, bridges: Bridges) -> None:
        self.bridges = bridges

    def enter(self, state: State) -> i64:
        if self.bridges.free(state, state.player) < 0 or self.bridges.has_built(state):
            return CONTINUE
        if len(self.legal(state)) == 1:
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        """To pass, or slot * 2 + axis + 1 for each tile that can carry a bridge."""
        out = vec[i64]()
        out = append(out, PASS)
        newest = state.slots - 1
        out = self.with_axes(state, newest, out)
        for side in range(FOUR):
            slot = state.beside(state.slot_cell[newest], side) - 1
            if slot >= 0:
                out = self.with_axes(state, slot, out)
        return out

    def heeds_place(self, state: State) -> bool:
        return self.bridges.free(state, state.player) >= 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """A neighbour can carry across only: along, its bridge would end before the tile, which shows field there."""
        ports = state.rules.table.ports
        mine = (prospect.tile * 4 + prospect.rotation) * 12
        for axis in range(AXES):
            if self.could_end(state, prospect, mine, axis) and self.could_end(state, prospect, mine, axis + 2):
                return ASKS
        for side in range(FOUR):
            slot = prospect.beside[side]
            if slot >= 0:
                if self.bridges.can_carry(state, slot, side & 1 ^ 1):
                    return ASKS
                if ports[mine + side * 3 + 1] >= 0 and self.bridges.can_carry(state, slot, side & 1):
                    return UNKNOWN
        return 0

    def could_end(self, state: State, prospect: Prospect, mine: i64, side: i64) -> bool:
        """Whether a bridge over the tile could end at a side."""
        ports = state.rules.table.ports
        if ports[mine + side * 3] < 0 or ports[mine + side * 3 + 1] >= 0:
            return False
        return self.bridges.goes_on(state, prospect.cell, side)

    def with_axes(self, state: State, slot: Slot, out: vec[i64]) -> vec[i64]:
        """These options, and the bridges that a tile can carry."""
        for axis in range(AXES):
            if self.bridges.can_carry(state, slot, axis):
                out = append(out, slot * 2 + axis + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            self.bridges.build(state, (action - 1) >> 1, (action - 1) & 1)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`bridge N.S at 0,1`"""
        if action == PASS:
            return Choice("pass")
        return Choice("bridge", [(action - 1) & 1, (action - 1) >> 1])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form != "bridge" or min(choice.facts) < 0:
            raise Refused(self.rule, "not_offered")
        axis: i64 = choice.facts[0]
        slot: i64 = choice.facts[1]
        newest = state.slots - 1
        near = slot == newest
        for side in range(FOUR):
            near = near or state.beside(state.slot_cell[newest], side) - 1 == slot
        if not near:
            raise Refused("BCB-01", "bridge_far")
        for k in range(0, len(state.extra_ports), 2):
            if state.extra_ports[k] >> 2 == slot:
                raise Refused("R-BCB-02", "bridge_there")
        if self.bridges.goes_on(state, state.slot_cell[slot], axis):
            if self.bridges.goes_on(state, state.slot_cell[slot], axis + 2):
                raise Refused("BCB-02", "bridge_ends")
        raise Refused("R-BCB-04", "bridge_blocked")
