"""What a picture shows, in a sentence or two: for screen readers, captions and search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aude import boxes
from aude.engine.tiles import Tile
from aude.sentences import capital, counted, describe_tile, full_stop, listed
from aude.texts import Texts

if TYPE_CHECKING:
    from aude.game import Game


def tile_caption(tile: Tile, turns: int = 0, language: str = "en") -> str:
    """The sides of a turned tile and what is printed on it."""
    return full_stop(capital(describe_tile({tile.id: tile}, tile.id, turns, _texts(_game_of(tile.set), language))))


def figure_caption(name: str, seat: str | None = None, game: str = "carcassonne", language: str = "en") -> str:
    """A figure or token, and whose it is."""
    texts = _texts(game, language)
    what = texts.word(name)
    return full_stop(capital(texts("table.of_seat", what=what, seat=texts.word(seat)) if seat else what))


def board_caption(game: Game, language: str = "en") -> str:
    """How much lies on the table, how the scores stand, and where the last tile went."""
    texts = game.texts(language)
    state = game.state
    standing = sum(1 for figure in range(game.rules.figures) if state.figure_at[figure] >= 0)
    scores = listed(texts, [f"{texts.word(seat)} {points}" for seat, points in game.scores.items()])
    said = texts(
        "pictures.board",
        tiles=counted(texts, "tiles", int(state.slots)),
        figures=counted(texts, "figures", standing),
        scores=scores,
    )
    if game.over:
        return f"{said} {texts('pictures.over')}"
    if not game.moves or not state.slots:
        return said
    cell = state.slot_cell[state.slots - 1]
    return f"{said} {texts('pictures.last', cell=f'{state.x_of(cell)},{state.y_of(cell)}')}"


@cache
def _game_of(tile_set: str) -> str:
    """The game that a tile set belongs to; tiles of one's own are of the first game."""
    found = next((boxes.info(box) for box in boxes.BOXES if tile_set in boxes.info(box).tile_sets()), None)
    return boxes.BOXES[0] if found is None else found.extends or found.id


@cache
def _texts(game: str, language: str) -> Texts:
    """The words of a game and of everything that extends it."""
    infos = [boxes.info(box) for box in (game, *boxes.expansions(game))]
    return Texts(language, [folder for info in infos for folder in info.text_folders])
