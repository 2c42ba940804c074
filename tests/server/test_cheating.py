"""Clients that cheat, each by name; and what a connection may send before it is ended."""

from __future__ import annotations

import asyncio
from collections.abc import Awaitable, Callable
from pathlib import Path

import httpx
import pytest

from aude.server.identity import Identity
from aude.server.limits import Buckets
from aude.server.sockets import COMMANDS, MAX_MISTAKES, PHRASE
from aude.wire import (
    Act,
    AnswerTakeBack,
    AskTakeBack,
    Confirm,
    Done,
    HandOver,
    Leave,
    NewTable,
    Pause,
    Refused,
    Remove,
    Resign,
    Say,
    Sit,
    Start,
    Undo,
)
from server.inside import HOST, Guest, Inside, inside

ADA, BO, EVE = Identity("a" * 24, "Ada"), Identity("b" * 24, "Bo"), Identity("e" * 24, "Eve")
SETUP = {"options": {"first_player": "seat1"}}


class Scene:
    """Ada has red and is to lay a tile, Bo has blue, Eve has come to look on."""

    def __init__(self, server: Inside, table: str, ada: Guest, bo: Guest, eve: Guest) -> None:
        self.server, self.id, self.ada, self.bo, self.eve = server, table, ada, bo, eve

    @property
    def n(self) -> int:
        return self.server.hub._lives[self.id].table.n

    @property
    def position(self) -> int:
        return self.server.hub._lives[self.id].table.position

    async def refused(self, guest: Guest, command: object) -> str:
        """The code of the refusal; nothing has changed."""
        before = self.n
        answer = await guest.do(command)  # type: ignore[arg-type]
        assert isinstance(answer, Refused) and self.n == before
        return answer.code

    async def whole_turn(self) -> None:
        """Ada plays until her turn waits to be confirmed."""
        while self.ada.question is not None and self.ada.question.confirm is None:
            action = self.ada.question.offers["red"][0].action
            position = self.position
            assert isinstance(await self.ada.do(Act("red", action, position)), Done)
            await self.ada.until(lambda position=position: self.ada.position > position)


def play(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch, act: Callable[[Scene], Awaitable[None]], limits: bool = False
) -> None:
    async def main() -> None:
        async with inside(tmp_path, monkeypatch, limits=limits) as server:
            hub = server.hub
            table = await hub.open(NewTable(setup=SETUP), ADA.id, ADA.name)
            for who in (BO, EVE):
                await hub.come(table, who.id, who.name)
            ada, bo, eve = [await server.guest(who, table) for who in (ADA, BO, EVE)]
            await ada.do(Sit("red", "aa"))
            await bo.do(Sit("blue", "bb"))
            await ada.do(Start())
            await act(Scene(server, table, ada, bo, eve))
            assert server.logs == []

    asyncio.run(main())


def test_acting_for_another_seat(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        assert scene.ada.question is not None
        action = scene.ada.question.offers["red"][0].action
        for cheat in (scene.bo, scene.eve):
            assert await scene.refused(cheat, Act("red", action, scene.position)) == "not_your_seat"
            assert await scene.refused(cheat, Resign("red")) == "not_your_seat"
        assert await scene.refused(scene.bo, Act("blue", action, scene.position)) == "illegal"

    play(tmp_path, monkeypatch, act)


def test_drawing_the_tile_one_would_like(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        await scene.whole_turn()
        draw = {"verb": "draw", "tile": "base/FFFF-monastery"}
        assert await scene.refused(scene.ada, Act("red", draw, scene.position)) in ("illegal", "unreadable")
        assert await scene.refused(scene.bo, Act("blue", draw, scene.position)) in ("illegal", "unreadable")
        assert await scene.refused(scene.ada, Act("chance", draw, scene.position)) == "no_seat"

    play(tmp_path, monkeypatch, act)


def test_drawing_again_until_the_tile_is_good(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What is drawn cannot be taken back alone; and if all agree, the same is drawn again."""

    async def act(scene: Scene) -> None:
        start = scene.position
        tiles = []
        for _ in range(3):
            await scene.whole_turn()
            position = scene.position
            assert isinstance(await scene.ada.do(Confirm("red", position)), Done)
            assert await scene.refused(scene.ada, Undo("red", scene.position)) == "nothing_to_undo"
            assert await scene.refused(scene.ada, Confirm("red", scene.position)) == "nothing_to_confirm"
            game = scene.server.hub._lives[scene.id].table.game
            assert game is not None
            tiles.append(game.tile)
            await scene.ada.do(AskTakeBack("red", start))
            assert await scene.refused(scene.ada, AnswerTakeBack(True)) == "not_asked"
            assert await scene.refused(scene.eve, AnswerTakeBack(True)) == "not_asked"
            assert isinstance(await scene.bo.do(AnswerTakeBack(True)), Done)
            await scene.ada.until(lambda: scene.ada.position == start)
        assert len(set(tiles)) == 1

    play(tmp_path, monkeypatch, act)


def test_ending_the_turn_of_another_or_ones_own_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        await scene.whole_turn()
        position = scene.position
        assert await scene.refused(scene.bo, Confirm("red", position)) == "not_your_seat"
        assert await scene.refused(scene.bo, Undo("red", position)) == "not_your_seat"
        assert isinstance(await scene.ada.do(Confirm("red", position)), Done)
        assert await scene.refused(scene.ada, Confirm("red", position)) == "stale"

    play(tmp_path, monkeypatch, act)


def test_choosing_twice(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        assert scene.ada.question is not None
        one, two = scene.ada.question.offers["red"][:2]
        position = scene.position
        assert isinstance(await scene.ada.do(Act("red", one.action, position)), Done)
        assert await scene.refused(scene.ada, Act("red", two.action, position)) == "stale"

    play(tmp_path, monkeypatch, act)


def test_the_key_of_another_person(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """A key counts for whoever gave it: nobody can make another's command look done."""

    async def act(scene: Scene) -> None:
        hub = scene.server.hub
        first = await hub.do(scene.id, EVE.id, "same", Say("hello"))
        second = await hub.do(scene.id, BO.id, "same", Say("hello"))
        assert second == first + 1

    play(tmp_path, monkeypatch, act)


def test_looking_into_the_options_of_others(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        for guest in (scene.bo, scene.eve):
            await guest.until(lambda guest=guest: guest.question is not None)
            assert guest.question is not None and not guest.question.offers and guest.question.actor == "red"
        answer = await scene.server.http.get(
            f"/api/tables/{scene.id}", headers={"cookie": scene.server.cookie(EVE)}, params={"person": ADA.id}
        )
        assert answer.json()["question"].get("offers", {}) == {}

    play(tmp_path, monkeypatch, act)


def test_being_the_host(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        for command in (Remove(ADA.id), HandOver(EVE.id), Start()):
            assert await scene.refused(scene.eve, command) == "only_host"
        assert await scene.refused(scene.eve, Pause(True)) == "only_players"

    play(tmp_path, monkeypatch, act)


def test_going_on_after_one_was_removed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        assert isinstance(await scene.ada.do(Remove(EVE.id)), Done)
        await scene.eve.until(lambda: scene.eve.closing is not None)
        with pytest.raises(Exception, match="not_here"):
            await scene.server.hub.do(scene.id, EVE.id, "x", Say("hello"))
        answer = await scene.server.http.post(
            f"/api/tables/{scene.id}/join", headers={"cookie": scene.server.cookie(EVE)}, content=b"{}"
        )
        assert answer.status_code == 422 and answer.json()["code"] == "removed"
        for path in ("", "/record", "/words", "/course", "/aids", "/moments/1"):
            answer = await scene.server.http.get(
                f"/api/tables/{scene.id}{path}", headers={"cookie": scene.server.cookie(EVE)}
            )
            assert answer.status_code == 422 and answer.json()["code"] == "removed", path
        again = await scene.server.guest(EVE, scene.id)
        assert again.closing is not None and again.closing.code == "removed" and not again.closing.retry

    play(tmp_path, monkeypatch, act)


def test_leaving_before_one_loses(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        assert isinstance(await scene.ada.do(Leave()), Done)
        ended = scene.server.hub._lives[scene.id].table.ended
        assert ended is not None and ended.why == "left" and ended.winners == ["blue"]

    play(tmp_path, monkeypatch, act)


# -- limits of an address ---------------------------------------------------------------------------------------------
def test_whoever_asks_for_too_much_waits_and_nobody_else(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What takes long counts for more."""

    async def act(scene: Scene) -> None:
        server = scene.server
        server.site.requests = Buckets(25, 0)

        async def status(path: str, http: httpx.AsyncClient = server.http) -> int:
            answer = await http.get(f"/api/tables/{scene.id}{path}")
            assert answer.status_code == 200 or answer.json()["code"] == "too_many"
            return answer.status_code

        assert [await status("/files/save.jcz") for _ in range(3)] == [200, 200, 429]
        assert [await status("/course") for _ in range(2)] == [200, 429]
        assert [await status("/record") for _ in range(2)] == [200, 429]
        transport = httpx.ASGITransport(server.app, client=("10.0.0.9", 1))
        async with httpx.AsyncClient(transport=transport, base_url=f"http://{HOST}") as other:
            assert await status("/record", other) == 200

    play(tmp_path, monkeypatch, act)


def test_whoever_opens_too_many_sockets_is_told_so(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        scene.server.site.sockets = Buckets(0, 0)
        closing = await scene.server.turned_away(scene.id)
        assert closing.code == "too_many" and closing.retry

    play(tmp_path, monkeypatch, act)


# -- limits of a connection -------------------------------------------------------------------------------------------
def test_a_flood_ends_the_connection_that_sends_it(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        for _ in range(int(COMMANDS) + 5):
            scene.eve.send('{"type":"ping"}')
        await scene.eve.until(lambda: scene.eve.closing is not None)
        assert scene.eve.closing is not None and scene.eve.closing.code == "too_many" and scene.eve.closing.retry
        assert isinstance(await scene.bo.do(Say("hello")), Done)  # nobody else notices

    play(tmp_path, monkeypatch, act, limits=True)


def test_who_talks_without_end_is_interrupted(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        said = 0
        with pytest.raises(AssertionError, match="nothing came"):
            monkeypatch.setattr(scene.eve, "until", brief(scene.eve))
            while True:
                await scene.eve.do(Say("hello"))
                said += 1
        assert said <= COMMANDS / PHRASE + 2
        assert scene.eve.closing is not None and scene.eve.closing.code == "too_many"

    play(tmp_path, monkeypatch, act, limits=True)


def brief(guest: Guest) -> Callable[[Callable[[], bool]], Awaitable[None]]:
    """Wait as ever, but not once the connection has ended."""

    async def until(condition: Callable[[], bool]) -> None:
        while not condition():
            guest.take_in()
            assert guest.closing is None, "nothing came"
            await asyncio.sleep(0.001)

    return until


def test_too_many_mistakes_end_the_connection(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        for _ in range(MAX_MISTAKES):
            scene.eve.send("{")
        await scene.eve.until(lambda: scene.eve.closing is not None)
        assert scene.eve.closing is not None and scene.eve.closing.code == "unreadable"

    play(tmp_path, monkeypatch, act, limits=True)


@pytest.mark.parametrize("origin", ["http://[", "null", "https://evil.example", "http://aude.test.evil.example", "x"])
def test_requests_from_other_sites(origin: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        headers = {"cookie": scene.server.cookie(ADA), "origin": origin}
        answer = await scene.server.http.post("/api/me", headers=headers, content=b'{"name":"Eve"}')
        assert answer.status_code == 403

    play(tmp_path, monkeypatch, act)


def test_a_cookie_behind_a_proxy_with_https_is_for_https_alone(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    async def act(scene: Scene) -> None:
        answer = await scene.server.http.get("https://aude.test/api/me")
        assert "Secure" in answer.headers["set-cookie"] and "HttpOnly" in answer.headers["set-cookie"]
        answer = await scene.server.http.get("/api/me")
        assert "Secure" not in answer.headers["set-cookie"]

    play(tmp_path, monkeypatch, act)
