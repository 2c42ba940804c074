"""Ray, with a cluster of several nodes: the same answers, whoever is killed."""

from __future__ import annotations

import os
from collections.abc import Generator
from functools import partial
from pathlib import Path

import pytest
from ray.cluster_utils import Cluster

import crew_work as work
from aude import crew

HERE = Path(__file__).parent
OBJECTS = 80 * 2**20


@pytest.fixture(scope="module")
def cluster() -> Generator[Cluster]:
    """One node that only leads, and two that work."""
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("RAY_USAGE_STATS_ENABLED", "0")
        patch.setenv("RAY_ACCEL_ENV_VAR_OVERRIDE_ON_ZERO", "0")
        patch.setenv("PYTHONPATH", os.pathsep.join([str(HERE), os.environ.get("PYTHONPATH", "")]))
        made = Cluster()
        made.add_node(num_cpus=0, include_dashboard=False, object_store_memory=OBJECTS)
        for _ in range(2):
            made.add_node(num_cpus=1, object_store_memory=OBJECTS)
        try:
            yield made
        finally:
            made.shutdown()


@pytest.fixture
def hands(cluster: Cluster) -> Generator[crew.Crew]:
    with crew.make(ray=cluster.address) as made:
        yield made


def test_a(hands: crew.Crew, tmp_path: Path) -> None:
    assert hands.size == 2
    assert list(hands.each(work.later, range(30))) == list(range(30))
    assert list(hands.each(partial(work.killed_once, tmp_path), range(12))) == [n * n for n in range(12)]


def test_b(hands: crew.Crew, tmp_path: Path) -> None:
    assert list(hands.each(work.later, range(30))) == list(range(30))
