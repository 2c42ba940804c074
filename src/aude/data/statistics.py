"""Statistics of many games: where points come from, how long games are, which tiles bring points, who begins.

Games are counted one at a time and not kept, so a file may be larger than memory.

Intervals have a confidence of 95 %: normal ones for means (1.96 standard errors), Wilson's for shares. A victory shared
by n seats counts 1/n for each.
"""

from __future__ import annotations

import math
from collections import Counter
from collections.abc import Iterable
from dataclasses import dataclass, field

from aude.arena.elo import Z95
from aude.arena.results import within
from aude.data.schema import GameRow
from aude.data.tally import Tally

WITHOUT = ("moves",)  # columns that are not needed
PARTS = 60  # of a point, so that the mean of up to six others is a whole number of parts


def radius(tally: Tally) -> float:
    """Half the width of the interval of a mean.

    >>> tally = Tally(Counter([2, 4, 4, 4, 5, 5, 7, 9]))
    >>> tally.mean, round(tally.sd, 3), round(radius(tally), 3)
    (5.0, 2.138, 1.482)
    """
    return Z95 * tally.sd / math.sqrt(tally.count) if tally.count > 1 else math.inf


@dataclass
class Cause:
    """The points with one cause."""

    box: str
    during: int = 0  # during games
    final: int = 0  # at the end of games

    @property
    def points(self) -> int:
        return self.during + self.final


@dataclass
class Player:
    """The results of all players with the same seat and bot, or with the same place in the order of play."""

    points: Tally = field(default_factory=Tally)
    lead: Tally = field(default_factory=Tally)  # over the mean of the others, in parts of a point
    wins: float = 0.0

    def add(self, points: int, all_points: int, won: float, others: int) -> None:
        self.points.add(points)
        self.lead.add(points * PARTS - (all_points - points) * PARTS // others if others else 0)
        self.wins += won

    @property
    def games(self) -> int:
        return self.points.count

    @property
    def won(self) -> float:
        return self.wins / self.games if self.games else 0.0

    @property
    def interval(self) -> tuple[float, float]:
        """The interval of the share of games that were won."""
        return within(self.won, self.games)

    @property
    def mean_lead(self) -> float:
        """How many points ahead of the mean of the others."""
        return self.lead.mean / PARTS

    @property
    def lead_radius(self) -> float:
        return radius(self.lead) / PARTS


@dataclass
class TileTally:
    """The points for features that a tile completed, whoever got them."""

    laid: int = 0
    scoring: int = 0  # how often there were any
    points: int = 0

    @property
    def share(self) -> float:
        return self.scoring / self.laid

    @property
    def interval(self) -> tuple[float, float]:
        return within(self.share, self.laid)

    @property
    def mean(self) -> float:
        return self.points / self.laid


@dataclass
class Statistics:
    """Everything that was counted. Of games that a bot has forfeited, only the number is included."""

    games: int = 0
    forfeits: int = 0
    shared: int = 0  # shared victories
    boxes_in_play: set[tuple[str, ...]] = field(default_factory=set)  # the game and its boxes
    players: Counter[int] = field(default_factory=Counter)
    seatings: int = 0  # the number of seats in all games
    points: int = 0
    turns: Tally = field(default_factory=Tally)
    causes: dict[str, Cause] = field(default_factory=dict)
    boxes: Counter[str] = field(default_factory=Counter)
    seats: dict[tuple[str, str], Player] = field(default_factory=dict)  # by name and bot
    order: dict[tuple[int, int], Player] = field(default_factory=dict)  # by number of players, and place from 1
    tiles: dict[str, TileTally] = field(default_factory=dict)

    def add(self, row: GameRow) -> None:
        """Count a game."""
        self.boxes_in_play.add((row.setup.game, *row.setup.boxes))
        if row.forfeit is not None:
            self.forfeits += 1
            return
        self.games += 1
        self.players[len(row.seats)] += 1
        self.seatings += len(row.seats)
        self.turns.add(row.turns)
        self._add_seats(row)
        for line in row.scores:
            cause = self.causes.setdefault(line.cause, Cause(line.box))
            if line.final:
                cause.final += line.points
            else:
                cause.during += line.points
            self.boxes[line.box] += line.points
        for tile in row.tiles:
            if tile.move is not None:
                tally = self.tiles.setdefault(tile.tile, TileTally())
                tally.laid += 1
                tally.scoring += tile.points != 0
                tally.points += tile.points

    def _add_seats(self, row: GameRow) -> None:
        count = len(row.seats)
        points = [seat.points or 0 for seat in row.seats]
        winners = sum(seat.rank == 1 for seat in row.seats)
        first = next(at for at, seat in enumerate(row.seats) if seat.seat == row.first)
        self.shared += winners > 1
        self.points += sum(points)
        for at, seat in enumerate(row.seats):
            won = 1 / winners if seat.rank == 1 else 0.0
            place = (at - first) % count + 1
            for player in (
                self.seats.setdefault((seat.seat, seat.bot), Player()),
                self.order.setdefault((count, place), Player()),
            ):
                player.add(points[at], sum(points), won, count - 1)

    def a_seat(self, points: int) -> float:
        """Points of all games, divided by the number of seats in all games."""
        return points / self.seatings if self.seatings else 0.0

    def facts(self) -> dict[str, object]:
        """Everything, as JSON data."""
        return {
            "games": self.games,
            "forfeits": self.forfeits,
            "shared_victories": self.shared,
            "players": {str(number): games for number, games in sorted(self.players.items())},
            "points": self.points,
            "turns": {**self.turns.facts(), "games": {str(turns): n for turns, n in sorted(self.turns.seen.items())}},
            "causes": [
                {"cause": name, "box": cause.box, "during": cause.during, "final": cause.final, "points": cause.points}
                for name, cause in self.sorted_causes()
            ],
            "boxes": [{"box": box, "points": points} for box, points in self.boxes.most_common()],
            "seats": [{"seat": seat, "bot": bot, **_player(one)} for (seat, bot), one in self.seats.items()],
            "order": [
                {"players": count, "place": place, **_player(one)} for (count, place), one in sorted(self.order.items())
            ],
            "tiles": [
                {"tile": name, "laid": one.laid, "scoring": one.scoring, "share": round(one.share, 4),
                 "interval": _ends(one.interval), "mean": round(one.mean, 3)}
                for name, one in self.sorted_tiles()
            ],
        }  # fmt: skip

    def sorted_causes(self) -> list[tuple[str, Cause]]:
        """The causes, the one with the most points first."""
        return sorted(self.causes.items(), key=lambda entry: (-entry[1].points, entry[0]))

    def sorted_tiles(self) -> list[tuple[str, TileTally]]:
        """The tiles, the one that brings points most often first."""
        return sorted(self.tiles.items(), key=lambda entry: (-entry[1].share, entry[0]))


def _player(one: Player) -> dict[str, object]:
    return {
        "games": one.games,
        **one.points.facts(),
        "won": round(one.won, 4),
        "won_interval": _ends(one.interval),
        "lead": round(one.mean_lead, 3),
        "lead_interval": _ends((one.mean_lead - one.lead_radius, one.mean_lead + one.lead_radius)),
    }


def _ends(interval: tuple[float, float]) -> list[float] | None:
    return [round(end, 4) for end in interval] if all(map(math.isfinite, interval)) else None


def counted(rows: Iterable[GameRow]) -> Statistics:
    """The statistics of these games."""
    found = Statistics()
    for row in rows:
        found.add(row)
    return found
