"""Start blocks: the tiles on the table before the first turn, and how further blocks are attached to them.

A block is one tile or several. The first one is laid as given; the others are attached to it (R-SETUP-02), by the
engine at the first possible place, or by the first player at any possible place.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.tables import TileTables
from aude.engine.tiles import SIDES, TileError

StartTile = tuple[str, int, int, int]  # tile, x, y, quarter turns
Join = tuple[int, int, int, int]  # tile and segment, twice: they are one feature, though not joined by a side
Laid = dict[tuple[int, int], tuple[str, int]]  # the tile at (x, y) and its quarter turns
Attachment = tuple[int, int, int]  # where a block lies: its offset, and the quarter turns of a single tile

STEP_X = (0, 1, 0, -1)
STEP_Y = (-1, 0, 1, 0)


class StartBlock:
    """Tiles that lie on the table before the game begins: tile, x, y and quarter turns of each."""

    def __init__(self, order: int, tiles: list[StartTile], joins: list[Join], keep_free: str) -> None:
        self.order = order  # the lowest is laid first
        self.tiles = tiles
        self.joins = joins  # tiles by their number in the block
        self.keep_free = keep_free  # nothing may lie beyond sides of this kind

    def cells(self, x: int, y: int, rotation: int) -> Laid:
        """Where its tiles lie after it is moved (and, if it is a single tile, rotated)."""
        return {(tx + x, ty + y): (name, (tile_rotation + rotation) % 4) for name, tx, ty, tile_rotation in self.tiles}

    def rotations(self) -> int:
        """A single tile may be rotated; a block of several tiles may not."""
        return 4 if len(self.tiles) == 1 else 1


def outline(cells: Laid) -> list[tuple[int, int, int]]:
    """The outer edges of a block as x, y and side: clockwise, from the north-west corner."""
    edges: list[tuple[int, int, int]] = []
    for side in range(4):
        there = [(x, y, side) for x, y in cells if (x + STEP_X[side], y + STEP_Y[side]) not in cells]
        # along the north from the west, along the east from the north, and so on around
        if side == 0:
            there.sort(key=lambda edge: (edge[0], edge[1]))
        elif side == 1:
            there.sort(key=lambda edge: (edge[1], -edge[0]))
        elif side == 2:
            there.sort(key=lambda edge: (-edge[0], -edge[1]))
        else:
            there.sort(key=lambda edge: (-edge[1], edge[0]))
        edges += there
    return edges


def side_kind(table: TileTables, name: str, rotation: int, side: int) -> str:
    """What a rotated tile shows on one side."""
    return table.tiles[table.index[name]].side_kind(SIDES[(side - rotation) % 4])


def matches(table: TileTables, laid: Laid, added: Laid, free: set[str], room: bool) -> bool:
    """Whether a block may lie here: on free cells, with matching sides, keeping free what has to stay free.

    With `room`, the cells beyond sides that have to stay free must not touch any other tile.
    """
    if any(cell in laid for cell in added):
        return False
    for (x, y), (name, rotation) in added.items():
        for side in range(4):
            mine = side_kind(table, name, rotation, side)
            there = laid.get((x + STEP_X[side], y + STEP_Y[side]))
            if there is not None:
                theirs = side_kind(table, there[0], there[1], side ^ 2)
                if (mine, theirs) not in table.meets:
                    return False
    together = {**laid, **added}
    return not any(
        side_kind(table, name, rotation, side) in free and not stays_free(together, x, y, side, room)
        for (x, y), (name, rotation) in together.items()
        for side in range(4)
    )


def stays_free(laid: Laid, x: int, y: int, side: int, room: bool) -> bool:
    """Whether the cell beyond a side is empty and, with `room`, touches no other tile, so any tile can go there."""
    x += STEP_X[side]
    y += STEP_Y[side]
    around = [(x + STEP_X[way], y + STEP_Y[way]) for way in range(4) if way != side ^ 2]
    return (x, y) not in laid and not (room and any(cell in laid for cell in around))


def attachments(table: TileTables, laid: list[Laid], block: StartBlock, free: set[str]) -> list[Attachment]:
    """Every place for a block beside those already laid: along the outline of the first, then of the next.

    Prefers places that leave room beyond sides to be kept free; if there are none, an empty cell there is enough.
    """
    return _places(table, laid, block, free, True) or _places(table, laid, block, free, False)


def _places(table: TileTables, laid: list[Laid], block: StartBlock, free: set[str], room: bool) -> list[Attachment]:
    everything: Laid = {cell: tile for cells in laid for cell, tile in cells.items()}
    found: list[Attachment] = []
    for cells in laid:
        for x, y, side in outline(cells):
            beyond = (x + STEP_X[side], y + STEP_Y[side])
            if beyond in everything:
                continue
            for rotation in range(block.rotations()):
                for own_x, own_y, own_side in outline(block.cells(0, 0, rotation)):
                    where = (beyond[0] - own_x, beyond[1] - own_y, rotation)
                    if own_side == side ^ 2 and where not in found:
                        if matches(table, everything, block.cells(*where), free, room):
                            found.append(where)
    return found


def arranged(
    table: TileTables, blocks: list[StartBlock], manual: bool
) -> tuple[list[StartTile], list[Join], list[StartBlock]]:
    """R-SETUP-02: the first block is laid as given; the others are attached now or (`manual`) by the first player.

    Returns the tiles laid, the pairs of their segments that are joined, and the blocks left to the first player.
    """
    start: list[StartTile] = []
    joins: list[Join] = []
    loose: list[StartBlock] = []
    laid: list[Laid] = []
    free = {block.keep_free for block in blocks}
    for block in sorted(blocks, key=lambda block: block.order):
        if laid and manual:
            loose.append(block)
            continue
        x = y = rotation = 0
        if laid:
            places = attachments(table, laid, block, free)
            if not places:
                raise TileError(f"start: {block.tiles[0][0]} fits nowhere beside the other start tiles")
            x, y, rotation = places[0]
        before = len(start)
        laid.append(block.cells(x, y, rotation))
        start += [(name, tx + x, ty + y, (own + rotation) % 4) for name, tx, ty, own in block.tiles]
        joins += [(before + a, sa, before + b, sb) for a, sa, b, sb in block.joins]
    return start, joins, loose


def attachment_code(where: Attachment) -> i64:
    """A place for a block as the code of a choice."""
    return ((where[0] + 512) << 12) | ((where[1] + 512) << 2) | where[2]


def code_attachment(code: i64) -> Attachment:
    """The place that a code means."""
    return int(code >> 12) - 512, int(code >> 2 & 1023) - 512, int(code & 3)
