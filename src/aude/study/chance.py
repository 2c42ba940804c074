"""What the seats can expect before chance has spoken, and what it was worth to a seat that it spoke as it did."""

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
    """Something that chance may do: how likely it is, and the points that each seat can expect at the end then."""

    code: int
    probability: float
    points: tuple[float, ...]


def outcomes(thinker: Thinker, state: State, most: int = ALL) -> tuple[list[Outcome], bool]:
    """What chance may do, if it is asked, and whether that is all: of more than `most` things, a fair choice is made.

    What a seat can expect is by the evaluation, after it has played its best turn.
    """
    possible = FastGame(state.copy()).outcomes()
    is_all = len(possible) <= most
    if not is_all:
        possible = _fair_choice(possible, most)
    return [Outcome(code, share, points_after(thinker, state, code)) for code, share in possible], is_all


def expected_points(found: list[Outcome]) -> tuple[float, ...]:
    """What each seat can expect before chance has spoken."""
    seats = range(len(found[0].points))
    return tuple(fsum(one.probability * one.points[seat] for one in found) for seat in seats)


def _fair_choice(possible: list[tuple[int, float]], most: int) -> list[tuple[int, float]]:
    """So many of these, evenly over what is likely: of a bag, every tenth tile."""
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
    """What each seat can expect at the end if chance does this and the seat that is then asked plays its best."""
    after = state.copy()
    after.play(code)
    if after.actor not in (CHANCE, NOBODY):
        thinker.play_turn(after)
    return points_of(thinker, after)


def points_of(thinker: Thinker, state: State) -> tuple[float, ...]:
    """What each seat can expect at the end, by the evaluation."""
    thinker.evaluation.begin(state)
    thinker.evaluation.evaluate(state)
    return tuple(float(points) for points in thinker.evaluation.values)


def leads(points: tuple[float, ...]) -> tuple[float, ...]:
    """How far each seat is ahead of the others' mean."""
    total, others = fsum(points), max(1, len(points) - 1)
    return tuple(own - (total - own) / others for own in points)
