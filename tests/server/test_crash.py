"""Kill -9 at random moments under load: every acknowledged move is there, once, and no other; then all play on."""

from __future__ import annotations

import asyncio
import os
import random
import signal
import time
from collections.abc import Iterator
from pathlib import Path

import asyncpg
import pytest

from aude.server.hub import Hub
from aude.server.metrics import Metrics
from aude.server.storage import Storage
from aude.wire import NewTable, Say
from server import postgres as postgres_server
from server.inside import AnyOption
from server.players import Player, check
from server.real import RealServer
from sizes import SOAK

KILLS = int(os.environ.get("AUDE_KILLS", "50" if SOAK else "2"))
PLAYERS = 16 if SOAK else 6
SERVING_WITHIN = 5.0  # seconds of work, that is: a test may share the machine with others
WORKER = b"multiprocessing.spawn"


@pytest.fixture
def database() -> Iterator[str]:
    server = postgres_server.Server()
    try:
        yield server.new()
    finally:
        server.close()


def seconds_of_work(pid: int) -> float:
    """How long a process has kept processors busy."""
    fields = Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()
    return (int(fields[11]) + int(fields[12])) / os.sysconf("SC_CLK_TCK")


def tables_checked(place: str | Path, players: list[Player]) -> str:
    """Read the storage itself, and compare it with what players were told."""

    async def main() -> int:
        storage = await Storage.open(place)
        try:
            total = 0
            for player in players:
                for table in player.sent:
                    rows = await storage.load(table)
                    total += check(player, table, rows)
            return total
        finally:
            await storage.close()

    rows = asyncio.run(main())
    acknowledged = sum(len(keys) for player in players for keys in player.acknowledged.values())
    tables = sum(len(player.sent) for player in players)
    waited = max(player.waited for player in players)
    return (
        f"{acknowledged} acknowledged, {rows} rows of {tables} tables, longest wait {waited:.1f} s, "
        f"{sum(player.reconnected for player in players)} reconnections, "
        f"{sum(len(player.refused) for player in players)} refused"
    )


def finished(players: list[Player]) -> None:
    for player in players:
        player.is_done.set()
    for player in players:
        player.join(600)
        assert not player.is_alive()
        if player.failure is not None:
            raise player.failure
        assert not player.refused, "an acknowledged command was not known any more"


def progress(players: list[Player]) -> int:
    return sum(len(keys) for player in players for keys in player.acknowledged.values())


def until_they_play_on(players: list[Player], moves: int, patience: float = 600) -> None:
    """Wait until so many more commands are acknowledged."""
    before, begun = progress(players), time.monotonic()
    while progress(players) < before + moves:
        assert time.monotonic() < begun + patience, "nobody plays on"
        failures = [player.failure for player in players if player.failure is not None]
        if failures:
            raise failures[0]
        time.sleep(0.01)


def test_no_acknowledged_move_is_lost_or_doubled_by_kill_9(tmp_path: Path) -> None:
    chance = random.Random(os.environ.get("AUDE_SEED", "crash"))
    walls, work = [], []
    with RealServer(tmp_path) as server:
        players = [Player(server.address, f"P{n}", bots=n % 4 == 3) for n in range(PLAYERS)]
        for player in players:
            player.start()
        for _ in range(KILLS):
            until_they_play_on(players, chance.randrange(10, 150 if SOAK else 60))
            time.sleep(chance.random() * 0.1)
            server.kill()
            walls.append(server.start())
            work.append(seconds_of_work(server.process.pid))
        until_they_play_on(players, 10)
        finished(players)
    told = tables_checked(tmp_path, players)
    told = f"{KILLS} kills, serving again after {max(work):.1f} s of work ({max(walls):.1f} s by the clock), {told}"
    print(told)
    assert max(work) < SERVING_WITHIN


def workers(server: RealServer) -> list[int]:
    """The processes that serve: children of the one that was started."""
    pid = server.process.pid
    children = Path(f"/proc/{pid}/task/{pid}/children").read_text().split()
    found = [int(child) for child in children if WORKER in Path(f"/proc/{child}/cmdline").read_bytes()]
    return sorted(found)


def test_two_processes_on_one_database_and_one_is_killed(database: str) -> None:
    chance = random.Random(os.environ.get("AUDE_SEED", "two processes"))
    kills = max(1, KILLS // 2)
    with RealServer(database, "--processes", "2") as server:
        players = [Player(server.address, f"P{n}", bots=n % 4 == 3) for n in range(PLAYERS)]
        for player in players:
            player.start()
        for _ in range(kills):
            until_they_play_on(players, chance.randrange(10, 150 if SOAK else 40))
            alive = workers(server)
            begun = time.monotonic()
            while len(alive) < 2 and time.monotonic() < begun + 600:
                time.sleep(0.1)
                alive = workers(server)
            os.kill(chance.choice(alive), signal.SIGKILL)
            until_they_play_on(players, 5)
        until_they_play_on(players, 10)
        finished(players)
        assert server.process.poll() is None
    told = f"{kills} kills of one of two processes, {tables_checked(database, players)}"
    print(told)


def test_when_the_connection_that_listens_is_cut_nothing_is_missed(database: str) -> None:
    """Two processes, so to speak: one stores a row while the other hears nothing."""

    async def main() -> None:
        one, other = await Storage.open(database), await Storage.open(database)
        here, there = (Hub(storage, AnyOption(), Metrics(), bytes(32)) for storage in (one, other))
        await here.start()
        await there.start()
        try:
            table = await here.open(NewTable(), "ada", "Ada")
            await there.live(table)
            connection = await asyncpg.connect(database)
            cut = await connection.fetch(
                "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE query LIKE 'LISTEN%'"
            )
            await connection.close()
            assert len(cut) == 2
            n = await here.do(table, "ada", "k", Say("hello"))
            for _ in range(6000):
                if (await there.live(table)).table.n == n:
                    break
                await asyncio.sleep(0.01)
            else:
                raise AssertionError("it was missed")
        finally:
            for hub, storage in ((here, one), (there, other)):
                await hub.stop()
                await storage.close()

    asyncio.run(main())
