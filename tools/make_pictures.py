"""Writes what is drawn in advance: the lines of all tiles (src/aude/draw/atlas.json), and the pictures of docs.

    python tools/make_pictures.py

Run it after a change to a tile or a drawing; tests check that everything is up to date.
"""

from __future__ import annotations

from pathlib import Path

import make_gallery
from aude.catalog import boxes as catalog
from aude.draw import atlas, board
from aude.engine.tiles import Tile
from aude.formats.record import read
from aude.game.game import GameCore
from aude.game.setup import Setup

ROOT = Path(__file__).parents[1]
ATLAS = ROOT / "src" / "aude" / "draw" / atlas.FILE
RECORD = ROOT / "docs" / "pictures" / "board.aude"
PICTURE = RECORD.with_suffix(".svg")
PANEL = RECORD.with_name("panel.svg")  # the same game, earlier, with the panel beside it
MOVES = 89
NAMES = ("Ada", "Bjørn", "Chloé", "Δάφνη")


def tiles() -> list[Tile]:
    """Every tile of the built-in boxes, each once: as printed, and as it is in a game with all boxes."""
    printed = [
        tile for box in catalog.BOXES for found in catalog.info(box).tile_sets().values() for tile in found.tiles
    ]
    together = Setup(boxes=catalog.expansions("carcassonne")).rules().table.tiles
    return list({atlas.facts_digest(tile): tile for tile in (*printed, *together)}.values())


def picture() -> str:
    """The picture of the documentation."""
    return board(RECORD.read_text(encoding="utf-8")).svg


def picture_with_panel() -> str:
    """The other one."""
    game = read(RECORD.read_text(encoding="utf-8"), make=GameCore).at(MOVES)
    return board(game, panel=True, names=NAMES).svg


def main() -> None:
    ATLAS.write_text(atlas.atlas_text(tiles()), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
    PANEL.write_text(picture_with_panel(), encoding="utf-8")
    make_gallery.PAGE.write_text(make_gallery.page(), encoding="utf-8")
    for file in (ATLAS, PICTURE, PANEL, make_gallery.PAGE):
        print(file.relative_to(ROOT))


if __name__ == "__main__":
    main()
