"""The two questions of castles: who founds one, and what completes it. BCB-10, BCB-12 to BCB-14."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.castle_registers import CASTLE, OF_A_CASTLE, OVER, STAGE
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.rules import ASK, CONTINUE, Step
from aude.engine.state import State
from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.castles import Castles

MAX_CITIES: Final = 64  # completed at once

SCORE: Final = 0
FOUND: Final = 1


class FoundCastles(Step):
    """BCB-10, R-BCB-07: whoever has the only follower in a completed city of two tiles may make it a castle."""

    name = "castle"
    rule = "BCB-10"

    def __init__(self, castles: Castles) -> None:
        self.castles = castles

    def enter(self, state: State) -> i64:
        if not len(state.completed):
            return CONTINUE
        if state.registers[self.castles.count]:
            state.registers[self.castles.listening] = state.registers[self.castles.count] + 1  # R-BCB-09
        return self.ask_next(state)

    def ask_next(self, state: State) -> i64:
        """Clockwise from the player; whoever has several such cities is asked for each."""
        castles = self.castles
        seats = state.rules.seats
        best: i64 = -1
        for index in range(len(state.completed)):
            figure = castles.founder_of(state, state.completed[index])
            if figure >= 0:
                away = (state.rules.figure_seat[figure] - state.player + seats) % seats
                key = away * MAX_CITIES + index + 1
                if key > state.registers[castles.asked] and (best < 0 or key < best):
                    best = key
        if best < 0:
            return self.done(state)
        state.registers[castles.asked] = best
        state.actor = (state.player + best // MAX_CITIES) % seats
        return ASK

    def done(self, state: State) -> i64:
        """The castles' cities are not scored."""
        state.registers[self.castles.asked] = 0
        kept = vec[i64]()
        for feature in state.completed:
            if state.open_ends[feature] != CASTLE:
                kept = append(kept, feature)
        state.completed = kept
        return CONTINUE

    def city(self, state: State) -> Feature:
        """The city that is asked about."""
        return state.completed[state.registers[self.castles.asked] % MAX_CITIES - 1]

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([SCORE, FOUND])

    def apply(self, state: State, action: i64) -> i64:
        city = self.city(state)
        if action == FOUND:
            self.castles.found(state, city, self.castles.founder_of(state, city))
        return self.ask_next(state)

    def describe(self, state: State, action: i64) -> Choice:
        """`castle city N at 0,0` or `score city N at 0,0`"""
        at = state.figure_at[self.castles.founder_of(state, self.city(state))]
        return Choice("castle" if action == FOUND else "score", [at])


class CompleteCastles(Step):
    """BCB-12 … BCB-14: castles take the points of what has been completed in their domains, round by round."""

    name = "castles"
    rule = "BCB-14"

    def __init__(self, castles: Castles) -> None:
        self.castles = castles

    def enter(self, state: State) -> i64:
        if not state.registers[self.castles.listening]:
            return CONTINUE
        return self.go_on(state)

    def due(self, state: State) -> i64:
        """The next castle of this round, clockwise by its owner from the player; -1 if there is none."""
        castles = self.castles
        found: i64 = -1
        least = state.rules.seats
        for number in range(state.registers[castles.listening] - 1):
            base = castles.first + OF_A_CASTLE * number
            if len(castles.choices(state, base)):
                owner = castles.owner(state, base)
                away: i64 = 0
                if owner >= 0:
                    away = (owner - state.player + state.rules.seats) % state.rules.seats
                if away < least:
                    found = base
                    least = away
        return found

    def go_on(self, state: State) -> i64:
        """Complete castles until there is something to choose."""
        castles = self.castles
        while True:
            base = self.due(state)
            while base >= 0:
                most: i64 = -1
                differs = False
                for choice in castles.choices(state, base):
                    worth = castles.worth(state, choice)
                    differs = differs or (most >= 0 and worth != most)
                    most = max(most, worth)
                owner = castles.owner(state, base)
                if differs and owner >= 0:
                    state.actor = owner
                    return ASK
                castles.complete(state, base, most)  # R-BCB-29
                base = self.due(state)
            if not self.next_round(state):
                return CONTINUE

    def next_round(self, state: State) -> bool:
        """R-BCB-28: the castles that this round has completed may complete others; False if there are none."""
        registers = state.registers
        castles = self.castles
        last = castles.first + OF_A_CASTLE * registers[castles.count]
        for base in range(castles.first, last, OF_A_CASTLE):
            if registers[base + STAGE] == registers[castles.round] + 1:
                registers[castles.round] += 1
                return True
        for base in range(castles.first, last, OF_A_CASTLE):
            if registers[base + STAGE]:
                registers[base + STAGE] = OVER
        registers[castles.round] = 0
        registers[castles.listening] = 0
        return False

    def legal(self, state: State) -> vec[i64]:
        return self.castles.choices(state, self.due(state))

    def apply(self, state: State, action: i64) -> i64:
        self.castles.complete(state, self.due(state), self.castles.worth(state, action))
        return self.go_on(state)

    def describe(self, state: State, action: i64) -> Choice:
        """`take 5 road E.W at 1,0`"""
        return Choice("take", [self.castles.worth(state, action), action])
