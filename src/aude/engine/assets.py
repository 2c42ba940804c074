"""What boxes tell those who judge a position: what seats have that no scorer counts, what else fills cells, what never.

Nothing of it is needed to play. A part announces it with `Rules.add_asset`, `Rules.add_filler` and `Rules.add_ban`; one
that announces nothing is judged by the points that its rules give and by the tiles in the stack.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.types import Cell, Feature

if TYPE_CHECKING:
    from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Asset:
    """Something that seats have and will be glad of (or sorry for), besides points, features and free figures."""

    def __init__(self, name: str, worth: float) -> None:
        self.name = name  # "goods.ahead": whose it is, and what is counted
        self.worth = worth  # of one, in points, until something better is learned; with no tile left it is worth 0

    def count(self, state: State, counts: vec[float]) -> None:
        """Add to the count of each seat how much of it the seat has. Changes nothing but `counts`.

        Asked for every position that is judged: look at registers and figures, not at the whole table.
        """


class ExtraTurn(Asset):
    """The player has earned an extra turn or part of one, whatever earned it (see `aude.engine.turns`)."""

    def __init__(self, earned: i64) -> None:
        super().__init__("turn.extra", 3.5)
        self.earned: i64 = earned  # the register

    def count(self, state: State, counts: vec[float]) -> None:
        if state.bag_size and state.registers[self.earned]:
            counts[state.player] += 1.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Filler:
    """What else may fill an empty cell than a tile of the stack that matches, and so close what ends there."""

    def add_tiles(self, state: State, bag: vec[i64]) -> None:
        """Add tiles that are neither in the stack nor on the table, but may still be laid, to the copies of each."""

    def pieces(self, state: State) -> i64:
        """How many pieces that fill cells are left, whoever has them. The next two are asked only if there are any."""
        return 0

    def filling(self, bag: vec[i64], pieces: i64, sides: i64) -> i64:
        """How often the pieces, with tiles of this bag, may fill a cell whose neighbours show this; 0 only if never.

        Counted as tiles. For `sides` see `State.front_sides`; asked only where hardly a tile fits.
        """
        return 0

    def closing(self, bag: vec[i64], pieces: i64, sides: i64, meeting: i64) -> i64:
        """How many of these close a feature that meets the cell at some sides (a mask)."""
        return 0

    def elsewhere(self, state: State, feature: Feature) -> float:
        """The chance that the ends of a feature which are at no side of a tile are closed (see `Rules.leave_open`).

        1 for a feature without such ends, and less for any other.
        """
        return 1.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Ban:
    """Tiles that may never lie at an empty cell, whatever else is laid, although their sides match there."""

    def forbids(self, state: State, cell: Cell, tile: i64) -> bool:
        """Whether `Part.filter_rotations` removes this tile at this cell now and for good."""
        return False

    def depends_on(self, state: State, tile: i64) -> bool:
        """Whether more may be forbidden, somewhere, once this tile has been laid."""
        return True
