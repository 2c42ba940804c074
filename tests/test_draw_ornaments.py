"""The furniture of tile pictures: what the facts tell stands on the tile, where it belongs, and every word is drawn."""

from __future__ import annotations

import re
from math import dist

import pytest
from shapely import Point as Dot

from aude.catalog import boxes
from aude.draw import tile_picture
from aude.draw.book import WAY, book, kind_of, name_on, ornament_of, radius_of
from aude.draw.furnish import furniture_of, pools_of, regions_of
from aude.draw.layout import layout_of
from aude.draw.paint import ground_svg
from aude.draw.scatter import scattered
from aude.draw.shapes import end_word, of_manner
from aude.engine.tiles import Tile

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
ALL = pytest.mark.parametrize("tile", TILES.values(), ids=TILES)


def names_on(tile: Tile) -> list[str]:
    """The ornaments of a tile, most often once each."""
    return [piece.name for piece in furniture_of(tile).pieces]


def tiles_with(trait: str) -> list[Tile]:
    """The tiles with a segment of this trait."""
    return [tile for tile in TILES.values() if any(trait in segment.traits for segment in tile.segments)]


def test_everything_that_is_strewn_and_every_colour_has_a_drawing() -> None:
    """A misspelt name would leave a gap, or a black shape: none is."""
    for kind in book().kinds.values():
        assert all(name in book().ornaments for name in kind.scatter)
        assert all(line.colour in book().colours for line in kind.lines)
        assert (kind.manner == WAY) == bool(kind.lines)
    drawings = [ornament.svg for ornament in book().ornaments.values()]
    for drawing in [*drawings, *book().tiles.values()]:
        for name in re.findall(r'class="([^"]*)"', drawing):
            assert name in book().colours or name.removesuffix("-line") in book().colours, name


@ALL
def test_what_a_segment_bears_stands_on_the_tile_once(tile: Tile) -> None:
    """A pennant for each pennant, the goods by name, an inn, a herd, a site."""
    names = names_on(tile)
    for segment in tile.segments:
        for trait in (
            "pennant",
            "cathedral",
            "inn",
            "besieged",
            "pig_herd",
            "goods:wine",
            "goods:grain",
            "goods:cloth",
        ):
            told = sum(other.traits.get(trait, 0) for other in tile.segments)
            assert names.count(name_on(tile.id, trait)) == told
        if segment.kind in ("monastery", "shrine", "garden"):
            assert names.count(segment.kind) == 1


@pytest.mark.parametrize("trait", ["cathedral", "besieged", "goods:wine", "goods:grain", "goods:cloth", "pig_herd"])
def test_marks_stand_within_their_segments(trait: str) -> None:
    """Whoever sees the mark sees whose it is."""
    found = tiles_with(trait)
    assert found
    for tile in found:
        index = next(index for index, segment in enumerate(tile.segments) if trait in segment.traits)
        at = next(piece.at for piece in furniture_of(tile).pieces if piece.name == name_on(tile.id, trait))
        assert regions_of(layout_of(tile))[index].contains(Dot(at))


def test_inns_stand_beside_their_roads_on_open_ground() -> None:
    """Nearer to their own road than to any other, off roads and out of cities."""
    found = tiles_with("inn")
    assert found
    for tile in found:
        layout = layout_of(tile)
        at = Dot(next(piece.at for piece in furniture_of(tile).pieces if piece.name == "inn"))
        index = next(index for index, segment in enumerate(tile.segments) if "inn" in segment.traits)
        assert any(ground.contains(at) for ground in layout.grounds.values())
        own = layout.ways[index].middle.distance(at)
        assert own < layout.ways[index].width / 2 + 2 * radius_of("inn")
        roads = [other for other in of_manner(tile, WAY) if tile.segments[other].kind == "road" and other != index]
        assert all(own < layout.ways[other].middle.distance(at) for other in roads)


def test_rivers_end_in_springs_and_lakes() -> None:
    """A spring is a small pool, a lake a large one; a river that passes has none."""
    wide: dict[str, set[float]] = {}
    for tile in TILES.values():
        for index, segment in enumerate(tile.segments):
            if segment.kind == "river":
                pools = pools_of(layout_of(tile), index)
                assert len(pools) == (1 if len(segment.ports) == 1 else 0)
                if pools:
                    role = str(tile.more["river_role"])
                    wide.setdefault(role, set()).add(pools[0][1])
                    assert f"river end:{role}" in names_on(tile)
    assert wide == {"spring": {10}, "lake": {19}, "river": {19}}
    assert ornament_of("river end:spring") != ornament_of("river end:lake")


@pytest.mark.parametrize("id_", ["tunnel/CRRR", "tunnel/CRFR", "tunnel/FRRF", "tunnel/RRRR"])
def test_a_tunnel_has_a_mouth_for_each_of_its_roads(id_: str) -> None:
    """One hill, and as many mouths as roads run into it, each on its road where that comes to the hill."""
    tile = TILES[id_]
    mouths = [piece for piece in furniture_of(tile).pieces if piece.name == "tunnel mouth"]
    assert names_on(tile).count("tunnel") == 1
    assert len(mouths) == sum(end_word(segment) == "tunnel" for segment in tile.segments)
    hub = layout_of(tile).plan.hub
    assert all(0.8 * radius_of("tunnel") < dist(mouth.at, hub) < radius_of("tunnel") for mouth in mouths)
    assert {round(mouth.turn) % 90 for mouth in mouths} == {0}


def test_a_road_below_a_city_has_a_mouth_at_either_wall() -> None:
    """And no hill."""
    found = tiles_with("tunnel:underpass")
    assert len(found) == 2
    for tile in found:
        assert names_on(tile).count("tunnel mouth") == 2
        assert "tunnel" not in names_on(tile)


def test_a_village_that_parts_two_cities_is_joined_to_them() -> None:
    """Paths lead from the village to both gates: they part the fields, so they must be seen."""
    tile = TILES["inns_cathedrals/CRCR"]
    assert layout_of(tile).plan.joined
    (path,) = re.findall(r'class="road-line" stroke-width="4.4" d="([^"]*)"', ground_svg(tile))
    assert len(re.findall("M50 50L", path)) == 2


def test_small_things_keep_off_bridges_pools_and_marks() -> None:
    """Houses stand on no deck, trees in no lake, nothing over an emblem."""
    for tile in (TILES["king_robber/CCCC-cEW-cNS"], TILES["river/FFFS"], TILES["traders_builders/FCFC-cEW-wine"]):
        layout = layout_of(tile)
        decks = [area.deck for area in layout.areas.values() if area.deck is not None]
        places = furniture_of(tile).strewn
        assert places
        for at, *_ in places:
            assert all(deck.distance(Dot(at)) > 0 for deck in decks)
            assert all(dist(at, piece.at) >= radius_of(piece.name) for piece in furniture_of(tile).pieces)


def test_the_same_tile_in_the_same_cell_is_drawn_alike_and_elsewhere_otherwise() -> None:
    """Small details are fixed by tile and place."""
    tile = TILES["base/FFFF-monastery"]
    places = furniture_of(tile).strewn
    assert tile_picture(tile, turns=1).svg == tile_picture(tile, turns=1).svg
    assert scattered(tile.id, places, 1, 3, 4) == scattered(tile.id, places, 1, 3, 4)
    assert scattered(tile.id, places, 1, 3, 4) != scattered(tile.id, places, 1, 4, 4)
    assert kind_of("field").scatter
