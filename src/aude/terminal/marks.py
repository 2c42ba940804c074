"""The places that options speak of, and the numbers that are written there."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from aude.board import Board
from aude.engine.tiles import SIDES
from aude.game.values import Cell, Spot
from aude.terminal.sidepicture import Edge

if TYPE_CHECKING:
    from aude.game.game import Option

CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
SIDES_WORD = re.compile(r"[NESW][LR]?(?:\.[NESW][LR]?)*|\d")

Marked = Cell | Edge  # where the number of an option is written: in a cell, or at a side of a tile


def cell_in(words: Iterable[str]) -> Cell | None:
    """The first cell that the words name."""
    for word in words:
        match = CELL.fullmatch(word)
        if match:
            return int(match[1]), int(match[2])
    return None


def edge_in(words: Sequence[str]) -> Edge | None:
    """The side of a tile that an option speaks of: `VERB E at 0,-1`."""
    cell = cell_in(words[3:4])
    if cell is None or words[1] not in tuple(SIDES) or words[2] != "at":
        return None
    return *cell, SIDES.index(words[1])


def legal_cells(options: Sequence[Option]) -> dict[Marked, list[int]]:
    """The cells and the sides of tiles that options name, each with the numbers (from 1) of those options."""
    found: dict[Marked, list[int]] = {}
    for number, option in enumerate(options, 1):
        place = edge_in(option.words) or cell_in(option.words)
        if place is not None:
            found.setdefault(place, []).append(number)
    return found


def span(numbers: Sequence[int]) -> str:
    """Numbers in few characters: `3`, `3-6` or `3,5`.

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
    """The segment that an option to place a figure speaks of: `… city N.E [at 0,-1]`, `… field 2`."""
    words = option.words
    kinds = {spot.kind for spot in board.spots}
    at = next((index for index, word in enumerate(words) if word in kinds), -1)
    if at < 1:
        return None
    sides = words[at + 1] if len(words) > at + 1 and SIDES_WORD.fullmatch(words[at + 1]) else ""
    cell = cell_in(words[at + 2 :] if sides else words[at + 1 :])
    tile = board.tiles[-1] if cell is None else board.tile_at(cell)
    spots = tile.spots if tile is not None else ()
    return next((spot for spot in spots if spot.kind == words[at] and ".".join(spot.sides) == sides), None)
