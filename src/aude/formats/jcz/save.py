"""Parses the JSON of a save of JCloisterZone key by key. Errors name the key."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from typing import Any

from aude.errors import Unreadable

ROTATIONS = ("R0", "R90", "R180", "R270")
MAX_MESSAGES = 20_000
MAX_CHARACTERS = 20_000_000


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
    def says(self) -> str:
        """Its name in error messages."""
        return f"message {self.number} ({self.type})"


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
        raise Unreadable(f"a save of {len(text)} characters; {MAX_CHARACTERS} are possible")
    if not text.strip():
        raise Unreadable("the save is empty")
    try:
        found = json.loads(text.removeprefix("\ufeff"))
    except json.JSONDecodeError as error:
        raise Unreadable(f"this is not a save: {error.msg}", error.lineno) from None
    except (ValueError, RecursionError) as error:
        raise Unreadable(f"this is not a save: {error}") from None
    top = _object(found, "the save")
    setup = _object(_get(top, "setup", "the save"), "setup")
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
            for k, entry in enumerate(_list(_get(top, "players", "the save"), "players"))
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
    entries = _list(_get(top, "replay", "the save"), "replay")
    if len(entries) > MAX_MESSAGES:
        raise Unreadable(f"replay: {len(entries)} messages; {MAX_MESSAGES} are possible")
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
            raise Unreadable(f"{message.says}: there is nothing to take back")
    return tuple(kept)


def random_of(message: Message) -> float | None:
    """The random value in a message, if it has one."""
    value = message.payload.get("random")
    return None if value is None else _random(value, f"{message.says}: random")


def told(value: object) -> str:
    """A value of a payload for people: texts without quotes, pointers in the notation of assertions."""
    if isinstance(value, str):
        return value
    if isinstance(value, dict) and "featurePointer" in value:
        return f"{told(value.get('meepleId'))} on {told(value['featurePointer'])}"
    if isinstance(value, dict) and "feature" in value:
        return "{" + ",".join(told(value.get(key)) for key in ("feature", "location", "position")) + "}"
    return json.dumps(value, separators=(",", ":"))


# -- values, checked --------------------------------------------------------------------------------------------------
def cell_of(value: object, where: str) -> tuple[int, int]:
    """A position `[x, y]`."""
    pair = _list(value, where)
    if len(pair) != 2:
        raise Unreadable(f"{where}: a position is [x, y]")
    return _whole(pair[0], where), _whole(pair[1], where)


def rotation_of(value: object, where: str) -> int:
    """`R90` in degrees."""
    if value not in ROTATIONS:
        raise Unreadable(f"{where}: {value!r} is not a rotation ({', '.join(ROTATIONS)})")
    return ROTATIONS.index(str(value)) * 90


def text_in(payload: dict[str, Any], key: str, where: str) -> str:
    """The text behind a key."""
    return _text(_get(payload, key, where), f"{where}.{key}")


def number_in(payload: dict[str, Any], key: str, where: str) -> int:
    """The whole number behind a key."""
    return _whole(_get(payload, key, where), f"{where}.{key}")


def object_in(payload: dict[str, Any], key: str, where: str) -> dict[str, Any]:
    """The object behind a key."""
    return _object(_get(payload, key, where), f"{where}.{key}")


def _start_tile(entry: object, where: str) -> StartTile:
    tile = _object(entry, where)
    degrees = _whole(tile.get("rotation", 0), f"{where}.rotation")
    if degrees % 90:
        raise Unreadable(f"{where}.rotation: {degrees} is not a quarter turn")
    x, y = number_in(tile, "x", where), number_in(tile, "y", where)
    return StartTile(text_in(tile, "tile", where), x, y, degrees % 360)


def _get(entry: dict[str, Any], key: str, where: str) -> object:
    if key not in entry:
        raise Unreadable(f"{where} has no {key!r}")
    return entry[key]


def _table(setup: dict[str, Any], key: str) -> dict[str, Any]:
    return _object(_get(setup, key, "setup"), f"setup.{key}")


def _object(value: object, where: str) -> dict[str, Any]:
    if not isinstance(value, dict):
        raise Unreadable(f"{where}: an object is wanted, not {_short(value)}")
    return value


def _list(value: object, where: str) -> list[Any]:
    if not isinstance(value, list):
        raise Unreadable(f"{where}: a list is wanted, not {_short(value)}")
    return value


def _text(value: object, where: str) -> str:
    if not isinstance(value, str):
        raise Unreadable(f"{where}: a text is wanted, not {_short(value)}")
    return value


def _whole(value: object, where: str) -> int:
    if isinstance(value, float) and value.is_integer():
        value = int(value)
    if type(value) is not int or abs(value) > 10**6:
        raise Unreadable(f"{where}: a whole number is wanted, not {_short(value)}")
    return value


def _random(value: object, where: str) -> float:
    if isinstance(value, bool) or not isinstance(value, int | float) or not 0 <= value < 1:
        raise Unreadable(f"{where}: a number from 0 to less than 1 is wanted, not {_short(value)}")
    return float(value)


def _short(value: object) -> str:
    text = json.dumps(value)
    return text if len(text) < 60 else f"{text[:57]}…"
