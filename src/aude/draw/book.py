"""Reads the drawings of boxes: `draw.toml` in a box's folder.

    [kinds.road]
    manner = "way"          # ground, area, way or site
    width = 11              # of a way
    lines = [{ colour = "road-edge", width = 11 }, { colour = "road", width = 8, dash = "3 2" }]  # a way's, from below
    ripples = "foam"        # the colour of the ripples on it, if it has any
    pools = { end = 17, spring = 9 }  # how wide a way opens where it ends; by the tile's `road_role`, if it has one
    edge = "curb"           # what bounds an area: curb, wall
    scatter = { tree = 3 }  # what is scattered over it, or along the edges of a way, and how often each
    spacing = 12            # the distance between places
    share = 0.3             # the share of the places that are used

    [ornaments.inn]
    radius = 10             # how much space it needs, on a tile of 100
    box = [-9, -24, 9, 8]   # the area of its drawing: left, top, right, bottom; by default a square of its radius
    place = "beside"        # in (its segment), beside (its way), flat (turns with the tile; drawn pointing north)
    svg = '''<path class="roof" d="…"/>'''

    [figures.meeple]
    body = "M…z"            # its outline, filled with its owner's colour
    svg = '''<path class="seat-dark" d="…"/>'''   # what is drawn on it; seat-light, seat and seat-dark are its owner's
    radius = 15             # its extent around 0,0
    marks = [[0, 4, 3.5]]   # the position and the size of its owner's mark
    colour = "stone"        # of a body that belongs to nobody
    flat = true             # it lies along its way or side, drawn from west to east
    upon = "wall"           # at a side it stands upright on this one, which lies along the side
    at_corner = true        # it stands at the upper left corner of its tile, where four tiles meet
    foot = 9.5              # how far below 0,0 the ground is
    rise = 6                # how much higher something stands on top of it
    like = "wagon"          # it has the drawing of another one, except for what is given here
    size = 1.4              # its size relative to the drawing

    [tiles."count/r2c2"]
    svg = '''…'''         # what lies on this tile only, over its ground, on 0,0 to 100,100

    [blocks.town]           # one picture over several tiles that are always laid together, or places on a single tile
    tiles = [["hills/nw", "hills/ne"]]          # row by row; a tile has 100 by 100
    svg = '''…'''         # what lies on them, over their ground
    pieces = [["spire", 90, 40]]                # ornaments that stand upright on them, and where
    places = { hall = [[90, 60]] }              # where the board puts what is in the hall

    [ends]
    building = ["public"]   # a way with `end=building` leads to the tile's symbol `public`

    [colours]
    roof = ["#c65f3e", "#8f452f"]   # by day, by night

A kind of segment is *ground* (what is left between everything else), an *area* within an edge, a *way* (a strip), or a
*site* (something that stands at one place). An ornament is drawn upright in every rotation of its tile, with the middle
of its box at its place; if there is not enough space, it is drawn smaller. It belongs to the kind, mark, symbol or end
of a way that has its name (`goods:wine`, `volcano`, `road end`). `NAME mouth` lies flat where a way enters NAME, drawn
for a way that comes from the south. A figure is anything that stands or lies on tiles or at their sides, or is held in
hand, by the name that the rules report; a longer name (`big_pig_taxes`) uses the drawing of its beginning (`big_pig`).
Figures are drawn upright around 0,0. A colour fills with `class="roof"` and draws lines with `class="roof-line"`; one
with the name of a symbol or site fills a tile without ground.

A name may have a different drawing on the tiles of one box, or on a single tile: the ornament `hills/gate` is the gate
on tiles whose id begins with `hills`, and `hills/nw/gate` is the gate on the tile `hills/nw`.
"""

from __future__ import annotations

import tomllib
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from contextvars import ContextVar
from dataclasses import dataclass, field
from functools import cache
from importlib import resources
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final

from aude.draw.outline import SIZE, Point, turned

GROUND: Final = "ground"
AREA: Final = "area"
WAY: Final = "way"
SITE: Final = "site"
SEAM: Final = 0.2


@dataclass(frozen=True)
class Line:
    """One of the strokes of a way."""

    colour: str
    width: float
    dash: str = ""


@dataclass(frozen=True)
class Kind:
    """How the segments of one kind are laid out and painted."""

    manner: str
    width: float = 0.0
    lines: tuple[Line, ...] = ()
    ripples: str = ""
    pools: dict[str, float] = field(default_factory=dict)
    edge: str = "curb"
    scatter: dict[str, int] = field(default_factory=dict)
    spacing: float = 12.0
    share: float = 1.0


@dataclass(frozen=True)
class Ornament:
    """Something that stands on a tile."""

    radius: float
    svg: str
    place: str = "in"
    box: tuple[float, float, float, float] | None = None

    @property
    def half(self) -> float:
        """Half of the square around its place that contains it in every rotation of the tile."""
        if self.box is None:
            return self.radius
        left, top, right, bottom = self.box
        return max(-left, right, (bottom - top) / 2)

    @property
    def drop(self) -> float:
        """The distance from its place down to 0,0 of its drawing, so that the middle is at the place."""
        return 0.0 if self.box is None else -(self.box[1] + self.box[3]) / 2


@dataclass(frozen=True)
class Figure:
    """The drawing of something that players put on the table."""

    radius: float
    body: str
    svg: str = ""
    marks: tuple[tuple[float, float, float], ...] = ()
    colour: str | None = None
    flat: bool = False
    upon: str = ""
    at_corner: bool = False
    foot: float = 9.5
    rise: float = 0.0
    size: float = 1.0


@dataclass(frozen=True)
class Block:
    """One picture over several tiles that are always laid together."""

    tiles: list[list[str]]
    svg: str = ""
    pieces: list[tuple[str, float, float]] = field(default_factory=list)
    places: dict[str, list[Point]] = field(default_factory=dict)

    def cut(self) -> Iterator[tuple[str, float, float]]:
        """Its tiles, each with the position of its upper left corner."""
        for row, names in enumerate(self.tiles):
            for column, name in enumerate(names):
                yield name, column * SIZE, row * SIZE


@dataclass(frozen=True)
class Book:
    """The drawings of all boxes."""

    kinds: dict[str, Kind]
    ornaments: dict[str, Ornament]
    figures: dict[str, Figure]
    tiles: dict[str, str]
    colours: dict[str, tuple[str, str]]
    blocks: dict[str, Block] = field(default_factory=dict)
    standing: dict[str, list[tuple[str, Point]]] = field(default_factory=dict)  # on or near the tiles of blocks
    ends: dict[str, list[str]] = field(default_factory=dict)


_others: ContextVar[tuple[Path, ...]] = ContextVar("others", default=())


def others() -> tuple[Path, ...]:
    """The folders of boxes outside Aude that are in the game being drawn."""
    return _others.get()


@contextmanager
def with_boxes(folders: Iterable[Path]) -> Iterator[None]:
    """A context in which the drawings of boxes in these folders are used too."""
    before = _others.set(tuple(folder.resolve() for folder in folders))
    try:
        yield
    finally:
        _others.reset(before)


def book() -> Book:
    """The drawings of all boxes, added to the general ones of this package."""
    return _read(others())


@cache
def _read(others: tuple[Path, ...]) -> Book:
    pages: list[Traversable] = [resources.files("aude.draw") / "draw.toml"]
    boxes: list[Traversable] = sorted(resources.files("aude.boxes").iterdir(), key=lambda entry: entry.name)
    pages += [page for box in (*boxes, *others) if (page := box / "draw.toml").is_file()]
    found = Book({}, {}, {}, {}, {})
    figures: dict[str, dict[str, Any]] = {}
    for page in pages:
        facts: dict[str, Any] = tomllib.loads(page.read_text(encoding="utf-8"))
        found.kinds.update({name: _kind(**value) for name, value in facts.get("kinds", {}).items()})
        found.ornaments.update({name: Ornament(**value) for name, value in facts.get("ornaments", {}).items()})
        figures.update(facts.get("figures", {}))
        found.tiles.update({name: value["svg"] for name, value in facts.get("tiles", {}).items()})
        found.colours.update({name: (day, night) for name, (day, night) in facts.get("colours", {}).items()})
        found.blocks.update({name: Block(**value) for name, value in facts.get("blocks", {}).items()})
        found.ends.update(facts.get("ends", {}))
    found.figures.update({name: _figure(figures, name) for name in figures})
    for block in found.blocks.values():
        for tile, left, top in block.cut():
            found.tiles[tile] = _window(block.svg, left, top) + found.tiles.get(tile, "")
            found.standing[tile] = [(name, (x - left, y - top)) for name, x, y in block.pieces]
    return found


def _figure(figures: dict[str, dict[str, Any]], name: str) -> Figure:
    """A figure, including what it inherits from the one that it is `like`."""
    facts = figures[name]
    if "like" in facts:
        facts = {**figures[facts["like"]], **facts}
    marks = tuple((x, y, size) for x, y, size in facts.get("marks", ()))
    return Figure(**{key: value for key, value in facts.items() if key != "like"} | {"marks": marks})


def _window(svg: str, left: float, top: float) -> str:
    """The part of a block's picture on one tile, slightly enlarged so that there is no seam between tiles."""
    box = f"{left - SEAM:g} {top - SEAM:g} {SIZE + 2 * SEAM:g} {SIZE + 2 * SEAM:g}"
    size = f'width="{SIZE + 2 * SEAM:g}" height="{SIZE + 2 * SEAM:g}"'
    return f'<svg x="{-SEAM:g}" y="{-SEAM:g}" {size} viewBox="{box}">{svg}</svg>' if svg else ""


def _kind(lines: tuple[dict[str, Any], ...] = (), **facts: Any) -> Kind:
    return Kind(lines=tuple(Line(**line) for line in lines), **facts)


def kind_of(name: str) -> Kind:
    """How a kind of segment is laid out; by default, it stands at a place."""
    return book().kinds.get(name, Kind(SITE))


def ornament_of(name: str) -> Ornament | None:
    """The ornament with this name, or with the name without its value: `goods:wine`, else `goods`."""
    ornaments = book().ornaments
    return ornaments.get(name) or ornaments.get(name.partition(":")[0])


def name_on(tile: str, word: str) -> str:
    """The name of the ornament for a word on this tile: the tile's own, or its box's, or the general one."""
    for owner in (tile, tile.partition("/")[0]):
        if ornament_of(f"{owner}/{word}") is not None:
            return f"{owner}/{word}"
    return word


def radius_of(name: str) -> float:
    """The radius of an ornament; small if no box draws it."""
    ornament = ornament_of(name)
    return ornament.radius if ornament else 8.0


def upright(name: str, at: Point, turns: int, size: float = 1.0) -> Point:
    """The position of 0,0 of an ornament's drawing on a turned tile: it stays upright, with its middle at its place."""
    ornament = ornament_of(name)
    x, y = turned(at, turns)
    return x, y + size * (ornament.drop if ornament else 0.0)


def figure_of(name: str) -> Figure | None:
    """The figure with this name, or with its longest beginning that has a drawing: `big_pig_taxes`, else `big_pig`."""
    figures = book().figures
    while name not in figures and "_" in name:
        name = name.rpartition("_")[0]
    return figures.get(name)


def half_of(name: str) -> float:
    """Half of the square that an ornament needs; small if no box draws it."""
    ornament = ornament_of(name)
    return ornament.half if ornament else radius_of(name)
