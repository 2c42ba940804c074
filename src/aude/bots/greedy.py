"""The bot that wants to be as far ahead as possible if the game ended now."""

from __future__ import annotations

from aude.bots.choosing import numbered, offered
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.game.game import GameCore
from aude.game.options import Option


class Greedy:
    """Looks at its own turn only: what would the scores be if the game ended after it? Ties are drawn by lot."""

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: GameCore) -> Option:
        options = offered(game)
        if len(options) == 1 and options[0].low is None:
            return options[0]
        code = int(greedy_choice(game.state, self.random))
        return next(found for option in options if (found := _with_code(option, code)) is not None)


def _with_code(option: Option, code: int) -> Option | None:
    """The option if this is its code, or its number with this code if it is a range."""
    if option.low is None or option.high is None:
        return option if option.code == code else None
    number = code - option.code
    return numbered(option, number) if option.low <= number <= option.high else None
