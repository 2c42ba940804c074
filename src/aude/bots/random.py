"""A bot that chooses among all options with equal probability."""

from __future__ import annotations

from aude.bots.base import Answer, offered
from aude.engine.rng import Random
from aude.game.game import GameCore

TRIES = 64  # attempts to draw a number in a range, after which it takes the lowest


class RandomBot:
    """Chooses at random among everything that is offered; a range counts as one option."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: GameCore) -> Answer:
        """Choose any option."""
        options = offered(game)
        option = options[int(self.random.below(len(options)))]
        if option.low is None or option.high is None:
            return option
        # The step draws the number, because it knows which ones are sensible.
        step = game.rules.program[game.state.step]
        for _ in range(TRIES):
            number = option.low + int(step.sample(game.state, self.random)) - option.code
            if option.low <= number <= option.high:
                return option.at(number)
        return option.at(option.low)
