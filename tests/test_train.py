"""Training: the same weights to the last digit with any number of processes, and however often it is interrupted."""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Generator, Iterable
from pathlib import Path
from typing import Any

import pytest

import train
from aude import crew
from aude.bots.weights import Learned
from aude.crew import Crew

TRAIN = Path(train.__file__)
SHORT = train.Plan(boxes=("inns_and_cathedrals",), rounds=2, games=12, deals=4)


@pytest.fixture(autouse=True)
def kept(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    monkeypatch.setattr(train, "KEPT", tmp_path)
    monkeypatch.setattr(train, "BATCH", 2)  # more tasks than processes
    return tmp_path


@pytest.fixture(scope="module")
def learned(tmp_path_factory: pytest.TempPathFactory) -> Learned:
    """What one process learns."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(train, "KEPT", tmp_path_factory.mktemp("kept"))
        patch.setattr(train, "BATCH", 2)
        with crew.make(1) as hands:
            return train.train("short", SHORT, hands)


def test_it_learns(learned: Learned) -> None:
    assert any(any(row) for row in learned.weights.values())
    assert learned.source["games"] == SHORT.games


def test_two_processes_learn_the_same(learned: Learned, kept: Path) -> None:
    with crew.make(2) as hands:
        assert train.train("short", SHORT, hands).as_json() == learned.as_json()
    assert list(kept.iterdir()) == []


class Interrupted(Crew):
    """A crew that is interrupted after so many answers."""

    def __init__(self, answers: int) -> None:
        self.size = 1
        self.left = answers

    def each(self, work: Any, tasks: Iterable[Any]) -> Generator[Any]:
        for task in tasks:
            if not self.left:
                raise KeyboardInterrupt
            self.left -= 1
            yield work(task)

    def close(self) -> None:
        """Nothing to do."""


def test_a_run_that_was_interrupted_learns_the_same(learned: Learned, kept: Path) -> None:
    """In the middle of its second round."""
    with pytest.raises(KeyboardInterrupt):
        train.train("short", SHORT, Interrupted(10))
    assert [file.name for file in kept.iterdir()] == ["short.npz"]
    again = Interrupted(20)
    assert train.train("short", SHORT, again).as_json() == learned.as_json()
    assert again.left == 10  # the second round, and the last match


@pytest.mark.parametrize(
    ("words", "says"),
    [
        (["nobody"], "there is no plan 'nobody'"),
        (["--processes", "0"], "--processes 0: at least one"),
        (["--ray", "there"], "'there' is not the address of a Ray cluster"),
    ],
)
def test_mistakes_get_one_line(words: list[str], says: str) -> None:
    done = subprocess.run([sys.executable, str(TRAIN), *words], capture_output=True, text=True, check=False)
    assert done.returncode != 0 and says in done.stderr and "Traceback" not in done.stderr
