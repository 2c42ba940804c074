r"""Set-ups in TOML files; docs/setups.md lists every field. Errors name the field with the mistake.

>>> setup = read_setup('version = 1\nplayers = ["ada", "bo"]\nwithout = ["farmers"]')
>>> setup.players, setup.without
(('ada', 'bo'), ('farmers',))
>>> read_setup(write_setup(setup)) == setup
True
>>> read_setup('version = 1\nwihtout = ["farmers"]')  # doctest: +ELLIPSIS
Traceback (most recent call last):
    ...
aude.errors.Unreadable: wihtout: there is no such field; fields: version, title, ... (did you mean 'without'?)
"""

from __future__ import annotations

import json
import re
import tomllib
from collections.abc import Callable, Iterable, Iterator, Mapping
from pathlib import Path
from typing import Any

from aude.bots.finding import BOTS, is_code, make
from aude.catalog import boxes as catalog
from aude.catalog.closest import closest
from aude.catalog.texts import LANGUAGES
from aude.errors import Unreadable
from aude.formats.files import read_file
from aude.game.game import GameCore
from aude.game.position import read_laid
from aude.game.setup import COLOURS, RESERVED, SEAT, Setup

VERSION = 1
MAX_SEATS = 99  # a larger number is not even checked
MAX_NUMBER = 1 << 64  # larger ones are not even looked at
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


# -- reading ----------------------------------------------------------------------------------------------------------
def load_setup(path: str | Path, *, folders: Iterable[str] = ()) -> Setup:
    """The set-up in a file."""
    text = read_file(path)
    try:
        return read_setup(text, folders=folders)
    except Unreadable as error:
        raise Unreadable(f"{Path(path).name}: {error}") from None


def read_setup(text: str, *, folders: Iterable[str] = ()) -> Setup:
    """The set-up that a text describes, checked."""
    try:
        facts = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        says = str(error).replace("Cannot overwrite a value", "a field is given twice")
        raise Unreadable(f"this is not valid TOML: {says}") from None
    return from_facts(facts, folders=folders)


def from_facts(facts: Mapping[str, object], *, folders: Iterable[str] = ()) -> Setup:
    """The set-up that a table of fields describes, as TOML or JSON hold it, checked.

    Boxes in folders are code: they are loaded only if `folders` names them too.
    """
    if "version" not in facts:
        raise Unreadable(f"version: a set-up must give its version; write 'version = {VERSION}' first")
    if type(facts["version"]) is not int or facts["version"] != VERSION:
        raise _wanted("version", f"{VERSION}, the version that this Aude reads", facts["version"])
    values: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in FIELDS:
            raise Unreadable(f"{name}: there is no such field; fields: {closest(name, FIELDS)}")
        values[name] = FIELDS[name](name, value)
    del values["version"]
    if values.get("boxes") == "all":
        values["boxes"] = catalog.expansions(values.get("game", "carcassonne"))
    for name in ("game", "boxes"):
        for box in [values.get("game", "")] if name == "game" else values.get("boxes", ()):
            if catalog.is_folder(box) and box not in tuple(folders):
                raise Unreadable(f"{name}: the box in the folder {box!r} is code; allow it by name if you trust it")
    problem = fault(values)
    if problem is not None:
        raise _blamed(problem, values)
    return Setup(**values)


def fault(values: Mapping[str, Any]) -> Unreadable | None:
    """The error in a set-up with these fields, if there is one."""
    try:
        setup = Setup(**values)
        GameCore(setup, deal=False)
        for name in setup.bots.values():
            if is_code(name):
                known = ", ".join(BOTS)
                raise Unreadable(f"the bot {name!r} is code; a set-up names bots that come with Aude: {known}")
            make(name, 0)
    except Unreadable as error:
        return error
    return None


def _blamed(problem: Unreadable, values: Mapping[str, Any]) -> Unreadable:
    """The error with the field that causes it: the first one with which the set-up has it."""
    says = problem.says if problem.line is None else f"line {problem.line}: {problem.says}"
    for field, part in _growing(values):
        found = fault(part)
        if found is not None and (found.says, found.line) == (problem.says, problem.line):
            # Do not repeat the name of the field.
            start, _, key = field.partition(".")
            told = re.sub(rf"^({start}|{start.removesuffix('s')}):? ({re.escape(key)}: )?", "", says)
            return Unreadable(f"{field}: {told}")
    return Unreadable(says)


def _growing(values: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """The set-up field by field, tables entry by entry, each with its name; dependencies come first."""
    grown: dict[str, Any] = {}
    for field in ("game", "boxes", "options", "without", "tiles", "players", "figures", "start", "position"):
        yield from _grown(field, values, grown)
    for field in ("order", "rest", "seed", "bots", "title"):
        yield from _grown(field, values, grown)


def _grown(field: str, values: Mapping[str, Any], grown: dict[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    if field not in values:
        return
    if not isinstance(values[field], Mapping):
        grown[field] = values[field]
        yield field, grown
        return
    for key, value in values[field].items():
        grown[field] = {**grown.get(field, {}), key: value}
        yield f"{field}.{key}", grown


# -- fields -----------------------------------------------------------------------------------------------------------
def _wanted(field: str, what: str, value: object) -> Unreadable:
    return Unreadable(f"{field}: expected {what}, not {_shown(value)}")


def _shown(value: object) -> str:
    """A value as it would be written in the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return "a table"
    try:
        return repr(value) if isinstance(value, str | int | float | list) or value is None else str(value)
    except (ValueError, RecursionError):
        return "something that large"


def _text(field: str, value: object) -> str:
    if not isinstance(value, str):
        raise _wanted(field, "a string in quotes", value)
    return value


def _option(field: str, value: object) -> str:
    if isinstance(value, bool | int):
        text = {True: "on", False: "off"}[value] if isinstance(value, bool) else _shown(value)
        raise Unreadable(f'{field}: expected a string in quotes, not {_shown(value)}; write "{text}"')
    return _text(field, value)


def _number(field: str, value: object) -> int:
    if type(value) is not int:
        raise _wanted(field, "a whole number", value)
    if abs(value) > MAX_NUMBER:
        raise _wanted(field, "a smaller number", value)
    return value


def _texts(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wanted(field, 'a list such as ["a", "b"]', value)
    return tuple(_text(f"{field}, entry {number}", entry) for number, entry in enumerate(value, 1))


def _boxes(field: str, value: object) -> tuple[str, ...] | str:
    if isinstance(value, str) and value != "all":
        raise _wanted(field, 'a list such as ["river", "abbot"], or "all"', value)
    if isinstance(value, list) and "all" in value:
        raise Unreadable(f'{field}: "all" means every box: write boxes = "all", without a list')
    return "all" if value == "all" else _texts(field, value)


def _game(field: str, value: object) -> str:
    name = _text(field, value)
    if not catalog.is_folder(name) and name not in catalog.BOXES:
        games = [box for box in catalog.BOXES if catalog.info(box).extends is None or catalog.info(box).alone]
        raise Unreadable(f"{field}: there is no game {name!r}; games: {closest(name, games)}")
    return name


def _players(field: str, value: object) -> tuple[str, ...]:
    if type(value) is int and abs(value) <= MAX_NUMBER:
        if not 0 <= value <= MAX_SEATS:
            raise Unreadable(f"{field}: {value} players are not possible")
        return (*COLOURS, *(f"seat{number}" for number in range(len(COLOURS), MAX_SEATS)))[:value]
    if not isinstance(value, list):
        raise _wanted(field, 'a list of names such as ["ada", "bo"], or how many play, such as 3', value)
    names = _texts(field, value)
    for name in names:
        why = why_no_seat(name)
        if why:
            raise Unreadable(f"{field}: {name!r} cannot be a seat's name: {why}")
    return names


def why_no_seat(name: str) -> str:
    """Why this cannot be the name of a seat; empty if it can."""
    if not re.match("[a-z]", name):
        return "it must begin with a lower-case letter from a to z"
    if name in RESERVED:
        return "records use this word for something else"
    if len(name) > 20:
        return "it can have at most 20 letters"
    return "" if SEAT.fullmatch(name) else "only lower-case letters from a to z, digits, - and _ are allowed"


def _table(entry: Callable[[str, object], Any]) -> Callable[[str, object], dict[str, Any]]:
    def read_table(field: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wanted(field, f"a table, [{field}]", value)
        return {key: entry(f"{field}.{key}", inner) for key, inner in value.items()}

    return read_table


def _title(field: str, value: object) -> dict[str, str]:
    if isinstance(value, str):
        return {LANGUAGES[0]: value}
    if not isinstance(value, dict):
        raise _wanted(field, 'a string in quotes, or one for each language such as { en = "Saturday" }', value)
    titles: dict[str, str] = _table(_text)(field, value)
    for language in titles:
        if language not in LANGUAGES:
            raise Unreadable(f"{field}.{language}: there is no such language; languages: {', '.join(LANGUAGES)}")
    return titles


def _start(field: str, value: object) -> tuple[tuple[str, int, int, int], ...]:
    laid = []
    for number, line in enumerate(_texts(field, value), 1):
        try:
            laid.append(read_laid(line.split()))
        except Unreadable as error:
            raise Unreadable(f"{field}, entry {number}: {line!r}: {error.says}") from None
    return tuple(laid)


FIELDS: dict[str, Callable[[str, object], Any]] = {
    "version": _number,
    "title": _title,
    "game": _game,
    "boxes": _boxes,
    "players": _players,
    "bots": _table(_text),
    "options": _table(_option),
    "without": _texts,
    "figures": _table(_number),
    "tiles": _table(_number),
    "start": _start,
    "order": _texts,
    "rest": _text,
    "position": _text,
    "seed": _number,
}


# -- writing ----------------------------------------------------------------------------------------------------------
def to_facts(setup: Setup) -> dict[str, Any]:
    """The fields of a set-up, without those at their default; `from_facts` reads them back."""
    usual = Setup()
    titles = dict(setup.title)
    facts: dict[str, Any] = {
        "version": VERSION,
        "title": titles.get(LANGUAGES[0]) if list(titles) == [LANGUAGES[0]] else titles,
        "game": setup.game,
        "boxes": list(setup.boxes),
        "players": list(setup.players),
        "without": list(setup.without),
        "start": [f"{tile} {x},{y} turn {rotation * 90}" for tile, x, y, rotation in setup.start],
        "order": list(setup.order),
        "rest": None if setup.rest == usual.rest else setup.rest,
        "seed": setup.seed,
        "position": setup.position,
        "options": dict(setup.options),
        "figures": dict(setup.figures),
        "tiles": dict(setup.tiles),
        "bots": dict(setup.bots),
    }
    return {name: value for name, value in facts.items() if value not in ("", None, [], {})}


def write_setup(setup: Setup) -> str:
    """The text of a file; fields at their default are left out, except the game and its players."""
    lines = []
    tables = []
    for name, value in to_facts(setup).items():
        if isinstance(value, dict):
            tables += ["", f"[{name}]", *(f"{_key(key)} = {_value(inner)}" for key, inner in value.items())]
        elif name == "position":
            laid = [_value(line)[1:-1] for line in value.split("\n")]
            lines += [f'{name} = """', *laid, '"""']
        elif name in ("start", "order"):
            lines += [f"{name} = [", *(f"    {_value(entry)}," for entry in value), "]"]
        else:
            lines.append(f"{name} = {_value(value)}")
    return "\n".join([*lines, *tables]) + "\n"


def _key(key: str) -> str:
    return key if BARE_KEY.fullmatch(key) else _value(key)


def _value(value: object) -> str:
    # JSON strings, numbers and lists are valid TOML, except for one character.
    return json.dumps(value, ensure_ascii=False).replace("\x7f", "\\u007f")
