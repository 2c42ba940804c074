"""Describes the board in sentences, for screen readers and for the command `look`."""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING

from aude.board import Board, Feature, Token
from aude.board.sentences import capital, counted, kind_at, tile_name, tile_text
from aude.board.tiles import turned_tile
from aude.catalog.texts import Texts
from aude.engine.rules import Rules
from aude.engine.tiles import SIDES, Tile
from aude.game.values import Cell, cell_text
from aude.terminal.sidepicture import facing
from aude.terminal.tilesearch import find_tile

if TYPE_CHECKING:
    from aude.game.game import GameCore
    from aude.game.options import Option


def figures_text(feature: Feature, texts: Texts) -> str:
    """`red 2 meeples, blue 1 abbot`; empty if nobody is there."""
    here = Counter((figure.seat, figure.kind) for figure in feature.figures)
    return ", ".join(f"{texts.word(seat)} {counted(texts, kind, count)}" for (seat, kind), count in here.items())


def feature_sentence(feature: Feature, texts: Texts, worth: bool = True) -> str:
    """`City, size 3, at 0,0; 0,-1; 1,-1. Open towards 2,-1. Red 1 meeple.` Fields are shortened for screen readers.

    With `worth`, their value is included.
    """
    values = {
        "kind": texts.word(feature.kind),
        "count": len(feature.cells),
        "cells": "; ".join(map(cell_text, feature.cells)),
        "who": capital(figures_text(feature, texts) or texts("table.nobody")),
    }
    if not feature.completes:
        values |= {"first": cell_text(feature.cells[0]), "points": counted(texts, "points", feature.value.points)}
        spoken = "table.feature_endless_spoken" if worth else "table.feature_endless_uncounted"
        return capital(texts(spoken if texts.spoken else "table.feature_endless", **values))
    if feature.closed:
        return capital(texts("table.feature_complete", **values))
    ends = [cell_text(cell) for cell in feature.open_cells]
    if feature.other_ends:
        ends.append(counted(texts, "other_ends", feature.other_ends))
    return capital(texts("table.feature_open", ends="; ".join(ends), **values))


def option_sentence(game: GameCore, option: Option, texts: Texts) -> str:
    """An option as an answer to the open question: a range in words, a tile with the figures on it."""
    if option.low is not None:
        pieces = [*option.pieces[:-1], (option.pieces[-1][0], [texts("table.range", low=option.low, high=option.high)])]
        return texts.option(option.action.verb, pieces, game.step)
    said = option.sentence(texts, game.step)
    here = figures_at(game, option.action.cell, texts) if list(option.action.facts) == ["cell"] else ""
    return f"{said} ({here})" if here else said


def figures_at(game: GameCore, cell: Cell | None, texts: Texts) -> str:
    """The figures on the tile in a cell: `red 2 meeples, blue 1 abbot`; empty if there are none."""
    figures = Board(game.state).figures
    here = Counter((one.seat, one.kind) for one in figures if one.spot is not None and one.spot.cell == cell)
    return ", ".join(f"{texts.word(seat)} {counted(texts, kind, count)}" for (seat, kind), count in here.items())


def describe_tile(source: GameCore | Rules | Mapping[str, Tile], tile_id: str, rotation: int, texts: Texts) -> str:
    """What a tile shows on its sides when it is turned by this many quarters."""
    tile, _, kept = find_tile(source, tile_id)
    return tile_text(turned_tile(tile, rotation * 90, known=kept), texts)


def name_of_tile(game: GameCore, tile_id: str, texts: Texts) -> str:
    """The name of a tile by what it shows; anything else is returned unchanged."""
    if tile_id not in game.rules.table.index:
        return tile_id
    tile, _, kept = find_tile(game, tile_id)
    return tile_name(turned_tile(tile, 0, known=kept), texts)


def tokens_text(tokens: Sequence[Token], texts: Texts) -> list[str]:
    """`Tunnel token of red on the road E at 0,-1`: tokens on segments or tiles."""
    said = []
    for token, count in Counter(token for token in tokens if token.side is None).items():
        where = [cell_text(token.cell)] if token.spot is None else token.spot.words
        what = counted(texts, token.name, count) if count > 1 else texts.word(token.name)
        values = {"what": what, "spot": " ".join(texts.word(word) for word in where)}
        if token.seat is not None:
            key = "table.token_on_tile" if token.spot is None else "table.token"
            text = texts(key, seat=texts.word(token.seat), **values)
        else:
            text = texts("table.piece_on_tile" if token.spot is None else "table.piece", **values)
        said.append(capital(text) + ".")
    return said


def sides_held(board: Board, texts: Texts, only: Cell | None = None) -> list[str]:
    """`Wall: 0,0 north, east; 1,0 north.`: pieces at the sides of tiles, or only those around one cell."""
    found: dict[str, dict[Cell, list[str]]] = {}
    for token in board.tokens:
        if token.side is None:
            continue
        if only is not None and only not in (token.cell, facing((*token.cell, SIDES.index(token.side)))):
            continue
        what = texts.word(token.name)
        if token.seat is not None:
            what = texts("table.of_seat", what=what, seat=texts.word(token.seat))
        found.setdefault(what, {}).setdefault(token.cell, []).append(texts.side(token.side))
    said = []
    for what, cells in found.items():
        places = "; ".join(f"{cell_text(cell)} {', '.join(sides)}" for cell, sides in cells.items())
        said.append(f"{capital(what)}: {places}.")
    return said


def describe_cell(game: GameCore, cell: Cell, texts: Texts) -> str:
    """What lies in a cell and who stands there; for an empty cell, what its neighbours show."""
    board, name = Board(game.state), cell_text(cell)
    tile = board.tile_at(cell)
    if tile is not None:
        sides = tile_text(tile, texts)
        key = "table.cell_tile_spoken" if texts.spoken else "table.cell_tile"
        said = [texts(key, cell=name, tile=tile.id, rotation=tile.rotation, sides=sides)]
        said += tokens_text([token for token in board.tokens if token.cell == cell], texts)
        said += sides_held(board, texts, cell)
        said += [feature_sentence(one, texts) for one in board.features if cell in one.cells and one.figures]
        return "\n".join(said)
    shown = []
    for number, side in enumerate(SIDES):
        neighbour = board.tile_at(facing((*cell, number)))
        kind = kind_at(neighbour.segments, SIDES[number - 2]) if neighbour is not None else None
        if kind:
            shown.append(f"{texts(f'table.side_{side}')} {texts.word(kind)}")
    if not shown:
        return texts("table.cell_far", cell=name)
    return "\n".join([texts("table.cell_empty", cell=name, sides=", ".join(shown)), *sides_held(board, texts, cell)])


def describe(game: GameCore, texts: Texts, worth: bool = True) -> str:
    """The board in sentences: which tiles lie where, which features are open, and who stands on them."""
    board = Board(game.state)
    if board.extent is None:
        return texts("table.board_empty")
    west, north, east, south = board.extent
    size = "table.board_size_one" if len(board.tiles) == 1 else "table.board_size"
    lines = [texts(size, count=len(board.tiles), west=west, east=east, north=north, south=south)]
    for y in range(north, south + 1):
        row = [tile for x in range(west, east + 1) if (tile := board.tile_at((x, y))) is not None]
        tiles = (texts("table.board_tile", x=tile.cell[0], tile=tile_name(tile, texts)) for tile in row)
        lines.append(texts("table.board_row", y=y, tiles="; ".join(tiles)))
    if board.newest is not None:
        lines.append(texts("table.newest", cell=cell_text(board.newest.cell)))
    held = [feature for feature in board.features if feature.figures]
    lines.append(texts("table.held" if held else "table.held_none"))
    lines += [feature_sentence(feature, texts, worth) for feature in held]
    lines += tokens_text(board.tokens, texts)
    lines += sides_held(board, texts)
    free = [one for one in board.features if one.completes and not one.closed and not one.figures]
    if free:
        lines.append(texts("table.free"))
        lines += [feature_sentence(feature, texts) for feature in free]
    return "\n".join(lines)
