"""Makes a film of a game, which shows the board after every turn."""

from __future__ import annotations

import io
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

from aude.board import Board
from aude.catalog.errors import unreadable
from aude.draw.boards import around, board
from aude.draw.picture import MAX_WIDTH, library

if TYPE_CHECKING:
    from aude.game.game import GameCore

WIDTH = 800  # the default width of a film in pixels
FORMATS = {".gif": "GIF", ".webp": "WEBP"}
HOLD = 4  # how many times longer the last picture is shown


def turns_of(game: GameCore) -> list[int]:
    """The number of moves after which each turn has ended, including the end of an unfinished game."""
    drawn = [number for number, move in enumerate(game.moves) if any(event.name == "drawn" for event in move.events)]
    return [*(number for number in drawn[1:] if number), len(game.moves)]


def positions(game: GameCore) -> Iterator[GameCore]:
    """The game as it was at the end of each turn."""
    now = game.at(0)
    for end in turns_of(game):
        for move in game.moves[len(now.moves) : end]:
            now.play(move.action, move.seat)
        yield now


def film(
    game: GameCore,
    path: str | Path,
    *,
    width: int = WIDTH,
    seconds: float = 0.7,
    layers: Iterable[str] | str = ("last",),
    night: bool = False,
    progress: Callable[[int], None] = lambda done: None,
) -> int:
    """Write an animated picture of the game, .gif or .webp by its extension. Returns the number of pictures.

    All of them show the same part of the table, so that only the game moves.

    >>> import tempfile
    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> _ = game.play("place -1,0 turn 180"), game.play("pass"), game.play(game.options[0]), game.play("pass")
    >>> with tempfile.TemporaryDirectory() as folder:
    ...     film(game, f"{folder}/game.webp", width=200)
    3
    """
    path = Path(path)
    form = FORMATS.get(path.suffix.lower())
    if form is None:
        raise unreadable("draw.film_ends", name=path.name)
    if not 1 <= width <= MAX_WIDTH:
        raise unreadable("draw.width", width=width, most=MAX_WIDTH)
    images = library("PIL.Image")
    extent = around(tile.cell for tile in Board(game.state).tiles)
    frames: list[Any] = []
    for now in positions(game):
        picture = board(now, layers, night=night, viewer=None, extent=extent)
        frame = images.open(io.BytesIO(picture.png(width))).convert("RGB")
        frames.append(frame.quantize(128, dither=images.Dither.NONE) if form == "GIF" else frame)
        progress(len(frames))
    each = round(1000 * seconds)
    durations = [each] * (len(frames) - 1) + [HOLD * each]
    frames[0].save(path, form, save_all=True, append_images=frames[1:], duration=durations, loop=0)
    return len(frames)
