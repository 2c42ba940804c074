"""The pig and the crown spaces in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.wheel_of_fortune.conftest import BOX, draw, on_crowns, pig
from aude.testing import play, rule, table

WITH_OTHERS = "boxes wheel_of_fortune inns_and_cathedrals traders_and_builders"
CROWNED = "stand blue large_follower crown storm"


@rule("R-WOF-22")
def test_the_pig_walks_on_from_where_a_line_puts_it() -> None:
    """From famine one step to the storm, where Blue's large follower is alone on two spaces: 6 points."""
    lines = ("lay big_pig famine", CROWNED)
    game = table(WITH_OTHERS, *lines, "hold blue crown_storm 1")
    assert pig(game) == "famine" and on_crowns(game) == {"storm": {"blue": 1}}
    assert game.position_lines() == [*lines, "turn red"]
    before = game.supply["blue"]["meeple"]
    play(game, draw(1))
    assert pig(game) == "storm" and game.scores["blue"] == before + 6


@rule("R-WOF-22")
def test_without_a_line_the_pig_is_where_it_begins() -> None:
    assert pig(table(BOX, "turn blue")) == "fortune"


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay big_pig"], r"this is written 'lay big_pig fortune\|taxes"),
        (["lay big_pig everywhere"], "this is written"),
        (["stand red meeple crown"], r"this is written 'stand SEAT FIGURE crown fortune\|taxes"),
        (["stand red meeple crown nowhere"], "this is written"),
        (["stand red builder crown taxes"], r"no builder goes onto the wheel \(WOF-18\)"),
        (["stand red meeple crown fortune"] * 2, r"no crown space of fortune is free \(WOF-16\)"),
        (["stand red meeple crown taxes", "hold red crown_taxes 0"], r"red cannot hold 0 on the wheel \(taxes\)"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        table(WITH_OTHERS, *lines)
