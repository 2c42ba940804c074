"""`aude.client` and the examples: whole games over the network, lost connections, and what is said about mistakes."""

from __future__ import annotations

import socket
import sqlite3
import subprocess
import sys
import threading
from collections.abc import Iterator
from contextlib import closing
from pathlib import Path

import pytest

from aude import Game
from aude.client import Client, ServerError
from aude.server.storage.database import FILE
from aude.wire import Act, Confirm, Done, Refused, Remove, Sit, Start, Whole
from server.real import RealServer, begun

EXAMPLES = Path(__file__).parents[2] / "examples"
SMALL = {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 8}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


def example(name: str, *arguments: str) -> str:
    done = subprocess.run(
        [sys.executable, str(EXAMPLES / name), *arguments], capture_output=True, text=True, timeout=300, check=False
    )
    assert done.returncode == 0, done.stderr
    return done.stdout


@pytest.mark.parametrize("name", ["network_bot.py", "plain_client.py"])
def test_an_example_plays_a_whole_game(server: RealServer, name: str) -> None:
    said = example(name, server.address)
    assert "won" in said
    table = said.split()[1].rstrip(":")
    game = Game.read(Client(server.address, "Ada").record(table))
    assert game.over and game.shuffle is not None and sum(game.tiles_left.values()) == 0


def test_the_plain_client_plays_with_boxes_and_uses_nothing_of_ours(server: RealServer) -> None:
    assert "aude" not in [
        line.split()[1].partition(".")[0]
        for line in (EXAMPLES / "plain_client.py").read_text(encoding="utf-8").splitlines()
        if line.startswith(("import ", "from "))
    ]
    setup = '{"boxes": ["bridges_castles_and_bazaars", "tower"], "tiles": {"base": 0, "base/CRFR-rEW": 1}}'
    assert "won" in example("plain_client.py", server.address, setup)


def test_the_plain_client_takes_back_a_choice_and_comes_back_to_a_server_that_was_killed(tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        command = [sys.executable, str(EXAMPLES / "plain_client.py"), server.address]
        with subprocess.Popen(command, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True) as playing:
            assert playing.stdout is not None
            table = playing.stdout.readline().split()[1]
            with Client(server.address, "Eve").connect(table) as watching:
                while watching.position < 30:
                    watching.receive()
            server.kill()
            server.start()
            said, errors = playing.communicate(timeout=300)
        assert playing.returncode == 0, errors
        assert "won; lost connections: 1" in said
        game = Game.read(Client(server.address, "Ada").record(table))
        assert game.over
    with closing(sqlite3.connect(tmp_path / FILE)) as rows:
        [[taken_back]] = rows.execute("SELECT count(*) FROM table_rows WHERE CAST(data AS TEXT) LIKE '%took_back%'")
    assert taken_back == 1


def test_with_patience_a_connection_outlives_the_server(tmp_path: Path) -> None:
    """The server is killed while commands are under way: they are sent again, and count once."""
    with RealServer(tmp_path) as server:
        ada = Client(server.address, "Ada")
        table = ada.new_table(SMALL)
        with ada.connect(table, patience=60) as connection:
            for seat in ("red", "blue"):
                assert isinstance(connection.do(Sit(seat, "aa")), Done)
            assert isinstance(connection.do(Start()), Done)
            lost = 0
            while connection.state != "over":
                if connection.position in (3, 10) and lost < 2:
                    lost += 1
                    server.kill()
                    starting = threading.Thread(target=server.start)
                    starting.start()
                question = connection.question
                assert question is not None
                before = connection.position
                if question.confirm is not None:
                    answer = connection.do(Confirm(question.confirm, before))
                else:
                    seat = str(question.actor)
                    answer = connection.do(Act(seat, question.offers[seat][0].action, before))
                assert isinstance(answer, Done), answer
            assert lost == 2 and connection.about.ended == "played"
        starting.join()
        assert Game.read(ada.record(table)).over


def test_whoever_waits_is_told_the_table_as_it_is_after_a_restart(tmp_path: Path) -> None:
    """Not the next message, which may never come: it may be one's own turn."""
    with RealServer(tmp_path) as server:
        ada = Client(server.address, "Ada")
        with ada.connect(ada.new_table(SMALL), patience=60) as connection:
            server.kill()
            server.start()
            assert isinstance(connection.receive(), Whole)


def test_without_patience_or_after_it_the_error_says_so(tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada = Client(server.address, "Ada")
        table = ada.new_table(SMALL)
        with ada.connect(table, patience=0.5) as connection:
            server.kill()
            with pytest.raises(ServerError, match=r"not made again in 0\.5 s") as caught:
                connection.do(Start())
            assert caught.value.code == "lost"
        with pytest.raises(ServerError, match="does not answer") as caught:
            ada.join(table)
        assert caught.value.code == "unreachable"
        with pytest.raises(ServerError, match="does not answer"):
            ada.connect(table)
        server.start()


def test_somebody_who_was_removed_does_not_come_back(server: RealServer) -> None:
    ada, bo = Client(server.address, "Ada"), Client(server.address, "Bo")
    table = ada.new_table(SMALL)
    bo.join(table)
    with ada.connect(table) as host, bo.connect(table, patience=60) as removed:
        host.do(Remove(bo.id))
        with pytest.raises(Exception, match=r"received 1000|sent 1000"):
            while True:
                removed.receive()
    with pytest.raises(ServerError) as caught:
        bo.connect(table)
    assert caught.value.code == "removed"


def test_mistakes_are_told_in_clear_words(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    with pytest.raises(ServerError, match="there is no such table") as caught:
        ada.connect("nothing")
    assert caught.value.code == "unknown_table"
    with pytest.raises(ServerError, match="there is no such table"):
        ada.join("nothing")
    with pytest.raises(ServerError, match="rivver"):
        ada.new_table({"boxes": ["rivver"]})
    with pytest.raises(ServerError, match="kan niet gelezen worden"):
        Client(server.address, "Ada", language="nl").new_table(clock={"kind": "sand"})
    for nowhere in ("http://127.0.0.1:1/", "http://127.0.0.1:1/path/", "not an address"):
        with pytest.raises(ServerError, match="does not answer"):
            Client(nowhere, "Ada")
    with pytest.raises(ServerError):
        ada.request("/nothing/here")


@pytest.mark.parametrize("answer", [b"", b"HTTP/1.1 200 OK\r\ncontent-length: 36\r\n\r\n", b"nonsense\r\n\r\n"])
def test_a_server_that_is_killed_while_it_answers_does_not_answer(answer: bytes) -> None:
    with socket.create_server(("127.0.0.1", 0)) as killed:

        def serve() -> None:
            connection, _ = killed.accept()
            with connection:
                connection.recv(10_000)
                connection.sendall(answer)

        threading.Thread(target=serve, daemon=True).start()
        with pytest.raises(ServerError, match="does not answer") as caught:
            Client(f"http://127.0.0.1:{killed.getsockname()[1]}/", "Ada")
    assert caught.value.code == "unreachable"


def test_a_command_that_waits_too_long_says_so(server: RealServer) -> None:
    _, _, connection = begun(server)
    with connection, pytest.raises(TimeoutError):
        connection.do(Confirm("red", 0), timeout=0)
    with pytest.raises(ServerError):
        Client(server.address, "x" * 21)


def test_an_answer_is_refused_with_its_rule(server: RealServer) -> None:
    ada = Client(server.address, "Ada")
    table = ada.new_table({**SMALL, "options": {"first_player": "seat1"}})
    with ada.connect(table) as connection:
        for seat in ("red", "blue"):
            connection.do(Sit(seat, "aa"))
        connection.do(Start())
        answer = connection.do(Act("red", {"verb": "place", "cell": [1, 0], "rotation": 0}, connection.position))
        assert isinstance(answer, Refused) and answer.rule == "BASE-13"
