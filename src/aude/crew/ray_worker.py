"""The code that a Ray worker runs."""

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
    """What a worker keeps between tasks."""

    key = ""
    work: Callable[[Any], object] | None = None


def answered(key: str, common: list[Any], task: bytes) -> bytes:
    """The pickled result of a task; `work` is fetched if it is new."""

    def answer() -> object:
        if Kept.key != key:
            Kept.work, Kept.key = pickle.loads(ray.get(common[0])), key
            # Processes spawned by `work` would first import the main program of this process, which is Ray's.
            vars(sys.modules["__main__"]).pop("__file__", None)
        assert Kept.work is not None
        return Kept.work(pickle.loads(task))

    return outcome(answer, ray.cloudpickle.dumps)
