"""Every picture can say what it shows, in three languages."""

from __future__ import annotations

from pathlib import Path
from xml.etree import ElementTree

import pytest

import aude
from aude import Unreadable
from aude.catalog import boxes
from aude.catalog.texts import LANGUAGES
from aude.draw import Picture, board, tile_picture
from aude.draw.book import book
from aude.draw.caption import board_caption, figure_caption, tile_caption
from aude.draw.figures import figure_svg
from terminal import good

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


# -- in the pictures ---------------------------------------------------------------------------------------------------
def title_in(picture: Picture) -> tuple[str | None, str | None, str | None]:
    """The role and language of a picture, and the words in it."""
    root = ElementTree.fromstring(picture.svg)
    assert root[0].tag.endswith("title"), "browsers take the first title of a picture"
    return root.get("role"), root.get("lang"), root[0].text


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_picture_carries_its_caption(language: str) -> None:
    """Boards, tiles and figures; a picture knows it, and so does its SVG, also in a notebook and from a state alone."""
    game = aude.Game(seed=5)
    while game.state.slots < 4:
        game.play(game.options[0])
    pictures = {
        board_caption(game, language): board(game, ["coordinates"], language=language),
        tile_caption(TILES["base/CFFF"], 3, language): tile_picture("base/CFFF", turns=3, language=language),
        figure_caption("meeple", "blue", language): figure_svg("meeple", 1, language=language),
        figure_caption("fairy", None, language): figure_svg("fairy", language=language),
    }
    for caption, picture in pictures.items():
        assert picture.caption == caption
        assert title_in(picture) == title_in(Picture(picture._repr_svg_())) == ("img", language, caption)
    assert len(pictures) == 4
    assert board(game.state, language=language).caption == board_caption(game, language)


def test_what_is_written_in_a_caption_is_no_markup() -> None:
    """Seats may have any name, and so may the tiles of somebody's own box."""
    assert title_in(Picture.framed("<g/>", "0 0 1 1", "a <b> & c", "en")) == ("img", "en", "a <b> & c")


def test_a_language_that_nobody_speaks_here_is_told() -> None:
    with pytest.raises(Unreadable, match="there is no language 'xx'"):
        tile_picture("base/RRRR", language="xx")


def test_every_figure_has_a_name_in_every_language() -> None:
    """Those of The City too, and the plain piece; none is called by its name in the code."""
    names = [name for name in book().figures if "_" in name]
    assert "city_tower" in names and "big_pig" in names
    assert figure_caption("city_tower") == "Tower."
    assert figure_caption("big_pig", language="nl") == "Zwijn."
    for name in names:
        assert len({figure_caption(name, language=language) for language in LANGUAGES}) > 1, name


def test_a_position_laid_by_hand_has_no_last_tile() -> None:
    game = aude.Game(deal=False)
    assert "last tile" not in board_caption(game)
    game.lay("lay base/FRFR-rEW 1,0")
    assert board_caption(game) == "A table with 2 tiles and 0 figures on them. Points: red 0 and blue 0."


def test_a_guard_on_a_tower_is_counted() -> None:
    """It stands on no segment, but on the table all the same."""
    game = aude.Game(boxes=["tower"], deal=False)
    game.lay("lay tower/CRFR-rEW 0,-1 turn 180\nlay tower 1 at 0,-1\nstand red meeple tower at 0,-1")
    assert board_caption(game).startswith("A table with 2 tiles and 1 figure on them.")


def test_the_command_says_what_a_picture_shows(tmp_path: Path) -> None:
    """With --caption, in the language of the command; a file is written only if one is named."""
    game = aude.Game(seed=5)
    game.play(game.options[0])
    record = tmp_path / "game.aude"
    record.write_text(game.record, encoding="utf-8")
    assert good("draw", str(record), "--caption", "--lang", "nl") == board_caption(game, "nl") + "\n"
    assert good("draw", "--tile", "base/RRRR", "--caption") == tile_caption(TILES["base/RRRR"]) + "\n"
    assert [*tmp_path.iterdir()] == [record]
    out = tmp_path / "tile.svg"
    assert good("draw", "--tile", "base/RRRR", "-o", str(out), "--lang", "nb") == ""
    assert title_in(Picture(out.read_text(encoding="utf-8")))[1:] == ("nb", tile_caption(TILES["base/RRRR"], 0, "nb"))
    assert good("draw", str(record), "-o", str(out), "--caption") == board_caption(game) + "\n"
    assert out.read_text(encoding="utf-8") == board(game).svg
