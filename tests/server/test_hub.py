"""What the server does by itself: clocks, bots, forgetting and rebuilding tables; in one process, by a false clock."""

from __future__ import annotations

import asyncio
from collections.abc import Coroutine
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aude.game.game import GameCore
from aude.server import hub as hub_module
from aude.server.hub import Hub
from aude.server.metrics import Metrics
from aude.server.storage import Storage, StorageError
from aude.server.thinking import Thinkers
from aude.server.viewers import MAX_QUEUED, Viewer
from aude.tables import Refusal
from aude.wire import Act, AnyCommand, AskTakeBack, Clock, Closing, FromServer, NewTable, Pong, Resign, Sit, Start
from server.inside import inside

SMALL = {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 4}, "options": {"first_player": "seat1"}}


class FirstOption(Thinkers):
    """A bot that thinks in this process, and fails if it is told to."""

    def __init__(self) -> None:
        self.asked = 0
        self.fails = False

    async def choose(self, game: GameCore, bot: str) -> dict[str, Any]:
        self.asked += 1
        if self.fails:
            raise RuntimeError("no idea")
        return game.options[0].action.to_json()

    def close(self) -> None:
        pass


class Desk:
    """A hub with a clock that only the test moves."""

    def __init__(self, storage: Storage, keep: int) -> None:
        self.storage = storage
        self.thinkers = FirstOption()
        self.hub = Hub(storage, self.thinkers, Metrics(), bytes(32), keep)
        self.time = 1_000_000
        self.keys = 0

    async def do(self, table: str, person: str, command: AnyCommand) -> int:
        self.keys += 1
        return await self.hub.do(table, person, str(self.keys), command)

    async def take_back(self, table: str, position: int) -> None:
        """Go back to where red chose, with nobody to agree."""
        await self.do(table, "ada", AskTakeBack("red", position))

    async def begun(self, **wish: Any) -> str:
        """Ada and Bo at a table; the game has begun."""
        table = await self.hub.open(NewTable(setup=SMALL, **wish), "ada", "Ada")
        await self.hub.come(table, "bo", "Bo")
        await self.do(table, "ada", Sit("red", "aa"))
        await self.do(table, "bo", Sit("blue", "bb"))
        await self.do(table, "ada", Start())
        return table


def at_desk(tmp_path: Path, monkeypatch: pytest.MonkeyPatch, work: Any, keep: int = 100, start: bool = True) -> None:
    async def main() -> None:
        storage = await Storage.open(tmp_path)
        desk = Desk(storage, keep)
        monkeypatch.setattr(hub_module, "now", lambda: desk.time)
        if start:
            await desk.hub.start()
        try:
            made: Coroutine[Any, Any, None] = work(desk)
            await made
        finally:
            await desk.hub.stop()
            await storage.close()

    asyncio.run(main())


async def until(condition: Any) -> None:
    for _ in range(20_000):
        if await condition() if asyncio.iscoroutinefunction(condition) else condition():
            return
        await asyncio.sleep(0.01)
    raise AssertionError("it did not happen")


def test_a_clock_that_runs_out_ends_the_game_by_itself(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(hub_module, "POLL", 0.05)

    async def work(desk: Desk) -> None:
        table = await desk.begun(clock=Clock("chess", minutes=1))
        live = await desk.hub.live(table)
        desk.time += 59_000
        await asyncio.sleep(0.2)
        assert live.table.state == "running"
        desk.time += 2000
        await until(lambda: live.table.state == "over")
        assert live.table.ended is not None and live.table.ended.why == "time" and live.table.ended.winners == ["blue"]

    at_desk(tmp_path, monkeypatch, work)


def test_bots_play_by_themselves(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"red": "club", "blue": "club"}), "ada", "Ada")
        await desk.do(table, "ada", Start())
        live = await desk.hub.live(table)
        await until(lambda: live.table.state == "over")
        assert desk.thinkers.asked > 4

    at_desk(tmp_path, monkeypatch, work)


def test_bots_need_no_leases_where_nobody_shares_the_storage(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        released: list[str] = []

        async def release(table: str, owner: str) -> None:
            released.append(table)

        await until(lambda: desk.hub._next_look > desk.time)  # nothing is due, so it waits to be woken
        monkeypatch.setattr(desk.storage, "release", release)
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"red": "greedy", "blue": "greedy"}), "ada", "Ada")
        await desk.do(table, "ada", Start())
        live = await desk.hub.live(table)
        await until(lambda: live.table.state == "over")
        assert not released

    at_desk(tmp_path, monkeypatch, work)


def test_a_bot_without_an_answer_takes_the_first_option(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        desk.thinkers.fails = True
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"red": "club", "blue": "club"}), "ada", "Ada")
        await desk.do(table, "ada", Start())
        live = await desk.hub.live(table)
        await until(lambda: live.table.state == "over")
        assert desk.hub.metrics.failed_bots._value.get() > 0

    at_desk(tmp_path, monkeypatch, work)


def test_tables_that_nobody_uses_are_forgotten_and_made_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        tables = [await desk.begun() for _ in range(6)]
        assert len(desk.hub._lives) <= 4
        before = desk.hub.metrics.rebuilt._value.get()
        live = await desk.hub.live(tables[0])
        assert desk.hub.metrics.rebuilt._value.get() == before + 1
        assert live.table.state == "running" and live.table.keys
        game = live.table.game
        assert game is not None
        action = game.options[0].action.to_json()
        await desk.do(tables[0], "ada", Act("red", action, live.table.position))

    at_desk(tmp_path, monkeypatch, work, keep=3)


def test_two_hubs_at_one_table_agree(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """As two processes: whoever is late reads what the other has stored, and decides again."""

    async def work(desk: Desk) -> None:
        table = await desk.begun()
        other = Hub(desk.storage, FirstOption(), Metrics(), bytes(32))
        there = await other.live(table)
        here = await desk.hub.live(table)
        game = here.table.game
        assert game is not None
        action = game.options[0].action.to_json()
        position = here.table.position
        await other.do(table, "ada", "x", Act("red", action, position))
        with pytest.raises(Refusal) as caught:
            await desk.do(table, "ada", Act("red", action, position))
        assert caught.value.stale
        assert await desk.hub.do(table, "ada", "x", Act("red", action, position)) == there.table.n  # the same key
        await desk.do(table, "ada", Resign("red"))
        assert here.table.state == "over"
        assert desk.hub.metrics.conflicts._value.get() >= 1

    at_desk(tmp_path, monkeypatch, work)


def test_whoever_does_not_read_is_let_go() -> None:
    async def work() -> None:
        viewer = Viewer("ada", "en")
        for _ in range(MAX_QUEUED + 1):
            viewer.send(Pong(0))
        message = msgspec.json.decode(await viewer.queue.get() or b"", type=FromServer)
        assert isinstance(message, Closing) and message.code == "too_slow" and message.retry
        assert await viewer.queue.get() is None

    asyncio.run(work())


def test_a_database_that_fails_lets_nothing_be_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.begun()
        live = await desk.hub.live(table)
        viewer = Viewer("bo", "en")
        live.viewers.add(viewer)
        before = live.table.n

        async def fails(*_: object) -> None:
            raise StorageError("the disk is full")

        monkeypatch.setattr(desk.storage, "append", fails)
        with pytest.raises(StorageError):
            await desk.do(table, "ada", Resign("red"))
        monkeypatch.undo()
        told = msgspec.json.decode(await viewer.queue.get() or b"", type=FromServer)
        assert isinstance(told, Closing) and told.retry
        again = await desk.hub.live(table)
        assert again is not live and again.table.n == before and again.table.state == "running"

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_socket_that_opens_while_the_database_fails_is_told_to_come_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def main() -> None:
        async with inside(tmp_path, monkeypatch) as server:

            async def fails(*_: object) -> None:
                raise StorageError("the disk is gone")

            monkeypatch.setattr(server.hub.storage, "load", fails)
            closing = await server.turned_away("a" * 24)
            assert closing.code == "stopping" and closing.retry
            assert [line["event"] for line in server.logs] == ["storage failed"]

    asyncio.run(main())
