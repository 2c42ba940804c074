"""The rules of a table, without a server."""

from __future__ import annotations

import re
from pathlib import Path

import pytest

import aude
from aude.catalog.texts import LANGUAGES
from aude.tables import Refusal
from aude.tables.clocks import DAY
from aude.tables.deciding import open_table
from aude.tables.rows import Acted, Drew, Ended, GaveUp, Spoke, TookBack
from aude.tables.view import Picture, refusal_told
from aude.wire import (
    Act,
    AnswerTakeBack,
    AskTakeBack,
    Clock,
    Confirm,
    HandOver,
    Leave,
    NewTable,
    Pause,
    Rematch,
    Remove,
    Resign,
    Say,
    SeatBot,
    Sit,
    Stand,
    Start,
    Undo,
)
from hands import Hands, begun, first_of, refusal


def turn(hands: Hands, person: str, seat: str, *, confirm: bool = True) -> None:
    """A whole turn: the first placement, the first figure, and the confirmation."""
    table = hands.table
    while table.waiting == seat and table.confirming is None:
        hands.do(person, Act(seat, first_of(table, seat), table.position))
    if confirm and table.confirming == seat:
        hands.do(person, Confirm(seat, table.position))


def test_people_sit_down_and_play() -> None:
    hands = begun()
    table = hands.table
    assert table.state == "running" and table.game is not None and table.waiting == "red"
    turn(hands, "ada", "red")
    assert table.waiting == "blue"
    assert hands.rebuilt().game == table.game


def test_the_next_tile_is_drawn_when_the_turn_is_confirmed() -> None:
    hands = begun()
    table = hands.table
    turn(hands, "ada", "red", confirm=False)
    assert table.confirming == "red" and table.game is not None and table.game.actor == "chance"
    assert refusal(hands, "bo", Confirm("red", table.position)).code == "not_your_seat"
    rows = hands.do("ada", Confirm("red", table.position))
    assert [type(row) for row in rows] == [Drew]


def test_without_confirmation_the_next_tile_is_drawn_at_once() -> None:
    hands = begun(confirm=False)
    turn(hands, "ada", "red", confirm=False)
    assert hands.table.waiting == "blue" and hands.table.confirming is None


def test_choices_are_taken_back_until_something_is_drawn() -> None:
    hands = begun()
    table = hands.table
    start = table.position
    turn(hands, "ada", "red", confirm=False)
    while table.position > start:
        assert [type(row) for row in hands.do("ada", Undo("red", table.position))] == [TookBack]
    assert refusal(hands, "ada", Undo("red", table.position)).code == "nothing_to_undo"
    turn(hands, "ada", "red")
    assert refusal(hands, "ada", Undo("red", table.position)).code == "nothing_to_undo"
    assert hands.rebuilt().game == table.game


def test_all_people_agree_to_go_back_across_a_draw_and_the_tile_is_drawn_again() -> None:
    hands = begun(("ada", "bo", "cy"))
    table = hands.table
    start = table.position
    turn(hands, "ada", "red")
    assert table.game is not None
    drawn = table.game.tile
    assert refusal(hands, "bo", AskTakeBack("blue", start)).code == "not_your_choice"
    hands.do("ada", AskTakeBack("red", start))
    assert refusal(hands, "ada", AnswerTakeBack(True)).code == "not_asked"
    assert refusal(hands, "bo", AskTakeBack("blue", start)).code == "asked_already"
    hands.do("bo", AnswerTakeBack(True))
    assert table.position > start
    hands.do("cy", AnswerTakeBack(True))
    assert table.position == start and table.waiting == "red"
    turn(hands, "ada", "red")
    assert table.game is not None and table.game.tile == drawn
    assert hands.rebuilt().game == table.game


def test_one_who_does_not_agree_is_enough() -> None:
    hands = begun()
    start = hands.table.position
    turn(hands, "ada", "red")
    hands.do("ada", AskTakeBack("red", start))
    hands.do("bo", AnswerTakeBack(False))
    assert hands.table.take_back is None and hands.table.position > start


def test_whoever_plays_alone_asks_nobody() -> None:
    hands = begun(("ada", "ada"))
    start = hands.table.position
    turn(hands, "ada", "red")
    hands.do("ada", AskTakeBack("red", start))
    assert hands.table.position == start


def test_nobody_acts_for_another_seat() -> None:
    hands = begun()
    table = hands.table
    action = first_of(table, "red")
    assert refusal(hands, "bo", Act("red", action, table.position)).code == "not_your_seat"
    assert refusal(hands, "eve", Act("red", action, table.position)).code == "not_here"
    for command in (Undo("red", 1), Resign("red"), AskTakeBack("red", 0), Confirm("red", 1)):
        assert refusal(hands, "bo", command).code == "not_your_seat"


def test_an_illegal_action_is_refused_with_the_number_of_its_rule() -> None:
    hands = begun()
    table = hands.table
    refused = refusal(hands, "ada", Act("red", {"verb": "place", "cell": [9, 9], "rotation": 0}, table.position))
    assert refused.code == "illegal" and refused.rule
    told = [refusal_told(refused, "k", language).text for language in LANGUAGES]
    assert len(set(told)) == 3
    for nonsense in ({"verb": "fly"}, {}, {"verb": 3}, {"verb": "place", "cell": [10**30, 0], "rotation": 0}):
        assert refusal(hands, "ada", Act("red", nonsense, table.position)).code in {"illegal", "unreadable"}


def test_an_answer_to_an_old_table_is_stale() -> None:
    hands = begun()
    table = hands.table
    action = first_of(table, "red")
    assert refusal(hands, "ada", Act("red", action, table.position - 1)).stale
    assert refusal(hands, "ada", Act("red", action, 10**9)).stale
    assert refusal(hands, "ada", Act("red", action, -1)).stale


def test_with_two_people_a_resignation_ends_the_game() -> None:
    hands = begun()
    hands.do("ada", Resign("red"))
    assert hands.table.state == "over" and hands.table.ended == Ended("resigned", ["blue"])
    assert refusal(hands, "bo", Resign("blue")).code == "over"


def test_with_three_people_a_bot_plays_on() -> None:
    hands = begun(("ada", "bo", "cy"))
    rows = hands.do("ada", Resign("red"))
    assert rows == [GaveUp("red", "resigned", "casual")]
    assert hands.table.bot_to_act == ("red", "casual")
    hands.bot("red")
    assert hands.rebuilt().game == hands.table.game


def test_a_turn_that_waited_for_somebody_who_left_goes_on() -> None:
    hands = begun(("ada", "bo", "cy"))
    turn(hands, "ada", "red", confirm=False)
    hands.do("ada", Leave())
    assert hands.table.waiting == "blue" and hands.table.host == "bo"


def test_the_host_arranges_seats_and_starts() -> None:
    hands = Hands()
    hands.come("bo")
    assert refusal(hands, "bo", Start()).code == "only_host"
    assert refusal(hands, "ada", Start()).code == "seats_free"
    hands.do("ada", Sit("red", "ab"))
    assert refusal(hands, "bo", Sit("red", "ab")).code == "taken"
    assert refusal(hands, "bo", Stand("red")).code == "only_host"
    assert refusal(hands, "bo", SeatBot("blue", "club")).code == "only_host"
    assert refusal(hands, "ada", SeatBot("blue", "run:rm")).code == "no_bot"
    hands.do("ada", SeatBot("blue", "club"))
    hands.do("ada", Stand("blue"))
    assert refusal(hands, "ada", Stand("blue")).code == "free_already"
    hands.do("bo", Sit("blue", "cd"))
    hands.do("ada", HandOver("bo"))
    assert refusal(hands, "ada", Start()).code == "only_host"
    hands.do("bo", Start())
    assert refusal(hands, "bo", Start()).code == "begun"
    assert refusal(hands, "bo", Sit("red", "ab")).code == "begun"


def test_whoever_is_removed_does_not_come_back() -> None:
    hands = begun(("ada", "bo", "cy"))
    assert refusal(hands, "bo", Remove("cy")).code == "only_host"
    assert refusal(hands, "ada", Remove("ada")).code == "no_person"
    hands.do("ada", Remove("cy"))
    assert hands.table.seats["green"].gave_up == "removed" and "cy" not in hands.table.people
    with pytest.raises(Refusal, match="removed"):
        hands.come("cy")


def test_a_chess_clock_runs_out() -> None:
    hands = begun(clock=Clock("chess", minutes=1, increment=5))
    table = hands.table
    turn(hands, "ada", "red")
    assert table.clocks.running == "blue" and 50_000 < table.clocks.remaining["red"] <= 65_000
    assert table.due == table.clocks.runs_out
    assert hands.tick(59_000) == []
    assert hands.tick(10_000)[-1] == Ended("time", ["red"])
    assert table.due is None


def test_a_clock_stands_still_while_the_game_is_paused() -> None:
    hands = begun(clock=Clock("chess", minutes=1))
    table = hands.table
    hands.do("bo", Pause(True))
    assert hands.tick(10**9) == [] and table.due is None
    assert refusal(hands, "ada", Act("red", first_of(table, "red"), table.position)).code == "paused"
    hands.do("bo", Pause(False))
    assert table.clocks.remaining["red"] > 50_000 and table.clocks.running == "red"


def test_days_are_given_for_each_move() -> None:
    hands = begun(clock=Clock("days", days=2))
    assert hands.tick(2 * DAY - 5000) == []
    turn(hands, "ada", "red")
    assert hands.tick(2 * DAY - 5000) == []
    assert hands.tick(6000)[-1] == Ended("time", ["red"])


def test_phrases_are_said_in_every_language() -> None:
    hands = begun()
    before = Picture(hands.table)
    hands.do("bo", Say("well_played"))
    assert hands.table.spoken[-1][1] == Spoke("bo", "well_played")
    told = [
        Picture(hands.table).changed(before, hands.table.position, "ada", lang, 0).said[0].text for lang in LANGUAGES
    ]
    assert told == ["Well played!", "Goed gespeeld!", "Godt spilt!"]


def test_a_rematch_is_agreed_once() -> None:
    hands = begun()
    assert refusal(hands, "ada", Rematch()).code == "not_over"
    hands.do("ada", Resign("red"))
    hands.do("ada", Rematch())
    table = hands.table.rematch
    assert hands.do("bo", Rematch()) == [] and hands.table.rematch == table


@pytest.mark.parametrize(
    ("setup", "code"),
    [
        ({"seed": 5}, "prepared"),
        ({"order": ["base/CRFR-rEW"]}, "prepared"),
        ({"bots": {"red": "club"}}, "prepared"),
        ({"boxes": ["./mine"]}, "folder"),
        ({"game": "./mine"}, "folder"),
        ({"nonsense": 1}, "unreadable"),
        ({"players": []}, "unreadable"),
    ],
)
def test_a_wrong_setup_makes_no_table(setup: dict[str, object], code: str) -> None:
    with pytest.raises(Refusal) as caught:
        open_table(NewTable(setup=setup), "ada", "Ada", bytes)
    assert caught.value.code == code


def test_every_refusal_has_a_sentence_in_every_language() -> None:
    """Every code that deciding.py raises is looked up."""
    sources = [path.read_text(encoding="utf-8") for path in Path(aude.__file__).parent.glob("*/*.py")]
    codes = {code for source in sources for code in re.findall(r'Refusal\("([a-z_]+)"(?! if)', source)}
    assert len(codes) > 20
    for code in codes:
        refused = Refusal(
            code, seat="red", bot="x", bots=["club"], seats=["red"], says="…", last=3, id="EX-1", files=["record"]
        )
        told = {refusal_told(refused, "k", language).text for language in LANGUAGES}
        assert len(told) == 3 and not any("{" in text or "tables." in text for text in told), code


def test_bots_wait_for_nothing() -> None:
    hands = Hands(NewTable(bots={"red": "club", "blue": "greedy"}))
    hands.do("ada", Start())
    table = hands.table
    while table.state == "running":
        assert table.bot_to_act is not None
        rows = hands.bot(table.bot_to_act[0])
        assert isinstance(rows[0], Acted)
    assert table.ended is not None and table.ended.why == "played"
    assert hands.rebuilt().game == table.game


def test_an_answer_counts_if_others_have_only_interrupted_since_it_was_seen() -> None:
    """Blue buys back a prisoner while Red thinks: what Red has chosen meanwhile is still offered, and taken."""
    position = "stand blue meeple prison red\npoints blue 10\nturn red"
    hands = begun(setup={"boxes": ["tower"], "position": position})
    table = hands.table
    seen = table.position
    action = first_of(table, "red")
    hands.do("bo", Act("blue", {"verb": "ransom", "figure": "meeple", "captor": "red"}, seen))
    assert hands.table.position == seen + 1
    rows = hands.do("ada", Act("red", action, seen))
    assert isinstance(rows[0], Acted) and rows[0].asked
    assert refusal(hands, "ada", Act("red", action, seen)).stale
