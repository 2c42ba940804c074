"""Ornaments: everything that a tile's facts tell is drawn, at a place that tells nothing else."""

from __future__ import annotations

from math import dist

import pytest
from shapely import LineString, Point

from aude.catalog import boxes
from aude.draw.book import ornament_of, radius_of
from aude.draw.furnish import Piece, furniture_of, regions_of
from aude.draw.layout import layout_of
from aude.draw.outline import MIDDLE, SIZE, edge_point
from aude.draw.paint import ground_svg
from aude.draw.shapes import ring_of
from aude.engine.tiles import Tile, arrow_of

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
WITH_SYMBOLS = {name: tile for name, tile in TILES.items() if any(ornament_of(symbol) for symbol in tile.symbols)}
WITH_ARROWS = {name: tile for name, tile in TILES.items() if any(arrow_of(symbol) >= 0 for symbol in tile.symbols)}


def pieces_of(tile: Tile, name: str) -> list[Piece]:
    """The pieces of one name on a tile."""
    return [piece for piece in furniture_of(tile).pieces if piece.name == name]


@pytest.mark.parametrize("tile", WITH_SYMBOLS.values(), ids=WITH_SYMBOLS)
def test_a_symbol_is_drawn_once_and_blocks_no_way(tile: Tile) -> None:
    """It stands on a way only where ways end at it, or in the ring where the arms of one meet."""
    layout = layout_of(tile)
    for symbol in tile.symbols:
        (piece,) = pieces_of(tile, symbol)
        for index, way in layout.ways.items():
            if piece.at not in way.ends and not ring_of(tile, index):
                assert way.middle.distance(Point(piece.at)) > way.width / 2


@pytest.mark.parametrize("tile", WITH_ARROWS.values(), ids=WITH_ARROWS)
def test_an_arrow_lies_before_the_side_that_it_points_at(tile: Tile) -> None:
    """Arrows are drawn pointing north, and turned by quarters to the side of the facts; they lie flat on the tile."""
    for symbol in tile.symbols:
        (piece,) = pieces_of(tile, symbol)
        assert piece.flat
        assert piece.turn == 90 * arrow_of(symbol)
        assert f"rotate({piece.turn:.0f})" in ground_svg(tile)
        sides = [LineString([edge_point(2 * side), edge_point(2 * side + 2)]) for side in range(4)]
        away = [side.distance(Point(piece.at)) for side in sides]
        assert away[arrow_of(symbol)] < MIDDLE / 2


def test_there_are_arrows_to_all_sides() -> None:
    """The test above sees every direction."""
    assert {arrow_of(symbol) for tile in WITH_ARROWS.values() for symbol in tile.symbols} == {0, 1, 2, 3}


@pytest.mark.parametrize(("name", "inside"), [("catapult/CA11", "fair"), ("abbey_mayor/RRFR-rNEW", "well")])
def test_a_way_with_many_arms_leads_around_what_stands_in_its_middle(name: str, inside: str) -> None:
    tile = TILES[name]
    (piece,) = pieces_of(tile, inside)
    assert piece.at == (MIDDLE, MIDDLE)
    way = layout_of(tile).ways[0]
    assert way.middle.distance(Point(piece.at)) > radius_of(inside) + way.width / 2
    assert way.covers.contains(Point(piece.at))
    assert all(dist(at, piece.at) > ring_of(tile, 0) for at, *_ in furniture_of(tile).strewn)


def test_many_arms_with_nothing_between_them_just_meet() -> None:
    assert ring_of(TILES["river2/SSFS-sNEW"], 0) == 0
    assert layout_of(TILES["river2/SSFS-sNEW"]).ways[0].middle.distance(Point(MIDDLE, MIDDLE)) == 0


def test_a_city_below_a_bridge_holds_nothing_that_stands_on_the_bridge() -> None:
    """The north-south city crosses the other on a bridge: figures and houses of the lower one stand beside it."""
    tile = TILES["abbey_mayor/CCCC-cNS-cEW-pennant"]
    layout, furniture = layout_of(tile), furniture_of(tile)
    deck = layout.areas[0].deck
    assert deck is not None and deck.contains(Point(MIDDLE, MIDDLE))
    regions = regions_of(layout)
    assert regions[0].contains(Point(MIDDLE, MIDDLE))
    assert not deck.contains(Point(furniture.spots[1]))
    assert all(regions[index].intersection(deck).area < 0.01 for index in regions if index != 0)


@pytest.mark.parametrize("name", ["catapult/CA03", "crop_circles2/CFCF-circle-city"])
def test_what_parts_the_ground_reaches_from_wall_to_wall(name: str) -> None:
    """The field beside it is two fields by the facts; walls from the cities to a walled round show it."""
    tile = TILES[name]
    layout = layout_of(tile)
    assert layout.plan.joined
    assert pieces_of(tile, tile.symbols[0])[0].at == layout.plan.hub
    assert layout.round > radius_of(tile.symbols[0])
    assert ground_svg(tile).count('class="stone-light-line"') == 2  # the walls, and the round
    assert 'class="stone-light-line"' not in ground_svg(TILES["catapult/CA04"])


def test_a_circle_between_two_cities_leaves_no_field() -> None:
    """By the facts there is none on this tile: one wall parts the cities, and nothing lies beside it but the circle."""
    tile = TILES["crop_circles2/CCCC-cNW-cES-circle-city"]
    layout = layout_of(tile)
    north, south = layout.areas.values()
    assert north.covers.union(south.covers).area == pytest.approx(SIZE * SIZE)
    assert pieces_of(tile, tile.symbols[0])[0].at == layout.plan.hub
    assert all(region.distance(Point(layout.plan.hub)) >= layout.round for region in regions_of(layout).values())


def test_an_underpass_has_a_mouth_at_either_end() -> None:
    """One road, seen to go below the city on both sides of it."""
    for name in ("abbey_mayor/RCRC-cEW-rNS-pennant-underpass", "princess_dragon/RCRC-cEW-rNS-underpass-dragon"):
        north, south = sorted(piece.at[1] for piece in pieces_of(TILES[name], "tunnel mouth"))
        assert north < MIDDLE < south
