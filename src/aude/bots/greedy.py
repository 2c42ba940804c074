"""The bot that wants to be as far ahead as possible if the game ended now."""

from __future__ import annotations

from aude.bots.base import Answer, offered, option_with
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.game.game import GameCore


class Greedy:
    """Looks at its own turn only: what would the scores be if the game ended after it? Ties are broken at random.

    Where boxes let much be done besides the tile and a figure on it, it does not try all of that after every placement,
    only after the two best (see `aude.engine.greedy`).
    """

    name = "greedy"

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)

    def choose(self, game: GameCore) -> Answer:
        """The option after which its seat is furthest ahead."""
        options = offered(game)
        if len(options) == 1 and options[0].low is None:
            return options[0]
        return option_with(options, int(greedy_choice(game.state, self.random)))
