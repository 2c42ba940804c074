"""The Catapult. CAT-01 to CAT-14 are written out in spec.md, beside this file.

A round is the step `fair` of a turn; each shot of it is a run through the sequence `shot`, called once for every seat.
The result of a shot is drawn (scatter, uniform), simulated (physics) or reported by people (manual).
The questions of a shot are in separate modules: those about the flight, and those of each token.
"""

from __future__ import annotations

from aude.boxes.catapult.catch import CatchRounds
from aude.boxes.catapult.flight import Flights
from aude.boxes.catapult.knock_out import KnockOutRounds
from aude.boxes.catapult.rounds import Rounds
from aude.boxes.catapult.seduction import SeductionRounds
from aude.boxes.catapult.shots import Shots
from aude.boxes.catapult.target import TargetRounds
from aude.engine.rules import Part, Rules


def parts(rules: Rules) -> list[Part]:
    """12 fair tiles, and with each of them a round of shots; with the mode `off` the tiles only."""
    mode = rules.option("catapult_mode")
    if mode == "off":
        return []
    shots = Shots(mode)
    return [
        shots,
        Rounds(shots),
        CatchRounds(shots),
        Flights(shots),
        KnockOutRounds(shots),
        SeductionRounds(shots),
        TargetRounds(shots),
    ]
