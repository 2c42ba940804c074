"""What lies where on the board of a game, and which places its options speak of: for those who draw and tell."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence
from functools import lru_cache
from typing import TYPE_CHECKING

from aude.engine.figures import claimed
from aude.engine.rules import SUPPLY
from aude.engine.state import State
from aude.engine.tables import TileTables
from aude.engine.tiles import SIDES
from aude.engine.words import ports_of, sides_of
from aude.terminal.glyphs import trait_name
from aude.terminal.pieces import Piece
from aude.terminal.sidepicture import Edge
from aude.terminal.tilepicture import Cell

if TYPE_CHECKING:
    from aude.game.game import Game, Option

CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
SIDES_WORD = re.compile(r"[NESW][LR]?(?:\.[NESW][LR]?)*|\d")

Marked = Cell | Edge  # where the number of an option is written: in a cell, or at a side of a tile


# -- what lies where --------------------------------------------------------------------------------------------------
def laid_cells(game: Game) -> dict[Cell, int]:
    """The slot at each cell where a tile lies."""
    state = game.state
    found = {}
    for slot in range(state.slots):
        cell = state.slot_cell[slot]
        found[int(state.x_of(cell)), int(state.y_of(cell))] = slot
    return found


def nodes_of_slots(game: Game) -> dict[int, list[int]]:
    """The nodes of each slot, those laid over it later included."""
    found: dict[int, list[int]] = {}
    for node in range(game.state.nodes):
        found.setdefault(int(game.state.node_slot[node]), []).append(node)
    return found


def piece_of(game: Game, node: int) -> Piece:
    """A node as it lies."""
    marks = marks_of(game.rules.table, int(game.state.node_segment[node]))
    return Piece(kind_of(game, node), tuple(ports_of(game.state, node)), marks)


@lru_cache(maxsize=4096)
def marks_of(table: TileTables, segment: int) -> tuple[str, ...]:
    """What is printed on a segment, by its names on the board."""
    columns = ((trait_name(trait), column) for trait, column in table.traits.items())
    return tuple(name for name, column in columns if name and table.trait(segment, column))


def kind_of(game: Game, node: int) -> str:
    """The kind of feature that a node belongs to."""
    return game.rules.kinds[int(game.state.kind_of(node))].name


def standing_figures(game: Game) -> list[tuple[int, str, int]]:
    """Every figure on a tile: its node, its kind, its seat's number."""
    rules = game.rules
    found = []
    for figure in range(rules.figures):
        node = int(game.state.figure_at[figure])
        if node >= 0:
            kind = rules.figure_kinds[int(rules.figure_kind[figure])].name
            found.append((node, kind, int(rules.figure_seat[figure])))
    return found


def claiming_figures(game: Game) -> list[tuple[int, str, int]]:
    """Every figure that stands beside a feature and counts as its own, as a barn at a corner does: as above."""
    rules = game.rules
    found = []
    for figure in range(rules.figures):
        place = int(game.state.figure_at[figure])
        feature = int(claimed(game.state, place)) if place < SUPPLY else -1
        if feature >= 0:
            kind = rules.figure_kinds[int(rules.figure_kind[figure])].name
            found.append((feature, kind, int(rules.figure_seat[figure])))
    return found


def laid_tokens(game: Game) -> list[tuple[int, str, int]]:
    """Every token that a box has laid on a tile: its node (-1 - slot: the whole tile), its name, its seat's number."""
    return [(node, name, seat) for box in game.rules.boxes for node, seat, name in box.tokens_laid(game.state)]


def pieces_at_sides(game: Game) -> list[tuple[int, int, str, int]]:
    """Everything that stands at a side of a tile: its slot, the side, its name, its seat's number (-1: nobody's)."""
    found = [piece for box in game.rules.boxes for piece in box.pieces_at_sides(game.state)]
    return [(slot, side, name, seat) for slot, side, seat, name in found]


def newest_slot(state: State) -> int:
    """The tile laid last, or -1 if only start tiles lie (or none)."""
    slots = int(state.slots)
    start = len(state.rules.start) + sum(len(block.tiles) for block in state.rules.loose_blocks)
    return slots - 1 if slots > start else -1


# -- what can be chosen -----------------------------------------------------------------------------------------------
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


def spot_node(game: Game, option: Option) -> int:
    """The node that an option to place a figure speaks of (`… city N.E [at 0,-1]`, `… field 2`), or -1."""
    words = option.words
    kinds = {kind.name for kind in game.rules.kinds}
    at = next((index for index, word in enumerate(words) if word in kinds), -1)
    if at < 1:
        return -1
    sides = words[at + 1] if len(words) > at + 1 and SIDES_WORD.fullmatch(words[at + 1]) else ""
    rest = words[at + 2 :] if sides else words[at + 1 :]
    cell = cell_in(rest)
    slot = int(game.state.slots) - 1 if cell is None else laid_cells(game).get(cell, -1)
    for node in nodes_of_slots(game).get(slot, []):
        if kind_of(game, node) == words[at] and ".".join(sides_of(game.state, node)) == sides:
            return node
    return -1
