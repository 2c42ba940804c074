"""A bot that maximizes its lead as if the game ended after its turn."""

from __future__ import annotations

from aude.bots.base import Answer, offered, option_with
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.game.game import GameCore


class Greedy:
    """Looks only at its own turn and chooses what gives the best scores if the game ended after it.

    Ties are broken at random. If boxes allow many actions besides a tile and its figure, it does not try them after
    every placement, but only after the two best (see `aude.engine.greedy`).
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
