"""Aude: the Carcassonne family of board games."""

from aude.engine.arrays import COMPILED
from aude.errors import AudeError, Illegal, Unreadable
from aude.events import Event
from aude.game import Game, Move, Option
from aude.setup import Setup

__version__ = "0.1.0"

__all__ = ["COMPILED", "AudeError", "Event", "Game", "Illegal", "Move", "Option", "Setup", "Unreadable", "__version__"]
