"""Somebody in front of the page: looks, clicks, types, and keeps what the console complains about."""

from __future__ import annotations

from typing import Any

from playwright.sync_api import Browser, ConsoleMessage, Locator, Page

WAIT = 30_000  # milliseconds: other work may go on beside the tests


class Visitor:
    """A person with a browser of their own."""

    def __init__(self, browser: Browser, address: str, name: str, **context: Any) -> None:
        self.name = name
        self.address = address
        context = {"viewport": {"width": 1280, "height": 800}, "locale": "en-GB", "reduced_motion": "reduce", **context}
        self.context = browser.new_context(**context)
        self.page: Page = self.context.new_page()
        self.page.set_default_timeout(WAIT)
        self.complaints: list[str] = []
        self.page.on("console", self._hear)
        self.page.on("pageerror", lambda error: self.complaints.append(str(error)))

    def _hear(self, message: ConsoleMessage) -> None:
        # A connection that is lost is told by the browser as an error, whatever the page does about it.
        if message.type == "error" and "WebSocket" not in message.text and "ERR_CONNECTION" not in message.text:
            self.complaints.append(f"{message.text} {message.location.get('url', '')}")

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

    # -- the table ----------------------------------------------------------------------------------------------------
    @property
    def asked(self) -> Locator:
        return self.page.locator(".asked.mine")

    @property
    def lights(self) -> Locator:
        return self.page.locator("[data-light]")

    def is_over(self) -> bool:
        return self.page.locator(".over").count() > 0

    def answer(self) -> bool:
        """Answer what is asked, in the first way there is; whether there was anything to answer."""
        if not self.asked.count():
            return False
        for button in (
            self.asked.locator("button.primary:enabled"),
            self.page.locator(".choosing button"),
            self.lights,
            self.asked.locator(".list button:enabled"),
        ):
            if button.count():
                button.first.click()
                return True
        return False
