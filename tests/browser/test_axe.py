"""axe, which looks for what keeps people out, finds nothing."""

from __future__ import annotations

from pathlib import Path

import pytest
from playwright.sync_api import expect

from browser.conftest import Visit
from browser.playing import SMALL, begin
from browser.visitor import WAIT

AXE = Path(__file__).parents[2] / "web" / "node_modules" / "axe-core" / "axe.min.js"


@pytest.mark.parametrize("theme", ["light", "dark", "contrast"])
def test_axe_finds_nothing(visit: Visit, theme: str) -> None:
    ada = visit("Ada", bypass_csp=True)
    ada.page.evaluate("theme => localStorage.setItem('aude.settings', JSON.stringify({theme}))", theme)
    table = begin(ada, SMALL, "red", bots={"blue": "random"})
    for path, seen in (("", "main"), ("new", "main"), (f"t/{table}", ".players")):
        ada.page.goto(ada.address + path)
        expect(ada.page.locator(seen).first).to_be_visible(timeout=WAIT)
        ada.page.add_script_tag(path=AXE)
        found = ada.page.evaluate("axe.run().then(({violations}) => violations)")
        told = [f"{one['id']}: {one['nodes'][0]['html'][:120]}" for one in found]
        assert not told, (path, told)
