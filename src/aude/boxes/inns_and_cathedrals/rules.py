"""Inns, cathedrals and the large follower. IC-01 to IC-10 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.features import trait_count
from aude.engine.rules import Box, Rules
from aude.engine.state import State

RAISED: Final = 1  # IC-05, IC-07: a point more for every tile (and coat of arms) of what is complete
LOST: Final = -1  # IC-06, IC-08: what is incomplete loses its only point a tile
UNCHANGED: Final = 0


class InnsAndCathedrals(Box):
    """Inns and cathedrals make features worth more or nothing; a large follower weighs two."""

    id = "inns_and_cathedrals"

    def __init__(self) -> None:
        self.has_inns = False
        self.has_cathedrals = False
        self.inn: i64 = -1  # the columns of the two traits; -1 is on no tile
        self.cathedral: i64 = -1
        self.rate_of_incomplete: i64 = LOST

    def setup(self, rules: Rules) -> None:
        self.has_inns = rules.has("inn")
        self.has_cathedrals = rules.has("cathedral")
        if rules.option("inn_cathedral_final") == "ignore":
            self.rate_of_incomplete = UNCHANGED  # R-IC-02
        if rules.has("large_follower"):
            # IC-01, IC-02, IC-03: one figure of weight 2. Weight decides who scores, never how much.
            rules.add_figure("large_follower", each=1, weight=2, stands_on=where_meeples_stand(rules))

    def finalize(self, rules: Rules) -> None:
        """R-IC-03: the tiles say to which road an inn belongs. Inns on tiles of other boxes count too."""
        if self.has_inns:
            self.inn = rules.table.trait_of("inn")
        if self.has_cathedrals:
            self.cathedral = rules.table.trait_of("cathedral")

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        """IC-05 to IC-08. R-IC-01: a second inn or cathedral adds nothing.

        IC-09, R-IC-06: what a siege takes is added to this by its own box, and the sum is never below 0.
        """
        if not trait_count(state, feature, self.inn) and not trait_count(state, feature, self.cathedral):
            return UNCHANGED
        if complete:
            return RAISED
        return self.rate_of_incomplete


def where_meeples_stand(rules: Rules) -> list[str]:
    """IC-04, R-IC-04: the meeple's own list, so that a place that any box gives the meeple is the large one's too."""
    for kind in rules.figure_kinds:
        if kind.name == "meeple":
            return kind.stands_on
    return []
