"""Describes a picture in a sentence or two, for screen readers, captions and search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aude.board import Board
from aude.board.sentences import capital, counted, full_stop, listed, tile_text
from aude.board.tiles import turned_tile
from aude.catalog import boxes
from aude.catalog.texts import Texts
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.game.values import cell_text

if TYPE_CHECKING:
    from aude.game.game import GameCore


def tile_caption(tile: Tile, turns: int = 0, language: str = "en") -> str:
    """The sides of a turned tile and what is printed on it."""
    return full_stop(capital(tile_text(turned_tile(tile, turns * 90), all_texts(_game_of(tile.set), language))))


def figure_caption(name: str, seat: str | None = None, language: str = "en") -> str:
    """A figure or token and its owner, in the words of the first game that has it."""
    games = [all_texts(game, language) for game in boxes.BOXES if boxes.info(game).extends is None]
    texts = next((texts for texts in games if texts.has(f"words.{name}")), games[0])
    what = texts.word(name).replace("_", " ")
    return full_stop(capital(texts("table.of_seat", what=what, seat=texts.word(seat)) if seat else what))


def board_caption(game: GameCore | State, language: str = "en") -> str:
    """How much lies on the table, how the scores stand, and where the last tile went."""
    texts = Texts(language)
    board = Board(game if isinstance(game, State) else game.state)
    scores = listed(texts, [f"{texts.word(seat)} {score}" for seat, score in board.scores.items()])
    said = texts(
        "pictures.board",
        tiles=counted(texts, "tiles", len(board.tiles)),
        figures=counted(texts, "figures", sum(figure.cell is not None for figure in board.figures)),
        scores=scores,
    )
    if board.over:
        return f"{said} {texts('pictures.over')}"
    laid_by_hand = not isinstance(game, State) and not game.moves
    if board.newest is None or laid_by_hand:
        return said
    return f"{said} {texts('pictures.last', cell=cell_text(board.newest.cell))}"


def board_texts(game: GameCore | State, language: str = "en") -> Texts:
    """The words of a game's boxes; for a state alone, of all boxes of its game."""
    if isinstance(game, State):
        return all_texts(_game_of(game.rules.table.tiles[0].set), language)
    return Texts(language, [folder for info in game.setup.infos() for folder in info.text_folders])


@cache
def _game_of(tile_set: str) -> str:
    """The game that a tile set belongs to; tiles of one's own are of the first game."""
    found = next((boxes.info(box) for box in boxes.BOXES if tile_set in boxes.info(box).tile_sets()), None)
    return boxes.BOXES[0] if found is None else found.extends or found.id


@cache
def all_texts(game: str, language: str) -> Texts:
    """The words of a game and of everything that extends it."""
    infos = [boxes.info(box) for box in (game, *boxes.expansions(game))]
    return Texts(language, [folder for info in infos for folder in info.text_folders])
