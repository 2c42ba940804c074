"""The connection heals by itself, and the table is right again without a reload."""

from __future__ import annotations

from pathlib import Path

from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, begin, play_on
from browser.visitor import WAIT
from server.real import RealServer


def test_a_killed_server_and_a_page_that_heals(visit: Visit, tmp_path: Path) -> None:
    with RealServer(tmp_path) as server:
        ada = visit("Ada", at=server)
        begin(ada, SMALL, "red", bots={"blue": "random"})
        play_on(ada, answers=2)
        server.kill()
        expect(ada.page.locator(".lost")).to_be_visible(timeout=WAIT)
        server.start()
        expect(ada.page.locator(".lost")).to_have_count(0, timeout=WAIT)
        ada.page.reload()
        play_on(ada)
        assert ada.is_over()
