"""Ransom: prisoners are bought back, at any moment. TOW-10, TOW-11."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.tower.prisoners import Prisons
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import move
from aude.engine.refusal import Refused
from aude.engine.rules import CONTINUE, PAYMENT, SUPPLY, Part, Rules, Step, is_set
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.types import Code, Seat

RANSOM: Final = 3  # TOW-10: points
MAX_KINDS: Final = 256  # of figures: room in the codes of ransoms


class Ransoms(Part):
    """Whoever has 3 points may pay them to a captor and get a figure back."""

    def __init__(self, prisons: Prisons) -> None:
        self.prisons = prisons
        self.own_turn_only = False  # R-TOW-03
        self.once_a_turn = False
        self.on_credit = False  # R-TOW-04
        self.codes: i64 = 0  # interrupts: MAX_KINDS for each captor
        self.paid: i64 = -1  # a register: who has paid a ransom in this turn, a bit for each seat
        self.over: i64 = -1  # the last step of the game

    def setup(self, rules: Rules) -> None:
        self.own_turn_only = rules.option("ransom_timing") != "any_time"
        self.once_a_turn = rules.option("ransom_timing") == "own_turn_once"
        self.on_credit = rules.option("ransom_min_score") == "none"
        self.codes = rules.reserve_interrupts(int(rules.seats) * MAX_KINDS)
        self.paid = rules.reserve_registers()
        rules.add_form("ransom {figure} {captor:seat}")
        rules.add_note("ransomed", ["figure", "captor:seat"])
        rules.add_step("turn", 40, Dawn(self), when=is_set(self.paid))

    def finalize(self, rules: Rules) -> None:
        self.over = rules.step_numbers["over"]

    def interrupts(self, state: State, seat: Seat, options: vec[i64]) -> vec[i64]:
        """TOW-10: whoever can pay may buy back any figure, kind by kind (R-TOW-26)."""
        for captor in range(state.rules.seats):
            if self.obstacle(state, seat, captor)[0] == "":
                for kind in self.prisons.kinds_held(state, seat, captor):
                    options = append(options, self.codes + captor * MAX_KINDS + kind)
        return options

    def obstacle(self, state: State, seat: Seat, captor: Seat) -> tuple[str, str]:
        """Why a seat may not buy back figures from a captor now: rule and reason, empty if it may.

        Nothing is raised: it is asked at every question of a game.
        """
        if state.actor < 0:
            return "R-TOW-18", "ransom_no_question"
        ends = state.rules.final_start <= state.step <= self.over  # R-TOW-19: nobody's turn
        if self.own_turn_only and (ends or seat != state.player):
            return "R-TOW-03", "ransom_own_turn"
        if self.once_a_turn and state.registers[self.paid] >> seat & 1:
            return "R-TOW-03", "ransom_once"
        if seat == state.player and state.registers[self.prisons.exchanging] == captor + 1:
            return "R-TOW-22", "ransom_between"
        if state.scores[seat] < RANSOM and not self.on_credit:
            return "R-TOW-04", "ransom_too_dear"
        return "", ""

    def interrupt(self, state: State, seat: Seat, action: Code) -> bool:
        """TOW-10, TOW-11: 3 points go to the captor, and the figure is in the supply. R-TOW-05: nobody refuses."""
        code = action - self.codes
        if not 0 <= code < state.rules.seats * MAX_KINDS:
            return False
        captor = code // MAX_KINDS
        figure = self.prisons.prisoner(state, seat, code % MAX_KINDS, captor)
        move(state, figure, SUPPLY)
        state.registers[self.paid] |= i64(1) << seat
        if state.journal is not None:
            state.note("ransomed", [figure, captor])
        gain(state, seat, -RANSOM, "ransom", PAYMENT)  # R-TOW-15
        gain(state, captor, RANSOM, "ransom", PAYMENT)
        return True

    def describe_interrupt(self, state: State, seat: Seat, action: Code) -> Choice | None:
        """`ransom meeple blue`"""
        code = action - self.codes
        if not 0 <= code < state.rules.seats * MAX_KINDS:
            return None
        return Choice("ransom", [code % MAX_KINDS, code // MAX_KINDS])

    def refuse_interrupt(self, state: State, seat: Seat, choice: Choice) -> None:
        """Why a seat may not pay now."""
        if choice.form != "ransom":
            return
        kind: i64 = choice.facts[0]
        captor: i64 = choice.facts[1]
        if kind < 0 or captor < 0 or self.prisons.prisoner(state, seat, kind, captor) < 0:
            raise Refused("TOW-10", "no_such_prisoner")
        rule, key = self.obstacle(state, seat, captor)
        if rule:
            raise Refused(rule, key)


class Dawn(Step):
    """R-TOW-19: a new turn, and nobody has paid in it."""

    name = "tower_dawn"

    def __init__(self, ransoms: Ransoms) -> None:
        self.ransoms = ransoms

    def enter(self, state: State) -> i64:
        state.registers[self.ransoms.paid] = 0
        return CONTINUE
