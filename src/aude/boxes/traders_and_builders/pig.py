"""The pig (TB-28 to TB-34), which makes fields richer; and herds, which a game may leave out."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.boxes.traders_and_builders.companion import Companion
from aude.engine.rules import Line, Part, Rules
from aude.engine.state import State
from aude.engine.supplies import supply_of
from aude.engine.tiles import Segment, Tile
from aude.engine.types import Feature, Seat

HERDS: Final = ("pig_herd", "pig_herd_house_rule")  # traits of a field; the second by a house rule only (R-SC-05)


class Pig(Companion):
    """A figure in fields: its owner scores more for them."""

    def __init__(self) -> None:
        super().__init__("pig", ["field"], "TB-28", 3.0)
        self.field: i64 = -1

    def finalize(self, rules: Rules) -> None:
        self.field = rules.kind_named("field")

    def seat_bonus(self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None) -> i64:
        """TB-30: 1 point more for each completed city of a field with the own pig."""
        if state.kind_of(feature) != self.field or self.on_feature(state, seat, feature) < 0:
            return 0
        cities = supply_of(state, feature)
        if lines is not None and cities.herds:
            lines.append(Line("pig", cities.suppliers, cities.herds))
        return cities.herds


class WithoutHerds(Part):
    """A game that leaves herds out: the tiles that show one are played without it."""

    def setup(self, rules: Rules) -> None:
        rules.tiles = [(without_herd(tile), count) for tile, count in rules.tiles]


def without_herd(tile: Tile) -> Tile:
    """The tile without its pig herd."""
    if not any(name in HERDS for segment in tile.segments for name in segment.traits):
        return tile
    segments: list[Segment] = []
    for segment in tile.segments:
        traits = {name: value for name, value in segment.traits.items() if name not in HERDS}
        segments.append(replace(segment, traits=traits))
    return replace(tile, segments=tuple(segments))
