"""Blocks of tiles that are one picture, words that look different on some tiles, and the colours that drawings use."""

from __future__ import annotations

import re

import pytest

from aude import Game
from aude.catalog import boxes
from aude.draw.book import Block, book, figure_of, name_on, ornament_of
from aude.draw.furnish import furniture_of
from aude.draw.layout import layout_of
from aude.draw.outline import SIZE
from aude.draw.paint import ground_svg
from aude.engine.tiles import Segment, Tile

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
BLOCKS = book().blocks


@pytest.mark.parametrize("name", [name for name, block in BLOCKS.items() if len(list(block.cut())) > 1])
def test_a_block_lies_as_its_tiles_do(name: str) -> None:
    """The rows of the picture are those of the grid in the facts."""
    rows = BLOCKS[name].tiles
    left, top = TILES[rows[0][0]].more["grid"]
    for y, row in enumerate(rows):
        for x, tile in enumerate(row):
            assert TILES[tile].more["grid"] == [left + x, top + y]


@pytest.mark.parametrize("name", BLOCKS)
def test_each_piece_of_a_block_stands_on_one_tile(name: str) -> None:
    """Every piece has a drawing and is drawn once: by the tile where it stands."""
    block = BLOCKS[name]
    there = [
        (piece.name, piece.at[0] + left, piece.at[1] + top)
        for tile, left, top in block.cut()
        for piece in furniture_of(TILES[tile]).pieces
        if ornament_of(piece.name)
    ]
    for what, x, y in block.pieces:
        assert there.count((what, x, y)) == 1


@pytest.mark.parametrize("name", BLOCKS)
def test_nothing_is_strewn_over_the_pieces_of_a_block(name: str) -> None:
    """Houses and trees leave room also for what stands on the next tile."""
    block = BLOCKS[name]
    for tile, left, top in block.cut():
        for (x, y), *_ in furniture_of(TILES[tile]).strewn:
            for what, px, py in block.pieces:
                ornament = ornament_of(what)
                assert ornament is not None
                assert (x + left - px) ** 2 + (y + top - py) ** 2 >= ornament.radius**2


def test_a_block_is_cut_into_its_tiles() -> None:
    block = Block([["one", "two"], ["three", "four"]])
    assert list(block.cut()) == [("one", 0, 0), ("two", SIZE, 0), ("three", 0, SIZE), ("four", SIZE, SIZE)]


def test_figures_have_places_in_all_quarters_and_on_all_crowns() -> None:
    """What players hold there is named as the places are; there are as many as fit."""
    game = Game(boxes=["count", "wheel_of_fortune"], seed=1)
    places = BLOCKS["carcassonne"].places | BLOCKS["wheel_of_fortune"].places
    held = {name for names in game.holdings.values() for name in names}
    sectors = TILES["wheel_of_fortune/w22"].more["sectors"]
    assert {f"crown_{sector['name']}" for sector in sectors} <= set(places)
    assert {name for name in held if name.endswith("_quarter") or name.startswith("crown_")} <= set(places)
    for sector in sectors:
        assert len(places[f"crown_{sector['name']}"]) == sector["crown_spaces"]
        assert len(places[sector["name"]]) == 1


def test_every_quarter_has_a_place() -> None:
    assert set(BLOCKS["carcassonne"].places) == {
        "castle_quarter",
        "market_quarter",
        "blacksmith_quarter",
        "cathedral_quarter",
    }


# Words that look different on some tiles


def test_a_word_is_drawn_as_the_tile_or_its_box_has_it() -> None:
    assert name_on("count/r1c1", "gate") == "count/gate"
    assert name_on("base/CFRF", "gate") == "gate"
    assert name_on("the_city/C2-tour-carree", "historic") == "the_city/C2-tour-carree/historic"


def test_every_historic_building_has_a_drawing_of_its_own() -> None:
    historic = [tile for tile in TILES.values() if "building" in tile.more]
    drawings = {name for tile in historic for name in [name_on(tile.id, "historic")]}
    assert len(historic) == 7
    assert len(drawings) == 7
    for tile in historic:
        assert [piece.name for piece in furniture_of(tile).pieces].count(name_on(tile.id, "historic")) == 1


def test_a_road_leads_to_the_building_it_ends_at() -> None:
    """The facts call it a building; the tile's symbol tells which one, and it stands there once."""
    tile = TILES["the_city/B1-public"]
    (end,) = layout_of(tile).ways[0].ends
    assert [piece.at for piece in furniture_of(tile).pieces if piece.name == "public"] == [end]


def test_a_road_into_a_market_needs_no_gate() -> None:
    names = [piece.name for piece in furniture_of(TILES["the_city/B2-fish"]).pieces]
    assert "market" in names
    assert not any(name.endswith("gate") for name in names)


def test_the_goods_of_a_market_are_not_those_of_a_city() -> None:
    """Grain is sold in two games, and each draws it its own way."""
    names = [piece.name for piece in furniture_of(TILES["the_city/A2-grain"]).pieces]
    assert "the_city/goods:grain" in names


def test_walls_lie_along_their_sides_and_gates_and_towers_stand() -> None:
    flat = {word: figure.flat for word in ("wall", "gate", "city_tower") if (figure := figure_of(word))}
    assert flat == {"wall": True, "gate": False, "city_tower": False}


def test_every_ornament_is_somewhere() -> None:
    """On a tile, or strewn over a kind of segment: what nobody ever sees is not kept."""
    seen = {piece.name for tile in TILES.values() for piece in furniture_of(tile).pieces}
    seen |= {name.partition(":")[0] for name in seen}
    seen |= {name for kind in book().kinds.values() for name in kind.scatter}
    assert set(book().ornaments) == set(book().ornaments) & seen


# Colours


def test_every_colour_of_a_drawing_is_known() -> None:
    """A class without a colour would be painted black."""
    drawings = [ornament.svg for ornament in book().ornaments.values()]
    drawings += [*book().tiles.values(), *(ground_svg(tile) for tile in TILES.values())]
    used = {name for svg in drawings for names in re.findall(r'class="([^"]*)"', svg) for name in names.split()}
    assert {name.removesuffix("-line") for name in used} <= set(book().colours)


def test_a_side_where_nothing_continues_is_bare_ground() -> None:
    """No wall and no gate: the road ends where the bare ground begins."""
    tile = Tile("own/bare", (Segment.read("road N"), Segment.read("field NL NR EL ER WL WR")), 1, 1)
    standing = [ornament.svg for piece in furniture_of(tile).pieces if (ornament := ornament_of(piece.name))]
    assert 'class="blank"' in ground_svg(tile)
    assert "wall" not in "".join([ground_svg(tile), *standing])


def test_a_road_that_ends_in_a_corner_stays_on_its_tile() -> None:
    """It leads to the wheel, which lies on the next tiles; its strip would show there."""
    tile = TILES["wheel_of_fortune/w41"]
    assert layout_of(tile).ways[0].ends == ((SIZE, 0.0),)
    assert re.search(r'<svg width="100" height="100"><path class="road-edge-line"', ground_svg(tile))
    assert "<svg" not in ground_svg(TILES["base/FRRR"])
