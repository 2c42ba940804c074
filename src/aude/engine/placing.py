"""Where a tile may lie. The frontier is looked through without building lists where only a number is wanted."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.rng import Random
from aude.engine.state import State

TRIES: Final = 16  # how often a random placement is guessed before all of them are counted

# How many rotations a mask of four holds, and the n-th of them.
TURNS_IN: Final = vec[i64]([bin(mask).count("1") for mask in range(16)])
NTH_TURN: Final = vec[i64](
    [([turn for turn in range(4) if mask >> turn & 1] + [0] * 4)[n] for mask in range(16) for n in range(4)]
)


def turns_that_fit(state: State, tile: i64, front: i64) -> i64:
    """The mask of rotations in which a tile matches its neighbours at a frontier cell."""
    table = state.rules.table
    row = tile * 2 * table.half_span
    sides = state.front_sides
    return table.fit[row + sides[2 * front]] & table.fit[row + table.half_span + sides[2 * front + 1]]


def turns_allowed(state: State, tile: i64, front: i64) -> i64:
    """The same, less what a box forbids there."""
    mask = turns_that_fit(state, tile, front)
    if mask and len(state.rules.forbidding_place):
        mask = _without_forbidden(state, front, mask)
    return mask


def _without_forbidden(state: State, front: i64, mask: i64) -> i64:
    cell = state.front_cell[front]
    for turn in range(i64(4)):
        if mask >> turn & 1:
            for box in state.rules.forbidding_place:
                if box.forbids_place(state, cell, turn):
                    mask &= ~(i64(1) << turn)
                    break
    return mask


def fits_somewhere(state: State, tile: i64) -> bool:
    """Whether the tile can be laid at all."""
    for front in range(state.fronts):
        if turns_allowed(state, tile, front):
            return True
    return False


def placements(state: State, tile: i64) -> vec[i64]:
    """The codes of every cell and rotation where the tile may lie."""
    table = state.rules.table
    fit = table.fit
    north_east = tile * 2 * table.half_span
    south_west = north_east + table.half_span
    sides = state.front_sides
    forbidding = len(state.rules.forbidding_place) > 0
    turns_in = TURNS_IN
    nth_turn = NTH_TURN
    out = vec[i64](capacity=64)
    for front in range(state.fronts):
        mask = fit[north_east + sides[2 * front]] & fit[south_west + sides[2 * front + 1]]
        if mask:
            if forbidding:
                mask = _without_forbidden(state, front, mask)
            code = state.place_code(state.front_cell[front], 0)
            for n in range(turns_in[mask]):
                out = append(out, code | nth_turn[mask * 4 + n])
    return out


def count_placements(state: State, tile: i64) -> i64:
    """How many `placements` there are."""
    table = state.rules.table
    fit = table.fit
    north_east = tile * 2 * table.half_span
    south_west = north_east + table.half_span
    sides = state.front_sides
    forbidding = len(state.rules.forbidding_place) > 0
    turns_in = TURNS_IN
    total: i64 = 0
    for front in range(state.fronts):
        mask = fit[north_east + sides[2 * front]] & fit[south_west + sides[2 * front + 1]]
        if mask:
            if forbidding:
                mask = _without_forbidden(state, front, mask)
            total += turns_in[mask]
    return total


def random_placement(state: State, tile: i64, random: Random) -> i64:
    """One of the `placements`, each equally likely.

    A random cell and rotation is tried until one is allowed: quicker than looking through a large frontier. If few
    are allowed, they are counted instead.
    """
    table = state.rules.table
    fit = table.fit
    north_east = tile * 2 * table.half_span
    south_west = north_east + table.half_span
    sides = state.front_sides
    tries: i64 = TRIES
    while tries:
        tries -= 1
        guess = random.below(4 * state.fronts)
        front = guess >> 2
        mask = fit[north_east + sides[2 * front]] & fit[south_west + sides[2 * front + 1]]
        if mask >> (guess & 3) & 1 and turns_allowed(state, tile, front) >> (guess & 3) & 1:
            return state.place_code(state.front_cell[front], guess & 3)
    return nth_placement(state, tile, random.below(count_placements(state, tile)))


def nth_placement(state: State, tile: i64, k: i64) -> i64:
    """The k-th of the `placements`."""
    table = state.rules.table
    fit = table.fit
    north_east = tile * 2 * table.half_span
    south_west = north_east + table.half_span
    sides = state.front_sides
    forbidding = len(state.rules.forbidding_place) > 0
    turns_in = TURNS_IN
    for front in range(state.fronts):
        mask = fit[north_east + sides[2 * front]] & fit[south_west + sides[2 * front + 1]]
        if mask:
            if forbidding:
                mask = _without_forbidden(state, front, mask)
            if k < turns_in[mask]:
                return state.place_code(state.front_cell[front], NTH_TURN[mask * 4 + k])
            k -= turns_in[mask]
    raise IndexError("there are not so many placements")
