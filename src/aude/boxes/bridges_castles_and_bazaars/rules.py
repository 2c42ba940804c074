"""Bridges, Castles & Bazaars. BCB-01 to BCB-31 are written out in spec.md, beside this file.

12 tiles; bridges for roads over fields, castles instead of small cities, auctions of tiles. The three have little to do
with each other: each is a part, and can be left out.
"""

from __future__ import annotations

from aude.boxes.bridges_castles_and_bazaars.bazaars import Bazaars
from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
from aude.boxes.bridges_castles_and_bazaars.castles import Castles
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """What is in the game of bridges, castles and bazaars."""
    each = 3 if rules.seats < 5 else 2  # bridges, and castle tokens, of each seat
    found: list[Part] = []
    if rules.has("bridges"):
        found.append(Bridges(each))
    if rules.has("castles"):
        found.append(Castles(each))
    if rules.has("bazaars"):
        found.append(Bazaars())
    return found
