"""What seats can reach with their next decisions: a row for each way, with all that a learner needs to judge it."""

from __future__ import annotations

from typing import final

from mypy_extensions import i32, i64

from aude.engine.arrays import append, vec
from aude.engine.greedy import remember
from aude.engine.history import carry_out
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.learn.facts import Facts, zeros
from aude.learn.space import Listing
from aude.learn.sums import Sums


@final
class Ways:
    """Rows that are written one after the other; each way has its place in all four lists."""

    def __init__(self, rules: Rules, facts: Facts, sums: Sums) -> None:
        self.rules = rules
        self.facts_of = facts
        self.sums_of = sums
        self.count: i64 = 0
        self.game = vec[i64]()
        self.action = vec[i64]()
        self.facts = zeros(facts.count)
        self.sums = zeros(sums.count)

    def clear(self) -> None:
        """Begin anew."""
        self.count = 0
        self.game = vec[i64]()
        self.action = vec[i64]()

    def add(self, state: State, listing: Listing, game: i64, depth: i64) -> None:
        """Follow everything that is offered to the seat that is asked, as the listing has it. The state stays as it is.

        A way ends after `depth` decisions, or before, as soon as somebody else is asked or another turn begins; and
        where all that is offered next is equally good as far as anybody knows.
        """
        if not len(listing.numbers):
            return
        seat = state.actor
        state = state.copy()
        remember(state)
        for at in range(len(listing.numbers)):
            after = state.copy()
            carry_out(after, self.rules.seat_names[seat], listing.codes[at])
            self._follow(after, game, listing.numbers[at], seat, state.player, depth - 1)

    def _follow(self, state: State, game: i64, number: i64, seat: i64, player: i64, depth: i64) -> None:
        step = self.rules.program[state.step]
        if depth <= 0 or state.actor != seat or state.player != player or step.is_blind(state):
            self._write(state, game, number, seat)
            return
        options = step.legal(state)
        low = step.low(state)
        high = step.high(state)
        if low <= high:
            options = append(options, low)
        if low < high:
            options = append(options, high)
        remember(state)
        for option in options:
            after = state.copy()
            after.play(option)
            self._follow(after, game, number, seat, player, depth - 1)

    def _write(self, state: State, game: i64, number: i64, seat: i64) -> None:
        facts = self.facts_of.count
        sums = self.sums_of.count
        if len(self.facts) < (self.count + 1) * facts:
            self.facts = _larger(self.facts)
        if len(self.sums) < (self.count + 1) * sums:
            self.sums = _larger(self.sums)
        self.game = append(self.game, game)
        self.action = append(self.action, number)
        self.facts_of.fill(state, seat, self.facts, self.count * facts)
        self.sums_of.fill(state, seat, self.sums, self.count * sums)
        self.count += 1


def _larger(rows: vec[i32]) -> vec[i32]:
    """Twice the room, with the same beginning."""
    made = zeros(2 * len(rows))
    for at in range(len(rows)):
        made[at] = rows[at]
    return made
