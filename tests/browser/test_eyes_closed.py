"""A whole game eyes closed: nothing but roles and names is used, as a screen reader tells them."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, sit, table_of
from browser.visitor import WAIT


def focused(page: Page) -> str:
    """What a screen reader would say is focused now."""
    return str(page.evaluate("document.activeElement?.textContent?.trim() ?? ''"))


def test_a_whole_game_from_the_text_view_with_the_keyboard(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, SMALL, "red", bots={"blue": "random"})
    page = ada.page
    page.get_by_role("button", name="In words").press("Enter")
    told = page.get_by_role("region", name="In words")
    asked = told.get_by_role("heading", name="Your turn: ")
    over = page.get_by_role("heading", name="won")
    until = time.monotonic() + 600
    turns = 0
    while not over.count():
        assert time.monotonic() < until, "the game does not go on"
        if not asked.count():
            page.wait_for_timeout(50)
            continue
        end = told.get_by_role("button", name="End the turn", disabled=False)
        choice = told.get_by_role("list", name="What you can choose").get_by_role("button", disabled=False)
        button = end if end.count() else choice
        if not button.count():
            page.wait_for_timeout(20)
            continue
        turns += 1
        if turns == 1:
            assert "The tile in hand: " in told.inner_text() and "Row 0: column 0" in told.inner_text()
            ada.keep("the table in words")
        button.last.press("Enter")
        if turns == 1:  # whoever has answered is led to what is asked next
            expect(told.get_by_role("heading", name="Place a figure?")).to_be_focused(timeout=WAIT)
    assert turns >= 6
    page.keyboard.press("Escape")
    expect(told).to_have_count(0)


def test_what_happens_is_told_aloud(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    page = ada.page
    table = table_of(ada, SMALL)
    sit(bo, table, "blue")
    sit(ada, table, "red", start=True)
    ada.open(table)
    bo.open(table)
    log = page.get_by_role("log", name="What happens at the table")
    expect(log).to_contain_text("Your turn: Where does the tile go?", timeout=WAIT)
    expect(bo.page.get_by_role("log")).to_contain_text("Ada is to play.", timeout=WAIT)
    ada.lights.first.click()
    ada.asked.locator("button.primary").click()
    expect(bo.page.get_by_role("log")).to_contain_text("Ada: lay", timeout=WAIT)
    expect(log).to_contain_text("Your turn: Place a figure?", timeout=WAIT)
