"""The bot that takes any option, each equally likely."""

from __future__ import annotations

from aude.bots.choosing import numbered, offered
from aude.engine.rng import Random
from aude.game import Game, Option


class RandomBot:
    """Chooses at random among everything that is offered; a range counts as one option."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> Option:
        options = offered(game)
        option = options[int(self.random.below(len(options)))]
        if option.low is None or option.high is None:
            return option
        return numbered(option, option.low + int(self.random.below(option.high - option.low + 1)))
