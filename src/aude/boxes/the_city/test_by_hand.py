"""The wall, its towers and guards in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.the_city.conftest import CLOSING, ROW, SCENE, built, city, used
from aude.boxes.the_city.walls import PIECES
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.spots import slot_at
from aude.testing import offered, play, rule

GATE = "lay gate N at 1,0"
AHEAD = ("lay wall N at 2,0", "lay wall N at 3,0")
BACK = "lay wall N at 0,0"
TOWER = "lay tower red N at 3,0"
GUARD = "stand blue follower guard N at 2,0"
WALL = (GATE, *AHEAD, BACK, TOWER, GUARD)


@rule("R-CITY-40")
def test_wall_towers_and_guards_are_laid() -> None:
    """They stand where the lines say; the guard sees the public building in its row, and the lines come back."""
    game = city(*ROW, *WALL)
    assert built(game) == [
        "gate N at 1,0",
        "wall N at 2,0",
        "wall N at 3,0",
        "city_tower red N at 3,0",
        "wall N at 0,0",
        "guard blue N at 2,0",
    ]
    assert [game.holdings[seat]["city_tower"] for seat in game.seats] == [5, 6]
    assert game.supply["blue"]["follower"] == 6 and game.if_ended_now == {"red": 0, "blue": 2}
    assert game.position_lines()[len(ROW) :][: len(WALL)] == list(WALL)


@rule("R-CITY-40", "CITY-34")
def test_no_tile_lies_against_a_wall_and_the_wall_goes_on_at_its_ends() -> None:
    """The next round builds at either end; a tile at a walled side is refused."""
    game = city(*SCENE, *WALL, stack=2)
    play(game, *CLOSING)
    assert game.step == "wall" and offered(game) == ["wall N at 4,0", "wall W at 0,0"]
    with pytest.raises(Unreadable, match="does not match its neighbours at 2,-1"):
        city(*SCENE, *WALL, "lay the_city/A2-grain 2,-1")


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay gate"], r"this is written 'lay gate N\|E\|S\|W at X,Y'"),
        (["lay gate X at 1,0"], "this is written"),
        (["lay gate N on 1,0"], "this is written"),
        (["lay gate N at 9,9"], "no tile lies at 9,9"),
        (["lay gate E at 1,0"], r"the side E at 1,0 is not at the edge of the city \(CITY-32\)"),
        ([GATE, "lay gate N at 0,0"], "the gate stands at N at 1,0 already"),
        (["lay wall onwards N at 2,0"], r"this is written 'lay wall N\|E\|S\|W at X,Y'"),
        ([AHEAD[0]], "the wall begins at the gate; lay the gate first"),
        ([GATE, AHEAD[0], AHEAD[0]], "the wall goes on at one of its ends, N at 3,0 or N at 0,0; not at N at 2,0"),
        ([GATE, "lay wall E at 1,0"], "the wall goes on at one of its ends, N at 2,0 or N at 0,0; not at E at 1,0"),
        ([GATE, "lay tower N at 1,0"], r"this is written 'lay tower SEAT N\|E\|S\|W at X,Y'"),
        ([GATE, "lay tower green N at 1,0"], "this is written"),
        ([GATE, "lay tower red N at 2,0"], "no wall stands at N at 2,0; lay it first"),
        ([*WALL, "lay tower blue N at 3,0"], "a tower stands at N at 3,0 already"),
        ([GATE, "stand blue follower guard 1,0"], r"this is written 'stand SEAT FIGURE guard N\|E\|S\|W at X,Y'"),
        ([GATE, "stand blue follower guard N at 1,0"], "no wall stands at N at 1,0; lay it first"),
        ([*WALL, "stand red follower guard N at 2,0"], "a guard stands at N at 2,0 already"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        city(*ROW, *lines)


def test_no_more_pieces_are_laid_than_the_game_has() -> None:
    """All but one stand already, one upon the other; the last is laid, and there is none after it."""
    game = used(city(*ROW, GATE), PIECES - 1)
    [by_hand] = game.rules.by_hand
    by_hand.lay(game.state, Choice("wall", [0, slot_at(game.state, 2, 0)]), -1)
    with pytest.raises(Refused) as refused:
        by_hand.lay(game.state, Choice("wall", [0, slot_at(game.state, 3, 0)]), -1)
    assert (refused.value.rule, refused.value.key) == ("R-CITY-08", "pieces_used_up")


def test_no_more_followers_rest_than_a_seat_has() -> None:
    """All seven of Blue's may rest in Red's turn, and no eighth."""
    game = city(*ROW, "hold blue resting 7", "turn red")
    assert game.holdings["blue"]["resting"] == 7 and game.supply["blue"]["follower"] == 0
    with pytest.raises(Unreadable, match="blue cannot hold 8 resting follower"):
        city(*ROW, "hold blue resting 8", "turn red")


def test_nobody_has_more_towers_than_the_game() -> None:
    """Six each in a game of two."""
    walls = [f"lay wall {side}" for side in ("N at 2,0", "N at 3,0", "N at 4,0", "E at 4,0", "S at 4,0")]
    walls += [f"lay wall S at {x},0" for x in (3, 2)]
    sides = [line.removeprefix("lay wall ") for line in walls]
    with pytest.raises(Unreadable, match=r"red has no tower left \(CITY-02\)"):
        city(*ROW, GATE, *walls, *(f"lay tower red {side}" for side in sides))


def test_resting_followers_are_counted_once() -> None:
    """`hold` says how many rest in all."""
    game = city(*ROW, "hold blue resting 2", "turn red")
    assert game.supply["blue"]["follower"] == 5 and "hold blue resting 2" in game.position_lines()
