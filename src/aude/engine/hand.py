"""Lays a table by hand: tiles, figures and points, without playing. Raises `Refused` if something is impossible."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.figures import free_figure
from aude.engine.laying import put
from aude.engine.placing import rotations_allowed, rotations_that_fit
from aude.engine.refusal import Refused
from aude.engine.rules import Rules
from aude.engine.start import lay_start
from aude.engine.state import State
from aude.engine.types import Cell, Node, Seat, Slot


def new_table(rules: Rules) -> State:
    """A table with only the start tiles."""
    state = State(rules)
    lay_start(state)
    return state


def take_from_bag(state: State, tile: i64) -> None:
    """Take one tile out of the bag."""
    if not state.bag[tile]:
        raise Refused("", "not_in_bag", {"tile": state.rules.table.tiles[tile].id})
    state.bag[tile] -= 1
    state.bag_size -= 1


def lay_tile(state: State, tile: i64, x: i64, y: i64, rotation: i64, builder: i64 = -1) -> None:
    """Lay a tile from the bag. If there is a `builder`, the tile may match only with a piece of that seat."""
    there = state.board_at(x, y)
    cell_text = f"{x},{y}"
    if there > 0:
        raise Refused("", "tile_lies_there", {"cell": cell_text})
    if there == 0:
        raise Refused("", "touches_no_tile", {"cell": cell_text})
    same = state.rules.table.equal_rotation[tile * 4 + rotation]
    fits = rotations_allowed(state, tile, -there - 1) >> same & 1 != 0
    cell = state.cell_of(x, y)
    take_from_bag(state, tile)
    if builder < 0 and fits:
        put(state, tile, cell, same)
    elif builder < 0 or fits or not _lay_loosely(state, tile, cell, same, builder):
        key = "matches_without_help" if fits else "does_not_match"
        name = state.rules.table.tiles[tile].id
        raise Refused("", key, {"tile": name, "rotation": rotation * 90, "cell": cell_text})


def lay_start_tile(state: State, tile: i64, x: i64, y: i64, rotation: i64, is_first: bool) -> None:
    """Lay a start tile. The first one may lie anywhere on the empty table."""
    there = state.board_at(x, y)
    if there > 0:
        raise Refused("", "tile_lies_there")
    if there == 0 and not is_first:
        raise Refused("", "touches_no_tile")
    same = state.rules.table.equal_rotation[tile * 4 + rotation]
    if there and not rotations_that_fit(state, tile, -there - 1) >> same & 1:
        raise Refused("", "does_not_match")
    if not state.bag[tile]:
        raise Refused("", "not_in_bag")
    state.bag[tile] -= 1
    put(state, tile, state.cell_of(x, y), rotation)


def _lay_loosely(state: State, tile: i64, cell: Cell, rotation: i64, builder: i64) -> bool:
    """Lay a tile that matches only with a piece of a seat; False if no piece helps."""
    player = state.player
    state.player = builder
    found = False
    for part in state.rules.loose_rotations:
        if not found:
            found = part.lay_loosely(state, tile, cell, rotation) >= 0
    state.player = player
    return found


def figure_for(state: State, kind: i64, seat: Seat) -> i64:
    """A figure of this kind from the seat's supply."""
    figure = free_figure(state, kind, seat)
    if figure < 0:
        values: dict[str, object] = {
            "seat": state.rules.seat_names[seat],
            "figure": state.rules.figure_kinds[kind].name,
        }
        raise Refused("", "none_left", values)
    return figure


def check_footing(state: State, kind: i64, node: Node) -> None:
    """Refuse a figure of a kind that may not stand on this segment."""
    if not state.rules.stands_on[kind] >> state.kind_of(node) & 1:
        name = state.rules.figure_kinds[kind].name
        raise Refused("", "may_not_stand", {"figure": name, "kind": state.rules.kinds[state.kind_of(node)].name})


def set_points(state: State, seat: Seat, points: i64) -> None:
    """Set the points of a seat."""
    state.scores[seat] = points


def check_table(state: State, scored: bool) -> None:
    """Refuse an impossible table. With `scored`, complete features must have been scored."""
    rules = state.rules
    taken: set[int] = set()
    for figure in range(rules.figures):
        node = state.figure_at[figure]
        if node < 0:
            continue
        if node in taken and not rules.shared_spots:
            raise Refused("BASE-19", "two_on_one_spot")
        taken.add(node)
        feature = state.root[node]
        kind = rules.kinds[state.kind_of(feature)]
        if scored and kind.completes and state.is_complete(feature):
            raise Refused(
                "", "stands_on_complete", {"seat": rules.seat_names[rules.figure_seat[figure]], "kind": kind.name}
            )
    for by_hand in rules.by_hand:
        by_hand.check(state)


def standing(state: State) -> list[tuple[int, int, int]]:
    """Every figure on a segment: its seat, its kind, its node."""
    rules = state.rules
    found: list[tuple[int, int, int]] = []
    for figure in range(rules.figures):
        if state.figure_at[figure] >= 0:
            found.append((rules.figure_seat[figure], rules.figure_kind[figure], state.figure_at[figure]))
    return found


def nodes_before(state: State, slot: Slot) -> int:
    """How many nodes there were before the tile in a slot was laid; for an empty slot, all of them."""
    return state.slot_first[slot] if slot < state.slots else state.nodes


def gone(state: State, laid: State) -> list[int]:
    """The tiles that are in the bag of a table that was laid again, but not in the bag of this one."""
    found: list[int] = []
    for tile in range(len(state.bag)):
        found += [tile] * (laid.bag[tile] - state.bag[tile])
    return found


def is_under_way(state: State) -> bool:
    """Whether a turn is under way: there is a tile in hand, or an extra part of the turn to come."""
    rules = state.rules
    if len(state.calls) or state.tile >= 0:
        return True
    if not rules.extra_sources:
        return False
    return state.registers[rules.extra_taken] != 0 or state.registers[rules.extra_earned] != 0


def put_one_more_in_bag(state: State) -> None:
    """Put an arbitrary tile into the bag, so that the game does not end."""
    last = len(state.bag) - 1
    state.bag[last] += 1
    state.bag_size += 1
