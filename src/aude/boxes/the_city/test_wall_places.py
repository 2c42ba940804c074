"""The wall itself: where it stands, what it forbids and what it completes. CITY-34, CITY-35, CITY-41."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.the_city.conftest import (
    CASTLE,
    CHURCH,
    CITY,
    CLOSING,
    END,
    FISH,
    GRAIN,
    LIVESTOCK,
    PUBLIC,
    ROW,
    SCENE,
    answer,
    built,
    city,
    gap,
    wall_of,
    walled,
)
from aude.boxes.the_city.walls import AHEAD
from aude.testing import offered, play, refusal, rule, scored, told

# A bay between two arms: the cells 1,-1 and 1,-2, open to the north.
BAY = (
    f"lay {END} 0,0",
    f"lay {PUBLIC} 1,0",
    f"lay {PUBLIC} 2,0",
    f"lay {CASTLE} 0,-1",
    f"lay {CHURCH} 2,-1",
    f"lay {FISH} 0,-2",
    f"lay {GRAIN} 2,-2",
)
# The same with a lid: the two cells are a hole in the city.
HOLE = (
    *BAY,
    f"lay {CITY}A2-grain-public 0,-3",
    f"lay {CITY}A2-livestock-public 1,-3",
    f"lay {CITY}A2-fish-public 2,-3",
)


def first_round(*lines: str, players: str = "red blue") -> Game:
    """A table at which the gate is to be put."""
    game = play(city(*lines, "stand red follower road at 0,0", stack=2, players=players, keep=[LIVESTOCK]), *CLOSING)
    assert game.actor == "red" and len(offered(game, "gate")) == len(game.options)
    return game


# -- where it stands --------------------------------------------------------------------------------------------------
@rule("CITY-32", "CITY-35", "R-CITY-05", "D-CITY-02")
def test_the_gate_stands_at_any_outer_side() -> None:
    """All fourteen sides of the outline are offered; a side between two tiles or of no tile is not."""
    game = first_round(*ROW)
    assert len(game.options) == 14
    for place in ("S at 0,0", "E at 1,0", "N at 9,9", "N at 0,-1", "X at 0,0"):
        assert refusal(game, f"gate {place}") == ("CITY-32", "gate_place")
    answer(game, "red", "gate E at 0,1")
    assert told(game, "gate_built") == [f"red gate_built {END} 0,1 180 E"]


@rule("R-CITY-05", "R-CITY-06", "D-CITY-03")
def test_each_end_offers_one_place() -> None:
    """Round an inner corner on the one side of the gate, round an outer one on the other; nowhere else."""
    game = play(first_round(*ROW), "gate E at 0,1")
    assert offered(game) == ["wall S at 0,1", "wall S at 1,0"]
    for place in ("N at 0,0", "W at 0,1", "E at 0,1", "S at 2,0", "S at 0,0", "N at 7,7"):
        assert refusal(game, f"wall {place}") == ("R-CITY-05", "wall_place")
    answer(game, "blue", "wall S at 1,0")
    play(game, "pass")
    assert offered(game) == ["wall S at 0,1", "wall S at 2,0"]


@rule("R-CITY-05", "CITY-34")
def test_a_bay_belongs_to_the_outline_and_a_hole_does_not() -> None:
    """The walls of the bay are offered one by one; under a lid the same sides are inside the city."""
    bay = offered(first_round(*BAY))
    inside = ["gate E at 0,-2", "gate E at 0,-1", "gate N at 1,0", "gate W at 2,-1", "gate W at 2,-2"]
    assert [side for side in bay if side in inside] == inside
    hole = first_round(*HOLE)
    assert not set(inside) & set(offered(hole)) and "gate N at 1,-3" in offered(hole)
    assert refusal(hole, "gate N at 1,0") == ("CITY-32", "gate_place")


@rule("R-CITY-05")
def test_where_the_outline_touches_itself_it_keeps_to_the_same_cell() -> None:
    """The tiles at 0,0 and 1,1 touch at a corner; the cell 0,1 behind it is enclosed, through sides, and a hole."""
    lines = (
        f"lay {END} 0,0 turn 90",  # its road leads to the west
        f"lay {END} -1,0 turn 270",
        f"lay {PUBLIC} -1,1",
        f"lay {CASTLE} -1,2",
        f"lay {CHURCH} 0,2",
        f"lay {PUBLIC} 1,2",
        f"lay {FISH} 1,1 turn 90",
    )
    game = walled(city(*lines), "N at 0,0")
    assert gap(game) == 11  # with the gate the twelve sides of three by three tiles
    wall = walled(city(*lines), "N at 0,0", ahead=3)
    assert built(wall) == ["gate N at 0,0", "wall E at 0,0", "wall N at 1,1", "wall E at 1,1"]
    back = walled(city(*lines), "E at 1,1", back=3)
    assert built(back) == ["gate E at 1,1", "wall N at 1,1", "wall E at 0,0", "wall N at 0,0"]
    behind = play(wall, f"draw {GRAIN}")
    assert "place 0,1 turn 0" in offered(behind)  # the hole is not part of the outside, and can be filled


@rule("R-CITY-06", "R-CITY-38")
def test_the_last_side_is_built_without_a_question() -> None:
    """One side is left: both ends lead to it."""
    game = walled(city(*SCENE, stack=2, players="red blue green"), "N at 0,0", ahead=4)
    play(game, *CLOSING)
    while gap(game) > 2:
        wall_of(game).build(game.state, AHEAD)
    assert len(offered(game, "wall")) == 2
    play(game, offered(game)[0], "pass")
    assert gap(game) == 0 and len(told(game, "wall_built")) == 2


# -- what it forbids --------------------------------------------------------------------------------------------------
@rule("CITY-34")
@pytest.mark.parametrize("place", ["2,-1", "3,-1"])
def test_no_tile_lies_against_the_wall(place: str) -> None:
    """Neither at the gate nor at a piece; beside them it may."""
    game = play(walled(city(*ROW), "N at 2,0", ahead=1), f"draw {FISH}")
    assert refusal(game, f"place {place} turn 0") == ("CITY-34", "walled")
    cells = {option.text.split()[1] for option in game.options}
    assert place not in cells and {"1,-1", "4,-1", "2,1"} <= cells


@rule("CITY-34", "R-CITY-07")
def test_nor_behind_it_from_another_side() -> None:
    """The cell 1,1 touches the tile at 1,0 where no wall stands, but there is one at the side of 0,1."""
    lines = (*ROW, f"lay {END} 0,1 turn 180")
    game = play(walled(city(*lines), "E at 0,1"), f"draw {FISH}")
    assert refusal(game, "place 1,1 turn 0") == ("CITY-34", "walled")
    assert "place 2,1 turn 0" in offered(game)


@rule("R-CITY-28")
def test_no_tile_wraps_the_wall() -> None:
    """A tile at the mouth of the bay would leave the gate inside; with the gate elsewhere it may lie there."""
    game = play(walled(city(*BAY), "N at 1,0"), f"draw {LIVESTOCK}")
    assert refusal(game, "place 1,-2 turn 0") == ("R-CITY-28", "wraps")
    assert refusal(game, "place 1,-1 turn 0") == ("CITY-34", "walled")
    assert not [option for option in offered(game) if option.startswith("place 1,-2")]
    game = play(walled(city(*BAY), "S at 1,0"), f"draw {LIVESTOCK}", "place 1,-2 turn 0")
    assert game.step == "deploy"


@rule("R-CITY-28")
def test_nor_may_it_wrap_an_end_while_the_gate_stays_outside() -> None:
    """The tile touches the long arm and, at a corner, the one where gate and piece stand: the piece would be inside."""
    lines = (*BAY, f"lay {CITY}A2-grain-public 0,-3")
    game = play(walled(city(*lines), "N at 2,-2", back=1), f"draw {LIVESTOCK}")
    assert built(game) == ["gate N at 2,-2", "wall W at 2,-2"]
    assert refusal(game, "place 1,-3 turn 0") == ("R-CITY-28", "wraps")
    without = play(walled(city(*lines), "N at 2,-2"), f"draw {LIVESTOCK}", "place 1,-3 turn 0")
    assert without.step == "deploy"


@rule("R-CITY-28")
def test_a_tile_at_the_bottom_of_a_bay_wraps_nothing() -> None:
    """The gate stands in the bay, but farther out: the bay becomes shorter, and the gate stays at the outline."""
    game = play(walled(city(*BAY), "W at 2,-2"), f"draw {LIVESTOCK}")
    assert refusal(game, "place 1,-2 turn 0") == ("CITY-34", "walled")
    assert "place 1,-1 turn 0" in offered(game)


@rule("CITY-34", "R-CITY-20")
def test_a_tile_that_only_fits_behind_the_wall_fits_nowhere() -> None:
    """A wall all around but for the road: the one open cell asks for a road, and the tile has none."""
    game = walled(city(f"lay {END} 0,0"), "W at 0,0", ahead=2)
    play(game, f"draw {FISH}")
    assert told(game, "discarded") == [f"discarded {FISH}"]


# -- what it completes ------------------------------------------------------------------------------------------------
@rule("CITY-19", "CITY-41", "EX-CITY-08", "R-CITY-12")
def test_a_wall_closes_a_road() -> None:
    """Red's road of one tile ends at Blue's piece; Blue decides on a guard, then the point is scored."""
    game = first_round(*ROW, f"lay {CITY}B1-batiment 5,0 turn 180", "stand red follower road at 5,0")
    play(game, "gate N at 4,0")
    play(game, "wall N at 5,0")
    assert game.scores["red"] == 2 and (game.actor, game.step) == ("blue", "guard")
    play(game, "guard")
    assert scored(game)[-1] == "red scores 1: tiles 1" and game.scores == {"red": 3, "blue": 0}
    assert game.holdings["red"]["resting"] == 2 and (game.actor, game.step) == ("red", "wall")


@rule("CITY-41", "R-CITY-11")
def test_the_gate_closes_a_road_too() -> None:
    """It counts as wall there; no guard is asked for, and the point comes at once."""
    game = first_round(*ROW, f"lay {CITY}B1-batiment 5,0 turn 180", "stand red follower road at 5,0")
    play(game, "gate N at 5,0")
    assert game.scores == {"red": 3, "blue": 0} and (game.actor, game.step) == ("blue", "wall")


@rule("CITY-41", "EX-CITY-09")
def test_a_wall_closes_a_market() -> None:
    """Two tiles with two kinds: 4 for Red, whose market woman returns."""
    market = (f"lay {FISH} 5,0", f"lay {CITY}A4-grain 5,-1", "stand red follower market at 5,0")
    game = play(first_round(*ROW, *market), "gate W at 5,-1", "wall N at 5,-1", "pass")
    assert scored(game)[-1] == "red scores 4: tiles 2, more_goods 2"
    assert told(game, "returned")[-1] == "red returned follower market N at 5,0"


@rule("CITY-41", "R-CITY-13")
def test_a_wall_that_completes_nothing_scores_nothing() -> None:
    """The market has another open side; and an empty road that a wall ends brings nobody anything."""
    market = (f"lay {CITY}A4-grain 5,0", f"lay {CITY}B1-batiment 6,0 turn 180", "stand red follower market at 5,0")
    game = play(first_round(*ROW, *market), "gate N at 4,0", "wall N at 5,0", "pass", "wall N at 6,0", "pass")
    assert scored(game) == ["red scores 2: tiles 2"] and game.supply["red"] == {"follower": 5}
