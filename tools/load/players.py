"""Simulates thousands of players, with sockets that parse only what they need of a message."""

from __future__ import annotations

import asyncio
import contextlib
import random
import time
from collections.abc import Iterable
from dataclasses import dataclass, field

import msgspec
from websockets.asyncio.client import ClientConnection, connect
from websockets.exceptions import ConnectionClosed

from load.preparing import Prepared

ADDRESSES = 100  # of this machine from which people connect: limits are for each address
OPENING = 240.0  # seconds that a connection may take


class Offer(msgspec.Struct):
    """What may be chosen."""

    action: msgspec.Raw


class Question(msgspec.Struct):
    """What is asked."""

    actor: str | None = None
    confirm: str | None = None
    offers: dict[str, list[Offer]] = {}


class Heard(msgspec.Struct):
    """A message of the server, as far as a player here cares."""

    type: str
    key: str = ""
    position: int = 0
    question: Question | None = None


_decode = msgspec.json.Decoder(Heard).decode


@dataclass
class Measured:
    """The measurements of a period of time."""

    waits: list[float] = field(default_factory=list)  # seconds from a command to its acknowledgement
    told: list[float] = field(default_factory=list)  # seconds from a command until the other seat is told
    refused: int = 0
    lost: int = 0
    bytes: int = 0
    messages: int = 0


class Crowd:
    """All players, and their pace."""

    def __init__(self, port: int) -> None:
        self.port = port
        self.pace = 10.0  # seconds from one choice at a table to the next, on average
        self.measured = Measured()
        self.chance = random.Random(2)
        self.players: list[Player] = []
        self._tasks: list[asyncio.Task[None]] = []

    async def enter(self, tables: Iterable[Prepared]) -> list[float]:
        """Let all players connect at once. Returns how long each waited for the table."""
        begun = time.perf_counter()
        new = []
        for number, prepared in enumerate(tables, len(self.players)):
            sent: dict[str, float] = {}
            for seat, cookie in prepared.cookies.items():
                address = f"127.0.{1 + number % ADDRESSES // 10}.{1 + number % 10}"
                new.append(Player(self, prepared.table, seat, cookie, address, sent))
        self.players += new
        await asyncio.gather(*(player.open() for player in new))
        waits = [player.opened - begun for player in new]
        self._tasks += [asyncio.create_task(player.play()) for player in new]
        return waits

    async def leave(self) -> None:
        """Everybody goes."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)
        await asyncio.gather(*(player.close() for player in self.players), return_exceptions=True)
        self._tasks, self.players = [], []

    async def watch(self, pace: float, settle: float, seconds: float) -> Measured:
        """Play at a pace, and measure after it has settled."""
        self.pace = pace
        for player in self.players:
            player.hurry()
        await asyncio.sleep(settle)
        self.measured = measured = Measured()
        await asyncio.sleep(seconds)
        self.measured = Measured()
        return measured


class Player:
    """One seat at one table."""

    def __init__(self, crowd: Crowd, table: str, seat: str, cookie: str, address: str, sent: dict[str, float]) -> None:
        self.crowd = crowd
        self.table = table
        self.seat = seat
        self.cookie = cookie
        self.address = address
        self.sent = sent  # when commands were sent, of both players of the table
        self.socket: ClientConnection | None = None
        self.opened = 0.0
        self.number = crowd.chance.randrange(10**9)  # keys of commands are never used again
        self.latest: Heard | None = None
        self.timer: asyncio.TimerHandle | None = None
        self.pending: set[asyncio.Task[None]] = set()

    async def open(self) -> None:
        """Connect, and wait for the table."""
        self.socket = await connect(
            f"ws://127.0.0.1:{self.crowd.port}/api/tables/{self.table}/socket",
            additional_headers={"Cookie": self.cookie},
            local_addr=(self.address, 0),
            max_size=None,
            open_timeout=OPENING,
            ping_interval=None,
            max_queue=None,
        )
        await self._hear(await self.socket.recv(decode=False))
        self.opened = time.perf_counter()

    async def close(self) -> None:
        """Go away."""
        self._stop_timer()
        if self.socket is not None:
            await self.socket.close()

    async def play(self) -> None:
        """Answer whenever this seat is asked."""
        assert self.socket is not None
        try:
            while True:
                await self._hear(await self.socket.recv(decode=False))
        except ConnectionClosed:
            self.crowd.measured.lost += 1

    async def _hear(self, data: bytes | str) -> None:
        heard = _decode(data)
        measured, arrived = self.crowd.measured, time.perf_counter()
        measured.bytes += len(data)
        measured.messages += 1
        if heard.type == "done":
            begun = self.sent.get(heard.key)
            if begun is not None:
                measured.waits.append(arrived - begun)
        elif heard.type == "refused":
            measured.refused += 1
        elif heard.type in ("table", "changed"):
            latest = max(self.sent.values(), default=None)
            if heard.type == "changed" and latest is not None and self._is_others(self.sent):
                measured.told.append(arrived - latest)
            self.latest = heard
            self.hurry()

    def _is_others(self, sent: dict[str, float]) -> bool:
        return not next(iter(sent)).startswith(self.seat)

    def hurry(self) -> None:
        """Decide when to answer, if this seat is asked: at a time of its own around the pace."""
        self._stop_timer()
        question = self.latest.question if self.latest is not None else None
        if question is not None and self.seat in (question.actor, question.confirm):
            wait = self.crowd.pace * self.crowd.chance.uniform(0.5, 1.5)
            self.timer = asyncio.get_running_loop().call_later(wait, self._answer)

    def _stop_timer(self) -> None:
        if self.timer is not None:
            self.timer.cancel()
            self.timer = None

    def _answer(self) -> None:
        heard = self.latest
        assert heard is not None and heard.question is not None and self.socket is not None
        self.number += 1
        key = f"{self.seat}-{self.number}"
        seat = f'"seat":"{self.seat}","seen":{heard.position}'
        if heard.question.confirm == self.seat:
            command = f'{{"do":"confirm",{seat}}}'
        else:
            offers = heard.question.offers.get(self.seat)
            if not offers:
                return
            action = bytes(self.crowd.chance.choice(offers).action)
            if b'"low"' in action:
                facts = msgspec.json.decode(action)
                plain = {k: v["low"] if isinstance(v, dict) and "low" in v else v for k, v in facts.items()}
                action = msgspec.json.encode(plain)
            command = f'{{"do":"act",{seat},"action":{action.decode()}}}'
        self.sent.clear()
        self.sent[key] = time.perf_counter()
        message = f'{{"type":"do","key":"{key}","command":{command}}}'
        task = asyncio.create_task(self._send(message))
        self.pending.add(task)
        task.add_done_callback(self.pending.discard)

    async def _send(self, message: str) -> None:
        assert self.socket is not None
        with contextlib.suppress(ConnectionClosed):  # `play` counts it if it was lost; at the end everybody goes
            await self.socket.send(message)
