"""Input and output of the table: a terminal, streams in a test, and records in files."""

from __future__ import annotations

import re
import secrets
import sys
from collections.abc import Callable, Sequence
from io import StringIO
from pathlib import Path
from typing import TextIO, TypeVar

from rich.cells import cell_len
from rich.console import Console, Group, RenderableType
from rich.text import Text

from aude import bots as bot_catalog
from aude.catalog.boxes import is_folder
from aude.catalog.errors import unreadable
from aude.formats.files import read_file as read_file
from aude.formats.files import reason as reason
from aude.formats.files import write_file as write_file
from aude.formats.record import read
from aude.game.game import GameCore
from aude.game.setup import composed
from aude.terminal.glyphs import Row

G = TypeVar("G", bound=GameCore)
BOTS_LINE = re.compile(r"# bots((?: [^\s=]+=[a-z][a-z0-9_]*(?::n?[0-9.]+(?:x[0-9])?)?)+)")
ROOM = 8  # columns after a prompt for typing
TINY_SCREEN = 20  # lines; with fewer, questions are shown with only the most important information


# -- records in files -------------------------------------------------------------------------------------------------
def open_game(
    path: str | Path,
    seed: int | None = None,
    *,
    deal: bool = True,
    folders: Sequence[str] = (),
    to_score: bool = False,
    make: type[G],
) -> tuple[G, dict[str, str]]:
    """The game in a file, ready to be continued, and the names of its bots.

    `folders` are the boxes in folders that the record may use: they are code. With `to_score`, the position may contain
    features that are complete but not scored yet.
    """
    text = read_file(path)
    _check_folders(text, folders)
    game = read(text, folders, make=make, to_score=to_score)
    if deal and (seed is not None or not game.is_dealt):  # otherwise its own dealer continues
        game.deal(secrets.randbits(48) if seed is None else seed)
    seated: dict[str, str] = {}
    for line in text.splitlines():
        match = BOTS_LINE.fullmatch(composed(line.strip()))
        if match:
            pairs = (pair.split("=") for pair in match[1].split())
            seated = {
                seat: name for seat, name in pairs if seat in game.seats and name.partition(":")[0] in bot_catalog.BOTS
            }
    return game, seated


def _check_folders(text: str, folders: Sequence[str]) -> None:
    """Raise an error that says how to allow the boxes in folders that a record needs."""
    lines = [line.split() for line in text.splitlines()]
    wanted = [box for words in lines if words[:1] in (["game"], ["boxes"]) for box in words[1:] if is_folder(box)]
    if set(wanted) - set(folders):
        raise unreadable("boxes.folders", folders=",".join(wanted))


def unquoted(name: str) -> str:
    """The name of a file without quotes, which a shell would have removed.

    >>> unquoted('"a b.aude"'), unquoted("it's")
    ('a b.aude', "it's")
    """
    return name[1:-1].strip() if len(name) > 1 and name[0] == name[-1] and name[0] in "\"'" else name


# -- the screen -------------------------------------------------------------------------------------------------------
class Screen:
    """The input and output of the table."""

    def __init__(self, source: TextIO | None = None, out: TextIO | None = None, *, plain: bool = False) -> None:
        self.source = source or sys.stdin
        self.out = out or sys.stdout
        self.plain = plain
        encoding = (getattr(self.out, "encoding", None) or "utf-8").lower()
        self.ascii = plain or not encoding.startswith("utf")
        self.console = Console(file=self.out, highlight=False, markup=False, emoji=False)

    @property
    def width(self) -> int:
        return self.console.width

    @property
    def height(self) -> int | None:
        """The number of visible lines; None if the output is not a terminal."""
        return self.console.height if self.console.is_terminal else None

    @property
    def is_tiny(self) -> bool:
        """Whether there are so few lines that questions must be as short as possible."""
        return self.height is not None and self.height < TINY_SCREEN

    def room(self, beside: int) -> int | None:
        """The number of lines left besides others; None if it is unlimited."""
        return None if self.height is None else self.height - beside - 1  # one line is for typing

    def lines_of(self, write: Callable[[], None]) -> int:
        """How many lines this would write."""
        console, out = self.console, self.out
        self.out = StringIO()
        self.console = Console(
            file=self.out, width=console.width, height=console.height, force_terminal=console.is_terminal,
            color_system=None, highlight=False, markup=False, emoji=False,
        )  # fmt: skip
        try:
            write()
            return self.out.getvalue().count("\n")
        finally:
            self.console, self.out = console, out

    def say(self, text: str = "", style: str | None = None, *, wrap: bool = True, hang: int = 0) -> None:
        """Print text. Folded lines are indented to the column `hang`, or like the beginning of the line."""
        if self.plain:
            print(text, file=self.out)
        else:
            lines = "\n".join(folded(line, self.width, hang) for line in text.split("\n")) if wrap else text
            self.console.print(Text(lines, style=style or ""), soft_wrap=True)

    def show(self, what: RenderableType) -> None:
        """Print a drawing, unless the output is for a screen reader."""
        self.console.print(what if self.console.color_system else _uncoloured(what))

    def fits_heading(self, text: str) -> bool:
        """Whether this can be a heading of one line."""
        return self.plain or cell_len(f"-- {text} ") <= self.width

    def heading(self, text: str) -> None:
        if self.plain:
            print(f"\n{text}", file=self.out)
        else:
            line = "-" if self.ascii else "─"
            if not self.is_tiny:
                self.console.print()
            title = f"{line * 2} {text} "
            title += line * (min(self.width, 80) - cell_len(title))
            self.console.print(Text(title, style="bold"))

    def ask(self, prompt: str) -> str:
        """Read a line. Raises EOFError if there is no more. A long prompt is folded, and its last line asks."""
        if not self.plain and cell_len(prompt) > self.width - ROOM:
            *above, last = folded(prompt.rstrip(), self.width - ROOM).split("\n")
            if above:
                print("\n".join(above), file=self.out)
            prompt = f"{last} "
        if self.source is sys.stdin and self.source.isatty() and self.out is sys.stdout:
            try:
                import readline  # noqa: F401  (arrow keys and history)
            except ImportError:
                pass
            self.out.flush()
            try:
                return input(prompt)
            except EOFError:
                self.out.write("\n")
                raise
        self.out.write(prompt)
        self.out.flush()
        line = self.source.readline()
        if not line:
            self.out.write("\n")
            raise EOFError
        typed = line.rstrip("\r\n")
        # Input that does not come from a terminal is echoed, to make transcripts readable.
        self.out.write("".join(char if char.isprintable() else "?" for char in typed) + "\n")
        return typed


def _uncoloured(what: RenderableType) -> RenderableType:
    """The same without styles, which take most of the time and would not be visible."""
    if isinstance(what, Text):
        return Text(what.plain, no_wrap=what.no_wrap, overflow=what.overflow)
    return Group(*map(_uncoloured, what.renderables)) if isinstance(what, Group) else what


def folded(line: str, width: int, hang: int = 0) -> str:
    """Fold a line that is too long for the screen between words, keeping its indentation or using `hang`.

    Characters of some alphabets are two columns wide, and some have no width.
    """
    if cell_len(line) <= width:
        return line
    start = len(line) - len(line.lstrip())
    indent = " " * (hang if start < hang <= width // 2 else start)
    lines, now = [], ""
    for gap, word in re.findall(r"(\s*)(\S+)", line):
        if now and cell_len(now + gap + word) > width:
            lines.append(now)
            now = indent + word
        else:
            now += gap + word
    return "\n".join([*lines, now])


def print_folded(out: Console, text: str, hang: int = 0) -> None:
    """Print a long line: folded between words in a terminal, but whole for screen readers, files and programs."""
    out.print(folded(text, out.width, hang) if out.is_terminal else text, soft_wrap=True)


# -- laying out --------------------------------------------------------------------------------------------------------
def side_by_side(blocks: Sequence[tuple[str, list[Row]]], width: int, *, gap: int = 3, below: int = 0) -> list[Row]:
    """Arrange pictures side by side with captions above, in as many rows as the width requires."""
    rows: list[Row] = []
    if not blocks:
        return rows
    heads = [caption.split("\n") for caption, _ in blocks]
    wide = max(
        max(*(len(line) for line in head), len(picture[0])) for head, (_, picture) in zip(heads, blocks, strict=True)
    )
    across = max(1, (width - 2 + gap) // (wide + gap))
    for start in range(0, len(blocks), across):
        part = blocks[start : start + across]
        captions = heads[start : start + across]
        lines: list[Row] = [[("  ", "axis")] for _ in range(len(captions[0]) + len(part[0][1]))]
        for caption, (_, picture) in zip(captions, part, strict=True):
            block: list[Row] = [*([(line, "label")] for line in caption), *picture]
            for row, line in zip(lines, block, strict=True):
                taken = sum(len(text) for text, _ in line)
                row += [*line, (" " * (wide + gap - taken), "axis")]
        rows += [*lines, *([] for _ in range(below))]
    return rows


def in_columns(lines: Sequence[str], width: int) -> str:
    """Arrange short lines in columns, to be read downwards."""
    wide = max(cell_len(line) for line in lines) + 2
    across = max(1, width // wide)
    down = -(-len(lines) // across)
    padded = [line + " " * (wide - cell_len(line)) for line in lines]
    return "\n".join("".join(padded[row::down]).rstrip() for row in range(down))
