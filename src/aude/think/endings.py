"""Exact search for the last tiles: every draw, every good turn and every good reply."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.greedy import remember
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.stack import tiles_in_stack
from aude.engine.state import State
from aude.engine.types import Seat
from aude.think.turns import LOWEST, Thinker, is_placement

REPLIES: Final[i64] = 6  # how many of the best turns are searched while tiles are left


def expected(thinker: Thinker, state: State, seat: Seat) -> float:
    """The expected lead of a seat at the end if every seat plays for its own lead. Changes the state.

    If no tile is left after a turn, the evaluation is exact; before that, the best turns are searched.
    """
    while state.actor != NOBODY and state.actor != CHANCE and not is_placement(state):
        state.play(thinker.choose(state))
    if state.actor == NOBODY:
        thinker.evaluation.evaluate(state)
        return thinker.evaluation.lead(seat)
    if state.actor == CHANCE:
        total = 0.0
        number: i64 = 0
        for tile in tiles_in_stack(state):
            copies = state.bag[tile]
            after = state.copy()
            after.play(tile)
            total += float(copies) * expected(thinker, after, seat)
            number += copies
        return total / float(number)
    mover = state.actor
    remember(state)
    thinker.evaluation.begin(state)
    if state.bag_size == 0:
        thinker.play(state, thinker.best_turn(state))
        return expected(thinker, state, seat)
    best = LOWEST
    found = 0.0
    for turn in thinker.turns(state, REPLIES):
        after = state.copy()
        thinker.play(after, turn)
        own = expected(thinker, after.copy(), mover)
        if own > best:
            best = own
            found = own if mover == seat else (-own if state.rules.seats == 2 else expected(thinker, after, seat))
    return found
