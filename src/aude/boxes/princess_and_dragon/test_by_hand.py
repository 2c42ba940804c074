"""Dragon and fairy in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Game, Setup, Unreadable
from aude.boxes.princess_and_dragon.by_hand import DragonByHand
from aude.boxes.princess_and_dragon.conftest import BOX, HUNTING_GROUND, KNIGHT, LAIR, PD, THIEF, dragon_of, whereabouts
from aude.engine.choice import Choice
from aude.testing import play, rule, table

WAITING = f"{PD}FRFR-rEW-dragon"


@rule("R-PD-28")
def test_dragon_and_fairy_are_where_the_lines_say() -> None:
    """Not on the volcano; Red begins the turn with the fairy's point, which no line has given."""
    lines = (THIEF, "lay dragon 1,1", "lay fairy 0,0")
    game = table(BOX, *HUNTING_GROUND, *lines)
    assert whereabouts(game) == {"dragon": "1,1", "fairy": "0,0"} and game.scores["red"] == 1
    assert game.position_lines()[len(HUNTING_GROUND) :] == [
        "stand red meeple road E.W at 0,0",
        "lay dragon 1,1",
        "lay fairy 0,0",
        "turn red",
    ]


@rule("R-PD-28", "R-PD-04")
def test_the_fairy_is_beside_the_follower_that_the_line_names() -> None:
    """With `meeple`, Red's thief has her company and Red's knight on the same tile has not."""
    fairy = "lay fairy red meeple road E.W at 0,0"
    game = table(BOX, "option fairy_on meeple", "lay base/FRRR -1,0", THIEF, KNIGHT, fairy, "turn blue")
    assert fairy in game.position_lines()
    play(game, "draw base/CFFF", "place 0,-1 turn 180", "pass")
    assert game.scores["red"] == 4 + 1  # the city alone, and a point at dawn
    crossing = ("lay base/FRRR 1,0", "stand red meeple road S at 1,0", "lay fairy red meeple road at 1,0")
    assert "lay fairy red meeple road S at 1,0" in table(BOX, "option fairy_on meeple", *crossing).position_lines()
    alone = table(BOX, "option fairy_on meeple", THIEF, "lay fairy 0,0")
    assert whereabouts(alone) == {"fairy": "0,0"} and alone.scores["red"] == 0


@rule("R-PD-28", "PD-04")
def test_tiles_that_were_set_aside_come_back_with_the_dragon() -> None:
    """One dragon tile waits outside the bag; a volcano brings it back."""
    game = table(BOX, f"lay aside {WAITING}")
    left = game.tiles_left.get(WAITING, 0)
    assert f"lay aside {WAITING}" in game.position_lines()
    play(game, f"draw {PD}FFFF-volcano", "place 0,1 turn 0")
    assert whereabouts(game) == {"dragon": "0,1"} and game.tiles_left[WAITING] == left + 1
    assert DragonByHand(dragon_of(game)).lines(game.state)[0][1].same_as(Choice("dragon", [1]))


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay dragon"], "this is written 'lay dragon X,Y'"),
        (["lay dragon here"], "this is written"),
        (["lay dragon 0,0 0,1"], "this is written"),
        (["lay dragon 5,5"], "no tile lies at 5,5"),
        (["lay dragon 0,0", "lay dragon 0,0"], "the dragon is at 0,0 already"),
        (["lay fairy 0,0", "lay dragon 0,0"], r"the dragon does not go to the fairy's tile at 0,0 \(PD-19\)"),
        (["lay aside"], "this is written 'lay aside TILE'"),
        (
            ["lay aside base/RRRR"],
            r"base/RRRR does not show the dragon's sign; .* set aside \(PD-02\)",
        ),
        ([f"lay aside {WAITING}"] * 2, f"there is no {WAITING} left in the bag"),
        ([f"lay aside {WAITING}", "lay dragon 0,0"], r"is set aside, but the dragon is in play: it is shuffled in"),
        ([f"lay {PD}FFFF-volcano 0,1", f"lay aside {WAITING}"], "is set aside, but the dragon is in play"),
        (["lay fairy"], r"'lay fairy X,Y' or 'lay fairy SEAT FIGURE FEATURE \[SIDES\] at X,Y'"),
        (["lay fairy there"], "this is written"),
        (["lay fairy red meeple road on 0,0"], "this is written"),
        (["lay fairy 5,5"], "no tile lies at 5,5"),
        (["lay fairy 0,0", "lay fairy 0,0"], "the fairy is at 0,0 already"),
        (["lay dragon 0,0", "lay fairy 0,0"], r"the fairy does not go to the dragon's tile at 0,0 \(PD-19\)"),
        (["lay fairy red meeple road at 5,5"], "no tile lies at 5,5"),
        (["lay fairy red meeple city S at 0,0"], "there is no 'city S' on the tile at 0,0"),
        (["lay fairy red meeple city at 0,0"], r"no meeple of red stands there; let it stand before .* \(PD-15\)"),
        (["lay fairy red meeple field at 0,0"], "no meeple of red stands there; let it stand before"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        table(BOX, "option fairy_on meeple", *lines)


@rule("PD-23")
def test_the_dragon_is_not_laid_where_it_never_goes() -> None:
    """The City of Carcassonne bars it."""
    with pytest.raises(Unreadable, match=r"the dragon does not go to 0,0 \(PD-23\)"):
        table(f"{BOX} count", "lay dragon 0,0")


def test_of_an_element_that_is_left_out_there_is_no_line() -> None:
    """Without the fairy nobody lays her, and on a tile she is laid by the cell alone."""
    with pytest.raises(Unreadable, match=r"there is no tile 'fairy' in this game; .*; pieces: dragon, aside"):
        table(BOX, "without fairy", "lay fairy 0,0")
    with pytest.raises(Unreadable, match="this is written 'lay fairy X,Y'"):
        table(BOX, KNIGHT, LAIR, "lay fairy red meeple city at 0,0")


@rule("R-PD-28")
def test_tiles_set_aside_stay_in_a_game_that_ends_with_its_order() -> None:
    """With `rest = "none"` only the tiles of the order and of the position are there: those set aside too."""
    setup = Setup(boxes=("princess_and_dragon",), order=("base/CFFF",), rest="none", position=f"lay aside {WAITING}")
    game = Game(setup, deal=False)
    assert f"lay aside {WAITING}" in game.position_lines()
