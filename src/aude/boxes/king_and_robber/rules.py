"""King & Robber Baron. KR-01 to KR-08 are written out in spec.md, beside this file."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.king_and_robber.points import CONTINUOUS, SCORINGS, PrizePoints
from aude.boxes.king_and_robber.prize import Prize
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """Two prizes, for the largest city and for the longest road, and the points for those that are in the game."""
    scoring: i64 = SCORINGS.index(rules.option("king_scoring"))  # R-KR-05
    prizes: list[Prize] = []
    if rules.has("king"):
        prizes.append(Prize("king", "city", 1740, scoring == CONTINUOUS))
    if rules.has("robber"):
        prizes.append(Prize("robber", "road", 1760, scoring == CONTINUOUS))
    return [*prizes, PrizePoints(prizes, scoring)] if prizes else []
