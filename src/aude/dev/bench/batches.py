"""Measuring in short batches: the best of many, because other work on the machine only ever slows one down."""

from __future__ import annotations

import time
from collections.abc import Callable, Mapping

BATCH = 0.01  # seconds
MOST_GROWTH = 16  # from one trial of a batch's size to the next

Play = Callable[[int], object]  # plays that many games, or does that much of something else


def timed(play: Play, times: int) -> float:
    """The processor time of one batch."""
    begun = time.process_time()
    play(times)
    return time.process_time() - begun


def batch_size(play: Play) -> tuple[int, float]:
    """How many games make a batch (one, if a single game takes longer), and how long the trial of that many took."""
    times = 1
    while True:
        spent = timed(play, times)
        if spent >= BATCH / 2:
            return times, spent
        times = min(times * MOST_GROWTH, max(times + 1, round(times * BATCH / max(spent, 1e-9))))


def best_rates(plays: Mapping[str, Play], seconds: float) -> dict[str, float]:
    """How often a second each can be done: of the best batch, the batches taking turns for about that long."""
    sizes: dict[str, int] = {}
    best: dict[str, float] = {}
    left = seconds
    for name, play in plays.items():
        sizes[name], spent = batch_size(play)
        best[name] = sizes[name] / spent
        left -= spent
    while left > 0:
        for name, play in plays.items():
            spent = timed(play, sizes[name])
            best[name] = max(best[name], sizes[name] / spent)
            left -= spent
    return best


def best_rate(play: Play, seconds: float) -> float:
    """The same for one thing."""
    return best_rates({"": play}, seconds)[""]
