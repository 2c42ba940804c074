"""The table in sentences says what the plain table in the terminal says, and lists all that may be chosen."""

from __future__ import annotations

from io import StringIO

import pytest

from aude.game.game import GameCore
from aude.server.spoken import words_of
from aude.tables.view import Picture
from aude.terminal.prompts import Prompter
from aude.wire import Act, Confirm, InWords
from hands import Hands, begun

SETUPS: dict[str, list[str]] = {
    "base": [],
    "the first boxes": ["inns_and_cathedrals", "traders_and_builders", "princess_and_dragon", "tower", "river"],
    "bids, bridges and hills": ["bridges_castles_and_bazaars", "abbey_and_mayor", "count"],
}


def heard(hands: Hands, person: str, language: str = "en") -> InWords:
    assert hands.table.game is not None
    return words_of(Picture(hands.table), hands.table.game, person, language)


def plain(game: GameCore, language: str = "en") -> str:
    """What the plain table in the terminal prints at this moment."""
    page = StringIO()
    Prompter(game, language=language, plain=True, out=page).pose()
    return page.getvalue()


@pytest.mark.parametrize("boxes", SETUPS.values(), ids=SETUPS)
def test_all_that_may_be_chosen_is_said_in_the_words_of_the_plain_table(boxes: list[str]) -> None:
    setup = {"players": ["red", "blue"], "boxes": boxes, "options": {"first_player": "seat1"}}
    hands = begun(setup=setup)
    table = hands.table
    for number in range(60):
        assert table.game is not None
        person, seat = (("ada", "red"), ("bo", "blue"))[table.waiting == "blue"]
        if table.confirming is not None:
            hands.do(person, Confirm(seat, table.position))
            continue
        told = heard(hands, person)
        question = Picture(table).question(person, "en")
        assert question is not None
        offered = [(seat, offer.action) for seat, offers in question.offers.items() for offer in offers]
        answers = [(answer.seat, answer.action) for choice in told.choices for answer in choice.answers]
        assert sorted(map(repr, answers)) == sorted(map(repr, offered))
        shown = plain(table.game)
        assert all(choice.text in shown for choice in told.choices), told.choices
        assert told.turn[0] in shown and told.turn[-1] == question.text and told.turn[1].startswith("Red: ")
        chosen = answers[number % len(answers)][1]
        if isinstance(chosen.get("number"), dict):
            chosen = {**chosen, "number": chosen["number"]["low"]}
        hands.do(person, Act(seat, chosen, table.position))


def test_whoever_is_not_asked_hears_the_table_and_may_choose_nothing() -> None:
    hands = begun()
    asked, waits, guest = heard(hands, "ada"), heard(hands, "bo"), heard(hands, "")
    assert asked.choices and not waits.choices and not guest.choices
    assert asked.turn == waits.turn == guest.turn and asked.board == waits.board


def test_sentences_are_in_the_language_of_whoever_listens() -> None:
    hands = begun()
    assert heard(hands, "ada", "nl").turn[-1] == "Waar komt de tegel te liggen?"
    assert heard(hands, "ada", "nb").board != heard(hands, "ada", "en").board


@pytest.mark.parametrize("purist", [False, True])
def test_purists_hear_what_lies_there_and_count_for_themselves(purist: bool) -> None:
    """Red stands on a field, and lays the other end of a road."""
    tiles = {"base": 0, "base/CRFR-rEW": 1, "base/RRRR": 9}
    hands = begun(
        setup={"players": ["red", "blue"], "tiles": tiles, "options": {"first_player": "seat1"}}, purist=purist
    )
    first = heard(hands, "ada").choices[0].answers[0]
    hands.do("ada", Act("red", first.action, hands.table.position))
    farmer = next(one for one in heard(hands, "ada").choices if "field" in one.text).answers[0]
    hands.do("ada", Act("red", farmer.action, hands.table.position))
    hands.do("ada", Confirm("red", hands.table.position))
    told = heard(hands, "bo")
    said = " ".join([*told.board, *(choice.text for choice in told.choices)])
    assert "Field from" in said and "completes road of 2" in said
    assert ("worth" in said, "points" in said) == (not purist, not purist)
