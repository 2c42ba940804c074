"""Computes the lines of a tile: its edge, the walls of areas and the middle lines of ways, on a square of 100 by 100.

x grows to the east, y to the south, as on the table. A place on the edge is a number from 0 to 8, which counts half
sides clockwise from the north-west corner, so 1 is the middle of the north side and 2 the north-east corner.
"""

from __future__ import annotations

from math import atan2, cos, hypot, pi, radians, sin

from aude.engine.tiles import PORTS, SIDES

SIZE = 100.0
MIDDLE = SIZE / 2
HALVES = tuple(port for port in PORTS if len(port) == 2)

Point = tuple[float, float]
Cubic = tuple[Point, Point, Point, Point]

WALL_LEAN = 51.0  # degrees between the edge and a wall that leaves a corner of its own side
WALL_LEAN_BESIDE = 60.0  # … if there is another area beyond, to leave more ground between them
SPIKE_LEAN = 30.0  # … for a wall that only touches the corner


def edge_point(place: float) -> Point:
    """The point on the edge of the tile."""
    side, along = divmod(place % 8, 2)
    far = along * MIDDLE
    return ((far, 0.0), (SIZE, far), (SIZE - far, SIZE), (0.0, SIZE - far))[int(side)]


def port_place(port: str) -> float:
    """The place on the edge of the middle of a port, which is a whole side or a half one."""
    if len(port) == 1:
        return 2.0 * SIDES.index(port) + 1
    return HALVES.index(port) + 0.5


def inward(place: float) -> Point:
    """The direction from a side straight into the tile."""
    return ((0.0, 1.0), (-1.0, 0.0), (0.0, -1.0), (1.0, 0.0))[int(place % 8 // 2)]


def halves_of(ports: tuple[str, ...]) -> set[int]:
    """The half sides that ports cover, by their numbers."""
    found: set[int] = set()
    for port in ports:
        if len(port) == 1:
            first = 2 * SIDES.index(port)
            found |= {first, first + 1}
        else:
            found.add(HALVES.index(port))
    return found


def stretches(halves: set[int]) -> list[tuple[float, float]]:
    """The parts of the edge covered by half sides, clockwise, each with its start and its end (which may exceed 8)."""
    if len(halves) == 8:
        return [(0.0, 8.0)]
    found = []
    for half in sorted(halves):
        if (half - 1) % 8 in halves:
            continue
        end = half
        while end % 8 in halves:
            end += 1
        found.append((float(half), float(end)))
    return found


def wall(
    start: float, end: float, *, spike_at_start: bool, spike_at_end: bool, beside: bool, straight: bool = False
) -> Cubic:
    """The wall of an area from the end of one of its stretches to the start of the next."""
    here, there = edge_point(start), edge_point(end)
    if straight:
        return here, here, there, there
    reach = 0.5 * hypot(there[0] - here[0], there[1] - here[1])
    lean = WALL_LEAN_BESIDE if beside else WALL_LEAN
    from_here = _leaving(start, 1, SPIKE_LEAN if spike_at_start else lean)
    from_there = _leaving(end, -1, SPIKE_LEAN if spike_at_end else lean)
    return (
        here,
        (here[0] + reach * from_here[0], here[1] + reach * from_here[1]),
        (there[0] + reach * from_there[0], there[1] + reach * from_there[1]),
        there,
    )


def _leaving(place: float, way_round: int, lean: float) -> Point:
    """The direction of a wall that leaves the edge at an angle in degrees; clockwise (1) or counterclockwise (-1)."""
    if place % 2:  # in the middle of a side walls leave straight
        return inward(place)
    ahead = edge_point(place + way_round)
    here = edge_point(place)
    angle = atan2(ahead[1] - here[1], ahead[0] - here[0]) + way_round * radians(lean)
    return cos(angle), sin(angle)


def along(curve: Cubic, steps: int = 24) -> list[Point]:
    """Points of a curve, including both ends."""
    return [on_curve(curve, step / steps) for step in range(steps + 1)]


def on_curve(curve: Cubic, t: float) -> Point:
    """The point of a curve at t, from 0 to 1."""
    a, b, c, d = (1 - t) ** 3, 3 * t * (1 - t) ** 2, 3 * t * t * (1 - t), t**3
    return (
        a * curve[0][0] + b * curve[1][0] + c * curve[2][0] + d * curve[3][0],
        a * curve[0][1] + b * curve[1][1] + c * curve[2][1] + d * curve[3][1],
    )


def between(start: Point, leaving: Point, end: Point, arriving: Point) -> Cubic:
    """A smooth curve from one end to another; both directions are unit vectors that point away from their ends."""
    far = hypot(end[0] - start[0], end[1] - start[1])
    turn = abs(leaving[0] * arriving[0] + leaving[1] * arriving[1])  # 1 for straight ways, 0 for a quarter circle
    reach = far * (0.39 - 0.06 * turn)
    return (
        start,
        (start[0] + reach * leaving[0], start[1] + reach * leaving[1]),
        (end[0] + reach * arriving[0], end[1] + reach * arriving[1]),
        end,
    )


def circle(centre: Point, radius: float, steps: int = 32) -> list[Point]:
    """The points of a circle."""
    return [
        (centre[0] + radius * cos(2 * pi * step / steps), centre[1] + radius * sin(2 * pi * step / steps))
        for step in range(steps)
    ]


def turned(point: Point, turns: int) -> Point:
    """The position of a point of a tile after the tile is turned clockwise by this many quarters."""
    x, y = point
    for _ in range(turns % 4):
        x, y = SIZE - y, x
    return x, y
