"""What a picture shows, in a sentence or two: for screen readers, captions and search."""

from __future__ import annotations

from functools import cache
from typing import TYPE_CHECKING

from aude.catalog import boxes
from aude.catalog.texts import Texts
from aude.engine.box import NOBODY
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.terminal.boardfacts import newest_slot
from aude.terminal.descriptions import capital, counted, describe_tile, full_stop, listed

if TYPE_CHECKING:
    from aude.game.game import Game


def tile_caption(tile: Tile, turns: int = 0, language: str = "en") -> str:
    """The sides of a turned tile and what is printed on it."""
    return full_stop(capital(describe_tile({tile.id: tile}, tile.id, turns, _texts(_game_of(tile.set), language))))


def figure_caption(name: str, seat: str | None = None, language: str = "en") -> str:
    """A figure or token, and whose it is, in the words of the first game that has it."""
    games = [_texts(game, language) for game in boxes.BOXES if boxes.info(game).extends is None]
    texts = next((texts for texts in games if texts.has(f"words.{name}")), games[0])
    what = texts.word(name).replace("_", " ")
    return full_stop(capital(texts("table.of_seat", what=what, seat=texts.word(seat)) if seat else what))


def board_caption(game: Game | State, language: str = "en") -> str:
    """How much lies on the table, how the scores stand, and where the last tile went."""
    texts = Texts(language)
    state = game if isinstance(game, State) else game.state
    standing = sum(1 for figure in range(state.rules.figures) if _is_on_a_tile(state, int(state.figure_at[figure])))
    points = zip(state.rules.seat_names, state.scores, strict=True)
    scores = listed(texts, [f"{texts.word(seat)} {score}" for seat, score in points])
    said = texts(
        "pictures.board",
        tiles=counted(texts, "tiles", int(state.slots)),
        figures=counted(texts, "figures", standing),
        scores=scores,
    )
    if state.actor == NOBODY:
        return f"{said} {texts('pictures.over')}"
    newest = newest_slot(state)
    laid_by_hand = not isinstance(game, State) and not game.moves
    if newest < 0 or laid_by_hand:
        return said
    cell = state.slot_cell[newest]
    return f"{said} {texts('pictures.last', cell=f'{state.x_of(cell)},{state.y_of(cell)}')}"


def _is_on_a_tile(state: State, place: int) -> bool:
    """Whether a figure at this place stands on a segment, or elsewhere on a tile, as a guard on a tower does."""
    return place >= 0 or any(box.location_slot(state, place) >= 0 for box in state.rules.boxes)


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
