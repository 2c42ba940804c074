"""The stack that is drawn from: chance chooses among the tiles of the first stack that is not empty."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.state import State


def tiles_in_stack(state: State) -> vec[i64]:
    """The tiles that can be drawn now, each once."""
    out = vec[i64]()
    left = state.stack_size()
    tile: i64 = 0
    while left:
        if state.bag[tile]:
            out = append(out, tile)
            left -= state.bag[tile]
        tile += 1
    return out


def nth_in_stack(state: State, k: i64) -> i64:
    """The k-th tile of the stack, copies counted one by one."""
    tile: i64 = 0
    for copies in state.bag:
        if k < copies:
            break
        k -= copies
        tile += 1
    return tile


def take_from_stack(state: State, tile: i64) -> None:
    """A tile has been drawn."""
    state.bag[tile] -= 1
    state.bag_size -= 1
