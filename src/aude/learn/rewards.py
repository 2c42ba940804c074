"""Rewards for the seats at the end of a game. Both kinds add up to 0 over the seats."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import vec


def lead(points: vec[i64], seat: i64) -> float:
    """How many points a seat is ahead of the others' mean."""
    seats: i64 = len(points)
    total: i64 = 0
    for other in range(seats):
        total += points[other]
    return float(points[seat] * seats - total) / float(seats - 1)


def results(points: vec[i64], seat: i64) -> float:
    """-1 for a seat that has lost; the winners share what the others lose, so with two seats the winner gets 1."""
    most = points[0]
    for other in points:
        if other > most:
            most = other
    winners: i64 = 0
    for other in points:
        if other == most:
            winners += 1
    if points[seat] < most:
        return -1.0
    return float(i64(len(points)) - winners) / float(winners)
