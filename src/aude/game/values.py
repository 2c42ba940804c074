"""The values that actions, events and boards are made of.

>>> Spot("city", ("N", "E"), (0, -1))
Spot('city', ('N', 'E'), (0, -1))
>>> str(Spot("city", ("N", "E"), (0, -1)))
'city N.E at 0,-1'
"""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple, TypeAlias

from aude.shown import Shown

Cell: TypeAlias = tuple[int, int]
"""Where a tile lies: x to the east, y to the south; the start tile lies at (0, 0)."""


class Spot(NamedTuple):
    """A segment of a laid tile: where a figure stands, or may stand.

    `sides` distinguishes it from others of its kind on the tile: the sides (for fields, half sides) that it touches,
    clockwise from the north-west; a number if it touches none and has a twin; empty if its kind is enough.

    >>> spot = Spot("road", ("E", "W"), (0, 0))
    >>> str(spot), Spot.read("road E.W at 0,0") == spot
    ('road E.W at 0,0', True)
    """

    kind: str  # city, road, field …
    sides: tuple[str, ...]  # the sides that it touches
    cell: Cell  # where the tile lies

    @property
    def words(self) -> list[str]:
        """The words of its notation: the kind, the sides if there are any, `at` and the cell."""
        return [self.kind, *([".".join(self.sides)] if self.sides else []), "at", cell_text(self.cell)]

    @classmethod
    def read(cls, text: str) -> Spot:
        """Parse a spot written by `str`."""
        head, _, cell = text.rpartition(" at ")
        kind, _, sides = head.partition(" ")
        x, _, y = cell.partition(",")
        return cls(kind, tuple(sides.split(".")) if sides else (), (int(x), int(y)))

    def __str__(self) -> str:
        return " ".join(self.words)

    def __repr__(self) -> str:
        return f"Spot({self.kind!r}, {self.sides!r}, {self.cell!r})"


class Range(NamedTuple):
    """Every whole number from `low` to `high`, for an option that leaves its number open.

    >>> str(Range(1, 9)), 5 in range(*Range(1, 9))
    ('1..9', True)
    """

    low: int  # the lowest number
    high: int  # the highest number, which is included

    def __str__(self) -> str:
        return f"{self.low}..{self.high}"


@dataclass(frozen=True)
class ScoreLine:
    """One line of the sum behind a score: what was counted, how many of it, and the points for that.

    >>> print(ScoreLine("tiles", 3, 6))
    tiles 6
    """

    label: str  # what was counted; the texts of a game translate it
    count: int  # how many of it
    points: int  # the points for them

    def __str__(self) -> str:
        return f"{self.label} {self.points}"


class Points(Shown, dict[str, int]):
    """The points of each seat: a dictionary that notebooks display as a table."""

    __slots__ = ()


def cell_text(cell: Cell) -> str:
    """A cell in its notation: `0,-1`."""
    return f"{cell[0]},{cell[1]}"
