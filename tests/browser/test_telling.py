"""What a table tells besides the question: points and their sums, the log, the rules, whose turn it is, the end."""

from __future__ import annotations

import re
from typing import Any

import pytest
from playwright.sync_api import Page, expect

from browser.conftest import Visit
from browser.playing import at_rest, begin, play_on, scores_on, sit, table_of
from browser.visitor import PHONE, WAIT, Visitor

# The city is closed, so the tile that is all city fits nowhere; the road needs one more end.
CLOSING: dict[str, Any] = {
    "tiles": {
        "base": 0,
        "base/CCCC-cNESW-pennant": 1,
        "base/FFFF-monastery": 1,
        "base/FRRR": 5,
        "base/CFFF": 1,
        "base/CRFR-rEW": 1,
    },
    "position": "lay base/CFFF 0,-1 turn 180\nlay base/FRRR 1,0\nstand red meeple road W at 1,0\n",
    "options": {"first_player": "seat1"},
}
# Six monasteries beside one another that all bring points at the same moment, when the last tile is laid.
MANY_AT_ONCE: dict[str, Any] = {
    "tiles": {"base": 0, "base/CRFR-rEW": 2, "base/FFFF-monastery": 6},
    "position": "".join(
        f"lay base/FFFF-monastery {x},{y}\nstand {seat} meeple monastery at {x},{y}\n"
        for seat, x, y in [
            ("red", 0, 1),
            ("blue", 1, 1),
            ("red", -1, 1),
            ("blue", 0, 2),
            ("red", 1, 2),
            ("blue", -1, 2),
        ]
    ),
    "options": {"first_player": "seat1"},
}
# How many points are seen at one moment at most, and all that lay on one another, or outside of the board.
SEEN_POINTS = """
    window.most = 0;
    window.bad = [];
    window.texts = new Set();
    const look = () => {
        const board = document.querySelector(".board").getBoundingClientRect();
        const over = [...document.querySelectorAll(".notices > :not(.unseen), .zoom, .choosing, .explained")];
        const found = [...document.querySelectorAll(".flash")].map((it) => [it.innerText, it.getBoundingClientRect()]);
        const all = [...found, ...over.map((one) => [one.className, one.getBoundingClientRect()])];
        found.forEach(([text, a], at) => {
            window.texts.add(text.trim());
            if (a.left < board.left || a.right > board.right || a.top < board.top || a.bottom > board.bottom)
                window.bad.push(`${text} is outside`);
            for (const [other, b] of all.slice(at + 1))
                if (a.left < b.right && b.left < a.right && a.top < b.bottom && b.top < a.bottom)
                    window.bad.push(`${text} and ${other}`);
        });
        window.most = Math.max(window.most, found.length);
        requestAnimationFrame(look);
    };
    look();
"""
NOTED = """
    window.notes = [];
    window.asked = 0;
    window.rings = [];
    const start = OscillatorNode.prototype.start;
    OscillatorNode.prototype.start = function (when) {
        window.rings.push(this.frequency.value);
        start.call(this, when);
    };
    window.Notification = class {
        static permission = "default";
        static async requestPermission() { window.asked++; return (this.permission = "granted"); }
        constructor(title, { body }) { window.notes.push(`${title}: ${body}`); }
        close() {}
    };
    document.hasFocus = () => false;
"""


def drawer(page: Page, name: str) -> None:
    page.get_by_role("button", name=name, exact=True).first.click()


def until_seen(visitor: Visitor, selector: str) -> None:
    """Answer whatever is asked until something is there to be seen."""
    while not visitor.page.locator(selector).count():
        assert not visitor.is_over(), f"the game has ended without {selector}"
        play_on(visitor, answers=1)


def test_points_tiles_and_turns_are_explained(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    begin(ada, CLOSING, "red", "blue")
    drawer(page, "More")
    expect(page.get_by_role("button", name="Resign (red)")).to_be_visible()
    page.keyboard.press("Escape")
    until_seen(ada, ".players .supply button")  # points that somebody has just got
    gain = page.locator(".players .supply button").first
    gain.click()
    expect(page.locator("[data-shown]")).to_have_count(1)
    expect(page.locator(".board .label")).to_contain_text(re.compile(r"tiles \d"))
    expect(page.locator(".explained")).to_contain_text("Ada (red): ")
    gain.click()
    expect(page.locator("[data-shown]")).to_have_count(0)

    drawer(page, "If it ended now")
    expect(page.locator(".projected")).to_have_count(2)
    expect(page.locator(".projected").first).to_contain_text(re.compile(r"\d+ if it ended now"))

    left = page.locator("[data-drawer=left] .count").inner_text()
    drawer(page, "Tiles left")
    expect(page.locator(".drawer")).to_contain_text(f"{left} tiles are left to draw")
    page.keyboard.press("Escape")

    drawer(page, "Log")
    before = page.locator(".layer").get_attribute("style")
    page.locator(".drawer .line:enabled", has_text="Lays this tile").last.click()
    expect(page.locator(".board g.frame")).to_have_count(1)
    expect(page.locator(".layer")).not_to_have_attribute("style", before or "")
    page.keyboard.press("Escape")

    until_seen(ada, ".light.spot")  # the whole board is in the middle again, beside the buttons for zooming
    at_rest(ada.lights.first)
    board, tiles = (page.locator(part).first.bounding_box() for part in (".board", ".board .seams"))
    assert board is not None and tiles is not None
    assert abs(tiles["x"] + tiles["width"] / 2 - (board["x"] + (board["width"] - 60) / 2)) < 3

    until_seen(ada, ".asked .rule")
    page.locator(".asked .rule").click()
    expect(page.locator(".drawer [aria-current=step]")).to_be_visible()
    page.keyboard.press("Escape")
    play_on(ada)
    expect(page.locator(".over h2")).to_be_visible(timeout=WAIT)


def test_a_tile_that_fits_nowhere_is_told(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, CLOSING, "red", "blue")
    until_seen(ada, ".discarded p")  # chance is the same in every run: it is not the last tile that is drawn
    expect(ada.page.locator(".discarded p")).to_contain_text("fits nowhere and leaves the game")
    ada.keep("a tile that fits nowhere")


@pytest.mark.parametrize("motion", ["reduce", "no-preference"])
@pytest.mark.parametrize("window", [{}, PHONE], ids=["wide", "phone"])
def test_points_that_come_at_once_can_all_be_read(visit: Visit, window: dict[str, Any], motion: str) -> None:
    ada = visit("Ada", reduced_motion=motion, **window)
    begin(ada, MANY_AT_ONCE, "red", "blue")
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    ada.page.wait_for_timeout(500)
    ada.page.evaluate(SEEN_POINTS)
    play_on(ada)
    expect(ada.page.locator(".over h2")).to_be_visible(timeout=WAIT)  # which waits for no points
    expect(ada.page.locator(".flash").nth(5)).to_be_visible(timeout=WAIT)
    ada.keep(f"points at once {len(window)} {motion}")
    expect(ada.page.locator(".flash")).to_have_count(0, timeout=WAIT)
    assert ada.page.evaluate("window.bad") == []
    assert ada.page.evaluate("window.most") >= 6


def test_after_the_game(visit: Visit) -> None:
    ada = visit("Ada")
    page = ada.page
    table = begin(ada, CLOSING, "red", bots={"blue": "friendly"})
    play_on(ada)
    page.locator(".over summary").click()
    steps = page.locator(".over details")
    expect(page.locator("[data-shown]")).to_have_count(1)
    expect(page.locator(".board .piece").first).to_be_visible()  # where they stood before they went home
    while steps.get_by_role("button", name="Next").is_enabled():
        steps.get_by_role("button", name="Next").click()
    red, blue = scores_on(ada)
    assert [int(text) for text in steps.locator("b").all_inner_texts()] == [red, blue]
    won = "You won!" if red > blue else "Friendly won" if blue > red else "Ada and Friendly won together"
    expect(page.locator(".over h2")).to_have_text(won)
    page.locator(".over summary").click()
    expect(page.locator(".board .piece")).to_have_count(0)

    page.get_by_role("button", name="Check the shuffle").click()
    expect(page.get_by_text("Everything that can be checked is right.")).to_be_visible()
    assert page.locator(".over li", has_text="✗").count() == 0
    with page.expect_download() as picture:
        page.get_by_role("button", name="Picture", exact=True).click()
    assert picture.value.suggested_filename.endswith(".png")
    ada.keep("after the game")

    page.goto(f"{ada.address}t/{table}/replay?at=3")
    expect(page.locator(".told")).to_contain_text("3 / ")
    expect(page.locator(".plots")).to_contain_text("Friendly")  # as the bot is called at the table
    page.locator("h1").press("ArrowRight")
    expect(page.locator(".told")).to_contain_text("4 / ")
    assert page.url.endswith("?at=4")
    forward = page.get_by_role("button", name="One step forward")
    place = forward.bounding_box()
    page.keyboard.press("End")  # where the final scoring is told in many lines
    expect(page.locator(".told .event").nth(3)).to_be_visible()
    assert forward.bounding_box() == place
    page.locator("main input[type=range]").fill("2")
    expect(page.locator(".told")).to_contain_text("2 / ")
    expect(page.locator("figure > svg")).to_have_count(3)
    ada.keep("replay")

    ada.open(table)
    page.get_by_role("button", name="Play again").click()
    expect(ada.asked).to_be_visible(timeout=WAIT)  # who plays with bots sits down again, and begins
    assert table not in page.url


def test_your_turn_is_told_to_whoever_looks_elsewhere(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    ada.page.add_init_script(NOTED)
    table = table_of(ada, CLOSING)
    sit(bo, table, "red")
    sit(ada, table, "blue", start=True)
    ada.open(table)
    drawer(ada.page, "More")
    ada.page.get_by_role("button", name="Settings").click()
    assert ada.page.evaluate("window.asked") == 0, "nobody is asked before they want it"
    ada.page.get_by_label("Notify me").check()
    ada.page.get_by_role("dialog").get_by_role("button", name="Close").click()
    assert ada.page.evaluate("window.asked") == 1
    bo.open(table)
    expect(bo.asked).to_be_visible(timeout=WAIT)
    assert not ada.page.title().startswith("●") and bo.page.title().startswith("●")
    while not ada.asked.count():
        play_on(bo, answers=1)
        ada.page.wait_for_timeout(50)
    assert ada.page.title().startswith("●")
    (note,) = ada.page.evaluate("window.notes")
    assert note.endswith(ada.page.locator("#asked").inner_text())
    low, high = ada.page.evaluate("window.rings")
    assert low < high


def test_what_somebody_says_is_heard(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = table_of(ada, CLOSING)
    sit(bo, table, "red")
    sit(ada, table, "blue", start=True)
    ada.open(table)
    bo.open(table)
    expect(bo.asked).to_be_visible(timeout=WAIT)
    drawer(ada.page, "More")
    ada.page.get_by_role("button", name="Good luck!").click()
    expect(bo.page.locator(".notices")).to_contain_text("Ada: Good luck!")
    expect(bo.page.locator(".notices")).not_to_contain_text("Ada: Good luck!", timeout=WAIT)


def test_purists_get_no_aids(visit: Visit) -> None:
    ada = visit("Ada")
    begin(ada, CLOSING, "red", bots={"blue": "random"}, purist=True)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    for name in ("Fields", "Owners", "Nothing fits", "If it ended now", "Tiles left"):
        expect(ada.page.get_by_role("button", name=name, exact=True)).to_have_count(0)
    tile = ada.page.locator(".board svg").first.bounding_box()
    assert tile is not None
    ada.page.mouse.move(tile["x"] + 20, tile["y"] + 20)
    expect(ada.page.locator(".explained")).to_have_count(0)


def test_a_turn_is_taken_back_if_everybody_agrees(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = table_of(ada, CLOSING)
    sit(bo, table, "red")
    sit(ada, table, "blue", start=True)
    ada.open(table)
    bo.open(table)
    expect(bo.asked).to_be_visible(timeout=WAIT)
    while not ada.asked.count():
        play_on(bo, answers=1)
        ada.page.wait_for_timeout(50)
    drawer(bo.page, "Log")
    bo.page.get_by_role("button", name="Go back to before this").first.click()
    ada.page.get_by_role("button", name="Agree", exact=True).click()
    expect(bo.asked).to_be_visible(timeout=WAIT)
    expect(ada.asked).to_have_count(0, timeout=WAIT)
