"""The server inside of a test: its own handlers, storage and hub; sockets and HTTP never leave the process."""

from __future__ import annotations

import asyncio
import random
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any

import httpx
import msgspec
import pytest
import structlog
from starlette.websockets import WebSocket, WebSocketState

from aude.game.game import GameCore
from aude.server import hub as hub_module
from aude.server import routes, sockets
from aude.server.app import create
from aude.server.asking import Site
from aude.server.hub import Hub
from aude.server.identity import Identities, Identity
from aude.server.metrics import Metrics
from aude.server.storage import Storage
from aude.server.thinking import Thinkers
from aude.wire import AnyCommand, Changed, Closing, Do, Done, FromServer, Question, Refused, Whole

KEY = bytes(range(32))
HOST = "aude.test"


class Socket:
    """What the server takes for a WebSocket. It keeps every frame that is sent."""

    def __init__(self) -> None:
        self.application_state = WebSocketState.CONNECTING
        self.frames: list[str] = []
        self.incoming: asyncio.Queue[dict[str, Any]] = asyncio.Queue()

    async def accept(self) -> None:
        self.application_state = WebSocketState.CONNECTED

    async def receive(self) -> dict[str, Any]:
        return await self.incoming.get()

    async def send_text(self, data: str) -> None:
        self.frames.append(data)

    async def close(self, code: int = 1000, reason: str = "") -> None:
        self.application_state = WebSocketState.DISCONNECTED


class Guest:
    """Somebody with a socket at a table; knows what the frames so far have told."""

    def __init__(self, server: Inside, who: Identity | None, table: str, language: str) -> None:
        self.server = server
        self.who = who
        self.table = table
        self.language = language
        self.socket = Socket()
        self.question: Question | None = None
        self.position = 0
        self.closing: Closing | None = None
        self.answers: dict[str, Done | Refused] = {}
        self._read = 0
        self._keys = 0
        self._task: asyncio.Task[None] | None = None

    @property
    def frames(self) -> list[str]:
        return self.socket.frames

    async def connect(self) -> Guest:
        live = await self.server.hub.live(self.table)
        attending = sockets.attend(self.socket, self.server.hub, live, self.who, self.language)  # type: ignore[arg-type]
        self._task = asyncio.create_task(attending)
        await self.until(lambda: bool(self.frames))
        return self

    async def until(self, condition: Any) -> None:
        for _ in range(20_000):
            self.take_in()
            if condition():
                return
            await asyncio.sleep(0 if _ < 50 else 0.001)
        raise AssertionError("nothing came")

    def take_in(self) -> None:
        """Read the frames that have come."""
        while self._read < len(self.frames):
            message = msgspec.json.decode(self.frames[self._read], type=FromServer)
            self._read += 1
            match message:
                case Whole() | Changed():
                    self.question, self.position = message.question, message.position
                case Done() | Refused():
                    self.answers[message.key] = message
                case Closing():
                    self.closing = message

    def send(self, text: str | bytes) -> None:
        kind = "text" if isinstance(text, str) else "bytes"
        self.socket.incoming.put_nowait({"type": "websocket.receive", kind: text})

    async def do(self, command: AnyCommand) -> Done | Refused:
        self._keys += 1
        key = f"{self._keys}"
        self.send(msgspec.json.encode(Do(key, command)).decode())
        await self.until(lambda: key in self.answers)
        return self.answers[key]

    async def leave(self) -> None:
        if self._task is not None:
            self.socket.incoming.put_nowait({"type": "websocket.disconnect"})
            await asyncio.wait([self._task])


class Inside:
    """Hub and application with a false clock; bots answer at once, with any option."""

    def __init__(self, storage: Storage) -> None:
        self.hub = Hub(storage, AnyOption(), Metrics(), KEY)
        self.time = 1_700_000_000_000
        self.logs: list[dict[str, Any]] = []
        self.app = create("nowhere")
        self.site = self.app.state.site = Site(self.hub, Identities(KEY))
        self.http = httpx.AsyncClient(
            transport=httpx.ASGITransport(self.app, raise_app_exceptions=False), base_url=f"http://{HOST}"
        )

    def cookie(self, who: Identity) -> str:
        return f"aude={self.site.identities.token(who)}"

    async def guest(self, who: Identity | None, table: str, language: str = "en") -> Guest:
        return await Guest(self, who, table, language).connect()

    async def turned_away(self, table: str) -> Closing:
        """Why a socket is closed as soon as it is open."""
        sent: list[Any] = []

        async def receive() -> dict[str, Any]:
            return {"type": "websocket.connect"}

        async def send(message: Any) -> None:
            sent.append(message)

        scope = {
            "type": "websocket", "app": self.app, "path_params": {"table": table}, "query_string": b"", "headers": [],
            "client": ("10.0.0.1", 1),
        }  # fmt: skip
        await routes.table_socket(WebSocket(scope, receive, send))
        assert [message["type"] for message in sent] == ["websocket.accept", "websocket.send", "websocket.close"]
        return msgspec.json.decode(sent[1]["text"], type=Closing)

    async def quiet(self, table: str) -> None:
        """Wait until no bot is to act."""
        for _ in range(20_000):
            if (await self.hub.live(table)).table.bot_to_act is None:
                return
            await asyncio.sleep(0.001)
        raise AssertionError("bots do not act")


class AnyOption(Thinkers):
    """A bot that takes an option by the position, without thinking."""

    def __init__(self) -> None:
        pass

    async def choose(self, game: GameCore, bot: str) -> dict[str, Any]:
        options = game.options
        option = options[random.Random(len(game.moves)).randrange(len(options))]
        return (option if option.low is None else option.at(option.low)).action.to_json()

    def close(self) -> None:
        pass


class Chance:
    """In place of `secrets` in the hub: the same in two runs with the same seed."""

    def __init__(self, seed: str) -> None:
        self.random = random.Random(seed)

    def token_bytes(self, count: int) -> bytes:
        return self.random.randbytes(count)

    def token_hex(self, count: int) -> str:
        return self.random.randbytes(count).hex()


@asynccontextmanager
async def inside(
    folder: Path, monkeypatch: pytest.MonkeyPatch, seed: str = "", *, limits: bool = False
) -> AsyncIterator[Inside]:
    """A server that runs; unless it keeps them, its limits are lifted."""
    storage = await Storage.open(folder)
    server = Inside(storage)
    with monkeypatch.context() as patch, structlog.testing.capture_logs() as logs:
        server.logs = logs  # type: ignore[assignment]
        for module in (hub_module, routes, sockets):
            patch.setattr(module, "now", lambda: server.time)
        patch.setattr(hub_module, "secrets", Chance(seed))
        if not limits:
            patch.setattr(sockets, "COMMANDS", 1e9)
            patch.setattr(sockets, "MAX_MISTAKES", 10**9)
            server.site.requests._size = server.site.sockets._size = 1e9
        await server.hub.start()
        try:
            yield server
        finally:
            await server.http.aclose()
            await server.hub.stop()
            await storage.close()
