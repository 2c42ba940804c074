"""Signatures of tiles and features: numbers that stay the same as long as what people see stays the same.

A program that describes the table after every move (a server) only needs to describe again what has a new number.
Signatures depend on everything in a description and not on the moves that led to it, so they can be compared even after
an undo. The probability that two different things have the same signature is 10 to the -18.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.scoring import weight_on
from aude.engine.state import State
from aude.engine.step import Line

MASK: Final[i64] = 0x1FFFFFFFFFFFFFFF  # 61 bits
ODD: Final[i64] = 0x1E3779B97F4A7C15  # multiplying by this spreads a number over all of them


@final
class Signatures:
    """The signatures of all tiles and features of a state."""

    def __init__(self, state: State) -> None:
        self.ids: vec[i64] = feature_ids(state)  # by node: the lowest node of its feature
        self.tiles: vec[i64] = _tiles(state, self.ids)  # by slot
        self.features: vec[i64] = _features(state, self.ids)  # pairs: the id of a feature and its number


def feature_ids(state: State) -> vec[i64]:
    """By node: the lowest node of its feature, which is its id."""
    root = state.root
    lowest = _zeros(state.nodes)
    ids = _zeros(state.nodes)
    for node in range(state.nodes):
        feature = root[node]
        if lowest[feature] == 0:
            lowest[feature] = node + 1
        ids[node] = lowest[feature] - 1
    return ids


def laid_over(state: State) -> list[int]:
    """The nodes that were laid over tiles later, such as bridges."""
    found: list[int] = []
    plain = state.rules.table.plain_segment
    for node in range(state.nodes):
        if state.node_segment[node] >= plain:
            found.append(node)
    return found


def _zeros(count: i64) -> vec[i64]:
    found = vec[i64]()
    for _ in range(count):
        found = append(found, 0)
    return found


def mixed(number: i64, value: i64) -> i64:
    """Mix a value into a number."""
    return ((number ^ number >> 29) + value) * ODD & MASK


def _tiles(state: State, ids: vec[i64]) -> vec[i64]:
    """By slot: the signature of the tile, its place, and the features on it."""
    found = _zeros(state.slots)
    for slot in range(state.slots):
        found[slot] = mixed(mixed(1, state.slot_tile[slot]), state.slot_cell[slot])
    for node in range(state.nodes):
        slot = state.node_slot[node]
        found[slot] = mixed(mixed(mixed(found[slot], node), ids[node]), state.node_segment[node])
    for k in range(0, len(state.extra_ports), 2):
        slot = state.extra_ports[k] >> 2
        found[slot] = mixed(mixed(found[slot], state.extra_ports[k]), state.extra_ports[k + 1])
    return found


def _features(state: State, ids: vec[i64]) -> vec[i64]:
    """The id of each feature with its signature: its segments, ends and figures, and its value."""
    standing = _standing(state)
    found = vec[i64]()
    for node in range(state.nodes):
        if ids[node] == node:
            feature = state.root[node]
            number = mixed(standing[feature], state.open_ends[feature])
            number = _shape(state, ids, node, number)
            number = _worth(state, feature, state.is_complete(feature), number)
            if state.rules.kinds[state.kind_of(node)].completes:
                number = _worth(state, feature, True, number)
            found = append(append(found, node), number)
    return found


def _standing(state: State) -> vec[i64]:
    """By root: the figures on the feature, and their weights."""
    rules = state.rules
    found = _zeros(state.nodes)
    for figure in range(rules.figures):
        node = state.figure_at[figure]
        if node >= 0:
            feature = state.root[node]
            found[feature] = mixed(mixed(found[feature], figure), weight_on(state, figure, feature))
    return found


def _shape(state: State, ids: vec[i64], first: i64, number: i64) -> i64:
    """The segments of a feature, what they border, and which cells beside them are empty if it is not complete."""
    table = state.rules.table
    left = state.open_ends[state.root[first]]
    node = first
    while True:
        segment = state.node_segment[node]
        slot = state.node_slot[node]
        corner = state.slot_first[slot]
        number = mixed(mixed(mixed(number, node), state.slot_cell[slot]), state.slot_tile[slot])
        for k in range(table.border_first[segment], table.border_first[segment + 1]):
            number = mixed(number, ids[corner + table.border[k]])
        if left > 0:
            number = _around(state, state.slot_cell[slot], number)
        node = state.next_node[node]
        if node == first:
            return number


def _around(state: State, cell: i64, number: i64) -> i64:
    """Which of the eight surrounding cells are empty, and what the empty ones have at their sides."""
    barrier = state.rules.table.barrier
    x = state.x_of(cell)
    y = state.y_of(cell)
    for dy in range(-1, 2):
        for dx in range(-1, 2):
            entry = state.board_at(x + dx, y + dy)
            if entry > 0:
                number = mixed(number, 1)
            elif entry < 0 and barrier > 0:
                number = mixed(number, 2 + state.front_sides[-entry - 1])
            else:
                number = mixed(number, 2)
    return number


def _worth(state: State, feature: i64, complete: bool, number: i64) -> i64:
    """The points of a feature, and the lines of their sum."""
    scorer = state.rules.scorers[state.kind_of(feature)]
    lines: list[Line] = []
    number = mixed(number, scorer.value(state, feature, complete, lines))
    for line in lines:
        number = mixed(mixed(mixed(number, hash(line.label)), line.count), line.points)
    return number
