"""Guards and towers on the wall. CITY-37 to CITY-40, CITY-44, CITY-57."""

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
    SCENE,
    answer,
    build_on,
    built,
    city,
    guarded,
    walled,
)
from aude.testing import offered, play, refusal, rule, scored, told

FOUR = "red blue green yellow"
# Eight tiles around the hole at 1,1, and to the east a road that the next tile completes.
AROUND_A_HOLE = (
    f"lay {PUBLIC} 0,0",
    f"lay {CASTLE} 1,0",
    f"lay {CHURCH} 2,0",
    f"lay {FISH} 0,1 turn 270",
    f"lay {PUBLIC} 0,2",
    f"lay {CITY}A2-grain-public 1,2 turn 180",
    f"lay {GRAIN} 2,2 turn 180",
    f"lay {CITY}A2-fish-public 2,1 turn 90",
    f"lay {END} 3,0",
    "stand red follower road at 3,0",
)
EAST_CLOSED = (f"draw {END}", "place 3,1 turn 180", "pass")
# A second road of Red's in the south-east, and what completes it.
SECOND = (f"lay {CITY}B1-batiment 4,1", "stand red follower road at 4,1")
SECOND_CLOSED = (f"draw {CITY}B1-saint-sernin", "place 4,2 turn 180", "pass")


# -- guards -----------------------------------------------------------------------------------------------------------
@rule("CITY-37", "D-CITY-04")
def test_whoever_builds_a_piece_may_guard_it() -> None:
    """With a follower from the supply, or not; the next piece is another's."""
    game = play(city(*SCENE, stack=2), *CLOSING, "gate N at 2,0", "wall N at 3,0")
    assert offered(game) == ["pass", "guard"]
    answer(game, "blue", "guard")
    assert told(game, "guard_posted") == [f"blue guard_posted follower {CASTLE} 3,0 0 N"]
    assert game.supply["blue"] == {"follower": 6} and built(game, "guard") == ["guard blue N at 3,0"]
    assert (game.actor, game.step) == ("red", "wall")


@rule("CITY-37")
def test_without_followers_nobody_is_asked_for_a_guard() -> None:
    """Blue has none in the supply: Red's piece follows at once."""
    game = city("figures follower 1", *SCENE, "stand blue follower residential at 1,0", stack=2)
    play(game, *CLOSING[:2], "gate N at 2,0", "wall N at 3,0")
    assert (game.actor, game.step) == ("red", "wall")
    assert refusal(game, "guard") == ("CITY-06", "not_now")
    assert refusal(game, "guard", "blue") == ("CITY-06", "not_asked")


@rule("CITY-38", "EX-CITY-10", "R-CITY-24")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_no_guard_opposite_another(owner: str) -> None:
    """A guard of anybody stands at the north of 4,0: none at its south, but one at the north of the next tile."""
    game = guarded(walled(city(*SCENE, "turn blue", stack=2), "E at 4,0", back=1), owner, "N at 4,0")
    play(game, *CLOSING)
    assert offered(game) == ["wall S at 4,0", "wall N at 3,0"]
    opposite = play(game.copy(), "wall S at 4,0")
    assert (opposite.actor, opposite.step) == ("red", "wall")
    assert built(opposite, "guard") == [f"guard {owner} N at 4,0"]
    elsewhere = play(game, "wall N at 3,0")
    assert (elsewhere.actor, elsewhere.step) == ("blue", "guard")


@rule("CITY-38", "CITY-55", "EX-CITY-10")
@pytest.mark.parametrize("filled", [False, True])
def test_with_a_hole_in_the_row_there_may_be_two_guards(filled: bool) -> None:
    """Red's guard looks south from 1,0; Blue builds at the south of 1,2, and the hole between them decides."""
    lines = (*AROUND_A_HOLE, f"lay {LIVESTOCK} 1,1") if filled else AROUND_A_HOLE
    game = guarded(walled(city(*lines, "turn blue", stack=2), "N at 0,0", ahead=1, back=4), "red", "N at 1,0")
    play(game, *EAST_CLOSED, "wall S at 1,2")
    assert (game.actor, game.step) == (("red", "wall") if filled else ("blue", "guard"))


@rule("CITY-38", "R-CITY-24")
def test_a_wall_opposite_without_a_guard_does_not_matter() -> None:
    """The piece at the north of 4,0 is unguarded."""
    game = walled(city(*SCENE, "turn blue", stack=2), "E at 4,0", back=1)
    play(game, *CLOSING, "wall S at 4,0")
    assert (game.actor, game.step) == ("blue", "guard")


@rule("CITY-57")
def test_guards_stay_on_the_wall() -> None:
    """Later scorings, by tiles or by walls, send no guard back."""
    game = city(*SCENE, *SECOND, stack=2, keep=[f"{CITY}B1-saint-sernin"])
    play(game, *CLOSING, "gate N at 0,0", "wall N at 1,0", "guard", "wall N at 2,0", "guard", "wall N at 3,0", "pass")
    play(game, "pass", *SECOND_CLOSED)
    build_on(game)
    assert built(game, "guard") == ["guard red N at 2,0", "guard blue N at 1,0"]
    assert sum(line.startswith("blue") for line in told(game, "returned")) == 0


# -- towers -----------------------------------------------------------------------------------------------------------
@rule("CITY-39", "CITY-40", "EX-CITY-11", "D-CITY-05")
def test_a_tower_scores_the_pieces_up_to_the_gate() -> None:
    """Three pieces stand east of the gate and Blue adds one: Red's tower there brings 4, at the west end 1."""
    game = walled(city(*SCENE, stack=2), "N at 1,0", ahead=3)
    play(game, *CLOSING, "wall E at 4,0", "pass", "wall N at 0,0", "pass")
    assert game.step == "wall"  # no tower before all have built
    play(game, "wall W at 0,0", "pass", "wall W at 0,1", "pass")
    assert offered(game) == ["pass", "tower E at 4,0", "tower W at 0,1"]
    for action in ("tower N at 4,0", "tower N at 1,0", "tower W at 0,0"):
        assert refusal(game, action) == ("CITY-39", "not_offered")
    answer(game, "red", "tower E at 4,0")
    assert scored(game)[-1] == "red scores 4: tower 4"
    assert told(game, "city_tower_built") == [f"red city_tower_built {CHURCH} 4,0 0 E"]
    assert built(game, "city_tower") == ["city_tower red E at 4,0"]


def after_two_rounds(option: str) -> Game:
    """Four players. Gate and three walls to the east, a tower there; then two more walls at either end."""
    game = city(f"option city_tower {option}", *SCENE, *SECOND, players=FOUR, stack=2, keep=[f"{CITY}B1-saint-sernin"])
    play(game, *CLOSING, "gate N at 0,0")
    for piece in ("N at 1,0", "N at 2,0", "N at 3,0"):
        play(game, f"wall {piece}", "pass")
    assert offered(game) == ["pass", "tower N at 3,0"]
    assert refusal(game, "tower N at 0,0") == ("R-CITY-10", "tower_nothing")  # the gate itself
    answer(game, "red", "tower N at 3,0")
    assert scored(game)[-1] == "red scores 3: tower 3"
    play(game, *SECOND_CLOSED)
    for piece in ("N at 4,0", "W at 0,0", "E at 4,0", "W at 0,1"):
        play(game, f"wall {piece}", "pass")
    assert (game.actor, game.step) == ("blue", "tower")
    return game


@rule("CITY-40", "EX-CITY-20", "R-CITY-09", "R-CITY-10")
@pytest.mark.parametrize(
    ("option", "east", "west"),
    [("nearest", 2, 2), ("other_end", 5, 5)],
)
def test_a_further_tower(option: str, east: int, west: int) -> None:
    """To the nearest tower or gate it is two pieces on either side.

    Along the whole wall the east end has five up to the gate, and the west end two and three more up to the tower.
    """
    for action, points in (("tower E at 4,0", east), ("tower W at 0,1", west)):
        game = answer(after_two_rounds(option), "blue", action)
        assert scored(game)[-1] == f"blue scores {points}: tower {points}"


@rule("R-CITY-10")
@pytest.mark.parametrize("option", ["nearest", "other_end"])
def test_no_second_tower_at_the_same_end(option: str) -> None:
    """The wall grows at the west end only; the east end has its tower."""
    game = city(f"option city_tower {option}", *SCENE, *SECOND, stack=2, keep=[f"{CITY}B1-saint-sernin"])
    play(game, *CLOSING, "gate N at 3,0", "wall N at 4,0", "pass", "wall N at 2,0", "pass", "wall N at 1,0", "pass")
    play(game, "tower N at 4,0", *SECOND_CLOSED)
    for piece in ("N at 0,0", "W at 0,0", "W at 0,1", "S at 0,1"):
        play(game, f"wall {piece}", "pass")
    assert offered(game) == ["pass", "tower S at 0,1"]
    assert refusal(game, "tower N at 4,0") == ("R-CITY-10", "tower_nothing")


@rule("R-CITY-33", "CITY-39")
@pytest.mark.parametrize(("towers", "asked"), [(1, True), (0, False)])
def test_towers_are_used_up(towers: int, asked: bool) -> None:
    """Without one nobody is asked; another's tower is of no use."""
    game = play(city(*SCENE, f"hold red city_tower {towers}", stack=2), *CLOSING)
    build_on(game)
    assert (game.step == "tower") == asked
    if asked:
        play(game, game.options[1].text)
    assert game.holdings["red"]["city_tower"] == 0 and game.holdings["blue"]["city_tower"] == 6
    assert game.player == "blue"


@rule("R-CITY-33", "CITY-44")
def test_a_tower_may_be_left_out() -> None:
    """Red passes: no points, no tower, and all six stay in hand."""
    game = play(city(*SCENE, stack=3), *CLOSING)
    build_on(game)
    answer(game, "red", "pass")
    assert game.scores == {"red": 2, "blue": 0} and game.holdings["red"]["city_tower"] == 6
    assert built(game, "city_tower") == []


@rule("R-CITY-25")
def test_nobody_holds_more_towers_than_were_dealt() -> None:
    """A position with seven of twelve towers is refused."""
    with pytest.raises(ValueError, match="red cannot hold 7 tower"):
        city(*SCENE, "hold red city_tower 7")
    with pytest.raises(ValueError, match="red cannot hold 8 resting"):
        city(*SCENE, "hold red resting 8")
