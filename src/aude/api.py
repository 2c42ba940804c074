"""The game as people and programs use it: the core of a game, with its board, its record and pictures.

>>> game = Game(seed=5, first_player="seat1")
>>> game.play(game.options[0])[0].cell
(1, 0)
>>> print(game.record.splitlines()[0])
aude 1
"""

from __future__ import annotations

from collections.abc import Iterable
from typing import TYPE_CHECKING, Self

from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.game import GameCore

if TYPE_CHECKING:
    from aude.board import Board

# What only some programs need is imported when it is asked for.


class Game(GameCore):
    """One game: ask for `options`, `play` one of them, look at `board`, `scores`, `events` and `record`.

    A dealer draws the tiles, with the given seed or a random one; with ``deal=False`` draws are played like any other
    action: ``game.play("draw base/FFFF-monastery")``.
    """

    _look: tuple[State, int, Board] | None = None  # the board that was asked for last, and at which moment

    @property
    def board(self) -> Board:
        """What lies on the table at this moment, as values (docs/board.md). It stays as it is when the game goes on."""
        moment = self.state, len(self.moves)
        if self._look is None or self._look[0] is not moment[0] or self._look[1] != moment[1]:
            from aude.board import Board

            self._look = (*moment, Board(self.state))
        return self._look[2]

    @property
    def record(self) -> str:
        """The whole game as text; `Game.read` reads it back."""
        from aude.formats.record import write

        return write(self)

    @classmethod
    def read(cls, text: str, *, seed: int | None = None, folders: Iterable[str] = ()) -> Self:
        """Read a record. If it has a seed, the same dealer goes on; `seed` gives the game a new dealer.

        A record may name boxes in folders; they are code, and loaded only if `folders` names them too.
        """
        if not isinstance(text, str):
            raise Unreadable(f"a record is a string, not {type(text).__name__}")
        from aude.formats.record import read

        game = read(text, folders, make=cls)
        if seed is not None:
            game.deal(seed)
        return game

    def __str__(self) -> str:
        from aude.terminal.textboard import draw

        return draw(self)

    def _repr_svg_(self) -> str:
        """The table as notebooks show it, with the scores and the tile in hand; see `aude.draw`."""
        from aude.draw import board

        return board(self, ["coordinates"], panel=True)._repr_svg_()
