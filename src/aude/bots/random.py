"""The bot that takes any option, each equally likely."""

from __future__ import annotations

from aude.engine.rng import Random
from aude.errors import Illegal
from aude.game import Game, Option


def numbered(game: Game, option: Option, number: int) -> Option:
    """A range option with its number chosen."""
    words = game.rules.program[game.state.place].words(game.state, number)
    return Option(option.seat, " ".join(words), number)


class RandomBot:
    """Chooses at random among everything that is offered; a range counts as one option."""

    name = "random"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> Option:
        options = game.options
        if not options:
            raise Illegal("choose", "", "there is nothing to choose")
        option = options[int(self.random.below(len(options)))]
        if option.low is None or option.high is None:
            return option
        return numbered(game, option, option.low + int(self.random.below(option.high - option.low + 1)))
