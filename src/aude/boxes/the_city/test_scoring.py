"""Roads and markets when they are complete, and residential areas that never are. CITY-19 to CITY-28."""

from __future__ import annotations

import pytest

from aude.boxes.the_city.conftest import (
    CASTLE,
    CHURCH,
    CITIZEN,
    CLOSING,
    CROSSING,
    CURVE,
    END,
    FISH,
    GRAIN,
    LIVESTOCK,
    PUBLIC,
    STRAIGHT,
    city,
)
from aude.testing import offered, play, refusal, rule, scored, spots, told

# Three quarters of a ring of roads; the fourth tile is a curve at 0,1.
RING = (f"lay {CURVE} 0,0", "lay the_city/C2-tour-carree 1,0 turn 90", "lay the_city/C4-fish 1,1 turn 180")
RING_CLOSED = ("draw the_city/C5-fish-public", "place 0,1 turn 270")


def column(*tiles: str) -> list[str]:
    """Lines that lay tiles from 0,0 to the south."""
    return [f"lay {tile} 0,{y}" for y, tile in enumerate(tiles)]


# -- roads ------------------------------------------------------------------------------------------------------------
@rule("CITY-19", "CITY-20", "EX-CITY-01")
@pytest.mark.parametrize(("between", "points"), [(0, 2), (1, 3), (2, 8)])
def test_a_road_of_four_tiles_counts_twice(between: int, points: int) -> None:
    """From end to end over two, three or four tiles: a point each, and from four tiles on two."""
    game = city(*column(END, *[STRAIGHT] * between), CITIZEN)
    play(game, f"draw {END}", f"place 0,{between + 1} turn 180", "pass")
    assert scored(game) == [f"red scores {points}: tiles {points}"] and game.scores == {"red": points, "blue": 0}


@rule("CITY-19", "CITY-13")
def test_crossings_end_a_road() -> None:
    """Red's road leads from one crossing to the other; the other roads of both go on."""
    game = city(f"lay {CROSSING} 0,0", "stand red follower road E at 0,0", "stand blue follower road W at 0,0")
    play(game, f"draw {CROSSING}", "place 1,0 turn 0", "pass")
    assert scored(game) == ["red scores 2: tiles 2"]
    assert game.supply["blue"] == {"follower": 6}


@rule("CITY-19", "CITY-20")
def test_a_ring_is_complete() -> None:
    """Four curves lead round; there is no end to it, and it counts as a road of four tiles."""
    game = play(city(*RING, "stand red follower road at 0,0"), *RING_CLOSED, "pass")
    assert scored(game) == ["red scores 8: tiles 8"]


@rule("CITY-19")
def test_an_open_road_is_not_scored() -> None:
    """However long it is: it goes on in the south."""
    game = play(city(*column(END, STRAIGHT, STRAIGHT), CITIZEN), "draw the_city/C1", "place 0,3 turn 0", "pass")
    assert scored(game) == [] and game.supply["red"] == {"follower": 6}


@rule("R-CITY-22")
def test_a_tile_that_a_road_crosses_twice_counts_once() -> None:
    """From the north through two bends, round over three tiles, and out in the west: seven parts on six tiles."""
    game = city(
        f"lay {END} 0,0",
        "lay the_city/E2-public 0,1",
        f"lay {CURVE} 1,1 turn 90",
        "lay the_city/C2-tour-carree 1,2 turn 180",
        "lay the_city/C4-fish 0,2 turn 270",
        CITIZEN,
    )
    play(game, f"draw {END}", "place -1,1 turn 270", "pass")
    assert scored(game) == ["red scores 12: tiles 12"]


# -- markets ----------------------------------------------------------------------------------------------------------
@rule("CITY-21", "CITY-22", "EX-CITY-02")
@pytest.mark.parametrize(
    ("tiles", "last", "score"),
    [
        ((FISH,), GRAIN, "4: tiles 2, more_goods 2"),
        ((FISH, "the_city/A4-grain"), LIVESTOCK, "9: tiles 3, more_goods 6"),
        ((FISH, "the_city/A4-fish", "the_city/A4-grain"), GRAIN, "8: tiles 4, more_goods 4"),
        ((FISH, "the_city/A4-fish"), "the_city/A2-fish-public", "3: tiles 3"),
    ],
)
def test_a_market_scores_its_tiles_times_its_goods(tiles: tuple[str, ...], last: str, score: str) -> None:
    """Blue's market from end to end, with one, two or three kinds of goods."""
    lines = [f"lay {tile} 0,{-y}" for y, tile in enumerate(tiles)]
    game = city(*lines, "stand blue follower market at 0,0")
    play(game, f"draw {last}", f"place 0,{-len(tiles)} turn 180", "pass")
    assert scored(game) == [f"blue scores {score}"]


@rule("CITY-14", "CITY-23", "EX-CITY-03")
def test_two_market_women_score_in_full() -> None:
    """The last of six tiles joins two markets, one woman on each; with three kinds that is 18 for both."""
    game = city(
        f"lay {FISH} 0,0",
        "lay the_city/A4-fish 0,-1",
        "lay the_city/A4-grain 0,-2",
        "lay the_city/A4-livestock 0,-3",
        f"lay {PUBLIC} 1,-3",
        f"lay {LIVESTOCK} 1,-4 turn 270",
        "stand red follower market at 0,0",
        "stand blue follower market at 1,-4",
    )
    play(game, "draw the_city/A3-grain", "place 0,-4 turn 90", "pass")
    assert game.scores == {"red": 18, "blue": 18}


@rule("CITY-21", "R-CITY-21")
def test_a_market_ends_where_a_tile_shows_none() -> None:
    """Red's market is one tile; the residential area beyond its one open side completes it."""
    game = city(f"lay {FISH} 0,0", "stand red follower market at 0,0")
    play(game, f"draw {PUBLIC}", "place 0,-1", "pass")
    assert scored(game) == ["red scores 1: tiles 1"] and game.holdings["red"]["resting"] == 1


@rule("CITY-21")
def test_a_market_with_a_hole_is_not_complete() -> None:
    """All around the hole tiles lie, and two markets look into it; the tile that fills it makes them one."""
    game = city(
        f"lay {FISH} 0,0",
        f"lay {PUBLIC} 1,0",
        f"lay {PUBLIC} 1,-1",
        f"lay {CASTLE} -1,0",
        f"lay {CHURCH} -1,-1",
        f"lay {LIVESTOCK} 1,-2",
        f"lay {GRAIN} 0,-2 turn 180",
        "stand red follower market at 0,0",
    )
    play(game, f"draw {END}", "place 2,0 turn 0", "pass")
    assert scored(game) == [] and game.supply["red"] == {"follower": 6}
    play(game, "draw the_city/A4-livestock", "place 0,-1 turn 0", "pass")
    assert scored(game) == ["red scores 9: tiles 3, more_goods 6"]


# -- who scores -------------------------------------------------------------------------------------------------------
@rule("CITY-23", "CITY-24")
def test_the_majority_scores_and_all_go_home() -> None:
    """Two of Red's citizens against one of Blue's: Blue's returns as well, for nothing."""
    game = city(
        *column(END, STRAIGHT, STRAIGHT), CITIZEN, "stand red follower road at 0,1", "stand blue follower road at 0,2"
    )
    play(game, f"draw {END}", "place 0,3 turn 180", "pass")
    assert game.scores == {"red": 8, "blue": 0}
    assert [line.split()[0] for line in told(game, "returned")] == ["red", "red", "blue"]


@rule("CITY-24")
def test_followers_return_from_what_is_scored_only() -> None:
    """The patrons of the areas beside the road stay where they are."""
    game = city(
        f"lay {END} 0,0",
        f"lay {PUBLIC} 1,0",
        CITIZEN,
        "stand blue follower residential at 0,0",
        "stand blue follower residential at 1,0",
    )
    play(game, *CLOSING[:2])  # nobody can be placed there
    assert [line.split()[:3] for line in told(game, "returned")] == [["red", "returned", "follower"]]
    assert game.supply["blue"] == {"follower": 5}


@rule("CITY-25")
def test_who_has_returned_is_ready_at_the_next_turn() -> None:
    """Red's only follower scores in Red's turn; it rests in Blue's, and is placed in Red's next one."""
    game = city("figures follower 1", *column(END, STRAIGHT), CITIZEN)
    play(game, f"draw {END}", "place 0,2 turn 180")
    assert game.holdings["red"]["resting"] == 1 and game.supply["red"] == {"follower": 0}
    play(game, f"draw {FISH}", "place 1,0 turn 0", "pass")
    assert game.holdings["red"]["resting"] == 0 and game.supply["red"] == {"follower": 1}
    play(game, f"draw {GRAIN}", "place 2,0 turn 0")
    assert "deploy follower market N" in offered(game)


@rule("CITY-25")
def test_who_returns_in_a_turn_of_others_is_ready_at_the_next_own_one() -> None:
    """Blue completes Red's road: Red's turn follows, and the follower is there at its beginning."""
    game = play(city("figures follower 1", *column(END, STRAIGHT), CITIZEN, "turn blue"), f"draw {END}")
    play(game, "place 0,2 turn 180", "pass")
    assert game.player == "red" and game.supply["red"] == {"follower": 1}


@rule("CITY-26")
def test_points_are_marked_at_once_and_go_beyond_fifty() -> None:
    """The track has fifty spaces; whoever passes the last one goes on counting."""
    game = play(city(f"lay {END} 0,0", CITIZEN, "points red 49"), *CLOSING)
    assert game.scores == {"red": 51, "blue": 0}


# -- residential areas ------------------------------------------------------------------------------------------------
@rule("CITY-27", "CITY-28")
def test_a_residential_area_is_never_scored_in_the_game() -> None:
    """Within the ring of roads Red's area is closed on all sides: no points, and the patron stays."""
    game = city(*RING, "stand red follower residential ER.SL at 0,0", "stand blue follower residential NL at 0,0")
    play(game, *RING_CLOSED, "pass")
    assert scored(game) == [] and told(game, "returned") == []
    assert game.supply == {"red": {"follower": 6}, "blue": {"follower": 6}}


@rule("R-CITY-29", "CITY-28")
def test_a_closed_residential_area_takes_a_patron() -> None:
    """It is complete, as is the ring of roads around it; a citizen may not come there, but a patron may."""
    game = play(city(*RING), *RING_CLOSED)
    assert refusal(game, "deploy follower road") == ("CITY-18", "completed_by_tile")
    assert "follower residential NR.EL" in spots(game)
    play(game, "deploy follower residential NR.EL")
    assert game.supply["red"] == {"follower": 6} and told(game, "returned") == []


@rule("CITY-13", "CITY-28")
@pytest.mark.parametrize(
    ("tile", "place", "free"),
    [
        (PUBLIC, "1,0 turn 0", []),  # area to area: they are one
        (FISH, "1,0 turn 270", ["residential NL.NR.EL.ER.SL.SR"]),  # a market lies between them
        ("the_city/C1", "0,1 turn 90", ["road E.W", "residential ER.SL.SR.WL"]),  # only the near side of the road
    ],
)
def test_what_bounds_a_residential_area(tile: str, place: str, free: list[str]) -> None:
    """Red's area goes on where residential sides meet; it ends at markets and roads."""
    game = city(f"lay {CASTLE} 0,0", "stand red follower residential at 0,0")
    play(game, f"draw {tile}", f"place {place}")
    assert [spot.removeprefix("follower ") for spot in spots(game)] == free
