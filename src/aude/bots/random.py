"""The bot that takes any option, each equally likely."""

from __future__ import annotations

from aude.bots.base import Answer, offered
from aude.engine.rng import Random
from aude.game.game import GameCore

TRIES = 64  # attempts to draw a number of a range before the lowest is taken


class RandomBot:
    """Chooses at random among everything that is offered; a range counts as one option."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: GameCore) -> Answer:
        """Any option."""
        options = offered(game)
        option = options[int(self.random.below(len(options)))]
        if option.low is None or option.high is None:
            return option
        # The step draws the number: it knows which ones are sensible.
        step = game.rules.program[game.state.step]
        for _ in range(TRIES):
            number = option.low + int(step.sample(game.state, self.random)) - option.code
            if option.low <= number <= option.high:
                return option.at(number)
        return option.at(option.low)
