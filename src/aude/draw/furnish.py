"""What stands on a tile: ornaments that mean something, places for figures, and what is strewn between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import atan2, degrees, dist, pi, sqrt

import numpy
import shapely
from shapely import LineString
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry

from aude.draw.book import AREA, GROUND, SITE, WAY, book, kind_of, name_on, ornament_of, radius_of, reach_of
from aude.draw.layout import Layout, layout_of
from aude.draw.outline import MIDDLE, SIZE, Cubic, Point, along, edge_point, on_curve
from aude.draw.shapes import SQUARE, end_word, in_ring, of_manner, way_below
from aude.engine.tiles import Tile, arrow_of

FIGURE = 9.0  # the radius of a figure
LYING = 13.0  # … of one who lies, as on ground
OFF = 16.0  # how far a figure on a way stands from what else there is, so that nobody takes it for another's
PLACES = numpy.array([(x, y) for x in range(6, 95, 4) for y in range(6, 95, 4)], dtype=float)  # where there may be room
POOL = 0.85  # how far along a way the middle of the pool is that it opens into
SHARED_POOL = 0.6  # … where another way ends at the same place
ASIDE_POOL = 0.68  # … where a symbol needs room on the tile
ARROW_BAND = 30.0  # how far from a side that lies which points at it
WALL = 3.0  # how much room the wall of an area takes on either side
SNUG = 1.3  # how many of its radii a symbol needs around it
GAP = 4.0  # how much is left between ornaments


@dataclass(frozen=True)
class Piece:
    """An ornament at its place on the unturned tile."""

    name: str
    at: Point
    flat: bool = False  # it lies on the tile and turns with it
    turn: float = 0.0  # by how many degrees it is turned on the tile, if it lies flat: drawings point north


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
    found = {**layout.grounds, **areas}
    for above, deck in ((index, area.deck) for index, area in layout.areas.items() if area.deck is not None):
        low = {index: covers.difference(deck.buffer(WALL)) for index, covers in found.items() if index != above}
        found = {**low, above: found[above].union(deck)}
    return {**found, **{index: way.covers for index, way in layout.ways.items()}}


def furnish(layout: Layout) -> Furniture:
    """Find places: first what has its place by the lines, then what needs most room."""
    regions = regions_of(layout)
    standing = [Piece(name, at) for name, at in book().standing.get(layout.tile.id, [])]
    pieces = [*standing, *_at_ends(layout), *_at_meetings(layout), *_mouths(layout)]
    sites = _sites_at_ends(layout)
    for name, region, index in sorted(_wanted(layout, regions, pieces, sites), key=lambda want: -radius_of(want[0])):
        ornament = ornament_of(name)
        if ornament is None and index is None:
            continue
        at = room(region, radius_of(name), [(piece.at, reach_of(piece.name)) for piece in pieces])
        if index is not None:
            sites[index] = at
        if ornament is not None:
            pieces.append(Piece(name, at, ornament.place == "flat", 90.0 * max(0, arrow_of(name))))
    spots = dict(sites)
    for index in regions:
        spots[index] = _spot(layout, index, regions[index], pieces, [*spots.values()])
    here = [piece for piece in pieces if _on_tile(piece.at)]  # others of its block only take room
    return Furniture(tuple(here), spots, tuple(_strewable(layout, pieces)))


def _on_tile(at: Point) -> bool:
    return 0 <= at[0] < SIZE and 0 <= at[1] < SIZE


def _at_ends(layout: Layout) -> list[Piece]:
    """What stands where ways end: gates in walls, villages, pools, the sites and symbols that they lead to."""
    found: dict[tuple[str, Point], Piece] = {}
    for index, way in layout.ways.items():
        pools = [at for at, _ in pools_of(layout, index)]
        for end in pools or way.ends:
            name = _end_name(layout, index)
            ornament = ornament_of(name)
            if ornament is not None:
                found[name, end] = Piece(name, end, ornament.place == "flat")
    return list(found.values())


def _edge_kind(layout: Layout, area: int) -> str:
    """What bounds an area; nothing bounds sides on which nothing continues."""
    return kind_of(layout.tile.segments[area].kind).edge if area < len(layout.tile.segments) else ""


def _at_meetings(layout: Layout) -> list[Piece]:
    """What stands in the ring of a way with three arms and more, or reaches from wall to wall."""
    tile = layout.tile
    names = [name for index in layout.ways for name in in_ring(tile, index)]
    if layout.plan.joined and not layout.ways:
        names += [name for name in tile.symbols if ornament_of(name)]
    return [Piece(name, layout.plan.hub) for name in names]


def _end_name(layout: Layout, index: int) -> str:
    """The ornament where a way ends."""
    tile, gate = layout.tile, layout.ways[index].gate
    segment = tile.segments[index]
    word = end_word(segment)
    if not word:
        return f"{segment.kind} end:{role_of(tile, segment.kind)}"
    if gate is not None and _edge_kind(layout, gate) == "wall":
        return name_on(tile.id, "gate")
    meant = (word, *book().ends.get(word, ()))
    return name_on(tile.id, next((name for name in tile.symbols if name.partition(":")[0].startswith(meant)), word))


def _mouths(layout: Layout) -> list[Piece]:
    """What lies where ways come to what they end at, or dive below an area."""
    covered = shapely.unary_union([area.covers for area in layout.areas.values()])
    found = []
    for index, way in layout.ways.items():
        segment = layout.tile.segments[index]
        below = way_below(segment)
        word = below or end_word(segment)
        if ornament_of(f"{word} mouth") is None:
            continue
        backward: list[Cubic] = [] if way.ends else [(d, c, b, a) for a, b, c, d in way.lines]
        for line in (*way.lines, *backward):
            points = along(line, 40)
            hidden = covered if below else Dot(points[-1]).buffer(radius_of(word))
            step = next((step for step, at in enumerate(points) if hidden.contains(Dot(at))), len(points) - 1)
            (fx, fy), (x, y) = points[max(0, step - 2)], points[step]
            found.append(Piece(f"{word} mouth", (x, y), True, degrees(atan2(y - fy, x - fx)) + 90))
    return found


def role_of(tile: Tile, kind: str) -> str:
    """What a tile is to the ways of a kind, if its facts say so: `spring` for `river_role = "spring"`."""
    return str(tile.more.get(f"{kind}_role", ""))


def pools_of(layout: Layout, index: int) -> list[tuple[Point, float]]:
    """Where a way opens at its ends within the tile, and how wide."""
    way, kind = layout.ways[index], layout.tile.segments[index].kind
    pools = kind_of(kind).pools
    if not pools or not way.ends:
        return []
    radius = pools.get(role_of(layout.tile, kind), pools["end"])
    part = ASIDE_POOL if layout.tile.symbols else POOL
    if any(set(way.ends) & set(other.ends) for number, other in layout.ways.items() if number != index):
        part = SHARED_POOL
    return [(on_curve(line, part), radius) for line in way.lines]


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
    there = {piece.name for piece in placed}
    found: list[tuple[str, BaseGeometry, int | None]] = []
    for index, segment in enumerate(tile.segments):
        if kind_of(segment.kind).manner == SITE and index not in sites:
            found.append((name_on(tile.id, segment.kind), _around(layout, regions, index), index))
        for name, number in segment.traits.items():
            name = name_on(tile.id, name)
            ornament = ornament_of(name)
            told = ("end", end_word(segment), way_below(segment))
            if ornament is None or name in there or name.partition(":")[0] in told:
                continue
            region = regions.get(index, SQUARE)
            if ornament.place == "beside":
                strip = layout.ways[index]
                near = strip.middle.buffer(strip.width / 2 + 2 * ornament.radius, cap_style="flat")
                region = near.intersection(shapely.unary_union([*layout.grounds.values()])).buffer(0)
            found += [(name, region, None)] * number
    symbols = [name_on(tile.id, symbol) for symbol in tile.symbols]
    found += [(name, _room_for_symbol(layout, regions, name), None) for name in symbols if name not in there]
    return found


def _before(layout: Layout, side: int) -> BaseGeometry:
    """What lies before a side, off ways and walls."""
    corners = [edge_point(2 * side), edge_point(2 * side + 2)]
    walls = [LineString(along(line)) for area in layout.areas.values() for line in area.walls]
    covered = shapely.unary_union([_ways(layout), *(wall.buffer(WALL) for wall in walls)])
    return LineString(corners).buffer(ARROW_BAND, cap_style="flat").intersection(SQUARE).difference(covered)


def _ways(layout: Layout) -> BaseGeometry:
    return shapely.unary_union([way.covers for way in layout.ways.values()])


def _around(layout: Layout, regions: dict[int, BaseGeometry], index: int) -> BaseGeometry:
    """Where a site stands to which no way leads: in the area it is linked with, else on open ground."""
    linked = [other for other in layout.tile.linked(index) if other in layout.areas]
    return regions[linked[0]] if linked else _open_ground(layout.tile, regions)


def _open_ground(tile: Tile, regions: dict[int, BaseGeometry]) -> BaseGeometry:
    """The largest ground of a tile, or what else there is."""
    choices = _regions_of_manner(tile, regions, GROUND) or _regions_of_manner(tile, regions, AREA)
    return choices[0] if choices else SQUARE


def _regions_of_manner(tile: Tile, regions: dict[int, BaseGeometry], manner: str) -> list[BaseGeometry]:
    """What the segments of one manner cover, the largest first."""
    found = [region for index, region in regions.items() if kind_of(tile.segments[index].kind).manner == manner]
    return sorted(found, key=lambda region: -float(region.area))


def _room_for_symbol(layout: Layout, regions: dict[int, BaseGeometry], name: str) -> BaseGeometry:
    """Before the side that a symbol points at; else on ground, between areas or in them, where there is room for it."""
    tile, radius = layout.tile, radius_of(name)
    if arrow_of(name) >= 0:
        return _before(layout, arrow_of(name))
    grounds, areas = _regions_of_manner(tile, regions, GROUND), _regions_of_manner(tile, regions, AREA)
    between = SQUARE.difference(shapely.unary_union([*regions.values()]))
    if not grounds and between.area > pi * radius * radius:
        return between
    choices = [*grounds, *(area.difference(_ways(layout)) for area in areas)]
    roomy = (region for region in choices if not region.buffer(-SNUG * radius).is_empty)
    return next(roomy, _open_ground(tile, regions))


def room(region: BaseGeometry, radius: float, others: list[tuple[Point, float]]) -> Point:
    """Where in a region this is least in the way of others (their places and reach), of equals the most central."""
    inside = shapely.contains_xy(region, PLACES)
    if not inside.any():
        return MIDDLE, MIDDLE
    places = PLACES[inside]
    free = shapely.distance(region.boundary, shapely.points(places)).clip(max=radius)
    for at, reach in others:
        free = numpy.minimum(free, numpy.hypot(*(places - at).T) - reach - GAP)
    middle = region.centroid
    best = (3 * free - 0.05 * numpy.hypot(*(places - (middle.x, middle.y)).T)).argmax()
    return float(places[best][0]), float(places[best][1])


def _spot(layout: Layout, index: int, region: BaseGeometry, pieces: list[Piece], taken: list[Point]) -> Point:
    """Where a figure stands on a segment: on a way, well away from others; elsewhere, where there is room."""
    if index not in layout.ways:
        is_ground = kind_of(layout.tile.segments[index].kind).manner == GROUND
        standing = [(piece.at, radius_of(piece.name)) for piece in pieces]  # however high: figures stand before it
        return room(region, LYING if is_ground else FIGURE, [*standing, *((at, FIGURE) for at in taken)])
    others = shapely.unary_union([way.middle for other, way in layout.ways.items() if other != index])
    best, found = -1e9, (MIDDLE, MIDDLE)
    for line, part in product(layout.ways[index].lines, range(3, 18)):
        at = on_curve(line, part / 20)
        free = min((dist(at, piece.at) - radius_of(piece.name) for piece in pieces), default=99.0)
        apart = min((dist(at, other) - FIGURE for other in taken), default=99.0)
        off = others.distance(Dot(at)) if not others.is_empty else 99.0
        value = min(free, apart, off, OFF) - 0.01 * dist(at, (MIDDLE, MIDDLE))
        if value > best:
            best, found = value, at
    return found


# What is strewn


def _strewable(layout: Layout, pieces: list[Piece]) -> list[tuple[Point, str]]:
    """Places where something may be strewn: off edges, ways and ornaments."""
    found: list[tuple[Point, str]] = []
    decks = [area.deck for area in layout.areas.values() if area.deck is not None]
    covered = shapely.unary_union([*decks, _ways(layout)])
    for index, region in regions_of(layout).items():
        name = layout.tile.segments[index].kind
        kind = kind_of(name)
        if not kind.scatter:
            continue
        if kind.manner == WAY:
            found += [(at, name) for at in _along_edges(layout, index, pieces)]
            continue
        free: BaseGeometry = region.difference(covered).buffer(-0.42 * kind.spacing)
        clear = [Dot(piece.at).buffer(radius_of(piece.name) + 0.5 * kind.spacing) for piece in pieces]
        free = free.difference(shapely.unary_union(clear))
        shapely.prepare(free)
        best: list[Point] = []
        for shift, rise in product((0, 0.25, 0.5, 0.75), repeat=2):
            grid = _grid(kind.spacing, shift, rise)
            inside = shapely.contains_xy(free, [x for x, _ in grid], [y for _, y in grid])
            best = max(best, [at for at, is_inside in zip(grid, inside, strict=True) if is_inside], key=len)
        found += [(at, name) for at in best]
    return found


def _along_edges(layout: Layout, index: int, pieces: list[Piece]) -> list[Point]:
    """Places along both edges of a way, off whatever else there is."""
    way, spacing = layout.ways[index], kind_of(layout.tile.segments[index].kind).spacing
    taken = [other.covers for number, other in layout.ways.items() if number != index]
    taken += [shape for area in layout.areas.values() for shape in (area.covers, area.deck) if shape is not None]
    taken += [Dot(piece.at).buffer(radius_of(piece.name)) for piece in pieces]
    free = SQUARE.difference(shapely.unary_union(taken)).buffer(-0.3 * spacing)
    edge = way.middle.buffer(way.width / 2, cap_style="flat").boundary
    steps = [edge.interpolate(far) for far in range(0, int(edge.length), int(spacing))]
    return [(step.x, step.y) for step in steps if free.contains(step)]


@cache
def _grid(spacing: float, shift: float, rise: float) -> list[Point]:
    """Points on a grid of triangles, moved by parts of its spacing."""
    high = spacing * sqrt(0.75)
    rows, columns = int(100 / high) + 1, int(100 / spacing) + 1
    return [
        ((column + (row % 2) / 2 + shift) * spacing, (row + rise) * high)
        for row in range(rows)
        for column in range(columns)
    ]
