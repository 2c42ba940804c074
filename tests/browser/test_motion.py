"""Movement: what the person has chosen comes before what the system wishes, which is the default."""

from __future__ import annotations

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, at_rest, begin, play_on
from browser.visitor import WAIT

# How many things move on the board at most at one time, from now on.
WATCH = """
    window.most = 0;
    const isOnBoard = ({ effect }) => effect.target.closest(".layer") !== null;
    const look = () => {
        window.most = Math.max(window.most, document.getAnimations().filter(isOnBoard).length);
        requestAnimationFrame(look);
    };
    look();
"""


@pytest.mark.parametrize(
    ("system", "chosen", "moves"),
    [
        ("reduce", "system", False),
        ("reduce", "on", True),
        ("no-preference", "system", True),
        ("no-preference", "off", False),
    ],
)
def test_the_choice_of_the_person_wins_over_the_system(visit: Visit, system: str, chosen: str, moves: bool) -> None:
    ada = visit("Ada", reduced_motion=system)
    if chosen != "system":  # the default: nothing has to be chosen
        ada.page.reload()
        ada.page.get_by_role("button", name="Settings").click()
        ada.page.get_by_role("group", name="Animation").get_by_label(chosen, exact=True).check()
    begin(ada, SMALL, "red", "blue")
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    at_rest(ada.lights.first)
    ada.page.evaluate(WATCH)
    play_on(ada, answers=4)  # tiles come, a figure is put down, the board makes room
    assert (ada.page.evaluate("window.most") > 0) == moves
