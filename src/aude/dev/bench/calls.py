"""Single calls, as made from Python: `legal`, `apply`, `copy`; and how large a state is."""

from __future__ import annotations

import time
from collections.abc import Sequence

from aude.dev.bench import BASE
from aude.dev.bench.games import random_game
from aude.engine import drive
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.state import State

CALLS = ("legal", "apply", "copy")
CHUNK = 64  # states in a batch


def sampled(rules: Rules, games: int = 4) -> list[State]:
    """The states of whole games: every one in which a seat is asked."""
    random = Random(2)
    found = []
    for _ in range(games):
        state = drive.opening(rules)
        while state.actor != NOBODY:
            if state.actor != CHANCE:
                found.append(state.copy())
            state.play(state.rules.program[state.step].sample(state, random))
    return found


def microseconds(states: Sequence[State], seconds: float) -> dict[str, float]:
    """The cost of `legal`, `apply` (playing a random option) and `copy`: of the best batch of every CHUNK of states."""
    random = Random(3)
    chunks = [states[start : start + CHUNK] for start in range(0, len(states), CHUNK)]
    choices = [[int(state.rules.program[state.step].sample(state, random)) for state in chunk] for chunk in chunks]
    best = [dict.fromkeys(CALLS, 1e9) for _ in chunks]
    clock = time.process_time
    end = clock() + seconds
    while True:
        for chunk, chosen, least in zip(chunks, choices, best, strict=True):
            begun = clock()
            for state in chunk:
                state.legal()
            least["legal"] = min(least["legal"], clock() - begun)
            begun = clock()
            for state in chunk:
                state.copy()
            least["copy"] = min(least["copy"], clock() - begun)
            copies = [state.copy() for state in chunk]
            begun = clock()
            for state, choice in zip(copies, chosen, strict=True):
                state.play(choice)
            least["apply"] = min(least["apply"], clock() - begun)
        if clock() >= end:
            return {call: round(sum(least[call] for least in best) / len(states) * 1e6, 3) for call in CALLS}


def bytes_of_a_state() -> dict[str, int]:
    """The size of a position at the end of a game: as a snapshot, and as the arrays of a state in memory."""
    game = random_game(BASE, 1)
    state = game.state
    arrays = 0
    for name in dir(state):
        if name.startswith("_") or name in ("rules", "journal"):
            continue
        value = getattr(state, name)
        if not callable(value) and hasattr(value, "__len__"):
            arrays += 8 * len(value)
    return {"snapshot": len(game.to_bytes()), "arrays": arrays}
