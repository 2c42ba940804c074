"""A crew of processes on this machine. If one is lost, it is replaced and its unfinished tasks are repeated."""

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

AHEAD = 2  # tasks that a process has at a time, so that it need not wait while results are read
WINDOW = 8  # tasks per process that may be in progress, or finished before their turn


# -- in the worker ----------------------------------------------------------------------------------------------------
def life(line: Connection) -> None:
    """Do one task after another until the connection is closed."""
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
    """Receive messages even while this process is working or sending a result, so that there is never a deadlock.

    When the process at the other end has ended, nobody needs the results any more, so this process ends too.
    """

    def take() -> None:
        with suppress(EOFError, OSError):
            while True:
                came.put(line.recv())
        os._exit(1)

    threading.Thread(target=take, daemon=True).start()


# -- in the main process ----------------------------------------------------------------------------------------------
class Worker:
    """A process with the numbers of its tasks, in the order in which it does them."""

    def __init__(self) -> None:
        context = multiprocessing.get_context("spawn")
        self.line, theirs = context.Pipe()
        self.process = context.Process(target=life, args=(theirs,), daemon=True)
        self.process.start()
        theirs.close()
        self.tasks: deque[int] = deque()
        self.knows: bytes | None = None  # the work that was sent to it

    def give(self, number: int, work: bytes, task: bytes) -> None:
        """Send a task. If the process has ended, this is noticed when its result is read."""
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
    """The tasks of one call of `each`: which are waiting, in progress, or done."""

    def __init__(self, work: bytes, tasks: Iterator[object], window: int) -> None:
        self.work = work
        self.answers: dict[int, bytes] = {}  # the results whose turn has not come
        self.turn = 0  # the task whose result is next
        self._tasks = enumerate(tasks)
        self._window = window
        self._open: dict[int, bytes] = {}  # tasks without a result
        self._again: list[int] = []  # those of them that were lost and have to be repeated
        self._losses: Counter[int] = Counter()

    def next(self) -> int | None:
        """The number of the task to start now."""
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
        """Handle the loss of a process, which was working on the first of its tasks.

        If too many were lost over that task, its result is an error, which is raised when its turn comes.
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
    """This many processes, which are started when they are needed."""

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
        """Give each process a task, then give each a second one."""
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
        """Receive results, and find processes that have ended."""
        lines: dict[object, Worker] = {worker.line: worker for worker in self._workers if worker.tasks}
        for line in wait([worker.line for worker in lines.values()]):
            worker = lines[line]
            try:
                answer = worker.line.recv_bytes()
            except (EOFError, OSError):  # it was killed, perhaps in the middle of a result
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
