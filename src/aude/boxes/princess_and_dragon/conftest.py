"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from aude import Game
from aude.boxes.princess_and_dragon.dragon import Dragon
from aude.boxes.princess_and_dragon.fairy import Fairy
from aude.engine.spots import xy_of_slot
from aude.testing import part_of

BOX = "boxes princess_and_dragon"
PD = "princess_dragon/"
FIELD = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
# The start tile lies at 0,0: a city to the north, a road from east to west, a field on either side of it.
LAIR = f"lay {PD}FFFF-volcano 0,1"  # R-PD-28: the dragon stands there
KNIGHT = "stand red meeple city at 0,0"
THIEF = "stand red meeple road at 0,0"
CITY_DRAGON = (f"draw {PD}CFFF-garden-dragon", "place 0,-1 turn 180")  # it completes the city of the start tile
ROAD_DRAGON = (f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0")
CAP_PRINCESS = (f"draw {PD}CRRR-princess", "place 0,-1 turn 180")  # it completes the city too
PORTAL = (f"draw {PD}FRRR-portal", "place 1,0 turn 0")
# Eight tiles around the dragon's at 0,1, but for one: a place to hunt.
HUNTING_GROUND = (
    LAIR,
    f"lay {STRAIGHT} 1,0",
    f"lay {STRAIGHT} -1,0",
    f"lay {FIELD} 1,1",
    f"lay {FIELD} -1,1",
    f"lay {FIELD} 0,2",
    f"lay {FIELD} 1,2",
)
HUNT = (f"draw {PD}FRFR-rEW-dragon", "place 2,0 turn 0", "pass")


def whereabouts(game: Game) -> dict[str, str]:
    """Where dragon and fairy stand, as cells; who is outside the game is not there."""
    state = game.state
    where = next(part.where for part in game.rules.parts if isinstance(part, Dragon | Fairy))
    slots = {"dragon": int(where.dragon_at(state)), "fairy": int(where.fairy_at(state))}
    return {name: "{},{}".format(*xy_of_slot(state, slot)) for name, slot in slots.items() if slot >= 0}


def tokens(game: Game) -> list[tuple[int, int, str]]:
    """What people see on the table besides figures."""
    return [token for display in game.rules.displays for token in display.tokens_laid(game.state)]


def dragon_of(game: Game) -> Dragon:
    """The dragon of a game."""
    return part_of(game, Dragon)


def fairy_of(game: Game) -> Fairy:
    """The fairy of a game."""
    return part_of(game, Fairy)


def with_dragon(game: Game, x: int, y: int) -> Game:
    """Put the dragon on a tile."""
    game.state.registers[dragon_of(game).tile] = game.state.board_at(x, y)
    return game


def with_fairy(game: Game, x: int, y: int) -> Game:
    """Put the fairy on a tile."""
    game.state.registers[fairy_of(game).tile] = game.state.board_at(x, y)
    return game
