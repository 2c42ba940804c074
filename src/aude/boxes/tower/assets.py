"""How bots value towers and prisoners."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.assets import Asset
from aude.engine.cells import COLUMN_MASK, SPAN_BITS
from aude.engine.figures import exposed_slot
from aude.engine.rules import SUPPLY
from aude.engine.state import State
from aude.engine.types import Seat

if TYPE_CHECKING:
    from aude.boxes.tower.prisoners import Prisons
    from aude.boxes.tower.sites import Sites


class TowerPieces(Asset):
    """The pieces that a seat has left."""

    def __init__(self, sites: Sites) -> None:
        super().__init__("tower.pieces", 0.25)
        self.sites = sites

    def count(self, state: State, counts: vec[float]) -> None:
        for seat in range(state.rules.seats):
            counts[seat] += float(state.registers[self.sites.pieces + seat])


class PrisonersHeld(Asset):
    """The prisoners that a seat has: a ransom to come."""

    def __init__(self, prisons: Prisons) -> None:
        super().__init__("tower.prisoners", 1.0)
        self.prisons = prisons

    def count(self, state: State, counts: vec[float]) -> None:
        for at in state.figure_at:
            captor = self.prisons.locations - at
            if 0 <= captor < state.rules.seats:
                counts[captor] += 1.0


class Captives(Asset):
    """The figures of a seat that others hold: lost for now, but they can be bought back."""

    def __init__(self, prisons: Prisons) -> None:
        super().__init__("tower.captives", 0.5)
        self.prisons = prisons

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        for figure in range(rules.figures):
            if 0 <= self.prisons.locations - state.figure_at[figure] < rules.seats:
                counts[rules.figure_seat[figure]] += 1.0


class FiguresExposed(Asset):
    """The figures of a seat that one more piece of somebody else's on some open tower would reach."""

    def __init__(self, prisons: Prisons) -> None:
        super().__init__("tower.exposed", -1.0)
        self.prisons = prisons

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        sites = self.prisons.sites
        known = state.registers[sites.known]
        if not known:
            return
        cells = vec[i64]()  # of the towers that may grow,
        reaches = vec[i64]()  # and how far they would reach
        for site in range(known):
            if sites.guard_of(state, site) < 0:
                cells = append(cells, state.slot_cell[sites.slot_of(state, site)])
                reaches = append(reaches, sites.height_of(state, site) + 1)
        number: i64 = len(cells)
        for figure in range(rules.figures):
            if state.figure_at[figure] == SUPPLY or not self.has_enemy(state, rules.figure_seat[figure]):
                continue
            if not self.prisons.takes_kind(state, rules.figure_kind[figure]):
                continue
            slot = exposed_slot(state, figure, self.prisons.danger)
            if slot < 0:
                continue
            cell = state.slot_cell[slot]
            for k in range(number):
                across = (cell & COLUMN_MASK) - (cells[k] & COLUMN_MASK)
                down = (cell >> SPAN_BITS) - (cells[k] >> SPAN_BITS)
                if (across == 0 or down == 0) and -reaches[k] <= across + down <= reaches[k]:
                    counts[rules.figure_seat[figure]] += 1.0
                    break

    def has_enemy(self, state: State, seat: Seat) -> bool:
        """Whether another seat has a piece left."""
        first = self.prisons.sites.pieces
        for other in range(state.rules.seats):
            if other != seat and state.registers[first + other]:
                return True
        return False
