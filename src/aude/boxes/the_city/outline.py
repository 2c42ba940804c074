"""The outer outline of the city. CITY-54, CITY-55, R-CITY-05, R-CITY-23, R-CITY-24.

A side of a laid tile is one number: the code of its cell and the side (0 north, 1 east, 2 south, 3 west). The outer
outline is one closed line of such sides. Walking along it with the tiles on the right, each side has exactly one next
side; the walk never reaches holes inside the city.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import CODE_STEP
from aude.engine.state import State
from aude.engine.types import CellCode, Slot

NOWHERE: Final = -1


def is_tile(state: State, cell: CellCode, also: CellCode) -> bool:
    """Whether a tile lies at a cell, or would if one were laid at `also`."""
    return cell == also or state.at(state.cell_of_code(cell)) > 0


def side_after(state: State, at: i64, also: CellCode = NOWHERE) -> i64:
    """The next side of the outline, with the tiles on the right; `also` counts as a cell with a tile.

    The walk stays on the empty cells outside, moving through sides only, so it never slips between two tiles that touch
    at a corner.
    """
    side = at & 3
    right = (side + 1) & 3
    beyond = at - side + CODE_STEP[side] + CODE_STEP[right]
    if is_tile(state, beyond, also):
        return beyond | ((side + 3) & 3)
    beside = at - side + CODE_STEP[right]
    if is_tile(state, beside, also):
        return beside | side
    return at - side | right


def side_before(state: State, at: i64) -> i64:
    """The side of the outline from which `side_after` leads here."""
    side = at & 3
    left = (side + 3) & 3
    beyond = at - side + CODE_STEP[side] + CODE_STEP[left]
    if is_tile(state, beyond, NOWHERE):
        return beyond | ((side + 1) & 3)
    beside = at - side + CODE_STEP[left]
    if is_tile(state, beside, NOWHERE):
        return beside | side
    return at - side | left


def outline(state: State) -> vec[i64]:
    """Every side of the outer outline, from the north side of a northernmost tile on."""
    first: i64 = state.code_of_cell(state.slot_cell[0])
    for slot in range(1, state.slots):
        cell = state.code_of_cell(state.slot_cell[slot])
        if cell < first:  # rows come first in cell codes
            first = cell
    found = vec[i64](capacity=64)
    at = first
    while True:
        found = append(found, at)
        at = side_after(state, at)
        if at == first:
            return found


def slot_behind(state: State, side: i64) -> Slot:
    """The tile whose side this is, or -1 if none lies there."""
    return state.at(state.cell_of_code(side)) - 1


def row_behind(state: State, side: i64) -> vec[i64]:
    """CITY-54, CITY-55, R-CITY-23: the unbroken row of tiles straight inward from a side, up to the first hole."""
    step = CODE_STEP[(side & 3) ^ 2]
    cell = side - (side & 3)
    found = vec[i64]()
    slot = slot_behind(state, cell)
    while slot >= 0:
        found = append(found, slot)
        cell += step
        slot = slot_behind(state, cell)
    return found


def side_opposite(state: State, side: i64) -> i64:
    """R-CITY-24: the side at the far end of the same unbroken row."""
    step = CODE_STEP[(side & 3) ^ 2]
    cell = side - (side & 3)
    while slot_behind(state, cell + step) >= 0:
        cell += step
    return cell | (side & 3) ^ 2
