"""Colours that the system forces upon pages (high contrast): what grounds and shadows tell is told by edges."""

from __future__ import annotations

from typing import Any

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visit
from browser.playing import begin
from browser.visitor import PHONE, WAIT

SETUP: dict[str, Any] = {
    "players": ["red", "blue", "green"],
    "tiles": {"base": 0, "base/CRFR-rEW": 6},
    "options": {"first_player": "seat1"},
}


def style(what: Locator, name: str) -> str:
    """What a property comes out as."""
    found: str = what.evaluate("(it, name) => getComputedStyle(it).getPropertyValue(name)", name)
    return found


@pytest.mark.parametrize("window", [{}, PHONE], ids=["wide", "phone"])
@pytest.mark.parametrize("scheme", ["light", "dark"])
def test_with_forced_colours_the_table_stays_usable(visit: Visit, scheme: str, window: dict[str, Any]) -> None:
    ada = visit("Ada", forced_colors="active", color_scheme=scheme, **window)
    page = ada.page
    begin(ada, SETUP, "red", "blue", "green")
    expect(ada.lights.nth(1)).to_be_visible(timeout=WAIT)
    asked, other = page.locator(".players li.waiting"), page.locator(".players li:not(.waiting)").first
    assert style(asked, "border-top-color") != style(other, "border-top-color"), "whose turn it is"

    place, chosen = ada.lights.nth(1).locator(".look"), ada.lights.nth(0).locator(".look")
    ground = style(page.locator("body"), "background-color")
    assert style(place, "opacity") == "1" and style(place, "border-top-color") != ground, "places light up"
    ada.lights.nth(0).click()
    expect(page.locator(".board .ghost")).to_be_visible()
    assert style(chosen, "border-top-color") != style(place, "border-top-color")
    assert style(chosen, "box-shadow") != style(place, "box-shadow")
    lay = ada.asked.locator("button.primary")
    assert style(lay, "border-top-width") == "3px" and style(lay, "border-top-color") != ground
    assert style(lay, "forced-color-adjust") == "none", "its letters have no other ground than it has"
    ada.keep(f"forced colours {scheme} {len(window)} a tile")

    ada.lights.nth(0).focus()
    page.keyboard.press("Tab")
    focused = page.locator(":focus")
    assert style(focused, "outline-style") == "solid" and style(focused, "outline-color") != ground
    lay.click()
    expect(page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    expect(ada.lights.first).to_be_visible()
    ada.keep(f"forced colours {scheme} {len(window)} a figure")
    # Whose a figure is, is seen by its colour and its mark, which are ours.
    mark = page.locator(".players .name .a-seat-mark").first
    assert style(mark, "fill") != style(asked, "background-color")

    ada.press_in_bar("Fields")
    if window:
        page.get_by_role("button", name="Menu").click()
    fields = page.get_by_role("button", name="Fields", exact=True)
    owners = page.get_by_role("button", name="Owners", exact=True)
    assert style(fields, "background-color") != style(owners, "background-color"), "what is pressed"
    ada.press_in_bar("Log") if not window else page.get_by_role("button", name="Log", exact=True).click()
    drawer = page.get_by_role("region", name="Log")
    expect(drawer).to_be_visible()
    assert style(drawer, "border-top-style") == "solid"
    ada.keep(f"forced colours {scheme} {len(window)} the log")


def test_with_forced_colours_a_card_that_is_taken_is_seen(visit: Visit) -> None:
    ada = visit("Ada", forced_colors="active")
    ada.page.goto(ada.address + "new")
    taken, other = ada.page.locator(".presets label.taken"), ada.page.locator(".presets label:not(.taken)").first
    expect(taken).to_be_visible(timeout=WAIT)
    assert style(taken, "outline-style") == "solid" != style(other, "outline-style")
    here, elsewhere = ada.page.locator("nav a[aria-current]"), ada.page.locator("nav a:not([aria-current])").first
    assert style(here, "border-bottom-color") != style(elsewhere, "border-bottom-color")
