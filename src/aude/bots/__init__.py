"""Players made of code. A bot looks at a game and chooses one of its options; it knows nothing that a person does not.

>>> from aude import GameCore
>>> game = GameCore(players=["red", "blue"], seed=7, first_player="seat1")
>>> make("greedy", seed=1).choose(game) in game.options
True
"""

from __future__ import annotations

import secrets
from collections.abc import Callable
from typing import Protocol

from aude.bots.greedy import Greedy
from aude.bots.random import RandomBot
from aude.catalog.closest import closest
from aude.errors import Unreadable
from aude.game.game import GameCore
from aude.game.options import Option


class Bot(Protocol):
    """A player made of code."""

    name: str

    def choose(self, game: GameCore) -> Option:
        """One of `game.options`; the game must not be changed."""
        ...


# From weak to strong. A new bot is a module here and a line in this table.
BOTS: dict[str, Callable[[int], Bot]] = {
    "random": RandomBot,
    "greedy": Greedy,
}


def names() -> list[str]:
    """The bots there are, from weak to strong."""
    return list(BOTS)


def make(name: str, seed: int | None = None) -> Bot:
    """A bot by its name; equal seeds choose equally."""
    if name not in BOTS:
        raise Unreadable(f"there is no bot {name!r}; bots: {closest(name, BOTS)}")
    return BOTS[name](secrets.randbits(48) if seed is None else seed)


__all__ = ["BOTS", "Bot", "Greedy", "RandomBot", "make", "names"]
