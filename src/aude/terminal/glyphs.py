"""The characters and colours of all drawings in the terminal.

A box can assign characters in its `box.toml`, which are the same in every game; everything else gets a free letter. The
legend of the board explains them all.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from functools import lru_cache
from itertools import groupby
from string import ascii_letters
from typing import TYPE_CHECKING

from rich.text import Text

from aude.board.tiles import sectors_of, trait_name
from aude.catalog.boxes import signs
from aude.engine.rules import Rules
from aude.engine.tiles import BLANK, SIDES, Tile

if TYPE_CHECKING:
    from aude.terminal.tilepicture import Picture

Row = list[tuple[str, str]]  # characters with the names of their styles

# The signs of well-known kinds: first for terminals, then in plain ASCII.
FILLED = {
    "city": ("#", "#"), "field": ("·", "."), "river": ("≈", "~"), "market": ("▒", "%"), "residential": ("·", "."),
    BLANK: ("░", ":"),
}  # fmt: skip
LINES = {
    "EW": "─-", "NS": "│|", "NE": "╰+", "NW": "╯+", "ES": "╭+", "SW": "╮+",
    "NES": "├+", "NSW": "┤+", "ESW": "┬+", "NEW": "┴+", "NESW": "┼+",
}  # fmt: skip
WALLS = {
    "EW": "━=", "NS": "┃!", "NE": "┗+", "NW": "┛+", "ES": "┏+", "SW": "┓+",
    "NES": "┣+", "NSW": "┫+", "ESW": "┳+", "NEW": "┻+", "NESW": "╋+",
}  # fmt: skip
CROSSING = "o"  # where roads end
WALL = "wall"  # the piece at a side of a tile that is only a line

# Colours. Everything is also shown by characters: colour is never the only sign.
STYLES = {
    "city": "bold #ffd9a0 on #7a4a1e",
    "field": "#8fbf6f on #24401f",
    "road": "bold #ffffff on #24401f",
    "street": "bold #ffffff on #4a3526",
    "market": "#ffe9b0 on #8a5a14",
    "residential": "#c9a98a on #4a3526",
    "river": "bold #b8e0ff on #1f4f8f",
    "middle": "bold #ffffff on #8f2f3f",
    "other": "#e8e8e8 on #4a4a5a",
    "mark": "bold #000000 on #ffe066",
    "wall": "bold #e0b070",
    "label": "bold cyan",
    "newest": "bold yellow",
    "axis": "dim",
}
BARE = {"axis", "label", "newest", "wall"}  # styles without a background, which blanks do not need
SEAT_STYLES = {
    "red": "bold #ffffff on #c01c28",
    "blue": "bold #ffffff on #1c50d8",
    "green": "bold #ffffff on #1f8f3f",
    "yellow": "bold #000000 on #f5c211",
    "black": "bold #ffffff on #000000",
    "pink": "bold #000000 on #ff9ec7",
}


# -- letters ----------------------------------------------------------------------------------------------------------
def _sign_of(name: str) -> str:
    """The sign that a box has assigned to this name, or to its beginning (`big_pig_taxes`, `big_pig`)."""
    while name and name not in signs():
        name = name.rpartition("_")[0]
    return signs().get(name, "")


def _letters(names: Iterable[str], upper: bool, taken: Iterable[str] = ()) -> dict[str, str]:
    """A different sign for each name: the one of its box, or the first of its letters that is still free."""
    used = set(taken)
    found: dict[str, str] = {}
    for name in sorted(dict.fromkeys(names), key=lambda name: not _sign_of(name)):  # those of the catalog first
        wanted = [letter.upper() if upper else letter for letter in name.lower() if letter.isalpha()]
        spare = [chr(code) for code in range(ord("A") if upper else ord("a"), ord("Z" if upper else "z") + 1)]
        others = [*ascii_letters, *"0123456789"]  # with very many names
        chosen = [sign] if (sign := _sign_of(name)) else []
        found[name] = next((letter for letter in [*chosen, *wanted, *spare, *others] if letter not in used), "?")
        used.add(found[name])
    return found


def symbol_name(symbol: str) -> str:
    """The name of a symbol on the board: `crop_circle:city` is a crop circle."""
    return symbol.partition(":")[0]


def names_on(tile: Tile) -> set[str]:
    """The names on the board of what is printed on a tile as a whole."""
    return {*(symbol_name(symbol) for symbol in tile.symbols), *sectors_of(tile)}


def _together(sides: Iterable[str]) -> str:
    """The sides in order, as a key of the tables of lines; a line that ends is drawn straight."""
    found = "".join(side for side in SIDES if side in set(sides))
    if len(found) == 1:
        found = "NS" if found in "NS" else "EW"
    return found


class Look:
    """The signs of one game: which letter stands for which kind, trait and figure (or token of a seat).

    `posts` are the names of what stands at sides of tiles, each with whether it is a seat's.
    """

    def __init__(
        self,
        tiles: Sequence[Tile],
        figures: Sequence[str] = (),
        plain: bool = False,
        kinds: Sequence[str] = (),
        posts: Sequence[tuple[str, bool]] = (),
    ) -> None:
        self.plain = plain
        segments = [segment for tile in tiles for segment in tile.segments]
        touching = sorted({segment.kind for segment in segments if segment.ports})
        inner = sorted({segment.kind for segment in segments if not segment.ports} - set(touching))
        named = {trait_name(trait) for segment in segments for trait in segment.traits}
        symbols = {name for tile in tiles for name in names_on(tile)}
        unprinted = [kind for kind in kinds if kind not in touching]  # a castle is not on any tile until it is built
        self.middles = _letters([*inner, *unprinted], upper=True)
        self.areas = _letters((kind for kind in touching if kind not in FILLED and kind != "road"), upper=False)
        marks = sorted(name for name in named | symbols if name)
        self.marks = _letters(marks, upper=False, taken=[*self.areas.values(), *self.middles.values(), CROSSING])
        self.figures = _letters(figures, upper=False)
        owned = sorted(name for name, is_owned in posts if is_owned)
        free = sorted(name for name, is_owned in posts if not is_owned and name != WALL)
        self.posts = _letters(owned, upper=False, taken=self.figures.values())
        self.posts |= _letters(free, upper=True, taken=self.middles.values())
        self.road = "-" if plain else "─"
        self.grounds: dict[object, Picture] = {}  # a cache of drawings with these signs, see `picture_of`
        self.rural = "field" in touching or "residential" not in touching  # whether roads run through fields

    def area(self, kind: str) -> str:
        """The sign that fills a kind."""
        if kind in FILLED:
            return FILLED[kind][self.plain]
        if kind == "road":
            return self.road
        return self.areas.get(kind) or self.middles.get(kind, "?")

    def line(self, kind: str, sides: Iterable[str]) -> str:
        """The sign of a line of a kind that leads to these sides."""
        return LINES[_together(sides)][self.plain] if kind == "road" else self.area(kind)

    def wall(self, sides: Iterable[str]) -> str:
        """The sign of a line along sides of tiles that continues to these sides."""
        return WALLS[_together(sides)][self.plain]

    def style(self, kind: str) -> str:
        if kind == "road" and not self.rural:
            return "street"
        if kind in STYLES:
            return kind
        return "middle" if kind in self.middles else "other"


def look_of(rules: Rules, plain: bool, tokens: Sequence[str] = (), posts: Sequence[tuple[str, bool]] = ()) -> Look:
    """The signs of a game; `tokens` are the names of pieces on tiles, `posts` of pieces at sides."""
    return _look_of(rules, plain, tuple(tokens), tuple(posts))


@lru_cache(maxsize=16)
def _look_of(rules: Rules, plain: bool, tokens: tuple[str, ...], posts: tuple[tuple[str, bool], ...]) -> Look:
    figures = [*(kind.name for kind in rules.figure_kinds), *tokens]
    return Look(rules.table.tiles, figures, plain, [kind.name for kind in rules.kinds], posts)


def text_of(row: Row) -> str:
    """A line without its colours."""
    return "".join(char for char, _ in row).rstrip()


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
    """The colours of a named style; seats whose names are not colours are identified only by their number."""
    if style.startswith("seat:"):
        return SEAT_STYLES.get(style.removeprefix("seat:"), "bold reverse")
    return STYLES[style]
