"""Hints from boxes for evaluating positions: assets that no scorer counts, and what can or cannot fill empty cells.

They are not needed to play. A part adds them with `Rules.add_asset`, `Rules.add_filler` and `Rules.add_ban`; without
them, positions are evaluated by the points that the rules give and by the tiles in the stack.
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
    """Something valuable (or harmful) that seats have, besides points, features and free figures."""

    def __init__(self, name: str, worth: float) -> None:
        self.name = name  # "goods.ahead": the element that it belongs to, and what is counted
        self.worth = worth  # of one, in points, unless a better value is learned; it is 0 when no tile is left

    def count(self, state: State, counts: vec[float]) -> None:
        """Add to the count of each seat how much of it the seat has. Must change nothing but `counts`.

        This is called for every position that is evaluated: look at registers and figures, not at the whole table.
        """


class ExtraTurn(Asset):
    """An extra turn, or part of one, that the player has earned in any way (see `aude.engine.turns`)."""

    def __init__(self, earned: i64) -> None:
        super().__init__("turn.extra", 3.5)
        self.earned: i64 = earned  # the register

    def count(self, state: State, counts: vec[float]) -> None:
        if state.bag_size and state.registers[self.earned]:
            counts[state.player] += 1.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Filler:
    """Something other than a matching tile of the stack that may fill an empty cell, and so close what ends there."""

    def add_tiles(self, state: State, bag: vec[i64]) -> None:
        """Add tiles that are neither in the stack nor on the table, but may still be laid, to the copies of each."""

    def pieces(self, state: State) -> i64:
        """How many pieces that fill cells are left, whoever has them. The next two are only called if there are any."""
        return 0

    def filling(self, bag: vec[i64], pieces: i64, sides: i64) -> i64:
        """In how many ways the pieces, with tiles of this bag, may fill a cell with these neighbours; 0 only if never.

        The unit is tiles. For `sides` see `State.front_sides`. This is only called if hardly any tile fits.
        """
        return 0

    def closing(self, bag: vec[i64], pieces: i64, sides: i64, meeting: i64) -> i64:
        """How many of these close a feature that meets the cell at some sides (a mask)."""
        return 0

    def elsewhere(self, state: State, feature: Feature) -> float:
        """The probability that the ends of a feature that are not at a side of a tile get closed (`Rules.leave_open`).

        It is 1 for a feature without such ends, and less for any other.
        """
        return 1.0


@mypyc_attr(allow_interpreted_subclasses=True)
class Ban:
    """Tiles that can never be laid in a cell, whatever else is laid, although their sides match there."""

    def forbids(self, state: State, cell: Cell, tile: i64) -> bool:
        """Whether `Part.filter_rotations` forbids this tile in this cell for the rest of the game."""
        return False

    def depends_on(self, state: State, tile: i64) -> bool:
        """Whether laying this tile may lead to more being forbidden somewhere."""
        return True
