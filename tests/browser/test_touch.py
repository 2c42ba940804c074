"""Playing by touch on a phone held upright."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on
from browser.visitor import PHONE, SMALL_PHONE, WAIT


@pytest.mark.parametrize("window", [PHONE, SMALL_PHONE], ids=["390x844", "360x640"])
def test_by_touch_on_a_phone_held_upright(visit: Visit, window: dict[str, Any]) -> None:
    ada = visit("Ada", **window)
    begin(ada, SMALL, "red", bots={"blue": "random"})
    page = ada.page
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    ada.lights.first.tap()
    ada.keep(f"about to lay a tile {window['viewport']['width']}")
    ada.asked.locator("button.primary").tap()
    expect(page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    size = page.evaluate("[document.documentElement.scrollWidth, document.documentElement.scrollHeight]")
    assert size == [window["viewport"]["width"], window["viewport"]["height"]], "nothing sticks out of the screen"
    board = page.get_by_role("group", name="The board").bounding_box()
    assert board is not None and board["height"] > window["viewport"]["height"] * 0.4
    page.get_by_role("button", name="Menu").tap()
    page.get_by_role("button", name="Log", exact=True).tap()
    expect(page.get_by_role("region", name="Log")).to_be_in_viewport(timeout=WAIT)
    ada.keep(f"the log {window['viewport']['width']}")
    page.get_by_role("button", name="Close").tap()
    play_on(ada, by_touch=True)
    assert ada.is_over()
