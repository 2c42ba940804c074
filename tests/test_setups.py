"""Set-ups with a name, set-ups on the command line, and what docs/setups.md says about the format."""

from __future__ import annotations

import json
import re
from pathlib import Path

import pytest

from aude import Game, Setup, Unreadable
from aude.catalog.boxes import expansions
from aude.catalog.presets import HERE as PRESET_FOLDER
from aude.catalog.texts import LANGUAGES
from aude.formats import presets as setups
from aude.formats.setupfile import FIELDS, read_setup, write_setup
from terminal import bad, good, said

DOCS = Path(__file__).parents[1] / "docs" / "setups.md"


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch) -> None:
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


# -- presets ----------------------------------------------------------------------------------------------------------
def test_every_file_is_a_preset_and_every_preset_a_file() -> None:
    assert sorted(path.stem for path in PRESET_FOLDER.glob("*.toml")) == sorted(setups.PRESETS)


@pytest.mark.parametrize("name", setups.PRESETS)
def test_a_preset_has_a_title_in_each_language_and_can_be_played(name: str) -> None:
    setup = setups.load(name)
    assert sorted(setup.title) == sorted(LANGUAGES)
    assert len({setups.title_of(setup, language) for language in LANGUAGES}) == 3
    game = Game(setup, seed=2)
    while not game.over and len(game.moves) < 60:
        option = game.options[-1]
        game.play(option if option.low is None else option.at(option.low))
    assert Game.read(game.record) == game


def test_what_the_presets_are() -> None:
    assert setups.load("base") == Setup(title=setups.load("base").title)
    assert setups.load("first_game").without == ("farmers",)
    assert setups.load("expansions_1_2").boxes == ("inns_and_cathedrals", "traders_and_builders")
    assert setups.load("everything").boxes == expansions("carcassonne")
    assert setups.load("wheel_alone").tiles == {"base": 0}
    assert setups.load("the_city").game == "the_city"
    big = Game(setups.load("big_landscape"), deal=False)
    assert sum(big.tiles_left.values()) == 143 and big.supply["red"] == {"meeple": 10}
    more = Game(setups.load("more_tiles"), deal=False)
    assert sum(more.tiles_left.values()) > 71 and len(more.rules.parts) == 1


def test_the_puzzle_has_one_solution() -> None:
    puzzle = Game(setups.load("puzzle"))
    ends: list[tuple[str, Game]] = []
    for placing in puzzle.options:
        game = puzzle.copy()
        game.play(placing)
        ends += [(placing.text, game)] if game.over else []
        for deploying in game.options:
            end = game.copy()
            end.play(deploying)
            ends.append((placing.text, end))
    assert all(end.over for _, end in ends)
    won = [text for text, end in ends if end.winners == ["red"]]
    lost = sum(end.winners == ["blue"] for _, end in ends)
    assert won == ["place 0,-2 turn 180"] and lost == 24


def test_a_name_that_is_not_there() -> None:
    with pytest.raises(Unreadable, match=r"there is no set-up 'frist_game'; set-ups: first_game, .*\(did you mean"):
        setups.load("frist_game")


# -- the command line -------------------------------------------------------------------------------------------------
def test_the_list() -> None:
    for language, says in (("en", "The base game, with farmers"), ("nl", "Het basisspel"), ("nb", "Grunnspillet")):
        text = good("setups", "--lang", language)
        assert all(name in text for name in setups.PRESETS) and says in text and "cli." not in text
    facts = json.loads(good("setups", "--json"))
    assert list(facts) == list(setups.PRESETS) and facts["big_landscape"]["tiles"] == {"base": 2}
    assert read_setup(good("setups", "puzzle")) == setups.load("puzzle")
    assert json.loads(good("setups", "puzzle", "--json"))["rest"] == "none"
    assert "there is no set-up 'puzle'" in bad("setups", "puzle")


@pytest.fixture
def mine(tmp_path: Path) -> Path:
    file = tmp_path / "mine.toml"
    setup = Setup(
        players=("ada", "bo", "cy"), bots={"bo": "greedy"}, seed=5, order=("base/RRRR",), position="points cy 9"
    )
    file.write_text(write_setup(setup), encoding="utf-8")
    return file


def test_play_a_file(mine: Path, tmp_path: Path) -> None:
    saved = tmp_path / "game.aude"
    good("play", "--setup", str(mine), "--plain", typed=f"save {saved}\nquit\n")
    game = Game.read(saved.read_text(encoding="utf-8"))
    assert game.seats == ("ada", "bo", "cy") and game.seed == 5 and game.tile == "base/RRRR"
    assert game.scores["cy"] == 9 and "# bots bo=greedy\n" in saved.read_text(encoding="utf-8")
    text = said(good("play", "--setup", "first_game", "--plain", "--lang", "nl", typed="sluit\n"))
    assert "Eerste spel: het basisspel zonder boeren" in text and "blauw (greedy)" in text
    text = said(good("play", "--setup", "first_game", "--plain", "--boxes", "river", typed="quit\n"))
    assert "First game" not in text and "With The River." in text
    text = said(good("play", "--setup", str(mine), "--plain", "--seed", "6", "--bot", "cy=random", typed="quit\n"))
    assert "At the table: ada, bo (greedy), cy (random)" in text and "Seed 6" in text


def test_flags_add_to_a_set_up(tmp_path: Path) -> None:
    saved = tmp_path / "game.aude"
    good(
        "play", "--setup", "first_game", "--boxes", "abbot,river", "--players", "ada,bo", "-o", "tiny_city=on",
        "--figures", "meeple=4", "--copies", "base=2", "--seed", "3", "--plain", typed=f"save {saved}\nquit\n",
    )  # fmt: skip
    game = Game.read(saved.read_text(encoding="utf-8"))
    assert game.setup.boxes == ("abbot", "river") and game.setup.without == ("farmers",)
    assert game.setup.options == {"tiny_city": "on"} and game.setup.tiles == {"base": 2}
    assert game.seats == ("ada", "bo") and game.seed == 3 and game.supply["bo"]["meeple"] == 4
    assert "bots" not in saved.read_text(encoding="utf-8")


def test_simulate_and_perft_take_set_ups(mine: Path) -> None:
    facts = json.loads(good("simulate", "-n", "4", "--setup", "puzzle", "--json"))
    assert facts["turns"]["mean"] == 1 and facts["unplaceable"]["max"] == 0 and set(facts["seats"]) == {"red", "blue"}
    facts = json.loads(good("simulate", "-n", "2", "--setup", str(mine), "--json"))
    assert list(facts["seats"]) == ["ada", "bo", "cy"] and facts["seed"] == 5
    assert facts["seats"]["cy"]["min"] >= 9
    facts = json.loads(good("simulate", "-n", "3", "--setup", "first_game", "-p", "4", "--json"))
    assert len(facts["seats"]) == 4
    facts = json.loads(good("perft", "--setup", "puzzle", "-d", "2", "--json"))
    assert facts["tiles"] == ["base/CCFC-cNEW"] and [ply["ways"] for ply in facts["plies"]] == [13, 25]
    assert json.loads(good("perft", "--setup", str(mine), "-d", "1", "--json"))["tiles"][0] == "base/RRRR"


@pytest.mark.parametrize("command", ["play", "simulate", "perft"])
def test_mistakes_on_the_command_line(command: str, tmp_path: Path) -> None:
    wrong = tmp_path / "wrong.toml"
    wrong.write_text('version = 1\nboxes = ["rver"]', encoding="utf-8")
    assert (
        bad(command, "--setup", str(wrong)) == "aude: wrong.toml: boxes: there is no box 'rver'; did you mean 'river'?"
    )
    assert "there is no set-up 'bse'; set-ups: " in bad(command, "--setup", "bse")
    assert "cannot be read: no such file" in bad(command, "--setup", str(tmp_path / "none.toml"))
    assert "--game: the set-up already says which game it is" in bad(command, "--setup", "base", "--game", "the_city")


def test_what_cannot_stand_beside_a_set_up(tmp_path: Path) -> None:
    record = tmp_path / "game.aude"
    record.write_text(Game(seed=1).record, encoding="utf-8")
    assert "a saved game has its own set-up" in bad("play", "--load", str(record), "--setup", "base")
    assert "leave --tiles out" in bad("perft", "--setup", "puzzle", "--tiles", "base/RRRR")


# -- the page ---------------------------------------------------------------------------------------------------------
def test_the_examples_of_the_page_can_be_read() -> None:
    examples = re.findall(r"^```toml\n(.*?)^```$", DOCS.read_text(encoding="utf-8"), re.MULTILINE | re.DOTALL)
    assert len(examples) >= 4
    for example in examples:
        setup = read_setup(example)
        assert read_setup(write_setup(setup)) == setup
        game = Game(setup)
        assert Game.read(game.record) == game


def test_the_page_tells_every_field_and_every_preset() -> None:
    page = DOCS.read_text(encoding="utf-8")
    assert [field for field in FIELDS if f"| `{field}` |" not in page] == []
    assert [name for name in setups.PRESETS if f"`{name}`" not in page] == []
