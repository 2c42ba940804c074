"""The wall on the outline of the city. CITY-34 to CITY-40, R-CITY-05 to R-CITY-10, R-CITY-16, R-CITY-28."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.outline import outline, side_after, side_before, slot_behind
from aude.engine.arrays import append, vec
from aude.engine.cells import AROUND, CODE_STEP, EIGHT, FOUR
from aude.engine.joining import close_side
from aude.engine.refusal import Refused
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.types import Cell, CellCode, Location, Seat

PIECES: Final = 70  # R-CITY-08: the short ones replace others
# The two ways along the wall from the gate: with the tiles at the right hand, or at the left.
AHEAD: Final = 0
BACK: Final = 1
WAYS: Final = i64(2)
FAR: Final = 1 << 30

# The cells around one, as `AROUND` has them: its sides, and the corner to the right of each.
SIDE_CELLS: Final = [1, 4, 6, 3]
CORNER_CELLS: Final = [2, 7, 5, 0]


def parts_of(taken: int) -> int:
    """The parts into which the empty cells beside a cell fall, by the mask of the eight around it with a tile.

    A mask of sides of the cell: the last one of each part, going round it.
    """
    parts = 0
    for side in range(4):
        ends = 1 << SIDE_CELLS[(side + 1) % 4] | 1 << CORNER_CELLS[side]
        if not taken >> SIDE_CELLS[side] & 1 and taken & ends:
            parts |= 1 << side
    return parts


PARTS: Final = vec[i64]([parts_of(taken) for taken in range(256)])


class Wall(Part):
    """The gate, the pieces on both ways from it, who guards them, and the towers.

    The wall is one path on the outline. Each way has its pieces numbered from the gate on, which is number 0.
    """

    def __init__(self) -> None:
        self.whole_wall = False  # R-CITY-09
        self.posts: Location = 0  # one for a guard on each piece, way by way
        # Registers:
        self.gate: i64 = 0  # its side + 1, 0 before it stands;
        self.length: i64 = 0  # of each way: how many pieces,
        self.tower: i64 = 0  # and behind which of them the last tower stands, 0 for the gate;
        self.sides: i64 = 0  # where each piece stands;
        self.towers: i64 = 0  # behind which pieces towers stand: the owner's seat + 1;
        self.closed: i64 = 0  # 1 once the game is over and the wall taken as closed (CITY-49)

    def setup(self, rules: Rules) -> None:
        rules.barriers = True  # CITY-34
        self.whole_wall = rules.option("city_tower") == "other_end"
        self.posts = rules.reserve_locations(2 * PIECES)
        self.gate = rules.reserve_registers()
        self.length = rules.reserve_registers(2)
        self.tower = rules.reserve_registers(2)
        self.sides = rules.reserve_registers(2 * PIECES)
        self.towers = rules.reserve_registers(2 * PIECES)
        self.closed = rules.reserve_registers()

    # -- where tiles may lie ------------------------------------------------------------------------------------------
    def filter_rotations(self, state: State, cell: Cell, rotations: i64) -> i64:
        """R-CITY-28. That no tile lies against the wall (CITY-34) is in the sides that it shows."""
        if self.takes_in(state, state.code_of_cell(cell)):
            return rotations
        return 0

    def refuse_placement(self, state: State, cell: Cell, rotation: i64) -> None:
        raise Refused("R-CITY-28", "wraps")

    def takes_in(self, state: State, cell: CellCode) -> bool:
        """R-CITY-28: whether a tile at an empty cell would leave every piece on the outer outline.

        It can cut something off only if the empty cells around it fall into several parts. Then the outline falls into
        as many, one of which is the outer one: that must be the wall's, and whole.
        """
        if not self.stands(state):
            return True
        parts = self.parts_around(state, state.cell_of_code(cell))
        if not parts & (parts - 1):
            return True
        if self.is_touched(state, cell):
            return False
        is_met = False
        for side in range(FOUR):
            if parts >> side & 1:
                parts ^= i64(1) << side
                if not parts and not is_met:
                    return True  # all the others are around holes, and the wall is on none of them
                turns = self.turns_without_wall(state, cell, side)
                if turns > 0:
                    return False
                if turns == 0:
                    is_met = True
        return True

    def is_touched(self, state: State, cell: CellCode) -> bool:
        """Whether a tile at an empty cell would lie before the gate or a piece, or at a corner between two of them."""
        registers = state.registers
        gate = registers[self.gate] - 1
        if gate - (gate & 3) + CODE_STEP[gate & 3] == cell:
            return True
        for way in range(WAYS):
            first = self.sides + way * PIECES
            to_the_gate: i64 = 3 if way == AHEAD else 1  # to the left or right of who looks outside
            for at in range(first, first + registers[self.length + way]):
                side = registers[at] & 3
                before = registers[at] - side + CODE_STEP[side]
                if before == cell or before + CODE_STEP[(side + to_the_gate) & 3] == cell:
                    return True
        return False

    def turns_without_wall(self, state: State, cell: CellCode, side: i64) -> i64:
        """How often the outline through a side of a tile that is thought of would turn right, less how often left.

        More than 0 for the outer one, less for one around a hole; 0 if the wall stands on it, wherever that is.
        """
        wall = self.end(state, BACK)  # where one comes to it
        first = cell | side
        turns: i64 = 0
        at = first
        while at != wall:
            after = side_after(state, at, cell)
            turn = (after - at) & 3
            if turn == 1:
                turns += 1
            elif turn == 3:
                turns -= 1
            at = after
            if at == first:
                return turns
        return 0

    def parts_around(self, state: State, cell: Cell) -> i64:
        """The parts into which the empty cells beside a cell fall, as `parts_of` has them."""
        around = AROUND
        taken: i64 = 0
        for k in range(EIGHT):
            if state.at(cell + around[k]) > 0:
                taken |= i64(1) << k
        return PARTS[taken]

    # -- where it stands ----------------------------------------------------------------------------------------------
    def stands(self, state: State) -> bool:
        """Whether there is a wall at all."""
        return state.registers[self.gate] != 0

    def pieces(self, state: State) -> i64:
        """How many pieces have been built, without the gate (R-CITY-11)."""
        return state.registers[self.length] + state.registers[self.length + 1]

    def side_of(self, state: State, way: i64, number: i64) -> i64:
        """Where a piece stands."""
        if number == 0:
            return state.registers[self.gate] - 1
        return state.registers[self.sides + way * PIECES + number - 1]

    def end(self, state: State, way: i64) -> i64:
        """The side at one end of the wall."""
        return self.side_of(state, way, state.registers[self.length + way])

    def next_side(self, state: State, way: i64) -> i64:
        """R-CITY-05: where the next piece at one end goes."""
        if way == AHEAD:
            return side_after(state, self.end(state, way))
        return side_before(state, self.end(state, way))

    def gap(self, state: State, most: i64 = FAR) -> i64:
        """R-CITY-16: how many sides of the outline are free, which is how many pieces would close the wall.

        Who only asks whether it is small lets it be counted as far as `most`. Mostly that needs no counting: a line
        of n sides encloses n² / 16 tiles at most.
        """
        sides = self.pieces(state) + 1 + most
        if sides * sides <= 16 * state.slots:
            return most
        last = self.end(state, BACK)
        at = self.next_side(state, AHEAD)
        free: i64 = 0
        while at != last and free < most:
            free += 1
            at = side_after(state, at)
        return free

    def is_closed(self, state: State) -> bool:
        """Whether the two ends have met."""
        return self.gap(state, 1) == 0

    def is_walled(self, state: State, side: i64) -> bool:
        """Whether the gate or a piece stands at a side."""
        if side == state.registers[self.gate] - 1:
            return True
        for way in range(WAYS):
            first = self.sides + way * PIECES
            for at in range(first, first + state.registers[self.length + way]):
                if state.registers[at] == side:
                    return True
        return False

    def free_sides(self, state: State) -> vec[i64]:
        """The sides of the outline at which nothing stands."""
        sides = outline(state)
        if not self.stands(state):
            return sides
        first = self.end(state, BACK)
        last = self.end(state, AHEAD)
        free = vec[i64]()
        walled = self.is_walled(state, sides[0])
        for side in sides:
            if side == first:
                walled = True
            if not walled:
                free = append(free, side)
            if side == last:
                walled = False
        return free

    # -- building -----------------------------------------------------------------------------------------------------
    def set_gate(self, state: State, side: i64) -> None:
        state.registers[self.gate] = side + 1
        close_side(state, slot_behind(state, side), side & 3)

    def build(self, state: State, way: i64) -> i64:
        """Build a piece at one end. Its side."""
        side = self.next_side(state, way)
        self.put_piece(state, way, side)
        return side

    def put_piece(self, state: State, way: i64, side: i64) -> None:
        """Let a piece stand at the next side at one end."""
        number = state.registers[self.length + way]
        state.registers[self.sides + way * PIECES + number] = side
        state.registers[self.length + way] = number + 1
        close_side(state, slot_behind(state, side), side & 3)

    # -- guards and towers --------------------------------------------------------------------------------------------
    def post(self, way: i64, number: i64) -> Location:
        """Where a guard on a piece is."""
        return self.posts - way * PIECES - number + 1

    def watched_side(self, state: State, location: Location) -> i64:
        """The side where a guard at this location stands, or -1 if it is not a guard's."""
        number = self.posts - location
        if not 0 <= number < 2 * PIECES:
            return -1
        return state.registers[self.sides + number]

    def is_guarded(self, state: State, side: i64) -> bool:
        """Whether a guard stands at a side."""
        for at in state.figure_at:
            if at <= self.posts and self.watched_side(state, at) == side:
                return True
        return False

    def tower_points(self, state: State, way: i64) -> i64:
        """CITY-40, R-CITY-09: the pieces between this end and the tower or gate; 0 if no tower may stand here."""
        points = state.registers[self.length + way] - state.registers[self.tower + way]
        if points and self.whole_wall:
            points = state.registers[self.length + way] + state.registers[self.tower + 1 - way]
        return points

    def set_tower(self, state: State, way: i64) -> None:
        """Build a tower of the player at one end."""
        self.put_tower(state, way, state.registers[self.length + way], state.player)

    def put_tower(self, state: State, way: i64, number: i64, seat: Seat) -> None:
        """Let a tower of a seat stand behind a piece."""
        state.registers[self.tower + way] = max(state.registers[self.tower + way], number)
        state.registers[self.towers + way * PIECES + number - 1] = seat + 1
