"""The quarters of the city: who waits there, and where the Count stands. CNT-03, CNT-09 to CNT-11."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.cells import FOUR
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.types import Figure, Location, Seat, Slot

# The quarters, clockwise (R-CNT-01), and the kinds of features that their followers go to (CNT-03, R-CNT-06).
QUARTERS: Final = ["castle_quarter", "market_quarter", "blacksmith_quarter", "cathedral_quarter"]
SERVED: Final = [["city"], ["field"], ["road"], ["monastery", "abbey", "shrine"]]
MARKET: Final = 1
A_QUARTER: Final = "{quarter:" + "|".join(QUARTERS) + "}"  # a field of forms


class Quarters(Part):
    """Reserved locations, one below the other in the order of QUARTERS; no danger reaches them (CNT-11)."""

    def __init__(self) -> None:
        self.first: i64 = 0  # the location of the first quarter
        self.count: i64 = -1  # a register: the quarter where the Count stands
        self.heart: i64 = -1  # the slot of the tile that shows the quarters
        self.served = vec[i64]()  # of each quarter: the mask of kinds of features
        self.quarter_for = vec[i64]()  # of each kind of feature: its quarter, or -1

    def setup(self, rules: Rules) -> None:
        # R-CAT-08: the one option that lets anything reach a quarter.
        exposed: tuple[str, ...] = ()
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.first = rules.reserve_locations(len(QUARTERS), exposed)
        self.count = rules.reserve_registers()
        for quarter in QUARTERS:
            rules.add_note(f"count_to_{quarter}", [])

    def finalize(self, rules: Rules) -> None:
        self.served = vec[i64]([rules.kinds_named(names) for names in SERVED])
        of_kind = {name: quarter for quarter, names in enumerate(SERVED) for name in names}
        self.quarter_for = vec[i64]([of_kind.get(kind.name, -1) for kind in rules.kinds])
        for slot, (name, _x, _y, _rotation) in enumerate(rules.start):
            if "quarters" in rules.table.tiles[rules.table.index[name]].symbols:
                self.heart = slot

    def location_slot(self, state: State, location: Location) -> Slot:
        if 0 <= self.first - location < FOUR:
            return self.heart
        return -1

    def quarter_of(self, state: State, figure: Figure) -> i64:
        """The quarter that a figure is in, or -1."""
        quarter = self.first - state.figure_at[figure]
        if 0 <= quarter < FOUR:
            return quarter
        return -1

    def quarters_with(self, state: State, kind: i64, seat: Seat) -> i64:
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
