"""The Count and his city in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.count.conftest import BOX, count_of, in_city
from aude.testing import rule, table

WITH_OTHERS = "boxes count inns_and_cathedrals abbot traders_and_builders"
LARGE = "stand red large_follower castle_quarter"


@rule("R-CNT-20")
def test_the_count_and_any_follower_are_where_the_lines_say() -> None:
    """The large follower and not a meeple; `hold` counts it, and the lines come back as they were."""
    game = table(WITH_OTHERS, LARGE, "lay count market_quarter", "hold red castle_quarter 2")
    assert in_city(game, "red") == {"castle_quarter": 2} and count_of(game) == "market_quarter"
    assert game.supply["red"] == {"meeple": 6, "large_follower": 0, "abbot": 1, "builder": 1, "pig": 1}
    meeple = "stand red meeple castle_quarter"
    assert game.position_lines() == ["lay count market_quarter", meeple, LARGE, "turn red"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay count"], r"this is written 'lay count castle_quarter\|market_quarter\|"),
        (["lay count harbour"], "this is written"),
        (["lay count market_quarter 0,0"], "this is written"),
        (["stand red meeple castle_quarter 2"], r"this is written 'stand SEAT FIGURE castle_quarter\|"),
        (["stand red builder castle_quarter"], r"no builder goes to the castle quarter \(R-CNT-10\)"),
        (["stand red abbot castle_quarter"], "no abbot goes to the castle quarter"),
        ([LARGE, LARGE], "red has no large follower left"),
        ([LARGE, "hold red castle_quarter 0"], "red cannot hold 0 castle quarter"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        table(WITH_OTHERS, *lines)


def test_without_lines_the_count_begins_in_the_castle() -> None:
    assert count_of(table(BOX, "turn blue")) == "castle_quarter"
