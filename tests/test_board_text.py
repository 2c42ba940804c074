"""Boards in JSON that are made from earlier ones: never different from one that is made anew."""

from __future__ import annotations

import random
from typing import Any

import msgspec
import pytest

from aude.api import Game
from aude.dev.bench import MIXES
from aude.engine.signatures import mixed
from aude.game.setup import Setup
from aude.tables.board_text import BoardText
from aude.tables.changes import applied


def decoded(value: object) -> Any:
    return msgspec.json.decode(msgspec.json.encode(value))


def played(game: Game, chance: random.Random) -> None:
    option = chance.choice(list(game.options))
    game.play(option if option.low is None else option.at(option.low))


@pytest.mark.parametrize(("name", "every"), [("base", 1), ("the_city", 1), ("all_boxes", 20)])
@pytest.mark.parametrize("seed", range(2))
def test_a_board_follows_its_game_by_changes(name: str, every: int, seed: int) -> None:
    game = Game(MIXES[name], seed=seed)
    chance = random.Random(seed)
    text = BoardText(game.board)
    shown = decoded(text.whole())
    for number in range(1000):
        if game.over:
            break
        if number % 7 == 5 and game.moves[-1].seat != "chance":
            game.undo()  # what was described before may come back, or look different now
        else:
            played(game, chance)
        before, text = text, BoardText(game.board, text)
        shown = applied(shown, decoded(text.changes(before)))
        if number % every == 0:
            assert shown == decoded(game.board.to_json(fits=False))
    assert shown == decoded(text.whole()) == decoded(game.board.to_json(fits=False))


def test_what_looks_as_before_is_not_described_again() -> None:
    game = Game(Setup(options={"first_player": "seat1"}), seed=3)
    chance = random.Random(3)
    for _ in range(60):
        played(game, chance)
    before = BoardText(game.board)
    played(game, chance)
    changes = decoded(BoardText(game.board, before).changes(before))
    assert len(msgspec.json.encode(changes)) < len(msgspec.json.encode(before.whole())) / 4


def test_numbers_are_mixed_over_all_their_bits() -> None:
    """Compiled as interpreted: a shift of a literal would be cut at 32 bits."""
    number = 1
    for value in range(50):
        expected = ((number ^ number >> 29) + value) * 0x1E3779B97F4A7C15 % (1 << 61)
        number = mixed(number, value)
        assert number == expected
