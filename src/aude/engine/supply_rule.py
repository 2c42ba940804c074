"""Lets a part change how much completed features are worth to the fields beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class SupplyRule:
    """A change that a part makes for fields; added with `Rules.add_supply_rule`.

    For features that are not settled, the results must depend only on the segments of the feature and on whether it is
    complete, because a search remembers them for all tables with the same feature (`aude.engine.memo`).
    """

    def supplier_bonus(self, state: State, supplier: Feature) -> i64:
        """Extra points of a supplier for a field, each time it counts."""
        return 0

    def settled_supplies(self, state: State, feature: Feature) -> bool:
        """Whether fields also score for a feature that is settled but not complete."""
        return False

    def extra_supply(self, state: State, feature: Feature, herd: bool) -> i64:
        """How many extra times a completed feature counts for the fields beside it; with `herd`, for their herds."""
        return 0
