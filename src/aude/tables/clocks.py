"""Clocks: how much time each seat has left, and whose clock runs. Times are in milliseconds."""

from __future__ import annotations

import copy

from aude.wire import Clock

SECOND = 1000
DAY = 24 * 60 * 60 * SECOND


class Clocks:
    """The clocks of a table.

    With a chess clock, a seat gains the increment when it has answered and others are waited for. With days for each
    move, a clock is set again when its seat is asked. Neither happens when a pause ends or a choice is taken back.
    """

    def __init__(self, clock: Clock, seats: list[str]) -> None:
        self.clock = clock
        self.remaining = dict.fromkeys(
            seats, clock.minutes * 60 * SECOND if clock.kind == "chess" else clock.days * DAY
        )
        self.running: str | None = None  # whose clock runs
        self.since = 0  # when it was looked at last

    def copy(self) -> Clocks:
        """The same clocks, for another future."""
        clocks = copy.copy(self)
        clocks.remaining = dict(self.remaining)
        return clocks

    def wait_for(self, seat: str | None, now: int, *, moved: bool, paused: bool = False) -> None:
        """From now on this seat is waited for. If it is None, or the game is paused, all clocks stand still.

        `moved` says that the game went on: only then a clock gains time.
        """
        if self.clock.kind == "none":
            return
        if self.running is not None:
            self.remaining[self.running] -= max(0, now - self.since)
        if moved and seat != self.running:
            if self.running is not None and self.clock.kind == "chess":
                self.remaining[self.running] += self.clock.increment * SECOND
            if seat is not None and self.clock.kind == "days":
                self.remaining[seat] = self.clock.days * DAY
        self.running, self.since = None if paused else seat, now

    def give_back(self, seat: str) -> None:
        """A seat takes its answer back: what it gained by it is gone again."""
        if self.clock.kind == "chess" and seat != self.running:
            self.remaining[seat] = max(SECOND, self.remaining[seat] - self.clock.increment * SECOND)

    def shown(self, seat: str) -> int | None:
        """What the clock of a seat showed when it was looked at last; None if no time is kept."""
        return None if self.clock.kind == "none" else self.remaining[seat]

    @property
    def runs_out(self) -> int | None:
        """When the running clock runs out; None if none runs."""
        return None if self.running is None else self.since + self.remaining[self.running]
