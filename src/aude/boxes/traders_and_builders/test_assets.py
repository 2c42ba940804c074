"""How bots value goods, builder and pig."""

from __future__ import annotations

from aude.boxes.traders_and_builders.conftest import BOX, CAP, CLOSING, FIELD, MARKET, ROAD, STRAIGHT
from aude.testing import assets, play, table


def test_a_lead_in_goods_is_counted_kind_by_kind_up_to_three_tokens() -> None:
    game = table(BOX, "hold red wine 5", "hold blue wine 1", "hold blue cloth 2", players="red blue green")
    # Wine: red leads by 4, of which 3 count. Cloth: blue leads by 2.
    assert assets(game, "goods.ahead") == [3.0 - 2, -3.0 + 2, -3.0 - 2]
    assert assets(table(BOX, "hold red grain 2", "hold blue grain 2"), "goods.ahead") == [0.0, 0.0]


def test_tokens_of_a_city_just_completed_count_for_the_player() -> None:
    """One wine and two grain, before anybody has taken them."""
    game = play(table(BOX, *MARKET), f"draw {CAP}", CLOSING)
    assert assets(game, "goods.ahead") == [3.0, -3.0]
    assert game.holdings["red"]["wine"] == 0


def test_a_builder_counts_while_its_road_is_open_and_a_pig_in_its_field() -> None:
    game = table(BOX, *ROAD)
    assert assets(game, "builder.out") == [1.0, 0.0] and assets(game, "pig.out") == [0.0, 0.0]
    lines = ("stand blue meeple field at 1,-1", "stand blue pig field at 1,-2")
    assert assets(table(BOX, *FIELD, *lines), "pig.out") == [0.0, 1.0]


def test_whoever_extends_the_builders_road_has_another_turn_coming() -> None:
    game = table(BOX, *ROAD)
    assert assets(game, "turn.extra") == [0.0, 0.0]
    play(game, f"draw {STRAIGHT}", "place 2,0 turn 0")
    assert assets(game, "turn.extra") == [1.0, 0.0]
