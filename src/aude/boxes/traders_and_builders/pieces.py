"""Tokens in front of players, seen and laid by hand; and where builder and pig may stand in a position."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.traders_and_builders.followers import holds_follower
from aude.engine.pieces import ByHand, Display
from aude.engine.refusal import Refused
from aude.engine.state import State
from aude.engine.types import Seat

GOODS: Final = ["wine", "grain", "cloth"]
MAX_TOKENS: Final = 99  # of a kind, in a position laid by hand


class GoodsDisplay(Display):
    """The tokens in front of each seat."""

    def __init__(self, tokens: i64) -> None:
        self.tokens: i64 = tokens  # the first of three registers for each seat

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        return [(name, int(state.registers[self.tokens + seat * 3 + good])) for good, name in enumerate(GOODS)]


class GoodsByHand(ByHand):
    """`hold red wine 2`."""

    def __init__(self, tokens: i64) -> None:
        self.tokens: i64 = tokens  # the first of three registers for each seat

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        if name not in GOODS:
            return False
        if number > MAX_TOKENS:
            raise Refused("", "cannot_hold")
        state.registers[self.tokens + seat * 3 + GOODS.index(name)] = number
        return True


class CompanionByHand(ByHand):
    """TB-14, TB-28: builder and pig are never alone."""

    def __init__(self, kind: i64) -> None:
        self.kind: i64 = kind  # of figure

    def check(self, state: State) -> None:
        rules = state.rules
        for figure in range(rules.figures):
            at = state.figure_at[figure]
            if at >= 0 and rules.figure_kind[figure] == self.kind:
                seat = rules.figure_seat[figure]
                if not holds_follower(state, state.root[at], seat):
                    name = rules.figure_kinds[self.kind].name
                    raise Refused("TB-25", "stands_alone", {"seat": rules.seat_names[seat], "figure": name})
