"""Whole games: random ones played by the engine, and through `Game`; a record read; a game between greedy bots."""

from __future__ import annotations

from aude.api import Game
from aude.bots import Greedy
from aude.bots.base import let_play
from aude.dev.bench import BASE, WAYS
from aude.dev.bench.batches import Play, best_rate, timed
from aude.engine import drive
from aude.engine.rng import Random
from aude.game.setup import Setup

RECORDED = 3  # the seed of a base game of 160 moves


def player(setup: Setup, way: str) -> Play:
    """Plays random games in one of the `WAYS`, from copies of the opening."""
    opening = drive.opening(setup.rules())
    play = WAYS[way]
    random = Random(1)

    def games(number: int) -> None:
        for _ in range(number):
            play(opening.copy(), random)

    return games


def game_player(setup: Setup) -> Play:
    """Plays random games with `Game`: options, events, a record."""
    seed = 0

    def games(number: int) -> None:
        nonlocal seed
        for _ in range(number):
            random_game(setup, seed)
            seed += 1

    return games


def random_game(setup: Setup, seed: int) -> Game:
    """A whole random game."""
    random = Random(1)
    game = Game(setup, seed=seed)
    game.observes = False
    while not game.over:
        options = game.options
        option = options[int(random.below(len(options)))]
        if option.low is not None and option.high is not None:
            option = option.at(option.low + int(random.below(option.high - option.low + 1)))
        game.play(option)
    return game


def reading_a_record(seconds: float) -> dict[str, float]:
    """How many milliseconds it takes to read the record of a base game, and how many moves that has."""
    recorded = random_game(BASE, RECORDED)
    text = recorded.record

    def read(times: int) -> None:
        for _ in range(times):
            Game.read(text)

    return {"moves": len(recorded.moves), "milliseconds": round(1000 / best_rate(read, seconds), 2)}


def greedy_game(setup: Setup) -> Game:
    """A game between greedy bots."""
    game = Game(setup, seed=1)
    game.observes = False
    bots = {seat: Greedy(number) for number, seat in enumerate(setup.players)}
    while not game.over:
        let_play(bots[str(game.actor)], game)
    return game


def greedy_game_seconds(setup: Setup) -> float:
    """How long one such game takes."""
    return round(timed(lambda number: greedy_game(setup), 1), 3)
