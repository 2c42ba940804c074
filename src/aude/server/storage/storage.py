"""Keeping rows: `Storage`."""

from __future__ import annotations

import asyncio
import os
import secrets
from collections import deque
from collections.abc import AsyncIterator, Iterator, Sequence
from contextlib import asynccontextmanager, contextmanager
from typing import Any, NamedTuple

from sqlalchemy import Select, bindparam, case, delete, func, select, text, tuple_, update
from sqlalchemy.dialects import postgresql, sqlite
from sqlalchemy.exc import DBAPIError, IntegrityError
from sqlalchemy.ext.asyncio import AsyncConnection

from aude.server.storage import database
from aude.server.storage.errors import FAILURES, Conflict, StorageError, said
from aude.server.storage.listening import CHANNEL, Heard, Listener, payload
from aude.server.storage.rows import Row, Summary
from aude.server.storage.schema import PEOPLE, ROWS, SECRETS, TABLES

MOST_ROWS = 64  # that are committed together

SUMMARY = [TABLES.c[name] for name in ("table_id", "n", "state", "listed", "due", "changed", "about")]
FORGET = delete(PEOPLE).where(PEOPLE.c.table_id == bindparam("table"))
NOTIFY = text("SELECT pg_notify(:channel, note) FROM unnest(CAST(:notes AS text[])) AS note")


class Waiting(NamedTuple):
    """Rows that somebody waits for."""

    table: str
    rows: list[dict[str, Any]]
    summary: dict[str, Any]
    people: tuple[str, ...] | None
    stored: asyncio.Future[None]


class Storage:
    """Tables with their rows, in a database.

    ```python
    storage = await Storage.open("games")  # a folder, or postgresql://…
    await storage.append([row], summary)
    rows = await storage.load("9tq4")
    await storage.close()
    ```

    Every method may be called by many tasks at once; each raises `StorageError` if the database fails.
    """

    def __init__(self, place: database.Sqlite | database.Postgres) -> None:
        """Of no use by itself: see `open`."""
        self._database = place
        self._writing = place.writer()
        self._reading = place.reader()
        self._readers = asyncio.Semaphore(database.READERS)  # tasks wait here, and not for the pool, which gives up
        self._process = secrets.token_hex(8)
        self._listener = Listener(place, self._process) if isinstance(place, database.Postgres) else None
        insert = postgresql.insert if self._listener is not None else sqlite.insert
        summarize = insert(TABLES)
        self._summarize = summarize.on_conflict_do_update(
            index_elements=[TABLES.c.table_id],
            set_={column.name: summarize.excluded[column.name] for column in SUMMARY[1:]},
        )
        self._keep = insert(SECRETS).on_conflict_do_nothing(index_elements=[SECRETS.c.name])
        self._waiting: deque[Waiting] = deque()
        self._wake = asyncio.Event()
        self._closed = False
        self._writer = asyncio.create_task(self._write_forever())

    @classmethod
    async def open(cls, place: str | os.PathLike[str]) -> Storage:
        """Open the storage in a folder (SQLite, made if missing) or at a `postgresql://` URL; bring it up to date."""
        found = database.find(place)
        await database.migrate(found)
        return cls(found)

    async def close(self) -> None:
        """Store what is waiting, then let go of the database."""
        self._closed = True
        self._wake.set()
        await asyncio.wait([self._writer])
        if self._listener is not None:
            await self._listener.close()
        await self._reading.dispose()
        await self._writing.dispose()

    # Rows

    async def append(self, rows: Sequence[Row], summary: Summary) -> None:
        """Store rows of one table together with its new summary, all or nothing; return when they are safe.

        Raises `Conflict` if one of the rows is there already: nothing is stored then. After another `StorageError`, or
        if the task is cancelled, they may be stored or not: load the table again.
        """
        if not rows or any(row.table != summary.table for row in rows):
            raise ValueError("rows and summary must be those of one table, and there must be a row")
        if self._closed:
            raise StorageError("the storage is closed")
        waiting = Waiting(
            summary.table,
            [{"table_id": row.table, "n": row.n, "at": row.at, "key": row.key, "data": row.data} for row in rows],
            {
                "table_id": summary.table,
                "n": summary.n,
                "state": summary.state,
                "listed": summary.listed,
                "due": summary.due,
                "changed": summary.changed,
                "about": summary.about,
            },
            summary.people,
            asyncio.get_running_loop().create_future(),
        )
        self._waiting.append(waiting)
        self._wake.set()
        await waiting.stored

    async def load(self, table: str, after: int = 0) -> list[Row]:
        """The rows of a table with a number above `after`, in order."""
        wanted = (
            select(ROWS.c.table_id, ROWS.c.n, ROWS.c.at, ROWS.c.key, ROWS.c.data)
            .where(ROWS.c.table_id == table, ROWS.c.n > after)
            .order_by(ROWS.c.n)
        )
        return [Row(*row) for row in await self._read(wanted)]

    async def find(self, table: str) -> Summary | None:
        """The summary of a table, if there is such a table."""
        found = await self._read(select(*SUMMARY).where(TABLES.c.table_id == table))
        return Summary(*found[0]) if found else None

    async def listing(self, limit: int, before: tuple[int, str] | None = None) -> list[Summary]:
        """The listed tables, what changed last first. `before` goes on behind one: its `changed` and its `table`."""
        wanted = select(*SUMMARY).where(TABLES.c.listed)
        if before is not None:
            wanted = wanted.where(tuple_(TABLES.c.changed, TABLES.c.table_id) < tuple_(*before))
        wanted = wanted.order_by(TABLES.c.changed.desc(), TABLES.c.table_id.desc()).limit(limit)
        return [Summary(*row) for row in await self._read(wanted)]

    async def tables_of(self, person: str, limit: int) -> list[Summary]:
        """The tables that somebody is at, what changed last first."""
        wanted = select(*SUMMARY).join(PEOPLE).where(PEOPLE.c.person == person)
        wanted = wanted.order_by(TABLES.c.changed.desc(), TABLES.c.table_id.desc()).limit(limit)
        return [Summary(*row) for row in await self._read(wanted)]

    # Who looks after a table

    @property
    def is_shared(self) -> bool:
        """Whether other processes may use the same storage at the same time."""
        return self._listener is not None

    async def claim(self, now: int, until: int, limit: int, owner: str) -> list[str]:
        """Lease tables that are due, the longest overdue first, until a time; nobody else gets them before that."""
        wanted = (
            select(TABLES.c.table_id)
            .where(TABLES.c.due <= now, (TABLES.c.lease_until <= now) | TABLES.c.lease_until.is_(None))
            .order_by(TABLES.c.due, TABLES.c.table_id)
            .limit(limit)
            .with_for_update(skip_locked=True)  # SQLite has no such thing, and one writer at a time
        )
        async with self._transaction() as connection:
            found = list((await connection.execute(wanted)).scalars())
            if found:
                leased = update(TABLES).where(TABLES.c.table_id.in_(found))
                await connection.execute(leased.values(lease_owner=owner, lease_until=until))
        return found

    async def release(self, table: str, owner: str) -> None:
        """End a lease early. One that somebody else has by now stays."""
        mine = update(TABLES).where(TABLES.c.table_id == table, TABLES.c.lease_owner == owner)
        async with self._transaction() as connection:
            await connection.execute(mine.values(lease_owner=None, lease_until=None))

    async def renew(self, tables: Sequence[str], owner: str, until: int) -> None:
        """Keep leases longer. Those that somebody else has by now stay as they are."""
        mine = update(TABLES).where(TABLES.c.table_id.in_(tables), TABLES.c.lease_owner == owner)
        async with self._transaction() as connection:
            await connection.execute(mine.values(lease_until=until))

    async def forget_leases(self) -> None:
        """End the leases of a process that was killed. In PostgreSQL others may hold theirs: there all run out."""
        if self._listener is None:
            async with self._transaction() as connection:
                await connection.execute(update(TABLES).values(lease_owner=None, lease_until=None))

    async def next_due(self) -> int | None:
        """When `claim` will next find something: a table that is due, and not leased at that time."""
        leased_longer = TABLES.c.lease_until > TABLES.c.due
        free = case((leased_longer, TABLES.c.lease_until), else_=TABLES.c.due)
        [[due]] = await self._read(select(func.min(free)).where(TABLES.c.due.is_not(None)))
        return None if due is None else int(due)

    # Secrets

    async def keep(self, name: str, value: bytes) -> bytes:
        """Keep a secret, unless one is kept already; return the one that is kept. All processes get the same."""
        async with self._transaction() as connection:
            await connection.execute(self._keep, {"name": name, "value": value})
            kept = await connection.execute(select(SECRETS.c.value).where(SECRETS.c.name == name))
            return bytes(kept.scalar_one())

    async def kept(self, name: str) -> bytes | None:
        """The secret that is kept under a name."""
        found = await self._read(select(SECRETS.c.value).where(SECRETS.c.name == name))
        return bytes(found[0][0]) if found else None

    # Other processes

    async def listen(self, callback: Heard) -> None:
        """Call back with `(table, n)` when another process has stored rows of a table, up to number n.

        `None` says that the connection was lost for a while: anything may have changed. SQLite has no other processes:
        nothing is ever heard.
        """
        if self._listener is not None:
            with self._in_a_sentence():
                await self._listener.add(callback)

    # Reading and writing

    @contextmanager
    def _in_a_sentence(self) -> Iterator[None]:
        try:
            yield
        except FAILURES as error:
            raise self._failed(error) from error

    def _failed(self, error: BaseException) -> StorageError:
        return StorageError(f"the database {self._database.name} failed: {said(error)}")

    async def _read(self, wanted: Select[*tuple[Any, ...]]) -> Sequence[Any]:
        with self._in_a_sentence():
            async with self._readers, self._reading.connect() as connection:
                return (await connection.execute(wanted)).all()

    @asynccontextmanager
    async def _transaction(self) -> AsyncIterator[AsyncConnection]:
        with self._in_a_sentence():
            async with self._writing.begin() as connection:
                yield connection

    async def _write_forever(self) -> None:
        """Commit together what came in while the last commit was under way: most of its time is the disk's."""
        while self._waiting or not self._closed:
            if not self._waiting:
                self._wake.clear()
                await self._wake.wait()
                continue
            batch = self._next_batch()
            refused: dict[int, StorageError] = {}
            try:
                refused = await self._write(batch)
            except Exception as error:
                refused = dict.fromkeys(range(len(batch)), self._failed(error))
            for number, waiting in enumerate(batch):
                if waiting.stored.done():  # the task that waited was cancelled
                    continue
                if number in refused:
                    waiting.stored.set_exception(refused[number])
                else:
                    waiting.stored.set_result(None)

    def _next_batch(self) -> list[Waiting]:
        batch: list[Waiting] = []
        size = 0
        while self._waiting and (not batch or size + len(self._waiting[0].rows) <= MOST_ROWS):
            waiting = self._waiting.popleft()
            if not waiting.stored.done():
                batch.append(waiting)
                size += len(waiting.rows)
        # All processes lock summaries in this order, so that none waits for another that waits for it.
        return sorted(batch, key=lambda waiting: waiting.table)

    async def _write(self, batch: list[Waiting]) -> dict[int, StorageError]:
        """Store a batch in one transaction; return what is not stored, and why."""
        async with self._writing.connect() as connection:
            transaction = await connection.begin()
            try:
                await self._store(connection, batch)
            except Exception:
                # Nothing is committed yet, so it may be done again. (A commit that fails may have happened.)
                await transaction.rollback()
            else:
                await transaction.commit()
                return {}
        return await self._write_one_by_one(batch)

    async def _write_one_by_one(self, batch: list[Waiting]) -> dict[int, StorageError]:
        """As `_write`, slower: what cannot be stored is left out, and the others are stored."""
        refused: dict[int, StorageError] = {}
        async with self._writing.begin() as connection:
            for number, waiting in enumerate(batch):
                try:
                    async with connection.begin_nested():
                        await self._store(connection, [waiting])
                except IntegrityError:
                    first, last = waiting.rows[0]["n"], waiting.rows[-1]["n"]
                    these = f"row {first}" if first == last else f"rows {first} to {last}"
                    refused[number] = Conflict(f"{these} of table {waiting.table} cannot be added: others are there")
                except Exception as error:
                    if isinstance(error, DBAPIError) and error.connection_invalidated:
                        raise
                    refused[number] = self._failed(error)
        return refused

    async def _store(self, connection: AsyncConnection, batch: list[Waiting]) -> None:
        # The summary first: whatever adds rows to the table holds its lock.
        await connection.execute(self._summarize, [waiting.summary for waiting in batch])
        moved = {waiting.table: waiting.people for waiting in batch if waiting.people is not None}
        if moved:
            await connection.execute(FORGET, [{"table": table} for table in moved])
            come = [{"person": person, "table_id": table} for table, people in moved.items() for person in people]
            if come:
                await connection.execute(PEOPLE.insert(), come)
        await connection.execute(ROWS.insert(), [row for waiting in batch for row in waiting.rows])
        if self._listener is not None:
            notes = [payload(self._process, waiting.table, waiting.rows[-1]["n"]) for waiting in batch]
            await connection.execute(NOTIFY, {"channel": CHANNEL, "notes": notes})
