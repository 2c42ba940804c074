"""What happens at once, or in the wrong moment: in one process, by a false clock."""

from __future__ import annotations

import asyncio
from pathlib import Path
from typing import Any

import msgspec
import pytest

from aude.game.game import GameCore
from aude.server import hub as hub_module
from aude.server.hub import Hub
from aude.server.metrics import Metrics
from aude.server.storage import Row, Storage, StorageError, Summary
from aude.server.viewers import Viewer
from aude.tables import Refusal
from aude.wire import Act, Changed, Clock, Confirm, FromServer, NewTable, Pause, Rematch, Resign, Say, Sit, Start, Undo
from server.test_hub import SMALL, Desk, FirstOption, at_desk, until


async def messages(viewer: Viewer) -> list[Any]:
    """What a viewer was sent."""
    found = []
    while not viewer.queue.empty():
        data = await viewer.queue.get()
        found.append(None if data is None else msgspec.json.decode(data, type=FromServer))
    return found


def test_whoever_goes_away_in_the_middle_of_a_command_disturbs_nobody(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.begun()
        live = await desk.hub.live(table)
        viewer = Viewer("bo", "en")
        live.viewers.add(viewer)
        before = live.table.n
        store, storing, go_on = desk.storage.append, asyncio.Event(), asyncio.Event()

        async def slow(rows: list[Row], summary: Summary) -> None:
            storing.set()
            await go_on.wait()
            await store(rows, summary)

        monkeypatch.setattr(desk.storage, "append", slow)
        command = asyncio.create_task(desk.hub.do(table, "ada", "k", Say("hello")))
        await storing.wait()
        command.cancel()
        with pytest.raises(asyncio.CancelledError):
            await command
        go_on.set()
        await until(lambda: live.table.n == before + 1)
        assert await desk.hub.live(table) is live
        assert [type(message) for message in await messages(viewer)] == [Changed]
        assert await desk.hub.do(table, "ada", "k", Say("hello")) == before + 1  # sent again, it counts once

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_command_that_waited_behind_one_that_failed_is_told_to_those_who_came_again(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The storage fails once: the table is read again, and nothing goes on at the one that was forgotten."""

    async def work(desk: Desk) -> None:
        table = await desk.begun()
        old = await desk.hub.live(table)
        store, failed, go_on = desk.storage.append, asyncio.Event(), asyncio.Event()

        async def unlucky(rows: list[Row], summary: Summary) -> None:
            if not failed.is_set():
                failed.set()
                await store(rows, summary)  # it is stored, and nobody hears of it
                raise StorageError("the connection was lost")
            await go_on.wait()
            await store(rows, summary)

        monkeypatch.setattr(desk.storage, "append", unlucky)
        first = asyncio.create_task(desk.hub.do(table, "ada", "a", Say("hello")))
        second = asyncio.create_task(desk.hub.do(table, "bo", "b", Say("hello")))
        with pytest.raises(StorageError):
            await first
        viewer = Viewer("ada", "en")
        live = await desk.hub.live(table)
        assert live is not old
        live.viewers.add(viewer)
        go_on.set()
        n = await second
        assert n == old.table.n + 2 == live.table.n
        assert [message.n for message in await messages(viewer)] == [n]
        assert await desk.hub.do(table, "ada", "a", Say("hello")) == n - 1  # sent again, it counts once

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_what_another_process_stores_while_a_table_is_read_is_not_missed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.begun()
        other = Hub(desk.storage, FirstOption(), Metrics(), bytes(32))
        load, read, go_on = desk.storage.load, asyncio.Event(), asyncio.Event()

        async def slow(id: str, after: int = 0) -> list[Row]:
            rows = await load(id, after)
            if not go_on.is_set():
                read.set()
                await go_on.wait()
            return rows

        monkeypatch.setattr(desk.storage, "load", slow)
        loading = asyncio.create_task(other.live(table))
        await read.wait()
        n = await desk.do(table, "ada", Say("hello"))
        other._heard((table, n))
        go_on.set()
        there = await loading
        await until(lambda: there.table.n == n)
        await other.stop()

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_bot_that_thought_about_another_position_is_not_heard(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Ada takes back her turn and plays another one while the bot thinks: as many choices, another table."""

    class Slow(FirstOption):
        def __init__(self) -> None:
            super().__init__()
            self.games: list[GameCore] = []
            self.go_on = asyncio.Event()

        async def choose(self, game: GameCore, bot: str) -> dict[str, Any]:
            self.games.append(game.copy())
            if len(self.games) == 1:
                await self.go_on.wait()
            return await super().choose(game, bot)

    async def work(desk: Desk) -> None:
        thinkers = desk.hub.thinkers = Slow()
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"blue": "club"}, confirm=False), "ada", "Ada")
        await desk.do(table, "ada", Sit("red", "aa"))
        await desk.do(table, "ada", Start())
        live = await desk.hub.live(table)
        start = live.table.position
        for number in (0, -1):
            while live.table.waiting == "red":
                assert live.table.game is not None
                option = live.table.game.options[number]
                await desk.do(table, "ada", Act("red", option.action.to_json(), live.table.position))
            if number == 0:
                await until(lambda: thinkers.games)
                first = live.table.position
                await desk.take_back(table, start)
        assert live.table.position == first and live.table.game != thinkers.games[0]
        thinkers.go_on.set()
        await until(lambda: live.table.waiting == "red" or live.table.state == "over")
        assert len(thinkers.games) > 1  # it was asked again

    at_desk(tmp_path, monkeypatch, work)


def test_a_move_that_comes_after_the_clock_ran_out_is_too_late(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.begun(clock=Clock("chess", minutes=1))
        live = await desk.hub.live(table)
        assert live.table.game is not None
        desk.time += 61_000
        with pytest.raises(Refusal) as caught:
            action = live.table.game.options[0].action.to_json()
            await desk.do(table, "ada", Act("red", action, live.table.position))
        assert caught.value.code == "over"
        assert live.table.ended is not None and live.table.ended.why == "time"

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_whoever_comes_from_another_process_faster_than_the_news_is_understood(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The other process has stored a choice; here nobody has heard of it when its player is here already."""
    monkeypatch.setattr(Storage, "is_shared", True)

    async def work(desk: Desk) -> None:
        table = await desk.begun(confirm=False)
        other = Hub(desk.storage, FirstOption(), Metrics(), bytes(32))
        there, here = await other.live(table), await desk.hub.live(table)
        viewer = Viewer("bo", "en")
        here.viewers.add(viewer)
        seen = there.table.position
        assert there.table.game is not None
        action = there.table.game.options[0].action.to_json()
        n = await other.do(table, "ada", "x", Act("red", action, seen))
        assert here.table.n < n
        assert (
            await desk.hub.do(table, "ada", "x", Act("red", action, seen)) == n
        )  # sent again, after the answer was lost
        assert [type(message) for message in await messages(viewer)] == [Changed]
        action = there.table.game.options[0].action.to_json()
        n = await other.do(table, "ada", "y", Act("red", action, there.table.position))
        action = there.table.game.options[0].action.to_json()
        await desk.do(table, "bo", Act("blue", action, there.table.position))  # the answer to what was asked there
        await other.do(table, "bo", "p", Pause(True))
        await desk.do(table, "bo", Pause(False))  # here it would change nothing
        assert not here.table.paused
        with pytest.raises(Refusal) as caught:
            await desk.do(table, "ada", Act("red", action, seen))
        assert caught.value.stale

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_rematch_is_one_table_that_is_there_when_it_is_told(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.begun()
        await desk.do(table, "ada", Resign("red"))
        other = Hub(desk.storage, FirstOption(), Metrics(), bytes(32))
        here, there = await desk.hub.live(table), await other.live(table)
        told: list[str] = []
        tell = Hub._tell

        def checked(self: Hub, live: Any, rows: Any) -> None:
            told.append(live.table.rematch)
            tell(self, live, rows)

        monkeypatch.setattr(Hub, "_tell", checked)
        await asyncio.gather(
            desk.do(table, "ada", Rematch()),
            other.do(table, "bo", "x", Rematch()),
            desk.do(table, "bo", Rematch()),
        )
        assert here.table.rematch is not None and here.table.rematch == there.table.rematch
        again = await desk.hub.live(here.table.rematch)
        assert set(again.table.people) == {"ada", "bo"} and again.table.opened.secret != here.table.opened.secret
        assert set(told) == {here.table.rematch}

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_process_looks_after_a_table_once_however_long_it_takes(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(hub_module, "POLL", 0.02)

    async def work(desk: Desk) -> None:
        class Stuck(FirstOption):
            async def choose(self, game: GameCore, bot: str) -> dict[str, Any]:
                self.asked += 1
                await asyncio.sleep(3600)
                raise AssertionError

        thinkers = desk.hub.thinkers = Stuck()
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"red": "club", "blue": "club"}), "ada", "Ada")
        await desk.do(table, "ada", Start())
        await until(lambda: thinkers.asked == 1)
        for _ in range(5):  # the lease runs out, and is taken again
            desk.time += 60_000
            await asyncio.sleep(0.1)
        assert thinkers.asked == 1

    at_desk(tmp_path, monkeypatch, work)


def test_the_leases_of_a_process_that_was_killed_keep_no_bot_waiting(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    async def work(desk: Desk) -> None:
        table = await desk.hub.open(NewTable(setup=SMALL, bots={"red": "club", "blue": "club"}), "ada", "Ada")
        await desk.do(table, "ada", Start())
        claimed = await desk.storage.claim(desk.time, desk.time + 10**9, 10, "killed")
        assert claimed == [table]
        await desk.hub.start()
        live = await desk.hub.live(table)
        await until(lambda: live.table.state == "over")

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_ids_that_no_table_can_have_are_not_looked_up(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def work(desk: Desk) -> None:
        for id in ("", "\x00", "x" * 10_000, "0" * 25, "é" * 24, "0" * 23 + "\n"):
            with pytest.raises(LookupError):
                await desk.hub.live(id)
        assert not desk.hub._loading

    at_desk(tmp_path, monkeypatch, work, start=False)


def test_a_turn_is_confirmed_or_taken_back_but_not_both(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Both at once: one of them is stored, the other is stale."""

    async def work(desk: Desk) -> None:
        table = await desk.begun()
        live = await desk.hub.live(table)
        while live.table.confirming is None:
            assert live.table.game is not None
            action = live.table.game.options[0].action.to_json()
            await desk.do(table, "ada", Act("red", action, live.table.position))
        position = live.table.position
        answers = await asyncio.gather(
            desk.do(table, "ada", Undo("red", position)),
            desk.do(table, "ada", Confirm("red", position)),
            return_exceptions=True,
        )
        assert [type(answer) for answer in answers] == [int, Refusal]

    at_desk(tmp_path, monkeypatch, work, start=False)
