"""The fairy: where she goes, and what her company is worth."""

from __future__ import annotations

import pytest

from aude.boxes.princess_and_dragon.conftest import (
    BOX,
    FIELD,
    KNIGHT,
    LAIR,
    PD,
    STRAIGHT,
    THIEF,
    tokens,
    whereabouts,
    with_fairy,
)
from aude.engine.figures import deploy, free_figure, take_back
from aude.terminal.descriptions import describe
from aude.terminal.textboard import draw
from aude.testing import finish, offered, play, refusal, rule, scenario, table, told

IDLE = (f"draw {FIELD}", "place 0,1", "pass")  # a turn without a figure
CLOSING = ("draw base/CFFF", "place 0,-1 turn 180")  # it completes the city of the start tile
MEEPLE = "option fairy_on meeple"


# -- where she goes ---------------------------------------------------------------------------------------------------
@rule("PD-15", "D-PD-03", "R-PD-35", "TURN-08")
def test_who_places_nothing_may_move_the_fairy_to_an_own_follower() -> None:
    """To Red's tiles, not to Blue's, nor to where she is."""
    game = table(
        BOX, f"lay {STRAIGHT} 1,0", KNIGHT, "stand red meeple field ER at 1,0", "stand blue meeple road at 1,0"
    )
    play(game, *IDLE)
    assert (game.actor, game.step) == ("red", "fairy")
    assert offered(game) == ["pass", "fairy 0,0", "fairy 1,0"]
    assert refusal(game, "fairy 0,1") == ("PD-15", "own_follower_absent")
    left = play(game.copy(), "pass")
    assert whereabouts(left) == {} and left.player == "blue"
    play(game, "fairy 1,0")
    assert whereabouts(game) == {"fairy": "1,0"} and told(game, "fairy_moved") == [f"red fairy_moved {STRAIGHT} 1,0 0"]
    play(game, f"draw {FIELD}", "place 0,2", "pass", f"draw {FIELD}", "place 0,3", "pass")
    assert (game.actor, offered(game)) == ("red", ["pass", "fairy 0,0"])
    assert refusal(game, "fairy 1,0") == ("PD-15", "fairy_is_there")


@rule("PD-15")
def test_who_places_a_figure_leaves_the_fairy_alone() -> None:
    """Red's new monk keeps her where she is; in the next turn Red may move her."""
    game = play(table(BOX, THIEF), f"draw {FIELD}", "place 0,1", "deploy meeple monastery")
    assert (game.player, game.step) == ("blue", "draw")
    play(game, f"draw {FIELD}", "place 0,2", "pass", f"draw {FIELD}", "place 0,3", "pass")
    assert offered(game) == ["pass", "fairy 0,0", "fairy 0,1"]


@rule("R-PD-30")
def test_who_had_nothing_to_place_may_move_her() -> None:
    """Red's only meeple stands on the road: there was no figure to place, and no question."""
    game = play(table(BOX, "figures meeple 1", THIEF), f"draw {FIELD}", "place 0,1")
    assert (game.actor, game.step) == ("red", "fairy")


@rule("PD-15")
def test_who_has_nobody_on_the_table_is_not_asked() -> None:
    game = play(table(BOX), *IDLE)
    assert (game.player, game.step) == ("blue", "draw")


@rule("PD-16", "R-PD-08")
@pytest.mark.parametrize("skips", ["to_step17", "follower_only"])
@pytest.mark.parametrize("allowed", ["off", "on"])
def test_after_a_volcano(allowed: str, skips: str) -> None:
    """Not placing was not a choice; by option she may be moved all the same, and the scoring follows."""
    game = table(BOX, f"option fairy_after_volcano {allowed}", f"option volcano_skips {skips}", KNIGHT)
    play(game, f"draw {PD}CFFF-volcano", "place 0,-1 turn 180")
    assert (game.step == "fairy") is (allowed == "on")
    if allowed == "on":
        play(game, "fairy 0,0")
        assert told(game, "scored") == ["red scores 7: tiles 4, fairy 3"]
    assert (game.player, game.step) == ("blue", "draw")


@rule("R-PD-29")
def test_without_the_fairy_nobody_asks_for_her() -> None:
    game = play(table(BOX, "without fairy", THIEF), *IDLE)
    assert game.player == "blue"
    assert play(game, f"draw {PD}FFRF-volcano", "place 0,2 turn 0").player == "red"


# -- what she brings --------------------------------------------------------------------------------------------------
@rule("PD-14", "SC-29", "TURN-01", "R-PD-05")
@pytest.mark.parametrize("more", [(), ("stand red meeple field ER at 0,0",)])
def test_a_point_at_the_start_of_the_turn(more: tuple[str, ...]) -> None:
    """Red's turn begins with 1 point, with two followers there as with one; Blue's with none."""
    game = with_fairy(table(BOX, THIEF, *more, "turn blue"), 0, 0)
    play(game, *IDLE)
    assert (game.player, game.step) == ("red", "draw")
    assert told(game, "scored") == ["red scores 1: fairy 1"]
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    assert game.player == "blue" and game.scores == {"red": 1, "blue": 0}


@rule("PD-17", "SC-10")
def test_three_points_when_the_feature_is_scored() -> None:
    """Red's knight on the fairy's tile; nothing if she stands on the other tile of the city."""
    game = scenario("fairy_in_a_city")
    assert told(game, "scored")[-1] == "red scores 7: tiles 4, fairy 3"
    other = with_fairy(table(BOX, f"lay {FIELD} 0,1", KNIGHT, "stand red meeple monastery at 0,1"), 0, 1)
    play(other, *CLOSING, "pass", "pass")
    assert told(other, "scored") == ["red scores 4: tiles 4"]


@rule("R-PD-07", "PD-17")
def test_the_bonus_needs_no_majority() -> None:
    """Blue has two knights, Red one with the fairy: Blue scores the city, Red the 3 points."""
    game = table(
        BOX, "lay base/FCFC-cEW 0,-1 turn 90", "lay base/FCFC-cEW-pennant 0,-2 turn 90", KNIGHT,
        "stand blue meeple city at 0,-1", "stand blue meeple city at 0,-2",
    )  # fmt: skip
    with_fairy(game, 0, 0)
    assert game.if_ended_now == {"red": 3, "blue": 4}
    play(game, "draw base/CFFF", "place 0,-3 turn 180", "pass")
    assert told(game, "scored") == ["red scores 3: fairy 3", "blue scores 10: tiles 8, pennants 2"]


@rule("PD-18", "SC-24", "R-PD-21", "COMB-005")
def test_three_points_at_the_end() -> None:
    """A farmer without a city brings nothing but the fairy's points, in the forecast as at the end."""
    game = with_fairy(table(BOX, "stand red meeple field ER at 0,0", "turn blue"), 0, 0)
    assert game.if_ended_now == {"red": 3, "blue": 0}
    assert [event.line() for event in game.forecast()] == ["red scores 3: fairy 3"]
    finish(game, FIELD, "0,1")
    assert game.over and game.scores == {"red": 3, "blue": 0}


@rule("PD-14", "BASE-35")
def test_no_point_for_a_turn_that_does_not_begin() -> None:
    """Red would be next, with the fairy's company; but Blue has laid the last tile and the game is over."""
    game = with_fairy(table(BOX, THIEF, "turn blue"), 0, 0)
    forecast = game.if_ended_now
    finish(game, FIELD, "0,1")
    assert game.over and game.scores == forecast == {"red": 1 + 3, "blue": 0}


@rule("R-PD-26")
def test_two_features_bring_it_twice() -> None:
    """Thief and farmer on her tile: 3 points for the road, 3 for the field."""
    game = with_fairy(table(BOX, THIEF, "stand red meeple field ER at 0,0"), 0, 0)
    assert game.if_ended_now["red"] == 1 + 3 + 3


@rule("R-PD-06")
def test_two_followers_in_one_feature_bring_it_once_to_each_player() -> None:
    """Two of Red's and one of Blue's on one road segment, as a crop circle and the Count can put them."""
    game = with_fairy(table("boxes princess_and_dragon crop_circles", THIEF, THIEF), 0, 0)
    deploy(game.state, free_figure(game.state, 0, 1), game.state.figure_at[0])
    assert game.if_ended_now == {"red": 1 + 3, "blue": 3}


@rule("R-PD-27")
def test_she_stays_when_her_company_has_left() -> None:
    """Scored and gone home: she is still there, keeps the dragon off, and has company again with the next."""
    game = with_fairy(table(BOX, LAIR, KNIGHT, "stand blue meeple road at 0,0"), 0, 0)
    play(game, *CLOSING, "pass")
    assert whereabouts(game) == {"dragon": "0,1", "fairy": "0,0"}
    assert game.scores == {"red": 7, "blue": 1} and game.player == "blue"
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "pass")
    assert told(game, "dragon_moved") == []


# -- beside a follower ------------------------------------------------------------------------------------------------
@rule("R-PD-04", "R-PD-35")
def test_beside_a_follower() -> None:
    """`meeple`: the options name followers; she is with one of them, and another on the same tile is a choice."""
    game = play(table(BOX, MEEPLE, THIEF, "stand red meeple field ER at 0,0"), *IDLE)
    assert offered(game) == ["pass", "fairy meeple road E.W at 0,0", "fairy meeple field ER.SL.SR.WL at 0,0"]
    play(game, "fairy meeple road")
    assert game.if_ended_now["red"] == 1 + 3  # the road; as a rule the field would bring 3 too
    assert "Fairy beside what stands on the road E.W at 0,0." in describe(game, game.texts())
    assert "f*" in draw(game)
    play(game, f"draw {FIELD}", "place 0,2", "pass", f"draw {FIELD}", "place 0,3", "pass")
    assert game.scores["red"] == 1
    assert offered(game) == ["pass", "fairy meeple field ER.SL.SR.WL at 0,0"]


@rule("R-PD-04")
@pytest.mark.parametrize(("option", "points"), [("tile", {"red": 4, "blue": 1}), ("meeple", {"red": 4, "blue": 0})])
def test_only_the_follower_beside_her_has_her_company(option: str, points: dict[str, int]) -> None:
    """Blue stands on the same tile: 1 point at the start of Blue's turn, but not with `meeple`."""
    game = table(BOX, f"option fairy_on {option}", KNIGHT, "stand blue meeple road at 0,0")
    play(game, *IDLE, "fairy 0,0" if option == "tile" else "fairy meeple city")
    assert game.player == "blue" and game.scores == {"red": 0, "blue": points["blue"]}
    assert game.if_ended_now["red"] == points["red"]


@rule("R-PD-39")
def test_of_two_alike_the_one_beside_her_leaves_last() -> None:
    """Two thieves of Red's on one spot, as a crop circle puts them: whichever leaves, she has company until both have.

    A farmer of Red's, or a thief of Blue's on the same spot, is not like them.
    """
    for first in (0, 1):
        game = table("boxes princess_and_dragon crop_circles", MEEPLE, THIEF, THIEF, "stand red meeple field ER at 0,0")
        play(game, *IDLE, "fairy meeple road")
        deploy(game.state, free_figure(game.state, 0, 1), game.state.figure_at[0])
        take_back(game.state, first)
        assert game.if_ended_now == {"red": 1 + 3, "blue": 1}
        take_back(game.state, 1 - first)
        assert game.if_ended_now == {"red": 0, "blue": 1}


@rule("R-PD-27", "PD-19")
@pytest.mark.parametrize(("option", "points"), [("tile", 3), ("meeple", 0)])
def test_whoever_comes_later_is_not_the_one_beside_her(option: str, points: int) -> None:
    """The knight has been scored; a thief put on the tile has her company by `tile` only."""
    game = table(BOX, f"option fairy_on {option}", KNIGHT)
    play(game, *IDLE, "fairy 0,0" if option == "tile" else "fairy meeple city", *CLOSING, "pass")
    assert whereabouts(game) == {"fairy": "0,0"} and game.supply["red"] == {"meeple": 7}
    assert told(game, "scored")[-1] == "red scores 7: tiles 4, fairy 3"
    road = int(game.state.slot_first[0]) + 1
    deploy(game.state, free_figure(game.state, 0, 0), road)
    assert game.if_ended_now["red"] - game.scores["red"] == 1 + points
    assert tokens(game) == [(-1, -1, "fairy")]
