"""How bots value abbeys and barns, and what an abbey closes."""

from __future__ import annotations

from aude import Game
from aude.boxes.abbey_and_mayor.conftest import BIG, BOX, GAP, MONASTERY, UPPER
from aude.testing import assets, chance_of, leave_in_stack, table


def test_an_abbey_in_hand() -> None:
    assert assets(table(BOX, "hold blue abbey 0"), "abbey.in_hand") == [1.0, 0.0]


def test_a_barn_on_the_table() -> None:
    corner = (f"lay {MONASTERY} 2,1", "stand red barn corner NW at 2,1")
    assert assets(table(BOX, BIG, *UPPER), "barn.out") == [0.0, 0.0]
    assert assets(table(BOX, BIG, *UPPER, *corner), "barn.out") == [1.0, 0.0]


def test_a_gap_that_no_tile_fits_is_dead_only_without_an_abbey() -> None:
    """The road of the start tile ends at a gap between another road and two cities; a monastery is left."""

    def gap(*lines: str) -> Game:
        game = table(BOX, BIG, *GAP, *lines)
        leave_in_stack(game, MONASTERY)
        return game

    gone = ("hold red abbey 0", "hold blue abbey 0")
    assert chance_of(gap(*gone), 0, 0, "road") == 0.0
    assert 0.0 < chance_of(gap(gone[0]), 0, 0, "road") < chance_of(gap(), 0, 0, "road")


def test_where_no_tile_fits_a_gap_may_still_arise_for_an_abbey() -> None:
    """The city of the start tile is open to the north, where nothing lies yet; a monastery is left."""
    lines = ("hold red abbey 0", "hold blue abbey 0")
    for more, alive in ((lines[:1], True), (lines, False)):
        game = table(BOX, *more)
        leave_in_stack(game, MONASTERY)
        assert (chance_of(game, 0, 0, "city") > 0.0) == alive
