"""The places that options refer to, and the numbers that are written there."""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING

from aude.board.board import Board
from aude.engine.tiles import SIDES
from aude.game.values import Cell, Range, Spot

if TYPE_CHECKING:
    from aude.game.options import Option

Edge = tuple[int, int, int]  # a side of a tile: the tile's cell, and 0 to 3 from north clockwise
Marked = Cell | Edge  # the place of the number of an option: in a cell, or at a side of a tile


def place_of(option: Option) -> Marked | None:
    """The cell that an option names, or the side of a tile in it."""
    facts = option.action.facts
    cell, side = facts.get("cell"), facts.get("side")
    if not isinstance(cell, tuple) or isinstance(cell, Spot | Range):
        return None
    return (*cell, SIDES.index(side)) if isinstance(side, str) else cell


def legal_cells(options: Sequence[Option]) -> dict[Marked, list[int]]:
    """The cells and the sides of tiles that options name, each with the numbers (from 1) of those options."""
    found: dict[Marked, list[int]] = {}
    for number, option in enumerate(options, 1):
        place = place_of(option)
        if place is not None:
            found.setdefault(place, []).append(number)
    return found


def span(numbers: Sequence[int]) -> str:
    """Abbreviate numbers: `3`, `3-6` or `3,5`.

    >>> span([3, 4, 5]), span([3, 5]), span([3, 5, 9, 11])
    ('3-5', '3,5', '3,5..')
    """
    if len(numbers) == 1:
        return str(numbers[0])
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    if len(numbers) == 2:
        return f"{numbers[0]},{numbers[1]}"
    return f"{numbers[0]},{numbers[1]}.."


def spot_in(board: Board, option: Option) -> Spot | None:
    """The segment on the board that an option names first."""
    named = (fact for fact in option.action.facts.values() if isinstance(fact, Spot))
    spot = next(named, None)
    return spot if spot is not None and board.feature_at(spot) is not None else None
