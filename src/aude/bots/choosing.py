"""What every bot needs: the options there are, and a range with one of its numbers."""

from __future__ import annotations

from aude.errors import Illegal
from aude.game.game import GameCore
from aude.game.options import Option


def offered(game: GameCore) -> list[Option]:
    """The options of the asked seat, at least one."""
    options = game.options
    if not options:
        raise Illegal("choose", "", "there is nothing to choose")
    return options


def numbered(option: Option, number: int) -> Option:
    """A range with its number chosen, as the words that a person would type.

    >>> numbered(Option("red", "bid 1..9", 1000, 1, 9), 5)
    Option(seat='red', text='bid 5', code=1005, low=None, high=None)
    """
    return Option(option.seat, " ".join([*option.words[:-1], str(number)]), option.code + number)
