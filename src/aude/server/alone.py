"""One server for one folder: two would keep the same tables in memory, and neither would hear what the other stores.

SQLite locks the folder, since it knows how on every system. The lock ends with the process, however that ends.
"""

from __future__ import annotations

import contextlib
import sqlite3
from collections.abc import Iterator
from pathlib import Path

from aude.server.storage import StorageError
from aude.server.storage.database import Sqlite, find

LOCK, ADDRESS = "server.lock", "server.address"  # files in the folder


class Occupied(Exception):
    """Another server has the folder; `address` says where it is to be found, if that is known."""

    def __init__(self, folder: Path) -> None:
        super().__init__(str(folder))
        self.folder = folder
        try:
            self.address = (folder / ADDRESS).read_text(encoding="utf-8")
        except OSError:  # it has only just begun
            self.address = ""


@contextlib.contextmanager
def only_server(place: str, address: str) -> Iterator[None]:
    """Have a folder to oneself. PostgreSQL can be shared, and is not locked. Raises `Occupied` and `StorageError`."""
    database = find(place)
    if not isinstance(database, Sqlite):
        yield
        return
    database.prepare()
    folder = database.folder
    with contextlib.closing(sqlite3.connect(folder / LOCK, timeout=0, isolation_level=None)) as lock:
        try:
            lock.execute("BEGIN EXCLUSIVE")
        except sqlite3.Error as error:
            if error.sqlite_errorcode == sqlite3.SQLITE_BUSY:
                raise Occupied(folder) from None
            raise StorageError(f"the folder {folder} cannot be locked: {error}") from None
        (folder / ADDRESS).write_text(address, encoding="utf-8")
        yield
