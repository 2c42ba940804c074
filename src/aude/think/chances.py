"""Estimates how likely it is that something happens at an empty cell, from the remaining tiles."""

from __future__ import annotations

import math
from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Ban, Filler
from aude.engine.cells import FOUR
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.engine.tables import FIT_MASK, TileTables

SIDE_SETS: Final[i64] = 16  # the sets of sides of a cell, as masks
MOST: Final[i64] = 64  # larger numbers of tiles make no difference
FEW: Final[i64] = 3  # if fewer tiles fit, the fillers of boxes are considered too


@final
class Shape:
    """How probabilities depend on numbers of tiles: each helpful tile makes failure less likely by the same factor."""

    def __init__(self, close: float, fit: float, surround: float, far: float, more: float, join: float) -> None:
        self.close = close  # exponent for each tile that closes a feature at a cell
        self.fit = fit  # exponent for each tile that merely fits there
        self.surround = surround  # exponent for each tile that fits beside a feature in the middle of a tile
        self.far = far  # the probability that such a cell is filled if it has no neighbours yet
        self.more = more  # factor for each open cell of a feature beyond the first
        self.join = join  # exponent for each tile that joins two features


@final
class Chances:
    """Probabilities for one bag. Call `look_at_bag` first. Results are cached until the bag changes."""

    def __init__(self, rules: Rules, shape: Shape) -> None:
        table = rules.table
        self.table = table
        self.shape = shape
        self.signatures = table.signatures
        tiles = len(table.bag)
        self.closing = vec[i64](_by_rotations(table, closes=True))
        self.joining = vec[i64](_by_rotations(table, closes=False))
        self.close = _powers(shape.close)
        self.fit = _powers(shape.fit)
        self.surround = _powers(shape.surround)
        self.join = _powers(shape.join)
        self.bag = vec[i64]([-1] * tiles)
        self.kinds = vec[i64]([0] * tiles)  # the tiles of which any are left
        self.kinds_count: i64 = 0
        self.fillers = vec[Filler](rules.fillers)
        self.pieces = vec[i64]([0] * len(rules.fillers))  # how many pieces of each are left
        self.bans = vec[Ban](rules.bans)
        self.banned = vec[i64]([0] * tiles)  # 1 for tiles that can never be laid in the current cell
        self.are_banned = False  # whether there are any; then nothing is cached
        self.stamp: i64 = 0  # the number of the current bag; cached results have the stamp of their bag
        sets = int(table.signatures) * 16
        self.fitting_stamp = vec[i64]([0] * int(table.signatures))
        self.fitting_kept = vec[i64]([0] * int(table.signatures))
        self.scarce = vec[i64]([0] * int(table.signatures))  # 1 if fillers of boxes were considered
        self.closing_stamp = vec[i64]([0] * sets)
        self.closing_kept = vec[float]([0.0] * sets)
        self.joining_stamp = vec[i64]([0] * sets)
        self.joining_kept = vec[float]([0.0] * sets)

    def look_at_bag(self, state: State) -> None:
        """Use the tiles that are left in this state."""
        bag = self.bag
        theirs = state.bag
        same = self.stamp > 0
        if len(self.fillers):
            theirs = theirs[:]
            for k in range(len(self.fillers)):
                self.fillers[k].add_tiles(state, theirs)
                pieces = self.fillers[k].pieces(state)
                if pieces != self.pieces[k]:
                    self.pieces[k] = pieces
                    same = False
        for tile in range(len(theirs)):
            if bag[tile] != theirs[tile]:
                bag[tile] = theirs[tile]
                same = False
        if same:
            return
        self.stamp += 1
        count: i64 = 0
        for tile in range(len(bag)):
            if bag[tile]:
                self.kinds[count] = tile
                count += 1
        self.kinds_count = count

    def look_at_cell(self, state: State, front: i64) -> None:
        """Use this empty cell, where boxes may forbid tiles, whatever its neighbours show."""
        if not len(self.bans):
            return
        cell = state.cell_of_code(state.front_code[front])
        self.are_banned = False
        for k in range(self.kinds_count):
            tile = self.kinds[k]
            self.banned[tile] = 0
            for ban in self.bans:
                if ban.forbids(state, cell, tile):
                    self.banned[tile] = 1
                    self.are_banned = True

    def fitting(self, sides: i64) -> i64:
        """How many of the remaining tiles fit a cell whose neighbours show this (see `State.front_sides`).

        It is the cell of the last `look_at_cell`. If there are few such tiles, the fillers of boxes count too.
        """
        if self.fitting_stamp[sides] == self.stamp and not self.are_banned:
            return self.fitting_kept[sides]
        fit = self.table.fit
        total: i64 = 0
        for k in range(self.kinds_count):
            tile = self.kinds[k]
            if i64(fit[tile * self.signatures + sides]) and not (self.are_banned and self.banned[tile]):
                total += self.bag[tile]
        self.scarce[sides] = 0
        if total < FEW:
            for k in range(len(self.fillers)):
                if self.pieces[k]:
                    self.scarce[sides] = 1
                    total += self.fillers[k].filling(self.bag, self.pieces[k], sides)
        self.fitting_stamp[sides] = self.stamp
        if self.are_banned:
            self.fitting_stamp[sides] = 0  # it is only valid for this cell
        self.fitting_kept[sides] = total
        return total

    def closed_at(self, sides: i64, meeting: i64) -> float:
        """The probability that a feature which meets a cell at these sides (a mask) is closed there."""
        key = sides * SIDE_SETS + meeting
        if self.closing_stamp[key] == self.stamp and not self.are_banned:
            return self.closing_kept[key]
        fitting = self.fitting(sides)  # this also finds out whether fillers count
        closers = self.closers(sides, meeting)
        others = fitting - closers
        found = 1.0 - self.close[min(closers, MOST)] * self.fit[min(others, MOST)]
        if not self.are_banned:
            self.closing_stamp[key] = self.stamp
            self.closing_kept[key] = found
        return found

    def closers(self, sides: i64, meeting: i64) -> i64:
        """How many of the remaining tiles, and fillers, close a feature which meets a cell at these sides."""
        found = self._tiles(self.closing, sides, meeting)
        if self.scarce[sides]:
            for k in range(len(self.fillers)):
                if self.pieces[k]:
                    found += self.fillers[k].closing(self.bag, self.pieces[k], sides, meeting)
        return found

    def joined_at(self, sides: i64, meeting: i64) -> float:
        """The probability that one segment joins everything that meets a cell at these sides."""
        key = sides * SIDE_SETS + meeting
        if self.joining_stamp[key] == self.stamp and not self.are_banned:
            return self.joining_kept[key]
        found = 1.0 - self.join[min(self._tiles(self.joining, sides, meeting), MOST)]
        if not self.are_banned:
            self.joining_stamp[key] = self.stamp
            self.joining_kept[key] = found
        return found

    def filled(self, sides: i64) -> float:
        """The probability that a cell whose neighbours show this is filled."""
        return 1.0 - self.surround[min(self.fitting(sides), MOST)]

    def _tiles(self, by_rotations: vec[i64], sides: i64, meeting: i64) -> i64:
        """How many of the remaining tiles fit in a rotation that does this to these sides."""
        fit = self.table.fit
        total: i64 = 0
        for k in range(self.kinds_count):
            tile = self.kinds[k]
            if self.are_banned and self.banned[tile]:
                continue
            rotations = i64(fit[tile * self.signatures + sides]) >> FIT_MASK & 15
            if by_rotations[tile * SIDE_SETS + rotations] >> meeting & 1:
                total += self.bag[tile]
        return total


def _powers(exponent: float) -> vec[float]:
    """The probability of failure with 0 … MOST tiles."""
    return vec[float]([math.exp(-exponent * number) for number in range(int(MOST) + 1)])


def _by_rotations(table: TileTables, closes: bool) -> list[int]:
    """By tile * 16 + mask of rotations: the sets of sides that one of these rotations closes, or joins, as bits.

    A set is closed if none of the segments at these sides reaches another side (there may be no segment at all, at a
    side on which nothing continues). It is joined if one segment touches all of its sides.
    """
    found: list[int] = []
    for tile in range(len(table.bag)):
        by_rotation: list[int] = []
        for rotation in range(4):
            at = (tile * 4 + rotation) * 12
            segments: list[int] = [table.ports[at + side * 3 + 1] for side in range(4)]
            sets = 0
            for sides in range(1, 16):
                met = {segments[side] for side in range(4) if sides >> side & 1}
                beyond = {segments[side] for side in range(4) if not sides >> side & 1}
                if not (met - {-1}) & beyond if closes else len(met) == 1 and -1 not in met:
                    sets |= 1 << sides
            by_rotation.append(sets)
        for mask in range(16):
            together = 0
            for rotation in range(int(FOUR)):
                if mask >> rotation & 1:
                    together |= by_rotation[rotation]
            found.append(together)
    return found
