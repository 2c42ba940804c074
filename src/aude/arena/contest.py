"""A contest: any number of processes play its games in any order, but they are counted in a fixed order.

A heat counts as soon as all heats before it do. After each heat of a group of bots, the heats that count decide whether
the group continues, so the answer never depends on which game ended first. Games beyond that are discarded.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aude.arena.plan import Fixture, Plan
from aude.arena.playing import Played
from aude.arena.results import Counted, Results
from aude.arena.workers import Player, play_all
from aude.crew import Crew


class Contest:
    """Plays a plan. At every moment, `results` is complete up to some heat.

    >>> contest = Contest(Plan(bots=("greedy", "random"), games=4, seed=1))
    >>> contest.run(processes=1)
    >>> contest.is_over, contest.results.pair(0, 1).margin.mean > 0
    (True, True)
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan  # what is to be played
        self.results = Results(plan)  # everything that counts so far
        self.done: set[int] = set()  # the groups for which the answer is clear
        self._next = 0  # the first heat that does not count yet
        self._waiting: dict[int, dict[int, Counted]] = {}  # games of later heats, by rotation

    def run(self, processes: int = 1, tell: Callable[[], None] | None = None, hands: Crew | None = None) -> None:
        """Play in this many processes, or with a crew, until everything is done or clear.

        `tell` is called whenever more games count.
        """
        fixtures = self._fixtures()
        games = play_all(self.plan, fixtures, processes) if hands is None else hands.each(Player(self.plan), fixtures)
        try:
            for fixture, played in games:
                if self.take(fixture, played) and tell is not None:
                    tell()
                if self.is_over:
                    break
        finally:
            games.close()

    @property
    def is_over(self) -> bool:
        """Whether all planned games count, or are not needed."""
        return self._next == self.plan.heats

    @property
    def games_left(self) -> int:
        """How many games may still have to be counted."""
        groups = range(len(self.plan.groups))
        heats = sum(self._heats_left(group) for group in groups if group not in self.done)
        return heats * self.plan.heat_size

    def _heats_left(self, group: int) -> int:
        deck, behind = divmod(self._next, len(self.plan.groups))
        return self.plan.decks - deck - (group < behind)

    def _fixtures(self) -> Iterator[Fixture]:
        """All games in order, without those of groups for which the answer is clear by now."""
        for heat in range(self.plan.heats):
            if self.plan.group_of(heat) not in self.done:
                yield from self.plan.heat(heat)

    def take(self, fixture: Fixture, played: Played) -> bool:
        """Take a game that has ended, and count the heats that are now complete. Returns whether there were any."""
        self._waiting.setdefault(fixture.heat, {})[fixture.rotation] = Counted(fixture, played)
        before = self._next
        while not self.is_over:
            group = self.plan.group_of(self._next)
            if group not in self.done:
                heat = self._waiting.get(self._next, {})
                if len(heat) < self.plan.heat_size:
                    break
                self.results.add_heat([heat[rotation] for rotation in sorted(heat)])
                if not self.plan.all_games and self.results.is_clear(self.plan.groups[group]):
                    self.done.add(group)
            self._waiting.pop(self._next, None)
            self._next += 1
        return self._next > before
