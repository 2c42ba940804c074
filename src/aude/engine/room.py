"""Makes room in a state: longer arrays, and a board for more blocks of cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import extend, vec
from aude.engine.cells import BLOCK, BLOCK_MASK, BLOCK_ROW
from aude.engine.types import Cell

if TYPE_CHECKING:
    from aude.engine.state import State

# The room in a new state, or a copy, for what is laid next.
SPARE_NODES: Final = 64
SPARE_SLOTS: Final = 20
SPARE_FRONTS: Final = 24

# A game that outgrows it is probably played to the end, so it gets plenty at once: enough for a base game.
MORE: Final = vec[i64]([0] * 64)  # for slots and empty cells
MORE_NODES: Final = 256
FEW_SEGMENTS: Final = 4  # more than most tiles have
ONES: Final = vec[i64]([1] * MORE_NODES)
ZEROS: Final = vec[i64]([0] * MORE_NODES)

EMPTY_BLOCK: Final = vec[i64]([0] * BLOCK)
NUMBERS: Final = vec[i64](list(range(4096)))


def longer(array: vec[i64]) -> vec[i64]:
    """A copy of the array with twice the length. The content of the new half does not matter."""
    return extend(array, array)


def more_fronts(state: State) -> None:
    """Room for more empty cells beside tiles."""
    state.front_code = extend(state.front_code, MORE)
    state.front_sides = extend(state.front_sides, MORE)


def more_slots(state: State) -> None:
    """Room for more laid tiles."""
    state.slot_tile = extend(state.slot_tile, MORE)
    state.slot_first = extend(state.slot_first, MORE)
    state.slot_cell = extend(state.slot_cell, MORE)


def more_nodes(state: State) -> None:
    """Room for more segments; one that is not in use yet is a feature of its own, and free."""
    room: i64 = len(state.root)
    fresh = consecutive(room, room + MORE_NODES)
    state.root = extend(state.root, fresh)
    state.next_node = extend(state.next_node, fresh)
    state.size = extend(state.size, ONES)
    state.occupants = extend(state.occupants, ZEROS)
    state.open_ends = extend(state.open_ends, ZEROS)
    state.node_slot = extend(state.node_slot, ZEROS)
    state.node_segment = extend(state.node_segment, ZEROS)


def room_for_all(state: State) -> None:
    """Room for all tiles that are left, so that copies that are played to the end need not grow."""
    tiles = state.bag_size
    while len(state.front_code) < state.fronts + tiles:
        more_fronts(state)
    while len(state.slot_tile) < state.slots + tiles:
        more_slots(state)
    while len(state.root) < state.nodes + FEW_SEGMENTS * tiles:
        more_nodes(state)


def own_tiles(state: State) -> None:
    """Stop sharing the arrays about tiles with copies, before a tile is laid or features are joined."""
    _own_tiles(state, state.fronts + SPARE_FRONTS, state.slots + SPARE_SLOTS, state.nodes + SPARE_NODES)


def own_tiles_to_end(state: State) -> None:
    """The same for a game that is about to be played to its end, keeping all the room that the shared arrays have."""
    room: i64 = len(state.root)
    _own_tiles(state, len(state.front_code), len(state.slot_tile), room)
    while len(state.open_ends) < room:  # they were no longer shared, and have less room
        missing = room - len(state.open_ends)
        state.open_ends = extend(state.open_ends, ZEROS[:missing])
        state.occupants = extend(state.occupants, ZEROS[:missing])


def _own_tiles(state: State, fronts: i64, slots: i64, nodes: i64) -> None:
    state.board = state.board[:]
    state.blocks = state.blocks[:]
    state.front_code = state.front_code[:fronts]
    state.front_sides = state.front_sides[:fronts]
    state.slot_tile = state.slot_tile[:slots]
    state.slot_first = state.slot_first[:slots]
    state.slot_cell = state.slot_cell[:slots]
    state.root = state.root[:nodes]
    state.next_node = state.next_node[:nodes]
    state.size = state.size[:nodes]
    state.node_slot = state.node_slot[:nodes]
    state.node_segment = state.node_segment[:nodes]
    state.shares_tiles = False
    if state.shares_counts:
        _own_counts(state, nodes)


def own_counts(state: State) -> None:
    """Stop sharing the counts at features with copies, before a figure moves or a feature is scored."""
    _own_counts(state, state.nodes + SPARE_NODES)


def _own_counts(state: State, nodes: i64) -> None:
    state.open_ends = state.open_ends[:nodes]
    state.occupants = state.occupants[:nodes]
    state.shares_counts = False


def consecutive(first: i64, beyond: i64) -> vec[i64]:
    """The numbers from `first` to `beyond` - 1."""
    if beyond <= len(NUMBERS):
        return NUMBERS[first:beyond]
    return vec[i64](list(range(first, beyond)))


def add_block(state: State, cell: Cell) -> i64:
    """Add the block of a cell to the board. Returns the cell's index."""
    make_room(state, cell)
    block = (cell >> BLOCK_ROW) * state.block_width + (cell >> 3 & BLOCK_MASK) - state.block_origin
    if state.blocks[block] == 0:
        state.blocks[block] = len(state.board)
        state.board = extend(state.board, EMPTY_BLOCK)
    return state.index_of(cell)


def make_room(state: State, cell: Cell) -> None:
    """Let the board grow until the block of a cell is not at its edge.

    Then all cells around tiles, and around empty cells beside them, are on the board, so its edge need not be checked.
    """
    column = (cell >> 3 & BLOCK_MASK) - state.block_west
    row = (cell >> BLOCK_ROW) - state.block_north
    width = state.block_width
    rows = len(state.blocks) // width
    if 0 < column < width - 1 and 0 < row < rows - 1:
        return
    west = max(0, 2 - column)  # one block more than needed, on the side where it is
    north = max(0, 2 - row)
    wider = max(width, column + 3) + west
    higher = max(rows, row + 3) + north
    blocks = vec[i64]([0] * (wider * higher))
    for at in range(len(state.blocks)):
        blocks[(at // width + north) * wider + at % width + west] = state.blocks[at]
    state.blocks = blocks
    state.block_width = wider
    state.block_west -= west
    state.block_north -= north
    state.block_origin = state.block_north * wider + state.block_west
