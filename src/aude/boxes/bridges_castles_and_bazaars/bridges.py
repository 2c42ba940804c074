"""Bridges: roads over fields, as an extra action or to make a tile fit. BCB-01 to BCB-06."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.assets import BridgesInHand, SpanFiller
from aude.boxes.bridges_castles_and_bazaars.bridge_steps import BuildBridge, BuildOrDiscard
from aude.boxes.bridges_castles_and_bazaars.by_hand import BridgesByHand
from aude.boxes.bridges_castles_and_bazaars.display import BridgesDisplay
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.figures import offer, spot_option
from aude.engine.joining import add_segment, port_node
from aude.engine.laying import put
from aude.engine.refusal import Refused
from aude.engine.rules import Part, Rules, is_set
from aude.engine.state import State
from aude.engine.types import Cell, Node, Seat, Slot

# The axes of a bridge: 0 from north to south, 1 from east to west, so an axis is one of the two sides.
BOTH_ENDS: Final = 5  # the mask of sides of axis 0
GONE: Final = -1  # a bridge that is neither in hand nor on the table (in a position laid by hand)
ON_TILE: Final = 4  # a bridge that a tile needs: the side of the neighbour that carries it, or ON_TILE + axis

NEEDED_BITS: Final = 3  # room for such a bridge, + 1
NEEDED_MASK: Final = (1 << NEEDED_BITS) - 1

DIGIT_BITS: Final = 8  # room for what one side of a tile shows
DIGIT_MASK: Final = (1 << DIGIT_BITS) - 1


class Bridges(Part):
    """The bridges of all seats: where they lie, and where one may."""

    def __init__(self, each: int) -> None:
        self.each: i64 = each  # bridges of each seat
        self.tokens: i64 = -1  # registers: of each seat's bridges, 0 in hand, else node + 1, or GONE;
        self.built: i64 = -1  # the bridge built last, node + 1, and how many tiles lay then;
        self.forced: i64 = -1  # 1 if the tile in hand fits only with a bridge; -1 if that is not asked
        self.on_any_tile = False  # R-BCB-05
        self.road: i64 = -1
        self.field: i64 = -1
        self.shown = vec[i64]()  # of rotated tile * 4 + side: what it shows there, as a digit of signatures
        self.loose = vec[i64]()  # of tile * signatures + signature: its `needed_bridges`; -1 if not computed yet

    def setup(self, rules: Rules) -> None:
        self.tokens = rules.reserve_registers(int(self.each * rules.seats))
        self.built = rules.reserve_registers(2)
        self.on_any_tile = rules.option("bridge_follower") == "any_this_turn"
        rules.add_note("bridge_built", ["seat", "node"])
        rules.add_form("span {cell} turn {rotation}")
        rules.add_form("bridge {axis:N.S|E.W} at {slot}")
        rules.add_form("pass")
        if rules.option("bridge_forced") == "may_discard":
            rules.add_form("build")
            rules.add_form("discard")
            self.forced = rules.reserve_registers()
            rules.add_step("turn", 395, BuildOrDiscard(self), when=is_set(self.forced))
        rules.add_step("turn", 600, BuildBridge(self))
        rules.add_display(BridgesDisplay(self))
        rules.add_by_hand(BridgesByHand(self))
        rules.add_asset(BridgesInHand(self))
        rules.add_filler(SpanFiller(self))

    def finalize(self, rules: Rules) -> None:
        self.road = rules.kind_named("road")
        self.field = rules.kind_named("field")
        table = rules.table
        for turned in range(4 * len(table.tiles)):
            for side in range(FOUR):
                self.shown = append(self.shown, table.side_value[turned * 4 + side] // table.side_weight[side ^ 2])
        self.loose = vec[i64]([-1] * (len(table.tiles) * int(table.signatures)))

    # -- the bridges of the seats -------------------------------------------------------------------------------------
    def in_hand(self, state: State, seat: Seat) -> int:
        """How many bridges a seat has left."""
        first = self.tokens + seat * self.each
        return sum(1 for node in state.registers[first : first + self.each] if node == 0)

    def hold(self, state: State, seat: Seat, number: i64) -> None:
        """Leave a seat this many of the bridges that it has not laid, in a position laid by hand."""
        first = self.tokens + seat * self.each
        for at in range(first, first + self.each):
            if state.registers[at] == 0:
                if number <= 0:
                    state.registers[at] = GONE
                number -= 1

    def laid(self, state: State) -> list[tuple[int, int]]:
        """Every bridge on the table: its node and its seat."""
        found: list[tuple[int, int]] = []
        for k in range(self.each * state.rules.seats):
            if state.registers[self.tokens + k] > 0:
                found.append((int(state.registers[self.tokens + k]) - 1, int(k // self.each)))
        return found

    def free(self, state: State, seat: Seat) -> i64:
        """The register of a bridge that a seat has in hand, or -1."""
        first = self.tokens + seat * self.each
        for at in range(first, first + self.each):
            if not state.registers[at]:
                return at
        return -1

    def has_built(self, state: State) -> bool:
        """R-BCB-01: whether this part of the turn has had its bridge."""
        return state.registers[self.built + 1] == state.slots

    def build(self, state: State, slot: Slot, axis: i64) -> None:
        """Lay a bridge of the player over a tile."""
        node = add_segment(state, slot, self.road, BOTH_ENDS << axis)
        state.registers[self.free(state, state.player)] = node + 1
        state.registers[self.built] = node + 1
        state.registers[self.built + 1] = state.slots
        if state.journal is not None:
            state.note("bridge_built", [state.player, node])

    # -- where one may lie --------------------------------------------------------------------------------------------
    def can_end(self, state: State, slot: Slot, side: i64) -> bool:
        """BCB-02, R-BCB-04: a first bridge may end at this side of a tile: in field, before a road or an empty cell."""
        ports = state.rules.table.ports
        at = state.slot_tile[slot] * 12 + side * 3
        if ports[at] < 0 or ports[at + 1] >= 0:
            return False  # not only field
        return self.goes_on(state, state.slot_cell[slot], side)

    def goes_on(self, state: State, cell: Cell, side: i64) -> bool:
        """R-BCB-04: whether an empty cell or a road lies beyond a side of this cell."""
        beyond = state.beside(cell, side) - 1
        if beyond < 0:
            return True
        node = port_node(state, beyond, side ^ 2)
        return node >= 0 and state.kind_of(node) == self.road

    def can_carry(self, state: State, slot: Slot, axis: i64) -> bool:
        """Whether a bridge may lie over a tile. R-BCB-02: one at most."""
        if not self.can_end(state, slot, axis) or not self.can_end(state, slot, axis + 2):
            return False
        for k in range(0, len(state.extra_ports), 2):
            if state.extra_ports[k] >> 2 == slot:
                return False
        return True

    # -- tiles that match with a bridge only --------------------------------------------------------------------------
    def needed_bridges(self, state: State, tile: i64, front: i64) -> i64:
        """BCB-03: for each rotation in which a tile does not match, the one bridge that makes it match, as NEEDED_BITS.

        A side of the cell, or ON_TILE + axis, + 1; 0 if there is none. This does not say whether it may lie there.
        """
        signature = state.front_sides[front]
        at = tile * state.rules.table.signatures + signature
        needed = self.loose[at]
        if needed < 0:
            needed = self.perhaps_loose(state, tile, signature)
            self.loose[at] = needed
        return needed

    def may_lie(self, state: State, cell: Cell, needed: i64) -> bool:
        """Whether such a bridge may lie where a tile at this cell needs it."""
        if needed < ON_TILE:
            return self.can_carry(state, state.beside(cell, needed) - 1, needed & 1)
        axis = needed - ON_TILE
        return self.goes_on(state, cell, axis) and self.goes_on(state, cell, axis + 2)

    def perhaps_loose(self, state: State, tile: i64, signature: i64) -> i64:
        """`needed_bridges`, computed once for a tile and the surroundings of a cell."""
        table = state.rules.table
        road = table.side_code[self.road]
        field = table.side_code[self.field]
        base = table.side_weight[1]
        around: i64 = 0  # what lies on each side, DIGIT_BITS for each
        for side in range(FOUR):
            around |= signature % base << side * DIGIT_BITS
            signature //= base
        found: i64 = 0
        for rotation in range(FOUR):
            if table.equal_rotation[tile * 4 + rotation] != rotation:
                continue
            needed: i64 = -1
            other = False  # whether a bridge does not help, or one is not enough (R-BCB-01)
            mine = (tile * 4 + rotation) * 4
            for side in range(FOUR):
                there = around >> side * DIGIT_BITS & DIGIT_MASK
                here = self.shown[mine + side]
                if there == 0 or here == there:
                    continue
                wanted: i64 = -1
                if here == road and there == field:
                    wanted = side
                elif here == field and there == road and self.shown[mine + (side ^ 2)] == field:
                    wanted = ON_TILE + (side & 1)
                other = wanted < 0 or (needed >= 0 and wanted != needed)
                if other:
                    break
                needed = wanted
            if not other:
                found |= (needed + 1) << rotation * NEEDED_BITS
        return found

    def can_loosen(self, state: State) -> bool:
        """BCB-03: with a bridge in hand."""
        return self.free(state, state.player) >= 0

    def loose_rotations(self, state: State, tile: i64, front: i64, among: i64) -> i64:
        """BCB-03, R-BCB-03: where the tile may lie if the player builds a bridge for it."""
        bridges = self.loose[tile * state.rules.table.signatures + state.front_sides[front]]
        if bridges < 0:
            bridges = self.needed_bridges(state, tile, front)
        if not bridges or self.free(state, state.player) < 0:
            return 0
        cell = state.cell_of_code(state.front_code[front])
        mask: i64 = 0
        for rotation in range(FOUR):
            needed = (bridges & NEEDED_MASK) - 1
            bridges >>= NEEDED_BITS
            if needed >= 0 and among >> rotation & 1 and self.may_lie(state, cell, needed):
                mask |= i64(1) << rotation
        return mask

    def tile_fits_loosely(self, state: State) -> None:
        if self.forced >= 0:
            state.registers[self.forced] = 1

    def lay_loosely(self, state: State, tile: i64, cell: Cell, rotation: i64) -> Slot:
        """The bridge comes first if a neighbour carries it, else right after the tile."""
        front = -state.at(cell) - 1
        if not self.loose_rotations(state, tile, front, i64(1) << rotation):
            return -1  # a tile that a rule allows to be laid next to other sides (an abbey)
        needed = (self.needed_bridges(state, tile, front) >> rotation * NEEDED_BITS & NEEDED_MASK) - 1
        if needed >= ON_TILE:
            slot = put(state, tile, cell, rotation)
            self.build(state, slot, needed - ON_TILE)
            return slot
        self.build(state, state.beside(cell, needed) - 1, needed & 1)
        slot = put(state, tile, cell, rotation)
        state.registers[self.built + 1] = state.slots
        return slot

    def loose_form(self) -> str:
        return "span"

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        if self.free(state, state.player) < 0:
            raise Refused("BCB-01", "no_bridge")
        raise Refused("BCB-03", "bridge_no_help")

    # -- a follower on a bridge ---------------------------------------------------------------------------------------
    def figure_options(self, state: State, count: i64) -> i64:
        """BCB-05: a follower on the bridge of this part of the turn. The figure step itself carries it out."""
        node = self.open_bridge(state)
        if node < 0:
            return count
        rules = state.rules
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                if rules.stands_on[kind] >> self.road & 1:
                    count = offer(state, count, spot_option(kind, node))
        return count

    def heeds_place(self, state: State) -> bool:
        """It does not matter: a tile that needs no bridge is laid without one, and `BuildBridge` comes later."""
        return False

    def open_bridge(self, state: State) -> Node:
        """The bridge on which the player may put a follower now, or -1."""
        if not self.has_built(state):
            return -1
        node = state.registers[self.built] - 1
        if state.occupants[state.root[node]]:
            return -1
        if not self.on_any_tile and state.node_slot[node] != state.slots - 1:
            return -1  # R-BCB-05
        return node

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if choice.form != "deploy" or self.on_any_tile or not self.has_built(state):
            return
        if why.key in ("spot_absent", "spot_unfit") and choice.facts[1] == state.registers[self.built] - 1:
            raise Refused("R-BCB-05", "bridge_elsewhere")
