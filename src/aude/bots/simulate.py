"""Many games without people: what they score, and how fast they go."""

from __future__ import annotations

import math
import re
import time
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field, replace

from aude import bots as bot_catalog
from aude.bots.base import Forfeit, dismiss, let_play
from aude.catalog.errors import unreadable
from aude.catalog.texts import Phrase
from aude.engine import drive
from aude.engine.arrays import COMPILED
from aude.engine.counts import scores_of, tiles_from_bag
from aude.engine.rng import Random
from aude.engine.scoring import if_ended_now
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.game import GameCore
from aude.game.setup import COLOURS, Setup, players_said

PLAYERS = re.compile(r"([0-9]{1,3})(?:\.\.([0-9]{1,3}))?")


# -- how many players -------------------------------------------------------------------------------------------------
def read_players(text: str) -> tuple[int, int]:
    """`3` or `2..6` as the lowest and the highest number of players."""
    match = PLAYERS.fullmatch(text.strip())
    if match is None:
        raise unreadable("setup.not_players", text=text)
    low = int(match[1])
    high = int(match[2]) if match[2] else low
    if low > high:
        raise unreadable("setup.wrong_way_round", text=text, low=low, high=high)
    return low, high


def possible_players(setup: Setup) -> tuple[int, int]:
    """The lowest and highest number of players for a game with these boxes and options."""
    possible = []
    for number in range(1, len(COLOURS) + 1):
        try:
            replace(setup, players=COLOURS[:number]).check_players()
        except Unreadable:
            continue
        possible.append(number)
    if not possible:
        replace(setup, players=COLOURS[:2]).rules()  # if the set-up has another mistake, report that
        raise unreadable("setup.no_number_fits")
    return possible[0], possible[-1]


def clip_players(setup: Setup, text: str) -> tuple[int, int, Phrase | None]:
    """The range of players, limited to what the game allows, and a remark if it was limited."""
    low, high = read_players(text)
    least, most = possible_players(setup)
    first, last = max(low, least), min(high, most)
    if first > last:
        wanted = players_said(low) if low == high else Phrase("errors.players.range", low=low, high=high)
        raise unreadable("setup.players", players=wanted, low=least, high=most, more=setup.more_seats(low))
    if (first, last) == (low, high):
        return first, last, None
    return first, last, Phrase("errors.setup.clipped", least=least, most=most, first=first, last=last)


# -- statistics -------------------------------------------------------------------------------------------------------
@dataclass
class Tally:
    """Running statistics: how many numbers, their mean and spread, the smallest and the largest."""

    count: int = 0
    total: int = 0
    squares: int = 0
    least: int | None = None
    most: int | None = None

    def add(self, number: int) -> None:
        self.count += 1
        self.total += number
        self.squares += number * number
        self.least = number if self.least is None else min(self.least, number)
        self.most = number if self.most is None else max(self.most, number)

    @property
    def mean(self) -> float:
        return self.total / self.count if self.count else 0.0

    @property
    def sd(self) -> float:
        """The standard deviation of the sample."""
        if self.count < 2:
            return 0.0
        return math.sqrt(max(self.squares - self.total * self.total / self.count, 0.0) / (self.count - 1))

    def facts(self) -> dict[str, float | int | None]:
        return {"mean": round(self.mean, 3), "sd": round(self.sd, 3), "min": self.least, "max": self.most}


@dataclass
class SeatTally:
    """The results of one seat."""

    points: Tally = field(default_factory=Tally)
    wins: int = 0  # alone
    shared: int = 0  # with others
    forfeits: int = 0  # games that it lost by a wrong answer; they have no points

    def facts(self) -> dict[str, float | int | None]:
        won = {"wins": self.wins, "shared_wins": self.shared, "forfeits": self.forfeits}
        return {"games": self.points.count, **self.points.facts(), **won}


@dataclass
class Statistics:
    """The results of many games."""

    seed: int
    players: dict[int, int] = field(default_factory=dict)  # how many games with how many players
    seats: dict[str, SeatTally] = field(default_factory=dict)
    turns: Tally = field(default_factory=Tally)
    unplaceable: Tally = field(default_factory=Tally)
    ties: int = 0
    forfeits: list[Forfeit] = field(default_factory=list)
    seconds: float = 0.0

    @property
    def games(self) -> int:
        return self.turns.count + len(self.forfeits)

    @property
    def games_per_second(self) -> float:
        return self.games / self.seconds if self.seconds else 0.0

    def add(self, state: State, seats: Sequence[str], start: int, everything: int) -> None:
        """Add a finished game."""
        scores = dict(zip(seats, scores_of(state), strict=True))
        for seat, points in scores.items():
            self._seat(seat).points.add(points)
        self._add_winners(scores)
        self.players[len(seats)] = self.players.get(len(seats), 0) + 1
        self.turns.add(int(state.slots) - start)
        self.unplaceable.add(everything - tiles_from_bag(state) - int(state.bag_size))

    def add_forfeit(self, forfeit: Forfeit, state: State, seats: Sequence[str]) -> None:
        """Add a game that a seat has lost by a wrong answer. It ends there: of the others, whoever leads has won."""
        standing = {seat: int(points) for seat, points in zip(seats, if_ended_now(state), strict=True)}
        del standing[forfeit.seat]
        self._seat(forfeit.seat).forfeits += 1
        self._add_winners(standing)
        self.forfeits.append(forfeit)
        self.players[len(seats)] = self.players.get(len(seats), 0) + 1

    def _seat(self, seat: str) -> SeatTally:
        return self.seats.setdefault(seat, SeatTally())

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
            "seed": self.seed,
            "compiled": COMPILED,
            "players": {str(number): games for number, games in sorted(self.players.items())},
            "seats": {seat: tally.facts() for seat, tally in self.seats.items()},
            "ties": self.ties,
            "turns": self.turns.facts(),
            "unplaceable": self.unplaceable.facts(),
            "forfeits": [{"seat": lost.seat, "bot": lost.bot, "reason": lost.reason} for lost in self.forfeits],
            "seconds": round(self.seconds, 3),
            "games_per_second": round(self.games_per_second, 1),
        }


def seats_of(setup: Setup, number: int) -> tuple[str, ...]:
    """The seats of a set-up if their number is right; otherwise the usual colours."""
    return setup.players if number == len(setup.players) else COLOURS[:number]


def simulate(
    setup: Setup,
    games: int,
    *,
    players: tuple[int, int] = (2, 2),
    seed: int = 0,
    bots: Mapping[str, str] | None = None,
    make: type[GameCore] = GameCore,
    progress: Callable[[int], None] | None = None,
) -> Statistics:
    """Play whole games: at random on the fast path of the engine, or with bots (a name for each seat, or for `*`).

    The number of players is drawn for each game from the range `players`. `make` is the kind of game that bots see.
    """
    random = Random(seed)
    found = Statistics(seed)
    openings: dict[int, State] = {}
    everything: dict[int, int] = {}
    low, high = players
    told = begun = time.perf_counter()
    for game in range(games):
        number = low + int(random.below(high - low + 1))
        seats = seats_of(setup, number)
        if number not in openings:
            openings[number] = GameCore(replace(setup, players=seats), deal=False).state
            everything[number] = openings[number].bag_size + tiles_from_bag(openings[number])
        opening = openings[number]
        forfeit = None
        if bots:
            state, forfeit = _play_with_bots(make, replace(setup, players=seats), bots, random)
        else:
            state = opening.copy()
            drive.roll_out(state, random)
        if forfeit is not None:
            found.add_forfeit(forfeit, state, seats)
        else:
            found.add(state, seats, int(opening.slots), everything[number])
        now = time.perf_counter()
        if progress is not None and now - told > 0.05:
            progress(game + 1)
            told = now
    found.seconds = time.perf_counter() - begun
    if progress is not None:
        progress(games)
    return found


def _play_with_bots(
    make: type[GameCore], setup: Setup, names: Mapping[str, str], random: Random
) -> tuple[State, Forfeit | None]:
    """A game between bots: where it ended, and who lost it by a wrong answer, if anybody did."""
    game = make(setup, seed=int(random.below(1 << 31)))
    game.observes = False
    players = {
        seat: bot_catalog.make(names.get(seat) or names.get("*", "random"), int(random.below(1 << 31)))
        for seat in game.seats
    }
    try:
        while game.actor is not None:
            let_play(players[game.actor], game)
    except Forfeit as forfeit:
        return game.state, forfeit
    finally:
        dismiss(players.values(), game)
    return game.state, None
