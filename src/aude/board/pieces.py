"""Figures and tokens, with their places."""

from __future__ import annotations

from dataclasses import dataclass
from typing import NamedTuple

from aude.game.values import Cell, Spot


class Place(NamedTuple):
    """A place of a figure other than a segment: on a tower, in a quarter of a city, in a prison …"""

    name: str
    """As positions name it: `tower`, `prison`, `castle_quarter` …; empty if no box has named it."""
    cell: Cell | None
    """The cell of the tile on which it is; None if it is on no tile (a prison), or at the edge of one (a corner)."""
    number: int
    """Which of the places on that tile it is, if there are several; else 0."""
    seat: str | None = None
    """Whose it is, as a prison is its captor's; None if it is nobody's."""


@dataclass(frozen=True)
class Figure:
    """A figure that is not in its player's supply."""

    seat: str  # whose it is
    kind: str  # meeple, builder …
    number: int
    """Which of its seat's figures of its kind it is, from 1: the same until it is in the supply again."""
    where: Spot | Place  # the segment, or another place
    feature: int | None
    """The id of the feature on which it stands, or which it claims from elsewhere, as a barn claims its field."""
    weight: int
    """What it counts in the majority there; 0 if it stands on no feature."""

    @property
    def spot(self) -> Spot | None:
        """The segment on which it stands; None if it is in another place."""
        return self.where if isinstance(self.where, Spot) else None

    @property
    def cell(self) -> Cell | None:
        """The cell of the tile on which it is, if it is on one."""
        return self.where.cell


@dataclass(frozen=True)
class Token:
    """Anything on the table other than tiles and figures: a bridge, a dragon, a piece of wall …"""

    name: str  # what it is
    seat: str | None
    """Whose it is; None if it is nobody's."""
    cell: Cell  # on which tile
    spot: Spot | None = None
    """The segment on which it lies; None if it lies on its tile as a whole, or at a side."""
    side: str | None = None
    """The side of the tile at which it stands: `N`, `E`, `S` or `W`; None if it stands at none."""
