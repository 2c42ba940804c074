"""axe, which looks for what keeps people out, finds nothing: on every page, in every theme, on both sizes of screen."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on, sit, table_of
from browser.visitor import PHONE, WAIT, Visitor

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"
DRAWERS = ("Log", "Rules", "Tiles left", "In words", "More")


def found_on(visitor: Visitor, where: str) -> list[str]:
    """What axe finds on the page as it is now."""
    if not visitor.page.evaluate("'axe' in window"):
        visitor.page.add_script_tag(path=AXE)
    found = visitor.page.evaluate("axe.run().then(({violations}) => violations)")
    return [f"{where}: {one['id']}: {one['nodes'][0]['html'][:200]}" for one in found]


@pytest.mark.parametrize("window", [{}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(visit: Visit, theme: str, window: dict[str, Any]) -> None:
    ada = visit("Ada", bypass_csp=True, **window)
    page = ada.page
    page.evaluate("theme => localStorage.setItem('aude.settings', JSON.stringify({theme}))", theme)
    waiting = table_of(ada, SMALL)
    sit(ada, waiting, "red")
    told: list[str] = []

    pages = {
        "": "main h1",
        "new": ".presets",
        f"t/{waiting}": "#seats",
        "learn": "#examples",
        "learn/EX-BASE-01": ".stepper",
        "study": ".study",
        "nowhere": "main h1",
    }
    for path, seen in pages.items():
        page.goto(ada.address + path)
        expect(page.locator(seen).first).to_be_visible(timeout=WAIT)
        told += found_on(ada, path)
    ada.complaints = [
        one for one in ada.complaints if not one.endswith("/nowhere")
    ]  # the browser tells that it is not there
    page.get_by_role("button", name="Settings").click()
    told += found_on(ada, "settings")

    table = begin(ada, SMALL, "red", bots={"blue": "random"})
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    told += found_on(ada, "the table")
    for drawer in DRAWERS:
        ada.press_in_bar(drawer)
        expect(page.get_by_role("region", name=drawer)).to_be_visible(timeout=WAIT)
        told += found_on(ada, drawer)
        page.keyboard.press("Escape")
    play_on(ada)
    expect(page.locator(".over")).to_be_visible(timeout=WAIT)
    told += found_on(ada, "the end")
    page.goto(f"{ada.address}t/{table}/replay")
    expect(page.get_by_role("slider")).to_be_visible(timeout=WAIT)
    told += found_on(ada, "replay")
    assert not told
