"""The panel beside a board: players, scores, the tile in hand, and a legend of what is on the table.

The panel is to the right of a tall board and below a wide one. Names and words use the viewer's fonts, so their widths
are only estimated: text that is too long is condensed, then cut. Scores are drawn with strokes, like all numbers.
"""

from __future__ import annotations

import unicodedata
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import dataclass
from html import escape
from math import ceil
from typing import TYPE_CHECKING

from aude.board.sentences import capital, counted
from aude.board.tiles import turned_tile
from aude.catalog.errors import unreadable
from aude.catalog.texts import Texts
from aude.draw.atlas import drawing_of
from aude.draw.book import ornament_of
from aude.draw.compact import number
from aude.draw.digits import GAP, WIDE, digits
from aude.draw.figures import figure_group, figure_named
from aude.draw.outline import SIZE
from aude.engine.tiles import Tile, arrow_of

if TYPE_CHECKING:
    from aude.draw.boards import Sheet

FONT = "system-ui, 'DejaVu Sans', 'Noto Sans', Arial, sans-serif"
LETTER = 22.0  # the size of letters
AVERAGE = 0.56  # the average width of a letter, relative to its height; for East Asian letters it is 1
NARROWEST = 0.75  # how much a name may be condensed before it is cut
ROW, ICON, PAD = 44.0, 17.0, 18.0  # the height of a line, half the size of its icon, and the padding
NAME, SCORE, ENTRY, HAND = 250.0, 90.0, 250.0, 170.0  # the widths of a name, a score, an entry and the tile in hand
DIGIT = 2.0  # the size of the digits of a score
SMALL = 0.8  # the relative size of explanations
LARGE_BOARD = 1500.0  # the panel of a larger board is enlarged


View = tuple[int, int, int, int]  # left, top, width and height


@dataclass(frozen=True)
class Block:
    """A part of the panel, from 0,0 to its width and height."""

    svg: str
    wide: float
    high: float


@dataclass(frozen=True)
class Panel:
    """A panel at its place beside a board, and the width and height that it adds to the picture."""

    svg: str
    wider: int
    higher: int


def panel_of(sheet: Sheet, texts: Texts, names: Mapping[str, str], hand: Tile | None, view: View) -> Panel:
    """The panel of a board with this view."""
    left, top, wide, high = view
    size = max(1.0, max(wide, high) / LARGE_BOARD)
    is_high = high >= wide
    blocks = [_players(sheet, texts, names), *_hand(sheet, texts, hand)]
    room = (high if is_high else wide) / size - 3 * PAD
    room -= sum((block.high if is_high else block.wide) + 2 * PAD for block in blocks)
    blocks += _legend(sheet, texts, ROW * 4 if is_high else ENTRY, room, is_high)
    across, down, svg = PAD, PAD, ""
    for block in blocks:
        svg += f'<g transform="translate({number(across)} {number(down)})">{block.svg}</g>'
        across, down = (across, down + block.high + PAD) if is_high else (across + block.wide + 2 * PAD, down)
    inner_wide = max(block.wide for block in blocks) + 2 * PAD if is_high else across - PAD
    inner_high = down if is_high else max(block.high for block in blocks) + 2 * PAD
    x, y = (left + wide, top + PAD) if is_high else (left + PAD, top + high)
    edges = f'rx="10" width="{number(inner_wide)}" height="{number(inner_high)}"'
    card = f'<rect class="paper paper-edge-line" stroke-width="1.5" {edges}/>'
    place = f"translate({number(x)} {number(y)})scale({size:.3g})"
    outer_wide, outer_high = ceil(size * inner_wide + PAD), ceil(size * inner_high + PAD)
    return Panel(
        f'<g data-panel="" transform="{place}">{card}{svg}</g>',
        outer_wide if is_high else max(0, outer_wide + int(PAD) - wide),
        max(0, outer_high + int(PAD) - high) if is_high else outer_high,
    )


def check_names(seats: Sequence[str], names: Mapping[str, str] | Sequence[str]) -> dict[str, str]:
    """The names of the players by seat, given by seat or in the order of play."""
    if not isinstance(names, Mapping):
        if len(names) > len(seats):
            raise unreadable("draw.too_many_names", count=len(names), seats_count=len(seats), seats=seats)
        names = dict(zip(seats, names, strict=False))
    for seat in names:
        if seat not in seats:
            raise unreadable("no_seat", name=seat, seats=seats)
    return dict(names)


def _players(sheet: Sheet, texts: Texts, names: Mapping[str, str]) -> Block:
    """A line for each seat: its figure, name and points, with a bar before the one whose turn it is."""
    board = sheet.board
    svg = ""
    for line, seat in enumerate(board.seats):
        middle = (line + 0.5) * ROW
        if seat == board.player and not board.over:
            size = f'width="{number(NAME + SCORE + 16)}" height="{number(ROW - 4)}"'
            svg += (
                f'<rect class="paper-edge" data-turn="{seat}" rx="8" x="-8" y="{number(middle - ROW / 2 + 2)}" {size}/>'
            )
        kind = next(iter(board.supply[seat]), "meeple")
        svg += _icon(_figure(sheet, kind, sheet.colours[seat]), ICON, middle)
        svg += _text(names.get(seat) or capital(texts.word(seat)), 2 * ICON + 10, middle, NAME - 2 * ICON - 10)
        score = str(board.scores[seat])
        right = NAME + SCORE - DIGIT * ((WIDE + GAP) * len(score) - GAP) / 2
        place = f"translate({number(right)} {number(middle)})scale({number(DIGIT)})"
        look = 'class="print-line" stroke-width="1.4" stroke-linecap="round" stroke-linejoin="round"'
        svg += f'<g data-score="{seat}" {look} transform="{place}">{digits(score)}</g>'
    return Block(svg, NAME + SCORE, ROW * len(board.seats))


def _hand(sheet: Sheet, texts: Texts, hand: Tile | None) -> list[Block]:
    """The tile in hand, and how many tiles are left; empty when the game is over."""
    if sheet.board.over:
        return []
    left = counted(texts, "tiles_left", sum(sheet.board.tiles_left.values()))
    if hand is None:
        return [Block(_text(left, 0, ROW / 2, HAND, SMALL), HAND, ROW)]
    flat, standing = sheet.landscape([turned_tile(hand)])
    tile = "".join([*flat, *standing, '<path class="seam-line" stroke-width="2" d="M0 0h100v100H0z"/>'])
    svg = _text(capital(texts("pictures.in_hand")), 0, ROW / 2, HAND, SMALL)
    svg += f'<g data-hand="{hand.id}" transform="translate(0 {number(ROW)})">{tile}</g>'
    return [Block(svg + _text(left, 0, ROW + SIZE + ROW / 2, HAND, SMALL), HAND, 2 * ROW + SIZE)]


def _legend(sheet: Sheet, texts: Texts, least: float, room: float, is_high: bool) -> list[Block]:
    """The legend: everything on the table and on its tiles, once, with its name."""
    entries = dict(_entries(sheet, texts))
    if not entries:
        return []
    room = max(room, least)
    rows = min(len(entries), int(room // ROW)) if is_high else ceil(len(entries) / int(room // ENTRY))
    svg = ""
    for at, (label, icon) in enumerate(entries.items()):
        column, row = divmod(at, rows)
        x, middle = column * ENTRY, (row + 0.5) * ROW
        words = _text(label, x + 2 * ICON + 10, middle, ENTRY - 2 * ICON - 24, SMALL)
        svg += f'<g data-legend="{escape(label)}">{_icon(icon, x + ICON, middle)}{words}</g>'
    return [Block(svg, ENTRY * ceil(len(entries) / rows), ROW * rows)]


def _entries(sheet: Sheet, texts: Texts) -> Iterator[tuple[str, str]]:
    """The name and the picture of everything visible; things without a name are left out."""
    board = sheet.board
    standing = [figure.kind for figure in board.figures if figure.cell is not None]
    for name in dict.fromkeys([*standing, *(token.name for token in board.tokens)]):
        if texts.has(f"words.{name}"):
            yield capital(texts.word(name)), _figure(sheet, name, None)
    printed = [name for tile in board.tiles for name, _, _ in drawing_of(tile.facts).pieces]
    arrows = [name for tile in board.tiles for name in tile.facts.symbols if arrow_of(name) >= 0]
    for name in dict.fromkeys([*printed, *arrows]):
        word, _, value = name.rpartition("/")[2].partition(":")
        if not texts.has(f"words.{word}"):  # `goods:fish`: the value is enough
            word, value = value, ""
        ornament = ornament_of(name)
        if ornament is None or not texts.has(f"words.{word}"):
            continue
        label = capital(texts.word(word))
        if texts.has(f"words.{value}") and arrow_of(name) < 0:
            label += f": {texts.word(value)}"
        size = min(1.0, ICON / ornament.half)
        symbol = sheet.symbols.name(f"ornament {name}", lambda ornament=ornament: ornament.svg)  # type: ignore[misc]
        yield label, f'<use href="#{symbol}" transform="translate(0 {number(size * ornament.drop)})scale({size:.2f})"/>'


def _figure(sheet: Sheet, name: str, colour: int | None) -> str:
    """A figure with the size of an icon."""
    figure = figure_named(name)
    symbol = sheet.symbols.name(f"{name} {colour} False", lambda: figure_group(name, colour))
    return f'<use href="#{symbol}" transform="scale({ICON / (figure.radius * figure.size):.2f})"/>'


def _icon(svg: str, x: float, y: float) -> str:
    return f'<g transform="translate({number(x)} {number(y)})">{svg}</g>'


def _text(said: str, x: float, middle: float, wide: float, size: float = 1.0) -> str:
    """A line of text with a limited width."""
    letter = size * LETTER
    said = cut("".join(sign for sign in said if unicodedata.category(sign)[0] != "C"), wide / letter / NARROWEST)
    needed = letter * guessed_width(said)
    narrow = f' textLength="{number(wide)}" lengthAdjust="spacingAndGlyphs"' if needed > wide else ""
    place = f'x="{number(x)}" y="{number(middle + 0.36 * letter)}" font-size="{number(letter)}"'
    return f'<text class="print" {place} font-family="{FONT}"{narrow}>{escape(said, quote=False)}</text>'


def guessed_width(said: str) -> float:
    """The estimated width of a text, relative to the height of its letters; combining accents have no width.

    >>> guessed_width("meeple"), guessed_width("梅")
    (3.36, 1.0)
    """
    wide = {"W": 1.0, "F": 1.0}
    letters = [sign for sign in said if not unicodedata.combining(sign)]
    return round(sum(wide.get(unicodedata.east_asian_width(sign), AVERAGE) for sign in letters), 2)


def cut(said: str, wide: float) -> str:
    """A text cut to a width, with an ellipsis; it is never cut between a letter and its accent.

    >>> cut("Hildegard von Bingen", 8), cut("Ada", 8)
    ('Hildegard von…', 'Ada')
    """
    if guessed_width(said) <= wide:
        return said
    while said and guessed_width(said) + AVERAGE > wide:
        last = len(said) - 1
        while last and unicodedata.combining(said[last]):
            last -= 1
        said = said[:last]
    return said.rstrip() + "…"
