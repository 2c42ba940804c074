"""People at a table in the browser: two, one against a bot, three at one screen, somebody who looks on."""

from __future__ import annotations

from playwright.sync_api import expect

from aude import Game
from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on, scores_on, sit, table_of
from browser.visitor import WAIT

# Chance is the same in every run, and both always answer with the first thing there is.
KNOWN = [26, 27]


def test_two_people_play_a_whole_game_to_its_known_score(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo", locale="nl-NL")
    table = table_of(ada, {"options": {"first_player": "seat1"}})
    sit(bo, table, "blue")
    sit(ada, table, "red", start=True)
    ada.open(table)
    bo.open(table)
    play_on(ada, bo, answers=1000, seconds=400)
    for visitor in (ada, bo):
        expect(visitor.page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert game.over and sum(game.tiles_left.values()) == 0
    assert scores_on(ada) == scores_on(bo) == list(game.scores.values()) == KNOWN
    ada.keep("a whole game of two")


def test_a_game_against_a_bot_ends_with_the_score_of_its_record(visit: Visit) -> None:
    ada = visit("Ada")
    table = begin(ada, SMALL, "red", bots={"blue": "friendly"})
    play_on(ada)
    expect(ada.page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert game.over and scores_on(ada) == list(game.scores.values())


def test_three_seats_at_one_screen(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, {**SMALL, "players": ["red", "blue", "green"]}, "red", "blue", "green")
    play_on(ada)
    assert ada.is_over()


def test_a_spectator_sees_the_game_and_can_choose_nothing(visit: Visit) -> None:
    ada, eve = visit("Ada"), visit("Eve")
    table = begin(ada, SMALL, "red", bots={"blue": "random"})
    eve.open(table)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    expect(eve.page.locator(".players")).to_be_visible(timeout=WAIT)
    assert eve.lights.count() == 0 and eve.asked.count() == 0
