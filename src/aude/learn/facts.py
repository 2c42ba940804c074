"""Facts without a place on the table, as a row of numbers: points, supplies, the tile in hand, the remaining tiles."""

from __future__ import annotations

from typing import final

from mypy_extensions import i32, i64

from aude.engine.arrays import append, vec
from aude.engine.drive import opening
from aude.engine.pieces import Display
from aude.engine.rules import Rules
from aude.engine.scoring import if_ended_now
from aude.engine.state import State


@final
class Facts:
    """The row for games with these rules. Seats are counted clockwise from the observer, which is 0."""

    def __init__(self, rules: Rules) -> None:
        self.rules = rules
        self.seats: i64 = rules.seats
        seats = range(rules.seats)
        names = [f"points {seat}" for seat in seats]
        names += [f"points now {seat}" for seat in seats]
        names += [f"turn {seat}" for seat in seats]
        names += [f"asked {seat}" for seat in seats]
        self.supply: i64 = len(names)
        names += [f"supply {seat} {kind.name}" for seat in seats for kind in rules.figure_kinds]
        self.holdings: i64 = len(names)
        self.held: dict[str, int] = {}
        state = opening(rules)
        for display in rules.displays:
            for name, _ in display.holdings(state, 0):
                if name not in self.held:
                    self.held[name] = len(self.held)
        names += [f"holds {seat} {name}" for seat in seats for name in self.held]
        self.questions: i64 = len(names)
        self.question = vec[i64]([-1] * len(rules.program))
        for name, number in rules.step_numbers.items():
            self.question[number] = len(names)
            names.append(f"question {name}")
        self.stacks: i64 = len(names)
        self.parted: list[Display] = [display for display in rules.displays if display.stacks(state)]
        stacks: int = len(rules.earlier_stacks) + 1
        if self.parted:
            stacks = sum([len(display.stacks(state)) for display in self.parted])
        names += [f"stack {number}" for number in range(stacks)]
        self.hand: i64 = len(names)
        names += [f"hand {tile.id}" for tile in rules.table.tiles]
        self.left: i64 = len(names)
        names += [f"left {tile.id}" for tile in rules.table.tiles]
        self.names: list[str] = names
        self.count: i64 = len(names)
        self.displays: list[Display] = [display for display in rules.displays if display.holdings(state, 0)]

    def fill(self, state: State, seat: i64, out: vec[i32], at: i64) -> None:
        """Write the row as this seat sees it into `out`, from `at` on."""
        for index in range(at + 2 * self.seats, at + self.count):
            out[index] = 0
        seats = self.seats
        kinds = self.rules.figure_kinds_count
        now = if_ended_now(state)
        other = seat
        for relative in range(seats):
            out[at + relative] = i32(state.scores[other])
            out[at + seats + relative] = i32(now[other])
            out[at + 2 * seats + relative] = 1 if other == state.player else 0
            out[at + 3 * seats + relative] = 1 if other == state.actor else 0
            for kind in range(kinds):
                out[at + self.supply + relative * kinds + kind] = i32(state.supply[kind * seats + other])
            for display in self.displays:
                for name, count in display.holdings(state, other):
                    column: i64 = self.held[name]
                    held: i64 = len(self.held)
                    out[at + self.holdings + relative * held + column] = i32(count)
            other = state.seat_after(other)
        if self.question[state.step] >= 0:
            out[at + self.question[state.step]] = 1
        if state.tile >= 0:
            out[at + self.hand + state.tile] = 1
        for tile in range(len(state.bag)):
            out[at + self.left + tile] = i32(state.bag[tile])
        self._fill_stacks(state, out, at + self.stacks)

    def _fill_stacks(self, state: State, out: vec[i32], at: i64) -> None:
        """How many tiles are left in each stack, the first to be drawn from at the beginning."""
        for display in self.parted:
            for left in display.stacks(state):
                out[at] = i32(left)
                at += 1
        if self.parted:
            return
        ends = self.rules.earlier_stacks
        stack: i64 = 0
        count: i64 = 0
        for tile in range(len(state.bag)):
            while stack < len(ends) and tile == ends[stack]:
                out[at + stack] = i32(count)
                count = 0
                stack += 1
            count += state.bag[tile]
        out[at + stack] = i32(count)


def zeros(count: i64) -> vec[i32]:
    """A buffer for rows."""
    made = vec[i32](capacity=count)
    for _ in range(count):
        made = append(made, 0)
    return made
