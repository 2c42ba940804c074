"""The base game and its farmers. BASE-01 to BASE-41 and FARM-01 to FARM-11 are written out in spec.md, beside this."""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from aude.boxes.carcassonne.fields import FieldScorer, award_city_to_farmers, completed_cities
from aude.boxes.carcassonne.scorers import CityScorer, MonasteryScorer, RoadScorer
from aude.boxes.carcassonne.steps import (
    Collect,
    Deploy,
    Draw,
    FinalScoring,
    FirstPlayer,
    Fit,
    LayBlocks,
    Next,
    Place,
    Score,
)
from aude.engine import steps
from aude.engine.arrays import vec
from aude.engine.rules import Box, Note, Rules
from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class Carcassonne(Box):
    """Roads, cities, monasteries and fields; meeples; the turn of three actions."""

    id = "carcassonne"

    def __init__(self) -> None:
        self.city_scorer = CityScorer()
        self.field_scorer = FieldScorer()
        self.cities: i64 = 0  # the mask of kinds that count as cities
        self.field: i64 = 0

    def setup(self, rules: Rules) -> None:
        self.city_scorer.tiny = rules.option("tiny_city") == "on"
        self.field_scorer.by_city = rules.option("farm_scoring") == "per_city_4"
        rules.add_kind("road", RoadScorer())
        rules.add_kind("city", self.city_scorer, supplies=True)
        rules.add_kind("monastery", MonasteryScorer(), surrounded=True)
        self.field = rules.add_kind("field", self.field_scorer, completes=False)  # R-FARM-03: a field is never complete
        stands_on = ["road", "city", "monastery"]
        if rules.has("farmers"):
            stands_on.append("field")
        rules.add_figure("meeple", each=7, weight=1, stands_on=stands_on)  # BASE-05: the eighth marks the score
        rules.turn_rule = "BASE-10"
        rules.order_rule = "BASE-11"
        steps.add_notes(rules)
        # The places in the turn are the numbers of 00 section 4, times 100.
        rules.add_step("setup", 100, FirstPlayer(rules.option("first_player"), int(rules.option("youngest"))))
        if rules.options.get("start_blocks") == "manual":
            rules.add_step("setup", 200, LayBlocks())
        rules.add_step("turn", 300, Draw())
        rules.add_step("turn", 390, Fit())
        rules.add_step("turn", 400, Place())
        rules.add_step("turn", 700, Deploy())
        rules.add_step("turn", 1700, Collect())
        rules.add_step("turn", 1730, Score())
        rules.add_step("turn", 2000, Next())
        rules.add_step("final", 1000, FinalScoring())

    def finalize(self, rules: Rules) -> None:
        self.cities = rules.kinds_counted_as("city")
        self.city_scorer.pennant = rules.table.trait_of("pennant")
        self.field_scorer.herd = rules.table.trait_of("pig_herd")

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        """R-FARM-02, `per_city_4`: each completed city feeds whoever has the most farmers around it, once."""
        if self.field_scorer.by_city:
            for city in completed_cities(state, self.cities):
                award_city_to_farmers(state, city, self.field, totals, notes)
