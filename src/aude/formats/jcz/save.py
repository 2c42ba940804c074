"""Parses the JSON of a save of JCloisterZone key by key. Errors name the key."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aude.catalog.errors import about, unreadable
from aude.catalog.texts import Phrase

ROTATIONS = ("R0", "R90", "R180", "R270")
MAX_MESSAGES = 20_000
MAX_CHARACTERS = 20_000_000
Where = str | Phrase  # what an error names: a key of the file, or a message
THE_SAVE = Phrase("errors.jcz.the_save")


@dataclass(frozen=True)
class StartTile:
    """A tile that lies before the game begins."""

    tile: str
    x: int
    y: int
    rotation: int  # degrees, clockwise


@dataclass(frozen=True)
class Message:
    """One message of the replay; `number` counts from 1."""

    number: int
    type: str
    payload: dict[str, Any]

    @property
    def says(self) -> Phrase:
        """Its name in error messages."""
        return Phrase("errors.jcz.message", number=self.number, type=self.type)


@dataclass(frozen=True)
class Save:
    """The part of a save that is about the game."""

    sets: dict[str, int]  # of tiles, and how many copies
    elements: dict[str, object]  # that are switched on
    rules: dict[str, object]  # house rules
    start: tuple[StartTile, ...]  # the tiles that lie there at first
    players: tuple[str, ...]  # their names, in the order of play
    messages: tuple[Message, ...]  # what they have done
    first_random: float = 0.0  # the seed of all draws
    draw_order: tuple[str, ...] = ()  # tiles in the order in which they are drawn, if it is fixed
    end_turn: int | None = None  # the turn after which the game ends, if it is fixed
    description: str = ""  # of a test: what it shows
    assertions: tuple[str, ...] = field(default=())  # of a test: what has to hold
    version: str = ""  # of the program that wrote it


def read_save(text: str) -> Save:
    """Parse the text of a save."""
    if len(text) > MAX_CHARACTERS:
        raise unreadable("jcz.too_long", count=len(text), most=MAX_CHARACTERS)
    if not text.strip():
        raise unreadable("jcz.empty")
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise unreadable("jcz.no_save", error.lineno, says=error.msg) from None
    except (ValueError, RecursionError) as error:
        raise unreadable("jcz.no_save", says=str(error)) from None
    top = _object(found, THE_SAVE)
    setup = _object(_get(top, "setup", THE_SAVE), "setup")
    notes = _object(top.get("gameAnnotations") or {}, "gameAnnotations")
    test = _object(top.get("test") or {}, "test")
    end_turn = notes.get("endTurn")
    return Save(
        sets={name: _whole(number, f"setup.sets.{name}") for name, number in _table(setup, "sets").items()},
        elements=_table(setup, "elements"),
        rules=_object(setup.get("rules") or {}, "setup.rules"),
        start=tuple(
            _start_tile(entry, f"setup.start[{k}]")
            for k, entry in enumerate(_list(setup.get("start", []), "setup.start"))
        ),
        players=tuple(
            _text(_get(_object(entry, f"players[{k}]"), "name", f"players[{k}]"), f"players[{k}].name")
            for k, entry in enumerate(_list(_get(top, "players", THE_SAVE), "players"))
        ),
        messages=_without_undone(_messages(top)),
        first_random=_random(top.get("initialRandom", 0.0), "initialRandom"),
        draw_order=tuple(
            _text(tile, f"gameAnnotations.drawOrder[{k}]")
            for k, tile in enumerate(_list(notes.get("drawOrder") or [], "gameAnnotations.drawOrder"))
        ),
        end_turn=None if end_turn is None else _whole(end_turn, "gameAnnotations.endTurn"),
        description=_text(test.get("description") or "", "test.description"),
        assertions=tuple(
            _text(line, f"test.assertions[{k}]")
            for k, line in enumerate(_list(test.get("assertions") or [], "test.assertions"))
        ),
        version=str(top.get("appVersion", "")),
    )


def _messages(top: dict[str, Any]) -> list[Message]:
    entries = _list(_get(top, "replay", THE_SAVE), "replay")
    if len(entries) > MAX_MESSAGES:
        raise about("replay", unreadable("jcz.many_messages", count=len(entries), most=MAX_MESSAGES))
    found: list[Message] = []
    for number, entry in enumerate(entries, 1):
        where = f"replay[{number - 1}]"
        message = _object(entry, where)
        payload = _object(message.get("payload") or {}, f"{where}.payload")
        found.append(Message(number, _text(_get(message, "type", where), f"{where}.type"), payload))
    return found


def _without_undone(messages: list[Message]) -> tuple[Message, ...]:
    """The messages without those taken back: each UNDO takes back the one before it."""
    kept: list[Message] = []
    for message in messages:
        if message.type != "UNDO":
            kept.append(message)
        elif kept:
            kept.pop()
        else:
            raise about(message.says, unreadable("jcz.nothing_to_undo"))
    return tuple(kept)


def random_of(message: Message) -> float | None:
    """The random value in a message, if it has one."""
    value = message.payload.get("random")
    return None if value is None else _random(value, inside(message.says, "random"))


def told(value: object) -> str:
    """A value of a payload for people: texts without quotes, pointers in the notation of assertions."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and "featurePointer" in value:
        return f"{told(value.get('meepleId'))} on {told(value['featurePointer'])}"
    if isinstance(value, dict) and "feature" in value:
        return "{" + ",".join(told(value.get(key)) for key in ("feature", "location", "position")) + "}"
    return json.dumps(value, separators=(",", ":"))


def inside(where: Where, key: str) -> Phrase:
    """A key of something, in error messages."""
    return Phrase("errors.jcz.key", where=where, name=key)


# -- values, checked --------------------------------------------------------------------------------------------------
def cell_of(value: object, where: Where) -> tuple[int, int]:
    """A position `[x, y]`."""
    pair = _list(value, where)
    if len(pair) != 2:
        raise about(where, unreadable("jcz.position"))
    return _whole(pair[0], where), _whole(pair[1], where)


def rotation_of(value: object, where: Where) -> int:
    """`R90` in degrees."""
    if value not in ROTATIONS:
        raise about(where, unreadable("jcz.rotation", value=value, rotations=ROTATIONS))
    return ROTATIONS.index(str(value)) * 90


def text_in(payload: dict[str, Any], key: str, where: Where) -> str:
    """The text behind a key."""
    return _text(_get(payload, key, where), inside(where, key))


def number_in(payload: dict[str, Any], key: str, where: Where) -> int:
    """The whole number behind a key."""
    return _whole(_get(payload, key, where), inside(where, key))


def object_in(payload: dict[str, Any], key: str, where: Where) -> dict[str, Any]:
    """The object behind a key."""
    return _object(_get(payload, key, where), inside(where, key))


def _start_tile(entry: object, where: Where) -> StartTile:
    tile = _object(entry, where)
    degrees = _whole(tile.get("rotation", 0), inside(where, "rotation"))
    if degrees % 90:
        raise about(inside(where, "rotation"), unreadable("jcz.quarter_turn", degrees=degrees))
    x, y = number_in(tile, "x", where), number_in(tile, "y", where)
    return StartTile(text_in(tile, "tile", where), x, y, degrees % 360)


def _get(entry: dict[str, Any], key: str, where: Where) -> object:
    if key not in entry:
        raise unreadable("jcz.no_key", where=where, name=key)
    return entry[key]


def _table(setup: dict[str, Any], key: str) -> dict[str, Any]:
    return _object(_get(setup, key, "setup"), f"setup.{key}")


def _object(value: object, where: Where) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise about(where, unreadable("jcz.no_object", value=_short(value)))
    return value


def _list(value: object, where: Where) -> list[Any]:
    if not isinstance(value, list):
        raise about(where, unreadable("jcz.no_list", value=_short(value)))
    return value


def _text(value: object, where: Where) -> str:
    if not isinstance(value, str):
        raise about(where, unreadable("jcz.no_text", value=_short(value)))
    return value


def _whole(value: object, where: Where) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or abs(value) > 10**6:
        raise about(where, unreadable("jcz.no_whole", value=_short(value)))
    return value


def _random(value: object, where: Where) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise about(where, unreadable("jcz.no_random", value=_short(value)))
    return float(value)


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) < 60 else f"{text[:57]}…"
