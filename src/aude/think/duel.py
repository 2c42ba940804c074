"""Compares a few ways to continue by simulating each of them with the same tiles, several times."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.state import State
from aude.engine.types import Seat
from aude.think.turns import Thinker, is_placement

SEED_BITS: Final = 30


def seeds_for(times: i64, random: Random) -> list[int]:
    """The seeds of this many orders of tiles."""
    return [random.word() & ((1 << SEED_BITS) - 1) for _time in range(times)]


def duel(thinker: Thinker, states: list[State], seat: Seat, turns: i64, seeds: list[int]) -> list[list[float]]:
    """For each state, the leads of a seat some turns later, one for each order of tiles.

    The orders are the same for all states, so the difference between two states depends less on luck.
    """
    found: list[list[float]] = [[] for _ in states]
    for seed in seeds:
        for k in range(len(states)):
            state = states[k].copy()
            played_on(thinker, state, turns, seed)
            thinker.evaluation.begin(state)
            thinker.evaluation.evaluate(state)
            found[k].append(thinker.evaluation.lead(seat))
    return found


def played_on(thinker: Thinker, state: State, turns: i64, seed: int) -> None:
    """Play this many turns, choosing the best by the evaluation. The same seed gives the same result."""
    program = state.rules.program
    random = Random(seed)
    own = thinker.random
    thinker.random = random
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            if turns <= 0 and state.step == state.rules.draw_step:
                break
            state.play(program[state.step].sample(state, random))
        elif is_placement(state):
            turns -= 1
            thinker.play_turn(state)
        else:
            state.play(thinker.choose(state))
    thinker.random = own
