"""Features at the empty cells: where they end, how likely they are to be completed, and which may be joined.

Laying one tile changes little of that. `lay` updates it and `take_back` undoes the update, so many placements of a tile
can be evaluated without checking every cell for each of them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA, FOUR
from aude.engine.joining import extra_port
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.engine.types import Cell, Feature
from aude.think import terms as of
from aude.think.chances import Chances
from aude.think.terms import Terms

MANY_CELLS: Final = 64
ROOM: Final = 64
GONE: Final[i64] = -1  # the cell code of a pair that a placement has removed


@final
class Fronts:
    """The features that meet empty cells. The data of a feature is valid if its `met_stamp` is `stamp`."""

    def __init__(self, rules: Rules, terms: Terms, chances: Chances) -> None:
        self.rules = rules
        self.chances = chances
        self.more = vec[float]([chances.shape.more**number for number in range(MANY_CELLS)])
        self.closes_at_sides = vec[i64](
            [int(terms.kind_class[kind] == of.SIDES_CLASS) for kind in rules.table.kind]
        )  # of each segment of the tables
        self.stamp: i64 = 0
        self.met_stamp = vec[i64]()
        self.chance = vec[float]()  # the probability that a feature is completed, computed from
        self.cells = vec[i64]()  # the number of empty cells at its ends,
        self.product = vec[float]()  # the product of the probabilities to be closed there that are not 0,
        self.never = vec[i64]()  # and the number of cells where it cannot be closed
        self.met = vec[i64]()  # all features that were met; some may have been joined to others since
        self.met_count: i64 = 0
        self.pair_one = vec[i64]()  # features of one kind that a tile could join,
        self.pair_two = vec[i64]()
        self.pair_chance = vec[float]()  # the probability of that,
        self.pair_front = vec[i64]()  # and the cell code where it could happen
        self.pairs: i64 = 0
        self.here = vec[i64]([0] * 4)  # the features that meet the current cell,
        self.here_sides = vec[i64]([0] * 4)  # and at which sides
        self.here_count: i64 = 0
        # What `lay` has changed:
        self.mark: i64 = 0
        self.changed = vec[i64]()  # by feature: the mark of the last placement that changed its data
        self.saved = vec[i64]([0] * ROOM)  # these features,
        self.saved_stamp = vec[i64]([0] * ROOM)  # and their previous data
        self.saved_chance = vec[float]([0.0] * ROOM)
        self.saved_product = vec[float]([0.0] * ROOM)
        self.saved_never = vec[i64]([0] * ROOM)
        self.saved_cells = vec[i64]([0] * ROOM)
        self.saves: i64 = 0
        self.gone = vec[i64]([0] * ROOM)  # pairs that were removed,
        self.gone_front = vec[i64]([0] * ROOM)  # and where they were
        self.gone_count: i64 = 0
        self.met_before: i64 = 0
        self.pairs_before: i64 = 0

    def look(self, state: State) -> None:
        """Examine every empty cell of a table."""
        self._make_room(state.nodes + ROOM)
        self.stamp += 1
        self.met_count = 0
        self.pairs = 0
        self.saves = 0
        self.gone_count = 0
        for front in range(state.fronts):
            self.look_at_cell(state, front)
            self.chances.look_at_cell(state, front)
            sides = state.front_sides[front]
            for k in range(self.here_count):
                self._meet(self.here[k], sides, self.here_sides[k])
            if self.here_count > 1:
                self._note_pairs(state, front)
        for k in range(self.met_count):
            self._conclude(self.met[k])
        self.met_before = self.met_count
        self.pairs_before = self.pairs

    def is_met(self, feature: Feature) -> bool:
        """Whether a feature ends at an empty cell."""
        return self.met_stamp[feature] == self.stamp and self.cells[feature] > 0

    def look_at_cell(self, state: State, front: i64) -> None:
        """Find the features that meet an empty cell, `here`, each with the mask of sides where it does."""
        cell = state.cell_of_code(state.front_code[front])
        ports = self.rules.table.ports
        here = self.here
        here_sides = self.here_sides
        count: i64 = 0
        for side in range(FOUR):
            slot = state.board[state.index_of(cell + DELTA[side])] - 1
            if slot < 0:
                continue
            segment = ports[state.slot_tile[slot] * 12 + (side ^ 2) * 3 + 1]
            node = state.slot_first[slot] + segment
            if segment < 0:
                if not len(state.extra_ports):
                    continue
                node = extra_port(state, slot, side ^ 2)
                if node < 0:
                    continue
            if not self.closes_at_sides[state.node_segment[node]]:
                continue
            feature = state.root[node]
            k: i64 = 0
            while k < count and here[k] != feature:
                k += 1
            if k == count:
                here[k] = feature
                here_sides[k] = 0
                count += 1
            here_sides[k] |= i64(1) << side
        self.here_count = count

    def _make_room(self, nodes: i64) -> None:
        """Let everything that is kept by feature grow."""
        if len(self.met_stamp) < nodes:
            room = 2 * nodes
            self.met_stamp = vec[i64]([0] * room)
            self.chance = vec[float]([0.0] * room)
            self.cells = vec[i64]([0] * room)
            self.product = vec[float]([1.0] * room)
            self.never = vec[i64]([0] * room)
            self.changed = vec[i64]([0] * room)
            self.met = vec[i64]([0] * room)

    def _begin(self, feature: Feature) -> None:
        """Add a feature that has not been met yet."""
        self.met_stamp[feature] = self.stamp
        self.met[self.met_count] = feature
        self.met_count += 1
        self.product[feature] = 1.0
        self.never[feature] = 0
        self.cells[feature] = 0

    def _meet(self, feature: Feature, sides: i64, meeting: i64) -> None:
        """Add the sides at which a feature meets an empty cell."""
        if self.met_stamp[feature] != self.stamp:
            self._begin(feature)
        found = self.chances.closed_at(sides, meeting)
        self.cells[feature] += 1
        if found > 0.0:
            self.product[feature] *= found
        else:
            self.never[feature] += 1

    def _conclude(self, feature: Feature) -> None:
        """Compute the probability that a feature is completed, when all cells at its ends are known."""
        if self.never[feature] or not self.cells[feature]:
            self.chance[feature] = 0.0
        else:
            self.chance[feature] = self.product[feature] * self.more[min(self.cells[feature] - 1, MANY_CELLS - 1)]

    def _note_pairs(self, state: State, front: i64) -> None:
        """Record pairs of features that meet at a cell and may be joined there."""
        sides = state.front_sides[front]
        for k in range(self.here_count):
            one = self.here[k]
            for other in range(k):
                two = self.here[other]
                if state.kind_of(one) != state.kind_of(two):
                    continue
                chance = self.chances.joined_at(sides, self.here_sides[k] | self.here_sides[other])
                if chance > 0.0:
                    self._add_pair(one, two, chance, state.front_code[front])

    def _add_pair(self, one: Feature, two: Feature, chance: float, code: i64) -> None:
        if self.pairs == len(self.pair_one):
            self.pair_one = append(self.pair_one, one)
            self.pair_two = append(self.pair_two, two)
            self.pair_chance = append(self.pair_chance, chance)
            self.pair_front = append(self.pair_front, code)
        else:
            self.pair_one[self.pairs] = one
            self.pair_two[self.pairs] = two
            self.pair_chance[self.pairs] = chance
            self.pair_front[self.pairs] = code
        self.pairs += 1

    # -- following a placement ----------------------------------------------------------------------------------------
    def lay(self, before: State, after: State, cell: Cell) -> bool:
        """Update everything for a tile laid in this cell, after `look` at the table before it.

        Returns False if more has changed than the ends around the cell, if boxes may forbid more elsewhere now, or if
        the tile joins two features, which may then meet another cell together: call `look` instead.
        """
        self.take_back()
        slot = after.slots - 1
        if slot != before.slots or len(after.extra_ports) != len(before.extra_ports):
            return False
        for node in range(before.nodes, after.nodes):
            if after.node_slot[node] != slot:
                return False
        for ban in self.chances.bans:
            if ban.depends_on(after, after.slot_tile[slot] >> 2):
                return False
        self.mark += 1
        self._leave(before, -before.at(cell) - 1)
        for k in range(self.saves):
            for other in range(k):
                if after.root[self.saved[k]] == after.root[self.saved[other]]:
                    return False
        for side in range(FOUR):
            there = before.at(cell + DELTA[side])
            if there < 0:
                self._leave(before, -there - 1)
        for node in range(after.slot_first[slot], after.nodes):
            if self.closes_at_sides[after.node_segment[node]]:
                self._continue(after, after.root[node])
        self._drop_pairs(before, cell)
        for side in range(FOUR):
            there = after.at(cell + DELTA[side])
            if there < 0:
                front = -there - 1
                self.look_at_cell(after, front)
                self.chances.look_at_cell(after, front)
                for k in range(self.here_count):
                    feature = self.here[k]
                    self._save(feature)
                    self._meet(feature, after.front_sides[front], self.here_sides[k])
                if self.here_count > 1:
                    self._note_pairs(after, front)
        for k in range(self.saves):
            if self.met_stamp[self.saved[k]] == self.stamp:
                self._conclude(self.saved[k])
        return True

    def take_back(self) -> None:
        """Forget the placement that was followed last."""
        for k in range(self.saves):
            feature = self.saved[k]
            self.met_stamp[feature] = self.saved_stamp[k]
            self.chance[feature] = self.saved_chance[k]
            self.product[feature] = self.saved_product[k]
            self.never[feature] = self.saved_never[k]
            self.cells[feature] = self.saved_cells[k]
        self.saves = 0
        for k in range(self.gone_count):
            self.pair_front[self.gone[k]] = self.gone_front[k]
        self.gone_count = 0
        self.met_count = self.met_before
        self.pairs = self.pairs_before

    def _leave(self, before: State, front: i64) -> None:
        """Take what one cell adds to the chances of features away."""
        self.look_at_cell(before, front)
        self.chances.look_at_cell(before, front)
        sides = before.front_sides[front]
        for k in range(self.here_count):
            feature = self.here[k]
            self._save(feature)
            found = self.chances.closed_at(sides, self.here_sides[k])
            self.cells[feature] -= 1
            if found > 0.0:
                self.product[feature] /= found
            else:
                self.never[feature] -= 1

    def _continue(self, after: State, root: Feature) -> None:
        """A feature of the new tile: it goes on where the feature ended that it has become one with."""
        if self.changed[root] == self.mark:
            return  # it is that feature, or has been looked at
        self._save(root)
        for k in range(self.saves):
            feature = self.saved[k]
            if feature != root and after.root[feature] == root and self.met_stamp[feature] == self.stamp:
                self._begin(root)
                self.product[root] = self.product[feature]
                self.never[root] = self.never[feature]
                self.cells[root] = self.cells[feature]
                self.met_stamp[feature] = 0

    def _drop_pairs(self, before: State, cell: Cell) -> None:
        """The pairs at the cell and beside it are others after the placement."""
        for k in range(self.pairs):
            where = before.cell_of_code(self.pair_front[k])
            near = where == cell
            for side in range(FOUR):
                near = near or where == cell + DELTA[side]
            if near:
                self.gone[self.gone_count] = k
                self.gone_front[self.gone_count] = self.pair_front[k]
                self.gone_count += 1
                self.pair_front[k] = GONE

    def _save(self, feature: Feature) -> None:
        """Keep what is known of a feature, once, before it is changed for this placement."""
        if self.changed[feature] == self.mark:
            return
        self.changed[feature] = self.mark
        k = self.saves
        self.saved[k] = feature
        self.saved_stamp[k] = self.met_stamp[feature]
        self.saved_chance[k] = self.chance[feature]
        self.saved_product[k] = self.product[feature]
        self.saved_never[k] = self.never[feature]
        self.saved_cells[k] = self.cells[feature]
        self.saves = k + 1
