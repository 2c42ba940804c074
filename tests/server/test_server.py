"""The server, as clients meet it: a real process, real sockets."""

from __future__ import annotations

import json
import time
import urllib.error
import urllib.request
from collections.abc import Iterator
from http.client import HTTPConnection
from pathlib import Path

import pytest
from websockets.exceptions import ConnectionClosed, InvalidStatus
from websockets.sync.client import connect
from websockets.typing import Origin

from aude import Game
from aude.client import Client, ServerError
from aude.wire import (
    Act,
    Closing,
    Confirm,
    Done,
    Leave,
    Pong,
    Refused,
    Rematch,
    Remove,
    Resign,
    Say,
    Sit,
    Start,
    Undo,
)
from server.real import RealServer, begun, play_on

SMALL = {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 4}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


def test_a_game_against_a_bot_is_played_to_its_end(server: RealServer) -> None:
    ada, table, connection = begun(server)
    commitment = connection.about.shuffle.commitment
    assert connection.about.shuffle.secret is None
    with connection:
        play_on(connection, "red")
        assert connection.about.ended == "played"
        shuffle = connection.about.shuffle
    assert shuffle.commitment == commitment and shuffle.secret is not None
    game = Game.read(ada.record(table))
    assert game.shuffle is not None and game.shuffle.commitment == commitment
    assert game.over and game.scores == (connection.board or {})["scores"]
    assert connection.board == json.loads(json.dumps(game.board.to_json(fits=False)))


def test_two_people_play_and_a_third_looks_on(server: RealServer) -> None:
    ada, bo, eve = (Client(server.address, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.new_table(SMALL)
    bo.join(table)
    with ada.connect(table) as red, bo.connect(table) as blue, eve.connect(table) as watching:
        red.do(Sit("red", "aa"))
        blue.do(Sit("blue", "bb"))
        red.do(Start())
        for _ in range(4):
            for connection, seat in ((red, "red"), (blue, "blue")):
                while connection.n < max(red.n, blue.n):
                    connection.receive()
                if connection.question is not None and connection.question.actor == seat:
                    play_on(connection, seat, connection.position + 1)
        while watching.n < max(red.n, blue.n):
            watching.receive()
        assert watching.board == (red if red.n > blue.n else blue).board
        assert watching.question is None or not watching.question.offers
        refused = watching.do(Act("red", {"verb": "pass"}, watching.position))
        assert isinstance(refused, Refused) and refused.code == "not_here"


def test_the_same_key_counts_once(server: RealServer) -> None:
    _, _, connection = begun(server)
    with connection:
        question = connection.question
        while question is None or question.actor != "red":
            connection.receive()
            question = connection.question
        command = Act("red", question.offers["red"][0].action, connection.position)
        first = connection.do(command, "once")
        n = connection.n
        again = connection.do(command, "once")
        assert isinstance(first, Done) and again == first and connection.n == n
        stale = connection.do(command, "twice")
        assert isinstance(stale, Refused) and stale.stale


def test_a_choice_is_taken_back_over_the_wire(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    table = ada.new_table({**SMALL, "options": {"first_player": "seat1"}})
    with ada.connect(table) as connection:
        for seat in ("red", "blue"):
            connection.do(Sit(seat, "aa"))
        connection.do(Start())
        before = connection.board
        assert connection.question is not None
        connection.do(Act("red", connection.question.offers["red"][0].action, connection.position))
        assert connection.board != before
        connection.do(Undo("red", connection.position))
        assert connection.board == before


def test_a_stopped_server_says_so_and_every_stored_move_is_there_after_kill_9(tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada, table, connection = begun(server)
        play_on(connection, "red", 20)
        position = connection.position
        server.kill()
        with pytest.raises(ConnectionClosed):
            while True:
                connection.receive()
        server.start()
        with ada.connect(table) as back:
            assert back.position >= position
            play_on(back, "red", back.position + 6)
            errors = server.stop()
            closing = None
            with pytest.raises(ConnectionClosed):
                while True:
                    message = back.receive()
                    closing = message if isinstance(message, Closing) else closing
            assert closing is not None and closing.code == "stopping" and closing.retry
        assert "Traceback" not in errors


def test_a_bots_turn_survives_a_restart(tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada = Client(server.address, "Ada")
        table = ada.new_table({}, bots={"red": "greedy", "blue": "greedy"})
        with ada.connect(table) as connection:
            connection.do(Start())
            while connection.position < 10:
                connection.receive()
        server.kill()
        server.start()
        with ada.connect(table) as connection:
            while connection.state != "over":
                connection.receive(60)
            assert connection.about.ended == "played"


def test_the_host_removes_somebody_whose_connection_ends(server: RealServer) -> None:
    ada, bo = Client(server.address, "Ada"), Client(server.address, "Bo")
    table = ada.new_table(SMALL)
    bo.join(table)
    with ada.connect(table) as host, bo.connect(table) as removed:
        host.do(Remove(bo.id))
        message = removed.receive()
        while not isinstance(message, Closing):
            message = removed.receive()
        assert message.code == "removed" and not message.retry
    with pytest.raises(ServerError) as caught:
        bo.join(table)
    assert caught.value.code == "removed"


def test_a_rematch_is_a_new_table_with_the_same_people(server: RealServer) -> None:
    ada, bo = Client(server.address, "Ada"), Client(server.address, "Bo")
    table = ada.new_table(SMALL)
    bo.join(table)
    with ada.connect(table) as red, bo.connect(table) as blue:
        red.do(Sit("red", "aa"))
        blue.do(Sit("blue", "bb"))
        red.do(Start())
        red.do(Resign("red"))
        red.do(Rematch())
        again = red.about.rematch
    with bo.connect(again) as connection:
        assert {person.name for person in connection.about.people} == {"Ada", "Bo"}
        assert isinstance(connection.do(Say("hello")), Done)
        assert isinstance(connection.do(Leave()), Done)


def test_a_personal_link_is_the_same_person_on_another_device(server: RealServer) -> None:
    ada = Client(server.address, "Ada")

    class NoRedirect(urllib.request.HTTPRedirectHandler):
        def redirect_request(self, *args: object) -> None:
            return None

    with pytest.raises(urllib.error.HTTPError) as caught:
        urllib.request.build_opener(NoRedirect).open(server.address.rstrip("/") + ada.link)
    with caught.value as answer:
        assert answer.code == 303
        cookie = answer.headers["set-cookie"]
    assert "HttpOnly" in cookie and "SameSite=lax" in cookie
    assert Client(server.address, "", cookie=cookie.split(";")[0]).id == ada.id


def status(server: RealServer, path: str, data: bytes | None = None, **headers: str) -> tuple[int, dict[str, str]]:
    request = urllib.request.Request(server.address.rstrip("/") + path, data, headers)
    try:
        with urllib.request.urlopen(request) as answer:
            return answer.status, dict(answer.headers.items())
    except urllib.error.HTTPError as error:
        with error:
            return error.code, dict(error.headers.items())


def test_other_sites_may_neither_post_nor_connect(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    wish = b'{"name": "Eve"}'
    assert status(server, "/api/me", wish, origin="https://evil.example")[0] == 403
    assert status(server, "/api/me", wish, origin=server.address.rstrip("/"))[0] == 200
    table = ada.new_table(SMALL)
    address = server.address.replace("http", "ws") + f"api/tables/{table}/socket"
    evil = Origin("https://evil.example")
    with pytest.raises(InvalidStatus), connect(address, origin=evil, additional_headers={"Cookie": ada.cookie}):
        pass


def test_a_forged_cookie_is_nobody(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    table = ada.new_table(SMALL)
    forged = ada.cookie[:-2] + ("AA" if not ada.cookie.endswith("AA") else "BB")
    assert Client(server.address, "", cookie=forged).id != ada.id
    eve = Client(server.address, "Eve")
    with eve.connect(table) as connection:
        answer = connection.do(Start())
        assert isinstance(answer, Refused)


def test_what_cannot_be_read_is_refused_with_a_reason(server: RealServer) -> None:
    assert status(server, "/api/me", b"{")[0] == 422
    assert status(server, "/api/me", b'{"name": 5}')[0] == 422
    assert status(server, "/api/me", b'{"name": "x", "more": 1}')[0] == 422
    assert status(server, "/api/me", b"[" * 60_000)[0] == 422
    assert status(server, "/api/me", b"x" * 70_000)[0] == 413
    assert status(server, "/api/tables/nothing")[0] == 404
    ada = Client(server.address, "Ada")
    with pytest.raises(ServerError) as caught:
        ada.new_table({"boxes": ["rivver"]})
    assert "rivver" in str(caught.value)
    table = ada.new_table(SMALL)
    with ada.connect(table) as connection:
        for nonsense in (
            "",
            "{",
            '{"type":"do"}',
            '{"type":"do","key":"a","command":{"do":"fly"}}',
            "[" * 5000,
            "x" * 20_000,
        ):
            connection._socket.send(nonsense)
            answer = connection.receive()
            assert isinstance(answer, Refused) and answer.code == "unreadable_message"
        connection.ping()
        assert isinstance(connection.receive(), Pong)


def test_health_metrics_and_headers(server: RealServer) -> None:
    code, headers = status(server, "/health")
    names = {name.lower() for name in headers}
    assert code == 200 and {"content-security-policy", "x-content-type-options", "referrer-policy"} <= names
    with urllib.request.urlopen(server.address + "metrics") as answer:
        assert b"aude_commands_total" in answer.read()


def test_a_connection_may_wait_for_its_next_request(server: RealServer) -> None:
    """Proxies keep connections for a minute: a request must not meet one that the server has just closed."""
    connection = HTTPConnection("127.0.0.1", int(server.port), timeout=600)
    for wait in (0, 6):
        time.sleep(wait)
        connection.request("GET", "/health")
        answer = connection.getresponse()
        assert answer.status == 200 and answer.read()
    connection.close()


def test_only_listed_tables_are_listed(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    private, public = ada.new_table(SMALL), ada.new_table(SMALL, listed=True)
    listed = {entry["table"] for entry in ada.request("/api/tables")["tables"]}
    assert public in listed and private not in listed


def test_a_table_is_made_once_for_a_key(server: RealServer) -> None:
    ada, bo = Client(server.address, "Ada"), Client(server.address, "Bo")
    assert ada.new_table(SMALL, key="mine") == ada.new_table(SMALL, key="mine")
    assert ada.new_table(SMALL, key="mine") != bo.new_table(SMALL, key="mine")


def test_clocks_are_shown(server: RealServer) -> None:
    _, _, connection = begun(server, None, bots={"blue": "greedy"}, clock={"kind": "chess", "minutes": 1})
    with connection:
        play_on(connection, "red", 6)
        remaining = {seat.name: seat.remaining for seat in connection.about.seats}
        assert 0 < (remaining["red"] or 0) <= 120_000


def test_a_newcomer_is_told_the_whole_table(server: RealServer) -> None:
    ada, table, connection = begun(server)
    with connection:
        play_on(connection, "red", 12)
    whole = ada.request(f"/api/tables/{table}?lang=nl")
    assert whole["type"] == "table" and whole["board"]["tiles"]
    if connection.question is not None and connection.question.confirm == "red":
        with ada.connect(table) as again:
            assert isinstance(again.do(Confirm("red", again.position)), Done)


def test_people_find_their_tables_again(server: RealServer) -> None:
    """Running, open and finished ones, on every device; nobody else sees a private one."""
    ada, bo, eve = (Client(server.address, name) for name in ("Ada", "Bo", "Eve"))
    table = ada.new_table(SMALL)
    assert [found["table"] for found in tables_of(ada)] == [table] and tables_of(bo) == []
    bo.join(table)
    with ada.connect(table) as red, bo.connect(table) as blue:
        red.do(Sit("red", "aa"))
        blue.do(Sit("blue", "bb"))
        assert [found["state"] for found in tables_of(bo)] == ["open"]
        red.do(Start())
        [of_ada], [of_bo] = tables_of(ada), tables_of(bo)
        assert of_ada["state"] == of_bo["state"] == "running"
        assert [of_ada.get("your_turn", False), of_bo.get("your_turn", False)].count(True) == 1
        assert "waits_for" not in of_ada
        blue.do(Leave())
    assert tables_of(bo) == [] and [found["state"] for found in tables_of(ada)] == ["over"]
    assert tables_of(eve) == []


def tables_of(person: Client) -> list[dict[str, object]]:
    found: list[dict[str, object]] = person.request("/api/me/tables")["tables"]
    return found
