"""Cells and spots in the words that people type: `0,-1`, `city N`, `field ER.SL`."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.cells import MIDDLE, SPAN_BITS
from aude.engine.figures import KIND_SHIFT, NODE_MASK
from aude.engine.state import State
from aude.engine.tiles import PORTS


def xy_of_code(code: i64) -> tuple[i64, i64]:
    """The x and y of a place code."""
    return (code >> 2 & ((1 << SPAN_BITS) - 1)) - MIDDLE, (code >> (2 + SPAN_BITS)) - MIDDLE


def code_at(x: i64, y: i64) -> i64:
    """The place code of (x, y), without a rotation."""
    return ((y + MIDDLE) << SPAN_BITS | (x + MIDDLE)) << 2


def cell_word(code: i64) -> str:
    """The cell of a place code as `x,y`."""
    x, y = xy_of_code(code)
    return f"{x},{y}"


def slot_word(state: State, slot: i64) -> str:
    """Where a laid tile lies, as `x,y`."""
    cell = state.slot_cell[slot]
    return f"{state.x_of(cell)},{state.y_of(cell)}"


def read_number(word: str) -> int | None:
    """A whole number of at most nine digits, or None: no other digits, signs or blanks than people mean."""
    digits = word[1:] if word.startswith("-") else word
    if not 0 < len(digits) < 10 or not digits.isascii() or not digits.isdigit():
        return None
    return int(word)


def read_cell(word: str) -> tuple[int, int] | None:
    """`x,y` as two numbers, or None if the word is no cell."""
    parts = word.split(",")
    if len(parts) != 2:
        return None
    x = read_number(parts[0])
    y = read_number(parts[1])
    if x is None or y is None or max(abs(x), abs(y)) >= MIDDLE:
        return None
    return x, y


def read_placement(words: list[str]) -> i64:
    """The code of `place X,Y turn DEGREES` (`turn 0` may be left out), or -1."""
    if len(words) not in (2, 4) or words[0] != "place":
        return -1
    cell = read_cell(words[1])
    if cell is None or (len(words) == 4 and (words[2] != "turn" or words[3] not in ("0", "90", "180", "270"))):
        return -1
    rotation: i64 = int(words[3]) // 90 if len(words) == 4 else 0
    return code_at(cell[0], cell[1]) | rotation


def fits(typed: list[str], offered: list[str]) -> bool:
    """Whether typed words are offered ones cut short.

    The words stand in the same order; further ports and the set of a tile may be left out: ``deploy meeple city``,
    ``deploy meeple field ER``, ``draw FFFF-monastery``.
    """
    if len(typed) > len(offered):
        return False
    for mine, theirs in zip(typed, offered):
        if mine != theirs and mine not in theirs.split(".") and not theirs.endswith("/" + mine):
            return False
    return True


def ports_of(state: State, node: i64) -> list[str]:
    """The ports of a node as it lies, clockwise from the north-west; empty for one in the middle of its tile."""
    slot = state.node_slot[node]
    here = [
        PORTS[port]
        for port in range(12)
        if state.rules.table.ports[state.slot_tile[slot] * 12 + port] == node - state.slot_first[slot]
    ]
    extra = state.extra_ports
    added = ["NESW"[int(extra[k] & 3)] for k in range(0, len(extra), 2) if extra[k + 1] == node]
    return added or here


def sides_of(state: State, node: i64) -> list[str]:
    """What tells a node from others of its kind on the tile: its ports, or its number among those that have none."""
    slot = state.node_slot[node]
    first = int(state.slot_first[slot])
    printed = range(first, first + int(state.rules.table.tile_segments[state.slot_tile[slot] >> 2]))
    return told_apart(state, node, list(printed))


def told_apart(state: State, node: i64, others: list[int]) -> list[str]:
    """What tells a node from these others on its tile."""
    ports = ports_of(state, node)
    if ports:
        return ports
    alike: list[int] = []
    for other in others:
        if state.kind_of(other) == state.kind_of(node) and not ports_of(state, other):
            alike.append(other)
    return [str(alike.index(node) + 1)] if len(alike) > 1 else []


def nodes_on(state: State, slot: i64) -> list[int]:
    """The segments of a laid tile, and what was laid over it later."""
    return [node for node in range(int(state.nodes)) if state.node_slot[node] == slot]


def whose_figure(state: State, figure: i64) -> str:
    """A figure by its owner and its kind: `red meeple`."""
    rules = state.rules
    return f"{rules.seat_names[rules.figure_seat[figure]]} {rules.figure_kinds[rules.figure_kind[figure]].name}"


def line_words(state: State, node: i64) -> list[str]:
    """A segment as lines of positions have it, with the cell of its tile: `city N at 0,0`; `read_spots` finds it."""
    slot = state.node_slot[node]
    sides = told_apart(state, node, nodes_on(state, slot))
    return _spot(state, node, sides) + ["at", slot_word(state, slot)]


def spot_words(state: State, node: i64) -> list[str]:
    """A segment of the newest tile as its kind and ports; of another tile, with the cell as well."""
    words = _spot(state, node, sides_of(state, node))
    slot = state.node_slot[node]
    if slot != state.slots - 1:
        words += ["at", slot_word(state, slot)]
    return words


def _spot(state: State, node: i64, sides: list[str]) -> list[str]:
    kind = state.rules.kinds[state.kind_of(node)].name
    return [kind, ".".join(sides)] if sides else [kind]


def read_slot(state: State, word: str) -> i64:
    """The laid tile at the cell that a word names, or -1."""
    cell = read_cell(word)
    if cell is None:
        return -1
    return max(state.board_at(cell[0], cell[1]), 0) - 1


def read_seat(state: State, word: str) -> i64:
    """The seat of this name, or -1."""
    names = state.rules.seat_names
    return names.index(word) if word in names else -1


def read_spots(state: State, words: list[str]) -> list[int]:
    """The segments that `KIND [SIDES] at X,Y` may mean: one of its sides names one, no side one that touches none."""
    if len(words) not in (3, 4) or words[-2] != "at":
        return []
    found: list[int] = []
    inner: list[int] = []
    here = nodes_on(state, read_slot(state, words[-1]))
    for node in here:
        ports = told_apart(state, node, here)
        if state.rules.kinds[state.kind_of(node)].name == words[0]:
            if len(words) == 3 or words[1] == ".".join(ports) or words[1] in ports:
                found.append(node)
                if not ports:
                    inner.append(node)
    return found if len(words) == 4 or not inner else inner


def figure_spot_words(state: State, option: i64) -> list[str]:
    """The kind and the spot of a `spot_option`: `meeple city N`."""
    code = option - 1
    return [state.rules.figure_kinds[code >> KIND_SHIFT].name, *spot_words(state, code & NODE_MASK)]
