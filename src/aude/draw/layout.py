"""Lays out everything on a tile, from the tile's facts alone.

Areas (cities) lie within walls, ways (roads, rivers) are strips around a middle line, and the ground (fields) is what
is left. The first plan draws the simplest lines. `grounds_shown` then reads the picture as a person would, and if it
shows other fields than the facts, the next plan is tried: a road that touches a wall, a village elsewhere, a city on a
bridge.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass
from itertools import product
from math import dist

from shapely import LineString, distance, points, unary_union
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from aude.draw.book import AREA, GROUND, WAY, half_of, name_on, others, radius_of
from aude.draw.outline import MIDDLE, Point, along, between, edge_point, halves_of, inward, port_place
from aude.draw.shapes import (
    SQUARE,
    Area,
    Plan,
    Way,
    areas_of,
    end_area,
    end_word,
    of_manner,
    owners_of,
    runs_below,
    share_walls,
    ways_of,
)
from aude.engine.tiles import Segment, Tile

CLEAR = 15.0  # the distance of a hub from walls
OFF = 25.0  # its distance from passing ways, if possible
ASIDE = 9.0  # … and the least distance, so that what stands at the hub does not hide that they pass
BANK = 5.0  # the free ground on both sides of a way below a bridge
IN_ROUND, ROUND = 0.85, 4.5  # the size of things in a walled circle, and how much larger the circle is
JOINT = 5.0  # half the width of the ground that joins what stands at the hub with the areas around it
HUBS = [(float(x), float(y)) for x in range(20, 81, 5) for y in range(20, 81, 5)]  # where ways may meet
HUB_DOTS = points(HUBS)
CRUMB = 10.0  # smaller pieces of ground are ignored


@dataclass(frozen=True)
class Layout:
    """Where the segments of a tile lie, by their numbers in the tile's facts."""

    tile: Tile
    plan: Plan
    areas: dict[int, Area]
    ways: dict[int, Way]
    grounds: dict[int, BaseGeometry]
    faithful: bool  # whether the picture shows the grounds of the facts

    @property
    def round(self) -> float:
        """The radius of the walled circle for a symbol that separates grounds or areas; 0 if there is none."""
        names = self.tile.symbols if self.plan.joined or share_walls(self.tile) else ()
        halves = [half_of(name_on(self.tile.id, name)) for name in names if not self.ways]
        return IN_ROUND * max(halves) + ROUND if halves else 0.0


_known: dict[tuple[object, ...], Layout] = {}


def layout_of(tile: Tile) -> Layout:
    """The layout of a kind of tile, computed once."""
    known = _known.get((tile.id, others()))
    if known is None or known.tile != tile:
        known = _known[tile.id, others()] = find_layout(tile)
    return known


def find_layout(tile: Tile) -> Layout:
    """The simplest layout that shows the grounds of the facts, or the simplest of all if none does."""
    first: Layout | None = None
    for plan in plans(tile):
        areas = areas_of(tile, plan.over)
        ways = ways_of(tile, plan, areas)
        shown = grounds_shown(tile, plan, areas, ways)
        grounds = as_told(tile, shown)
        if grounds is not None:
            return Layout(tile, plan, areas, ways, grounds, True)
        first = first or Layout(tile, plan, areas, ways, most_alike(tile, shown), False)
    assert first is not None, "there is always a plainest plan"
    return first


def plans(tile: Tile) -> Iterator[Plan]:
    """The plans to try, the simplest first."""
    areas = areas_of(tile)
    ways = of_manner(tile, WAY)
    ends = [index for index, way in ways.items() if len(way.ports) == 1]
    free = [index for index in ends if end_area(tile, index, areas) is None]
    through = [index for index, way in ways.items() if len(way.ports) == 2]
    radius = max((radius_of(name_on(tile.id, word)) for word in hub_words(tile)), default=0.0)
    meetings: list[tuple[int, int] | None] = [None, *product([*through, *free], areas), *product(free, through)]
    below = [index for index in through if runs_below(ways[index])]
    shorts = [frozenset[tuple[int, int]]()]
    shorts += [frozenset({(index, 0)}) for index in free]
    shorts += [frozenset(cut) for index in below for cut in ([(index, 0)], [(index, 1)], [(index, 0), (index, 1)])]
    hubs = hub_places(tile, areas) if hub_words(tile) or free else [(MIDDLE, MIDDLE)]
    reaches = (radius, 4.0) if free else (0.0, radius)
    for over, joined, meeting, short in product([None, *areas], (False, True), meetings, shorts):
        for reach, hub in product(dict.fromkeys(reaches), hubs):
            yield Plan(hub, reach, joined, meeting, short, over)


def hub_words(tile: Tile) -> list[str]:
    """What stands at the hub of a tile: what ways end at, or a symbol that may separate the ground."""
    areas = {segment.kind for segment in of_manner(tile, AREA).values()}
    ends = [end_word(segment) for segment in of_manner(tile, WAY).values()]
    return [word for word in ends if word and word not in areas] or [
        symbol.partition(":")[0] for symbol in tile.symbols
    ]


def hub_places(tile: Tile, areas: dict[int, Area]) -> list[Point]:
    """Where ways may meet, the middle first: away from walls, from what passes by and from one another; then on walls.

    Last come corners where grounds meet that nothing parts: the way leads to something beyond the tile.
    """
    covered = unary_union([area.covers for area in areas.values()])
    ways = of_manner(tile, WAY)
    past = [way for index, way in ways.items() if len(way.ports) == 2 or end_area(tile, index, areas) is not None]
    passing = distance(unary_union([_passing_line(way) for way in past]), HUB_DOTS)
    by_way = (passing < OFF).astype(int) + (passing < ASIDE)
    by_wall = distance(covered, HUB_DOTS) < CLEAR
    order = sorted(zip(by_way, HUBS, by_wall, strict=True), key=lambda one: (one[0], dist(one[1], (MIDDLE, MIDDLE))))
    chosen: list[Point] = []
    for _, at, too_near in order:
        if not too_near and len(chosen) < 24 and all(dist(at, other) >= 9 for other in chosen):
            chosen.append(at)
    chosen += [along(line)[12] for area in areas.values() for line in area.walls]
    owners = owners_of(tile)
    chosen += [edge_point(corner) for corner in range(0, 8, 2) if owners.get((corner - 1) % 8) != owners.get(corner)]
    return chosen or [(MIDDLE, MIDDLE)]


def _passing_line(way: Segment) -> LineString:
    """The approximate line of a way from side to side, or to an area."""
    first, *others = (port_place(port) for port in way.ports)
    if not others:
        (x, y), (right, down) = edge_point(first), inward(first)
        return LineString([(x, y), (x + MIDDLE * right, y + MIDDLE * down)])
    second = others[0]
    return LineString(along(between(edge_point(first), inward(first), edge_point(second), inward(second))))


# Reading a picture


@dataclass(frozen=True)
class Ground:
    """A piece of ground that the picture shows: the half sides it comes to, and the areas whose walls it touches."""

    covers: BaseGeometry
    halves: frozenset[int]
    beside: frozenset[int]


def grounds_shown(tile: Tile, plan: Plan, areas: dict[int, Area], ways: dict[int, Way]) -> list[Ground]:
    """The pieces of ground that walls and ways leave."""
    covered: list[BaseGeometry] = []
    strips = {index: way.covers for index, way in ways.items()}
    for index, area in areas.items():
        low = [way for way in ways.values() if plan.over == index and way.middle.crosses(area.covers)]
        covered.append(area.covers.difference(unary_union([way.middle.buffer(way.width / 2 + BANK) for way in low])))
    covered += strips.values()
    if hub_words(tile):
        covered.append(Dot(plan.hub).buffer(plan.reach))
        if plan.joined:
            covered += [LineString([plan.hub, nearest(area, plan.hub)]).buffer(JOINT) for area in areas.values()]
    left = SQUARE.difference(unary_union(covered))
    found = []
    for piece in getattr(left, "geoms", [left]):
        halves = frozenset(half for half in range(8) if piece.distance(Dot(_just_inside(half + 0.5))) < 0.5)
        if piece.area < CRUMB and not halves:
            continue
        near = piece.buffer(0.7)
        beside = frozenset(
            index
            for index, area in areas.items()
            if index < len(tile.segments) and near.intersection(area.covers).area > 1.5
        )
        found.append(Ground(piece, halves, beside))
    return found


def _just_inside(place: float) -> Point:
    at, into = edge_point(place), inward(place)
    return at[0] + into[0], at[1] + into[1]


def nearest(area: Area, point: Point) -> Point:
    """The point of an area that is nearest to another."""
    at = nearest_points(area.covers, Dot(point))[0]
    return at.x, at.y


def as_told(tile: Tile, shown: list[Ground]) -> dict[int, BaseGeometry] | None:
    """Which piece is which ground of the facts; None unless picture and facts agree."""
    told = of_manner(tile, GROUND)
    if not told:
        return {}
    if len(shown) != len(told):
        return None
    left = list(shown)
    found = {}
    areas = of_manner(tile, AREA)
    for index, segment in told.items():
        halves = frozenset(halves_of(segment.ports))
        beside = frozenset(segment.beside) & set(areas)
        piece = next((one for one in left if one.halves == halves and one.beside == beside), None)
        if piece is None:
            return None
        left.remove(piece)
        found[index] = piece.covers
    return found


def most_alike(tile: Tile, shown: list[Ground]) -> dict[int, BaseGeometry]:
    """The piece that shares most sides with each ground of the facts, for a picture that is not faithful."""
    return {
        index: max(shown, key=lambda piece: len(piece.halves & halves_of(segment.ports))).covers
        for index, segment in of_manner(tile, GROUND).items()
        if shown
    }
