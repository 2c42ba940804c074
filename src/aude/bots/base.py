"""What a bot is."""

from __future__ import annotations

from typing import Protocol, TypeAlias

from aude.errors import Illegal
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Option

Choice: TypeAlias = Option | Action


class Bot(Protocol):
    """A computer player."""

    name: str

    def choose(self, game: GameCore) -> Choice:
        """One of `game.options`, or its action; for a range one number, ``option.at(5)``. Must not change the game."""
        ...


def offered(game: GameCore) -> list[Option]:
    """The options of the seat to act, at least one."""
    options = game.options
    if not options:
        raise Illegal("choose", "", "there is nothing to choose")
    return options
