"""Explain scores as a referee does: who stands on a feature with what weight, who wins it, and each line of the sum.

`explain_now` covers what is complete and would be scored at this moment, `explain_final` the final scoring. Neither
changes the game, and neither knows any box: they use the engine's majorities and the notes that explain every point.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass

from aude.board import Board, Feature, Gain
from aude.engine.hand import put_one_more_in_bag
from aude.errors import AudeError
from aude.game.events import Event
from aude.game.game import GameCore
from aude.shown import Shown


@dataclass(frozen=True)
class Standing:
    """Figures of one kind that a seat has on a feature, and the weight of each in the majority."""

    seat: str
    figure: str
    count: int
    weight: int


@dataclass(frozen=True)
class Explained:
    """A feature: who stands there, who wins it and why, and what it scores."""

    feature: Feature
    standing: tuple[Standing, ...]
    weights: dict[str, int]  # of the seats that have figures there
    winners: tuple[str, ...]  # the seats with the most weight
    counted: tuple[Feature, ...]  # features beside it that score for it: the complete cities of a field
    not_counted: tuple[Feature, ...]  # features beside it that would if they were complete
    scores: tuple[Event, ...]
    from_beside: bool = False  # nobody stands on it: the figures on the features beside it count together


@dataclass(frozen=True)
class Report(Shown):
    """A whole scoring: the features, everything else that gives points, and the resulting totals."""

    features: tuple[Explained, ...]
    others: tuple[Event, ...]
    before: dict[str, int]
    after: dict[str, int]
    empty: tuple[Feature, ...] = ()  # complete, but unoccupied

    @property
    def gains(self) -> dict[str, int]:
        """The points that each seat gets."""
        return {seat: points - self.before[seat] for seat, points in self.after.items()}


def explain_now(game: GameCore) -> Report:
    """Explain who would get what if everything that is complete and not scored yet were scored now.

    >>> from aude import Game
    >>> game = Game(deal=False)
    >>> game.lay('''
    ...     lay base/FRRR 1,0
    ...     stand red meeple road W at 1,0
    ...     turn blue
    ... ''')
    >>> _ = game.play("draw base/FRRR"), game.play("place -1,0 turn 180")
    >>> [(one.feature.kind, one.winners) for one in explain_now(game).features]
    [('road', ('red',))]
    """
    board = Board(game.state)
    after = dict(game.scores)
    explained, empty = [], []
    for feature in board.features:
        if not (feature.complete or (feature.completes and feature.is_due)):
            continue
        if feature.figures:
            gains = feature.gains(complete=True)
            for gain in gains:
                after[gain.seat] += gain.points
            explained.append(_explained(board, feature, [_event(gain) for gain in gains]))
        elif feature.complete and not feature.scored:
            empty.append(feature)
    return Report(tuple(explained), (), game.scores, after, tuple(empty))


def _event(gain: Gain) -> Event:
    """The event for a seat that gains this for a complete feature."""
    return Event("scored", lines=gain.lines, seat=gain.seat, points=gain.points, feature=gain.spot, complete=True)


def explain_final(game: GameCore) -> Report:
    """Explain the final scoring: as if the game ended now, or, if it is over, as it was.

    >>> from aude import Game
    >>> game = Game(seed=5, first_player="seat1")
    >>> _ = game.play("place -1,0 turn 180"), game.play("deploy meeple road E")
    >>> report = explain_final(game)
    >>> report.gains, [str(line) for line in report.features[0].scores[0].lines]
    ({'red': 2, 'blue': 0}, ['tiles 2'])
    """
    if game.over:
        last = before_the_end(game)
        return explain_final(last) if last is not None else _as_told(game)
    board = Board(game.state)
    scores: dict[int, list[Event]] = {feature.id: [] for feature in board.features if feature.figures}
    others = []
    for event in game.forecast():
        if "feature" not in event.facts:
            others.append(event)
            continue
        feature = board.feature_at(event.feature) or _alike(board, event, scores)
        if feature.is_due:  # complete features would have completed it, so it would have been scored before the end
            event = Event(event.name, lines=event.lines, **{**event.facts, "complete": True})
        scores.setdefault(feature.id, []).append(event)
    explained = [_explained(board, board.feature(number), events) for number, events in scores.items()]
    explained.sort(key=lambda one: not one.feature.completes)  # fields and the like last, as people count them
    return Report(tuple(explained), tuple(others), game.scores, game.if_ended_now)


def _alike(board: Board, event: Event, scores: Mapping[int, list[Event]]) -> Feature:
    """The feature of an event if several were laid over one tile and share a spot: of two castles, the next one."""
    here = [one for one in board.features if one.kind == event.feature.kind and event.feature.cell in one.cells]
    gains = [(one, gain) for one in here for gain in one.gains(one.complete) if not scores.get(one.id)]
    return next(one for one, gain in gains if (gain.seat, gain.points) == (event.seat, event.points))


def before_the_end(game: GameCore) -> GameCore | None:
    """A game that is over, as it was before the final scoring; None if its moves do not show that.

    The last move is made again with an extra tile in the bag, so that the game does not end.
    """
    if not game.moves:
        return None
    move = game.moves[-1]
    again = game.at(len(game.moves) - 1)
    put_one_more_in_bag(again.state)
    try:
        again._apply(move.seat, move.code, move.choice)
    except AudeError:
        return None
    return again if not again.over and again.if_ended_now == game.scores else None


def _as_told(game: GameCore) -> Report:
    """The final scoring of a game that did not end with its last tile, from the events of its scores."""
    scores = tuple(event for event in game.moves[-1].events if event.name == "scored") if game.moves else ()
    before = dict(game.scores)
    for event in scores:
        before[str(event.seat)] -= event.points
    return Report((), scores, before, game.scores)


def _explained(board: Board, feature: Feature, scores: Sequence[Event]) -> Explained:
    held = [feature]
    if scores and not feature.figures:  # a city whose farmers score it, in all its fields
        fields = [other for other in board.features if other.figures and not other.completes]
        held = [field for field in fields if feature.id in field.beside]
    weights: Counter[str] = Counter()
    for one in held:
        weights.update(dict(one.weights))
    most = max(weights.values(), default=0)
    # Only features that are never complete score for their neighbours.
    beside = [] if feature.completes else [board.feature(number) for number in feature.beside]
    return Explained(
        feature=feature,
        standing=tuple(standing for one in held for standing in _standing(one)),
        weights={seat: weights[seat] for seat in board.seats if seat in weights},
        winners=tuple(seat for seat in board.seats if seat in weights and weights[seat] == most > 0),
        counted=tuple(other for other in beside if other.feeds),
        not_counted=tuple(other for other in beside if other.feeds is False),
        scores=tuple(scores),
        from_beside=held != [feature],
    )


def _standing(feature: Feature) -> Iterable[Standing]:
    """The figures on a feature, with equal figures of a seat grouped together."""
    here = [figure for figure in feature.figures if figure.spot is not None]
    for (seat, kind, weight), count in Counter((one.seat, one.kind, one.weight) for one in here).items():
        yield Standing(seat, kind, count, weight)
