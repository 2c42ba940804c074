"""What a challenge means to those who judge a position."""

from __future__ import annotations

from aude.boxes.shrines_and_heretics.test_rules import HERETIC, MONK, ring
from aude.testing import assets


def test_whoever_waits_for_fewer_cells_is_ahead() -> None:
    """The monastery waits for the two cells in the north, the shrine for the three in the south."""
    game = ring("-1,0 1,0 -1,3 0,3 1,3", MONK, HERETIC)
    assert assets(game, "challenge.ahead") == [1 / 8, -1 / 8]


def test_without_a_rival_nobody_is_ahead() -> None:
    assert assets(ring("-1,0 -1,3 0,3", MONK), "challenge.ahead") == [0.0, 0.0]
    own = HERETIC.replace("blue", "red")
    assert assets(ring("-1,0 -1,3 0,3", MONK, own), "challenge.ahead") == [0.0, 0.0]
