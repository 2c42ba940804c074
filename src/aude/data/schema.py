"""The schema of stored games: the columns of JSON lines and Parquet, as typed values (docs/data.md).

>>> row = read_plain(Choice, {"name": "field_scoring", "value": "third"})
>>> row, plain(row)
(Choice(name='field_scoring', value='third'), '{"name":"field_scoring","value":"third"}')
"""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from dataclasses import dataclass, fields, is_dataclass
from functools import cache
from types import NoneType
from typing import Annotated, Any, TypeVar, get_args, get_origin, get_type_hints

from aude.catalog.errors import unreadable

VERSION = 1  # increases when the meaning of a column changes or a column is removed, not when one is added

T = TypeVar("T")


@dataclass(frozen=True)
class Choice:
    """A house rule that is not at its default."""

    name: Annotated[str, "the option"]
    value: Annotated[str, "its value"]


@dataclass(frozen=True)
class Number:
    """How many of something, if the set-up says so."""

    name: Annotated[str, "the kind of figure, the set of tiles, or the tile"]
    number: Annotated[int, "how many"]


@dataclass(frozen=True)
class Start:
    """A start tile."""

    tile: Annotated[str, "its name"]
    x: Annotated[int, "its cell: how far to the east"]
    y: Annotated[int, "how far to the south"]
    rotation: Annotated[int, "quarter turns, clockwise"]


@dataclass(frozen=True)
class SetupRow:
    """What was decided before the first tile; who plays is in `seats`."""

    game: Annotated[str, "`carcassonne`, `the_city`"]
    boxes: Annotated[tuple[str, ...], "the expansions"]
    options: Annotated[tuple[Choice, ...], "house rules that are not at their default"]
    without: Annotated[tuple[str, ...], "elements that are switched off"]
    figures: Annotated[tuple[Number, ...], "how many figures of a kind each seat has, if changed"]
    tiles: Annotated[tuple[Number, ...], "how many copies of a set or of a tile, if changed"]
    start: Annotated[tuple[Start, ...], "start tiles, if changed"]
    order: Annotated[tuple[str, ...], "tiles that are drawn first, in this order"]
    rest: Annotated[str, "the other tiles: `random`, or `none`"]
    position: Annotated[str, "what lay on the table before the first turn, as lines of a record"]


@dataclass(frozen=True)
class SeatRow:
    """A seat and its result."""

    seat: Annotated[str, "its name"]
    bot: Annotated[str, "who played it; `random` if no bot was named"]
    points: Annotated[int | None, "its points at the end; null if a bot has forfeited the game"]
    rank: Annotated[int, "1 + how many seats have more points; a seat that forfeits is last"]
    seconds: Annotated[float | None, "how long its bot thought, if `--times` was given"]


@dataclass(frozen=True)
class MoveRow:
    """A choice of a seat, or of chance."""

    seat: Annotated[str, "who chose; `chance` for draws and other random decisions"]
    action: Annotated[str, "what was chosen, in the notation of records (docs/actions.md)"]


@dataclass(frozen=True)
class TileRow:
    """A tile on the table; rows are in the order in which the tiles were laid."""

    tile: Annotated[str, "its name"]
    x: Annotated[int, "its cell: how far to the east of the start tile"]
    y: Annotated[int, "how far to the south"]
    rotation: Annotated[int, "degrees, clockwise: 0, 90, 180 or 270"]
    move: Annotated[int | None, "the index in `moves` of the choice that laid it; null if it lay there before the game"]
    seat: Annotated[str | None, "who laid it; null if it lay there before the game"]
    points: Annotated[int, "what it brought: the points, of all seats, for features that were completed by it"]


@dataclass(frozen=True)
class ScoreRow:
    """One line of the sum behind a score. The lines of a seat add up to its points."""

    move: Annotated[int | None, "the index in `moves` of the choice that led to it; null for points in the set-up"]
    seat: Annotated[str, "who gets the points"]
    cause: Annotated[str, "what scored: `city`, `fairy` (see below)"]
    line: Annotated[str, "the label of the line: `tiles`, `pennants`"]
    feature: Annotated[str | None, "the kind of the feature; null if the points are not for a feature"]
    box: Annotated[str, "the box that the cause belongs to"]
    count: Annotated[int, "how many of them the line counts"]
    points: Annotated[int, "the points of the line; negative if they are lost"]
    final: Annotated[bool, "whether the points were given at the end of the game"]
    tile: Annotated[int | None, "the index in `tiles` of the tile that completed the feature; null if none did"]


@dataclass(frozen=True)
class ForfeitRow:
    """A bot that forfeited the game."""

    seat: Annotated[str, "whose bot it was"]
    bot: Annotated[str, "its name"]
    reason: Annotated[str, "what it did"]


@dataclass(frozen=True)
class GameRow:
    """One game."""

    schema: Annotated[int, "the version of this schema"]
    run: Annotated[str, "a digest of the flags of the run (set-up, players, bots, seed): equal in all games of a run"]
    number: Annotated[int, "the number of the game in its run, from 0"]
    seed: Annotated[int, "the seed of the game: everything random in it depends only on this"]
    setup: Annotated[SetupRow, "what was decided before the first tile"]
    seats: Annotated[tuple[SeatRow, ...], "who played, in the order of play"]
    first: Annotated[str, "the seat that had the first turn"]
    turns: Annotated[int, "how many tiles the seats have laid"]
    unplaceable: Annotated[int, "how many tiles fitted nowhere"]
    moves: Annotated[tuple[MoveRow, ...], "every choice; played again they give the same game"]
    tiles: Annotated[tuple[TileRow, ...], "every tile on the table"]
    scores: Annotated[tuple[ScoreRow, ...], "every line of every score"]
    forfeit: Annotated[ForfeitRow | None, "if a bot has forfeited the game: who, and why. The game ended there"]
    seconds: Annotated[float | None, "how long the game took, if `--times` was given"]


# -- as JSON ----------------------------------------------------------------------------------------------------------
def plain(row: object) -> str:
    """A value of this schema as one line of JSON; equal values give equal bytes."""
    return json.dumps(row, default=vars, ensure_ascii=False, separators=(",", ":"))


def read_plain(kind: type[T], data: Any) -> T:
    """Convert JSON data to a value of this schema. Unknown data is an error; columns that were not read are empty."""
    try:
        found: T = _reader(kind)(data)  # type: ignore[arg-type]
    except (TypeError, ValueError, KeyError, AttributeError):
        raise unreadable("data.no_game", data=repr(data)) from None
    return found


@cache
def _reader(kind: Any) -> Callable[[Any], Any]:
    """The function that reads values of a type."""
    if is_dataclass(kind):
        readers = [(name, _reader(of)) for name, of in _types(kind)]

        row: Any = kind

        def read_row(data: Any) -> Any:
            return row(**{name: read(data[name]) for name, read in readers})

        return read_row
    if get_origin(kind) is tuple:
        read_one = _reader(get_args(kind)[0])
        return lambda data: tuple(map(read_one, data or ()))
    parts = get_args(kind)
    if parts:
        read_part = _reader(next(part for part in parts if part is not NoneType))
        return lambda data: None if data is None else read_part(data)

    def read_value(data: Any) -> Any:
        if type(data) is not kind:
            raise TypeError(data)
        return data

    return read_value


def _types(kind: Any) -> list[tuple[str, Any]]:
    """The columns of a row, with their types."""
    hints = get_type_hints(kind)
    return [(entry.name, hints[entry.name]) for entry in fields(kind)]


# -- as Arrow ---------------------------------------------------------------------------------------------------------
def arrow_fields(kind: Any, arrow: Any) -> list[Any]:
    """The columns of a row as Arrow fields; `arrow` is the library."""
    return [arrow.field(name, _arrow_type(of, arrow)) for name, of in _types(kind)]


def _arrow_type(kind: Any, arrow: Any) -> Any:
    if is_dataclass(kind):
        return arrow.struct(arrow_fields(kind, arrow))
    if get_origin(kind) is tuple:
        return arrow.list_(_arrow_type(get_args(kind)[0], arrow))
    parts = get_args(kind)
    if parts:
        return _arrow_type(next(part for part in parts if part is not NoneType), arrow)
    of_value = {int: arrow.int64, str: arrow.string, bool: arrow.bool_, float: arrow.float64}
    return of_value[kind]()


# -- in words ---------------------------------------------------------------------------------------------------------
def described(kind: Any = GameRow, within: str = "") -> Iterator[tuple[str, str, str]]:
    """Every column, including nested ones: its name, its type and its description."""
    abouts = get_type_hints(kind, include_extras=True)
    for own, hint in _types(kind):
        is_list = get_origin(hint) is tuple
        parts = [part for part in get_args(hint) if part not in (NoneType, ...)]
        inner = parts[0] if parts else hint
        name = f"{within}{own}"
        words = {int: "integer", str: "text", bool: "true or false", float: "number"}
        said = "object" if is_dataclass(inner) else words[inner]
        said = f"list of {said if said in ('text',) else said + 's'}" if is_list else said
        if NoneType in get_args(hint):
            said += " or null"
        yield name, said, abouts[own].__metadata__[0]
        if is_dataclass(inner):
            yield from described(inner, f"{name}[]." if is_list else f"{name}.")
