"""How bots value the fairy and the dragon, and the tiles that wait for the dragon."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset, Filler
from aude.engine.cells import COLUMN_MASK, SPAN_BITS
from aude.engine.figures import exposed_slot
from aude.engine.rules import SUPPLY
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.princess_and_dragon.dragon import Dragon
    from aude.boxes.princess_and_dragon.fairy import Fairy

REACH: Final = 3  # steps that a seat may fear: half of a hunt


class FairyCompany(Asset):
    """The fairy's company: a point in every turn, and protection from the dragon."""

    def __init__(self, fairy: Fairy) -> None:
        super().__init__("fairy.company", 1.0)
        self.fairy = fairy

    def count(self, state: State, counts: vec[float]) -> None:
        if not state.registers[self.fairy.tile]:
            return
        for seat in range(state.rules.seats):
            if self.fairy.company(state, seat, -1):
                counts[seat] += 1.0


class DragonNear(Asset):
    """Figures near the dragon, as long as it will hunt: 1 beside it, less two or three steps away."""

    def __init__(self, dragon: Dragon) -> None:
        super().__init__("dragon.near", -1.5)
        self.dragon = dragon

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        dragon = self.dragon
        lair = dragon.slot(state)
        if lair < 0 or not self.will_hunt(state):
            return
        cell = state.slot_cell[lair]
        for figure in range(rules.figures):
            if state.figure_at[figure] == SUPPLY:
                continue
            slot = exposed_slot(state, figure, dragon.hunger)
            if slot < 0 or dragon.is_guarded(state, slot):
                continue
            there = state.slot_cell[slot]
            across = (cell & COLUMN_MASK) - (there & COLUMN_MASK)
            down = (cell >> SPAN_BITS) - (there >> SPAN_BITS)
            steps = max(across, -across) + max(down, -down)
            if steps <= REACH:
                counts[rules.figure_seat[figure]] += float(REACH + 1 - max(1, steps)) / float(REACH)

    def will_hunt(self, state: State) -> bool:
        """Whether a dragon tile is left."""
        for tile in self.dragon.aside_tiles:
            if tile >= 0 and state.bag[tile]:
                return True
        return False


class TilesAside(Filler):
    """PD-02, PD-04: dragon tiles that are set aside come back with the next volcano, if there is one."""

    def __init__(self, dragon: Dragon) -> None:
        self.dragon = dragon

    def add_tiles(self, state: State, bag: vec[i64]) -> None:
        dragon = self.dragon
        waiting = False
        for number in range(len(dragon.aside_tiles)):
            waiting = waiting or state.registers[dragon.aside + number] != 0
        if not waiting:
            return
        symbols = state.rules.table.tile_symbols
        for tile in range(len(bag)):
            if bag[tile] and symbols[tile] & dragon.volcano_mark:
                for number in range(len(dragon.aside_tiles)):
                    if dragon.aside_tiles[number] >= 0:
                        bag[dragon.aside_tiles[number]] += state.registers[dragon.aside + number]
                return
