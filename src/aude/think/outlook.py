"""Judging many placements of one tile by what each of them changes.

The position before the placement is evaluated once and taken apart: what every feature, every pair of features that
may be joined and every free figure adds. A placement then changes only a little: the features that it touches, the
chances of those that end at the cells around it, and what depends on them.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import COLUMN_MASK, DELTA, FOUR, SPAN_BITS
from aude.engine.features import bordering
from aude.engine.rules import CHANCE
from aude.engine.scoring import strengths
from aude.engine.state import State
from aude.engine.types import Cell, Feature
from aude.think import terms as of
from aude.think.evaluation import SPARE, Evaluation

REACH: Final = 2  # a tile changes what surrounds features up to so many cells away: it lies there, or changes what fits


@final
class Outlook:
    """The position before a placement. `judge` finds what it is worth after one."""

    def __init__(self, evaluation: Evaluation, spare: Evaluation) -> None:
        self.parts = evaluation  # taken apart
        self.spare = spare  # for placements that change too much
        self.current = evaluation  # the one that judged the last placement
        seats = evaluation.seats
        self.seats = seats
        self.before: State | None = None
        self.whole = vec[float]([0.0] * seats)  # what everything is worth before the placement,
        self.of_features = vec[float]([0.0] * (len(evaluation.stood) * seats))  # of that each of `stood`,
        self.of_pairs = vec[float]([0.0] * (SPARE * seats))  # each pair,
        self.of_loose = vec[float]()  # of each free feature, to the seat that moves next,
        self.of_free = vec[float]([0.0] * seats)  # the figures in the supply,
        self.of_final = vec[float]([0.0] * seats)  # and what boxes would give, with their assets
        self.beside = vec[i64]()  # what each of `stood` borders that could feed it, one list after the other;
        self.beside_first = vec[i64]()  # where the lists begin
        self.pairs: i64 = 0  # before the placement
        self.met_count: i64 = 0
        # The features whose chances are others now, as they were before:
        self.saved = vec[i64]([0] * SPARE)
        self.saved_met = vec[i64]([0] * SPARE)
        self.saved_chance = vec[float]([0.0] * SPARE)
        self.saved_product = vec[float]([0.0] * SPARE)
        self.saved_never = vec[i64]([0] * SPARE)
        self.saved_cells = vec[i64]([0] * SPARE)
        self.saved_stood = vec[i64]([0] * SPARE)
        self.saved_strength = vec[i64]([0] * SPARE)
        self.saves: i64 = 0
        self.mark: i64 = 0
        self.changed = vec[i64]()  # of each feature: the mark of the placement that changes its chance
        self.added = vec[i64]()  # the mark of the placement for which it has been added anew

    def look(self, state: State) -> None:
        """Take the position apart. Its bag must have been looked at (`Evaluation.begin`)."""
        parts = self.parts
        self.before = state
        if not state.rules.figure_follows_tile:
            return
        parts.evaluate(state)
        seats = self.seats
        nodes: i64 = len(parts.met_stamp)
        if len(self.changed) < nodes:
            self.changed = vec[i64]([0] * nodes)
            self.added = vec[i64]([0] * nodes)
            self.of_loose = vec[float]([0.0] * nodes)
        for seat in range(seats):
            self.whole[seat] = parts.values[seat]
        self.beside = vec[i64]()
        self.beside_first = vec[i64]()
        for k in range(parts.stood_count):
            feature = parts.stood[k]
            self._clear()
            parts.add_feature(state, feature, parts.strength[feature], parts.number[feature], parts.present[feature])
            self._keep(self.of_features, k)
            self.beside_first = append(self.beside_first, len(self.beside))
            if parts.kind_class[state.kind_of(feature)] == of.NEVER_CLASS:
                for other in bordering(state, feature):
                    if parts.met_stamp[other] == parts.stamp:
                        self.beside = append(self.beside, other)
        self.beside_first = append(self.beside_first, len(self.beside))
        coming = parts.moves_next(state)
        for k in range(parts.met_count):
            feature = parts.met[k]
            if parts.stood_stamp[feature] != parts.stamp:
                parts.values[coming] = 0.0
                parts.add_loose(state, feature, coming, 1.0)
                self.of_loose[feature] = parts.values[coming]
        for k in range(parts.pairs):
            self._clear()
            parts.add_join(state, parts.pair_one[k], parts.pair_two[k], parts.pair_chance[k])
            self._keep(self.of_pairs, k)
        self._clear()
        self._add_free()
        self._keep(self.of_free, 0)
        self._clear()
        parts.add_final(state)
        parts.add_assets(state, 1.0)
        self._keep(self.of_final, 0)
        self.pairs = parts.pairs
        self.met_count = parts.met_count
        self.saves = 0

    def judge(self, after: State, cell: Cell) -> None:
        """Find what the position is worth after the tile was laid at this cell: `current.values`."""
        parts = self.parts
        before = self.before
        assert before is not None
        self._restore()
        if not self._is_as_it_was(before, after) or not self._follow_fronts(before, after, cell):
            self._restore()
            self.current = self.spare
            self.spare.evaluate(after)
            return
        self.current = parts
        parts.evaluations += 1
        values = parts.values
        for seat in range(self.seats):
            values[seat] = self.whole[seat]
        freed = False
        # Features with figures: those that have grown, or whose chances are others.
        for k in range(parts.stood_count):
            feature = parts.stood[k]
            if self._is_touched(before, after, k, cell):
                self._subtract(self.of_features, k)
                root = after.root[feature]
                if self.added[root] != self.mark:
                    self.added[root] = self.mark
                    packed = strengths(after, root)
                    numbers, present = self._numbers(before, after, root)
                    if parts.stood_stamp[root] != parts.stamp or parts.strength[root] != packed:
                        self._save(root)
                        parts.stood_stamp[root] = parts.stamp
                        parts.strength[root] = packed
                    parts.add_feature(after, root, packed, numbers, present)
                    if after.open_ends[root] == 0 and parts.rules.completes[after.kind_of(root)]:
                        freed = True
        coming = parts.moves_next(after)
        for k in range(self.saves):
            feature = self.saved[k]
            if self.saved_met[k] == parts.stamp and self.saved_stood[k] != parts.stamp:
                values[coming] -= self.of_loose[feature]
        for k in range(self.saves):
            feature = self.saved[k]
            if after.root[feature] == feature and parts.met_stamp[feature] == parts.stamp:
                if parts.stood_stamp[feature] != parts.stamp:
                    parts.add_loose(after, feature, coming, 1.0)
        self._judge_pairs(before, after, cell)
        if freed:
            self._subtract(self.of_free, 0)
            self._free_completed(after)
            self._add_free()
        if len(parts.rules.final_scores) or len(parts.assets):
            self._subtract(self.of_final, 0)
            parts.add_final(after)
            parts.add_assets(after, 1.0)

    def gain(self, after: State, kind: i64, node: i64, seat: i64) -> float:
        """What a figure would add after the placement judged last (see `Evaluation.gain`)."""
        return self.current.gain(after, kind, node, seat)

    def _is_as_it_was(self, before: State, after: State) -> bool:
        """Whether nothing has been scored since: the figure is asked for, or nobody's figure has moved."""
        if not after.rules.figure_follows_tile:
            return False
        if after.step == after.rules.deploy_step:
            return True
        return after.actor == CHANCE and after.figure_at == before.figure_at

    # -- what a placement changes -------------------------------------------------------------------------------------
    def _follow_fronts(self, before: State, after: State, cell: Cell) -> bool:
        """Change the chances of features that end at the cell or beside it. False if two features become one."""
        parts = self.parts
        self.mark += 1
        self._leave(before, -before.at(cell) - 1)
        for k in range(self.saves):
            for other in range(k):
                if after.root[self.saved[k]] == after.root[self.saved[other]]:
                    return False  # where both end at one cell they meet it differently now
        for side in range(FOUR):
            there = before.at(cell + DELTA[side])
            if there < 0:
                self._leave(before, -there - 1)
        # What was at the cell is part of the tile's features now.
        slot = after.slots - 1
        for node in range(after.slot_first[slot], after.nodes):
            root = after.root[node]
            if self.changed[root] != self.mark and parts.closes_at_sides[after.node_segment[node]]:
                self._save(root)
                parts.met_stamp[root] = 0
                for k in range(self.saves):
                    feature = self.saved[k]
                    if feature != root and after.root[feature] == root and self.saved_met[k] == parts.stamp:
                        parts.met_stamp[root] = parts.stamp
                        parts.product[root] = parts.product[feature]
                        parts.never[root] = parts.never[feature]
                        parts.cells[root] = parts.cells[feature]
        parts.pairs = self.pairs
        for side in range(FOUR):
            there = after.at(cell + DELTA[side])
            if there < 0:
                front = -there - 1
                parts.look_at_cell(after, front)
                for k in range(parts.here_count):
                    feature = parts.here[k]
                    self._save(feature)
                    parts.meet(feature, after.front_sides[front], parts.here_sides[k])
        parts.met_count = self.met_count
        for k in range(self.saves):
            if parts.met_stamp[self.saved[k]] == parts.stamp:
                parts.conclude(self.saved[k])
        return self.saves < SPARE - 8

    def _leave(self, before: State, front: i64) -> None:
        """Take what one cell adds to the chances of features away."""
        parts = self.parts
        parts.look_at_cell(before, front)
        sides = before.front_sides[front]
        for k in range(parts.here_count):
            feature = parts.here[k]
            self._save(feature)
            found = parts.chances.closed_at(sides, parts.here_sides[k])
            parts.cells[feature] -= 1
            if found > 0.0:
                parts.product[feature] /= found
            else:
                parts.never[feature] -= 1

    def _is_touched(self, before: State, after: State, k: i64, cell: Cell) -> bool:
        """Whether a placement changes what one of `stood` is worth."""
        parts = self.parts
        feature = parts.stood[k]
        if self.changed[feature] == self.mark or after.size[after.root[feature]] != before.size[feature]:
            return True
        kind = parts.kind_class[before.kind_of(feature)]
        if kind == of.AROUND_CLASS:
            centre = before.slot_cell[before.node_slot[feature]]
            across = (centre & COLUMN_MASK) - (cell & COLUMN_MASK)
            down = (centre >> SPAN_BITS) - (cell >> SPAN_BITS)
            return -REACH <= across <= REACH and -REACH <= down <= REACH
        if kind == of.NEVER_CLASS:
            for at in range(self.beside_first[k], self.beside_first[k + 1]):
                if self.changed[self.beside[at]] == self.mark:
                    return True
        return False

    def _numbers(self, before: State, after: State, root: Feature) -> tuple[i64, i64]:
        """How many figures the seats have on a feature, packed, and the mask of seats."""
        parts = self.parts
        numbers: i64 = 0
        present: i64 = 0
        for k in range(parts.stood_count):
            feature = parts.stood[k]
            if after.root[feature] == root:
                numbers += parts.number[feature]
                present |= parts.present[feature]
        return numbers, present

    def _judge_pairs(self, before: State, after: State, cell: Cell) -> None:
        """Pairs at the cell and beside it are others now; those elsewhere count again if one of them has changed."""
        parts = self.parts
        for k in range(self.pairs):
            where = before.cell_of_code(parts.pair_front[k])
            one = parts.pair_one[k]
            two = parts.pair_two[k]
            near = where == cell
            for side in range(FOUR):
                near = near or where == cell + DELTA[side]
            if near:
                self._subtract(self.of_pairs, k)
            elif self._has_grown(before, after, one) or self._has_grown(before, after, two):
                self._subtract(self.of_pairs, k)
                parts.add_join(after, after.root[one], after.root[two], parts.pair_chance[k])
        for side in range(FOUR):
            there = after.at(cell + DELTA[side])
            if there < 0:
                parts.look_at_cell(after, -there - 1)
                if parts.here_count > 1:
                    parts.pairs = self.pairs
                    parts.note_pairs(after, -there - 1)
                    for k in range(self.pairs, parts.pairs):
                        parts.add_join(after, parts.pair_one[k], parts.pair_two[k], parts.pair_chance[k])
        parts.pairs = self.pairs

    def _has_grown(self, before: State, after: State, feature: Feature) -> bool:
        return after.size[after.root[feature]] != before.size[feature]

    def _free_completed(self, after: State) -> None:
        """Count figures on what is complete now as free."""
        parts = self.parts
        rules = parts.rules
        for k in range(len(parts.free)):
            parts.free[k] = after.supply[k]
        for figure in range(rules.figures):
            node = after.figure_at[figure]
            if node >= 0:
                feature = after.root[node]
                if after.open_ends[feature] == 0 and rules.completes[after.kind_of(feature)]:
                    parts.free[rules.figure_kind[figure] * self.seats + rules.figure_seat[figure]] += 1

    # -- book-keeping -------------------------------------------------------------------------------------------------
    def _clear(self) -> None:
        for seat in range(self.seats):
            self.parts.values[seat] = 0.0

    def _keep(self, where: vec[float], k: i64) -> None:
        """Keep what has been added since `_clear`."""
        for seat in range(self.seats):
            where[k * self.seats + seat] = self.parts.values[seat]

    def _subtract(self, where: vec[float], k: i64) -> None:
        for seat in range(self.seats):
            self.parts.values[seat] -= where[k * self.seats + seat]

    def _add_free(self) -> None:
        parts = self.parts
        for kind in range(len(parts.rules.figure_each)):
            for seat in range(self.seats):
                parts.add_free(kind, seat, parts.free[kind * self.seats + seat], 1.0)

    def _save(self, feature: Feature) -> None:
        """Keep what is known of a feature, once, before it is changed for this placement."""
        if self.changed[feature] == self.mark or self.saves == SPARE:
            return
        self.changed[feature] = self.mark
        parts = self.parts
        k = self.saves
        self.saved[k] = feature
        self.saved_met[k] = parts.met_stamp[feature]
        self.saved_chance[k] = parts.chance[feature]
        self.saved_product[k] = parts.product[feature]
        self.saved_never[k] = parts.never[feature]
        self.saved_cells[k] = parts.cells[feature]
        self.saved_stood[k] = parts.stood_stamp[feature]
        self.saved_strength[k] = parts.strength[feature]
        self.saves = k + 1

    def _restore(self) -> None:
        """Forget what was changed for the last placement."""
        parts = self.parts
        for k in range(self.saves):
            feature = self.saved[k]
            parts.met_stamp[feature] = self.saved_met[k]
            parts.chance[feature] = self.saved_chance[k]
            parts.product[feature] = self.saved_product[k]
            parts.never[feature] = self.saved_never[k]
            parts.cells[feature] = self.saved_cells[k]
            parts.stood_stamp[feature] = self.saved_stood[k]
            parts.strength[feature] = self.saved_strength[k]
        self.saves = 0
        parts.pairs = self.pairs
        parts.met_count = self.met_count
        before = self.before
        if before is not None and self.current is parts:
            for k in range(len(parts.free)):
                parts.free[k] = before.supply[k]
