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

# Methods import the board, records and pictures when they are called, because not every program needs them.


class Game(GameCore):
    """One game: list its `options`, `play` one of them, look at `board`, `scores`, `events` and `record`.

    A dealer draws the tiles, with the given seed or a random one; with ``deal=False`` you play draws like any other
    action: ``game.play("draw base/FFFF-monastery")``.

    `players` are the names of the seats, or how many there are; `boxes` are expansions (`aude rules` lists them),
    `without` names elements to leave out, `figures` and `tiles` say how many there are of each kind; anything else is a
    house rule. Instead, all of that can be in a `Setup`.

    >>> game = Game(players=["ada", "bo", "cy"], boxes=["river", "abbot"], without=["farmers"], seed=1)
    >>> from aude import bots
    >>> bot = bots.make("greedy", seed=1)
    >>> while not game.over:
    ...     _ = game.play(bot.choose(game))
    >>> game.winners, game.scores
    (['bo'], {'ada': 101, 'bo': 107, 'cy': 78})
    """

    _look: tuple[State, int, Board] | None = None  # the last board that was made, and at which moment

    @property
    def board(self) -> Board:
        """What lies on the table at this moment, as values (docs/board.md). It does not change when the game goes on.

        >>> game = Game(seed=5, first_player="seat1")
        >>> before = game.board
        >>> _ = game.play("place 1,0 turn 0")
        >>> [tile.cell for tile in game.board.tiles], len(before.tiles)
        ([(0, 0), (1, 0)], 1)
        """
        moment = self.state, len(self.moves)
        if self._look is None or self._look[0] is not moment[0] or self._look[1] != moment[1]:
            from aude.board import Board

            self._look = (*moment, Board(self.state))
        return self._look[2]

    @property
    def record(self) -> str:
        """The whole game as text: its set-up, and every move. `Game.read` reads it back.

        >>> game = Game(seed=5, first_player="seat1")
        >>> _ = game.play("place 1,0 turn 0")
        >>> print(game.record)
        aude 1
        game carcassonne
        players red blue
        option first_player seat1
        seed 5
        <BLANKLINE>
        red     draw base/FRRR   place 1,0 turn 0
        <BLANKLINE>
        """
        from aude.formats.record import write

        return write(self)

    @classmethod
    def read(cls, text: str, *, seed: int | None = None, folders: Iterable[str] = ()) -> Self:
        """Read a record. If it has a seed, the same dealer continues; `seed` gives the game a new dealer.

        A record may name boxes in folders; they are code, and loaded only if `folders` names them too.

        >>> game = Game(seed=5)
        >>> Game.read(game.record) == game
        True
        >>> Game.read("a shopping list")
        Traceback (most recent call last):
            ...
        aude.errors.Unreadable: line 1: a record must begin with 'aude 1'
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
        """The picture shown in notebooks: the table, the scores and the tile in hand (see `aude.draw`)."""
        from aude.draw import board

        return board(self, ["coordinates"], panel=True)._repr_svg_()
