"""Rounds with the knock-out token (CAT-04, CAT-05): figures that are hit go home."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.catapult.shots import (
    BY_CHANCE,
    KNOCK_OUT,
    SHOOTER,
    Shots,
    ShotStep,
    figure_code,
    figure_facts,
    figure_meant,
    is_off_segment,
)
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.deploy import each_once
from aude.engine.figures import exposed_slot, take_back
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, CONTINUE, PASS, SUPPLY, Part, Rules
from aude.engine.state import State
from aude.engine.types import Figure

SLIDES: Final = 4  # the probability that another figure on the tile is hit is one in this many
SPARED: Final = 1 << 46  # added to the code of a figure that is spared


class KnockOutRounds(Part):
    """Whom the token hits, whichever way it is decided in this mode."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots

    def setup(self, rules: Rules) -> None:
        shots = self.shots
        only: i64 = 1 << KNOCK_OUT
        rules.add_form("hit {owner:seat} {figure} {node}")
        rules.add_form("hit {owner:seat} {figure} at {slot}", "hit_off_segment")
        rules.add_note("knocked_out", ["seat", "owner:figure", "slot"])
        if shots.mode == "manual" or shots.mode == "physics":
            rules.add_form("rest")
            rules.add_step("shot", 400, SeenHits(shots, only, SHOOTER if shots.mode == "manual" else BY_CHANCE))
        else:
            rules.add_form("spare {owner:seat} {figure} {node}")
            rules.add_form("spare {owner:seat} {figure} at {slot}", "spare_off_segment")
            rules.add_step("shot", 400, Hits(shots, only, BY_CHANCE))


def in_reach(state: State, shots: Shots) -> vec[i64]:
    """The figures that the token can hit on the tile where it lies."""
    slot = shots.landing_slot(state)
    out = vec[i64]()
    if slot >= 0:
        for figure in range(state.rules.figures):
            if exposed_slot(state, figure, shots.danger) == slot:
                out = append(out, figure)
    return out


def comes_before(state: State, one: Figure, other: Figure) -> bool:
    """R-CAT-21: which of two figures on a tile comes first, by what can be seen of them."""
    rules = state.rules
    if rules.figure_seat[one] != rules.figure_seat[other]:
        return rules.figure_seat[one] < rules.figure_seat[other]
    at = state.figure_at[one]
    at_other = state.figure_at[other]
    if at != at_other and (at >= 0 or at_other >= 0):
        return at >= 0 and (at_other < 0 or at < at_other)
    name = rules.figure_kinds[rules.figure_kind[one]].name
    name_of_other = rules.figure_kinds[rules.figure_kind[other]].name
    if name != name_of_other:
        return name < name_of_other
    if at != at_other:
        return at > at_other  # reserved locations count downwards
    return one < other  # they cannot be distinguished


def hit(state: State, shots: Shots, code: i64) -> Figure:
    """Mark a figure that this code means as hit: the first that is not marked yet (R-CAT-21)."""
    first: i64 = -1
    for figure in range(state.rules.figures):
        if not shots.is_hit(state, figure) and figure_code(state, figure, shots.danger) == code:
            if first < 0 or comes_before(state, figure, first):
                first = figure
    if first >= 0:
        shots.mark(state, first)
    return first


def describe_hit(code: i64) -> Choice:
    """In numbers, that the figure of this code is hit."""
    return Choice("hit_off_segment" if is_off_segment(code) else "hit", figure_facts(code))


def send_home_hit(state: State, shots: Shots) -> None:
    """CAT-04, CAT-05, R-CAT-17: everybody who is hit goes home."""
    for figure in range(state.rules.figures):
        # A builder or pig that was hit may have gone already, with the last follower beside it.
        if shots.is_hit(state, figure) and state.figure_at[figure] != SUPPLY:
            if state.journal is not None:
                slot = exposed_slot(state, figure, shots.danger)
                state.note("knocked_out", [shots.seat(state), figure, slot])
            take_back(state, figure)


class Hits(ShotStep):
    """R-CAT-01, 3: whoever stands where the token lands is hit: one for certain, each other once in four times."""

    name = "hit"
    rule = "CAT-04"

    def is_open(self, state: State) -> bool:
        return len(in_reach(state, self.shots)) > 0

    def considered(self, state: State) -> Figure:
        """The figure whose fate is drawn now, or -1 while the first hit is drawn."""
        return state.registers[self.shots.figure] - 1

    def consider_next(self, state: State) -> i64:
        """Continue with the next figure on the tile; if there is none, the shot is over."""
        shots = self.shots
        last = self.considered(state)
        following: i64 = -1
        for figure in in_reach(state, shots):
            if not shots.is_hit(state, figure) and (last < 0 or comes_before(state, last, figure)):
                if following < 0 or comes_before(state, figure, following):
                    following = figure
        if following >= 0:
            state.registers[shots.figure] = following + 1
            return ASK
        send_home_hit(state, shots)
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        figure = self.considered(state)
        if figure >= 0:
            code = figure_code(state, figure, self.shots.danger)
            return append(append(out, code), code + SPARED)
        for figure in in_reach(state, self.shots):
            out = append(out, figure_code(state, figure, self.shots.danger))
        return each_once(out)

    def count(self, state: State) -> i64:
        if self.considered(state) >= 0:
            return SLIDES
        return len(in_reach(state, self.shots))

    def nth(self, state: State, k: i64) -> i64:
        figure = self.considered(state)
        if figure < 0:
            return figure_code(state, in_reach(state, self.shots)[k], self.shots.danger)
        code = figure_code(state, figure, self.shots.danger)
        if k:
            code += SPARED
        return code

    def apply(self, state: State, action: i64) -> i64:
        if action < SPARED:
            figure = self.considered(state)
            if figure < 0:
                hit(state, self.shots, action)
            else:
                self.shots.mark(state, figure)
        return self.consider_next(state)

    def describe(self, state: State, action: i64) -> Choice:
        if action >= SPARED:
            code = action - SPARED
            return Choice("spare_off_segment" if is_off_segment(code) else "spare", figure_facts(code))
        return describe_hit(action)


class SeenHits(ShotStep):
    """CAT-04, CAT-05: whom the token hits, seen on the simulated table (R-CAT-12) or told by the shooter (R-CAT-14)."""

    name = "hit"
    rule = "CAT-04"

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if not self.shots.is_hit(state, figure):
                code = figure_code(state, figure, self.shots.danger)
                if code > 0:
                    out = append(out, code)
        return append(each_once(out), PASS)

    def sample(self, state: State, random: Random) -> i64:
        """Reports are equally likely; for the simulated table, searches draw as `scatter` does."""
        if self.whom == SHOOTER:
            return self.nth(state, random.below(self.count(state)))
        shots = self.shots
        standing = in_reach(state, shots)
        if len(standing) == 0:
            return PASS
        chosen = random.below(len(standing))
        first = True
        for figure in standing:
            first = first and not shots.is_hit(state, figure)
        if first:
            return figure_code(state, standing[chosen], shots.danger)
        for figure in standing:  # after the first hit, each of the others may be hit, in order
            if figure >= state.registers[shots.figure] and not shots.is_hit(state, figure):
                if random.below(SLIDES) == 0:
                    return figure_code(state, figure, shots.danger)
        return PASS

    def is_observed(self, state: State) -> bool:
        return self.whom == BY_CHANCE

    def observe(self, state: State) -> i64:
        from aude.boxes.catapult import physics

        if not physics.is_installed():
            return self.sample(state, self.shots.luck(state))
        seen = physics.seen_hits(state, self.shots)
        for figure in seen:  # of equal figures, as many as were seen, whichever are marked
            code = figure_code(state, figure, self.shots.danger)
            left = 0
            for other in seen:
                if figure_code(state, other, self.shots.danger) == code:
                    left += 1
            for marked in range(state.rules.figures):
                if self.shots.is_hit(state, marked) and figure_code(state, marked, self.shots.danger) == code:
                    left -= 1
            if left > 0:
                return code
        return PASS

    def apply(self, state: State, action: i64) -> i64:
        shots = self.shots
        if action == PASS:
            send_home_hit(state, shots)
            return CONTINUE
        first = True
        for number in range(shots.hit_registers):
            first = first and state.registers[shots.hits + number] == 0
        figure = hit(state, shots, action)
        if not first:
            state.registers[shots.figure] = figure + 1  # `sample` continues after it
        return ASK

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("rest")
        return describe_hit(action)

    def refuse(self, state: State, choice: Choice) -> None:
        figure = figure_meant(state, choice)
        if figure >= 0 and exposed_slot(state, figure, self.shots.danger) < 0:
            raise Refused("CAT-14", "safe_from_tokens")
        raise Refused(self.rule, "nobody_to_hit")
