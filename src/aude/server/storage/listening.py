"""Hearing what other processes write, by NOTIFY and LISTEN of PostgreSQL."""

from __future__ import annotations

import asyncio
from collections.abc import Callable

import asyncpg

from aude.server.storage.database import Postgres
from aude.server.storage.errors import FAILURES

CHANNEL = "aude_rows"
PATIENCE = 30.0  # seconds without a sign of life, after which the connection is asked for one
FIRST_WAIT = 0.1  # seconds before the first attempt to connect again; each further one waits twice as long
LONGEST_WAIT = 5.0

# A table and the number of its newest row; None: something was missed, anything may have changed.
Heard = Callable[[tuple[str, int] | None], None]


def payload(process: str, table: str, n: int) -> str:
    """What is sent. The name of the process tells it which notes are its own."""
    return f"{process} {n} {table}"


class Listener:
    """One connection that listens, and is made again when it breaks."""

    def __init__(self, database: Postgres, process: str) -> None:
        self._database = database
        self._process = process
        self._callbacks: list[Heard] = []
        self._task: asyncio.Task[None] | None = None

    async def add(self, callback: Heard) -> None:
        """Call this from now on. The first call opens the connection, and raises what goes wrong with that."""
        self._callbacks.append(callback)
        if self._task is None:
            connection, lost = await self._connect()
            self._task = asyncio.create_task(self._keep_listening(connection, lost))

    async def close(self) -> None:
        """Stop listening."""
        self._callbacks.clear()
        if self._task is not None:
            self._task.cancel()
            await asyncio.wait([self._task])
            self._task = None

    async def _connect(self) -> tuple[asyncpg.Connection, asyncio.Event]:
        connection = await self._database.connect()
        lost = asyncio.Event()
        connection.add_termination_listener(lambda _: lost.set())
        try:
            await connection.add_listener(CHANNEL, self._notified)
        except BaseException:
            connection.terminate()
            raise
        return connection, lost

    async def _keep_listening(self, connection: asyncpg.Connection, lost: asyncio.Event) -> None:
        while True:
            try:
                await self._until_lost(connection, lost)
            finally:
                connection.terminate()
            connection, lost = await self._reconnect()
            self._tell(None)

    async def _until_lost(self, connection: asyncpg.Connection, lost: asyncio.Event) -> None:
        while True:
            try:
                await asyncio.wait_for(lost.wait(), PATIENCE)
                return
            except TimeoutError:
                pass
            # A host that vanished says no goodbye.
            try:
                await connection.execute("SELECT 1", timeout=PATIENCE)
            except FAILURES:
                return

    async def _reconnect(self) -> tuple[asyncpg.Connection, asyncio.Event]:
        wait = FIRST_WAIT
        while True:
            await asyncio.sleep(wait)
            try:
                return await self._connect()
            except FAILURES:
                wait = min(2 * wait, LONGEST_WAIT)

    def _notified(self, _connection: object, _pid: object, _channel: object, payload: object) -> None:
        process, _, rest = str(payload).partition(" ")
        n, _, table = rest.partition(" ")
        if process != self._process and n.isdecimal():
            self._tell((table, int(n)))

    def _tell(self, news: tuple[str, int] | None) -> None:
        # By way of the loop: what one of them raises is reported there. It must not end this task, nor stop the others.
        for callback in self._callbacks:
            asyncio.get_running_loop().call_soon(callback, news)
