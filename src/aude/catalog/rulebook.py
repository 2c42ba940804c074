"""Reads the numbered rules from the specifications beside the code.

Every box has a `spec.md`; rules that do not belong to a single box are in `rules/`, beside this file. An entry is a
list item or a table row that begins with its id in bold:

    - **BASE-17** A meeple may not be placed on … [003 L268-269 "words"]
    | **SC-02** | road | 1 per tile | 004 L191 |

The prefix of the id says what it is: `EX-` an example, `R-` a ruling, `D-` a decision point, anything else a rule. A
ruling may offer an option, written ``Option: `name = default|other` ``. The section "Without meaning in software" lists
rules that no test can show, each with its reason.

The English text is the original. `spec.nl.md` and `spec.nb.md` have the same entries in Dutch and Norwegian, each with
the mark of the English text that was translated in brackets at its end (see `Entry.mark`), so that outdated
translations are noticed (`tools/translations.py`). Entries without a translation are read in English.

Anything that looks like an entry but cannot be read is an error, so that no rule is lost because of a typo.

>>> find("BASE-23").text
'A completed road scores 1 point for each tile it runs over.'
>>> read_spec(specs()["carcassonne"]).status
'complete'
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from dataclasses import dataclass, replace
from functools import cache
from hashlib import sha256
from pathlib import Path
from typing import Literal, NoReturn, get_args

from aude.catalog.closest import near
from aude.catalog.errors import unreadable

Kind = Literal["rule", "ruling", "example", "decision"]
Status = Literal["complete", "growing"]

PREFIXES: dict[str, Kind] = {"EX": "example", "R": "ruling", "D": "decision"}
STATUSES: tuple[Status, ...] = get_args(Status)
WITHOUT_MEANING = {"without meaning in software", "zonder betekenis in software", "uten betydning i programvare"}

# BASE-01, TURN-07a, TURN-17.1, COMB-001, EX-BASE-01, R-FARM-02, D-TOW-04
ID = r"(?:(?:EX|R|D)-)?[A-Z]+-\d+(?:\.\d+)*[a-z]?"
_ITEM = re.compile(rf"\s*[-*+] \*\*({ID})\*\*(.*)")
_ROW = re.compile(rf"\s*\|\s*\*\*({ID})\*\*\s*\|(.*)")
_BOLD_ID = re.compile(rf"\*\*{ID}\*\*")
# What was probably meant as an entry: an id without bold, or something in bold that is nearly an id.
_NEARLY = re.compile(rf"\s*(?:[-*+]|\|) *(?:{ID}(?![\w.,+])|\*\*\s*[A-Za-z]+(?:-[A-Za-z]+)*[-_ –]?\d)")
_HEADING = re.compile(r"(#+)\s+(.*?)\s*#*\s*$")
_RULER = re.compile(r"\s*\|(?:\s*:?-+:?\s*\|)+\s*$")
_SOURCE = re.compile(r"\s*\[([^\[\]]*)\]\s*$")
# What is meant as an option: code after the word "Option:", and any code of the form `name = a|b`.
_OPTION = re.compile(r"\bOptions?\b[^`:.;]*:\s*`([^`]*)`|`(\w+ *= *[^`]*\|[^`]*)`")
_OPTION_BODY = re.compile(r"([a-z][a-z0-9_]*) = ([\w+]+(?:\|[\w+]+)+)")


class SpecError(ValueError):
    """A mistake in a specification; the message names the file and the line."""


@dataclass(frozen=True)
class Entry:
    """One numbered paragraph of a specification."""

    id: str
    kind: Kind
    text: str
    source: str = ""
    """The source given in brackets; empty if there is none."""
    reason: str | None = None
    """Why the rule has no meaning in software; None if it can be tested."""

    @property
    def mark(self) -> str:
        """Eight characters that change with the text, by which a translation refers to its original."""
        return sha256(f"{self.text} {self.reason or ''}".encode()).hexdigest()[:8]


@dataclass(frozen=True)
class Option:
    """A choice that a ruling leaves to the players."""

    name: str
    values: tuple[str, ...]
    ruling: str

    @property
    def default(self) -> str:
        """The first value."""
        return self.values[0]


@dataclass(frozen=True)
class Spec:
    """A specification: its entries in the order of the text, and the options of its rulings."""

    title: str
    status: Status
    entries: tuple[Entry, ...]
    options: tuple[Option, ...]

    def of(self, kind: Kind) -> tuple[Entry, ...]:
        """The entries of one kind."""
        return tuple(entry for entry in self.entries if entry.kind == kind)


@dataclass(frozen=True)
class Translation:
    """The entries of a specification in another language, by id; the source of each is the mark of its original."""

    title: str
    entries: dict[str, Entry]


def kind_of(id: str) -> Kind:
    """The kind of an entry, by the prefix of its id."""
    return PREFIXES.get(id.split("-", 1)[0], "rule")


def plain(markdown: str) -> str:
    """The text without its markdown: emphasis, code marks and links are removed, their words stay.

    >>> plain("the *first* value of `first_player`, see [there](there.md)")
    'the first value of first_player, see there'
    """
    codes: list[str] = []

    def keep(match: re.Match[str]) -> str:
        codes.append(match[1])
        return f"\0{len(codes) - 1}\0"

    text = re.sub(r"`([^`]+)`", keep, markdown)
    text = re.sub(r"\[([^\]]+)\]\([^)]*\)", r"\1", text)
    for mark in (r"\*\*", r"\*", r"__", r"_"):
        text = re.sub(rf"(?<![\w*]){mark}(?=\S)(.+?)(?<=\S){mark}(?![\w*])", r"\1", text)
    text = text.replace(r"\|", "|")
    text = re.sub("\0(\\d+)\0", lambda match: codes[int(match[1])], text)
    return " ".join(text.split())


@dataclass
class _Found:
    """An entry while it is being read: the markdown of its text, and the line it began on."""

    id: str
    line: int
    body: str
    source: str | None = None
    excuse: bool = False


class _Reader:
    """Reads one specification, line by line."""

    def __init__(self, path: Path) -> None:
        self.path = path
        self.title = ""
        self.status: Status | None = None
        self.found: list[_Found] = []
        self.current: _Found | None = None  # the entry that a following line may continue
        self.blank = False  # whether the line before was blank
        self.above = ""  # the line before, perhaps the head of a table
        self.columns: tuple[str, ...] = ()  # the head of the table we are in
        self.excuses = 0  # the level of the heading "Without meaning in software" while we are below it

    def read(self) -> Spec:
        """Read the whole file."""
        self.take_all()
        if self.status is None:
            self.fail(1, f"no line 'Status: {'|'.join(STATUSES)}'")
        entries = self.entries()
        if not any(entry.kind == "rule" for entry in entries):
            self.fail(1, "no numbered rule")
        return Spec(self.title, self.status, entries, self.options())

    def read_translation(self) -> Translation:
        """Read a file that holds the entries of a specification in another language."""
        self.take_all()
        if self.status is not None:
            self.fail(1, "a translation has no status: that of the English text counts")
        return Translation(self.title, {entry.id: entry for entry in self.entries()})

    def take_all(self) -> None:
        """Take in every line."""
        for number, line in self.lines():
            self.take(number, line)
        if not self.title:
            self.fail(1, "no title: a specification must begin with '# Title'")

    def lines(self) -> Iterator[tuple[int, str]]:
        """The lines outside of code blocks."""
        fenced = False
        for number, line in enumerate(self.path.read_text(encoding="utf-8").splitlines(), start=1):
            if line.lstrip().startswith("```"):
                fenced = not fenced
            elif not fenced:
                yield number, line

    def take(self, number: int, line: str) -> None:
        """Take in one line."""
        item, row = _ITEM.match(line), _ROW.match(line)
        if _RULER.match(line):
            self.columns = tuple(cell.lower() for cell in cells(self.above))
        elif not line.lstrip().startswith("|"):
            self.columns = ()
        self.above = line

        if match := item or row:
            if _BOLD_ID.search(match[2]):
                self.fail(number, f"{match[1]}: an id in bold begins an entry; write references to others without bold")
            entry = _Found(match[1], number, match[2].strip(), excuse=bool(self.excuses))
            if row:
                self.split_row(entry, line)
            self.current = entry
            self.found.append(entry)
        elif _BOLD_ID.search(line):
            self.fail(number, "an id in bold that begins neither a list item nor a table row")
        elif _NEARLY.match(line):
            self.fail(number, f"this looks like an entry, but its id cannot be read: {line.strip()[:40]!r}")
        elif heading := _HEADING.match(line):
            self.take_heading(len(heading[1]), heading[2])
        elif line.startswith("Status:"):
            self.take_status(number, line.removeprefix("Status:").strip())
        elif line.strip():
            self.take_text(number, line)
        self.blank = not line.strip()

    def split_row(self, entry: _Found, line: str) -> None:
        """Take in a row of a table: the first cell is the subject of the others, the last may be the source."""
        row = cells(line)
        if not self.columns:
            self.fail(entry.line, f"{entry.id}: a table row without a head above it")
        if len(row) != len(self.columns):
            self.fail(entry.line, f"{entry.id}: {len(row)} cells under {len(self.columns)} columns")
        texts = [cell for cell, column in zip(row[1:], self.columns[1:], strict=True) if column != "source"]
        entry.source = next((c for c, column in zip(row, self.columns, strict=True) if column == "source"), None)
        entry.body = ": ".join([*texts[:1], "; ".join(texts[1:])]) if len(texts) > 1 else "".join(texts)

    def take_heading(self, level: int, text: str) -> None:
        """Take in a heading, which ends the entry above it."""
        self.current = None
        if level == 1 and not self.title:
            self.title = plain(text)
        if plain(text).lower() in WITHOUT_MEANING:
            self.excuses = level
        elif level <= self.excuses:
            self.excuses = 0

    def take_status(self, number: int, status: str) -> None:
        """Take in the line with the status of the box."""
        if self.status is not None:
            self.fail(number, "a second status")
        for known in STATUSES:
            if status == known:
                self.status = known
                return
        self.fail(number, f"unknown status {status!r}; possible are {', '.join(STATUSES)}")

    def take_text(self, number: int, line: str) -> None:
        """Take in any other text: it continues the entry above, or is prose between entries."""
        bullet = re.match(r"\s*[-*+] ", line)
        indented = line.startswith("  ")
        goes_on = indented or not (self.blank or bullet or line.startswith("|"))
        if self.current is not None and goes_on:
            self.current.body += " " + (line[bullet.end() :] if bullet else line).strip()
            return
        self.current = None
        if _OPTION.search(line):
            self.fail(number, "an option outside of a ruling")

    def entries(self) -> tuple[Entry, ...]:
        """All entries, with the reason for those that have no meaning in software."""
        entries: dict[str, Entry] = {}
        excuses: dict[str, _Found] = {}
        for found in self.found:
            if found.id in (excuses if found.excuse else entries):
                self.fail(found.line, f"{found.id} is given twice")
            if not found.body.strip():
                self.fail(found.line, f"{found.id} has no text")
            if found.excuse:
                excuses[found.id] = found
                continue
            source = _SOURCE.search(found.body) if found.source is None else None
            body = found.body[: source.start()] if source else found.body
            where = source[1] if source else found.source or ""
            text = plain(body).rstrip("; ")
            if not text:
                self.fail(found.line, f"{found.id} has no text")
            entries[found.id] = Entry(found.id, kind_of(found.id), text, plain(where))
        for found in excuses.values():
            if found.id not in entries:
                self.fail(found.line, f"{found.id} is listed as without meaning in software, but no rule has this id")
            if entries[found.id].kind != "rule":
                self.fail(found.line, f"{found.id}: only a rule can be without meaning in software")
            entries[found.id] = replace(entries[found.id], reason=plain(found.body))
        return tuple(entries.values())

    def options(self) -> tuple[Option, ...]:
        """The options of all rulings."""
        options: dict[str, Option] = {}
        for found in self.found:
            for match in _OPTION.finditer(found.body):
                written = match[1] or match[2] or ""
                body = _OPTION_BODY.fullmatch(written)
                if kind_of(found.id) != "ruling" or found.excuse:
                    self.fail(found.line, f"{found.id}: an option outside of a ruling")
                if body is None:
                    self.fail(found.line, f"{found.id}: not an option of the form 'name = a|b': {written!r}")
                name, values = body[1], tuple(body[2].split("|"))
                if name in options:
                    self.fail(found.line, f"{found.id}: option {name} is given twice, first in {options[name].ruling}")
                if len(set(values)) < len(values):
                    self.fail(found.line, f"{found.id}: option {name} has a value twice")
                options[name] = Option(name, values, found.id)
        return tuple(options.values())

    def fail(self, line: int, why: str) -> NoReturn:
        """Give up, naming the line."""
        raise SpecError(f"{self.path}:{line}: {why}")


def cells(row: str) -> list[str]:
    """The cells of a table row."""
    inner = re.sub(r"(?<!\\)\|$", "", row.strip().removeprefix("|"))
    return [cell.strip() for cell in re.split(r"(?<!\\)\|", inner)]


def read_spec(path: Path, language: str = "en") -> Spec:
    """Read a specification, with translations where there are any. `SpecError` names the line that cannot be read."""
    spec = _Reader(path).read()
    translated = read_translation(path, language)
    if translated is None:
        return spec
    entries = (translated.entries.get(entry.id, entry) for entry in spec.entries)
    return replace(spec, title=translated.title, entries=tuple(entries))


def read_translation(path: Path, language: str) -> Translation | None:
    """The translation of a specification; None if there is none."""
    beside = path.with_name(f"{path.stem}.{language}.md")
    return _Reader(beside).read_translation() if beside.exists() else None


def specs() -> dict[str, Path]:
    """The specification of every box that has one, by the box's id."""
    boxes = Path(__file__).parents[1] / "boxes"
    return {path.parent.name: path for path in sorted(boxes.glob("*/spec.md"))}


def general_rules() -> dict[str, Path]:
    """The rules that do not belong to a single box, by file name."""
    rules = Path(__file__).parent / "rules"
    return {path.stem: path for path in sorted(rules.glob("*.md")) if not Path(path.stem).suffix}  # no translation


@cache
def entries(language: str = "en") -> dict[str, Entry]:
    """All entries, by id."""
    known: dict[str, Entry] = {}
    for path in specs().values():
        for entry in read_spec(path, language).entries:
            if entry.id in known:
                raise SpecError(f"{path}: {entry.id} already belongs to another box")
            known[entry.id] = entry
    for path in general_rules().values():
        for entry in read_spec(path, language).entries:
            # General rules repeat the decision points of all boxes as an overview; the text of the box is used.
            if entry.id in known and entry.kind != "decision":
                raise SpecError(f"{path}: {entry.id} already belongs to a box")
            known.setdefault(entry.id, entry)
    return known


def find(id: str, language: str = "en") -> Entry:
    """The entry with this id; the error names those that look like it."""
    known = entries(language)
    if id in known:
        return known[id]
    meant = re.sub(r"\b(\d)$", r"0\1", "-".join(id.upper().split()))  # "base 1" is BASE-01
    close = [meant] if meant in known else near(meant, known, most=3)
    raise unreadable("rules.meant" if close else "rules.none", id=id, meant=close)
