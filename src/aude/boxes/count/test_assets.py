"""How bots value followers in the city."""

from __future__ import annotations

from aude.testing import assets, table

BOX = "boxes count"


def test_the_count_keeps_followers_in_his_quarter() -> None:
    lines = ("lay count market_quarter", "hold red castle_quarter 2", "hold red market_quarter 1")
    game = table(BOX, *lines, "stand blue meeple market_quarter")
    assert assets(game, "quarter.ready") == [2.0, 0.0] and assets(game, "quarter.held") == [1.0, 1.0]
