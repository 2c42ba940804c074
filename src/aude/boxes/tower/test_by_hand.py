"""Towers, guards and prisoners in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.tower.conftest import BOX, SITE, TURN, height_of, prisoners, ransoms, with_box
from aude.testing import offered, play, rule, table

TOWER = "lay tower 3 at 0,1"
GUARD = "stand red meeple tower at 0,1"
PRISONER = "stand blue meeple prison red"


@rule("R-TOW-29")
def test_towers_guards_and_prisoners_are_laid() -> None:
    """The tower is as high as the line says and closed; the prisoner can be bought back, and the record reads back."""
    game = table(BOX, SITE, TOWER, GUARD, PRISONER, "points blue 3", "hold red tower_piece 8", "hold red prisoner 1")
    assert height_of(game) == 3 and prisoners(game) == [("red", "blue", "meeple")]
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 6}}
    play(game, *TURN)
    assert "tower 0,1" not in offered(game) and ransoms(game, "blue") == ["ransom meeple red"]
    assert game.at(0).position_lines() == [
        "lay tower/FFFF-monastery 0,1 turn 0",
        TOWER,
        GUARD,
        PRISONER,
        "hold red tower_piece 8",
        "turn red",
        "points blue 3",
    ]


@rule("R-TOW-29")
def test_pieces_that_lie_are_nobodys() -> None:
    """Without a line about them everybody has all pieces; the tower is built on as always."""
    game = table(BOX, SITE, TOWER, "turn blue")
    assert game.holdings["blue"]["tower_piece"] == 10
    play(game, *TURN, "tower 0,1")
    assert height_of(game) == 4


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay tower"], "this is written 'lay tower HEIGHT at X,Y'"),
        (["lay tower 3 0,1"], "this is written"),
        (["lay tower three at 0,1"], "this is written"),
        (["lay tower 3 on 0,1"], "this is written"),
        (["lay tower 3 at 0,0"], r"no tower foundation lies at 0,0 \(TOW-02\)"),
        (["lay tower 3 at there"], "this is written 'lay tower HEIGHT at X,Y'"),
        (["lay tower 3 at 5,5"], "no tile lies at 5,5"),
        (["lay tower 0 at 0,1"], r"a tower has 1 to 20 pieces in this game \(TOW-01\)"),
        (["lay tower 21 at 0,1"], "a tower has 1 to 20 pieces in this game"),
        ([TOWER, TOWER], "a tower stands at 0,1 already"),
        (["stand red meeple tower 0,1"], "this is written 'stand SEAT FIGURE tower at X,Y'"),
        (["stand red meeple tower 3 at 0,1"], "this is written"),
        (["stand red meeple tower at 0,0"], "no tower foundation lies at 0,0"),
        (["stand red meeple tower at 4,0"], "no tile lies at 4,0"),
        ([GUARD], r"there is no tower at 0,1 yet; lay it first \(R-TOW-09\)"),
        ([TOWER, GUARD, GUARD], r"the tower at 0,1 has its guard already \(TOW-04\)"),
        ([TOWER, "stand red abbot tower at 0,1"], r"only a meeple or a large follower closes a tower \(R-TOW-08\)"),
        (["stand blue meeple prison"], "this is written 'stand SEAT FIGURE prison CAPTOR'"),
        (["stand blue meeple prison green"], "this is written"),
        (["stand blue meeple prison blue"], r"nobody is in their own prison \(R-TOW-23\)"),
        (["stand blue barn prison red"], r"no barn is ever captured \(R-TOW-11\)"),
        (
            [PRISONER, "stand red meeple prison blue"],
            r"red and blue hold prisoners of each other: they are exchanged \(TOW-09\)",
        ),
        ([PRISONER, "hold red prisoner 2"], "red cannot hold 2 prisoner"),
        (["hold red tower_piece 11"], "red cannot hold 11 tower piece"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        table(with_box("abbot", "abbey_and_mayor"), SITE, *lines)
