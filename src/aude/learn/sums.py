"""The features of a table added up, as a row of numbers that has the same length at every moment of a game.

Features that may still bring points are grouped by their kind, by who has the majority on them, and by how many ends
are open. A feature on which several seats are equally strong counts for each of them, for each gets its points.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i32, i64

from aude.engine.arrays import vec
from aude.engine.rules import Rules
from aude.engine.scoring import SEAT_BITS, leaders, weight_on
from aude.engine.state import State
from aude.learn.planes import is_open

ENDS: Final = ("1", "2", "3", "4+")  # how many are open
MOST: Final[i64] = 4
COLUMNS: Final[i64] = 3  # of each group


@final
class Sums:
    """The row of games with these rules. Seats are counted from the one that looks, clockwise; nobody comes last."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        names: list[str] = []
        first: list[int] = []
        for kind in rules.kinds:
            first.append(len(names))
            for who in [*range(rules.seats), "nobody"]:
                if kind.completes:
                    for ends in ENDS:
                        group = f"{kind.name} {who} open {ends}"
                        names += [f"{group} count", f"{group} worth", f"{group} worth complete"]
                else:
                    names += [f"{kind.name} {who} count", f"{kind.name} {who} worth", f"{kind.name} {who} open"]
        self.names: list[str] = names
        self.count: i64 = len(names)
        self._first = vec[i64](first)  # by kind
        self._packed = vec[i64]()  # by root: the strengths of the seats there, all 0 between calls

    def fill(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write the row as this seat sees it into `out`, from `at` on."""
        rules = self.rules
        root = state.root
        for index in range(at, at + self.count):
            out[index] = 0
        if len(self._packed) < state.nodes:
            self._packed = vec[i64]([0] * (2 * state.nodes))
        packed = self._packed
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                feature = root[node]
                packed[feature] += weight_on(state, figure, feature) << SEAT_BITS * rules.figure_seat[figure]
        for feature in range(state.nodes):
            if root[feature] == feature and is_open(state, feature):
                self._add(state, feature, leaders(state, packed[feature]), seat, out, at)
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                packed[root[node]] = 0

    def _add(self, state: State, feature: i64, ahead: i64, seat: i64, out: vec[i32], at: i64) -> None:
        """Add an open feature to the group of each seat that has the majority there, or of nobody."""
        rules = self.rules
        seats = rules.seats
        kind = state.kind_of(feature)
        ends = state.open_ends[feature]
        scorer = rules.scorers[kind]
        worth = scorer.value(state, feature, False, None)
        last = ends
        groups: i64 = 1
        at += self._first[kind]
        if rules.completes[kind]:
            last = scorer.value(state, feature, True, None)
            groups = MOST
            at += COLUMNS * (min(ends, MOST) - 1)
        if not ahead:
            self._count(worth, last, out, at + seats * groups * COLUMNS)
            return
        other = seat
        for relative in range(seats):
            if ahead >> other & 1:
                self._count(worth, last, out, at + relative * groups * COLUMNS)
            other = state.seat_after(other)

    def _count(self, worth: i64, last: i64, out: vec[i32], at: i64) -> None:
        out[at] += 1
        out[at + 1] += i32(worth)
        out[at + 2] += i32(last)
