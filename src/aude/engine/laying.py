"""Lays a tile: its segments become nodes, they are joined to those of its neighbours, and the frontier grows."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import (
    AROUND,
    BLOCK,
    COLUMN_MASK,
    EAST,
    EIGHT,
    FOUR,
    NEAR,
    SOUTH,
    SPAN_BITS,
    THREE,
    is_inner,
    place_in_block,
)
from aude.engine.joining import close_end, extra_port, join, join_nodes
from aude.engine.room import add_block, more_fronts, more_nodes, more_slots, own_tiles
from aude.engine.state import State
from aude.engine.types import Cell, Slot

MANY_CENTRES: Final = 24  # with more open centres than this, the cells around a new tile are searched instead


def put(state: State, tile: i64, cell: Cell, rotation: i64) -> i64:
    """Lay a tile and join its segments to those of its neighbours. Returns the new slot."""
    table = state.rules.table
    turned = tile * 4 + rotation
    slot = state.slots
    first = state.nodes
    count = table.tile_segments[tile]
    if state.shares_tiles:
        own_tiles(state)
    if slot == len(state.slot_tile):
        more_slots(state)
    if first + count > len(state.root):
        more_nodes(state)
    state.slot_tile[slot] = turned
    state.slot_first[slot] = first
    state.slot_cell[slot] = cell
    state.slots = slot + 1
    state.nodes = first + count
    root = state.root
    open_ends = state.open_ends
    node_slot = state.node_slot
    node_segment = state.node_segment
    segment = table.tile_first[tile]
    for node in range(first, first + count):
        open_ends[node] = table.ends[segment]
        node_slot[node] = slot
        node_segment[node] = segment
        segment += 1
    index = state.index_of(cell)
    if state.board[index] < 0:
        _drop_front(state, -state.board[index] - 1)
    elif index < BLOCK:  # not next to a tile: the first one, or laid by hand
        index = add_block(state, cell)
    board = state.board
    board[index] = slot + 1
    if len(state.open_centres):
        _surround(state, cell)
    centre = table.tile_centre[tile]
    if centre >= 0:
        _add_centre(state, first + centre, cell)
    ports = table.ports
    side_value = table.side_value
    extra = len(state.extra_ports) > 0
    inner = is_inner(cell)
    block = index - place_in_block(cell)
    step: i64 = -SOUTH  # to the next cell, and after a quarter turn clockwise
    turned_step: i64 = EAST
    for side in range(FOUR):
        beside = cell + step
        step, turned_step = turned_step, -step
        index = block + place_in_block(beside) if inner else state.index_of(beside)
        there = board[index]
        if there > 0:  # segments that continue on both tiles are joined, those that continue on only one are closed
            other = there - 1
            mine = turned * 12 + side * 3
            theirs = state.slot_tile[other] * 12 + (side ^ 2) * 3 + 2
            other_first = state.slot_first[other]
            for k in range(THREE):
                own = ports[mine + k]
                facing = ports[theirs - k]
                if own >= 0 and facing >= 0:
                    a = root[first + own]
                    b = root[other_first + facing]
                    if a == b:
                        open_ends[a] -= 2
                    else:
                        join(state, a, b)
                elif own != facing or (extra and k == 1):  # otherwise nothing reaches the edge here on either side
                    _meet_unequal(state, slot, other, side, k, own, facing)
        elif there < 0:
            state.front_sides[-there - 1] += side_value[turned * 4 + side]
        else:  # an empty cell joins the frontier
            front = state.fronts
            if front == len(state.front_code):
                more_fronts(state)
            if index < BLOCK:
                index = add_block(state, beside)
                board = state.board
            board[index] = -front - 1
            state.front_code[front] = beside << 2
            state.front_sides[front] = side_value[turned * 4 + side]
            state.fronts = front + 1
    return slot


def _drop_front(state: State, front: i64) -> None:
    """Remove a cell from the frontier; the last of the list takes its place."""
    last = state.fronts - 1
    state.fronts = last
    if front != last:
        moved = state.front_code[last]
        state.front_code[front] = moved
        state.front_sides[front] = state.front_sides[last]
        state.board[state.index_of(moved >> 2)] = -front - 1


def _meet_unequal(state: State, slot: Slot, other: i64, side: i64, k: i64, segment: i64, facing: i64) -> None:
    """Handle a port where at least one of two tiles shows nothing, or has a segment that was laid over it later."""
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
    """Update surrounded features after a tile was laid: they may need one cell less."""
    corner = cell + AROUND[0]  # the cell to the north-west
    if len(state.open_centres) > MANY_CENTRES:
        _surround_many(state, cell)
        return
    for node in state.open_centres:
        slot = state.node_slot[node]
        away = state.slot_cell[slot] - corner
        if 0 <= away >> SPAN_BITS <= 2 and away & COLUMN_MASK <= 2 and state.open_ends[node] > 0:
            state.open_ends[node] -= 1
            if state.open_ends[node] == 0:
                _close_centre(state, node)


def _surround_many(state: State, cell: Cell) -> None:
    """The same by looking at the eight surrounding cells, which is faster than walking a long list."""
    centres = state.rules.table.tile_centre
    closed: i64 = 0
    inner = is_inner(cell)
    board = state.board
    index = state.index_of(cell)
    for k in range(EIGHT):
        slot = (board[index + NEAR[k]] if inner else state.at(cell + AROUND[k])) - 1
        if slot >= 0:
            centre = centres[state.slot_tile[slot] >> 2]
            if centre >= 0:
                node = state.slot_first[slot] + centre
                if state.open_ends[node] > 0:
                    state.open_ends[node] -= 1
                    if state.open_ends[node] == 0:
                        closed += 1
    if closed:
        for node in state.open_centres[:]:
            if state.open_ends[node] == 0:
                _close_centre(state, node)


def _close_centre(state: State, centre: i64) -> None:
    """Remove a feature from the list of open centres when all cells around it have tiles."""
    still_open = vec[i64]()
    for node in state.open_centres:
        if node != centre:
            still_open = append(still_open, node)
    state.open_centres = still_open
    state.touched = append(state.touched, centre)


def _add_centre(state: State, centre: i64, cell: Cell) -> None:
    """Register a feature of the new tile that is completed by the surrounding cells."""
    inner = is_inner(cell)
    index = state.index_of(cell)
    waits_for = state.open_ends[centre]
    for k in range(EIGHT):
        if (state.board[index + NEAR[k]] if inner else state.at(cell + AROUND[k])) > 0:
            waits_for -= 1
    state.open_ends[centre] = waits_for
    if waits_for:
        state.open_centres = append(state.open_centres, centre)
    else:
        state.touched = append(state.touched, centre)
