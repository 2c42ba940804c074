"""The Cathars: sieges and escapes. CTH-01 to CTH-08 are written out in spec.md, beside this file.

The Besiegers are a second set of tiles with the same rules (R-CTH-10).
"""

from __future__ import annotations

from aude.boxes.cathars.escapes import Escapes
from aude.boxes.cathars.sieges import Sieges
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """What a siege does to points, and knights who slip out, as far as they are wanted."""
    found: list[Part] = []
    if rules.has("siege"):
        found.append(Sieges())
    if rules.has("escape"):
        found.append(Escapes())
    return found
