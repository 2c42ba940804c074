"""Judging many placements of one tile by what each of them changes.

The position before the placement is evaluated once and taken apart: what every feature, every pair of features that
may be joined and every free figure adds. A placement then changes only a little: the features that it touches, the
chances of those that end at the cells around it, and what depends on them. Where boxes may do more once a tile lies,
the cells are still followed, and only what stands on the table is added up anew.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import COLUMN_MASK, SPAN_BITS
from aude.engine.features import bordering
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.scoring import strengths
from aude.engine.state import State
from aude.engine.types import Cell, Feature
from aude.think import terms as of
from aude.think.evaluation import Evaluation
from aude.think.fronts import GONE

REACH: Final = 2  # the distance in cells up to which a tile influences features that are surrounded


@final
class Outlook:
    """The position before a placement, taken apart. `judge` evaluates it after one."""

    def __init__(self, evaluation: Evaluation, spare: Evaluation) -> None:
        self.parts = evaluation  # of the position, taken apart
        self.spare = spare  # for placements that change too much
        self.current = evaluation  # the evaluation of the last placement
        seats = evaluation.seats
        self.seats = seats
        self.before: State | None = None
        self.whole = vec[float]([0.0] * seats)  # the total value before the placement,
        self.of_features = vec[float]([0.0] * (len(evaluation.stood) * seats))  # the share of each of `stood`,
        self.of_pairs = vec[float]()  # of each pair,
        self.of_loose = vec[float]()  # of each free feature, for the seat that moves next,
        self.of_free = vec[float]([0.0] * seats)  # of the figures in the supply,
        self.of_final = vec[float]([0.0] * seats)  # and of what boxes would give, or count as assets
        self.beside = vec[i64]()  # the features that each of `stood` could score for, one list after the other
        self.beside_first = vec[i64]()  # where the lists begin
        self.mark: i64 = 0
        self.added = vec[i64]()  # the mark of the placement for which a feature was evaluated again
        self.moved = vec[i64]()  # features that have figures only after the last placement,
        self.moved_stamp = vec[i64]()  # and their previous data
        self.moved_strength = vec[i64]()

    def look(self, state: State) -> None:
        """Take the position apart. `Evaluation.begin` must have been called with its bag."""
        parts = self.parts
        self.before = state
        self.moved = vec[i64]()
        if not state.rules.figure_follows_tile:
            parts.fronts.look(state)
            return
        parts.evaluate(state)
        fronts = parts.fronts
        seats = self.seats
        nodes: i64 = len(fronts.met_stamp)
        if len(self.added) < nodes:
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
                    if fronts.is_met(other):
                        self.beside = append(self.beside, other)
        self.beside_first = append(self.beside_first, len(self.beside))
        coming = parts.moves_next(state)
        for k in range(fronts.met_count):
            feature = fronts.met[k]
            if parts.stood_stamp[feature] != parts.stamp:
                parts.values[coming] = 0.0
                parts.add_loose(state, feature, coming, 1.0)
                self.of_loose[feature] = parts.values[coming]
        if len(self.of_pairs) < fronts.pairs * seats:
            self.of_pairs = vec[float]([0.0] * (2 * fronts.pairs * seats))
        for k in range(fronts.pairs):
            self._clear()
            parts.add_join(state, fronts.pair_one[k], fronts.pair_two[k], fronts.pair_chance[k])
            self._keep(self.of_pairs, k)
        self._clear()
        self._add_free()
        self._keep(self.of_free, 0)
        self._clear()
        self._add_besides(state)
        self._keep(self.of_final, 0)

    def judge(self, after: State, cell: Cell) -> None:
        """Evaluate the position after the tile was laid in this cell: the result is `current.values`."""
        parts = self.parts
        before = self.before
        assert before is not None
        self._restore()
        follows = after.rules.figure_follows_tile
        same = after.actor != NOBODY and (not follows or self._is_as_it_was(before, after))
        if not same or not parts.fronts.lay(before, after, cell):
            self.current = self.spare
            self.spare.evaluate(after)
            return
        self.current = parts
        if follows:
            parts.evaluations += 1
            self._follow(before, after, cell)
        else:
            parts.evaluate_figures(after)

    def gain(self, after: State, kind: i64, node: i64, seat: i64) -> float:
        """What a figure would add after the last placement (see `Evaluation.gain`)."""
        return self.current.gain(after, kind, node, seat)

    def _is_as_it_was(self, before: State, after: State) -> bool:
        """Whether nothing has been scored since: the figure step comes next, or no figure has moved."""
        if after.step == after.rules.deploy_step:
            return True
        if after.actor != CHANCE:
            return False
        for figure in range(after.rules.figures):  # noqa: SIM110 (a generator is slow when compiled)
            if after.figure_at[figure] != before.figure_at[figure]:
                return False
        return True

    # -- what a placement changes -------------------------------------------------------------------------------------
    def _follow(self, before: State, after: State, cell: Cell) -> None:
        """Start from the previous values, and update those that have changed."""
        parts = self.parts
        fronts = parts.fronts
        values = parts.values
        self.mark += 1
        for seat in range(self.seats):
            values[seat] = self.whole[seat]
        freed = False
        # Features with figures that have grown, or whose probabilities have changed.
        for k in range(parts.stood_count):
            if self._is_touched(before, after, k, cell):
                self._subtract(self.of_features, k)
                root = after.root[parts.stood[k]]
                if self.added[root] != self.mark:
                    self.added[root] = self.mark
                    packed = strengths(after, root)
                    numbers, present = self._numbers(after, root)
                    self._stand(root, packed)
                    parts.add_feature(after, root, packed, numbers, present)
                    if after.open_ends[root] == 0 and parts.rules.completes[after.kind_of(root)]:
                        freed = True
        coming = parts.moves_next(after)
        for k in range(fronts.saves):
            feature = fronts.saved[k]
            if fronts.saved_stamp[k] == fronts.stamp and not self._stood_before(feature):
                values[coming] -= self.of_loose[feature]
            if fronts.met_stamp[feature] == fronts.stamp and parts.stood_stamp[feature] != parts.stamp:
                parts.add_loose(after, feature, coming, 1.0)
        self._judge_pairs(before, after)
        if freed:
            self._subtract(self.of_free, 0)
            self._free_completed(after)
            self._add_free()
        if len(parts.rules.final_scores) or len(parts.assets):
            self._subtract(self.of_final, 0)
            self._add_besides(after)

    def _is_touched(self, before: State, after: State, k: i64, cell: Cell) -> bool:
        """Whether a placement changes the value of one of `stood`."""
        parts = self.parts
        fronts = parts.fronts
        feature = parts.stood[k]
        if fronts.changed[feature] == fronts.mark or after.size[after.root[feature]] != before.size[feature]:
            return True
        kind = parts.kind_class[before.kind_of(feature)]
        if kind == of.AROUND_CLASS:
            centre = before.slot_cell[before.node_slot[feature]]
            across = (centre & COLUMN_MASK) - (cell & COLUMN_MASK)
            down = (centre >> SPAN_BITS) - (cell >> SPAN_BITS)
            return -REACH <= across <= REACH and -REACH <= down <= REACH
        if kind == of.NEVER_CLASS:
            for at in range(self.beside_first[k], self.beside_first[k + 1]):
                if fronts.changed[self.beside[at]] == fronts.mark:
                    return True
        return False

    def _numbers(self, after: State, root: Feature) -> tuple[i64, i64]:
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

    def _judge_pairs(self, before: State, after: State) -> None:
        """Evaluate the pairs at the cell and beside it again, and other pairs if one of their features has changed."""
        parts = self.parts
        fronts = parts.fronts
        for k in range(fronts.pairs):
            one = fronts.pair_one[k]
            two = fronts.pair_two[k]
            if k >= fronts.pairs_before:
                parts.add_join(after, one, two, fronts.pair_chance[k])
            elif fronts.pair_front[k] == GONE:
                self._subtract(self.of_pairs, k)
            elif self._has_grown(before, after, one) or self._has_grown(before, after, two):
                self._subtract(self.of_pairs, k)
                parts.add_join(after, after.root[one], after.root[two], fronts.pair_chance[k])

    def _has_grown(self, before: State, after: State, feature: Feature) -> bool:
        return after.size[after.root[feature]] != before.size[feature]

    def _free_completed(self, after: State) -> None:
        """Count figures on features that are complete now as free."""
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
        """Store what has been added since `_clear`."""
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

    def _add_besides(self, state: State) -> None:
        self.parts.add_final(state)
        self.parts.add_assets(state)

    def _stand(self, root: Feature, packed: i64) -> None:
        """Record that figures stand on a feature after the placement."""
        parts = self.parts
        if parts.stood_stamp[root] == parts.stamp and parts.strength[root] == packed:
            return
        self.moved = append(self.moved, root)
        self.moved_stamp = append(self.moved_stamp, parts.stood_stamp[root])
        self.moved_strength = append(self.moved_strength, parts.strength[root])
        parts.stood_stamp[root] = parts.stamp
        parts.strength[root] = packed

    def _stood_before(self, feature: Feature) -> bool:
        """Whether figures stood on a feature before the placement."""
        for k in range(len(self.moved)):
            if self.moved[k] == feature:
                return self.moved_stamp[k] == self.parts.stamp
        return self.parts.stood_stamp[feature] == self.parts.stamp

    def _restore(self) -> None:
        """Undo what was changed for the last placement."""
        parts = self.parts
        for k in range(len(self.moved)):
            parts.stood_stamp[self.moved[k]] = self.moved_stamp[k]
            parts.strength[self.moved[k]] = self.moved_strength[k]
        if len(self.moved):
            self.moved = vec[i64]()
            self.moved_stamp = vec[i64]()
            self.moved_strength = vec[i64]()
        before = self.before
        if before is not None and before.rules.figure_follows_tile:
            for k in range(len(parts.free)):
                parts.free[k] = before.supply[k]
