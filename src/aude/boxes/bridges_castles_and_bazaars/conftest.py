"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

import pytest

from aude import Game, Illegal
from aude.boxes.bridges_castles_and_bazaars.castles import Castles
from aude.testing import part_of, play, table

BCB = "bridges_castles_bazaars/"
BOX = ("boxes bridges_castles_and_bazaars", "tiles base 9")
ONLY_BRIDGES = (*BOX, "without castles bazaars")
ONLY_CASTLES = (*BOX, "without bridges bazaars")
ONLY_BAZAARS = (*BOX, "without bridges castles")
# The start tile lies at 0,0: a city to the north, a road from east to west, fields beside it. y counts to the south.
CAP = "base/CFFF"
CROSS = "base/FRRR"  # roads to the east, south and west end here
FIELD = "base/FFFF-monastery"
END = "base/FFRF-monastery"  # a road from the south ends here
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
BAZAAR = f"{BCB}FFFF-bazaar"

KNIGHT = "stand red meeple city at 0,0"
CAPPED = (f"draw {CAP}", "place 0,-1 turn 180", "pass")  # it completes the city of the start tile
CASTLE = (*CAPPED, "castle")  # the castle at 0,0 and 0,-1: its domain reaches from -1 to 1
# The start tile's road, but for the tile at -2,0: it runs over three tiles of that domain and ends at 2,0.
LONG_ROAD = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} -1,0", f"lay {CROSS} 2,0")
ROAD_DONE = (f"draw {CROSS}", "place -2,0 turn 0", "pass")  # 5 tiles
ELSEWHERE = (f"draw {FIELD}", "place 0,1", "pass")


def answer(game: Game, seat: str, action: str) -> Game:
    """An answer of the seat that is asked; nobody else may give it, and trying changes nothing."""
    assert game.actor == seat
    before = game.to_bytes()
    for other in (*game.seats, "chance"):
        if other != seat:
            with pytest.raises(Illegal):
                game.play(action, other)
    assert game.to_bytes() == before
    game.play(action, seat)
    return game


def castles_of(game: Game) -> Castles:
    """Its castles."""
    return part_of(game, Castles)


def first_castle(game: Game) -> int:
    """The segment of the castle that was founded first."""
    return int(game.state.registers[castles_of(game).first])


def with_castle(*lines: str, boxes: tuple[str, ...] = ONLY_CASTLES, players: str = "red blue") -> Game:
    """Red has founded a castle at 0,0 and 0,-1; the next seat draws."""
    game = table(*boxes, *lines, KNIGHT, players=players)
    return play(game, *CASTLE)
