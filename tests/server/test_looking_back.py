"""What a table tells those who look at it again, and what it keeps to itself while purists play."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import Any

import pytest

from aude.formats.jcz.save import read_save
from aude.game.shuffle import Shuffle
from aude.wire import Resign
from server.real import RealServer, begun, play_on
from server.test_art import fetch

SMALL = {
    "tiles": {"base": 0, "base/CRFR-rEW": 2, "base/FFFF-monastery": 2, "base/RRRR": 1},
    "options": {"first_player": "seat1"},
}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


def told(server: RealServer, path: str) -> Any:
    status, _, data = fetch(server, path)
    assert status == 200, data
    return json.loads(data)


def test_whoever_has_the_draws_of_a_game_can_draw_them_again(server: RealServer) -> None:
    _, table, connection = begun(server, SMALL)
    assert fetch(server, f"/api/tables/{table}/draws")[0] == 422, "it is not over"
    play_on(connection, "red")
    found = told(server, f"/api/tables/{table}/draws")
    moves = told(server, f"/api/tables/{table}/course")["moves"]
    shuffle = told(server, f"/api/tables/{table}")["about"]["shuffle"]
    drawing = Shuffle(bytes.fromhex(shuffle["secret"]), shuffle["contributions"])
    chance = [number for number, move in enumerate(moves) if move["seat"] == "chance"]
    assert [draw["position"] for draw in found["draws"]] == chance and len(chance) == 4
    for number, draw in enumerate(found["draws"]):
        listed = [action for place, count in draw["among"] for action in [found["actions"][place]] * count]
        assert listed[drawing.number(number, len(listed))] == moves[draw["position"]]["action"]
        assert len(listed) == 4 - number


def test_a_game_can_be_taken_along(server: RealServer) -> None:
    _, table, connection = begun(server, SMALL)
    address = f"/api/tables/{table}/files/"
    assert fetch(server, f"{address}film.webp")[0] == 422, "it is not over"
    play_on(connection, "red")
    assert fetch(server, f"{address}picture.png")[2].startswith(b"\x89PNG")
    film = fetch(server, f"{address}film.webp")[2]
    assert film.startswith(b"RIFF") and film[8:12] == b"WEBP"
    assert read_save(fetch(server, f"{address}save.jcz")[2].decode()).players == ("red", "blue")
    status, _, refused = fetch(server, f"{address}secret.txt")
    assert status == 422 and json.loads(refused)["code"] == "no_file"


def test_purists_have_to_count_for_themselves(server: RealServer) -> None:
    _, table, connection = begun(server, SMALL, bots={"blue": "greedy"}, purist=True)
    position = connection.position
    for address in (f"/api/tables/{table}", f"/api/tables/{table}/moments/{position}"):
        board = told(server, address)["board"]
        assert board["tiles_left"] == {} and board["features"]
        assert not any(one["value"]["points"] or one["value_when_complete"] for one in board["features"])
    assert fetch(server, f"/api/tables/{table}/aids")[0] == 422
    connection.do(Resign("red"))
    board = told(server, f"/api/tables/{table}")["board"]
    assert board["tiles_left"] and any(one["value"]["points"] for one in board["features"])
    assert told(server, f"/api/tables/{table}/aids")["scores"]
