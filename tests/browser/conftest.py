"""One browser and one server for all tests of the page; a new visitor for whoever is needed.

After every test nobody may have heard a complaint on the console. Where a test fails, `build/screenshots` shows what
everybody saw; `Visitor.keep` keeps named moments there too.
"""

from __future__ import annotations

from collections.abc import Callable, Generator, Iterator
from typing import Any

import pytest
from playwright.sync_api import Browser, Playwright, sync_playwright
from playwright.sync_api import Error as BrowserError

from browser.browsers import chromium
from browser.visitor import Visitor
from server.real import SAME_CHANCE, RealServer

Visit = Callable[..., Visitor]
FAILED = pytest.StashKey[bool]()


# For the package, not for the whole run: while Playwright runs, nothing else in this process may run an event loop.
@pytest.fixture(scope="package")
def playwright() -> Iterator[Playwright]:
    with sync_playwright() as found:
        yield found


@pytest.fixture(scope="package")
def browser(playwright: Playwright) -> Iterator[Browser]:
    with chromium(playwright) as found:
        yield found


@pytest.fixture(scope="package")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data"), program=SAME_CHANCE) as found:
        yield found


@pytest.hookimpl(wrapper=True)
def pytest_runtest_makereport(item: pytest.Item) -> Generator[None, pytest.TestReport, pytest.TestReport]:
    report = yield
    if report.when == "call":
        item.stash[FAILED] = report.failed
    return report


@pytest.fixture
def visit(request: pytest.FixtureRequest, browser: Browser) -> Iterator[Visit]:
    """`visit("Ada")` is Ada, who has come in; what else is said is for her window: `visit("Ada", locale="nl-NL")`."""
    visitors: list[Visitor] = []

    def come(name: str, *, at: RealServer | None = None, **context: Any) -> Visitor:
        place = at if at is not None else request.getfixturevalue("server")
        visitor = Visitor(browser, place.address, name, **context)
        visitors.append(visitor)
        visitor.come_in()
        return visitor

    yield come
    if request.node.stash.get(FAILED, True):
        for visitor in visitors:
            try:
                visitor.keep(f"failed-{request.node.name}-{visitor.name}")
            except BrowserError as error:
                print(f"no picture of what {visitor.name} saw: {error}")
    for visitor in visitors:
        visitor.context.close()
    assert not [complaint for visitor in visitors for complaint in visitor.complaints]
