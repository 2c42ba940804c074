"""Traders & Builders: goods, the builder, the pig. TB-01 to TB-34 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.traders_and_builders.builder import Builder
from aude.boxes.traders_and_builders.goods import Goods
from aude.boxes.traders_and_builders.pig import Pig, WithoutHerds
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """24 tiles, tokens for whoever completes a city, a figure for a second tile and one for richer fields."""
    found: list[Part] = []
    if rules.has("goods"):
        found.append(Goods())
    if rules.has("builder"):
        found.append(Builder())
    if not rules.has("pig_herd"):
        found.append(WithoutHerds())
    if rules.has("pig"):
        found.append(Pig())
    return found
