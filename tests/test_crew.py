"""Crews: answers in the order of tasks, each once, whatever happens to processes."""

from __future__ import annotations

import multiprocessing
import os
import signal
import subprocess
import sys
import time
from collections.abc import Generator, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest

import crew_work as work
from aude import crew
from aude.crew.base import TRIES
from aude.errors import AudeError

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def two() -> Generator[crew.Crew]:
    with crew.make(2) as hands:
        yield hands
    assert multiprocessing.active_children() == []


def test_one_process_is_this_one() -> None:
    with crew.make(1) as hands:
        assert hands.size == 1 and set(hands.each(work.whose, range(3))) == {os.getpid()}
        assert list(hands.each(work.squared, [])) == []


def test_answers_come_in_the_order_of_their_tasks(two: crew.Crew) -> None:
    """Also if later ones are there first; and processes are used again by the next call."""
    assert two.size == 2
    assert list(two.each(work.later, range(30))) == list(range(30))
    pids = set(two.each(work.whose, range(20)))
    assert len(pids) == 2 and os.getpid() not in pids
    assert set(two.each(work.whose, range(20))) == pids
    assert list(two.each(work.squared, [])) == []


def test_what_is_common_is_sent_once_and_kept_until_the_end(two: crew.Crew) -> None:
    assert list(two.each(partial(work.times, 7), range(50))) == [7 * number for number in range(50)]
    for _ in range(2):  # it begins anew at each call
        answers = list(two.each(work.Counting(), range(20)))
        assert len(answers) == 20 and max(answers) > 1 and answers.count(1) in (1, 2)


def test_tasks_are_taken_when_there_is_somebody_to_work_on_them(two: crew.Crew) -> None:
    """Of tasks without an end only a few are under way; those are dropped when nobody reads on."""
    taken = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    answers = two.each(work.squared, endless())
    assert [next(answers) for _ in range(100)] == [number * number for number in range(100)]
    assert len(taken) < 130
    answers.close()
    assert list(two.each(work.squared, range(5))) == [0, 1, 4, 9, 16]


def test_large_tasks_and_large_answers_do_not_wait_for_each_other(two: crew.Crew) -> None:
    """They are larger than what a pipe holds."""
    lists = [[number] * 300_000 for number in range(8)]
    assert list(two.each(list, lists)) == lists


def test_an_error_is_raised_in_its_turn(two: crew.Crew) -> None:
    for hands in (two, crew.make(1)):
        answers = hands.each(work.refused, range(20))
        assert [next(answers) for _ in range(3)] == [0, 1, 2]
        with pytest.raises(ValueError, match=r"^not 3") as raised:
            next(answers)
        if hands is two:  # it says where it was
            assert "in refused" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Picky: soso"):
        list(two.each(work.raises_picky, [1]))
    with pytest.raises(Exception, match="pickle"):
        list(two.each(work.unspeakable, [1]))
    assert list(two.each(work.squared, [3])) == [9]


def test_tasks_that_fail_themselves_are_told(two: crew.Crew) -> None:
    def broken() -> Iterator[int]:
        yield 1
        raise LookupError("no more")

    with pytest.raises(LookupError, match="no more"):
        list(two.each(work.squared, broken()))


def test_a_killed_process_loses_nothing_and_counts_nothing_twice(tmp_path: Path) -> None:
    with crew.make(2) as hands:
        assert list(hands.each(partial(work.killed_once, tmp_path), range(12))) == [n * n for n in range(12)]
    for number in range(12):  # each was tried again if it was lost, and not if it was answered
        tries = (tmp_path / str(number)).read_text().count("tried")
        assert tries == 2 if number % 5 == 2 else 1 <= tries <= 2


def test_a_process_that_is_killed_while_it_has_nothing_to_do_is_replaced() -> None:
    with crew.make(2) as hands:
        pids = set(hands.each(work.whose, range(10)))
        for pid in pids:
            os.kill(pid, signal.SIGKILL)
        again = set(hands.each(work.whose, range(10)))
        assert len(again) == 2 and not again & pids


def test_a_task_that_always_takes_its_process_down_is_given_up_when_its_turn_comes(tmp_path: Path) -> None:
    with crew.make(2) as hands:
        answers = hands.each(partial(work.killed_always, tmp_path), range(9))
        assert [next(answers) for _ in range(4)] == [0, 1, 2, 3]
        with pytest.raises(AudeError, match=f"lost {TRIES} times over one task, the last one with exit code -9"):
            list(answers)
        assert list(hands.each(work.squared, [2])) == [4]


PROGRAM = """
import os, signal, sys, time
from aude import crew
import crew_work
if __name__ == "__main__":
    with crew.make(2) as hands:
        for number, pid in enumerate(hands.each(crew_work.whose, range(1_000_000))):
            if number < 8:
                print(pid, flush=True)
"""


@pytest.mark.parametrize("sent", [signal.SIGKILL, signal.SIGINT])
def test_processes_end_with_the_main_one(tmp_path: Path, sent: signal.Signals) -> None:
    """It is killed in the middle, or interrupted together with them as by Ctrl-C. They are silent about it."""
    program = tmp_path / "program.py"
    program.write_text(PROGRAM)
    main = subprocess.Popen(
        [sys.executable, str(program)],
        stdout=subprocess.PIPE,
        stderr=subprocess.PIPE,
        text=True,
        env=os.environ | {"PYTHONPATH": os.pathsep.join([str(HERE), *sys.path])},
        start_new_session=True,
    )
    assert main.stdout is not None
    pids = {int(main.stdout.readline()) for _ in range(8)}
    (os.killpg if sent == signal.SIGINT else os.kill)(main.pid, sent)
    _, said = main.communicate(timeout=600)
    assert main.returncode == -sent and said.count("Traceback") == (sent == signal.SIGINT)
    until = time.monotonic() + 600
    while time.monotonic() < until and any(Path(f"/proc/{pid}").exists() for pid in pids):
        time.sleep(0.02)
    assert not [pid for pid in pids if Path(f"/proc/{pid}").exists()]
