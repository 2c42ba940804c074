"""Scoring: majorities, the value of features, and the scoring at the end."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import send_home
from aude.engine.joining import settle
from aude.engine.rules import ASKED, BESIDES, BY_TILE, NOBODY, Line, Note
from aude.engine.state import DONE, State
from aude.engine.types import Feature, Figure, Node, Seat

SEAT_BITS: Final = 10  # for the strength of each seat, when all of them are packed into one int
SEAT_MASK: Final = (1 << SEAT_BITS) - 1
MAX_WEIGHT: Final = 100  # of one figure; more could overflow into the bits of the next seat


def strengths(state: State, feature: Feature) -> i64:
    """The weight of each seat's figures on a feature, SEAT_BITS for each seat."""
    rules = state.rules
    root = state.root
    figure_at = state.figure_at
    packed: i64 = 0
    for figure in range(rules.figures):
        node = figure_at[figure]
        if node >= 0 and root[node] == feature:
            packed += weight_on(state, figure, feature) << SEAT_BITS * rules.figure_seat[figure]
    return packed


def weight_on(state: State, figure: Figure, feature: Feature) -> i64:
    """The weight of a figure in the majority on its feature."""
    rules = state.rules
    weight = rules.weight[rules.figure_kind[figure]]
    if weight == ASKED:
        for part in rules.figure_weight:
            weight = max(weight, part.figure_weight(state, figure, feature))
        weight = max(weight, 0)
    return min(weight, MAX_WEIGHT)


def strength(packed: i64, seat: Seat) -> i64:
    """The weight of one seat's figures, out of what `strengths` returned."""
    return packed >> SEAT_BITS * seat & SEAT_MASK


def leaders(state: State, packed: i64) -> i64:
    """The mask of seats with the greatest of these `strengths`; 0 if all are 0."""
    most: i64 = 1
    mask: i64 = 0
    for seat in range(state.rules.seats):
        mine = strength(packed, seat)
        if mine > most:
            most = mine
            mask = 0
        if mine == most:
            mask |= i64(1) << seat
    return mask


def rate(state: State, feature: Feature, plain: i64, complete: bool) -> i64:
    """Points per tile: the plain rate plus what all boxes add, never below 0."""
    for part in state.rules.extra_rate:
        plain += part.extra_rate(state, feature, complete)
    return max(plain, 0)


def award(state: State, feature: Feature, complete: bool, totals: vec[i64], notes: list[Note] | None) -> None:
    """Give the value of a feature to the seat with the majority on it. Tied seats each get it in full.

    Presence bonuses of boxes go to the other seats there too.
    """
    award_known(state, feature, strengths(state, feature), -1, complete, totals, notes)


def award_known(
    state: State,
    feature: Feature,
    packed: i64,
    present: i64,
    complete: bool,
    totals: vec[i64],
    notes: list[Note] | None,
) -> None:
    """`award`, if the `strengths` and the mask of seats with any figure there (-1 if unknown) are already known."""
    rules = state.rules
    ahead = leaders(state, packed)
    if not ahead and not len(rules.presence_bonus):
        return  # nobody, or only figures without weight
    lines: list[Line] | None = None if notes is None else []
    points: i64 = 0
    if ahead:
        points = rules.scorers[state.kind_of(feature)].value(state, feature, complete, lines)
    for seat in range(rules.seats):
        wins = ahead >> seat & 1 != 0
        if wins or len(rules.presence_bonus):
            gain: i64 = 0
            seat_lines: list[Line] | None = None if lines is None else []
            if wins:
                gain = points
                if lines is not None:
                    seat_lines = lines[:]
                for part in rules.seat_bonus:
                    gain += part.seat_bonus(state, feature, seat, complete, seat_lines)
            if present >> seat & 1:
                for part in rules.presence_bonus:
                    gain += part.presence_bonus(state, feature, seat, complete, seat_lines)
            totals[seat] += gain
            if notes is not None and seat_lines is not None and gain:
                notes.append(Note("scored", [seat, gain, feature, int(complete)], seat_lines))


def award_to(state: State, feature: Feature, seat: Seat) -> None:
    """Give one seat the current value of an incomplete feature, whoever else stands there, without changing it."""
    lines: list[Line] | None = None if state.journal is None else []
    points = state.rules.scorers[state.kind_of(feature)].value(state, feature, False, lines)
    state.scores[seat] += points
    if state.journal is not None and lines is not None:
        state.journal.append(Note("scored", [seat, points, feature, 0], lines))
    _tell(state, seat, points, BESIDES)


def award_now(state: State, feature: Feature, complete: bool) -> None:
    """`award` during the game: the points count at once, and `points_gained` of the parts is called."""
    if not len(state.rules.points_gained):
        award(state, feature, complete, state.scores, state.journal)
        return
    before = state.scores[:]
    award(state, feature, complete, state.scores, state.journal)
    for seat in range(state.rules.seats):
        if state.scores[seat] != before[seat]:
            besides: i64 = 0  # points for standing there, which are not the feature's own
            for part in state.rules.presence_bonus:
                besides += part.presence_bonus(state, feature, seat, complete, None)
            if besides:
                _tell(state, seat, besides, BESIDES)
            if state.scores[seat] - before[seat] != besides:
                _tell(state, seat, state.scores[seat] - before[seat] - besides, BY_TILE)


def _tell(state: State, seat: Seat, points: i64, cause: i64) -> None:
    for part in state.rules.points_gained:
        part.points_gained(state, seat, points, cause)


def gain(state: State, seat: Seat, points: i64, label: str, cause: i64 = BESIDES) -> None:
    """Give a seat points that are not for a feature (or take them away, if negative), explained by one line."""
    state.scores[seat] += points
    _tell(state, seat, points, cause)
    if state.journal is not None:
        state.journal.append(Note("scored", [seat, points, -1, 0], [Line(label, 1, points)]))


def give(totals: vec[i64], notes: list[Note] | None, seat: Seat, points: i64, label: str, count: i64 = 1) -> None:
    """Add final points that are not for a feature to `totals` (see `Part.final_scores`), explained by one line."""
    totals[seat] += points
    if notes is not None:
        notes.append(Note("scored", [seat, points, -1, 0], [Line(label, count, points)]))


def uncollected(state: State, kinds: i64) -> vec[i64]:
    """The complete features of these kinds (a mask) that `collect_completed` has not collected yet, each once."""
    found = vec[i64]()
    if state.slots:
        for node in range(state.slot_first[state.slots - 1], state.nodes):
            found = _with_uncollected(state, kinds, node, found)
    for node in state.touched:
        found = _with_uncollected(state, kinds, node, found)
    return found


def _with_uncollected(state: State, kinds: i64, node: Node, found: vec[i64]) -> vec[i64]:
    feature = state.root[node]
    if state.open_ends[feature] == 0 and kinds >> state.kind_of(feature) & 1 and feature not in found:
        return append(found, feature)
    return found


def collect_completed(state: State) -> None:
    """Collect the features that were completed since the last scoring, by the sides of the new tile or in `touched`."""
    if len(state.completed):
        state.completed = vec[i64]()
    root = state.root
    open_ends = state.open_ends
    for node in range(state.slot_first[state.slots - 1], state.nodes):
        feature = root[node]
        if open_ends[feature] == 0:
            _collect(state, feature)
    if len(state.touched):
        touched = state.touched
        state.touched = vec[i64]()
        for node in touched:
            _collect(state, state.root[node])


def _collect(state: State, feature: Feature) -> None:
    if state.open_ends[feature] == 0 and state.rules.completes[state.kind_of(feature)]:
        settle(state, feature, DONE)
        state.completed = append(state.completed, feature)


def score_completed(state: State) -> None:
    """Score the collected features and return their figures."""
    rules = state.rules
    for feature in state.completed:
        for part in rules.feature_completed:
            part.feature_completed(state, feature)
        if state.occupants[feature]:
            award_now(state, feature, True)
            send_home(state, feature)


def final_scores(state: State, totals: vec[i64], notes: list[Note] | None) -> None:
    """Add to `totals` what each seat would score if the game ended now. Asks nothing, and changes nothing else."""
    if state.actor == NOBODY:
        return  # the game is over, and these points are already included
    rules = state.rules
    features = vec[i64](capacity=rules.figures)  # with figures on them,
    packed = vec[i64](capacity=rules.figures)  # their strengths,
    present = vec[i64](capacity=rules.figures)  # and the masks of seats there
    for figure in range(rules.figures):
        node = state.figure_at[figure]
        if node >= 0:
            feature = state.root[node]
            seat = rules.figure_seat[figure]
            weight = weight_on(state, figure, feature) << SEAT_BITS * seat
            k: i64 = 0
            known: i64 = len(features)
            while k < known and features[k] != feature:
                k += 1
            if k == known:
                features = append(features, feature)
                packed = append(packed, weight)
                present = append(present, i64(1) << seat)
            else:
                packed[k] += weight
                present[k] |= i64(1) << seat
    for k in range(len(features)):
        feature = features[k]
        complete = state.is_complete(feature) and rules.completes[state.kind_of(feature)] != 0
        award_known(state, feature, packed[k], present[k], complete, totals, notes)
    for part in rules.final_scores:
        part.final_scores(state, totals, notes)


def if_ended_now(state: State) -> vec[i64]:
    """The scores that the seats would have if the game ended now."""
    totals = state.scores[:]
    final_scores(state, totals, None)
    return totals
