"""Playing with the keys alone."""

from __future__ import annotations

import time

from browser.conftest import Visit
from browser.playing import SMALL, begin


def test_a_whole_game_by_keyboard_alone(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, SMALL, "red", bots={"blue": "random"})
    until = time.monotonic() + 120
    while not ada.is_over():
        assert time.monotonic() < until, "the game does not go on"
        if not ada.asked.count():
            ada.page.wait_for_timeout(50)
            continue
        if ada.asked.locator("button.primary:enabled").count():
            ada.page.keyboard.press("Enter")
        elif ada.lights.count():
            ada.page.locator("[data-light][tabindex='0']").first.focus()
            ada.page.keyboard.press("Enter")
        else:
            ada.asked.locator(".list button").first.focus()
            ada.page.keyboard.press("Enter")
        ada.page.wait_for_timeout(30)
