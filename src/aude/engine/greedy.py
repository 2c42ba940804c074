"""The greedy choice: the option after which the seat would be furthest ahead if the game ended."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.rng import Random
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.engine.types import Seat

DEPTH: Final = 3  # how many decisions of its own a seat looks ahead within its turn
WIDTH: Final = 24  # how many numbers of a range are tried


def lead(state: State, seat: Seat) -> i64:
    """How far ahead of the others' mean a seat would be if the game ended now, times the number of others."""
    totals = if_ended_now(state)
    others: i64 = 0
    for other in range(state.rules.seats):
        if other != seat:
            others += totals[other]
    return totals[seat] * (state.rules.seats - 1) - others


def _candidates(state: State, random: Random) -> vec[i64]:
    """All listed options, and some numbers of a range; a single option where all are equally good."""
    step = state.rules.program[state.step]
    if step.is_blind(state):
        return append(vec[i64](), step.sample(state, random))
    options = step.legal(state)
    low = step.low(state)
    span = step.high(state) - low + 1
    if span > WIDTH:
        tries: i64 = WIDTH
        while tries:
            tries -= 1
            options = append(options, step.sample(state, random))
    else:
        for number in range(span):
            options = append(options, low + number)
    return options


def _best_after(state: State, seat: Seat, depth: i64, random: Random) -> i64:
    """The best lead that the seat can reach with its next decisions, as long as it is the one asked."""
    if depth == 0 or state.actor != seat or state.player != seat:
        return lead(state, seat)
    best: i64 = -1000000
    for option in _candidates(state, random):
        after = state.copy()
        after.play(option)
        best = max(best, _best_after(after, seat, depth - 1, random))
    return best


def greedy_choice(state: State, random: Random) -> i64:
    """The best option of the seat that is asked; ties are broken at random."""
    seat = state.actor
    best: i64 = -1000000
    equals: i64 = 0
    chosen: i64 = -1
    for option in _candidates(state, random):
        after = state.copy()
        after.play(option)
        value = _best_after(after, seat, DEPTH - 1, random)
        if value > best:
            best = value
            equals = 1
            chosen = option
        elif value == best:
            equals += 1
            if random.below(equals) == 0:
                chosen = option
    return chosen
