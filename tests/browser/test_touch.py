"""Playing by touch on a phone held upright."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on
from browser.visitor import PHONE, WAIT


def test_by_touch_on_a_phone_held_upright(visit: Visit) -> None:
    ada = visit("Ada", **PHONE)
    begin(ada, SMALL, "red", bots={"blue": "random"})
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    ada.lights.first.tap()
    ada.asked.locator("button.primary").tap()
    expect(ada.page.locator("[data-light^=cell]")).to_have_count(0, timeout=WAIT)
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out of the screen"
    play_on(ada)
    assert ada.is_over()
