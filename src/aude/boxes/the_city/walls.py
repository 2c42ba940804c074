"""The outline of the city and the wall on it. CITY-34 to CITY-40, R-CITY-05 to R-CITY-10, R-CITY-16, R-CITY-23.

A side of a laid tile is one number: the place code of its cell and the side (0 north, 1 east, 2 south, 3 west). The
outer outline is one closed line of such sides. Whoever walks along it has the tiles at the right hand, and meets after
each side exactly one next one; where the city is hollow inside, the walk never comes there.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import PLACE_STEP
from aude.engine.joining import close_side
from aude.engine.rules import Rules
from aude.engine.state import State

PIECES: Final = 70  # R-CITY-08: the short ones replace others
# The two ways along the wall from the gate: with the tiles at the right hand, or at the left.
AHEAD: Final = 0
BACK: Final = 1
WAYS: Final = i64(2)
NOWHERE: Final = -1
FAR: Final = 1 << 30


# -- the outline ------------------------------------------------------------------------------------------------------
def is_tile(state: State, place: i64, also: i64) -> bool:
    """Whether a tile lies at a place, or would if one were laid at `also`."""
    return place == also or state.board[state.cell_of_code(place)] > 0


def side_after(state: State, at: i64, also: i64 = NOWHERE) -> i64:
    """The next side of the outline, with the tiles at the right hand; `also` counts as if a tile lay there.

    The walk keeps to the empty cells outside, which are neighbours through sides: so it never slips between two tiles
    that touch at a corner only.
    """
    side = at & 3
    right = (side + 1) & 3
    beyond = at - side + PLACE_STEP[side] + PLACE_STEP[right]
    if is_tile(state, beyond, also):
        return beyond | ((side + 3) & 3)
    beside = at - side + PLACE_STEP[right]
    if is_tile(state, beside, also):
        return beside | side
    return at - side | right


def side_before(state: State, at: i64) -> i64:
    """The side of the outline from which `side_after` leads here."""
    side = at & 3
    left = (side + 3) & 3
    beyond = at - side + PLACE_STEP[side] + PLACE_STEP[left]
    if is_tile(state, beyond, NOWHERE):
        return beyond | ((side + 1) & 3)
    beside = at - side + PLACE_STEP[left]
    if is_tile(state, beside, NOWHERE):
        return beside | side
    return at - side | left


def outline(state: State) -> vec[i64]:
    """Every side of the outer outline, from the north side of a northernmost tile on."""
    first: i64 = state.code_of_cell(state.slot_cell[0])
    for slot in range(1, state.slots):
        place = state.code_of_cell(state.slot_cell[slot])
        if place < first:  # rows come first in place codes
            first = place
    found = vec[i64](capacity=64)
    at = first
    while True:
        found = append(found, at)
        at = side_after(state, at)
        if at == first:
            return found


def slot_at(state: State, side: i64) -> i64:
    """The tile whose side this is."""
    return state.board[state.cell_of_code(side)] - 1


def row_behind(state: State, side: i64) -> vec[i64]:
    """CITY-54, CITY-55, R-CITY-23: the unbroken row of tiles straight inward from a side, up to the first hole."""
    step = PLACE_STEP[(side & 3) ^ 2]
    place = side - (side & 3)
    found = vec[i64]()
    slot = slot_at(state, place)
    while slot >= 0:
        found = append(found, slot)
        place += step
        slot = slot_at(state, place)
    return found


def side_opposite(state: State, side: i64) -> i64:
    """R-CITY-24: the side at the far end of the same unbroken row."""
    step = PLACE_STEP[(side & 3) ^ 2]
    place = side - (side & 3)
    while slot_at(state, place + step) >= 0:
        place += step
    return place | (side & 3) ^ 2


# -- the wall ---------------------------------------------------------------------------------------------------------
class Wall:
    """The gate, the pieces on both ways from it, who guards them, and the towers.

    The wall is one path on the outline. Each way has its pieces numbered from the gate on, which is number 0.
    """

    def __init__(self, rules: Rules) -> None:
        rules.barriers = True  # CITY-34
        self.posts: i64 = rules.reserve_locations(2 * PIECES)  # one for a guard on each piece, way by way
        self.whole_wall = rules.option("city_tower") == "other_end"  # R-CITY-09
        # Registers:
        self.gate: i64 = rules.register()  # its side + 1, 0 before it stands;
        self.length: i64 = rules.register(2)  # of each way: how many pieces,
        self.tower: i64 = rules.register(2)  # and behind which of them the last tower stands, 0 for the gate;
        self.sides: i64 = rules.register(2 * PIECES)  # where each piece stands;
        self.towers: i64 = rules.register(2 * PIECES)  # behind which pieces towers stand: the owner's seat + 1
        self.closed: i64 = rules.register()  # 1 once the game is over and the wall taken as closed (CITY-49)

    def stands(self, state: State) -> bool:
        """Whether there is a wall at all."""
        return state.registers[self.gate] != 0

    def pieces(self, state: State) -> i64:
        """How many pieces have been built; the gate is none (R-CITY-11)."""
        return state.registers[self.length] + state.registers[self.length + 1]

    def side_of(self, state: State, way: i64, number: i64) -> i64:
        """Where a piece stands."""
        if number == 0:
            return state.registers[self.gate] - 1
        return state.registers[self.sides + way * PIECES + number - 1]

    def end(self, state: State, way: i64) -> i64:
        """The side at one end of the wall."""
        return self.side_of(state, way, state.registers[self.length + way])

    def place(self, state: State, way: i64) -> i64:
        """R-CITY-05: where the next piece at one end goes."""
        if way == AHEAD:
            return side_after(state, self.end(state, way))
        return side_before(state, self.end(state, way))

    def gap(self, state: State, most: i64 = FAR) -> i64:
        """R-CITY-16: how many sides of the outline are free, which is how many pieces would close the wall.

        Who only asks whether it is small lets it be counted as far as `most`.
        """
        last = self.end(state, BACK)
        at = self.place(state, AHEAD)
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

    # -- building -----------------------------------------------------------------------------------------------------
    def set_gate(self, state: State, side: i64) -> None:
        state.registers[self.gate] = side + 1
        close_side(state, slot_at(state, side), side & 3)

    def build(self, state: State, way: i64) -> i64:
        """Build a piece at one end. Its side."""
        side = self.place(state, way)
        number = state.registers[self.length + way]
        state.registers[self.sides + way * PIECES + number] = side
        state.registers[self.length + way] = number + 1
        close_side(state, slot_at(state, side), side & 3)
        return side

    def takes_in(self, state: State, place: i64) -> bool:
        """R-CITY-28: whether a tile at an empty place would leave every piece on the outer outline.

        It can cut something off only if the empty cells around it fall into several parts; then the new outline is
        walked from the gate. It must meet the whole wall and turn right once more, all in all, than it turns left.
        """
        if not self.stands(state) or self.parts_around(state, place) < 2:
            return True
        first = state.registers[self.gate] - 1
        if first - (first & 3) + PLACE_STEP[first & 3] == place:
            return False  # before the gate, whose side would be on no outline
        walled = self.pieces(state) + 1
        rotations: i64 = 0
        at = first
        while True:
            if self.is_walled(state, at):
                walled -= 1
            after = side_after(state, at, place)
            rotation = (after - at) & 3
            if rotation == 1:
                rotations += 1
            elif rotation == 3:
                rotations -= 1
            at = after
            if at == first:
                return walled == 0 and rotations > 0

    def parts_around(self, state: State, place: i64) -> i64:
        """Into how many parts the empty cells beside a place fall, going round it."""
        parts: i64 = 0
        for side in range(4):
            if not is_tile(state, place + PLACE_STEP[side], NOWHERE):
                right = (side + 1) & 3
                goes_on = not is_tile(state, place + PLACE_STEP[right], NOWHERE)
                goes_on = goes_on and not is_tile(state, place + PLACE_STEP[side] + PLACE_STEP[right], NOWHERE)
                if not goes_on:
                    parts += 1
        return parts

    # -- guards and towers --------------------------------------------------------------------------------------------
    def post(self, way: i64, number: i64) -> i64:
        """The place of a guard on a piece."""
        return self.posts - way * PIECES - number + 1

    def watched_side(self, state: State, place: i64) -> i64:
        """The side where a guard at this place stands, or -1 if the place is no guard's."""
        number = self.posts - place
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

    def put_tower(self, state: State, way: i64, number: i64, seat: i64) -> None:
        """Let a tower of a seat stand behind a piece."""
        state.registers[self.tower + way] = max(state.registers[self.tower + way], number)
        state.registers[self.towers + way * PIECES + number - 1] = seat + 1

    def shown(self, state: State) -> list[tuple[int, int, int, str]]:
        """Everything that stands on the outline: slot, side, seat and name of each."""
        if not self.stands(state):
            return []
        gate = self.side_of(state, AHEAD, 0)
        found = [(int(slot_at(state, gate)), int(gate & 3), -1, "gate")]
        for way in range(WAYS):
            for number in range(1, state.registers[self.length + way] + 1):
                side = self.side_of(state, way, number)
                slot = int(slot_at(state, side))
                found.append((slot, int(side & 3), -1, "wall"))
                owner = int(state.registers[self.towers + way * PIECES + number - 1])
                if owner:
                    found.append((slot, int(side & 3), owner - 1, "city_tower"))
        for figure in range(state.rules.figures):
            if state.figure_at[figure] <= self.posts:
                side = self.watched_side(state, state.figure_at[figure])
                if side >= 0:
                    found.append(
                        (int(slot_at(state, side)), int(side & 3), int(state.rules.figure_seat[figure]), "guard")
                    )
        return found
