"""Draws what stands at the sides of tiles, in the empty cells that the sides face.

┏━━━━━━━━━┓    Whatever stands there is a line along its side; lines that meet are joined, round the corners of tiles
┃ ·#####· g1   and into bays. What is more than a wall has a sign on that line: a capital letter if it is nobody's, a
┃ ─────── ┃    small one with the number of its seat if it is somebody's.
┃ ······· ┃
┗━━━G━━━━━┛
"""

from __future__ import annotations

from collections.abc import Collection, Sequence
from itertools import pairwise

from aude.board.marks import Edge
from aude.engine.tiles import SIDES
from aude.game.values import Cell
from aude.terminal.glyphs import Look

AHEAD = ((0, -1), (1, 0), (0, 1), (-1, 0))  # one step to each side
# How signs are put: what it costs to hide a line of another side, to hide a corner, to stand close to another sign.
HIDES, TURNS, CROWDS = 6.0, 3.0, 2.0


def facing(edge: Edge) -> Cell:
    """The cell that a side faces.

    >>> facing((0, 0, 1))
    (1, 0)
    """
    x, y, side = edge
    return x + AHEAD[side][0], y + AHEAD[side][1]


def on_way(start: Cell, end: Cell) -> list[Cell]:
    """The characters from one to another in the same row or column, inclusive."""
    (x, y), (to_x, to_y) = start, end
    if y == to_y:
        return [(column, y) for column in range(x, to_x, 1 if to_x > x else -1)] + [end]
    return [(x, row) for row in range(y, to_y, 1 if to_y > y else -1)] + [end]


class SidePicture:
    """Characters around tiles. Positions refer to the whole board, with one more character between cells."""

    def __init__(self, edges: Collection[Edge], laid: Collection[Cell], look: Look, width: int, height: int) -> None:
        self.laid = laid
        self.look = look
        self.width = width
        self.height = height
        self.links: dict[Cell, set[str]] = {}  # for characters of lines: the sides to which they continue
        self.signs: dict[Cell, tuple[str, str]] = {}
        self.edges = {edge for edge in edges if facing(edge) not in laid}
        for edge in sorted(self.edges):
            self._link(on_way(*self.ends(edge)))
            self._join(edge)

    def place(self, cell: Cell, column: int, row: int) -> Cell:
        """The position of a character of a cell on the board; column -1 is between it and the previous cell."""
        return cell[0] * (self.width + 1) + 1 + column, cell[1] * self.height + row

    def ends(self, edge: Edge) -> tuple[Cell, Cell]:
        """The first and the last character of the line along a side, clockwise around its tile."""
        cell, right, low = facing(edge), self.width - 1, self.height - 1
        (column, row), (to_column, to_row) = (
            ((0, low), (right, low)),
            ((0, 0), (0, low)),
            ((right, 0), (0, 0)),
            ((right, low), (right, 0)),
        )[edge[2]]
        return self.place(cell, column, row), self.place(cell, to_column, to_row)

    def _link(self, way: Sequence[Cell]) -> None:
        for one, other in pairwise(way):
            side = AHEAD.index((other[0] - one[0], other[1] - one[1]))
            self.links.setdefault(one, set()).add(SIDES[side])
            self.links.setdefault(other, set()).add(SIDES[(side + 2) % 4])

    def _join(self, edge: Edge) -> None:
        """Join the line of a side to the next one clockwise: around a corner of its tile, or straight on.

        In a corner between two tiles, both lines are in one cell and share a character.
        """
        x, y, side = edge
        turn = (side + 1) % 4
        ahead = AHEAD[turn]
        end = self.ends(edge)[1]
        beside = (x + ahead[0], y + ahead[1], side)
        if beside in self.edges:
            self._link(on_way(end, self.ends(beside)[0]))
        around = (x, y, turn)
        corner = (facing(edge)[0] + ahead[0], facing(edge)[1] + ahead[1])
        if around in self.edges and corner not in self.laid:
            start = self.ends(around)[0]
            meet = (start[0], end[1]) if side % 2 == 0 else (end[0], start[1])
            self._link([*on_way(end, meet), *on_way(meet, start)[1:]])

    def put(self, edge: Edge, text: str, style: str) -> None:
        """Write something at a side, near the middle of its line, without hiding what was put before."""
        cell = facing(edge)
        if cell in self.laid:
            return
        line = on_way(*self.ends(edge))
        places = [
            [self.place(cell, column + k, row) for k in range(len(text))]
            for row in range(self.height) for column in range(self.width - len(text) + 1)
        ]  # fmt: skip
        free = [here for here in places if not any(place in self.signs for place in here)]
        free.sort(key=lambda here: self._cost(here, line))
        for place, char in zip(free[0], text, strict=True) if free else ():
            self.signs[place] = (char, style)

    def _cost(self, here: Sequence[Cell], line: Sequence[Cell]) -> float:
        """The cost of putting a sign at these positions of a line."""
        strange = [place for place in here if place not in line]
        ways = [self.links.get(place, set()) for place in here]
        corners = [way for way in ways if way & {"N", "S"} and way & {"E", "W"}]
        (x, y), (to_x, _) = here[0], here[-1]
        close = [place for place in ((x - 1, y), (to_x + 1, y)) if place in self.signs]
        middle = line[len(line) // 2]
        # A character is about twice as high as wide.
        far = abs((x + to_x) / 2 - middle[0]) + 2 * abs(y - middle[1])
        hidden = sum(place in self.links for place in strange)
        return far + len(strange) + HIDES * hidden + TURNS * len(corners) + CROWDS * len(close)

    def sign(self, cell: Cell, column: int, row: int) -> tuple[str, str] | None:
        """The character at a place with its style, if anything is there."""
        place = self.place(cell, column, row)
        if place in self.signs:
            return self.signs[place]
        if place in self.links:
            return self.look.wall(self.links[place]), "wall"
        return None
