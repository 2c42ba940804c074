"""Every decision of every box, and of The City, answered on the page: what can be asked is computed from the rules."""

from __future__ import annotations

import json
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from playwright.sync_api import Browser, Locator, WebSocket, expect

from browser.moments import (
    INTERRUPTS,
    PERSON,
    Moment,
    Playing,
    all_setups,
    asking_steps,
    kind_of,
    kind_of_action,
    read,
    setup_of,
    store,
)
from browser.playing import at_rest, middle
from browser.visitor import WAIT, Visitor
from server.real import RealServer

MOMENTS = read()


def moment_of(kind: str) -> Moment:
    """The moment at which this is answered."""
    return next(moment for moment in MOMENTS if kind in moment.answers)


def first_asked(kind: str, facts: dict[str, Any]) -> Moment:
    """The first moment of a game at which this is asked."""
    setup = setup_of(facts)
    assert setup is not None
    playing = Playing(setup, 0)
    while kind not in playing.offers():
        playing.play_on()
    return Moment(facts, 0, len(playing.game.moves), [kind])


SCATTERED = first_asked("aim: aim cell", {"boxes": ["catapult"], "options": {"catapult_mode": "scatter"}})
# Once more, in other ways.
LARGE = Moment({}, 3, 110, [])  # more than fits a phone
BY_HAND = [
    moment_of("lot: choose tile"),
    LARGE,
    moment_of("castle: castle spot"),
    SCATTERED,
    SCATTERED,
    moment_of("place: place cell rotation"),
    moment_of("strength: strength number"),
]
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
# Games in which chance answers whatever is left to it.
CHANCE_DECIDES = (
    {"boxes": ["catapult"]},
    {"boxes": ["catapult"], "options": {"catapult_mode": "scatter"}},
    {"boxes": "all"},
)
NEVER = {
    # Of figures beside the segments; our boxes have no such place where these can happen.
    "capture owner figure cell",
    "plague figure cell number",
    "plague figure sector",  # known only in order to be refused: whoever stands on a crown is safe
    # Of chance, when several figures stand where a token lands: too rare for the games above.
    "spare owner figure cell",
    "spare owner figure spot",
}


Prepared = tuple[Path, str, list[str]]  # where the tables are, a cookie, and the ids of the tables


class Player(Visitor):
    """Somebody who plays all seats, and hears what the page hears."""

    def __init__(self, browser: Browser, address: str, cookie: str, **context: Any) -> None:
        super().__init__(browser, address, PERSON, **context)
        self.context.add_cookies([{"name": "aude", "value": cookie, "url": address}])
        self.told = 0  # messages about the table
        self.question: dict[str, Any] | None = None
        self.moves: list[dict[str, Any]] = []
        self.answered: list[str] = []
        self.numbers: list[int] = []  # that were chosen from a range
        self.page.on("websocket", self._attend)

    def _attend(self, socket: WebSocket) -> None:
        socket.on("framereceived", lambda data: self._heard(json.loads(data)))
        socket.on("framesent", lambda data: self._said(json.loads(data)))

    def _heard(self, message: dict[str, Any]) -> None:
        if message["type"] in ("table", "changed"):
            self.told += 1
            self.question = message.get("question")
            self.moves = message.get("moves", [])
        assert message["type"] != "refused", message

    def _said(self, message: dict[str, Any]) -> None:
        command = message.get("command", {})
        if command.get("do") == "act":
            self.numbers += [command["action"]["number"]] if "number" in command["action"] else []
            assert self.question is not None
            self.answered.append(
                next(key for key, offer in self.offers() if is_same(offer["action"], command["action"]))
            )

    def offers(self) -> Iterator[tuple[str, dict[str, Any]]]:
        """What is offered now, with its step and kind."""
        assert self.question is not None
        for offered in self.question.get("offers", {}).values():
            for offer in offered:
                step = INTERRUPTS if offer.get("besides") else self.question["step"]
                yield f"{step}: {kind_of_action(offer['action'])}", offer

    def wait_for(self, number: int) -> None:
        """Wait until the table has been told so often, and the page shows it."""
        until = time.monotonic() + WAIT / 1000
        while self.told < number:
            assert time.monotonic() < until, "nothing happens"
            self.page.wait_for_timeout(10)

    def come_to(self, table: str) -> None:
        told = self.told
        self.open(table)
        self.wait_for(told + 1)

    def choose(self, kind: str, by_keys: bool) -> None:
        """Answer with something of this kind, where the page offers it."""
        offer = next(offer for key, offer in self.offers() if key == kind)
        told = self.told
        self._point(offer, by_keys)
        self.wait_for(told + 1)
        assert self.answered[-1] == kind

    def _point(self, offer: dict[str, Any], by_keys: bool) -> None:
        text = offer["text"]
        light = self.page.locator(f"[data-light][aria-label*={json.dumps(text)}]").first
        inner = self.page.locator(".quiet button" if offer.get("besides") else ".answers > .list > li > button")
        button = (
            inner.get_by_text(text, exact=True).first if not offer.get("besides") else inner.filter(has_text=text).first
        )
        pull = self.page.locator(".pull .handle")
        range = self.page.locator(".numbers").filter(has_text=text)
        light.or_(button).or_(range).or_(pull).first.wait_for()
        if pull.count():
            pull.press("Enter")
        elif range.count():
            range.get_by_role("slider").press("ArrowRight")
            range.locator("button.primary").click()
        elif button.count():
            self._press(button, by_keys)
        else:
            self._press(light, by_keys)
            several = self.page.locator(".choosing button").filter(has_text=text).first
            laid = self.asked.locator(".answers > button.primary:enabled")
            if "rotation" in offer["action"]:
                while laid.get_attribute("title") != text:
                    self.page.keyboard.press("r")
                laid.click()
            elif several.count():
                self._press(several, by_keys)

    def _press(self, what: Locator, by_keys: bool) -> None:
        what.focus()  # the board moves so that it is seen
        if by_keys:
            self.page.keyboard.press("Enter")
        else:
            what.click()


def width(what: Locator) -> float:
    """In pixels, as soon as it is at rest."""
    at_rest(what)
    box = what.bounding_box()
    assert box is not None
    return box["width"]


def is_same(offered: dict[str, Any], sent: dict[str, Any]) -> bool:
    """Whether an action answers an offer: a number may have been left open."""
    return all(
        sent.get(name) == value
        or (isinstance(value, dict) and "low" in value and value["low"] <= sent[name] <= value["high"])
        for name, value in offered.items()
    )


@pytest.fixture(scope="module")
def prepared(tmp_path_factory: pytest.TempPathFactory) -> Prepared:
    folder = tmp_path_factory.mktemp("moments")
    return folder, *store(folder, [*MOMENTS, *BY_HAND])


@pytest.fixture(scope="module")
def server(prepared: Prepared) -> Iterator[RealServer]:
    with RealServer(prepared[0]) as found:
        yield found


def whole_game(facts: dict[str, Any]) -> Playing:
    """A game from its first to its last choice."""
    setup = setup_of(facts)
    assert setup is not None
    playing = Playing(setup, 0)
    while not playing.game.over:
        playing.play_on()
    return playing


def test_the_moments_ask_everything_that_can_be_asked() -> None:
    """Every step and every kind of answer of all rules is answered on the page below, or is answered by chance."""
    kinds: set[str] = set()
    steps: set[str] = set()
    for setup in filter(None, map(setup_of, all_setups())):
        rules = setup.rules()
        kinds |= {kind_of(form) for form in rules.forms.values()}
        steps |= asking_steps(rules)
    answered = [answer for moment in MOMENTS for answer in moment.answers]
    assert len(answered) == len(set(answered)), "each once"
    for facts in CHANCE_DECIDES:
        answered += whole_game(facts).by_chance
    told = [answer.split(": ") for answer in answered]
    again = "find moments anew: PYTHONPATH=tests python -m browser.moments"
    assert not steps - {step for step, _ in told}, again
    assert kinds - {kind for _, kind in told} == NEVER, again


def test_everything_is_answered_on_the_page(browser: Browser, server: RealServer, prepared: Prepared) -> None:
    """By mouse and by keys in turn."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie)
    for number, (table, moment) in enumerate(zip(tables, MOMENTS, strict=False)):
        ada.come_to(table)
        for kind in moment.answers:
            ada.choose(kind, by_keys=number % 2 == 1)
    assert ada.answered == [kind for moment in MOMENTS for kind in moment.answers]
    assert not ada.complaints


def test_a_tile_is_carried_to_its_place(browser: Browser, server: RealServer, prepared: Prepared) -> None:
    """It lies where it fits, goes on with the pointer, and is laid when that is confirmed."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie)
    ada.come_to(tables[-2])
    mouse, ghost = ada.page.mouse, ada.page.locator(".board .ghost")
    ada.lights.first.wait_for()
    places = [middle(ada.lights.nth(0)), middle(ada.lights.nth(1))]
    mouse.move(*middle(ada.page.locator(".hand")))
    mouse.down()
    mouse.move(300, 790, steps=3)  # no place for a tile
    expect(ada.page.locator(".carry")).to_be_visible()
    assert ghost.count() == 0
    for place in places:
        mouse.move(*place, steps=3)
        expect(ghost).to_be_visible()
    mouse.up()
    expect(ghost).to_be_visible()
    ada.asked.get_by_role("button", name="Lay the tile").click()
    ada.wait_for(2)
    assert ada.answered == ["place: place cell rotation"] and not ada.complaints


def test_on_a_phone_a_large_board_comes_nearer_for_what_is_small(
    browser: Browser, server: RealServer, prepared: Prepared
) -> None:
    """To the tile that is about to be laid, and to where a figure can stand; then all of it is shown again."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie, **PHONE)
    ada.come_to(tables[-6])
    cell, ghost = ada.page.locator(".light.cell .look").first, ada.page.locator(".ghost .edge")
    cell.wait_for()
    assert width(cell) < 40
    ada.lights.first.tap()
    ghost.wait_for()
    assert width(ghost) > 70
    ada.asked.get_by_role("button", name="Lay the tile").tap()
    ada.wait_for(2)
    ada.asked.get_by_role("heading", name="Place a figure?").wait_for()
    assert width(ada.page.locator(".light.spot .look").first) > 20
    ada.asked.get_by_role("button", name="Do nothing").tap()
    ada.wait_for(3)
    cell.wait_for()
    assert width(cell) < 40 and not ada.complaints


def test_several_answers_in_one_place_are_listed(browser: Browser, server: RealServer, prepared: Prepared) -> None:
    """Nobody has to find a small city in order to see that there is a choice."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie)
    ada.come_to(tables[-5])
    expect(ada.asked.locator(".answers > .list button")).to_have_count(2)
    assert ada.lights.count() == 1


def test_a_number_is_typed(browser: Browser, server: RealServer, prepared: Prepared) -> None:
    """Where there are more than a slider can show, and Enter says it; what is too much becomes the most."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie)
    ada.come_to(tables[-7])
    ada.choose("lot: choose tile", by_keys=False)
    field = ada.page.get_by_role("spinbutton")
    field.fill("100000")
    field.press("Enter")
    ada.wait_for(3)
    assert ada.numbers == [1000] and not ada.complaints


def test_a_token_is_pulled_by_a_finger_and_flies(browser: Browser, server: RealServer, prepared: Prepared) -> None:
    """On a phone: the farther it is pulled, the higher the number; the token flies the way that was simulated."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie, **PHONE, reduced_motion="no-preference")
    ada.come_to(tables[-1])
    ada.choose("fair: token token", by_keys=False)
    ada.choose("aim: aim cell", by_keys=False)
    handle = ada.page.get_by_role("slider")
    handle.scroll_into_view_if_needed()
    x, y = middle(handle)
    finger = ada.page.context.new_cdp_session(ada.page)

    def touch(kind: str, *points: tuple[float, float]) -> None:
        finger.send("Input.dispatchTouchEvent", {"type": kind, "touchPoints": [{"x": x, "y": y} for x, y in points]})

    touch("touchStart", (x, y))
    touch("touchMove", (x, y + 30))
    touch("touchMove", (x, y + 69))
    expect(handle).to_have_attribute("aria-valuenow", "3")
    touch("touchEnd")
    expect(ada.page.locator("[data-flies]").first).to_be_attached()
    assert ada.answered[-1] == "strength: strength number" and ada.numbers == [3]
    flown = [move["flight"] for move in ada.moves if move.get("flight")]
    assert len(flown[0]) > 2 and not ada.complaints


@pytest.mark.parametrize(("motion", "number"), [("no-preference", -4), ("reduce", -3)])
def test_a_token_that_chance_lays_down_flies_there(
    browser: Browser, server: RealServer, prepared: Prepared, motion: str, number: int
) -> None:
    """From what it was aimed at to where it lies; nothing flies where nothing is to move."""
    _, cookie, tables = prepared
    ada = Player(browser, server.address, cookie, reduced_motion=motion)
    ada.come_to(tables[number])
    ada.lights.first.wait_for()
    ada.page.evaluate(
        """() => {
            window.flown = 0;
            new MutationObserver(() => (window.flown += document.querySelectorAll("[data-flies]").length))
                .observe(document.querySelector(".layer"), { childList: true, subtree: true });
        }"""
    )
    ada.choose("aim: aim cell", by_keys=False)
    flown = [move["flight"] for move in ada.moves if move.get("flight")]
    assert len(flown) == 1 and len(flown[0]) == 2
    if motion == "no-preference":
        ada.page.wait_for_function("window.flown > 0", timeout=WAIT)
    else:
        ada.page.wait_for_timeout(300)
        assert ada.page.evaluate("window.flown") == 0
    assert not ada.complaints
