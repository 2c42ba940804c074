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
from aude.engine.rules import COMPLETED, Note, Part, Rules
from aude.engine.state import State


def parts(rules: Rules) -> list[Part]:
    """The base game, with a separate part only for farmers who score city by city."""
    fields = FieldScorer()
    base = Carcassonne(fields)
    return [base, CitiesFeedFarmers()] if rules.option("farm_scoring") == "per_city_4" else [base]


@mypyc_attr(allow_interpreted_subclasses=True)
class Carcassonne(Part):
    """Roads, cities, monasteries and fields; meeples; the turn of three actions."""

    def __init__(self, fields: FieldScorer) -> None:
        self.city_scorer = CityScorer()
        self.field_scorer = fields

    def setup(self, rules: Rules) -> None:
        self.city_scorer.tiny = rules.option("tiny_city") == "on"
        self.field_scorer.by_city = rules.option("farm_scoring") == "per_city_4"
        rules.add_kind("road", RoadScorer())
        rules.add_kind("city", self.city_scorer, supplies=True)
        rules.add_kind("monastery", MonasteryScorer(), surrounded=True)
        rules.add_kind("field", self.field_scorer, completes=False)  # R-FARM-03: a field is never complete
        stands_on = ["road", "city", "monastery"]
        if rules.has("farmers"):
            stands_on.append("field")
        rules.add_figure("meeple", each=7, weight=1, stands_on=stands_on)  # BASE-05: the eighth marks the score
        rules.turn_rule = "BASE-10"
        rules.order_rule = "BASE-11"
        steps.announce(rules)
        # The numbers are those of the turn in turn-order-and-combining, section 4, times 100.
        rules.add_step("setup", 100, FirstPlayer(rules.option("first_player"), int(rules.option("youngest"))))
        if rules.options.get("start_blocks") == "manual":
            rules.add_form("block {tile} {cell} turn {rotation}")
            rules.add_step("setup", 200, LayBlocks())
        rules.add_step("turn", 300, Draw())
        rules.add_step("turn", 390, Fit())
        rules.add_step("turn", 400, Place())
        rules.add_step("turn", 700, Deploy())
        rules.add_step("turn", 1700, Collect())
        rules.add_step("turn", 1730, Score(), when=COMPLETED)
        rules.add_step("turn", 2000, Next())
        rules.add_step("final", 1000, FinalScoring())

    def finalize(self, rules: Rules) -> None:
        self.city_scorer.pennant = rules.table.trait_of("pennant")
        self.field_scorer.herd = rules.table.trait_of("pig_herd")


class CitiesFeedFarmers(Part):
    """R-FARM-02, `per_city_4`: each completed city feeds whoever has the most farmers around it, once."""

    def __init__(self) -> None:
        self.cities: i64 = 0  # the mask of kinds that count as cities
        self.field: i64 = 0

    def finalize(self, rules: Rules) -> None:
        self.cities = rules.kinds_counted_as("city")
        self.field = rules.kind_named("field")

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        for city in completed_cities(state, self.cities):
            award_city_to_farmers(state, city, self.field, totals, notes)
