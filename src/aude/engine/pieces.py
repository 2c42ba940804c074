"""Displays the pieces of parts (besides tiles and figures), and lays them by hand.

Neither is needed to play. A part with pieces adds both with `Rules.add_display` and `Rules.add_by_hand`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.choice import Choice, Form
from aude.engine.types import Figure, Location, Node, Seat

if TYPE_CHECKING:
    from aude.engine.state import State

AT_LAST: Final = 1 << 40  # the line comes after all tiles and figures


@mypyc_attr(allow_interpreted_subclasses=True)
class Display:
    """The visible pieces of a part."""

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        """What a seat holds besides figures (tokens, the king tile), by name; names are included even if it is 0."""
        return []

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """Pieces on the table other than figures: the node, the seat and the name of each.

        The seat is -1 if it belongs to nobody; instead of a node, -1 - slot means the tile as a whole.
        """
        return []

    def token_names(self) -> list[str]:
        """Every name that `tokens_laid` and `pieces_at_sides` may ever return, in a fixed order."""
        return []

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        """Pieces at sides of laid tiles: slot, side (0 is north, clockwise), seat (-1 for nobody) and name of each.

        Anything at a side is drawn as a line in the empty cell that it faces; a `wall` is nothing but that line.
        """
        return []

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        """Describe a reserved location with a figure; None if it belongs to another part.

        Returns its name, as in positions; its number, from 0, among the locations on its tile (see
        `Part.location_slot`); and the seat that it belongs to, as a prison does, or -1.
        """
        return None

    def stacks(self, state: State) -> list[int]:
        """How many tiles are left in each stack, if the part divides the tiles into stacks face down."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class ByHand:
    """Lays the pieces of a part in a position, and writes the lines for them."""

    def forms(self) -> list[Form]:
        """The forms of its lines, each with a different key: `lay PIECE …`, or `stand {seat} {figure} PLACE …`.

        PIECE and PLACE are words that only this part uses, so that they identify its lines.
        """
        return []

    def suits(self, state: State, line: Choice, node: Node) -> bool:
        """Whether a line can mean this segment, if its words match several on the tile.

        The line has the facts of all fields before the segment. `lay` refuses segments that do not fit.
        """
        return True

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        """Carry out a line. `figure` is the one that `stand` names, still in the supply; otherwise -1.

        All tiles and segments that the line names are on the table. Raises `Refused` if it is impossible.
        """

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The lines for what is on the table now, each with the number of nodes that must be laid before it.

        A tile laid by such a line gets no line of its own. AT_LAST instead of the number means after the figures.
        """
        return []

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Give a seat this number of something in `Display.holdings`; False if it belongs to another part.

        Raises `Refused` if the seat cannot have that many.
        """
        return False

    def check(self, state: State) -> None:
        """Raise `Refused` if the finished position is impossible."""
