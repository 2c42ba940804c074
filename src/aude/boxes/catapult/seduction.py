"""Rounds with the seduction token (CAT-06, CAT-07): a follower changes sides."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.catapult.shots import (
    BY_CHANCE,
    SEDUCTION,
    SHOOTER,
    Shots,
    ShotStep,
    figure_code,
    figure_facts,
    figure_meant,
)
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.deploy import each_once
from aude.engine.figures import deploy, exposed_slot, free_figure, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import CONTINUE, PASS, Part, Rules
from aude.engine.state import State
from aude.engine.types import Figure


class SeductionRounds(Part):
    """Who is near, whichever way it is decided in this mode, and the consequences."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots

    def setup(self, rules: Rules) -> None:
        shots = self.shots
        only: i64 = 1 << SEDUCTION
        rules.add_form("nearest {owner:seat} {figure} {node}")
        rules.add_form("pass")
        rules.add_form("seduce {seducer:figure} {owner:seat} {figure} {node}")
        rules.add_note("seduced", ["seat", "owner:figure", "spot:node"])
        if shots.mode == "manual":
            rules.add_form("miss")
            rules.add_step("shot", 500, ReportedNearest(shots, only, SHOOTER))
        else:
            rules.add_step("shot", 500, Nearest(shots, only, BY_CHANCE))
        rules.add_step("shot", 600, Seduce(shots, only, SHOOTER))


def can_be_seduced(state: State, shots: Shots, figure: Figure) -> bool:
    """CAT-07, R-CAT-05, R-CAT-11, R-CAT-20: an opponent's follower, on a feature, that a token can reach."""
    rules = state.rules
    if rules.figure_seat[figure] == shots.seat(state) or not rules.occupies[rules.figure_kind[figure]]:
        return False
    return state.figure_at[figure] >= 0 and exposed_slot(state, figure, shots.danger) >= 0


class Nearest(ShotStep):
    """CAT-06, CAT-07: the nearest follower of an opponent; among equally near ones chance decides."""

    name = "nearest"
    rule = "CAT-07"

    def is_open(self, state: State) -> bool:
        if self.shots.landing_slot(state) < 0:
            return False  # CAT-06
        near = self.legal(state)
        if len(near) == 1:
            self.apply(state, near[0])
        return len(near) > 1

    def near(self, state: State) -> vec[i64]:
        """The codes of the nearest figures, equal ones as often as they stand there."""
        out = vec[i64]()
        least: i64 = -1
        for figure in range(state.rules.figures):
            if can_be_seduced(state, self.shots, figure):
                away = self.shots.away(state, state.node_slot[state.figure_at[figure]])
                if least < 0 or away < least:
                    least = away
                    out = vec[i64]()
                if away == least:
                    out = append(out, figure_code(state, figure, self.shots.danger))
        return out

    def legal(self, state: State) -> vec[i64]:
        return each_once(self.near(state))

    def count(self, state: State) -> i64:
        return len(self.near(state))

    def nth(self, state: State, k: i64) -> i64:
        return self.near(state)[k]

    def apply(self, state: State, action: i64) -> i64:
        for figure in range(state.rules.figures):
            if figure_code(state, figure, self.shots.danger) == action:
                state.registers[self.shots.figure] = figure + 1
                break
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("nearest", figure_facts(action))


class ReportedNearest(Nearest):
    """R-CAT-14: the shooter says whose follower is the nearest, or that the token is off the play area."""

    rule = "R-CAT-14"

    def is_open(self, state: State) -> bool:
        return True

    def near(self, state: State) -> vec[i64]:
        """Every figure that may have been found to be the nearest, equal ones once, and nobody."""
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if can_be_seduced(state, self.shots, figure):
                out = append(out, figure_code(state, figure, self.shots.danger))
        return append(each_once(out), PASS)

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        return super().apply(state, action)

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("miss")
        return super().describe(state, action)

    def refuse(self, state: State, choice: Choice) -> None:
        rules = state.rules
        figure = figure_meant(state, choice)
        if figure < 0 or can_be_seduced(state, self.shots, figure):
            raise Refused(self.rule, "nobody_to_seduce")
        if rules.figure_seat[figure] == self.shots.seat(state):
            raise Refused("R-CAT-05", "opponents_only")
        if not rules.occupies[rules.figure_kind[figure]]:
            raise Refused("R-CAT-05", "seduces_followers")
        raise Refused("CAT-14", "safe_from_tokens")


class Seduce(ShotStep):
    """CAT-07, D-CAT-03: the shooter may put a follower from the supply in the place of the one that is nearest."""

    name = "seduce"
    rule = "CAT-07"

    def is_open(self, state: State) -> bool:
        """R-CAT-05: somebody is near, and the shooter has a follower who may stand there."""
        return state.registers[self.shots.figure] > 0 and len(self.legal(state)) > 1

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        node = state.figure_at[state.registers[self.shots.figure] - 1]
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + self.shots.seat(state)]:
                if rules.stands_on[kind] >> state.kind_of(node) & 1:
                    out = append(out, kind + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        seat = self.shots.seat(state)
        gone = state.registers[self.shots.figure] - 1
        node = state.figure_at[gone]
        if state.journal is not None:
            state.note("seduced", [seat, gone, node])
        take_back(state, gone)
        deploy(state, free_figure(state, action - 1, seat), node)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`seduce meeple blue meeple city N at 0,-1`: the first figure is the shooter's."""
        if action == PASS:
            return Choice("pass")
        code = figure_code(state, state.registers[self.shots.figure] - 1, self.shots.danger)
        return Choice("seduce", [action - 1, *figure_facts(code)])

    def refuse(self, state: State, choice: Choice) -> None:
        rules = state.rules
        if choice.form != "seduce" or choice.facts[0] < 0:
            raise Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        if not rules.occupies[kind]:
            raise Refused("R-CAT-05", "seduces_followers")
        if not state.supply[kind * rules.seats + self.shots.seat(state)]:
            raise Refused(self.rule, "seducer_absent")
        if kind + 1 not in self.legal(state):
            raise Refused("R-CAT-05", "seducer_unfit")
        raise Refused(self.rule, "not_the_nearest")
