"""The drawing of every kind of tile: its ground, what stands on it, and where figures go.

Computing the lines of a tile takes longer than drawing a board, so those of Aude's own tiles are stored in `atlas.json`
(`python tools/make_pictures.py` writes it). Tiles that have changed since, and your own tiles, are computed.
"""

from __future__ import annotations

import hashlib
import json
from dataclasses import dataclass
from functools import cache
from importlib import resources
from typing import Any

from aude.draw.book import others, radius_of
from aude.draw.outline import Point, circle
from aude.draw.picture import library
from aude.draw.scatter import Strewable
from aude.engine.tiles import Tile

FILE = "atlas.json"
SOURCES = ("atlas", "book", "furnish", "layout", "outline", "paint", "scatter", "shapes")  # what the drawings depend on
GEOMETRY = "shapely"  # the library that computes the lines

Ring = tuple[int, ...]  # x and y of its points in turn


@dataclass(frozen=True)
class Drawing:
    """A kind of tile on 100 by 100, unrotated."""

    ground: str  # what lies on it, as SVG
    pieces: tuple[tuple[str, Point, float], ...]  # what stands on it: ornaments, their places and sizes
    spots: dict[int, Point]  # where a figure stands on each segment
    strewn: tuple[Strewable, ...]
    regions: dict[int, tuple[Ring, ...]]  # what each segment covers

    def line(self) -> list[Any]:
        """The entry in the file."""
        kinds = dict.fromkeys(one.kind for one in self.strewn)
        return [
            self.ground,
            [[name, *at, size] for name, at, size in self.pieces],
            {str(index): at for index, at in self.spots.items()},
            {kind: [n for one in self.strewn if one.kind == kind for n in (*one.at, one.room)] for kind in kinds},
            {str(index): rings for index, rings in self.regions.items()},
        ]

    @classmethod
    def read(cls, line: list[Any]) -> Drawing:
        """Read an entry of the file."""
        ground, pieces, spots, strewn, regions = line
        return cls(
            ground,
            tuple((name, (x, y), size) for name, x, y, size in pieces),
            {int(index): (at[0], at[1]) for index, at in spots.items()},
            tuple(
                Strewable((x, y), kind, room)
                for kind, numbers in strewn.items()
                for x, y, room in zip(numbers[::3], numbers[1::3], numbers[2::3], strict=True)
            ),
            {int(index): tuple(tuple(ring) for ring in rings) for index, rings in regions.items()},
        )


_known: dict[tuple[object, ...], tuple[Tile, Drawing]] = {}


def drawing_of(tile: Tile) -> Drawing:
    """The drawing of a kind of tile, stored or computed once."""
    known = _known.get((tile.id, others()))
    if known is None or known[0] != tile:
        line = kept().get(facts_digest(tile))
        known = _known[tile.id, others()] = tile, work_out(tile) if line is None else Drawing.read(line)
    return known[1]


def work_out(tile: Tile) -> Drawing:
    """Compute the lines of a tile, and place what stands between them."""
    library(GEOMETRY)
    from aude.draw.furnish import furniture_of, regions_of
    from aude.draw.layout import layout_of
    from aude.draw.paint import ground_svg

    furniture = furniture_of(tile)
    regions = {index: _rings(shape) for index, shape in regions_of(layout_of(tile)).items()}
    for index, spot in furniture.spots.items():
        if index not in regions:  # something that stands at a place covers the space it needs
            points = circle(spot, radius_of(tile.segments[index].kind), 16)
            regions[index] = (tuple(round(number) for at in points for number in at),)
    order = [*dict.fromkeys(one.kind for one in furniture.strewn)]
    by_kind = sorted(furniture.strewn, key=lambda one: order.index(one.kind))
    return Drawing(
        ground_svg(tile),
        tuple((piece.name, _rounded(piece.at), piece.size) for piece in furniture.pieces if not piece.flat),
        {index: _rounded(at) for index, at in furniture.spots.items()},
        tuple(one._replace(at=_rounded(one.at), room=round(one.room, 1)) for one in by_kind),
        dict(sorted(regions.items())),
    )


def _rounded(at: Point) -> Point:
    return round(at[0], 1), round(at[1], 1)


def _rings(shape: Any) -> tuple[Ring, ...]:
    """A shape with integer coordinates."""
    found: list[Ring] = []
    for part in getattr(shape, "geoms", [shape]):
        if part.geom_type == "Polygon":
            for ring in (part.exterior, *part.interiors):
                points = list(ring.simplify(0.6).coords)[:-1]
                found.append(tuple(round(number) for at in points for number in at))
    return tuple(found)


# What is kept


@cache
def kept() -> dict[str, list[Any]]:
    """The stored drawings by the digest of the tile's facts; empty if anything they depend on has changed."""
    file = resources.files("aude.draw") / FILE
    if not file.is_file():
        return {}
    found = json.loads(file.read_text(encoding="utf-8"))
    tiles: dict[str, list[Any]] = found["tiles"]
    return tiles if found["key"] == key() else {}


@cache
def key() -> str:
    """A digest of everything that drawings depend on besides the facts of tiles: our code, and `draw.toml` files."""
    here = resources.files("aude.draw")
    boxes = sorted(resources.files("aude.boxes").iterdir(), key=lambda entry: entry.name)
    pages = [here / f"{name}.py" for name in SOURCES] + [box / "draw.toml" for box in boxes] + [here / "draw.toml"]
    digest = hashlib.blake2b(digest_size=16)
    for page in pages:
        if page.is_file():
            digest.update(page.read_bytes())
    return digest.hexdigest()


def facts_digest(tile: Tile) -> str:
    """A digest of the facts that a tile's picture is drawn from."""
    facts = (tile.id, tile.segments, tile.symbols, sorted(tile.more.items()))
    return hashlib.blake2b(repr(facts).encode(), digest_size=8).hexdigest()


def atlas_text(tiles: list[Tile]) -> str:
    """The content of the file with the drawings of these tiles, one per line."""
    lines = [
        f"{json.dumps(facts_digest(tile))}:{json.dumps(work_out(tile).line(), separators=(',', ':'))}"
        for tile in sorted(tiles, key=lambda tile: (tile.id, facts_digest(tile)))
    ]
    return f'{{"key":"{key()}","tiles":{{\n' + ",\n".join(lines) + "\n}}\n"
