"""The gallery of the documentation: one page that shows everything, and says what it shows."""

from __future__ import annotations

import re
from functools import cache
from html.parser import HTMLParser

import pytest

import make_gallery
from aude.catalog import boxes
from aude.draw.book import book
from aude.draw.caption import tile_caption
from aude.game.setup import COLOURS

TILES = {tile.id: tile for box in boxes.BOXES for found in boxes.info(box).tile_sets().values() for tile in found.tiles}
LARGEST = 1_000_000  # bytes of the page
VOID = {"meta", "input", "wbr"}


class Reader(HTMLParser):
    """What a browser finds on the page: pictures and their titles, names, links, and the text beside each tile."""

    def __init__(self, text: str) -> None:
        super().__init__()
        self.open: list[str] = []
        self.titles: list[str] = []
        self.pictures = 0
        self.names: list[str] = []
        self.links: list[str] = []
        self.beside: dict[str, str] = {}
        self.tile = ""
        self.feed(text)
        self.close()

    def handle_starttag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        facts = {name: value or "" for name, value in attrs}
        if tag not in VOID:
            self.open.append(tag)
        self.pictures += facts.get("role") == "img"
        self.names += [facts["id"]] if "id" in facts else []
        self.links += [facts["href"].removeprefix("#")] if "href" in facts else []
        if tag == "details":
            self.tile = facts["id"]
            self.beside[self.tile] = ""

    def handle_startendtag(self, tag: str, attrs: list[tuple[str, str | None]]) -> None:
        self.handle_starttag(tag, attrs)
        self.open.pop()

    def handle_endtag(self, tag: str) -> None:
        assert self.open.pop() == tag, f"</{tag}> closes something else"
        if tag == "details":
            self.tile = ""

    def handle_data(self, data: str) -> None:
        if self.open[-1:] == ["title"] and "svg" in self.open:
            self.titles.append(data)
        elif self.tile:
            self.beside[self.tile] += data


@cache
def page() -> str:
    return make_gallery.page()


@cache
def read() -> Reader:
    return Reader(page())


def test_the_kept_gallery_is_up_to_date() -> None:
    is_up_to_date = make_gallery.PAGE.read_text(encoding="utf-8") == page()
    assert is_up_to_date, "docs/gallery.html is older than the drawings: run python tools/make_pictures.py"


def test_every_tile_is_there_with_its_name_and_count() -> None:
    """Under the name that `aude draw --tile` takes; what it shows is told beside it too."""
    beside = read().beside
    assert list(beside) == list(TILES)
    for name, tile in TILES.items():
        assert f"×{tile.count}" in beside[name] and name in beside[name] and tile_caption(tile) in beside[name]


@pytest.mark.parametrize(
    ("name", "note"),
    [
        ("base/CRFR-rEW", "start tile"),
        ("base/CFFF-garden", "not in the first edition"),
        ("base/CFFF", "first edition ×5"),
        ("the_city/D2-grain-public", "reconstruction"),
    ],
)
def test_what_is_special_about_a_tile_is_told(name: str, note: str) -> None:
    assert note in read().beside[name]
    assert note not in read().beside["base/RRRR"]


def test_every_figure_is_there_in_all_colours() -> None:
    """Those with an owner's mark in six colours, others once; the meeple stands and lies."""
    owned = [name for name, figure in book().figures.items() if figure.marks]
    others = [name for name in book().figures if name not in owned]
    assert {"meeple", "pig"} <= set(owned) and {"dragon", "fairy"} <= set(others)
    shown = read()
    of_figures = len(COLOURS) * (len(owned) + 1) + len(others)
    assert shown.pictures == len(TILES) + len(book().blocks) + of_figures
    assert shown.titles.count("Meeple of pink.") == 2 and shown.titles.count("Dragon.") == 1


def test_every_picture_says_what_it_shows() -> None:
    shown = read()
    assert len(shown.titles) == shown.pictures
    assert not [title for title in shown.titles if not title.endswith(".")]


def test_everything_is_named_once_and_every_link_leads_somewhere() -> None:
    """The page closes what it opens, and needs nothing from elsewhere."""
    shown = read()
    assert shown.open == []
    assert len(set(shown.names)) == len(shown.names)
    assert set(shown.links) <= set(shown.names)
    assert {f"box-{box}" for box in boxes.BOXES if boxes.info(box).tile_sets()} <= set(shown.links)
    assert not re.findall(r"https?:|@import|<script|<img|url\((?!#)", page())


def test_the_page_is_small_and_has_colours_for_day_and_night() -> None:
    assert len(page().encode()) < LARGEST
    day, night = book().colours["field"]
    light, _, dark = page().partition("@media (prefers-color-scheme: dark){.")
    assert f"fill:{day}" in light and f"fill:{night}" not in light
    assert f"fill:{night}" in dark and f"fill:{day}" not in dark
