"""Scatters decoration over a laid tile: different houses, trees and cows in each cell, but always the same there."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cache
from random import Random
from typing import NamedTuple

from aude.draw.book import half_of, kind_of, upright
from aude.draw.outline import SIZE, Point

SWAY = 0.16  # how far something may be off its place, relative to the spacing


class Strewable(NamedTuple):
    """A place where something may be scattered."""

    at: Point
    kind: str  # the kind of the ground
    room: float  # half of its largest size, so that it does not cover walls, ways and ornaments


@cache
def _strewn(kind: str, room: float) -> tuple[str, ...]:
    """What may be scattered over a kind with this much space, each as often as its weight."""
    return tuple(name for name, often in kind_of(kind).scatter.items() if half_of(name) <= room for _ in range(often))


def scattered(tile: str, places: Iterable[Strewable], turns: int, x: int, y: int) -> list[tuple[str, Point]]:
    """The ornaments scattered over the places of a tile with this id, turned and in this cell."""
    chance = Random(f"{tile} {x},{y}").random
    found = []
    for (px, py), kind, free in places:
        which, dx, dy, taken = chance(), chance(), chance(), chance()
        names = _strewn(kind, free)
        if names and taken < kind_of(kind).share:
            name = names[int(which * len(names))]
            sway = min(SWAY * kind_of(kind).spacing, free - half_of(name))
            room = half_of(name) + 1  # nothing must extend over the border, where there may be no tile
            at = (min(max(place, room), SIZE - room) for place in (px + (2 * dx - 1) * sway, py + (2 * dy - 1) * sway))
            found.append((name, upright(name, (next(at), next(at)), turns)))
    return found
