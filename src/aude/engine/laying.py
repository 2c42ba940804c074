"""Laying a tile: its segments become nodes, they are joined to what they meet, and the frontier grows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import AROUND, CODE_STEP, DELTA, EIGHT, FOUR, THREE
from aude.engine.joining import close_end, extra_port, join, join_nodes
from aude.engine.room import make_room, more_fronts, more_nodes, more_slots
from aude.engine.state import State
from aude.engine.types import Cell, Slot

MANY_CENTRES: Final = 12  # with more open centres than this, the cells around a new tile are searched instead


def put(state: State, tile: i64, cell: Cell, rotation: i64) -> i64:
    """Lay a tile and join its segments to those of its neighbours. Returns the new slot."""
    shift = state.shift
    row = cell >> shift
    column = cell - (row << shift)
    if not (1 < row < state.rows - 2 and 1 < column < (1 << shift) - 2):
        cell = make_room(state, row, column)
        shift = state.shift
    table = state.rules.table
    turned = tile * 4 + rotation
    slot = state.slots
    first = state.nodes
    count = table.tile_segments[tile]
    if slot == len(state.slot_tile):
        more_slots(state)
    if first + count > len(state.root):
        more_nodes(state)
    board = state.board
    state.slot_tile[slot] = turned
    state.slot_first[slot] = first
    state.slot_cell[slot] = cell
    state.slots = slot + 1
    state.nodes = first + count
    segment = table.tile_first[tile]
    ends = table.ends
    open_ends = state.open_ends
    node_slot = state.node_slot
    node_segment = state.node_segment
    for node in range(first, first + count):
        open_ends[node] = ends[segment]
        node_slot[node] = slot
        node_segment[node] = segment
        segment += 1
    if board[cell] < 0:
        code = _drop_front(state, -board[cell] - 1)
    else:
        code = state.code_of_cell(cell)
    board[cell] = slot + 1
    centre = table.tile_centre[tile]
    if len(state.open_centres):
        _surround(state, cell)
    if centre >= 0:
        _add_centre(state, first + centre, cell)
    side_value = table.side_value
    turned_side = turned * 4
    delta = DELTA
    code_step = CODE_STEP
    width = shift * 4
    for side in range(FOUR):
        beside = cell + delta[width + side]
        there = board[beside]
        if there > 0:
            _meet(state, slot, there - 1, side)
        elif there < 0:
            state.front_sides[-there - 1] += side_value[turned_side + side]
        else:  # an empty cell joins the frontier
            front = state.fronts
            if front == len(state.front_code):
                more_fronts(state)
            board[beside] = -front - 1
            state.front_code[front] = code + code_step[side]
            state.front_sides[front] = side_value[turned_side + side]
            state.fronts = front + 1
    return slot


def _drop_front(state: State, front: i64) -> i64:
    """Remove a cell from the frontier; the last of the list takes its place. Returns its cell code."""
    front_code = state.front_code
    code = front_code[front]
    last = state.fronts - 1
    state.fronts = last
    if front != last:
        moved = front_code[last]
        front_code[front] = moved
        state.front_sides[front] = state.front_sides[last]
        state.board[state.cell_of_code(moved)] = -front - 1
    return code


def _meet(state: State, slot: Slot, other: i64, side: i64) -> None:
    """Two tiles lie side by side: what both continue is joined, what only one does is closed there."""
    table = state.rules.table
    ports = table.ports
    mine = state.slot_tile[slot] * 12 + side * 3
    theirs = state.slot_tile[other] * 12 + (side ^ 2) * 3 + 2
    first = state.slot_first[slot]
    other_first = state.slot_first[other]
    root = state.root
    extra = len(state.extra_ports) > 0
    for k in range(THREE):
        node = ports[mine + k]
        facing = ports[theirs - k]
        if node >= 0 and facing >= 0:
            a = root[first + node]
            b = root[other_first + facing]
            if a == b:
                state.open_ends[a] -= 2
            else:
                join(state, a, b)
        elif node != facing or extra:  # otherwise nothing reaches the edge here on either side
            _meet_unequal(state, slot, other, side, k, node, facing)


def _meet_unequal(state: State, slot: Slot, other: i64, side: i64, k: i64, segment: i64, facing: i64) -> None:
    """One port where at least one of two tiles shows nothing, or a segment laid over it later."""
    node: i64 = -1
    if segment >= 0:
        node = state.slot_first[slot] + segment
    elif k == 1:
        node = extra_port(state, slot, side)
    there: i64 = -1
    if facing >= 0:
        there = state.slot_first[other] + facing
    elif k == 1:
        there = extra_port(state, other, side ^ 2)
    if node >= 0 and there >= 0:
        join_nodes(state, node, there)
    elif node >= 0:
        close_end(state, node)
    elif there >= 0:
        close_end(state, there)


# -- features that the cells around them complete ----------------------------------------------------------------------
def _surround(state: State, cell: Cell) -> None:
    """A tile now lies here: features completed by the cells around them may wait for one cell less."""
    shift = state.shift
    mask = (1 << shift) - 1
    corner = cell - mask - 2  # the cell to the north-west
    if len(state.open_centres) > MANY_CENTRES:
        _surround_many(state, cell)
        return
    for node in state.open_centres:
        away = state.slot_cell[state.node_slot[node]] - corner
        if 0 <= away >> shift <= 2 and away & mask <= 2 and state.open_ends[node] > 0:
            state.open_ends[node] -= 1
            if state.open_ends[node] == 0:
                _close_centre(state, node)


def _surround_many(state: State, cell: Cell) -> None:
    """The same by looking at the eight cells around, which is faster than walking a long list."""
    centres = state.rules.table.tile_centre
    closed: i64 = 0
    for k in range(EIGHT):
        slot = state.board[cell + AROUND[state.shift * 8 + k]] - 1
        if slot >= 0:
            centre = centres[state.slot_tile[slot] >> 2]
            node = state.slot_first[slot] + centre
            if centre >= 0 and state.open_ends[node] > 0:
                state.open_ends[node] -= 1
                if state.open_ends[node] == 0:
                    closed += 1
    if closed:
        for node in state.open_centres[:]:
            if state.open_ends[node] == 0:
                _close_centre(state, node)


def _close_centre(state: State, centre: i64) -> None:
    """All cells around a feature hold tiles."""
    still_open = vec[i64]()
    for node in state.open_centres:
        if node != centre:
            still_open = append(still_open, node)
    state.open_centres = still_open
    state.touched = append(state.touched, centre)


def _add_centre(state: State, centre: i64, cell: Cell) -> None:
    """The tile just laid has a feature that is completed by the cells around it."""
    board = state.board
    around = AROUND
    width = state.shift * 8
    for k in range(EIGHT):
        if board[cell + around[width + k]] > 0:
            state.open_ends[centre] -= 1
    if state.open_ends[centre]:
        state.open_centres = append(state.open_centres, centre)
    else:
        state.touched = append(state.touched, centre)
