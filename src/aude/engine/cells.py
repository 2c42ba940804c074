"""Sides, directions and cell codes: numbers that do not depend on a game."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import vec

# Bounds of loops as i64, so that compiled loops run over machine ints.
THREE: Final = i64(3)
FOUR: Final = i64(4)
EIGHT: Final = i64(8)

SHIFTS: Final = 21
# Steps to the four neighbours and the eight cells around, for each width (1 << shift) of the board.
DELTA: Final = vec[i64]([d for shift in range(SHIFTS) for d in (-(1 << shift), 1, 1 << shift, -1)])
AROUND: Final = vec[i64](
    [(dy << shift) + dx for shift in range(SHIFTS) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
)
# Cells in action codes are independent of the board's size: x and y from -524288 to 524287.
SPAN_BITS: Final = 20
MIDDLE: Final = 524288
ROW_SHIFT: Final = SPAN_BITS + 2
COLUMN_MASK: Final = (1 << SPAN_BITS) - 1
CODE_STEP: Final = vec[i64]([-4 << SPAN_BITS, 4, 4 << SPAN_BITS, -4])  # from a cell code to its neighbours
