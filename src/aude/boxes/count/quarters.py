"""The quarters of the city: who waits there, where the Count stands, and how one comes in. CNT-08 to CNT-11."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.figures import free_figure, move
from aude.engine.rules import ASK, AT_LAST, CONTINUE, MISWRITTEN, PASS, Rules, Step
from aude.engine.state import State
from aude.engine.words import whose_figure

# The quarters, clockwise (R-CNT-01), and the kinds of features that their followers go to (CNT-03, R-CNT-06).
QUARTERS: Final = ["castle_quarter", "market_quarter", "blacksmith_quarter", "cathedral_quarter"]
SERVED: Final = [["city"], ["field"], ["road"], ["monastery", "abbey", "shrine"]]
MARKET: Final = 1

# Who moves the Count: the values of the option `count_move`.
BY_PLAYER: Final = 0
CLOCKWISE: Final = 1
FOLLOW_MEEPLE: Final = 2
COUNT_MOVES: Final = ["by_player", "clockwise", "follow_meeple"]


class Quarters:
    """Reserved places, one below the other in the order of QUARTERS; no danger reaches them (CNT-11)."""

    def __init__(self) -> None:
        self.count_moves: i64 = BY_PLAYER  # R-CNT-01
        self.first: i64 = 0  # the place of the first quarter
        self.count: i64 = -1  # registers: the quarter where the Count stands,
        self.entered: i64 = -1  # 1 if the player has just put a follower into the city,
        self.scored: i64 = -1  # and for each seat whose turn it is: the mask of seats that have scored in it
        self.served = vec[i64]()  # of each quarter: the mask of kinds of features
        self.quarter_for = vec[i64]()  # of each kind of feature: its quarter, or -1

    def setup(self, rules: Rules) -> None:
        self.count_moves = COUNT_MOVES.index(rules.option("count_move"))
        # R-CAT-08: the one option that lets anything reach a quarter.
        exposed: tuple[str, ...] = ()
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.first = rules.reserve_locations(len(QUARTERS), exposed)
        self.count = rules.register()
        self.entered = rules.register()
        self.scored = rules.register(int(rules.seats))
        for quarter in QUARTERS:
            rules.add_note(f"to_{quarter}", ["figure"])
            rules.add_note(f"count_to_{quarter}", [])
        rules.add_step("turn", 1800, EnterQuarter(self))
        if self.count_moves == BY_PLAYER:
            rules.add_step("turn", 1801, MoveCount(self))

    def finalize(self, rules: Rules) -> None:
        self.served = vec[i64]([rules.kinds_named(names) for names in SERVED])
        of_kind = {name: quarter for quarter, names in enumerate(SERVED) for name in names}
        self.quarter_for = vec[i64]([of_kind.get(kind.name, -1) for kind in rules.kinds])

    def quarter_of(self, state: State, figure: i64) -> i64:
        """The quarter that a figure is in, or -1."""
        quarter = self.first - state.figure_at[figure]
        if 0 <= quarter < FOUR:
            return quarter
        return -1

    def quarters_with(self, state: State, kind: i64, seat: i64) -> i64:
        """The mask of quarters with a figure of this kind and seat."""
        rules = state.rules
        mask: i64 = 0
        first = rules.figure_first[kind * rules.seats + seat]
        for figure in range(first, first + rules.figure_each[kind]):
            quarter = self.quarter_of(state, figure)
            if quarter >= 0:
                mask |= i64(1) << quarter
        return mask

    def may_enter(self, state: State, kind: i64, quarter: i64) -> bool:
        """CNT-10, R-CNT-10: followers only, and where they could go from there they must be able to stand."""
        return state.rules.occupies[kind] != 0 and state.rules.stands_on[kind] & self.served[quarter] != 0

    def put_count(self, state: State, quarter: i64) -> None:
        """CNT-09: the Count goes to a quarter."""
        if state.registers[self.count] != quarter:
            state.registers[self.count] = quarter
            if state.journal is not None:
                state.note(f"count_to_{QUARTERS[quarter]}", [])

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        """How many followers of a seat are in each quarter."""
        numbers = [0] * len(QUARTERS)
        for figure in range(state.rules.figures):
            if state.rules.figure_seat[figure] == seat and self.quarter_of(state, figure) >= 0:
                numbers[self.quarter_of(state, figure)] += 1
        return list(zip(QUARTERS, numbers))

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """R-CNT-20: so many followers are in a quarter; where no line says which, ordinary ones come first."""
        quarter: i64 = QUARTERS.index(name)
        number -= dict(self.holdings(state, seat))[name]
        for kind in range(state.rules.figure_kinds_count):
            if self.may_enter(state, kind, quarter):
                while number > 0 and free_figure(state, kind, seat) >= 0:
                    move(state, free_figure(state, kind, seat), self.first - quarter)
                    number -= 1
        return number == 0

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-CNT-20: where the Count is, or that a follower waits in a quarter."""
        if figure < 0:
            if len(words) != 2 or words[1] not in QUARTERS:
                return MISWRITTEN
            state.registers[self.count] = QUARTERS.index(words[1])
            return ""
        if len(words) != 1:
            return MISWRITTEN
        quarter: i64 = QUARTERS.index(words[0])
        kind = state.rules.figure_kind[figure]
        if not self.may_enter(state, kind, quarter):
            return f"no {state.rules.figure_kinds[kind].name} goes to the {words[0]} (R-CNT-10)"
        move(state, figure, self.first - quarter)
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The Count, and who is in the quarters."""
        lines = [(AT_LAST, f"lay count {QUARTERS[state.registers[self.count]]}")]
        for figure in range(state.rules.figures):
            quarter = self.quarter_of(state, figure)
            if quarter >= 0:
                lines.append((AT_LAST, f"stand {whose_figure(state, figure)} {QUARTERS[quarter]}"))
        return lines


class EnterQuarter(Step):
    """CNT-08: a player who has scored nothing while somebody else has may put a follower into a quarter."""

    name = "quarter"
    rule = "CNT-08"

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters

    def enter(self, state: State) -> i64:
        scored = state.registers[self.quarters.scored + state.player]
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
        if quarters.count_moves == CLOCKWISE:
            quarters.put_count(state, (state.registers[quarters.count] + 1) % FOUR)
        elif quarters.count_moves == FOLLOW_MEEPLE:
            quarters.put_count(state, quarter)
        else:
            state.registers[quarters.entered] = 1
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        """`quarter meeple castle_quarter`"""
        if action == PASS:
            return ["pass"]
        kind = (action - 1) // FOUR
        return ["quarter", state.rules.figure_kinds[kind].name, QUARTERS[(action - 1) % FOUR]]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        kind: i64 = -1
        if len(words) == 3 and words[0] == "quarter" and words[2] in QUARTERS:
            kind = rules.figure_named(words[1])
        if kind < 0:
            return self.rule, "not_offered"
        if not rules.occupies[kind]:
            return "CNT-10", "city_followers_only"
        if not state.supply[kind * rules.seats + state.player]:
            return self.rule, "supply_empty"
        return "R-CNT-10", "quarter_unfit"


class MoveCount(Step):
    """CNT-09, R-CNT-01: after putting a follower into the city the player may move the Count."""

    name = "count"
    rule = "CNT-09"

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters

    def enter(self, state: State) -> i64:
        if not state.registers[self.quarters.entered]:
            return CONTINUE
        state.registers[self.quarters.entered] = 0
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

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        return ["count", QUARTERS[action - 1]]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        if words == ["count", QUARTERS[state.registers[self.quarters.count]]]:
            return self.rule, "count_is_there"
        return self.rule, "not_offered"
