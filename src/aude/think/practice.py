"""Plays games of the evaluation against itself, from which its weights are learned."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.state import State
from aude.think.turns import Thinker, is_placement


@final
class Row:
    """A position at the beginning of a turn: the counts of the terms, and the points of the seats."""

    def __init__(self, left: float, counts: list[float], scores: list[int]) -> None:
        self.left = left  # the number of tiles, scaled to two seats
        self.counts = counts  # of term * seats + seat
        self.scores = scores


def practise(thinker: Thinker, state: State, random: Random, wild: i64) -> list[Row]:
    """Play a game to its end, with `wild` out of a thousand turns at random.

    Changes the state. Returns a row for every draw but the first.
    """
    rows: list[Row] = []
    evaluation = thinker.evaluation
    program = state.rules.program
    draw_step = state.rules.draw_step
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            if state.step == draw_step:
                evaluation.begin(state)
                evaluation.noting = True
                evaluation.evaluate(state)
                evaluation.noting = False
                rows.append(Row(evaluation.left, list(evaluation.counts), list(state.scores)))
            state.play(program[state.step].sample(state, random))
        elif is_placement(state) and random.below(1000) < wild:
            player = state.player
            while state.actor == player and state.player == player:
                state.play(program[state.step].sample(state, random))
        else:
            thinker.play_turn(state)
    return rows


def play_out(thinkers: list[Thinker], state: State, random: Random) -> None:
    """Play a game to its end, with a thinker for each seat."""
    program = state.rules.program
    while state.actor != NOBODY:
        if state.actor == CHANCE:
            state.play(program[state.step].sample(state, random))
        else:
            thinkers[state.actor].play_turn(state)
