"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from aude import Game

BOX = "boxes crop_circles"
# The start tile lies at 0,0: a city to the north, a road from east to west, a field on either side of it.
SHIELD = ("draw crop_circles/CCFF-circle-city", "place 0,1 turn 90")
PITCHFORK = ("draw crop_circles/CRFF-circle-field", "place 1,0 turn 180")
CLUB = ("draw crop_circles/FFRR-rSW-circle-road", "place 0,1 turn 0")
CLOSING = ("draw crop_circles/CCFF-circle-city", "place 0,-1 turn 180")  # it completes the city of the start tile
KNIGHT = "stand red meeple city at 0,0"
THIEF = "stand red meeple road at 0,0"
FARMER = "stand red meeple field ER at 0,0"


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


def happenings(game: Game) -> list[str]:
    """What has happened, in short."""
    return [event.name for event in game.events]
