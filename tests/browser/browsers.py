"""Real browsers for tests: Chromium and Firefox as Debian has them, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager
from typing import NamedTuple

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright


class Program(NamedTuple):
    """A browser on this machine."""

    title: str
    names: tuple[str, ...]  # of the command
    install: str

    def found(self) -> str | None:
        """Where it is."""
        return next((found for name in self.names if (found := shutil.which(name))), None)

    def need(self) -> str:
        """Where it is; installed if that is allowed. Fails with the line that installs it if not."""
        if self.found() is None and os.geteuid() == 0 and shutil.which("apt-get"):
            environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
            for command in (["apt-get", "update", "-q"], [*self.install.split(), "-q", "-y"]):
                subprocess.run(command, capture_output=True, check=False, env=environment)
        found = self.found()
        if found is None:
            pytest.fail(f"{self.title} is needed to test the page: {self.install}", pytrace=False)
        return found


CHROMIUM = Program("Chromium", ("chromium", "chromium-browser", "google-chrome"), "apt-get install chromium")
FIREFOX = Program("Firefox", ("firefox-esr", "firefox"), "apt-get install firefox-esr")
CHROMIUM_FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip
# Playwright does not tell this Firefox whether whoever looks wants motion.
FIREFOX_SETTINGS: dict[str, str | float | bool] = {"ui.prefersReducedMotion": 1}


@contextmanager
def chromium(playwright: Playwright) -> Iterator[Browser]:
    """Chromium, while it runs."""
    running = playwright.chromium.launch(executable_path=CHROMIUM.need(), args=CHROMIUM_FLAGS)
    try:
        yield running
    finally:
        running.close()


@contextmanager
def firefox(playwright: Playwright) -> Iterator[Browser]:
    """Firefox as anybody has it, not the one of Playwright: they speak WebDriver BiDi."""
    running = playwright.firefox.launch(
        channel="moz-firefox", executable_path=FIREFOX.need(), firefox_user_prefs=FIREFOX_SETTINGS
    )
    try:
        yield running
    finally:
        running.close()


@contextmanager
def browser() -> Iterator[Browser]:
    """Chromium, for whoever needs no other browser."""
    with sync_playwright() as playwright, chromium(playwright) as running:
        yield running
