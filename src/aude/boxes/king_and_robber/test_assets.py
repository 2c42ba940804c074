"""How bots value the two tiles."""

from __future__ import annotations

from aude.testing import assets, play, table

BOX = "boxes king_and_robber"


def test_whoever_has_a_tile_has_it() -> None:
    game = table(BOX, "hold red king 1")
    assert assets(game, "king.held") == [1.0, 0.0] and assets(game, "robber.held") == [0.0, 0.0]


def test_a_tile_counts_as_soon_as_the_feature_is_complete() -> None:
    """Blue completes the first city: the king is Blue's before the figure step is answered."""
    game = play(table(BOX, "turn blue"), "draw base/CFFF", "place 0,-1 turn 180")
    assert assets(game, "king.held") == [0.0, 1.0]
