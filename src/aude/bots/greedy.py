"""The bot that wants to be as far ahead as possible if the game ended now."""

from __future__ import annotations

from aude.bots.random import numbered
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.errors import Illegal
from aude.game import Game, Option


class Greedy:
    """Looks at its own turn only: what would the scores be if the game ended after it? Ties are drawn by lot."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: Game) -> Option:
        options = game.options
        if not options:
            raise Illegal("choose", "", "there is nothing to choose")
        if len(options) == 1 and options[0].low is None:
            return options[0]
        code = int(greedy_choice(game.state, self.random))
        for option in options:
            if option.low is None and option.code == code:
                return option
        return next(
            numbered(game, option, code)
            for option in options
            if option.low is not None and option.high is not None and option.low <= code <= option.high
        )
