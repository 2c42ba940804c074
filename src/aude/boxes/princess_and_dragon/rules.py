"""The Princess & the Dragon. PD-01 to PD-26 are written out in spec.md, beside this file."""

from __future__ import annotations

from aude.boxes.princess_and_dragon.dragon import Dragon
from aude.boxes.princess_and_dragon.fairy import Fairy
from aude.boxes.princess_and_dragon.portals import Portals
from aude.boxes.princess_and_dragon.princess import Princess
from aude.boxes.princess_and_dragon.shortcuts import Shortcuts
from aude.boxes.princess_and_dragon.whereabouts import Whereabouts
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """A dragon that all players move, a fairy who guards one tile, princesses, and magic portals."""
    where = Whereabouts(rules)
    dragon = Dragon(where) if rules.has("dragon") else None
    found: list[Part] = []
    if dragon is not None:
        found.append(dragon)
    if rules.has("fairy"):
        found.append(Fairy(where))
    if rules.has("princess"):
        found.append(Princess())
    if rules.has("portal"):
        found.append(Portals())
    if rules.has("dragon") or rules.has("princess"):
        found.append(Shortcuts(dragon))
    return found
