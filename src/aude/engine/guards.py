"""Guards: conditions for steps. A step whose guard does not hold is skipped without being entered.

A guard looks at something that is in the state anyway: a register, what has been completed, the tile in hand or on the
table. So there is nothing to keep up to date, and nothing that a copy, a snapshot or a position laid by hand could get
wrong. A law (`tests/test_guards.py`) checks that a step that is skipped would have done nothing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.tiles import Tile

if TYPE_CHECKING:
    from aude.engine.state import State

# What a guard looks at. In the engine a guard is one int: 0 for none, ~register, or a mask of *signs*.
NOWHERE: Final = 0
REGISTER: Final = 1
SCORING: Final = 2
NEWEST: Final = 3
IN_HAND: Final = 4

BEING_SCORED: Final = 1  # the sign that features have been collected; the others are marks on tiles


class Guard:
    """A condition without which a step does nothing. Boxes take one of those below."""

    def __init__(self, where: int, register: int = 0, marks: tuple[str, ...] = ()) -> None:
        self.where = where
        self.register = register
        self.marks = marks


ALWAYS: Final = Guard(NOWHERE)
COMPLETED: Final = Guard(SCORING)  # features are being scored: from the step that collects them until the next one


def is_set(register: int) -> Guard:
    """A guard: the register is not 0."""
    return Guard(REGISTER, register)


def on_newest(*marks: str) -> Guard:
    """A guard: the newest tile has one of these symbols, or a segment with one of these traits.

    For symbols and traits in two parts, `name:2`, give only the first: `name`.
    """
    return Guard(NEWEST, marks=marks)


def on_drawn(*marks: str) -> Guard:
    """A guard: the same for the tile in hand."""
    return Guard(IN_HAND, marks=marks)


class Signs:
    """The marks that the guards of a game look for, with a bit for each, and on which tile."""

    def __init__(self) -> None:
        self.wanted: list[tuple[int, str]] = [(SCORING, "")]  # by bit; the first is `BEING_SCORED`

    def code_of(self, guard: Guard) -> int:
        """The guard as the int that the engine tests (see `can_matter`)."""
        if guard.where == NOWHERE:
            return 0
        if guard.where == REGISTER:
            return ~guard.register
        mask = 0
        for mark in guard.marks or ("",):
            if (guard.where, mark) not in self.wanted:
                self.wanted.append((guard.where, mark))
            mask |= 1 << self.wanted.index((guard.where, mark))
        return mask

    def of_tile(self, tile: Tile, where: int) -> int:
        """The mask of the signs of a tile, newest or in hand; to be called when all guards have their codes."""
        found = list(tile.symbols)
        for segment in tile.segments:
            found += segment.traits
        found += [name.partition(":")[0] for name in found]
        return sum(1 << bit for bit, (place, name) in enumerate(self.wanted) if place == where and name in found)

    def table(self, tiles: list[Tile], where: int) -> vec[i64]:
        """`of_tile` for all tiles."""
        return vec[i64]([self.of_tile(tile, where) for tile in tiles])


def signs_of(state: State) -> i64:
    """The mask of the signs that hold in a state."""
    signs: i64 = 0
    if len(state.completed):
        signs = BEING_SCORED
    newest = state.slots - 1
    if newest >= 0:
        tile = state.slot_tile[newest] >> 2
        signs |= state.rules.newest_signs[tile]
    tile = state.tile
    if tile >= 0:
        signs |= state.rules.drawn_signs[tile]
    return signs


def can_matter(state: State, guard: i64) -> bool:
    """Whether a guard holds now. `State.advance` has this inlined."""
    if guard < 0:
        return state.registers[~guard] != 0
    return guard == 0 or guard & signs_of(state) != 0
