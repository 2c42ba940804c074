"""A contest: games are played in any order and by any number of processes, and counted in theirs.

A heat counts when all heats before it do. Whether a group of bots goes on is decided after each of its heats by those
that count, so the answer never depends on which game ended first; what was played beyond it is thrown away.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator

from aude.arena.plan import Fixture, Plan
from aude.arena.playing import Played
from aude.arena.results import Counted, Results
from aude.arena.workers import Player, play_all
from aude.crew import Crew


class Contest:
    """Plays what is planned. `results` is complete up to a heat at every moment.

    >>> contest = Contest(Plan(bots=("greedy", "random"), games=4, seed=1))
    >>> contest.run(processes=1)
    >>> contest.is_over, contest.results.pair(0, 1).margin.mean > 0
    (True, True)
    """

    def __init__(self, plan: Plan) -> None:
        self.plan = plan  # what is to be played
        self.results = Results(plan)  # of all that counts so far
        self.done: set[int] = set()  # the groups whose answer is clear
        self._next = 0  # the first heat that does not count yet
        self._waiting: dict[int, dict[int, Counted]] = {}  # games of further heats, by rotation

    def run(self, processes: int = 1, tell: Callable[[], None] | None = None, hands: Crew | None = None) -> None:
        """Play in so many processes, or with a crew, until all is done or clear.

        `tell` is called whenever something counts.
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
        """Whether all that was planned counts, or is not needed."""
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
        """All games in order, without those of groups whose answer is clear by now."""
        for heat in range(self.plan.heats):
            if self.plan.group_of(heat) not in self.done:
                yield from self.plan.heat(heat)

    def take(self, fixture: Fixture, played: Played) -> bool:
        """A game has ended: count the heats that are complete now. Whether there were any."""
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
