"""Aude: the Carcassonne family of board games.

>>> game = Game(seed=5, first_player="seat1")
>>> game.play(game.options[0])[0].cell
(1, 0)

Start with `Game`; `aude.bots` has computer players. docs/api.md lists what is public.
"""

from typing import TYPE_CHECKING, Any

from aude.api import Game
from aude.engine.arrays import COMPILED
from aude.errors import AudeError, Illegal, Unreadable
from aude.game.actions import Action
from aude.game.events import Event
from aude.game.options import Move, Option
from aude.game.setup import Setup
from aude.game.values import Range, ScoreLine, Spot
from aude.version import __version__

if TYPE_CHECKING:
    from aude.formats.setupfile import load_setup, read_setup, write_setup


def __getattr__(name: str) -> Any:
    """Set-ups in files need more than a game does: imported when they are asked for."""
    if name in ("load_setup", "read_setup", "write_setup"):
        from aude.formats import setupfile

        return getattr(setupfile, name)
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


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
