"""Aude: the Carcassonne family of board games.

>>> from aude import Game
>>> game = Game(seed=5, first_player="seat1")
>>> game.play(game.options[0])[0].cell
(1, 0)

Start with `Game`. `aude.board` describes what is on the table, `aude.bots` has computer players, `aude.arena` lets them
play matches, and `aude.env` has environments for machine learning. docs/api.md lists everything public.
"""

from importlib import import_module
from typing import TYPE_CHECKING, Any

from aude.shown import show_with
from aude.version import __version__

if TYPE_CHECKING:
    from aude.api import Game
    from aude.engine.arrays import COMPILED
    from aude.errors import AudeError, Illegal, Unreadable
    from aude.formats.setupfile import load_setup, read_setup, write_setup
    from aude.game.actions import Action
    from aude.game.events import Event
    from aude.game.options import Move, Option
    from aude.game.setup import Setup
    from aude.game.values import Range, ScoreLine, Spot

_MODULES = {
    "aude.api": ("Game",),
    "aude.engine.arrays": ("COMPILED",),
    "aude.errors": ("AudeError", "Illegal", "Unreadable"),
    "aude.formats.setupfile": ("load_setup", "read_setup", "write_setup"),
    "aude.game.actions": ("Action",),
    "aude.game.events": ("Event",),
    "aude.game.options": ("Move", "Option"),
    "aude.game.setup": ("Setup",),
    "aude.game.values": ("Range", "ScoreLine", "Spot"),
}


def __getattr__(name: str) -> Any:
    """Import names only when they are used, so that the command `aude` can handle Ctrl-C before the game is loaded."""
    for module, names in _MODULES.items():
        if name in names:
            value = globals()[name] = getattr(import_module(module), name)
            return value
    raise AttributeError(f"module {__name__!r} has no attribute {name!r}")


def _page(value: object) -> str:
    from aude.notebook import page

    return page(value)


def _picture(value: object) -> str:
    from aude.notebook import picture

    return picture(value)


show_with(_page, _picture)

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
