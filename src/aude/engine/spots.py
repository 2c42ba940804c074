"""Names segments and cells as people do: `city`, sides N and E, at (0, -1)."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.cells import MIDDLE, SPAN_BITS
from aude.engine.choice import Choice
from aude.engine.state import State
from aude.engine.tiles import PORTS
from aude.engine.types import CellCode, Node, Slot


def xy_of_code(code: CellCode) -> tuple[i64, i64]:
    """The x and y of a cell code."""
    return (code >> 2 & ((1 << SPAN_BITS) - 1)) - MIDDLE, (code >> (2 + SPAN_BITS)) - MIDDLE


def code_at(x: i64, y: i64) -> CellCode:
    """The cell code of (x, y)."""
    return ((y + MIDDLE) << SPAN_BITS | (x + MIDDLE)) << 2


def xy_of_slot(state: State, slot: Slot) -> tuple[i64, i64]:
    """The x and y of a laid tile."""
    cell = state.slot_cell[slot]
    return state.x_of(cell), state.y_of(cell)


def slot_at(state: State, x: i64, y: i64) -> Slot:
    """The tile laid at (x, y), or -1."""
    return max(state.board_at(x, y), 0) - 1


def ports_of(state: State, node: Node) -> list[str]:
    """The ports of a node on the rotated tile, clockwise from the north-west; empty if it touches no side."""
    slot = state.node_slot[node]
    here = [
        PORTS[port]
        for port in range(12)
        if state.rules.table.ports[state.slot_tile[slot] * 12 + port] == node - state.slot_first[slot]
    ]
    extra = state.extra_ports
    added = ["NESW"[int(extra[k] & 3)] for k in range(0, len(extra), 2) if extra[k + 1] == node]
    return added or here


def sides_of(state: State, node: Node) -> list[str]:
    """What distinguishes a node from others of its kind on the tile: its ports, or a number if it has none."""
    slot = state.node_slot[node]
    first = int(state.slot_first[slot])
    printed = range(first, first + int(state.rules.table.tile_segments[state.slot_tile[slot] >> 2]))
    return told_apart(state, node, list(printed))


def told_apart(state: State, node: Node, others: list[int]) -> list[str]:
    """What distinguishes a node from these others on its tile."""
    ports = ports_of(state, node)
    if ports:
        return ports
    alike: list[int] = []
    for other in others:
        if state.kind_of(other) == state.kind_of(node) and not ports_of(state, other):
            alike.append(other)
    return [str(alike.index(node) + 1)] if len(alike) > 1 else []


def nodes_on(state: State, slot: Slot) -> list[int]:
    """The segments of a laid tile, including those that were laid over it later."""
    return [node for node in range(int(state.nodes)) if state.node_slot[node] == slot]


def spot_of(state: State, node: Node) -> tuple[str, list[str], i64, i64]:
    """The name of a segment: its kind, the sides that distinguish it from others on its tile, and its cell."""
    x, y = xy_of_slot(state, state.node_slot[node])
    return state.rules.kinds[state.kind_of(node)].name, sides_of(state, node), x, y


def is_laid_over(state: State, node: Node) -> bool:
    """Whether a segment is not printed on its tile, but was laid over it later."""
    slot = state.node_slot[node]
    return node - state.slot_first[slot] >= state.rules.table.tile_segments[state.slot_tile[slot] >> 2]


def names_laid_over(state: State, choice: Choice) -> bool:
    """Whether a choice names a segment that is not printed on its tile."""
    for number in state.rules.forms[choice.form].nodes:
        node: i64 = choice.facts[number]
        if node >= 0 and is_laid_over(state, node):
            return True
    return False


def are_several_laid_over(state: State, choices: list[Choice]) -> bool:
    """Whether two or more of these choices name such a segment."""
    found: i64 = 0
    for choice in choices:
        if names_laid_over(state, choice):
            found += 1
    return found > 1


def segment_number(state: State, slot: Slot, node: Node) -> i64:
    """The index of a node among the segments of a laid tile; -1 if it is not one of them."""
    if state.node_slot[node] != slot or is_laid_over(state, node):
        return -1
    return node - state.slot_first[slot]


def node_named(state: State, slot: Slot, kind: str, sides: list[str]) -> Node:
    """The segment of a laid tile with this name (see `spot_of`), or -1."""
    first = state.slot_first[slot]
    for node in range(first, first + state.rules.table.tile_segments[state.slot_tile[slot] >> 2]):
        if state.rules.kinds[state.kind_of(node)].name == kind and sides_of(state, node) == sides:
            return node
    for node in nodes_on(state, slot):
        if is_laid_over(state, node) and state.rules.kinds[state.kind_of(node)].name == kind:
            if sides_of(state, node) == sides:
                return node
    return -1


def nodes_meant(state: State, slot: Slot, kind: str, side: str) -> list[int]:
    """The segments of a laid tile that may be meant by a kind and one or all of its sides.

    Without sides: those that touch none, or otherwise all of the kind.
    """
    found: list[int] = []
    inner: list[int] = []
    here = nodes_on(state, slot)
    for node in here:
        sides = told_apart(state, node, here)
        if state.rules.kinds[state.kind_of(node)].name == kind:
            if not side or side == ".".join(sides) or side in sides:
                found.append(node)
                if not sides:
                    inner.append(node)
    return inner if inner and not side else found


def spot_by_hand(state: State, node: Node) -> tuple[str, list[str], i64, i64]:
    """The name of a segment in position lines, which distinguishes it from everything on its tile, bridges included."""
    slot = state.node_slot[node]
    x, y = xy_of_slot(state, slot)
    return state.rules.kinds[state.kind_of(node)].name, told_apart(state, node, nodes_on(state, slot)), x, y
