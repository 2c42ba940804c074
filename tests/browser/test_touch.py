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


def test_many_figures_leave_room_for_the_board(visit: Visit) -> None:
    """They are on one line, until somebody touches the player."""
    ada = visit("Ada", **PHONE)
    begin(ada, {"players": ["red", "blue"], "boxes": "all"}, "red", "blue")
    name, supply = (ada.page.locator(f".players {part}").first for part in (".name", ".supply"))
    expect(supply).to_be_visible(timeout=WAIT)

    def height() -> float:
        return float(supply.evaluate("it => it.getBoundingClientRect().height"))

    assert height() < 40
    name.tap()
    assert height() > 60
    ada.page.locator(".board").tap(position={"x": 5, "y": 5})
    assert height() < 40


# The parts of a player's place that lie on one another, and names of which something is cut off.
OVERLAPS = """
    () => [...document.querySelectorAll(".players li")].flatMap((place) => {
        const parts = [".name svg", ".name span", ".score", "time", ".supply"]
            .flatMap((part) => place.querySelector(part) ?? [])
            .map((part) => [part.className.baseVal ?? part.className, part.getBoundingClientRect()]);
        const found = parts.flatMap(([one, a], at) => parts.slice(at + 1)
            .filter(([, b]) => a.left < b.right && b.left < a.right && a.top < b.bottom - 1 && b.top < a.bottom - 1)
            .map(([other]) => `${place.innerText}: ${one} and ${other}`));
        const name = place.querySelector(".name span");
        const letters = new Range();
        letters.selectNodeContents(name.firstChild);
        const isBroken = !name.firstChild.textContent.includes(" ") && letters.getClientRects().length > 1;
        if (isBroken) found.push(`${place.innerText} is broken in two`);
        const isCut = name.scrollWidth > name.clientWidth || name.scrollHeight > name.clientHeight + 2;
        return isCut ? [...found, `${place.innerText} is cut`] : found;
    })
"""
BOTS = {"blue": "friendly", "green": "beginner", "yellow": "master", "black": "expert", "pink": "casual"}


@pytest.mark.parametrize(("seats", "boxes"), [(3, []), (4, []), (6, ["inns_and_cathedrals"])])
@pytest.mark.parametrize("locale", ["en-GB", "nl-NL", "nb-NO"])
def test_names_are_whole_beside_points_however_many_play(
    visit: Visit, seats: int, boxes: list[str], locale: str
) -> None:
    ada = visit("Adalbert", **PHONE, locale=locale)
    names = ["red", *BOTS][:seats]
    clock = {"kind": "chess", "minutes": 15, "increment": 10}
    setup = {"players": names, "boxes": boxes, "options": {"first_player": "seat1"}}
    begin(ada, setup, "red", bots={seat: bot for seat, bot in BOTS.items() if seat in names}, clock=clock)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    places = ada.page.locator(".players li")
    expect(places).to_have_count(seats)
    assert ada.page.evaluate(OVERLAPS) == []
    for number in range(seats if seats < 5 else 3):
        expect(places.nth(number)).to_be_in_viewport(ratio=0.95)
    for place in places.all():
        name = place.locator(".name")
        assert place.locator(".name span").evaluate("it => it.firstChild.textContent") in (
            name.get_attribute("title") or ""
        )
