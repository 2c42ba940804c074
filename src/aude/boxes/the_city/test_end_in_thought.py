"""The wall that is closed in thought: what it completes, and what stays open at a hole. CITY-49, CITY-50, R-CITY-19."""

from __future__ import annotations

from aude.testing import finish, rule, scored, table

# Eight tiles around a hole. The road in the north leads from the outline into the hole.
RING = (
    "game the_city",
    "lay the_city/A2-fish 0,0",
    "lay the_city/C1 1,0",
    "lay the_city/A2-grain 2,0",
    "lay the_city/A2-livestock 0,1 turn 270",
    "lay the_city/A2-fish-public 2,1 turn 90",
    "lay the_city/A2-grain-public 0,2 turn 180",
    "lay the_city/A2-livestock-public 1,2 turn 180",
    "lay the_city/A3-fish 2,2 turn 90",
)


@rule("CITY-50", "R-CITY-19")
def test_a_road_from_the_outline_to_a_hole_stays_incomplete() -> None:
    """No gate was built: the outline closes the road's outer end only, and the citizen brings nothing."""
    game = table(*RING, "stand red follower road at 1,0")
    finish(game, "the_city/A1-public", "3,0")
    assert game.over
    assert game.scores == {"red": 0, "blue": 0}


@rule("CITY-49", "R-CITY-19")
def test_a_market_at_the_outline_is_closed_in_thought() -> None:
    """No gate was built: the outline is taken as wall, and a market of one tile with fish brings 1 point."""
    game = table(*RING, "stand red follower market at 0,0")
    finish(game, "the_city/A1-public", "3,0")
    assert scored(game) == ["red scores 1: tiles 1"]
    assert game.scores == {"red": 1, "blue": 0}
