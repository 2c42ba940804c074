"""What the seats can expect before a draw, and what a draw was worth to a seat."""

from __future__ import annotations

from dataclasses import dataclass
from math import fsum

from aude.engine.fast import FastGame
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.state import State
from aude.think.turns import Thinker

ALL = 10**9


@dataclass(frozen=True)
class Outcome:
    """A possible outcome of a draw: its probability, and the points that each seat can then expect at the end."""

    code: int
    probability: float
    points: tuple[float, ...]


def outcomes(thinker: Thinker, state: State, most: int = ALL) -> tuple[list[Outcome], bool]:
    """The possible outcomes of a draw, and whether these are all: if there are more than `most`, they are a sample.

    Expectations are by the evaluation, after the seat has played its best turn.
    """
    possible = FastGame(state.copy()).outcomes()
    is_all = len(possible) <= most
    if not is_all:
        possible = _fair_choice(possible, most)
    return [Outcome(code, share, points_after(thinker, state, code)) for code, share in possible], is_all


def expected_points(found: list[Outcome]) -> tuple[float, ...]:
    """The points that each seat can expect before the draw."""
    seats = range(len(found[0].points))
    return tuple(fsum(one.probability * one.points[seat] for one in found) for seat in seats)


def _fair_choice(possible: list[tuple[int, float]], most: int) -> list[tuple[int, float]]:
    """A representative sample of this size, such as every tenth tile of the bag."""
    chosen: dict[int, float] = {}
    reached, step = 0.0, 1.0 / most
    following = step / 2
    for code, share in possible:
        reached += share
        while following < reached:
            chosen[code] = chosen.get(code, 0.0) + step
            following += step
    total = fsum(chosen.values())
    return [(code, share / total) for code, share in chosen.items()]


def points_after(thinker: Thinker, state: State, code: int) -> tuple[float, ...]:
    """The points that each seat can expect at the end after this draw, if the next seat plays its best turn."""
    after = state.copy()
    after.play(code)
    if after.actor not in (CHANCE, NOBODY):
        thinker.play_turn(after)
    return points_of(thinker, after)


def points_of(thinker: Thinker, state: State) -> tuple[float, ...]:
    """The points that each seat can expect at the end, by the evaluation."""
    thinker.evaluation.begin(state)
    thinker.evaluation.evaluate(state)
    return tuple(float(points) for points in thinker.evaluation.values)


def leads(points: tuple[float, ...]) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean."""
    total, others = fsum(points), max(1, len(points) - 1)
    return tuple(own - (total - own) / others for own in points)
