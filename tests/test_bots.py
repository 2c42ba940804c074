"""Players made of code."""

from __future__ import annotations

import pytest

from aude import Game, Illegal, Unreadable, bots
from aude.game import Option


@pytest.mark.parametrize("name", bots.names())
def test_a_bot_chooses_what_is_offered_and_changes_nothing(name: str) -> None:
    game = Game(players=3, seed=11)
    bot = bots.make(name, 1)
    assert bot.name == name
    for _ in range(30):
        before = game.to_bytes()
        option = bot.choose(game)
        assert option in game.options
        assert game.to_bytes() == before
        game.play(option)


@pytest.mark.parametrize("name", bots.names())
def test_equal_seeds_choose_equally(name: str) -> None:
    def choices(seed: int) -> list[str]:
        game, bot = Game(players=2, seed=4), bots.make(name, seed)
        for _ in range(40):
            game.play(bot.choose(game))
        return [move.text for move in game.moves]

    assert choices(1) == choices(1)
    assert choices(1) != choices(2)


def test_without_a_seed_a_bot_takes_one() -> None:
    game = Game(seed=1)
    assert bots.make("random").choose(game) in game.options


def test_greedy_beats_random() -> None:
    won = 0
    for seed in range(10):
        game = Game(players=["red", "blue"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(44):  # a third of a game tells
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 9


def test_greedy_takes_the_points_that_lie_there() -> None:
    game = Game.read("aude 1\nplayers red blue\noption first_player seat1\nred draw base/CFFF   place 0,-1 turn 180\n")
    choice = bots.make("greedy", 1).choose(game)
    assert choice.text == "deploy meeple city S"  # closed with this tile: 4 points at once


def test_an_unknown_bot_is_refused_with_a_hint() -> None:
    with pytest.raises(Unreadable, match=r"there is no bot 'gredy'.*did you mean 'greedy'"):
        bots.make("gredy")
    with pytest.raises(Unreadable, match="bots: random, greedy"):
        bots.make("")


@pytest.mark.parametrize("name", bots.names())
def test_when_the_game_is_over_there_is_nothing_to_choose(name: str) -> None:
    game = Game(players=2, seed=1)
    bot = bots.make("random", 1)
    while not game.over:
        game.play(bot.choose(game))
    with pytest.raises(Illegal):
        bots.make(name, 1).choose(game)


def test_a_range_is_answered_with_a_number() -> None:
    class Bid:
        def words(self, state: object, number: int) -> list[str]:
            return ["bid", str(number)]

    class Program:
        def __getitem__(self, place: int) -> Bid:
            return Bid()

    class Rules:
        program = Program()

    class State:
        place = 0

    class Asked:
        options = [Option("red", "bid 2..4", 2, 2, 4)]  # noqa: RUF012
        rules = Rules()
        state = State()

    bot = bots.make("random", 1)
    seen = {bot.choose(Asked()).text for _ in range(50)}  # type: ignore[arg-type]
    assert seen == {"bid 2", "bid 3", "bid 4"}
