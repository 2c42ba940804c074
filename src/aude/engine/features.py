"""Questions about a feature as a whole: its tiles, traits and neighbours. All but one walk its ring of nodes."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.state import State
from aude.engine.types import Feature


def tile_count(state: State, feature: Feature) -> i64:
    """How many tiles the feature covers; a tile that it touches twice counts once."""
    if len(state.extra_ports):
        return len(slots_of(state, feature))
    root = state.root
    total: i64 = 0
    node = feature
    while True:
        first = state.slot_first[state.node_slot[node]]
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
    table = state.rules.table
    total: i64 = 0
    if column < 0:
        return 0
    node = feature
    while True:
        total += table.trait_table[state.node_segment[node] * table.trait_columns + column]
        node = state.next_node[node]
        if node == feature:
            return total


def newest_shows(state: State, symbol: i64) -> bool:
    """Whether the tile laid last carries a symbol, given as its bit (see `TileTables.symbol_of`)."""
    return state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2] & symbol != 0


def bordering(state: State, feature: Feature) -> vec[i64]:
    """The features that this one borders on its tiles, each once."""
    table = state.rules.table
    root = state.root
    found = vec[i64]()
    node = feature
    while True:
        segment = state.node_segment[node]
        for k in range(table.border_first[segment], table.border_first[segment + 1]):
            other = root[state.slot_first[state.node_slot[node]] + table.border[k]]
            if other not in found:
                found = append(found, other)
        node = state.next_node[node]
        if node == feature:
            return found
