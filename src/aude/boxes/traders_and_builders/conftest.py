"""What the tests of this box share: tiles, scenes, and how to look at them."""

from __future__ import annotations

from aude.api import Game
from aude.boxes.traders_and_builders.goods import Goods
from aude.boxes.traders_and_builders.pieces import GOODS

BOX = "boxes traders_and_builders"
TB = "traders_builders/"

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"
ALL_CITY = "base/CCCC-cNESW-pennant"

# Red's highwayman on the start tile and Red's builder beside it, on a road that is open at both ends.
ROAD = (f"lay {STRAIGHT} 1,0", "stand red meeple road at 0,0", "stand red builder road at 1,0")
CITY = (f"lay {GATE} 0,-1 turn 90", "stand red meeple city at 0,0", "stand red builder city at 0,-1")
# One field with two completed cities: start tile and 0,-1; 0,-2 and 0,-3.
FIELD = (
    f"lay {CAP} 0,-1 turn 180",
    f"lay {CAP} 0,-2 turn 0",
    f"lay {CAP} 0,-3 turn 180",
    f"lay {MONASTERY} 1,-1",
    f"lay {MONASTERY} 1,-2",
    f"lay {MONASTERY} -1,-1",
)
# A city of five tiles with one wine and two grain, open to the east at 0,-3.
MARKET = (
    f"lay {TB}FCFC-cEW-wine 0,-1 turn 90",
    f"lay {TB}FCRC-cEW-grain 0,-2 turn 90",
    f"lay {TB}CFFC-cNW-grain 0,-3 turn 180",
)
CLOSING = "place 1,-3 turn 270"


def first_token(game: Game, seat: str) -> int:
    """The first of the registers that count the tokens of a seat."""
    [goods] = [part for part in game.rules.parts if isinstance(part, Goods)]
    return int(goods.tokens) + 3 * game.seats.index(seat)


def tokens(game: Game, seat: str) -> dict[str, int]:
    """The tokens in front of a seat, those of which it has any."""
    first = first_token(game, seat)
    held = {name: int(game.state.registers[first + good]) for good, name in enumerate(GOODS)}
    return {name: number for name, number in held.items() if number}


def give(game: Game, seat: str, **goods: int) -> None:
    """Put tokens in front of a seat."""
    first = first_token(game, seat)
    for name, number in goods.items():
        game.state.registers[first + GOODS.index(name)] = number


def node_at(game: Game, kind: str, x: int, y: int) -> int:
    """The first segment of a kind on the tile at x,y."""
    state = game.state
    slot = state.board_at(x, y) - 1
    kinds = [kind.name for kind in game.rules.kinds]
    return next(
        node
        for node in range(state.slot_first[slot], state.nodes)
        if state.node_slot[node] == slot and kinds[state.kind_of(node)] == kind
    )


def standing(game: Game, seat: str, kind: str) -> int:
    """How many figures of a kind a seat has on the table."""
    rules = game.rules
    return sum(
        node >= 0
        and rules.figure_kinds[rules.figure_kind[figure]].name == kind
        and rules.seat_names[rules.figure_seat[figure]] == seat
        for figure, node in enumerate(game.state.figure_at)
    )
