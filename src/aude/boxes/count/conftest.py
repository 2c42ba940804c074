"""What the tests of this box share: the land around the City of Carcassonne, and how to look at it.

The block lies from -2,-1 to 1,1. Roads leave it at -2,-1 (west), 1,-1 (north) and 0,1 (south); pieces of city open at
-2,1 (south) and 1,1 (east). They divide the field around the walls into three: north, east and south-west.
"""

from __future__ import annotations

from aude import Game
from aude.boxes.count.quarters import QUARTERS, Quarters
from aude.testing import part_of

BOX = "boxes count"
CAP = "base/CFFF"
FIELD = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"

# Red's road of three tiles to the south; a village makes it four.
ROAD = (f"lay {STRAIGHT} 0,2 turn 90", f"lay {STRAIGHT} 0,3 turn 90", "stand red meeple road at 0,1")
END_ROAD = (f"draw {VILLAGE}", "place 0,4 turn 90", "pass")
# Red's piece of city at the south-west corner; a cap makes it a city of two tiles.
KNIGHT = "stand red meeple city at -2,1"
END_CITY = (f"draw {CAP}", "place -2,2 turn 0", "pass")
EMPTY_CITY = (f"draw {CAP}", "place 2,1 turn 270", "pass")  # the other piece, where nobody stands
# Red's monk west of the walls, with all but one of the tiles around him.
MONK = (
    f"lay {STRAIGHT} -3,-1",
    f"lay {STRAIGHT} -4,-1",
    f"lay {FIELD} -3,0",
    f"lay {FIELD} -3,1",
    f"lay {FIELD} -4,0",
    "stand red meeple monastery at -3,0",
)
END_MONK = (f"draw {FIELD}", "place -4,1 turn 0", "pass")


def asked(game: Game) -> tuple[str | None, str]:
    """Who is asked, and by which step."""
    return game.actor, game.step


def count_of(game: Game) -> str:
    """The quarter where the Count is."""
    return QUARTERS[game.state.registers[part_of(game, Quarters).count]]


def with_count(game: Game, quarter: str) -> Game:
    """Put the Count into a quarter."""
    game.state.registers[part_of(game, Quarters).count] = QUARTERS.index(quarter)
    return game


def in_city(game: Game, seat: str) -> dict[str, int]:
    """How many followers a seat has in each quarter, if any."""
    return {quarter: number for quarter, number in game.holdings[seat].items() if quarter in QUARTERS and number}
