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
from aude.catalog.errors import about, unreadable
from aude.catalog.texts import LANGUAGES, Phrase
from aude.errors import Unreadable
from aude.formats.files import read_file
from aude.game.game import GameCore
from aude.game.position import read_laid
from aude.game.setup import COLOURS, Setup
from aude.game.setup_facts import VERSION
from aude.game.setup_facts import to_facts as to_facts

MAX_SEATS = 99  # larger numbers are refused without checking the set-up
MAX_NUMBER = 1 << 64  # larger numbers are refused at once
BARE_KEY = re.compile(r"[A-Za-z0-9_-]+")


# -- reading ----------------------------------------------------------------------------------------------------------
def load_setup(path: str | Path, *, folders: Iterable[str] = ()) -> Setup:
    """Read the set-up in a file. Errors name the file and the field."""
    text = read_file(path)
    try:
        return read_setup(text, folders=folders)
    except Unreadable as error:
        raise about(Path(path).name, error) from None


def read_setup(text: str, *, folders: Iterable[str] = ()) -> Setup:
    """Read and check the set-up in a text."""
    try:
        facts = tomllib.loads(text)
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        says = str(error).replace("Cannot overwrite a value", "a field is given twice")
        raise unreadable("toml", says=says) from None
    return from_facts(facts, folders=folders)


def from_facts(facts: Mapping[str, object], *, folders: Iterable[str] = ()) -> Setup:
    """Make and check a set-up from a table of fields, as in TOML or JSON.

    Boxes in folders are code: they are loaded only if `folders` names them too.
    """
    if "version" not in facts:
        raise about("version", unreadable("field.version", version=VERSION))
    if type(facts["version"]) is not int or facts["version"] != VERSION:
        raise _wanted("version", Phrase("errors.field.a_version", version=VERSION), facts["version"])
    values: dict[str, Any] = {}
    for name, value in facts.items():
        if name not in FIELDS:
            raise about(name, unreadable("field.unknown", known=closest(name, FIELDS)))
        values[name] = FIELDS[name](name, value)
    del values["version"]
    if values.get("boxes") == "all":
        values["boxes"] = catalog.expansions(values.get("game", "carcassonne"))
    for name in ("game", "boxes"):
        for box in [values.get("game", "")] if name == "game" else values.get("boxes", ()):
            if catalog.is_folder(box) and box not in tuple(folders):
                raise about(name, unreadable("boxes.folder_in_setup", box=box))
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
                raise unreadable("field.bot_is_code", name=name, bots=list(BOTS))
            make(name, 0)
    except Unreadable as error:
        return error
    return None


def _blamed(problem: Unreadable, values: Mapping[str, Any]) -> Unreadable:
    """The error with the field that causes it, which is the first one with which the set-up has the error."""
    for field, part in _growing(values):
        found = fault(part)
        if found is not None and (found.says, found.line) == (problem.says, problem.line):
            inner = problem.values.get("says")
            start = field.partition(".")[0].removesuffix("s")
            is_named = problem.key == "errors.about" and str(problem.values["field"]).startswith(start)
            return about(field, inner if is_named and isinstance(inner, Unreadable) else problem)  # named once
    return problem


def _growing(values: Mapping[str, Any]) -> Iterator[tuple[str, dict[str, Any]]]:
    """Build up the set-up field by field, and tables entry by entry, each with its name; dependencies come first."""
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
def _wanted(field: object, what: Phrase, value: object) -> Unreadable:
    return about(field, unreadable("field.wanted", what=what, value=_shown(value)))


def _shown(value: object) -> str | Phrase:
    """A value in the notation of the file."""
    if isinstance(value, bool):
        return str(value).lower()
    if isinstance(value, dict):
        return Phrase("errors.field.table_given")
    try:
        return repr(value) if isinstance(value, str | int | float | list) or value is None else str(value)
    except (ValueError, RecursionError):
        return Phrase("errors.field.too_large")


def _text(field: object, value: object) -> str:
    if not isinstance(value, str):
        raise _wanted(field, Phrase("errors.field.a_string"), value)
    return value


def _option(field: str, value: object) -> str:
    if isinstance(value, bool | int):
        text = {True: "on", False: "off"}[value] if isinstance(value, bool) else _shown(value)
        raise about(field, unreadable("field.option", value=_shown(value), text=text))
    return _text(field, value)


def _number(field: str, value: object) -> int:
    if type(value) is not int:
        raise _wanted(field, Phrase("errors.field.a_number"), value)
    if abs(value) > MAX_NUMBER:
        raise _wanted(field, Phrase("errors.field.a_smaller_number"), value)
    return value


def _texts(field: str, value: object) -> tuple[str, ...]:
    if not isinstance(value, list):
        raise _wanted(field, Phrase("errors.field.a_list"), value)
    return tuple(_text(_entry(field, number), entry) for number, entry in enumerate(value, 1))


def _entry(field: str, number: int) -> Phrase:
    """The name of an entry of a list."""
    return Phrase("errors.entry", field=field, number=number)


def _boxes(field: str, value: object) -> tuple[str, ...] | str:
    if isinstance(value, str) and value != "all":
        raise _wanted(field, Phrase("errors.field.a_list_of_boxes"), value)
    if isinstance(value, list) and "all" in value:
        raise about(field, unreadable("field.all"))
    return "all" if value == "all" else _texts(field, value)


def _game(field: str, value: object) -> str:
    name = _text(field, value)
    if not catalog.is_folder(name) and name not in catalog.BOXES:
        games = [box for box in catalog.BOXES if catalog.info(box).extends is None or catalog.info(box).alone]
        raise about(field, unreadable("field.no_game", name=name, games=closest(name, games)))
    return name


def _players(field: str, value: object) -> tuple[str, ...]:
    if type(value) is int and abs(value) <= MAX_NUMBER:
        if not 0 <= value <= MAX_SEATS:
            raise about(field, unreadable("field.players", number=value))
        return (*COLOURS, *(f"seat{number}" for number in range(len(COLOURS), MAX_SEATS)))[:value]
    if not isinstance(value, list):
        raise _wanted(field, Phrase("errors.field.a_list_of_names"), value)
    return _texts(field, value)


def _table(entry: Callable[[str, object], Any]) -> Callable[[str, object], dict[str, Any]]:
    def read_table(field: str, value: object) -> dict[str, Any]:
        if not isinstance(value, dict):
            raise _wanted(field, Phrase("errors.field.a_table", field=field), value)
        return {key: entry(f"{field}.{key}", inner) for key, inner in value.items()}

    return read_table


def _title(field: str, value: object) -> dict[str, str]:
    if isinstance(value, str):
        return {LANGUAGES[0]: value}
    if not isinstance(value, dict):
        raise _wanted(field, Phrase("errors.field.a_title"), value)
    titles: dict[str, str] = _table(_text)(field, value)
    for language in titles:
        if language not in LANGUAGES:
            raise about(f"{field}.{language}", unreadable("field.language", languages=LANGUAGES))
    return titles


def _start(field: str, value: object) -> tuple[tuple[str, int, int, int], ...]:
    laid = []
    for number, line in enumerate(_texts(field, value), 1):
        try:
            laid.append(read_laid(line.split()))
        except Unreadable as error:
            raise about(_entry(field, number), about(repr(line), error)) from None
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
def write_setup(setup: Setup) -> str:
    """The text of a set-up file, without fields at their default, except the game and its players."""
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
