"""The board at one moment of a game."""

from __future__ import annotations

from functools import cached_property
from operator import itemgetter
from typing import Any, NamedTuple

from aude.board.features import Feature
from aude.board.pieces import Figure, Token
from aude.board.reading import Reader
from aude.board.tiles import LaidTile
from aude.engine.rules import NOBODY
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.values import Cell, Spot
from aude.shown import Pictured


class Extent(NamedTuple):
    """The outermost columns and rows in which tiles lie."""

    west: int
    north: int
    east: int
    south: int

    @property
    def width(self) -> int:
        return self.east - self.west + 1

    @property
    def height(self) -> int:
        return self.south - self.north + 1


class Fit(NamedTuple):
    """A cell and a clockwise rotation in degrees in which a tile may be laid."""

    cell: Cell
    rotation: int


class Board(Pictured):
    """What a person at the table can see at one moment, as values.

    A board does not change: it keeps a copy of the state that it was made from, so when the game goes on, it still
    shows the moment at which it was made. Everything is computed when it is first used, and only once.

    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> _ = game.play("place -1,0 turn 180"), game.play("deploy meeple road E")
    >>> game.board
    <Board: 2 tiles, 1 figures, red 0, blue 0>
    >>> road = game.board.feature_at(game.board.figures[0].spot)
    >>> road.kind, road.complete, [end.cell for end in road.open_ends]
    ('road', False, [(1, 0)])
    """

    def __init__(self, state: State) -> None:
        self._reader = Reader(state.copy())
        self._features: dict[int, Feature] = {}

    @property
    def state(self) -> State:
        """The state of the engine at this moment."""
        return self._reader.state

    # -- the game -----------------------------------------------------------------------------------------------------
    @property
    def seats(self) -> tuple[str, ...]:
        """The players, in the order of play."""
        return self._reader.seats

    @property
    def player(self) -> str:
        """Whose turn it is."""
        return self.seats[self._reader.state.player]

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self._reader.state.actor == NOBODY

    @property
    def tile(self) -> str | None:
        """The id of the tile that has been drawn and not been laid yet."""
        state = self._reader.state
        return state.rules.table.tiles[state.tile].id if state.tile >= 0 else None

    @property
    def sides_can_close(self) -> bool:
        """Whether something can be put at sides of tiles in this game to close them, such as a wall."""
        return self._reader.rules.barriers

    # -- tiles --------------------------------------------------------------------------------------------------------
    @property
    def tiles(self) -> tuple[LaidTile, ...]:
        """Every tile on the table, in the order in which they were laid."""
        return self._reader.tiles

    def tile_at(self, cell: Cell) -> LaidTile | None:
        """The tile in a cell; None if it is empty."""
        return self._by_cell.get(cell)

    @cached_property
    def _by_cell(self) -> dict[Cell, LaidTile]:
        return {tile.cell: tile for tile in self.tiles}

    @cached_property
    def newest(self) -> LaidTile | None:
        """The tile that was laid last; None if there are only start tiles."""
        return self.tiles[-1] if len(self.tiles) > self._reader.start_tiles else None

    @property
    def spots(self) -> tuple[Spot, ...]:
        """Every segment on the table, in the order in which they were laid."""
        return self._reader.spots

    @cached_property
    def extent(self) -> Extent | None:
        """The outermost columns and rows with tiles; None if there are no tiles."""
        if not self.tiles:
            return None
        xs, ys = zip(*self._by_cell, strict=True)
        return Extent(min(xs), min(ys), max(xs), max(ys))

    @cached_property
    def empty_cells(self) -> tuple[Cell, ...]:
        """The empty cells beside tiles, row by row; the first cell if there are no tiles yet."""
        return tuple(sorted(self._reader.empty_cells(), key=itemgetter(1, 0)))

    # -- figures, tokens and features ---------------------------------------------------------------------------------
    @property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure that is not in a supply."""
        return self._reader.figures

    @property
    def tokens(self) -> tuple[Token, ...]:
        """Everything on the table besides tiles and figures: first what is on tiles, then what is at their sides."""
        return self._reader.tokens

    @cached_property
    def features(self) -> tuple[Feature, ...]:
        """Every feature on the table, in the order of their first segments."""
        return tuple(self.feature(number) for number in self._reader.ids)

    def feature(self, number: int) -> Feature:
        """The feature with this id."""
        if number not in self._features:
            if number not in self._reader.ids:
                raise KeyError(number)
            self._features[number] = self._reader.feature(number)
        return self._features[number]

    def feature_at(self, spot: Spot) -> Feature | None:
        """The feature that a segment belongs to; None if there is no such segment."""
        number = self._reader.id_at(spot)
        return None if number is None else self.feature(number)

    # -- whether something looks as before ----------------------------------------------------------------------------
    @property
    def tile_signatures(self) -> list[int]:
        """A number for each tile, in the order of `tiles`; if it is unchanged, so is the tile in `to_json`."""
        return list(self._reader.signatures.tiles)

    @property
    def feature_signatures(self) -> dict[int, int]:
        """A number for each feature, by its id; if it is unchanged, so is the feature in `to_json`."""
        pairs = list(self._reader.signatures.features)
        return dict(zip(pairs[::2], pairs[1::2], strict=True))

    def tile_to_json(self, number: int) -> dict[str, Any]:
        """One of the `tiles`, by its index, as in `to_json`."""
        from aude.board.schema import tile_json

        return tile_json(
            self._reader.tile(number), [self._reader.id_of(node) for node in self._reader.nodes_on(number)]
        )

    # -- what players have --------------------------------------------------------------------------------------------
    @cached_property
    def scores(self) -> dict[str, int]:
        """The points of each seat."""
        return self._reader.scores()

    @cached_property
    def supply(self) -> dict[str, dict[str, int]]:
        """How many figures of each kind each seat has in hand."""
        return self._reader.supply()

    @cached_property
    def holdings(self) -> dict[str, dict[str, int]]:
        """What each seat holds besides figures: tokens, goods, prisoners."""
        return self._reader.holdings()

    # -- tiles to come ------------------------------------------------------------------------------------------------
    @cached_property
    def tiles_left(self) -> dict[str, int]:
        """How many of each tile have not been drawn yet."""
        return self._reader.tiles_left()

    @cached_property
    def stacks(self) -> tuple[int, ...]:
        """How many tiles are left in each stack, beginning with the one to draw from."""
        return self._reader.stacks()

    def fits(self, tile: str, sides_only: bool = False) -> tuple[Fit, ...]:
        """Where a tile of the game may be laid if the player draws it now, row by row.

        >>> from aude import Game
        >>> Game(seed=5).board.fits("base/FFFF-monastery")
        (Fit(cell=(0, 1), rotation=0),)

        If several rotations look the same, only the first is included. With `sides_only`, only its sides and those of
        its neighbours matter, and not what other rules forbid or make possible.
        """
        number = self._number_of(tile)
        found = self._reader.matches(number) if sides_only else self._reader.fits(number)
        return tuple(sorted((Fit(cell, rotation) for cell, rotation in found), key=lambda fit: _row_by_row(fit.cell)))

    def rotations(self, tile: str) -> tuple[int, ...]:
        """The rotations in which a tile of the game looks different, in degrees."""
        return self._reader.rotations(self._number_of(tile))

    def _number_of(self, tile: str) -> int:
        number = self._reader.rules.table.index.get(tile)
        if number is None:
            raise Unreadable(f"there is no tile {tile!r} in this game")
        return number

    @cached_property
    def fits_left(self) -> dict[str, tuple[Fit, ...]]:
        """Where each tile that has not been laid fits: those that are left, and the one in hand."""
        left = dict.fromkeys([*self.tiles_left, *([self.tile] if self.tile else [])])
        return {tile: self.fits(tile) for tile in left}

    # -- as a whole ---------------------------------------------------------------------------------------------------
    def to_json(self, fits: bool = True) -> dict[str, Any]:
        """The board as JSON data, as described by `SCHEMA` and docs/board.md.

        Computing where each tile fits takes the longest; leave it out with ``fits=False``.
        """
        from aude.board.schema import board_json

        return board_json(self, fits)

    def __repr__(self) -> str:
        points = ", ".join(f"{seat} {points}" for seat, points in self.scores.items())
        return f"<Board: {len(self.tiles)} tiles, {len(self.figures)} figures, {points}>"


def _row_by_row(cell: Cell) -> Cell:
    x, y = cell
    return y, x
