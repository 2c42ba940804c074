"""Random games of The City with every house rule: what holds at every moment, counted anew from the cells."""

from __future__ import annotations

import random
from itertools import product

import pytest

from aude import Game, Setup
from aude.boxes.the_city.conftest import built, gap, wall_of
from aude.boxes.the_city.outline import outline
from aude.game.setup import COLOURS
from sizes import sized

SEEDS = range(sized(3, soak=60))
OPTIONS = list(
    product(
        ("stack_of_tile", "last_tile_drawn"), ("occupied", "any"), ("off", "on"), ("nearest", "other_end"), (2, 3, 4)
    )
)
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
Cell = tuple[int, int]


def cells_of(game: Game) -> set[Cell]:
    """Where tiles lie."""
    state = game.state
    cells = (state.slot_cell[slot] for slot in range(state.slots))
    return {(int(state.x_of(cell)), int(state.y_of(cell))) for cell in cells}


def outer_sides(tiles: set[Cell]) -> set[str]:
    """R-CITY-05: the sides of tiles that face an empty cell from which a way leads outside, found by walking there."""
    low_x, high_x = min(x for x, _ in tiles) - 1, max(x for x, _ in tiles) + 1
    low_y, high_y = min(y for _, y in tiles) - 1, max(y for _, y in tiles) + 1
    outside, todo = {(low_x, low_y)}, [(low_x, low_y)]
    while todo:
        x, y = todo.pop()
        for dx, dy in STEPS.values():
            cell = (x + dx, y + dy)
            if low_x <= cell[0] <= high_x and low_y <= cell[1] <= high_y and cell not in tiles | outside:
                outside.add(cell)
                todo.append(cell)
    return {f"{side} at {x},{y}" for x, y in tiles for side, (dx, dy) in STEPS.items() if (x + dx, y + dy) in outside}


def check(game: Game) -> None:
    """What must hold whenever somebody is asked."""
    sides = outer_sides(cells_of(game))
    assert len(outline(game.state)) == len(sides)
    standing = [text.split(" ", 1)[1] for text in built(game, "gate", "wall")]
    assert len(set(standing)) == len(standing) <= 71
    assert set(standing) <= sides
    if standing:
        assert gap(game) == len(sides) - len(standing)
    guards, towers = built(game, "guard"), built(game, "city_tower")
    assert len({text.split(" ", 2)[2] for text in guards}) == len(guards)
    assert {text.split(" ", 2)[2] for text in guards + towers} <= set(standing)
    placed = sum(at >= 0 for at in game.state.figure_at)
    free = sum(kinds["follower"] for kinds in game.supply.values())
    resting = sum(held["resting"] for held in game.holdings.values())
    assert placed + free + resting + len(guards) == 7 * len(game.seats)
    assert len(towers) + sum(held["city_tower"] for held in game.holdings.values()) == 12


@pytest.mark.parametrize("seed", SEEDS)
def test_what_holds_in_every_game(seed: int) -> None:
    """The wall lies on the outer outline, everybody is somewhere, and the end is what was forecast before it."""
    choose = random.Random(seed)
    for switch, trigger, returned, tower, players in choose.sample(OPTIONS, 4):
        options = {
            "city_phase_switch": switch,
            "city_wall_trigger": trigger,
            "city_returned_as_guard": returned,
            "city_tower": tower,
        }
        game = Game(Setup(game="the_city", players=COLOURS[:players], options=options), seed=seed)
        while not game.over:
            if game.state.slots and game.step != "place":
                check(game)
            closing = wall_of(game).stands(game.state) and game.step == "tower"
            now = dict(game.if_ended_now)
            option = choose.choice(game.options)
            game.play(option)
        if closing and option.text == "pass":
            assert game.scores == now
        assert game.if_ended_now == game.scores
        assert Game.read(game.record) == game
        assert all(kinds == {"follower": 7} for kinds in game.supply.values())
