"""What lies on the table of a game of ours, as values: everything that is read from the engine stands here."""

from __future__ import annotations

from typing import NamedTuple

from aude.engine.rules import SUPPLY
from aude.engine.spots import node_named, slot_at
from aude.game.game import GameCore
from aude.game.notation import cell_of_slot, spot_at
from aude.game.values import Cell, Spot

HEART = "quarters"  # the symbol of the tile with the quarters of Carcassonne


class LaidTile(NamedTuple):
    """A tile on the table."""

    tile: str
    cell: Cell
    rotation: int  # degrees


# -- tiles ------------------------------------------------------------------------------------------------------------
def tiles_on(game: GameCore) -> list[LaidTile]:
    """The tiles on the table, in the order in which they were laid."""
    state, tiles = game.state, game.rules.table.tiles
    return [
        LaidTile(tiles[state.tile_in(slot)].id, cell_of_slot(state, slot), int(state.rotation_of(slot)) * 90)
        for slot in range(int(state.slots))
    ]


def newest_cell(game: GameCore) -> Cell:
    """Where the tile lies that was laid last."""
    return cell_of_slot(game.state, int(game.state.slots) - 1)


def is_tile_at(game: GameCore, x: int, y: int) -> bool:
    """Whether a tile lies here."""
    return bool(slot_at(game.state, x, y) >= 0)


def heart_cell(game: GameCore) -> Cell:
    """The cell of the tile with the quarters of Carcassonne."""
    return next((laid.cell for laid in tiles_on(game) if HEART in symbols_of(game, laid.tile)), (0, 0))


def symbols_of(game: GameCore, tile: str) -> tuple[str, ...]:
    """The symbols on a tile; none if it is not in the game."""
    table = game.rules.table
    return table.tiles[table.index[tile]].symbols if tile in table.index else ()


def equal_rotation(game: GameCore, tile: str, degrees: int) -> int:
    """The first of the rotations in which a tile looks the same."""
    table = game.rules.table
    return int(table.equal_rotation[table.index[tile] * 4 + degrees // 90]) * 90


# -- segments and features --------------------------------------------------------------------------------------------
def printed_at(game: GameCore, cell: Cell) -> list[Spot]:
    """The segments printed on the tile in a cell."""
    return [spot_at(game.state, node) for node in _printed(game, cell)]


def feature_at(game: GameCore, spot: Spot) -> int:
    """The feature of a segment: two segments have the same number if they belong together."""
    state = game.state
    return int(state.root[node_named(state, slot_at(state, *spot.cell), spot.kind, list(spot.sides))])


def city_of_castle(game: GameCore, cell: Cell) -> Spot:
    """The part of a city under the castle on a tile. Such a city counts as neither open nor complete."""
    state = game.state
    for node in _printed(game, cell):
        spot = spot_at(state, node)
        if spot.kind == "city" and state.open_ends[state.root[node]] < 0:
            return spot
    raise ValueError(f"there is no castle at {cell}")


def _printed(game: GameCore, cell: Cell) -> range:
    state = game.state
    slot = slot_at(state, *cell)
    first = int(state.slot_first[slot])
    return range(first, first + int(game.rules.table.tile_segments[state.tile_in(slot)]))


# -- figures ----------------------------------------------------------------------------------------------------------
class Figure(NamedTuple):
    """One figure, on the table or not. `number` counts a seat's figures of a kind from 1."""

    seat: str
    kind: str
    number: int
    spot: Spot | None  # the segment on which it stands
    is_in_supply: bool
    captor: str | None  # in whose prison it is

    @property
    def is_elsewhere(self) -> bool:
        """Whether it stands on something that is not a segment: a tower, a quarter, a prison."""
        return self.spot is None and not self.is_in_supply


def figures_of(game: GameCore) -> list[Figure]:
    """Every figure of a game, seat after seat for each kind."""
    state, rules = game.state, game.rules
    found: list[Figure] = []
    for figure in range(int(rules.figures)):
        seat, kind = int(rules.figure_seat[figure]), int(rules.figure_kind[figure])
        first = int(rules.figure_first[kind * int(rules.seats) + seat])
        at = int(state.figure_at[figure])
        spot = spot_at(state, at) if at >= 0 else None
        captor = _captor_of(game, figure) if at < SUPPLY else None
        name = rules.figure_kinds[kind].name
        found.append(Figure(game.seats[seat], name, figure - first + 1, spot, at == SUPPLY, captor))
    return found


def _captor_of(game: GameCore, figure: int) -> str | None:
    """In whose prison a figure is; a part of the Tower knows it."""
    for part in game.rules.parts:
        captor_of = getattr(part, "captor_of", None)
        captor = int(captor_of(game.state, figure)) if captor_of is not None else -1
        if captor >= 0:
            return game.seats[captor]
    return None


# -- the king and the robber ------------------------------------------------------------------------------------------
def record_size(game: GameCore, name: str) -> int:
    """How many tiles the largest city (`king`) or the longest road (`robber`) has that was completed; else -1."""
    for part in game.rules.parts:
        record = getattr(part, "record", None)
        if record is not None and getattr(part, "name", "") == name:
            return int(game.state.registers[record]) - 1
    return -1
