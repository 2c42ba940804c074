"""Converts a state to a list of ints and back, and compares states. Unused room in arrays does not count."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, extend, vec
from aude.engine.figures import claimed
from aude.engine.room import SPARE_NODES, add_block, consecutive
from aude.engine.rules import SUPPLY, Rules
from aude.engine.state import State

VERSION: Final = 3
FARTHEST: Final = 1 << 13  # of a tile from the middle, so that a bad snapshot cannot fill the memory


def dump(state: State) -> vec[i64]:
    """Everything that makes up a state; `restore` reads it back."""
    out = vec[i64](capacity=1024)
    for number in (
        VERSION, state.fronts, state.slots, state.nodes, state.bag_size, state.tile, state.step, state.player,
        state.actor,
    ):  # fmt: skip
        out = append(out, number)
    out = _add(out, state.front_code, state.fronts)
    out = _add(out, state.front_sides, state.fronts)
    out = _add(out, state.slot_tile, state.slots)
    out = _add(out, state.slot_first, state.slots)
    out = _add(out, state.slot_cell, state.slots)
    out = _add(out, state.root, state.nodes)
    out = _add(out, state.next_node, state.nodes)
    out = _add(out, state.size, state.nodes)
    out = _add(out, state.open_ends, state.nodes)
    out = _add(out, state.occupants, state.nodes)
    out = _add(out, state.node_slot, state.nodes)
    out = _add(out, state.node_segment, state.nodes)
    out = _add(out, state.extra_ports, len(state.extra_ports))
    out = _add(out, state.open_centres, len(state.open_centres))
    out = _add(out, state.touched, len(state.touched))
    out = _add(out, state.completed, len(state.completed))
    out = _add(out, state.figure_at, len(state.figure_at))
    out = _add(out, state.supply, len(state.supply))
    out = _add(out, state.scores, len(state.scores))
    out = _add(out, state.registers, len(state.registers))
    out = _add(out, state.bag, len(state.bag))
    return _add(out, state.calls, len(state.calls))


def _add(out: vec[i64], array: vec[i64], count: i64) -> vec[i64]:
    out = append(out, count)
    for index in range(count):
        out = append(out, array[index])
    return out


class Reader:
    """Reads a dump from front to back."""

    def __init__(self, numbers: vec[i64]) -> None:
        self.numbers = numbers
        self.at: i64 = 0

    def number(self) -> i64:
        if self.at >= len(self.numbers):
            raise ValueError("the snapshot is cut off")
        self.at += 1
        return self.numbers[self.at - 1]

    def array(self) -> vec[i64]:
        """The next array: its length, then its numbers."""
        count = self.number()
        if count < 0 or self.at + count > len(self.numbers):
            raise ValueError("the snapshot is cut off")
        out = self.numbers[self.at : self.at + count]
        self.at += count
        return out


def restore(rules: Rules, numbers: vec[i64]) -> State:
    """The state that was dumped, in a game with the same rules."""
    reader = Reader(numbers)
    if reader.number() != VERSION:
        raise ValueError("the snapshot was made by a different version")
    state = State(rules)
    state.fronts = reader.number()
    state.slots = reader.number()
    state.nodes = reader.number()
    state.bag_size = reader.number()
    state.tile = reader.number()
    state.step = reader.number()
    state.player = reader.number()
    state.actor = reader.number()
    unused = consecutive(state.nodes, state.nodes + SPARE_NODES)
    state.front_code = extend(reader.array(), state.front_code)
    state.front_sides = extend(reader.array(), state.front_sides)
    state.slot_tile = extend(reader.array(), state.slot_tile)
    state.slot_first = extend(reader.array(), state.slot_first)
    state.slot_cell = extend(reader.array(), state.slot_cell)
    state.root = extend(reader.array(), unused)
    state.next_node = extend(reader.array(), unused)
    state.size = extend(reader.array(), state.size)
    state.open_ends = extend(reader.array(), state.open_ends)
    state.occupants = extend(reader.array(), state.occupants)
    state.node_slot = extend(reader.array(), state.node_slot)
    state.node_segment = extend(reader.array(), state.node_segment)
    state.extra_ports = reader.array()
    state.open_centres = reader.array()
    state.touched = reader.array()
    state.completed = reader.array()
    state.figure_at = reader.array()
    state.supply = reader.array()
    state.scores = reader.array()
    state.registers = reader.array()
    state.bag = reader.array()
    state.calls = reader.array()
    if reader.at != len(numbers):
        raise ValueError("the snapshot has numbers left over")
    _check(state)
    for slot in range(state.slots):
        at = add_block(state, state.slot_cell[slot])
        if state.board[at]:
            raise ValueError("two tiles lie in one cell")
        state.board[at] = slot + 1
    for front in range(state.fronts):
        at = add_block(state, state.cell_of_code(state.front_code[front]))
        if state.board[at]:
            raise ValueError("an empty cell is not empty")
        state.board[at] = -front - 1
    return state


def _check(state: State) -> None:
    """Check that all indices in a state are valid."""
    rules = state.rules
    fresh = State(rules)
    sound = (
        len(state.front_code) >= state.fronts >= 0
        and len(state.front_sides) >= state.fronts
        and len(state.slot_tile) >= state.slots >= 0
        and len(state.slot_first) >= state.slots
        and len(state.slot_cell) >= state.slots
        and len(state.root) >= state.nodes >= 0
        and len(state.root) == len(state.next_node) == len(state.size) == len(state.open_ends)
        and len(state.root) == len(state.occupants) == len(state.node_slot) == len(state.node_segment)
        and len(state.figure_at) == len(fresh.figure_at)
        and len(state.supply) == len(fresh.supply)
        and len(state.scores) == len(fresh.scores)
        and len(state.registers) == len(fresh.registers)
        and len(state.bag) == len(fresh.bag)
        and len(state.extra_ports) % 2 == 0
        and 0 <= state.player < rules.seats
        and -2 <= state.actor < rules.seats
        and 0 <= state.step < len(rules.program)
        and -1 <= state.tile < len(state.bag)
    )
    sound = sound and _within(state.slot_tile, state.slots, 0, 4 * len(state.bag))
    sound = sound and _within(state.slot_first, state.slots, 0, state.nodes + 1)
    sound = sound and _within(state.front_sides, state.fronts, 0, rules.table.signatures)
    for slot in range(state.slots if sound else 0):
        sound = sound and _is_near(state, state.slot_cell[slot])
    for front in range(state.fronts if sound else 0):
        sound = sound and state.front_code[front] & 3 == 0
        sound = sound and _is_near(state, state.cell_of_code(state.front_code[front]))
    for array in (state.root, state.next_node):
        sound = sound and _within(array, state.nodes, 0, state.nodes)
    sound = sound and _within(state.node_slot, state.nodes, 0, state.slots)
    sound = sound and _within(state.node_segment, state.nodes, 0, len(rules.table.kind))
    sound = sound and _within(state.bag, len(state.bag), 0, 1 << 20)
    sound = sound and _within(state.open_centres, len(state.open_centres), 0, state.nodes)
    for array in (state.touched, state.completed):
        sound = sound and _within(array, len(array), -(1 << 40), state.nodes)
    last_location = SUPPLY - len(rules.location_part)
    sound = sound and _within(state.figure_at, len(state.figure_at), last_location, state.nodes)
    sound = sound and _within(state.calls, len(state.calls), 0, len(rules.program))
    if not sound:
        raise ValueError("a number points outside the table")
    _check_rings(state)
    _check_counts(state)


def _check_rings(state: State) -> None:
    """Check that the nodes of each feature form one ring, of the right length."""
    members = vec[i64]([0] * state.nodes)
    for node in range(state.nodes):
        if state.root[state.root[node]] != state.root[node] or state.root[state.next_node[node]] != state.root[node]:
            raise ValueError("a feature has two roots")
        members[state.root[node]] += 1
    for feature in range(state.nodes):
        if state.root[feature] == feature:
            steps: i64 = 1
            node = state.next_node[feature]
            while node != feature and steps <= members[feature]:
                steps += 1
                node = state.next_node[node]
            if steps != members[feature] or state.size[feature] != steps:
                raise ValueError("the nodes of a feature do not form a ring")


def _check_counts(state: State) -> None:
    """Check that occupants, supply and the size of the bag add up."""
    rules = state.rules
    occupants = vec[i64]([0] * state.nodes)
    supply = vec[i64]([0] * len(state.supply))
    for figure in range(rules.figures):
        at = state.figure_at[figure]
        kind = rules.figure_kind[figure]
        if at == SUPPLY:
            supply[kind * rules.seats + rules.figure_seat[figure]] += 1
        elif at < SUPPLY:
            feature = claimed(state, at)
            if feature >= 0:
                occupants[feature] += 1
        elif rules.occupies[kind]:
            occupants[state.root[at]] += 1
    tiles: i64 = 0
    for tile in range(len(state.bag)):
        tiles += state.bag[tile]
    if tiles != state.bag_size or supply != state.supply:
        raise ValueError("tiles or figures do not add up")
    for feature in range(state.nodes):
        if state.root[feature] == feature and state.occupants[feature] != occupants[feature]:
            raise ValueError("a feature's occupants do not add up")


def _is_near(state: State, cell: i64) -> bool:
    return -FARTHEST < state.x_of(cell) < FARTHEST and -FARTHEST < state.y_of(cell) < FARTHEST


def _within(array: vec[i64], count: i64, low: i64, high: i64) -> bool:
    for index in range(count):
        if not low <= array[index] < high:
            return False
    return True


def same(one: State, other: State) -> bool:
    """Whether two states of the same rules are equal in everything."""
    return dump(one) == dump(other)
