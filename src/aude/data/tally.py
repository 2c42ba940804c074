"""The results of many games, seat by seat, as `aude simulate` prints them."""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Mapping
from dataclasses import dataclass, field

from aude.bots.base import Forfeit


@dataclass
class Tally:
    """Counts whole numbers, and knows their mean, standard deviation, smallest and largest."""

    seen: Counter[int] = field(default_factory=Counter)

    def add(self, number: int) -> None:
        self.seen[number] += 1

    def include(self, other: Tally) -> None:
        """Add everything that another tally has counted."""
        self.seen.update(other.seen)

    @property
    def count(self) -> int:
        return self.seen.total()

    @property
    def total(self) -> int:
        return sum(number * times for number, times in self.seen.items())

    @property
    def mean(self) -> float:
        return self.total / self.count if self.seen else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample."""
        count, total = self.count, self.total
        if count < 2:
            return 0.0
        squares = sum(number * number * times for number, times in self.seen.items())
        return math.sqrt((squares * count - total * total) / (count * (count - 1)))

    @property
    def least(self) -> int | None:
        return min(self.seen, default=None)

    @property
    def most(self) -> int | None:
        return max(self.seen, default=None)

    def facts(self) -> dict[str, float | int | None]:
        return {"mean": round(self.mean, 3), "sd": round(self.sd, 3), "min": self.least, "max": self.most}


@dataclass
class SeatTally:
    """The results of one seat."""

    points: Tally = field(default_factory=Tally)
    wins: int = 0  # without sharing
    shared: int = 0  # shared victories
    forfeits: int = 0  # games lost by a wrong answer, which have no points

    def include(self, other: SeatTally) -> None:
        self.points.include(other.points)
        self.wins += other.wins
        self.shared += other.shared
        self.forfeits += other.forfeits

    def facts(self) -> dict[str, float | int | None]:
        won = {"wins": self.wins, "shared_wins": self.shared, "forfeits": self.forfeits}
        return {"games": self.points.count, **self.points.facts(), **won}


@dataclass
class Results:
    """The results of many games. They can be counted in parts and added up by `include`."""

    players: Counter[int] = field(default_factory=Counter)  # how many games with how many players
    seats: dict[str, SeatTally] = field(default_factory=dict)
    turns: Tally = field(default_factory=Tally)
    unplaceable: Tally = field(default_factory=Tally)
    ties: int = 0
    forfeits: list[Forfeit] = field(default_factory=list)

    @property
    def games(self) -> int:
        """How many games were counted."""
        return self.turns.count + len(self.forfeits)

    def add(self, scores: Mapping[str, int], turns: int, unplaceable: int) -> None:
        """Add a finished game."""
        for seat, points in scores.items():
            self._seat(seat).points.add(points)
        self._add_winners(scores)
        self.players[len(scores)] += 1
        self.turns.add(turns)
        self.unplaceable.add(unplaceable)

    def add_forfeit(self, forfeit: Forfeit, standing: Mapping[str, int]) -> None:
        """Add a game that a seat has lost by a wrong answer. The game ends there, and the leader of the others wins."""
        self._seat(forfeit.seat).forfeits += 1
        self._add_winners({seat: points for seat, points in standing.items() if seat != forfeit.seat})
        self.forfeits.append(forfeit)
        self.players[len(standing)] += 1

    def include(self, other: Results) -> None:
        """Add all results of another count."""
        self.players.update(other.players)
        for seat, tally in other.seats.items():
            self._seat(seat).include(tally)
        self.turns.include(other.turns)
        self.unplaceable.include(other.unplaceable)
        self.ties += other.ties
        self.forfeits += other.forfeits

    def _seat(self, seat: str) -> SeatTally:
        if seat not in self.seats:
            self.seats[seat] = SeatTally()
        return self.seats[seat]

    def _add_winners(self, scores: Mapping[str, int]) -> None:
        best = max(scores.values(), default=0)
        winners = [seat for seat, points in scores.items() if points == best]
        for seat in winners:
            if len(winners) == 1:
                self._seat(seat).wins += 1
            else:
                self._seat(seat).shared += 1
        self.ties += len(winners) > 1

    def facts(self) -> dict[str, object]:
        """Everything, as JSON data."""
        return {
            "games": self.games,
            "players": {str(number): games for number, games in sorted(self.players.items())},
            "seats": {seat: tally.facts() for seat, tally in self.seats.items()},
            "ties": self.ties,
            "turns": self.turns.facts(),
            "unplaceable": self.unplaceable.facts(),
            "forfeits": [{"seat": lost.seat, "bot": lost.bot, "reason": lost.reason} for lost in self.forfeits],
        }
