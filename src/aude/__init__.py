"""Aude: the Carcassonne family of board games.

>>> game = Game(seed=5, first_player="seat1")
>>> game.play(game.options[0])[0].cell
(1, 0)

Start with `Game`; `aude.bots` has computer players. docs/api.md lists what is public.
"""

from aude.api import Game
from aude.engine.arrays import COMPILED
from aude.errors import AudeError, Illegal, Unreadable
from aude.formats.setupfile import load_setup, read_setup, write_setup
from aude.game.actions import Action
from aude.game.events import Event
from aude.game.options import Move, Option
from aude.game.setup import Setup
from aude.game.values import Range, ScoreLine, Spot
from aude.version import __version__

__all__ = [
    "COMPILED",
    "Action",
    "AudeError",
    "Event",
    "Game",
    "Illegal",
    "Move",
    "Option",
    "Range",
    "ScoreLine",
    "Setup",
    "Spot",
    "Unreadable",
    "__version__",
    "load_setup",
    "read_setup",
    "write_setup",
]
