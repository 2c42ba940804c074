"""What all crews have in common: what they are asked, and how an outcome travels."""

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

TRIES = 4  # so often may workers be lost over one task, before it is given up


def cores() -> int:
    """How many processes can run at the same time here."""
    return len(os.sched_getaffinity(0)) if hasattr(os, "sched_getaffinity") else os.cpu_count() or 1


class Crew(ABC):
    """Workers, for as long as the `with` lasts."""

    size: int  # how many tasks are worked on at the same time

    @abstractmethod
    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        """What `work` answers to each task, in the order of the tasks.

        Tasks are taken when there is somebody to work on them, so there may be millions. All of it has to be
        picklable: `work` is a function of a module, a `functools.partial` of one, or an object that can be called. A
        worker is sent it once, and keeps it until all tasks are done: what is common to them belongs there.

        What a task raises is raised here, when its turn comes. A worker that is lost (killed, out of memory, with its
        machine) loses nothing: what it had not answered is done again. Closing the generator drops what is under way.
        A crew does one thing at a time.
        """

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self.close()

    @abstractmethod
    def close(self) -> None:
        """Send everybody home."""


class Here(Crew):
    """This very process."""

    size = 1

    def each(self, work: Callable[[T], R], tasks: Iterable[T]) -> Generator[R]:
        for task in tasks:
            yield work(task)

    def close(self) -> None:
        """Nobody has come."""


# -- how an outcome travels -------------------------------------------------------------------------------------------
class Raised:
    """What a task has raised instead of answering."""

    def __init__(self, error: BaseException) -> None:
        self.error = error


def outcome(of: Callable[[], object], dumps: Callable[[object], bytes] = pickle.dumps) -> bytes:
    """What this answers or raises, packed."""
    try:
        return dumps(of())
    except BaseException as error:
        error.add_note("".join(traceback.format_exception(error)).rstrip())  # where in the worker it was
        try:
            packed = dumps(Raised(error))
            pickle.loads(packed)
        except Exception:  # some errors cannot be made again from what they say
            packed = dumps(Raised(RuntimeError(f"{type(error).__name__}: {error}")))
        return packed


def unpacked(parcel: bytes) -> Any:
    """An answer; what was raised is raised."""
    found = pickle.loads(parcel)
    if isinstance(found, Raised):
        raise found.error
    return found
