"""Room for everything: nothing on a tile is cut by its border, or stands over a wall or way that is not its own.

What is painted is measured in pixels, for every ornament on every tile, however the tile is turned (ornaments stay
upright). Shadows do not count. Allowed is what belongs together: a gate stands in its wall, the mouth of a tunnel lies
on its way, what stands at the end of a way covers that end, what stands in a ring stands within the way's arms, and a
walled round has its symbol within. Blocks, whose pictures go on from tile to tile, are looked at as a whole elsewhere.
"""

from __future__ import annotations

import io
import re
from collections.abc import Iterator
from functools import cache
from math import cos, radians, sin

import numpy
import pytest
import shapely
from PIL import Image
from shapely import LineString
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry

from aude.catalog import boxes
from aude.draw.book import Ornament, book, kind_of, ornament_of, upright
from aude.draw.furnish import GATE, Piece, furniture_of, pools_of
from aude.draw.layout import Layout, layout_of
from aude.draw.outline import SIZE, along
from aude.draw.picture import Picture
from aude.draw.scatter import scattered
from aude.draw.shapes import ring_of
from aude.engine.tiles import Tile

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
BLOCKS = {name for block in book().blocks.values() for row in block.tiles for name in row if len(block.tiles) > 1}
SINGLE = {name: tile for name, tile in TILES.items() if name not in BLOCKS}
MARGIN = 1.0  # what stays free along the border
HALF_A_WALL, HALF_A_CURB = 2.6, 0.8  # a little less than is painted: what leans on a wall does not stand over it
SPECK = 1.0  # so much of an ornament's picture may lie where it should not: corners are round
LEANING = 14.0  # so much of what is strewn may: houses lean on walls
REACH = 60  # how far around 0,0 ornaments are looked at
FINE = 2  # pixels for each unit
SHADE = re.compile(r'<\w+ [^>]*class="shade"[^>]*/>')
LINES = re.compile(r'class="[\w-]*-line"')

Points = numpy.ndarray


@cache
def painted(svg: str) -> Points:
    """The points that a drawing paints, without its shadow."""
    plain = LINES.sub('stroke="#000" fill="none"', SHADE.sub("", svg))
    view = f"{-REACH} {-REACH} {2 * REACH} {2 * REACH}"
    picture = Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="{view}">{plain}</svg>')
    image = Image.open(io.BytesIO(picture.png(2 * REACH * FINE)))
    rows, columns = numpy.nonzero(numpy.array(image)[:, :, 3] > 60)
    return numpy.column_stack([columns, rows]) / FINE + 0.5 / FINE - REACH


def turned_back(points: Points, turns: int) -> Points:
    """Points of a turned tile where they are on the tile as it is printed."""
    x, y = points.T
    for _ in range(-turns % 4):
        x, y = SIZE - y, x
    return numpy.column_stack([x, y])


def shown(piece: Piece) -> Iterator[tuple[int, Points]]:
    """What a piece paints on its tile, for each way to turn the tile."""
    ornament = ornament_of(piece.name)
    assert ornament is not None
    points = piece.size * painted(ornament.svg)
    if piece.flat:
        c, s = cos(radians(piece.turn)), sin(radians(piece.turn))
        yield 0, points @ numpy.array([[c, s], [-s, c]]) + piece.at
        return
    for turns in range(4):
        yield turns, points + upright(piece.name, piece.at, turns, piece.size)


def edges_of(layout: Layout) -> BaseGeometry:
    """The walls and curbs of a tile, as they are painted."""
    found = []
    for index, area in layout.areas.items():
        is_wall = index < len(layout.tile.segments) and kind_of(layout.tile.segments[index].kind).edge == "wall"
        half = HALF_A_WALL if is_wall else HALF_A_CURB
        found += [LineString(along(line)).buffer(half) for line in area.walls]
        if area.deck is not None:
            found.append(area.deck.boundary.difference(area.covers.buffer(1)).buffer(half))
    return shapely.unary_union(found).difference(Dot(layout.plan.hub).buffer(layout.round))


def stands_in_wall(layout: Layout, piece: Piece) -> bool:
    """Whether this is the end of a way in a wall: a gate, or something else that stands there by the facts."""
    return edges_of(layout).distance(Dot(piece.at)) < 1 and any(piece.at in way.ends for way in layout.ways.values())


def is_its_own(layout: Layout, index: int, piece: Piece) -> bool:
    """Whether a piece belongs to a way: it stands where the way ends, opens or has its ring, or is the way's mouth."""
    way = layout.ways[index]
    pools = any(Dot(at).distance(Dot(piece.at)) <= wide for at, wide in pools_of(layout, index))
    ends_here = any(piece.at in other.ends for other in layout.ways.values())
    is_met = ends_here and way.covers.distance(Dot(piece.at)) < way.width  # the other way ends at this one
    in_ring = bool(ring_of(layout.tile, index))
    return piece.at in way.ends or pools or is_met or in_ring or piece.name.endswith(" mouth")


@pytest.mark.parametrize("tile", SINGLE.values(), ids=SINGLE)
def test_ornaments_are_whole_and_off_walls_and_ways(tile: Tile) -> None:
    layout = layout_of(tile)
    edges = edges_of(layout)
    shapely.prepare(edges)
    for piece in furniture_of(tile).pieces:
        for turns, points in shown(piece):
            assert points.min() >= MARGIN and points.max() <= SIZE - MARGIN, f"{piece.name} is cut, turned {turns}"
            printed = turned_back(points, turns)
            if not stands_in_wall(layout, piece) and not piece.name.endswith(" mouth"):
                assert area_in(edges, printed) <= SPECK, f"{piece.name} stands over a wall, turned {turns}"
            for index, way in layout.ways.items():
                if not is_its_own(layout, index, piece):
                    assert area_in(way.covers, printed) <= SPECK, f"{piece.name} stands on a way, turned {turns}"


def area_in(shape: BaseGeometry, points: Points) -> float:
    """How much of what is painted lies within a shape."""
    return float(shapely.contains_xy(shape, points).sum()) / FINE**2


@pytest.mark.parametrize("tile", SINGLE.values(), ids=SINGLE)
def test_ornaments_do_not_stand_over_one_another(tile: Tile) -> None:
    pieces = [piece for piece in furniture_of(tile).pieces if not piece.flat]
    for number, one in enumerate(pieces):
        for other in pieces[:number]:
            apart = max(abs(one.at[0] - other.at[0]), abs(one.at[1] - other.at[1]))
            assert apart >= 0.8 * (one.half + other.half), (one.name, other.name)


@pytest.mark.parametrize("tile", SINGLE.values(), ids=SINGLE)
def test_what_is_strewn_is_whole_and_stands_over_no_wall(tile: Tile) -> None:
    """Houses lean on a wall, but never stand over it."""
    edges = edges_of(layout_of(tile))
    shapely.prepare(edges)
    for turns in range(4):
        for name, at in scattered(tile.id, furniture_of(tile).strewn, turns, turns, 7):
            ornament = ornament_of(name)
            assert ornament is not None
            points = painted(ornament.svg) + at
            assert points.min() >= 0 and points.max() <= SIZE
            assert area_in(edges, turned_back(points, turns)) <= LEANING


SETS_OF_BLOCKS = {name.partition("/")[0] for name in BLOCKS}
FREE = {
    name: ornament
    for name, ornament in book().ornaments.items()
    if not name.endswith((GATE, " mouth")) and name.partition("/")[0] not in SETS_OF_BLOCKS
}


@pytest.mark.parametrize("ornament", FREE.values(), ids=FREE)
def test_a_drawing_covers_what_its_book_says(ornament: Ornament) -> None:
    """If not: write the box of the message into draw.toml. Gates stand in walls, blocks are larger than tiles."""
    points = painted(ornament.svg)
    if not len(points):
        return
    real = [*points.min(axis=0), *points.max(axis=0)]
    left, top, right, bottom = ornament.box or (*[-ornament.radius] * 2, *[ornament.radius] * 2)
    assert all(shown >= told - 1 for shown, told in zip(real[:2], (left, top), strict=True)), f"box = {real}"
    assert all(shown <= told + 1 for shown, told in zip(real[2:], (right, bottom), strict=True)), f"box = {real}"
