"""The results of a contest: margins, victories, ranks, ratings and times, counted heat by heat in order."""

from __future__ import annotations

import math
from collections.abc import Sequence
from dataclasses import dataclass, field

from aude.arena.elo import Z95, Comparison, Ratings, rate
from aude.arena.plan import Fixture, Plan
from aude.arena.playing import Clock, Played
from aude.arena.sequential import FIRST, LEVEL, SECOND, Margins
from aude.catalog.texts import english
from aude.formats.setupfile import to_facts

PLOTTED = 0.8  # pixels of a notebook for a unit of a plot, which has small letters


def ranks(points: Sequence[int]) -> list[float]:
    """The rank of each seat, 1 for the most points; equal points share a rank.

    >>> ranks([30, 50, 30, 10])
    [2.5, 1.0, 2.5, 4.0]
    """
    return [1 + sum(other > own for other in points) + (points.count(own) - 1) / 2 for own in points]


def within(share: float, count: int) -> tuple[float, float]:
    """Wilson's 95 % interval of a share.

    >>> [round(end, 3) for end in within(0.5, 100)]
    [0.404, 0.596]
    """
    if not count:
        return 0.0, 1.0
    z2 = Z95 * Z95
    middle = (share + z2 / (2 * count)) / (1 + z2 / count)
    half = Z95 / (1 + z2 / count) * math.sqrt(share * (1 - share) / count + z2 / (4 * count * count))
    return max(0.0, middle - half), min(1.0, middle + half)


@dataclass(frozen=True)
class Moment:
    """The state between two bots after a heat: the margin of that heat, the mean so far, and its interval."""

    games: int
    margin: float
    mean: float
    radius: float


@dataclass
class Pair:
    """The results between two bots. With several seats each, a game counts as the mean over all seats of both."""

    margin: Margins = field(default_factory=Margins)
    course: list[Moment] = field(default_factory=list)  # after each heat
    games: int = 0
    wins: int = 0
    ties: int = 0
    losses: int = 0
    shares: float = 0.0  # how often the first finished before the second; a tie counts as half

    @property
    def won(self) -> float:
        return self.shares / self.games if self.games else 0.5

    def add_game(self, lead: float, share: float) -> None:
        self.games += 1
        self.shares += share
        self.wins += lead > 0
        self.ties += lead == 0
        self.losses += lead < 0

    def add_heat(self, leads: Sequence[float]) -> None:
        margin = sum(leads) / len(leads)
        self.margin.add(margin)
        self.course.append(Moment(self.games, margin, self.margin.mean, self.margin.radius))


@dataclass
class Standing:
    """The results of one bot over all games and seats."""

    seats: int = 0
    points: int = 0
    ranks: float = 0.0
    wins: float = 0.0  # a shared victory is divided
    forfeits: int = 0
    clock: Clock = field(default_factory=Clock)


@dataclass(frozen=True)
class Counted:
    """A game that counts."""

    fixture: Fixture
    played: Played


class Results:
    """Everything that has been counted so far."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self.games: list[Counted] = []
        self.standings = [Standing() for _ in plan.bots]
        self.comparisons: list[Comparison] = []
        self._pairs = {pair: Pair() for pair in plan.pairs}

    def pair(self, first: int, second: int) -> Pair:
        """The results between two bots, the lower number first."""
        return self._pairs[first, second]

    def add_heat(self, games: Sequence[Counted]) -> None:
        """Count all games of a heat."""
        leads: dict[tuple[int, int], list[float]] = {}
        for game in games:
            self.games.append(game)
            self._stand(game)
            for first, second in self.plan.pairs:
                seating = game.fixture.seating
                if first in seating and second in seating:
                    lead, share = _between(game, first, second)
                    self._pairs[first, second].add_game(lead, share)
                    self.comparisons.append(Comparison(game.fixture.deck, first, second, share))
                    leads.setdefault((first, second), []).append(lead)
        for pair, heat in leads.items():
            self._pairs[pair].add_heat(heat)

    def _stand(self, game: Counted) -> None:
        played = game.played
        placed = ranks(played.points)
        best = max(played.points)
        for seat, bot in enumerate(game.fixture.seating):
            standing = self.standings[bot]
            standing.seats += 1
            standing.points += played.points[seat]
            standing.ranks += placed[seat]
            standing.wins += (played.points[seat] == best) / played.points.count(best)
            standing.forfeits += played.forfeit is not None and played.forfeit.seat == seat
            if played.clocks:
                standing.clock.include(played.clocks[seat])

    def is_clear(self, group: Sequence[int]) -> bool:
        """Whether the comparison of these bots is clear, so that they need not play any more."""
        pairs = [pair for pair in self.plan.pairs if pair[0] in group and pair[1] in group]
        return all(self._pairs[pair].margin.answer is not None for pair in pairs)

    def ratings(self) -> Ratings:
        return rate(self.comparisons)

    def answer(self, first: int, second: int) -> str | None:
        """The label of the bot that is stronger, `level`, or None if that is not clear."""
        labels = {FIRST: self.plan.labels[first], SECOND: self.plan.labels[second], LEVEL: LEVEL}
        answer = self._pairs[first, second].margin.answer
        return labels[answer] if answer is not None else None

    def __repr__(self) -> str:
        return f"<Results: {', '.join(self.plan.labels)}, {len(self.games)} games>"

    def _repr_svg_(self) -> str:
        from aude.arena.plot import plot

        return plot(self, english()).in_notebook(PLOTTED)

    # -- as data ------------------------------------------------------------------------------------------------------
    def facts(self) -> dict[str, object]:
        """Everything except times, as JSON data: the same on every machine and with any number of processes."""
        plan = self.plan
        return {
            "bots": list(plan.labels),
            "setup": to_facts(plan.setup),
            "seed": plan.seed,
            "games_wanted": plan.decks * plan.heat_size * len(plan.groups),
            "games_counted": len(self.games),
            "pairs": [self._pair_facts(first, second) for first, second in plan.pairs],
            "standings": self._standing_facts(),
            "games": [self._game_facts(number, game) for number, game in enumerate(self.games, 1)],
        }

    def _pair_facts(self, first: int, second: int) -> dict[str, object]:
        pair = self._pairs[first, second]
        margin = pair.margin
        low, high = within(pair.won, pair.games)
        return {
            "bots": [self.plan.labels[first], self.plan.labels[second]],
            "games": pair.games,
            "decks": margin.count,
            "margin": rounded(margin.mean),
            "error": rounded(margin.error),
            "margin_low": rounded(margin.mean - margin.radius),
            "margin_high": rounded(margin.mean + margin.radius),
            "won": rounded(pair.won),
            "won_low": rounded(low),
            "won_high": rounded(high),
            "wins": pair.wins,
            "ties": pair.ties,
            "losses": pair.losses,
            "answer": self.answer(first, second),
        }

    def _standing_facts(self) -> list[dict[str, object]]:
        ratings = self.ratings()
        found = []
        for bot, (label, standing) in enumerate(zip(self.plan.labels, self.standings, strict=True)):
            seats = max(1, standing.seats)
            found.append(
                {
                    "bot": label,
                    "seats": standing.seats,
                    "points": rounded(standing.points / seats),
                    "rank": rounded(standing.ranks / seats),
                    "wins": rounded(standing.wins),
                    "forfeits": standing.forfeits,
                    "elo": rounded(ratings.rating.get(bot, math.inf)),
                    "elo_error": rounded(ratings.error.get(bot, math.inf)),
                    "elo_bounded": ratings.bounded,
                }
            )
        return found

    def _game_facts(self, number: int, game: Counted) -> dict[str, object]:
        fixture, played = game.fixture, game.played
        seats = self.plan.setup.players
        forfeit = played.forfeit
        return {
            "game": number,
            "deck": fixture.deck + 1,
            "seats": {seat: self.plan.labels[bot] for seat, bot in zip(seats, fixture.seating, strict=True)},
            "points": dict(zip(seats, played.points, strict=True)),
            "ranks": dict(zip(seats, ranks(played.points), strict=True)),
            "forfeit": {"seat": seats[forfeit.seat], "reason": forfeit.reason} if forfeit is not None else None,
        }


def rounded(number: float) -> float | None:
    """A number for JSON, which cannot represent infinity."""
    return round(number, 4) if math.isfinite(number) else None


def _between(game: Counted, first: int, second: int) -> tuple[float, float]:
    """The lead of a bot over another in a game, and how often its seats finished before those of the other."""
    seating, points = game.fixture.seating, game.played.points
    both = [
        (points[one], points[other])
        for one, bot in enumerate(seating)
        if bot == first
        for other, rival in enumerate(seating)
        if rival == second
    ]
    lead = sum(own - theirs for own, theirs in both) / len(both)
    return lead, sum((own > theirs) + (own == theirs) / 2 for own, theirs in both) / len(both)
