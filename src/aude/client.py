"""A small client for a server of Aude: for bots and scripts, written from docs/server.md alone.

client = Client("http://127.0.0.1:8400/", "Ada")
table = client.new_table({"boxes": ["river"]}, bots={"blue": "club"})
with client.connect(table) as seat:
seat.do(Sit("red", "c0ffee"))
seat.do(Start())
while seat.state != "over":
...
"""

from __future__ import annotations

import json
import secrets
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed
from websockets.sync.client import ClientConnection, connect

from aude.tables.changes import applied
from aude.wire import AnyCommand, Changed, Closing, Do, Done, FromServer, Ping, Pong, Question, Refused, Whole

Json = dict[str, Any]
_decoder: msgspec.json.Decoder[Whole | Changed | Done | Refused | Pong | Closing] = msgspec.json.Decoder(FromServer)
_encoder = msgspec.json.Encoder()


class ServerError(Exception):
    """The server refused a request; `code` says why, for programs."""

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code


class Client:
    """Somebody at a server."""

    def __init__(self, address: str, name: str, *, cookie: str = "", language: str = "en") -> None:
        self.address = address.rstrip("/")
        self.cookie = cookie
        self.language = language
        me = self.request("/api/me") if cookie else self.request("/api/me", {"name": name})
        self.id: str = me["id"]
        self.link: str = me["link"]

    def request(self, path: str, body: Json | None = None) -> Any:
        """Ask for something over HTTP; a body makes it a POST."""
        data = None if body is None else json.dumps(body).encode()
        headers = {"accept-language": self.language, **({"cookie": self.cookie} if self.cookie else {})}
        try:
            with urllib.request.urlopen(
                urllib.request.Request(self.address + path, data, headers), timeout=30
            ) as answer:
                cookie = answer.headers.get("set-cookie")
                if cookie:
                    self.cookie = cookie.split(";")[0]
                text = answer.read().decode()
                return json.loads(text) if answer.headers.get_content_type() == "application/json" else text
        except urllib.error.HTTPError as error:
            with error:
                problem = json.loads(error.read() or b"{}")
            raise ServerError(problem.get("code", str(error.code)), problem.get("text", error.reason)) from None

    def new_table(self, setup: Json | None = None, **wish: Any) -> str:
        """Make a table; its id."""
        table: str = self.request("/api/tables", {"setup": setup or {}, **wish})["table"]
        return table

    def join(self, table: str) -> None:
        """Come to a table."""
        self.request(f"/api/tables/{table}/join", {})

    def record(self, table: str) -> str:
        """The record of a table's game."""
        record: str = self.request(f"/api/tables/{table}/record")
        return record

    def connect(self, table: str) -> Connection:
        """Open the socket of a table."""
        return Connection(self, table)


class Connection:
    """The socket of a table. It knows the table as the messages so far describe it."""

    def __init__(self, client: Client, table: str) -> None:
        self.table = table
        parts = urlsplit(client.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        address = f"{scheme}://{parts.netloc}{parts.path}/api/tables/{table}/socket?lang={client.language}"
        self._open = ExitStack()
        self._socket: ClientConnection = self._open.enter_context(
            connect(address, additional_headers={"Cookie": client.cookie}, max_size=None)
        )
        self.n = 0
        self.position = 0
        self.about: Any = None
        self.board: Json | None = None
        self.question: Question | None = None
        self.answers: dict[str, Done | Refused] = {}
        self.log: list[Changed] = []
        self.receive()

    @property
    def state(self) -> str:
        """Whether the game is open, running or over."""
        state: str = self.about.state
        return state

    def receive(self, timeout: float | None = 30) -> FromServer:
        """Wait for a message and take in what it says."""
        data = self._socket.recv(timeout)
        message = _decoder.decode(data)
        match message:
            case Whole():
                self.n, self.position, self.about = message.n, message.position, message.about
                self.board, self.question = message.board, message.question
            case Changed():
                self._take_in(message)
            case Done() | Refused():
                self.answers[message.key] = message
        return message

    def _take_in(self, message: Changed) -> None:
        self.log.append(message)
        self.n, self.position, self.question = message.n, message.position, message.question
        if message.about is not None:
            self.about = message.about
        if message.board is not None:
            self.board = message.board if self.board is None else applied(self.board, message.board)

    def send(self, command: AnyCommand, key: str = "") -> str:
        """Send a command without waiting for its answer; the key of the answer."""
        key = key or secrets.token_hex(8)
        self._socket.send(_encoder.encode(Do(key, command)).decode())
        return key

    def do(self, command: AnyCommand, key: str = "", timeout: float = 30) -> Done | Refused:
        """Send a command and wait for its answer."""
        key = self.send(command, key)
        until = time.monotonic() + timeout
        while key not in self.answers:
            self.receive(max(0.01, until - time.monotonic()))
        return self.answers.pop(key)

    def ping(self) -> None:
        """Ask whether the connection is alive."""
        self._socket.send(_encoder.encode(Ping()).decode())

    def close(self) -> None:
        """End the connection."""
        self._open.close()

    def __enter__(self) -> Self:
        return self

    def __exit__(
        self, kind: type[BaseException] | None, error: BaseException | None, trace: TracebackType | None
    ) -> None:
        self.close()


__all__ = ["Client", "Connection", "ConnectionClosed", "ServerError"]
