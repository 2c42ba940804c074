"""Every game of the catalog, not only the first: commands, records and texts work with it."""

from __future__ import annotations

import json
import random
import re
from functools import cache
from pathlib import Path

import pytest

from aude import Game, Setup
from aude.catalog.boxes import BOXES, info
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES
from aude.data import Plan, play
from aude.terminal.descriptions import describe
from aude.terminal.textboard import draw
from sizes import SOAK
from terminal import good

GAMES = [name for name in BOXES if info(name).extends is None]
KEYS = re.compile(r"\b(?:events|lines|options|steps|words|counts|refusals)\.[a-z]")
every_game = pytest.mark.parametrize("name", GAMES)


@cache
def played(name: str, seed: int = 3) -> Game:
    """A whole game of random choices, for three."""
    game = Game(Setup(game=name, players=("red", "blue", "green"), options={"first_player": "seat1"}), seed=seed)
    choose = random.Random(seed)
    while not game.over:
        game.play(choose.choice(game.options))
    return game


def test_there_is_more_than_one() -> None:
    """Each has a specification and a title of its own."""
    assert GAMES[0] == "carcassonne" and "the_city" in GAMES
    assert len({read_spec(specs()[name]).title for name in GAMES}) == len(GAMES)


# -- commands ---------------------------------------------------------------------------------------------------------
@every_game
def test_bots_play_it_to_the_end(name: str) -> None:
    """At the table, with nobody at the keyboard; the result stands at the end."""
    bots = [part for seat in ("red", "blue") for part in ("--bot", f"{seat}=random")]
    text = good("play", "--game", name, "--players", "2", *bots, "--seed", "2", "--plain")
    assert " wins with " in text
    assert not KEYS.search(text) and "{" not in text


@every_game
@pytest.mark.parametrize("bot", ["random", "greedy"])
def test_it_is_simulated(name: str, bot: str) -> None:
    """The numbers of players are those of the game."""
    low, high = info(name).players
    found = json.loads(good("simulate", "--game", name, "-n", "2", "-p", f"{low}..{high}", "--bot", bot, "--json"))
    assert found["games"] == 2 and found["seats"]["red"]["mean"] > 0


@every_game
def test_its_ways_are_counted(name: str) -> None:
    """Two decisions deep; the counts grow."""
    text = good("perft", "--game", name, "-d", "2", "--seed", "1")
    first, second = (int(line.split()[1]) for line in text.splitlines()[-2:])
    assert 0 < first < second


@every_game
def test_its_tiles_and_rules_are_shown(name: str) -> None:
    """Every tile by its name, every rule by its number."""
    text = " ".join(good("tiles", name, "--plain").split())
    assert all(tile.id in text for tile, _ in Setup(game=name).tile_list())
    spec = read_spec(specs()[name])
    shown = good("rules", name)
    assert all(entry.id in shown for entry in spec.entries)
    assert good("rules", spec.entries[0].id).split()[0] == spec.entries[0].id


@every_game
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_whole_game_is_replayed_in_words(name: str, language: str, tmp_path: Path) -> None:
    """Every event and score has a sentence in every language."""
    path = tmp_path / "game.aude"
    path.write_text(played(name).record, encoding="utf-8")
    text = good("replay", str(path), "--plain", "--lang", language)
    assert not KEYS.search(text) and "{" not in text and "_" not in text.replace(f"{name}/", "")
    facts = json.loads(good("replay", str(path), "--json"))
    assert facts["over"] and facts["scores"] == played(name).scores


# -- records and looks ------------------------------------------------------------------------------------------------
@every_game
def test_a_record_is_read_back(name: str) -> None:
    """The same moves, the same end; and from a snapshot in the middle the same options."""
    game = played(name)
    assert Game.read(game.record) == game
    middle = game.at(len(game.moves) // 2)
    again = Game(game.setup, deal=False)
    again.restore(middle.to_bytes())
    assert again == middle and again.options == middle.options


@every_game
def test_every_moment_can_be_looked_at(name: str) -> None:
    """As a drawing and as sentences, in every language; the score if the game ended now is never below the score."""
    game = played(name)
    for number in range(0, len(game.moves), 25):
        moment = game.at(number)
        assert all(now >= moment.scores[seat] for seat, now in moment.if_ended_now.items())
        for language in LANGUAGES:
            assert "{" not in draw(moment) and not KEYS.search(describe(moment, moment.texts(language)))


@every_game
def test_every_question_and_option_has_a_sentence(name: str) -> None:
    """Of everything that was asked and could be chosen in a game."""
    game = played(name)
    moment = game.at(0)
    for move in game.moves:
        for language in LANGUAGES:
            texts = moment.texts(language)
            assert texts.has(f"steps.{moment.step}"), moment.step
            for option in moment.options[:4]:
                sentence = option.sentence(texts)
                assert "{" not in sentence and not KEYS.search(sentence)
        moment.play(move.text, move.seat)


@every_game
def test_greedy_beats_random_at_it(name: str) -> None:
    """The bot knows no rule, only the score if the game ended now."""
    plan = Plan(Setup(game=name), seed=1, bots={"red": "greedy", "blue": "random"})
    found = play(plan, range(30 if SOAK else 6))
    assert found.seats["red"].wins >= 0.8 * (30 if SOAK else 6)
