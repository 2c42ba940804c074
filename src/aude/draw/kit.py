"""Everything that a program needs to draw any position of a game itself: `kit`.

The table in the browser updates the board after every move, and only what has changed. It gets the parts once: the
ground of each tile, what stands on it, where figures stand, figures and tokens as symbols, and the colours of day and
night as a style sheet. `aude.draw.boards`, which draws whole pictures, shows how to put them together.

Classes begin with `a-` (for art) to avoid conflicts with others on a page. Colours are custom properties such as
`--a-field`, which a theme of the page can change. A figure uses its owner's `--seat`, `--seat-dark` and `--seat-light`,
which are set by `a-by-0` … `a-by-5`, or by `a-of-stone` and others if it belongs to nobody.

>>> found = kit("carcassonne")
>>> found.tiles["base/FFFF-monastery"].spots
{0: (50.0, 50.0), 1: (18.0, 38.0)}
>>> found.figures["meeple"].marks
[(-1.4, 3.4, 4.0)]
"""

from __future__ import annotations

import hashlib
import re
from collections.abc import Iterable
from dataclasses import dataclass
from functools import cache

from aude.catalog import boxes as catalog
from aude.catalog.texts import Texts
from aude.draw.atlas import Ring, drawing_of
from aude.draw.boards import block_places
from aude.draw.book import Figure, book, half_of, kind_of, ornament_of
from aude.draw.caption import tile_caption
from aude.draw.compact import Symbols
from aude.draw.figures import MARKS, NOBODYS, figure_body, mark_places
from aude.draw.outline import Point
from aude.engine.tiles import Tile

CLASSES = re.compile(r'(?<= class=")[^"]+')
OWN = "seat"  # the class of the owner's colour
SHADES = ("", "-dark", "-light", "-mark")


@dataclass(frozen=True)
class TileArt:
    """A tile on 100 by 100, unturned."""

    ground: str  # what lies on it, as SVG
    stands: list[tuple[str, float, float, float]]  # ornaments, their places and sizes
    strewn: dict[str, list[float]]  # by kind, where something may be scattered: x, y and radius, in turn
    spots: dict[int, Point]  # where a figure stands on each segment
    regions: dict[int, list[Ring]]  # what each segment covers
    places: list[Point]  # where figures stand that are not on segments, in the order of their places
    tokens: dict[str, Point]  # where tokens stand, by the ends of their names
    captions: list[str]  # descriptions for each rotation


@dataclass(frozen=True)
class OrnamentArt:
    """Something that stands on tiles. `symbol` is the id of its drawing, empty if it is invisible."""

    symbol: str
    half: float  # half of the square that it needs
    drop: float  # the distance from its place down to 0,0 of its drawing


@dataclass(frozen=True)
class FigureArt:
    """A figure or token around 0,0; `aude.draw.book` explains the fields."""

    symbol: str
    lying: str  # the id of the symbol of the lying figure
    radius: float
    marks: list[tuple[float, float, float]]  # the positions and sizes of its owner's mark
    lying_marks: list[tuple[float, float, float]]
    nobodys: str  # the class if it belongs to nobody
    flat: bool
    upon: str
    at_corner: bool
    foot: float
    rise: float


@dataclass(frozen=True)
class KindArt:
    """How the segments of one kind are drawn."""

    manner: str
    width: float
    scatter: dict[str, int]
    spacing: float
    share: float


@dataclass(frozen=True)
class Kit:
    """The parts of all pictures of a game."""

    defs: str  # all symbols, as the content of <defs>
    css: str
    tiles: dict[str, TileArt]
    ornaments: dict[str, OrnamentArt]
    figures: dict[str, FigureArt]
    kinds: dict[str, KindArt]
    marks: tuple[str, ...]  # of the seats' colours, each a path around 0,0 with a radius of 1
    words: dict[str, str]  # names of figures, tokens, features and colours
    lines: dict[str, str]  # names of the lines that explain points


def kit(game: str, boxes: Iterable[str] = (), language: str = "en") -> Kit:
    """The parts of all pictures of a game with these boxes; captions and names in a language."""
    names = [game, *boxes]
    texts = Texts(language, [folder for name in names for folder in catalog.info(name).text_folders])
    tiles = [tile for name in names for found in catalog.info(name).tile_sets().values() for tile in found.tiles]
    symbols = Symbols(f"a{hashlib.blake2b(' '.join(names).encode(), digest_size=3).hexdigest()}-")
    grounds = symbols.shared_windows([drawing_of(tile).ground for tile in tiles])
    kinds = _kinds(tiles)
    standing = [name for tile in tiles for name, *_ in drawing_of(tile).pieces]
    strewn = [name for kind in kinds.values() for name in kind.scatter]
    return Kit(
        tiles={tile.id: _tile(tile, ground, language) for tile, ground in zip(tiles, grounds, strict=True)},
        ornaments={name: _ornament(symbols, name) for name in dict.fromkeys([*standing, *strewn])},
        figures={name: _figure(symbols, name) for name in book().figures},
        kinds=kinds,
        marks=MARKS,
        words=_texts_below("words", texts),
        lines=_texts_below("lines", texts),
        defs=_classed("".join(symbols.defined)),
        css=style_sheet(),
    )


def _texts_below(part: str, texts: Texts) -> dict[str, str]:
    """The texts of one section by their keys in it: `words.city` as `city`."""
    return {key.removeprefix(f"{part}."): texts(key) for key in texts.entries if key.startswith(f"{part}.")}


def _classed(svg: str) -> str:
    """Drawings with the class names that are used on a page."""
    return CLASSES.sub(lambda found: " ".join(f"a-{name}" for name in found[0].split()), svg)


def _tile(tile: Tile, ground: str, language: str) -> TileArt:
    drawing, places = drawing_of(tile), block_places(tile.id)
    kinds = dict.fromkeys(one.kind for one in drawing.strewn)
    return TileArt(
        ground=_classed(ground),
        stands=[(name, x, y, size) for name, (x, y), size in drawing.pieces],
        strewn={kind: [n for one in drawing.strewn if one.kind == kind for n in (*one.at, one.room)] for kind in kinds},
        spots=drawing.spots,
        regions={index: list(rings) for index, rings in drawing.regions.items()},
        places=places.figures,
        tokens=places.tokens,
        captions=[tile_caption(tile, turns, language) for turns in range(4)],
    )


def _ornament(symbols: Symbols, name: str) -> OrnamentArt:
    ornament = ornament_of(name)
    if ornament is None or not ornament.svg:
        return OrnamentArt("", half_of(name), 0.0 if ornament is None else ornament.drop)
    svg = ornament.svg
    return OrnamentArt(symbols.name(f"ornament {name}", lambda: svg), ornament.half, ornament.drop)


def _figure(symbols: Symbols, name: str) -> FigureArt:
    figure = book().figures[name]
    return FigureArt(
        symbol=symbols.name(f"figure {name}", lambda: figure_body(name, "")),
        lying=symbols.name(f"lying {name}", lambda: figure_body(name, "", lying=True)),
        radius=figure.radius * figure.size,
        marks=mark_places(name),
        lying_marks=mark_places(name, True),
        nobodys=_nobodys(figure),
        flat=figure.flat,
        upon=figure.upon,
        at_corner=figure.at_corner,
        foot=figure.foot,
        rise=figure.rise,
    )


def _kinds(tiles: list[Tile]) -> dict[str, KindArt]:
    """The kinds of segments on these tiles, and those of ways that may be laid over them."""
    names = [segment.kind for tile in tiles for segment in tile.segments]
    found = {name: kind_of(name) for name in dict.fromkeys([*book().kinds, *names])}
    return {
        name: KindArt(kind.manner, kind.width, kind.scatter if name in names else {}, kind.spacing, kind.share)
        for name, kind in found.items()
    }


@cache
def style_sheet() -> str:
    """The colours of day and night and their classes: `a-wall` fills, `a-wall-line` draws lines."""
    colours = book().colours
    day = "".join(f"--a-{name}:{day};" for name, (day, _) in colours.items())
    night = "".join(f"--a-{name}:{night};" for name, (day, night) in colours.items() if night != day)
    values = {name: f"a-{name}" for name in colours} | {OWN + shade: OWN + shade for shade in SHADES}
    lines = [f".a-{name}-line{{fill:none;stroke:var(--{value})}}" for name, value in values.items()]
    fills = [f".a-{name}{{fill:var(--{value})}}" for name, value in values.items()]  # also of what has a line
    owners = {f"a-by-{seat}": f"{OWN}{seat}" for seat in range(len(MARKS))}
    owners |= {_nobodys(figure): figure.colour or NOBODYS for figure in book().figures.values()}
    owned = [
        f".{name}{{{''.join(f'--{OWN}{shade}:var(--a-{fill}{shade});' for shade in SHADES)}}}"
        for name, fill in owners.items()
    ]
    return "".join([f":root{{{day}}}", f':root[data-theme="dark"]{{{night}}}', *lines, *fills, *owned])


def _nobodys(figure: Figure) -> str:
    """The class of a figure that belongs to nobody."""
    return f"a-of-{figure.colour or NOBODYS}"
