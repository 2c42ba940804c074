"""How bots value towers and prisoners."""

from __future__ import annotations

from aude.boxes.tower.conftest import BOX, KNIGHT, SITE, THIEF
from aude.testing import assets, table


def test_pieces_prisoners_and_captives() -> None:
    lines = (SITE, "stand blue meeple prison red", "stand blue meeple prison red", "hold red tower_piece 4")
    game = table(BOX, *lines)
    assert assets(game, "tower.pieces") == [4.0, 10.0]
    assert assets(game, "tower.prisoners") == [2.0, 0.0]
    assert assets(game, "tower.captives") == [0.0, 2.0]


def test_figures_are_exposed_where_one_more_piece_would_reach_them() -> None:
    """The foundation lies beside the start tile: a first piece reaches both followers there."""
    game = table(BOX, SITE, THIEF, KNIGHT, "stand red meeple monastery at 0,1")
    assert assets(game, "tower.exposed") == [1.0, 2.0]
    assert assets(table(BOX, THIEF, KNIGHT), "tower.exposed") == [0.0, 0.0]
    far = ("lay base/FRFR-rEW 1,0", "stand blue meeple road at 1,0")
    assert assets(table(BOX, SITE, *far), "tower.exposed") == [0.0, 0.0]


def test_nobody_is_exposed_to_a_closed_tower_or_without_enemies_pieces() -> None:
    guard = ("lay tower 2 at 0,1", "stand red meeple tower at 0,1")
    assert assets(table(BOX, SITE, THIEF, *guard), "tower.exposed") == [0.0, 0.0]
    assert assets(table(BOX, SITE, THIEF, "hold red tower_piece 0"), "tower.exposed") == [0.0, 0.0]
