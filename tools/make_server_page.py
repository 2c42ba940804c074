"""Plays the conversations of docs/server.md against a real server, and writes its answers into the page.

python tools/make_server_page.py

A line ``ada> …`` is what Ada's client sends: a request, ``WebSocket PATH``, or a message over the last socket that it
opened. A line ``ada< …`` is an answer to whatever was sent last, by anybody, and may continue on the following lines.
Each answer is replaced by the next one of its type; answers that the page does not show are left out. The server's
clock stands still and its random numbers are fixed, so the page is the same each time.
"""

from __future__ import annotations

import hashlib
import json
import re
import tempfile
import threading
import tomllib
import urllib.error
import urllib.request
from collections.abc import Iterator
from contextlib import ExitStack, contextmanager, suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any
from unittest.mock import patch

from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

import aude
from aude.server import app, hub, identity, routes, running, sockets

PAGE = Path(__file__).parents[1] / "docs" / "server.md"
NOW = 1_790_000_000_000  # what the server's clock shows, in milliseconds
WIDTH = 118
SECONDS = 20  # the longest time for an answer
BLOCK = re.compile(r"^```text\n(\w+> .*?)^```$", re.MULTILINE | re.DOTALL)
CODES = re.compile(r"(?<=## Codes\n)(.*?^\| `unreadable` \|[^\n]*\n)(\|[^\n]*\n)*", re.MULTILINE | re.DOTALL)
LINE = re.compile(r"^(\w+)([<>]) (.*?)(?=^\w+[<>] |\Z)", re.MULTILINE | re.DOTALL)


def main() -> None:
    """Update the page."""
    PAGE.write_text(played(PAGE.read_text(encoding="utf-8")), encoding="utf-8")


def played(page: str) -> str:
    """The page with the current answers of a server."""
    with server() as address:
        people: dict[str, Person] = {}
        try:
            page = BLOCK.sub(lambda block: f"```text\n{_conversation(block[1], people, address)}```", page)
            return CODES.sub(lambda table: table[1] + _codes(), page)
        finally:
            for person in people.values():
                person.close()


def _codes() -> str:
    """The rows of the table of codes with which tables refuse something."""
    texts = tomllib.loads((Path(aude.__file__).parent / "tables" / "texts.toml").read_text(encoding="utf-8"))
    refusals: dict[str, dict[str, str]] = texts["tables"]["refusals"]
    return "".join(f"| `{code}` | {words['en']} |\n" for code, words in sorted(refusals.items()))


def lines_of(page: str) -> list[tuple[str, bool, str]]:
    """Every line of the conversations: who, whether it is sent by the client, and what."""
    return [(who, way == ">", text.strip()) for block in BLOCK.findall(page) for who, way, text in LINE.findall(block)]


def _conversation(block: str, people: dict[str, Person], address: str) -> str:
    found = []
    for who, way, text in LINE.findall(block):
        text = text.strip()
        person = people.setdefault(who, Person(address))
        if way == ">":
            for one in people.values():
                one.answers.clear()
            person.send(text)
            for one in people.values():
                one.catch_up()
            text = laid_out(json.loads(text)) if text.startswith("{") else text
        else:
            text = person.answer(text)
        found.append(f"{who}{way} {text}\n")
    return "".join(found)


@dataclass
class Person:
    """A person whose client does what the page says."""

    address: str
    cookie: str = ""
    answers: list[str] = field(default_factory=list)  # to what was sent last, by anybody
    socket: ClientConnection | None = None
    _open: ExitStack = field(default_factory=ExitStack)

    def send(self, text: str) -> None:
        """Carry out a line."""
        if text.startswith("WebSocket "):
            self.close()
            address = "ws" + self.address.removeprefix("http") + text.split()[1]
            self.socket = self._open.enter_context(connect(address, additional_headers={"Cookie": self.cookie}))
        elif text.startswith(("GET ", "POST ")):
            self.answers.append(self._request(*text.split(maxsplit=2)))
        else:
            assert self.socket is not None, f"no socket is open for {text}"
            self.socket.send(text)
            self._receive({"done", "refused", "pong"})

    def catch_up(self) -> None:
        """Receive everything that was sent so far: what comes before the answer to a ping."""
        if self.socket is None:
            return
        try:
            with suppress(ConnectionClosed):
                self.socket.send('{"type":"ping"}')
            self._receive({"pong"})
            self.answers.pop()
        except ConnectionClosed:
            self.socket = None

    def _receive(self, last: set[str]) -> None:
        assert self.socket is not None
        while True:
            message = json.loads(self.socket.recv(SECONDS))
            self.answers.append(laid_out(message))
            if message["type"] in last:
                return

    def _request(self, method: str, path: str, body: str = "") -> str:
        request = urllib.request.Request(self.address + path, body.encode() or None, method=method)
        if self.cookie:
            request.add_header("Cookie", self.cookie)
        try:
            with urllib.request.urlopen(request, timeout=SECONDS) as answer:
                cookie = answer.headers.get("set-cookie")
                if cookie:
                    self.cookie = cookie.split(";")[0]
                return _shown(answer.status, answer.headers.get_content_type(), answer.read())
        except urllib.error.HTTPError as error:
            with error:
                return _shown(error.code, error.headers.get_content_type(), error.read())

    def answer(self, shown: str) -> str:
        """The next answer of the kind that the page shows; those before it are not shown."""
        kind = re.search(r'"type": "\w+"', shown)
        for number, answer in enumerate(self.answers):
            if kind is None or kind[0] in answer[:60]:
                del self.answers[: number + 1]
                return answer
        raise AssertionError(f"where the page shows {shown}, these come: {self.answers}")

    def close(self) -> None:
        """End the connection."""
        self._open.close()


def _shown(status: int, kind: str, data: bytes) -> str:
    text = data.decode()
    return f"{status} {laid_out(json.loads(text)) if kind == 'application/json' else text}".rstrip()


def laid_out(value: Any, indent: int = 0) -> str:
    """JSON on as few lines as possible."""
    line = json.dumps(value, ensure_ascii=False)
    if len(line) + indent <= WIDTH or not isinstance(value, dict | list) or not value:
        return line
    inner = " " * (indent + 2)
    if isinstance(value, dict):
        items = [f"{json.dumps(name)}: {laid_out(item, indent + 2)}" for name, item in value.items()]
        begin, end = "{", "}"
    else:
        items = [laid_out(item, indent + 2) for item in value]
        begin, end = "[", "]"
    return begin + "\n" + ",\n".join(inner + item for item in items) + "\n" + " " * indent + end


# -- a server whose clock and chance are known ------------------------------------------------------------------------
class Known:
    """Replaces `secrets`: gives the same numbers each time."""

    def __init__(self, name: str) -> None:
        self._name = name
        self._count = 0

    def token_bytes(self, length: int) -> bytes:
        self._count += 1
        return hashlib.shake_128(f"{self._name} {self._count}".encode()).digest(length)

    def token_hex(self, length: int) -> str:
        return self.token_bytes(length).hex()


@contextmanager
def server() -> Iterator[str]:
    """Run a server in a thread of this process. Yields its address."""
    with ExitStack() as stack:
        for module in (app, hub, identity):
            stack.enter_context(patch.object(module, "secrets", Known(module.__name__)))
        for module in (routes, hub, sockets):
            stack.enter_context(patch.object(module, "now", lambda: NOW))
        folder = stack.enter_context(tempfile.TemporaryDirectory())
        bound = stack.enter_context(running.listening("127.0.0.1", 0))
        ready = threading.Event()
        serving = running.Announcing(app.create(folder), ready.set)
        thread = threading.Thread(target=serving.run, args=([bound],), daemon=True)
        thread.start()
        assert ready.wait(SECONDS)
        try:
            yield running.address_of(bound, "127.0.0.1").rstrip("/")
        finally:
            serving.should_exit = True
            thread.join(SECONDS)


if __name__ == "__main__":
    main()
