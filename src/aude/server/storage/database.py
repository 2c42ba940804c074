"""The databases that can be used, and the connections to them."""

from __future__ import annotations

import asyncio
import os
import threading
from pathlib import Path
from typing import Any, Protocol
from urllib.parse import parse_qs, urlsplit

import asyncpg
from sqlalchemy import Connection, event
from sqlalchemy.engine import URL
from sqlalchemy.ext.asyncio import AsyncEngine, create_async_engine

from aude.server.storage.errors import FAILURES, StorageError, said
from aude.server.storage.schema import bring_up_to_date

FILE = "aude.sqlite3"
BUSY = 30  # seconds that SQLite waits for another process to let go of the file
REACHING = 10  # seconds that PostgreSQL may take to let us in
READERS = 4  # connections that read at the same time
SCHEMES = ("postgresql", "postgres", "postgresql+asyncpg")
# Nothing of the address is repeated, nor what the driver says about it: there may be a password in it.
MISUNDERSTOOD = (
    "the address of the database cannot be understood: it looks like postgresql://NAME:PASSWORD@HOST:PORT/DATABASE, "
    "where %2F stands for /, %23 for # and %40 for @"
)

# Alembic keeps what it is doing in variables of its modules.
migrating = threading.Lock()


class Database(Protocol):
    """A place where data can be kept: how to get connections to it."""

    name: str  # for messages: no password in it

    def writer(self) -> AsyncEngine:
        """Connections that write, each statement in a transaction."""

    def reader(self) -> AsyncEngine:
        """Connections that read, one statement at a time."""

    def prepare(self) -> None:
        """Find out, as far as that is possible without a connection, whether the database can be used."""


class Sqlite:
    """A file in a folder: one process, one connection that writes, some that read."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.path = folder / FILE
        self.name = str(self.path)

    def prepare(self) -> None:
        """Make folder and file, for nobody else to read: there are secrets in it."""
        try:
            self.folder.mkdir(mode=0o700, parents=True, exist_ok=True)
            os.close(os.open(self.path, os.O_RDWR | os.O_CREAT, 0o600))
            # SQLite has files of its own beside it.
            if not os.access(self.folder, os.W_OK | os.X_OK, effective_ids=os.access in os.supports_effective_ids):
                raise PermissionError("Permission denied")
        except OSError as error:
            reason = error.strerror or said(error)
            raise StorageError(f"the folder {self.folder} cannot be written: {reason}") from error

    def _engine(self, size: int) -> AsyncEngine:
        # Without an isolation level Python's sqlite3 leaves transactions to us. Its own begin too late for savepoints.
        return create_async_engine(
            URL.create("sqlite+aiosqlite", database=str(self.path)),
            connect_args={"isolation_level": None, "timeout": BUSY},
            pool_size=size,
            max_overflow=0,
        )

    def writer(self) -> AsyncEngine:
        """One connection. What it has committed is on the disk, even if the power fails."""
        engine = self._engine(1)

        @event.listens_for(engine.sync_engine, "connect")
        def connected(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            for pragma in ("journal_mode = WAL", "synchronous = FULL", "foreign_keys = ON"):
                cursor.execute(f"PRAGMA {pragma}")
            cursor.close()

        @event.listens_for(engine.sync_engine, "begin")
        def begun(connection: Connection) -> None:
            # A transaction that reads first and then writes would fail, not wait, if another process wrote in between.
            connection.exec_driver_sql("BEGIN IMMEDIATE")

        return engine

    def reader(self) -> AsyncEngine:
        """A few connections that see what is committed and never wait for the writer."""
        engine = self._engine(READERS)

        @event.listens_for(engine.sync_engine, "connect")
        def connected(connection: Any, _: object) -> None:
            cursor = connection.cursor()
            cursor.execute("PRAGMA query_only = ON")
            cursor.close()

        return engine


class Postgres:
    """A database that several processes may share."""

    def __init__(self, url: str) -> None:
        self.url = "postgresql://" + url.partition("://")[2]
        try:
            parts = urlsplit(self.url)
        except ValueError:
            raise StorageError(MISUNDERSTOOD) from None
        if "@" in parts.path + parts.fragment:  # the end of a password that has a / or # in it
            raise StorageError(MISUNDERSTOOD)
        host = parts.netloc.rpartition("@")[2] or ", ".join(parse_qs(parts.query).get("host", []))
        self.name = f"{parts.path.lstrip('/') or 'of the user'} at {host or 'localhost'}"

    def prepare(self) -> None:
        """Nothing can be said without a connection."""

    async def connect(self) -> asyncpg.Connection:
        """A connection of the driver: asyncpg understands every URL that psql does."""
        try:
            return await asyncpg.connect(self.url, timeout=REACHING, server_settings={"application_name": "aude"})
        except ValueError:
            raise StorageError(MISUNDERSTOOD) from None

    def _engine(self, size: int, **options: Any) -> AsyncEngine:
        # The ping notices a connection that broke while nobody used it.
        return create_async_engine(
            "postgresql+asyncpg://",
            async_creator=self.connect,
            pool_size=size,
            max_overflow=0,
            pool_pre_ping=True,
            **options,
        )

    def writer(self) -> AsyncEngine:
        """One connection for rows, one to claim tables meanwhile."""
        return self._engine(2)

    def reader(self) -> AsyncEngine:
        """A few connections that see what is committed."""
        return self._engine(READERS, isolation_level="AUTOCOMMIT")


def find(place: str | os.PathLike[str]) -> Sqlite | Postgres:
    """The database at a URL, or in a folder."""
    if isinstance(place, str) and "://" in place:
        scheme = place.partition("://")[0]
        if scheme not in SCHEMES:
            raise StorageError(f"{scheme}:// is not a database this program can use: give a folder, or postgresql://…")
        return Postgres(place)
    return Sqlite(Path(place))


async def migrate(database: Database) -> None:
    """Bring the schema up to date. In a thread with a loop of its own: alembic does one thing at a time."""
    reached = False

    async def on_connection() -> None:
        nonlocal reached
        engine = database.writer()
        try:
            async with engine.begin() as connection:
                reached = True
                await connection.run_sync(bring_up_to_date)
        finally:
            await engine.dispose()

    def in_thread() -> None:
        with migrating:
            asyncio.run(on_connection())

    database.prepare()
    try:
        await asyncio.to_thread(in_thread)
    except FAILURES as error:
        verb = "use" if reached or isinstance(database, Sqlite) else "reach"
        raise StorageError(f"cannot {verb} the database {database.name}: {said(error)}") from error
