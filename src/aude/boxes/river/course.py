"""Where river tiles may be laid: RIV-04, RIV-05, RIV-13, and what happens to the others (R-RIV-08)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.river.river_tiles import LAKE, NO_RIVER, river_ports, role_of
from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA, FOUR
from aude.engine.placing import rotations_that_fit
from aude.engine.refusal import Refused
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.tiles import SIDES, Tile
from aude.engine.types import Cell, Slot

# R-RIV-03: the meanings of a U-turn.
CONSECUTIVE: Final = 0
STRICT: Final = 1
ROOM: Final = 2
ROOM_OF_NEW: Final = 3

# Why a river tile may not be laid somewhere: the rule, and the key of the sentence.
FREE: Final = 0
NOT_CONTINUED: Final = 1
JOINS: Final = 2
TURNS_BACK: Final = 3
NO_ROOM: Final = 4
MEETS: Final = 5
CLOSES: Final = 6
BLOCKS: Final = 7
REASONS: Final = (
    ("", ""),
    ("RIV-04", "river_continued"),
    ("RIV-13", "river_joined"),
    ("RIV-05", "river_turns_back"),
    ("R-RIV-03", "river_room"),
    ("R-RIV-12", "river_meets"),
    ("R-RIV-11", "river_closes"),
    ("R-RIV-18", "river_blocks"),
)


ENDS: Final = 8  # initial capacity for the open ends of a river: there are hardly ever more


class Course(Part):
    """The river continues from its ends, never back and never into itself; tiles that cannot be laid leave the game."""

    def __init__(self) -> None:
        self.bends: i64 = CONSECUTIVE
        self.may_block = False  # R-RIV-18
        self.role = vec[i64]()  # of each tile
        self.river = vec[i64]()  # the tiles that have one,
        self.lakes = vec[i64]()  # and the lakes among them
        self.sides = vec[i64]()  # of rotated tile: the mask of sides where the river leaves it
        self.waters = vec[i64]()  # of the signature of an empty cell: the sides of neighbours where water leads there

    def setup(self, rules: Rules) -> None:
        self.bends = ["consecutive", "strict", "room", "room_of_new"].index(rules.option("river_uturn"))
        self.may_block = rules.option("river_blocking") == "allowed"
        rules.add_note("river_ended", ["seat"])

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        tiles = table.tiles
        river = table.side_code[table.kinds.index("river")]
        base = int(table.side_weight[1])
        self.waters = vec[i64](
            [
                sum(1 << (side ^ 2) for side in range(4) if signature // base**side % base == river)
                for signature in range(base**4)
            ]
        )
        self.role = vec[i64]([role_of(tile) for tile in tiles])
        self.river = vec[i64]([number for number, tile in enumerate(tiles) if role_of(tile) != NO_RIVER])
        self.lakes = vec[i64]([number for number, tile in enumerate(tiles) if role_of(tile) >= LAKE])
        self.sides = vec[i64](
            [
                sum(1 << (SIDES.index(side) + rotation) % 4 for side in river_ports(tile))
                for tile in tiles
                for rotation in range(4)
            ]
        )

    # -- where the river ends -----------------------------------------------------------------------------------------
    def tile_unfit(self, state: State) -> None:
        """R-RIV-08: if nothing of the river can be laid any more, all that is left of it leaves the game."""
        role = self.role
        drawn = state.tile
        if drawn < 0 or role[drawn] == NO_RIVER:
            return
        ends = self.open_ends(state)
        for tile in range(len(role)):
            if role[tile] != NO_RIVER and state.bag[tile] and self.could_lie(state, tile, ends):
                return  # BASE-14: only this one leaves the game
        state.tile = -1
        state.bag[drawn] += 1
        state.bag_size += 1
        for tile in range(len(role)):
            while role[tile] != NO_RIVER and state.bag[tile]:
                state.bag[tile] -= 1
                state.bag_size -= 1
                if state.journal is not None:
                    state.note("discarded", [tile])
        if state.journal is not None:
            state.note("river_ended", [state.player])

    def could_lie(self, state: State, tile: i64, ends: vec[i64]) -> bool:
        """Whether a tile of the river could be laid if it were the last one; the river has these open ends."""
        for end in ends:
            cell = state.cell_of_code(end)
            mask = rotations_that_fit(state, tile, -state.at(cell) - 1)
            for rotation in range(FOUR):
                if mask >> rotation & 1:
                    sides = self.sides[tile * 4 + rotation]
                    if self.reason_here(state, cell, sides) == FREE:
                        after = self.ends_after(state, ends, cell, sides)
                        if self.reason_of_ends(state, cell, after, True) == FREE:
                            return True
        return False

    # -- where a river tile may lie -----------------------------------------------------------------------------------
    def may_filter(self, tile: Tile) -> bool:
        return role_of(tile) != NO_RIVER

    def filter_rotations(self, state: State, cell: Cell, rotations: i64) -> i64:
        tile = state.tile
        if tile < 0 or self.role[tile] == NO_RIVER:
            return rotations
        if not self.waters[state.front_sides[-state.at(cell) - 1]]:
            return 0  # RIV-04
        ends = self.open_ends(state)
        for rotation in range(FOUR):
            if rotations >> rotation & 1 and self.reason_against(state, tile, cell, rotation, ends) != FREE:
                rotations &= ~(i64(1) << rotation)
        return rotations

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        tile = state.tile
        if tile >= 0 and self.role[tile] != NO_RIVER:
            reason = self.reason_against(state, tile, cell, rotation, self.open_ends(state))
            if reason != FREE:
                rule, key = REASONS[reason]
                raise Refused(rule, key)

    def reason_against(self, state: State, tile: i64, cell: Cell, rotation: i64, ends: vec[i64]) -> i64:
        """Why a river tile that matches its neighbours may not lie here; FREE if it may. The river has these open ends.

        R-RIV-18: no more of them are blocked than must be, unless it takes a bridge.
        """
        sides = self.sides[tile * 4 + rotation]
        reason = self.reason_here(state, cell, sides)
        if reason != FREE:
            return reason
        after = self.ends_after(state, ends, cell, sides)
        reason = self.reason_of_ends(state, cell, after, False)
        if reason == FREE and not self.may_block:
            blocked = self.blocked_ends(state, tile, cell, rotation, after)
            if blocked and rotations_that_fit(state, tile, -state.at(cell) - 1) >> rotation & 1:
                if self.fewest_blocked(state, tile, ends) < blocked:
                    return BLOCKS
        return reason

    def fewest_blocked(self, state: State, tile: i64, ends: vec[i64]) -> i64:
        """The least number of ends that are blocked, over all places for the tile."""
        fewest: i64 = state.slots + FOUR  # more than there are
        for end in ends:
            cell = state.cell_of_code(end)
            mask = rotations_that_fit(state, tile, -state.at(cell) - 1)
            for part in state.rules.filter_rotations:
                if mask and part is not self:
                    mask = part.filter_rotations(state, cell, mask)
            for rotation in range(FOUR):
                if not mask >> rotation & 1:
                    continue
                sides = self.sides[tile * 4 + rotation]
                if self.reason_here(state, cell, sides) == FREE:
                    after = self.ends_after(state, ends, cell, sides)
                    if self.reason_of_ends(state, cell, after, False) == FREE:
                        fewest = min(fewest, self.blocked_ends(state, tile, cell, rotation, after))
        return fewest

    def blocked_ends(self, state: State, tile: i64, cell: Cell, rotation: i64, ends: vec[i64]) -> i64:
        """R-RIV-18: beyond how many of these ends none of the lakes that are left could lie, with this tile here."""
        table = state.rules.table
        turned = tile * 4 + rotation
        blocked: i64 = 0
        for k in range(len(ends)):
            beyond = state.cell_of_code(ends[k])
            signature: i64 = 0  # what the neighbours of that cell show
            there = state.at(beyond)
            if there < 0:
                signature = state.front_sides[-there - 1]
            for side in range(FOUR):
                if cell + DELTA[side] == beyond:
                    signature += table.side_value[turned * 4 + side]
            if not self.has_lake_for(state, signature) or (self.bends == ROOM and crowds(state, ends, k)):
                blocked += 1
        if blocked and not self.left(state, self.lakes):
            return 0  # nothing more is to come
        return blocked

    def has_lake_for(self, state: State, signature: i64) -> bool:
        """Whether one of the lakes that are left matches the neighbours of a cell."""
        table = state.rules.table
        for tile in self.lakes:
            if state.bag[tile] and table.fit[tile * table.signatures + signature]:
                return True
        return False

    def left(self, state: State, tiles: vec[i64]) -> bool:
        """Whether any of these tiles is still to be drawn."""
        for tile in tiles:
            if state.bag[tile]:
                return True
        return False

    def reason_here(self, state: State, cell: Cell, sides: i64) -> i64:
        """Why water may not run across a cell in this way, regardless of other tiles."""
        source: i64 = -1  # the side where it comes in
        for side in range(FOUR):
            if sides >> side & 1 and state.beside(cell, side) > 0:
                if source >= 0:
                    return JOINS  # RIV-13
                source = side
        if source < 0:
            return NOT_CONTINUED  # RIV-04, R-RIV-10
        if self.bends <= STRICT:
            before = self.bend_before(state, cell, source)
            for side in range(FOUR):
                if before and sides >> side & 1 and side != source and hand(source, side) == before:
                    return TURNS_BACK  # RIV-05, R-RIV-13
        return FREE

    def reason_of_ends(self, state: State, cell: Cell, ends: vec[i64], last: bool) -> i64:
        """Why the river may not have these open ends, once a tile lies at a cell; `last`: if no other followed."""
        if len(ends) == 0 and not last and self.left(state, self.river):
            return CLOSES  # R-RIV-11
        for k in range(len(ends)):
            beyond = state.cell_of_code(ends[k])
            for j in range(k + 1, len(ends)):
                if state.cell_of_code(ends[j]) == beyond:
                    return MEETS  # R-RIV-12
            if self.bends >= ROOM:
                side = ends[k] & 3
                if self.bends == ROOM or beyond == cell + DELTA[side]:
                    if not has_room(state, beyond, side, cell):
                        return NO_ROOM  # R-RIV-03
        return FREE

    def open_ends(self, state: State) -> vec[i64]:
        """Every open end of the river: the code of the empty cell that it leads to, and its side as the rotation."""
        found = vec[i64](capacity=ENDS)
        waters = self.waters
        front_sides = state.front_sides
        for front in range(state.fronts):
            leading = waters[front_sides[front]]
            if leading:
                for side in range(FOUR):
                    if leading >> side & 1:
                        found = append(found, state.front_code[front] | side)
        return found

    def ends_after(self, state: State, ends: vec[i64], at: Cell, new_sides: i64) -> vec[i64]:
        """The open ends of a river that has these, once a tile lies at a cell; the tile's own are the last."""
        found = vec[i64](capacity=ENDS)
        for end in ends:
            if state.cell_of_code(end) != at:
                found = append(found, end)
        for side in range(FOUR):
            if new_sides >> side & 1 and state.beside(at, side) <= 0:
                found = append(found, state.code_of_cell(at + DELTA[side]) | side)
        return found

    def bend_before(self, state: State, cell: Cell, source: i64) -> i64:
        """The bend on the previous tile (`strict`: on the last one that is not straight): 1 right, -1 left, 0 none."""
        while True:
            cell += DELTA[source]
            slot = state.at(cell) - 1
            out = source ^ 2
            source = self.source_of(state, slot)
            if source < 0:
                return 0  # the spring
            bend = hand(source, out)
            if bend or self.bends == CONSECUTIVE:
                return bend

    def source_of(self, state: State, slot: Slot) -> i64:
        """The side from which the water comes onto a laid tile, whose neighbour was laid earlier; -1 for a spring."""
        sides = self.sides[state.slot_tile[slot]]
        cell = state.slot_cell[slot]
        for side in range(FOUR):
            if sides >> side & 1 and 0 < state.beside(cell, side) <= slot:
                return side
        return -1


def hand(source: i64, out: i64) -> i64:
    """Whether water that comes in at one side and leaves at another turns right (1), left (-1) or not (0)."""
    quarters = (out - source) & 3
    if quarters == 3:
        return 1
    if quarters == 1:
        return -1
    return 0


def crowds(state: State, ends: vec[i64], k: i64) -> bool:
    """R-RIV-03, `room`: whether a tile beyond one of these ends would lie in the room of another."""
    beyond = state.cell_of_code(ends[k])
    for j in range(len(ends)):
        if j != k and not has_room(state, state.cell_of_code(ends[j]), ends[j] & 3, beyond):
            return True
    return False


def has_room(state: State, beyond: Cell, side: i64, new: Cell) -> bool:
    """R-RIV-03, `room`: the cell beyond an end, the one behind it and those beside both are empty, with a tile laid."""
    for _ in range(2):
        for k in range(-1, 2):
            here = beyond + k * DELTA[(side + 1) & 3]
            if state.at(here) > 0 or here == new:
                return False
        beyond += DELTA[side]
    return True
