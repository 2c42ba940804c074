"""What parts have on the table or in players' hands besides tiles and figures: shown to people, and laid by hand.

Neither is needed to play. A part that has pieces announces both with `Rules.add_display` and `Rules.add_by_hand`.
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
    """What people see of a part."""

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        """What a seat holds besides figures (tokens, tiles of honour), by name; a name stays when there are none."""
        return []

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """What lies or stands on the table besides figures: node, seat and name of each.

        The seat is -1 for what is nobody's; instead of a node, -1 - slot means the tile as a whole.
        """
        return []

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        """What stands at sides of laid tiles: slot, side (0 north, clockwise), seat (-1 for nobody's) and name of each.

        A side with anything at it is drawn as a line in the empty cell that it faces; a `wall` is no more than that.
        """
        return []

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        """What a location that this part has reserved is, if a figure is there; None if it is another part's.

        Its name, as positions name it; its number, from 0, among the locations on its tile (see `Part.location_slot`);
        and the seat whose it is, as a prison: -1 if it is nobody's.
        """
        return None

    def stacks(self, state: State) -> list[int]:
        """How many tiles are left in each stack, if the game is divided by stacks of which nobody knows the tiles."""
        return []


@mypyc_attr(allow_interpreted_subclasses=True)
class ByHand:
    """How the pieces of a part are laid in a position, and written as lines of one."""

    def forms(self) -> list[Form]:
        """The lines, each with a key of its own: `lay PIECE …`, or `stand {seat} {figure} PLACE …`.

        PIECE and PLACE are words of the part's own: they say whose line it is.
        """
        return []

    def suits(self, state: State, line: Choice, node: Node) -> bool:
        """Whether a segment is one that a line can mean, if the line names it in words that mean several on the tile.

        The line has the facts of all fields before the segment. `lay` refuses what does not suit.
        """
        return True

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        """Do what a line says. `figure` is the one that `stand` names, still in the supply; otherwise -1.

        All tiles and segments that the line names are on the table. What cannot be raises `Refused`.
        """

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The lines that lay what is on the table now, each with the number of nodes that lay before it.

        A tile that such a line lays is laid by no other. AT_LAST instead of the number: after the figures.
        """
        return []

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Give a seat so many of what `Display.holdings` names; False if that is not this part's.

        `Refused` if it cannot have so many.
        """
        return False

    def check(self, state: State) -> None:
        """Raise `Refused` if a position that is otherwise complete cannot be."""
