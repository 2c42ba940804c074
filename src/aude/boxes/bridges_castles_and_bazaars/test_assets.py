"""How bots value bridges and castles; what bridges and auctions bring to cells."""

from __future__ import annotations

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.bazaars import Bazaars
from aude.boxes.bridges_castles_and_bazaars.conftest import CAP, FIELD, ONLY_BRIDGES, ONLY_CASTLES, STRAIGHT
from aude.testing import assets, chance_of, leave_in_stack, part_of, table

CASTLE = (f"lay {CAP} 0,-1 turn 180", "lay castle red city N at 0,0", "stand red meeple castle at 0,0")


def test_bridges_and_castles_in_hand() -> None:
    game = table(*ONLY_BRIDGES, f"lay {FIELD} 0,1", "lay bridge red E.W at 0,1", "hold blue bridge 1")
    assert assets(game, "bridge.in_hand") == [2.0, 1.0]
    assert assets(table(*ONLY_CASTLES, *CASTLE), "castle.tokens") == [2.0, 3.0]


def test_a_castle_that_waits_counts_for_its_lord() -> None:
    assert assets(table(*ONLY_CASTLES, *CASTLE), "castle.waiting") == [1.0, 0.0]
    assert assets(table(*ONLY_CASTLES), "castle.waiting") == [0.0, 0.0]


def only_field_left(*lines: str) -> Game:
    """A road that is open to the east, and a tile of field in the stack."""
    game = table(*lines, "lay base/FFRF-monastery -1,0 turn 270")
    leave_in_stack(game, FIELD)
    return game


def test_a_road_before_fields_is_dead_only_without_bridges() -> None:
    """With a bridge over the field the road goes on, and may go on to its end."""
    assert 0.0 < chance_of(only_field_left(*ONLY_BRIDGES), 0, 0, "road") < 1.0
    without = ("hold red bridge 0", "hold blue bridge 0")
    assert chance_of(only_field_left(*ONLY_BRIDGES, *without), 0, 0, "road") == 0.0


def test_tiles_of_an_auction_will_be_laid() -> None:
    """The last tile with a road has been bought."""
    game = only_field_left("boxes bridges_castles_and_bazaars", "without bridges", "without castles")
    assert chance_of(game, 0, 0, "road") == 0.0
    bought = part_of(game, Bazaars).bought
    game.state.registers[bought + 1] = game.rules.table.index[STRAIGHT] + 1
    assert chance_of(game, 0, 0, "road") > 0.0
