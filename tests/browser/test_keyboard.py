"""Playing with the keys alone."""

from __future__ import annotations

import time

from playwright.sync_api import Page, expect
from playwright.sync_api import TimeoutError as Timeout

from browser.conftest import Visit
from browser.playing import SMALL, begin
from browser.visitor import WAIT


def focus(page: Page) -> str:
    """What has the focus: a place on the board, a button of the question, or nothing of these."""
    told = page.evaluate(
        """() => {
            const at = document.activeElement;
            if (at?.matches("[data-light]")) return `light ${at.getAttribute("aria-pressed") ?? ""}`.trim();
            if (at?.matches(".asked.mine button:enabled, .choosing button")) return "button";
            return "";
        }"""
    )
    return str(told)


def tab_to_the_board(page: Page) -> None:
    for _ in range(20):
        if focus(page).startswith("light"):
            return
        page.keyboard.press("Tab")
    raise AssertionError("the board is not reached with the tab key")


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    """The tab key is needed once: after that, what can be chosen next has the focus."""
    ada = visit("Ada")
    begin(ada, SMALL, "red", bots={"blue": "random"})
    page = ada.page
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    tab_to_the_board(page)
    until = time.monotonic() + 600
    answers = 0
    while not ada.is_over():
        assert time.monotonic() < until, "the game does not go on, or the focus is lost"
        if focus(page):
            page.keyboard.press("Enter")
            answers += 1
        page.wait_for_timeout(20)
    assert answers >= 6


def test_arrows_r_u_and_escape(visit: Visit) -> None:
    ada = visit("Ada")
    three_places = {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FRFR-rEW": 4}, "options": {"first_player": "seat1"}}
    begin(ada, three_places, "red", bots={"blue": "random"})
    page = ada.page
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    tab_to_the_board(page)
    before = page.evaluate("document.activeElement.dataset.light")
    for key in ("ArrowDown", "ArrowUp", "ArrowRight", "ArrowLeft"):
        page.keyboard.press(key)  # there need not be a place in this direction
        try:
            page.wait_for_function(
                "before => document.activeElement.dataset.light !== before", arg=before, timeout=2000
            )
            break
        except Timeout:
            continue
    else:
        raise AssertionError("arrow keys do not lead from one place to the next")
    page.keyboard.press("Enter")
    lay = ada.asked.get_by_role("button", name="Lay the tile")
    expect(lay).to_be_visible(timeout=WAIT)
    if ada.asked.get_by_role("button", name="Turn").count():
        turned = page.locator(".ghost").inner_html()
        page.keyboard.press("r")
        expect(page.locator(".ghost")).to_be_visible()
        assert page.locator(".ghost").inner_html() != turned
    page.keyboard.press("Escape")
    expect(lay).to_have_count(0)
    page.keyboard.press("Enter")
    page.keyboard.press("Enter")
    expect(page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    page.keyboard.press("u")
    expect(page.get_by_role("heading", name="Where does the tile go?")).to_be_visible(timeout=WAIT)


def test_a_drawer_leads_back_to_where_it_was_opened(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, SMALL, "red", bots={"blue": "random"})
    log = ada.page.locator("header").get_by_role("button", name="Log")
    log.press("Enter")
    expect(ada.page.get_by_role("heading", name="Log")).to_be_focused(timeout=WAIT)
    ada.page.keyboard.press("Escape")
    expect(log).to_be_focused(timeout=WAIT)
