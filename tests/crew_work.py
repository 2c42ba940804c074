"""Work for crews: what is done in processes has to be found by them under a name."""

from __future__ import annotations

import os
import signal
import time
from pathlib import Path

from aude.crew.base import TRIES


def squared(number: int) -> int:
    return number * number


def times(factor: int, number: int) -> int:
    return factor * number


def later(number: int) -> int:
    """The first ones take longest."""
    time.sleep(0.05 if number % 4 == 0 else 0.0)
    return number


def refused(number: int) -> int:
    if number % 5 == 3:
        raise ValueError(f"not {number}")
    return number


class Picky(Exception):
    """It cannot be made again from its arguments."""

    def __init__(self, one: str, two: str) -> None:
        super().__init__(one + two)


def raises_picky(number: int) -> int:
    raise Picky("so", "so")


def unspeakable(number: int) -> object:
    return lambda: number


def killed_once(folder: Path, number: int) -> int:
    """The process is killed in the middle of every fifth task, when that is tried for the first time."""
    note = folder / str(number)
    with note.open("a") as file:
        file.write("tried\n")
    if number % 5 == 2 and note.read_text().count("tried") == 1:
        os.kill(os.getpid(), signal.SIGKILL)
    return number * number


def killed_always(folder: Path, number: int) -> int:
    """Task 4 always kills its process; task 0 is done only after that one was tried for the last time."""
    note = folder / "tried"
    if number == 4:
        with note.open("a") as file:
            file.write("x")
        os.kill(os.getpid(), signal.SIGKILL)
    while number == 0 and not (note.exists() and len(note.read_text()) == TRIES):
        time.sleep(0.01)
    return number


def whose(number: int) -> int:
    time.sleep(0.01)
    return os.getpid()


class Counting:
    """Work that keeps something while it lasts."""

    def __init__(self) -> None:
        self.done = 0

    def __call__(self, number: int) -> int:
        self.done += 1
        return self.done


def noted(folder: Path, number: int) -> int:
    """Some work, and a note of who has done it."""
    with (folder / str(number)).open("a") as file:
        file.write(f"{os.getpid()}\n")
    time.sleep(0.05)
    return number * number
