"""Ray, with a cluster of several nodes: the same answers as on one machine, also when workers and nodes are killed."""

from __future__ import annotations

import json
import os
import socket
import sys
from collections import Counter
from collections.abc import Generator, Iterator
from functools import partial
from itertools import count
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

import crew_work as work
import train
from aude import crew
from aude.arena import Contest, Plan
from aude.crew import Crew
from aude.errors import AudeError
from terminal import bad

OBJECTS = 80 * 2**20  # bytes for the answers of a node
SHORT = train.Plan(boxes=("inns_and_cathedrals",), rounds=1, games=12, deals=4)


@pytest.fixture(scope="module")
def folder(tmp_path_factory: pytest.TempPathFactory) -> Path:
    return tmp_path_factory.mktemp("ray")


@pytest.fixture(scope="module")
def plans(folder: Path) -> tuple[Plan, Plan]:
    """Pairs whose answer is clear stop early; a bot takes its process down."""
    bot = folder / "dies.py"
    bot.write_text(
        "import os\ndef choose(game):\n    len(game.moves) > 20 and os._exit(3)\n    return game.options[0]\n"
    )
    return Plan(("greedy", "friendly", "random"), 24, seed=8, records=True), Plan((str(bot), "random"), 4, seed=1)


def told(contest: Contest) -> tuple[str, list[str]]:
    return json.dumps(contest.results.facts()), [game.played.record for game in contest.results.games]


@pytest.fixture(scope="module")
def alone(plans: tuple[Plan, Plan]) -> list[tuple[str, list[str]]]:
    """What one process finds; before this one has anything to do with Ray, because forks disturb that."""
    found = []
    for plan in plans:
        contest = Contest(plan)
        contest.run(1)
        found.append(told(contest))
    return found


@pytest.fixture(scope="module")
def cluster(alone: object) -> Generator[Cluster]:
    """Two nodes."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join(sys.path))
        made = started()
        try:
            yield made
        finally:
            made.shutdown()


def started() -> Cluster:
    """Ray gives a node half a minute to start, which is little on a machine that is busy with other things."""
    for tries_left in (2, 1, 0):
        made = Cluster()
        try:
            for _ in range(2):
                made.add_node(num_cpus=1, include_dashboard=False, object_store_memory=OBJECTS)
        except Exception:
            made.shutdown()
            if not tries_left:
                raise
        else:
            break
    return made


@pytest.fixture(scope="module")
def hands(cluster: Cluster) -> Generator[Crew]:
    with crew.make(ray=cluster.address) as made:
        yield made


def test_answers_come_in_the_order_of_their_tasks(hands: Crew) -> None:
    """Only a few tasks are under way, what is common goes once, and an error is raised in its turn."""
    assert hands.size == 2
    assert list(hands.each(work.later, range(30))) == list(range(30))
    assert os.getpid() not in set(hands.each(work.whose, range(10)))
    assert max(hands.each(work.Counting(), range(20))) > 5
    taken = []

    def endless() -> Iterator[int]:
        for number in count():
            taken.append(number)
            yield number

    answers = hands.each(partial(work.times, 7), endless())
    assert [next(answers) for _ in range(50)] == [7 * number for number in range(50)]
    answers.close()
    assert len(taken) < 80
    answers = hands.each(work.refused, range(20))
    assert [next(answers) for _ in range(3)] == [0, 1, 2]
    with pytest.raises(ValueError, match=r"^not 3") as raised:
        next(answers)
    assert "in refused" in raised.value.__notes__[0]
    with pytest.raises(RuntimeError, match="Picky: soso"):
        list(hands.each(work.raises_picky, [1]))


def test_a_killed_worker_loses_nothing_and_counts_nothing_twice(hands: Crew, tmp_path: Path) -> None:
    """It is killed in the middle of a task; one that takes every worker down is given up."""
    assert list(hands.each(partial(work.killed_once, tmp_path), range(12))) == [n * n for n in range(12)]
    for number in range(12):
        tries = (tmp_path / str(number)).read_text().count("tried")
        assert tries == 2 if number % 5 == 2 else 1 <= tries <= 2
    answers = hands.each(partial(work.killed_always, tmp_path), range(6))
    assert [next(answers) for _ in range(4)] == [0, 1, 2, 3]
    with pytest.raises(AudeError, match="Ray could not finish a task"):
        list(answers)


def test_the_arena_finds_the_same(hands: Crew, plans: tuple[Plan, Plan], alone: list[tuple[str, list[str]]]) -> None:
    for plan, expected in zip(plans, alone, strict=True):
        contest = Contest(plan)
        contest.run(hands=hands)
        assert told(contest) == expected
    assert contest.results.standings[0].forfeits == 4


def test_training_learns_the_same(hands: Crew, folder: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(train, "KEPT", folder)
    monkeypatch.setattr(train, "BATCH", 2)
    here, there = (train.train("short", SHORT, with_whom) for with_whom in (crew.make(1), hands))
    assert here.as_json() == there.as_json()


def test_a_machine_with_another_aude_is_told(hands: Crew, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hands, "_edition", "0.0.1 (0123456789ab)")
    with pytest.raises(
        AudeError, match=rf"^{socket.gethostname()} has Aude .*, this machine has 0\.0\.1 \(0123456789ab\)"
    ):
        list(hands.each(work.squared, [1]))


def test_a_node_that_is_gone_loses_nothing_and_counts_nothing_twice(
    cluster: Cluster, hands: Crew, plans: tuple[Plan, Plan], alone: list[tuple[str, list[str]]]
) -> None:
    """The arena is at work on both nodes; one is removed, with all that it was doing."""
    contest = Contest(plans[0])
    nodes = list(cluster.worker_nodes)

    def tell() -> None:
        if nodes:
            cluster.remove_node(nodes.pop(), allow_graceful=False)

    contest.run(hands=hands, tell=tell)
    assert told(contest) == alone[0]
    times = Counter((game.fixture.heat, game.fixture.rotation) for game in contest.results.games)
    assert set(times.values()) == {1} and not nodes


def test_a_ray_that_does_not_start_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    def late(*_: object, **__: object) -> None:
        raise Exception("The current node timed out during startup.\nMore.")

    monkeypatch.setattr("ray.init", late)
    monkeypatch.setattr("ray.shutdown", lambda: None)
    with pytest.raises(
        AudeError, match=r"^Ray could not be started on this machine: The current node timed out during startup\.$"
    ):
        crew.make(2, "local")


def test_without_ray_the_line_says_how_to_install_it(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "ray", None)
    with pytest.raises(AudeError, match=r"pip install 'aude\[ray\]'"):
        crew.make(2, "local")


@pytest.mark.parametrize(
    ("address", "says"),
    [
        ("nonsense", "'nonsense' is not the address of a Ray cluster"),
        ("there:port", "'there:port' is not the address of a Ray cluster"),
        ("127.0.0.1:9", "there is no Ray cluster at 127.0.0.1:9: [Errno 111] Connection refused"),
    ],
)
def test_a_bad_address_gets_one_line(address: str, says: str) -> None:
    assert says in bad("arena", "greedy", "random", "--ray", address)
