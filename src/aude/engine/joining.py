"""Changes features other than by laying tiles: joins them, closes them at a side, lays segments over tiles."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append
from aude.engine.cells import FOUR, THREE
from aude.engine.room import more_nodes, own_counts, own_tiles
from aude.engine.state import State
from aude.engine.types import Feature, Node, Slot


def join(state: State, a: i64, b: i64) -> None:
    """Merge two features; the larger one keeps its root."""
    root = state.root
    next_node = state.next_node
    if state.size[a] < state.size[b]:
        c = a
        a = b
        b = c
    node = b
    while True:
        root[node] = a
        node = next_node[node]
        if node == b:
            break
    after = next_node[a]
    next_node[a] = next_node[b]
    next_node[b] = after
    state.size[a] += state.size[b]
    state.open_ends[a] += state.open_ends[b] - 2
    state.occupants[a] += state.occupants[b]


def join_nodes(state: State, a: i64, b: i64) -> None:
    """Join two features through one open end of each, wherever they lie."""
    if state.shares_tiles:
        own_tiles(state)
    root_a = state.root[a]
    root_b = state.root[b]
    if root_a == root_b:
        state.open_ends[root_a] -= 2
    else:
        join(state, root_a, root_b)
    state.touched = append(state.touched, a)


def close_end(state: State, node: Node) -> None:
    """Close one open end of a feature without continuing it."""
    if state.shares_counts:
        own_counts(state)
    state.open_ends[state.root[node]] -= 1
    state.touched = append(state.touched, node)


def settle(state: State, feature: Feature, ends: i64) -> None:
    """Mark a feature as having no open ends: DONE if it is complete, or a lower number with a meaning for a box."""
    if state.shares_counts:
        own_counts(state)
    state.open_ends[feature] = ends


def add_segment(state: State, slot: Slot, kind: i64, sides: i64) -> i64:
    """Lay a segment over a tile, with one open end at each side of the mask. Returns the new node.

    It is joined to neighbours at once; empty cells there now require the kind of this segment.
    """
    node = state.nodes
    if state.shares_tiles:
        own_tiles(state)
    if node == len(state.root):
        more_nodes(state)
    state.nodes = node + 1
    table = state.rules.table
    state.open_ends[node] = 0
    state.node_slot[node] = slot
    state.node_segment[node] = table.plain_segment + kind
    cell = state.slot_cell[slot]
    code = table.side_code[kind]
    for side in range(FOUR):
        if not sides >> side & 1:
            continue
        state.open_ends[state.root[node]] += 1
        state.extra_ports = append(append(state.extra_ports, slot * 4 + side), node)
        there = state.beside(cell, side)
        if there < 0:
            printed = table.side_value[state.slot_tile[slot] * 4 + side]
            state.front_sides[-there - 1] += code * table.side_weight[side ^ 2] - printed
        elif there > 0:
            facing = port_node(state, there - 1, side ^ 2)
            if facing >= 0:
                state.open_ends[state.root[facing]] += 1  # reopen the end that was closed when the tiles met
                join_nodes(state, node, facing)
            else:
                close_end(state, node)
    return node


def close_side(state: State, slot: Slot, side: i64) -> None:
    """Put a barrier at a side of a tile: whatever leads there is closed, and no tile may be laid next to it.

    This is only for games that set `Rules.barriers`.
    """
    if state.shares_tiles:
        own_tiles(state)
    table = state.rules.table
    turned = state.slot_tile[slot]
    for k in range(THREE):
        segment = table.ports[turned * 12 + side * 3 + k]
        if segment >= 0:
            close_end(state, state.slot_first[slot] + segment)
    there = state.beside(state.slot_cell[slot], side)
    if there < 0:
        printed = table.side_value[turned * 4 + side]
        state.front_sides[-there - 1] += table.barrier * table.side_weight[side ^ 2] - printed


def port_node(state: State, slot: Slot, side: i64) -> i64:
    """The node in the middle of a side, or -1."""
    segment = state.rules.table.ports[state.slot_tile[slot] * 12 + side * 3 + 1]
    return state.slot_first[slot] + segment if segment >= 0 else extra_port(state, slot, side)


def extra_port(state: State, slot: Slot, side: i64) -> i64:
    """The node that was laid over a tile and leads to this side of it, or -1."""
    key = slot * 4 + side
    for k in range(0, len(state.extra_ports), 2):
        if state.extra_ports[k] == key:
            return state.extra_ports[k + 1]
    return -1
