"""Scores explained as a referee does: who stands on a feature with what weight, who wins it, each line of the sum.

`now` is what is complete and would be scored at this moment, `final` what the end of the game brings. Both look at a
game and change nothing in it; they know no box, only the engine's majorities and the notes that explain every point.
"""

from __future__ import annotations

from collections.abc import Iterable
from dataclasses import dataclass

from aude.engine.features import bordering, is_supplier
from aude.engine.rules import ASKED, Note
from aude.engine.scoring import MAX_WEIGHT, award, final_scores, strength, strengths
from aude.errors import AudeError
from aude.game.events import Event, event_of
from aude.game.game import Game
from aude.terminal.descriptions import Feature, features_by_root


@dataclass(frozen=True)
class Standing:
    """Figures of one kind that a seat has on a feature, and what each of them weighs in the majority."""

    seat: str
    figure: str
    count: int
    weight: int


@dataclass(frozen=True)
class Explained:
    """A feature, who stands there, who wins it and why, and what it brings."""

    feature: Feature
    standing: tuple[Standing, ...]
    weights: dict[str, int]  # of the seats that stand there
    winners: tuple[str, ...]  # those with the most weight
    counted: tuple[Feature, ...]  # what it lies beside and is worth something to it: the cities of a field
    not_counted: tuple[Feature, ...]  # what would be if it were complete
    scores: tuple[Event, ...]
    from_beside: bool = False  # nobody stands on it: those who do on what lies beside it count together


@dataclass(frozen=True)
class Report:
    """A whole scoring: the features, what else brings points, and the totals it leads to."""

    features: tuple[Explained, ...]
    others: tuple[Event, ...]
    before: dict[str, int]
    after: dict[str, int]
    empty: tuple[Feature, ...] = ()  # complete, and nobody stands there

    @property
    def gains(self) -> dict[str, int]:
        """The points that the scoring brings each seat."""
        return {seat: points - self.before[seat] for seat, points in self.after.items()}


def weight_of(game: Game, figure: int, feature: int) -> int:
    """What one figure counts in the majority of a feature, as `strengths` adds it up."""
    state, rules = game.state, game.rules
    weight = int(rules.weight[rules.figure_kind[figure]])
    if weight == ASKED:
        weight = max([0, *(int(box.figure_weight(state, figure, feature)) for box in rules.figure_weight)])
    return min(weight, MAX_WEIGHT)


def seat_weights(game: Game, feature: int) -> dict[str, int]:
    """The weight of every seat on a feature; those without a figure there have none."""
    packed = int(strengths(game.state, feature))
    return {seat: int(strength(packed, number)) for number, seat in enumerate(game.seats)}


def is_due(game: Game, feature: int) -> bool:
    """Whether a feature that is not complete by itself is scored because of what is: a castle."""
    return bool(game.rules.scorers[game.state.kind_of(feature)].is_due(game.state, feature))


def explain_now(game: Game) -> Report:
    """What is complete and has not been scored: who gets what for it, were it scored now."""
    state = game.state
    totals = state.scores[:]
    notes: list[Note] = []
    found, empty = [], []
    known = features_by_root(game)
    for root, feature in known.items():
        if not (feature.completes and (state.is_complete(root) or is_due(game, root))):
            continue
        if feature.figures:
            award(state, root, True, totals, notes)
            found.append(root)
        elif state.open_ends[root] == 0:  # and nobody has called it scored
            empty.append(feature)
    explained = [_explained(game, known, root, notes) for root in found]
    after = {seat: int(totals[number]) for number, seat in enumerate(game.seats)}
    return Report(tuple(explained), (), game.scores, after, tuple(empty))


def explain_final(game: Game) -> Report:
    """What the end of the game brings: were it now, or, of a game that is over, as it was."""
    if game.over:
        last = before_the_end(game)
        return explain_final(last) if last is not None else _as_told(game)
    totals = game.state.scores[:]
    notes: list[Note] = []
    final_scores(game.state, totals, notes)
    for note in notes:
        if note.facts[2] >= 0 and is_due(game, note.facts[2]):
            note.facts[3] = 1  # it would have been completed by what is complete, and scored before the end
    known = features_by_root(game)
    occupied = [root for root, feature in known.items() if feature.figures]
    scored = [int(note.facts[2]) for note in notes if note.facts[2] >= 0]
    roots = dict.fromkeys([*occupied, *scored])
    explained = [_explained(game, known, root, notes) for root in roots]
    explained.sort(key=lambda one: not one.feature.completes)  # fields and the like at the end, as people count them
    others = tuple(event_of(game.state, note) for note in notes if note.facts[2] < 0)
    after = {seat: int(totals[number]) for number, seat in enumerate(game.seats)}
    return Report(tuple(explained), others, game.scores, after)


def before_the_end(game: Game) -> Game | None:
    """A game that is over, as it stood before the final scoring; None if that cannot be told from its moves.

    The last move is made again with one tile more in the bag, so that the game goes on instead of ending.
    """
    if not game.moves:
        return None
    move = game.moves[-1]
    again = game.at(len(game.moves) - 1)
    bag = again.state.bag
    bag[len(bag) - 1] += 1
    again.state.bag_size += 1
    try:
        again._apply(move.seat, move.code, move.text)
    except AudeError:
        return None
    return again if not again.over and again.if_ended_now == game.scores else None


def _as_told(game: Game) -> Report:
    """The final scoring of a game that ended otherwise than by its last tile: its scores, as they were told."""
    scores = tuple(event for event in game.moves[-1].events if event.name == "scored") if game.moves else ()
    before = dict(game.scores)
    for event in scores:
        before[str(event.seat)] -= event.points
    return Report((), scores, before, game.scores)


def _explained(game: Game, known: dict[int, Feature], root: int, notes: Iterable[Note]) -> Explained:
    state, rules = game.state, game.rules
    scores = tuple(event_of(state, note) for note in notes if note.facts[2] == root)
    held = [root]
    if scores and not known[root].figures:  # a city that is scored for the farmers in all its fields
        held = [
            other for other, feature in known.items()
            if feature.figures and not feature.completes and root in bordering(state, other)
        ]  # fmt: skip
    standing = tuple(one for feature in held for one in _standing(game, feature))
    weights = {seat: sum(seat_weights(game, feature)[seat] for feature in held) for seat in game.seats}
    weights = {seat: weight for seat, weight in weights.items() if any(one.seat == seat for one in standing)}
    most = max(weights.values(), default=0)
    beside = [int(other) for other in bordering(state, root) if rules.supplies[state.kind_of(other)]]
    if known[root].completes:
        beside = []  # only what is never complete lives on its neighbours
    return Explained(
        feature=known[root],
        standing=standing,
        weights=weights,
        winners=tuple(seat for seat, weight in weights.items() if weight == most > 0),
        counted=tuple(known[other] for other in beside if is_supplier(state, other)),
        not_counted=tuple(known[other] for other in beside if not is_supplier(state, other)),
        scores=scores,
        from_beside=held != [root],
    )


def _standing(game: Game, root: int) -> list[Standing]:
    """The figures on a feature, those of a seat that are alike together."""
    state, rules = game.state, game.rules
    counts: dict[tuple[str, str, int], int] = {}
    for figure in range(rules.figures):
        node = int(state.figure_at[figure])
        if node >= 0 and state.root[node] == root:
            seat = rules.seat_names[rules.figure_seat[figure]]
            kind = rules.figure_kinds[rules.figure_kind[figure]].name
            key = (seat, kind, weight_of(game, figure, root))
            counts[key] = counts.get(key, 0) + 1
    return [Standing(seat, kind, count, weight) for (seat, kind, weight), count in counts.items()]
