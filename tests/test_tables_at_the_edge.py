"""The rules of a table where they are stretched: clocks that would be milked, people who are gone, keys without end."""

from __future__ import annotations

import msgspec
import pytest

from aude.tables.clocks import DAY, Clocks
from aude.tables.deciding import rematch_id, rematch_of
from aude.tables.rows import Opened, TookBack
from aude.tables.table import MAX_KEYS
from aude.tables.view import about
from aude.wire import (
    Act,
    AnswerTakeBack,
    AnyCommand,
    AskTakeBack,
    Clock,
    Confirm,
    Do,
    Leave,
    NewTable,
    Pause,
    Rematch,
    Resign,
    Say,
    Sit,
    Start,
    Undo,
)
from hands import Hands, begun, entropy_of, first_of, refusal

CHESS = Clock("chess", minutes=1, increment=5)


def whole_turn(hands: Hands, person: str, seat: str) -> None:
    table = hands.table
    while table.waiting == seat and table.confirming is None:
        hands.do(person, Act(seat, first_of(table, seat), table.position))
    if table.confirming == seat:
        hands.do(person, Confirm(seat, table.position))


# -- clocks -----------------------------------------------------------------------------------------------------------
def test_whoever_plays_against_a_bot_gains_the_increment_too() -> None:
    hands = Hands(NewTable(setup={"options": {"first_player": "seat1"}}, bots={"blue": "club"}, clock=CHESS))
    hands.do("ada", Sit("red", "ab"))
    hands.do("ada", Start())
    before = hands.now
    whole_turn(hands, "ada", "red")
    assert hands.table.clocks.running is None
    assert hands.table.clocks.remaining["red"] == 60_000 - (hands.now - before) + 5000


def test_a_pause_gives_nobody_time() -> None:
    hands = begun(clock=CHESS)
    hands.do("ada", Pause(True))
    hands.do("ada", Pause(False))
    assert hands.table.clocks.remaining["red"] == 59_000


def test_a_pause_does_not_begin_the_days_anew() -> None:
    hands = begun(clock=Clock("days", days=2))
    hands.do("ada", Pause(True), after=DAY)
    hands.do("bo", Pause(False), after=DAY)
    assert hands.table.clocks.remaining["red"] == DAY


def test_whoever_is_asked_during_a_pause_has_all_the_days() -> None:
    """Bo has an hour left of his last turn; Ada gives up while the game is paused, and Bo is asked again."""
    hands = begun(("ada", "bo", "cy"), clock=Clock("days", days=2))
    whole_turn(hands, "ada", "red")
    hands.tick(2 * DAY - 3_600_000)
    for person, seat in (("bo", "blue"), ("cy", "green")):
        whole_turn(hands, person, seat)
    while hands.table.confirming is None:
        hands.do("ada", Act("red", first_of(hands.table, "red"), hands.table.position))
    hands.do("cy", Pause(True))
    hands.do("ada", Resign("red"))
    assert hands.table.clocks.running is None
    hands.do("cy", Pause(False), after=30 * DAY)
    assert hands.table.clocks.running == "blue" and hands.table.clocks.remaining["blue"] == 2 * DAY
    assert hands.rebuilt().clocks.remaining == hands.table.clocks.remaining


def test_nobody_gains_time_by_taking_back_and_choosing_again() -> None:
    """Within Red's turn Blue is asked, and Red takes the choice back that led to it, again and again."""
    clocks = Clocks(CHESS, ["red", "blue"])
    clocks.wait_for("red", 0, moved=True)
    for _ in range(5):
        clocks.wait_for("blue", 0, moved=True)
        assert clocks.remaining == {"red": 65_000, "blue": 60_000}
        clocks.give_back("red")
        clocks.wait_for("red", 0, moved=False)
        assert clocks.remaining == {"red": 60_000, "blue": 60_000}


def test_an_interruption_that_is_taken_back_costs_nothing() -> None:
    position = "stand blue meeple prison red\npoints blue 10\nturn red"
    hands = begun(clock=CHESS, setup={"boxes": ["tower"], "position": position})
    table = hands.table
    hands.do("bo", Act("blue", {"verb": "ransom", "figure": "meeple", "captor": "red"}, table.position))
    hands.do("bo", Undo("blue", table.position))
    assert table.clocks.remaining["blue"] == 60_000 and table.clocks.running == "red"


def test_a_newcomer_knows_since_when_a_clock_runs() -> None:
    hands = begun(clock=CHESS)
    told = about(hands.table)
    assert told.running == "red" and told.since == hands.now
    hands.do("ada", Pause(True))
    assert about(hands.table).since is None


@pytest.mark.parametrize("what", ["confirm", "undo", "ask", "answer"])
def test_while_a_game_is_paused_it_goes_neither_on_nor_back(what: str) -> None:
    hands = begun()
    table = hands.table
    start = table.position
    while table.confirming is None:
        hands.do("ada", Act("red", first_of(table, "red"), table.position))
    if what == "answer":
        hands.do("ada", AskTakeBack("red", start))
    hands.do("bo", Pause(True))
    commands: dict[str, AnyCommand] = {
        "confirm": Confirm("red", table.position),
        "undo": Undo("red", table.position),
        "ask": AskTakeBack("red", start),
        "answer": AnswerTakeBack(True),
    }
    assert refusal(hands, "bo" if what == "answer" else "ada", commands[what]).code == "paused"


# -- people -----------------------------------------------------------------------------------------------------------
def test_nobody_who_is_gone_becomes_the_host() -> None:
    hands = begun()
    hands.come("cy")
    hands.do("bo", Leave())
    assert hands.table.state == "over"
    hands.do("ada", Leave())
    assert hands.table.host == "cy"
    hands.do("cy", Rematch())
    rows = rematch_of(hands.table, entropy_of(1))
    assert isinstance(rows[0], Opened) and rows[0].person == "cy"


def test_whoever_left_comes_back_to_look_on() -> None:
    hands = begun(("ada", "bo", "cy"))
    hands.do("cy", Leave())
    assert refusal(hands, "cy", Say("hello")).code == "not_here"
    hands.come("cy")
    hands.do("cy", Say("hello"))
    assert refusal(hands, "cy", Resign("green")).code == "not_your_seat"


def test_whoever_asks_to_go_back_may_think_better_of_it() -> None:
    hands = begun()
    start = hands.table.position
    whole_turn(hands, "ada", "red")
    hands.do("ada", AskTakeBack("red", start))
    hands.do("ada", AnswerTakeBack(False))
    assert hands.table.take_back is None and hands.table.position > start


def test_a_person_with_two_seats_resigns_one_and_plays_the_other() -> None:
    hands = begun(("ada", "bo", "ada"))
    hands.do("ada", Resign("red"))
    assert hands.table.state == "running" and hands.table.seats_of("ada") == ["green"]
    hands.do("ada", Leave())
    assert hands.table.ended is not None and hands.table.ended.winners == ["blue"]


def test_bots_need_not_agree_to_a_take_back_and_play_on_after_it() -> None:
    hands = Hands(NewTable(setup={"options": {"first_player": "seat1"}}, bots={"blue": "club"}))
    hands.do("ada", Sit("red", "ab"))
    hands.do("ada", Start())
    table = hands.table
    start = table.position
    whole_turn(hands, "ada", "red")
    while table.bot_to_act is not None:
        hands.bot("blue")
    assert hands.do("ada", AskTakeBack("red", start)) == [TookBack("red", start)]
    assert table.waiting == "red" and table.bot_to_act is None
    whole_turn(hands, "ada", "red")
    assert table.bot_to_act == ("blue", "club")
    assert hands.rebuilt().game == table.game


# -- the shuffle ------------------------------------------------------------------------------------------------------
def test_secret_and_contributions_are_told_when_the_game_is_over() -> None:
    hands = begun()
    told = about(hands.table).shuffle
    assert told.secret is None and told.contributions == [] and told.commitment
    hands.do("ada", Resign("red"))
    told = about(hands.table).shuffle
    assert told.secret == hands.table.opened.secret and [seat for seat, _ in told.contributions] == ["red", "blue"]


@pytest.mark.parametrize("contribution", ["ab\\n", "", "a", "AB", "0g", "ab" * 65, " ab"])
def test_a_contribution_is_hex_and_nothing_else(contribution: str) -> None:
    data = '{"key":"a","command":{"do":"sit","seat":"red","contribution":"' + contribution + '"}}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Do)


@pytest.mark.parametrize("key", ["", "a\\u0000", "a\\n", "a b", "é", "x" * 65])
def test_a_key_is_short_and_plain(key: str) -> None:
    data = '{"type":"do","key":"' + key + '","command":{"do":"start"}}'
    with pytest.raises(msgspec.ValidationError):
        msgspec.json.decode(data, type=Do)


def test_the_table_of_a_rematch_has_one_id_whoever_asks() -> None:
    hands, others = begun(), begun()
    assert rematch_id(hands.table) == rematch_id(hands.rebuilt())
    assert len(rematch_id(hands.table)) == 24
    assert rematch_id(hands.table) == rematch_id(others.table)  # the same secret, in a test
    assert hands.table.opened.secret not in repr(hands.table.shuffle)


# -- keys -------------------------------------------------------------------------------------------------------------
def test_a_table_remembers_the_last_keys_of_everybody() -> None:
    hands = begun()
    table = hands.table
    for number in range(3 * MAX_KEYS):
        table = table.after([], hands.now, ("ada", f"k{number}"))
    table = table.after([], hands.now, ("bo", "only"))
    assert len(table.keys["ada"]) == MAX_KEYS
    assert table.row_of("ada", f"k{3 * MAX_KEYS - 1}") == table.n == table.row_of("bo", "only")
    assert table.row_of("ada", "k0") is None and table.row_of("bo", "k1") is None
    assert hands.table.keys == {}  # the table before stays as it was
