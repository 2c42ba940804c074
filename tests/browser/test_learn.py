"""Learning: the guided first game, and worked examples of the rules."""

from __future__ import annotations

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.visitor import WAIT


def test_the_guided_game_is_walked_through_by_keyboard_and_ends_at_a_table(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(f"{ada.address}learn")
    stepper = ada.page.locator(".stepper").first
    expect(stepper.locator("h3")).to_be_visible(timeout=WAIT)
    ada.page.get_by_role("button", name="Next").first.focus()
    titles = [stepper.locator("h3").inner_text()]
    for number in range(2, 13):
        ada.page.keyboard.press("ArrowRight")
        expect(stepper.locator(".words p").first).to_have_text(f"Step {number} of 12")
        titles.append(stepper.locator("h3").inner_text())
    assert len(set(titles)) == 12
    ada.page.get_by_role("button", name="Play now").click()
    expect(ada.page.locator(".players")).to_be_visible(timeout=WAIT)


def test_an_example_is_shown_case_by_case_and_can_be_played_on(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(f"{ada.address}learn/EX-AM-01")
    stepper = ada.page.locator(".stepper")
    for said in ("How it begins", "Turn 1 of 1", "Another case: how it begins", "Turn 1 of 1"):
        expect(stepper.locator(".words p").first).to_have_text(said, timeout=WAIT)
        next_step = stepper.get_by_role("button", name="Next")
        if next_step.is_enabled():
            next_step.click()
    ada.page.get_by_role("link", name="Try other moves from here").click()
    expect(ada.page.locator(".move")).to_have_count(3, timeout=WAIT)
    expect(ada.page.locator(".move", has_text="…")).to_have_count(0)  # what comes is told, not only what was


def test_an_example_that_no_game_comes_to_shows_its_table_and_says_why(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(f"{ada.address}learn")
    ada.page.locator("summary", has_text="The Wheel of Fortune").click()
    ada.page.get_by_role("link", name="EX-WOF-01").click()
    expect(ada.page.get_by_text("No published tile shows 0")).to_be_visible(timeout=WAIT)
    picture = ada.page.locator(".stepper img")
    expect(picture).to_be_visible()
    assert picture.evaluate("it => it.decode().then(() => it.naturalWidth)") > 0
    expect(ada.page.get_by_role("button", name="Next")).to_be_disabled()
