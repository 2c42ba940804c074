"""Averages of random games against published ones: 2 players, base game with farmers, uniformly random choices.

The figures come from a study of many games by other engines. A rule that is slightly wrong shows here first.
"""

from __future__ import annotations

from statistics import fmean

import aude
from aude import Setup
from aude.engine.drive import opening
from aude.engine.pairs import pairs, play_pair
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from sizes import SOAK

GAMES = (20_000 if SOAK else 1_500) if aude.COMPILED else 120
ERROR = 7.7 / GAMES**0.5  # the standard error of a mean score; published standard deviation 7.7
SETUP = Setup(options={"first_player": "seat1"})


def averages(by_pairs: bool) -> tuple[list[float], float, float]:
    """Mean scores by seat, mean number of choices a turn, mean number of tiles that fitted nowhere."""
    first = opening(SETUP.rules())
    random = Random(2026)
    scores: list[list[int]] = [[], []]
    choices: list[int] = []
    unplaceable = 0
    program = first.rules.program
    for _ in range(GAMES):
        state = first.copy()
        while state.actor != NOBODY:
            if state.actor == CHANCE:
                state.play(program[state.step].sample(state, random))
            elif by_pairs:
                found = pairs(state)
                choices.append(len(found) // 2)
                pick = 2 * random.below(len(found) // 2)
                play_pair(state, found[pick], found[pick + 1])
            else:
                options = state.legal()
                if program[state.step].name == "place":
                    choices.append(len(options))
                state.play(options[random.below(len(options))])
        scores[0].append(int(state.scores[0]))
        scores[1].append(int(state.scores[1]))
        unplaceable += 72 - int(state.slots)
    return [fmean(scores[0]), fmean(scores[1])], fmean(choices), unplaceable / GAMES


def test_choosing_the_placement_first_then_the_figure() -> None:
    """27.2 placements a turn, final scores 19.55 and 19.3, 0.02 unplaceable tiles a game."""
    scores, choices, unplaceable = averages(by_pairs=False)
    assert abs(scores[0] - 19.55) < 4 * ERROR and abs(scores[1] - 19.3) < 4 * ERROR
    assert abs(choices - 27.2) < 12 / GAMES**0.5
    assert unplaceable < 0.02 + 4 * (0.02 / GAMES) ** 0.5


def test_choosing_among_all_pairs() -> None:
    """40.1 pairs of placement and figure a turn, final scores 18.7 and 18.5."""
    scores, choices, _ = averages(by_pairs=True)
    assert abs(scores[0] - 18.7) < 4 * ERROR and abs(scores[1] - 18.5) < 4 * ERROR
    assert abs(choices - 40.1) < 20 / GAMES**0.5
