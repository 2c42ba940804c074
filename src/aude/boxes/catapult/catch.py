"""Rounds with the catch token (CAT-09 to CAT-13): the shooter shoots to the left neighbour, who may try to catch."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.catapult.shots import BY_CHANCE, CATCH, NEIGHBOUR, POINTS, SHOOTER, Shots, ShotStep
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.rules import CONTINUE, Part, Rules
from aude.engine.scoring import gain
from aude.engine.state import State

# The powers, and in how many draws of ten a token of each falls short, or is caught if somebody tries.
WEAKEST: Final = i64(1)
STRONGEST: Final = i64(3)
FALLS_SHORT: Final = vec[i64]([0, 4, 2, 0])
CAUGHT_BEYOND: Final = vec[i64]([0, 1, 3, 5])
TOUCHED_SHORT: Final = 3
TEN: Final = 10
TRY: Final = 1  # what the neighbour announces
LEAVE: Final = 2

# How a shot of a catch round ends.
CAUGHT: Final = 1
BEYOND: Final = 2
SHORT: Final = 3
TOUCHED: Final = 4
NOTHING: Final = 5  # a grab that does not reach the token
# Which of them a fall, a grab and a report name, in the order of the words in their forms.
FALLS: Final = [SHORT, BEYOND]
GRABS: Final = [CAUGHT, TOUCHED, NOTHING]
REPORTS: Final = [CAUGHT, BEYOND, SHORT, TOUCHED]


class CatchRounds(Part):
    """The questions of a catch, whichever way they are answered in this mode."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots

    def setup(self, rules: Rules) -> None:
        shots = self.shots
        only: i64 = 1 << CATCH
        if shots.mode == "manual":
            rules.add_form("report {result:caught|beyond|short|touched}")
            rules.add_step("shot", 100, ReportedCatch(shots, only, SHOOTER))
            return
        rules.add_form("catch")
        rules.add_form("leave")
        rules.add_form("power {power:short|medium|long}")
        rules.add_form("fly {power:short|medium|long}")
        rules.add_form("fall {where:short|beyond}")
        rules.add_form("grab {result:caught|touched|nothing}")
        rules.add_step("shot", 100, Announce(shots, only, NEIGHBOUR))
        rules.add_step("shot", 110, Power(shots, only, BY_CHANCE if shots.mode == "uniform" else SHOOTER))
        rules.add_step("shot", 120, Flight(shots, only, BY_CHANCE))
        rules.add_step("shot", 130, Fall(shots, only, BY_CHANCE))
        rules.add_step("shot", 140, Grab(shots, only, BY_CHANCE))


def settle(state: State, shots: Shots, end: i64) -> None:
    """CAT-10 … CAT-13: 5 points for the shooter or for the left neighbour."""
    winner = shots.seat(state)
    if end in (CAUGHT, SHORT):
        winner = state.seat_after(winner)
    gain(state, winner, POINTS, "catch")


class Announce(ShotStep):
    """R-CAT-01, 6, D-CAT-04: the left neighbour says beforehand whether to try."""

    name = "announce"
    rule = "R-CAT-01"

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([TRY, LEAVE])

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.announced] = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("catch" if action == TRY else "leave")


class Power(ShotStep):
    """R-CAT-01, 6, D-CAT-02: how far the shooter shoots; with `uniform`, chance decides."""

    name = "power"
    rule = "R-CAT-01"

    def is_blind(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([1, 2, 3])

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.power] = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("power", [action - WEAKEST])


class Flight(ShotStep):
    """R-CAT-01, 6, R-CAT-16: chance shifts the power by one level, once in four times either way."""

    name = "flight"
    rule = "R-CAT-01"

    def legal(self, state: State) -> vec[i64]:
        power = state.registers[self.shots.power]
        out = vec[i64]()
        for shifted in range(max(power - 1, WEAKEST), min(power + 1, STRONGEST) + 1):
            out = append(out, shifted)
        return out

    def count(self, state: State) -> i64:
        return 4

    def nth(self, state: State, k: i64) -> i64:
        power = state.registers[self.shots.power]
        if k == 0:
            return max(power - 1, WEAKEST)
        if k == 1:
            return min(power + 1, STRONGEST)
        return power

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.power] = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("fly", [action - WEAKEST])


class Fall(ShotStep):
    """R-CAT-01, 6: on which side of the measuring board the token comes down."""

    name = "fall"
    rule = "R-CAT-01"

    def legal(self, state: State) -> vec[i64]:
        if FALLS_SHORT[state.registers[self.shots.power]] == 0:
            return vec[i64]([BEYOND])
        return vec[i64]([SHORT, BEYOND])

    def count(self, state: State) -> i64:
        return TEN

    def nth(self, state: State, k: i64) -> i64:
        return SHORT if k < FALLS_SHORT[state.registers[self.shots.power]] else BEYOND

    def apply(self, state: State, action: i64) -> i64:
        if state.registers[self.shots.announced] == LEAVE:
            settle(state, self.shots, action)
        else:
            state.registers[self.shots.landed] = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("fall", [FALLS.index(action)])


class Grab(ShotStep):
    """R-CAT-01, 6: what comes of the neighbour's grab."""

    name = "grab"
    rule = "R-CAT-01"

    def is_open(self, state: State) -> bool:
        return state.registers[self.shots.announced] == TRY

    def falls_short(self, state: State) -> bool:
        return state.registers[self.shots.landed] == SHORT

    def legal(self, state: State) -> vec[i64]:
        if self.falls_short(state):
            return vec[i64]([TOUCHED, NOTHING])
        return vec[i64]([CAUGHT, TOUCHED])

    def count(self, state: State) -> i64:
        return TEN

    def nth(self, state: State, k: i64) -> i64:
        if self.falls_short(state):
            return TOUCHED if k < TOUCHED_SHORT else NOTHING
        return CAUGHT if k < CAUGHT_BEYOND[state.registers[self.shots.power]] else TOUCHED

    def apply(self, state: State, action: i64) -> i64:
        settle(state, self.shots, SHORT if action == NOTHING else action)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("grab", [GRABS.index(action)])


class ReportedCatch(ShotStep):
    """R-CAT-14: the shooter says how the shot has ended."""

    name = "report"
    rule = "R-CAT-14"

    def legal(self, state: State) -> vec[i64]:
        return vec[i64](REPORTS)

    def apply(self, state: State, action: i64) -> i64:
        settle(state, self.shots, action)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("report", [REPORTS.index(action)])
