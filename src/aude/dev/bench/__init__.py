"""How fast the engine is, on one core: which games are measured, and the ways of playing them.

Everything is measured in processor time of this process, with two players, the first seat beginning. What is repeated
is played in batches of about 10 ms, and the best batch counts: other work on the machine only ever makes one slower.
`aude.dev.bench.everything` measures all there is.
"""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace

from aude.catalog import boxes as catalog
from aude.engine import drive
from aude.engine.pairs import play_pairs
from aude.engine.rng import Random
from aude.engine.state import State
from aude.game.setup import Setup

BASE = Setup(options={"first_player": "seat1"})
ALL_BOXES = replace(BASE, boxes=catalog.expansions(BASE.game))
MIXES: dict[str, Setup] = {
    "base": BASE,
    "base_without_farmers": replace(BASE, without=("farmers",)),
    "all_boxes": ALL_BOXES,
    # And every other game in the catalog.
    **{name: Setup(game=name) for name in catalog.BOXES if catalog.info(name).extends is None and name != BASE.game},
}
WAYS: dict[str, Callable[[State, Random], None]] = {
    "two_stage": drive.play_listed,
    "pairs": play_pairs,
    "rollout": drive.roll_out,
}
