"""What a part may change about the worth of completed features to the fields beside them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64, mypyc_attr

from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class SupplyRule:
    """What a part changes for fields; announced with `Rules.add_supply_rule`.

    Whatever it says about a feature that is not settled follows from the segments of the feature alone, and whether it
    is complete: a search asks once for all tables that have the same one (`aude.engine.memo`).
    """

    def supplier_bonus(self, state: State, supplier: Feature) -> i64:
        """Extra points that a supplier is worth to a field, each time it counts."""
        return 0

    def settled_supplies(self, state: State, feature: Feature) -> bool:
        """Whether a feature that is settled but not complete is worth something to fields all the same."""
        return False

    def extra_supply(self, state: State, feature: Feature, herd: bool) -> i64:
        """How many extra times a completed feature counts for the fields beside it; with `herd`, for their herds."""
        return 0
