"""What boxes tell those who judge a position: what seats have that no scorer counts yet.

Nothing of it is needed to play. A part announces it with `Rules.add_asset`; one that announces nothing is judged by the
points that its rules give.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import mypyc_attr

from aude.engine.arrays import vec

if TYPE_CHECKING:
    from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Asset:
    """Something that seats have and will be glad of (or sorry for), besides points, features and free figures."""

    def __init__(self, name: str, worth: float) -> None:
        self.name = name  # "tower.pieces": whose it is, and what is counted
        self.worth = worth  # of one, in points, until something better is learned; with no tile left it is worth 0

    def count(self, state: State, counts: vec[float]) -> None:
        """Add to the count of each seat how much of it the seat has. Changes nothing but `counts`.

        Asked for every position that is judged: look at registers and figures, not at the whole table.
        """
