"""The rounds themselves (CAT-01 to CAT-03): a fair tile, the choice of a token, and one shot for every seat."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.catapult.shots import CATCH, KNOCK_OUT, ROUNDS, SEDUCTION, TARGET, Shots
from aude.boxes.catapult.target import reward_nearest
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.features import newest_shows
from aude.engine.rules import ASK, CONTINUE, Part, Rules, Step, on_newest
from aude.engine.state import State

FAIR: Final = "fair"  # the symbol


class Rounds(Part):
    """CAT-01, R-CAT-02: a round of shots after every fair tile."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots
        self.fair: i64 = 0  # the bit among the symbols of a tile
        self.shot: i64 = -1  # the step with which a shot begins

    def setup(self, rules: Rules) -> None:
        rules.add_form("token {token:knock-out|seduction|target|catch}")
        for note in ROUNDS[1:]:
            rules.add_note(note, ["seat"])
        if self.shots.mode == "physics":
            rules.add_note("no_physics", [])
        # R-CAT-02, R-TURN-02: before the dragon and the scoring; or after the scoring and the Count.
        before = rules.option("catapult_timing") == "before_scoring"
        rules.add_step("turn", 1300 if before else 1860, Fair(self), when=on_newest(FAIR))

    def finalize(self, rules: Rules) -> None:
        self.fair = rules.table.symbol_of(FAIR)
        self.shot = rules.starts["shot"]


class Fair(Step):
    """CAT-01 … CAT-03: after a fair tile the player chooses a token, and everybody shoots it once."""

    name = "fair"
    rule = "CAT-02"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.shots = rounds.shots

    def enter(self, state: State) -> i64:
        if not newest_shows(state, self.rounds.fair):
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([KNOCK_OUT, SEDUCTION, TARGET, CATCH])  # R-CAT-03, R-CAT-18: always all four

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.token] = action
        state.registers[self.shots.shooter] = state.player
        if state.journal is not None:
            state.note(ROUNDS[action], [state.player])
            if self.shots.mode == "physics" and action != CATCH:
                from aude.boxes.catapult import physics

                if not physics.is_installed():
                    state.note("no_physics", [])
        state.call(self.rounds.shot)
        return CONTINUE

    def resume(self, state: State) -> i64:
        """A shot is over."""
        shots = self.shots
        shots.forget_shot(state)
        seat = state.seat_after(shots.seat(state))
        if seat != state.player:
            state.registers[shots.shooter] = seat
            state.call(self.rounds.shot)
            return CONTINUE
        reward_nearest(state, shots)
        shots.forget_round(state)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("token", [action - KNOCK_OUT])
