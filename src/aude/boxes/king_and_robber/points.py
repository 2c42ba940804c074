"""The points of the king tile and the robber tile. KR-05, KR-06, R-KR-05."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.king_and_robber.prize import Prize
from aude.engine.arrays import vec
from aude.engine.features import count_complete
from aude.engine.rules import Note, Part
from aude.engine.scoring import give
from aude.engine.state import State
from aude.engine.types import Seat

# How the tiles are scored: the values of the option `king_scoring`.
PER_FEATURE_END: Final = 0
TEN_EACH: Final = 1
FIFTEEN_FORTY: Final = 2
CONTINUOUS: Final = 3
SCORINGS: Final = ["per_feature_end", "10_each", "15_40", "continuous"]


class PrizePoints(Part):
    """What the tiles score at the end.

    In the middle of a turn, features completed in the turn count as if they were awarded already.
    """

    def __init__(self, prizes: list[Prize], scoring: i64) -> None:
        self.prizes = prizes  # those that are in the game
        self.scoring = scoring

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        if self.scoring == FIFTEEN_FORTY and len(self.prizes) == 2:
            holder = self.prizes[0].holder_soon(state)
            if holder >= 0 and holder == self.prizes[1].holder_soon(state):
                give(totals, notes, holder, 40, "king_and_robber", 2)
                return
        for prize in self.prizes:
            if self.scoring == CONTINUOUS:
                give_what_is_due(state, prize, totals, notes)
                continue
            holder = prize.holder_soon(state)
            if holder < 0:
                continue
            if self.scoring == PER_FEATURE_END:
                give_for_each(state, prize, holder, totals, notes)
            elif self.scoring == TEN_EACH:
                give(totals, notes, holder, 10, prize.bare)
            else:
                give(totals, notes, holder, 15, prize.bare)


def give_for_each(state: State, prize: Prize, holder: Seat, totals: vec[i64], notes: list[Note] | None) -> None:
    """KR-05, KR-06, R-KR-06: 1 point for every completed city (road), whoever stood on it."""
    count = count_complete(state, prize.counted)
    if count:
        give(totals, notes, holder, count, prize.name, count)


def give_what_is_due(state: State, prize: Prize, totals: vec[i64], notes: list[Note] | None) -> None:
    """`continuous`: a point to the holder for each feature that waits for its award."""
    holder = prize.holder(state)
    count: i64 = len(prize.new_features(state))
    if holder >= 0 and count:
        give(totals, notes, holder, count, prize.name, count)
