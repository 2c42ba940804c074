"""The page in a real browser, against a real server."""

from __future__ import annotations

import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, expect

from aude import Game
from browser.chromium import browser as running_browser
from browser.visitor import WAIT, Visitor
from server.real import RealServer

SMALL = {
    "tiles": {"base": 0, "base/CRFR-rEW": 3, "base/FFFF-monastery": 2, "base/FRFR-rEW": 2, "base/CCFC-cNEW": 1},
    "options": {"first_player": "seat1"},
}
MANY = 400  # answers: more than any of these games takes
AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    with running_browser() as found:
        yield found


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as found:
        yield found


def table_of(host: Visitor, setup: dict[str, Any], **wish: Any) -> str:
    """A table that somebody has made, without a word on the page."""
    table: str = host.ask("/api/tables", {"setup": setup, **wish})["table"]
    return table


def sit(visitor: Visitor, table: str, *seats: str, start: bool = False) -> None:
    """Take seats, and begin, over the same socket that the page uses."""
    visitor.ask(f"/api/tables/{table}/join", {})
    commands: list[dict[str, str]] = [{"do": "sit", "seat": seat, "contribution": "c0ffee"} for seat in seats]
    commands += [{"do": "start"}] if start else []
    visitor.page.evaluate(
        """async ([table, commands]) => {
            const socket = new WebSocket(`ws://${location.host}/api/tables/${table}/socket`);
            await new Promise((open) => (socket.onopen = open));
            for (const [key, command] of commands.entries()) {
                const done = new Promise((answer) => (socket.onmessage = ({data}) => {
                    const message = JSON.parse(data);
                    if (message.key === String(key)) answer(message);
                }));
                socket.send(JSON.stringify({type: "do", key: String(key), command}));
                const answer = await done;
                if (answer.type !== "done") throw new Error(answer.text);
            }
            socket.close();
        }""",
        [table, commands],
    )


def play_on(*visitors: Visitor, answers: int = MANY) -> None:
    """Everybody answers whenever asked, until the game is over or so many answers were given."""
    until = time.monotonic() + 120
    while answers and not visitors[0].is_over():
        assert time.monotonic() < until, "the game does not go on"
        done = sum(visitor.answer() for visitor in visitors)
        answers = max(0, answers - done)
        visitors[0].page.wait_for_timeout(20 if done else 60)


def scores_on(visitor: Visitor) -> list[int]:
    return [int(text) for text in visitor.page.locator(".players .score").all_inner_texts()]


def test_a_game_against_a_bot_ends_with_the_score_of_its_record(browser: Browser, server: RealServer) -> None:
    ada = Visitor(browser, server.address, "Ada")
    ada.come_in()
    table = table_of(ada, SMALL, bots={"blue": "friendly"})
    sit(ada, table, "red", start=True)
    ada.open(table)
    play_on(ada)
    expect(ada.page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert game.over and scores_on(ada) == list(game.scores.values())
    assert not ada.complaints


def test_two_people_with_two_browsers(browser: Browser, server: RealServer) -> None:
    ada, bo = Visitor(browser, server.address, "Ada"), Visitor(browser, server.address, "Bo", locale="nl-NL")
    ada.come_in()
    bo.come_in()
    table = table_of(ada, SMALL)
    sit(bo, table, "blue")
    sit(ada, table, "red", start=True)
    ada.open(table)
    bo.open(table)
    play_on(ada, bo)
    expect(bo.page.locator(".over h2")).to_be_visible(timeout=WAIT)
    game = Game.read(ada.ask(f"/api/tables/{table}/record"))
    assert game.over and scores_on(ada) == scores_on(bo) == list(game.scores.values())
    assert not ada.complaints and not bo.complaints


def test_three_seats_at_one_screen(browser: Browser, server: RealServer) -> None:
    ada = Visitor(browser, server.address, "Ada")
    ada.come_in()
    table = table_of(ada, {**SMALL, "players": ["red", "blue", "green"]})
    sit(ada, table, "red", "blue", "green", start=True)
    ada.open(table)
    play_on(ada)
    assert ada.is_over() and not ada.complaints


def test_a_whole_game_by_keyboard_alone(browser: Browser, server: RealServer) -> None:
    ada = Visitor(browser, server.address, "Ada")
    ada.come_in()
    table = table_of(ada, SMALL, bots={"blue": "random"})
    sit(ada, table, "red", start=True)
    ada.open(table)
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
    assert not ada.complaints


def test_by_touch_on_a_phone_held_upright(browser: Browser, server: RealServer) -> None:
    phone = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
    ada = Visitor(browser, server.address, "Ada", **phone)
    ada.come_in()
    table = table_of(ada, SMALL, bots={"blue": "random"})
    sit(ada, table, "red", start=True)
    ada.open(table)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    ada.lights.first.tap()
    ada.asked.locator("button.primary").tap()
    expect(ada.page.locator("[data-light^=cell]")).to_have_count(0, timeout=WAIT)
    wide = ada.page.evaluate("document.documentElement.scrollWidth")
    assert wide <= 390, "nothing sticks out of the screen"
    play_on(ada)
    assert ada.is_over() and not ada.complaints


def test_a_killed_server_and_a_page_that_heals(browser: Browser, tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada = Visitor(browser, server.address, "Ada")
        ada.come_in()
        table = table_of(ada, SMALL, bots={"blue": "random"})
        sit(ada, table, "red", start=True)
        ada.open(table)
        play_on(ada, answers=2)
        server.kill()
        expect(ada.page.locator(".lost")).to_be_visible(timeout=WAIT)
        server.start()
        expect(ada.page.locator(".lost")).to_have_count(0, timeout=WAIT)
        ada.page.reload()
        play_on(ada)
        assert ada.is_over()


def test_a_spectator_sees_the_game_and_can_choose_nothing(browser: Browser, server: RealServer) -> None:
    ada, eve = Visitor(browser, server.address, "Ada"), Visitor(browser, server.address, "Eve")
    ada.come_in()
    eve.come_in()
    table = table_of(ada, SMALL, bots={"blue": "random"})
    sit(ada, table, "red", start=True)
    ada.open(table)
    eve.open(table)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    expect(eve.page.locator(".players")).to_be_visible(timeout=WAIT)
    assert eve.lights.count() == 0 and eve.asked.count() == 0


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(browser: Browser, server: RealServer, theme: str) -> None:
    ada = Visitor(browser, server.address, "Ada", bypass_csp=True)
    ada.come_in()
    ada.page.evaluate("theme => localStorage.setItem('aude.settings', JSON.stringify({theme}))", theme)
    table = table_of(ada, SMALL, bots={"blue": "random"})
    sit(ada, table, "red", start=True)
    for path, seen in (("", "main"), ("new", "main"), (f"t/{table}", ".players")):
        ada.page.goto(ada.address + path)
        expect(ada.page.locator(seen).first).to_be_visible(timeout=WAIT)
        ada.page.add_script_tag(path=AXE)
        found = ada.page.evaluate("axe.run().then(({violations}) => violations)")
        told = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
        assert not told, (path, told)
