"""Draws the places of options: of several with their numbers, or of one."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import TYPE_CHECKING

from aude.board import Board, Feature
from aude.board.marks import place_of, span, spot_in
from aude.board.tiles import turned_tile
from aude.draw.boards import CELL, Extent, Sheet, around
from aude.draw.caption import board_caption
from aude.draw.layers import axes, feature_path, label_width, numbered, stroked
from aude.draw.outline import Point, edge_point, port_place
from aude.draw.picture import Picture
from aude.engine.state import State
from aude.engine.tiles import SIDES
from aude.game.values import Cell

if TYPE_CHECKING:
    from aude.game.options import Option

AXES = 68  # the margin with the numbers of columns and rows
BORDER = 30  # the margin without them
NEAR = 1  # how many cells around a place are visible
LARGE = 2.2  # how much larger numbers in empty cells are than those on tiles
WIDEST = 84  # the largest width of a number
SEEN_THROUGH = 0.75  # the opacity of a tile that may be laid


def choices(state: State, options: Sequence[Option]) -> Picture | None:
    """The places of these options with their numbers, from 0 as in a list; None if none of them names a place."""
    sheet = Sheet(Board(state), night=False)
    places: dict[tuple[Cell, Point, float], list[int]] = {}
    for number, option in enumerate(options):
        place = _place(sheet, option)
        if place is not None:
            places.setdefault(place, []).append(number)
    if not places:
        return None
    cells = [cell for cell, _, _ in places]
    empty = {cell for cell in cells if sheet.board.tile_at(cell) is None}
    labels = (_numbered(span(numbers), at, size) for (_, at, size), numbers in places.items())
    return _picture(sheet, cells, [_frames(empty), *labels], board_caption(state))


def choice(state: State, option: Option) -> Picture | None:
    """The place of one option, with the tile that would be laid; None if it names no place."""
    sheet = Sheet(Board(state), night=False)
    place = _place(sheet, option)
    if place is None:
        return None
    cell, (x, y), _ = place
    if sheet.board.tile_at(cell) is not None:
        ring = stroked("place", "4", f'<circle cx="{x:.0f}" cy="{y:.0f}" r="13"/>')
        return _picture(sheet, [cell], [ring], board_caption(state))
    marks = [_frames([cell])]
    facts = option.action.facts
    hand = facts.get("tile", sheet.board.tile)
    number = state.rules.table.index.get(str(hand))
    if number is not None and "rotation" in facts:
        turned = turned_tile(state.rules.table.tiles[number], int(option.action.rotation), cell)
        flat, standing = sheet.landscape([turned])
        marks.insert(0, f'<g opacity="{SEEN_THROUGH}">{"".join([*flat, *standing])}</g>')
    return _picture(sheet, [cell], marks, board_caption(state))


def feature_picture(feature: Feature) -> Picture:
    """A feature on the table, tinted."""
    sheet = Sheet(Board(feature.state), night=False)
    path = feature_path(sheet, feature)
    tint = [f'<path class="done" d="{path}"/>'] if path else []
    return _picture(sheet, feature.cells, tint, board_caption(feature.state))


def _place(sheet: Sheet, option: Option) -> tuple[Cell, Point, float] | None:
    """The cell of an option, with the position and the size of its number; None if it names none."""
    spot = spot_in(sheet.board, option)
    if spot is not None:
        return spot.cell, sheet.spot(spot), 1
    place = place_of(option)
    if place is None:
        return None
    cell = place[:2]
    if len(place) == 3:
        x, y = edge_point(port_place(SIDES[place[2]]))
        return cell, (CELL * cell[0] + x, CELL * cell[1] + y), 1
    size = LARGE if sheet.board.tile_at(cell) is None else 1
    return cell, (CELL * (cell[0] + 0.5), CELL * (cell[1] + 0.5)), size


def _numbered(label: str, at: Point, size: float) -> str:
    """A label, no wider than a cell."""
    return numbered(label, at, min(size, WIDEST / label_width(label)))


def _frames(cells: Iterable[Cell]) -> str:
    """Empty cells, dashed."""
    path = "".join(f"M{CELL * x + 6} {CELL * y + 6}h88v88h-88z" for x, y in sorted(cells))
    return stroked("place", "4", f'<path stroke-dasharray="11 7.4" d="{path}"/>', "places") if path else ""


def _picture(sheet: Sheet, cells: Iterable[Cell], marks: Sequence[str], caption: str) -> Picture:
    """The part of the table around these cells, with marks; with coordinates if it is the whole table."""
    cells = list(cells)
    west, north, east, south = around(cells)
    table = around([*cells, *(tile.cell for tile in sheet.board.tiles)])
    shown: Extent = (
        max(west - NEAR, table[0]), max(north - NEAR, table[1]), min(east + NEAR, table[2]), min(south + NEAR, table[3])
    )  # fmt: skip
    is_all = shown == table
    flat, standing = sheet.tiles(shown)
    parts = [*flat, *standing, *sheet.pieces(), *marks, *(axes(shown) if is_all else [])]
    return sheet.picture(parts, shown, AXES if is_all else BORDER, caption, "en")
