"""What simulated games show beyond the evaluation: which features the points of later turns come from, and for whom."""

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

LITTLE = 0.15  # points; smaller differences are not reported separately,
SURE = 2.0  # nor are those of fewer standard errors
NEW = -2  # instead of a group of features: the features that are begun later


@dataclass(frozen=True)
class Key:
    """Where points come from: a seat's share of a group of features, or its free figures of one kind."""

    seat: str
    group: int = NOTHING
    figure: str = ""


@dataclass(frozen=True)
class End:
    """The end of a simulated game: its state, its evaluation, and who scored for which node."""

    state: State
    account: Account
    scored: tuple[tuple[int, int, int], ...]
    """Seat, points and node of a feature."""


@dataclass(frozen=True)
class Find:
    """A difference in points that the simulated games show, for the seat that gets them."""

    key: Key
    points: float
    """How much more that seat gets with the one way to go on than with the other, beyond what the evaluation knew."""
    completed: tuple[float, float] | None = None
    """In what share of the games the features were completed, with the one and with the other, if there were any."""


def end_of(thinker: Thinker, state: State, codes: Sequence[int], turns: int, seed: int) -> End:
    """Answer with these codes and continue the game as `think.duel` does with this seed. Changes the state."""
    state.journal = []
    for code in codes:
        state.play(code)
    played_on(thinker, state, turns, seed)
    notes = [note for note in state.journal if note.name == "scored"]
    state.journal = None
    scored = tuple((int(note.facts[0]), int(note.facts[1]), int(note.facts[2])) for note in notes if note.facts[2] >= 0)
    return End(state, Account(thinker.evaluation, state), scored)


class Side:
    """One of two ways to continue: its features, and the ends of the games that were simulated from there."""

    def __init__(self, seats: Sequence[str], groups: Mapping[int, int], ends: Sequence[End]) -> None:
        self.seats = seats
        self.groups = groups  # the group of each feature, by one of its nodes
        self.ends = ends

    def sums(self) -> list[dict[Key, float]]:
        """For each end, the points from everything: those scored, and those still expected."""
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
    """The kind of figure of which a term counts the free ones; empty if it counts something else."""
    first, _, last = term.partition(".")
    return first if last == "free" or last.startswith("free.") else ""


def finds(sides: tuple[Side, Side], known: Mapping[Key, float]) -> list[Find]:
    """The differences that are certain and large enough; `known` is the part that the evaluation already explains."""
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
