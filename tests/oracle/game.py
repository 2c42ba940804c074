"""The whole oracle: the course of a game, and the boxes that add to it."""

from __future__ import annotations

from oracle.abbeys import Settled
from oracle.bazaars import Traded
from oracle.bridges import Spanned
from oracle.castles import Fortified
from oracle.catapult import Shooting
from oracle.count import Counted
from oracle.dragon import Hunted
from oracle.tower import Towering
from oracle.wheel import Fortunate


class Oracle(Counted, Fortunate, Towering, Traded, Fortified, Settled, Shooting, Hunted, Spanned):
    """The whole game. Every box that is a layer stands in the bases."""
