"""Tile facts: what is printed on each tile, read from a box's `tiles.toml`.

A segment is written as one line of words:

    KIND SIDES… TRAITS… [beside INDEX…]

for example ``city N E W pennant``, ``road S end=city`` or ``field EL WR beside 0``. Sides are N E S W;
fields name half sides, clockwise from the north-west corner: NL NR EL ER SL SR WL WR (left and right as
seen from the middle of the tile). ``beside`` lists the segments of the same tile that this one borders.

Symbols are marks on the tile as a whole, ``star``. One that points at a side, ``arrow:E``, turns with the tile.
"""

from __future__ import annotations

import re
import tomllib
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

SIDES = "NESW"
# The twelve ports of a tile, clockwise: each side has a left half, a middle and a right half.
PORTS = ("NL", "N", "NR", "EL", "E", "ER", "SL", "S", "SR", "WL", "W", "WR")


TRAIT = re.compile(r"[a-z_]+(=[A-Za-z0-9_]+)?")
BLANK = "blank"  # the kind of a side on which nothing continues: it closes what it meets; no tile is laid against it


def arrow_of(symbol: str) -> int:
    """The number of the side that a symbol points at, as printed: 1 for `extra:E`; -1 for none."""
    value = symbol.partition(":")[2]
    return SIDES.index(value) if value in tuple(SIDES) else -1


class TileError(ValueError):
    """A mistake in a file of tile facts; the message names the file and the tile."""


@dataclass(frozen=True)
class Segment:
    """One piece of city, road or field on a tile."""

    kind: str
    ports: tuple[str, ...] = ()
    traits: dict[str, int] = field(default_factory=dict)
    beside: tuple[int, ...] = ()

    @classmethod
    def read(cls, line: str) -> Segment:
        """Read a segment line (see the module docstring)."""
        words = line.split()
        if not words:
            raise TileError("an empty segment")
        ports: list[str] = []
        traits: dict[str, int] = {}
        beside: list[int] = []
        rest = words[1:]
        if "beside" in rest:
            cut = rest.index("beside")
            rest, indexes = rest[:cut], rest[cut + 1 :]
            if not indexes or not all(word.isdigit() for word in indexes):
                raise TileError(f"{line!r}: 'beside' needs segment numbers")
            beside = [int(word) for word in indexes]
        for word in rest:
            name, _, value = word.partition("=")
            if word in PORTS:
                if word in ports:
                    raise TileError(f"{line!r}: {word} is given twice")
                ports.append(word)
            elif not TRAIT.fullmatch(word):
                raise TileError(f"{line!r}: {word!r} is neither a side nor a trait (lower case, as in 'end=city')")
            elif value.isdigit():
                traits[name] = int(value)
            else:
                traits[f"{name}:{value}" if value else name] = 1
        return cls(words[0], tuple(ports), traits, tuple(beside))


@dataclass(frozen=True)
class Tile:
    """A kind of tile: its printed segments and how many there are of it."""

    id: str
    segments: tuple[Segment, ...]
    count: int
    first_edition: int
    symbols: tuple[str, ...] = ()
    more: dict[str, Any] = field(default_factory=dict)

    @property
    def drawn(self) -> bool:
        """Whether it is one of the tiles to draw; others are handed out or laid by a rule of their box."""
        return bool(self.more.get("in_draw_pile", True))

    @property
    def set(self) -> str:
        """The tile set it belongs to: the part of the id before the slash."""
        return self.id.partition("/")[0]

    def linked(self, index: int) -> list[int]:
        """The segments linked to this one by a group in `links`, such as a city that a road leads into."""
        groups: list[list[int]] = self.more.get("links", [])
        return sorted({other for group in groups if index in group for other in group} - {index})

    def side_kind(self, side: str) -> str:
        """The kind that determines what this side may meet: that of its middle port, or of its halves, or BLANK."""
        owners = {port: segment.kind for segment in self.segments for port in segment.ports}
        return owners.get(side) or owners.get(side + "L") or BLANK


@dataclass(frozen=True)
class TileSet:
    """A named set of tiles, as published."""

    id: str
    title: str
    tiles: tuple[Tile, ...]
    start: str | None = None
    provenance: str | None = None


TILE_FIELDS = {"id", "segments", "count", "first_edition", "symbols"}


def _read_tile(facts: dict[str, Any], where: str) -> Tile:
    try:
        ident: str = facts["id"]
        segments = tuple(Segment.read(line) for line in facts["segments"])
        count: int = facts["count"]
    except KeyError as missing:
        raise TileError(f"{where}: a tile without {missing}") from None
    except TileError as error:
        raise TileError(f"{where}: {facts.get('id')}: {error}") from None
    if isinstance(facts["segments"], str):
        raise TileError(f"{where}: {ident}: segments must be a list")
    claimed = [port for segment in segments for port in segment.ports]
    for port in claimed:
        if claimed.count(port) > 1:
            raise TileError(f"{where}: {ident}: {port} belongs to two segments")
    for side in SIDES:
        if (side + "L" in claimed) != (side + "R" in claimed):
            raise TileError(f"{where}: {ident}: only one half of side {side} belongs to a segment")
    for segment in segments:
        if any(index >= len(segments) for index in segment.beside):
            raise TileError(f"{where}: {ident}: 'beside' names a segment that is not there")
    return Tile(
        id=ident,
        segments=segments,
        count=count,
        first_edition=facts.get("first_edition", count),
        symbols=tuple(facts.get("symbols", ())),
        more={name: value for name, value in facts.items() if name not in TILE_FIELDS},
    )


def read_tile_sets(path: Path) -> dict[str, TileSet]:
    """The tile sets of a file, by id."""
    try:
        text = tomllib.loads(path.read_text(encoding="utf-8"))
    except (OSError, tomllib.TOMLDecodeError) as error:
        raise TileError(f"{path.name}: {error}") from None
    tiles = [_read_tile(facts, path.name) for facts in text.get("tile", [])]
    known = {tile.id for tile in tiles}
    if len(known) != len(tiles):
        raise TileError(f"{path.name}: two tiles have the same id")
    sets: dict[str, TileSet] = {}
    for name, head in text.get("sets", {}).items():
        mine = tuple(tile for tile in tiles if tile.set == name)
        if head.get("start") is not None and head["start"] not in known:
            raise TileError(f"{path.name}: the start tile {head['start']} is not among the tiles")
        sets[name] = TileSet(name, head["title"], mine, head.get("start"), head.get("provenance"))
    strays = [tile.id for tile in tiles if tile.set not in sets]
    if strays:
        raise TileError(f"{path.name}: {strays[0]} belongs to no set of this file")
    return sets
