"""Write what docs/research.md and the tests of environments compare with: `python tools/make_research.py`.

The numbers of actions (tests/numbers/action_space.json; if they change, VERSION in aude.learn.space rises first), a
playthrough of OpenSpiel (tests/numbers/playthrough.txt), and the pictures of all planes and of a graph (docs/pictures).
"""

from __future__ import annotations

import json
from pathlib import Path

import numpy as np

import graph_picture
from aude import Setup
from aude.catalog.boxes import expansions
from aude.draw import board
from aude.draw.panel import FONT
from aude.env.numbers import Array, Numbers

ROOT = Path(__file__).parents[1]
KEPT = ROOT / "tests" / "numbers"
SPACES = KEPT / "action_space.json"
PLAYTHROUGH = KEPT / "playthrough.txt"
TILES = "base:0 base/FRFR-rEW:3 base/FFRR-rSW:3 base/CFFF:2 base/FRRR:1 base/FFFF-monastery:1 base/CFFC:1"
SMALL = f"python_aude(radius=4,tiles={TILES})"
GAMES = {
    "carcassonne": Setup(),
    "traders": Setup(boxes=("inns_and_cathedrals", "traders_and_builders")),
    "everything": Setup(boxes=expansions("carcassonne")),
    "the_city": Setup("the_city"),
}


PICTURE = ROOT / "docs" / "pictures" / "planes.svg"
GRAPH = PICTURE.with_name("graph.svg")
SEED, TILES_LAID = 5, 14  # the position whose planes are drawn
ACROSS = 9  # planes in a row of the picture
MARGIN = 6


def picture() -> str:
    """A board, and every plane of it as one of the seats sees it: the more, the darker, with the number in the cell."""
    game = graph_picture.game_with(SEED, TILES_LAID)
    numbers = Numbers(game.setup)
    planes = numbers.planes(game, "red")
    free = np.argwhere(planes[:, :, numbers.plane_names.index("free")])
    (top, left), (bottom, right) = free.min(0), free.max(0)
    radius = numbers.radius
    extent = (int(left) - radius, int(top) - radius, int(right) - radius, int(bottom) - radius)
    rows, columns = int(bottom - top) + 1, int(right - left) + 1
    wide = 13 * columns + 2 * MARGIN  # of a plane, in units of which a cell has 13
    high = 13 * rows + 2 * MARGIN + 14
    drawn = board(game, ["coordinates"], extent=extent).svg.replace(
        "<svg ", f'<svg x="0" y="0" width="{ACROSS * wide}" ', 1
    )
    view = drawn.partition('viewBox="')[2].partition('"')[0].split()
    above = round(ACROSS * wide * int(view[3]) / int(view[2]))
    drawn = drawn.replace("<svg ", f'<svg height="{above}" ', 1)
    parts = [
        plane(
            name,
            planes[top : bottom + 1, left : right + 1, number],
            number % ACROSS * wide,
            above + number // ACROSS * high,
        )
        for number, name in enumerate(numbers.plane_names)
    ]
    down = above + -(-len(parts) // ACROSS) * high
    head = f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {ACROSS * wide} {down}" role="img" lang="en">'
    title = f"<title>A table with {len(game.board.tiles)} tiles, and its {len(parts)} planes as red sees them</title>"
    style = f"<style>.plane{{font:9px {FONT}}}.value{{font:8px {FONT};text-anchor:middle}}</style>"
    paper = f'<rect width="{ACROSS * wide}" height="{down}" fill="#fff"/>'
    return f"{head}{title}{style}{paper}{drawn}{''.join(parts)}</svg>\n"


def plane(name: str, values: Array, x: int, y: int) -> str:
    """One plane, its name above it."""
    rows, columns = values.shape
    cells = []
    for row, column in np.argwhere(values):
        value = int(values[row, column])
        shade = round(0.35 + 0.65 * value / int(values.max()), 2)
        cells.append(f'<path d="M{13 * column} {13 * row}h12v12h-12z" fill="#256" fill-opacity="{shade}"/>')
        if values.max() > 1:
            ink = "#fff" if shade > 0.6 else "#000"
            cells.append(f'<text class="value" x="{13 * column + 6}" y="{13 * row + 9}" fill="{ink}">{value}</text>')
    frame = f'<path d="M-1 -1h{13 * columns + 1}v{13 * rows + 1}h-{13 * columns + 1}z" fill="#f4f1ea" stroke="#bbb"/>'
    label = f'<text class="plane" y="-4">{name}</text>'
    return f'<g transform="translate({x + MARGIN} {y + MARGIN + 14})">{frame}{label}{"".join(cells)}</g>'


def spaces() -> str:
    """The blocks of some games: the first number, and how many."""
    blocks = {name: Numbers(setup).blocks.items() for name, setup in GAMES.items()}
    told = {name: {block: [among.start, len(among)] for block, among in found} for name, found in blocks.items()}
    return json.dumps({"version": Numbers.version, "blocks": told}, indent=1) + "\n"


def playthrough() -> str:
    """A small game as OpenSpiel writes it down."""
    from open_spiel.python.algorithms import generate_playthrough

    import aude.env.openspiel  # noqa: F401

    return str(generate_playthrough.playthrough(SMALL, [], observation_params_string="observer(tensor=none)", seed=1))


def main() -> None:
    SPACES.write_text(spaces(), encoding="utf-8")
    PLAYTHROUGH.write_text(playthrough(), encoding="utf-8")
    PICTURE.write_text(picture(), encoding="utf-8")
    GRAPH.write_text(graph_picture.picture(), encoding="utf-8")


if __name__ == "__main__":
    main()
