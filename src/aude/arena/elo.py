"""Ratings over a pool: the Bradley-Terry model, fitted by maximum likelihood; a tie is half a victory.

The probability that one bot finishes before another is 1 / (1 + 10 ** (-difference / 400)). Ratings are differences
from the first bot's. Their errors are estimated from how much the decks disagree (a sandwich estimate with a cluster
for each deck), so games on one deck, or seats of one game, need not be independent.

If a bot has won everything, there are no finite maximum-likelihood ratings. Then every pair of bots that have met is
given one additional tied game, and the ratings are marked as bounded: the differences are at least about that large.
"""

from __future__ import annotations

import math
from collections.abc import Iterable, Sequence
from dataclasses import dataclass

POINTS = 400 / math.log(10)  # of a rating, per unit of the natural logarithm of the odds
Z95 = 1.959964  # standard deviations on either side that contain 95 %
STEPS = 100
STRIDE = 2.0  # the most that a rating changes in one step
NEAR = 1e-10


@dataclass(frozen=True)
class Comparison:
    """The result of a bot against another in a game: 1 before it, 0 behind it, 0.5 tied; the mean of several seats."""

    deck: int
    first: int
    second: int
    share: float


@dataclass(frozen=True)
class Ratings:
    """The ratings of the bots that have played, each with half the width of its 95 % interval."""

    rating: dict[int, float]
    error: dict[int, float]
    bounded: bool


def rate(comparisons: Sequence[Comparison]) -> Ratings:
    """The ratings of the bots; that of the bot with the lowest number is 0."""
    bots = sorted({bot for one in comparisons for bot in (one.first, one.second)})
    if not bots:
        return Ratings({}, {}, False)
    place = {bot: at for at, bot in enumerate(bots)}
    games = [(one.deck, place[one.first], place[one.second], one.share) for one in comparisons]
    bounded = not _is_finite(len(bots), games)
    if bounded:
        met = sorted({(first, second) for _, first, second, _ in games})
        games += [(-1 - number, first, second, 0.5) for number, (first, second) in enumerate(met)]
    strengths = _fitted(len(bots), games)
    spread = _spread(strengths, games)
    rating = {bot: POINTS * strengths[at] for bot, at in place.items()}
    error = {bot: POINTS * Z95 * math.sqrt(max(spread[at], 0.0)) for bot, at in place.items()}
    return Ratings(rating, error, bounded)


Game = tuple[int, int, int, float]  # deck, first, second, share


def _is_finite(count: int, games: Iterable[Game]) -> bool:
    """Whether everybody has won something against everybody else, directly or through others."""
    takes: list[set[int]] = [set() for _ in range(count)]
    taken: list[set[int]] = [set() for _ in range(count)]
    for _, first, second, share in games:
        for one, other, part in ((first, second, share), (second, first, 1 - share)):
            if part > 0:
                takes[one].add(other)
                taken[other].add(one)
    return all(len(_reached(links)) == count for links in (takes, taken))


def _reached(links: list[set[int]]) -> set[int]:
    found, new = {0}, {0}
    while new:
        new = {other for one in new for other in links[one]} - found
        found |= new
    return found


def _chance(strengths: Sequence[float], first: int, second: int) -> float:
    return 1 / (1 + math.exp(strengths[second] - strengths[first]))


def _fitted(count: int, games: Sequence[Game]) -> list[float]:
    """The most likely strengths, by Newton's method; the first is 0."""
    strengths = [0.0] * count
    for _ in range(STEPS):
        slopes = [0.0] * count
        for _, first, second, share in games:
            slope = share - _chance(strengths, first, second)
            slopes[first] += slope
            slopes[second] -= slope
        moves = [0.0, *_solved(_curvature(strengths, games), slopes[1:])]
        strengths = [at + max(-STRIDE, min(STRIDE, move)) for at, move in zip(strengths, moves, strict=True)]
        if max(map(abs, moves)) < NEAR:
            break
    return strengths


def _curvature(strengths: Sequence[float], games: Iterable[Game]) -> list[list[float]]:
    """The information matrix of all strengths but the first."""
    count = len(strengths)
    found = [[0.0] * count for _ in range(count)]
    for _, first, second, _ in games:
        chance = _chance(strengths, first, second)
        weight = chance * (1 - chance)
        found[first][first] += weight
        found[second][second] += weight
        found[first][second] -= weight
        found[second][first] -= weight
    return [row[1:] for row in found[1:]]


def _spread(strengths: Sequence[float], games: Sequence[Game]) -> list[float]:
    """The variances of the strengths."""
    clusters: dict[int, list[float]] = {}
    for deck, first, second, share in games:
        slopes = clusters.setdefault(deck, [0.0] * len(strengths))
        slope = share - _chance(strengths, first, second)
        slopes[first] += slope
        slopes[second] -= slope
    if len(clusters) < 2:
        return [0.0, *(math.inf for _ in strengths[1:])]
    curvature = _curvature(strengths, games)
    variances = [0.0] * len(strengths)
    for slopes in clusters.values():
        for at, move in enumerate(_solved(curvature, slopes[1:]), 1):
            variances[at] += move * move
    return [variance * len(clusters) / (len(clusters) - 1) for variance in variances]


def _solved(matrix: Sequence[Sequence[float]], values: Sequence[float]) -> list[float]:
    """The solution of linear equations with a positive definite matrix (Gauss, with pivots)."""
    rows = [[*row, value] for row, value in zip(matrix, values, strict=True)]
    size = len(rows)
    for at in range(size):
        pivot = max(range(at, size), key=lambda row: abs(rows[row][at]))
        rows[at], rows[pivot] = rows[pivot], rows[at]
        for below in range(at + 1, size):
            factor = rows[below][at] / rows[at][at]
            rows[below] = [value - factor * above for value, above in zip(rows[below], rows[at], strict=True)]
    found = [0.0] * size
    for at in reversed(range(size)):
        known = sum(rows[at][other] * found[other] for other in range(at + 1, size))
        found[at] = (rows[at][size] - known) / rows[at][at]
    return found
