"""Abbeys and barns in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.abbey_and_mayor.conftest import BIG, BOX, GAP, MONASTERY, NO_CORNER, STRAIGHT, UPPER, standing
from aude.testing import rule, table

ABBEY = "lay abbey red 1,0"
CORNER = f"lay {MONASTERY} 2,1"
BARN = "stand red barn corner NW at 2,1"


@rule("R-AM-39")
def test_an_abbey_lies_in_its_gap_and_takes_a_monk() -> None:
    """Red has none left and is not asked for one; where a tile around it is missing a monk may still stand there."""
    game = table(BOX, BIG, *GAP, ABBEY, "turn red")
    assert [game.holdings[seat]["abbey"] for seat in game.seats] == [0, 1]
    assert ABBEY in game.position_lines() and game.state.slots == len(GAP) + 2
    assert game.step == "draw"
    assert standing(table(BOX, BIG, *NO_CORNER, ABBEY, "stand red meeple abbey at 1,0")) == ["red meeple abbey 1,0"]
    with pytest.raises(Unreadable, match="red stands on an abbey that is complete"):
        table(BOX, BIG, *GAP, ABBEY, "stand red meeple abbey at 1,0")


@rule("R-AM-39")
def test_an_abbey_may_have_left_the_game() -> None:
    """`hold` says so; nothing lies anywhere for it."""
    game = table(BOX, BIG, *GAP, "hold red abbey 0", "turn red")
    assert game.step == "draw" and "hold red abbey 0" in game.position_lines()
    assert table(BOX, BIG, *GAP, "turn red").step == "abbey"


@rule("R-AM-39", "AM-20")
def test_a_barn_scores_its_field_at_the_end() -> None:
    """Three completed cities at its field, 4 points each; the corner may be named from any of its four tiles."""
    game = table(BOX, BIG, *UPPER, CORNER, BARN, "turn blue")
    assert game.if_ended_now == {"red": 12, "blue": 0} and game.supply["red"]["barn"] == 0
    assert BARN in game.position_lines()
    for corner in ("NE at 1,1", "SW at 2,0", "SE at 1,0"):
        same = table(BOX, BIG, *UPPER, CORNER, f"stand red barn corner {corner}", "turn blue")
        assert same == game


@rule("R-AM-39", "R-AM-03")
def test_two_barns_may_have_come_into_one_field() -> None:
    """Each owner scores it in full."""
    lines = (*UPPER, CORNER, f"lay {STRAIGHT} 3,0", f"lay {MONASTERY} 3,1")
    game = table(BOX, BIG, *lines, BARN, "stand blue barn corner NW at 3,1")
    assert game.if_ended_now == {"red": 12, "blue": 12}


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay abbey"], "this is written 'lay abbey SEAT X,Y'"),
        (["lay abbey green 1,0"], "this is written"),
        (["lay abbey red east"], "this is written"),
        ([ABBEY, "lay abbey red 5,5"], r"red has no abbey left \(AM-01\)"),
        (["lay abbey red 0,0"], "a tile lies at 0,0 already"),
        (["lay abbey red 3,0"], r"there is no gap with a tile on all four sides at 3,0; lay those first \(AM-02\)"),
        (["lay abbey red 9,9"], "there is no gap with a tile on all four sides at 9,9"),
        ([ABBEY, "hold red abbey 1"], "red cannot hold 1 abbey"),
        (["hold red abbey 2"], "red cannot hold 2 abbey"),
        (["stand red barn corner"], r"this is written 'stand SEAT FIGURE corner NW\|NE\|SE\|SW at X,Y'"),
        (["stand red barn corner N at 2,1"], "this is written"),
        (["stand red barn corner NW in 2,1"], "this is written"),
        (["stand red barn corner NW at home"], "this is written"),
        (["stand red meeple corner NW at 2,1"], r"only a barn stands at a corner \(AM-14\)"),
        (["stand red barn corner NW at 7,7"], "no tile lies at 7,7"),
        (["stand red barn corner NW at 0,0"], r"four fields do not meet at the north-west corner of 0,0 \(AM-14\)"),
        (
            ["stand red barn corner NW at 2,1", "stand blue barn corner NW at 2,1"],
            r"a barn stands at the north-west corner of 2,1 already \(R-AM-24\)",
        ),
        (["stand red barn field at 2,1"], "a barn may not stand on a field"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    about_barns = any("barn" in line or "corner" in line for line in lines)
    with pytest.raises(Unreadable, match=says):
        table(BOX, BIG, *((*UPPER, CORNER) if about_barns else GAP), *lines)
