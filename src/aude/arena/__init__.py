"""The arena: bots play each other on the same decks, with rotated seats, until it is clear who is stronger.

>>> from aude.arena import Contest, Plan
>>> contest = Contest(Plan(bots=("greedy", "random"), games=4, seed=1))
>>> contest.run(processes=1)
>>> contest.results.pair(0, 1).margin.mean > 0
True

docs/arena.md explains the numbers.
"""

from aude.arena.contest import Contest
from aude.arena.plan import Plan

__all__ = ["Contest", "Plan"]
