"""A small client for a server of Aude: for bots and scripts, written from docs/server.md alone.

    client = Client("http://127.0.0.1:8400/", "Ada")
    table = client.new_table({"boxes": ["river"]}, bots={"blue": "club"})
    with client.connect(table, patience=60) as seat:
        seat.do(Sit("red", secrets.token_hex(16)))
        seat.do(Start())
        while seat.state != "over":
            question = seat.question
            if question and question.offers.get("red"):
                seat.do(Act("red", question.offers["red"][0].action, seat.position))
            elif question and question.confirm == "red":
                seat.do(Confirm("red", seat.position))
            else:
                seat.receive()
        print(seat.about.winners)

`examples/network_bot.py` is a whole bot. With `patience`, a connection that is lost is made again, and commands that
were not answered are sent again with the same keys, so that each counts once.
"""

from __future__ import annotations

import itertools
import json
import random
import secrets
import time
import urllib.error
import urllib.request
from contextlib import ExitStack
from http.client import HTTPException
from types import TracebackType
from typing import Any, Self
from urllib.parse import urlsplit

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake, InvalidStatus, InvalidURI
from websockets.sync.client import ClientConnection, connect

from aude.tables.changes import applied
from aude.wire import AnyCommand, Changed, Closing, Do, Done, FromServer, Ping, Pong, Question, Refused, Whole

Json = dict[str, Any]
_decoder: msgspec.json.Decoder[Whole | Changed | Done | Refused | Pong | Closing] = msgspec.json.Decoder(FromServer)
_encoder = msgspec.json.Encoder()
FIRST_MESSAGE = 30.0  # seconds that the whole table may take
PASSING = {"unreachable", "stopping", "too_many", "too_slow", "502", "503", "504"}  # what may be better in a moment
WAITS = (0.1, 0.5, 1.0, 2.0, 4.0, 8.0)  # seconds before each attempt to come back


class ServerError(Exception):
    """The server refused a request, or cannot be reached; `code` says why, for programs (docs/server.md lists them).

    Of our own are `unreachable`, if there is no answer, and `lost`, if a connection was not made again in time.
    """

    def __init__(self, code: str, text: str) -> None:
        super().__init__(text)
        self.code = code  # why, for programs


class Client:
    """Somebody at a server: known by a name, and by a cookie that the server gives.

    >>> Client("http://127.0.0.1:9", "Ada")  # doctest: +ELLIPSIS
    Traceback (most recent call last):
        ...
    aude.client.ServerError: http://127.0.0.1:9 does not answer: ...
    """

    def __init__(self, address: str, name: str, *, cookie: str = "", language: str = "en") -> None:
        self.address = address.rstrip("/")  # of the server
        self.cookie = cookie  # by which the server knows us again: keep it to come back
        self.language = language  # in which the server speaks
        me = self.request("/api/me") if cookie else self.request("/api/me", {"name": name})
        self.id: str = me["id"]  # who we are for others
        self.link: str = me["link"]  # by which we are the same person elsewhere: tell nobody

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
                raise _problem(error) from None
        except (OSError, HTTPException, ValueError) as error:  # also if it ends in the middle of its answer
            says = error.reason if isinstance(error, urllib.error.URLError) else error
            raise ServerError("unreachable", f"{self.address} does not answer: {says}") from None

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

    def connect(self, table: str, patience: float = 0) -> Connection:
        """Open the socket of a table. If it is lost, it is made again for so many seconds."""
        return Connection(self, table, patience)


def _problem(error: urllib.error.HTTPError) -> ServerError:
    try:
        problem = json.loads(error.read())
        return ServerError(problem["code"], problem["text"])
    except (ValueError, KeyError, TypeError):  # not a server of Aude, or something before it
        return ServerError(str(error.code), f"{error.url} answers with status {error.code}: {error.reason}")


class Connection:
    """The socket of a table. It knows the table as the messages so far describe it."""

    def __init__(self, client: Client, table: str, patience: float = 0) -> None:
        self.table = table  # its id
        self.patience = patience  # seconds in which a lost connection is made again
        self._client = client
        parts = urlsplit(client.address)
        scheme = "wss" if parts.scheme == "https" else "ws"
        self._address = f"{scheme}://{parts.netloc}{parts.path}/api/tables/{table}/socket?lang={client.language}"
        self._open = ExitStack()
        self._socket: ClientConnection
        self._unanswered: dict[str, AnyCommand] = {}
        self._may_return = True  # whether the server has not said that it is of no use
        self.n = 0  # the number of the last message about the table
        self.position = 0  # after how many moves the game is
        self.about: Any = None  # the table itself: who sits where, its state, its clocks
        self.board: Json | None = None  # what is on it, as docs/board.md describes it
        self.question: Question | None = None  # what is asked now, and what is offered to whom
        self.answers: dict[str, Done | Refused] = {}  # to commands that nobody has waited for, by key
        self.log: list[Changed] = []  # everything that has changed since we came
        self._connect()

    def _connect(self) -> FromServer:
        """Open the socket and take in the whole table: the first message. Raises `ServerError`."""
        self._open.close()
        headers = {"Cookie": self._client.cookie}
        try:
            self._socket = self._open.enter_context(connect(self._address, additional_headers=headers, max_size=None))
            first = self._take_in(_decoder.decode(self._socket.recv(FIRST_MESSAGE)))
        except InvalidStatus as error:
            status = error.response.status_code
            raise ServerError(str(status), f"the socket of the table cannot be opened: status {status}") from None
        except (OSError, ConnectionClosed, InvalidHandshake, InvalidURI) as error:
            raise ServerError("unreachable", f"{self._address} does not answer: {error}") from None
        if isinstance(first, Closing):
            self._open.close()
            raise ServerError(first.code, first.text)
        return first

    def _return(self, lost: ConnectionClosed) -> FromServer:
        """Make a lost connection again, and send again what was not answered; the whole table, as it is now."""
        until = time.monotonic() + self.patience
        for wait in itertools.chain(WAITS, itertools.repeat(WAITS[-1])):
            if not self._may_return or time.monotonic() + wait > until:
                break
            time.sleep(wait * random.uniform(0.5, 1))
            try:
                whole = self._connect()
                for key, command in list(self._unanswered.items()):
                    self._socket.send(_encoder.encode(Do(key, command)).decode())
                return whole
            except ConnectionClosed:
                continue
            except ServerError as error:
                if error.code not in PASSING:
                    raise
        if self.patience and self._may_return:
            raise ServerError("lost", f"the connection was lost, and not made again in {self.patience:g} s") from lost
        raise lost

    @property
    def state(self) -> str:
        """Whether the game is open, running or over."""
        state: str = self.about.state
        return state

    def receive(self, timeout: float | None = 30) -> FromServer:
        """Wait for a message and take in what it says."""
        try:
            data = self._socket.recv(timeout)
        except ConnectionClosed as lost:
            return self._return(lost)
        return self._take_in(_decoder.decode(data))

    def _take_in(self, message: FromServer) -> FromServer:
        match message:
            case Whole():
                self.n, self.position, self.about = message.n, message.position, message.about
                self.board, self.question = message.board, message.question
            case Changed():
                self.log.append(message)
                self.n, self.position, self.question = message.n, message.position, message.question
                if message.about is not None:
                    self.about = message.about
                if message.board is not None:
                    self.board = applied(self.board or {}, message.board)
            case Done() | Refused():
                self.answers[message.key] = message
                self._unanswered.pop(message.key, None)
            case Closing():
                self._may_return = message.retry
        return message

    def send(self, command: AnyCommand, key: str = "") -> str:
        """Send a command without waiting for its answer; the key of the answer."""
        key = key or secrets.token_hex(8)
        self._unanswered[key] = command
        try:
            self._socket.send(_encoder.encode(Do(key, command)).decode())
        except ConnectionClosed as lost:
            self._return(lost)
        return key

    def do(self, command: AnyCommand, key: str = "", timeout: float = 30) -> Done | Refused:
        """Send a command and wait for its answer. With patience, that of a lost connection is added to the timeout."""
        key = self.send(command, key)
        until = time.monotonic() + timeout + self.patience
        while key not in self.answers:
            left = until - time.monotonic()
            if left <= 0:
                raise TimeoutError(f"the server has not answered within {timeout + self.patience:g} s")
            self.receive(left)
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
