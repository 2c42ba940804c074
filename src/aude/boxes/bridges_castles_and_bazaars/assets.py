"""How bots value bridges and castles; what bridges and auctions may bring to cells."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.castle_registers import NODE, OF_A_CASTLE, STAGE
from aude.engine.arrays import vec
from aude.engine.assets import Asset, Filler
from aude.engine.cells import FOUR
from aude.engine.scoring import leaders, strengths
from aude.engine.state import State
from aude.engine.tables import TileTables

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.bazaars import Bazaars
    from aude.boxes.bridges_castles_and_bazaars.bridges import Bridges
    from aude.boxes.bridges_castles_and_bazaars.castles import Castles

IMPOSSIBLE: Final = -1  # no bridges make the tile match
NO_AXIS: Final = 0  # no bridge lies over the tile itself


class BridgesInHand(Asset):
    """The bridges that a seat has left."""

    def __init__(self, bridges: Bridges) -> None:
        super().__init__("bridge.in_hand", 0.7)
        self.bridges = bridges

    def count(self, state: State, counts: vec[float]) -> None:
        each = self.bridges.each
        for k in range(each * state.rules.seats):
            if not state.registers[self.bridges.tokens + k]:
                counts[k // each] += 1.0


class SpanFiller(Filler):
    """BCB-03: with bridges, tiles fit where a road meets a field: over the tile itself, or over its neighbours.

    Whether a bridge may lie over a neighbour depends on what is behind it; here it is taken for granted. Over several
    neighbours they come in several turns.
    """

    def __init__(self, bridges: Bridges) -> None:
        self.bridges = bridges
        self.table: TileTables | None = None

    def pieces(self, state: State) -> i64:
        self.table = state.rules.table
        number: i64 = 0
        for k in range(self.bridges.each * state.rules.seats):
            if not state.registers[self.bridges.tokens + k]:
                number += 1
        return number

    def filling(self, bag: vec[i64], pieces: i64, sides: i64) -> i64:
        return self.closing(bag, pieces, sides, 0)

    def closing(self, bag: vec[i64], pieces: i64, sides: i64, meeting: i64) -> i64:
        """Each bridge lets one of the tiles fit; with `meeting` 0 nothing has to be closed."""
        table = self.table
        if table is None:
            return 0
        tiles: i64 = 0
        for tile in range(len(bag)):
            if bag[tile]:
                for turned in range(tile * 4, tile * 4 + 4):
                    if table.equal_rotation[turned] != turned & 3:
                        continue
                    over = self.bridge_over(table, pieces, turned, sides)
                    if over != IMPOSSIBLE and closes(table, turned, over, meeting):
                        tiles += bag[tile]
                        break
        return min(tiles, pieces)

    def bridge_over(self, table: TileTables, pieces: i64, turned: i64, sides: i64) -> i64:
        """The mask of sides at which a bridge must lie over the tile for it to match; IMPOSSIBLE if it never does.

        A tile that needs no bridge is IMPOSSIBLE too: it fits anyway.
        """
        road = table.side_code[self.bridges.road]
        field = table.side_code[self.bridges.field]
        base = table.side_weight[1]
        shown = self.bridges.shown
        over: i64 = NO_AXIS
        needed: i64 = 0
        for side in range(FOUR):
            there = sides % base
            sides //= base
            here = shown[turned * 4 + side]
            if there == 0 or here == there:
                continue
            if here == road and there == field:
                needed += 1
            elif here == field and there == road and shown[turned * 4 + (side ^ 2)] == field:
                axis = i64(5) << (side & 1)
                if over == NO_AXIS:
                    over = axis
                    needed += 1
                elif over != axis:
                    return IMPOSSIBLE  # R-BCB-02
            else:
                return IMPOSSIBLE
        if needed == 0 or needed > pieces:
            return IMPOSSIBLE
        return over


def closes(table: TileTables, turned: i64, over: i64, meeting: i64) -> bool:
    """Whether a tile with a bridge over some sides (a mask) closes what meets it at these: no segment goes further."""
    if over & meeting and over & ~meeting:
        return False
    for side in range(FOUR):
        segment = table.ports[turned * 12 + side * 3 + 1]
        if segment >= 0 and meeting >> side & 1:
            for other in range(FOUR):
                if not meeting >> other & 1 and table.ports[turned * 12 + other * 3 + 1] == segment:
                    return False
    return True


class CastleTokens(Asset):
    """The castles that a seat may still found."""

    def __init__(self, castles: Castles) -> None:
        super().__init__("castle.tokens", 0.3)
        self.castles = castles

    def count(self, state: State, counts: vec[float]) -> None:
        for seat in range(state.rules.seats):
            counts[seat] += float(state.registers[self.castles.tokens + seat])


class CastlesWaiting(Asset):
    """A castle that waits for a feature will be worth as much as that, and its follower comes home."""

    def __init__(self, castles: Castles) -> None:
        super().__init__("castle.waiting", 5.0)
        self.castles = castles

    def count(self, state: State, counts: vec[float]) -> None:
        castles = self.castles
        for number in range(state.registers[castles.count]):
            base = castles.first + OF_A_CASTLE * number
            if state.registers[base + STAGE] == 0:
                owners = leaders(state, strengths(state, state.registers[base + NODE]))
                for seat in range(state.rules.seats):
                    if owners >> seat & 1:
                        counts[seat] += 1.0


class AuctionTiles(Filler):
    """BCB-21, BCB-29: the tiles of an auction are out of the stack, and will be laid."""

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def add_tiles(self, state: State, bag: vec[i64]) -> None:
        seats = state.rules.seats
        for seat in range(seats):
            offered = state.registers[self.bazaars.offer + seat] - 1
            if offered >= 0:
                bag[offered] += 1
            bought = state.registers[self.bazaars.bought + seat] - 1
            if bought >= 0:
                bag[bought] += 1
