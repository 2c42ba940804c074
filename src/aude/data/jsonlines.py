"""Reads and writes games as JSON lines: one object per line."""

from __future__ import annotations

import json
from collections.abc import Iterator
from pathlib import Path
from types import TracebackType
from typing import BinaryIO, Self

from aude.catalog.errors import unreadable
from aude.data.schema import VERSION, GameRow, plain, read_plain
from aude.errors import AudeError
from aude.formats.files import reason


def line(row: GameRow) -> str:
    """A game as a line."""
    return plain(row) + "\n"


def read(path: Path) -> Iterator[GameRow]:
    """The games in a file, one at a time."""
    try:
        with path.open("rb") as file:
            yield from _rows(file, path)
    except OSError as error:
        raise unreadable("file.read", path=str(path), reason=reason(error)) from None


def _rows(file: BinaryIO, path: Path) -> Iterator[GameRow]:
    for number, text in enumerate(file, 1):
        if not text.endswith(b"\n"):
            raise unreadable("data.cut", number, path=str(path))
        try:
            data = json.loads(text)
            check_version(data, path)
            row = read_plain(GameRow, data)
        except AudeError as error:
            raise unreadable("data.line", number, path=str(path), says=error) from None
        except ValueError as error:
            raise unreadable("data.line", number, path=str(path), says=str(error)) from None
        yield row


def check_version(data: object, path: Path) -> None:
    """Raise an error if the data has another version of the schema."""
    found = data.get("schema") if isinstance(data, dict) else None
    if type(found) is int and found != VERSION:
        raise unreadable("data.version", path=str(path), version=found, known=VERSION)


class Lines:
    """A growing file of JSON lines. Complete lines are kept; an incomplete line at the end is dropped."""

    def __init__(self, path: Path) -> None:
        self.path = path
        try:
            self._file = path.open("a+b", buffering=0)  # no buffer, so that everything that was added is in the file
        except OSError as error:
            raise self._error(error) from None

    def kept(self) -> Iterator[GameRow]:
        """The games in the file."""
        self._drop_half()
        with self.path.open("rb") as file:
            yield from _rows(file, self.path)

    def _drop_half(self) -> None:
        size = end = self._file.seek(0, 2)
        while end:
            step = min(end, 1 << 16)
            self._file.seek(end - step)
            found = (self._file.read(step) or b"").rfind(b"\n")
            if found >= 0:
                end = end - step + found + 1
                break
            end -= step
        if end < size:
            self._file.truncate(end)

    def add(self, text: str) -> None:
        """Append lines."""
        left = memoryview(text.encode())
        try:
            while left:
                left = left[self._file.write(left) or 0 :]
        except OSError as error:
            raise self._error(error) from None

    def _error(self, error: OSError) -> AudeError:
        return unreadable("file.written", path=str(self.path), reason=reason(error))

    def __enter__(self) -> Self:
        return self

    def __exit__(self, kind: type[BaseException] | None, error: BaseException | None, at: TracebackType | None) -> None:
        self._file.close()
