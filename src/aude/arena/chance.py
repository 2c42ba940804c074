"""Draws that are the same in every game of a deck, whatever the bots do.

The usual dealer of a game has one stream of random numbers, so a shot in between changes all tiles after it. Here the
order of the tiles is shuffled once, and every other kind of draw has its own stream: its n-th result depends only on
the seed and on n.
"""

from __future__ import annotations

from collections import Counter

from aude.engine.counts import tiles_left
from aude.engine.rng import Random
from aude.engine.state import State
from aude.engine.step import Step
from aude.engine.steps import Draw
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.seeds import seed_of


def stream(seed: int, *what: object) -> Random:
    """Random numbers for one purpose."""
    return Random(seed_of(seed, *what))


class Dealer:
    """The dealer of one game. Bots never see it: their copies of the game have no dealer and no seed."""

    def __init__(self, seed: int) -> None:
        self.seed = seed
        self.draws = 0  # of tiles
        self._deck: list[int] = []
        self._left: list[int] = []  # how many of each tile are in the deck
        self._changes = stream(seed, "changes")
        self._asked: Counter[str] = Counter()

    def answer(self, game: GameCore) -> None:
        """Play draws until a seat is asked, or the game is over."""
        while game.actor == "chance":
            step = game.rules.program[game.state.step]
            if isinstance(step, Draw):
                code = self._next_tile(game.state, step)
            else:
                self._asked[step.name] += 1
                code = int(step.sample(game.state, stream(self.seed, step.name, self._asked[step.name])))
            game.play(Option(game.options, code))

    def _next_tile(self, state: State, step: Step) -> int:
        """The first tile in the deck that may be drawn now; river tiles come before all others."""
        if self.draws == 0:
            self._shuffle(tiles_left(state))
        elif self._left != tiles_left(state):
            self._settle(tiles_left(state))
        self.draws += 1
        offered = set(step.legal(state))
        tile = next(tile for tile in self._deck if tile in offered)
        self._deck.remove(tile)
        self._left[tile] -= 1
        return tile

    def _shuffle(self, bag: list[int]) -> None:
        self._left = bag
        self._deck = [tile for tile, copies in enumerate(bag) for _ in range(copies)]
        random = stream(self.seed, "tiles")
        for last in range(len(self._deck) - 1, 0, -1):
            other = int(random.below(last + 1))
            self._deck[last], self._deck[other] = self._deck[other], self._deck[last]

    def _settle(self, bag: list[int]) -> None:
        """Shuffle in tiles that a rule has put back, and drop those that it has taken; the others keep their order."""
        for tile, copies in enumerate(bag):
            while self._left[tile] < copies:
                self._deck.insert(int(self._changes.below(len(self._deck) + 1)), tile)
                self._left[tile] += 1
            while self._left[tile] > copies:
                places = [at for at, other in enumerate(self._deck) if other == tile]
                del self._deck[places[int(self._changes.below(len(places)))]]
                self._left[tile] -= 1
