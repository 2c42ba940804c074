"""The value of fields for their farmers, by field or by city: FARM-08, R-FARM-02."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import bordering, trait_count
from aude.engine.rules import Line, Note, Scorer
from aude.engine.scoring import leaders, strengths
from aude.engine.state import State
from aude.engine.supplies import Supply, is_supplier, supply_of
from aude.engine.types import Feature


class FieldScorer(Scorer):
    """FARM-08: 3 points for each completed city at the field."""

    def __init__(self) -> None:
        self.by_city = False  # R-FARM-02: cities are awarded once each, not field by field
        self.herd: i64 = -1  # the column of the trait

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        cities = supply_of(state, feature)
        if not cities.suppliers:
            return 0
        points: i64 = 0
        if not self.by_city:
            points = cities.points(3)
            if lines is not None:
                lines.append(Line("cities", cities.suppliers, points))
        if trait_count(state, feature, self.herd):  # SC-23, R-SC-01: herds do not add up
            points += cities.herds
            if lines is not None:
                lines.append(Line("pig_herd", cities.suppliers, cities.herds))
        return points


def completed_cities(state: State, cities: i64) -> vec[i64]:
    """Every completed city on the table, and everything that counts as one for farmers."""
    found = vec[i64]()
    for node in range(state.nodes):
        if state.root[node] == node and cities >> state.kind_of(node) & 1 and is_supplier(state, node):
            found = append(found, node)
    return found


def award_city_to_farmers(state: State, city: i64, field: i64, totals: vec[i64], notes: list[Note] | None) -> None:
    """R-FARM-02: 4 points for the city to whoever has the most farmers in all the fields around it together."""
    packed: i64 = 0
    seen = vec[i64]()
    for node in range(state.nodes):
        feature = state.root[node]
        if state.kind_of(node) == field and feature not in seen and city in bordering(state, feature):
            seen = append(seen, feature)
            packed += strengths(state, feature)
    ahead = leaders(state, packed)
    if not ahead:
        return
    worth = Supply()
    worth.add(state, city)
    points = worth.points(4)
    for seat in range(state.rules.seats):
        if ahead >> seat & 1:
            totals[seat] += points
            if notes is not None:
                notes.append(Note("scored", [seat, points, city, 1], [Line("supplied", 1, points)]))
