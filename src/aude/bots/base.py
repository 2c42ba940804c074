"""What a bot is."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Protocol, TypeAlias

from aude.errors import AudeError, Illegal
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Move, Option

Answer: TypeAlias = Option | Action


class Bot(Protocol):
    """A computer player."""

    name: str

    def choose(self, game: GameCore) -> Answer:
        """One of `game.options`, or its action; for a range one number, ``option.at(5)``. Must not change the game."""
        ...


def offered(game: GameCore) -> Sequence[Option]:
    """The options of the seat to act, at least one."""
    options = game.options
    if not options:
        raise Illegal("choose", "", "there is nothing to choose")
    return options


def option_with(options: Sequence[Option], code: int) -> Option:
    """The option with this code; of a range, the number that the code means."""
    for option in options:
        if option.low is None:
            if option.code == code:
                return option
        elif option.high is not None and 0 <= code - option.code <= option.high - option.low:
            return option.at(option.low + code - option.code)
    raise AssertionError("the choice is one of the options")


def let_play(bot: Bot, game: GameCore) -> list[Move]:
    """Let a bot answer for the seat that is asked. An answer that is not offered is told with the bot and its seat."""
    seat, answer = game.actor, bot.choose(game)
    try:
        return game.make_moves(answer)
    except AudeError as error:
        raise Illegal(str(answer), getattr(error, "rule", ""), f"the bot {bot.name!r} for {seat}: {error}") from None
