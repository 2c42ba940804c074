"""How bots value fairy and dragon."""

from __future__ import annotations

import pytest

from aude.testing import assets, chance_of, leave_in_stack, table

BOX = "boxes princess_and_dragon"
ROADS = tuple(f"lay base/FRFR-rEW {x},0" for x in (1, 2, 3, 4))
THIEF = "stand red meeple road at 0,0"


def test_the_fairy_keeps_company() -> None:
    game = table(BOX, THIEF, "lay fairy 0,0", "stand blue meeple city at 0,0")
    assert assets(game, "fairy.company") == [1.0, 1.0]  # both stand on her tile
    beside = table(BOX, "option fairy_on meeple", THIEF, "lay fairy red meeple road at 0,0")
    assert assets(beside, "fairy.company") == [1.0, 0.0]
    assert assets(table(BOX, THIEF), "fairy.company") == [0.0, 0.0]


@pytest.mark.parametrize(("dragon", "fear"), [("1,0", 1.0), ("2,0", 2 / 3), ("3,0", 1 / 3), ("4,0", 0.0)])
def test_the_nearer_the_dragon_the_worse(dragon: str, fear: float) -> None:
    game = table(BOX, *ROADS, THIEF, f"lay dragon {dragon}")
    assert assets(game, "dragon.near") == pytest.approx([fear, 0.0])


def test_nobody_fears_a_dragon_that_the_fairy_keeps_away_or_that_hunts_no_more() -> None:
    assert assets(table(BOX, *ROADS, THIEF, "lay dragon 1,0", "lay fairy 0,0"), "dragon.near") == [0.0, 0.0]
    game = table(BOX, *ROADS, THIEF, "lay dragon 1,0")
    for name in [name for name in game.tiles_left if name.endswith("-dragon")]:
        game.state.bag[game.rules.table.index[name]] = 0
    assert assets(game, "dragon.near") == [0.0, 0.0]


def test_tiles_that_are_set_aside_may_come_back_with_a_volcano() -> None:
    """The road is open to the east, and the only tile with a road waits for the dragon."""
    lines = ("lay base/FFRF-monastery -1,0 turn 270", "lay aside princess_dragon/FRFR-rEW-dragon")
    for stack, alive in (("base/FFFF-monastery", False), ("princess_dragon/FFFF-volcano", True)):
        game = table(BOX, *lines)
        leave_in_stack(game, stack)
        assert (chance_of(game, 0, 0, "road") > 0.0) == alive
