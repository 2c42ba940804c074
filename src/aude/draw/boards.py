"""A whole table as one picture: `board`."""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING

from aude.catalog import boxes as catalog
from aude.catalog.closest import near
from aude.draw.atlas import drawing_of
from aude.draw.book import GROUND, book, kind_of, ornament_of, with_boxes
from aude.draw.caption import board_caption, tile_caption
from aude.draw.compact import Symbols, with_short_looks
from aude.draw.figures import figure_group, figure_named, seat_colours, stacked
from aude.draw.outline import MIDDLE, Point, edge_point, port_place, turned
from aude.draw.picture import Picture
from aude.draw.scatter import scattered
from aude.draw.scene import LAID_OVER, Laid, Scene, Standing
from aude.engine.state import State
from aude.engine.tiles import SIDES, Tile
from aude.errors import Unreadable

if TYPE_CHECKING:
    from aude.game.game import Game

CELL = 100
MARGIN = 40  # of table around the tiles
APART = 14.0  # how far figures stand from one another that share a spot
CORNERS = ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))  # where the upper left corner of a turned tile comes to lie

Extent = tuple[int, int, int, int]  # the cells farthest west, north, east and south


def board(
    game: Game | State | str,
    layers: Iterable[str] | str = (),
    *,
    night: bool = False,
    viewer: str | None = None,
    extent: Extent | None = None,
    language: str = "en",
) -> Picture:
    """A position as a picture: of a game, of a record's text, or of the engine's state.

    `layers` are drawn over it, see `aude.draw.layers`; `viewer` is the seat that looks, else the one whose turn it is.
    `extent` shows these cells, whatever lies there: the cells farthest west, north, east and south. The picture says
    what it shows in a `language`: see `aude.draw.caption`.
    """
    from aude.draw.layers import drawn_layers, named
    from aude.game.game import Game

    wanted = named(layers)
    if isinstance(game, str):
        game = Game.read(game)
    with with_boxes(_folders((game.setup.game, *game.setup.boxes)) if isinstance(game, Game) else ()):
        sheet = Sheet(Scene(game.state if isinstance(game, Game) else game), night)
        drawn = drawn_layers(sheet, game if isinstance(game, Game) else None, wanted, viewer)
        shown = extent or around([*sheet.scene.at, *drawn.cells])
        flat, standing = sheet.tiles()
        parts = [*flat, *drawn.ground, *standing, *drawn.tints, *sheet.pieces(), *drawn.marks(shown)]
        return sheet.picture(parts, shown, drawn.margin, board_caption(game, language), language)


def _folders(boxes: Iterable[str]) -> list[Path]:
    """The folders of those boxes that are not Aude's own: they bring drawings too."""
    return [folder for name in boxes if catalog.is_folder(name) for folder in catalog.info(name).text_folders]


def tile_picture(
    tile: Tile | str,
    *,
    turns: int = 0,
    night: bool = False,
    language: str = "en",
    folders: Iterable[str] = (),
) -> Picture:
    """One tile by itself: any tile, or by its id one of Aude's or of the boxes in these folders."""
    folders = list(folders)
    if isinstance(tile, str):
        tile = tile_named(tile, folders)
    with with_boxes(_folders(folders)):
        sheet = Sheet(None, night)
        flat, standing = sheet.landscape([Laid(0, tile, turns % 4, 0, 0)])
        return sheet.picture([*flat, *standing], (0, 0, 0, 0), 0, tile_caption(tile, turns % 4, language), language)


def tile_named(name: str, folders: Iterable[str] = ()) -> Tile:
    """A tile by its id: one of Aude's, or of the boxes in these folders."""
    sets = [found for box in (*catalog.BOXES, *folders) for found in catalog.info(box).tile_sets().values()]
    tiles = {tile.id: tile for found in sets for tile in found.tiles}
    if name not in tiles:
        alike = near(name, tiles)
        hint = f"did you mean {alike[0]!r}?" if alike else "'aude tiles BOX' shows those of a box"
        raise Unreadable(f"there is no tile {name!r}; {hint}")
    return tiles[name]


def around(cells: Iterable[tuple[int, int]]) -> Extent:
    """The cells farthest out; the origin if there are none."""
    xs, ys = zip(*(list(cells) or [(0, 0)]), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@dataclass
class Sheet:
    """A picture in the making."""

    given: Scene | None
    night: bool
    symbols: Symbols = field(default_factory=Symbols)

    @property
    def scene(self) -> Scene:
        assert self.given is not None, "a tile by itself has no table around it"
        return self.given

    @property
    def colours(self) -> tuple[int, ...]:
        """The number of each seat's colour."""
        return seat_colours(self.scene.seats)

    # -- tiles --------------------------------------------------------------------------------------------------------
    def tiles(self) -> tuple[list[str], list[str]]:
        """All tiles, with their shadow on the table and the seams between them; and what stands on them."""
        laid = self.scene.laid
        shade = "".join(
            f"M{CELL * one.x + 4} {CELL * one.y + 5}h{CELL}v{CELL}h-{CELL}z"
            for one in laid
            if (one.x + 1, one.y) not in self.scene.at or (one.x, one.y + 1) not in self.scene.at
        )
        seams = "".join(f"M{CELL * one.x} {CELL * (one.y + 1)}h{CELL}v-{CELL}" for one in laid)
        flat, standing = self.landscape(laid)
        seam = f'<path class="seam-line" stroke-width=".8" d="{seams}"/>'
        return [f'<path class="shade" d="{shade}"/>', *flat, seam], standing

    def landscape(self, laid: list[Laid]) -> tuple[list[str], list[str]]:
        """What lies on each of these tiles, and what stands on each, from the back to the front."""
        kinds = {one.tile.id: one.tile for one in laid}
        texts = self.symbols.shared([drawing_of(tile).ground for tile in kinds.values()])
        grounds = dict(zip(kinds, texts, strict=True))
        often = [one.tile.id for one in laid]
        flat, standing = [], []
        for one in sorted(laid, key=lambda one: (one.y, one.x)):
            ground = grounds[one.tile.id]
            if often.count(one.tile.id) == 1:
                flat.append(f"<g{_laid_at(one)}>{ground}</g>")
            else:
                name = self.symbols.name(f"tile {one.tile.id}", lambda ground=ground: ground)  # type: ignore[misc]
                flat.append(f'<use href="#{name}"{_laid_at(one)}/>')
            standing.append(self._upright(one))
        return flat, standing

    def _upright(self, one: Laid) -> str:
        """What stands on a tile, from the back to the front."""
        drawing = drawing_of(one.tile)
        found = [(name, turned(at, one.turns)) for name, at in drawing.pieces]
        found += scattered(one.tile.id, drawing.strewn, one.turns, one.x, one.y)
        text = ""
        for name, (x, y) in sorted(found, key=lambda item: (item[1][1], item[1][0])):
            ornament = ornament_of(name)
            if ornament is not None:
                text += f'<use href="#{self._ornament(name, ornament.svg)}" x="{x:.0f}" y="{y:.0f}"/>'
        return f'<g transform="translate({CELL * one.x} {CELL * one.y})">{text}</g>' if text else ""

    def _ornament(self, name: str, svg: str) -> str:
        return self.symbols.name(f"ornament {name}", lambda: svg)

    # -- figures ------------------------------------------------------------------------------------------------------
    def pieces(self) -> list[str]:
        """Figures, tokens, what was laid over tiles and what stands at their sides."""
        found = [(-1e9, self._over(*over)) for over in self.scene.laid_over()]
        found += [(-1e8, self._at_side(*piece)) for piece in self.scene.at_sides()]
        for standing, (x, y) in self.places():
            found.append((-1e7 if figure_named(standing.name).flat else y, self._piece(standing, x, y)))
        return [text for _, text in sorted(found, key=lambda item: item[0])]

    def places(self) -> list[tuple[Standing, Point]]:
        """Where everything stands: what shares a spot side by side, equal tokens on top of one another.

        Those who lie are longer than high: they lie below one another, so that nobody's mark is hidden.
        """
        spots: dict[Point, list[list[Standing]]] = {}
        found = []
        for one in self.scene.standing():
            if figure_named(one.name).flat:  # others stand on it
                found.append((one, self._place(one)))
                continue
            columns = spots.setdefault(self._place(one), [])
            same = next((column for column in columns if one.seat < 0 and column[0].name == one.name), None)
            if one.on_top and columns:
                columns[-1].append(one)
            elif same is not None:
                same.append(one)
            else:
                columns.append([one])
        for (x, y), columns in spots.items():
            lying = all(self._lies(column[0]) for column in columns)
            for number, column in enumerate(columns):
                off = APART * (number - (len(columns) - 1) / 2)
                left, top = (x, y + off) if lying else (x + off, y)
                for one, height in zip(column, stacked([one.name for one in column]), strict=True):
                    found.append((one, (left, top - height)))
        return found

    def _place(self, one: Standing) -> Point:
        """Where on the board something stands."""
        if figure_named(one.name).at_corner:
            return float(CELL * self.scene.laid[one.slot].x), float(CELL * self.scene.laid[one.slot].y)
        if one.segment is not None:
            return self.spot(one.slot, one.segment)
        laid = self.scene.laid[one.slot]
        word = one.name.partition("_")[0]
        like = (at for name, at in drawing_of(laid.tile).pieces if name.rpartition("/")[2].startswith(word))
        return on_board(laid, block_place(laid.tile.id, one.name, one.place) or next(like, (MIDDLE, MIDDLE)))

    def spot(self, slot: int, segment: int) -> Point:
        """Where on the board a figure stands on a segment of a tile, or on what was laid over it."""
        laid = self.scene.laid[slot]
        return on_board(laid, (MIDDLE, MIDDLE) if segment == LAID_OVER else drawing_of(laid.tile).spots[segment])

    def _piece(self, one: Standing, x: float, y: float) -> str:
        colour = self.colours[one.seat] if one.seat >= 0 else None
        lying = self._lies(one)
        turn = ""
        if figure_named(one.name).flat:
            turn = self._along(one)
        name = self.symbols.name(f"{one.name} {colour} {lying}", lambda: figure_group(one.name, colour, lying=lying))
        if turn:
            return f'<use href="#{name}" transform="translate({x:.0f} {y:.0f}){turn}"/>'
        return f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}"/>'

    def _lies(self, one: Standing) -> bool:
        """Whoever counts on ground that is never complete stays until the end, and lies there."""
        if one.node < 0:
            return False
        rules = self.scene.state.rules
        weights = {kind.name: kind.weight for kind in rules.figure_kinds}
        kind = rules.kinds[int(self.scene.state.kind_of(one.node))]
        is_ground = kind_of(kind.name).manner == GROUND
        return is_ground and not kind.completes and weights.get(one.name, 0) != 0

    def _along(self, one: Standing) -> str:
        """How a piece is turned that lies along what was laid over its tile, drawn from west to east."""
        over = [sides for laid, _, sides in self.scene.laid_over() if laid.slot == one.slot]
        return "rotate(90)" if over and "N" in over[0] else ""

    def _over(self, one: Laid, kind: str, sides: list[str]) -> str:
        """A way that was laid over a tile, from side to side."""
        width = kind_of(kind).width
        ends = [edge_point(port_place(side)) for side in sides]
        path = "M" + "L".join(f"{CELL * one.x + x:.0f} {CELL * one.y + y:.0f}" for x, y in ends)
        return (
            f'<path class="wall-edge-line" stroke-width="{width + 4:g}" d="{path}"/>'
            f'<path class="{kind}-line" stroke-width="{width - 1:g}" d="{path}"/>'
        )

    def _at_side(self, one: Laid, side: int, name: str, seat: int) -> str:
        colour = self.colours[seat] if seat >= 0 else None
        x, y = edge_point(port_place(SIDES[side]))
        symbol = self.symbols.name(f"{name} {colour}", lambda: figure_group(name, colour))
        turn = f"rotate({90 * side})" if side and figure_named(name).flat else ""
        return f'<use href="#{symbol}" transform="translate({CELL * one.x + x:.0f} {CELL * one.y + y:.0f}){turn}"/>'

    # -- the whole ----------------------------------------------------------------------------------------------------
    def picture(self, parts: Iterable[str], shown: Extent, margin: int | None, caption: str, language: str) -> Picture:
        """The finished picture: these cells, so much of the table around them, and what it shows in words."""
        west, north, east, south = shown
        room = MARGIN if margin is None else margin
        left, top = CELL * west - room, CELL * north - room
        wide, high = CELL * (east - west + 1) + 2 * room, CELL * (south - north + 1) + 2 * room
        table = f'<path class="table" d="M{left} {top}h{wide}v{high}h-{wide}z"/>' if room else ""
        body = f"{table}{''.join(parts)}"
        style, drawn = with_short_looks(self.symbols.svg() + body, self.night)
        return Picture.framed(style + drawn, f"{left} {top} {wide} {high}", caption, language)


def on_board(one: Laid, at: Point) -> Point:
    """Where a point of a tile is on the board."""
    x, y = turned(at, one.turns)
    return CELL * one.x + x, CELL * one.y + y


def block_place(tile: str, name: str, number: int | None) -> Point | None:
    """Where on a tile of a block something is that the block has a place for.

    A token says it by the end of its name (`count_in_castle_quarter`). Figures take the places in their order; if there
    are such as `crown_storm` beside `storm`, these are theirs.
    """
    for block in book().blocks.values():
        for its, left, top in block.cut():
            if its != tile:
                continue
            theirs = [word for word in block.places if word.partition("_")[2] in block.places] or [*block.places]
            if number is None:
                theirs = [max((word for word in block.places if name.endswith(word)), key=len, default="")]
            points = [at for word in theirs for at in block.places.get(word, ())]
            if (number or 0) < len(points):
                x, y = points[number or 0]
                return x - left, y - top
    return None


def _laid_at(one: Laid) -> str:
    """The attributes that lay a tile where it belongs."""
    if not one.turns:
        return f' transform="translate({CELL * one.x} {CELL * one.y})"'
    dx, dy = CORNERS[one.turns]
    return f' transform="translate({CELL * one.x + dx} {CELL * one.y + dy})rotate({90 * one.turns})"'
