"""Growing a state: its arrays double in length, its board in width or height."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.arrays import vec

if TYPE_CHECKING:
    from aude.engine.state import State


def longer(array: vec[i64]) -> vec[i64]:
    """The same array with twice the room."""
    length: i64 = len(array)
    twice = vec[i64]([0] * (2 * length))
    for at in range(length):
        twice[at] = array[at]
    return twice


def more_fronts(state: State) -> None:
    """Room for twice as many empty cells beside tiles."""
    state.front_code = longer(state.front_code)
    state.front_sides = longer(state.front_sides)


def more_slots(state: State) -> None:
    """Room for twice as many laid tiles."""
    state.slot_tile = longer(state.slot_tile)
    state.slot_first = longer(state.slot_first)
    state.slot_cell = longer(state.slot_cell)


def more_nodes(state: State) -> None:
    """Room for twice as many segments; one that is not in use yet is a feature of its own."""
    room: i64 = len(state.root)
    beyond = 2 * room
    state.root = longer(state.root)
    state.next_node = longer(state.next_node)
    state.size = longer(state.size)
    for node in range(room, beyond):
        state.root[node] = node
        state.next_node[node] = node
        state.size[node] = 1
    state.open_ends = longer(state.open_ends)
    state.occupants = longer(state.occupants)
    state.node_slot = longer(state.node_slot)
    state.node_segment = longer(state.node_segment)


def make_room(state: State, row: i64, column: i64) -> i64:
    """Let the board grow until there are two cells on all sides of this one. Returns the cell's new index.

    So the empty cells beside a tile have neighbours on the board too, and no code has to check for its edge.
    """
    x = column - state.west
    y = row - state.north
    if not 1 < column < (1 << state.shift) - 2:
        widen(state)
    if not 1 < row < state.rows - 2:
        heighten(state)
    return state.cell_of(x, y)


def widen(state: State) -> None:
    """A board that is twice as wide."""
    width: i64 = 1 << state.shift
    _move_board(state, state.shift + 1, state.rows, width >> 1, 0)


def heighten(state: State) -> None:
    """A board that is twice as high."""
    _move_board(state, state.shift, 2 * state.rows, 0, state.rows >> 1)


def _move_board(state: State, shift: i64, rows: i64, east: i64, south: i64) -> None:
    """A larger board, with everything moved by (east, south)."""
    width: i64 = 1 << state.shift
    cells = rows << shift
    board = vec[i64]([0] * cells)
    for row in range(state.rows):
        for column in range(width):
            there = state.board[(row << state.shift) + column]
            if there != 0:
                cell = ((row + south) << shift) + column + east
                board[cell] = there
                if there > 0:
                    state.slot_cell[there - 1] = cell
    state.board = board
    state.shift = shift
    state.rows = rows
    state.west += east
    state.north += south
    state.set_origin()
