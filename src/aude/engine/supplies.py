"""Computes how much completed features are worth to the fields beside them."""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import bordering
from aude.engine.memo import Memo
from aude.engine.state import DONE, State
from aude.engine.types import Feature


def suppliers(state: State, feature: Feature) -> vec[i64]:
    """The completed features beside this one that it scores for (the cities of a field), each once."""
    found = vec[i64]()
    for other in bordering(state, feature):
        if is_supplier(state, other):
            found = append(found, other)
    return found


def is_supplier(state: State, feature: Feature) -> bool:
    """Whether fields score for a feature: it is complete, or settled in another way for which a box says so."""
    if not state.rules.supplies[state.kind_of(feature)]:
        return False
    if state.is_complete(feature):
        return True
    for rule in state.rules.supply_rules:
        if rule.settled_supplies(state, feature):
            return True
    return False


@final
class Supply:
    """How much the `suppliers` beside a field are worth to it."""

    def __init__(self) -> None:
        self.suppliers: i64 = 0  # how many there are
        self.times: i64 = 0  # how often they count: each once, plus what boxes add
        self.herds: i64 = 0  # how often they count for herds
        self.extra: i64 = 0  # points that boxes add
        self.seen = vec[i64]()  # what this was computed from: triples of a feature, its size and its open ends

    def add(self, state: State, supplier: Feature) -> None:
        """Count one more supplier."""
        times: i64 = 1
        herds: i64 = 1
        bonus: i64 = 0
        for rule in state.rules.supply_rules:
            times += rule.extra_supply(state, supplier, False)
            herds += rule.extra_supply(state, supplier, True)
            bonus += rule.supplier_bonus(state, supplier)
        self.suppliers += 1
        self.times += times
        self.herds += herds
        self.extra += bonus * times

    def points(self, each: i64) -> i64:
        """Their value at `each` points apiece, with what boxes add."""
        return each * self.times + self.extra

    def holds(self, state: State) -> bool:
        """Whether everything that this was computed from is unchanged."""
        seen = self.seen
        root = state.root
        size = state.size
        open_ends = state.open_ends
        for k in range(0, len(seen), 3):
            feature = seen[k]
            if root[feature] != feature or size[feature] != seen[k + 1] or open_ends[feature] != seen[k + 2]:
                return False
        return True


def supply_of(state: State, field: Feature) -> Supply:
    """What the suppliers beside a field are worth to it."""
    memo = state.memo
    if memo is None or field >= len(memo.sizes):
        return _supply_from(state, bordering(state, field))
    known = memo.supplies[field]
    if known is not None and known.holds(state):
        return known
    beside = bordering(state, field)
    found = _supply_from(state, beside)
    if memo.covers(state, field):
        found.seen = _seen(state, memo, field, beside)
        if len(found.seen):
            memo.supplies[field] = found
    return found


def _supply_from(state: State, beside: vec[i64]) -> Supply:
    found = Supply()
    for other in beside:
        if is_supplier(state, other):
            found.add(state, other)
    return found


def _seen(state: State, memo: Memo, field: Feature, beside: vec[i64]) -> vec[i64]:
    """What the supply of a field depends on (see `Supply.seen`); empty if it must not be remembered.

    It must not if a feature has grown since the memo was made, or if a box has settled a feature in its own way: then
    its value may depend on anything.
    """
    seen = vec[i64](capacity=3 * len(beside) + 3)
    seen = append(append(append(seen, field), state.size[field]), state.open_ends[field])
    for other in beside:
        if state.rules.supplies[state.kind_of(other)]:
            if state.open_ends[other] < DONE or not memo.covers(state, other):
                return vec[i64]()
            seen = append(append(append(seen, other), state.size[other]), state.open_ends[other])
    return seen
