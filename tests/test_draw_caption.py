"""Every picture can say what it shows, in three languages."""

from __future__ import annotations

import pytest

import aude
from aude import boxes
from aude.draw.caption import board_caption, figure_caption, tile_caption
from aude.texts import LANGUAGES

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_tile_says_what_it_shows(language: str) -> None:
    """In words of the language, turned as it lies; and tiles that show different things say so."""
    said = {id: tile_caption(tile, 0, language) for id, tile in TILES.items()}
    for id, caption in said.items():
        assert caption.endswith(".")
        assert caption[0].isupper() or not caption[0].isalpha(), id
        words = {word.strip(".,;:()") for word in caption.split()}
        assert not words & {"NL", "EL", "tower_foundation", "crop_circle"}, caption
    assert said["inns_cathedrals/CCCC-cNESW-cathedral"] != said["base/CCCC-cNESW-pennant"]


def test_the_caption_of_a_tile_turns_with_it() -> None:
    """A city in the north lies in the east after a quarter turn."""
    tile = TILES["base/CFFF-garden"]
    assert tile_caption(tile).startswith("North city, east field")
    assert tile_caption(tile, 1).startswith("North field, east city")


def test_figures_say_whose_they_are() -> None:
    """A token of nobody says its name alone."""
    assert figure_caption("meeple", "blue", language="nl") != figure_caption("meeple", "red", language="nl")
    assert figure_caption("fairy") == "Fairy."


def test_the_table_says_how_it_stands() -> None:
    """Tiles, figures, points, and the last tile."""
    game = aude.Game(seed=5)
    while game.state.slots < 4:
        game.play(game.options[0])
    said = board_caption(game)
    assert said.startswith("A table with 4 tiles and ")
    assert said.endswith(game.moves[-1].text.split()[1] + ".")
    assert board_caption(game, "nb") != said
