"""Bridges and castles in positions laid by hand: how their lines are laid and written. R-BCB-40."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.castle_registers import (
    CITY,
    FINISHED,
    FOUNDER,
    NODE,
    OF_A_CASTLE,
    OVER,
    STAGE,
)
from aude.engine.choice import Choice, Form
from aude.engine.figures import move
from aude.engine.joining import port_node, settle
from aude.engine.pieces import ByHand
from aude.engine.refusal import Refused
from aude.engine.spots import nodes_on, xy_of_slot
from aude.engine.state import State
from aude.engine.types import Figure, Node, Seat, Slot

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
    from aude.boxes.bridges_castles_and_bazaars.castles import Castles

AXIS_WORDS: Final = ["N.S", "E.W"]


def cell_text(state: State, slot: Slot) -> str:
    """The cell of a tile, for sentences."""
    x, y = xy_of_slot(state, slot)
    return f"{x},{y}"


# -- bridges ----------------------------------------------------------------------------------------------------------
class BridgesByHand(ByHand):
    """Bridges over tiles, and tiles that only match because of one."""

    def __init__(self, bridges: Bridges) -> None:
        self.bridges = bridges

    def forms(self) -> list[Form]:
        return [
            Form("lay bridge {seat} {axis:N.S|E.W} at {slot}", "bridge"),
            Form("lay {tile} {cell} turn {rotation} span {seat}", "span"),
        ]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        """A bridge must come before the tiles on which its road continues, because they would not match."""
        seat: i64 = line.facts[0]
        axis: i64 = line.facts[1]
        slot: i64 = line.facts[2]
        if self.bridges.free(state, seat) < 0:
            raise Refused("BCB-01", "seat_without_bridge", {"seat": state.rules.seat_names[seat]})
        if not self.bridges.can_carry(state, slot, axis):
            raise Refused("BCB-02", "bridge_impossible", {"axis": AXIS_WORDS[axis], "cell": cell_text(state, slot)})
        player = state.player
        state.player = seat
        self.bridges.build(state, slot, axis)
        state.player = player

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The bridges, each when it was built, together with its tile if that would not match without it."""
        lines: list[tuple[int, Choice]] = []
        for node, seat in self.bridges.laid(state):
            slot = state.node_slot[node]
            axis = axis_of(state, node)
            if was_needed(state, slot, axis) or was_needed(state, slot, axis + 2):
                turned = state.slot_tile[slot]
                cell = state.code_of_cell(state.slot_cell[slot])
                lines.append((int(state.slot_first[slot]), Choice("span", [turned >> 2, cell, turned & 3, seat])))
            else:
                lines.append((node, Choice("bridge", [seat, axis, slot])))
        return lines

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Those that lie on the table cannot be in hand."""
        if name != "bridge":
            return False
        if number > self.bridges.in_hand(state, seat):
            raise Refused("", "cannot_hold")
        self.bridges.hold(state, seat, number)
        return True


def axis_of(state: State, bridge: Node) -> i64:
    """0 for a bridge from north to south, 1 for one from east to west."""
    at: i64 = 0
    while state.extra_ports[at + 1] != bridge:
        at += 2
    return state.extra_ports[at] & 1


def was_needed(state: State, slot: Slot, side: i64) -> bool:
    """Whether a road led to this field side of a tile before the tile was laid, so that it needed its bridge."""
    beyond = state.beside(state.slot_cell[slot], side) - 1
    if not 0 <= beyond < slot:
        return False
    return 0 <= port_node(state, beyond, side ^ 2) < state.slot_first[slot]


# -- castles ----------------------------------------------------------------------------------------------------------
class CastlesByHand(ByHand):
    """Castles, finished or not, and the followers who wait in them."""

    def __init__(self, castles: Castles) -> None:
        self.castles = castles

    def forms(self) -> list[Form]:
        return [
            Form("lay castle {seat} {node}", "castle"),
            Form("lay castle {seat} {node} finished", "finished_castle"),
            Form("stand {seat} {figure} castle at {slot}", "lord"),
            Form("stand {seat} {figure} castle {number} at {slot}", "lord_of_several"),
        ]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        if line.form == "lord":
            self.stand(state, line.facts[2], 0, figure)
        elif line.form == "lord_of_several":
            self.stand(state, line.facts[3], line.facts[2], figure)
        else:
            self.lay_castle(state, line.facts[0], line.facts[1], line.form == "finished_castle")

    def lay_castle(self, state: State, seat: Seat, cap: Node, finished: bool) -> None:
        """Lay the castle of a seat. If `finished`, it has been scored, and only counts for fields."""
        castles = self.castles
        slot = state.node_slot[cap]
        feature = state.root[cap]
        if not castles.is_base(state, feature) or not state.is_complete(feature):
            raise Refused("BCB-10", "castle_no_base", {"cell": cell_text(state, slot)})
        if not state.registers[castles.tokens + seat]:
            raise Refused("BCB-10", "seat_without_castle", {"seat": state.rules.seat_names[seat]})
        if state.occupants[feature]:
            raise Refused("", "castle_occupied", {"cell": cell_text(state, slot)})
        node = castles.put(state, feature, slot, seat)
        if finished:
            settle(state, node, FINISHED)
            settle(state, feature, FINISHED)
            state.registers[castles.at(state, NODE, node) + STAGE] = OVER

    def stand(self, state: State, slot: Slot, number: i64, figure: Figure) -> None:
        """Put a follower into a castle. The number distinguishes castles on a tile; 0 if there is only one."""
        where = cell_text(state, slot)
        here = [node for node in nodes_on(state, slot) if state.kind_of(node) == self.castles.kind]
        if not number and len(here) > 1:
            raise Refused("", "castle_number", {"count": len(here), "cell": where})
        if not 0 <= number <= len(here) or not here:
            raise Refused("", "castle_absent", {"cell": where})
        node: i64 = here[max(number - 1, 0)]
        rules = state.rules
        kind = rules.figure_kind[figure]
        if not rules.occupies[kind] or not rules.stands_on[kind] >> self.castles.city & 1:
            raise Refused("BCB-10", "castle_unfit", {"figure": rules.figure_kinds[kind].name})
        if state.open_ends[node] == FINISHED:
            raise Refused("BCB-12", "castle_finished", {"cell": where})
        move(state, figure, node)

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The castles, each when it was founded: beneath it the cap of the city on its tile."""
        castles = self.castles
        lines: list[tuple[int, Choice]] = []
        for number in range(state.registers[castles.count]):
            base = castles.first + OF_A_CASTLE * number
            node = state.registers[base + NODE]
            cap = state.registers[base + CITY]
            if state.node_slot[cap] != state.node_slot[node]:
                cap = state.next_node[cap]
            form = "finished_castle" if state.registers[base + STAGE] else "castle"
            lines.append((int(node), Choice(form, [state.registers[base + FOUNDER], cap])))
        return lines

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Set how many are left; those on the table cannot be in hand."""
        if name != "castle_token":
            return False
        if number > state.registers[self.castles.tokens + seat]:
            raise Refused("", "cannot_hold")
        state.registers[self.castles.tokens + seat] = number
        return True
