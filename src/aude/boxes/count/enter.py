"""Into the city: who scores nothing while others do may send a follower, and move the Count. CNT-08 to CNT-10."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.count.quarters import A_QUARTER, QUARTERS, Quarters
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.figures import free_figure, move
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, BY_TILE, CONTINUE, PASS, PAYMENT, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.types import Seat

# Who moves the Count: the values of the option `count_move`.
BY_PLAYER: Final = 0
CLOCKWISE: Final = 1
FOLLOW_MEEPLE: Final = 2
COUNT_MOVES: Final = ["by_player", "clockwise", "follow_meeple"]


class Entering(Part):
    """Who has scored in a part of a turn, and with that who may send a follower into the city."""

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters
        self.count_moves: i64 = BY_PLAYER  # R-CNT-01
        self.any_points = True  # R-CNT-02
        self.entered: i64 = -1  # registers: 1 if the player has just put a follower into the city,
        self.scored: i64 = -1  # and for each seat whose turn it is: the mask of seats that have scored in it

    def setup(self, rules: Rules) -> None:
        self.count_moves = COUNT_MOVES.index(rules.option("count_move"))
        self.any_points = rules.option("count_trigger") == "any_points"
        self.entered = rules.reserve_registers()
        self.scored = rules.reserve_registers(int(rules.seats))
        for quarter in QUARTERS:
            rules.add_note(f"to_{quarter}", ["figure"])
        rules.add_form("quarter {figure} " + A_QUARTER)
        rules.add_form("pass")
        rules.add_step("turn", 1800, EnterQuarter(self))
        if self.count_moves == BY_PLAYER:
            rules.add_form("count " + A_QUARTER)
            rules.add_step("turn", 1801, MoveCount(self), when=is_set(self.entered))

    def points_gained(self, state: State, seat: Seat, points: i64, cause: i64) -> None:
        """R-CNT-02: who has scored in this part of the turn. Payments and losses do not matter."""
        if points > 0 and (cause == BY_TILE or (self.any_points and cause != PAYMENT)):
            state.registers[self.scored + state.player] |= i64(1) << seat


class EnterQuarter(Step):
    """CNT-08: a player who has scored nothing while somebody else has may put a follower into a quarter."""

    name = "quarter"
    rule = "CNT-08"

    def __init__(self, entering: Entering) -> None:
        self.entering = entering
        self.quarters = entering.quarters

    def enter(self, state: State) -> i64:
        scored = state.registers[self.entering.scored + state.player]
        if scored == 0 or scored >> state.player & 1:
            return CONTINUE
        state.actor = state.player
        return ASK if len(self.legal(state)) > 1 else CONTINUE

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if state.supply[kind * rules.seats + state.player]:
                for quarter in range(FOUR):  # R-CNT-17: the Count's too
                    if self.quarters.may_enter(state, kind, quarter):
                        out = append(out, kind * FOUR + quarter + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        quarters = self.quarters
        quarter = (action - 1) % FOUR
        figure = free_figure(state, (action - 1) // FOUR, state.player)
        move(state, figure, quarters.first - quarter)
        if state.journal is not None:
            state.note(f"to_{QUARTERS[quarter]}", [figure])
        if self.entering.count_moves == CLOCKWISE:
            quarters.put_count(state, (state.registers[quarters.count] + 1) % FOUR)
        elif self.entering.count_moves == FOLLOW_MEEPLE:
            quarters.put_count(state, quarter)
        else:
            state.registers[self.entering.entered] = 1
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("pass")
        return Choice("quarter", [(action - 1) // FOUR, (action - 1) % FOUR])

    def refuse(self, state: State, choice: Choice) -> None:
        rules = state.rules
        if choice.form != "quarter" or min(choice.facts) < 0:
            raise Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        if not rules.occupies[kind]:
            raise Refused("CNT-10", "city_followers_only")
        if not state.supply[kind * rules.seats + state.player]:
            raise Refused(self.rule, "supply_empty")
        raise Refused("R-CNT-10", "quarter_unfit")


class MoveCount(Step):
    """CNT-09, R-CNT-01: after putting a follower into the city the player may move the Count."""

    name = "count"
    rule = "CNT-09"

    def __init__(self, entering: Entering) -> None:
        self.entering = entering
        self.quarters = entering.quarters

    def enter(self, state: State) -> i64:
        if not state.registers[self.entering.entered]:
            return CONTINUE
        state.registers[self.entering.entered] = 0
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        for quarter in range(FOUR):
            if quarter != state.registers[self.quarters.count]:
                out = append(out, quarter + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            self.quarters.put_count(state, action - 1)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("pass")
        return Choice("count", [action - 1])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form == "count" and choice.facts[0] == state.registers[self.quarters.count]:
            raise Refused(self.rule, "count_is_there")
        raise Refused(self.rule, "not_offered")
