"""The plague: everybody takes a follower back. WOF-13 to WOF-15."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.crowns import Crowns
from aude.engine.arrays import append, vec
from aude.engine.figures import exposed_slot, take_back
from aude.engine.rules import ASK, CONTINUE, SUPPLY, Rules, Step
from aude.engine.state import State
from aude.engine.words import fits, slot_word, spot_words


class Plague(Step):
    """WOF-13 … WOF-15: every seat, the player first, takes back an own follower; R-WOF-20: asked if it has a choice."""

    name = "plague"
    rule = "WOF-13"

    def __init__(self, rules: Rules, crowns: Crowns) -> None:
        self.crowns = crowns
        self.wheel = crowns.wheel
        self.danger: i64 = rules.danger("plague")
        rules.add_note("stricken", ["figure"])

    def enter(self, state: State) -> i64:
        wheel = self.wheel
        if not wheel.turns(state) or wheel.sectors[state.registers[wheel.pig]] != "plague":
            return CONTINUE
        return self.ask_from(state, state.player)

    def ask_from(self, state: State, seat: i64) -> i64:
        """Ask this seat, or the first after it that has a choice; take what leaves none (R-WOF-06: perhaps nobody)."""
        while True:
            state.actor = seat
            found = self.legal(state)
            if len(found) > 1:
                return ASK
            if len(found) == 1:
                self.strike(state, found[0])
            seat = state.seat_after(seat)
            if seat == state.player:
                return CONTINUE

    def can_fall(self, state: State, figure: i64) -> bool:
        """Whether the asked seat may take this figure back."""
        rules = state.rules
        if rules.figure_seat[figure] != state.actor or not rules.occupies[rules.figure_kind[figure]]:
            return False
        return exposed_slot(state, figure, self.danger) >= 0

    def legal(self, state: State) -> vec[i64]:
        """Each follower that may be taken, by its number; of those alike on one spot the first."""
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if self.can_fall(state, figure) and not self.is_twin(state, figure, out):
                out = append(out, figure)
        return out

    def is_twin(self, state: State, figure: i64, found: vec[i64]) -> bool:
        """Whether a figure of the same kind stands on the same spot as this one."""
        kind = state.rules.figure_kind
        for other in found:
            if state.figure_at[other] == state.figure_at[figure] and kind[other] == kind[figure]:
                return True
        return False

    def strike(self, state: State, figure: i64) -> None:
        """Take a follower back. R-WOF-15: what is left alone goes home by `figure_left`."""
        if state.journal is not None:
            state.note("stricken", [figure])
        take_back(state, figure)

    def apply(self, state: State, action: i64) -> i64:
        self.strike(state, action)
        seat = state.seat_after(state.actor)
        if seat == state.player:
            return CONTINUE
        return self.ask_from(state, seat)

    def words(self, state: State, action: i64) -> list[str]:
        """`plague meeple city N at 0,-1`; of one that stands on no segment, `plague meeple at 0,-1`."""
        at = state.figure_at[action]
        words = ["plague", state.rules.figure_kinds[state.rules.figure_kind[action]].name]
        if at >= 0:
            return [*words, *spot_words(state, at)]
        slot = exposed_slot(state, action, self.danger)
        words += ["at", slot_word(state, slot)]
        like: i64 = 1  # such places on one tile are told apart by number
        for other in self.legal(state):
            if other < action and state.figure_at[other] < 0:
                if exposed_slot(state, other, self.danger) == slot:
                    like += 1
        return words if like == 1 else [*words, str(like)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """WOF-13, WOF-14: why the plague does not take a figure."""
        rules = state.rules
        for figure in range(rules.figures):
            if rules.figure_seat[figure] != state.actor or state.figure_at[figure] == SUPPLY:
                continue
            kind = rules.figure_kind[figure]
            if len(words) > 1 and words[1] == rules.figure_kinds[kind].name and not rules.occupies[kind]:
                return "WOF-14", "not_a_follower"
            sector = self.crowns.sector_of(state, figure)
            if sector >= 0 and fits(words[1:], [rules.figure_kinds[kind].name, self.wheel.sectors[sector]]):
                return self.rule, "crown_safe"
        return self.rule, "not_offered"
