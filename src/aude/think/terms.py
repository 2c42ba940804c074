"""The terms of the evaluation: what is counted for each seat. Each has a name, and a weight in points.

The rules of a game determine which terms there are: the kinds of features (completed at their sides, completed by the
cells around them, or never completed), the kinds of figures, and the assets that boxes add with `Rules.add_asset`.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.rules import Rules

# Terms of the whole position.
SETTLED: Final = 0  # points that are certain, but not scored yet
FINAL: Final = 1  # what boxes would give if the game ended now
TEMPO: Final = 2  # the seat moves next
OF_POSITION: Final = ["settled", "final", "tempo"]

# Terms of a feature that is completed at its sides. P is the probability that it is completed.
NOW: Final = 0  # what it would be worth if the game ended now
GAIN: Final = 1  # P × what completing it adds
HOPE: Final = 2  # P × what it is worth complete
FAITH: Final = 3  # P × P × the same
CLOSING: Final = 4  # P
GROWING: Final = 5  # P × open cells
OPEN: Final = 6  # open cells
STANDING: Final = 7  # figures there
RETURNING: Final = 8  # P × figures there
STUCK: Final = 9  # figures there if it can hardly be completed
SAFE: Final = 10  # what it is expected to be worth, if the seat leads by two
LOOSE: Final = 11  # P × what it is worth complete, if it is unoccupied; for the seat that moves next
JOIN: Final = 12  # what joining it to another would change, times the probability of that
AT_SIDES: Final = [
    "now", "gain", "hope", "faith", "closing", "growing", "open",
    "standing", "returning", "stuck", "safe", "loose", "join",
]  # fmt: skip

# Terms of a feature that is completed by the cells around it.
MORE: Final = 1  # cells around it that will be filled
AROUND_CLOSING: Final = 2
AROUND_STANDING: Final = 3
AROUND_RETURNING: Final = 4
AROUND: Final = ["now", "more", "closing", "standing", "returning"]

# Terms of a feature that is never completed.
SUPPLY_HOPE: Final = 1  # what features beside it will be worth to it if they are completed
SUPPLY_OPEN: Final = 2  # how far it can still grow, from 0 to 1
ONE: Final = 3  # leading there at all
SUPPLY_SAFE: Final = 4  # its worth now, if the seat leads by two
NEVER: Final = ["now", "hope", "open", "one", "safe"]

SIDES_CLASS: Final = 0
AROUND_CLASS: Final = 1
NEVER_CLASS: Final = 2

COUNTED: Final = 3  # if seats have at least this many figures of a kind, each number of free ones has a weight,
MOST_FREE: Final = 7  # up to this number


class Terms:
    """The terms of games with these rules: their names, and where those of each kind begin."""

    def __init__(self, rules: Rules) -> None:
        names: list[str] = list(OF_POSITION)
        first: list[int] = []
        classes: list[int] = []
        for kind in rules.kinds:
            first.append(len(names))
            if not kind.completes:
                classes.append(NEVER_CLASS)
                own = NEVER
            elif kind.surrounded:
                classes.append(AROUND_CLASS)
                own = AROUND
            else:
                classes.append(SIDES_CLASS)
                own = AT_SIDES
            names += [f"{kind.name}.{name}" for name in own]
        self.kind_first = vec[i64](first)
        self.kind_class = vec[i64](classes)
        free: list[int] = []
        counted: list[int] = []
        for figure in rules.figure_kinds:
            free.append(len(names))
            if figure.each >= COUNTED:
                counted.append(min(figure.each, MOST_FREE))
                names += [f"{figure.name}.free.{number}" for number in range(min(figure.each, MOST_FREE) + 1)]
            else:
                counted.append(0)
                names.append(f"{figure.name}.free")
        self.free_first = vec[i64](free)  # of a kind of figure: its first term,
        self.free_counted = vec[i64](counted)  # and up to which number there is one for each; 0: one for each figure
        self.asset_first: i64 = len(names)  # then one term for each asset
        names += [asset.name for asset in rules.assets]
        self.worth = {asset.name: asset.worth for asset in rules.assets}
        self.names: list[str] = names
        self.count: i64 = len(names)
