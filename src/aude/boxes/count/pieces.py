"""The Count and the followers in the quarters: displayed to players, and laid by hand."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.count.assets import FollowersWaiting
from aude.boxes.count.quarters import A_QUARTER, QUARTERS, Quarters
from aude.engine.choice import Choice, Form
from aude.engine.figures import free_figure, move
from aude.engine.pieces import AT_LAST, ByHand, Display
from aude.engine.refusal import Refused
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.types import Figure, Location, Seat


class Pieces(Part):
    """Displays the pieces, lays them by hand, and values them."""

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters

    def setup(self, rules: Rules) -> None:
        rules.add_display(CountDisplay(self.quarters))
        rules.add_by_hand(CountByHand(self.quarters))
        rules.add_asset(FollowersWaiting(self.quarters, held=False))
        rules.add_asset(FollowersWaiting(self.quarters, held=True))


class CountDisplay(Display):
    """Where the Count is, and who waits in the quarters."""

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        """How many followers of a seat are in each quarter."""
        return list(zip(QUARTERS, followers_by_quarter(self.quarters, state, seat)))

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        quarter = int(self.quarters.first - location)
        if 0 <= quarter < len(QUARTERS):
            return QUARTERS[quarter], quarter, -1
        return None

    def token_names(self) -> list[str]:
        return [f"count_in_{quarter}" for quarter in QUARTERS]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """The Count, on the tile that shows the quarters; his name says in which of them."""
        heart = self.quarters.heart
        if heart < 0:
            return []
        return [(-1 - int(heart), -1, f"count_in_{QUARTERS[state.registers[self.quarters.count]]}")]


class CountByHand(ByHand):
    """R-CNT-20: where the Count is, and who waits in the quarters."""

    def __init__(self, quarters: Quarters) -> None:
        self.quarters = quarters

    def forms(self) -> list[Form]:
        return [Form(f"lay count {A_QUARTER}", "count"), Form("stand {seat} {figure} " + A_QUARTER, "in_quarter")]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        quarter: i64 = line.facts[-1]
        if line.form == "count":
            state.registers[self.quarters.count] = quarter
            return
        kind = state.rules.figure_kind[figure]
        if not self.quarters.may_enter(state, kind, quarter):
            values: dict[str, object] = {
                "figure": state.rules.figure_kinds[kind].name,
                "quarter": QUARTERS[quarter],
            }
            raise Refused("R-CNT-10", "figure_not_in_quarter", values)
        move(state, figure, self.quarters.first - quarter)

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        rules = state.rules
        lines = [(AT_LAST, Choice("count", [state.registers[self.quarters.count]]))]
        for figure in range(rules.figures):
            quarter = self.quarters.quarter_of(state, figure)
            if quarter >= 0:
                facts: list[int] = [rules.figure_seat[figure], rules.figure_kind[figure], quarter]
                lines.append((AT_LAST, Choice("in_quarter", facts)))
        return lines

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Put this many followers into a quarter; unless a line says which, ordinary ones come first."""
        if name not in QUARTERS:
            return False
        quarter: i64 = QUARTERS.index(name)
        number -= followers_by_quarter(self.quarters, state, seat)[quarter]
        for kind in range(state.rules.figure_kinds_count):
            if self.quarters.may_enter(state, kind, quarter):
                while number > 0 and free_figure(state, kind, seat) >= 0:
                    move(state, free_figure(state, kind, seat), self.quarters.first - quarter)
                    number -= 1
        if number != 0:
            raise Refused("", "cannot_hold")
        return True


def followers_by_quarter(quarters: Quarters, state: State, seat: Seat) -> list[int]:
    """How many followers of a seat are in each quarter."""
    numbers = [0] * len(QUARTERS)
    for figure in range(state.rules.figures):
        quarter = quarters.quarter_of(state, figure)
        if quarter >= 0 and state.rules.figure_seat[figure] == seat:
            numbers[quarter] += 1
    return numbers
