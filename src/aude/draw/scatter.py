"""What is strewn over a laid tile: other houses, trees and cows in each cell, and always the same there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from aude.draw.book import half_of, kind_of, upright
from aude.draw.outline import SIZE, Point

SWAY = 0.16  # how far something strewn may stand off its place, in parts of the spacing


class Strewable(NamedTuple):
    """A place where something may be strewn."""

    at: Point
    kind: str  # over which it is strewn
    room: float  # half of how large it may be, so that it stands over no wall, way or ornament


@cache
def _strewn(kind: str, room: float) -> tuple[str, ...]:
    """What is strewn over a kind where there is so much room, each as often as it is."""
    return tuple(name for name, often in kind_of(kind).scatter.items() if half_of(name) <= room for _ in range(often))


def scattered(tile: str, places: Iterable[Strewable], turns: int, x: int, y: int) -> list[tuple[str, Point]]:
    """The ornaments strewn over the places of a tile with this id, turned and in this cell."""
    chance = Random(f"{tile} {x},{y}").random
    found = []
    for (px, py), kind, free in places:
        which, dx, dy, taken = chance(), chance(), chance(), chance()
        names = _strewn(kind, free)
        if names and taken < kind_of(kind).share:
            name = names[int(which * len(names))]
            sway = min(SWAY * kind_of(kind).spacing, free - half_of(name))
            room = half_of(name) + 1  # nothing hangs over the border, where there may be no tile
            at = (min(max(place, room), SIZE - room) for place in (px + (2 * dx - 1) * sway, py + (2 * dy - 1) * sway))
            found.append((name, upright(name, (next(at), next(at)), turns)))
    return found
