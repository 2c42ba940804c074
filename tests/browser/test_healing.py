"""The connection heals by itself: the table is right again without a reload, and says what happened."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import Page, Route, expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on, sit, table_of
from browser.visitor import WAIT, Visitor
from server.real import RealServer


def expect_back(page: Page, text: str) -> None:
    """The connection is back, and the page has said so to those who see and to those who listen."""
    expect(page.get_by_role("log")).to_contain_text(f"Connected again. {text}", timeout=WAIT)
    expect(page.locator(".lost")).to_have_count(0, timeout=WAIT)


def lay(visitor: Visitor) -> None:
    """Lay the tile somewhere."""
    visitor.lights.first.click()
    visitor.asked.locator("button.primary").click()
    expect(visitor.page.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)


def test_a_server_killed_in_the_middle_of_a_turn_and_a_page_that_is_loaded_again(visit: Visit, tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada = visit("Ada", at=server)
        begin(ada, SMALL, "red", bots={"blue": "random"})
        expect(ada.lights.first).to_be_visible(timeout=WAIT)
        lay(ada)
        expect(ada.asked.locator(".list button").first).to_be_enabled(timeout=WAIT)  # it was acknowledged, too
        server.kill()
        expect(ada.page.locator(".lost")).to_be_visible(timeout=WAIT)
        ada.asked.locator(".list button").first.click()  # while nobody answers: it counts once, when somebody does
        ada.keep("the connection is lost")
        server.start()
        expect_back(ada.page, "")
        expect(ada.asked.get_by_role("button", name="End the turn")).to_be_visible(timeout=WAIT)
        ada.page.reload()
        expect(ada.asked.get_by_role("button", name="End the turn")).to_be_visible(timeout=WAIT)
        play_on(ada)
        assert ada.is_over()


def test_two_tabs_of_one_person_show_the_same(visit: Visit) -> None:
    ada = visit("Ada")
    table = begin(ada, SMALL, "red", bots={"blue": "random"})
    other = ada.new_page()
    other.goto(f"{ada.address}t/{table}")
    light = other.locator("[data-light]").first
    expect(light).to_be_visible(timeout=WAIT)
    light.click()  # a tile about to be laid there, when it is laid here
    expect(other.get_by_role("button", name="Lay the tile")).to_be_visible(timeout=WAIT)
    lay(ada)
    expect(other.get_by_role("heading", name="Place a figure?")).to_be_visible(timeout=WAIT)
    expect(other.get_by_role("button", name="Lay the tile")).to_have_count(0)
    other.locator(".asked .list button").first.click()
    expect(ada.asked.get_by_role("button", name="End the turn")).to_be_visible(timeout=WAIT)


def test_a_network_that_was_away_while_others_played(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    table = table_of(ada, SMALL)
    sit(bo, table, "blue")
    sit(ada, table, "red", start=True)
    ada.open(table)
    bo.open(table)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    expect(bo.page.locator(".players")).to_be_visible(timeout=WAIT)
    bo.context.set_offline(True)
    expect(bo.page.locator(".lost")).to_be_visible(timeout=WAIT)
    lay(ada)
    bo.context.set_offline(False)
    expect_back(bo.page, "1 choice was made in between.")
    bo.keep("connected again")
    assert bo.page.locator("[data-marked]").count() == 1, "the tile that was laid meanwhile is marked"


def test_a_table_that_is_opened_while_the_server_does_not_answer(visit: Visit) -> None:
    """The page says so, asks again by itself, and shows the table."""
    ada = visit("Ada")
    table = table_of(ada, SMALL, bots={"blue": "random"})
    sit(ada, table, "red", start=True)
    ada.page.route("**/api/tables/*/join**", lambda route: route.abort("connectionrefused"))
    ada.page.route("**/api/tables/*/kit**", lambda route: route.abort("connectionrefused"))
    ada.open(table)
    waiting = ada.page.get_by_text("The server does not answer. The table will be here as soon as it does.")
    expect(waiting).to_be_visible(timeout=WAIT)
    ada.page.unroute("**/api/tables/*/join**")
    expect(waiting).to_be_visible(timeout=WAIT)
    ada.page.unroute("**/api/tables/*/kit**")
    expect(ada.lights.first).to_be_visible(timeout=WAIT)


def test_pages_that_are_opened_while_the_server_does_not_answer(visit: Visit) -> None:
    ada = visit("Ada")
    replay = f"t/{begin(ada, SMALL, 'red', bots={'blue': 'random'})}/replay"
    waiting = ada.page.get_by_text("The server does not answer. The page goes on as soon as it does.")

    def is_away(route: Route) -> None:
        route.abort("connectionrefused")

    pages = {
        "": "#open + *",
        "new": ".presets",
        "learn": ".stepper",
        "learn/EX-BASE-01": ".stepper",
        replay: ".plots",
    }
    for path, seen in pages.items():
        ada.page.route("**/api/**", is_away)
        ada.page.goto(ada.address + path)
        expect(waiting).to_be_visible(timeout=WAIT)
        expect(ada.page.locator(seen)).to_have_count(0)
        ada.page.unroute("**/api/**")
        expect(ada.page.locator(seen)).to_be_visible(timeout=WAIT)
        expect(waiting).to_have_count(0)
    # A replay keeps its board while it waits for another moment.
    ada.page.route("**/moments/**", is_away)
    ada.page.get_by_role("button", name="To the beginning").click()
    expect(waiting).to_be_visible(timeout=WAIT)
    expect(ada.page.get_by_role("group", name="The board.")).to_be_visible()
    ada.page.unroute("**/moments/**")
    expect(ada.page.locator(".told")).to_contain_text("0 / ", timeout=WAIT)
    expect(waiting).to_have_count(0)


def test_a_laptop_that_slept(visit: Visit) -> None:
    """The page stands still, and its connection dies without a word."""
    ada, bo = visit("Ada"), visit("Bo")
    table = table_of(ada, SMALL)
    sit(bo, table, "blue")
    sit(ada, table, "red", start=True)
    ada.open(table)
    bo.open(table)
    expect(ada.lights.first).to_be_visible(timeout=WAIT)
    expect(bo.page.locator(".players")).to_be_visible(timeout=WAIT)
    devtools = bo.context.new_cdp_session(bo.page)
    devtools.send("Page.setWebLifecycleState", {"state": "frozen"})
    lay(ada)
    devtools.send("Page.setWebLifecycleState", {"state": "active"})
    expect(bo.page.get_by_role("log")).to_contain_text("Ada: lay", timeout=WAIT)
