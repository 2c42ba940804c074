"""Castles that complete one another, and castles that have lost their follower."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.conftest import (
    CAP,
    CROSS,
    END,
    FIELD,
    KNIGHT,
    LONG_ROAD,
    ONLY_CASTLES,
    ROAD_DONE,
    STRAIGHT,
    answer,
    first_castle,
)
from aude.engine.figures import move, take_back
from aude.testing import play, rule, table, told

# Red's castle at 0,0 and 0,-1; a second one at 1,-1 and 1,-2; a third one at 2,-2 and 2,-3. The road of the start
# tile touches the domain of the first only; the first lies in the domain of the second, the second in the third's.
SECOND_CAP = (f"draw {CAP}", "place 1,-2 turn 180", "pass", "castle")
THIRD_CAP = (f"draw {CAP}", "place 2,-3 turn 180", "pass", "castle")


def castles(*owners: str, players: str = "red blue") -> Game:
    """Three castles at most, founded from the west to the east by these seats; the road is not complete yet."""
    lines = [*LONG_ROAD, f"lay {CAP} 1,-1", f"lay {FIELD} 2,-1", f"lay {CAP} 2,-2"]
    stand = [f"stand {owner} meeple city at {cell}" for owner, cell in zip(owners, ("0,0", "1,-1", "2,-2"))]
    game = table(*ONLY_CASTLES, *lines, *stand, players=players)
    founding = [(f"draw {CAP}", "place 0,-1 turn 180", "pass", "castle"), SECOND_CAP, THIRD_CAP]
    for actions in founding[: len(owners)]:
        play(game, *actions)
    return game


@rule("BCB-13", "R-BCB-27")
def test_a_completed_castle_completes_the_next_one() -> None:
    """The road of 5 tiles touches Red's castle only; Blue's takes Red's points, and Green's takes Blue's."""
    game = castles("red", "blue", "green", players="red blue green")
    assert game.if_ended_now == {"red": 0, "blue": 0, "green": 0}
    play(game, *ROAD_DONE[:2])
    assert game.if_ended_now == {"red": 5, "blue": 5, "green": 5}
    game.play("pass")
    assert told(game, "castle_completed") == [
        "castle_completed castle at 0,0",
        "castle_completed castle at 1,-1",
        "castle_completed castle at 2,-2",
    ]
    assert game.scores == {"red": 5, "blue": 5, "green": 5}
    assert all(held["meeple"] == 7 for held in game.supply.values())


@rule("R-BCB-27")
def test_each_castle_scores_once() -> None:
    """The castles lie in each other's domains; the chain does not come back."""
    game = castles("red", "blue")
    play(game, *ROAD_DONE)
    assert told(game, "scored") == ["red scores 5: castle 5", "blue scores 5: castle 5"]


@rule("R-BCB-27", "BCB-13")
def test_a_castle_completed_before_completes_none_that_comes_later() -> None:
    """Red founds a second castle beside the first, which is completed: a chain elsewhere leaves it waiting."""
    south = (f"lay {FIELD} 0,1", f"lay {FIELD} 1,1", f"lay {CAP} 1,2 turn 180", f"lay {END} 0,2 turn 90")
    stand = (KNIGHT, "stand red meeple city at 1,-1", "stand blue meeple city at 1,2")
    game = table(*ONLY_CASTLES, *LONG_ROAD, f"lay {CAP} 1,-1", *south, *stand)
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "pass", "castle")
    play(game, f"draw {CAP}", "place 1,3", "pass", "castle", *ROAD_DONE, *SECOND_CAP)
    play(game, f"draw {END}", "place -1,2 turn 270", "pass")
    assert len(told(game, "castle_founded")) == 3
    assert game.scores == {"red": 5, "blue": 2}


@rule("R-BCB-27")
def test_a_domain_that_touches_a_domain_is_not_enough() -> None:
    """The third castle, without the second: its domain meets the first one's, but the castles do not lie in it."""
    lines = [*LONG_ROAD, f"lay {FIELD} 1,-1", f"lay {FIELD} 2,-1", f"lay {CAP} 2,-2", KNIGHT]
    game = table(*ONLY_CASTLES, *lines, "stand blue meeple city at 2,-2")
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "pass", "castle", *THIRD_CAP, *ROAD_DONE)
    assert game.scores == {"red": 5, "blue": 0}


@rule("R-BCB-28", "BCB-14")
def test_features_come_before_the_castles_that_they_complete() -> None:
    """A crossing completes a road of 4 tiles for Red's castle and one of 2 for Blue's: Blue cannot take Red's 4."""
    lines = (f"lay {CROSS} -1,0", f"lay {STRAIGHT} 1,0", f"lay {CAP} 1,-1", f"lay {END} 2,-1", KNIGHT)
    game = table(*ONLY_CASTLES, *lines, "stand blue meeple city at 1,-1")
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "pass", "castle", *SECOND_CAP)
    play(game, f"draw {CROSS}", "place 2,0 turn 90")
    assert game.if_ended_now == {"red": 4, "blue": 2}
    game.play("pass")
    assert game.actor == "chance" and game.scores == {"red": 4, "blue": 2}


@rule("R-BCB-28", "D-BCB-03")
@pytest.mark.parametrize(("red", "expected"), [("take 3", 3), ("take 2", 2)])
def test_the_chain_passes_on_what_was_chosen(red: str, expected: int) -> None:
    """Red chooses between 3 and 2 points; Blue's castle beyond takes what Red took."""
    lines = (f"lay {CROSS} -1,0", f"lay {FIELD} 0,1", f"lay {END} 1,1 turn 180", KNIGHT)
    game = play(table(*ONLY_CASTLES, *lines), f"draw {CAP}", "place 0,-1 turn 180", "pass", "castle")
    play(game, f"draw {CAP}", "place 1,-1 turn 0", "deploy meeple city")
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    play(game, f"draw {CAP}", "place 1,-2 turn 180", "pass", "castle")
    assert told(game, "castle_founded") == ["red castle_founded castle at 0,0", "blue castle_founded castle at 1,-1"]
    play(game, f"draw {CROSS}", "place 1,0 turn 0", "pass")
    assert game.if_ended_now == {"red": 3, "blue": 3}
    answer(game, "red", red)
    assert game.scores == {"red": expected, "blue": expected}


@rule("D-BCB-03", "R-BCB-29")
def test_several_owners_choose_clockwise_from_the_player() -> None:
    """Two castles with both roads in their domains: Blue, whose turn it is, chooses first, and each for itself."""
    lines = (f"lay {CROSS} -1,0", f"lay {FIELD} 0,1", f"lay {END} 1,1 turn 180", f"lay {CAP} 2,1", KNIGHT)
    game = play(table(*ONLY_CASTLES, *lines, "stand blue meeple city at 2,1"), f"draw {CAP}", "place 0,-1 turn 180",
                "pass", "castle")  # fmt: skip
    play(game, "draw base/CRFR-rEW", "place 2,0 turn 180", "pass", "castle")  # its road waits to the east and west
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    play(game, f"draw {CROSS}", "place 1,0 turn 0", "pass")
    answer(game, "blue", "take 2")
    answer(game, "red", "take 3")
    assert game.scores == {"red": 3, "blue": 2}


@rule("R-BCB-29")
def test_an_empty_castle_is_completed_for_nobody_and_passes_on_the_most() -> None:
    """Something has taken Red's follower: nobody is asked, Red gets nothing, and the chain goes on."""
    game = castles("red", "blue")
    figure = next(f for f, at in enumerate(game.state.figure_at) if at == first_castle(game))
    take_back(game.state, figure)
    play(game, *ROAD_DONE)
    assert game.scores == {"red": 0, "blue": 5}
    assert len(told(game, "castle_completed")) == 2


@rule("R-BCB-15")
def test_whoever_has_more_followers_on_a_castle_owns_it() -> None:
    """Two followers of Blue have come to Red's castle by the rules of another box: Blue scores, all return."""
    game = castles("red")
    state = game.state
    castle = first_castle(game)
    blue = [f for f in range(game.rules.figures) if game.rules.figure_seat[f] == 1]
    move(state, blue[0], castle)
    play(trial := game.copy(), *ROAD_DONE)
    assert trial.scores == {"red": 5, "blue": 5}
    move(state, blue[1], castle)
    play(game, *ROAD_DONE)
    assert game.scores == {"red": 0, "blue": 5}
    assert all(held["meeple"] == 7 for held in game.supply.values())
