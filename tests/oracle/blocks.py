"""Start blocks in the oracle: what lies before the game, and how a second block is attached to the first (R-SETUP-02).

A block is a list of tiles as they would lie by themselves.
"""

from __future__ import annotations

from collections.abc import Collection

from aude.engine.tiles import SIDES
from oracle.land import OPPOSITE, Cell, Land, across
from oracle.rivers import Start


def lay_out(land: Land, blocks: list[Start], *, manual: bool) -> list[Start]:
    """Lay the first block, and attach each other where it may lie first. With `manual` those are left over."""
    first, *others = blocks
    put(land, first)
    laid = [first]
    for block in [] if manual else others:
        place = attachments(land, [cells(lying) for lying in laid], block)[0]
        put(land, place)
        laid.append(place)
    return others if manual else []


def put(land: Land, block: Start) -> None:
    """Lay the tiles of a block."""
    for tile in block:
        land.put(*tile)


def cells(block: Start) -> list[Cell]:
    """Where the tiles of a block lie."""
    return [(x, y) for _, x, y, _ in block]


def attachments(land: Land, laid: list[list[Cell]], block: Start) -> list[Start]:
    """Every place for a block beside those laid, one after the other; roomy ones only, if there are any."""
    found = []
    turnable = range(4) if len(block) == 1 else [0]  # a block of several lies as printed
    for lying in laid:
        for (x, y), side in outline(lying):
            for turns in turnable:
                for (own_x, own_y), own_side in outline(cells(block)):
                    if own_side == OPPOSITE[side]:
                        beyond_x, beyond_y = across((x, y), side)[0]
                        dx, dy = beyond_x - own_x, beyond_y - own_y
                        found.append([(tile, tx + dx, ty + dy, (own + turns) % 4) for tile, tx, ty, own in block])
    fitting = [place for place in found if block_fits(land, place)]
    return [place for place in fitting if has_room(land, place)] or fitting


def outline(block: Collection[Cell]) -> list[tuple[Cell, str]]:
    """The outer edges of a block, clockwise from the north-west corner."""
    along = {"N": lambda x, y: x, "E": lambda x, y: y, "S": lambda x, y: -x, "W": lambda x, y: -y}
    return [
        (cell, side)
        for side in SIDES
        for cell in sorted(block, key=lambda cell: along[side](*cell))
        if across(cell, side)[0] not in block
    ]


def edges(land: Land, place: Start) -> dict[tuple[Cell, str], str]:
    """What the sides of everything show, if a block lay here too."""
    laid = [(laid.tile.id, *cell, laid.turns) for cell, laid in land.table.items()]
    return {
        ((x, y), side): kind for tile, x, y, turns in [*laid, *place] for side, kind in land.sides(tile, turns).items()
    }


def block_fits(land: Land, place: Start) -> bool:
    """Whether a block may lie here: on free cells, touching sides match, and nothing lies beyond the river's ends."""
    if any(cell in land.table for cell in cells(place)):
        return False
    shown = edges(land, place)
    for cell in cells(place):
        for side in SIDES:
            beyond, facing = across(cell, side)
            if beyond in land.table and shown[cell, side] != shown[beyond, facing]:
                return False
    return all(across(*edge)[0] not in {cell for cell, _ in shown} for edge in river_ends(shown))


def has_room(land: Land, place: Start) -> bool:
    """Whether the cells beyond the river's ends touch nothing else."""
    shown = edges(land, place)
    together = {cell for cell, _ in shown}
    for cell, side in river_ends(shown):
        beyond = across(cell, side)[0]
        if any(across(beyond, way)[0] in together for way in SIDES if way != OPPOSITE[side]):
            return False
    return True


def river_ends(shown: dict[tuple[Cell, str], str]) -> list[tuple[Cell, str]]:
    """Where the river leaves a tile that lies at the start."""
    return [edge for edge, kind in shown.items() if kind == "river"]
