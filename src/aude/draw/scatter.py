"""What is strewn over a laid tile: other houses, trees and cows in each cell, and always the same there."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from aude.draw.book import kind_of, radius_of
from aude.draw.outline import SIZE, Point, turned

SWAY = 0.16  # how far something strewn may stand off its place, in parts of the spacing


def _manner(kind: str) -> tuple[tuple[str, ...], float, float]:
    """What is strewn over a kind, how many of the places are taken, and how far off them it may stand."""
    found = kind_of(kind)
    names = tuple(name for name, often in found.scatter.items() for _ in range(often))
    return names, found.share, SWAY * found.spacing


def scattered(tile: str, places: Iterable[tuple[Point, str]], turns: int, x: int, y: int) -> list[tuple[str, Point]]:
    """The ornaments strewn over the places of a tile with this id, turned and in this cell."""
    chance = Random(f"{tile} {x},{y}").random
    found = []
    manners: dict[str, tuple[tuple[str, ...], float, float]] = {}
    for (px, py), kind in places:
        if kind not in manners:
            manners[kind] = _manner(kind)
        names, share, sway = manners[kind]
        which, dx, dy, taken = chance(), chance(), chance(), chance()
        if taken < share:
            name = names[int(which * len(names))]
            room = radius_of(name) + 1  # nothing hangs over the border, where there may be no tile
            at = (min(max(place, room), SIZE - room) for place in (px + (2 * dx - 1) * sway, py + (2 * dy - 1) * sway))
            found.append((name, turned((next(at), next(at)), turns)))
    return found
