"""When the answer is clear: an interval for the mean margin that holds at every moment, however often one looks.

Margins are those of heats: the mean of a bot's lead over the games on one deck, in which everybody has had every seat.
Luck that goes with a seat or a deck cancels out in them, and they say more than who won. Heats are independent.

The test is a mixture of sequential probability ratio tests. For a supposed mean m, the likelihood ratio of "the mean is
m plus an effect" to "the mean is m" is averaged over effects, in units of the unknown standard deviation, with a
normal prior of variance 1 / SMOOTHING; the standard deviation is integrated out, with the same improper prior (1 / s)
on both sides. With n margins of mean x and variance v (divided by n), d = x - m, and r = SMOOTHING / (n + SMOOTHING),
that is

    sqrt(r) * ((v + d²) / (v + r d²)) ** (n / 2)

Under normal margins with mean m, whatever their standard deviation, it is a martingale that begins at 1. So the chance
that it ever reaches 1 / ERROR is at most ERROR (Ville's inequality), and all m at which it has not are an interval
that contains the true mean at every moment at once, with a probability of at least 1 - ERROR. Margins are
means of sums over whole games and close to normal; LEAST heats are played before anything is concluded from them.
"""

from __future__ import annotations

import math
from dataclasses import dataclass

ERROR = 0.05  # the chance of a wrong answer, however often one looks
SMOOTHING = 2.0  # effects are supposed to be about 0.7 standard deviations: large ones show after few heats
LEAST = 10  # heats
CLOSE = 1.0  # a mean margin of less than so many points is no difference that matters
LOG_MOST = 700.0  # e to the power of more than this is no number

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
        """Divided by their number."""
        return max(self.squares / self.count - self.mean * self.mean, 0.0) if self.count else 0.0

    @property
    def error(self) -> float:
        """The standard error of the mean; infinite for fewer than two margins."""
        return math.sqrt(self.variance / (self.count - 1)) if self.count > 1 else math.inf

    @property
    def radius(self) -> float:
        """How far the interval reaches from the mean on either side; it may be infinite."""
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
        """Who is ahead, or that nobody is by much; None if it is not clear yet."""
        if self.count < LEAST:
            return None
        low, high = self.mean - self.radius, self.mean + self.radius
        if low > 0:
            return FIRST
        if high < 0:
            return SECOND
        return LEVEL if low > -CLOSE and high < CLOSE else None
