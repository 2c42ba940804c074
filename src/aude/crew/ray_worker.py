"""What a worker of Ray does with a task."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable
from typing import Any

import ray

from aude.crew.base import outcome
from aude.crew.edition import edition

EDITION = edition()


class Kept:
    """What a worker keeps from one task to the next."""

    key = ""
    work: Callable[[Any], object] | None = None


def answered(key: str, common: list[Any], task: bytes) -> bytes:
    """The answer to a task, packed; the work is fetched when it is a new one."""

    def answer() -> object:
        if Kept.key != key:
            Kept.work, Kept.key = pickle.loads(ray.get(common[0])), key
            # Processes that work spawns would first import the program that this one runs, which is Ray's.
            vars(sys.modules["__main__"]).pop("__file__", None)
        assert Kept.work is not None
        return Kept.work(pickle.loads(task))

    return outcome(answer, ray.cloudpickle.dumps)
