"""Counts what people can see at the table: points, figures in hand, tiles that are left."""

from __future__ import annotations

from aude.engine.state import State
from aude.engine.types import Seat


def scores_of(state: State) -> list[int]:
    """The points of the seats."""
    return list(state.scores)


def supply_of(state: State, seat: Seat) -> list[int]:
    """How many figures of each kind a seat has in hand."""
    return [state.supply[kind * state.rules.seats + seat] for kind in range(state.rules.figure_kinds_count)]


def holdings_of(state: State, seat: Seat) -> list[tuple[str, int]]:
    """What a seat holds besides figures, by name."""
    return [held for display in state.rules.displays for held in display.holdings(state, seat)]


def tiles_left(state: State) -> list[int]:
    """How many copies of each tile are left to be drawn."""
    return list(state.bag)


def stacks_of(state: State) -> list[int]:
    """How many tiles are left in each stack that is not empty, beginning with the one to draw from."""
    left = [number for display in state.rules.displays for number in display.stacks(state)]
    if not left:
        first = 0
        for end in [*state.rules.earlier_stacks, len(state.bag)]:
            left.append(sum(list(state.bag)[first:end]))
            first = end
    return [number for number in left if number]


def tiles_from_bag(state: State) -> int:
    """How many of the tiles on the table come from the bag; tiles that a part hands out were never in it."""
    bag = state.rules.table.bag
    return sum([1 for slot in range(state.slots) if bag[state.slot_tile[slot] >> 2] > 0])
