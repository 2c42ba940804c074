"""Computer players. A bot looks at a game and chooses one of its options; it knows no more than a person at the table.

>>> from aude import Game
>>> game = Game(players=["red", "blue"], seed=7, first_player="seat1")
>>> make("greedy", seed=1).choose(game) in game.options
True

Your own bot can be a function or a class (docs/write-a-bot.md), or a program in any language (docs/bot-protocol.md).
"""

from __future__ import annotations

from aude.bots.base import Answer, Bot, Forfeit, dismiss, let_play
from aude.bots.finding import BOTS, make, names
from aude.bots.greedy import Greedy
from aude.bots.random import RandomBot

__all__ = ["BOTS", "Answer", "Bot", "Forfeit", "Greedy", "RandomBot", "dismiss", "let_play", "make", "names"]
