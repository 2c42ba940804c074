"""docs/server.md: its conversations are what a server answers, and everything on the wire is shown there."""

from __future__ import annotations

import json
import re
from typing import Any, get_args

import msgspec
import pytest
from fastapi import FastAPI

import make_server_page
from aude import wire
from aude.server import asking, routes, running, sockets, viewers
from aude.server.openapi import ROUTES
from aude.tables import changes, deciding

PAGE = make_server_page.PAGE.read_text(encoding="utf-8")
LINES = make_server_page.lines_of(PAGE)
MESSAGES = [json.loads(text) for _, _, text in LINES if text.startswith("{")]
CLIENT = [json.loads(text) for _, is_sent, text in LINES if is_sent and text.startswith("{")]
SERVER = [json.loads(text) for _, is_sent, text in LINES if not is_sent and text.startswith("{")]
MISTAKE = "fly"  # the one command on the page that is not one


def tag(kind: Any) -> Any:
    return kind.__struct_config__.tag


def test_the_conversations_are_what_a_server_answers() -> None:
    """If this fails after a change of what is sent: `python tools/make_server_page.py`, and read what it changes."""
    assert make_server_page.played(PAGE) == PAGE, "docs/server.md is out of date: run tools/make_server_page.py"


def test_every_message_and_every_command_is_shown() -> None:
    """If this fails after a new message: let somebody send or receive it in a conversation of docs/server.md."""
    shown = {message["type"] for message in MESSAGES}
    assert {tag(kind) for kind in (*get_args(wire.FromClient), *get_args(wire.FromServer))} == shown
    commands = {message["command"]["do"] for message in CLIENT if message["type"] == "do"}
    assert {tag(kind) for kind in get_args(wire.AnyCommand)} == commands - {MISTAKE}


def test_every_route_and_every_type_of_http_is_named() -> None:
    routes = re.findall(r"`(GET|POST) (/[^`]*)`", PAGE)
    named = {f"{method} {path.replace('ID', '{table}').replace('TOKEN', '{token}')}" for method, path in routes}
    assert set(ROUTES) <= named


def test_every_message_is_read_strictly_by_its_type() -> None:
    for message in CLIENT:
        if message.get("command", {}).get("do") != MISTAKE:
            msgspec.convert(message, wire.FromClient)
    for message in SERVER:
        msgspec.convert(message, wire.FromServer)


@pytest.mark.parametrize("kind", [wire.Whole, wire.Changed, wire.About, wire.Question, wire.NewTable])
def test_every_field_is_explained(kind: type[msgspec.Struct]) -> None:
    missing = [name for name in kind.__struct_fields__ if f"`{name}`" not in PAGE]
    assert missing == []


def test_the_function_for_boards_does_what_ours_does() -> None:
    """The code on the page, on every change of a board on the page."""
    code = re.search(r"```python\n(def applied.*?)```", PAGE, re.DOTALL)
    assert code is not None
    names: dict[str, Any] = {}
    exec(code[1], names)
    board: dict[str, Any] = {}
    looked_at = 0
    for message in SERVER:
        if message["type"] == "changed" and message.get("board"):
            if "seats" in message["board"]:
                board = {}  # a new game
            elif not board:
                continue
            ours = changes.applied(board, message["board"])
            assert names["applied"](board, message["board"]) == ours
            looked_at += 1
            board = ours
    assert looked_at >= 3


def test_the_limits_are_those_of_the_server() -> None:
    rows = dict(re.findall(r"^\| ([a-z][^|`]*) \| ([0-9][^|]*) \|$", PAGE, re.MULTILINE))
    assert rows == {
        "body of a request": f"{asking.MAX_BODY} bytes",
        "message over a socket": f"{sockets.MAX_MESSAGE} bytes",
        "requests of one address": often(asking.REQUESTS, asking.REQUESTS_A_SECOND)
        + f"; one for a file counts as {asking.FILE:.0f}, for course or draws as {asking.WHOLE_GAME:.0f}",
        "new sockets of one address": often(asking.SOCKETS, asking.SOCKETS_A_SECOND),
        "messages over one socket": often(sockets.COMMANDS, sockets.COMMANDS_A_SECOND)
        + f"; a phrase counts as {sockets.PHRASE + 1:.0f}",
        "messages over one socket that cannot be read": f"{sockets.MAX_MISTAKES}",
        "messages that wait for a client that does not read": f"{viewers.MAX_QUEUED}",
        "people at a table": f"{deciding.MAX_PEOPLE}",
        "tables in the list": f"{routes.MAX_LISTED}",
    }
    assert f"more than {running.settings(FastAPI()).ws_max_size} bytes" in PAGE


def often(at_once: float, a_second: float) -> str:
    return f"{at_once:.0f} at once, {a_second:.0f} a second in the long run"


def test_every_reason_for_closing_is_explained() -> None:
    closing = msgspec.json.schema(wire.Closing)["$defs"]["Closing"]["properties"]["code"]["enum"]
    told = PAGE[PAGE.index("\n## The end of a connection") : PAGE.index("\n## Limits")]
    assert set(re.findall(r"^\| `(\w+)`", told, re.MULTILINE)) - {"code"} == set(closing)
