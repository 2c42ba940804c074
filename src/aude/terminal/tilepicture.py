"""Draws a tile in characters.

Everything is derived from the facts of tiles (segments and the ports they touch), so every box can be drawn:

    ·#####·    A whole side that belongs to a segment is filled with the segment's sign, a side that it shares with
    ───────    the halves of others is a line, and what touches no side stands in the middle, as a capital letter.
    ·······
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from copy import copy
from math import copysign, cos, pi, sin
from typing import TYPE_CHECKING

from aude.board.tiles import Segment, marks_on, sectors_of, turned_tile
from aude.engine.rules import Rules
from aude.engine.tiles import BLANK, SIDES, Tile, arrow_of
from aude.game.values import Cell
from aude.terminal.glyphs import CROSSING, Look, Row, symbol_name, text_of
from aude.terminal.tilesearch import find_tile

if TYPE_CHECKING:
    from aude.game.game import GameCore

BIG = (11, 5)  # the size of a single tile in characters
ARROWS = ("↑^", "→>", "↓v", "←<")  # for symbols that point at a side

HALVES = {
    "NL": (-0.5, -1.0), "NR": (0.5, -1.0), "EL": (1.0, -0.5), "ER": (1.0, 0.5),
    "SL": (0.5, 1.0), "SR": (-0.5, 1.0), "WL": (-1.0, 0.5), "WR": (-1.0, -0.5),
}  # fmt: skip
MIDDLES = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}


def away(distance: float) -> int:
    """The nearest whole number; halves are rounded away from 0."""
    return int(distance + copysign(0.5 + 1e-6, distance))


def _parts(cells: set[Cell]) -> int:
    """The number of connected parts of these characters."""
    left, count = set(cells), 0
    while left:
        count += 1
        reached = [left.pop()]
        while reached:
            x, y = reached.pop()
            beside = {(x - 1, y), (x + 1, y), (x, y - 1), (x, y + 1)} & left
            left -= beside
            reached += beside
    return count


class Picture:
    """A tile in characters, with the piece that each of them belongs to."""

    def __init__(
        self,
        pieces: Sequence[Segment],
        symbols: Sequence[str],
        look: Look,
        width: int,
        height: int,
        sectors: Sequence[str] = (),
    ) -> None:
        self.pieces = pieces
        self.look = look
        self.width = width
        self.height = height
        self.middle = (width // 2, height // 2)
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [["other"] * width for _ in range(height)]
        self.owner = [[-1] * width for _ in range(height)]
        self.locked: set[Cell] = set()
        self.rooms: dict[int, Cell] = {}  # the positions of the letters of pieces in the middle
        self.owners = {port: number for number, piece in enumerate(pieces) for port in piece.ports}
        self._fill()
        self._draw_lines()
        self._draw_middles()
        self._draw_sectors(sectors)
        for number, piece in enumerate(pieces):
            for mark in marks_on(piece):
                self.put(number, look.marks.get(mark, "?"), "mark", printed=True)
        for symbol in symbols:
            arrow = ARROWS[arrow_of(symbol)][look.plain] if arrow_of(symbol) >= 0 else ""
            self.put(-1, look.marks.get(symbol_name(symbol), "?") + arrow, "mark")

    def copy(self) -> Picture:
        """A copy that can be written on."""
        other = copy(self)
        other.chars, other.styles = [list(row) for row in self.chars], [list(row) for row in self.styles]
        other.locked, other.rooms = set(self.locked), dict(self.rooms)
        return other

    def _set(self, x: int, y: int, char: str, number: int, style: str) -> None:
        self.chars[y][x] = char
        self.owner[y][x] = number
        self.styles[y][x] = style

    def _whole_sides(self, piece: Segment) -> str:
        """The sides that belong to the piece alone, halves included."""
        sides = [side for side in SIDES if side in piece.ports]
        return "".join(s for s in sides if s + "L" not in self.owners and s + "R" not in self.owners)

    def _fill(self) -> None:
        """Fill areas: pieces with whole sides, and between them pieces that touch half sides."""
        if not self.pieces:
            self.chars = [[self.look.area(BLANK)] * self.width for _ in range(self.height)]
        areas = [(number, self._whole_sides(piece)) for number, piece in enumerate(self.pieces)]
        halves = [(place, self.owners[port]) for port, place in HALVES.items() if port in self.owners]
        for y in range(self.height):
            for x in range(self.width):
                u, v = (2 * x + 1) / self.width - 1, (2 * y + 1) / self.height - 1
                number = next((n for n, sides in areas if sides and self._covers(sides, x, y, u, v)), -1)
                if number < 0 and halves:
                    number = min(halves, key=lambda half: (half[0][0] - u) ** 2 + (half[0][1] - v) ** 2)[1]
                if number >= 0:
                    kind = self.pieces[number].kind
                    self._set(x, y, self.look.area(kind), number, self.look.style(kind))

    def _covers(self, sides: str, x: int, y: int, u: float, v: float) -> bool:
        """Whether an area with these whole sides covers a point: those that are nearest to its sides."""
        away = {"N": 1 + v, "E": 1 - u, "S": 1 - v, "W": 1 + u}
        mine = min(away[side] for side in sides)
        others = min([away[side] for side in SIDES if side not in sides], default=9.0)
        if (sides == "EW" and y == self.middle[1]) or (sides == "NS" and abs(u) < 0.34):
            return True
        if len(sides) == 1:
            return mine < others - 1e-9 and mine < 0.67
        return mine < others + 1e-9

    def _way(self, side: str) -> list[Cell]:
        """The characters from a side to the middle, excluding the middle."""
        cx, cy = self.middle
        if side == "N":
            return [(cx, y) for y in range(cy)]
        if side == "S":
            return [(cx, y) for y in range(self.height - 1, cy, -1)]
        if side == "W":
            return [(x, cy) for x in range(cx)]
        return [(x, cy) for x in range(self.width - 1, cx, -1)]

    def _draw_lines(self) -> None:
        """Draw pieces that share their sides with halves of others. Roads that end in the middle meet at a crossing.

        The first one that crosses the tile gets the middle; others bend or end before it.
        """
        cx, cy = self.middle
        ends = 0
        used = False
        crossed = any(self.pieces[number].kind == "road" for number in self._crossing())
        for number, piece in enumerate(self.pieces):
            sides = [side for side in SIDES if side in piece.ports and side not in self._whole_sides(piece)]
            if not sides:
                continue
            style = self.look.style(piece.kind)
            for side in sides:
                for x, y in self._way(side):
                    if len(sides) == 1 and self._is_area(x, y):
                        break  # a road ends at the city's wall
                    self._set(x, y, self.look.line(piece.kind, side), number, style)
            if len(sides) == 1:
                ends += piece.kind == "road"
                *before, (x, y) = self._way(sides[0])
                if crossed and before and piece.kind == "road" and self.owner[y][x] == number:
                    self._set(x, y, CROSSING, number, style)
            elif not used:
                self._set(cx, cy, self.look.line(piece.kind, sides), number, style)
                used = True
            elif len(set(sides) & {"N", "S"}) == len(set(sides) & {"E", "W"}) == 1:
                self._bend(number, sides, style)
        if ends and not used and not self._is_area(cx, cy):
            self._set(cx, cy, CROSSING, -1, self.look.style("road"))

    def _crossing(self) -> list[int]:
        """The pieces that are lines from one side of the tile to another."""
        return [
            number for number, piece in enumerate(self.pieces)
            if len([side for side in SIDES if side in piece.ports and side not in self._whole_sides(piece)]) > 1
        ]  # fmt: skip

    def _bend(self, number: int, sides: list[str], style: str) -> None:
        """Draw a line from one side to the next that avoids the middle."""
        cx, cy = self.middle
        x, y = cx + (1 if "E" in sides else -1), cy + (1 if "S" in sides else -1)
        kind = self.pieces[number].kind
        for at, ways in (((x, cy), sides), ((cx, y), sides), ((x, y), [side for side in SIDES if side not in sides])):
            self._set(*at, self.look.line(kind, ways), number, style)

    def _is_area(self, x: int, y: int) -> bool:
        number = self.owner[y][x]
        return number >= 0 and bool(self._whole_sides(self.pieces[number]))

    def _draw_middles(self) -> None:
        """Draw the letters of pieces that touch no side, in the middle or as close to it as there is room."""
        cx, cy = self.middle
        taken: set[Cell] = set()
        for number, piece in enumerate(self.pieces):
            if piece.ports:
                continue
            best, at = 1e9, self.middle
            for y in range(self.height):
                for x in range(1, self.width - 1):
                    here = [(x + k, y) for k in (-1, 0, 1)]
                    crowd = sum(cell in taken for cell in here)
                    cost = 90 * crowd + 5 * sum(self._is_area(*cell) for cell in here) + abs(x - cx) + 2 * abs(y - cy)
                    if cost < best:
                        best, at = cost, (x, y)
            sign = self.look.middles.get(piece.kind) or self.look.area(piece.kind)
            for k, char in ((-1, "("), (0, sign), (1, ")")):
                self._set(at[0] + k, at[1], char, number, self.look.style(piece.kind))
                taken.add((at[0] + k, at[1]))
            self.rooms[number] = at
        self.locked |= taken

    def _draw_sectors(self, sectors: Sequence[str]) -> None:
        """Draw the letters of sectors around the middle, clockwise from the top."""
        cx, cy = self.middle
        for number, name in enumerate(sectors):
            angle = 2 * pi * number / len(sectors)
            x, y = cx + away(0.8 * cx * sin(angle)), cy - away(cy * cos(angle))
            self.chars[y][x] = self.look.marks.get(name, "?")
            self.styles[y][x] = "mark"
            self.locked.add((x, y))

    def put(self, number: int, text: str, style: str, printed: bool = False) -> None:
        """Write something on a piece (-1: anywhere near the middle), without hiding what was written before.

        It should not make one area look like two.
        """
        if number in self.rooms and self._put_inside(number, text, style):
            return
        cells = [(x, y) for y in range(self.height) for x in range(self.width) if self.owner[y][x] == number >= 0]
        px, py = self._anchor(number, cells)
        best, at = 1e9, (0, 0)
        through = self._through() if number < 0 else set()
        seen = {*cells} - self.locked
        parts = _parts(seen)
        for y in range(self.height):
            for x in range(self.width - len(text) + 1):
                here = [(x + k, y) for k in range(len(text))]
                if any(cell in self.locked for cell in here):
                    continue
                strange = sum(cell not in cells for cell in here) if cells else 0
                broken = sum(cell in through for cell in here)
                if printed and here[0] in cells and _parts(seen - {*here}) > parts:
                    broken += 2
                # A character is about twice as high as wide.
                cost = 6 * strange + 4 * broken + abs(x + (len(text) - 1) / 2 - px) + 2 * abs(y - py)
                if cost < best - 1e-9:
                    best, at = cost, (x, y)
        if best < 1e9:
            for k, char in enumerate(text):
                x, y = at[0] + k, at[1]
                self.chars[y][x] = char
                self.styles[y][x] = style
                self.locked.add((x, y))

    def _through(self) -> set[Cell]:
        """The characters of roads that cross the tile, of which hiding one would make the road seem to end."""
        lines = self._crossing()
        return {(x, y) for y in range(self.height) for x in range(self.width) if self.owner[y][x] in lines}

    def _put_inside(self, number: int, text: str, style: str) -> bool:
        """Write into the brackets of a piece in the middle, after its letter: `(Mm2)`; `Mm2` if it is narrow."""
        x, y = self.rooms.pop(number)
        own = {(x + k, y) for k in (-1, 0, 1)}
        whole, bare = f"({self.chars[y][x]}{text})", f"{self.chars[y][x]}{text}"
        for shape, margin in ((whole, 1), *([(bare, 0)] if len(bare) >= len(own) else []), (whole, 0)):
            left = x - (len(shape) - 1) // 2
            here = [(left + k, y) for k in range(len(shape))]
            if left < margin or left + len(shape) > self.width - margin or (set(here) - own) & self.locked:
                continue
            inside = left + shape.index(text)
            room = self.styles[y][x]
            for (at, _), char in zip(here, shape, strict=True):
                self.chars[y][at] = char
                self.styles[y][at] = style if inside <= at < inside + len(text) else room
            self.locked |= set(here)
            return True
        return False

    def _anchor(self, number: int, cells: list[Cell]) -> tuple[float, float]:
        """The middle of a piece."""
        if cells:
            return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
        ports = self.pieces[number].ports if number >= 0 else ()
        places = [HALVES.get(port) or MIDDLES[port] for port in ports] or [(0.0, 0.0)]
        u = sum(place[0] for place in places) / len(places)
        v = sum(place[1] for place in places) / len(places)
        return (u + 1) / 2 * (self.width - 1), (v + 1) / 2 * (self.height - 1)

    def rows(self) -> list[Row]:
        """The picture, line by line."""
        return [list(zip(chars, styles, strict=True)) for chars, styles in zip(self.chars, self.styles, strict=True)]


def picture_of(
    pieces: Sequence[Segment], symbols: Sequence[str], look: Look, size: tuple[int, int], sectors: Sequence[str] = ()
) -> Picture:
    """A picture that can be written on. Tiles that look the same are drawn only once."""
    key = (tuple(pieces), tuple(symbols), size, tuple(sectors))
    if key not in look.grounds:
        look.grounds[key] = Picture(pieces, symbols, look, *size, sectors)
    return look.grounds[key].copy()


def tile_rows(
    source: GameCore | Rules | Mapping[str, Tile],
    tile_id: str,
    rotation: int = 0,
    *,
    plain: bool = False,
    size: tuple[int, int] = BIG,
) -> list[Row]:
    """A single tile as styled lines. `source` is a game, its rules, or the tiles by id."""
    tile, look, kept = find_tile(source, tile_id, plain)
    shown = turned_tile(tile, rotation * 90, known=kept)
    return picture_of(shown.segments, shown.symbols, look, size, sectors_of(tile)).rows()


def tile_picture(
    source: GameCore | Rules | Mapping[str, Tile],
    tile_id: str,
    rotation: int = 0,
    *,
    plain: bool = False,
    size: tuple[int, int] = BIG,
) -> str:
    """A single tile, turned by quarters.

    >>> from aude import Game
    >>> print(tile_picture(Game(seed=1), "base/CRFR-rEW", size=(7, 3), plain=True))
    .#####.
    -------
    .......
    """
    return "\n".join(text_of(row) for row in tile_rows(source, tile_id, rotation, plain=plain, size=size))
