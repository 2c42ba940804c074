"""How bots value towers, guards and resting followers; what the wall closes."""

from __future__ import annotations

from aude.boxes.the_city.conftest import CLOSING, ROW, SCENE, city
from aude.testing import assets, chance_of, leave_in_stack, play

GATE = "lay gate N at 1,0"
WALL = (GATE, "lay wall N at 2,0", "lay tower red N at 2,0", "stand blue follower guard N at 2,0")


def test_towers_in_hand_and_guards_on_the_wall() -> None:
    game = city(*ROW, *WALL)
    assert assets(game, "city_tower.in_hand") == [5.0, 6.0] and assets(game, "guard.out") == [0.0, 1.0]


def test_followers_that_have_returned_rest() -> None:
    game = city(*SCENE)
    assert assets(game, "follower.resting") == [0.0, 0.0]
    play(game, *CLOSING)
    assert assets(game, "follower.resting") == [1.0, 0.0]


def test_no_road_that_ends_at_the_outline_is_dead() -> None:
    """The road at 0,0 leads south, out of the city: with no road tile left the wall closes it."""
    game = city(*SCENE)
    leave_in_stack(game, "the_city/A1-public")
    assert chance_of(game, 0, 0, "road") > 0.0
