"""Plays one game of the arena. A bot that fails, or chooses what is not offered, only loses that game."""

from __future__ import annotations

import time
from dataclasses import dataclass, field
from typing import Protocol

from aude import bots
from aude.arena.chance import Dealer
from aude.arena.plan import Fixture, Plan
from aude.bots.base import Bot
from aude.errors import shortened
from aude.formats import record
from aude.game.game import GameCore

FORFEIT = 50  # points by which a forfeited game is lost


class Watch(Protocol):
    """Records who is thinking, so that time limits can be enforced."""

    def begin(self, seat: int) -> None: ...
    def end(self) -> None: ...


@dataclass
class Clock:
    """How long a bot has thought, in seconds. A turn comprises all its decisions from one tile to the next."""

    decisions: int = 0
    seconds: float = 0.0
    longest: float = 0.0
    turns: int = 0
    longest_turn: float = 0.0

    _turn: int = -1
    _turn_seconds: float = 0.0

    def add(self, seconds: float, turn: int) -> None:
        """Add a decision in the turn with this number."""
        self.decisions += 1
        self.seconds += seconds
        self.longest = max(self.longest, seconds)
        if turn != self._turn:
            self._turn, self._turn_seconds = turn, 0.0
            self.turns += 1
        self._turn_seconds += seconds
        self.longest_turn = max(self.longest_turn, self._turn_seconds)

    def include(self, other: Clock) -> None:
        """Add the times of another clock."""
        self.decisions += other.decisions
        self.seconds += other.seconds
        self.turns += other.turns
        self.longest = max(self.longest, other.longest)
        self.longest_turn = max(self.longest_turn, other.longest_turn)

    def facts(self) -> dict[str, float | int]:
        """The times in milliseconds."""
        return {
            "decisions": self.decisions,
            "mean_ms": round(1000 * self.seconds / max(1, self.decisions), 3),
            "max_ms": round(1000 * self.longest, 3),
            "turns": self.turns,
            "turn_mean_ms": round(1000 * self.seconds / max(1, self.turns), 3),
            "turn_max_ms": round(1000 * self.longest_turn, 3),
        }


@dataclass(frozen=True)
class Forfeit:
    """Which seat has forfeited the game, and why."""

    seat: int
    reason: str


@dataclass(frozen=True)
class Played:
    """The result of a game. After a forfeit: the scores at that moment, the loser 50 points below everybody else."""

    points: tuple[int, ...]
    forfeit: Forfeit | None = None
    clocks: tuple[Clock, ...] = ()
    record: str = ""


@dataclass
class Table:
    """A game with its bots, while it is played."""

    plan: Plan
    fixture: Fixture
    watch: Watch
    seat: int = 0  # whose bot is thinking
    clocks: list[Clock] = field(default_factory=list)

    def play(self) -> Played:
        """Play the game to its end, or until a bot fails."""
        plan = self.plan
        dealer = Dealer(plan.deck_seed(self.fixture))
        game = plan.make(plan.setup, deal=False)
        self.clocks = [Clock() for _ in game.seats]
        players: list[Bot] = []
        while True:
            dealer.answer(game)
            if game.actor is None:
                return self._finished(game, None)
            try:
                players = players or [self._bot(seat) for seat in range(len(game.seats))]
                self._decide(game, players, dealer.draws)
            except BaseException as error:  # bots may raise anything
                self.watch.end()
                return self._finished(game, Forfeit(self.seat, told(error)))

    def _bot(self, seat: int) -> Bot:
        self.seat = seat
        self.watch.begin(seat)
        made = bots.make(self.plan.bots[self.fixture.seating[seat]], self.plan.bot_seed(self.fixture, seat))
        self.watch.end()
        return made

    def _decide(self, game: GameCore, players: list[Bot], turn: int) -> None:
        """Let a bot decide. It gets a copy of the game, so that it can try out whatever it likes."""
        actor = str(game.actor)
        self.seat = game.seats.index(actor)
        shown = game.copy()
        self.watch.begin(self.seat)
        begun = time.perf_counter()
        answer = players[self.seat].choose(shown)
        self.clocks[self.seat].add(time.perf_counter() - begun, turn)
        self.watch.end()
        game.play(answer, actor)

    def _finished(self, game: GameCore, forfeit: Forfeit | None) -> Played:
        standing = game.scores if forfeit is None else game.if_ended_now
        points = forfeited(list(standing.values()), forfeit)
        text = with_notes(record.write(game), self.plan, self.fixture, forfeit) if self.plan.records else ""
        return Played(points, forfeit, tuple(self.clocks), text)


def forfeited(points: list[int], forfeit: Forfeit | None) -> tuple[int, ...]:
    """The points after a forfeit."""
    if forfeit is not None:
        points[forfeit.seat] = min(other for seat, other in enumerate(points) if seat != forfeit.seat) - FORFEIT
    return tuple(points)


def told(error: BaseException) -> str:
    """An exception raised by a bot, as one line."""
    says = " ".join(str(error).split())
    return shortened(f"{type(error).__name__}: {says}" if says else type(error).__name__)


def with_notes(text: str, plan: Plan, fixture: Fixture, forfeit: Forfeit | None) -> str:
    """A record with comments that say who played."""
    seats = plan.setup.players
    notes = [f"# {seat}: {plan.labels[bot]}" for seat, bot in zip(seats, fixture.seating, strict=True)]
    if forfeit is not None:
        notes.append(f"# {seats[forfeit.seat]} forfeits: {forfeit.reason}")
    head, _, rest = text.partition("\n")
    return "\n".join([head, *notes, rest])
