"""What a tile shows, turned and in one game: its segments as pieces, its symbols."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING

from aude.engine.rules import Rules
from aude.engine.tiles import PORTS, SIDES, Tile, arrow_of
from aude.terminal.glyphs import trait_name

if TYPE_CHECKING:
    from aude.game.game import Game


@dataclass(frozen=True)
class Piece:
    """A segment as it lies: its kind, the ports it touches, and what is printed on it."""

    kind: str
    ports: tuple[str, ...]
    marks: tuple[str, ...] = ()


def turned(port: str, turn: int) -> str:
    """Where a port points when its tile is turned by quarters."""
    return PORTS[(PORTS.index(port) + 3 * turn) % 12]


def turned_symbols(tile: Tile, turn: int) -> list[str]:
    """The symbols of a turned tile; one that points at a side points at another then."""
    found = []
    for symbol in tile.symbols:
        arrow = arrow_of(symbol)
        found.append(symbol if arrow < 0 else f"{symbol.partition(':')[0]}:{SIDES[(arrow + turn) % 4]}")
    return found


def tile_pieces(tile: Tile, turn: int = 0, kept: Sequence[int] | None = None) -> list[Piece]:
    """The pieces of a tile, turned; `kept` leaves out what is decoration in this game."""
    chosen = range(len(tile.segments)) if kept is None else kept
    found = []
    for index in chosen:
        segment = tile.segments[index]
        ports = sorted((turned(port, turn) for port in segment.ports), key=PORTS.index)
        names = (trait_name(trait) for trait, number in segment.traits.items() if number)
        found.append(Piece(segment.kind, tuple(ports), tuple(name for name in names if name)))
    return found


def sight(rules: Rules, tile_id: str) -> tuple[object, ...]:
    """What a tile shows in this game: equal for tiles that differ only in what is decoration here."""
    number = rules.table.index[tile_id]
    tile = rules.table.tiles[number]
    return (*tile_pieces(tile, 0, rules.table.kept[number]), *tile.symbols)


def turns_of(game: Game, tile_id: str) -> list[int]:
    """The turns (in quarters) in which a tile looks different."""
    table = game.rules.table
    number = table.index[tile_id]
    return [turn for turn in range(4) if int(table.equal_rotation[number * 4 + turn]) == turn]
