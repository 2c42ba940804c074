"""What flies over the table, as whoever looks on is told (`Step.flight`)."""

from __future__ import annotations

import random

import pytest

from aude import Game
from aude.tables.view import flown, may_fly


def shots(mode: str, games: int = 6) -> list[tuple[Game, int]]:
    """Games with the catapult in which chance chooses everything, and the moves of chance that let something land."""
    found = []
    for seed in range(games):
        game = Game(boxes=["catapult"], catapult_mode=mode, seed=seed)
        chance = random.Random(seed)
        while not game.over:
            game.play(chance.choice(game.options))
        landed = [number for number, move in enumerate(game.moves) if move.action.verb == "land"]
        found += [(game, number) for number in landed]
    return found


@pytest.mark.parametrize("mode", ["scatter", "uniform"])
def test_a_token_that_chance_lays_down_flies_from_its_aim_to_where_it_lies(mode: str) -> None:
    seen = shots(mode)
    assert len(seen) > 5
    for game, number in seen:
        move = game.moves[number]
        assert may_fly(move)
        aim, end = flown(game, number)
        assert end == move.action.facts["cell"]
        assert max(abs(aim[0] - end[0]), abs(aim[1] - end[1])) <= 2  # R-CAT-01
        before = game.moves[number - 1].action
        if before.verb == "aim":
            assert aim == before.facts["cell"]


def test_most_of_what_chance_answers_does_not_fly() -> None:
    game, _ = shots("scatter", games=3)[0]
    drawn = [number for number, move in enumerate(game.moves) if move.action.verb == "draw"]
    assert drawn and not any(may_fly(game.moves[number]) for number in drawn)
