"""Computes the shapes of a tile's segments for a plan: areas within their walls, ways around their middle lines."""

from __future__ import annotations

from dataclasses import dataclass
from functools import cached_property
from math import hypot

from shapely import LineString, MultiPolygon, Polygon, unary_union
from shapely import Point as Dot
from shapely.geometry.base import BaseGeometry
from shapely.ops import nearest_points

from aude.draw.book import AREA, GROUND, SITE, WAY, kind_of, ornament_of, radius_of
from aude.draw.outline import (
    MIDDLE,
    SIZE,
    Cubic,
    Point,
    along,
    between,
    edge_point,
    halves_of,
    inward,
    port_place,
    stretches,
    wall,
)
from aude.engine.tiles import Segment, Tile

SQUARE = Polygon([(0, 0), (SIZE, 0), (SIZE, SIZE), (0, SIZE)])
STUB = 21.0  # the length of a way that ends soon after its side
DECK = 20.0  # the width of the bridge on which an area crosses another
LANDING = 18.0  # the distance from the other side at which such a bridge reaches the ground
TURRETS = (0.16, 0.5, 0.84)  # the positions of turrets on a wall
AIM = 30.0  # how far into the tile a way runs before it heads for the nearest gate


@dataclass(frozen=True)
class Plan:
    """Deviations from the simplest drawing, so that the picture shows what the facts say."""

    hub: Point = (MIDDLE, MIDDLE)  # where ways meet and end
    reach: float = 0.0  # the radius of what stands there and separates the ground around it
    joined: bool = False  # it reaches as far as the areas around it
    meeting: tuple[int, int] | None = None  # this way touches that segment, or ends at it
    short: frozenset[tuple[int, int]] = frozenset()  # a way and a side of it: it ends soon after that side
    over: int | None = None  # this area crosses everything in between on a bridge


@dataclass(frozen=True)
class Area:
    """A segment that covers a part of the edge: its walls within the tile, and its shape."""

    walls: tuple[Cubic, ...]
    covers: BaseGeometry
    deck: BaseGeometry | None = None  # its bridge, under which the ground continues


@dataclass(frozen=True)
class Way:
    """A segment that is a strip: the curves of its middle line, and where it ends within the tile."""

    lines: tuple[Cubic, ...]
    width: float
    ends: tuple[Point, ...] = ()
    gate: int | None = None  # the area at which it ends

    @cached_property
    def middle(self) -> BaseGeometry:
        """The middle line."""
        return unary_union([LineString(along(line)) for line in self.lines])

    @cached_property
    def covers(self) -> BaseGeometry:
        """The strip within the tile, including what a ring encloses."""
        strip = unary_union([Polygon(part.exterior) for part in polygons(self.middle.buffer(self.width / 2))])
        return strip.intersection(SQUARE)


def polygons(shape: BaseGeometry) -> list[Polygon]:
    """The polygons that a shape consists of."""
    return [part for part in getattr(shape, "geoms", [shape]) if isinstance(part, Polygon)]


def of_manner(tile: Tile, manner: str) -> dict[int, Segment]:
    """The segments of a tile that are laid out in one manner."""
    return {index: segment for index, segment in enumerate(tile.segments) if kind_of(segment.kind).manner == manner}


def owners_of(tile: Tile) -> dict[int, int]:
    """The segment of each half side; halves that ways cross belong to the ground beside them."""
    found: dict[int, int] = {}
    for index, segment in enumerate(tile.segments):
        if kind_of(segment.kind).manner in (AREA, GROUND):
            found |= dict.fromkeys(halves_of(segment.ports), index)
    return found


# Areas


def areas_of(tile: Tile, over: int | None = None) -> dict[int, Area]:
    """The areas of a tile. Sides on which nothing continues are one more, after the tile's last segment."""
    owners = owners_of(tile)
    claims = {index: halves_of(segment.ports) for index, segment in of_manner(tile, AREA).items()}
    bare = set(range(8)) - set(owners)
    if bare and not of_manner(tile, SITE):
        claims[len(tile.segments)] = bare
    found = {}
    for index, halves in claims.items():
        parts = stretches(halves)
        if index == over:
            found[index] = _on_bridge(tile, index, parts, owners)
        else:
            corners = corners_reached(tile, index, owners)
            found[index] = _area(tile, index, sorted([*parts, *((at, at) for at in corners)]), owners)
    return found


def share_walls(tile: Tile) -> bool:
    """Whether the areas of a tile share walls: if there is no ground, none must be visible between them."""
    return len(of_manner(tile, AREA)) > 1 and not of_manner(tile, GROUND)


def corners_reached(tile: Tile, index: int, owners: dict[int, int]) -> list[float]:
    """The corners that an area reaches without having a side there, because nothing else separates the grounds."""
    found = []
    for corner in range(0, 8, 2):
        around = [owners.get((corner - 1) % 8), owners.get(corner)]
        segments = [tile.segments[at] for at in around if at is not None and at != index]
        if len(segments) < 2 or segments[0] is segments[1]:
            continue
        grounds = [segment for segment in segments if kind_of(segment.kind).manner == GROUND]
        if grounds and all(index in ground.beside for ground in grounds):
            parted = [at for at in around if at is not None and tile.segments[at] not in grounds]
            if not parted or parted[0] not in grounds[0].beside:
                found.append(float(corner))
    return found


def _area(tile: Tile, index: int, parts: list[tuple[float, float]], owners: dict[int, int]) -> Area:
    """An area with these stretches of the edge, and walls from each of them to the next."""
    if parts == [(0.0, 8.0)]:
        return Area((), SQUARE)
    walls: list[Cubic] = []
    outline: list[Point] = []
    for (start, end), (following, its_end) in zip(parts, [*parts[1:], parts[0]], strict=True):
        outline += [edge_point(at) for at in dict.fromkeys([start, *range(int(start) + 1, int(end)), end])]
        until = following if following >= end else following + 8
        beyond = {owners.get(half % 8, index) for half in range(int(end), int(until))} - {index}
        line = wall(
            end,
            following,
            spike_at_start=start == end,
            spike_at_end=following == its_end,
            beside=any(kind_of(tile.segments[at].kind).manner == AREA for at in beyond),
            straight=share_walls(tile),
        )
        walls.append(line)
        outline += along(line)[1:-1]
    return Area(tuple(walls), Polygon(outline).buffer(0))


def _on_bridge(tile: Tile, index: int, parts: list[tuple[float, float]], owners: dict[int, int]) -> Area:
    """An area that consists of a cap at each of its sides, and a bridge between them or across the tile."""
    caps = [_area(tile, index, [part], owners) for part in parts]
    places = [(start + end) / 2 for start, end in parts]
    far = places[1] if len(places) > 1 else places[0] + 4
    line = LineString(along(between(edge_point(places[0]), inward(places[0]), edge_point(far), inward(far))))
    covers = unary_union([cap.covers for cap in caps])
    deck = line.buffer(DECK / 2, cap_style="flat").difference(covers)
    if len(places) == 1:  # it comes down to the ground before the other side
        side = LineString([edge_point(far - 1), edge_point(far + 1)])
        landing = side.buffer(LANDING)
        foot = deck.intersection(side.buffer(LANDING + DECK)).difference(landing)
        deck = deck.difference(landing)
        covers = MultiPolygon([covers, foot]) if isinstance(covers, Polygon) and isinstance(foot, Polygon) else covers
    return Area(tuple(line for cap in caps for line in cap.walls), covers, deck)


# Ways


def ways_of(tile: Tile, plan: Plan, areas: dict[int, Area]) -> dict[int, Way]:
    """The ways of a tile; those from side to side come first, because others may end at them."""
    found: dict[int, Way] = {}
    for index, segment in sorted(of_manner(tile, WAY).items(), key=lambda item: -len(item[1].ports)):
        places = [port_place(port) for port in segment.ports]
        if len(places) == 1:
            found[index] = _ending(tile, index, places[0], plan, areas, found)
        else:
            found[index] = _passing(tile, index, places, plan, areas)
    return found


def _passing(tile: Tile, index: int, places: list[float], plan: Plan, areas: dict[int, Area]) -> Way:
    """A way from side to side, or from three or more sides to where they meet."""
    width = kind_of(tile.segments[index].kind).width
    cut = [place for number, place in enumerate(places) if (index, number) in plan.short]
    if len(places) > 2:
        return Way(_arms(places, ring_of(tile, index)), width)
    first, second = places
    if plan.meeting and plan.meeting[0] == index and plan.meeting[1] in areas:
        return Way(_along_wall(first, second, areas[plan.meeting[1]], width), width)
    line = between(edge_point(first), inward(first), edge_point(second), inward(second))
    if not cut:
        return Way((line,), width)
    stubs = [_stub(place) if place in cut else _to_wall(place, line, areas) for place in places]
    return Way(tuple(stubs), width, tuple(stub[3] for stub in stubs))


def in_ring(tile: Tile, index: int) -> list[str]:
    """What stands where three or more arms of a way meet: a mark of the way, or a symbol of the tile."""
    segment = tile.segments[index]
    names = [*segment.traits, *tile.symbols] if len(segment.ports) > 2 else []
    return [name for name in names if (ornament := ornament_of(name)) and ornament.place == "in"]


def ring_of(tile: Tile, index: int) -> float:
    """The radius of the ring of a way around what stands where its arms meet; 0 if there is nothing."""
    room = max((radius_of(name) for name in in_ring(tile, index)), default=0.0)
    return room + kind_of(tile.segments[index].kind).width / 2 + 2 if room else 0.0


def _arms(places: list[float], ring: float) -> tuple[Cubic, ...]:
    """Curves from each side to the middle, or to a ring around it; the ring consists of four quarters."""
    spokes = [inward(place) for place in places]
    arms = [
        _straight(place, (MIDDLE - ring * x, MIDDLE - ring * y)) for place, (x, y) in zip(places, spokes, strict=True)
    ]
    bend = 0.5523 * ring  # of a cubic that is a quarter of a circle
    quarters = [
        (
            (MIDDLE + ring * x, MIDDLE + ring * y),
            (MIDDLE + ring * x - bend * y, MIDDLE + ring * y + bend * x),
            (MIDDLE - ring * y + bend * x, MIDDLE + ring * x + bend * y),
            (MIDDLE - ring * y, MIDDLE + ring * x),
        )
        for x, y in ((0.0, -1.0), (1.0, 0.0), (0.0, 1.0), (-1.0, 0.0))
    ]
    return (*arms, *(quarters if ring else []))


def _ending(tile: Tile, index: int, place: float, plan: Plan, areas: dict[int, Area], others: dict[int, Way]) -> Way:
    """A way from its side to a gate, to another way, to the hub, or to somewhere near its side."""
    width = kind_of(tile.segments[index].kind).width
    if (index, 0) in plan.short:
        return Way((_stub(place),), width, (_stub(place)[3],))
    start, into = edge_point(place), inward(place)
    target = plan.meeting[1] if plan.meeting and plan.meeting[0] == index else end_area(tile, index, areas)
    if target in areas:
        gate, outward = _gate(start, into, areas[target], others)
        return Way((between(start, into, gate, outward),), width, (gate,), target)
    if target is not None and target in others:
        aim = Dot(start[0] + AIM * into[0], start[1] + AIM * into[1])
        end = nearest_points(others[target].middle, aim)[0]
        return Way((_straight(place, (end.x, end.y)),), width, ((end.x, end.y),))
    return Way((_straight(place, plan.hub),), width, (plan.hub,))


def end_area(tile: Tile, index: int, areas: dict[int, Area]) -> int | None:
    """The area at which a way ends by the facts: one that is linked with it, or else the nearest of the named kind."""
    segment = tile.segments[index]
    word = end_word(segment)
    linked = [other for other in tile.linked(index) if other in areas and tile.segments[other].kind == word]
    kinds = {other: segment.kind for other, segment in of_manner(tile, AREA).items()}
    alike = linked or [other for other, kind in kinds.items() if kind == word]
    if word and not alike and site_of(tile, word) is None:
        alike = [other for other in areas if other not in kinds]  # it leads into the bare side
    place = port_place(segment.ports[0])
    aim = Dot(edge_point(place)[0] + AIM * inward(place)[0], edge_point(place)[1] + AIM * inward(place)[1])
    return min(alike, key=lambda other: areas[other].covers.distance(aim), default=None)


def site_of(tile: Tile, word: str) -> int | None:
    """The site of this kind on the tile, if there is one."""
    return next((index for index, segment in of_manner(tile, SITE).items() if segment.kind == word), None)


def end_word(segment: Segment) -> str:
    """What a way ends at, by the facts: `city` for `end=city`; empty if they do not say."""
    return next((trait.partition(":")[2] for trait in segment.traits if trait.startswith("end:")), "")


def way_below(segment: Segment) -> str:
    """How a way passes invisibly below an area: `tunnel` for `tunnel=underpass`; empty if it does not."""
    return next((trait.partition(":")[0] for trait in segment.traits if trait.endswith(":underpass")), "")


def runs_below(segment: Segment) -> bool:
    """Whether a way passes invisibly below an area."""
    return bool(way_below(segment))


def _straight(place: float, end: Point) -> Cubic:
    """A curve from a side to a point, perpendicular to the side."""
    start = edge_point(place)
    far = hypot(end[0] - start[0], end[1] - start[1]) or 1.0
    return between(start, inward(place), end, ((start[0] - end[0]) / far, (start[1] - end[1]) / far))


def _stub(place: float) -> Cubic:
    start, into = edge_point(place), inward(place)
    return _straight(place, (start[0] + STUB * into[0], start[1] + STUB * into[1]))


def _to_wall(place: float, line: Cubic, areas: dict[int, Area]) -> Cubic:
    """A curve from a side along a line to the first wall that it meets, or to its middle."""
    covered = unary_union([area.covers for area in areas.values()])
    points = along(line) if line[0] == edge_point(place) else along(line)[::-1]
    return _straight(place, next((at for at in points[1:12] if covered.contains(Dot(at))), points[12]))


def _along_wall(first: float, second: float, area: Area, width: float) -> tuple[Cubic, ...]:
    """A way from side to side that touches the wall of an area in between."""
    line = between(edge_point(first), inward(first), edge_point(second), inward(second))
    middle = Dot(along(line)[12])
    at = nearest_points(unary_union([LineString(along(line)) for line in area.walls]), middle)[0]
    far = at.distance(middle) or 1.0
    reach = 0.5 * width - 1.5
    point = at.x + reach * (middle.x - at.x) / far, at.y + reach * (middle.y - at.y) / far
    start, end = edge_point(first), edge_point(second)
    apart = hypot(end[0] - start[0], end[1] - start[1])
    ahead = (end[0] - start[0]) / apart, (end[1] - start[1]) / apart
    return (
        between(start, inward(first), point, (-ahead[0], -ahead[1])),
        between(point, ahead, end, inward(second)),
    )


def _gate(start: Point, into: Point, area: Area, others: dict[int, Way]) -> tuple[Point, Point]:
    """Where a way comes to the wall of an area, and the direction from there outward.

    The gate lies near to where the way is headed, off the corners, and off the gates and strips of other ways.
    """
    aim = Dot(start[0] + AIM * into[0], start[1] + AIM * into[1])
    taken = unary_union([way.middle for way in others.values()])
    best, found = 1e9, ((MIDDLE, MIDDLE), into)
    for line in area.walls:
        points = along(line, 40)
        for before, at, after in zip(points[5:-7], points[6:-6], points[7:-5], strict=True):
            cost = Dot(at).distance(aim) + (30 if not taken.is_empty and taken.distance(Dot(at)) < 12 else 0)
            if cost < best:
                far = hypot(after[0] - before[0], after[1] - before[1]) or 1.0
                normal = -(after[1] - before[1]) / far, (after[0] - before[0]) / far
                outside = not area.covers.contains(Dot(at[0] + 2 * normal[0], at[1] + 2 * normal[1]))
                best, found = cost, (at, normal if outside else (-normal[0], -normal[1]))
    return found
