"""Rounds with the target token (CAT-08): whose token lies nearest to the fair."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.catapult.shots import POINTS, SHOOTER, TARGET, Shots, ShotStep
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.rules import CONTINUE, Part, Rules
from aude.engine.scoring import gain
from aude.engine.state import State

# R-CAT-14: how a token lies, compared with all before it, and the forms that say so.
NEARER: Final = 1
LEVEL: Final = 2
FARTHER: Final = 3
COMPARED: Final = ["", "nearer", "level", "farther"]


class TargetRounds(Part):
    """The other questions of a target round, besides the flight."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots

    def setup(self, rules: Rules) -> None:
        if self.shots.mode == "manual":
            for form in COMPARED[1:]:
                rules.add_form(form)
            rules.add_step("shot", 700, ReportedDistance(self.shots, 1 << TARGET, SHOOTER))


def compare(state: State, shots: Shots) -> None:
    """The token has landed: is it as near to the fair as any before it?"""
    distance = shots.away(state, state.slots - 1) + 1
    least = state.registers[shots.least]
    if least == 0 or distance < least:
        state.registers[shots.least] = distance
        lies_nearest(state, shots, NEARER)
    elif distance == least:
        lies_nearest(state, shots, LEVEL)


def lies_nearest(state: State, shots: Shots, how: i64) -> None:
    """CAT-08, R-CAT-04: the shooter's token is the nearest, alone or with others."""
    mine = i64(1) << shots.seat(state)
    if how == NEARER:
        state.registers[shots.nearest_seats] = mine
    else:
        state.registers[shots.nearest_seats] |= mine


def reward_nearest(state: State, shots: Shots) -> None:
    """CAT-08, R-CAT-04: at the end of the round, points for all who are the nearest."""
    nearest = state.registers[shots.nearest_seats]
    for seat in range(state.rules.seats):
        if nearest >> seat & 1:
            gain(state, seat, POINTS, "target")


class ReportedDistance(ShotStep):
    """R-CAT-14: the shooter says how the token lies, compared with all before it."""

    name = "distance"
    rule = "CAT-08"

    def legal(self, state: State) -> vec[i64]:
        if state.registers[self.shots.nearest_seats] == 0:
            return vec[i64]([NEARER])  # the first token of a round is the nearest so far
        return vec[i64]([NEARER, LEVEL, FARTHER])

    def apply(self, state: State, action: i64) -> i64:
        if action != FARTHER:
            lies_nearest(state, self.shots, action)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice(COMPARED[action])
