"""The gallery of the documentation, docs/gallery.html: every tile of every box, every figure in six colours.

    python tools/make_pictures.py

writes it along with everything else that is drawn in advance; a test checks that it is up to date. The page is
self-contained. Its pictures share one list of symbols, so it is not much larger than a board, and one style sheet with
the colours of day and night.
"""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass, replace
from html import escape
from pathlib import Path

from aude.board.tiles import turned_tile
from aude.catalog import boxes as catalog
from aude.catalog.texts import title_of
from aude.draw.boards import CELL, Sheet
from aude.draw.book import Block, Figure, book
from aude.draw.caption import figure_caption, tile_caption
from aude.draw.compact import number, with_short_looks
from aude.draw.figures import PLAIN, ROOM, figure_group
from aude.engine.tiles import Tile, TileSet
from aude.game.setup import COLOURS

ROOT = Path(__file__).parents[1]
PAGE = ROOT / "docs" / "gallery.html"
STYLE = Path(__file__).with_name("gallery.css")
SIZES = {"small": 40, "medium": 120, "large": 400}
FOUND = "found"  # the status of a tile that was seen or listed somewhere; the page shows any other status
LIES = "meeple"  # the figure that is shown as it lies on a field, too
HALF_AS_HIGH = 15.0  # how far a flat piece reaches to the north and south: it lies from west to east
BETWEEN = "\0"  # keeps pictures apart while classes are shortened in all of them at once
INTRO = (
    "All of this is drawn by the computer, from the same facts that the rules use. Open a tile to see it large and to "
    "read what it shows. Trees, bushes and sheep lie elsewhere on every cell of a board. Where nobody could tell us "
    "how a tile looks, it is a reconstruction, and says so."
)


@dataclass(frozen=True)
class Part:
    """A picture on the page: its drawing, its view box, and its caption."""

    svg: str
    view: str
    caption: str

    def html(self, look: str = "") -> str:
        """The picture; its title is all that a screen reader says about it."""
        title = escape(self.caption, quote=False)
        return f'<svg viewBox="{self.view}" role="img"{look}><title>{title}</title>{self.svg}</svg>'


class Gallery:
    """All pictures of the page, drawn together."""

    def __init__(self) -> None:
        self.boxes = [catalog.info(box) for box in catalog.BOXES]
        self.sets = {name: found for box in self.boxes for name, found in box.tile_sets().items()}
        self.parts: dict[str, Part] = {}
        sheet = Sheet(None, night=False)
        self._draw_tiles(sheet)
        self._draw_figures()
        drawn = BETWEEN.join([sheet.symbols.svg(), *(part.svg for part in self.parts.values())])
        self.day, short = with_short_looks(drawn, night=False)
        self.night, _ = with_short_looks(drawn, night=True)
        self.symbols, *bodies = short.split(BETWEEN)
        for name, body in zip(self.parts, bodies, strict=True):
            self.parts[name] = replace(self.parts[name], svg=body)

    def _draw_tiles(self, sheet: Sheet) -> None:
        """Each tile by itself; tiles that are always laid together also as one picture."""
        tiles = {tile.id: tile for found in self.sets.values() for tile in found.tiles}
        alone = [turned_tile(tile) for tile in tiles.values()]
        together = {
            name: [turned_tile(tiles[its], 0, (int(x) // CELL, int(y) // CELL)) for its, x, y in block.cut()]
            for name, block in book().blocks.items()
        }
        everything = [*alone, *(one for block in together.values() for one in block)]
        laid = sorted(everything, key=lambda one: (one.cell[1], one.cell[0]))
        drawn = {id(one): f"{flat}{standing}" for one, flat, standing in zip(laid, *sheet.landscape(laid), strict=True)}
        for one in alone:
            svg = drawn[id(one)].replace(' transform="translate(0 0)"', "")
            self.parts[one.id] = Part(svg, f"0 0 {CELL} {CELL}", tile_caption(one.facts))
        for name, block in together.items():
            wide, high = (CELL * (1 + max(place)) for place in zip(*(one.cell for one in block), strict=True))
            caption = f"The {len(block)} tiles laid together."
            self.parts[block_name(name)] = Part("".join(drawn[id(one)] for one in block), f"0 0 {wide} {high}", caption)

    def _draw_figures(self) -> None:
        for name, figure in book().figures.items():
            owners = range(len(COLOURS)) if is_owned(figure) else (None,)
            for owner in owners:
                for lying in (False, True) if name == LIES else (False,):
                    reach = figure.radius * figure.size + ROOM
                    high = HALF_AS_HIGH if figure.flat else reach
                    view = " ".join(map(number, (-reach, -high, 2 * reach, 2 * high)))
                    caption = figure_caption(name, None if owner is None else COLOURS[owner])
                    part = Part(figure_group(name, owner, lying=lying), view, caption)
                    self.parts[figure_name(name, owner, lying)] = part


def block_name(block: str) -> str:
    """The name of the picture of a block."""
    return f"block {block}"


def figure_name(figure: str, owner: int | None, lying: bool = False) -> str:
    """The name of the picture of a figure."""
    return f"figure {figure} {owner} {lying}"


def is_owned(figure: Figure) -> bool:
    """Whether it belongs to a player: it has a place for the owner's mark."""
    return bool(figure.marks)


# The page


def page() -> str:
    """The whole page."""
    return "\n".join(_page(Gallery())) + "\n"


def _page(gallery: Gallery) -> Iterator[str]:
    night = f"@media (prefers-color-scheme: dark){{{_rules(gallery.night)}}}"
    yield '<!DOCTYPE html>\n<html lang="en">\n<head>\n<meta charset="utf-8">'
    yield '<meta name="viewport" content="width=device-width, initial-scale=1">'
    yield '<meta name="color-scheme" content="light dark">\n<title>Aude: the gallery</title>'
    yield f"<style>\n{STYLE.read_text(encoding='utf-8')}{_rules(gallery.day)}\n{night}\n</style>\n</head>\n<body>"
    yield f'<svg width="0" height="0" aria-hidden="true" class="all-symbols">{gallery.symbols}</svg>'
    yield f'<header>\n<h1>The gallery</h1>\n<p>{INTRO}</p>\n<nav aria-label="Boxes">\n<ul>'
    for box in gallery.boxes:
        if box.tile_sets():
            yield f'<li><a href="#box-{box.id}">{escape(title_of(box, "en"))}</a></li>'
    yield '<li><a href="#figures">Figures</a></li>\n<li><a href="#pieces">Nobody’s pieces</a></li>'
    yield "</ul>\n</nav>\n</header>\n<main>\n<fieldset>\n<legend>Tiles</legend>"
    for name, pixels in SIZES.items():
        checked = " checked" if name == "medium" else ""
        button = f'<input type="radio" name="size" id="size-{name}"{checked}>'
        yield f"<label>{button} {name} <small>{pixels}</small></label>"
    yield "</fieldset>"
    for box in gallery.boxes:
        if box.tile_sets():
            yield from _box(gallery, box)
    yield from _figures(gallery)
    yield "</main>\n</body>\n</html>"


def _rules(style: str) -> str:
    return style.removeprefix("<style>").removesuffix("</style>")


def _box(gallery: Gallery, box: catalog.BoxInfo) -> Iterator[str]:
    sets = box.tile_sets()
    yield f'<section aria-labelledby="box-{box.id}">\n<h2 id="box-{box.id}">{escape(title_of(box, "en"))}</h2>'
    for found in sets.values():
        if len(sets) > 1:
            yield f"<h3>{escape(found.title)}</h3>"
        total = sum(tile.count for tile in found.tiles)
        told = f"{_several(total, 'tile')}, {_several(len(found.tiles), 'kind')}: <code>{found.id}/…</code>"
        if found.provenance:
            told += f" <span class='how-sure'>{escape(found.provenance)}</span>"
        yield f"<p>{told}</p>"
        for name, block in book().blocks.items():
            if _is_of(block, found):
                yield f'<figure class="whole-block">{gallery.parts[block_name(name)].html()}</figure>'
        yield '<ul class="tile-list">'
        for tile in found.tiles:
            yield _tile(gallery.parts[tile.id], tile, is_start=tile.id == found.start)
        yield "</ul>"
    yield "</section>"


def _is_of(block: Block, found: TileSet) -> bool:
    """Whether a block consists of tiles of this set."""
    return block.tiles[0][0] in {tile.id for tile in found.tiles}


def _several(count: int, what: str) -> str:
    return f"{count} {what}" if count == 1 else f"{count} {what}s"


def _tile(part: Part, tile: Tile, *, is_start: bool) -> str:
    """A tile that opens: its picture, name and count; then large, with what it shows in words."""
    notes = ["start tile"] if is_start else []
    if not tile.first_edition:
        notes.append("not in the first edition")
    elif tile.count != tile.first_edition:
        notes.append(f"first edition ×{tile.first_edition}")
    if (status := str(tile.more.get("status", FOUND))) != FOUND:
        notes.append(status)
    marks = "".join(f" <small>{escape(note)}</small>" for note in notes)
    name = escape(tile.id.partition("/")[2]).replace("-", "-<wbr>")
    head = f"{part.html()}<b>{name}</b> <span>×{tile.count}</span>{marks}"
    return (
        f'<li><details id="{escape(tile.id)}"><summary>{head}</summary>'
        f"<p><code>{escape(tile.id)}</code></p><p>{escape(part.caption)}</p></details></li>"
    )


def _figures(gallery: Gallery) -> Iterator[str]:
    figures = book().figures
    yield '<section aria-labelledby="figures">\n<h2 id="figures">Figures</h2>'
    yield "<p>Six colours that everybody can tell apart, and a mark for each, for those who see no colours.</p>"
    heads = "".join(f'<th scope="col">{colour}</th>' for colour in COLOURS)
    yield f"<table>\n<thead><tr><td></td>{heads}</tr></thead>\n<tbody>"
    owned = [name for name in figures if is_owned(figures[name])]
    for name in sorted(owned, key=lambda name: (name == PLAIN, name != LIES)):
        for lying in (False, True) if name == LIES else (False,):
            cells = (_figure(gallery.parts[figure_name(name, owner, lying)]) for owner in range(len(COLOURS)))
            head = _name(name) + (", lying in a field" if lying else "")
            yield f'<tr><th scope="row">{head}</th>' + "".join(f"<td>{cell}</td>" for cell in cells) + "</tr>"
    yield '</tbody>\n</table>\n</section>\n<section aria-labelledby="pieces">\n<h2 id="pieces">Nobody’s pieces</h2>'
    yield '<ul class="piece-list">'
    for name in figures:
        if not is_owned(figures[name]):
            yield f"<li>{_figure(gallery.parts[figure_name(name, None)])}<b>{_name(name)}</b></li>"
    yield "</ul>\n</section>"


def _name(name: str) -> str:
    said = figure_caption(name).removesuffix(".")
    return f"{said}, for what no box draws" if name == PLAIN else escape(said)


def _figure(part: Part) -> str:
    """All at the same scale."""
    return part.html(f' style="--wide:{part.view.split()[2]}"')
