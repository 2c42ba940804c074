"""The Wheel of Fortune. WOF-01 to WOF-23 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.wheel_of_fortune.crowns import Crowns
from aude.boxes.wheel_of_fortune.pieces import Pieces
from aude.boxes.wheel_of_fortune.plague import Plague
from aude.boxes.wheel_of_fortune.wheel import Wheel, tiles_of_block
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """A wheel at the start on which a pig walks, spaces to bet on, the plague. R-WOF-21: nothing without its tiles."""
    block = tiles_of_block(rules)
    if not block:
        return []
    wheel = Wheel(block)
    crowns = Crowns(wheel)
    return [wheel, crowns, Plague(crowns), Pieces(crowns)]
