"""The whole oracle: the course of a game, and the boxes that add to it."""

from __future__ import annotations

from oracle.abbeys import Settled
from oracle.dragon import Hunted


class Oracle(Settled, Hunted):
    """The whole game. Every box that is a layer stands in the bases."""
