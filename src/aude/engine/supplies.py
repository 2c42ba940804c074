"""What completed features are worth to the fields beside them."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import bordering
from aude.engine.state import State
from aude.engine.types import Feature


def suppliers(state: State, feature: Feature) -> vec[i64]:
    """The completed features beside this one that are worth something to it (the cities of a field), each once."""
    found = vec[i64]()
    for other in bordering(state, feature):
        if is_supplier(state, other):
            found = append(found, other)
    return found


def is_supplier(state: State, feature: Feature) -> bool:
    """Whether a feature is worth something to fields: complete, or settled in another way and a box says so."""
    if not state.rules.supplies[state.kind_of(feature)]:
        return False
    if state.is_complete(feature):
        return True
    for rule in state.rules.supply_rules:
        if rule.settled_supplies(state, feature):
            return True
    return False


def times_supplied(state: State, supplier: Feature, herd: bool = False) -> i64:
    """How often a completed feature counts for the fields beside it, or for their herds: once, plus what boxes add."""
    times: i64 = 1
    for rule in state.rules.supply_rules:
        times += rule.extra_supply(state, supplier, herd)
    return times


def supply(state: State, found: vec[i64], herd: bool = False) -> i64:
    """How often these `suppliers` count in total."""
    total: i64 = 0
    for supplier in found:
        total += times_supplied(state, supplier, herd)
    return total


def supply_points(state: State, found: vec[i64], each: i64) -> i64:
    """What these `suppliers` are worth to a field at `each` points apiece; boxes may add to that."""
    total: i64 = 0
    for supplier in found:
        worth = each
        for rule in state.rules.supply_rules:
            worth += rule.supplier_bonus(state, supplier)
        total += worth * times_supplied(state, supplier)
    return total
