"""What playing on has shown beyond the evaluation: from which features, and to whom, the points of later turns come."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from math import fsum, sqrt
from statistics import fmean, stdev

from aude.engine.state import State
from aude.think.account import Account
from aude.think.duel import played_on
from aude.think.shares import NOTHING
from aude.think.turns import Thinker

LITTLE = 0.15  # points; less is not told by itself,
SURE = 2.0  # nor what is less than so many standard errors
NEW = -2  # instead of a group of features: those that are begun later


@dataclass(frozen=True)
class Key:
    """Where points come from: a seat's share of a group of features, or its free figures of one kind."""

    seat: str
    group: int = NOTHING
    figure: str = ""


@dataclass(frozen=True)
class End:
    """Where a game stood after it had been played on: its state, its evaluation, and who scored for which node."""

    state: State
    account: Account
    scored: tuple[tuple[int, int, int], ...]
    """Seat, points and node of a feature."""


@dataclass(frozen=True)
class Find:
    """Points that playing on has moved, as the seat they belong to sees it."""

    key: Key
    points: float
    """How much more that seat gets with the one way to go on than with the other, beyond what the evaluation knew."""
    completed: tuple[float, float] | None = None
    """In what share of the games the features were completed, with the one and with the other, if there were any."""


def end_of(thinker: Thinker, state: State, codes: Sequence[int], turns: int, seed: int) -> End:
    """Answer with these codes and play on, as `think.duel` does with this seed. The state is used up."""
    state.journal = []
    for code in codes:
        state.play(code)
    played_on(thinker, state, turns, seed)
    notes = [note for note in state.journal if note.name == "scored"]
    state.journal = None
    scored = tuple((int(note.facts[0]), int(note.facts[1]), int(note.facts[2])) for note in notes if note.facts[2] >= 0)
    return End(state, Account(thinker.evaluation, state), scored)


class Side:
    """One of two ways to go on: the features there are after it, and where the games stood that went on from there."""

    def __init__(self, seats: Sequence[str], groups: Mapping[int, int], ends: Sequence[End]) -> None:
        self.seats = seats
        self.groups = groups  # of a node of each feature, its group
        self.ends = ends

    def sums(self) -> list[dict[Key, float]]:
        """For each end what everything has brought or is worth."""
        return [self._sums(end) for end in self.ends]

    def completed(self, group: int) -> float | None:
        """In what share of the ends the features of a group were complete; None if there are none."""
        nodes = [node for node, one in self.groups.items() if one == group]
        return fmean(all(_is_complete(end.state, node) for node in nodes) for end in self.ends) if nodes else None

    def _sums(self, end: End) -> dict[Key, float]:
        found: dict[Key, float] = defaultdict(float)
        groups = {int(end.state.root[node]): group for node, group in reversed(list(self.groups.items()))}
        for share in end.account.shares:
            seat = self.seats[int(share.seat)]
            if share.subject != NOTHING:
                found[Key(seat, groups.get(int(share.subject), NEW))] += share.points
            else:
                figure = figure_of(end.account.names[int(share.term)])
                if figure:
                    found[Key(seat, figure=figure)] += share.points
        for number, points, node in end.scored:
            found[Key(self.seats[number], groups.get(int(end.state.root[node]), NEW))] += points
        return found


def _is_complete(state: State, node: int) -> bool:
    feature = state.root[node]
    return bool(state.rules.completes[state.kind_of(feature)] and state.is_complete(feature))


def figure_of(term: str) -> str:
    """The kind of figure whose free ones a term counts; empty if it counts something else."""
    first, _, last = term.partition(".")
    return first if last == "free" or last.startswith("free.") else ""


def finds(sides: tuple[Side, Side], known: Mapping[Key, float]) -> list[Find]:
    """What is certain, and more than a little; `known` is what the evaluation knew of it before."""
    here, there = (side.sums() for side in sides)
    found = []
    for key in dict.fromkeys((*known, *(key for sums in (*here, *there) for key in sums))):
        differences = [one.get(key, 0.0) - other.get(key, 0.0) for one, other in zip(here, there, strict=True)]
        points = fsum(differences) / len(differences) - known.get(key, 0.0)
        error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
        if abs(points) >= max(LITTLE, SURE * error):
            one, other = (side.completed(key.group) for side in sides)
            found.append(Find(key, points, None if one is None or other is None else (one, other)))
    return found
