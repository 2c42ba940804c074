"""Patrons and guards at the end of the game. CITY-51 to CITY-55."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.the_city.conftest import (
    CASTLE,
    CHURCH,
    CITY,
    FISH,
    GRAIN,
    LIVESTOCK,
    PUBLIC,
    STRAIGHT,
    city,
    guarded,
    walled,
)
from aude.testing import leave_in_stack, play, rule, scored

NO_BUILDING = f"{CITY}A6-fish-grain"
# A row from west to east with a hole at 2,0, held together in the south. West of it stand a public and a historic
# building, east of it two public ones; the lower row shows what it likes, as nobody looks along it.
BROKEN_ROW = (
    f"lay {PUBLIC} 0,0",
    f"lay {CASTLE} 1,0",
    f"lay {FISH} 1,1 turn 180",
    f"lay {GRAIN} 2,1 turn 180",
    f"lay {LIVESTOCK} 3,1 turn 180",
    f"lay {PUBLIC} 3,0",
    f"lay {CITY}A2-fish-public 4,0",
)


def ended(game: Game, tile: str, place: str) -> list[str]:
    """The scores of a last turn without a follower."""
    leave_in_stack(game, tile)
    play(game, f"draw {tile}", f"place {place}")
    if not game.over:
        play(game, "pass")
    assert game.over
    return scored(game)


# -- patrons ----------------------------------------------------------------------------------------------------------
@rule("CITY-51", "CITY-53", "EX-CITY-13", "R-CITY-32")
def test_two_points_for_each_market_at_the_area() -> None:
    """Three markets: on tiles of the area, across a side of one, and complete or not; each counts once."""
    game = city(
        f"lay {CASTLE} 0,0",
        f"lay {FISH} 1,0",  # open, on a tile of the area
        f"lay {GRAIN} 0,-1 turn 180",  # complete: its one side meets the area
        f"lay {LIVESTOCK} -1,0 turn 180",
        "stand red follower residential at 0,0",
    )
    assert ended(game, CHURCH, "2,0 turn 0") == ["red scores 6: markets 6"]


@rule("CITY-53", "R-CITY-32")
@pytest.mark.parametrize(
    ("tile", "cell", "points"),
    [
        (f"{FISH}", "1,0 turn 270", 2),  # across the side only: the areas of the two tiles are not one
        (f"{FISH}", "1,0 turn 0", 2),  # on a tile of the area
        (f"{CITY}A4-fish", "1,0 turn 0", 2),  # touching the area on its tile
        (f"{CITY}A6-fish-grain", "1,0 turn 0", 4),  # two markets on one tile
    ],
)
def test_which_markets_border_an_area(tile: str, cell: str, points: int) -> None:
    """On its tiles or across a side."""
    game = city(f"lay {CASTLE} 0,0", f"lay {tile} {cell}", "stand red follower residential at 0,0")
    assert ended(game, CHURCH, "-1,0 turn 0") == [f"red scores {points}: markets {points}"]


@rule("R-CITY-32")
def test_a_market_at_a_corner_does_not_border() -> None:
    """The market east of Red's area meets it at a side; the one in the south-east only at a corner."""
    game = city(
        f"lay {CASTLE} 0,0", f"lay {FISH} 1,0 turn 270", f"lay {GRAIN} 1,1", "stand red follower residential at 0,0"
    )
    assert game.if_ended_now == {"red": 2, "blue": 0}
    assert ended(game, CHURCH, "-1,0 turn 0") == ["red scores 2: markets 2"]


@rule("R-CITY-32")
def test_markets_that_are_joined_are_one() -> None:
    """The area borders both tiles of a market: 2 points, not 4."""
    game = city(f"lay {FISH} 0,0", f"lay {GRAIN} 0,-1 turn 180", f"lay {CASTLE} 1,0", f"lay {CHURCH} 1,-1")
    play(game, f"draw {PUBLIC}", "place 2,0 turn 0", "deploy follower residential")
    assert ended(game, f"{CITY}B1-saint-sernin", "3,0 turn 0") == ["red scores 2: markets 2"]


@rule("R-CITY-32")
def test_a_market_across_two_sides_counts_once() -> None:
    """Red's area meets the market in the north and in the east; none of its tiles shows it."""
    lines = (f"lay {CITY}A3-fish 0,0", f"lay {CASTLE} 0,-1", f"lay {CHURCH} 1,-1", f"lay {PUBLIC} 1,0")
    game = city(*lines, "stand red follower residential at 1,-1")
    assert ended(game, PUBLIC, "2,0 turn 0") == ["red scores 2: markets 2"]


@rule("CITY-52")
@pytest.mark.parametrize(("patrons", "owners"), [("red", "red"), ("red blue", "red blue"), ("red red blue", "red")])
def test_the_most_patrons_own_an_area(patrons: str, owners: str) -> None:
    """All of the tied are owners, in full."""
    cells = ("0,0", "1,0", "2,0")
    lines = [f"stand {seat} follower residential at {cell}" for seat, cell in zip(patrons.split(), cells, strict=False)]
    game = city(f"lay {CASTLE} 0,0", f"lay {CHURCH} 1,0", f"lay {PUBLIC} 2,0", f"lay {FISH} 0,1 turn 180", *lines)
    expected = [f"{seat} scores 2: markets 2" for seat in owners.split()]
    assert ended(game, PUBLIC, "3,0 turn 0") == expected


@rule("CITY-28", "CITY-53")
def test_a_road_keeps_markets_apart() -> None:
    """The market lies west of the road, Red's area east of it."""
    game = city(f"lay {STRAIGHT} 0,0", f"lay {FISH} -1,0", "stand red follower residential NR at 0,0")
    assert ended(game, CASTLE, "1,0 turn 0") == []


# -- guards -----------------------------------------------------------------------------------------------------------
@rule("CITY-51", "CITY-54", "EX-CITY-14", "R-CITY-23")
def test_a_guard_counts_the_buildings_in_its_row() -> None:
    """Straight inward from the wall: three public buildings and a historic one; what lies beside is not seen."""
    game = city(
        f"lay {PUBLIC} 0,0",
        f"lay {PUBLIC} 1,0",
        f"lay {CASTLE} 2,0",
        f"lay {CITY}A2-fish-public 3,0",
        f"lay {CHURCH} 0,1",
    )
    guarded(walled(game, "S at 0,1", ahead=2), "red", "W at 0,0")
    assert game.if_ended_now == {"red": 9, "blue": 0}
    assert ended(game, LIVESTOCK, "4,0 turn 0") == ["red scores 9: public 6, historic 3"]


@rule("CITY-54", "CITY-57")
def test_each_guard_scores_for_itself() -> None:
    """Two guards of Blue at the same tile look along its row and its column."""
    game = city(f"lay {CASTLE} 0,0", f"lay {PUBLIC} 1,0", f"lay {CHURCH} 0,1")
    walled(game, "N at 1,0", back=2)
    guarded(guarded(game, "blue", "N at 0,0"), "blue", "W at 0,0")
    assert sorted(ended(game, LIVESTOCK, "2,0 turn 0")) == [
        "blue scores 5: public 2, historic 3",
        "blue scores 6: historic 6",
    ]
    assert game.supply["blue"] == {"follower": 7}


@rule("CITY-54", "CITY-55", "EX-CITY-15")
@pytest.mark.parametrize(
    ("place", "red", "blue"),
    [("0,-1 turn 0", "5: public 2, historic 3", "4: public 4"), ("2,0 turn 0", *["9: public 6, historic 3"] * 2)],
)
def test_a_row_ends_at_a_hole_until_it_is_filled(place: str, red: str, blue: str) -> None:
    """Red looks east and Blue west along a broken row; with a tile in the hole both see all of it."""
    game = walled(city(*BROKEN_ROW), "S at 2,1", ahead=4, back=4)
    guarded(guarded(game, "red", "W at 0,0"), "blue", "E at 4,0")
    assert game.if_ended_now == {"red": 5, "blue": 4}
    assert ended(game, NO_BUILDING, place) == [f"red scores {red}", f"blue scores {blue}"]
