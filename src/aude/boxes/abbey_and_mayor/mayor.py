"""The mayor, whose weight in a city is its number of coats of arms. AM-06, AM-07."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.choice import Choice
from aude.engine.features import trait_count
from aude.engine.refusal import Refused
from aude.engine.rules import ASKED, Part, Rules
from aude.engine.state import State
from aude.engine.types import Feature, Figure


class Mayor(Part):
    """AM-06: a follower who goes to cities only."""

    def __init__(self) -> None:
        self.kind: i64 = -1  # of figure
        self.pennant: i64 = -1  # the column of a trait

    def setup(self, rules: Rules) -> None:
        self.kind = rules.add_figure("mayor", each=1, weight=ASKED, stands_on=["city"])

    def finalize(self, rules: Rules) -> None:
        self.pennant = rules.table.trait_of("pennant")

    def figure_weight(self, state: State, figure: Figure, feature: Feature) -> i64:
        """AM-07: a mayor counts as many followers as the city shows coats of arms; R-AM-11: none, if none."""
        if state.rules.figure_kind[figure] != self.kind:
            return -1
        return trait_count(state, feature, self.pennant)

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if why.key == "spot_unfit" and choice.facts[0] == self.kind:
            raise Refused("AM-06", why.key)
