"""GQ11, rule by rule."""

from __future__ import annotations

from dataclasses import replace

import pytest

from aude import Game, Setup
from aude.boxes.river.test_rules import drawn, offered, tiles_left
from aude.catalog import boxes
from aude.engine.scoring import if_ended_now
from aude.testing import rule, spots, table

RIVER_TILES = {"gq11/FSFR", "gq11/CSCS-sEW"}


@rule("GQ-01", "GQ-02", "R-GQ-02")
@pytest.mark.parametrize("edition", ["current", "first"])
@pytest.mark.parametrize("with_boxes", [["gq11"], ["gq11", "anniversary_river"], ["anniversary_river", "gq11"]])
def test_ten_tiles_are_shuffled_in(with_boxes: list[str], edition: str) -> None:
    """Without River I or II the two river tiles are not in the game."""
    game = Game(Setup(boxes=tuple(with_boxes), options={"edition": edition}), deal=False)
    mine = {name: count for name, count in game.tiles_left.items() if name.startswith("gq11")}
    assert len(mine) == 10 and set(mine.values()) == {1}
    assert not RIVER_TILES & {tile.id for tile in game.rules.table.tiles}


@rule("GQ-02", "R-RIV-14")
@pytest.mark.parametrize("rivers", [["river"], ["river_ii"], ["river", "river_ii"]])
@pytest.mark.parametrize("first", [True, False])
def test_with_a_river_its_spring_is_laid_and_its_other_tile_drawn(rivers: list[str], first: bool) -> None:
    """The spring with the road replaces the other springs; the order in which the boxes are named does not matter."""
    chosen = ["gq11", *rivers] if first else [*rivers, "gq11"]
    game = Game(boxes=chosen, deal=False)
    assert game.rules.start == [("gq11/FSFR", 0, 0, 0)] and not tiles_left(game, "spring")
    plain = sum(tiles_left(Game(boxes=rivers, deal=False)).values())
    assert sum(tiles_left(game).values()) == plain + 1 and tiles_left(game)["gq11/CSCS-sEW"] == 1
    river = set(tiles_left(game))
    order = [name in river for name in drawn(chosen, 1)]
    assert order == sorted(order, reverse=True)


@rule("GQ-03")
def test_the_monastery_separates_four_roads() -> None:
    """Each of them is a road of its own."""
    game = table("boxes gq11")
    for action in ("draw gq11/RRRR-monastery", "place 1,0"):
        game.play(action)
    assert sum(spot.startswith("meeple road") for spot in spots(game)) == 4


@rule("R-SC-05", "R-GQ-01", "SC-23", "R-SC-01")
@pytest.mark.parametrize(("option", "points"), [("off", 3), ("on", 4)])
def test_the_plain_field_may_be_a_herd(option: str, points: int) -> None:
    """A farmer there scores one completed city, and with the option a point more for the herd."""
    game = table(
        "boxes gq11",
        f"option gq11_pig_herd {option}",
        "lay gq11/FFFF 0,1",
        "lay base/CFFF 1,1 turn 90",
        "lay base/CFFF 2,1 turn 270",
        "stand red meeple field at 0,1",
    )
    assert [int(number) for number in if_ended_now(game.state)] == [points, 0]
    assert ("pig_herd" in game.rules.table.traits) is (option == "on")
    assert "pig_herd_house_rule" not in game.rules.table.traits


def test_the_two_boxes_can_be_told_apart() -> None:
    """GQ11 is a box of its own, with one option; its field tile is laid like any other."""
    assert [option.name for option in boxes.info("gq11").options] == ["gq11_pig_herd"]
    game = table("boxes gq11")
    game.play("draw gq11/FFFF")
    assert offered(game) == ["place 0,1 turn 0"]


@pytest.mark.parametrize("chosen", [("gq11", "traders_and_builders"), ("traders_and_builders", "gq11")])
def test_herds_can_be_left_out(chosen: tuple[str, ...]) -> None:
    """The element `pig_herd` of Traders & Builders is for every box's herds, also those of the house rule."""
    setup = Setup(boxes=(*chosen, "river_ii"), options={"gq11_pig_herd": "on"})
    assert "pig_herd" in setup.rules().table.traits
    assert "pig_herd" not in replace(setup, without=("pig_herd",)).rules().table.traits
