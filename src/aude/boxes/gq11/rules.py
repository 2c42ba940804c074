"""The tiles of Games Quarterly 11. GQ-01 to GQ-03 are written out in spec.md, beside this file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from aude.engine.rules import Part, Rules
from aude.engine.tiles import Segment, Tile

RIVERS: Final = ("river", "river_c3", "river2")  # the tile sets that its river tiles belong to
MAYBE_HERD: Final = "pig_herd_house_rule"  # how the facts mark the field tile that some count as a herd


def parts(rules: Rules) -> list[Part]:
    """The whole box."""
    return [GamesQuarterly()]


class GamesQuarterly(Part):
    """Ten ordinary tiles, and two more for a river."""

    def setup(self, rules: Rules) -> None:
        if not any(tile.set in RIVERS for tile, _ in rules.tiles):  # GQ-02
            rules.tiles = [entry for entry in rules.tiles if entry[0].more.get("subset") != "river"]
        herd = rules.option("gq11_pig_herd") == "on"
        rules.tiles = [(with_herd(tile, herd), count) for tile, count in rules.tiles]


def with_herd(tile: Tile, herd: bool) -> Tile:
    """R-SC-05: the tile as it is used in this game, with or without a pig herd on its plain field."""
    if not any(MAYBE_HERD in segment.traits for segment in tile.segments):
        return tile
    segments: list[Segment] = []
    for segment in tile.segments:
        traits = {name: value for name, value in segment.traits.items() if name != MAYBE_HERD}
        if herd and MAYBE_HERD in segment.traits:
            traits["pig_herd"] = 1
        segments.append(replace(segment, traits=traits))
    return replace(tile, segments=tuple(segments))
