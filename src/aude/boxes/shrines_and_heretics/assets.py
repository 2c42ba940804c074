"""How bots value a challenge."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.assets import Asset, Ban
from aude.engine.cells import COLUMN_MASK, EIGHT, SPAN_BITS
from aude.engine.state import State
from aude.engine.types import Cell

if TYPE_CHECKING:
    from aude.boxes.shrines_and_heretics.rules import Shrines


class Crowded(Ban):
    """SH-06: buildings are never removed, so where no more of a sort are allowed, none ever will be."""

    def __init__(self, shrines: Shrines) -> None:
        self.shrines = shrines

    def forbids(self, state: State, cell: Cell, tile: i64) -> bool:
        return self.shrines.forbids(state, cell, tile)

    def depends_on(self, state: State, tile: i64) -> bool:
        return self.shrines.tile_rivals[tile] != 0


class ChallengeAhead(Asset):
    """The lead of a seat in its challenges (negative if behind): how many more cells the rival needs, out of eight.

    A complete building against a rival who has only begun would be 1.
    """

    def __init__(self, shrines: Shrines) -> None:
        super().__init__("challenge.ahead", 6.0)
        self.shrines = shrines

    def count(self, state: State, counts: vec[float]) -> None:
        rules = state.rules
        found = vec[i64]()  # the followers on buildings that are not complete
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0 and self.shrines.rivals[state.kind_of(node)] and state.open_ends[node] > 0:
                if rules.occupies[rules.figure_kind[figure]]:
                    found = append(found, figure)
        for one in found:
            for two in found:
                if rules.figure_seat[one] != rules.figure_seat[two] and self.compete(state, one, two):
                    ahead = state.open_ends[state.figure_at[two]] - state.open_ends[state.figure_at[one]]
                    counts[rules.figure_seat[one]] += float(ahead) / float(EIGHT)

    def compete(self, state: State, one: i64, two: i64) -> bool:
        """SH-03: whether two followers stand on a shrine and a monastery beside each other."""
        here = state.figure_at[one]
        there = state.figure_at[two]
        if not self.shrines.rivals[state.kind_of(here)] >> state.kind_of(there) & 1:
            return False
        cell = state.slot_cell[state.node_slot[here]]
        other = state.slot_cell[state.node_slot[there]]
        across = (cell & COLUMN_MASK) - (other & COLUMN_MASK)
        down = (cell >> SPAN_BITS) - (other >> SPAN_BITS)
        return -1 <= across <= 1 and -1 <= down <= 1
