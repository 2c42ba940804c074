"""The protocol of bots, and how they take part in a game."""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from typing import Any, Protocol, TypeAlias, runtime_checkable

from aude.catalog.texts import Phrase, english
from aude.errors import AudeError, Illegal, shortened
from aude.game.actions import Action
from aude.game.game import GameCore
from aude.game.options import Move, Option

Answer: TypeAlias = Option | Action  # what a bot chooses


class Bot(Protocol):
    """A computer player: any object with a `name` and a method `choose`.

    >>> class First:
    ...     name = "first"
    ...
    ...     def choose(self, game: GameCore) -> Answer:
    ...         return game.options[0]
    >>> let_play(First(), GameCore(seed=5, first_player="seat1"))
    [<Move red: place 1,0 turn 0>]
    """

    name: str  # its name in results

    def choose(self, game: GameCore) -> Answer:
        """One of `game.options`, or its action; for a range, one number: ``option.at(5)``. Must not change the game."""
        ...


@runtime_checkable
class Leaver(Protocol):
    """A bot that holds a resource, such as a running program, and has to know when it is no longer needed."""

    def leave(self, game: GameCore) -> None:
        """Called when the game is over or is not continued."""
        ...


class Forfeit(AudeError):
    """A bot has lost its game by a wrong answer, or by not answering; `reason` says why, in English.

    The game itself is as it was before the question.
    """

    def __init__(self, seat: str, bot: str, why: Phrase) -> None:
        self.seat = seat  # the seat that has lost
        self.bot = bot  # the name of its bot
        self.key = "errors.forfeit.says"
        self.values = {"seat": seat, "bot": bot, "why": why}
        self._why = why
        self.reason = shortened(str(why))  # in English
        super().__init__(shortened(english()(self.key, **self.values)))

    def __reduce__(self) -> tuple[Any, ...]:
        return Forfeit, (self.seat, self.bot, self._why)


def offered(game: GameCore) -> Sequence[Option]:
    """The options of the seat to act, at least one."""
    options = game.options
    if not options:
        raise Illegal("choose", "", "there is nothing to choose")
    return options


def option_with(options: Sequence[Option], code: int) -> Option:
    """The option with this code; if it is a range, the number that the code means."""
    for option in options:
        if option.low is None:
            if option.code == code:
                return option
        elif option.high is not None and 0 <= code - option.code <= option.high - option.low:
            return option.at(option.low + code - option.code)
    raise AssertionError("the choice is one of the options")


def let_play(bot: Bot, game: GameCore) -> list[Move]:
    """Let a bot answer for the seat that is asked. Raises `Forfeit` if the bot loses the game by its answer.

    >>> from aude.bots import make
    >>> game, bot = GameCore(seed=5, first_player="seat1"), make("greedy", seed=1)
    >>> while not game.over:
    ...     _ = let_play(bot, game)
    >>> dismiss([bot], game)
    """
    seat, answer = str(game.actor), bot.choose(game)
    try:
        return game.make_moves(answer)
    except AudeError as error:
        why = Phrase("errors.forfeit.wrong", answer=str(answer), says=error)
        raise Forfeit(seat, bot.name, why) from None


def dismiss(bots: Iterable[Bot], game: GameCore) -> None:
    """Tell the bots of a game that it is over or is not continued."""
    for bot in bots:
        if isinstance(bot, Leaver):
            bot.leave(game)
