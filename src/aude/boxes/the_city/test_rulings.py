"""Questions that the rules leave open about sides, holes and stacks. R-CITY-36, R-CITY-37, R-CITY-39."""

from __future__ import annotations

from aude import Game
from aude.boxes.the_city.conftest import CITY, END, FISH, PUBLIC, ROW, built, city, wall_of, walled
from aude.boxes.the_city.rounds import Rounds
from aude.boxes.the_city.walls import AHEAD
from aude.engine.spots import xy_of_slot
from aude.testing import part_of, play, refusal, rule, told


def open_ends(game: Game, cell: str, kind: str) -> int:
    """How many ends are open of the feature of a kind that is on the tile at a cell."""
    state = game.state
    for node in range(state.nodes):
        x, y = xy_of_slot(state, state.node_slot[node])
        if f"{x},{y}" == cell and game.rules.kinds[state.kind_of(node)].name == kind:
            return int(state.open_ends[state.root[node]])
    raise ValueError(f"no {kind} at {cell}")


@rule("R-CITY-36")
def test_a_side_is_closed_by_a_wall_and_not_by_a_forbidden_cell() -> None:
    """The market at 1,1 faces the cell before the gate: nothing can lie there, but only a piece of wall closes it."""
    game = walled(city(*ROW, f"lay {FISH} 1,1 turn 90"), "S at 2,0")
    assert open_ends(game, "1,1", "market") == 1
    assert refusal(play(game.copy(), f"draw {END}"), "place 2,1 turn 0") == ("CITY-34", "walled")
    wall_of(game).build(game.state, AHEAD)
    assert built(game, "wall") == ["wall E at 1,1"] and open_ends(game, "1,1", "market") == 0


@rule("R-CITY-37")
def test_a_market_around_a_hole_is_complete_when_its_sides_are_closed() -> None:
    """Three tiles of one market lie around the hole at 1,1, none of whose sides is a market's."""
    lines = (
        f"lay {CITY}A2-fish 0,0 turn 90",
        f"lay {CITY}A4-fish 1,0 turn 90",
        f"lay {CITY}A2-grain 2,0 turn 270",
        f"lay {PUBLIC} 0,1",
        f"lay {CITY}A1-saint-nazaire 2,1",
        f"lay {PUBLIC} 0,2",
        f"lay {CITY}A1-chateau-comtal 1,2",
        f"lay {CITY}A2-livestock-public 2,2 turn 180",
    )
    game = city(*lines)
    assert open_ends(game, "0,0", "market") <= 0  # complete, and settled in a position laid by hand
    assert game.state.board_at(1, 1) < 0


@rule("R-CITY-39")
def test_a_tile_put_aside_counts_as_drawn() -> None:
    """29 tiles have been drawn and the 30th fits nowhere: the next is the first of the second stack."""
    game = walled(city(f"lay {END} 0,0", drawn=29), "W at 0,0", ahead=2)
    rounds = part_of(game, Rounds)
    assert rounds.stack(game.state) == 1
    play(game, f"draw {FISH}")
    assert told(game, "discarded") == [f"discarded {FISH}"] and rounds.stack(game.state) == 1
    play(game, f"draw {END}")
    assert rounds.stack(game.state) == 2
