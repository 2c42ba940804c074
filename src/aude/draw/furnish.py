"""What stands on a tile: ornaments that mean something, places for figures, and what is strewn between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import dist, sqrt
from random import Random

import shapely
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry

from aude.draw.book import AREA, GROUND, SITE, WAY, book, kind_of, name_on, ornament_of, radius_of
from aude.draw.layout import Layout, layout_of
from aude.draw.outline import MIDDLE, SIZE, Point, on_curve, turned
from aude.draw.shapes import SQUARE, end_word, of_manner
from aude.engine.tiles import Tile

FIGURE = 9.0  # the radius of a figure
ROOMY = 15.0  # where something of this radius can stand there is room enough
STEP = 4  # how finely a place is looked for


@dataclass(frozen=True)
class Piece:
    """An ornament at its place on the unturned tile."""

    name: str
    at: Point
    flat: bool = False  # it lies on the tile and turns with it


@dataclass(frozen=True)
class Furniture:
    """What stands on a kind of tile, and where figures stand on its segments."""

    pieces: tuple[Piece, ...]
    spots: dict[int, Point]
    strewn: tuple[tuple[Point, str], ...]  # where something may be strewn, and over which kind


_known: dict[str, tuple[Layout, Furniture]] = {}


def furniture_of(tile: Tile) -> Furniture:
    """What stands on a kind of tile; worked out once."""
    layout = layout_of(tile)
    known = _known.get(tile.id)
    if known is None or known[0] is not layout:
        known = _known[tile.id] = layout, furnish(layout)
    return known[1]


def regions_of(layout: Layout) -> dict[int, BaseGeometry]:
    """What each segment covers, but for those that stand at a place."""
    areas = {index: area.covers for index, area in layout.areas.items() if index < len(layout.tile.segments)}
    return {**layout.grounds, **areas, **{index: way.covers for index, way in layout.ways.items()}}


def furnish(layout: Layout) -> Furniture:
    """Find places: first what has its place by the lines, then what needs most room."""
    regions = regions_of(layout)
    pieces = [Piece(name, at) for name, at in book().standing.get(layout.tile.id, [])] + _at_ends(layout)
    sites = _sites_at_ends(layout)
    for name, region, index in sorted(_wanted(layout, regions, pieces, sites), key=lambda want: -radius_of(want[0])):
        ornament = ornament_of(name)
        if ornament is None and index is None:
            continue
        at = room(region, radius_of(name), pieces)
        if index is not None:
            sites[index] = at
        if ornament is not None:
            pieces.append(Piece(name, at, ornament.place == "flat"))
    spots = dict(sites)
    for index in regions:
        spots[index] = _spot(layout, index, regions[index], pieces, [*spots.values()])
    here = [piece for piece in pieces if _on_tile(piece.at)]  # others of its block only take room
    return Furniture(tuple(here), spots, tuple(_strewable(layout, pieces)))


def _on_tile(at: Point) -> bool:
    return 0 <= at[0] < SIZE and 0 <= at[1] < SIZE


def _at_ends(layout: Layout) -> list[Piece]:
    """What stands where ways end: gates in walls, villages, the sites and symbols that they lead to."""
    found: dict[tuple[str, Point], Piece] = {}
    for index, way in layout.ways.items():
        segment = layout.tile.segments[index]
        walled = way.gate is not None and _edge_kind(layout, way.gate) == "wall"
        for end in way.ends:
            word = "gate" if walled else end_word(segment) or f"{segment.kind} end"
            meant = (word, *book().ends.get(word, ()))
            symbol = next((name for name in layout.tile.symbols if name.partition(":")[0].startswith(meant)), word)
            symbol = name_on(layout.tile.id, symbol)
            ornament = ornament_of(symbol)
            if ornament is not None:
                found[symbol, end] = Piece(symbol, end, ornament.place == "flat")
    return list(found.values())


def _edge_kind(layout: Layout, area: int) -> str:
    """What bounds an area; nothing bounds sides on which nothing continues."""
    return kind_of(layout.tile.segments[area].kind).edge if area < len(layout.tile.segments) else ""


def _sites_at_ends(layout: Layout) -> dict[int, Point]:
    """The sites to which ways lead."""
    sites = of_manner(layout.tile, SITE)
    return {
        index: way.ends[0]
        for number, way in layout.ways.items()
        for index, segment in sites.items()
        if way.ends and end_word(layout.tile.segments[number]) == segment.kind
    }


def _wanted(
    layout: Layout, regions: dict[int, BaseGeometry], placed: list[Piece], sites: dict[int, Point]
) -> list[tuple[str, BaseGeometry, int | None]]:
    """What else wants a place: its name, where it must lie, and the segment if it is a site."""
    tile = layout.tile
    found: list[tuple[str, BaseGeometry, int | None]] = []
    for index, segment in enumerate(tile.segments):
        if kind_of(segment.kind).manner == SITE and index not in sites:
            found.append((name_on(tile.id, segment.kind), _around(layout, regions, index), index))
        for name, number in segment.traits.items():
            name = name_on(tile.id, name)
            ornament = ornament_of(name)
            if ornament is None or name.startswith("end:"):
                continue
            region = regions.get(index, SQUARE)
            if ornament.place == "beside":
                strip = layout.ways[index]
                region = strip.middle.buffer(strip.width / 2 + 2 * ornament.radius).difference(_ways(layout))
                region = region.intersection(SQUARE)
            found += [(name, region, None)] * number
    there = {piece.name for piece in placed}
    symbols = [name_on(tile.id, symbol) for symbol in tile.symbols]
    found += [(name, _open_ground(regions, tile), None) for name in symbols if name not in there]
    return found


def _ways(layout: Layout) -> BaseGeometry:
    return shapely.unary_union([way.covers for way in layout.ways.values()])


def _around(layout: Layout, regions: dict[int, BaseGeometry], index: int) -> BaseGeometry:
    """Where a site stands to which no way leads: in the area it is linked with, else on open ground."""
    linked = [other for other in layout.tile.linked(index) if other in layout.areas]
    return regions[linked[0]] if linked else _open_ground(regions, layout.tile)


def _open_ground(regions: dict[int, BaseGeometry], tile: Tile) -> BaseGeometry:
    """The largest ground of a tile that is not too narrow to stand in, or what else there is."""
    grounds = [region for index, region in regions.items() if kind_of(tile.segments[index].kind).manner == GROUND]
    areas = [region for index, region in regions.items() if kind_of(tile.segments[index].kind).manner == AREA]
    return max(grounds or areas or [SQUARE], key=lambda region: (not region.buffer(-ROOMY).is_empty, region.area))


def room(region: BaseGeometry, radius: float, pieces: list[Piece]) -> Point:
    """The place in a region where something of this size is least in the way of others, of equals the most central."""
    xs, ys = zip(*[(x, y) for x in range(6, 95, STEP) for y in range(6, 95, STEP)], strict=True)
    inside = shapely.contains_xy(region, xs, ys)
    free_of_edge = shapely.distance(region.boundary, shapely.points(xs, ys))
    middle = region.centroid
    best, found = -1e9, (MIDDLE, MIDDLE)
    for x, y, is_inside, free in zip(xs, ys, inside, free_of_edge, strict=True):
        if is_inside:
            others = min((dist((x, y), piece.at) - radius_of(piece.name) for piece in pieces), default=99.0)
            value = 3 * min(free, others, radius) - 0.05 * dist((x, y), (middle.x, middle.y))
            if value > best:
                best, found = value, (float(x), float(y))
    return found


def _spot(layout: Layout, index: int, region: BaseGeometry, pieces: list[Piece], taken: list[Point]) -> Point:
    """Where a figure stands on a segment: on a way, well away from others; elsewhere, where there is room."""
    if index not in layout.ways:
        return room(region, FIGURE, [*pieces, *(Piece("figure", at) for at in taken)])
    others = shapely.unary_union([way.middle for other, way in layout.ways.items() if other != index])
    best, found = -1e9, (MIDDLE, MIDDLE)
    for line, part in product(layout.ways[index].lines, range(3, 18)):
        at = on_curve(line, part / 20)
        free = min((dist(at, piece.at) - radius_of(piece.name) for piece in pieces), default=99.0)
        apart = min((dist(at, other) - FIGURE for other in taken), default=99.0)
        off = others.distance(Dot(at)) if not others.is_empty else 99.0
        value = min(free, apart, off, FIGURE) - 0.01 * dist(at, (MIDDLE, MIDDLE))
        if value > best:
            best, found = value, at
    return found


# What is strewn


def _strewable(layout: Layout, pieces: list[Piece]) -> list[tuple[Point, str]]:
    """Places where something may be strewn: off edges, ways and ornaments."""
    found: list[tuple[Point, str]] = []
    ways = _ways(layout)
    for index, region in regions_of(layout).items():
        name = layout.tile.segments[index].kind
        kind = kind_of(name)
        if not kind.scatter or kind.manner == WAY:
            continue
        free: BaseGeometry = region.difference(ways).buffer(-0.42 * kind.spacing)
        clear = [Dot(piece.at).buffer(radius_of(piece.name) + 0.35 * kind.spacing) for piece in pieces]
        free = free.difference(shapely.unary_union(clear))
        shapely.prepare(free)
        best: list[Point] = []
        for shift, rise in product((0, 0.25, 0.5, 0.75), repeat=2):
            grid = _grid(kind.spacing, shift, rise)
            inside = shapely.contains_xy(free, [x for x, _ in grid], [y for _, y in grid])
            best = max(best, [at for at, is_inside in zip(grid, inside, strict=True) if is_inside], key=len)
        found += [(at, name) for at in best]
    return found


def _grid(spacing: float, shift: float, rise: float) -> list[Point]:
    """Points on a grid of triangles, moved by parts of its spacing."""
    high = spacing * sqrt(0.75)
    rows, columns = int(100 / high) + 1, int(100 / spacing) + 1
    return [
        ((column + (row % 2) / 2 + shift) * spacing, (row + rise) * high)
        for row in range(rows)
        for column in range(columns)
    ]


@cache
def _choices(kind: str) -> tuple[str, ...]:
    return tuple(name for name, often in kind_of(kind).scatter.items() for _ in range(often))


def strewn(tile: Tile, turns: int, x: int, y: int) -> list[Piece]:
    """Houses, trees and cows on a turned tile in a cell: other ones in each cell, and always the same there."""
    chance = Random(f"{tile.id} {x},{y}").random
    found = []
    for (px, py), kind in furniture_of(tile).strewn:
        share, sway = kind_of(kind).share, 0.16 * kind_of(kind).spacing
        which, dx, dy, taken = chance(), chance(), chance(), chance()
        if taken < share:
            at = turned((px + (2 * dx - 1) * sway, py + (2 * dy - 1) * sway), turns)
            names = _choices(kind)
            found.append(Piece(names[int(which * len(names))], at))
    return found
