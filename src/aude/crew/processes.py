"""Processes of this machine. One that is lost is replaced, and what it had not answered is done again."""

from __future__ import annotations

import heapq
import multiprocessing
import os
import pickle
import signal
import threading
from collections import Counter, deque
from collections.abc import Callable, Generator, Iterable, Iterator
from contextlib import suppress
from functools import partial
from multiprocessing.connection import Connection, wait
from queue import SimpleQueue
from typing import Any, TypeVar

from aude.catalog.errors import unreadable
from aude.crew.base import TRIES, Crew, Raised, outcome, unpacked

T = TypeVar("T")
R = TypeVar("R")

AHEAD = 2  # tasks that a process has at hand: the next one need not wait for whoever reads the answers
WINDOW = 8  # tasks for each process that may be under way or answered before their turn


# -- in the worker ----------------------------------------------------------------------------------------------------
def life(line: Connection) -> None:
    """Answer one task after another until the line is closed."""
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is for the main process
    came: SimpleQueue[tuple[bytes | None, bytes]] = SimpleQueue()
    listen(line, came)
    work: Callable[[Any], object] | None = None

    def answer(parcel: bytes | None, task: bytes) -> object:
        nonlocal work
        work = work if parcel is None else pickle.loads(parcel)
        assert work is not None
        return work(pickle.loads(task))

    while True:
        parcel, task = came.get()
        line.send_bytes(outcome(partial(answer, parcel, task)))


def listen(line: Connection, came: SimpleQueue[T]) -> None:
    """Take what is sent also while this process is at work or sends an answer, so that two never wait for each other.

    The line ends with the process at its other end: nobody will ask for answers, whatever this one is doing.
    """

    def take() -> None:
        with suppress(EOFError, OSError):
            while True:
                came.put(line.recv())
        os._exit(1)

    threading.Thread(target=take, daemon=True).start()


# -- in the main process ----------------------------------------------------------------------------------------------
class Worker:
    """A process, and the numbers of the tasks that it has, in the order in which it answers them."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=life, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[int] = deque()
        self.knows: bytes | None = None  # the work that it was sent

    def give(self, number: int, work: bytes, task: bytes) -> None:
        """One task more; if the process is gone, that is noticed when it is asked for an answer."""
        self.tasks.append(number)
        try:
            self.line.send((None if self.knows is work else work, task))
        except OSError:
            return
        self.knows = work

    def close(self) -> None:
        self.process.kill()
        self.process.join()
        self.line.close()


class Round:
    """The tasks of one call of `each`: which are waiting, given, answered."""

    def __init__(self, work: bytes, tasks: Iterator[object], window: int) -> None:
        self.work = work
        self.answers: dict[int, bytes] = {}  # whose turn has not come
        self.turn = 0  # the task whose answer is due
        self._tasks = enumerate(tasks)
        self._window = window
        self._open: dict[int, bytes] = {}  # tasks without an answer
        self._again: list[int] = []  # those of them that were lost
        self._losses: Counter[int] = Counter()

    def next(self) -> int | None:
        """The number of a task that somebody should work on now."""
        if self._again:
            return heapq.heappop(self._again)
        if len(self._open) + len(self.answers) >= self._window:
            return None
        for number, task in self._tasks:
            self._open[number] = pickle.dumps(task)
            return number
        return None

    @property
    def is_over(self) -> bool:
        return not (self._open or self.answers)

    def give(self, number: int, worker: Worker) -> None:
        worker.give(number, self.work, self._open[number])

    def take(self, number: int, answer: bytes) -> None:
        del self._open[number]
        self.answers[number] = answer

    def lost(self, worker: Worker) -> None:
        """A process is gone; it was working on the first of its tasks.

        If too many were lost over that task, its answer is an error, which is raised when its turn comes.
        """
        first = worker.tasks[0]
        self._losses[first] += 1
        for number in worker.tasks:
            heapq.heappush(self._again, number)
        if self._losses[first] == TRIES:
            self._again.remove(first)
            heapq.heapify(self._again)
            error = unreadable("crew.lost", times=TRIES, code=worker.process.exitcode)
            self.take(first, pickle.dumps(Raised(error)))


class Processes(Crew):
    """So many processes, started when there is something for them to do."""

    def __init__(self, size: int) -> None:
        self.size = size
        self._workers: list[Worker] = []

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        round = Round(pickle.dumps(work), iter(tasks), WINDOW * self.size)
        try:
            while True:
                self._give_out(round)
                if round.is_over:
                    return
                while round.turn not in round.answers:
                    self._wait(round)
                    self._give_out(round)
                yield unpacked(round.answers.pop(round.turn))
                round.turn += 1
        finally:
            for worker in [worker for worker in self._workers if worker.tasks]:
                self._dismiss(worker)

    def _give_out(self, round: Round) -> None:
        """Give everybody something to do, then everybody something to do next."""
        for ahead in range(AHEAD):
            for worker in range(self.size):
                if worker < len(self._workers) and len(self._workers[worker].tasks) > ahead:
                    continue
                number = round.next()
                if number is None:
                    return
                if worker == len(self._workers):
                    self._workers.append(Worker())
                round.give(number, self._workers[worker])

    def _wait(self, round: Round) -> None:
        """Take what was answered, and see who is gone."""
        lines: dict[object, Worker] = {worker.line: worker for worker in self._workers if worker.tasks}
        for line in wait([worker.line for worker in lines.values()]):
            worker = lines[line]
            try:
                answer = worker.line.recv_bytes()
            except (EOFError, OSError):  # it was killed, perhaps in the middle of its answer
                self._dismiss(worker)
                round.lost(worker)
            else:
                round.take(worker.tasks.popleft(), answer)

    def _dismiss(self, worker: Worker) -> None:
        worker.close()
        self._workers.remove(worker)

    def close(self) -> None:
        for worker in list(self._workers):
            self._dismiss(worker)
