"""How bots value tunnel tokens, and when a road that runs into the ground is dead."""

from __future__ import annotations

from aude.boxes.tunnel.test_rules import BOX, LONG, OPEN, OPEN_TOO, SHORT, TWO_ROADS
from aude.testing import assets, chance_of, leave_in_stack, table

LAID = f"lay tunnel red {LONG} to {SHORT}"


def test_tokens_in_hand() -> None:
    assert assets(table(BOX, *TWO_ROADS, LAID, f"lay tunnel blue {OPEN}"), "tunnel.tokens") == [2.0, 3.0]


def test_a_road_that_ends_only_at_an_exit_may_be_joined_to_another() -> None:
    """The road from the monastery in the west, which has no other open end."""
    game = table(BOX, *TWO_ROADS)
    assert 0.0 < chance_of(game, -1, 0, "road") < 1.0
    assert chance_of(table(BOX, *TWO_ROADS, LAID), -1, 0, "road") == 0.0  # complete: no chance is left to see


def test_without_another_exit_the_road_is_dead() -> None:
    """Two exits are joined; on each of the other two waits a token of a set of its own, Red's on the road's."""
    others = (f"lay tunnel blue {SHORT} to {OPEN}", f"lay tunnel blue {OPEN_TOO}")
    game = table(BOX, *TWO_ROADS, *others, f"lay tunnel red {LONG}")
    assert chance_of(game, -1, 0, "road") > 0.0  # tiles with more exits are left
    leave_in_stack(game, "base/FFFF-monastery")
    assert chance_of(game, -1, 0, "road") == 0.0
    game = table(BOX, *TWO_ROADS, *others)
    leave_in_stack(game, "base/FFFF-monastery")
    assert chance_of(game, -1, 0, "road") > 0.0  # Blue may join the two
