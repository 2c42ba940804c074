"""Plays the games of a plan: with `FastGame` if only results are needed, otherwise move by move."""

from __future__ import annotations

import time
from collections.abc import Iterator
from dataclasses import dataclass, field, replace

from aude import bots as bot_catalog
from aude.bots.base import Bot, Forfeit, dismiss, let_play
from aude.data.plan import Plan
from aude.data.tally import Results
from aude.engine import drive
from aude.engine.counts import scores_of, tiles_from_bag
from aude.engine.rng import Random
from aude.engine.state import State
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.seeds import seed_of


@dataclass
class Played:
    """A game that was played move by move, to its end or until a bot forfeited it."""

    number: int
    seed: int
    game: GameCore
    start: Start
    forfeit: Forfeit | None = None
    seconds: float = 0.0
    thought: dict[str, float] = field(default_factory=dict)  # how many seconds, by seat

    @property
    def turns(self) -> int:
        """How many tiles the seats have laid."""
        return int(self.game.state.slots) - self.start.tiles

    @property
    def unplaceable(self) -> int:
        """How many tiles fitted nowhere."""
        return self.start.unplaceable(self.game.state)


class Start:
    """The beginning of games with these seats."""

    def __init__(self, plan: Plan, seats: tuple[str, ...]) -> None:
        self.seats = seats
        self.setup = replace(plan.setup, players=seats, seed=None, bots={})
        self.state = GameCore(self.setup, deal=False).state
        self.tiles = int(self.state.slots)
        self.drawable = int(self.state.bag_size) + int(tiles_from_bag(self.state))

    def unplaceable(self, state: State) -> int:
        """How many tiles fitted nowhere in a game that has reached this state."""
        return self.drawable - int(tiles_from_bag(state)) - int(state.bag_size)


class Starts:
    """The beginnings of the games of a plan, by number of players, made when they are needed."""

    def __init__(self, plan: Plan) -> None:
        self.plan = plan
        self._known: dict[tuple[str, ...], Start] = {}

    def of(self, number: int) -> Start:
        seats = self.plan.seats_of_game(number)
        if seats not in self._known:
            self._known[seats] = Start(self.plan, seats)
        return self._known[seats]


def play(plan: Plan, numbers: range) -> Results:
    """The results of the games with these numbers."""
    found = Results()
    if plan.bots:
        for played in play_each(plan, numbers):
            count(found, played)
        return found
    starts = Starts(plan)
    for number in numbers:
        start = starts.of(number)
        state = start.state.copy()
        drive.roll_out(state, Random(plan.seed_of_game(number)))
        scores = dict(zip(start.seats, scores_of(state), strict=True))
        found.add(scores, int(state.slots) - start.tiles, start.unplaceable(state))
    return found


def count(results: Results, played: Played) -> None:
    """Count a game that was played move by move."""
    if played.forfeit is None:
        results.add(played.game.scores, played.turns, played.unplaceable)
    else:
        results.add_forfeit(played.forfeit, played.game.if_ended_now)


def play_each(plan: Plan, numbers: range) -> Iterator[Played]:
    """The games with these numbers, played move by move."""
    starts = Starts(plan)
    for number in numbers:
        start = starts.of(number)
        seed = plan.seed_of_game(number)
        began = time.perf_counter()
        if plan.bots:
            played = _with_bots(plan, start, number, seed)
        else:
            played = _at_random(start, number, seed)
        played.seconds = time.perf_counter() - began
        yield played


def _at_random(start: Start, number: int, seed: int) -> Played:
    """A game that draws every choice in the same way as with `FastGame`, so the result is the same."""
    game = GameCore(start.setup, deal=False)
    random = Random(seed)
    program = game.rules.program
    while not game.over:
        code = int(program[game.state.step].sample(game.state, random))
        game.play(Option(game.options, code))
    return Played(number, seed, game, start)


def _with_bots(plan: Plan, start: Start, number: int, seed: int) -> Played:
    """A game between bots. Unlike in the arena, they see the game with its dealer."""
    game = plan.make(start.setup, seed=seed)
    game.observes = False
    players: dict[str, Bot] = {
        seat: bot_catalog.make(plan.bot_of(seat), seed_of(seed, "bot", at)) for at, seat in enumerate(game.seats)
    }
    played = Played(number, seed, game, start)
    try:
        while game.actor is not None:
            seat, began = game.actor, time.perf_counter()
            let_play(players[seat], game)
            played.thought[seat] = played.thought.get(seat, 0.0) + time.perf_counter() - began
    except Forfeit as forfeit:
        played.forfeit = forfeit
    finally:
        dismiss(players.values(), game)
    return played
