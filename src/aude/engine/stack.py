"""The stack to draw from: the first one that is not empty."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.rng import Random
from aude.engine.state import State
from aude.engine.tables import COPY_BITS, COPY_MASK

MANY_KINDS: Final = 64
TRIES: Final = 8


def stack_size(state: State) -> i64:
    """How many tiles are left in the stack to draw from: the first one that is not empty."""
    bag = state.bag
    tile: i64 = 0
    for end in state.rules.earlier_stacks:
        left: i64 = 0
        while tile < end:
            left += bag[tile]
            tile += 1
        if left:
            return left
    return state.bag_size


def tiles_in_stack(state: State) -> vec[i64]:
    """The tiles that can be drawn now, each once."""
    out = vec[i64]()
    left = stack_size(state)
    tile: i64 = 0
    while left:
        if state.bag[tile]:
            out = append(out, tile)
            left -= state.bag[tile]
        tile += 1
    return out


def nth_in_stack(state: State, k: i64) -> i64:
    """The k-th tile of the stack; each copy counts."""
    tile: i64 = 0
    for copies in state.bag:
        if k < copies:
            break
        k -= copies
        tile += 1
    return tile


def random_in_stack(state: State, random: Random) -> i64:
    """Draw one of the tiles in the stack, each copy with equal probability.

    With many kinds of tiles, it is faster to guess copies, among all that the game began with, until one is still there
    than to count through the kinds.
    """
    if len(state.rules.earlier_stacks):
        left = stack_size(state)
    else:
        left = state.bag_size
    if left == state.bag_size and len(state.bag) > MANY_KINDS:
        bag = state.bag
        copies = state.rules.table.copies
        number: i64 = len(copies)
        for _guess in range(TRIES):
            copy = copies[random.below(number)]
            if copy & COPY_MASK < bag[copy >> COPY_BITS]:
                return copy >> COPY_BITS
    return nth_in_stack(state, random.below(left))


def take_from_stack(state: State, tile: i64) -> None:
    """Remove a tile that has been drawn."""
    state.bag[tile] -= 1
    state.bag_size -= 1
