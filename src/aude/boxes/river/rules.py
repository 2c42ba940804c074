"""The rivers. RIV-01 to RIV-16 are written out in spec.md, beside this file; all boxes of rivers have these rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA, FOUR
from aude.engine.placing import rotations_that_fit
from aude.engine.rules import Box, Line, Rules, Scorer
from aude.engine.state import State
from aude.engine.tiles import SIDES, Tile
from aude.engine.turns import NEW_TURN, earn

# What a river tile is, as its facts say.
NO_RIVER: Final = 0
FLOWS: Final = 1  # springs, forks and everything between
LAKE: Final = 2
VOLCANO_LAKE: Final = 3

# The stacks of a river, all drawn before the ordinary tiles (RIV-01): forks, the river, lakes, the volcano.
FORKS: Final = -40
MIDDLE_PART: Final = -30
LAKES: Final = -20
LAST: Final = -10

# Whose spring is used if several are in the game (R-RIV-05, R-RIV-14).
SPRINGS: Final = ("anniversary_river", "gq11", "river_c3", "river", "river2")

# R-RIV-03: what is no U-turn.
CONSECUTIVE: Final = 0
STRICT: Final = 1
ROOM: Final = 2

# Why a river tile may not lie somewhere; the rule, and the sentence that says so.
FREE: Final = 0
NOT_CONTINUED: Final = 1
JOINS: Final = 2
TURNS_BACK: Final = 3
NO_ROOM: Final = 4
MEETS: Final = 5
CLOSES: Final = 6
REASONS: Final = (
    ("", ""),
    ("RIV-04", "river_continued"),
    ("RIV-13", "river_joined"),
    ("RIV-05", "river_turns_back"),
    ("R-RIV-03", "river_room"),
    ("R-RIV-12", "river_meets"),
    ("R-RIV-11", "river_closes"),
)


class River(Box):
    """A river is laid tile by tile before anything else is drawn; it divides the land and carries nobody."""

    id = "river"

    def __init__(self) -> None:
        self.bends: i64 = CONSECUTIVE
        self.role = vec[i64]()  # of each tile
        self.sides = vec[i64]()  # of rotated tile: the mask of sides where the river leaves it
        self.waters = vec[i64]()  # of the signature of an empty cell: whether a neighbour's river leads to it
        self.again: i64 = -1  # the extra turn of the volcano lake
        self.dragon = False

    def setup(self, rules: Rules) -> None:
        rules.add_kind("river", RiverScorer(), completes=False)  # RIV-06: no figure kind stands on it
        self.bends = ["consecutive", "strict", "room"].index(rules.option("river_uturn"))
        other = "river_c3" if rules.option("river_edition") == "second" else "river"
        rules.tiles = [entry for entry in rules.tiles if entry[0].set != other]  # R-RIV-15
        self.dragon = rules.has("dragon")
        if self.dragon and rules.option("volcano_lake_turn") == "again":
            self.again = rules.add_extra_turn("volcano_lake", NEW_TURN, new_turn=True)  # R-RIV-07
        rules.add_note("river_ended", ["seat"])
        self._stack(rules)

    def _stack(self, rules: Rules) -> None:
        """RIV-02, RIV-08, RIV-11, R-RIV-05, R-RIV-11: the spring is laid, the others are stacked."""
        river = [tile for tile, count in rules.tiles if count and role_of(tile)]
        springs = [tile for tile in river if tile.more["river_role"] == "spring"]
        for tile in springs:
            rules.leave_out(tile.id)
        sets = [name for name in SPRINGS if any(tile.set == name for tile in springs)]
        if not sets:
            return  # no river without a spring: its tiles are not in this game
        start = sorted(tile.id for tile in springs if tile.set == sets[0])
        rules.tiles = [(tile, 1 if tile.id in start else count) for tile, count in rules.tiles]
        # The spring lies so that its water runs east; the halves of a double one lie side by side as they are.
        rotation = 0
        if len(start) == 1:
            spring = next(tile for tile in springs if tile.id == start[0])
            rotation = (1 - SIDES.index(river_ports(spring)[0])) % 4
        rules.add_start_block(300, [(tile, x, 0, rotation) for x, tile in enumerate(start)], keep_free="river")
        ends = len(start)
        plain: list[str] = []
        volcanoes: list[str] = []
        for tile, count in rules.tiles:
            role = str(tile.more.get("river_role", ""))
            if not count or role in ("", "spring"):
                continue
            if role == "lake":
                order = LAST if "volcano" in tile.symbols else LAKES
                (volcanoes if order == LAST else plain).extend([tile.id] * count)
            else:
                order = FORKS if role == "fork" else MIDDLE_PART
                ends += count * (len(river_ports(tile)) - 2)  # a fork makes one end more, a lake at a city one less
            rules.put_in_stack(tile.id, order)
        for lake in [*volcanoes, *plain][max(ends, 1) :]:
            rules.leave_out(lake, 1)

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        tiles = table.tiles
        river = table.side_code[table.kinds.index("river")]
        base = int(table.side_weight[1])
        self.waters = vec[i64](
            [int(any(signature // base**side % base == river for side in range(4))) for signature in range(base**4)]
        )
        self.role = vec[i64]([role_of(tile) for tile in tiles])
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
        for tile in range(len(role)):
            if role[tile] != NO_RIVER and state.bag[tile] and self.could_lie(state, tile):
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

    def could_lie(self, state: State, tile: i64) -> bool:
        """Whether a tile of the river could be laid if it were the last one."""
        for front in range(state.fronts):
            mask = rotations_that_fit(state, tile, front) if self.waters[state.front_sides[front]] else i64(0)
            for rotation in range(FOUR):
                if mask >> rotation & 1:
                    cell = state.cell_of_code(state.front_code[front])
                    if self.reason(state, tile, cell, rotation, self.other_ends(state, cell), True) == FREE:
                        return True
        return False

    # -- where a river tile may lie -----------------------------------------------------------------------------------
    def limits(self, tile: Tile) -> bool:
        return role_of(tile) != NO_RIVER

    def filter_rotations(self, state: State, cell: i64, rotations: i64) -> i64:
        tile = state.tile
        if tile < 0 or self.role[tile] == NO_RIVER:
            return rotations
        if not self.waters[state.front_sides[-state.board[cell] - 1]]:
            return 0  # RIV-04
        ends = self.other_ends(state, cell)
        for rotation in range(FOUR):
            if rotations >> rotation & 1 and self.reason(state, tile, cell, rotation, ends, False) != FREE:
                rotations &= ~(i64(1) << rotation)
        return rotations

    def placement_refusal(self, state: State, cell: i64, rotation: i64) -> tuple[str, str]:
        tile = state.tile
        if tile < 0 or self.role[tile] == NO_RIVER:
            return "", ""
        return REASONS[self.reason(state, tile, cell, rotation, self.other_ends(state, cell), False)]

    def left(self, state: State) -> i64:
        """How many river tiles are still to be drawn."""
        total: i64 = 0
        for tile in range(len(self.role)):
            if self.role[tile] != NO_RIVER:
                total += state.bag[tile]
        return total

    def reason(self, state: State, tile: i64, cell: i64, rotation: i64, ends: vec[i64], last: bool) -> i64:
        """Why a river tile that matches its neighbours may not lie here; FREE if it may.

        `ends`: the `other_ends` of the cell. `last`: if no tile of the river followed.
        """
        sides = self.sides[tile * 4 + rotation]
        source: i64 = -1  # the side where the water comes in
        leaving: i64 = 0
        for side in range(FOUR):
            if sides >> side & 1:
                if state.beside(cell, side) <= 0:
                    leaving += 1
                elif source >= 0:
                    return JOINS  # RIV-13
                else:
                    source = side
        if source < 0:
            return NOT_CONTINUED  # RIV-04, R-RIV-10
        x = state.x_of(cell)
        y = state.y_of(cell)
        if self.bends != ROOM:
            before = self.bend_before(state, x, y, source)
            for side in range(FOUR):
                if before and sides >> side & 1 and side != source and hand(source, side) == before:
                    return TURNS_BACK  # RIV-05, R-RIV-13
        if leaving == 0 and len(ends) == 0 and not last and self.left(state):
            return CLOSES  # R-RIV-11
        ends = ends[:]  # whoever asks goes on with theirs; interpreted, an array that grows grows for everybody
        for side in range(FOUR):
            if sides >> side & 1 and side != source:
                ends = append(append(append(ends, x), y), side)
        for k in range(0, len(ends), 3):
            there_x = ends[k] + across(ends[k + 2])
            there_y = ends[k + 1] + down(ends[k + 2])
            for j in range(k + 3, len(ends), 3):
                if there_x == ends[j] + across(ends[j + 2]) and there_y == ends[j + 1] + down(ends[j + 2]):
                    return MEETS  # R-RIV-12
            if self.bends == ROOM and not has_room(state, there_x, there_y, ends[k + 2], x, y):
                return NO_ROOM  # R-RIV-03
        return FREE

    def other_ends(self, state: State, at: i64) -> vec[i64]:
        """Every open end of the river but those that a tile at a cell would close: x, y and side, one by one."""
        found = vec[i64]()
        for slot in range(state.slots):
            sides = self.sides[state.slot_tile[slot]]
            if sides:
                cell = state.slot_cell[slot]
                for side in range(FOUR):
                    beyond = cell + DELTA[state.shift * 4 + side]
                    if sides >> side & 1 and beyond != at and state.board[beyond] <= 0:
                        found = append(append(append(found, state.x_of(cell)), state.y_of(cell)), side)
        return found

    def bend_before(self, state: State, x: i64, y: i64, source: i64) -> i64:
        """To which hand the river has bent on the tile before this one (`strict`: before straight ones): 1, -1, 0."""
        while True:
            x += across(source)
            y += down(source)
            slot = state.board_at(x, y) - 1
            out = source ^ 2
            source = self.source_of(state, slot)
            if source < 0:
                return 0  # the spring
            bend = hand(source, out)
            if bend or self.bends == CONSECUTIVE:
                return bend

    def source_of(self, state: State, slot: i64) -> i64:
        """The side from which the water comes onto a laid tile: what lies there was laid earlier. -1 for a spring."""
        sides = self.sides[state.slot_tile[slot]]
        cell = state.slot_cell[slot]
        for side in range(FOUR):
            if sides >> side & 1 and 0 < state.beside(cell, side) <= slot:
                return side
        return -1

    # -- the volcano lake ---------------------------------------------------------------------------------------------
    def forbids_figures(self, state: State) -> bool:
        """RIV-14: with the dragon in the game nobody is placed on the volcano lake; without it (R-RIV-06) one may."""
        return self.dragon and self.role[state.slot_tile[state.slots - 1] >> 2] == VOLCANO_LAKE

    def tile_placed(self, state: State, slot: i64) -> None:
        """RIV-14, R-RIV-07: whoever lays the volcano lake has the next turn too. The dragon's own box puts it there."""
        if self.again >= 0 and self.role[state.slot_tile[slot] >> 2] == VOLCANO_LAKE:
            earn(state, self.again)


def river_ports(tile: Tile) -> list[str]:
    """The sides of a tile where the river leaves it."""
    return [port for segment in tile.segments if segment.kind == "river" for port in segment.ports]


def role_of(tile: Tile) -> int:
    """What a tile is to the river."""
    role = str(tile.more.get("river_role", ""))
    if not role:
        return NO_RIVER
    if role != "lake":
        return FLOWS
    return VOLCANO_LAKE if "volcano" in tile.symbols else LAKE


def hand(source: i64, out: i64) -> i64:
    """Whether water that comes in at one side and leaves at another turns right (1), left (-1) or not (0)."""
    quarters = (out - source) & 3
    if quarters == 3:
        return 1
    if quarters == 1:
        return -1
    return 0


def across(side: i64) -> i64:
    """The step to the cell on this side, from west to east."""
    if side & 1:
        return 2 - side
    return 0


def down(side: i64) -> i64:
    """The step to the cell on this side, from north to south."""
    if side & 1:
        return 0
    return side - 1


def has_room(state: State, x: i64, y: i64, side: i64, new_x: i64, new_y: i64) -> bool:
    """R-RIV-03, `room`: the cell beyond an end, the one behind it and those beside both are empty, with a tile laid."""
    for _ in range(2):
        for k in range(-1, 2):
            here_x = x + k * down(side)
            here_y = y + k * across(side)
            if state.board_at(here_x, here_y) > 0 or (here_x == new_x and here_y == new_y):
                return False
        x += across(side)
        y += down(side)
    return True


class RiverScorer(Scorer):
    """RIV-06: nobody stands on a river and nobody scores it."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        return 0
