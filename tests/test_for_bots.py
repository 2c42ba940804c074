"""What writers of bots rely on: fair copies, chance and its probabilities, a checked fast form, numbers, files."""

from __future__ import annotations

from pathlib import Path

import pytest
from hypothesis import given, settings

from aude import Game, Setup, Unreadable, bots
from aude.catalog.boxes import expansions
from aude.engine.rng import Random
from sizes import sized
from strategies import SEEDS, setups
from terminal import good, run

GAMES = sized(10, soak=200)


# -- copies -----------------------------------------------------------------------------------------------------------
def test_a_copy_does_not_know_what_will_be_drawn() -> None:
    game = Game(seed=7, first_player="seat1")
    game.play(game.options[0])
    copy = game.copy()
    game.play("pass")
    copy.play("pass")
    assert game.actor == "blue" and copy.actor == "chance"
    assert not copy.is_dealt and copy.tile is None


def test_determinized_copies_go_on_in_different_ways() -> None:
    game = Game(seed=7, first_player="seat1")
    game.play(game.options[0])
    before = game.fingerprint()
    worlds = [game.determinize(seed) for seed in range(20)]
    for world in worlds:
        world.play("pass")
    assert len({world.tile for world in worlds}) > 3
    again = game.determinize(3)
    again.play("pass")
    assert again.tile == worlds[3].tile and game.fingerprint() == before


def test_an_exact_copy_keeps_its_dealer_whoever_gave_it() -> None:
    """Also one that began to deal in the middle of a game."""
    game = Game(deal=False, first_player="seat1")
    game.play("draw base/FRRR")
    game.play("place 1,0 turn 0")
    game.deal(11)
    copy = game.copy(dealer=True)
    assert copy.is_dealt
    assert [event.line() for event in copy.play("pass")] == [event.line() for event in game.play("pass")]
    assert copy == game


def test_outcomes_are_all_draws_with_their_probabilities() -> None:
    game = Game(deal=False, first_player="seat1")
    outcomes = {option.action.tile: probability for option, probability in game.outcomes}
    left = game.tiles_left
    assert outcomes == pytest.approx({tile: count / sum(left.values()) for tile, count in left.items()})
    game.play(game.outcomes[0][0])
    assert game.outcomes == []


@settings(max_examples=GAMES)
@given(setups(), SEEDS)
def test_law_the_fast_form_plays_the_same_game(setup: Setup, seed: int) -> None:
    """Codes, chance and scores are those of the game itself; what is not legal is refused and changes nothing."""
    game = Game(setup, deal=False)
    game.observes = False
    fast = game.fast()
    random = Random(seed)
    number = 0
    while not game.over:
        number += 1
        assert fast.is_chance == (game.actor == "chance") and not fast.over
        asked = [option for option in game.options if option.seat == game.actor and option.code < 1 << 48]
        plain = [option.code for option in asked if option.low is None]
        codes = fast.legal()
        assert codes[: len(plain)] == plain
        if number % 13 == 0:
            before = game.fingerprint()
            for wrong in (99999999999999, -5, 1 << 70, max(codes) + 1):
                with pytest.raises(ValueError, match="is not the code of a legal choice"):
                    fast.play(wrong)
            assert fast.state.step == game.state.step and game.fingerprint() == before
            if fast.is_chance and len(codes) < 200:
                assert sum(probability for _, probability in fast.outcomes()) == pytest.approx(1)
                assert {code for code, _ in fast.outcomes()} == {int(c) for c, _ in fast.copy().outcomes()}
        code = fast.sample(random)
        choice = game.describe(str(game.actor), code)
        game._apply(str(game.actor), code, choice)
        fast.play(code)
        assert fast.scores == list(game.scores.values())
    assert fast.over and fast.legal() == []
    with pytest.raises(ValueError, match="is not the code"):
        fast.play(0)


# -- files ------------------------------------------------------------------------------------------------------------
def written(folder: Path, text: str) -> str:
    path = folder / "mine.py"
    path.write_text(text, encoding="utf-8")
    return str(path)


FUNCTION = "def choose(game):\n    return game.options[-1]\n"
CLASS = "class Last:\n    def choose(self, game):\n        return game.options[-1].action\n"


@pytest.mark.parametrize(("text", "name"), [(FUNCTION, "choose"), (CLASS, "Last")])
def test_a_bot_is_a_function_or_a_class_in_a_file(tmp_path: Path, text: str, name: str) -> None:
    for where in (written(tmp_path, text), f"{written(tmp_path, text)}:{name}"):
        bot = bots.make(where, seed=1)
        assert bot.name == name
        game = Game(seed=3)
        while not game.over:
            game.play(bot.choose(game))


def test_a_bot_in_a_module_is_made_with_its_seed() -> None:
    bot = bots.make("aude.bots.random:RandomBot", seed=5)
    same = bots.make("random", seed=5)
    game = Game(seed=3)
    assert bot.choose(game) == same.choose(game)


@pytest.mark.parametrize(
    ("text", "name", "says"),
    [
        ("", "", "neither a function choose"),
        (CLASS + CLASS.replace("Last", "Other"), "", "2 classes with a method 'choose'; say which"),
        (CLASS, ":Nobody", "has nothing called 'Nobody'"),
        ("best = 3\n", ":best", "a bot is a function that takes a game, or a class with a method 'choose'"),
        ("def choose(game:\n", "", "SyntaxError"),
        ("raise RuntimeError('broken')\n", "", "RuntimeError: broken"),
        (
            CLASS.replace("class Last:", "class Last:\n    def __init__(self, a, b): ..."),
            "",
            "a bot is made with a seed",
        ),
    ],
)
def test_a_file_without_a_bot_is_told(tmp_path: Path, text: str, name: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        bots.make(written(tmp_path, text) + name)


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("nowhere/mine.py", "there is no file 'nowhere/mine.py' with a bot"),
        ("no.such.module:Bot", "cannot be imported"),
        ("gredy", "there is no bot 'gredy'; bots: .*greedy"),
    ],
)
def test_a_bot_that_is_nowhere_is_told(name: str, says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        bots.make(name)


def test_the_city_is_a_game_by_its_name() -> None:
    assert Game(game="the_city", seed=1).setup.game == "the_city"
    with pytest.raises(TypeError, match="give a Setup, or game"):
        Game(Setup(), game="the_city")


@pytest.mark.parametrize("seed", range(3))
def test_a_record_of_a_game_that_observed_nothing_is_read(seed: int) -> None:
    """What would be seen on the table was drawn; the record says so, and its seed still draws the tiles it names."""
    game = Game(Setup(boxes=expansions("carcassonne")), seed=seed)
    game.observes = False
    bot = bots.make("random", seed)
    while not game.over:
        game.play(bot.choose(game))
    assert Game.read(game.record) == game


BOARD = """
def choose(game):
    assert game.board.player == game.player and game.record.startswith("aude 1")
    return game.options[0]
"""


def test_a_bot_in_bulk_sees_the_board_and_the_record(tmp_path: Path) -> None:
    """As at the table: what the command line plays with is a `Game`."""
    path = written(tmp_path, BOARD)
    assert "red" in good("simulate", "--bot", f"red={path}", "--games", "2", "--seed", "1")
    record = tmp_path / "game.aude"
    record.write_text(Game(seed=1, first_player="seat1").record, encoding="utf-8")
    both = ("--bot", f"red={path}", "--bot", f"blue={path}")
    assert run("play", "--text", "--load", str(record), *both).exit_code == 0


def test_a_bot_that_answers_nonsense_is_named(tmp_path: Path) -> None:
    path = written(tmp_path, "def choose(game):\n    return 'jump'\n")
    text = good("simulate", "--bot", f"red={path}", "--games", "1")
    assert "red loses the game: the bot 'choose' answered 'jump': 'jump' is not an action" in text
