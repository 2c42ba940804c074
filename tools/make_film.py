"""Makes the pictures of the page for README.md: screenshots, and a short film of a game. `make film`

It uses a real server, a real browser, and games that are played there: by bots, and by a visitor who always chooses the
first option. The tiles are the same every time (tests/server/same_chance.py).
"""

from __future__ import annotations

import io
import tempfile
from pathlib import Path
from typing import Any

from PIL import Image

from browser.browsers import browser as running_browser
from browser.visitor import PHONE, Visitor
from server.real import SAME_CHANCE, RealServer

ROOT = Path(__file__).resolve().parents[1]
PICTURES = ROOT / "docs" / "pictures"
QUALITY = 80
BETWEEN = 40  # pixels between two phones
TURNS = 14  # to play before a screenshot
GHOST = ".board .ghost"

FILM_SIZE = (880, 550)
FILM_QUALITY = 50
EVERY = 2  # tiles between two pictures of the film
PAUSE = 280  # milliseconds for which each of them is shown,
LAST = 4000  # and for the last one
MOST = 3_000_000  # bytes of the film
TILES = 'document.querySelectorAll(".board .layer > svg > g:nth-of-type(1) > g").length'


def seen(visitor: Visitor) -> Image.Image:
    """A screenshot of what a visitor sees now."""
    return Image.open(io.BytesIO(visitor.page.screenshot())).convert("RGB")


def keep(picture: Image.Image, name: str) -> None:
    path = PICTURES / f"{name}.webp"
    picture.save(path, quality=QUALITY, method=6)
    print(f"{path.relative_to(ROOT)}: {path.stat().st_size // 1000} kB")


def played(visitor: Visitor) -> Image.Image:
    """A screenshot of a game against the friendly bot, with a tile held over a place."""
    visitor.page.get_by_role("button", name="Play now").click()
    visitor.page.wait_for_selector(".play .board")
    turns = 0
    while turns < TURNS:
        lights = visitor.page.locator("[data-light^=cell]")
        turns += visitor.asked.count() > 0 and lights.count() > 0
        if turns < TURNS and not visitor.answer():
            visitor.page.wait_for_timeout(50)
    visitor.page.locator("[data-light^=cell]").first.click()
    visitor.page.wait_for_selector(GHOST)
    visitor.page.wait_for_timeout(600)  # until everything lies still
    return seen(visitor)


def film(visitor: Visitor) -> list[Image.Image]:
    """The pictures of a game between two bots."""
    visitor.page.get_by_role("button", name="Watch").click()
    visitor.page.wait_for_selector(".play .board")
    pictures: list[Image.Image] = []
    laid = 0
    while not visitor.is_over():
        now: int = visitor.page.evaluate(TILES)
        if now < laid + EVERY:
            visitor.page.wait_for_timeout(100)
            continue
        laid = now
        pictures.append(seen(visitor).resize(FILM_SIZE, Image.Resampling.LANCZOS))
    pictures.append(seen(visitor).resize(FILM_SIZE, Image.Resampling.LANCZOS))
    return pictures


def main() -> None:
    with (
        tempfile.TemporaryDirectory() as data,
        RealServer(Path(data), program=SAME_CHANCE) as server,
        running_browser() as browser,
    ):

        def visit(name: str, **window: Any) -> Visitor:
            visitor = Visitor(browser, server.address, name, **window)
            visitor.come_in()
            visitor.page.reload()  # which knows the name now
            visitor.page.wait_for_load_state("networkidle")
            return visitor

        ada = visit("Ada")
        keep(seen(ada), "start")
        keep(played(ada), "table")
        phones = [played(visit("Bo", **PHONE, color_scheme=scheme)) for scheme in ("light", "dark")]
        both = Image.new("RGB", (2 * phones[0].width + BETWEEN, phones[0].height), "white")
        for number, phone in enumerate(phones):
            both.paste(phone, (number * (phone.width + BETWEEN), 0))
        keep(both, "phones")
        pictures = film(visit("Eve"))
    path = PICTURES / "film.webp"
    times = [PAUSE] * (len(pictures) - 1) + [LAST]
    pictures[0].save(
        path, save_all=True, append_images=pictures[1:], duration=times, loop=0, quality=FILM_QUALITY, method=4
    )
    size = path.stat().st_size
    print(f"{path.relative_to(ROOT)}: {len(pictures)} pictures, {size // 1000} kB")
    if size > MOST:
        raise SystemExit(f"aude: the film has more than {MOST // 1_000_000} MB")


if __name__ == "__main__":
    main()
