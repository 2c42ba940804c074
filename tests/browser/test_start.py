"""The first page, a new table, and coming to it: each way by as few clicks as it takes a person."""

from __future__ import annotations

import re

import pytest
from playwright.sync_api import Locator, expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, sit, table_of
from browser.visitor import PHONE, WAIT, Visitor

CLICKS = 5  # at most, from the first page to a running game with chosen boxes


def board_of(visitor: Visitor) -> Locator:
    """The board of a running game."""
    return visitor.page.locator(".play .board")


def test_one_click_and_one_plays_against_a_friendly_bot(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.get_by_role("button", name="Play now").click()
    expect(board_of(ada)).to_be_visible(timeout=WAIT)
    about = ada.ask(f"/api/tables/{ada.page.url.rpartition('/')[2]}")["about"]
    assert [seat.get("bot") for seat in about["seats"]] == [None, "friendly"] and about["state"] == "running"


def box(visitor: Visitor, sentence: str) -> Locator:
    """The card of a box, by the beginning of what it says about itself."""
    return visitor.page.locator("li label", has_text=sentence)


def test_a_game_with_chosen_boxes_begins_after_at_most_five_clicks(visit: Visit) -> None:
    ada = visit("Ada")
    clicks = [
        ada.page.locator("main").get_by_role("link", name="New table"),
        box(ada, "Inns and cathedrals make roads"),
        box(ada, "The abbot tends monasteries"),
        ada.page.get_by_role("button", name="Begin"),
    ]
    for click in clicks:
        click.click()
    expect(board_of(ada)).to_be_visible(timeout=WAIT)
    setup = ada.ask(f"/api/tables/{ada.page.url.rpartition('/')[2]}")["about"]["setup"]
    assert set(setup["boxes"]) == {"inns_and_cathedrals", "abbot"} and len(clicks) <= CLICKS


def test_what_cannot_be_combined_is_refused_as_one_chooses(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(ada.address + "new")
    river, longer = box(ada, "Before anything else a river"), box(ada, "A longer river")
    longer.click()
    expect(river.locator("input")).to_be_disabled()
    expect(river).to_contain_text("cannot be combined with The Anniversary River")
    longer.click()
    expect(river.locator("input")).to_be_enabled()
    # More seats than the game has figures for are not offered, and a game that cannot be is not begun.
    add = ada.page.get_by_role("button", name="Add a seat")
    while add.count():
        add.click()
    assert ada.page.get_by_role("combobox", name=re.compile("^Seat")).count() == 5
    expect(ada.page.get_by_text("pieces for at most 5")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Begin")).to_be_enabled()


def test_presets_house_rules_and_bots_say_what_they_are(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(ada.address + "new")
    presets = ada.page.get_by_role("radiogroup", name="What are we playing?").get_by_role("radio")
    expect(presets.first).to_be_checked()
    summary = ada.page.get_by_role("region", name="This table")
    expect(summary).to_contain_text("72 tiles, about 30 minutes")
    ada.page.get_by_role("radio", name=re.compile("Expansions 1 and 2")).check()
    expect(summary).to_contain_text("Inns & Cathedrals, Traders & Builders")
    expect(summary).to_contain_text("114 tiles, about 50 minutes")
    seat = ada.page.get_by_role("combobox", name="Seat blue")
    seat.select_option("bot:master")
    expect(ada.page.get_by_text("thinks ahead for a second")).to_be_visible()
    ada.page.get_by_text("More: house rules").click()
    rule = ada.page.locator("fieldset", has_text="House rules: Carcassonne").get_by_role("combobox").first
    assert "(usual)" in rule.locator("option").first.inner_text()


def test_a_friend_comes_by_the_link_or_its_code(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    ada.page.goto(ada.address + "new")
    ada.page.get_by_role("combobox", name="Seat blue").select_option("friend")
    ada.page.get_by_role("button", name="Open the table").click()
    expect(ada.page.get_by_alt_text("The same link as a QR code")).to_be_visible(timeout=WAIT)
    link = ada.page.get_by_role("textbox", name="Anyone with this link can join").input_value()
    assert link.startswith(ada.address)
    expect(ada.page.get_by_text("Only this computer can open the link.")).to_be_visible()  # it is served at 127.0.0.1
    field = bo.page.get_by_role("textbox", name="The link or the code of the table")
    field.fill("nonsense")
    bo.page.get_by_role("button", name="Join").click()
    expect(bo.page.get_by_text("This is not a link to a table.")).to_be_visible()
    field.fill(link.rpartition("/")[2])
    bo.page.get_by_role("button", name="Join").click()
    expect(bo.page.get_by_role("heading", name="Ada’s table")).to_be_visible()
    bo.page.get_by_role("textbox", name="Your name").fill("Bo")  # the page was opened when Bo had none
    bo.page.get_by_role("button", name="Join the table").click()
    bo.page.get_by_role("button", name="Sit down: blue").click()
    expect(ada.page.get_by_text("Bo", exact=True)).to_be_visible(timeout=WAIT)
    ada.page.get_by_role("button", name="Begin").click()
    for visitor in (ada, bo):
        expect(board_of(visitor)).to_be_visible(timeout=WAIT)


def test_games_that_go_on_and_tables_that_wait_are_on_the_first_page(visit: Visit) -> None:
    ada, bo = visit("Ada"), visit("Bo")
    running = begin(ada, SMALL, "red", bots={"blue": "random"})
    waiting = table_of(bo, SMALL, listed=True)
    sit(bo, waiting, "red")
    ada.page.goto(ada.address)
    mine = ada.page.get_by_role("region", name="Go on with a game").get_by_role("link")
    expect(mine.first).to_have_attribute("href", f"/t/{running}")
    expect(mine.first).to_contain_text("your turn")
    open_tables = ada.page.get_by_role("region", name="Open tables")
    expect(open_tables.locator(f"a[href='/t/{waiting}']")).to_contain_text("1 free seat")
    mine.first.click()
    expect(board_of(ada)).to_be_visible(timeout=WAIT)


def test_bots_can_be_watched_and_the_game_learnt(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.locator("main").get_by_role("link", name="Begin").click()
    expect(ada.page.get_by_role("heading", name="Learn the game")).to_be_visible(timeout=WAIT)
    ada.page.locator("header .brand").click()
    ada.page.get_by_role("button", name="Watch").click()
    expect(board_of(ada)).to_be_visible(timeout=WAIT)
    expect(ada.page.get_by_text("You are watching")).to_be_visible(timeout=WAIT)


def test_each_game_and_each_page_has_a_title_of_its_own(visit: Visit) -> None:
    ada = visit("Ada")
    ada.page.goto(ada.address + "new")
    expect(ada.page).to_have_title("New table – Aude")
    cards = ada.page.get_by_role("radiogroup", name="What are we playing?")
    expect(cards.get_by_text("Carcassonne: The City", exact=True)).to_be_visible(timeout=WAIT)
    expect(cards.get_by_text("First game", exact=True)).to_be_visible()  # with what that is below it
    city = begin(ada, {"game": "the_city"}, "red", bots={"blue": "random"})
    expect(ada.page).to_have_title("● Your turn – Carcassonne: The City – Aude", timeout=WAIT)
    expect(ada.page.get_by_role("heading", level=1)).to_have_text("Carcassonne: The City")
    ada.page.locator("header .home").click()
    expect(ada.page).to_have_title("Aude")
    mine = ada.page.get_by_role("region", name="Go on with a game").locator(f"a[href='/t/{city}']")
    expect(mine).to_contain_text("Carcassonne: The City")


def test_every_page_knows_who_one_is(visit: Visit) -> None:
    ada = visit("Ada")
    for path in ("", "new", "learn", "study", "nowhere"):
        ada.page.goto(ada.address + path)
        expect(ada.page.get_by_role("button", name=re.compile(r"^Ada\s*, Settings$"))).to_be_visible(timeout=WAIT)
    expect(ada.page.get_by_role("link", name="To the start page")).to_have_attribute("href", "/")
    ada.complaints.clear()  # the browser tells that there is nothing at /nowhere


def test_the_personal_link_makes_another_device_ones_own(visit: Visit) -> None:
    ada, phone = visit("Ada"), visit("Somebody", **PHONE)
    ada.page.reload()
    ada.page.get_by_role("button", name="Settings").click()
    ada.page.get_by_role("button", name="Show the personal link").click()
    phone.page.goto(ada.page.get_by_role("textbox", name="Your personal link").input_value())
    expect(phone.page.get_by_role("button", name="Settings")).to_contain_text("Ada", timeout=WAIT)
    assert ada.ask("/api/me")["id"] == phone.ask("/api/me")["id"]


@pytest.mark.parametrize("locale", ["en-GB", "nl-NL", "nb-NO"])
def test_nothing_is_wider_than_a_narrow_phone(visit: Visit, locale: str) -> None:
    ada = visit("Wilhelmina-Alexandra", locale=locale, **{**PHONE, "viewport": {"width": 320, "height": 640}})
    waiting = table_of(ada, SMALL)
    sit(ada, waiting, "red")
    replay = f"t/{begin(ada, SMALL, 'red', bots={'blue': 'random'})}/replay"
    pages = {
        "": ".ways",
        "new": ".presets",
        "learn": "#examples",
        f"t/{waiting}": "#seats",
        replay: ".plots",
        "study": ".study",
    }
    for path, seen in pages.items():
        ada.page.goto(ada.address + path)
        expect(ada.page.locator(seen)).to_be_visible(timeout=WAIT)
        ada.page.locator("summary").evaluate_all("all => all.forEach((one) => one.click())")
        ada.page.wait_for_load_state("networkidle")
        assert ada.page.evaluate("document.documentElement.scrollWidth") == 320, path
