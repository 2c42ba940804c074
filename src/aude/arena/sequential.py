"""Decides when the answer is clear: an interval for the mean margin that is valid at every moment.

Margins are those of heats: the mean of a bot's lead over the games with one deck, in which everybody has every seat
once. This cancels out the luck of a seat or a deck, and says more than who won. Heats are independent.

The test is a mixture of sequential probability ratio tests. For a supposed mean m, the likelihood ratio of "the mean is
m plus an effect" to "the mean is m" is averaged over effects, in units of the unknown standard deviation, with a
normal prior of variance 1 / SMOOTHING; the standard deviation is integrated out, with the same improper prior (1 / s)
on both sides. With n margins of mean x and variance v (divided by n), d = x - m, and r = SMOOTHING / (n + SMOOTHING),
that is

    sqrt(r) * ((v + d²) / (v + r d²)) ** (n / 2)

If margins are normally distributed with mean m, whatever their standard deviation, this is a martingale that begins at
1. So the probability that it ever reaches 1 / ERROR is at most ERROR (Ville's inequality), and the m at which it has
not form an interval that always contains the true mean, with a probability of at least 1 - ERROR. Margins are
means of sums over whole games and close to normal; LEAST heats are played before anything is concluded from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ERROR = 0.05  # the probability that an answer is ever wrong
SMOOTHING = 2.0  # effects are assumed to be about 0.7 standard deviations, so large ones show after few heats
LEAST = 10  # heats
CLOSE = 1.0  # a smaller mean margin, in points, does not matter
LOG_MOST = 700.0  # the exponential function overflows beyond this

FIRST, SECOND, LEVEL = "first", "second", "level"  # the answers


@dataclass
class Margins:
    """The margins of one bot over another, heat by heat."""

    count: int = 0
    total: float = 0.0
    squares: float = 0.0

    def add(self, margin: float) -> None:
        self.count += 1
        self.total += margin
        self.squares += margin * margin

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def variance(self) -> float:
        """The variance (the mean square deviation)."""
        return max(self.squares / self.count - self.mean * self.mean, 0.0) if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two margins."""
        return math.sqrt(self.variance / (self.count - 1)) if self.count > 1 else math.inf

    @property
    def radius(self) -> float:
        """The distance from the mean to either end of the interval; it may be infinite."""
        if self.count < 2:
            return math.inf
        share = SMOOTHING / (self.count + SMOOTHING)
        power = 2 / self.count * (math.log(1 / ERROR) - math.log(share) / 2)
        if power + math.log(share) >= 0 or power > LOG_MOST:
            return math.inf
        ratio = math.exp(power)
        return math.sqrt(self.variance * (ratio - 1) / (1 - ratio * share))

    @property
    def answer(self) -> str | None:
        """Who is ahead, or LEVEL if the difference is small; None if it is not clear yet."""
        if self.count < LEAST:
            return None
        low, high = self.mean - self.radius, self.mean + self.radius
        if low > 0:
            return FIRST
        if high < 0:
            return SECOND
        return LEVEL if low > -CLOSE and high < CLOSE else None
