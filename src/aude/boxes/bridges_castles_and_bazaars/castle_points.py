"""The value of castles for their owners and for the fields beside them. BCB-12, BCB-15, BCB-16."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.castle_registers import CASTLE, CITY, NODE, OF_A_CASTLE, WAITING
from aude.engine.rules import Line, Scorer
from aude.engine.state import State
from aude.engine.supply_rule import SupplyRule
from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.castles import Castles


class CastleScorer(Scorer):
    """BCB-12, BCB-15, SC-09, SC-19: what the castle has taken; nothing while it waits."""

    def __init__(self, castles: Castles) -> None:
        self.castles = castles

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        points = max(self.taken(state, feature), 0)
        if lines is not None:
            lines.append(Line("castle", 1, points))
        return points

    def is_due(self, state: State, feature: Feature) -> bool:
        return state.open_ends[feature] == WAITING and self.taken(state, feature) >= 0

    def taken(self, state: State, feature: Feature) -> i64:
        """R-BCB-33: what the castle has taken or would take, -1 for nothing."""
        base = self.castles.at(state, NODE, feature)
        return self.castles.foreseen(state)[(base - self.castles.first) // OF_A_CASTLE]


class CastleSupplies(SupplyRule):
    """BCB-16: a castle is worth more to fields than the city beneath."""

    def __init__(self, castles: Castles, unfinished: bool) -> None:
        self.castles = castles
        self.unfinished = unfinished  # R-BCB-11: whether castles that wait are worth something too

    def settled_supplies(self, state: State, feature: Feature) -> bool:
        """BCB-16, R-BCB-11: a completed castle is worth something to fields."""
        if state.kind_of(feature) != self.castles.city:
            return False
        if state.open_ends[feature] == CASTLE and not self.unfinished:
            castles = self.castles
            base = castles.at(state, CITY, feature)
            return castles.foreseen(state)[(base - castles.first) // OF_A_CASTLE] >= 0
        return state.open_ends[feature] <= CASTLE

    def supplier_bonus(self, state: State, supplier: Feature) -> i64:
        """BCB-16: 4 points instead of 3; whatever else is added or doubled comes to that."""
        if state.kind_of(supplier) == self.castles.city and state.open_ends[supplier] <= CASTLE:
            return 1
        return 0
