"""The wheel: a pig walks on it, and where it stops something happens to everybody. WOF-01 to WOF-12."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import trait_count
from aude.engine.rules import CONTINUE, Part, Rules, Step, on_drawn
from aude.engine.scoring import gain, leaders, strengths
from aude.engine.state import State
from aude.engine.supplies import suppliers
from aude.engine.tiles import Tile
from aude.engine.types import Figure, Slot

SET: Final = "wheel_of_fortune"
WHEEL_BLOCK: Final = 200  # R-SETUP-02: the City of Carcassonne comes before it, the spring of a river after it
WHEEL: Final = "wheel"  # the symbol; after a colon the number of segments that the pig moves
MONASTERIES: Final = ["monastery", "abbey"]  # R-WOF-07; kinds that no box of the game has are left out

FORTUNE_POINTS: Final = 3  # WOF-08
MONK_POINTS: Final = 2  # WOF-12


def tiles_of_block(rules: Rules) -> list[Tile]:
    """The tiles that show the wheel, if they are in the game."""
    return [tile for tile, _ in rules.tiles if tile.set == SET and "grid" in tile.more]


class Wheel(Part):
    """Its sectors (not "segments", which are pieces of tiles), the place of the pig, and the events."""

    def __init__(self, block: list[Tile]) -> None:
        self.block = block
        self.sectors: list[str] = []  # clockwise; the pig begins on the first (WOF-02)
        self.crown_spaces: list[int] = []  # how many each of them has
        for tile in block:
            for sector in tile.more.get("sectors", []):
                self.sectors.append(str(sector["name"]))
                self.crown_spaces.append(int(sector["crown_spaces"]))
        self.pig: i64 = -1  # the register with the pig's sector
        self.tax_by_city = False  # R-WOF-01
        self.by_farmer = False  # R-WOF-02
        self.by_supplier = False  # R-WOF-17
        self.hub: i64 = -1  # the tile in the middle that stands for the wheel
        self.advance = vec[i64]()  # of each tile: how far its symbol moves the pig, -1 without one
        self.city: i64 = -1
        self.field: i64 = -1
        self.monasteries: i64 = 0  # the mask of kinds
        self.pennant: i64 = -1  # the column of the trait

    def setup(self, rules: Rules) -> None:
        names = {tile.id for tile in self.block}
        rules.tiles = [(tile, 1 if tile.id in names else count) for tile, count in rules.tiles]  # R-WOF-21
        cells = sorted((tile.more["grid"][1], tile.more["grid"][0], tile.id) for tile in self.block)
        rules.add_start_block(WHEEL_BLOCK, [(name, x, y, 0) for y, x, name in cells])
        self.pig = rules.reserve_registers()
        self.tax_by_city = rules.option("wheel_tax") == "per_city"
        self.by_farmer = rules.option("wheel_famine") == "per_farmer"
        self.by_supplier = rules.option("farm_scoring") == "per_city_4"
        for name in self.sectors:
            rules.add_note(f"wheel_{name}", ["seat"])
        rules.add_step("turn", 350, TurnWheel(self), when=on_drawn(WHEEL))

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.field = rules.kind_named("field")
        self.monasteries = rules.kinds_named(MONASTERIES)
        self.pennant = rules.table.trait_of("pennant")
        self.advance = vec[i64]([advance_of(tile.symbols) for tile in rules.table.tiles])
        for number, tile in enumerate(rules.table.tiles):
            if "sectors" in tile.more:
                self.hub = number

    def sector_field(self) -> str:
        """One of the sectors, as a field of forms."""
        return "{sector:" + "|".join(self.sectors) + "}"

    def turns(self, state: State) -> bool:
        """WOF-03: whether the tile in hand shows a wheel, drawn or bought (R-WOF-12)."""
        return state.tile >= 0 and self.advance[state.tile] >= 0

    def hub_slot(self, state: State) -> Slot:
        """Where the tile in the middle lies, or -1."""
        for slot in range(state.slots):
            if state.slot_tile[slot] >> 2 == self.hub:
                return slot
        return -1

    # -- events -------------------------------------------------------------------------------------------------------
    def pay(self, state: State, points: vec[i64], label: str) -> None:
        """Give every seat its points of an event."""
        for seat in range(state.rules.seats):
            if points[seat]:
                gain(state, seat, points[seat], label)

    def is_follower_on(self, state: State, figure: Figure, kinds: i64) -> bool:
        """Whether this is a follower on a feature of one of these kinds (a mask); R-GEN-01: no builder, no pig."""
        at = state.figure_at[figure]
        if at < 0 or not state.rules.occupies[state.rules.figure_kind[figure]]:
            return False
        return kinds >> state.kind_of(at) & 1 != 0

    def taxes(self, state: State) -> vec[i64]:
        """WOF-09, R-WOF-01, R-WOF-09: what the knights bring."""
        rules = state.rules
        points = vec[i64]([0] * rules.seats)
        counted = vec[i64]()  # feature * seats + seat: coats of arms that have been counted, with `per_city`
        for figure in range(rules.figures):
            if self.is_follower_on(state, figure, i64(1) << self.city):
                city = state.root[state.figure_at[figure]]
                seat = rules.figure_seat[figure]
                points[seat] += 1
                key = city * rules.seats + seat
                if not self.tax_by_city or key not in counted:
                    points[seat] += trait_count(state, city, self.pennant)
                    counted = append(counted, key)
        return points

    def famine(self, state: State) -> vec[i64]:
        """WOF-10, R-WOF-02, R-WOF-03: what the farmers bring: 1 point for each city that is worth something to them."""
        rules = state.rules
        points = vec[i64]([0] * rules.seats)
        fields = vec[i64]()
        cities = vec[i64]()  # R-WOF-17: with the farmers around each of them,
        around = vec[i64]()  # as `strengths` packs them
        for figure in range(rules.figures):
            if not self.is_follower_on(state, figure, i64(1) << self.field):
                continue
            field = state.root[state.figure_at[figure]]
            supplied = suppliers(state, field)
            number: i64 = len(supplied)
            if self.by_farmer:
                points[rules.figure_seat[figure]] += number
            elif field not in fields:
                fields = append(fields, field)
                packed = strengths(state, field)
                if not self.by_supplier:
                    share(state, packed, number, points)
                    continue
                for city in supplied:
                    if city not in cities:
                        cities = append(cities, city)
                        around = append(around, 0)
                    for k in range(len(cities)):
                        if cities[k] == city:
                            around[k] += packed
        for packed in around:
            share(state, packed, 1, points)
        return points

    def storm(self, state: State) -> vec[i64]:
        """WOF-11, R-WOF-08: 1 point for each follower in the supply."""
        rules = state.rules
        points = vec[i64]([0] * rules.seats)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind]:
                for seat in range(rules.seats):
                    points[seat] += state.supply[kind * rules.seats + seat]
        return points

    def inquisition(self, state: State) -> vec[i64]:
        """WOF-12, R-WOF-07: what the monks bring."""
        rules = state.rules
        points = vec[i64]([0] * rules.seats)
        for figure in range(rules.figures):
            if self.is_follower_on(state, figure, self.monasteries):
                points[rules.figure_seat[figure]] += MONK_POINTS
        return points


def advance_of(symbols: tuple[str, ...]) -> int:
    """The number at a tile's wheel symbol, or -1."""
    for symbol in symbols:
        name, _, number = symbol.partition(":")
        if name == WHEEL:
            return int(number)
    return -1


def share(state: State, packed: i64, each: i64, points: vec[i64]) -> None:
    """Give points to every seat with the greatest of these `strengths`."""
    ahead = leaders(state, packed)
    for seat in range(state.rules.seats):
        if ahead >> seat & 1:
            points[seat] += each


class TurnWheel(Step):
    """WOF-03 … WOF-05: a wheel symbol has been drawn; the pig walks, and what its segment says happens."""

    name = "wheel"

    def __init__(self, wheel: Wheel) -> None:
        self.wheel = wheel

    def enter(self, state: State) -> i64:
        wheel = self.wheel
        if not wheel.turns(state):
            return CONTINUE
        sector = (state.registers[wheel.pig] + wheel.advance[state.tile]) % len(wheel.sectors)
        state.registers[wheel.pig] = sector
        name = wheel.sectors[sector]
        if state.journal is not None:
            state.note(f"wheel_{name}", [state.player])
        if name == "fortune":
            gain(state, state.player, FORTUNE_POINTS, name)
        elif name == "taxes":
            wheel.pay(state, wheel.taxes(state), name)
        elif name == "famine":
            wheel.pay(state, wheel.famine(state), name)
        elif name == "storm":
            wheel.pay(state, wheel.storm(state), name)
        elif name == "inquisition":
            wheel.pay(state, wheel.inquisition(state), name)
        return CONTINUE
