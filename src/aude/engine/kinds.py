"""The kinds of features and figures that boxes add."""

from __future__ import annotations

from aude.engine.step import Scorer


class Kind:
    """A kind of feature: how it is completed and scored."""

    def __init__(self, name: str, scorer: Scorer, completes: bool, surrounded: bool, supplies: bool) -> None:
        self.name = name
        self.scorer = scorer
        self.completes = completes  # it can be completed, and is then scored
        self.surrounded = surrounded  # completed by the eight cells around it, not by its sides
        self.supplies = supplies  # when it is complete, features that border it score for it


class FigureKind:
    """A kind of figure: how many each seat has, its weight in a majority, where it may stand."""

    def __init__(self, name: str, each: int, weight: int, stands_on: list[str], occupies: bool, immune: bool) -> None:
        self.name = name
        self.each = each
        self.weight = weight
        self.stands_on = stands_on
        self.occupies = occupies  # others may not place a figure on its feature
        self.immune = immune  # dangers do not take it
