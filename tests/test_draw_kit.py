"""The parts from which the table in the browser draws its boards are those of our pictures, and complete."""

from __future__ import annotations

import re

import pytest

from aude.catalog import boxes as catalog
from aude.draw.atlas import drawing_of
from aude.draw.boards import block_place
from aude.draw.book import book, kind_of
from aude.draw.kit import Kit, kit

GAMES = [box for box in catalog.BOXES if catalog.info(box).extends is None]


def everything(game: str) -> list[str]:
    """All boxes of a game, also those that cannot be in one game: guests lend their tiles."""
    return [box for box in catalog.BOXES if catalog.info(box).extends == game]


@pytest.fixture(scope="module", params=GAMES)
def whole(request: pytest.FixtureRequest) -> tuple[str, Kit]:
    return request.param, kit(request.param, everything(request.param))


def texts(found: Kit) -> str:
    return found.defs + "".join(tile.ground for tile in found.tiles.values())


def test_every_tile_is_there_with_its_own_drawing(whole: tuple[str, Kit]) -> None:
    game, found = whole
    sets = [found for box in (game, *everything(game)) for found in catalog.info(box).tile_sets().values()]
    tiles = [tile for found in sets for tile in found.tiles]
    assert set(found.tiles) == {tile.id for tile in tiles}
    for tile in tiles:
        art, drawing = found.tiles[tile.id], drawing_of(tile)
        assert art.spots == drawing.spots and {*art.regions} == {*drawing.regions}
        assert {*art.spots} == {*range(len(tile.segments))}, tile.id
        assert len(set(art.captions)) >= 1 and all(art.captions)


def test_every_symbol_that_is_used_is_defined_once(whole: tuple[str, Kit]) -> None:
    _, found = whole
    defined = re.findall(r' id="([^"]+)"', texts(found))
    assert len(defined) == len(set(defined))
    used = set(re.findall(r'href="#([^"]+)"', texts(found)))
    used |= {art.symbol for art in found.ornaments.values() if art.symbol}
    used |= {symbol for art in found.figures.values() for symbol in (art.symbol, art.lying)}
    assert used <= set(defined)


def test_every_ornament_and_kind_that_tiles_name_is_there(whole: tuple[str, Kit]) -> None:
    _, found = whole
    for tile in found.tiles.values():
        assert {name for name, *_ in tile.stands} <= set(found.ornaments)
        for kind in tile.strewn:
            assert set(found.kinds[kind].scatter) <= set(found.ornaments)
            assert found.kinds[kind].scatter == kind_of(kind).scatter


def test_every_class_has_a_colour(whole: tuple[str, Kit]) -> None:
    """Nothing is drawn in black because the style sheet has forgotten it."""
    _, found = whole
    used = {name for names in re.findall(r'class="([^"]+)"', texts(found)) for name in names.split()}
    assert all(name.startswith("a-") for name in used)
    ruled = set(re.findall(r"\.([\w-]+)\{", found.css))
    assert used <= ruled
    variables = set(re.findall(r"--([\w-]+):", found.css))
    missing = set(re.findall(r"fill:var\(--([\w-]+)\)", found.css)) - variables
    assert missing == set()


def test_night_has_the_colours_of_night() -> None:
    day, night = re.findall(r":root(?:\[[^]]*\])?\{([^}]*)\}", kit("carcassonne").css)
    assert "--a-field:#c0ce84;" in day and "--a-field:#46543a;" in night
    assert "--a-seat0" not in night  # a player is known by them


def test_the_names_of_two_kits_on_one_page_do_not_meet() -> None:
    one, other = kit("carcassonne"), kit("carcassonne", ["river"])
    names = [set(re.findall(r' id="(a[^"]+)"', found.defs)) for found in (one, other)]
    assert all(names) and not names[0] & names[1]


def test_places_of_blocks_are_those_of_the_pictures() -> None:
    found = kit("carcassonne", ["count", "wheel_of_fortune"])
    for block in book().blocks.values():
        for tile, _, _ in block.cut():
            if tile not in found.tiles:
                continue
            for number, at in enumerate(found.tiles[tile].places):
                assert block_place(tile, "meeple", number) == at
            for word, at in found.tiles[tile].tokens.items():
                assert block_place(tile, f"pig_in_{word}", None) == at


def test_captions_are_in_the_language_of_the_viewer() -> None:
    assert kit("carcassonne", language="nl").tiles["base/FFFF-monastery"].captions[0].startswith("Noord")


def test_what_is_drawn_has_a_name_in_the_language_that_is_asked_for() -> None:
    found = kit("carcassonne", ["traders_and_builders"], "nl")
    assert (found.words["city"], found.words["builder"], found.lines["pennants"]) == ("stad", "bouwmeester", "wapens")
    assert "dragon" not in found.words
