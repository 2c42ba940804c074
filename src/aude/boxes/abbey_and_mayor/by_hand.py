"""Abbeys and barns in positions laid by hand. R-AM-39."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.choice import Choice, Form
from aude.engine.laying import put
from aude.engine.pieces import AT_LAST, ByHand
from aude.engine.refusal import Refused
from aude.engine.spots import xy_of_code, xy_of_slot
from aude.engine.state import State
from aude.engine.types import Figure, Seat

if TYPE_CHECKING:
    from aude.boxes.abbey_and_mayor.abbeys import Abbeys
    from aude.boxes.abbey_and_mayor.barns import Barns

ABBEY: Final = "abbey"  # the lines, and what is held
BARN: Final = "barn"
CORNERS: Final = ["NW", "NE", "SE", "SW"]  # of a tile, clockwise


class AbbeysByHand(ByHand):
    """Abbeys that lie in a gap, or that have left the game."""

    def __init__(self, abbeys: Abbeys) -> None:
        self.abbeys = abbeys

    def forms(self) -> list[Form]:
        return [Form("lay abbey {seat} {cell}", ABBEY)]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        seat: i64 = line.facts[0]
        code: i64 = line.facts[1]
        if not self.abbeys.has_abbey(state, seat):
            raise Refused("AM-01", "no_abbey_left", {"seat": state.rules.seat_names[seat]})
        x, y = xy_of_code(code)
        there = state.board_at(x, y)
        if there > 0:
            raise Refused("", "tile_lies_there", {"cell": f"{x},{y}"})
        if there == 0 or not self.abbeys.is_gap(state, -there - 1):
            raise Refused("AM-02", "abbey_without_gap", {"cell": f"{x},{y}"})
        self.abbeys.mark_laid(state, seat, put(state, self.abbeys.tile, state.cell_of_code(code), 0))

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The abbeys that lie, each in its place among the other tiles."""
        found: list[tuple[int, Choice]] = []
        for seat in range(state.rules.seats):
            slot = self.abbeys.slot_of(state, seat)
            if slot >= 0:
                code = state.code_of_cell(state.slot_cell[slot])
                found.append((int(state.slot_first[slot]), Choice(ABBEY, [seat, code])))
        return found

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        if name != ABBEY:
            return False
        has_abbey = self.abbeys.has_abbey(state, seat)
        if number == 0 and has_abbey:
            self.abbeys.mark_gone(state, seat)
        elif number != int(has_abbey):
            raise Refused("", "cannot_hold")
        return True


class BarnsByHand(ByHand):
    """Barns, which stand at corners of tiles."""

    def __init__(self, barns: Barns) -> None:
        self.barns = barns

    def forms(self) -> list[Form]:
        return [Form("stand {seat} {figure} corner {corner:NW|NE|SE|SW} at {slot}", BARN)]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        corner = line.facts[2]
        slot: i64 = line.facts[3]
        if state.rules.figure_kind[figure] != self.barns.kind:
            raise Refused("AM-14", "only_barn")
        x, y = xy_of_slot(state, slot)
        where: dict[str, object] = {"corner": CORNERS[corner], "cell": f"{x},{y}"}
        spot = self.barns.spot_at(state, slot, corner)
        if spot < 0:
            raise Refused("AM-14", "barn_without_fields", where)
        if self.barns.is_taken(state, spot):  # a field may hold several barns, once tiles have joined it
            raise Refused("R-AM-24", "barn_at_corner", where)
        self.barns.put(state, figure, spot)

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The barns, each at the north-west corner of the tile to its south-east."""
        found: list[tuple[int, Choice]] = []
        for node, seat in self.barns.laid(state):
            found.append((AT_LAST, Choice(BARN, [seat, self.barns.kind, 0, state.node_slot[node]])))
        return found
