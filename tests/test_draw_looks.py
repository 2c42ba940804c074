"""What pictures must not do: spikes, hidden roads, pieces beside their places, boxes without their drawings."""

from __future__ import annotations

import re
from pathlib import Path

import pytest
from shapely import Point as Dot

from aude import Game
from aude.board import Board
from aude.catalog import boxes
from aude.draw import board, tile_picture
from aude.draw.boards import Sheet
from aude.draw.book import book, radius_of
from aude.draw.furnish import furniture_of
from aude.draw.layout import layout_of
from aude.draw.outline import SIZE
from aude.draw.paint import curve_path, ground_svg
from aude.draw.scatter import scattered
from aude.engine.tiles import Tile

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
WALLED = [tile for tile in TILES.values() if sum(len(area.walls) for area in layout_of(tile).areas.values()) > 1]


@pytest.mark.parametrize("tile", WALLED, ids=lambda tile: tile.id)
def test_walls_that_meet_in_a_corner_are_strokes_of_their_own(tile: Tile) -> None:
    """One stroke around the corner of a tile would end in a spike on the next tile."""
    for area in layout_of(tile).areas.values():
        for stroke in curve_path(area.walls).split("M")[1:]:
            ends = [[float(number) for number in re.findall(r"-?[\d.]+", end)][-2:] for end in stroke.split("C")]
            assert all(0 < x < SIZE and 0 < y < SIZE for x, y in ends[1:-1])


def test_a_road_passes_over_another_that_ends_beyond_it() -> None:
    """The house at the end of one road does not stand on the other, which goes on to the gate."""
    tile = TILES["traders_builders/CFRR"]
    layout = layout_of(tile)
    (house,) = (piece.at for piece in furniture_of(tile).pieces if piece.name == "house")
    gate_road = next(way for way in layout.ways.values() if way.gate is not None)
    assert all(abs(x - house[0]) > 9 for x, _ in gate_road.middle.coords)
    assert ground_svg(tile).count('class="shade"') == 1  # of the bridge, on the road below it


@pytest.mark.parametrize("name", ["traders_builders/RRRR-rNS-rEW", "river/SRSR-rEW-sNS"])
def test_where_ways_cross_nobody_stands_in_between(name: str) -> None:
    """A figure on one of two roads that cross is not taken for one on the other."""
    tile = TILES[name]
    ways, spots = layout_of(tile).ways, furniture_of(tile).spots
    assert len(ways) == 2
    for one, other in ((0, 1), (1, 0)):
        here = Dot(spots[list(ways)[one]])
        assert [*ways.values()][other].middle.distance(here) >= 15 > [*ways.values()][one].middle.distance(here)


@pytest.mark.parametrize(("name", "what"), [("river2/FFFS-volcano", "volcano"), ("catapult/CA08", "fair")])
def test_large_things_are_not_cut_by_the_border(name: str, what: str) -> None:
    (at,) = (piece.at for piece in furniture_of(TILES[name]).pieces if piece.name == what)
    assert min(*at, SIZE - at[0], SIZE - at[1]) >= radius_of(what)


@pytest.mark.parametrize("name", ["base/CCCC-cNESW", "base/FFFF-monastery", "the_city/D2"])
def test_nothing_that_is_strewn_hangs_over_the_border(name: str) -> None:
    tile = next(tile for id_, tile in TILES.items() if id_.startswith(name))
    places = furniture_of(tile).strewn
    found = [piece for x in range(30) for piece in scattered(tile.id, places, x % 4, x, 0)]
    assert len(found) > 60
    assert all(min(x, y, SIZE - x, SIZE - y) >= radius_of(what) for what, (x, y) in found)


def test_a_barn_stands_where_four_tiles_meet() -> None:
    """Laid at the south-east corner of the upper left of four monasteries."""
    game = Game(boxes=["abbey_and_mayor"], deal=False)
    lines = [f"lay base/FFFF-monastery {x},{y}" for x, y in ((0, 1), (1, 1), (0, 2), (1, 2))]
    game.lay("\n".join([*lines, "stand red barn corner SE at 0,1"]))
    places = {one.name: at for one, at in Sheet(Board(game.state), night=False).places()}
    assert places["barn"] == (100, 200)


BOX = {
    "box.toml": """
id = "stones"
title = "Stones"
extends = "carcassonne"
tiles = ["stones"]
""",
    "tiles.toml": """
[sets.stones]
title = "Stones"
[[tile]]
id = "stones/straight"
count = 1
segments = ["road E W milestone", "field NL NR EL WR", "field ER SL SR WL"]
""",
    "rules.py": """
def parts(rules):
    return []
""",
    "draw.toml": """
[ornaments.milestone]
radius = 6
place = "beside"
svg = '''<path class="milestone" d="M-1.25-7h2.5v9h-2.5z"/>'''
[colours]
milestone = ["#123456", "#654321"]
""",
}


def test_a_box_in_a_folder_of_ones_own_brings_its_drawings(tmp_path: Path) -> None:
    """They are there for its games, and for no others."""
    for name, text in BOX.items():
        (tmp_path / name).write_text(text, encoding="utf-8")
    plain = board(Game(deal=False)).svg
    game = Game(boxes=[str(tmp_path)], deal=False)
    game.lay("lay stones/straight 1,0")
    for picture in (board(game).svg, tile_picture("stones/straight", folders=[str(tmp_path)]).svg):
        assert "M-1.25-7h2.5v9h-2.5z" in picture and "fill:#123456" in picture
    assert board(Game(deal=False)).svg == plain
    assert "milestone" not in book().ornaments
