"""How bots value an abbot on the table."""

from __future__ import annotations

from aude.testing import assets, table

BOX = "boxes abbot"
GARDEN = "lay base/FRFR-rEW-garden 1,0"


def test_an_abbot_who_can_come_home_counts() -> None:
    assert assets(table(BOX, GARDEN, "stand blue abbot garden at 1,0"), "abbot.out") == [0.0, 1.0]
    assert assets(table(BOX, GARDEN), "abbot.out") == [0.0, 0.0]
