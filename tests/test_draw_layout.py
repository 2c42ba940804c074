"""The geometry of tile pictures: every picture shows what the facts tell, and edges meet exactly."""

from __future__ import annotations

import io
from dataclasses import replace
from math import atan2, degrees

import numpy
import pytest
from PIL import Image, ImageColor, ImageDraw
from shapely import LineString
from shapely import Point as Dot

from aude.catalog import boxes
from aude.draw.book import AREA, GROUND, SITE, book, kind_of
from aude.draw.compact import style
from aude.draw.furnish import furniture_of, regions_of
from aude.draw.layout import as_told, find_layout, grounds_shown, layout_of
from aude.draw.outline import MIDDLE, SIZE, edge_point, halves_of, inward, port_place
from aude.draw.paint import ground_svg
from aude.draw.picture import Picture
from aude.draw.shapes import Plan, areas_of, of_manner, ways_of
from aude.engine.tiles import SIDES, Segment, Tile

TILES = {tile.id: tile for box in boxes.BOXES for kept in boxes.info(box).tile_sets().values() for tile in kept.tiles}
CORNERS = {edge_point(2 * corner) for corner in range(4)}
EDGES = {
    side: LineString([edge_point(2 * number), edge_point(2 * number + 1), edge_point(2 * number + 2)])
    for number, side in enumerate(SIDES)
}


@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_the_picture_of_every_tile_shows_the_grounds_of_its_facts(tile: Tile) -> None:
    """Read as a person would, walls and ways leave the fields that the facts tell, at their sides, by their cities."""
    layout = layout_of(tile)
    assert layout.faithful
    assert set(layout.grounds) == set(of_manner(tile, GROUND))


# What lies above the ground hides some of it on these: fields go on below bridges and hills, the crop circle on a road
# that ends at another, and the wheel.
HIDDEN = ("tunnel/C", "river2/SCSC-cEW-sNS", "-underpass", "crop_circles2/FRRR-rSW-circle-road", "wheel_of_fortune/w")
OPEN = [tile for tile in TILES.values() if of_manner(tile, GROUND) and not any(name in tile.id for name in HIDDEN)]
FINE = 80  # pixels of a tile


def connected(mask: numpy.ndarray) -> numpy.ndarray:
    """The number of the connected part that each pixel of a mask belongs to; 0 outside of it."""
    image = Image.fromarray(numpy.where(mask, 255, 0).astype(numpy.uint8)).convert("I")
    for number, (y, x) in enumerate(zip(*numpy.nonzero(mask), strict=True), 1000):
        if image.getpixel((int(x), int(y))) == 255:
            ImageDraw.floodfill(image, (int(x), int(y)), number)
    return numpy.where(mask, numpy.array(image), 0)


@pytest.mark.parametrize("tile", OPEN, ids=lambda tile: tile.id)
def test_the_grounds_that_are_painted_are_those_of_the_facts(tile: Tile) -> None:
    """Read from the pixels: what is one field is one green, and no green is two fields."""
    grounds = of_manner(tile, GROUND)
    svg = ground_svg(tile)
    picture = Picture(f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 100 100">{style(svg)}{svg}</svg>')
    image = Image.open(io.BytesIO(picture.png(FINE))).convert("RGB")
    green = ImageColor.getrgb(book().colours[next(iter(grounds.values())).kind][0])
    parts = connected(numpy.abs(numpy.array(image).astype(int) - green).max(axis=2) < 4)
    owners: dict[int, int] = {}
    for index, segment in grounds.items():
        for half in halves_of(segment.ports):
            (x, y), (right, down) = edge_point(half + 0.5), inward(half + 0.5)
            column, row = (int((at + 2 * into) * FINE / SIZE) for at, into in ((x, right), (y, down)))
            part = int(parts[min(row, FINE - 1), min(column, FINE - 1)])
            assert part and owners.setdefault(part, index) == index
    assert len(owners) == len([segment for segment in grounds.values() if segment.ports])


@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_edges_meet_exactly(tile: Tile) -> None:
    """What crosses a side crosses it in the same place for every tile: so it goes on on whatever may lie beside it.

    An area covers its sides from corner to corner and no other side; a way crosses in the middle, squarely, as broad as
    its kind. Turning a tile by quarters changes nothing of this.
    """
    layout = layout_of(tile)
    for index, area in layout.areas.items():
        if index < len(tile.segments):
            for side, edge in EDGES.items():
                halves = {side, side + "L", side + "R"} & set(tile.segments[index].ports)
                wanted = SIZE if side in halves else MIDDLE * len(halves)
                assert edge.intersection(area.covers).length == pytest.approx(wanted, abs=0.01)
    for index, way in layout.ways.items():
        ports = tile.segments[index].ports
        for line in way.lines:
            port = next((port for port in ports if line[0] == edge_point(port_place(port))), None)
            if port is not None:
                (x, y), (dx, dy) = inward(port_place(port)), (line[1][0] - line[0][0], line[1][1] - line[0][1])
                assert degrees(atan2(dy, dx)) == pytest.approx(degrees(atan2(y, x)))
        if CORNERS & set(way.ends):
            continue  # it leads over the corner to something that lies across several tiles
        width = kind_of(tile.segments[index].kind).width
        for side, edge in EDGES.items():
            crossed = edge.intersection(way.covers)
            assert crossed.length == pytest.approx(width if side in ports else 0, abs=0.05)
            if side in ports:
                middle = crossed.centroid
                assert (middle.x, middle.y) == pytest.approx(edge_point(port_place(side)), abs=0.05)


def profile(tile: Tile, side: str) -> tuple[tuple[str, float, float], ...]:
    """What crosses a side of a tile's picture, and from where to where, clockwise."""
    layout, edge = layout_of(tile), EDGES[side]
    shapes = {index: area.covers for index, area in layout.areas.items()}
    shapes |= {index: way.covers for index, way in layout.ways.items()}
    found = []
    for index, covers in shapes.items():
        crossed = edge.intersection(covers)
        if index < len(tile.segments) and crossed.length > 0.5:
            ends = sorted(edge.project(Dot(at)) for part in getattr(crossed, "geoms", [crossed]) for at in part.coords)
            found.append((tile.segments[index].kind, round(ends[0], 1), round(ends[-1], 1)))
    return tuple(sorted(found))


def test_every_two_sides_that_may_meet_go_on_in_one_another() -> None:
    """All sides of a kind look the same, and so does their mirror image: any two of them fit, however turned."""
    profiles: dict[str, set[tuple[tuple[str, float, float], ...]]] = {}
    for tile in TILES.values():
        owners = {port: segment.kind for segment in tile.segments for port in segment.ports}
        for side in SIDES:
            within_a_block = owners.get(side + "L") != owners.get(side + "R")  # it meets one tile only
            at_corner = any(CORNERS & set(way.ends) for way in layout_of(tile).ways.values())
            if not within_a_block and not at_corner:
                profiles.setdefault(tile.side_kind(side), set()).add(profile(tile, side))
    assert set(profiles) >= {"city", "road", "field", "river", "market", "residential"}
    for kind, shown in profiles.items():
        assert len(shown) == 1, kind
        (only,) = shown
        assert tuple(sorted((name, SIZE - end, SIZE - start) for name, start, end in only)) == only


@pytest.mark.parametrize("tile", TILES.values(), ids=TILES)
def test_figures_stand_on_their_segments(tile: Tile) -> None:
    """There is a place for a figure on every segment, on the segment itself, and no two are the same."""
    spots = furniture_of(tile).spots
    regions = regions_of(layout_of(tile))
    assert set(spots) == set(range(len(tile.segments)))
    assert len(set(spots.values())) == len(spots)
    for index, (x, y) in spots.items():
        if kind_of(tile.segments[index].kind).manner != SITE:
            assert regions[index].buffer(0.5).covers(LineString([(x, y), (x + 0.01, y)]))


def tile_of(*segments: str) -> Tile:
    """A tile that nobody has drawn before."""
    return Tile("own/tile", tuple(Segment.read(line) for line in segments), 1, 1)


def test_a_new_tile_has_a_picture_at_once() -> None:
    """Two cities, a road to the gate of one and another to a house between them: no box has it."""
    tile = tile_of(
        "city N",
        "city W",
        "road S end=city",
        "road E end=house",
        "field EL ER SL beside 0 1",
        "field SR beside 1",
    )
    layout = find_layout(replace(tile, more={"links": [[1, 2]]}))
    assert layout.faithful
    assert layout.ways[2].gate == 1


def test_the_reading_sees_what_a_picture_does_not_show() -> None:
    """A road that only passes a city leaves one field between them; facts that tell two are not shown so."""
    parted = TILES["tower/CRFR-rEW"]
    areas = areas_of(parted)
    plain = Plan()
    assert as_told(parted, grounds_shown(parted, plain, areas, ways_of(parted, plain, areas))) is None
    assert layout_of(parted).plan.meeting is not None
    assert of_manner(parted, AREA)
