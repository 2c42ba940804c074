"""Functions about a feature as a whole: its tiles, traits and neighbours. Most of them walk its ring of nodes."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import AROUND, EIGHT, NEAR, is_inner
from aude.engine.state import State
from aude.engine.types import Cell, Feature


def tile_count(state: State, feature: Feature) -> i64:
    """How many tiles the feature covers; a tile with two of its segments counts once."""
    if state.memo is not None:
        ring = state.memo.ring(state, feature)
        if ring is not None:
            if ring.tiles < 0:
                ring.tiles = _tile_count(state, feature)
            return ring.tiles
    return _tile_count(state, feature)


def _tile_count(state: State, feature: Feature) -> i64:
    if len(state.extra_ports):
        return len(slots_of(state, feature))
    root = state.root
    total: i64 = 0
    node = feature
    while True:
        slot = state.node_slot[node]
        first = state.slot_first[slot]
        while root[first] != feature:
            first += 1
        if first == node:  # otherwise another node of this tile has been counted
            total += 1
        node = state.next_node[node]
        if node == feature:
            return total


def slots_of(state: State, feature: Feature) -> vec[i64]:
    """The tiles that the feature covers, each once."""
    found = vec[i64]()
    node = feature
    while True:
        slot = state.node_slot[node]
        if slot not in found:
            found = append(found, slot)
        node = state.next_node[node]
        if node == feature:
            return found


def trait_count(state: State, feature: Feature, column: i64) -> i64:
    """How often the feature has a trait (a column of the tile tables)."""
    if column < 0:
        return 0
    if state.memo is not None:
        ring = state.memo.ring(state, feature)
        if ring is not None:
            if ring.traits[column] < 0:
                ring.traits[column] = _trait_count(state, feature, column)
            return ring.traits[column]
    return _trait_count(state, feature, column)


def _trait_count(state: State, feature: Feature, column: i64) -> i64:
    table = state.rules.table
    total: i64 = 0
    node = feature
    while True:
        segment = state.node_segment[node]
        total += table.trait_table[segment * table.trait_columns + column]
        node = state.next_node[node]
        if node == feature:
            return total


def count_complete(state: State, kinds: i64) -> i64:
    """How many features of these kinds (a mask) are complete, scored or not."""
    root = state.root
    open_ends = state.open_ends
    total: i64 = 0
    first: i64 = 0
    memo = state.memo
    if memo is not None:
        first = memo.listed
        for kind in range(len(memo.roots)):
            if kinds >> kind & 1:
                for node in memo.roots[kind]:
                    if open_ends[node] <= 0 and root[node] == node and state.is_complete(node):
                        total += 1
    segment_kind = state.rules.table.kind
    node_segment = state.node_segment
    for node in range(first, state.nodes):
        if open_ends[node] <= 0 and root[node] == node and state.is_complete(node):
            total += kinds >> segment_kind[node_segment[node]] & 1
    return total


def newest_shows(state: State, symbol: i64) -> bool:
    """Whether the newest tile has a symbol, given as its bit (see `TileTables.symbol_of`)."""
    return state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2] & symbol != 0


def bordering(state: State, feature: Feature) -> vec[i64]:
    """The features that this one borders on its tiles, each once."""
    table = state.rules.table
    root = state.root
    found = vec[i64](capacity=8)
    node = feature
    while True:
        segment = state.node_segment[node]
        slot = state.node_slot[node]
        first = state.slot_first[slot]
        for k in range(table.border_first[segment], table.border_first[segment + 1]):
            other = root[first + table.border[k]]
            if other not in found:
                found = append(found, other)
        node = state.next_node[node]
        if node == feature:
            return found


def centres_around(state: State, cell: Cell, kinds: i64) -> vec[i64]:
    """The nodes of these kinds (a mask) in the eight surrounding cells that are completed by the tiles around them."""
    table = state.rules.table
    found = vec[i64]()
    inner = is_inner(cell)
    board = state.board
    index = state.index_of(cell)
    for k in range(EIGHT):
        slot = (board[index + NEAR[k]] if inner else state.at(cell + AROUND[k])) - 1
        if slot >= 0:
            tile = state.slot_tile[slot] >> 2
            centre = table.tile_centre[tile]
            if centre >= 0 and kinds >> table.kind[table.tile_first[tile] + centre] & 1:
                found = append(found, state.slot_first[slot] + centre)
    return found
