"""The worked examples on the board, and the guided first game."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

from aude.api import Game
from aude.catalog import rulebook
from aude.catalog.texts import LANGUAGES
from aude.errors import AudeError
from aude.server.examples import example, example_svg, examples, lesson, list_of, record_of_example
from aude.tables.refusal import Refusal

# Of which a record can show only the table: no published tile shows 0 on the wheel, and invented tiles are code.
ONLY_THE_TABLE = ["EX-WOF-01"]
SCENARIOS = sorted({path for _, paths in examples().values() for path in paths})


def test_every_example_can_be_looked_at() -> None:
    """If this fails: write a record into `scenarios` of the box, with a comment that names the example."""
    missing = {entry.id for entry in rulebook.entries().values() if entry.kind == "example"} - set(examples())
    assert not missing
    assert next(iter(examples())) == "EX-BASE-01"


@pytest.mark.parametrize("path", SCENARIOS, ids=lambda path: f"{path.parent.parent.name}/{path.stem}")
def test_the_records_are_as_they_say(path: Path) -> None:
    """Reading plays them, and checks what happens, what may be chosen and what may not."""
    assert Game.read(path.read_text(encoding="utf-8")).board.tiles


def test_what_a_record_says_may_be_chosen_is_checked() -> None:
    """With `?` and `!` exchanged, the record of EX-BASE-02 is wrong."""
    record = record_of_example("EX-BASE-02")
    for right, wrong in (("? deploy", "! deploy"), ("! deploy", "? deploy")):
        with pytest.raises(AudeError, match=r"line 1[01]"):
            Game.read(record.replace(right, wrong))


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_told_in_turns(language: str) -> None:
    listed = {one.id: one for one in list_of(language)}
    assert list(listed) == list(examples())
    for id, one in listed.items():
        told = example(id, language)
        assert told.cases and told.text == one.text
        assert [line for turns in told.cases for turn in turns for line in turn if not line] == []


@pytest.mark.parametrize("language", LANGUAGES)
def test_an_example_that_no_game_comes_to_says_why(language: str) -> None:
    told = {id: example(id, language) for id in examples()}
    assert [id for id, one in told.items() if one.remark] == ONLY_THE_TABLE
    assert all(told[id].cases == [[]] for id in ONLY_THE_TABLE)
    assert example_svg("EX-WOF-01", 0, False, language).startswith(b"<svg")


def test_an_example_says_what_happens() -> None:
    told = example("EX-BASE-01", "en")
    [turns] = told.cases
    assert len(turns) == 2
    assert turns[0] == ["red lays a tile at 1,0, turned 0 degrees", "red puts a meeple on road W at 1,0"]
    assert any(line.startswith("red scores 3") for line in turns[1])


def test_an_example_says_what_may_and_may_not_be_chosen() -> None:
    """EX-BASE-02: the city is offered, the road is refused, with the number of the rule."""
    [turns] = example("EX-BASE-02", "en").cases
    may, may_not = turns[-1][-2:]
    assert may.startswith("blue may now choose: ") and "put a meeple on the city" in may
    assert "deploy meeple road" in may_not and "BASE-" in may_not


def test_an_example_may_have_several_cases() -> None:
    assert len(example("EX-KR-02", "nl").cases) == 4


@pytest.mark.parametrize("id", list(examples()))
def test_the_pictures_of_a_case_show_the_same_cells(id: str) -> None:
    step = 0
    for turns in example(id, "en").cases:
        pictures = [example_svg(id, step + number, False, "en") for number in (0, len(turns))]
        views = {picture.split(b'viewBox="', 1)[1].split(b'"', 1)[0] for picture in pictures}
        assert len(views) == 1
        step += len(turns) + 1
    with pytest.raises(Refusal):
        example_svg(id, step, False, "en")


def test_the_picture_of_a_turn_shows_what_it_laid_and_scored() -> None:
    before, after = (example_svg("EX-BASE-05", turn, False, "en").decode() for turn in (4, 5))
    framed, points = re.compile(r'data-layer="last" data-seat="(\w+)"'), re.compile(r'data-points="(\w+)"')
    assert framed.findall(before) == ["yellow"] and points.findall(before) == []
    assert framed.findall(after) == ["red"] and points.findall(after) == ["red", "yellow"]
    assert re.findall(r'data-scored="(\w+)"', after) == ["road"]


def test_what_cannot_be_shown_is_refused() -> None:
    with pytest.raises(Refusal):
        example("EX-NONE-01", "en")
    for step in (-1, 3):
        with pytest.raises(Refusal):
            example_svg("EX-BASE-01", step, False, "en")


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_lesson_has_twelve_steps_with_a_picture_each(language: str) -> None:
    told = lesson(language)
    assert len(told.steps) == 12
    for step in told.steps:
        assert step.title and step.text
        assert example_svg(step.example, step.shows, False, language).startswith(b"<svg")
