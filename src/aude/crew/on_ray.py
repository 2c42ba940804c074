"""A crew of Ray workers: those of a cluster of machines, or of a Ray that is started on this machine.

Ray repeats a task if the process or the machine that worked on it is lost. Each task has one result, which is read
once and in order, so that nothing is lost and nothing counts twice.
"""

from __future__ import annotations

import logging
import os
import socket
import subprocess
import sys
from collections import deque
from collections.abc import Callable, Generator, Iterable
from typing import Any, TypeVar

from aude.catalog.errors import unreadable
from aude.crew.base import TRIES, Crew, cores, unpacked
from aude.crew.edition import edition
from aude.errors import shortened

T = TypeVar("T")
R = TypeVar("R")

LOCAL, AUTO = "local", "auto"
KNOCK = 5.0  # seconds within which a machine has to accept a connection
ANSWER = 30.0  # seconds within which Ray has to answer there
AHEAD = 2  # tasks in progress per processor, so that none waits while results are read
WINDOW = 8  # tasks per processor that may be in progress, or finished before their turn
TRIAL = """
import logging, sys, ray
from aude.crew.on_ray import in_a_line
try:
    ray.init(sys.argv[1], log_to_driver=False, logging_level=logging.ERROR)
except Exception as error:
    sys.exit(print(in_a_line(error)) or 1)
"""
OBJECTS = 256 * 2**20  # bytes for results in transit, in a Ray that we start


class OnRay(Crew):
    """The processors of a cluster, or this many processes of a Ray that is started on this machine."""

    def __init__(self, address: str, processes: int | None = None) -> None:
        os.environ.setdefault("RAY_USAGE_STATS_ENABLED", "0")  # no usage statistics
        os.environ.setdefault("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")  # no warning about a future change
        try:
            import ray
        except ImportError:
            raise unreadable("crew.no_ray") from None
        self._ray = ray
        quiet: dict[str, Any] = {"log_to_driver": False, "logging_level": logging.ERROR}
        if address == LOCAL:
            own = {"num_cpus": processes or cores(), "include_dashboard": False, "object_store_memory": OBJECTS}
            try:
                ray.init(LOCAL, **own, **quiet)
            except Exception as error:  # Ray gives up after half a minute
                ray.shutdown()
                raise unreadable("crew.not_started", says=in_a_line(error)) from error
        else:
            check_cluster(address)
            ray.init(address, **quiet)
        self.size = int(ray.cluster_resources().get("CPU", 0))
        self._under_way = AHEAD * self.size
        if processes is not None and address != LOCAL:
            self.size = self._under_way = min(processes, self.size)
        self._edition = edition()
        self._run = ray.remote(num_cpus=1, max_retries=TRIES - 1, retry_exceptions=False)(runner())

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        ray = self._ray
        dumps = ray.cloudpickle.dumps  # also pickles what a script has defined
        common = ray.put(dumps(work))
        tasks = iter(tasks)
        under_way: list[Any] = []
        in_order: deque[Any] = deque()
        try:
            while True:
                if under_way:
                    _, under_way = ray.wait(under_way, num_returns=len(under_way), timeout=0)
                while len(under_way) < self._under_way and len(in_order) < WINDOW * self.size:
                    try:
                        task = next(tasks)
                    except StopIteration:
                        break
                    promise = self._run.remote(self._edition, common.hex(), [common], dumps(task))
                    under_way.append(promise)
                    in_order.append(promise)
                if not in_order:
                    return
                if in_order[0] in under_way:
                    ray.wait(under_way)
                else:
                    yield self._answer(in_order.popleft())
        finally:
            for promise in in_order:
                ray.cancel(promise, force=True)

    def _answer(self, promise: Any) -> Any:
        try:
            answer = self._ray.get(promise)
        except self._ray.exceptions.RayError as error:
            raise unreadable("crew.ray_lost", says=in_a_line(error)) from error
        if isinstance(answer, bytes):
            return unpacked(answer)
        machine, theirs = answer
        key = "crew.other_edition" if theirs else "crew.no_aude"
        raise unreadable(key, machine=machine, theirs=theirs, ours=self._edition)

    def close(self) -> None:
        self._ray.shutdown()


# -- in the worker ----------------------------------------------------------------------------------------------------
def runner() -> Callable[[str, str, list[Any], bytes], bytes | tuple[str, str]]:
    """The function that a worker runs. It is local so that Ray sends it by value: a machine may have no Aude."""

    def run(expected: str, key: str, common: list[Any], task: bytes) -> bytes | tuple[str, str]:
        import socket

        try:
            from aude.crew import ray_worker
        except ImportError:
            return socket.gethostname(), ""
        if expected != ray_worker.EDITION:
            return socket.gethostname(), ray_worker.EDITION
        return ray_worker.answered(key, common, task)

    return run


# -- is there a cluster? ----------------------------------------------------------------------------------------------
def check_cluster(address: str) -> None:
    """Try to connect in another process, because Ray would try for minutes and then end this process."""
    host, _, port = address.rpartition(":")
    if address != AUTO:
        if not host or "/" in address or not (port.isdecimal() and 0 < int(port) < 2**16):
            raise unreadable("crew.ray_address", address=address)
        try:
            socket.create_connection((host.strip("[]"), int(port)), KNOCK).close()
        except OSError as error:
            raise unreadable("crew.no_cluster", address=address, says=in_a_line(error)) from None
    try:
        done = subprocess.run(
            [sys.executable, "-c", TRIAL, address], capture_output=True, text=True, timeout=ANSWER, check=False
        )
    except subprocess.TimeoutExpired:
        raise unreadable("crew.no_cluster", address=address, says=unreadable("crew.no_answer")) from None
    if done.returncode:
        says = done.stdout.strip() or unreadable("crew.no_answer")
        raise unreadable("crew.no_cluster", address=address, says=says)


def in_a_line(error: Exception) -> str:
    """The first sentence of an error message."""
    return shortened(" ".join((str(error).strip() or type(error).__name__).splitlines()[0].split()))
