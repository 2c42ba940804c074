"""The board in characters: drawn for a terminal, or told in sentences.

Everything comes from the facts of the tiles (segments and the ports they touch), so every box can be drawn:

    ·#####·    A whole side that belongs to a segment is filled with the segment's sign, a side that it shares with
    ───────    the halves of others is a line, and what touches no side stands in the middle, as a capital letter.
    ·······

Kinds without a sign of their own get a letter; the legend names it.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from itertools import groupby
from typing import TYPE_CHECKING

from rich.console import Group, RenderableType
from rich.text import Text

from aude.engine.rules import Rules
from aude.engine.tiles import PORTS, SIDES, Tile
from aude.engine.words import ports_of
from aude.errors import Unreadable
from aude.setup import closest
from aude.texts import Texts

if TYPE_CHECKING:
    from aude.game import Game, Option

Cell = tuple[int, int]
CELL = re.compile(r"(-?\d{1,4}),(-?\d{1,4})")
PORT_WORD = re.compile(r"[NESW][LR]?(?:\.[NESW][LR]?)*")

WIDE, NARROW, HIGH = 7, 5, 3  # a tile on the board, in characters; narrow if the board is too wide
BIG = (11, 5)  # a tile by itself
MARGIN = 5  # for the numbers of the rows

# The signs of kinds that everybody knows: first for terminals, then in plain ASCII.
FILLED = {"city": ("#", "#"), "field": ("·", "."), "river": ("≈", "~")}
LINES = {
    "EW": "─-", "NS": "│|", "NE": "╰+", "NW": "╯+", "ES": "╭+", "SW": "╮+",
    "NES": "├+", "NSW": "┤+", "ESW": "┬+", "NEW": "┴+", "NESW": "┼+",
}  # fmt: skip
SILENT = {"end"}  # traits that the drawing shows anyway

HALVES = {
    "NL": (-0.5, -1.0), "NR": (0.5, -1.0), "EL": (1.0, -0.5), "ER": (1.0, 0.5),
    "SL": (0.5, 1.0), "SR": (-0.5, 1.0), "WL": (-1.0, 0.5), "WR": (-1.0, -0.5),
}  # fmt: skip
MIDDLES = {"N": (0.0, -1.0), "E": (1.0, 0.0), "S": (0.0, 1.0), "W": (-1.0, 0.0)}

# Colours. Everything is told by characters too: colour is never the only sign.
STYLES = {
    "city": "bold #ffd9a0 on #7a4a1e",
    "field": "#8fbf6f on #24401f",
    "road": "bold #ffffff on #24401f",
    "river": "bold #b8e0ff on #1f4f8f",
    "middle": "bold #ffffff on #8f2f3f",
    "other": "#e8e8e8 on #4a4a5a",
    "mark": "bold #000000 on #ffe066",
    "label": "bold cyan",
    "newest": "bold yellow",
    "axis": "dim",
}
BARE = {"axis", "label", "newest"}  # styles without a background: blanks need none of it
SEAT_STYLES = {
    "red": "bold #ffffff on #c01c28",
    "blue": "bold #ffffff on #1c50d8",
    "green": "bold #ffffff on #1f8f3f",
    "yellow": "bold #000000 on #f5c211",
    "black": "bold #ffffff on #000000",
    "pink": "bold #000000 on #ff9ec7",
}


# -- letters ----------------------------------------------------------------------------------------------------------
def _letters(names: Iterable[str], upper: bool, taken: Iterable[str] = ()) -> dict[str, str]:
    """A letter of its own for each name: its first one that is still free."""
    used = set(taken)
    found: dict[str, str] = {}
    for name in names:
        if name in found:
            continue
        wanted = [letter.upper() if upper else letter for letter in name.lower() if letter.isalpha()]
        spare = [chr(code) for code in range(ord("A") if upper else ord("a"), ord("Z" if upper else "z") + 1)]
        letter = next((letter for letter in [*wanted, *spare] if letter not in used), "?")
        used.add(letter)
        found[name] = letter
    return found


def trait_name(trait: str) -> str | None:
    """What a trait is called on the board: `goods:wine` is wine; None if it is not shown."""
    name, _, value = trait.partition(":")
    return None if name in SILENT else value or name


class Look:
    """The signs of one game: which letter stands for which kind, trait and figure."""

    def __init__(self, tiles: Sequence[Tile], figures: Sequence[str] = (), plain: bool = False) -> None:
        self.plain = plain
        segments = [segment for tile in tiles for segment in tile.segments]
        touching = sorted({segment.kind for segment in segments if segment.ports})
        inner = sorted({segment.kind for segment in segments if not segment.ports} - set(touching))
        named = {trait_name(trait) for segment in segments for trait in segment.traits}
        symbols = {trait_name(symbol) for tile in tiles for symbol in tile.symbols}
        self.middles = _letters(inner, upper=True)
        self.areas = _letters((kind for kind in touching if kind not in FILLED and kind != "road"), upper=False)
        marks = sorted(name for name in named | symbols if name)
        self.marks = _letters(marks, upper=False, taken=self.areas.values())
        self.figures = _letters(figures, upper=False)
        self.road = "-" if plain else "─"

    def area(self, kind: str) -> str:
        """The sign that fills a kind."""
        if kind in FILLED:
            return FILLED[kind][self.plain]
        if kind == "road":
            return self.road
        return self.areas.get(kind) or self.middles.get(kind, "?")

    def line(self, kind: str, sides: Iterable[str]) -> str:
        """The sign of a line of a kind where it leads to these sides."""
        if kind != "road":
            return self.area(kind)
        together = "".join(side for side in SIDES if side in set(sides))
        if len(together) == 1:
            together = "NS" if together in "NS" else "EW"
        return LINES[together][self.plain]

    def style(self, kind: str) -> str:
        if kind in STYLES:
            return kind
        return "middle" if kind in self.middles else "other"


# -- one tile ---------------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Piece:
    """A segment as it lies: its kind, the ports it touches, and what is printed on it."""

    kind: str
    ports: tuple[str, ...]
    marks: tuple[str, ...] = ()


class Picture:
    """One tile in characters, and which piece each of them belongs to."""

    def __init__(self, pieces: Sequence[Piece], symbols: Sequence[str], look: Look, width: int, height: int) -> None:
        self.pieces = pieces
        self.look = look
        self.width = width
        self.height = height
        self.middle = (width // 2, height // 2)
        self.chars = [[" "] * width for _ in range(height)]
        self.styles = [["other"] * width for _ in range(height)]
        self.owner = [[-1] * width for _ in range(height)]
        self.locked: set[Cell] = set()
        self.owners = {port: number for number, piece in enumerate(pieces) for port in piece.ports}
        self._fill()
        self._draw_lines()
        self._draw_middles()
        for number, piece in enumerate(pieces):
            for mark in piece.marks:
                self.put(number, look.marks.get(mark, "?"), "mark")
        for symbol in symbols:
            self.put(-1, look.marks.get(trait_name(symbol) or "", "?"), "mark")

    def _set(self, x: int, y: int, char: str, number: int, style: str) -> None:
        self.chars[y][x] = char
        self.owner[y][x] = number
        self.styles[y][x] = style

    def _whole_sides(self, piece: Piece) -> str:
        """The sides that belong to the piece alone, halves included."""
        sides = [side for side in SIDES if side in piece.ports]
        return "".join(s for s in sides if s + "L" not in self.owners and s + "R" not in self.owners)

    def _fill(self) -> None:
        """Areas: what has whole sides, and between them what touches half sides."""
        areas = [(number, self._whole_sides(piece)) for number, piece in enumerate(self.pieces)]
        halves = [(place, self.owners[port]) for port, place in HALVES.items() if port in self.owners]
        for y in range(self.height):
            for x in range(self.width):
                u, v = (2 * x + 1) / self.width - 1, (2 * y + 1) / self.height - 1
                number = next((n for n, sides in areas if sides and self._covers(sides, x, y, u, v)), -1)
                if number < 0 and halves:
                    number = min(halves, key=lambda half: (half[0][0] - u) ** 2 + (half[0][1] - v) ** 2)[1]
                if number >= 0:
                    kind = self.pieces[number].kind
                    self._set(x, y, self.look.area(kind), number, self.look.style(kind))

    def _covers(self, sides: str, x: int, y: int, u: float, v: float) -> bool:
        """Whether an area with these whole sides reaches a point: it takes what lies nearest to its sides."""
        away = {"N": 1 + v, "E": 1 - u, "S": 1 - v, "W": 1 + u}
        mine = min(away[side] for side in sides)
        others = min([away[side] for side in SIDES if side not in sides], default=9.0)
        if (sides == "EW" and y == self.middle[1]) or (sides == "NS" and abs(u) < 0.34):
            return True
        if len(sides) == 1:
            return mine < others - 1e-9 and mine < 0.67
        return mine < others + 1e-9

    def _way(self, side: str) -> list[Cell]:
        """The characters from a side to the middle, without the middle itself."""
        cx, cy = self.middle
        if side == "N":
            return [(cx, y) for y in range(cy)]
        if side == "S":
            return [(cx, y) for y in range(self.height - 1, cy, -1)]
        if side == "W":
            return [(x, cy) for x in range(cx)]
        return [(x, cy) for x in range(self.width - 1, cx, -1)]

    def _draw_lines(self) -> None:
        """What shares its sides with the halves of others. Lines that end in the middle meet at a crossing there."""
        cx, cy = self.middle
        ends = 0
        used = False
        for number, piece in enumerate(self.pieces):
            sides = [side for side in SIDES if side in piece.ports and side not in self._whole_sides(piece)]
            if not sides:
                continue
            style = self.look.style(piece.kind)
            for side in sides:
                for x, y in self._way(side):
                    if len(sides) == 1 and self._is_area(x, y):
                        break  # a road ends at the city's wall
                    self._set(x, y, self.look.line(piece.kind, side), number, style)
            if len(sides) == 1:
                ends += 1
            elif not used:
                self._set(cx, cy, self.look.line(piece.kind, sides), number, style)
                used = True
        if ends and not used and not self._is_area(cx, cy):
            self._set(cx, cy, "o", -1, "road")

    def _is_area(self, x: int, y: int) -> bool:
        number = self.owner[y][x]
        return number >= 0 and bool(self._whole_sides(self.pieces[number]))

    def _draw_middles(self) -> None:
        """What touches no side: its letter, in the middle or as near to it as there is room beside areas and others."""
        cx, cy = self.middle
        taken: set[Cell] = set()
        for number, piece in enumerate(self.pieces):
            if piece.ports:
                continue
            best, at = 1e9, self.middle
            for y in range(self.height):
                for x in range(1, self.width - 1):
                    here = [(x + k, y) for k in (-1, 0, 1)]
                    crowd = sum(cell in taken for cell in here)
                    cost = 90 * crowd + 5 * sum(self._is_area(*cell) for cell in here) + abs(x - cx) + 2 * abs(y - cy)
                    if cost < best:
                        best, at = cost, (x, y)
            sign = self.look.middles.get(piece.kind) or self.look.area(piece.kind)
            for k, char in ((-1, "("), (0, sign), (1, ")")):
                self._set(at[0] + k, at[1], char, number, self.look.style(piece.kind))
                taken.add((at[0] + k, at[1]))
            self.locked.add(at)

    def put(self, number: int, text: str, style: str) -> None:
        """Write something where a piece lies (-1: anywhere near the middle), without hiding what was put before."""
        cells = [(x, y) for y in range(self.height) for x in range(self.width) if self.owner[y][x] == number >= 0]
        px, py = self._anchor(number, cells)
        best, at = 1e9, (0, 0)
        for y in range(self.height):
            for x in range(self.width - len(text) + 1):
                here = [(x + k, y) for k in range(len(text))]
                if any(cell in self.locked for cell in here):
                    continue
                strange = sum(cell not in cells for cell in here) if cells else 0
                # A character is about twice as high as wide.
                cost = 6 * strange + abs(x + (len(text) - 1) / 2 - px) + 2 * abs(y - py)
                if cost < best - 1e-9:
                    best, at = cost, (x, y)
        if best < 1e9:
            for k, char in enumerate(text):
                x, y = at[0] + k, at[1]
                self.chars[y][x] = char
                self.styles[y][x] = style
                self.locked.add((x, y))

    def _anchor(self, number: int, cells: list[Cell]) -> tuple[float, float]:
        """The middle of a piece."""
        if cells:
            return sum(x for x, _ in cells) / len(cells), sum(y for _, y in cells) / len(cells)
        ports = self.pieces[number].ports if number >= 0 else ()
        places = [HALVES.get(port) or MIDDLES[port] for port in ports] or [(0.0, 0.0)]
        u = sum(place[0] for place in places) / len(places)
        v = sum(place[1] for place in places) / len(places)
        return (u + 1) / 2 * (self.width - 1), (v + 1) / 2 * (self.height - 1)

    def rows(self) -> list[Row]:
        """The picture, line by line."""
        return [list(zip(chars, styles, strict=True)) for chars, styles in zip(self.chars, self.styles, strict=True)]


Row = list[tuple[str, str]]  # characters with the names of their styles


def turned(port: str, turn: int) -> str:
    """Where a port points when its tile is turned by quarters."""
    return PORTS[(PORTS.index(port) + 3 * turn) % 12]


def tile_pieces(tile: Tile, turn: int = 0, kept: Sequence[int] | None = None) -> list[Piece]:
    """The pieces of a tile, turned; `kept` leaves out what is decoration in this game."""
    chosen = range(len(tile.segments)) if kept is None else kept
    found = []
    for index in chosen:
        segment = tile.segments[index]
        ports = sorted((turned(port, turn) for port in segment.ports), key=PORTS.index)
        names = (trait_name(trait) for trait, number in segment.traits.items() if number)
        found.append(Piece(segment.kind, tuple(ports), tuple(name for name in names if name)))
    return found


def _find_tile(
    source: Game | Rules | Mapping[str, Tile], tile_id: str, plain: bool = False
) -> tuple[Tile, Look, list[int] | None]:
    """A tile by its id, the look of all tiles together, and which of its segments the game knows."""
    if isinstance(source, Mapping):
        if tile_id not in source:
            raise Unreadable(f"there is no tile {tile_id!r}; tiles: {closest(tile_id, source)}")
        return source[tile_id], Look(list(source.values()), plain=plain), None
    rules = source if isinstance(source, Rules) else source.rules
    if tile_id not in rules.table.index:
        raise Unreadable(f"there is no tile {tile_id!r}; tiles: {closest(tile_id, rules.table.index)}")
    number = rules.table.index[tile_id]
    return rules.table.tiles[number], look_of(rules, plain), rules.table.kept[number]


def tile_rows(
    source: Game | Rules | Mapping[str, Tile],
    tile_id: str,
    turn: int = 0,
    *,
    plain: bool = False,
    size: tuple[int, int] = BIG,
) -> list[Row]:
    """A tile by itself, as styled lines. `source` is a game, its rules, or the tiles by id."""
    tile, look, kept = _find_tile(source, tile_id, plain)
    return Picture(tile_pieces(tile, turn, kept), tile.symbols, look, *size).rows()


def tile_picture(
    source: Game | Rules | Mapping[str, Tile],
    tile_id: str,
    turn: int = 0,
    *,
    plain: bool = False,
    size: tuple[int, int] = BIG,
) -> str:
    """A tile by itself, turned by quarters.

    >>> from aude import Game
    >>> print(tile_picture(Game(seed=1), "base/CRFR-rEW", size=(7, 3), plain=True))
    .#####.
    -------
    .......
    """
    return "\n".join(_text_of(row) for row in tile_rows(source, tile_id, turn, plain=plain, size=size))


def turns_of(game: Game, tile_id: str) -> list[int]:
    """The turns (in quarters) in which a tile looks different."""
    table = game.rules.table
    number = table.index[tile_id]
    return [turn for turn in range(4) if int(table.equal_turn[number * 4 + turn]) == turn]


# -- the table --------------------------------------------------------------------------------------------------------
def look_of(rules: Rules, plain: bool) -> Look:
    """The signs of a game."""
    return Look(rules.table.tiles, [kind.name for kind in rules.figure_kinds], plain)


def _cells(game: Game) -> dict[Cell, int]:
    """The slot at each cell where a tile lies."""
    state = game.state
    found = {}
    for slot in range(state.slots):
        cell = state.slot_cell[slot]
        found[int(state.x_of(cell)), int(state.y_of(cell))] = slot
    return found


def _nodes(game: Game) -> dict[int, list[int]]:
    """The nodes of each slot, those laid over it later included."""
    found: dict[int, list[int]] = {}
    for node in range(game.state.nodes):
        found.setdefault(int(game.state.node_slot[node]), []).append(node)
    return found


def _piece(game: Game, node: int) -> Piece:
    """A node as it lies."""
    table = game.rules.table
    segment = int(game.state.node_segment[node])
    marks = []
    for trait, column in table.traits.items():
        name = trait_name(trait)
        if name and table.trait(segment, column):
            marks.append(name)
    return Piece(_kind(game, node), tuple(ports_of(game.state, node)), tuple(marks))


def _kind(game: Game, node: int) -> str:
    return game.rules.kinds[int(game.state.kind_of(node))].name


def _standing(game: Game) -> list[tuple[int, str, int]]:
    """Every figure on a tile: its node, its kind, its seat's number."""
    rules = game.rules
    found = []
    for figure in range(rules.figures):
        node = int(game.state.figure_at[figure])
        if node >= 0:
            kind = rules.figure_kinds[int(rules.figure_kind[figure])].name
            found.append((node, kind, int(rules.figure_seat[figure])))
    return found


def _slot_picture(
    game: Game,
    slot: int,
    nodes: list[int],
    standing: list[tuple[int, str, int]],
    look: Look,
    size: tuple[int, int],
    labels: Mapping[int, str],
) -> Picture:
    """A laid tile with the figures on it; `labels` are written where a node lies."""
    tile = game.rules.table.tiles[int(game.state.slot_tile[slot]) >> 2]
    picture = Picture([_piece(game, node) for node in nodes], tile.symbols, look, *size)
    for node, kind, seat in standing:
        if node in nodes:
            picture.put(nodes.index(node), f"{look.figures[kind]}{seat + 1}", f"seat:{game.seats[seat]}")
    for node, label in labels.items():
        if node in nodes:
            picture.put(nodes.index(node), label, "mark")
    return picture


def newest_slot(game: Game) -> int:
    """The tile laid last, or -1 if only start tiles lie (or none)."""
    slots = int(game.state.slots)
    return slots - 1 if slots > len(game.rules.start) else -1


def spot_node(game: Game, option: Option) -> int:
    """The node that an option to place a figure speaks of (`… city N.E [at 0,-1]`), or -1."""
    words = option.words
    kinds = {kind.name for kind in game.rules.kinds}
    at = next((index for index, word in enumerate(words) if word in kinds), -1)
    if at < 1:
        return -1
    ports = words[at + 1] if len(words) > at + 1 and PORT_WORD.fullmatch(words[at + 1]) else ""
    rest = words[at + 2 :] if ports else words[at + 1 :]
    cell = cell_in(rest)
    slot = int(game.state.slots) - 1 if cell is None else _cells(game).get(cell, -1)
    for node in _nodes(game).get(slot, []):
        if _kind(game, node) == words[at] and ".".join(ports_of(game.state, node)) == ports:
            return node
    return -1


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
    nodes = _nodes(game).get(newest, [])
    return _slot_picture(game, newest, nodes, _standing(game), look_of(game.rules, plain), BIG, spans).rows()


def cell_in(words: Iterable[str]) -> Cell | None:
    """The first cell that the words name."""
    for word in words:
        match = CELL.fullmatch(word)
        if match:
            return int(match[1]), int(match[2])
    return None


def legal_cells(options: Sequence[Option]) -> dict[Cell, list[int]]:
    """The cells that options name, each with the numbers (from 1) of those options."""
    found: dict[Cell, list[int]] = {}
    for number, option in enumerate(options, 1):
        cell = cell_in(option.words)
        if cell is not None:
            found.setdefault(cell, []).append(number)
    return found


def span(numbers: Sequence[int]) -> str:
    """Numbers in few characters: `3`, `3-6` or `3,5`.

    >>> span([3, 4, 5]), span([3, 5]), span([3, 5, 9, 11])
    ('3-5', '3,5', '3,5..')
    """
    if len(numbers) == 1:
        return str(numbers[0])
    if numbers[-1] - numbers[0] == len(numbers) - 1:
        return f"{numbers[0]}-{numbers[-1]}"
    if len(numbers) == 2:
        return f"{numbers[0]},{numbers[1]}"
    return f"{numbers[0]},{numbers[1]}.."


@dataclass
class Sheet:
    """A drawn board: its lines, and what must be said about them."""

    rows: list[Row] = field(default_factory=list)
    notes: list[str] = field(default_factory=list)

    def text(self) -> str:
        return "\n".join([*(_text_of(row) for row in self.rows), *self.notes])


def _text_of(row: Row) -> str:
    return "".join(char for char, _ in row).rstrip()


def sheet(
    game: Game,
    *,
    plain: bool = False,
    width: int | None = None,
    last: bool = True,
    marks: Mapping[Cell, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
    legend: bool = True,
) -> Sheet:
    """The board as styled lines. `marks` are written into empty cells; `centre` says which part to show."""
    texts = texts or game.texts()
    marks = marks or {}
    look = look_of(game.rules, plain)
    laid = _cells(game)
    everything = [*laid, *marks] or [(0, 0)]
    newest = newest_slot(game) if last else -1
    focus = centre or next((cell for cell, slot in laid.items() if slot == newest), (0, 0))
    west, east = min(x for x, _ in everything), max(x for x, _ in everything)
    north, south = min(y for _, y in everything), max(y for _, y in everything)
    columns, size = _window(west, east, focus[0], width)
    out = Sheet()
    nodes, standing = _nodes(game), _standing(game)
    for y in range(north, south + 1):
        pictures: dict[int, Picture] = {}
        rows: dict[int, list[Row]] = {}
        for x in columns:
            if (x, y) in laid:
                slot = laid[x, y]
                pictures[x] = _slot_picture(game, slot, nodes.get(slot, []), standing, look, size, {})
                rows[x] = pictures[x].rows()
        for line in range(HIGH):
            row: Row = [
                (char, "axis") for char in (f"{y:>{MARGIN - 1}}" if line == HIGH // 2 else "").ljust(MARGIN - 1)
            ]
            for x in columns:
                is_newest = newest >= 0 and laid.get((x, y)) == newest
                was_newest = newest >= 0 and laid.get((x - 1, y)) == newest and x - 1 in columns
                row.append(_gutter(pictures.get(x - 1), pictures.get(x), line, is_newest, was_newest))
                if x in rows:
                    row += rows[x][line]
                else:
                    label = marks.get((x, y), "") if line == HIGH // 2 else ""
                    row += [(char, "label") for char in label[: size[0]].center(size[0])]
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
    nodes = [_piece(game, node) for node in range(game.state.nodes)]
    kinds = {piece.kind for piece in nodes}
    inner = [kind for kind in sorted(kinds) if kind in look.middles]
    parts = [f"{number} {texts.word(seat)}" for number, seat in enumerate(game.seats, 1)]
    figures = sorted({kind for _, kind, _ in _standing(game)})
    parts += [f"{look.figures[kind]}1 {texts.word(kind)}" for kind in figures]
    parts += [f"{look.area(kind)} {texts.word(kind)}" for kind in sorted(kinds) if kind not in look.middles]
    parts += [f"{look.middles[kind]} {texts.word(kind)}" for kind in inner]
    tiles = {int(game.state.slot_tile[slot]) >> 2 for slot in range(game.state.slots)}
    symbols = {trait_name(symbol) for tile in tiles for symbol in game.rules.table.tiles[tile].symbols}
    shown = {mark for piece in nodes for mark in piece.marks} | symbols
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
    marks: Mapping[Cell, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
) -> str:
    """The board as text: `plain` in ASCII, at most `width` characters wide, the newest tile in brackets.

    With `legal` the cells that may be chosen now are marked with the numbers of the options there.
    """
    if legal and marks is None:
        marks = {cell: span(numbers) for cell, numbers in legal_cells(game.options).items()}
    return sheet(game, plain=plain, width=width, last=last, marks=marks, centre=centre, texts=texts).text()


def styled(rows: Sequence[Row]) -> Text:
    """Lines in colours."""
    text = Text(no_wrap=True, overflow="ignore")
    for number, row in enumerate(rows):
        text.append("\n" if number else "")
        seen = next((n for n in range(len(row), 0, -1) if row[n - 1][0].strip() or row[n - 1][1] not in BARE), 0)
        row = row[:seen]
        for style, run in groupby(row, key=lambda sign: sign[1] if sign[0].strip() or sign[1] not in BARE else ""):
            text.append("".join(char for char, _ in run), rich_style(style) if style else None)
    return text


def rich_style(style: str) -> str:
    """The colours of a named style; seats with other names than colours are told by their number alone."""
    if style.startswith("seat:"):
        return SEAT_STYLES.get(style.removeprefix("seat:"), "bold reverse")
    return STYLES[style]


def render(
    game: Game,
    *,
    width: int | None = None,
    last: bool = True,
    marks: Mapping[Cell, str] | None = None,
    centre: Cell | None = None,
    texts: Texts | None = None,
    plain: bool = False,
    legend: bool = True,
) -> RenderableType:
    """The board in colours, for a rich console."""
    board = sheet(game, width=width, last=last, marks=marks, centre=centre, texts=texts, plain=plain, legend=legend)
    return Group(styled(board.rows), *(Text(note, style="dim") for note in board.notes))


# -- in sentences -----------------------------------------------------------------------------------------------------
@dataclass(frozen=True)
class Feature:
    """A feature on the table, for people: what it is, where it lies, who stands on it."""

    kind: str
    cells: tuple[Cell, ...]
    open_ends: int
    completes: bool
    figures: tuple[tuple[str, str, int], ...]  # seat, figure, how many

    @property
    def complete(self) -> bool:
        return self.completes and self.open_ends <= 0


def features(game: Game) -> list[Feature]:
    """Every feature on the table, in the order of their first tiles."""
    state = game.state
    members: dict[int, list[int]] = {}
    for node in range(state.nodes):
        members.setdefault(int(state.root[node]), []).append(node)
    figures: dict[int, dict[tuple[int, str], int]] = {}
    for node, kind, seat in _standing(game):
        counts = figures.setdefault(int(state.root[node]), {})
        counts[seat, kind] = counts.get((seat, kind), 0) + 1
    where = {slot: cell for cell, slot in _cells(game).items()}
    found = []
    for root, nodes in members.items():
        cells = dict.fromkeys(where[int(state.node_slot[node])] for node in nodes)
        here = tuple((game.seats[seat], kind, count) for (seat, kind), count in figures.get(root, {}).items())
        completes = game.rules.kinds[int(state.kind_of(root))].completes
        found.append(Feature(_kind(game, root), tuple(cells), int(state.open_ends[root]), completes, here))
    return found


def capital(sentence: str) -> str:
    """The sentence with a capital letter."""
    return sentence[:1].upper() + sentence[1:]


def _figures_text(feature: Feature, texts: Texts) -> str:
    return ", ".join(f"{texts.word(seat)} {count} {texts.word(kind)}" for seat, kind, count in feature.figures)


def feature_sentence(feature: Feature, texts: Texts) -> str:
    """`City, size 3, at 0,0; 0,-1; 1,-1. Open ends: 2. Red 1 meeple.`"""
    cells = "; ".join(f"{x},{y}" for x, y in feature.cells)
    who = _figures_text(feature, texts) or texts("table.nobody")
    if not feature.completes:
        key = "table.feature_endless"
    else:
        key = "table.feature_complete" if feature.complete else "table.feature_open"
    kind = texts.word(feature.kind)
    sentence = texts(key, kind=kind, count=len(feature.cells), cells=cells, ends=feature.open_ends, who=capital(who))
    return capital(sentence)


def sides_text(pieces: Sequence[Piece], texts: Texts) -> str:
    """`north city, east road, south field, west road; road E.W joined; in the middle: monastery`"""
    owners = {port: piece.kind for piece in pieces for port in piece.ports}
    parts = []
    for side in SIDES:
        kind = owners.get(side) or owners.get(side + "L") or owners.get(side + "R")
        parts.append(f"{texts(f'table.side_{side}')} {texts.word(kind) if kind else '-'}")
    said = [", ".join(parts)]
    joined = [piece for piece in pieces if sum(len(port) == 1 for port in piece.ports) > 1]
    for piece in joined:
        sides = [texts(f"table.side_{port}") for port in piece.ports if len(port) == 1]
        said.append(texts("table.joined", kind=texts.word(piece.kind), sides=", ".join(sides)))
    inner = [texts.word(piece.kind) for piece in pieces if not piece.ports]
    if inner:
        said.append(texts("table.in_the_middle", kinds=", ".join(inner)))
    for piece in pieces:
        if piece.marks:
            marks = ", ".join(texts.word(mark) for mark in piece.marks)
            said.append(texts("table.marked", kind=texts.word(piece.kind), marks=marks))
    return "; ".join(said)


def describe_tile(source: Game | Rules | Mapping[str, Tile], tile_id: str, turn: int, texts: Texts) -> str:
    """What a tile shows on its sides when turned by quarters."""
    tile, _, kept = _find_tile(source, tile_id)
    said = sides_text(tile_pieces(tile, turn, kept), texts)
    symbols = [texts.word(name) for name in (trait_name(symbol) for symbol in tile.symbols) if name]
    return f"{said}; {', '.join(symbols)}" if symbols else said


def describe_cell(game: Game, cell: Cell, texts: Texts) -> str:
    """What lies in a cell and who stands there; of an empty cell, what its neighbours show to it."""
    x, y = cell
    laid = _cells(game)
    slot = laid.get(cell, -1)
    name = f"{x},{y}"
    if slot >= 0:
        nodes = _nodes(game).get(slot, [])
        number = int(game.state.slot_tile[slot])
        tile = game.rules.table.tiles[number >> 2].id
        sides = sides_text([_piece(game, node) for node in nodes], texts)
        said = [texts("table.cell_tile", cell=name, tile=tile, turn=(number & 3) * 90, sides=sides)]
        said += [feature_sentence(one, texts) for one in features(game) if cell in one.cells and one.figures]
        return "\n".join(said)
    shown = []
    for side, (dx, dy) in {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}.items():
        neighbour = laid.get((x + dx, y + dy), -1)
        if neighbour >= 0:
            facing = SIDES[(SIDES.index(side) + 2) % 4]
            owners = {
                port: _kind(game, node) for node in _nodes(game).get(neighbour, [])
                for port in ports_of(game.state, node)
            }  # fmt: skip
            kind = owners.get(facing) or owners.get(facing + "L") or owners.get(facing + "R")
            if kind:
                shown.append(f"{texts(f'table.side_{side}')} {texts.word(kind)}")
    if not shown:
        return texts("table.cell_far", cell=name)
    return texts("table.cell_empty", cell=name, sides=", ".join(shown))


def describe(game: Game, texts: Texts) -> str:
    """The board in sentences: which tiles lie where, which features are open, and who stands on them."""
    laid = _cells(game)
    if not laid:
        return texts("table.board_empty")
    xs, ys = [x for x, _ in laid], [y for _, y in laid]
    lines = [
        texts("table.board_size", count=len(laid), west=min(xs), east=max(xs), north=min(ys), south=max(ys)),
    ]
    for y in range(min(ys), max(ys) + 1):
        row = []
        for x in range(min(xs), max(xs) + 1):
            if (x, y) in laid:
                number = int(game.state.slot_tile[laid[x, y]])
                tile = game.rules.table.tiles[number >> 2].id
                row.append(texts("table.board_tile", x=x, tile=tile, turn=(number & 3) * 90))
        lines.append(texts("table.board_row", y=y, tiles="; ".join(row)))
    newest = newest_slot(game)
    if newest >= 0:
        x, y = next(cell for cell, slot in laid.items() if slot == newest)
        lines.append(texts("table.newest", cell=f"{x},{y}"))
    known = features(game)
    held = [feature for feature in known if feature.figures]
    lines.append(texts("table.held" if held else "table.held_none"))
    lines += [feature_sentence(feature, texts) for feature in held]
    free = [feature for feature in known if feature.completes and not feature.complete and not feature.figures]
    if free:
        lines.append(texts("table.free"))
        lines += [feature_sentence(feature, texts) for feature in free]
    return "\n".join(lines)
