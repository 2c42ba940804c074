"""The board in characters, with the figures on it and the numbers of what can be chosen."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field, replace
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from aude.catalog.texts import Texts
from aude.engine.tiles import BLANK
from aude.terminal.boardfacts import (
    Marked,
    laid_cells,
    laid_tokens,
    legal_cells,
    newest_slot,
    nodes_of_slots,
    piece_of,
    pieces_at_sides,
    span,
    spot_node,
    standing_figures,
)
from aude.terminal.glyphs import Look, Row, look_of, names_on, sectors_of, styled, text_of
from aude.terminal.pieces import turned_symbols
from aude.terminal.sidepicture import SidePicture, facing
from aude.terminal.tilepicture import BIG, Cell, Picture, picture_of

if TYPE_CHECKING:
    from aude.game.game import Game, Option

WIDE, NARROW, HIGH = 7, 5, 3  # a tile on the board, in characters; narrow if the board is too wide
MARGIN = 5  # for the numbers of the rows


def game_look(game: Game, plain: bool) -> Look:
    """The signs of a game, its tokens and what stands at sides included."""
    posts = sorted({(name, seat >= 0) for _, _, name, seat in pieces_at_sides(game)})
    return look_of(game.rules, plain, sorted({name for _, name, _ in laid_tokens(game)}), posts)


def spot_rows(game: Game, options: Sequence[Option], *, plain: bool = False) -> list[Row]:
    """The newest tile with the numbers (from 1) of the options at the places they speak of; empty if none does."""
    newest = int(game.state.slots) - 1
    labels: dict[int, list[int]] = {}
    for number, option in enumerate(options, 1):
        node = spot_node(game, option)
        if node >= 0 and int(game.state.node_slot[node]) == newest:
            labels.setdefault(node, []).append(number)
    if not labels:
        return []
    spans = {node: span(numbers) for node, numbers in labels.items()}
    nodes = nodes_of_slots(game).get(newest, [])
    look = game_look(game, plain)
    return _slot_picture(game, newest, nodes, standing_figures(game), laid_tokens(game), look, BIG, spans).rows()


# -- drawing ----------------------------------------------------------------------------------------------------------
def _slot_picture(
    game: Game,
    slot: int,
    nodes: list[int],
    standing: list[tuple[int, str, int]],
    laid: list[tuple[int, str, int]],
    look: Look,
    size: tuple[int, int],
    labels: Mapping[int, str],
) -> Picture:
    """A laid tile with figures and tokens on it; `labels` are written where a node lies.

    A token hides what is printed on its segment; of several equal ones that are nobody's, the number is written.
    """
    number = int(game.state.slot_tile[slot])
    tile = game.rules.table.tiles[number >> 2]
    tokens = [token for token in laid if token[0] in nodes or token[0] == -1 - slot]
    hidden = {node for node, _, seat in tokens if seat >= 0}
    pieces = [piece_of(game, node) for node in nodes]
    pieces = [replace(piece, marks=()) if node in hidden else piece for node, piece in zip(nodes, pieces, strict=True)]
    picture = picture_of(pieces, turned_symbols(tile, number & 3), look, size, sectors_of(tile))
    here = [figure for figure in standing if figure[0] in nodes]
    for (node, kind, seat), count in [*Counter(tokens).items(), *((figure, 1) for figure in here)]:
        number = nodes.index(node) if node in nodes else -1
        if seat < 0:
            picture.put(number, f"{count if count > 1 else ''}{look.figures[kind]}*", "mark")
        else:
            picture.put(number, f"{look.figures[kind]}{seat + 1}", f"seat:{game.seats[seat]}")
    for node, label in labels.items():
        if node in nodes:
            picture.put(nodes.index(node), label, "mark")
    return picture


@dataclass
class Sheet:
    """A drawn board: its lines, and what must be said about them."""

    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        return "\n".join([*(text_of(row) for row in self.rows), *self.notes])


def sheet(
    game: Game,
    *,
    plain: bool = False,
    width: int | None = None,
    last: bool = True,
    marks: Mapping[Marked, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
    legend: bool = True,
) -> Sheet:
    """The board as styled lines. `marks` are written into empty cells, or there at the sides of tiles.

    `centre` says which part to show.
    """
    texts = texts or game.texts()
    labels = {place: label for place, label in (marks or {}).items() if len(place) == 2}
    at_sides = {place: label for place, label in (marks or {}).items() if len(place) == 3}
    look = game_look(game, plain)
    laid = laid_cells(game)
    where = {slot: cell for cell, slot in laid.items()}
    posts = [((*where[slot], side), name, seat) for slot, side, name, seat in pieces_at_sides(game)]
    outside = [facing(edge) for edge in [*at_sides, *(edge for edge, _, _ in posts)]]
    everything = [*laid, *labels, *outside] or [(0, 0)]
    newest = newest_slot(game.state) if last else -1
    focus = centre or next((cell for cell, slot in laid.items() if slot == newest), (0, 0))
    west, east = min(x for x, _ in everything), max(x for x, _ in everything)
    north, south = min(y for _, y in everything), max(y for _, y in everything)
    columns, size = _window(west, east, focus[0], width)
    out = Sheet()
    sides = SidePicture([edge for edge, _, _ in posts], laid, look, *size)
    for edge, name, seat in posts:
        if name in look.posts:
            owner = (str(seat + 1), f"seat:{game.seats[seat]}") if seat >= 0 else ("", "mark")
            sides.put(edge, look.posts[name] + owner[0], owner[1])
    for edge, label in at_sides.items():
        sides.put(edge, label[: size[0]], "label")
    nodes, standing, tokens = nodes_of_slots(game), standing_figures(game), laid_tokens(game)
    for y in range(north, south + 1):
        pictures: dict[int, Picture] = {}
        rows: dict[int, list[Row]] = {}
        for x in columns:
            if (x, y) in laid:
                slot = laid[x, y]
                pictures[x] = _slot_picture(game, slot, nodes.get(slot, []), standing, tokens, look, size, {})
                rows[x] = pictures[x].rows()
        for line in range(HIGH):
            row: Row = [
                (char, "axis") for char in (f"{y:>{MARGIN - 1}}" if line == HIGH // 2 else "").ljust(MARGIN - 1)
            ]
            for x in columns:
                is_newest = newest >= 0 and laid.get((x, y)) == newest
                was_newest = newest >= 0 and laid.get((x - 1, y)) == newest and x - 1 in columns
                between = _gutter(pictures.get(x - 1), pictures.get(x), line, is_newest, was_newest)
                row.append(sides.sign((x, y), -1, line) or between)
                if x in rows:
                    row += rows[x][line]
                else:
                    label = labels.get((x, y), "") if line == HIGH // 2 else ""
                    for column, char in enumerate(label[: size[0]].center(size[0])):
                        beside = sides.sign((x, y), column, line) if char == " " else None
                        row.append(beside or (char, "label"))
            if newest >= 0 and laid.get((columns[-1], y)) == newest:
                row.append(("]", "newest"))
            out.rows.append(row)
    axis: Row = [(" ", "axis")] * (MARGIN - 1)
    for x in columns:
        axis += [(" ", "axis"), *((char, "axis") for char in str(x).center(size[0]))]
    out.rows.insert(0, axis)
    if south - north > 5:
        out.rows.append(list(axis))
    if len(columns) < east - west + 1:
        shown = {"first": columns[0], "last": columns[-1], "west": west, "east": east}
        out.notes.append(texts("table.cropped", **shown))
    if legend:
        out.notes += _legend(game, look, texts, width)
    return out


def _window(west: int, east: int, focus: int, width: int | None) -> tuple[range, tuple[int, int]]:
    """The columns to draw and the size of a tile: all of them if there is room, else those around the focus."""
    count = east - west + 1
    if width is None or MARGIN + count * (WIDE + 1) <= width:
        return range(west, east + 1), (WIDE, HIGH)
    room = max(1, (width - MARGIN) // (NARROW + 1))
    if room >= count:
        return range(west, east + 1), (NARROW, HIGH)
    first = min(max(focus - room // 2, west), east - room + 1)
    return range(first, first + room), (NARROW, HIGH)


def _gutter(left: Picture | None, right: Picture | None, line: int, newest: bool, was_newest: bool) -> tuple[str, str]:
    """What stands between two cells: the brackets of the newest tile, or a road that goes on."""
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


def _legend(game: Game, look: Look, texts: Texts, width: int | None) -> list[str]:
    """What the signs mean: those that are on the table, and the seats."""
    nodes = [piece_of(game, node) for node in range(game.state.nodes)]
    kinds = {piece.kind for piece in nodes}
    inner = [kind for kind in sorted(kinds) if kind in look.middles]
    parts = [f"{number} {texts.word(seat)}" for number, seat in enumerate(game.seats, 1)]
    figures = sorted({(kind, "*" if seat < 0 else "1") for _, kind, seat in standing_figures(game) + laid_tokens(game)})
    parts += [f"{look.figures[kind]}{owner} {texts.word(kind)}" for kind, owner in figures]
    posts = sorted({(name, seat >= 0) for _, _, name, seat in pieces_at_sides(game)})
    for name, is_owned in posts:
        owner = "1" if is_owned else ""
        sign = look.posts[name] + owner if name in look.posts else look.wall("EW")
        parts.append(f"{sign} {texts.word(name)}")
    parts += [f"{look.area(kind)} {texts.word(kind)}" for kind in sorted(kinds) if kind not in look.middles]
    parts += [f"{look.middles[kind]} {texts.word(kind)}" for kind in inner]
    numbers = {int(game.state.slot_tile[slot]) >> 2 for slot in range(game.state.slots)}
    tiles = [game.rules.table.tiles[number] for number in numbers]
    if not all(tile.segments for tile in tiles):
        parts.append(f"{look.area(BLANK)} {texts.word(BLANK)}")
    shown = {mark for piece in nodes for mark in piece.marks}
    shown |= {name for tile in tiles for name in names_on(tile)}
    parts += [f"{look.marks[mark]} {texts.word(mark)}" for mark in sorted(name for name in shown if name)]
    lines, line = [], ""
    for part in parts:
        if line and width is not None and len(line) + 3 + len(part) > width:
            lines.append(line)
            line = ""
        line = f"{line}   {part}" if line else part
    return [*lines, line]


def draw(
    game: Game,
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


def render(
    game: Game,
    *,
    width: int | None = None,
    last: bool = True,
    marks: Mapping[Marked, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
    plain: bool = False,
    legend: bool = True,
) -> RenderableType:
    """The board in colours, for a rich console."""
    board = sheet(game, width=width, last=last, marks=marks, centre=centre, texts=texts, plain=plain, legend=legend)
    return Group(styled(board.rows), *(Text(note, style="dim") for note in board.notes))
