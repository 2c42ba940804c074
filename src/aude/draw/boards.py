"""Draws a whole table as one picture: `board`."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from pathlib import Path
from typing import TYPE_CHECKING, NamedTuple

from aude.board import Board, LaidTile, Token
from aude.board.tiles import turned_tile
from aude.catalog import boxes as catalog
from aude.catalog.closest import near
from aude.catalog.errors import unreadable
from aude.draw.atlas import drawing_of
from aude.draw.book import GROUND, book, kind_of, ornament_of, upright, with_boxes
from aude.draw.caption import board_caption, board_texts, tile_caption
from aude.draw.compact import Symbols, with_short_looks
from aude.draw.figures import figure_group, figure_named, seat_colours, stacked
from aude.draw.outline import MIDDLE, Point, edge_point, port_place, turned
from aude.draw.panel import Panel, check_names, panel_of
from aude.draw.picture import Picture
from aude.draw.scatter import scattered
from aude.draw.standing import Standing, standing_on
from aude.engine.state import State
from aude.engine.tiles import SIDES, Tile
from aude.game.values import Cell, Spot

if TYPE_CHECKING:
    from aude.game.game import GameCore

CELL = 100
MARGIN = 40  # the visible table around the tiles
APART = 14.0  # the distance between figures that share a spot
CORNERS = ((0, 0), (CELL, 0), (CELL, CELL), (0, CELL))  # the position of the upper left corner of a turned tile

Extent = tuple[int, int, int, int]  # the outermost cells in the west, north, east and south


def board(
    game: GameCore | State | str,
    layers: Iterable[str] | str = (),
    *,
    night: bool = False,
    viewer: str | None = None,
    extent: Extent | None = None,
    language: str = "en",
    panel: bool = False,
    names: Mapping[str, str] | Sequence[str] = (),
) -> Picture:
    """Draw a position, given as a game, as the text of a record, or as a state of the engine.

    `layers` are drawn over it (see `aude.draw.layers`); `viewer` is the seat that looks at it, by default the one whose
    turn it is. `extent` selects the cells to show: the outermost ones in the west, north, east and south. The caption
    is in `language` (see `aude.draw.caption`). With `panel`, there are also the scores, the tile in hand and a legend;
    `names` are the names of the players, by seat or in the order of play.
    """
    from aude.draw.layers import drawn_layers, named
    from aude.formats.record import read
    from aude.game.game import GameCore

    wanted = named(layers)
    if isinstance(game, str):
        game = read(game, make=GameCore)
    with with_boxes(_folders((game.setup.game, *game.setup.boxes)) if isinstance(game, GameCore) else ()):
        sheet = Sheet(Board(game.state if isinstance(game, GameCore) else game), night)
        drawn = drawn_layers(sheet, game if isinstance(game, GameCore) else None, wanted, viewer)
        shown = extent or around([*(tile.cell for tile in sheet.board.tiles), *drawn.cells])
        flat, standing = sheet.tiles()
        parts = [*flat, *drawn.ground, *standing, *drawn.tints, *sheet.pieces(), *drawn.marks(shown)]
        beside = None
        if panel:
            state = game.state if isinstance(game, GameCore) else game
            hand = state.rules.table.tiles[state.tile] if state.tile >= 0 else None
            called = check_names(sheet.board.seats, names)
            beside = panel_of(sheet, board_texts(game, language), called, hand, view_of(shown, drawn.margin))
        return sheet.picture(parts, shown, drawn.margin, board_caption(game, language), language, beside)


def _folders(boxes: Iterable[str]) -> list[Path]:
    """The folders of boxes outside Aude, which may have drawings too."""
    return [folder for name in boxes if catalog.is_folder(name) for folder in catalog.info(name).text_folders]


def tile_picture(
    tile: Tile | str,
    *,
    turns: int = 0,
    night: bool = False,
    language: str = "en",
    folders: Iterable[str] = (),
) -> Picture:
    """Draw a single tile: any tile or, by id, one of Aude's or of the boxes in these folders."""
    folders = list(folders)
    if isinstance(tile, str):
        tile = tile_named(tile, folders)
    with with_boxes(_folders(folders)):
        sheet = Sheet(None, night)
        flat, standing = sheet.landscape([turned_tile(tile, turns % 4 * 90)])
        return sheet.picture([*flat, *standing], (0, 0, 0, 0), 0, tile_caption(tile, turns % 4, language), language)


def tile_named(name: str, folders: Iterable[str] = ()) -> Tile:
    """A tile by its id: one of Aude's, or of the boxes in these folders."""
    sets = [found for box in (*catalog.BOXES, *folders) for found in catalog.info(box).tile_sets().values()]
    tiles = {tile.id: tile for found in sets for tile in found.tiles}
    if name not in tiles:
        alike = near(name, tiles)
        if alike:
            raise unreadable("no_tile_meant", name=name, meant=repr(alike[0]))
        raise unreadable("no_tile_shown", name=name)
    return tiles[name]


def around(cells: Iterable[tuple[int, int]]) -> Extent:
    """The extent of these cells; the origin if there are none."""
    xs, ys = zip(*(list(cells) or [(0, 0)]), strict=True)
    return min(xs), min(ys), max(xs), max(ys)


@dataclass
class Sheet:
    """A picture under construction."""

    given: Board | None
    night: bool
    symbols: Symbols = field(default_factory=Symbols)

    @property
    def board(self) -> Board:
        assert self.given is not None, "a tile by itself has no table around it"
        return self.given

    @cached_property
    def colours(self) -> dict[str | None, int]:
        """The number of each seat's colour; None has no entry."""
        return dict(zip(self.board.seats, seat_colours(self.board.seats), strict=True))

    # -- tiles --------------------------------------------------------------------------------------------------------
    def tiles(self, shown: Extent | None = None) -> tuple[list[str], list[str]]:
        """All tiles, with their shadow on the table and the seams between them, and what stands on them.

        If only some cells are `shown`, the tiles there and beside them.
        """
        laid: Sequence[LaidTile] = self.board.tiles
        if shown is not None:
            west, north, east, south = shown
            laid = [
                one
                for one in laid
                if west <= one.cell[0] + 1
                and one.cell[0] <= east + 1
                and north <= one.cell[1] + 1
                and one.cell[1] <= south + 1
            ]
        shade = "".join(
            f"M{CELL * x + 4} {CELL * y + 5}h{CELL}v{CELL}h-{CELL}z"
            for x, y in (one.cell for one in laid)
            if self.board.tile_at((x + 1, y)) is None or self.board.tile_at((x, y + 1)) is None
        )
        seams = "".join(f"M{CELL * x} {CELL * (y + 1)}h{CELL}v-{CELL}" for x, y in (one.cell for one in laid))
        flat, standing = self.landscape(laid)
        seam = f'<path class="seam-line" stroke-width=".8" d="{seams}"/>'
        return [f'<path class="shade" d="{shade}"/>', *flat, seam], standing

    def landscape(self, laid: Sequence[LaidTile]) -> tuple[list[str], list[str]]:
        """What lies on each of these tiles, and what stands on each, from the back to the front."""
        kinds = {one.id: one.facts for one in laid}
        texts = self.symbols.shared([drawing_of(tile).ground for tile in kinds.values()])
        grounds = dict(zip(kinds, texts, strict=True))
        often = [one.id for one in laid]
        flat, standing = [], []
        for one in sorted(laid, key=lambda one: (one.cell[1], one.cell[0])):
            ground = grounds[one.id]
            if often.count(one.id) == 1:
                flat.append(f"<g{_laid_at(one)}>{ground}</g>")
            else:
                name = self.symbols.name(f"tile {one.id}", lambda ground=ground: ground)  # type: ignore[misc]
                flat.append(f'<use href="#{name}"{_laid_at(one)}/>')
            standing.append(self._upright(one))
        return flat, standing

    def _upright(self, one: LaidTile) -> str:
        """What stands on a tile, from the back to the front."""
        drawing, turns, (left, top) = drawing_of(one.facts), one.rotation // 90, one.cell
        found = [(name, upright(name, at, turns, size), size) for name, at, size in drawing.pieces]
        found += [(name, at, 1.0) for name, at in scattered(one.id, drawing.strewn, turns, left, top)]
        text = ""
        for name, (x, y), size in sorted(found, key=lambda item: (item[1][1], item[1][0])):
            ornament = ornament_of(name)
            if ornament is not None:
                symbol = self._ornament(name, ornament.svg)
                place = f'x="{x:.0f}" y="{y:.0f}"' if size == 1 else _smaller(x, y, size)
                text += f'<use href="#{symbol}" {place}/>'
        return f'<g transform="translate({CELL * left} {CELL * top})">{text}</g>' if text else ""

    def _ornament(self, name: str, svg: str) -> str:
        return self.symbols.name(f"ornament {name}", lambda: svg)

    # -- figures ------------------------------------------------------------------------------------------------------
    def pieces(self) -> list[str]:
        """Figures, tokens, segments laid over tiles, and pieces at sides."""
        found = [(-1e9, self._over(spot)) for spot in self.laid_over()]
        found += [(-1e8, self.at_side(token, token.side)) for token in self.board.tokens if token.side is not None]
        for standing, (x, y) in self.places():
            found.append((-1e7 if figure_named(standing.name).flat else y, self._piece(standing, x, y)))
        return [text for _, text in sorted(found, key=lambda item: item[0])]

    def laid_over(self) -> list[Spot]:
        """The spots of ways that were laid over tiles."""
        tiles = [self.board.tile_at(spot.cell) for spot in self.board.spots]
        found = zip(self.board.spots, tiles, strict=True)
        return [spot for spot, tile in found if tile and tile.segment_at(spot).printed is None and spot.sides]

    def places(self) -> list[tuple[Standing, Point]]:
        """The positions of everything: side by side on the same spot, equal tokens on top of each other.

        Lying figures are wider than high, so they are put below each other; otherwise their marks would be hidden.
        """
        spots: dict[Point, list[list[Standing]]] = {}
        found = []
        for one in standing_on(self.board):
            if figure_named(one.name).flat:  # others stand on it
                found.append((one, self._place(one)))
                continue
            columns = spots.setdefault(self._place(one), [])
            same = next((column for column in columns if one.seat is None and column[0].name == one.name), None)
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
        """The position of something on the board."""
        if figure_named(one.name).at_corner:
            return float(CELL * one.cell[0]), float(CELL * one.cell[1])
        if one.spot is not None:
            return self.spot(one.spot)
        tile = self.tile(one.cell)
        word = one.name.partition("_")[0]
        like = (at for name, at, _ in drawing_of(tile.facts).pieces if name.rpartition("/")[2].startswith(word))
        return on_board(tile, block_place(tile.id, one.name, one.place) or next(like, (MIDDLE, MIDDLE)))

    def tile(self, cell: Cell) -> LaidTile:
        """The tile in a cell, which must have one."""
        tile = self.board.tile_at(cell)
        assert tile is not None
        return tile

    def spot(self, spot: Spot) -> Point:
        """The position on the board of a figure on a segment of a tile, or on one that was laid over it."""
        tile = self.tile(spot.cell)
        printed = tile.segment_at(spot).printed
        return on_board(tile, (MIDDLE, MIDDLE) if printed is None else drawing_of(tile.facts).spots[printed])

    def _piece(self, one: Standing, x: float, y: float) -> str:
        colour = self.colours.get(one.seat)
        lying = self._lies(one)
        turn = ""
        if figure_named(one.name).flat:
            turn = self._along(one)
        name = self.symbols.name(f"{one.name} {colour} {lying}", lambda: figure_group(one.name, colour, lying=lying))
        if turn:
            return f'<use href="#{name}" transform="translate({x:.0f} {y:.0f}){turn}"/>'
        return f'<use href="#{name}" x="{x:.0f}" y="{y:.0f}"/>'

    def _lies(self, one: Standing) -> bool:
        """Whether a figure lies: those that count on ground that is never complete, where they stay until the end."""
        if one.spot is None or not one.weight or kind_of(one.spot.kind).manner != GROUND:
            return False
        feature = self.board.feature_at(one.spot)
        return feature is not None and not feature.completes

    def _along(self, one: Standing) -> str:
        """The rotation of a piece, drawn from west to east, along a segment that was laid over its tile."""
        over = [spot.sides for spot in self.laid_over() if spot.cell == one.cell]
        return "rotate(90)" if over and "N" in over[0] else ""

    def _over(self, spot: Spot) -> str:
        """Draw a way that was laid over a tile, from side to side."""
        width, (left, top) = kind_of(spot.kind).width, spot.cell
        ends = [edge_point(port_place(side)) for side in spot.sides]
        path = "M" + "L".join(f"{CELL * left + x:.0f} {CELL * top + y:.0f}" for x, y in ends)
        return (
            f'<path class="wall-edge-line" stroke-width="{width + 4:g}" d="{path}"/>'
            f'<path class="{spot.kind}-line" stroke-width="{width - 1:g}" d="{path}"/>'
        )

    def at_side(self, token: Token, side: str) -> str:
        colour, (left, top) = self.colours.get(token.seat), token.cell
        x, y = edge_point(port_place(side))
        turns = SIDES.index(side)
        text = ""
        for name in filter(None, (figure_named(token.name).upon, token.name)):
            symbol = self.symbols.name(f"{name} {colour} False", lambda name=name: figure_group(name, colour))  # type: ignore[misc]
            turn = f"rotate({90 * turns})" if turns and figure_named(name).flat else ""
            text += f'<use href="#{symbol}" transform="translate({CELL * left + x:.0f} {CELL * top + y:.0f}){turn}"/>'
        return text

    # -- the whole ----------------------------------------------------------------------------------------------------
    def picture(
        self,
        parts: Iterable[str],
        shown: Extent,
        margin: int | None,
        caption: str,
        language: str,
        panel: Panel | None = None,
    ) -> Picture:
        """The finished picture of these cells, with a margin and a caption."""
        left, top, wide, high = view_of(shown, margin)
        if panel is not None:
            wide, high = wide + panel.wider, high + panel.higher
        table = f'<path class="table" d="M{left} {top}h{wide}v{high}h-{wide}z"/>' if margin != 0 else ""
        body = f"{table}{''.join(parts)}{panel.svg if panel else ''}"
        style, drawn = with_short_looks(self.symbols.svg() + body, self.night)
        return Picture.framed(style + drawn, f"{left} {top} {wide} {high}", caption, language)


def _smaller(x: float, y: float, size: float) -> str:
    return f'transform="translate({x:.1f} {y:.1f})scale({size:g})"'


def view_of(shown: Extent, margin: int | None) -> tuple[int, int, int, int]:
    """The visible part of the table, with a margin around the cells: left, top, width and height."""
    west, north, east, south = shown
    room = MARGIN if margin is None else margin
    wide, high = CELL * (east - west + 1) + 2 * room, CELL * (south - north + 1) + 2 * room
    return CELL * west - room, CELL * north - room, wide, high


def on_board(one: LaidTile, at: Point) -> Point:
    """Where a point of a tile is on the board."""
    x, y = turned(at, one.rotation // 90)
    return CELL * one.cell[0] + x, CELL * one.cell[1] + y


def block_place(tile: str, name: str, number: int | None) -> Point | None:
    """The position on a tile of a block of something for which the block has a place.

    For a token the place is the end of its name (`count_in_castle_quarter`); figures take the places in order.
    """
    places = block_places(tile)
    if number is None:
        ends = [word for word in places.tokens if name.endswith(word)]
        return places.tokens[max(ends, key=len)] if ends else None
    return places.figures[number] if number < len(places.figures) else None


class BlockPlaces(NamedTuple):
    """The positions of figures on a tile of a block, and those of tokens by the ends of their names."""

    figures: list[Point]
    tokens: dict[str, Point]


def block_places(tile: str) -> BlockPlaces:
    """The places of a block, relative to one of its tiles; empty for other tiles.

    Figures take them in order. If there are places like `crown_storm` besides `storm`, these are for figures.
    """
    for block in book().blocks.values():
        for its, left, top in block.cut():
            if its == tile:
                points = {word: [(x - left, y - top) for x, y in found] for word, found in block.places.items()}
                theirs = [word for word in points if word.partition("_")[2] in points] or [*points]
                tokens = {word: found[0] for word, found in points.items() if found}
                return BlockPlaces([at for word in theirs for at in points[word]], tokens)
    return BlockPlaces([], {})


def _laid_at(one: LaidTile) -> str:
    """The attributes that put a tile in its cell."""
    x, y = one.cell
    if not one.rotation:
        return f' transform="translate({CELL * x} {CELL * y})"'
    dx, dy = CORNERS[one.rotation // 90]
    return f' transform="translate({CELL * x + dx} {CELL * y + dy})rotate({one.rotation})"'
