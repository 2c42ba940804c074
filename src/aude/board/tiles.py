"""Tiles in their rotation on the table.

>>> from aude.engine.tiles import Segment as Printed
>>> tile = Tile("own/CCCF", (Printed.read("city N E W pennant"), Printed.read("field SL SR beside 0")), 1, 1)
>>> laid = turned_tile(tile, 90, (2, 0))
>>> laid
LaidTile('own/CCCF', (2, 0), 90)
>>> laid.spots
(Spot('city', ('N', 'E', 'S'), (2, 0)), Spot('field', ('WL', 'WR'), (2, 0)))
>>> laid.segments[0]
Segment(kind='city', ports=('N', 'E', 'S'), traits=('pennant',), printed=0)
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from dataclasses import dataclass, field
from functools import lru_cache

from aude.engine.tiles import PORTS, SIDES, Tile, arrow_of
from aude.game.values import Cell, Spot
from aude.shown import Pictured

SILENT = {"end", "enclosed", "castle_base"}  # traits that every drawing shows anyway, or that people need not see
MAX_TURNED = 4000  # rotated tiles in the cache


@dataclass(frozen=True)
class Segment:
    """A piece of city, road, field … of a tile in its rotation."""

    kind: str  # city, road, field …
    ports: tuple[str, ...]
    """The sides (of fields: half sides) that it touches, clockwise from the north-west; empty if it touches none."""
    traits: tuple[str, ...] = ()
    """What is printed on it, sorted: `pennant`, `goods:wine`. A trait that is printed twice is there twice."""
    printed: int | None = None
    """Its number among the segments printed on the tile; None if it was laid over the tile later, as a bridge is."""


@dataclass(frozen=True)
class LaidTile(Pictured):
    """A tile on the table."""

    id: str  # of the kind of tile, as `base/FRRR`
    cell: Cell  # where it lies
    rotation: int
    """How far it is turned clockwise, in degrees."""
    segments: tuple[Segment, ...]
    """What it shows, and what was laid over it later. Segments that mean nothing in this game are left out."""
    spots: tuple[Spot, ...]
    """Where its segments are, in the same order."""
    symbols: tuple[str, ...]
    """What is printed on the tile as a whole; a symbol that points at a side (`arrow:E`) is turned with the tile."""
    facts: Tile = field(compare=False)
    """The tile as its box describes it, not turned."""

    def segment_at(self, spot: Spot) -> Segment:
        """The segment at one of its spots."""
        return self.segments[self.spots.index(spot)]

    def __repr__(self) -> str:
        return f"LaidTile({self.id!r}, {self.cell!r}, {self.rotation})"


def trait_name(trait: str) -> str | None:
    """The name of a trait on the board: `goods:wine` is wine; None if it is not shown."""
    name, _, value = trait.partition(":")
    return None if name in SILENT else value or name


def marks_on(segment: Segment) -> list[str]:
    """The names on the board of what is printed on a segment."""
    names = (trait_name(trait) for trait in segment.traits)
    return list(dict.fromkeys(name for name in names if name))


def sectors_of(tile: Tile) -> list[str]:
    """The names of the sectors on a tile, clockwise, such as those of a wheel."""
    return [str(sector["name"]) for sector in tile.more.get("sectors", [])]


def turned_tile(
    tile: Tile,
    rotation: int = 0,
    cell: Cell = (0, 0),
    known: Iterable[int] | None = None,
    laid_over: Sequence[Segment] = (),
) -> LaidTile:
    """A tile turned by a number of degrees and laid in a cell.

    `known` are the indices of the segments that have a meaning in the game; by default, all of them.
    """
    numbers = tuple(range(len(tile.segments)) if known is None else known)
    printed, symbols = _printed(_Kind(tile), rotation, numbers)
    segments = (*printed, *laid_over) if laid_over else printed
    return LaidTile(tile.id, cell, rotation, segments, _spots(segments, cell), symbols, tile)


class _Kind:
    """A tile as the key of a cache, compared by identity."""

    __slots__ = ("tile",)

    def __init__(self, tile: Tile) -> None:
        self.tile = tile

    def __eq__(self, other: object) -> bool:
        return isinstance(other, _Kind) and other.tile is self.tile

    def __hash__(self) -> int:
        return hash(self.tile.id)


@lru_cache(MAX_TURNED)
def _printed(kind: _Kind, rotation: int, numbers: tuple[int, ...]) -> tuple[tuple[Segment, ...], tuple[str, ...]]:
    """The segments and the symbols of a turned tile, cached because every board needs them."""
    segments = tuple(_turned(kind.tile, number, rotation) for number in numbers)
    return segments, tuple(_turned_symbol(symbol, rotation) for symbol in kind.tile.symbols)


def _turned(tile: Tile, number: int, rotation: int) -> Segment:
    segment = tile.segments[number]
    places = sorted((PORTS.index(port) + rotation // 30) % 12 for port in segment.ports)
    traits = (name for name, count in segment.traits.items() for _ in range(count))
    return Segment(segment.kind, tuple(PORTS[place] for place in places), tuple(sorted(traits)), number)


def _turned_symbol(symbol: str, rotation: int) -> str:
    arrow = arrow_of(symbol)
    return symbol if arrow < 0 else f"{symbol.partition(':')[0]}:{SIDES[(arrow + rotation // 90) % 4]}"


def _spots(segments: Sequence[Segment], cell: Cell) -> tuple[Spot, ...]:
    """The spots of segments; those that touch no side have a number if there are several of their kind."""
    found = []
    inner = [segment.kind for segment in segments if not segment.ports]
    seen: list[str] = []
    for segment in segments:
        sides = segment.ports
        if not sides:
            seen.append(segment.kind)
            sides = (str(seen.count(segment.kind)),) if inner.count(segment.kind) > 1 else ()
        found.append(Spot(segment.kind, sides, cell))
    return tuple(found)
