"""The Catapult. CAT-01 to CAT-14 are written out in spec.md, beside this file.

A round is the step `fair` of a turn; each shot of it is a run through the sequence `shot`, called once for every seat.
What chance does in a shot is drawn (scatter, uniform), seen on a simulated table (physics) or told by people (manual).
The questions of a shot stand in modules of their own: those of the flight, and those of each token.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.catapult.catch import add_catch
from aude.boxes.catapult.flight import add_flight
from aude.boxes.catapult.knock_out import add_knock_out
from aude.boxes.catapult.seduction import add_seduction
from aude.boxes.catapult.shots import CATCH, KNOCK_OUT, ROUNDS, SEDUCTION, TARGET, TOKENS, Shots
from aude.boxes.catapult.target import add_target, reward_nearest
from aude.engine.arrays import vec
from aude.engine.features import newest_shows
from aude.engine.rules import ASK, CONTINUE, Box, Rules, Step
from aude.engine.state import State


class Catapult(Box):
    """12 fair tiles, and with each of them a round of shots."""

    id = "catapult"

    def __init__(self) -> None:
        self.shots: Shots | None = None  # none without rounds
        self.fair: i64 = 0  # the bit among the symbols of a tile
        self.shot: i64 = -1  # where in the program a shot begins

    def setup(self, rules: Rules) -> None:
        mode = rules.option("catapult_mode")
        if mode == "off":
            return
        self.shots = shots = Shots(rules, mode)
        # R-CAT-02, R-TURN-02: before the dragon and the scoring; or after the scoring and the Count.
        before = rules.option("catapult_timing") == "before_scoring"
        rules.add_step("turn", 1300 if before else 1860, Fair(self, shots))
        for note in ROUNDS[1:]:
            rules.add_note(note, ["seat"])
        if mode == "physics":
            rules.add_note("no_physics", [])
        add_catch(rules, shots)
        add_flight(rules, shots)
        add_knock_out(rules, shots)
        add_seduction(rules, shots)
        add_target(rules, shots)

    def finalize(self, rules: Rules) -> None:
        if self.shots is not None:
            self.fair = rules.table.symbol_of("fair")
            self.shot = rules.starts["shot"]
            self.shots.finalize(rules)


class Fair(Step):
    """CAT-01 … CAT-03: after a fair tile the player chooses a token, and everybody shoots it once."""

    name = "fair"
    rule = "CAT-02"

    def __init__(self, box: Catapult, shots: Shots) -> None:
        self.box = box
        self.shots = shots

    def enter(self, state: State) -> i64:
        if not newest_shows(state, self.box.fair):
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
        state.call(self.box.shot)
        return CONTINUE

    def resume(self, state: State) -> i64:
        """A shot is over."""
        shots = self.shots
        shots.forget_shot(state)
        seat = state.seat_after(shots.seat(state))
        if seat != state.player:
            state.registers[shots.shooter] = seat
            state.call(self.box.shot)
            return CONTINUE
        reward_nearest(state, shots)
        shots.forget_round(state)
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        return ["token", TOKENS[action]]
