"""The page in a second browser, Debian's Firefox: what people do there first, once each."""

from __future__ import annotations

from collections.abc import Iterator

import pytest
from playwright.sync_api import Browser, Playwright, expect

from aude import Game
from browser.browsers import firefox
from browser.conftest import Visit
from browser.playing import SMALL, begin, middle, play_on, scores_on
from browser.visitor import PHONE, WAIT

# Tiles after which something is asked that the basic game does not ask: an auction, circles, the catapult.
SPECIAL = {
    "boxes": ["bridges_castles_and_bazaars", "crop_circles", "catapult"],
    "tiles": {
        **dict.fromkeys(("base", "bridges_castles_bazaars", "crop_circles", "catapult"), 0),
        "bridges_castles_bazaars/FFFF-bazaar": 2,
        "crop_circles/CRFF-circle-field": 1,
        "catapult/CA06": 2,
    },
    "options": {"first_player": "seat1"},
}
ASKED = {"choose", "bid", "all-add", "token", "aim", "strength"}


@pytest.fixture(scope="module")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with firefox(playwright) as found:
        yield found


def test_the_first_page_in_three_languages_and_in_the_dark(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    ada.keep("firefox first page")
    page.get_by_role("button", name="Settings").click()
    for language, play in (("Norsk", "Spill nå"), ("Nederlands", "Nu spelen"), ("English", "Play now")):
        page.get_by_role("radio", name=language).check()
        expect(page.locator("main button.primary")).to_have_text(play)
    light = page.evaluate("getComputedStyle(document.documentElement).backgroundColor")
    page.get_by_role("radio", name="Dark").check()
    assert page.evaluate("getComputedStyle(document.documentElement).backgroundColor") != light
    page.keyboard.press("Escape")
    page.get_by_role("button", name="Play now").click()
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    ada.keep("firefox play now in the dark")


def test_a_whole_game_with_a_carried_tile_and_a_reload(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    table = begin(ada, SMALL, "red", bots={"blue": "friendly"})
    ada.lights.first.wait_for()
    page.mouse.move(*middle(page.locator(".hand")))
    page.mouse.down()
    page.mouse.move(300, 790, steps=3)  # no place for a tile
    expect(page.locator(".carry")).to_be_visible()
    page.mouse.move(*middle(ada.lights.first), steps=3)
    page.mouse.up()
    expect(page.locator(".board .ghost")).to_be_visible()
    ada.keep("firefox about to lay a tile")
    ada.asked.get_by_role("button", name="Lay the tile").click()
    expect(page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    page.reload()
    expect(page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    play_on(ada)
    expect(page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert game.over and scores_on(ada) == list(game.scores.values())
    ada.keep("firefox a whole game")


def test_a_new_table_and_what_its_boxes_ask(visit: Visit) -> None:
    ada = visit("Ada", viewport=PHONE["viewport"])
    page = ada.page
    page.locator("main").get_by_role("link", name="New table").click()
    page.locator("li label", has_text="Inns and cathedrals make roads").click()
    page.get_by_role("button", name="Begin").click()
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    table = begin(ada, SPECIAL, "red", "blue")
    play_on(ada)
    expect(page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert {move.action.verb for move in game.moves} >= ASKED
