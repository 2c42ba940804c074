"""Places what stands on a tile: meaningful ornaments, figures, and decoration scattered between them."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cache
from itertools import product
from math import atan2, ceil, degrees, dist, floor, pi, sqrt

import numpy
import shapely
from shapely import LineString
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry

from aude.draw.book import AREA, GROUND, SITE, WAY, book, half_of, kind_of, name_on, ornament_of, radius_of
from aude.draw.layout import IN_ROUND, Layout, layout_of
from aude.draw.outline import MIDDLE, SIZE, Cubic, Point, along, edge_point, on_curve
from aude.draw.scatter import Strewable
from aude.draw.shapes import SQUARE, TURRETS, end_word, in_ring, of_manner, way_below
from aude.engine.tiles import Tile, arrow_of

FIGURE = 9.0  # the radius of a figure
LYING = 13.0  # … of a lying one, as on ground
OFF = 16.0  # the distance of a figure on a way from everything else, so that it is clear what it stands on
CELLS_ACROSS = int(SIZE)
CELLS = numpy.array([(x + 0.5, y + 0.5) for x in range(CELLS_ACROSS) for y in range(CELLS_ACROSS)])  # of 1 by 1
PLACES = numpy.array([(x, y) for x in range(6, 95, 4) for y in range(6, 95, 4)], dtype=float)  # where there may be room
POOL = 0.85  # how far along a way the middle of the pool at its end is
SHARED_POOL = 0.6  # … if another way ends at the same place
ASIDE_POOL = 0.68  # … if a symbol needs space on the tile
GATE = "gate"  # the ornament where a way meets a wall
SHORE_REACH = 1.35  # the extent of a pool, relative to its radius
ARROW_BAND = 30.0  # the distance from a side of a symbol that points at it
WALL = 3.0  # how much space the wall of an area needs on either side
TURRET = 4.2  # … and a turret on it
CURB = 1.3  # … and the edge of an area without walls
MARGIN = 1.2  # the free space along the border of a tile
SIZES = (1.0, 0.95, 0.9, 0.85, 0.8, 0.75, 0.7, 0.65, 0.6, 0.55)  # of ornaments; the largest that fits is used
LARGE = 0.8  # if a symbol fits with at least this size, it is not moved elsewhere
GAP = 4.0  # the space between ornaments, if possible
STREWN = 8.0  # the distance of scattered things from the border: about half of a house
DRAWN_IN = 3.0  # things that would be closer by at most this much are moved inwards
LEAN = 0.8  # the part of a house that is off the wall it leans on
TOUCH = 1.0  # … and at least


@dataclass(frozen=True)
class Piece:
    """An ornament at its place on the unrotated tile."""

    name: str
    at: Point
    flat: bool = False  # it lies on the tile and turns with it
    turn: float = 0.0  # its rotation on the tile in degrees, if it lies flat: drawings point north
    size: float = 1.0

    @property
    def half(self) -> float:
        """Half of the square that contains it."""
        return self.size * half_of(self.name)

    @property
    def radius(self) -> float:
        """How much space it needs on the ground."""
        return self.size * radius_of(self.name)


@dataclass(frozen=True)
class Furniture:
    """The ornaments on a kind of tile, and the places of figures on its segments."""

    pieces: tuple[Piece, ...]
    spots: dict[int, Point]
    strewn: tuple[Strewable, ...]


_known: dict[str, tuple[Layout, Furniture]] = {}


def furniture_of(tile: Tile) -> Furniture:
    """The furniture of a kind of tile, computed once."""
    layout = layout_of(tile)
    known = _known.get(tile.id)
    if known is None or known[0] is not layout:
        known = _known[tile.id] = layout, furnish(layout)
    return known[1]


def regions_of(layout: Layout) -> dict[int, BaseGeometry]:
    """The area of each segment, except those that stand at a place."""
    areas = {index: area.covers for index, area in layout.areas.items() if index < len(layout.tile.segments)}
    found = {**layout.grounds, **areas}
    for above, deck in ((index, area.deck) for index, area in layout.areas.items() if area.deck is not None):
        low = {index: covers.difference(deck.buffer(WALL)) for index, covers in found.items() if index != above}
        found = {**low, above: found[above].union(deck)}
    if layout.round:
        taken = Dot(layout.plan.hub).buffer(layout.round + WALL)
        found = {index: covers.difference(taken) for index, covers in found.items()}
    return {**found, **{index: way.covers for index, way in layout.ways.items()}}


def furnish(layout: Layout) -> Furniture:
    """Find places: first for what is tied to the lines, then for what needs the most space."""
    regions = regions_of(layout)
    standing = [Piece(name, at) for name, at in book().standing.get(layout.tile.id, [])]
    pieces = [*standing, *_at_ends(layout), *_at_meetings(layout), *_mouths(layout)]
    sites = _sites_at_ends(layout)
    for name, choices, index in sorted(_wanted(layout, regions, pieces, sites), key=lambda want: -half_of(want[0])):
        ornament = ornament_of(name)
        if ornament is None and index is None:
            continue
        at, size = _place_of(name, choices, pieces)
        if index is not None:
            sites[index] = at
        if ornament is not None:
            pieces.append(Piece(name, at, ornament.place == "flat", 90.0 * max(0, arrow_of(name)), size))
    spots = dict(sites)
    for index in regions:
        spots[index] = _spot(layout, index, regions[index], pieces, [*spots.values()])
    here = [piece for piece in pieces if _on_tile(piece.at)]  # those on other tiles of its block only need space
    return Furniture(tuple(here), spots, tuple(_strewable(layout, pieces)))


def _on_tile(at: Point) -> bool:
    return 0 <= at[0] < SIZE and 0 <= at[1] < SIZE


def _at_ends(layout: Layout) -> list[Piece]:
    """What stands at the ends of ways: gates in walls, villages, pools, and the sites and symbols that they lead to."""
    found: dict[tuple[str, Point], Piece] = {}
    for index, way in layout.ways.items():
        pools = pools_of(layout, index)
        name = _end_name(layout, index)
        ornament = ornament_of(name)
        if ornament is None:
            continue
        for end, wide in pools or [(end, 0.0) for end in way.ends]:
            at, size = (end, 1.0) if name.endswith(GATE) else _at_end(layout, name, end, wide)
            found[name, end] = Piece(name, at, ornament.place == "flat", size=size)
    return list(found.values())


def _at_end(layout: Layout, name: str, end: Point, wide: float) -> tuple[Point, float]:
    """The place and the size of an ornament at the end of a way, so that it is complete and clear of passing ways.

    It stands at the end itself, or somewhere in a wide pool; in a wall it always has its full size.
    """
    passing = [way.covers for way in layout.ways.values() if end not in way.ends and not way.covers.contains(Dot(end))]
    clear = _clear(layout).difference(shapely.unary_union(passing))
    fits = (size for size in SIZES if clear.covers(Dot(end).buffer(size * half_of(name), cap_style="square")))
    size = next(fits, 0.0)
    if size or wide < half_of(name):
        return end, size or 1.0
    return _place_of(name, [Dot(end).buffer(wide).intersection(clear)], [])


def _edge_kind(layout: Layout, area: int) -> str:
    """The kind of edge of an area; empty for sides on which nothing continues."""
    return kind_of(layout.tile.segments[area].kind).edge if area < len(layout.tile.segments) else ""


def _at_meetings(layout: Layout) -> list[Piece]:
    """What stands in the ring of a way with three or more arms, or reaches from wall to wall."""
    tile = layout.tile
    found = [Piece(name, layout.plan.hub) for index in layout.ways for name in in_ring(tile, index)]
    if layout.round:
        found += [Piece(name, layout.plan.hub, size=IN_ROUND) for name in tile.symbols if ornament_of(name)]
    return found


def _end_name(layout: Layout, index: int) -> str:
    """The ornament where a way ends."""
    tile, gate = layout.tile, layout.ways[index].gate
    segment = tile.segments[index]
    word = end_word(segment)
    if not word:
        return f"{segment.kind} end:{role_of(tile, segment.kind)}"
    if gate is not None and _edge_kind(layout, gate) == "wall":
        return name_on(tile.id, GATE)
    meant = (word, *book().ends.get(word, ()))
    return name_on(tile.id, next((name for name in tile.symbols if name.partition(":")[0].startswith(meant)), word))


def _mouths(layout: Layout) -> list[Piece]:
    """What lies where ways reach their ends, or pass below an area."""
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
    """The role of a tile for the ways of a kind, if its facts have one: `spring` for `river_role = "spring"`."""
    return str(tile.more.get(f"{kind}_role", ""))


def pools_of(layout: Layout, index: int) -> list[tuple[Point, float]]:
    """The places and sizes of the pools at the ends of a way within the tile."""
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
) -> list[tuple[str, list[BaseGeometry], int | None]]:
    """What else needs a place: its name, where it may be, the best first, and the segment if it is a site."""
    tile = layout.tile
    there = {piece.name for piece in placed}
    found: list[tuple[str, list[BaseGeometry], int | None]] = []
    clear, ways = _clear(layout), _ways(layout)
    for index, segment in enumerate(tile.segments):
        if kind_of(segment.kind).manner == SITE and index not in sites:
            around = _around(layout, regions, index).intersection(clear).difference(ways)
            found.append((name_on(tile.id, segment.kind), [around], index))
        for name, number in segment.traits.items():
            name = name_on(tile.id, name)
            ornament = ornament_of(name)
            told = ("end", end_word(segment), way_below(segment))
            if ornament is None or name in there or name.partition(":")[0] in told:
                continue
            region = regions.get(index, SQUARE)
            if ornament.place == "beside":
                strip = layout.ways[index]
                near = strip.middle.buffer(strip.width / 2 + 2 * ornament.half, cap_style="flat")
                region = near.intersection(shapely.unary_union([*layout.grounds.values()])).buffer(0)
            if index not in layout.ways or ornament.place == "beside":
                region = region.difference(ways)
            found += [(name, [region.intersection(clear)], None)] * number
    for name in (name_on(tile.id, symbol) for symbol in tile.symbols):
        if name not in there:
            choices = [region.intersection(clear) for region in _room_for_symbol(layout, regions, name)]
            found.append((name, choices, None))
    return found


def _clear(layout: Layout) -> BaseGeometry:
    """The tile without its border, walls and their turrets."""
    edges: list[BaseGeometry] = []
    for index, area in layout.areas.items():
        is_wall = _edge_kind(layout, index) == "wall"
        edges += [LineString(along(line)).buffer(WALL if is_wall else CURB) for line in area.walls]
        if is_wall:
            edges += [Dot(on_curve(line, part)).buffer(TURRET) for line in area.walls for part in TURRETS]
        if area.deck is not None:
            edges.append(area.deck.boundary.difference(area.covers.buffer(1)).buffer(WALL))
    return SQUARE.buffer(-MARGIN).difference(shapely.unary_union(edges))


def _before(layout: Layout, side: int) -> BaseGeometry:
    """The area in front of a side, clear of ways and walls."""
    corners = [edge_point(2 * side), edge_point(2 * side + 2)]
    walls = [LineString(along(line)) for area in layout.areas.values() for line in area.walls]
    covered = shapely.unary_union([_ways(layout), *(wall.buffer(WALL) for wall in walls)])
    return LineString(corners).buffer(ARROW_BAND, cap_style="flat").intersection(SQUARE).difference(covered)


def _ways(layout: Layout) -> BaseGeometry:
    return shapely.unary_union([way.covers for way in layout.ways.values()])


def _around(layout: Layout, regions: dict[int, BaseGeometry], index: int) -> BaseGeometry:
    """Where a site without a way may stand: in the area it is linked with, or else on open ground."""
    linked = [other for other in layout.tile.linked(index) if other in layout.areas]
    return regions[linked[0]] if linked else _open_ground(layout.tile, regions)


def _open_ground(tile: Tile, regions: dict[int, BaseGeometry]) -> BaseGeometry:
    """The largest ground of a tile, or whatever else there is."""
    choices = _regions_of_manner(tile, regions, GROUND) or _regions_of_manner(tile, regions, AREA)
    return choices[0] if choices else SQUARE


def _regions_of_manner(tile: Tile, regions: dict[int, BaseGeometry], manner: str) -> list[BaseGeometry]:
    """The areas of the segments of one manner, the largest first."""
    found = [region for index, region in regions.items() if kind_of(tile.segments[index].kind).manner == manner]
    return sorted(found, key=lambda region: -float(region.area))


def _room_for_symbol(layout: Layout, regions: dict[int, BaseGeometry], name: str) -> list[BaseGeometry]:
    """Where a symbol may be: in front of the side that it points at, or else on ground, between areas or in them."""
    tile = layout.tile
    if arrow_of(name) >= 0:
        return [_before(layout, arrow_of(name))]
    grounds, areas = _regions_of_manner(tile, regions, GROUND), _regions_of_manner(tile, regions, AREA)
    between = SQUARE.difference(shapely.unary_union([*regions.values()]))
    if not grounds and between.area > pi * radius_of(name) ** 2:
        return [between]
    return [*grounds, *(area.difference(_ways(layout)) for area in areas)] or [SQUARE]


def _place_of(name: str, choices: list[BaseGeometry], pieces: list[Piece]) -> tuple[Point, float]:
    """The place and size of an ornament, complete and clear of all others, in the first region with enough space."""
    others = [(piece.at, piece.half) for piece in pieces]
    found = [(size, region) for region in choices if (size := _largest(region, half_of(name), others))]
    if not found:
        return room(choices[0], radius_of(name), others), SIZES[-1]
    size, region = next((one for one in found if one[0] >= LARGE), max(found, key=lambda one: one[0]))
    half = size * half_of(name)
    return room(region, half, others, _fitting(region, half, others)), size


def _largest(region: BaseGeometry, half: float, others: list[tuple[Point, float]]) -> float:
    """The largest size in which an ornament fits; 0 if it does not fit."""
    return next((size for size in SIZES if len(_fitting(region, size * half, others))), 0.0)


def _fitting(region: BaseGeometry, half: float, others: list[tuple[Point, float]]) -> numpy.ndarray:
    """The points in a region around which a square fits, clear of the squares of others."""
    inside = shapely.contains_xy(region, CELLS).reshape(CELLS_ACROSS, CELLS_ACROSS)
    for (x, y), its in others:
        columns, rows = (slice(max(0, floor(at - its - TOUCH)), max(0, ceil(at + its + TOUCH))) for at in (x, y))
        inside[columns, rows] = False
    sums = numpy.pad(inside.cumsum(0).cumsum(1), ((1, 0), (1, 0)))
    wide = 2 * ceil(half)
    if wide > CELLS_ACROSS:
        return numpy.empty((0, 2))
    held = sums[wide:, wide:] - sums[:-wide, wide:] - sums[wide:, :-wide] + sums[:-wide, :-wide]
    return numpy.argwhere(held == wide * wide).astype(float) + wide / 2


def room(
    region: BaseGeometry, radius: float, others: list[tuple[Point, float]], places: numpy.ndarray = PLACES
) -> Point:
    """The point in a region with the most distance from others (their places and radii); if tied, the most central."""
    places = places[shapely.contains_xy(region, places)]
    if not len(places):
        return MIDDLE, MIDDLE
    free = shapely.distance(region.boundary, shapely.points(places)).clip(max=radius)
    for at, reach in others:
        free = numpy.minimum(free, numpy.hypot(*(places - at).T) - reach - GAP)
    middle = region.centroid
    best = (3 * free - 0.05 * numpy.hypot(*(places - (middle.x, middle.y)).T)).argmax()
    return float(places[best][0]), float(places[best][1])


def _spot(layout: Layout, index: int, region: BaseGeometry, pieces: list[Piece], taken: list[Point]) -> Point:
    """Where a figure stands on a segment: on a way, well away from others; elsewhere, where there is space."""
    if index not in layout.ways:
        is_ground = kind_of(layout.tile.segments[index].kind).manner == GROUND
        standing = [(piece.at, piece.radius) for piece in pieces]  # however high: figures stand before it
        return room(region, LYING if is_ground else FIGURE, [*standing, *((at, FIGURE) for at in taken)])
    others = shapely.unary_union([way.middle for other, way in layout.ways.items() if other != index])
    best, found = -1e9, (MIDDLE, MIDDLE)
    for line, part in product(layout.ways[index].lines, range(3, 18)):
        at = on_curve(line, part / 20)
        free = min((dist(at, piece.at) - piece.radius for piece in pieces), default=99.0)
        apart = min((dist(at, other) - FIGURE for other in taken), default=99.0)
        off = others.distance(Dot(at)) if not others.is_empty else 99.0
        value = min(free, apart, off, OFF) - 0.01 * dist(at, (MIDDLE, MIDDLE))
        if value > best:
            best, found = value, at
    return found


# What is strewn


def _strewable(layout: Layout, pieces: list[Piece]) -> list[Strewable]:
    """Places where something may be scattered: clear of edges, ways and ornaments."""
    found: list[Strewable] = []
    clear_tile, border = _clear(layout), SQUARE.boundary.buffer(2 * MARGIN)
    decks = [area.deck for area in layout.areas.values() if area.deck is not None]
    pools = [Dot(at).buffer(SHORE_REACH * wide) for index in layout.ways for at, wide in pools_of(layout, index)]
    covered = shapely.unary_union([*decks, *pools, _ways(layout)])
    for index, region in regions_of(layout).items():
        name = layout.tile.segments[index].kind
        kind = kind_of(name)
        if not kind.scatter:
            continue
        if kind.manner == WAY:
            found += [Strewable(at, name, kind.spacing) for at in _along_edges(layout, index, pieces)]
            continue
        clear = shapely.unary_union([Dot(piece.at).buffer(piece.radius + 0.5 * kind.spacing) for piece in pieces])
        open_ground = region.intersection(clear_tile).difference(covered)
        free, edges = open_ground.difference(clear), open_ground.boundary.difference(border)
        halves = [half_of(name) for name in kind.scatter]
        best: list[Strewable] = []
        for shift, rise in product((0, 0.25, 0.5, 0.75), repeat=2):
            grid = _grid(kind.spacing, shift, rise)
            inside = grid[shapely.contains_xy(free, grid)]
            rooms = [SIZE if edges.is_empty else edges.distance(Dot(at)) for at in inside]
            places = [
                Strewable((float(x), float(y)), name, min(float(room) / LEAN, max(halves), x, y, SIZE - x, SIZE - y))
                for (x, y), room in zip(inside, rooms, strict=True)
                if room / LEAN >= min(halves)
            ]
            best = max(best, places, key=lambda places: sum(place.room for place in places))
        found += best
    return found


def _along_edges(layout: Layout, index: int, pieces: list[Piece]) -> list[Point]:
    """Places along both edges of a way, clear of everything else."""
    way, spacing = layout.ways[index], kind_of(layout.tile.segments[index].kind).spacing
    taken = [other.covers for number, other in layout.ways.items() if number != index]
    taken += [shape for area in layout.areas.values() for shape in (area.covers, area.deck) if shape is not None]
    taken += [Dot(piece.at).buffer(piece.radius) for piece in pieces]
    free = SQUARE.difference(shapely.unary_union(taken)).buffer(-0.3 * spacing)
    edge = way.middle.buffer(way.width / 2, cap_style="flat").boundary
    steps = [edge.interpolate(far) for far in range(0, int(edge.length), int(spacing))]
    return [(step.x, step.y) for step in steps if free.contains(step)]


@cache
def _grid(spacing: float, shift: float, rise: float) -> numpy.ndarray:
    """Points on a triangular grid, shifted by parts of its spacing; those near the border are moved inwards."""
    high = spacing * sqrt(0.75)
    rows, columns = int(SIZE / high) + 1, int(SIZE / spacing) + 1
    points = numpy.array(
        [
            ((column + (row % 2) / 2 + shift) * spacing, (row + rise) * high)
            for row in range(rows)
            for column in range(columns)
        ]
    )
    on_tile = ((points > STREWN - DRAWN_IN) & (points < SIZE - STREWN + DRAWN_IN)).all(axis=1)
    return points[on_tile].clip(STREWN, SIZE - STREWN)
