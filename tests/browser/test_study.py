"""A board to study: a table laid by hand, lines that are tried and taken back, shared by a link; records of others."""

from __future__ import annotations

from playwright.sync_api import Browser, Locator, expect

from aude import Game
from browser.playing import at_rest, middle
from browser.visitor import PHONE, WAIT, Visitor
from server.real import RealServer

RECORD = """\
aude 1
option first_player seat1
red    draw base/CFFF   place 0,-1 turn 180   deploy meeple city
blue   draw base/FRRR   place 1,0   pass
red    draw base/FFFF-monastery   place 0,1   deploy meeple monastery
"""


TABLE = ["lay base/FRRR 1,0 turn 0", "stand red meeple road E.W at 0,0"]


class Student(Visitor):
    """Somebody at the board to study."""

    def begin(self, address: str = "") -> None:
        self.page.goto(address or f"{self.address}study")
        expect(self.page.locator(".board")).to_be_visible(timeout=WAIT)

    def tap(self, light: str) -> None:
        self.page.locator(f"[data-light='{light}']").click()

    def take(self, kind: str, name: str) -> None:
        """Take something in hand, or let it be drawn."""
        self.page.locator(f"[data-{kind}='{name}']").click()

    def button(self, name: str) -> None:
        self.page.get_by_role("button", name=name, exact=True).click()

    def shows(self, *moves: str) -> None:
        """The line that is shown, each choice by its beginning; the one with a star is on the board."""
        found = self.page.locator(".move")
        expect(found).to_have_count(len(moves), timeout=WAIT)
        for number, move in enumerate(moves):
            expect(found.nth(number)).to_contain_text(move.removeprefix("*"))
            if move.startswith("*"):
                expect(found.nth(number)).to_have_attribute("aria-current", "step")

    def lines(self) -> list[str]:
        """The lines that lay the table."""
        field = self.page.get_by_role("textbox", name="The board as text")
        if not field.is_visible():
            self.page.locator("summary", has_text="The board as text").click()
        return field.input_value().splitlines()

    def points(self, *points: int) -> None:
        """The points of the seats, and then what they would have if the game ended now."""
        expect(self.page.locator("tbody td")).to_have_text([str(point) for point in points], timeout=WAIT)


def test_a_table_is_laid_a_line_tried_taken_back_shared_and_opened_again(browser: Browser, server: RealServer) -> None:
    ada = Student(browser, server.address, "Ada")
    ada.begin()
    ada.take("tile", "base/FRRR")
    ada.tap("cell 1,0")
    ada.page.keyboard.press("Enter")  # the tile lies as it fits first
    ada.take("figure", "meeple")
    ada.tap("spot city N 0,0")
    ada.page.get_by_role("spinbutton", name="blue").fill("12")
    ada.page.keyboard.press("Tab")
    ada.points(0, 1, 12, 12)

    ada.button("Play on")
    ada.take("tile", "base/CFFF")
    ada.tap("cell 0,-1")
    ada.button("Lay the tile")
    ada.asked.locator(".list button").first.click()  # no figure
    ada.shows("red draws", "red: ", "*red: ")
    ada.points(4, 4, 12, 12)

    ada.page.keyboard.press("ArrowLeft")  # another line: a figure in the field instead
    ada.page.locator("[data-light^='spot field']").first.click()
    ada.shows("red draws", "red: ", "*red: put")
    expect(ada.page.locator(".other")).to_have_count(1)

    ada.page.wait_for_url("**/study#1.*")
    expect(ada.page.locator("text=Share or download")).to_be_visible()
    ada.page.locator("text=Share or download").click()
    field = ada.page.get_by_label("A link to this board")
    ada.page.wait_for_function("it => it.value === location.href", arg=field.element_handle())
    link = field.input_value()
    bo = Student(browser, server.address, "Bo", locale="nl-NL")
    bo.begin(link)
    bo.shows("rood trekt", "rood: ", "*rood: ")
    bo.points(4, 7, 12, 12)
    expect(bo.page.locator(".other")).to_have_count(1)
    bo.page.locator(".other").click()
    bo.points(4, 4, 12, 12)
    bo.page.get_by_role("button", name="Vanaf hier terugnemen").click()
    bo.shows("rood trekt", "*rood: ", "rood: ")
    expect(bo.page.locator(".other")).to_have_count(0)
    assert not ada.complaints and not bo.complaints


def test_a_record_is_pasted_walked_through_and_changed_by_hand(browser: Browser, server: RealServer) -> None:
    ada = Student(browser, server.address, "Ada")
    ada.begin()
    ada.page.locator("summary", has_text="Paste a game").click()
    ada.page.get_by_role("textbox", name="Paste a game").fill("aude 1\nred jumps")
    ada.button("Open it")
    expect(ada.page.get_by_role("alert").filter(has_text="line 2")).to_be_visible(timeout=WAIT)
    ada.page.get_by_role("textbox", name="Paste a game").fill(RECORD)
    ada.button("Open it")
    moves = Game.read(RECORD).moves
    expect(ada.page.locator(".move")).to_have_count(len(moves), timeout=WAIT)
    ada.points(4, 7, 0, 0)
    slider = ada.page.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    ada.points(0, 0, 0, 0)
    ada.page.locator(".move").nth(5).click()
    ada.points(4, 4, 0, 0)
    ada.button("Set up the board")
    expect(ada.page.locator("[data-tile='base/CFFF']")).to_be_visible(timeout=WAIT)
    ada.button("✕ Take away")
    ada.tap("cell 1,0")
    expect(ada.page.locator("[data-light]")).to_have_count(1, timeout=WAIT)
    ada.button("↶ Take back")
    expect(ada.page.locator("[data-light]")).to_have_count(2, timeout=WAIT)
    assert [text for text in ada.complaints if "422" not in text] == []


def test_what_cannot_lie_is_told_in_a_sentence(browser: Browser, server: RealServer) -> None:
    ada = Student(browser, server.address, "Ada")
    ada.begin()
    ada.page.locator("summary", has_text="The board as text").click()
    ada.page.get_by_role("textbox", name="The board as text").fill("lay base/CFFF 0,1")
    ada.button("Use these lines")
    expect(ada.page.get_by_role("alert").filter(has_text="does not match its neighbours at 0,1")).to_be_visible()
    ada.page.get_by_role("textbox", name="The board as text").fill("lay base/CFFF 0,-1 turn 180\nturn blue")
    ada.button("Use these lines")
    expect(ada.page.locator("tr.turn")).to_contain_text("blue")


def test_a_game_that_is_not_there_leaves_an_empty_board(browser: Browser, server: RealServer) -> None:
    ada = Student(browser, server.address, "Ada")
    ada.begin(f"{ada.address}study?table={'0' * 24}")
    expect(ada.page.get_by_role("alert").get_by_text("there is no such table")).to_be_visible()
    ada.points(0, 0, 0, 0)


def test_tiles_and_figures_are_dragged_onto_the_board_and_to_another_place(
    browser: Browser, server: RealServer
) -> None:
    ada = Student(browser, server.address, "Ada")
    ada.begin()
    mouse, place = ada.page.mouse, ada.page.locator("[data-light='cell 1,0']")

    def drag(x: float, y: float, to: Locator) -> None:
        """Take something up there; where it can lie is known a moment later."""
        mouse.move(x, y)
        mouse.down()
        mouse.move(x - 15, y, steps=2)
        to.wait_for()
        mouse.move(*middle(to), steps=4)

    drag(*middle(ada.page.locator("[data-tile='base/FRRR']")), place)
    expect(ada.page.locator(".board .ghost")).to_be_visible()
    mouse.up()
    ada.button("Lay the tile")
    expect(ada.page.locator(".board .ghost")).to_have_count(0)
    city, road = (ada.page.locator(f"[data-light='spot {spot}']") for spot in ("city N 0,0", "road E.W 0,0"))
    ada.page.locator("[data-figure=meeple]").scroll_into_view_if_needed()
    drag(*middle(ada.page.locator("[data-figure=meeple]")), city)
    expect(ada.page.locator(".carry")).to_be_visible()
    expect(city).to_have_attribute("aria-pressed", "true")
    at = middle(city)
    mouse.up()
    expect(ada.page.locator("[data-figure=meeple]")).to_contain_text("6")
    ada.take("figure", "meeple")  # put down what was in hand
    expect(road).to_have_count(0)
    # What stands on the board is carried to another place; where it cannot be it goes back.
    before = ada.lines()
    drag(*at, road)
    mouse.move(400, 760)
    mouse.up()
    expect(road).to_have_count(0)
    assert ada.lines() == before == [TABLE[0], "stand red meeple city N at 0,0"]
    drag(*at, road)
    mouse.up()
    lines = ada.page.get_by_role("textbox", name="The board as text")
    expect(lines).to_have_value("\n".join(TABLE), timeout=WAIT)
    ada.button("↶ Take back")  # in one step
    expect(lines).to_have_value("\n".join(before), timeout=WAIT)
    assert not ada.complaints


def test_what_is_dragged_by_a_finger_is_first_rested_upon(browser: Browser, server: RealServer) -> None:
    """The tray is scrolled by a finger that moves at once."""
    ada = Student(browser, server.address, "Ada", **PHONE)
    ada.begin()
    finger = ada.page.context.new_cdp_session(ada.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    tile, place = ada.page.locator("[data-tile='base/FRRR']"), ada.page.locator("[data-light='cell 1,0']")
    tile.scroll_into_view_if_needed()
    x, y = middle(tile)
    touch("touchStart", (x, y))
    touch("touchMove", (x, y - 40))
    touch("touchMove", (x, y - 90))
    touch("touchEnd")
    expect(tile).to_have_attribute("aria-pressed", "false")
    at_rest(tile)
    tile.evaluate("tile => tile.scrollIntoView({block: 'center'})")  # all of it: Playwright is content with a part
    x, y = at_rest(tile)
    touch("touchStart", (x, y))
    expect(ada.page.locator(".carry")).to_be_visible(timeout=WAIT)
    place.wait_for()
    touch("touchMove", (x, y - 30))
    touch("touchMove", middle(place))
    expect(ada.page.locator(".board .ghost")).to_be_visible()
    ada.keep("a tile is dragged by a finger")
    touch("touchEnd")
    expect(ada.page.locator(".board .ghost")).to_be_visible()
    expect(ada.page.get_by_role("button", name="Lay the tile")).to_be_in_viewport()
    ada.button("Lay the tile")
    expect(ada.page.locator(".board .ghost")).to_have_count(0)
    assert ada.lines() == TABLE[:1]
    assert not ada.complaints
