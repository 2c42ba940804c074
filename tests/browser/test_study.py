"""A board to study: a table laid by hand, lines that are tried and taken back, shared by a link; records of others."""

from __future__ import annotations

from playwright.sync_api import Browser, expect

from aude import Game
from browser.visitor import WAIT, Visitor
from server.real import RealServer

RECORD = """\
aude 1
option first_player seat1
red    draw base/CFFF   place 0,-1 turn 180   deploy meeple city
blue   draw base/FRRR   place 1,0   pass
red    draw base/FFFF-monastery   place 0,1   deploy meeple monastery
"""


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
    expect(ada.page.locator("text=Share and keep")).to_be_visible()
    ada.page.locator("text=Share and keep").click()
    link = ada.page.get_by_label("A link to what is shown").input_value()
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
    ada.button("Look at it")
    expect(ada.page.get_by_role("alert").filter(has_text="line 2")).to_be_visible(timeout=WAIT)
    ada.page.get_by_role("textbox", name="Paste a game").fill(RECORD)
    ada.button("Look at it")
    moves = Game.read(RECORD).moves
    expect(ada.page.locator(".move")).to_have_count(len(moves), timeout=WAIT)
    ada.points(4, 7, 0, 0)
    slider = ada.page.get_by_role("slider")
    slider.focus()
    slider.press("Home")
    ada.points(0, 0, 0, 0)
    ada.page.locator(".move").nth(5).click()
    ada.points(4, 4, 0, 0)
    ada.button("Lay the table")
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
    ada.page.locator("summary", has_text="The table as lines").click()
    ada.page.get_by_role("textbox", name="The table as lines").fill("lay base/CFFF 0,1")
    ada.button("Lay these lines")
    expect(ada.page.get_by_role("alert").filter(has_text="does not match its neighbours at 0,1")).to_be_visible()
    ada.page.get_by_role("textbox", name="The table as lines").fill("lay base/CFFF 0,-1 turn 180\nturn blue")
    ada.button("Lay these lines")
    expect(ada.page.locator("tr.turn")).to_contain_text("blue")
