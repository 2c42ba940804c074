"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from aude import Game
from aude.boxes.wheel_of_fortune.wheel import Wheel
from aude.testing import part_of

BOX = "boxes wheel_of_fortune"
W = "wheel_of_fortune/"
# The wheel covers -1,-1 to 2,2. Its outer sides, clockwise from the north-west: city, field, road, field; city, field,
# road, field; field, field, city, field; road, field, field, city.
SECTORS = ("fortune", "taxes", "famine", "storm", "inquisition", "plague")
STRAIGHT = "base/FRFR-rEW"
MONASTERY = "base/FFFF-monastery"
CAP = "base/CFFF"
ABOVE = "place 0,-2 turn 0"  # where a straight road fits, with a field to the wheel

# To the east of the wheel's city at 2,-1: a city of four tiles with three coats of arms, still open.
LONG_CITY = (f"lay {W}WF15 3,-1 turn 90", f"lay {W}WF15 4,-1 turn 90", f"lay {W}WF01 5,-1")
TWO_KNIGHTS = ("stand red meeple city at 3,-1", "stand red meeple city at 5,-1")
# Two completed cities at the field in the south of the wheel (at 0,2) and one at that in the north-east (at 2,-1).
SOUTH_CITY = f"lay {CAP} 0,3"
EAST_CITY = f"lay {CAP} 3,-1 turn 270"
NORTH_WEST_CITY = (f"lay {CAP} -1,-2 turn 180", f"lay {CAP} -2,-1 turn 90")  # closes the corner's two sides


def draw(steps: int) -> str:
    """Draw a straight road that moves the pig so many segments."""
    return f"draw {W}WF31-{steps}"


def wheel_of(game: Game) -> Wheel:
    """The wheel of a game."""
    return part_of(game, Wheel)


def pig(game: Game) -> str:
    """The segment where the big pig stands."""
    wheel = wheel_of(game)
    return wheel.sectors[game.state.registers[wheel.pig]]


def with_pig(game: Game, sector: str) -> Game:
    """Put the big pig on a segment."""
    wheel = wheel_of(game)
    game.state.registers[wheel.pig] = wheel.sectors.index(sector)
    return game


def before(game: Game, sector: str) -> Game:
    """Put the big pig one step before a segment."""
    return with_pig(game, SECTORS[SECTORS.index(sector) - 1])


def on_crowns(game: Game) -> dict[str, dict[str, int]]:
    """Who stands on the crown spaces, segment by segment; empty ones are left out."""
    return {
        sector: here
        for sector in SECTORS
        if (here := {seat: held for seat in game.seats if (held := game.holdings[seat][f"crown_{sector}"])})
    }
