"""Draws the board in characters, with figures and the numbers of options."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.cells import cell_len
from rich.console import Group, RenderableType
from rich.text import Text

from aude.board import Board, Figure, LaidTile, Token
from aude.board.marks import Marked, legal_cells, span, spot_in
from aude.board.tiles import marks_on, sectors_of
from aude.catalog.texts import Texts
from aude.engine.tiles import BLANK, SIDES
from aude.game.values import Cell, Spot
from aude.terminal.glyphs import CROSSING, Look, Row, look_of, names_on, styled, text_of
from aude.terminal.sidepicture import SidePicture, facing
from aude.terminal.tilepicture import BIG, Picture, picture_of

if TYPE_CHECKING:
    from aude.game.game import GameCore
    from aude.game.options import Option

WIDE, NARROW, HIGH = 7, 5, 3  # the size of a tile in characters; narrow if the board is too wide
MARGIN = 5  # for the numbers of the rows
FRAME = 2  # lines above and below a board that is too high: the numbers of the columns, and a note on what is hidden


def board_look(game: GameCore, board: Board, plain: bool) -> Look:
    """The signs of a game, including its tokens and what stands at sides."""
    names = sorted({token.name for token in board.tokens if token.side is None})
    return look_of(game.rules, plain, names, _posts(board))


def _posts(board: Board) -> list[tuple[str, bool]]:
    """What stands at sides of tiles, and whether it belongs to a seat."""
    return sorted({(token.name, token.seat is not None) for token in board.tokens if token.side is not None})


def spot_rows(game: GameCore, options: Sequence[Option], *, plain: bool = False) -> list[Row]:
    """The newest tile with the numbers (from 1) of the options at their places; empty if no option names one."""
    board = Board(game.state)
    labels: dict[Spot, list[int]] = {}
    for number, option in enumerate(options, 1):
        spot = spot_in(board, option)
        if spot is not None and spot.cell == board.tiles[-1].cell:
            labels.setdefault(spot, []).append(number)
    if not labels:
        return []
    spans = {spot: span(numbers) for spot, numbers in labels.items()}
    return _tile_picture(board, board.tiles[-1], board_look(game, board, plain), BIG, spans).rows()


# -- drawing ----------------------------------------------------------------------------------------------------------
def _tile_picture(
    board: Board, tile: LaidTile, look: Look, size: tuple[int, int], labels: Mapping[Spot, str]
) -> Picture:
    """A laid tile with figures and tokens; `labels` are written on segments.

    A token hides what is printed on its segment. For several equal ones that belong to nobody, the number is written.
    """
    tokens = [token for token in board.tokens if token.cell == tile.cell and token.side is None]
    hidden = {token.spot for token in tokens if token.seat is not None}
    segments = [
        replace(segment, traits=()) if spot in hidden else segment
        for spot, segment in zip(tile.spots, tile.segments, strict=True)
    ]
    picture = picture_of(segments, tile.symbols, look, size, sectors_of(tile.facts))
    figures = [figure for figure in board.figures if figure.spot in tile.spots]
    pieces: list[tuple[Token | Figure, int]] = [*Counter(tokens).items(), *((figure, 1) for figure in figures)]
    for piece, count in pieces:
        number = tile.spots.index(piece.spot) if piece.spot is not None else -1
        sign = look.figures[piece.kind if isinstance(piece, Figure) else piece.name]
        if piece.seat is None:
            picture.put(number, f"{count if count > 1 else ''}{sign}*", "mark")
        else:
            picture.put(number, f"{sign}{board.seats.index(piece.seat) + 1}", f"seat:{piece.seat}")
    for spot, label in labels.items():
        picture.put(tile.spots.index(spot), label, "mark")
    return picture


@dataclass
class Sheet:
    """A drawn board: its lines and its legend."""

    columns: range  # the part of the board that is shown
    lines: range
    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)
    legend: list[str] = field(default_factory=list)  # what each sign means
    width: int | None = None  # of the screen

    def text(self) -> str:
        return "\n".join([*(text_of(row) for row in self.rows), *self.notes, *self.legend_lines()])

    def legend_lines(self) -> list[str]:
        """The legend in as few lines as the screen is wide."""
        lines: list[str] = []
        for part in self.legend:
            if lines and (self.width is None or cell_len(lines[-1]) + 3 + cell_len(part) <= self.width):
                lines[-1] += f"   {part}"
            else:
                lines.append(part)
        return lines

    def shows(self, cell: Cell) -> bool:
        """Whether a cell is in the part that is shown."""
        return cell[0] in self.columns and cell[1] in self.lines

    def best_centre(self, cells: Sequence[Cell]) -> Cell:
        """The cell around which a part of this size shows most of these cells; if tied, the nearest to this part."""
        middle = self.columns[len(self.columns) // 2], self.lines[len(self.lines) // 2]

        def worth(centre: Cell) -> tuple[int, int]:
            x, y = centre[0] - len(self.columns) // 2, centre[1] - len(self.lines) // 2
            shown = sum(0 <= cell[0] - x < len(self.columns) and 0 <= cell[1] - y < len(self.lines) for cell in cells)
            return shown, -abs(centre[0] - middle[0]) - abs(centre[1] - middle[1])

        columns, lines = {cell[0] for cell in cells}, {cell[1] for cell in cells}
        return max(((x, y) for y in lines for x in columns), key=worth)


def sheet(
    game: GameCore,
    *,
    plain: bool = False,
    width: int | None = None,
    height: int | None = None,
    last: bool = True,
    marks: Mapping[Marked, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
    legend: bool = True,
    notes: bool = True,
) -> Sheet:
    """The board as styled lines. `marks` are written into empty cells, or into those next to sides of tiles.

    If it does not fit into the width and the height, the part around `centre` is shown, with a note.
    """
    texts = texts or game.texts()
    labels = {place: label for place, label in (marks or {}).items() if len(place) == 2}
    at_sides = {place: label for place, label in (marks or {}).items() if len(place) == 3}
    board = Board(game.state)
    look = board_look(game, board, plain)
    laid = {tile.cell: tile for tile in board.tiles}
    posts = [((*token.cell, SIDES.index(token.side)), token) for token in board.tokens if token.side is not None]
    outside = [facing(edge) for edge in [*at_sides, *(edge for edge, _ in posts)]]
    everything = [*laid, *labels, *outside] or [(0, 0)]
    newest = board.newest.cell if last and board.newest is not None else None
    focus = centre or newest or (0, 0)
    west, east = min(x for x, _ in everything), max(x for x, _ in everything)
    north, south = min(y for _, y in everything), max(y for _, y in everything)
    columns, size = _window(west, east, focus[0], width)
    count = south - north + 1
    frame = FRAME if notes else 1
    if height is not None and count * HIGH + frame > height:
        count = max(1, (height - frame) // HIGH)
    out = Sheet(columns, _around(focus[1], north, south, count), width=width)
    sides = SidePicture([edge for edge, _ in posts], laid, look, *size)
    for edge, token in posts:
        if token.name in look.posts:
            number = "" if token.seat is None else str(board.seats.index(token.seat) + 1)
            sides.put(edge, look.posts[token.name] + number, f"seat:{token.seat}" if number else "mark")
    for edge, label in at_sides.items():
        sides.put(edge, label[: size[0]], "label")
    for y in out.lines:
        pictures: dict[int, Picture] = {}
        rows: dict[int, list[Row]] = {}
        for x in columns:
            if (x, y) in laid:
                pictures[x] = _tile_picture(board, laid[x, y], look, size, {})
                rows[x] = pictures[x].rows()
        for line in range(HIGH):
            row: Row = [
                (char, "axis") for char in (f"{y:>{MARGIN - 1}}" if line == HIGH // 2 else "").ljust(MARGIN - 1)
            ]
            for x in columns:
                is_newest = newest == (x, y)
                was_newest = newest == (x - 1, y) and x - 1 in columns
                between = _gutter(pictures.get(x - 1), pictures.get(x), line, is_newest, was_newest)
                row.append(sides.sign((x, y), -1, line) or between)
                if x in rows:
                    row += rows[x][line]
                else:
                    label = labels.get((x, y), "") if line == HIGH // 2 else ""
                    for column, char in enumerate(label[: size[0]].center(size[0])):
                        beside = sides.sign((x, y), column, line) if char == " " else None
                        row.append(beside or (char, "label"))
            if newest == (columns[-1], y):
                row.append(("]", "newest"))
            out.rows.append(row)
    axis: Row = [(" ", "axis")] * (MARGIN - 1)
    for x in columns:
        axis += [(" ", "axis"), *((char, "axis") for char in str(x).center(size[0]))]
    out.rows.insert(0, axis)
    if len(out.lines) == south - north + 1 > 6:
        out.rows.append(list(axis))
    if notes and (len(columns) < east - west + 1 or len(out.lines) < south - north + 1):
        shown = {"first": columns[0], "last": columns[-1], "west": west, "east": east}
        shown |= {"top": out.lines[0], "bottom": out.lines[-1], "north": north, "south": south}
        out.notes.append(texts("table.cropped", **shown))
    if legend:
        out.legend = _legend(board, look, texts)
        if any(char == CROSSING and style in ("road", "street") for row in out.rows for char, style in row):
            out.legend.append(f"{CROSSING} {texts('table.crossing')}")
    return out


def _window(west: int, east: int, focus: int, width: int | None) -> tuple[range, tuple[int, int]]:
    """The columns to draw and the size of a tile: all columns if there is room, otherwise those around the focus."""
    count = east - west + 1
    if width is None or MARGIN + count * (WIDE + 1) <= width:
        return range(west, east + 1), (WIDE, HIGH)
    room = max(1, (width - MARGIN) // (NARROW + 1))
    if room >= count:
        return range(west, east + 1), (NARROW, HIGH)
    return _around(focus, west, east, room), (NARROW, HIGH)


def _around(focus: int, low: int, high: int, count: int) -> range:
    """This many numbers from `low` to `high`, with the focus in the middle if possible."""
    first = min(max(focus - count // 2, low), high - count + 1)
    return range(first, first + count)


def _gutter(left: Picture | None, right: Picture | None, line: int, newest: bool, was_newest: bool) -> tuple[str, str]:
    """The character between two cells: a bracket of the newest tile, or a road that continues."""
    if newest:
        return "[", "newest"
    if was_newest:
        return "]", "newest"
    if left is None or right is None or line != HIGH // 2:
        return " ", "axis"
    east, west = left.owners.get("E", -1), right.owners.get("W", -1)
    if east >= 0 and west >= 0 and "EL" in left.owners and "WR" in right.owners:
        kind = left.pieces[east].kind
        if kind == right.pieces[west].kind:
            return left.look.line(kind, "EW"), left.look.style(kind)
    return " ", "axis"


def _legend(board: Board, look: Look, texts: Texts) -> list[str]:
    """The legend: the signs that are on the table, and the seats."""
    segments = [segment for tile in board.tiles for segment in tile.segments]
    kinds = {segment.kind for segment in segments}
    inner = [kind for kind in sorted(kinds) if kind in look.middles]
    parts = [f"{number} {texts.word(seat)}" for number, seat in enumerate(board.seats, 1)]
    figures = {(figure.kind, "1") for figure in board.figures if figure.spot is not None}
    figures |= {(token.name, "*" if token.seat is None else "1") for token in board.tokens if token.side is None}
    parts += [f"{look.figures[kind]}{owner} {texts.word(kind)}" for kind, owner in sorted(figures)]
    for name, is_owned in _posts(board):
        owner = "1" if is_owned else ""
        sign = look.posts[name] + owner if name in look.posts else look.wall("EW")
        parts.append(f"{sign} {texts.word(name)}")
    parts += [f"{look.area(kind)} {texts.word(kind)}" for kind in sorted(kinds) if kind not in look.middles]
    parts += [f"{look.middles[kind]} {texts.word(kind)}" for kind in inner]
    if not all(tile.facts.segments for tile in board.tiles):
        parts.append(f"{look.area(BLANK)} {texts.word(BLANK)}")
    shown = {mark for segment in segments for mark in marks_on(segment)}
    shown |= {name for tile in board.tiles for name in names_on(tile.facts)}
    return parts + [f"{look.marks[mark]} {texts.word(mark)}" for mark in sorted(name for name in shown if name)]


def shown(sheet: Sheet) -> RenderableType:
    """A drawn board in colours, for a rich console."""
    return Group(styled(sheet.rows), *(Text(note, style="dim") for note in (*sheet.notes, *sheet.legend_lines())))


def draw(
    game: GameCore,
    *,
    plain: bool = False,
    width: int | None = None,
    last: bool = True,
    legal: bool = False,
    marks: Mapping[Marked, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
) -> str:
    """The board as text: `plain` in ASCII, at most `width` characters wide, the newest tile in brackets.

    With `legal` the cells and sides that may be chosen now are marked with the numbers of the options there.
    """
    if legal and marks is None:
        marks = {place: span(numbers) for place, numbers in legal_cells(game.options).items()}
    return sheet(game, plain=plain, width=width, last=last, marks=marks, centre=centre, texts=texts).text()
