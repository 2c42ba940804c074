"""Explains why one way to continue is better than another, by taking the evaluations of both apart and comparing them.

The reasons add up to the difference of the leads, because each is a group of the terms that the evaluation added.
"""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from math import fsum
from typing import Any

from aude.board import Board, Feature
from aude.game.values import Spot
from aude.study.ahead import NEW, End, Find, Key, Side, figure_of, finds
from aude.study.lines import Line
from aude.think.account import NO_TILES, Account
from aude.think.evaluation import Evaluation
from aude.think.shares import NOTHING
from aude.think.terms import OF_POSITION

FEATURE = "feature"  # the points that a seat has scored, or can expect, for a feature
JOIN = "join"  # two features that may be joined
FREE = "free"  # figures in the supply
TEMPO = "tempo"  # who moves next
FINAL = "final"  # points that boxes would give at the end
POINTS = "points"  # points that were not scored for a feature
ASSET = "asset"  # other assets that boxes count
AHEAD = "ahead"  # what simulated games show beyond the evaluation, for a feature or for free figures
BEGUN = "begun"  # the name, instead of a kind of figure, of such a reason for features begun later

ROUNDING = 1e-9


@dataclass(frozen=True)
class Stake:
    """The stake of a seat in a feature after one of the two ways to continue."""

    scored: int = 0
    """Points that it has just brought."""
    figures: int = 0
    stood: int = 0
    """Those of its figures that stood there before."""
    now: int = 0
    """What the seat would have of it if the game ended now,"""
    complete: int | None = None
    """and if it were completed as it is; None if it never can be."""
    chance: float | None = None
    """The chance that it is completed, if the evaluation knows it."""
    cells: int = 0
    """The empty cells at which it ends, or around it."""
    tiles: int | None = None
    """If it ends at one cell: how many tiles that are left complete it."""


@dataclass(frozen=True)
class Reason:
    """One way in which two positions differ, and what it is worth to the seat that chooses between them."""

    kind: str
    seat: str
    """Whom it concerns."""
    points: float
    """What it adds to the lead of the seat that chooses."""
    spot: Spot | None = None
    """The feature that it is about, by one of its segments,"""
    other: Spot | None = None
    """and the one that may be joined to it."""
    name: str = ""
    """The kind of figure, or what a box counts."""
    worth: tuple[float, float] = (0.0, 0.0)
    """What it is worth to the seat itself in points: with the move, and with the other."""
    here: Stake | None = None
    """How the seat stands on the feature with the move,"""
    there: Stake | None = None
    """and with the other."""
    counts: tuple[int, int] = (0, 0)
    """Free figures with the move, and with the other."""
    completed: tuple[float, float] | None = None
    """In what share of the games that were played on the feature was completed: with the move, and with the other."""

    def to_json(self) -> dict[str, Any]:
        """The reason as JSON data."""
        facts: dict[str, Any] = {"kind": self.kind, "seat": self.seat, "points": self.points}
        facts |= {key: str(spot) for key, spot in (("spot", self.spot), ("other", self.other)) if spot is not None}
        if self.name:
            facts["name"] = self.name
        if self.kind == FREE:
            facts["counts"] = list(self.counts)
        facts["worth"] = list(self.worth)
        facts |= {key: vars(stake) for key, stake in (("here", self.here), ("there", self.there)) if stake is not None}
        if self.completed is not None:
            facts["completed"] = list(self.completed)
        return facts

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Reason:
        """The reason in data written by `to_json`."""
        return cls(
            kind=facts["kind"],
            seat=facts["seat"],
            points=facts["points"],
            name=facts.get("name", ""),
            worth=tuple(facts["worth"]),
            counts=tuple(facts.get("counts", (0, 0))),
            completed=tuple(facts["completed"]) if "completed" in facts else None,
            spot=Spot.read(facts["spot"]) if "spot" in facts else None,
            other=Spot.read(facts["other"]) if "other" in facts else None,
            here=Stake(**facts["here"]) if "here" in facts else None,
            there=Stake(**facts["there"]) if "there" in facts else None,
        )


@dataclass(frozen=True)
class Explanation:
    """The difference between two ways to continue, for the seat that chooses, with the reasons, the greatest first."""

    seat: str
    difference: float
    reasons: tuple[Reason, ...]

    def _repr_html_(self) -> str:
        from aude.study.notebook import explanation_part

        return explanation_part(self)


@dataclass
class _Side:
    """One of the two positions: its board, its evaluation, and what each group of terms adds for each seat."""

    line: Line
    account: Account
    board: Board = field(init=False)
    features: dict[int, Feature] = field(init=False)  # the features that terms are about, by their roots
    scored: list[tuple[Spot, str, int]] = field(init=False)  # scored features, with the seat and the points

    def __post_init__(self) -> None:
        events = [event for event in self.line.events if event.name == "scored" and event.seat is not None]
        spots = [(event.facts.get("feature"), str(event.seat), event.points) for event in events]
        self.scored = [(spot, seat, points) for spot, seat, points in spots if isinstance(spot, Spot)]
        self.board = Board(self.line.game.state)
        subjects = {int(share.subject) for share in self.account.shares} | {int(s.other) for s in self.account.shares}
        self.features = {root: self.feature(self.board.spots[root]) for root in subjects if root != NOTHING}

    def feature(self, spot: Spot) -> Feature:
        found = self.board.feature_at(spot)
        assert found is not None
        return found


def explain(
    evaluation: Evaluation,
    line: Line,
    other: Line,
    seat: str,
    searched: float | None = None,
    ends: tuple[Sequence[End], Sequence[End]] = ((), ()),
) -> Explanation:
    """Explain why one way to continue is better, or worse, than another.

    If they were also compared by simulated games, `searched` is the difference of the leads that was found. Whatever
    the evaluation does not explain becomes separate reasons: one for each feature, or kind of free figures, for which
    the `ends` of those games show a certain difference, and one for the rest.
    """
    here, there = (_Side(one, Account(evaluation, one.game.state.copy())) for one in (line, other))
    comparison = _Comparison(here, there, seat)
    found = comparison.reasons()
    difference = fsum(reason.points for reason in found)
    if searched is not None:
        found += comparison.ahead(ends)
        rest = searched - fsum(reason.points for reason in found)
        if abs(rest) > ROUNDING:
            found.append(Reason(AHEAD, seat, rest))
        difference = searched
    found.sort(key=lambda reason: -abs(reason.points))
    return Explanation(seat, difference, tuple(found))


_Key = tuple[str, str, int, int, str]  # the kind of reason, the seat, groups of features (or NOTHING), a name


class _Comparison:
    def __init__(self, here: _Side, there: _Side, seat: str) -> None:
        self.sides = (here, there)
        self.seat = seat
        self.seats = here.board.seats
        rules = here.line.game.rules
        self.kinds = {kind.name for kind in rules.kinds}
        self.groups = _groups(spots for side in self.sides for spots in self._spots(side))
        self.stood = {(figure.seat, figure.spot) for figure in Board(here.line.before).figures}

    def _spots(self, side: _Side) -> Iterable[tuple[Spot, ...]]:
        yield from (feature.spots for feature in side.features.values())
        known = set(side.board.spots)
        yield from (side.feature(spot).spots if spot in known else (spot,) for spot, _, _ in side.scored)

    def reasons(self) -> list[Reason]:
        """Every group of terms in which the two positions differ."""
        sums = tuple(self._sums(side) for side in self.sides)
        found = []
        for key in dict.fromkeys((*sums[0], *sums[1])):
            here, there = (fsum(side.get(key, ())) for side in sums)
            if here != there:
                found.append(self._reason(key, self._factor(key[1]) * (here - there), (here, there)))
        return found

    def ahead(self, ends: tuple[Sequence[End], Sequence[End]]) -> list[Reason]:
        """What the simulated games show beyond that, as far as it is certain."""
        if not ends[0]:
            return []
        known: dict[Key, float] = defaultdict(float)
        for side, sign in zip(self.sides, (1.0, -1.0), strict=True):
            for (kind, owner, one, _, name), shares in self._sums(side).items():
                if one != NOTHING:
                    known[Key(owner, one)] += sign * fsum(shares)
                elif kind == FREE:
                    known[Key(owner, figure=name)] += sign * fsum(shares)
        sides = [Side(self.seats, self._nodes(side), those) for side, those in zip(self.sides, ends, strict=True)]
        return [self._found(one) for one in finds((sides[0], sides[1]), known)]

    def _nodes(self, side: _Side) -> dict[int, int]:
        """The features on one of the boards, each by its root, with their groups."""
        nodes = {spot: node for node, spot in enumerate(side.board.spots)}
        root = side.line.game.state.root
        return {int(root[nodes[spot]]): group for spot, group in self.groups.items() if spot in nodes}

    def _found(self, find: Find) -> Reason:
        key, points = find.key, self._factor(find.key.seat) * find.points
        if key.figure or key.group == NEW:
            return Reason(AHEAD, key.seat, points, name=key.figure or BEGUN, worth=(find.points, 0.0))
        spot = self._named(key.group, key.seat)
        completed = find.completed
        if completed is not None and completed[0] == completed[1]:
            completed = None
        return Reason(AHEAD, key.seat, points, spot=spot, worth=(find.points, 0.0), completed=completed)

    def _factor(self, owner: str) -> float:
        """What a point of a seat adds to the lead of the seat that chooses."""
        return 1.0 if owner == self.seat else -1.0 / (len(self.seats) - 1)

    def _sums(self, side: _Side) -> dict[_Key, list[float]]:
        sums: dict[_Key, list[float]] = defaultdict(list)
        names = side.account.names
        for share in side.account.shares:
            owner = self.seats[int(share.seat)]
            sums[self._key(side, names[int(share.term)], owner, int(share.subject), int(share.other))].append(
                share.points
            )
        for number, owner in enumerate(self.seats):
            rest = int(side.line.game.state.scores[number])
            for spot, seat, points in side.scored:
                if seat == owner:
                    sums[FEATURE, owner, self.groups[spot], NOTHING, ""].append(float(points))
                    rest -= points
            sums[POINTS, owner, NOTHING, NOTHING, ""].append(float(rest))
        return sums

    def _key(self, side: _Side, term: str, owner: str, subject: int, other: int) -> _Key:
        if subject != NOTHING:
            one = self._group(side, subject)
            if other == NOTHING:
                return FEATURE, owner, one, NOTHING, ""
            two = self._group(side, other)
            if one == two:  # they are joined on the other board
                return FEATURE, owner, one, NOTHING, ""
            return JOIN, owner, min(one, two), max(one, two), ""
        if term in OF_POSITION:
            return term, owner, NOTHING, NOTHING, ""
        if figure := figure_of(term):
            return FREE, owner, NOTHING, NOTHING, figure
        return ASSET, owner, NOTHING, NOTHING, term

    def _group(self, side: _Side, root: int) -> int:
        return self.groups[side.features[root].spots[0]]

    def _reason(self, key: _Key, points: float, worth: tuple[float, float]) -> Reason:
        kind, owner, one, two, name = key
        if kind == FREE:
            here, there = (side.line.game.supply[owner].get(name, 0) for side in self.sides)
            return Reason(kind, owner, points, name=name, worth=worth, counts=(here, there))
        if one == NOTHING:
            return Reason(kind, owner, points, name=name, worth=worth)
        stakes = [self._stake(side, one, owner) for side in self.sides]
        return Reason(
            kind,
            owner,
            points,
            spot=self._named(one, owner),
            other=self._named(two, owner) if two != NOTHING else None,
            worth=worth,
            here=stakes[0],
            there=stakes[1],
        )

    def _members(self, side: _Side, group: int) -> list[Feature]:
        """The evaluated features of a group on one of the boards."""
        found = {one.id: one for one in side.features.values() if self.groups[one.spots[0]] == group}
        return list(found.values())

    def _named(self, group: int, owner: str) -> Spot:
        """The segment that names a group of features: where the seat stands, what was scored, or else the first."""
        members = [feature for side in self.sides for feature in self._members(side, group)]
        standing = [one.spot for feature in members for one in feature.figures if one.seat == owner and one.spot]
        if standing:
            return standing[0]
        scored = [spot for side in self.sides for spot, _, _ in side.scored if self.groups[spot] == group]
        return scored[0] if scored else members[0].spots[0]

    def _stake(self, side: _Side, group: int, owner: str) -> Stake | None:
        scored = sum(points for spot, seat, points in side.scored if seat == owner and self.groups[spot] == group)
        members = self._members(side, group)
        mine = [one for one in members if any(figure.seat == owner for figure in one.figures)] or members
        if not mine:
            return Stake(scored) if scored else None
        best = max(mine, key=lambda feature: len(feature.spots))
        root = next(root for root, feature in side.features.items() if feature.id == best.id)
        prospect = side.account.prospects.get(root)
        own = [figure for feature in mine for figure in feature.figures if figure.seat == owner]
        return Stake(
            scored=scored,
            figures=len(own),
            stood=sum((owner, figure.spot) in self.stood for figure in own),
            now=_gain(best, owner, False),
            complete=_gain(best, owner, True) if best.completes else None,
            chance=float(prospect.chance) if prospect is not None and best.completes else None,
            cells=len(best.open_cells),
            tiles=int(prospect.tiles) if prospect is not None and int(prospect.tiles) != NO_TILES else None,
        )


def _gain(feature: Feature, seat: str, complete: bool) -> int:
    if not feature.figures:
        value = feature.value_when_complete if complete else feature.value
        return value.points if value is not None else 0
    return sum(gain.points for gain in feature.gains(complete) if gain.seat == seat)


def _groups(features: Iterable[tuple[Spot, ...]]) -> Mapping[Spot, int]:
    """A number for each spot, equal for spots that belong to one feature on either board."""
    groups: dict[Spot, int] = {}
    members: dict[int, list[Spot]] = {}
    for number, spots in enumerate(features):
        met = {groups[spot] for spot in spots if spot in groups}
        joined = [spot for group in met for spot in members.pop(group)]
        members[number] = list(dict.fromkeys([*joined, *spots]))
        groups |= dict.fromkeys(members[number], number)
    return groups
