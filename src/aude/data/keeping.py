"""Stores the games of a run so that it can be interrupted at any moment and continued later.

JSON lines are appended to the file itself. A Parquet file cannot grow, so until all games are there, they are in a
folder beside it: each complete row group as a separate file, and the games after them as JSON lines. In both cases the
final file depends only on the games, so it is the same however often the run was interrupted.
"""

from __future__ import annotations

import os
import shutil
from abc import ABC, abstractmethod
from collections.abc import Iterator, Sequence
from itertools import count
from pathlib import Path

from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.data import jsonlines, parquet
from aude.data.jsonlines import Lines
from aude.data.parquet import GROUP
from aude.data.plan import Plan
from aude.data.schema import GameRow, read_plain
from aude.formats.files import reason

ENDINGS = (".jsonl", ".parquet")


def games(path: str | Path, *, without: tuple[str, ...] = ()) -> Iterator[GameRow]:
    """The games in a file, one at a time. The columns `without` are left empty, which is faster with Parquet."""
    path = Path(path).expanduser()
    return jsonlines.read(path) if ending_of(path) == ".jsonl" else parquet.read(path, without)


def ending_of(path: Path) -> str:
    """The extension of a file, which must be a known one."""
    ending = path.suffix.lower()
    if ending not in ENDINGS:
        raise unreadable("data.ending", path=str(path))
    return ending


def store(path: Path, plan: Plan, wanted: int) -> Store:
    """The store for this many games of a plan. Raises an error now if the file cannot be written."""
    path = path.expanduser()
    if path.exists() and not path.is_file():
        raise unreadable("file.written", path=str(path), reason=Phrase("errors.file.no_file"))
    kind = LinesStore if ending_of(path) == ".jsonl" else ParquetStore
    try:
        return kind(path, plan, wanted)
    except OSError as error:
        raise unreadable("file.written", path=str(path), reason=reason(error)) from None


class Store(ABC):
    """The games of a plan in a file, which may be incomplete."""

    def __init__(self, path: Path, plan: Plan, wanted: int) -> None:
        self.path = path
        self.plan = plan
        self.wanted = wanted
        self.done = 0  # how many games are stored

    @abstractmethod
    def kept(self) -> Iterator[GameRow]:
        """The games that are already stored. Read these before adding others. They must be of this plan."""

    @abstractmethod
    def add(self, lines: Sequence[str]) -> None:
        """Store the next games."""

    @abstractmethod
    def finish(self) -> None:
        """Complete the file when all games are stored."""

    @property
    @abstractmethod
    def place(self) -> Path:
        """Where the games are stored at the moment."""

    @abstractmethod
    def close(self) -> None:
        """Release the file."""

    def _checked(self, rows: Iterator[GameRow]) -> Iterator[GameRow]:
        """These games, checking that they are the next ones of the plan."""
        for row in rows:
            if row.run != self.plan.digest:
                raise unreadable("data.other_run", path=str(self.path))
            if row.number != self.done:
                raise unreadable("data.wrong_number", path=str(self.path), number=row.number, expected=self.done)
            if self.done == self.wanted:
                raise unreadable("data.more_games", path=str(self.path), wanted=self.wanted)
            self.done += 1
            yield row


class LinesStore(Store):
    """JSON lines."""

    def __init__(self, path: Path, plan: Plan, wanted: int) -> None:
        super().__init__(path, plan, wanted)
        if path.exists() and path.stat().st_size:
            self._look_inside()
        self._lines = Lines(path)

    def _look_inside(self) -> None:
        """Leave files of anything but this plan unchanged: drop an incomplete line only after games of the plan."""
        with self.path.open("rb") as file:
            text = file.readline()
        if text.endswith(b"\n"):
            row = next(jsonlines.read(self.path))
            if row.run != self.plan.digest:
                raise unreadable("data.other_run", path=str(self.path))
        elif not text.startswith(b'{"schema":'):
            raise unreadable("data.not_games", path=str(self.path))

    def kept(self) -> Iterator[GameRow]:
        return self._checked(self._lines.kept())

    def add(self, lines: Sequence[str]) -> None:
        self._lines.add("".join(lines))
        self.done += len(lines)

    def finish(self) -> None:
        self.close()

    @property
    def place(self) -> Path:
        return self.path

    def close(self) -> None:
        self._lines.__exit__(None, None, None)


class ParquetStore(Store):
    """Parquet."""

    def __init__(self, path: Path, plan: Plan, wanted: int) -> None:
        super().__init__(path, plan, wanted)
        self.parts = path.with_name(f"{path.name}.unfinished")
        self.is_complete = False
        parquet.arrow()  # raises an error if it is not installed
        if path.exists():
            self._look_inside()
        if not self.is_complete:
            self.parts.mkdir(exist_ok=True)
        self._lines: Lines | None = None

    def _look_inside(self) -> None:
        """An existing file has all games, or the first of them."""
        first = next(parquet.read(self.path, ("moves", "tiles", "scores")), None)
        if first is not None and first.run != self.plan.digest:
            raise unreadable("data.other_run", path=str(self.path))
        with parquet.opened(self.path) as file:
            there = file.metadata.num_rows
        if there > self.wanted:
            raise unreadable("data.more_games", path=str(self.path), wanted=self.wanted)
        self.is_complete = there == self.wanted
        if self.is_complete:
            shutil.rmtree(self.parts, ignore_errors=True)  # of a run that was killed at the last moment

    def kept(self) -> Iterator[GameRow]:
        if self.is_complete:
            yield from self._checked(parquet.read(self.path))
            return
        if self.path.exists():
            self._unpack()
        for first in count(0, GROUP):
            group = self._group(first)
            if group.exists():
                self._rest(first).unlink(missing_ok=True)
                yield from self._checked(parquet.read(group))
            else:
                self._lines = Lines(self._rest(first))
                yield from self._checked(self._lines.kept())
                self._pack()
                return

    def _unpack(self) -> None:
        """Split the games of a complete file into parts again, to append to them."""
        with parquet.opened(self.path) as file:
            for number in range(file.num_row_groups):
                first = number * GROUP
                if self._group(first).exists() or self._rest(first).exists():
                    continue
                table = file.read_row_group(number, use_threads=False)
                if len(table) == GROUP:
                    self._write_group(first, table)
                else:
                    rows = (read_plain(GameRow, data) for data in table.to_pylist())
                    new = self._rest(first).with_suffix(".new")
                    new.write_text("".join(map(jsonlines.line, rows)), encoding="utf-8")
                    os.replace(new, self._rest(first))

    def _group(self, first: int) -> Path:
        """The row group that begins with this game."""
        return self.parts / f"{first:09}.parquet"

    def _rest(self, first: int) -> Path:
        """The file of the games from this one on, which are not a row group yet."""
        return self.parts / f"{first:09}.jsonl"

    def _write_group(self, first: int, table: object) -> None:
        with parquet.Writer(self._group(first)) as writer:
            writer.add(table)

    def add(self, lines: Sequence[str]) -> None:
        for line in lines:
            assert self._lines is not None
            self._lines.add(line)
            self.done += 1
            self._pack()

    def _pack(self) -> None:
        """Make a row group of the games after the last one, if there are enough."""
        if self.done % GROUP or not self.done or self._lines is None:
            return
        first = self.done - GROUP
        if self._lines.path != self._rest(first):
            return
        self.close()
        self._write_group(first, parquet.table_of(self._rest(first).read_bytes()))
        self._rest(first).unlink()
        self._lines = Lines(self._rest(self.done))

    def finish(self) -> None:
        """Combine the parts to one file."""
        self.close()
        if self.is_complete:
            return
        with parquet.Writer(self.path) as writer:
            for first in range(0, self.done, GROUP):
                group = self._group(first)
                if group.exists():
                    with parquet.opened(group) as file:
                        writer.add(file.read(use_threads=False))
                else:
                    writer.add(parquet.table_of(self._rest(first).read_bytes()))
        shutil.rmtree(self.parts)

    @property
    def place(self) -> Path:
        return self.parts

    def close(self) -> None:
        if self._lines is not None:
            self._lines.__exit__(None, None, None)
            self._lines = None
