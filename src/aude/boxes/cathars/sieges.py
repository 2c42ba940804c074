"""Besieged cities and their value. CTH-01, CTH-03 to CTH-08."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.features import tile_count, trait_count
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.supply_rule import SupplyRule
from aude.engine.types import Feature

BESIEGED: Final = "besieged"  # the trait of segments with Cathars

LOST: Final = -1  # CTH-03, CTH-05: a point less for every tile and coat of arms; CTH-04: the only one
TWICE: Final = 1  # CTH-06, CTH-08: once more than once
UNCHANGED: Final = 0


class Sieges(Part):
    """A besieged city is worth less to its knights, and more to its fields."""

    def __init__(self) -> None:
        self.city: i64 = -1
        self.besieged: i64 = -1  # the column of the trait
        self.tiny = False
        self.supply = BesiegedSupply()

    def setup(self, rules: Rules) -> None:
        self.tiny = rules.option("tiny_city") == "on"
        if rules.option("siege_pig") == "single":
            self.supply.herds = UNCHANGED  # R-CTH-09
        rules.add_supply_rule(self.supply)

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.besieged = rules.table.trait_of(BESIEGED)
        self.supply.besieged = self.besieged

    def extra_rate(self, state: State, feature: Feature, complete: bool) -> i64:
        """CTH-03, CTH-04, CTH-05: a point less for each tile; what a cathedral does is added by its own box."""
        if state.kind_of(feature) != self.city or not is_besieged(state, feature, self.besieged):
            return UNCHANGED
        if complete and self.tiny and tile_count(state, feature) == 2:
            return UNCHANGED  # R-CTH-07: a tiny city has its 1 point a tile already
        return LOST


class BesiegedSupply(SupplyRule):
    """CTH-06, CTH-08: a besieged city counts twice for its fields and, by `siege_pig`, for their pigs."""

    def __init__(self) -> None:
        self.besieged: i64 = -1  # the column of the trait
        self.herds: i64 = TWICE

    def extra_supply(self, state: State, feature: Feature, herd: bool) -> i64:
        if not is_besieged(state, feature, self.besieged):
            return UNCHANGED
        if herd:
            return self.herds
        return TWICE


def is_besieged(state: State, feature: Feature, column: i64) -> bool:
    """CTH-01, R-CTH-05, R-CTH-11: one Cathar tile is enough, whenever and however it came into the city."""
    return trait_count(state, feature, column) != 0
