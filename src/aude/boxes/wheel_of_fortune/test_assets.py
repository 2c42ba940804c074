"""How bots value followers on the wheel."""

from __future__ import annotations

from aude.testing import assets, table

BOX = "boxes wheel_of_fortune"
BLUE = "stand blue meeple crown storm"


def test_alone_in_a_segment_one_gets_the_points_of_all_its_spaces() -> None:
    """Storm has two crown spaces, fortune one."""
    fortune = "stand red meeple crown fortune"
    assert assets(table(BOX, BLUE, fortune), "crown.points") == [3.0, 6.0]
    assert assets(table(BOX, BLUE, "stand red meeple crown storm"), "crown.points") == [3.0, 3.0]


def test_the_points_are_lost_when_no_tile_with_a_wheel_is_left() -> None:
    game = table(BOX, BLUE)
    for number, tile in enumerate(game.rules.table.tiles):
        if any(symbol.startswith("wheel") for symbol in tile.symbols):
            game.state.bag[number] = 0
    assert assets(game, "crown.points") == [0.0, 0.0]
