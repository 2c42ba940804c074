"""Aude: the Carcassonne family of board games.

>>> game = Game(seed=5, first_player="seat1")
>>> game.play(game.options[0])[0].facts["cell"]
'1,0'

`Game` is the door; `aude.bots` are players made of code.
"""

from aude.engine.arrays import COMPILED
from aude.errors import AudeError, Illegal, Unreadable
from aude.game.events import Event
from aude.game.game import Game, Move, Option
from aude.game.setup import Setup

__version__ = "0.1.0"

__all__ = ["COMPILED", "AudeError", "Event", "Game", "Illegal", "Move", "Option", "Setup", "Unreadable", "__version__"]
