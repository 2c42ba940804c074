"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from aude import Game
from aude.boxes.abbey_and_mayor.barns import Barns
from aude.boxes.abbey_and_mayor.display import BarnDisplay
from aude.boxes.abbey_and_mayor.wagons import Wagons
from aude.testing import offered, part_of

BOX = "boxes abbey_and_mayor"
AM = "abbey_mayor/"
# The start tile lies at 0,0: a city to the north, a road from east to west, a field on either side of it.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
MONASTERY = "base/FFFF-monastery"
CHAPEL = "base/FFRF-monastery"  # a monastery at the end of a road
VILLAGE = "base/FRRR"
BIG = "tiles base 3"

# A gap at 1,0 at which four features end: the road of the start tile, a cap, the road of a chapel, another cap.
# Each of them has no other open end; all eight tiles around it lie.
GAP = (
    f"lay {VILLAGE} -1,0",
    f"lay {CAP} 0,-1 turn 180",
    f"lay {CAP} 1,-1 turn 180",
    f"lay {MONASTERY} 2,-1",
    f"lay {CHAPEL} 2,0 turn 90",
    f"lay {MONASTERY} 0,1",
    f"lay {CAP} 1,1",
    f"lay {MONASTERY} 2,1",
)
NO_CORNER = tuple(line for line in GAP if not line.endswith("2,1"))  # the gap, but one tile at a corner is missing
FAR = (f"draw {STRAIGHT}", "place -2,0")  # somewhere else, and nothing is completed

# A road with a village at its western end, open to the east; Red's wagon is on it.
ROAD = (f"lay {VILLAGE} -1,0", "stand red wagon road at 0,0")
CLOSING = (f"draw {CHAPEL}", "place 1,0 turn 90")  # completes it: 3 tiles

# Two rows of fields with the completed cities A, B and C between them; below the lower row D and E.
# The barn is laid with a tile at 2,1 into the upper field; one at 2,2 joins the lower.
UPPER = (
    f"lay {STRAIGHT} -1,0",
    f"lay {STRAIGHT} 1,0",
    f"lay {STRAIGHT} 2,0",
    *(f"lay {CAP} {x},{y} turn {turn}" for x in (-1, 0, 1) for y, turn in ((1, 180), (2, 0))),
)
LOWER = tuple(f"lay {CAP} {x},{y} turn {turn}" for x in (0, 1) for y, turn in ((3, 180), (4, 0)))
BARN = (f"draw {MONASTERY}", "place 2,1", "deploy barn corner NW")
JOIN = (f"draw {MONASTERY}", "place 2,2")
BLUE_FARMER = "stand blue meeple field EL at 0,1"
GREEN_FARMER = "stand green meeple field EL at 0,2"


def barns(game: Game) -> list[str]:
    """The corners where a barn may be laid."""
    return [text.removeprefix("deploy barn corner ") for text in offered(game) if text.startswith("deploy barn")]


def wagon_due(game: Game) -> int:
    """The number of the wagon that drives on next, or -1."""
    return int(part_of(game, Wagons).due(game.state))


def barns_laid(game: Game) -> list[tuple[int, int, str]]:
    """Every barn on the table, as people see it: its node, its seat, its name."""
    return BarnDisplay(part_of(game, Barns)).tokens_laid(game.state)


def standing(game: Game) -> list[str]:
    """Every figure on a segment: whose, what, and where."""
    rules, state = game.rules, game.state
    found = []
    for figure in range(rules.figures):
        node = state.figure_at[figure]
        if node >= 0:
            cell = state.slot_cell[state.node_slot[node]]
            words = [
                rules.seat_names[rules.figure_seat[figure]],
                rules.figure_kinds[rules.figure_kind[figure]].name,
                rules.kinds[state.kind_of(node)].name,
                f"{state.x_of(cell)},{state.y_of(cell)}",
            ]
            found.append(" ".join(words))
    return found
