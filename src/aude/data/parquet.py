"""Reads and writes games as Parquet, with the library pyarrow (the extra `data`)."""

from __future__ import annotations

import io
import os
from collections.abc import Iterator
from functools import cache
from importlib import import_module
from pathlib import Path
from types import TracebackType
from typing import Any, Self

from aude.catalog.errors import unreadable
from aude.data.schema import VERSION, GameRow, arrow_fields, read_plain
from aude.errors import AudeError
from aude.formats.files import reason

GROUP = 1000  # games in a row group
AT_ONCE = 50  # games that are in memory as values at the same time
SCHEMA_KEY = b"aude.schema"
COMPRESSION = "zstd"


@cache
def arrow() -> Any:
    """Import pyarrow, or raise an error that says how to install it."""
    try:
        for name in ("pyarrow.json", "pyarrow.parquet"):
            import_module(name)
        return import_module("pyarrow")
    except ImportError:
        raise unreadable("data.no_pyarrow") from None


@cache
def schema() -> Any:
    """The Arrow schema, with the version of our schema in its metadata."""
    return arrow().schema(arrow_fields(GameRow, arrow()), metadata={SCHEMA_KEY: str(VERSION).encode()})


def table_of(lines: bytes) -> Any:
    """Convert JSON lines to an Arrow table."""
    if not lines:
        return schema().empty_table()
    library = arrow()
    parsing = library.json.ParseOptions(explicit_schema=schema().remove_metadata(), unexpected_field_behavior="error")
    reading = library.json.ReadOptions(use_threads=False, block_size=len(lines) + 1)
    table = library.json.read_json(io.BytesIO(lines), read_options=reading, parse_options=parsing)
    return table.cast(schema()).combine_chunks()


class Writer:
    """Writes a Parquet file, which appears when it is complete; each table becomes a row group."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self._new = path.with_name(f"{path.name}.new")

    def __enter__(self) -> Self:
        library = arrow()
        try:
            self._file = self._new.open("wb")
            self._writer = library.parquet.ParquetWriter(self._file, schema(), compression=COMPRESSION)
        except OSError as error:
            raise self._error(error) from None
        return self

    def add(self, table: Any) -> None:
        try:
            self._writer.write_table(table, row_group_size=GROUP)
        except OSError as error:
            raise self._error(error) from None

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        try:
            with self._file:
                if error is None:
                    self._writer.close()
            if error is None:
                os.replace(self._new, self.path)
        except OSError as full:
            error = full
            raise self._error(full) from None
        finally:
            if error is not None:
                self._new.unlink(missing_ok=True)

    def _error(self, error: OSError) -> AudeError:
        return unreadable("file.written", path=str(self.path), reason=reason(error))


def opened(path: Path) -> Any:
    """Open a file of games for reading."""
    library = arrow()
    try:
        file = library.parquet.ParquetFile(path)
    except library.ArrowInvalid as error:
        raise unreadable("data.damaged", path=str(path), says=str(error)) from None
    except OSError as error:
        raise unreadable("file.read", path=str(path), reason=reason(error)) from None
    found = (file.schema_arrow.metadata or {}).get(SCHEMA_KEY)
    if found is None or file.schema_arrow.remove_metadata() != schema().remove_metadata():
        if found is not None and found != str(VERSION).encode():
            raise unreadable("data.version", path=str(path), version=found.decode(), known=VERSION)
        raise unreadable("data.not_games", path=str(path))
    return file


def read(path: Path, without: tuple[str, ...] = ()) -> Iterator[GameRow]:
    """The games in a file, one at a time. The columns `without` are not read and left empty."""
    with opened(path) as file:
        columns = [name for name in schema().names if name not in without]
        left_out = dict.fromkeys(without)
        try:
            for batch in file.iter_batches(batch_size=AT_ONCE, columns=columns, use_threads=False):
                for data in batch.to_pylist():
                    yield read_plain(GameRow, data | left_out)
        except OSError as error:  # pyarrow also raises this for damaged pages
            raise unreadable("data.damaged", path=str(path), says=str(error)) from None
