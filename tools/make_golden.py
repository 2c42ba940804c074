"""Writes the golden images, tests/golden: a few pictures as they were when they were last checked by eye.

    python tools/make_golden.py

A test compares them with what is drawn now, so that no drawing changes unnoticed. Look at the new ones before you
commit them: `git diff` only shows that something has changed, a browser shows what.
"""

from __future__ import annotations

from pathlib import Path

from aude import Game
from aude.draw import Picture, board, tile_picture
from aude.draw.boards import CELL
from aude.draw.figures import figure_svg

FOLDER = Path(__file__).parents[1] / "tests" / "golden"
IN_PIXELS = ("tile-start", "board-layers")  # kept as PNG too
TILE = 40  # how many pixels a tile has in these
BOXES = ("tower", "princess_and_dragon")
POSITION = """
    lay base/FRFR-rEW 1,0
    lay tower/CRFR-rEW 0,-1 turn 180
    lay base/FRRR 2,0 turn 90
    lay base/FFFF-monastery 1,1
    stand red meeple field NL.NR.EL.WR at 1,0
    stand blue meeple road E.W at 1,0
    stand blue meeple monastery at 1,1
    lay tower 2 at 0,-1
    stand red meeple tower at 0,-1
    lay fairy 1,1
    turn red
"""


def pictures() -> dict[str, Picture]:
    """The golden images by name, drawn now: various tiles, figures, boards by day and by night."""
    game = Game(boxes=BOXES, deal=False)
    game.lay(POSITION)
    return {
        "tile-start": tile_picture("base/CRFR-rEW"),
        "tile-turned": tile_picture("inns_cathedrals/CFRR-rSW-inn", turns=1),
        "tile-river": tile_picture("river/CSSC-cNW-sES"),
        "tile-block": tile_picture("count/r1c1", language="nl"),
        "tile-of-another-game": tile_picture("the_city/D2-grain-public"),
        "tile-night": tile_picture("princess_dragon/CCFF-volcano", night=True),
        "meeple": figure_svg("meeple", 0),
        "meeple-lying": figure_svg("meeple", 3, lying=True),
        "dragon": figure_svg("dragon"),
        "board-layers": board(game, "coordinates,fields,completed"),
        "board-night": board(game, "owner:blue", night=True, language="nb"),
    }


def width_of(picture: Picture) -> int:
    """The width of a picture in pixels, from its view box, in which a tile is 100 wide."""
    view = picture.svg.partition('viewBox="')[2].partition('"')[0]
    return round(TILE * int(view.split()[2]) / CELL)


def main() -> None:
    FOLDER.mkdir(exist_ok=True)
    drawn = pictures()
    for file in FOLDER.iterdir():
        if file.stem not in drawn:
            file.unlink()
    for name, picture in drawn.items():
        picture.save(FOLDER / f"{name}.svg")
        if name in IN_PIXELS:
            picture.save(FOLDER / f"{name}.png", width_of(picture))
        print(f"tests/golden/{name}")


if __name__ == "__main__":
    main()
