"""Sides, directions and cells: numbers that do not depend on a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.types import Cell

# Bounds of loops: i64, so that compiled loops use machine ints, and literals, so that the C compiler knows how often
# they run.
THREE: Final[i64] = 3
FOUR: Final[i64] = 4
EIGHT: Final[i64] = 8

# A cell is a row and a column in one number. Both count from the middle, so x and y are from -524288 to 524287. A
# cell code is a cell with two more bits for a rotation.
SPAN_BITS: Final = 20
MIDDLE: Final = 524288
COLUMN_MASK: Final = (1 << SPAN_BITS) - 1

EAST: Final[i64] = 1  # add this to a cell for the next one in the east,
SOUTH: Final[i64] = 1 << SPAN_BITS  # and this for the next one in the south
# Steps to the four neighbours of a cell, the same in cell codes, and the steps to the eight cells around.
DELTA: Final = vec[i64]([-SOUTH, EAST, SOUTH, -EAST])
CODE_STEP: Final = vec[i64]([4 * step for step in DELTA])
AROUND: Final = vec[i64]([(dy << SPAN_BITS) + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy])

# The board is kept in blocks of 8 × 8 cells.
BLOCK: Final = 64
BLOCK_ROW: Final = SPAN_BITS + 3  # shifting a cell by this gives the row of its block
BLOCK_MASK: Final = COLUMN_MASK >> 3
MIDDLE_BLOCK: Final = MIDDLE >> 3

# The steps to the eight surrounding cells within a block of the board: see `is_inner`.
NEAR: Final = vec[i64]([8 * dy + dx for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy])


def place_in_block(cell: Cell) -> i64:
    """The index of a cell in its block."""
    return cell >> SPAN_BITS - 3 & 56 | cell & 7


def is_inner(cell: Cell) -> bool:
    """Whether the eight cells around this one are in the same block, as for the 36 cells that are not at its edge."""
    return (cell + 1) & 6 != 0 and ((cell >> SPAN_BITS) + 1) & 6 != 0
