"""Abbey & Mayor. AM-01 to AM-20 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.abbey_and_mayor.abbeys import ABBEY, Abbeys
from aude.boxes.abbey_and_mayor.barns import Barns
from aude.boxes.abbey_and_mayor.mayor import Mayor
from aude.boxes.abbey_and_mayor.wagons import Wagons
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """An abbey in everybody's hand, and three figures: a mayor, a wagon that drives on, a barn between four tiles."""
    abbeys: Abbeys | None = None
    if rules.has("abbey") and ABBEY in [tile.id for tile, _ in rules.tiles]:
        abbeys = Abbeys()
    found: list[Part] = []
    if abbeys is not None:
        found.append(abbeys)
    if rules.has("mayor"):
        found.append(Mayor())
    if rules.has("wagon"):
        found.append(Wagons(abbeys))
    if rules.has("barn"):
        found.append(Barns())
    return found
