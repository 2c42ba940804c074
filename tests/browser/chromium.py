"""A real browser for tests: Debian's Chromium, driven by Playwright."""

from __future__ import annotations

import os
import shutil
import subprocess
from collections.abc import Iterator
from contextlib import contextmanager

import pytest
from playwright.sync_api import Browser, sync_playwright

INSTALL = "apt-get install chromium"
NAMES = ("chromium", "chromium-browser", "google-chrome")
FLAGS = [
    "--no-sandbox", "--disable-gpu", "--disable-quic", "--no-first-run", "--disable-background-networking",
    "--disable-component-update", "--disable-sync",
]  # fmt: skip


def program() -> str | None:
    """Where the browser is."""
    return next((found for name in NAMES if (found := shutil.which(name))), None)


def need() -> str:
    """The browser; installed if that is allowed. Fails with the line that installs it if not."""
    if program() is None and os.geteuid() == 0 and shutil.which("apt-get"):
        environment = {**os.environ, "DEBIAN_FRONTEND": "noninteractive"}
        for command in (["apt-get", "update", "-q"], [*INSTALL.split(), "-q", "-y"]):
            subprocess.run(command, capture_output=True, check=False, env=environment)
    found = program()
    if found is None:
        pytest.fail(f"Chromium is needed to test the page: {INSTALL}", pytrace=False)
    return found


@contextmanager
def browser() -> Iterator[Browser]:
    """A browser that runs."""
    path = need()
    with sync_playwright() as playwright:
        running = playwright.chromium.launch(executable_path=path, args=FLAGS)
        try:
            yield running
        finally:
            running.close()
