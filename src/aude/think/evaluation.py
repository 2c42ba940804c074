"""The evaluation of a position: the points that each seat can expect to have at the end.

The value is a sum of terms (`aude.think.terms`), each counted in points or pieces and multiplied by a weight. Weights
depend on how many tiles are left; with none left, only the current values of features count, and the sum is exact.
The values of features come from the engine's scorers, so everything that a box adds to them is included.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.assets import Asset, Filler
from aude.engine.cells import AROUND, EIGHT
from aude.engine.features import bordering
from aude.engine.figures import free_figure, move
from aude.engine.memo import Memo
from aude.engine.rules import CHANCE, NOBODY, SUPPLY, Rules
from aude.engine.scoring import SEAT_BITS, award_known, leaders, strength, strengths, weight_on
from aude.engine.state import State
from aude.engine.types import Feature, Node, Seat
from aude.think import terms as of
from aude.think.chances import Chances
from aude.think.fronts import GONE, Fronts
from aude.think.shares import NOTHING, Share
from aude.think.terms import Terms

KNOTS: Final = [0, 6, 16, 36, 71]  # numbers of tiles left for which there are weights; others are interpolated
HOPELESS: Final = 0.03  # figures count as stuck below this probability
SUPPLIED: Final = 3.0  # a first guess for what a completed feature is worth to those that score for it
WIDE_OPEN: Final = 6  # with this many open ends, a feature can grow as much as with more
SPARE: Final = 64


@final
class Evaluation:
    """The evaluation for one set of rules. `values` has the values of the last position for each seat."""

    def __init__(self, rules: Rules, terms: Terms, chances: Chances, weights: list[float]) -> None:
        self.rules = rules
        self.seats = rules.seats
        self.terms = terms
        self.kind_first = terms.kind_first
        self.kind_class = terms.kind_class
        self.chances = chances
        self.fronts = Fronts(rules, terms, self.chances)
        self.far = chances.shape.far
        self.weights = vec[float](weights)  # of knot * terms + term
        self.knots = vec[i64](KNOTS)
        self.now = vec[float]([0.0] * terms.count)  # the weights for the number of tiles that are left
        self.left: float = 0.0  # how many tiles are left, scaled to two seats
        self.values = vec[float]([0.0] * rules.seats)
        self.noting = False  # whether to record `counts`
        self.counts = vec[float]([0.0] * (terms.count * rules.seats))  # of term * seats + seat: before weighting
        self.shares: list[Share] | None = None  # if it is a list, `noting` also records every term with its feature
        self.subject: i64 = NOTHING  # the feature (or pair of features) that is being evaluated
        self.other: i64 = NOTHING
        self.evaluations: i64 = 0
        # For each feature with figures, if its stamp is that of this evaluation:
        self.stamp: i64 = 0
        self.stood_stamp = vec[i64]()
        self.strength = vec[i64]()  # of the seats there, as `scoring.strengths` packs them,
        self.number = vec[i64]()  # how many figures they have there, packed in the same way,
        self.present = vec[i64]()  # and the mask of seats
        self.stood = vec[i64]([0] * rules.figures)  # these features
        self.stood_count: i64 = 0
        # The values of unoccupied features when complete, as long as `loose_memo` remembers their table:
        self.loose_memo: Memo | None = None
        self.loose_stamp: i64 = 0
        self.loose_known = vec[i64]()
        self.loose_worth = vec[float]()
        self.free = vec[i64]([0] * (len(rules.figure_each) * rules.seats))  # of kind * seats + seat
        self.elsewhere = vec[Filler](
            [one for one in rules.fillers if getattr(type(one), "elsewhere") is not getattr(Filler, "elsewhere")]  # noqa: B009
        )  # those that handle ends that are not at a side
        self.assets = vec[Asset](rules.assets)
        self.asset_counts = vec[float]([0.0] * rules.seats)
        self.of_assets = vec[float]([0.0] * rules.seats)  # what they added in the last position
        self.totals = vec[i64]([0] * rules.seats)
        self.complete_totals = vec[i64]([0] * rules.seats)

    def twin(self) -> Evaluation:
        """Another evaluation with the same weights, which shares the cache about bags."""
        return Evaluation(self.rules, self.terms, self.chances, list(self.weights))

    def begin(self, state: State) -> None:
        """Use the tiles that are left in this state; call this before evaluations with a new bag."""
        self.chances.look_at_bag(state)
        self.left = float(state.bag_size) * 2.0 / float(self.seats)
        last: i64 = len(self.knots) - 1
        knot: i64 = 0
        while knot < last - 1 and self.left >= float(self.knots[knot + 1]):
            knot += 1
        low = self.knots[knot]
        share = min(1.0, (self.left - float(low)) / float(self.knots[knot + 1] - low))
        at = knot * self.terms.count
        above = at + self.terms.count
        for term in range(self.terms.count):
            self.now[term] = (1.0 - share) * self.weights[at + term] + share * self.weights[above + term]

    def lead(self, seat: Seat) -> float:
        """How far ahead of the others' mean a seat is expected to be."""
        others = 0.0
        for other in range(self.seats):
            if other != seat:
                others += self.values[other]
        if self.seats == 1:
            return self.values[seat]
        return self.values[seat] - others / float(self.seats - 1)

    def evaluate(self, state: State) -> None:
        """Compute `values`. Complete features need not have been scored yet."""
        if state.actor != NOBODY:
            self.fronts.look(state)
        self.evaluate_figures(state)

    def evaluate_figures(self, state: State) -> None:
        """`evaluate` if the tiles are as in `fronts`."""
        self.evaluations += 1
        values = self.values
        for seat in range(self.seats):
            values[seat] = float(state.scores[seat])
        if self.noting:
            for k in range(len(self.counts)):
                self.counts[k] = 0.0
        if state.actor == NOBODY:
            return
        self._make_room(state.nodes + SPARE)
        self._look_at_figures(state)
        for k in range(self.stood_count):
            feature = self.stood[k]
            self.subject = feature
            self.add_feature(state, feature, self.strength[feature], self.number[feature], self.present[feature])
        coming = self.moves_next(state)
        fronts = self.fronts
        for k in range(fronts.met_count):
            feature = fronts.met[k]
            if self.stood_stamp[feature] != self.stamp and fronts.met_stamp[feature] == fronts.stamp:
                self.subject = feature
                self.add_loose(state, feature, coming, 1.0)
        for k in range(fronts.pairs):
            if fronts.pair_front[k] != GONE:
                self.add_join(
                    state, state.root[fronts.pair_one[k]], state.root[fronts.pair_two[k]], fronts.pair_chance[k]
                )
        self.subject = NOTHING
        self.other = NOTHING
        for kind in range(len(self.rules.figure_each)):
            for seat in range(self.seats):
                self.add_free(kind, seat, self.free[kind * self.seats + seat], 1.0)
        self._add(of.TEMPO, coming, 1.0)
        self.add_final(state)
        self.add_assets(state)

    def gain(self, state: State, kind: i64, node: Node, seat: Seat) -> float:
        """How much a figure on a free segment would add to the lead of its seat in the last position.

        This does not include possible joins with other features.
        """
        feature = state.root[node]
        before = self.values[:]
        coming = self.moves_next(state)
        if self.fronts.is_met(feature):
            self.add_loose(state, feature, coming, -1.0)
        figure = free_figure(state, kind, seat)
        for other in range(self.seats):
            self.values[other] -= self.of_assets[other]
        move(state, figure, node)
        self._count_assets(state)
        self.add_feature(state, feature, strengths(state, feature), i64(1) << SEAT_BITS * seat, i64(1) << seat)
        move(state, figure, SUPPLY)
        if state.open_ends[feature] != 0 or not self.rules.completes[state.kind_of(feature)]:
            free = self.free[kind * self.seats + seat]
            self.add_free(kind, seat, free, -1.0)
            self.add_free(kind, seat, free - 1, 1.0)
        found = self.lead(seat)
        self.values = before
        return found - self.lead(seat)

    # -- looking ------------------------------------------------------------------------------------------------------
    def _make_room(self, nodes: i64) -> None:
        """Enlarge all arrays that are indexed by feature."""
        if len(self.stood_stamp) < nodes:
            room = 2 * nodes
            self.stood_stamp = vec[i64]([0] * room)
            self.strength = vec[i64]([0] * room)
            self.number = vec[i64]([0] * room)
            self.present = vec[i64]([0] * room)
            self.loose_known = vec[i64]([0] * room)
            self.loose_worth = vec[float]([0.0] * room)

    def _look_at_figures(self, state: State) -> None:
        """Find out where figures stand and which are free; figures on complete features count as free."""
        rules = self.rules
        self.stamp += 1
        stamp = self.stamp
        count: i64 = 0
        for k in range(len(self.free)):
            self.free[k] = state.supply[k]
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node < 0:
                continue
            feature = state.root[node]
            seat = rules.figure_seat[figure]
            if self.stood_stamp[feature] != stamp:
                self.stood_stamp[feature] = stamp
                self.strength[feature] = 0
                self.number[feature] = 0
                self.present[feature] = 0
                self.stood[count] = feature
                count += 1
            self.strength[feature] += weight_on(state, figure, feature) << SEAT_BITS * seat
            self.number[feature] += i64(1) << SEAT_BITS * seat
            self.present[feature] |= i64(1) << seat
            if state.open_ends[feature] == 0 and rules.completes[state.kind_of(feature)]:
                self.free[rules.figure_kind[figure] * self.seats + seat] += 1
        self.stood_count = count

    # -- adding up ----------------------------------------------------------------------------------------------------
    def _add(self, term: i64, seat: Seat, amount: float) -> None:
        self.values[seat] += self.now[term] * amount
        if self.noting:
            self.counts[term * self.seats + seat] += amount
            if self.shares is not None:
                self.shares.append(Share(term, seat, self.now[term] * amount, self.subject, self.other))

    def _clear_totals(self) -> None:
        for seat in range(self.seats):
            self.totals[seat] = 0

    def moves_next(self, state: State) -> i64:
        """The seat that lays the next tile."""
        if state.actor == CHANCE:
            return state.player
        return state.seat_after(state.player)

    def add_final(self, state: State) -> None:
        """Add what boxes would give if the game ended now."""
        if len(self.rules.final_scores):
            self._clear_totals()
            for part in self.rules.final_scores:
                part.final_scores(state, self.totals, None)
            for seat in range(self.seats):
                self._add(of.FINAL, seat, float(self.totals[seat]))

    def add_assets(self, state: State) -> None:
        """Add the assets of boxes (`aude.engine.assets`), which are stored for `gain`."""
        for seat in range(self.seats):
            self.of_assets[seat] = -self.values[seat]
        self._count_assets(state)
        for seat in range(self.seats):
            self.of_assets[seat] += self.values[seat]

    def _count_assets(self, state: State) -> None:
        counts = self.asset_counts
        term = self.terms.asset_first
        for asset in self.assets:
            for seat in range(self.seats):
                counts[seat] = 0.0
            asset.count(state, counts)
            for seat in range(self.seats):
                if counts[seat]:
                    self._add(term, seat, counts[seat])
            term += 1

    def add_free(self, kind: i64, seat: Seat, free: i64, times: float) -> None:
        """Add figures in the supply."""
        counted = self.terms.free_counted[kind]
        first = self.terms.free_first[kind]
        if counted:
            self._add(first + min(free, counted), seat, times)
        else:
            self._add(first, seat, times * float(free))

    def add_feature(self, state: State, feature: Feature, packed: i64, numbers: i64, present: i64) -> None:
        """Add a feature with figures of these strengths and numbers."""
        kind = state.kind_of(feature)
        first = self.kind_first[kind]
        self._clear_totals()
        ends = state.open_ends[feature]
        if ends <= 0 and self.kind_class[kind] != of.NEVER_CLASS:
            complete = state.is_complete(feature) and self.rules.completes[kind] != 0
            award_known(state, feature, packed, present, complete, self.totals, None)
            for seat in range(self.seats):
                self._add(of.SETTLED, seat, float(self.totals[seat]))
            return
        award_known(state, feature, packed, present, False, self.totals, None)
        if self.kind_class[kind] == of.SIDES_CLASS:
            self._add_at_sides(state, feature, first, packed, numbers, present)
        elif self.kind_class[kind] == of.AROUND_CLASS:
            self._add_around(state, feature, first, numbers)
        else:
            self._add_never(state, feature, first, packed)

    def _add_at_sides(
        self, state: State, feature: Feature, first: i64, packed: i64, numbers: i64, present: i64
    ) -> None:
        cells = 0.0
        if self.fronts.is_met(feature):
            cells = float(self.fronts.cells[feature])
        chance = self.chance_of(state, feature) * min(1.0, self.left / (2.0 * max(1.0, cells)))
        totals = self.totals
        complete = self.complete_totals
        for seat in range(self.seats):
            complete[seat] = 0
        award_known(state, feature, packed, present, True, complete, None)
        ahead = leaders(state, packed)
        safe = self._is_safe(packed)
        for seat in range(self.seats):
            done = float(complete[seat])
            worth = float(totals[seat])
            if worth or done:
                self._add(first + of.NOW, seat, worth)
                self._add(first + of.GAIN, seat, chance * (done - worth))
                self._add(first + of.HOPE, seat, chance * done)
                self._add(first + of.FAITH, seat, chance * chance * done)
            if ahead >> seat & 1:
                self._add(first + of.CLOSING, seat, chance)
                self._add(first + of.GROWING, seat, chance * cells)
                self._add(first + of.OPEN, seat, cells)
                if safe:
                    self._add(first + of.SAFE, seat, worth + chance * (done - worth))
            number = float(strength(numbers, seat))
            if number:
                self._add(first + of.STANDING, seat, number)
                self._add(first + of.RETURNING, seat, number * chance)
                if chance < HOPELESS:
                    self._add(first + of.STUCK, seat, number)

    def chance_of(self, state: State, feature: Feature) -> float:
        """The probability that a feature is completed, given enough time, in the last position."""
        beyond = self._beyond_cells(state, feature)
        if self.fronts.is_met(feature):
            return self.fronts.chance[feature] * beyond
        if beyond < 1.0:
            return beyond
        return 0.0

    def _beyond_cells(self, state: State, feature: Feature) -> float:
        """The probability that the ends of a feature that are not at a cell are closed; 1 if there are none."""
        chance = 1.0
        for filler in self.elsewhere:
            chance *= filler.elsewhere(state, feature)
        return chance

    def _is_safe(self, packed: i64) -> bool:
        """Whether one seat leads by at least two."""
        most: i64 = 0
        second: i64 = 0
        for seat in range(self.seats):
            mine = strength(packed, seat)
            if mine > most:
                second = most
                most = mine
            elif mine > second:
                second = mine
        return most >= second + 2

    def _add_around(self, state: State, feature: Feature, first: i64, numbers: i64) -> None:
        missing = float(state.open_ends[feature])
        cell = state.slot_cell[state.node_slot[feature]]
        time = min(1.0, self.left / (2.0 * missing))
        more = 0.0
        whole = 1.0
        for k in range(EIGHT):
            there = state.at(cell + AROUND[k])
            if there <= 0:
                chance = self.far
                if there < 0:
                    self.chances.look_at_cell(state, -there - 1)
                    chance = self.chances.filled(state.front_sides[-there - 1])
                chance *= time
                more += chance
                whole *= chance
        for seat in range(self.seats):
            worth = float(self.totals[seat])
            if worth:
                self._add(first + of.NOW, seat, worth)
                self._add(first + of.MORE, seat, more)
                self._add(first + of.AROUND_CLOSING, seat, whole)
            number = float(strength(numbers, seat))
            if number:
                self._add(first + of.AROUND_STANDING, seat, number)
                self._add(first + of.AROUND_RETURNING, seat, number * whole)

    def _add_never(self, state: State, feature: Feature, first: i64, packed: i64) -> None:
        ahead = leaders(state, packed)
        hope = 0.0
        for other in bordering(state, feature):
            if state.open_ends[other] > 0 and self.fronts.is_met(other):
                if self.rules.supplies[state.kind_of(other)]:
                    hope += SUPPLIED * self.fronts.chance[other]
        room = float(max(0, min(state.open_ends[feature], WIDE_OPEN))) / float(WIDE_OPEN)
        safe = self._is_safe(packed)
        for seat in range(self.seats):
            worth = float(self.totals[seat])
            if worth:
                self._add(first + of.NOW, seat, worth)
            if ahead >> seat & 1:
                self._add(first + of.SUPPLY_HOPE, seat, hope)
                self._add(first + of.SUPPLY_OPEN, seat, room)
                self._add(first + of.ONE, seat, 1.0)
                if safe:
                    self._add(first + of.SUPPLY_SAFE, seat, worth)

    def add_loose(self, state: State, feature: Feature, seat: Seat, times: float) -> None:
        """Add an unoccupied feature, for the seat that moves next."""
        if state.open_ends[feature] <= 0 or seat < 0:
            return
        term = self.kind_first[state.kind_of(feature)] + of.LOOSE
        self._add(term, seat, times * self.fronts.chance[feature] * self._loose_worth(state, feature))

    def _loose_worth(self, state: State, feature: Feature) -> float:
        """The value of an unoccupied feature if it is completed at its sides."""
        memo = state.memo
        if memo is None or not memo.covers(state, feature):
            return self._worth_complete(state, feature)
        if memo is not self.loose_memo:
            self.loose_memo = memo
            self.loose_stamp += 1
        if self.loose_known[feature] != self.loose_stamp:
            self.loose_known[feature] = self.loose_stamp
            self.loose_worth[feature] = self._worth_complete(state, feature)
        return self.loose_worth[feature]

    def _worth_complete(self, state: State, feature: Feature) -> float:
        worth = self.rules.scorers[state.kind_of(feature)].value(state, feature, True, None)
        return float(worth) * self._beyond_cells(state, feature)

    def add_join(self, state: State, one: Feature, two: Feature, chance: float) -> None:
        """Add a pair of occupied features that may be joined: what that would gain, and take from others."""
        if self.stood_stamp[one] != self.stamp or self.stood_stamp[two] != self.stamp or one == two:
            return
        if state.open_ends[one] <= 0 or state.open_ends[two] <= 0:
            return
        self.subject = one
        self.other = two
        kind = state.kind_of(one)
        scorer = self.rules.scorers[kind]
        first = float(scorer.value(state, one, False, None))
        second = float(scorer.value(state, two, False, None))
        ahead_one = leaders(state, self.strength[one])
        ahead_two = leaders(state, self.strength[two])
        ahead = leaders(state, self.strength[one] + self.strength[two])
        for seat in range(self.seats):
            change = 0.0
            if ahead >> seat & 1:
                change += first + second
            if ahead_one >> seat & 1:
                change -= first
            if ahead_two >> seat & 1:
                change -= second
            if change:
                self._add(self.kind_first[kind] + of.JOIN, seat, chance * change)
