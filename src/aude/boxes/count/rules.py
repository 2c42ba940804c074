"""The Count of Carcassonne. CNT-01 to CNT-12 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.count.city import City
from aude.boxes.count.enter import Entering
from aude.boxes.count.join import Joining
from aude.boxes.count.pieces import Pieces
from aude.boxes.count.quarters import Quarters
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """The City of Carcassonne to begin with, its quarters, how followers come in, and how they come out."""
    quarters = Quarters()
    entering = Entering(quarters)
    return [City(), quarters, entering, Joining(quarters, entering), Pieces(quarters)]
