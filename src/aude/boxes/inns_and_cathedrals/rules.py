"""Inns, cathedrals and the large follower. IC-01 to IC-10 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.features import trait_count
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.types import Feature

RAISED: Final = 1  # IC-05, IC-07: a point more for every tile (and coat of arms) of what is complete
LOST: Final = -1  # IC-06, IC-08: what is incomplete loses its only point a tile
UNCHANGED: Final = 0


def parts(rules: Rules) -> list[Part]:
    """Inns, cathedrals and the large follower, as far as they are wanted."""
    found: list[Part] = []
    if rules.has("inn"):
        found.append(Building("inn"))
    if rules.has("cathedral"):
        found.append(Building("cathedral"))
    if rules.has("large_follower"):
        found.append(LargeFollower())
    return found


class Building(Part):
    """An inn or a cathedral: the feature where it stands is worth more if it is complete, and nothing if it is not."""

    def __init__(self, trait: str) -> None:
        self.trait = trait
        self.column: i64 = -1  # of the trait; -1 if it is on no tile
        self.rate_of_incomplete: i64 = LOST

    def setup(self, rules: Rules) -> None:
        if rules.option("inn_cathedral_final") == "ignore":
            self.rate_of_incomplete = UNCHANGED  # R-IC-02

    def finalize(self, rules: Rules) -> None:
        """R-IC-03: the tiles say to which road an inn belongs. Inns on tiles of other boxes count too."""
        self.column = rules.table.trait_of(self.trait)

    def extra_rate(self, state: State, feature: Feature, complete: bool) -> i64:
        """IC-05 to IC-08. R-IC-01: a second inn or cathedral adds nothing.

        IC-09, R-IC-06: what a siege takes is added to this by its own box, and the sum is never below 0.
        """
        if not trait_count(state, feature, self.column):
            return UNCHANGED
        if complete:
            return RAISED
        return self.rate_of_incomplete


class LargeFollower(Part):
    """IC-01, IC-02, IC-03: one figure of weight 2. Weight decides who scores, never how much."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("large_follower", each=1, weight=2, stands_on=where_meeples_stand(rules))


def where_meeples_stand(rules: Rules) -> list[str]:
    """IC-04, R-IC-04: the list of the meeple itself, so that places added by any box apply to both."""
    for kind in rules.figure_kinds:
        if kind.name == "meeple":
            return kind.stands_on
    return []
