"""Plays games in several processes. A bot that crashes its process, or never answers, only loses its own game."""

from __future__ import annotations

import multiprocessing
import signal
import sys
import time
from collections.abc import Generator, Iterator
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import TYPE_CHECKING

from aude.arena.plan import Fixture, Plan
from aude.arena.playing import Forfeit, Played, Table, forfeited
from aude.crew.processes import listen

if TYPE_CHECKING:
    from ctypes import Array, c_double

LOOK = 0.25  # seconds between two looks at the clock
NOBODY = -1.0
SEAT, SINCE = 0, 1  # the entries of the shared note: who is thinking, and since when


class SharedWatch:
    """Tells the main process which bot is thinking, and since when."""

    def __init__(self, note: Array[c_double]) -> None:
        self.note = note
        self.end()

    def begin(self, seat: int) -> None:
        self.note[SINCE] = time.monotonic()
        self.note[SEAT] = seat

    def end(self) -> None:
        self.note[SEAT] = NOBODY


def work(plan: Plan, line: Connection, other_end: Connection, note: Array[c_double]) -> None:
    """Run a worker: play the games that arrive until the connection is closed, or the main process has ended."""
    other_end.close()  # this copy would keep the connection open
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    sys.stdout = sys.stderr  # the output of bots must not mix with results
    watch = SharedWatch(note)
    came: SimpleQueue[Fixture] = SimpleQueue()
    listen(line, came)
    while True:
        line.send(Table(plan, came.get(), watch).play())


class Worker:
    """A process that plays games, one after another."""

    def __init__(self, plan: Plan, *, is_spawned: bool = False) -> None:
        self.plan = plan
        self.fixture: Fixture | None = None  # the game that it is playing
        context = multiprocessing.get_context("spawn") if is_spawned else multiprocessing.get_context()
        self.note: Array[c_double] = context.RawArray("d", [NOBODY, 0.0])
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=work, args=(plan, theirs, self.line, self.note), daemon=True)
        self.process.start()
        theirs.close()

    def begin(self, fixture: Fixture) -> None:
        self.fixture = fixture
        self.line.send(fixture)

    def finished(self) -> Played | None:
        """The game if it is over, or if its bot takes too long, in which case the process is ended too."""
        if self.line.poll():
            try:
                played: Played = self.line.recv()
            except EOFError:
                self.process.join()
                return self._given_up(f"its process ended with code {self.process.exitcode}")
            return played
        seat, since = self.note[SEAT], self.note[SINCE]
        if seat != NOBODY and time.monotonic() - since > self.plan.limit:
            self.close()
            return self._given_up(f"no answer within {self.plan.limit:g} seconds")
        return None

    def _given_up(self, reason: str) -> Played:
        seat = int(self.note[SEAT])
        if seat == NOBODY:
            raise RuntimeError(f"a process of the arena ended by itself, in {self.fixture}: {reason}")
        forfeit = Forfeit(seat, reason)
        return Played(forfeited([0] * self.plan.seats, forfeit), forfeit)

    @property
    def is_gone(self) -> bool:
        return not self.process.is_alive()

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


def play_all(plan: Plan, fixtures: Iterator[Fixture], processes: int) -> Generator[tuple[Fixture, Played]]:
    """Play these games, each as soon as a process is free, and return them in the order in which they end."""
    workers = [Worker(plan) for _ in range(processes)]
    try:
        for worker in workers:
            _begin_next(worker, fixtures)
        while any(worker.fixture for worker in workers):
            wait([worker.line for worker in workers if worker.fixture], timeout=LOOK)
            for number, worker in enumerate(workers):
                fixture = worker.fixture
                played = worker.finished() if fixture else None
                if fixture is None or played is None:
                    continue
                yield fixture, played
                if worker.is_gone:
                    workers[number] = worker = Worker(plan)
                _begin_next(worker, fixtures)
    finally:
        for worker in workers:
            worker.close()


def _begin_next(worker: Worker, fixtures: Iterator[Fixture]) -> None:
    worker.fixture = None
    for fixture in fixtures:
        worker.begin(fixture)
        return


class Player:
    """Work for a crew: plays games in a separate process, as `play_all` does.

    So a bot that crashes its process forfeits, but if the process of the crew is lost, the game is played again. The
    process is spawned, because a fork of a Ray process would disturb its connections.
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._worker: Worker | None = None

    def __call__(self, fixture: Fixture) -> tuple[Fixture, Played]:
        if self._worker is None or self._worker.is_gone:
            self._worker = Worker(self.plan, is_spawned=True)
        self._worker.begin(fixture)
        while True:
            wait([self._worker.line], timeout=LOOK)
            played = self._worker.finished()
            if played is not None:
                return fixture, played
