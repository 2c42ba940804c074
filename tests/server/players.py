"""People who go on playing whatever happens to the server, and remember what they were told is stored."""

from __future__ import annotations

import random
import threading
import time
from collections import Counter
from collections.abc import Callable
from typing import TypeVar

import msgspec
from websockets.exceptions import ConnectionClosed, InvalidHandshake

from aude.client import Client, Connection, ServerError
from aude.server.storage import Row
from aude.tables import Table
from aude.tables.rows import Acted, Drew, Opened, Started, decode
from aude.wire import Act, AnyCommand, Closing, Confirm, Done, Refused, Sit, Start, Undo

T = TypeVar("T")

PATIENCE = 600.0  # seconds without any server, after which somebody gives up
PACE = 0.06  # seconds between two commands: a connection may send 20 a second
SEATS = ("red", "blue")


class Player(threading.Thread):
    """Plays both seats of one table after another, with random choices. A command without an answer is sent again."""

    def __init__(self, address: str, name: str, *, setup: dict[str, object] | None = None, bots: bool = False) -> None:
        super().__init__(name=name, daemon=True)
        self.random = random.Random(name)
        self.address = address
        self.setup = setup or {}
        self.bots = {"blue": "greedy"} if bots else {}
        self.sent: dict[str, dict[str, AnyCommand]] = {}  # by table and key
        self.acknowledged: dict[str, dict[str, int]] = {}
        self.refused: list[Refused] = []
        self.reconnected = 0
        self.waited = 0.0  # the longest time between two answers
        self.is_done = threading.Event()
        self.failure: BaseException | None = None
        self._number = 0

    def run(self) -> None:
        try:
            self.client = self.trying(lambda: Client(self.address, self.name))
            while not self.is_done.is_set():
                self.play_table()
        except BaseException as error:
            self.failure = error

    def trying(self, what: Callable[[], T]) -> T:
        """Try it until there is a server again."""
        begun = time.monotonic()
        while True:
            try:
                return what()
            except (OSError, ConnectionClosed, InvalidHandshake, EOFError, ServerError) as error:
                if isinstance(error, ServerError) and error.code != "unreachable":
                    raise
                self.waited = max(self.waited, time.monotonic() - begun)
                if time.monotonic() - begun > PATIENCE:
                    raise
                time.sleep(0.05)

    def play_table(self) -> None:
        key = f"{self.name}{self._number}"
        self._number += 1
        table = self.trying(lambda: self.client.new_table(self.setup, bots=self.bots, key=key))
        self.sent[table], self.acknowledged[table] = {}, {}
        self.connection: Connection = self.trying(lambda: self.client.connect(table))
        try:
            for seat in SEATS[:1] if self.bots else SEATS:
                self.do(table, Sit(seat, self.random.randbytes(8).hex()))
            self.do(table, Start())
            while self.connection.state != "over" and not self.is_done.is_set():
                self.step(table)
        finally:
            self.connection.close()

    def step(self, table: str) -> None:
        question = self.connection.question
        mine = question is not None and (question.confirm in SEATS or bool(question.offers.get(question.actor or "")))
        if question is None or not mine:
            try:
                message = self.connection.receive(1.0)
            except TimeoutError:
                return
            except ConnectionClosed:
                return self.reconnect(table)
            return None if not isinstance(message, Closing) else self.reconnect(table)
        position = self.connection.position
        if question.undo is not None and self.random.random() < 0.1:
            return self.do(table, Undo(question.undo, position))
        if question.confirm is not None:
            return self.do(table, Confirm(question.confirm, position))
        assert question.actor is not None
        action = dict(self.random.choice(question.offers[question.actor]).action)
        if isinstance(action.get("number"), dict):
            action["number"] = action["number"]["low"]
        return self.do(table, Act(question.actor, action, position))

    def reconnect(self, table: str) -> None:
        self.reconnected += 1
        self.connection.close()
        self.connection = self.trying(lambda: self.client.connect(table))

    def do(self, table: str, command: AnyCommand) -> None:
        """Send it until it is answered."""
        key = f"k{len(self.sent[table])}"
        self.sent[table][key] = command
        while not self.is_done.is_set():
            time.sleep(PACE)
            try:
                answer = self.connection.do(command, key, timeout=20)
            except (ConnectionClosed, TimeoutError, OSError):
                self.reconnect(table)
                continue
            if isinstance(answer, Done):
                self.acknowledged[table][key] = answer.n
            else:
                self.refused.append(answer)
            return


def check(player: Player, table: str, rows: list[Row]) -> int:
    """What a player was told is stored is stored, once, where they were told; and nothing else. The number of rows."""
    assert [row.n for row in rows] == list(range(1, len(rows) + 1)), "a row is missing"
    stored = {row.key.partition(" ")[2]: row.n for row in rows if row.key}
    times = Counter(row.key for row in rows if row.key)
    doubled = [key for key, count in times.items() if count > 1]
    assert not doubled, f"stored twice: {doubled}"
    for key, n in player.acknowledged[table].items():
        assert stored.get(key) == n, f"{table}: {key} was acknowledged as row {n}, and is {stored.get(key)}"
    assert stored.keys() <= player.sent[table].keys()
    opened = decode(rows[0].data)
    assert isinstance(opened, Opened)
    rebuilt = Table(table, opened, rows[0].at)
    own = 0
    for row in rows[1:]:
        happened = decode(row.data)
        rebuilt.apply(happened, row.at)
        if isinstance(happened, Acted) and happened.person is not None:
            own += 1
        assert not isinstance(happened, Drew | Started) or row.n > 1
    sent = [command for key, command in player.sent[table].items() if key in stored]
    assert own == sum(isinstance(command, Act) for command in sent), "somebody else has chosen"
    for command in sent:
        assert msgspec.json.encode(command)
    return len(rows)
