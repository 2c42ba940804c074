"""Somebody in front of the page: looks, clicks, types, and keeps what the console complains about."""

from __future__ import annotations

import re
from pathlib import Path
from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

WAIT = 120_000  # milliseconds: other work may go on beside the tests
SCREENSHOTS = Path(__file__).parents[2] / "build" / "screenshots"
PHONE = {"viewport": {"width": 390, "height": 844}, "has_touch": True, "is_mobile": True}
SMALL_PHONE = {**PHONE, "viewport": {"width": 360, "height": 640}}
# What can be answered with, what ends a question first.
WAYS = [
    ".asked.mine button.primary:enabled",
    ".play:has(.asked.mine) .choosing button",
    ".play:has(.asked.mine) [data-light]",
    ".asked.mine .list button:enabled",
]


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        self.name = name
        self.address = address
        context = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", **context}
        self.context = browser.new_context(**context)
        self.complaints: list[str] = []
        self.page: Page = self.new_page()

    def new_page(self) -> Page:
        """Another tab of the same person."""
        page = self.context.new_page()
        page.set_default_timeout(WAIT)
        page.on("console", self._hear)
        page.on("pageerror", lambda error: self.complaints.append(str(error)))
        return page

    def _hear(self, message: ConsoleMessage) -> None:
        # A connection that is lost is told by the browser as an error, whatever the page does about it.
        lost = ("WebSocket", "ERR_CONNECTION", "ERR_INTERNET_DISCONNECTED")
        if message.type == "error" and not any(word in message.text for word in lost):
            self.complaints.append(f"{self.name}: {message.text} {message.location.get('url', '')}")

    def ask(self, path: str, body: Any = None) -> Any:
        """Ask the server as the page does."""
        return self.page.evaluate(
            """async ([path, body]) => {
                const answer = await fetch(path, body === null ? {} : {method: "POST", body: JSON.stringify(body)});
                return (answer.headers.get("content-type") ?? "").includes("json") ? answer.json() : answer.text();
            }""",
            [path, body],
        )

    def come_in(self) -> None:
        """Open the page and say who one is."""
        self.page.goto(self.address)
        self.ask("/api/me", {"name": self.name})

    def open(self, table: str) -> None:
        self.page.goto(f"{self.address}t/{table}")

    def keep(self, moment: str) -> None:
        """Keep what is seen now."""
        SCREENSHOTS.mkdir(parents=True, exist_ok=True)
        self.page.screenshot(path=SCREENSHOTS / f"{re.sub(r'[^a-z0-9]+', '-', moment.lower())}.png")

    # -- the table ----------------------------------------------------------------------------------------------------
    @property
    def asked(self) -> Locator:
        return self.page.locator(".asked.mine")

    @property
    def lights(self) -> Locator:
        return self.page.locator("[data-light]")

    def press_in_bar(self, name: str) -> None:
        """Press a button in the bar above the table, which on a phone is in a menu."""
        menu = self.page.get_by_role("button", name="Menu")
        if menu.is_visible():
            menu.click()
        self.page.locator("header").get_by_role("button", name=name, exact=True).click()

    def is_over(self) -> bool:
        return self.page.locator(".over").count() > 0

    def answer(self, by_touch: bool = False) -> bool:
        """Answer what is asked, in the first way there is; whether there was anything to answer."""
        there = self.page.evaluate("ways => ways.find((way) => document.querySelector(way)) ?? null", WAYS)
        if there is None:
            return False
        button = self.page.locator(there).first
        if by_touch:
            button.tap()
        else:
            button.click()
        return True
