"""What is strewn over a laid tile: other houses, trees and cows in each cell, and always the same there."""

from __future__ import annotations

from collections.abc import Iterable
from random import Random

from aude.draw.book import kind_of
from aude.draw.outline import Point, turned

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
            at = turned((px + (2 * dx - 1) * sway, py + (2 * dy - 1) * sway), turns)
            found.append((names[int(which * len(names))], at))
    return found
