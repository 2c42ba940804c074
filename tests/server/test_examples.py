"""The worked examples on the board, and the guided first game."""

from __future__ import annotations

import pytest

from aude.catalog.texts import LANGUAGES
from aude.server.examples import example, example_svg, examples, lesson, list_of
from aude.tables.refusal import Refusal


def test_examples_come_from_the_records_of_the_tests() -> None:
    found = examples()
    assert len(found) >= 38
    assert found["EX-TOW-03"][0] == "tower"
    assert {"carcassonne", "inns_and_cathedrals", "tower", "the_city", "catapult"} <= {box for box, _ in found.values()}
    assert next(iter(found)) == "EX-BASE-01"


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_example_is_told_in_turns(language: str) -> None:
    listed = {one.id: one for one in list_of(language)}
    assert list(listed) == list(examples())
    for id, one in listed.items():
        told = example(id, language)
        assert told.steps and told.text == one.text
        assert [line for step in told.steps for line in step if "/" in line or not line] == []


def test_an_example_says_what_happens() -> None:
    told = example("EX-BASE-01", "en")
    assert len(told.steps) == 2
    assert told.steps[0] == ["red lays a tile at 1,0, turned 0 degrees", "red puts a meeple on road W at 1,0"]
    assert any(line.startswith("red scores 3") for line in told.steps[1])


@pytest.mark.parametrize("id", list(examples()))
def test_every_turn_has_a_picture_of_the_same_size(id: str) -> None:
    pictures = [example_svg(id, step, False, "en") for step in range(len(example(id, "en").steps) + 1)]
    views = {picture.split(b'viewBox="', 1)[1].split(b'"', 1)[0] for picture in pictures}
    assert len(views) == 1


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
