"""What is stored of a table: one row for each thing that happened. Rows are the truth; everything else follows.

>>> row = Acted(seat="red", person="p1", action={"verb": "pass"}, asked=True)
>>> decode(encode(row)) == row
True
"""

from __future__ import annotations

from typing import Any, TypeAlias

import msgspec
from msgspec import Struct

from aude.wire import Clock


class Row(Struct, tag_field="row", omit_defaults=True):
    """Something that happened at a table."""


class Opened(Row, tag="opened"):
    """A table was made. The secret of its shuffle never leaves the server before the game is over."""

    person: str
    name: str
    setup: dict[str, Any]
    secret: str
    clock: Clock = Clock()
    listed: bool = False
    confirm: bool = True
    purist: bool = False


class Came(Row, tag="came"):
    """Somebody came to the table, or has a new name."""

    person: str
    name: str


class SatDown(Row, tag="sat"):
    """A person, or a bot, took a seat."""

    seat: str
    person: str | None = None
    bot: str | None = None
    contribution: str = ""


class StoodUp(Row, tag="stood"):
    """A seat became free, before the game."""

    seat: str


class Started(Row, tag="started"):
    """The game began."""


class Acted(Row, tag="acted"):
    """A seat chose. `asked` is false if it interrupted. `person` is None for a bot."""

    seat: str
    action: dict[str, Any]
    asked: bool
    person: str | None = None


class Drew(Row, tag="drew"):
    """Chance answered, as often as it was asked."""

    actions: list[dict[str, Any]]


class TookBack(Row, tag="took_back"):
    """The game went back to where it was after so many choices."""

    seat: str
    position: int


class AskedBack(Row, tag="asked_back"):
    """A seat asked everybody to go back."""

    seat: str
    person: str
    position: int


class AnsweredBack(Row, tag="answered_back"):
    """Somebody agreed to going back, or did not."""

    person: str
    agree: bool


class GaveUp(Row, tag="gave_up"):
    """A seat is not played by its person any more: it resigned, was removed, left, or had no time left."""

    seat: str
    why: str
    bot: str | None = None  # who plays on


class Ended(Row, tag="ended"):
    """The game is over, before its last tile if `why` is not 'played'."""

    why: str
    winners: list[str]


class NewHost(Row, tag="host"):
    """Somebody else is the host."""

    person: str


class Went(Row, tag="went"):
    """Somebody left the table, or was removed from it and may not come back."""

    person: str
    removed: bool = False


class Paused(Row, tag="paused"):
    """The clocks stand still, or run again."""

    paused: bool


class Spoke(Row, tag="spoke"):
    """Somebody said a phrase."""

    person: str
    phrase: str


class Rematched(Row, tag="rematched"):
    """The same people meet at a new table."""

    table: str


AnyRow: TypeAlias = (
    Opened | Came | SatDown | StoodUp | Started | Acted | Drew | TookBack | AskedBack | AnsweredBack | GaveUp | Ended
    | NewHost | Went | Paused | Spoke | Rematched
)  # fmt: skip

_DECODER: msgspec.json.Decoder[AnyRow] = msgspec.json.Decoder(AnyRow)
encode = msgspec.json.Encoder().encode


def decode(data: bytes) -> AnyRow:
    """The row that `encode` wrote."""
    return _DECODER.decode(data)
