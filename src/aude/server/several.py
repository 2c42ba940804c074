"""Several processes that serve behind one port, with one PostgreSQL: one that dies is replaced, all end together."""

from __future__ import annotations

import contextlib
import multiprocessing
import os
import signal
import socket
import sys
import threading
import time
from collections.abc import Callable
from multiprocessing.connection import Connection, wait
from multiprocessing.context import SpawnProcess

import structlog

from aude.server.running import STOPS_WITHIN, configure_logs, run
from aude.server.storage import StorageError

PAUSE = 1.0  # seconds before a process that died is replaced, so that one that always dies does no harm

log = structlog.get_logger()


class Worker:
    """One of the processes. It reports once: an empty text when it is ready, or why it cannot be."""

    def __init__(self, bound: socket.socket, place: str, bot_processes: int) -> None:
        context = multiprocessing.get_context("spawn")
        self.reports, reporting = context.Pipe(duplex=False)
        self.process: SpawnProcess = context.Process(target=_work, args=(bound, place, bot_processes, reporting))
        self.process.start()
        reporting.close()

    def failure(self) -> str | None:
        """Wait until it is ready, or is not: what went wrong."""
        try:
            said: str = self.reports.recv()
        except EOFError:  # it has ended without a word
            self.process.join()
            said = f"a process has ended with exit code {self.process.exitcode}"
        return said or None


class Stopped(Exception):
    """Somebody wants all to end."""


def run_several(
    bound: socket.socket, place: str, bot_processes: int, processes: int, ready: Callable[[], None]
) -> None:
    """Serve in several processes until this one is told to stop. Raises `StorageError` if they cannot begin."""
    configure_logs()
    for meant in (signal.SIGTERM, signal.SIGINT):
        signal.signal(meant, _stop)
    workers: list[Worker] = []
    try:
        for _ in range(processes):
            workers.append(Worker(bound, place, bot_processes))
        for worker in workers:
            failure = worker.failure()
            if failure is not None:
                raise StorageError(failure)
        ready()
        while True:
            ended = wait([worker.process.sentinel for worker in workers])
            time.sleep(PAUSE)
            for number, worker in enumerate(workers):
                if worker.process.sentinel in ended:
                    log.error("a process died and is replaced", exit_code=worker.process.exitcode)
                    workers[number] = Worker(bound, place, bot_processes)
    except Stopped:
        pass
    finally:
        _end(workers)


def _stop(number: int, frame: object) -> None:
    for again in (signal.SIGTERM, signal.SIGINT):
        signal.signal(again, signal.SIG_IGN)
    raise Stopped


def _end(workers: list[Worker]) -> None:
    """Let all of them end in order; kill those that take too long."""
    for worker in workers:
        worker.process.terminate()
    until = time.monotonic() + 2 * STOPS_WITHIN
    for worker in workers:
        worker.process.join(max(0.0, until - time.monotonic()))
        worker.process.kill()


# -- in each of the processes -----------------------------------------------------------------------------------------
def _work(bound: socket.socket, place: str, bot_processes: int, reporting: Connection) -> None:
    signal.signal(signal.SIGINT, signal.SIG_IGN)  # Ctrl-C is heard by the first process, which ends this one
    threading.Thread(target=_end_with_first, daemon=True).start()
    try:
        run(bound, place, bot_processes, lambda: reporting.send(""))
    except StorageError as error:
        with contextlib.suppress(OSError):
            reporting.send(str(error))
        sys.exit(1)


def _end_with_first() -> None:
    """If the first process is killed this one ends too, in order; otherwise it would keep the port for ever."""
    first = multiprocessing.parent_process()
    assert first is not None
    first.join()
    os.kill(os.getpid(), signal.SIGTERM)
