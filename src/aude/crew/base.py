"""The base class of all crews, and how results and exceptions are transferred."""

from __future__ import annotations

import os
import pickle
import traceback
from abc import ABC, abstractmethod
from collections.abc import Callable, Generator, Iterable
from types import TracebackType
from typing import Any, Self, TypeVar

T = TypeVar("T")
R = TypeVar("R")

TRIES = 4  # how many workers may be lost over one task before it is abandoned


def cores() -> int:
    """How many processes can run at the same time on this machine."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew(ABC):
    """A group of workers, to be used in a `with` statement."""

    size: int  # how many tasks are worked on at the same time

    @abstractmethod
    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        """Call `work` with each task, and yield the results in the order of the tasks.

        Tasks are only taken when a worker is free, so there may be millions. Everything has to be picklable: `work` is
        a function of a module, a `functools.partial` of one, or a callable object. It is sent to each worker once, and
        kept until all tasks are done, so it should contain whatever the tasks have in common.

        If a task raises an exception, it is raised here when its turn comes. If a worker is lost (killed, out of
        memory, with its machine), its unfinished tasks are repeated. Closing the generator drops the tasks in progress.
        A crew can only run one call of this method at a time.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """End the workers."""


class Here(Crew):
    """A crew that consists of this process alone."""

    size = 1

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        for task in tasks:
            yield work(task)

    def close(self) -> None:
        """There are no workers to end."""


# -- how an outcome travels -------------------------------------------------------------------------------------------
class Raised:
    """An exception raised by a task."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def outcome(of: Callable[[], object], dumps: Callable[[object], bytes] = pickle.dumps) -> bytes:
    """Call a function, and pickle its result or its exception."""
    try:
        return dumps(of())
    except BaseException as error:
        error.add_note("".join(traceback.format_exception(error)).rstrip())  # the traceback in the worker
        try:
            packed = dumps(Raised(error))
            pickle.loads(packed)
        except Exception:  # some exceptions cannot be pickled
            packed = dumps(Raised(RuntimeError(f"{type(error).__name__}: {error}")))
        return packed


def unpacked(parcel: bytes) -> Any:
    """Return a pickled result, or raise a pickled exception."""
    found = pickle.loads(parcel)
    if isinstance(found, Raised):
        raise found.error
    return found
