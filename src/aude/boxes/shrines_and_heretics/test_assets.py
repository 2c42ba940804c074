"""How bots value a challenge."""

from __future__ import annotations

import pytest

from aude.bots.thinking import evaluation_for
from aude.bots.weights import suitable
from aude.boxes.shrines_and_heretics.test_rules import BOX, HERETIC, MONK, ring, two_buildings
from aude.testing import assets, leave_in_stack, rule, table


def test_whoever_waits_for_fewer_cells_is_ahead() -> None:
    """The monastery waits for the two cells in the north, the shrine for the three in the south."""
    game = ring("-1,0 1,0 -1,3 0,3 1,3", MONK, HERETIC)
    assert assets(game, "challenge.ahead") == [1 / 8, -1 / 8]


def test_without_a_rival_nobody_is_ahead() -> None:
    assert assets(ring("-1,0 -1,3 0,3", MONK), "challenge.ahead") == [0.0, 0.0]
    own = HERETIC.replace("blue", "red")
    assert assets(ring("-1,0 -1,3 0,3", MONK, own), "challenge.ahead") == [0.0, 0.0]


@rule("SH-06")
@pytest.mark.parametrize(("tile", "is_dead"), [("cult/CFFF-shrine", True), ("base/CFFF", False)])
def test_a_city_that_only_a_shrine_between_two_monasteries_would_close_is_dead(tile: str, is_dead: bool) -> None:
    """The cell 1,2 touches both monasteries by its corners."""
    game = table(BOX, *two_buildings("shrine"), "lay base/CFFF 1,1 turn 180")
    leave_in_stack(game, tile)
    (city,) = (node for node, spot in enumerate(game.board.spots) if str(spot) == "city S at 1,1")
    evaluation = evaluation_for(game.rules, suitable(game.setup))
    evaluation.begin(game.state)
    evaluation.evaluate(game.state)
    assert (evaluation.chance_of(game.state, game.state.root[city]) == 0.0) == is_dead
