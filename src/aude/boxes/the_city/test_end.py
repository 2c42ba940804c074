"""How the game ends, and how the wall is closed then. CITY-48 to CITY-50, CITY-56."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.the_city.conftest import (
    CASTLE,
    CHURCH,
    CITIZEN,
    CITY,
    CLOSING,
    END,
    FISH,
    GRAIN,
    LIVESTOCK,
    PUBLIC,
    SCENE,
    STRAIGHT,
    build_on,
    built,
    city,
    gap,
    used,
    wall_of,
    walled,
)
from aude.boxes.the_city.walls import AHEAD
from aude.testing import leave_in_stack, play, rule, scored, table, told

# As the usual row, but its east end is a road that leads out of the city, with Red's citizen on it.
OUTWARD = (
    *(f"lay {tile} {x},0" for x, tile in enumerate((END, PUBLIC, PUBLIC, CASTLE))),
    f"lay {CITY}B1-batiment 4,0 turn 270",
    "stand red follower road at 4,0",
    "stand blue follower road at 0,0",
    "turn blue",
)
# A hole at 1,1 with eight tiles around it; Red's road and market look into it.
HOLE = (
    f"lay {PUBLIC} 0,0",
    f"lay {END} 1,0",
    f"lay {PUBLIC} 2,0",
    f"lay {FISH} 0,1 turn 90",
    f"lay {CASTLE} 0,2",
    f"lay {CITY}B1-batiment 1,2",
    f"lay {CHURCH} 2,2",
    f"lay {GRAIN} 2,1 turn 90",
    "stand red follower road at 1,0",
    "stand red follower market at 0,1",
    "stand blue follower market at 2,1",
)


def last_tile(game: Game, tile: str, place: str) -> Game:
    """Play the last turn; whoever is asked for a follower passes."""
    leave_in_stack(game, tile)
    play(game, f"draw {tile}", f"place {place}")
    if not game.over and game.step == "deploy":
        play(game, "pass")
    return game


# -- three endings ----------------------------------------------------------------------------------------------------
@rule("CITY-48", "R-CITY-08", "R-CITY-17")
@pytest.mark.parametrize(("before", "pieces", "over"), [(67, 3, True), (66, 4, True), (65, 4, False)])
def test_the_last_of_seventy_pieces_ends_the_game(before: int, pieces: int, over: bool) -> None:
    """It is built in the middle of the round or as its last; then a tower may be built, and all is over."""
    game = used(walled(city(*SCENE, stack=2), "N at 2,0"), before)
    play(game, *CLOSING)
    assert len(build_on(game)) == pieces
    play(game, game.options[1].text)
    assert told(game, "city_tower_built") != []
    assert game.over == over


@rule("CITY-48")
def test_the_last_tile_ends_the_game() -> None:
    """It causes no scoring: the game is over with it."""
    game = last_tile(walled(city(*SCENE), "N at 2,0"), FISH, "5,0 turn 0")
    assert game.over and built(game, "city_tower") == []


@rule("CITY-48")
def test_the_last_tile_with_a_scoring_lets_all_build_once_more() -> None:
    """Eight pieces of two players, and a tower; then the game is over."""
    game = last_tile(walled(city(*SCENE, stack=3), "N at 2,0"), END, "0,1 turn 180")
    assert len(build_on(game)) == 8 and not game.over
    play(game, "pass")
    assert game.over


@rule("CITY-48", "CITY-49", "EX-CITY-12", "R-CITY-15", "R-CITY-16")
def test_four_empty_places_end_the_game() -> None:
    """All pieces of the round stand, and the last road leads out where none does: the closing wall completes it."""
    game = walled(city(*OUTWARD, stack=2), "N at 2,0", ahead=2, back=3)
    play(game, *CLOSING)
    for piece in ("W at 0,1", "S at 0,1", "E at 0,1", "S at 1,0"):
        play(game, f"wall {piece}", "pass")
    assert gap(game) == 4 and not game.over  # the tower comes first
    play(game, "pass")
    assert game.over
    assert told(game, "wall_closed") == ["wall_closed 4"]
    assert "red scores 1: tiles 1" in scored(game)


@rule("CITY-48", "R-CITY-15", "R-CITY-16")
@pytest.mark.parametrize(("pieces", "free", "over"), [(4, 6, False), (5, 5, True)])
def test_five_places_are_few_enough_and_six_are_not(pieces: int, free: int, over: bool) -> None:
    """Fourteen sides; three players build one piece each."""
    game = walled(city(*SCENE, stack=2, players="red blue green"), "N at 2,0", back=pieces - 2, ahead=2)
    play(game, *CLOSING)
    assert gap(game) == free + 3
    build_on(game)
    play(game, "pass")
    assert game.over == over


@rule("R-CITY-15")
def test_a_tile_in_a_bay_can_end_the_game() -> None:
    """Nothing is scored; but where three sides were free, one is."""
    lines = (
        f"lay {PUBLIC} 0,0",
        f"lay {PUBLIC} 1,0",
        f"lay {CASTLE} 2,0",
        f"lay {CHURCH} 0,-1",
        f"lay {LIVESTOCK} 2,-1",
    )
    game = walled(city(*lines), "W at 0,0", back=4)
    assert gap(game) == 7
    play(game, f"draw {FISH}", "place 1,-1 turn 0", "pass")
    assert game.over and told(game, "wall_closed") == ["wall_closed 5"]
    assert scored(game) == []


@rule("R-CITY-15")
def test_the_ends_are_not_measured_in_the_middle_of_a_round() -> None:
    """Five places are left after the first of four pieces: the round goes on."""
    game = walled(city(*SCENE, stack=2), "N at 2,0", ahead=2, back=3)
    play(game, *CLOSING)
    while gap(game) > 6:
        wall_of(game).build(game.state, AHEAD)
    build_on(game, 1)
    assert gap(game) == 5 and (game.actor, game.step) == ("blue", "wall")
    assert len(build_on(game)) == 3


@rule("R-CITY-31", "R-CITY-06")
def test_a_wall_that_closes_in_the_round_ends_it() -> None:
    """Two places are left for four pieces: the second closes the wall, nobody builds a tower, and the game is over."""
    game = walled(city(*SCENE, stack=2), "N at 2,0", ahead=2, back=3)
    play(game, *CLOSING)
    while gap(game) > 2:
        wall_of(game).build(game.state, AHEAD)
    play(game, game.options[0].text, "pass")
    assert (game.actor, game.step) == ("blue", "guard")  # the last side had no choice; a guard may stand there
    play(game, "guard")
    assert game.over and built(game, "city_tower") == []
    assert told(game, "wall_closed") == [] and len(told(game, "guard_posted")) == 1


@rule("CITY-48", "R-CITY-19")
def test_a_game_without_a_gate() -> None:
    """No wall was ever built: the outline counts as one, so Red's roads of one tile are completed."""
    game = last_tile(city(f"lay {END} 0,0", CITIZEN), FISH, "1,0 turn 0")
    assert game.over and built(game) == []
    assert scored(game) == ["red scores 1: tiles 1"] and told(game, "wall_closed") == ["wall_closed 6"]


@rule("R-CITY-20", "CITY-48")
def test_tiles_that_fit_nowhere_are_drawn_until_none_is_left() -> None:
    """All free sides are roads', and what is left has none: both tiles are put aside, and the game ends."""
    game = city(f"lay {CITY}E1 0,0", "stand red follower road N at 0,0")
    leave_in_stack(game, FISH, GRAIN)
    play(game, f"draw {FISH}", f"draw {GRAIN}")
    assert len(told(game, "discarded")) == 2 and game.over
    assert game.scores == {"red": 1, "blue": 0}


# -- the wall is closed -----------------------------------------------------------------------------------------------
@rule("CITY-49", "R-CITY-18")
@pytest.mark.parametrize("before", [0, 66])
def test_the_wall_is_closed_with_what_is_left_or_in_thought(before: int) -> None:
    """With pieces enough or none left, all open sides are closed; nobody gets a guard or a tower for it."""
    game = walled(city(f"lay {END} 0,0", f"lay {STRAIGHT} 0,1", CITIZEN), "N at 0,0")
    last_tile(used(game, before), f"{CITY}C1", "0,2 turn 0")
    assert game.over and scored(game) == ["red scores 3: tiles 3"]
    assert told(game, "wall_closed") == ["wall_closed 7"]
    assert told(game, "guard_posted", "city_tower_built") == []


@rule("CITY-49", "CITY-23")
def test_what_the_closing_wall_completes_is_shared_as_usual() -> None:
    """A citizen each on the road that leads out at both ends: both score."""
    lines = (f"lay {STRAIGHT} 0,0", f"lay {STRAIGHT} 0,1", CITIZEN, "stand blue follower road at 0,1")
    game = last_tile(city(*lines), FISH, "1,0 turn 0")
    assert game.scores == {"red": 2, "blue": 2}


@rule("CITY-50")
def test_what_looks_into_a_hole_scores_nothing() -> None:
    """Red's road and market end at the hole, which no wall closes; Blue's market is at the outline."""
    game = city(*HOLE)
    before = game.if_ended_now
    last_tile(game, LIVESTOCK, "3,2 turn 0")
    assert game.over and game.scores == before == {"red": 0, "blue": 1}
    assert game.supply == {"red": {"follower": 7}, "blue": {"follower": 7}}


@rule("CITY-49", "CITY-50")
def test_a_market_between_the_hole_and_the_outline_is_not_completed() -> None:
    """The wall closes one side of it, but not the other: nothing for Blue, now or at the end."""
    lines = [f"lay {CITY}A4-grain 2,1 turn 90" if line.startswith(f"lay {GRAIN}") else line for line in HOLE]
    game = city(*lines)
    assert game.if_ended_now == {"red": 0, "blue": 0} and game.forecast() == []
    last_tile(game, LIVESTOCK, "3,2 turn 0")
    assert game.over and game.scores == {"red": 0, "blue": 0}


@rule("CITY-49", "CITY-50", "CITY-51")
def test_the_score_if_the_game_ended_now_is_the_score_at_the_end() -> None:
    """Roads and markets at the outline, patrons and guards are all in it; nothing is changed by looking."""
    game = city(*OUTWARD, "stand red follower residential at 1,0", "stand blue follower residential at 3,0")
    now, forecast = game.if_ended_now, [event.line() for event in game.forecast()]
    assert now == {"red": 1, "blue": 1} and forecast == ["red scores 1: tiles 1", "blue scores 1: tiles 1"]
    assert game.scores == {"red": 0, "blue": 0}
    last_tile(game, f"{CITY}A1-saint-nazaire", "2,1 turn 0")
    assert game.scores == now and sorted(scored(game)) == sorted(forecast)
    assert game.if_ended_now == game.scores and game.forecast() == []


# -- who wins ---------------------------------------------------------------------------------------------------------
@rule("CITY-56", "R-CITY-26")
@pytest.mark.parametrize(("red", "winners"), [(3, ["blue"]), (4, ["red", "blue"]), (5, ["red"])])
def test_the_most_points_win(red: int, winners: list[str]) -> None:
    """Equal points share the victory."""
    game = city(f"lay {PUBLIC} 0,0", f"points red {red}", "points blue 4")
    assert game.winners == []
    assert last_tile(game, CASTLE, "1,0 turn 0").winners == winners


@rule("CITY-48")
def test_after_the_end_nothing_is_played() -> None:
    """Nobody is asked any more, and every follower is back in its supply."""
    game = last_tile(walled(city(*SCENE), "N at 2,0"), FISH, "5,0 turn 0")
    assert game.actor is None and game.options == []
    assert set(map(str, game.supply.values())) == {"{'follower': 7}"}
    with pytest.raises(ValueError, match="over"):
        game.play("pass")


@rule("CITY-05", "CITY-48", "R-CITY-19")
def test_a_game_of_two_tiles() -> None:
    """The smallest game: the first tile takes a citizen, the second is the last."""
    game = play(table("game the_city"), f"draw {END}", "place 0,0 turn 0", "deploy follower road")
    last_tile(game, FISH, "1,0 turn 0")
    assert game.over and game.scores == {"red": 1, "blue": 0}
