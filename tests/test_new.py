"""`aude new`: typed answers become a file; wrong ones are told, and nothing is written over."""

from __future__ import annotations

from dataclasses import replace
from pathlib import Path

import pytest

from aude import Game, Setup
from aude.formats.presets import PRESETS, load
from aude.formats.setupfile import load_setup, write_setup
from terminal import good, run, said

QUESTIONS = 12  # before the file, if there is no order


@pytest.fixture(autouse=True)
def english(monkeypatch: pytest.MonkeyPatch, tmp_path: Path) -> None:
    monkeypatch.chdir(tmp_path)  # whatever is typed as a file's name lands there
    for name in ("AUDE_LANG", "LC_ALL", "LC_MESSAGES", "LANG"):
        monkeypatch.delenv(name, raising=False)


def typed(file: Path, *lines: str, lang: str = "en") -> tuple[str, Setup]:
    """What is said to these answers, with Enter for all that follow, and the set-up that was written."""
    lines = (*lines, *[""] * (QUESTIONS + 1))
    text = good("new", str(file), "--plain", "--lang", lang, typed="\n".join(lines) + "\n")
    return said(text), load_setup(file)


def test_enter_takes_what_is_usual(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    text, setup = typed(file)
    assert setup == Setup() and f"Written: {file}. Play it with: aude play --setup {file}" in text
    assert file.read_text(encoding="utf-8") == write_setup(Setup())


def test_every_question_is_taken_down(tmp_path: Path) -> None:
    answers = (
        "base", "1, traders_and_builders", "ada, bo, cy", "BO=greedy", "farmers", "tiny_city=on first_player=seat1",
        "meeple=5", "base=2, tunnel=1", "", "base/RRRR, base/CFFF", "none", "7", "Our evening",
    )  # fmt: skip
    _, setup = typed(tmp_path / "mine.toml", *answers)
    assert setup == Setup(
        boxes=("inns_and_cathedrals", "traders_and_builders"),
        players=("ada", "bo", "cy"),
        options={"tiny_city": "on", "first_player": "seat1"},
        without=("farmers",),
        figures={"meeple": 5},
        tiles={"base": 2, "tunnel": 1},
        order=("base/RRRR", "base/CFFF"),
        rest="none",
        seed=7,
        bots={"bo": "greedy"},
        title={"en": "Our evening"},
    )
    assert Game(setup).tile == "base/RRRR"


def test_wrong_answers_are_told_and_asked_for_again(tmp_path: Path) -> None:
    text, setup = typed(
        tmp_path / "mine.toml",
        "frist_game", "", "rver", "river, anniversary_river", "river", "9", "2nd", "3", "green=gredy", "white=greedy",
        "green=random", "farmer", "", "tiny_city", "tiny_city=no", "", "meeple=x", "meeple=31", "", "count=1",
        "base=99", "tunnel=1", "", "base/RRR", "base/RRRR, base/RRRR", "base/RRRR", "some", "random", "-3", "4",
    )  # fmt: skip
    for says in (
        "there is no set-up 'frist_game'; set-ups: first_game, base",
        "there is no box 'rver'; did you mean 'river'? Nothing has changed.",
        "the boxes river and anniversary_river cannot be in one game. Nothing has changed.",
        "9 players: there can be at most 6.",
        "'2nd' cannot be a seat's name: it must begin with a letter",
        "there is no bot 'gredy'; bots: "
        "random, beginner, friendly, greedy, casual, club, expert, master (did you mean 'greedy'?)",
        "there is no seat 'white'; seats: red, blue, green",
        "there is no element 'farmer'",
        "write it as KEY=VALUE",
        "option tiny_city: 'no' is not valid; values: off, on",
        "'x' is not a number",
        "figures meeple: 31; must be 0 to 30",
        "tiles base: 99 copies; must be 0 to 20",
        "order: 'base/RRR' is not among the tiles",
        "order: it names 2 of base/RRRR, but only 1 can be drawn",
        "rest: 'some' is not valid; values: random, none",
        "seed: -3: must be a whole number from 0",
    ):
        assert says in text
    assert setup == Setup(
        boxes=("river",), players=("red", "blue", "green"), bots={"green": "random"}, tiles={"tunnel": 1},
        order=("base/RRRR",), seed=4,
    )  # fmt: skip


def test_going_back_forgets_the_answer(tmp_path: Path) -> None:
    text, setup = typed(tmp_path / "a.toml", "back", "", "river", "back", "abbot", "4", "back", "back", "", "3")
    assert text.count("This is the first question.") == 1
    assert setup == Setup(players=("red", "blue", "green")) and "[abbot]" not in text


@pytest.mark.parametrize(
    ("lang", "back", "quit_", "nothing", "explains"),
    [
        ("en", "back", "quit", "Nothing was written.", "Names in small letters"),
        ("nl", "terug", "sluit", "Er is niets geschreven.", "Namen in kleine letters"),
        ("nb", "tilbake", "slutt", "Ingenting ble skrevet.", "Navn med små bokstaver"),
    ],
)
def test_in_each_language(tmp_path: Path, lang: str, back: str, quit_: str, nothing: str, explains: str) -> None:
    """`?` explains, and whoever leaves has written nothing."""
    file = tmp_path / "a.toml"
    result = run("new", str(file), "--lang", lang, typed=f"\n\n?\n{back}\nriver\n?\n{quit_}\n")
    assert result.exit_code == 0 and said(result.stdout).count(explains) == 2
    assert said(result.stdout).endswith(nothing) and not file.exists()
    assert "cli.new" not in result.stdout
    _, setup = typed(file, *[""] * (QUESTIONS - 1), "Ons spel", lang=lang)
    assert setup.title == {lang: "Ons spel"}


def test_every_question_explains_itself(tmp_path: Path) -> None:
    lines = (*["?", ""] * 9, "?", "base/RRRR", "?", "", "?", "")
    text, _ = typed(tmp_path / "a.toml", *lines, "?")
    for says in (
        "12 puzzle.",
        "Possible: farmers.",
        "Possible: random, beginner, friendly, greedy, casual, club, expert, master.",
        "tiny_city=off|on",
        "Possible: meeple=7.",
        "traders_builders",
        "Lines such as 'lay base/FRRR 1,0 turn 90'",
        "base/FRRR,",
        "Possible: random, none.",
        "duplicate play",
        "A title for people",
    ):
        assert says in text
    assert "cli.new" not in text


def test_a_position_comes_from_a_file(tmp_path: Path) -> None:
    """What is wrong in it is told with its line; the one of a preset stays, or goes with 'none'."""
    right, wrong = tmp_path / "position.txt", tmp_path / "wrong.txt"
    right.write_text("lay base/FRRR 1,0\npoints red 12\n", encoding="utf-8")
    wrong.write_text("points red 12\nlay base/FRRX 1,0\n", encoding="utf-8")
    before = [""] * 8
    text, setup = typed(tmp_path / "a.toml", *before, "nowhere.txt", str(wrong), f'"{right}"')
    assert "'nowhere.txt' cannot be read: no such file" in text
    assert "line 2: there is no tile 'base/FRRX' in this game" in text
    assert setup.position == "lay base/FRRR 1,0\npoints red 12" and Game(setup).scores["red"] == 12
    text, setup = typed(tmp_path / "b.toml", "puzzle", *before[1:])
    assert "[as it is]" in text and setup.position == load("puzzle").position != ""
    assert typed(tmp_path / "c.toml", "puzzle", *before[1:], "none")[1].position == ""


def test_a_file_is_not_lost_without_leave(tmp_path: Path) -> None:
    old, other = tmp_path / "old.toml", tmp_path / "other.toml"
    old.write_text("mine", encoding="utf-8")
    lines = [*[""] * QUESTIONS, "what?", "no", "?", str(tmp_path / "no" / "where.toml"), str(other)]
    text = said(good("new", str(old), "--plain", typed="\n".join(lines) + "\n"))
    assert old.read_text(encoding="utf-8") == "mine" and load_setup(other) == Setup()
    assert "yes replaces its contents" in text and "cannot be written: no such file" in text
    good("new", str(old), "--plain", typed="\n" * QUESTIONS + "yes\n")
    assert load_setup(old) == Setup()


def test_without_a_keyboard_nothing_is_written(tmp_path: Path) -> None:
    file = tmp_path / "a.toml"
    for count in range(QUESTIONS):
        assert said(good("new", str(file), typed="\n" * count)).endswith("Nothing was written.")
    assert not file.exists()


@pytest.mark.parametrize("name", PRESETS)
def test_from_every_preset(tmp_path: Path, name: str) -> None:
    """Enter to everything writes the preset itself, but for its title."""
    _, setup = typed(tmp_path / "a.toml", name)
    assert setup == replace(load(name), title={})


def test_from_a_file_of_ones_own(tmp_path: Path) -> None:
    file = tmp_path / "mine.toml"
    mine = Setup(players=("ada", "bo"), bots={"bo": "random"}, title={"en": "Mine", "nl": "Van mij"}, seed=3)
    file.write_text(write_setup(mine), encoding="utf-8")
    _, setup = typed(tmp_path / "next.toml", str(file), "", "ada, cy")
    assert setup == Setup(players=("ada", "cy"), title=mine.title, seed=3)
