"""The storage, with SQLite and with PostgreSQL: what was acknowledged is there, and is there once."""

from __future__ import annotations

import asyncio
import os
import random
import shutil
import signal
import sqlite3
import subprocess
import sys
import tempfile
from collections.abc import AsyncIterator, Callable, Coroutine, Iterator
from contextlib import asynccontextmanager
from pathlib import Path
from typing import Any, TypeVar

import asyncpg
import pytest
from alembic.autogenerate import compare_metadata
from alembic.runtime.migration import MigrationContext
from alembic.script import ScriptDirectory
from hypothesis import settings
from hypothesis import strategies as st
from hypothesis.stateful import RuleBasedStateMachine, initialize, invariant, rule
from sqlalchemy import Connection

from aude.server.storage import Conflict, Row, Storage, StorageError, Summary, database, listening, storage
from aude.server.storage.schema import METADATA, VERSION_TABLE, migrations
from server import postgres as postgres_server
from sizes import sized

T = TypeVar("T")

CHILD = Path(__file__).parent / "acknowledging.py"


@pytest.fixture(scope="session")
def postgres() -> Iterator[postgres_server.Server]:
    server = postgres_server.Server()
    yield server
    server.close()


@pytest.fixture(params=["sqlite", "postgres"])
def place(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """A folder, or the URL of an empty database."""
    if request.param == "sqlite":
        return str(tmp_path / "games")
    server: postgres_server.Server = request.getfixturevalue("postgres")
    return server.new()


@asynccontextmanager
async def opened(place: str | Path) -> AsyncIterator[Storage]:
    store = await Storage.open(place)
    try:
        yield store
    finally:
        await store.close()


def row(table: str, n: int, data: bytes = b"{}", key: str = "") -> Row:
    return Row(table, n, 1000 + n, key, data)


def summary(table: str, n: int, **changes: Any) -> Summary:
    values: dict[str, Any] = {"state": "running", "listed": True, "due": None, "changed": 1000 + n, "about": b"{}"}
    return Summary(table, n, **(values | changes))


async def append(store: Storage, table: str, n: int, **changes: Any) -> None:
    await store.append([row(table, n)], summary(table, n, **changes))


# Rows


def test_rows_come_back_as_they_were_in_order(place: str) -> None:
    async def main() -> None:
        rows = [Row("t", n, 1_900_000_000_000 + n, f"key {n} é", bytes([n, 0, 255])) for n in range(1, 8)]
        about = Summary("t", 7, "over", False, 1_900_000_000_123, 1_900_000_000_007, b'{"a": "\xc3\xa9"}')
        async with opened(place) as store:
            assert await store.load("t") == [] and await store.find("t") is None
            await store.append(rows[:1], summary("t", 1))
            await store.append(rows[1:], about)
            await append(store, "another", 1)
            assert await store.load("t") == rows
            assert await store.load("t", after=5) == rows[5:]
            assert await store.load("t", after=7) == []
            assert await store.find("t") == about
        async with opened(place) as store:
            assert await store.load("t") == rows
            assert await store.find("t") == about

    asyncio.run(main())


def test_a_row_that_is_there_is_a_conflict_and_nothing_is_stored(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            await store.append([row("t", 1), row("t", 2, b"first")], summary("t", 2))
            with pytest.raises(Conflict, match="row 2 of table t cannot be added: others are there"):
                await store.append([row("t", 2, b"second")], summary("t", 2, state="over"))
            with pytest.raises(Conflict, match="rows 3 to 2 of table t"):
                await store.append([row("t", 3), row("t", 2)], summary("t", 3, state="over"))
            assert [(r.n, r.data) for r in await store.load("t")] == [(1, b"{}"), (2, b"first")]
            assert await store.find("t") == summary("t", 2)
            await append(store, "t", 3)

    asyncio.run(main())


def test_rows_are_those_of_one_table(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            for rows in ([], [row("t", 1), row("other", 1)]):
                with pytest.raises(ValueError, match="of one table"):
                    await store.append(rows, summary("t", 1))
            assert await store.find("t") is None

    asyncio.run(main())


def test_hundreds_of_tables_are_written_at_once(place: str, monkeypatch: pytest.MonkeyPatch) -> None:
    batches: list[int] = []
    write = Storage._write

    async def counted(self: Storage, batch: list[storage.Waiting]) -> dict[int, StorageError]:
        batches.append(sum(len(waiting.rows) for waiting in batch))
        return await write(self, batch)

    monkeypatch.setattr(Storage, "_write", counted)

    async def play(store: Storage, table: str) -> int:
        conflicts = 0
        for n in range(1, 6):
            await append(store, table, n)
            if n % 2:
                try:
                    await store.append([row(table, n + 1), row(table, n)], summary(table, 99))
                except Conflict:
                    conflicts += 1
        return conflicts

    async def main() -> None:
        tables = [f"t{number}" for number in range(300)]
        random.Random(1).shuffle(tables)
        async with opened(place) as store:
            assert await asyncio.gather(*(play(store, table) for table in tables)) == [3] * 300
            for table in tables:
                assert [r.n for r in await store.load(table)] == [1, 2, 3, 4, 5]
            assert {s.n for s in await store.listing(1000)} == {5}

    asyncio.run(main())
    assert max(batches) == storage.MOST_ROWS
    assert len(batches) < sum(batches) / 20


def test_two_who_write_the_same_row_at_once(place: str) -> None:
    """Within one storage, and between two of them, with tables in different orders: exactly one wins."""

    async def main() -> None:
        async with opened(place) as one, opened(place) as two:
            for n in range(1, 6):
                tables = [f"t{number}" for number in range(40)]
                attempts = [
                    store.append([row(table, n, name)], summary(table, n, about=name))
                    for store, name, order in ((one, b"1", 1), (one, b"2", -1), (two, b"3", 1), (two, b"4", -1))
                    for table in tables[::order]
                ]
                done = await asyncio.gather(*attempts, return_exceptions=True)
                assert done.count(None) == 40
                assert sum(isinstance(result, Conflict) for result in done) == 120
                for table in tables:
                    found = await one.find(table)
                    assert found is not None and found.about == (await two.load(table))[-1].data

    asyncio.run(main())


def test_what_the_database_cannot_take_does_not_spoil_the_others(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            done = await asyncio.gather(
                *(append(store, f"t{number}", 1) for number in range(10)),
                store.append([Row("huge", 1, 2**70, "", b"")], summary("huge", 1)),
                store.append([Row("broken", 1, 1, "\ud800", b"")], summary("broken", 1)),
                return_exceptions=True,
            )
            assert done[:10] == [None] * 10
            assert [type(result) for result in done[10:]] == [StorageError] * 2
            assert len(await store.listing(100)) == 10

    asyncio.run(main())


def test_more_rows_than_are_committed_together(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            await asyncio.gather(
                append(store, "small", 1), store.append([row("t", n) for n in range(1, 201)], summary("t", 200))
            )
            assert len(await store.load("t")) == 200

    asyncio.run(main())


def test_somebody_who_waits_no_longer(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            tasks = [asyncio.create_task(append(store, f"t{number}", 1)) for number in range(30)]
            await asyncio.sleep(0)
            for task in tasks[::2]:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)
            assert {s.table for s in await store.listing(100)} >= {f"t{number}" for number in range(1, 30, 2)}
            await append(store, "after", 1)

    asyncio.run(main())


def test_closing_stores_what_is_waiting_and_takes_nothing_more(place: str) -> None:
    async def main() -> None:
        store = await Storage.open(place)
        tasks = [asyncio.create_task(append(store, f"t{number}", 1)) for number in range(100)]
        await asyncio.sleep(0)
        await store.close()
        await asyncio.gather(*tasks)
        with pytest.raises(StorageError, match="closed"):
            await append(store, "t", 1)
        async with opened(place) as again:
            assert len(await again.listing(200)) == 100

    asyncio.run(main())


def test_what_was_acknowledged_survives_a_kill(place: str) -> None:
    """A process appends three rows at a time to many tables, says which it was told are stored, and is killed."""
    acknowledged: dict[str, int] = {}
    for lines in (150, 400):
        # Each process goes on where the one before it was killed.
        child = subprocess.Popen([sys.executable, str(CHILD), place], stdout=subprocess.PIPE, text=True)
        assert child.stdout is not None
        for count, line in enumerate(child.stdout):  # to the end: also what it said while it was being killed
            if not line.endswith("\n"):
                break
            table, n = line.split()
            acknowledged[table] = int(n)
            if count == lines:
                child.send_signal(signal.SIGKILL)
        child.stdout.close()
        assert child.wait() == -signal.SIGKILL

        async def main() -> None:
            async with opened(place) as store:
                for about in await store.listing(1000):
                    numbers = [r.n for r in await store.load(about.table)]
                    assert numbers == list(range(1, about.n + 1))
                    assert about.n % 3 == 0, "a transaction was stored in part"
                    assert acknowledged.get(about.table, 0) <= about.n
                assert set(acknowledged) <= {about.table for about in await store.listing(1000)}

        asyncio.run(main())
    assert len(acknowledged) >= 20


# Lists and leases


def test_listed_tables_are_listed_newest_first(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            for number in range(20):
                await append(store, f"t{number:02}", 1, changed=number // 4, listed=number % 2 == 0)
            everything = await store.listing(100)
            assert [s.table for s in everything] == [f"t{number:02}" for number in range(18, -1, -2)]
            pages, before = [], None
            while page := await store.listing(3, before):
                pages += page
                before = page[-1].changed, page[-1].table
            assert pages == everything
            await append(store, "t00", 2, changed=99)
            assert [s.table for s in await store.listing(1)] == ["t00"]

    asyncio.run(main())


def test_the_tables_of_a_person(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            await append(store, "one", 1, changed=5, people=("ada", "bo"))
            await append(store, "two", 1, changed=7, people=("ada",), listed=False, state="over")
            await append(store, "three", 1, changed=6, people=())

            async def of(person: str) -> list[str]:
                return [found.table for found in await store.tables_of(person, 10)]

            assert await of("ada") == ["two", "one"] and await of("bo") == ["one"] and await of("eve") == []
            await append(store, "one", 2, changed=8)  # nobody came or went
            assert await of("ada") == ["one", "two"] and await of("bo") == ["one"]
            await append(store, "one", 3, changed=9, people=("bo", "eve"))
            assert await of("ada") == ["two"] and await of("bo") == await of("eve") == ["one"]
            with pytest.raises(Conflict):
                await append(store, "one", 3, people=("ada",))
            assert await of("ada") == ["two"]
            assert len(await store.tables_of("bo", 0)) == 0
            assert (await store.tables_of("ada", 1))[0].state == "over"

    asyncio.run(main())


def test_a_lease(place: str) -> None:
    async def main() -> None:
        async with opened(place) as store:
            assert await store.next_due() is None
            await append(store, "never", 1)
            assert await store.next_due() is None
            await append(store, "late", 1, due=300)
            await append(store, "soon", 1, due=100)
            assert await store.next_due() == 100
            assert await store.claim(99, 150, 10, "a") == []
            assert await store.claim(100, 150, 10, "a") == ["soon"]
            assert await store.claim(149, 200, 10, "b") == []
            assert await store.next_due() == 150
            assert await store.claim(150, 200, 10, "b") == ["soon"]
            await store.release("soon", "a")  # which is b's by now
            assert await store.claim(160, 200, 10, "a") == []
            await append(store, "soon", 2, due=170)  # a row changes nothing about the lease
            assert await store.claim(180, 200, 10, "a") == []
            await store.release("soon", "b")
            assert await store.next_due() == 170
            assert await store.claim(400, 500, 1, "a") == ["soon"]
            assert await store.claim(400, 500, 1, "a") == ["late"]
            await append(store, "soon", 3)
            assert await store.claim(500, 600, 10, "a") == ["late"]

    asyncio.run(main())


def test_nobody_claims_what_another_has_claimed(place: str) -> None:
    async def main() -> None:
        tables = {f"t{number}" for number in range(200)}
        async with opened(place) as one, opened(place) as two:
            await asyncio.gather(*(append(one, table, 1, due=1) for table in tables))
            claimed: list[str] = []

            async def worker(store: Storage, owner: str) -> None:
                misses = 0
                while misses < 3:  # what others are about to claim is skipped, not waited for
                    found = await store.claim(10, 20, 7, owner)
                    assert len(found) <= 7
                    claimed.extend(found)
                    misses = 0 if found else misses + 1

            await asyncio.gather(*(worker(store, f"w{n}") for n, store in enumerate([one, two] * 6)))
            assert sorted(claimed) == sorted(tables)
            assert await one.next_due() == 20

    asyncio.run(main())


def test_claims_and_rows_do_not_block_each_other(place: str) -> None:
    async def main() -> None:
        async with opened(place) as one, opened(place) as two:
            tables = [f"t{number}" for number in range(30)]
            await asyncio.gather(*(append(one, table, 1, due=1) for table in tables))

            async def play(table: str) -> None:
                for n in range(2, 12):
                    await append(one, table, n, due=n)

            async def look_after() -> None:
                for now in range(10, 60):
                    for table in await two.claim(now, now + 2, 5, "w"):
                        await two.release(table, "w")

            await asyncio.wait_for(asyncio.gather(*map(play, tables), look_after(), look_after()), 600)

    asyncio.run(main())


# Secrets


def test_a_secret_is_kept_once(place: str) -> None:
    async def main() -> None:
        async with opened(place) as one, opened(place) as two:
            assert await one.kept("cookie") is None
            offers = [(store, bytes([number])) for number, store in enumerate([one, two] * 5)]
            kept = set(await asyncio.gather(*(store.keep("cookie", value) for store, value in offers)))
            assert len(kept) == 1
            assert {await one.kept("cookie")} == kept == {await two.kept("cookie")}
            assert await one.kept("another") is None

    asyncio.run(main())


# Other processes


class Ear:
    """Collects what is heard."""

    def __init__(self) -> None:
        self.heard: list[tuple[str, int] | None] = []

    async def hears(self, wanted: list[tuple[str, int] | None]) -> None:
        async with asyncio.timeout(600):
            while len(self.heard) < len(wanted):
                await asyncio.sleep(0.01)
        assert self.heard == wanted
        self.heard.clear()


def test_rows_of_other_processes_are_heard(postgres: postgres_server.Server) -> None:
    async def main() -> None:
        url = postgres.new()
        async with opened(url) as one, opened(url) as two:
            ear, other, second = Ear(), Ear(), Ear()
            await one.listen(ear.heard.append)
            await one.listen(second.heard.append)
            await two.listen(other.heard.append)
            await two.append([row("a table", 1), row("a table", 2)], summary("a table", 2))
            await append(two, "b", 1)
            with pytest.raises(Conflict):
                await append(two, "b", 1)
            await append(two, "c", 1)
            await ear.hears([("a table", 2), ("b", 1), ("c", 1)])
            await second.hears([("a table", 2), ("b", 1), ("c", 1)])
            await append(one, "c", 2)
            await other.hears([("c", 2)])
            assert ear.heard == []
            assert [r.n for r in await one.load("c", after=1)] == [2]

    asyncio.run(main())


def test_a_lost_connection_is_made_again(postgres: postgres_server.Server) -> None:
    async def main() -> None:
        url = postgres.new()
        async with opened(url) as one, opened(url) as two:
            ear = Ear()
            await one.listen(ear.heard.append)
            await append(two, "t", 1)
            await ear.hears([("t", 1)])
            killer = await asyncpg.connect(url)
            killed = "SELECT pg_terminate_backend(pid) FROM pg_stat_activity WHERE datname = current_database()"
            await killer.execute(f"{killed} AND query LIKE 'LISTEN%'")
            await ear.hears([None])
            await append(two, "t", 2)
            await ear.hears([("t", 2)])
            # All of them: whoever writes or reads next gets a new one.
            await killer.execute(f"{killed} AND pid <> pg_backend_pid()")
            await killer.close()
            await append(two, "t", 3)
            assert len(await one.load("t")) == 3
            await append(one, "t", 4)

    asyncio.run(main())


def test_the_server_stops_and_comes_back(postgres: postgres_server.Server) -> None:
    async def main() -> None:
        url = postgres.new()
        async with opened(url) as one, opened(url) as two:
            ear = Ear()
            await one.listen(ear.heard.append)
            await append(one, "t", 1)
            await asyncio.to_thread(postgres.stop)
            try:
                for attempt in (append(one, "t", 2), one.load("t"), one.claim(1, 2, 3, "a"), two.listen(print)):
                    with pytest.raises(StorageError, match=r"the database aude at \S+ failed: .+"):
                        await attempt
                with pytest.raises(StorageError, match=r"cannot reach the database aude at \S+: .+"):
                    await Storage.open(url)
            finally:
                await asyncio.to_thread(postgres.start)
            await ear.hears([None])
            await append(one, "t", 2)
            await append(two, "t", 3)
            await ear.hears([("t", 3)])

    asyncio.run(main())


def test_a_silent_connection_is_asked_for_a_sign_of_life(
    postgres: postgres_server.Server, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(listening, "PATIENCE", 0.05)

    async def main() -> None:
        url = postgres.new()
        async with opened(url) as one, opened(url) as two:
            ear = Ear()
            await one.listen(ear.heard.append)
            await asyncio.sleep(0.3)
            await append(two, "t", 1)
            await ear.hears([("t", 1)])

    asyncio.run(main())


def test_sqlite_has_no_other_processes(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as store:
            ear = Ear()
            await store.listen(ear.heard.append)
            await append(store, "t", 1)
            assert ear.heard == []

    asyncio.run(main())


# The schema


async def with_connection(place: str, work: Callable[[Connection], T]) -> T:
    engine = database.find(place).writer()
    try:
        async with engine.begin() as connection:
            return await connection.run_sync(work)
    finally:
        await engine.dispose()


def test_migrations_lead_to_the_tables_that_the_program_uses(place: str) -> None:
    def compared(connection: Connection) -> tuple[object, list[Any]]:
        context = MigrationContext.configure(connection, opts={"version_table": VERSION_TABLE})
        return context.get_current_revision(), compare_metadata(context, METADATA)

    async def main() -> None:
        [head] = ScriptDirectory.from_config(migrations()).get_heads()
        for _ in range(2):  # the second time there is nothing to do
            async with opened(place) as store:
                await store.keep("name", b"value")
            assert await with_connection(place, compared) == (head, [])

    asyncio.run(main())


def test_many_may_open_an_empty_storage_at_once(place: str) -> None:
    async def main() -> None:
        opening = [Storage.open(place) for _ in range(4)]
        stores = await asyncio.gather(*opening)
        await asyncio.gather(*(append(store, f"t{number}", 1) for number, store in enumerate(stores)))
        for store in stores:
            assert len(await store.listing(10)) == 4
            await store.close()

    asyncio.run(main())


def test_processes_that_start_at_once(place: str) -> None:
    code = "import asyncio, sys; from aude.server.storage import Storage\n"
    code += "async def main():\n    await (await Storage.open(sys.argv[1])).close()\n"
    command = [sys.executable, "-c", code + "asyncio.run(main())", place]
    children = [subprocess.Popen(command) for _ in range(3)]
    assert [child.wait() for child in children] == [0, 0, 0]


def test_a_newer_schema_is_refused(place: str) -> None:
    def renew(connection: Connection) -> None:
        connection.exec_driver_sql(f"UPDATE {VERSION_TABLE} SET version_num = '9999'")

    async def main() -> None:
        async with opened(place) as store:
            await append(store, "t", 1)
        await with_connection(place, renew)
        with pytest.raises(StorageError, match=r"written by a newer version of this program .*'9999'"):
            await Storage.open(place)

    asyncio.run(main())


# Places


def test_the_folder_is_made_and_is_nobody_elses(tmp_path: Path) -> None:
    async def main() -> None:
        folder = tmp_path / "100% new" / "games?"
        async with opened(folder) as store:
            await append(store, "t", 1)
            assert {path.stat().st_mode & 0o777 for path in folder.iterdir()} == {0o600}
            assert folder.stat().st_mode & 0o777 == 0o700
        assert [path.name for path in folder.iterdir()] == ["aude.sqlite3"]

    asyncio.run(main())


def test_sqlite_writes_to_the_disk(tmp_path: Path) -> None:
    def pragmas(connection: Connection) -> list[object]:
        names = ("journal_mode", "synchronous", "foreign_keys", "busy_timeout")
        return [connection.exec_driver_sql(f"PRAGMA {name}").scalar() for name in names]

    async def main() -> None:
        async with opened(tmp_path):
            assert await with_connection(str(tmp_path), pragmas) == ["wal", 2, 1, 30_000]

    asyncio.run(main())


def test_a_file_is_no_folder(tmp_path: Path) -> None:
    file = tmp_path / "file"
    file.touch()
    for place in (file, file / "games"):
        with pytest.raises(StorageError, match=rf"the folder {place} cannot be written: (File exists|Not a directory)"):
            asyncio.run(Storage.open(place))


def test_a_folder_that_must_not_be_written() -> None:
    folder = Path(tempfile.mkdtemp(prefix="aude-"))
    try:
        (folder / "games").mkdir()
        for path in (folder / "games", folder):
            path.chmod(0o555)
        if os.geteuid() == 0:
            os.seteuid(65534)  # root may write everywhere
        try:
            for place in (folder / "games", folder / "new"):
                with pytest.raises(StorageError, match=f"the folder {place} cannot be written: Permission denied"):
                    asyncio.run(Storage.open(place))
        finally:
            if os.getuid() == 0:
                os.seteuid(0)
    finally:
        folder.chmod(0o755)
        shutil.rmtree(folder)


def test_a_file_that_is_no_database(tmp_path: Path) -> None:
    (tmp_path / "aude.sqlite3").write_text("a letter to my grandmother\n" * 100)
    with pytest.raises(StorageError, match=r"cannot use the database .*aude\.sqlite3: file is not a database"):
        asyncio.run(Storage.open(tmp_path))


def test_a_disk_that_fails(tmp_path: Path) -> None:
    async def main() -> None:
        async with opened(tmp_path) as store:
            await append(store, "t", 1)
            other = sqlite3.connect(tmp_path / "aude.sqlite3")
            other.execute("DROP TABLE table_rows")
            other.close()
            for attempt in (append(store, "t", 2), store.load("t")):
                with pytest.raises(StorageError, match=r"aude\.sqlite3 failed: no such table: table_rows"):
                    await attempt
            found = await store.find("t")
            assert found is not None and found.n == 1

    asyncio.run(main())


@pytest.mark.parametrize(
    ("url", "says"),
    [
        ("mysql://localhost/aude", "mysql:// is not a database this program can use: give a folder, or postgresql://…"),
        ("postgresql://me:secret@localhost:1/aude", "cannot reach the database aude at localhost:1: "),
        ("postgresql://me:secret@localhost:many/aude", "the address of the database cannot be understood: "),
        ("postgresql://me:1/secret@localhost/aude", "the address of the database cannot be understood: "),
        ("postgresql://me:1#secret@localhost/aude", "the address of the database cannot be understood: "),
        ("postgresql://me:1?secret@localhost/aude", "the address of the database cannot be understood: "),
        ("postgresql://me:secret/1@localhost/aude", "the address of the database cannot be understood: "),
        ("postgresql://[::1", "the address of the database cannot be understood: "),
    ],
)
def test_what_cannot_be_reached_is_told_in_a_sentence(url: str, says: str) -> None:
    with pytest.raises(StorageError) as caught:
        asyncio.run(Storage.open(url))
    assert str(caught.value).startswith(says)
    assert "secret" not in str(caught.value) and "\n" not in str(caught.value)


def test_a_database_that_does_not_exist(postgres: postgres_server.Server) -> None:
    with pytest.raises(
        StorageError, match=r'cannot reach the database nothing at /tmp/\S+: database "nothing" does not'
    ):
        asyncio.run(Storage.open(postgres.url("nothing")))


def test_postgresql_that_is_missing_is_installed_or_asked_for(monkeypatch: pytest.MonkeyPatch) -> None:
    commands: list[list[str]] = []
    monkeypatch.setattr(postgres_server, "program", lambda name: None)
    monkeypatch.setattr(shutil, "which", lambda name: "/usr/bin/apt-get")
    monkeypatch.setattr(subprocess, "run", lambda command, **_: commands.append(command))
    for user, installs in ((1000, []), (0, ["apt-get", "install", "postgresql", "-q", "-y"])):
        monkeypatch.setattr(os, "geteuid", lambda user=user: user)
        with pytest.raises(pytest.fail.Exception, match="apt-get install postgresql"):
            postgres_server.need("initdb")
        assert commands[-1:] == ([installs] if installs else [])


# A model


class Model(RuleBasedStateMachine):
    """The storage beside a dict that does the same."""

    TABLES = st.sampled_from(["a", "b", "c"])
    TIMES = st.integers(0, 20)
    COUNTS = st.integers(1, 3)
    APPEND = st.tuples(
        TABLES, st.integers(1, 6), COUNTS, st.binary(max_size=3), st.booleans(), st.none() | TIMES, TIMES
    )

    def __init__(self) -> None:
        super().__init__()
        self.folder = Path(tempfile.mkdtemp(prefix="aude-"))
        self.runner = asyncio.Runner()
        self.rows: dict[str, dict[int, Row]] = {}
        self.summaries: dict[str, Summary] = {}
        self.leases: dict[str, tuple[str, int]] = {}
        self.secrets: dict[str, bytes] = {}

    def run(self, work: Coroutine[Any, Any, T]) -> T:
        return self.runner.run(work)

    @initialize()
    def open(self) -> None:
        self.store = self.run(Storage.open(self.folder))

    def teardown(self) -> None:
        if hasattr(self, "store"):
            self.run(self.store.close())
        self.runner.close()
        shutil.rmtree(self.folder)

    @rule()
    def reopen(self) -> None:
        self.run(self.store.close())
        self.open()

    @rule(appends=st.lists(APPEND, min_size=1, max_size=4))
    def append(self, appends: list[tuple[str, int, int, bytes, bool, int | None, int]]) -> None:
        """Several at once. They are stored in the order of their tables, and for each table in the order given."""
        made = []
        for table, first, count, data, listed, due, changed in appends:
            rows = [Row(table, n, changed, data.hex(), data) for n in range(first, first + count)]
            made.append((rows, Summary(table, first + count - 1, "open", listed, due, changed, data)))

        async def together() -> list[BaseException | None]:
            return await asyncio.gather(*(self.store.append(*one) for one in made), return_exceptions=True)

        for (rows, about), result in zip(made, self.run(together()), strict=True):
            there = self.rows.setdefault(about.table, {})
            if any(row.n in there for row in rows):
                assert isinstance(result, Conflict)
            else:
                assert result is None
                there.update({row.n: row for row in rows})
                self.summaries[about.table] = about

    @rule(now=TIMES, length=st.integers(1, 10), limit=st.integers(1, 3), owner=st.sampled_from(["x", "y"]))
    def claim(self, now: int, length: int, limit: int, owner: str) -> None:
        due = sorted(
            (about.due, table)
            for table, about in self.summaries.items()
            if about.due is not None and about.due <= now and self.leases.get(table, ("", 0))[1] <= now
        )
        wanted = [table for _, table in due][:limit]
        assert self.run(self.store.claim(now, now + length, limit, owner)) == wanted
        self.leases.update(dict.fromkeys(wanted, (owner, now + length)))

    @rule(table=TABLES, owner=st.sampled_from(["x", "y"]))
    def release(self, table: str, owner: str) -> None:
        self.run(self.store.release(table, owner))
        if self.leases.get(table, ("", 0))[0] == owner:
            del self.leases[table]

    @rule(name=st.sampled_from(["s", "t"]), value=st.binary(max_size=2))
    def keep(self, name: str, value: bytes) -> None:
        assert self.run(self.store.keep(name, value)) == self.secrets.setdefault(name, value)

    @invariant()
    def same(self) -> None:
        if not hasattr(self, "store"):
            return
        for table in ("a", "b", "c"):
            there = self.rows.get(table, {})
            assert self.run(self.store.load(table)) == [there[n] for n in sorted(there)]
            assert self.run(self.store.load(table, 3)) == [there[n] for n in sorted(there) if n > 3]
            assert self.run(self.store.find(table)) == self.summaries.get(table)
        listed = sorted((s for s in self.summaries.values() if s.listed), key=lambda s: (s.changed, s.table))[::-1]
        assert self.run(self.store.listing(10)) == listed
        if listed:
            assert self.run(self.store.listing(1, (listed[0].changed, listed[0].table))) == listed[1:2]
        free = [
            max(s.due, self.leases.get(s.table, ("", 0))[1]) for s in self.summaries.values() if s.due is not None
        ]  # fmt: skip
        assert self.run(self.store.next_due()) == min(free, default=None)
        for name in ("s", "t"):
            assert self.run(self.store.kept(name)) == self.secrets.get(name)


TestModel = Model.TestCase
TestModel.settings = settings(max_examples=sized(25, soak=2000), stateful_step_count=20)
