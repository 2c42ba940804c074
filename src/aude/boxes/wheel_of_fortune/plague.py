"""The plague: everybody takes a follower back. WOF-13 to WOF-15."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.wheel_of_fortune.crowns import Crowns
from aude.boxes.wheel_of_fortune.wheel import WHEEL
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import exposed_slot, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, SUPPLY, Part, Rules, Step, on_drawn
from aude.engine.state import State
from aude.engine.types import Figure, Seat

FORMS: Final = ("plague", "plague_at", "plague_nth", "plague_on_crown")


class Plague(Part):
    """The danger that makes everybody take a follower back."""

    def __init__(self, crowns: Crowns) -> None:
        self.crowns = crowns
        self.wheel = crowns.wheel
        self.danger: i64 = -1

    def setup(self, rules: Rules) -> None:
        self.danger = rules.danger("plague")
        rules.add_note("stricken", ["figure"])
        rules.add_form("plague {figure} {node}")
        # For a figure that is not on a segment; several on one tile are distinguished by number, from the second on.
        rules.add_form("plague {figure} at {slot} {number}", "plague_nth")
        rules.add_form("plague {figure} at {slot}", "plague_at")
        # Never offered, but players try it and should learn why it is not allowed.
        rules.add_form("plague {figure} " + self.wheel.sector_field(), "plague_on_crown")
        rules.add_step("turn", 351, TakeBack(self), when=on_drawn(WHEEL))


class TakeBack(Step):
    """WOF-13 … WOF-15: every seat, the player first, takes back an own follower; R-WOF-20: asked if it has a choice."""

    name = "plague"
    rule = "WOF-13"

    def __init__(self, plague: Plague) -> None:
        self.plague = plague

    def enter(self, state: State) -> i64:
        wheel = self.plague.wheel
        if not wheel.turns(state) or wheel.sectors[state.registers[wheel.pig]] != "plague":
            return CONTINUE
        return self.ask_from(state, state.player)

    def ask_from(self, state: State, seat: Seat) -> i64:
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

    def can_fall(self, state: State, figure: Figure) -> bool:
        """Whether the asked seat may take this figure back."""
        rules = state.rules
        if rules.figure_seat[figure] != state.actor or not rules.occupies[rules.figure_kind[figure]]:
            return False
        return exposed_slot(state, figure, self.plague.danger) >= 0

    def legal(self, state: State) -> vec[i64]:
        """Each follower that may be taken, by its number; of those alike on one spot the first."""
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if state.figure_at[figure] == SUPPLY:
                continue
            if self.can_fall(state, figure) and not self.is_twin(state, figure, out):
                out = append(out, figure)
        return out

    def is_twin(self, state: State, figure: Figure, found: vec[i64]) -> bool:
        """Whether a figure of the same kind stands on the same spot as this one."""
        kind = state.rules.figure_kind
        for other in found:
            if state.figure_at[other] == state.figure_at[figure] and kind[other] == kind[figure]:
                return True
        return False

    def strike(self, state: State, figure: Figure) -> None:
        """Take a follower back. R-WOF-15: what is left alone goes home by `figure_returned`."""
        if state.journal is not None:
            state.note("stricken", [figure])
        take_back(state, figure)

    def apply(self, state: State, action: i64) -> i64:
        self.strike(state, action)
        seat = state.seat_after(state.actor)
        if seat == state.player:
            return CONTINUE
        return self.ask_from(state, seat)

    def describe(self, state: State, action: i64) -> Choice:
        kind = state.rules.figure_kind[action]
        at = state.figure_at[action]
        if at >= 0:
            return Choice("plague", [kind, at])
        slot = exposed_slot(state, action, self.plague.danger)
        like: i64 = 1
        for other in self.legal(state):
            if other < action and state.figure_at[other] < 0:
                if exposed_slot(state, other, self.plague.danger) == slot:
                    like += 1
        if like == 1:
            return Choice("plague_at", [kind, slot])
        return Choice("plague_nth", [kind, slot, like])

    def refuse(self, state: State, choice: Choice) -> None:
        """WOF-13, WOF-14: why the plague does not take a figure."""
        rules = state.rules
        if choice.form not in FORMS:
            raise Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        for figure in range(rules.figures):
            if rules.figure_seat[figure] != state.actor or rules.figure_kind[figure] != kind:
                continue
            if not rules.occupies[kind] and state.figure_at[figure] != SUPPLY:
                raise Refused("WOF-14", "not_a_follower")
            sector = self.plague.crowns.sector_of(state, figure)
            if choice.form == "plague_on_crown" and sector >= 0 and sector == choice.facts[1]:
                raise Refused(self.rule, "crown_safe")
        raise Refused(self.rule, "not_offered")
