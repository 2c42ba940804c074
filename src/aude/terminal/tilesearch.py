"""Finds tiles by what people type: an id, with or without the name of its set, or a letter."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import replace
from typing import TYPE_CHECKING

from aude.board.tiles import turned_tile
from aude.catalog.closest import near
from aude.catalog.errors import unreadable
from aude.engine.rules import Rules
from aude.engine.tiles import Tile
from aude.errors import Unreadable
from aude.terminal.glyphs import Look, look_of

if TYPE_CHECKING:
    from aude.game.game import GameCore


def find_tile(
    source: GameCore | Rules | Mapping[str, Tile], tile_id: str, plain: bool = False
) -> tuple[Tile, Look, list[int] | None]:
    """A tile by its id, the look of all tiles, and which of its segments the game knows."""
    if isinstance(source, Mapping):
        if tile_id not in source:
            raise no_tile(tile_id, source)
        return source[tile_id], Look(list(source.values()), plain=plain), None
    rules = source if isinstance(source, Rules) else source.rules
    if tile_id not in rules.table.index:
        raise no_tile(tile_id, rules.table.index)
    number = rules.table.index[tile_id]
    return rules.table.tiles[number], look_of(rules, plain), rules.table.kept[number]


def sight(rules: Rules, tile_id: str) -> tuple[object, ...]:
    """A key that is equal for tiles that differ only in what is decoration in this game."""
    number = rules.table.index[tile_id]
    shown = turned_tile(rules.table.tiles[number], known=rules.table.kept[number])
    return (*(replace(segment, printed=None) for segment in shown.segments), *shown.symbols)


def no_tile(word: str, known: Iterable[str]) -> Unreadable:
    """The error for a tile that does not exist, with a few that may have been meant.

    Tiles of the set whose names are longer, such as the same tile with a garden, come first.
    """
    known = list(known)
    bare = {name.rpartition("/")[2].lower(): name for name in known}
    stem = word.rpartition("/")[2].lower()
    longer = [name for name in known if "/" in word and name.lower().startswith(f"{word.lower()}-")]
    meant = list(dict.fromkeys([*longer, *(bare[name] for name in near(stem, bare, most=3, alike=0.5))]))[:3]
    if meant:
        return unreadable("no_tile_meant", name=word, meant=", ".join(map(repr, meant)))
    return unreadable("no_tile_shown", name=word)


def tiles_named(rules: Rules, word: str) -> list[str]:
    """The ids of the tiles that a word means: an id, with its set's name or without, or a capital letter.

    >>> from aude import Game
    >>> tiles_named(Game(seed=1).rules, "frrr"), tiles_named(Game(seed=1).rules, "D")
    (['base/FRRR'], ['base/CRFR-rEW'])
    """
    tiles = rules.table.tiles
    whole = [tile.id for tile in tiles if tile.id.lower() == word.lower()]
    bare = [tile.id for tile in tiles if tile.id.rpartition("/")[2].lower() == word.lower()]
    found = whole or bare or [tile.id for tile in tiles if tile.more.get("letter") == word]
    if not found:
        raise no_tile(word, rules.table.index)
    return found
