"""Remembers what was counted on a table for all its copies, because a search needs the same in each of them.

Features only grow: they gain segments or are joined to others. So in any copy of a table, a feature that has the same
number of segments as before is unchanged, and what was counted along its ring is still valid.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.engine.state import State
    from aude.engine.supplies import Supply


@final
class Ring:
    """What was counted along the ring of a feature; -1 for what is not known yet."""

    def __init__(self, size: i64, traits: i64) -> None:
        self.size = size
        self.tiles: i64 = -1
        self.traits = vec[i64]([-1] * traits)  # by the column of the trait


@final
class Memo:
    """What is known about the features of one table, shared by copies of its state (`State.memo`)."""

    def __init__(self, state: State) -> None:
        earlier = state.memo
        self.sizes = state.size[: state.nodes]  # of the features of this table; others are not remembered
        self.trait_columns = state.rules.table.trait_columns
        if earlier is None:
            self.rings: list[Ring | None] = [None] * state.nodes
            self.supplies: list[Supply | None] = [None] * state.nodes
            self.listed = state.nodes  # the roots of this many nodes have been listed
            self.roots: list[vec[i64]] = _roots_by_kind(state)
        else:
            more = state.nodes - len(earlier.sizes)
            self.rings = earlier.rings[:]
            self.rings.extend([None] * more)
            self.supplies = earlier.supplies[:]
            self.supplies.extend([None] * more)
            self.listed = earlier.listed
            self.roots = earlier.roots

    def covers(self, state: State, feature: Feature) -> bool:
        """Whether a feature is still the same as on this table."""
        if feature >= len(self.sizes) or state.root[feature] != feature:
            return False
        return state.size[feature] == self.sizes[feature]

    def ring(self, state: State, feature: Feature) -> Ring | None:
        """What is known about a feature; None if it cannot be remembered, because it has grown."""
        if feature >= len(self.sizes) or state.root[feature] != feature:
            return None
        ring = self.rings[feature]
        size = state.size[feature]
        if ring is None or ring.size != size:
            if size != self.sizes[feature]:
                return None
            ring = Ring(size, self.trait_columns)
            self.rings[feature] = ring
        return ring


def _roots_by_kind(state: State) -> list[vec[i64]]:
    """All features of a table, by their kinds."""
    found = [vec[i64]() for _ in state.rules.kinds]
    for node in range(state.nodes):
        if state.root[node] == node:
            kind = state.kind_of(node)
            found[kind] = append(found[kind], node)
    return found
