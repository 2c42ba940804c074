"""The Wheel of Fortune. WOF-01 to WOF-23 are written out in spec.md, beside this file."""

from __future__ import annotations

import itertools
from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.features import suppliers, trait_count
from aude.engine.figures import exposed_slot, free_figure, move, take_back
from aude.engine.rules import ASK, ON, SUPPLY, Box, Rules, Step
from aude.engine.scoring import SEAT_BITS, SEAT_MASK, gain, strengths
from aude.engine.state import State
from aude.engine.words import fits, spot_words

WHEEL_BLOCK: Final = 200  # R-SETUP-02: the City of Carcassonne comes before it, the spring of a river after it
SYMBOL: Final = "wheel:"  # and the number of segments that the pig moves
MONASTERIES: Final = ["monastery", "abbey"]  # R-WOF-07; a kind that no box of the game brings is not there

FORTUNE_POINTS: Final = 3  # WOF-08
MONK_POINTS: Final = 2  # WOF-12
CROWN_POINTS: Final = 3  # WOF-19, WOF-21; alone in a segment, for each of its spaces (WOF-20)

MOST_KINDS: Final = 64  # of figures, in the codes of crown spaces
SECTOR_BITS: Final = 4
MOST_SECTORS: Final = 1 << SECTOR_BITS


class WheelOfFortune(Box):
    """A wheel of 16 cells at the start, a pig that walks on it whenever its symbol is drawn, and spaces to bet on.

    The segments of the wheel are called sectors here, for segments are pieces of tiles; they come from the tile facts.
    """

    id = "wheel_of_fortune"

    def __init__(self) -> None:
        self.sectors: list[str] = []  # clockwise; the pig begins on the first (WOF-02)
        self.crown_first = vec[i64]()  # of each sector: the first of its crown spaces, by number; and where they end
        self.crown_mask = vec[i64]()  # of each sector: all its crown spaces
        self.crowns: i64 = 0  # the place of crown space 0; the others lie below it
        self.codes: i64 = -1  # of the options to put a figure on a crown space
        self.pig: i64 = -1  # the register with the pig's sector; -1 without the wheel (R-WOF-21)
        self.plague: i64 = -1  # the danger
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
        block = [tile for tile, _ in rules.tiles if tile.set == self.id and "grid" in tile.more]
        if not block:
            return
        cells = sorted((tile.more["grid"][1], tile.more["grid"][0], tile.id) for tile in block)
        names = {tile.id for tile in block}
        rules.tiles = [(tile, 1 if tile.id in names else count) for tile, count in rules.tiles]  # R-WOF-21
        rules.add_start_block(WHEEL_BLOCK, [(name, x, y, 0) for y, x, name in cells])
        ends = [0]
        for tile in block:
            for sector in tile.more.get("sectors", []):
                self.sectors.append(str(sector["name"]))
                ends.append(ends[-1] + int(sector["crown_spaces"]))
        self.crown_first = vec[i64](ends)
        self.crown_mask = vec[i64]([(1 << end) - (1 << first) for first, end in itertools.pairwise(ends)])
        exposed: tuple[str, ...] = ()  # WOF-22; R-CAT-08: the one option that lets anything reach a crown space
        if rules.options.get("safe_zones") == "no_catapult":
            exposed = ("catapult",)
        self.crowns = rules.reserve_places(ends[-1], exposed)
        self.codes = rules.reserve_options(MOST_KINDS * MOST_SECTORS)
        self.plague = rules.danger("plague")
        self.pig = rules.register()
        self.tax_by_city = rules.option("wheel_tax") == "per_city"
        self.by_farmer = rules.option("wheel_famine") == "per_farmer"
        self.by_supplier = rules.option("farm_scoring") == "per_city_4"
        for name in self.sectors:
            rules.add_note(f"wheel_{name}", ["seat"])
            rules.add_note(f"crown_{name}", ["figure"])
        rules.add_note("uncrowned", ["figure"])
        rules.add_note("stricken", ["figure"])
        rules.add_step("turn", 350, TurnWheel(self))
        rules.add_step("turn", 351, Plague(self))
        rules.add_step("turn", 352, ScoreCrowns(self))
        rules.add_step("final", 1100, ClearCrowns(self))

    def resolved(self, rules: Rules) -> None:
        kinds = [kind.name for kind in rules.kinds]
        self.city = kinds.index("city")
        self.field = kinds.index("field")
        self.monasteries = sum(1 << kinds.index(name) for name in MONASTERIES if name in kinds)
        self.pennant = rules.table.trait_of("pennant")
        self.advance = vec[i64]([advance_of(tile.symbols) for tile in rules.table.tiles])
        for number, tile in enumerate(rules.table.tiles):
            if tile.set == self.id and "sectors" in tile.more:
                self.hub = number

    def turns(self, state: State) -> bool:
        """WOF-03: whether the tile in hand shows a wheel, drawn or bought (R-WOF-12)."""
        return state.tile >= 0 and self.advance[state.tile] >= 0

    # -- crown spaces -------------------------------------------------------------------------------------------------
    def sector_of(self, state: State, figure: i64) -> i64:
        """The sector on whose crown space a figure stands, or -1."""
        number = self.crowns - state.figure_at[figure]
        if self.pig >= 0 and 0 <= number < self.crown_first[len(self.sectors)]:
            sector: i64 = 0
            while number >= self.crown_first[sector + 1]:
                sector += 1
            return sector
        return -1

    def place_slot(self, state: State, place: i64) -> i64:
        """Crown spaces lie on the tile of the block that shows the wheel's sectors."""
        if self.pig >= 0 and 0 <= self.crowns - place < self.crown_first[len(self.sectors)]:
            tiles = state.rules.table.tiles
            for slot in range(state.slots):
                if "sectors" in tiles[state.slot_tile[slot] >> 2].more:
                    return slot
        return -1

    def taken(self, state: State) -> i64:
        """The mask of crown spaces where somebody stands."""
        spaces = self.crown_first[len(self.sectors)]
        found: i64 = 0
        for at in state.figure_at:
            number = self.crowns - at
            if 0 <= number < spaces:
                found |= i64(1) << number
        return found

    def free_space(self, sector: i64, taken: i64) -> i64:
        """WOF-16, WOF-17: the first empty crown space of a sector, by number, or -1."""
        for number in range(self.crown_first[sector], self.crown_first[sector + 1]):
            if not taken >> number & 1:
                return number
        return -1

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """WOF-16, R-WOF-10: a follower of any kind on an empty crown space; R-WOF-18: one option for each sector."""
        if self.pig < 0:
            return options
        rules = state.rules
        taken = self.taken(state)
        sectors: i64 = len(self.crown_first) - 1
        free: i64 = 0  # the mask of sectors with an empty space
        for sector in range(sectors):
            if ~taken & self.crown_mask[sector]:
                free |= i64(1) << sector
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                for sector in range(sectors):
                    if free >> sector & 1:
                        options = append(options, self.codes + (kind << SECTOR_BITS | sector))
        return options

    def is_mine(self, action: i64) -> bool:
        """Whether an option of the figure step is this box's."""
        return self.pig >= 0 and self.codes <= action < self.codes + MOST_KINDS * MOST_SECTORS

    def use_figure_option(self, state: State, action: i64) -> bool:
        if not self.is_mine(action):
            return False
        code = action - self.codes
        sector = code & (MOST_SECTORS - 1)
        figure = free_figure(state, code >> SECTOR_BITS, state.player)
        self.put_on(state, figure, sector)
        if state.journal is not None:
            state.note(f"crown_{self.sectors[sector]}", [figure])
        return True

    def put_on(self, state: State, figure: i64, sector: i64) -> None:
        """Put a figure on an empty crown space of a sector."""
        move(state, figure, self.crowns - self.free_space(sector, self.taken(state)))

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        """`crown meeple taxes`"""
        if not self.is_mine(action):
            return []
        code = action - self.codes
        kind = state.rules.figure_kinds[code >> SECTOR_BITS].name
        return ["crown", kind, self.sectors[code & (MOST_SECTORS - 1)]]

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """WOF-16, WOF-18: why a figure may not go onto the wheel."""
        if words[0] != "crown":
            return "", ""
        names = [kind.name for kind in state.rules.figure_kinds]
        if len(words) != 3 or words[1] not in names or words[2] not in self.sectors:
            return "WOF-16", "crown_unknown"
        kind: i64 = names.index(words[1])
        if not state.rules.occupies[kind]:
            return "WOF-18", "crown_followers_only"
        if not state.supply[kind * state.rules.seats + state.player]:
            return "BASE-20", "supply_empty"
        return "WOF-16", "crown_taken"

    # -- events -------------------------------------------------------------------------------------------------------
    def pay(self, state: State, points: vec[i64], label: str) -> None:
        """Give every seat its points of an event."""
        for seat in range(state.rules.seats):
            if points[seat]:
                gain(state, seat, points[seat], label)

    def is_follower_on(self, state: State, figure: i64, kinds: i64) -> bool:
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

    # -- for people ---------------------------------------------------------------------------------------------------
    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """The pig, on a tile in the middle of the wheel; its name says on which sector."""
        for slot in range(state.slots):
            if self.pig >= 0 and state.slot_tile[slot] >> 2 == self.hub:
                return [(-1 - int(slot), -1, f"big_pig_{self.sectors[state.registers[self.pig]]}")]
        return []

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        """How many followers of a seat stand on the crown spaces of each sector."""
        standing = [0] * len(self.sectors)
        for figure in range(state.rules.figures):
            sector = self.sector_of(state, figure)
            if sector >= 0 and state.rules.figure_seat[figure] == seat:
                standing[sector] += 1
        return [(f"crown_{name}", number) for name, number in zip(self.sectors, standing)]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """Stand followers on crown spaces, in a position laid by hand: the first that are in the supply."""
        rules = state.rules
        sector: i64 = self.sectors.index(name.removeprefix("crown_"))
        for figure in range(rules.figures):
            if number and rules.figure_seat[figure] == seat and rules.occupies[rules.figure_kind[figure]]:
                if state.figure_at[figure] == SUPPLY and self.free_space(sector, self.taken(state)) >= 0:
                    self.put_on(state, figure, sector)
                    number -= 1
        return number == 0


def advance_of(symbols: tuple[str, ...]) -> int:
    """The number at a tile's wheel symbol, or -1."""
    for symbol in symbols:
        if symbol.startswith(SYMBOL):
            return int(symbol.removeprefix(SYMBOL))
    return -1


def share(state: State, packed: i64, each: i64, points: vec[i64]) -> None:
    """Give points to every seat with the greatest of these `strengths`."""
    most: i64 = 0
    for seat in range(state.rules.seats):
        most = max(most, packed >> SEAT_BITS * seat & SEAT_MASK)
    for seat in range(state.rules.seats):
        if most and packed >> SEAT_BITS * seat & SEAT_MASK == most:
            points[seat] += each


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class TurnWheel(Step):
    """WOF-03 … WOF-05: a wheel symbol has been drawn; the pig walks, and what its segment says happens."""

    name = "wheel"

    def __init__(self, box: WheelOfFortune) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        if not box.turns(state):
            return ON
        sector = (state.registers[box.pig] + box.advance[state.tile]) % len(box.sectors)
        state.registers[box.pig] = sector
        name = box.sectors[sector]
        if state.journal is not None:
            state.note(f"wheel_{name}", [state.player])
        if name == "fortune":
            gain(state, state.player, FORTUNE_POINTS, name)
        elif name == "taxes":
            box.pay(state, box.taxes(state), name)
        elif name == "famine":
            box.pay(state, box.famine(state), name)
        elif name == "storm":
            box.pay(state, box.storm(state), name)
        elif name == "inquisition":
            box.pay(state, box.inquisition(state), name)
        return ON


class Plague(Step):
    """WOF-13 … WOF-15: every seat, the player first, takes back an own follower; R-WOF-20: asked if it has a choice."""

    name = "plague"
    rule = "WOF-13"

    def __init__(self, box: WheelOfFortune) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        if not box.turns(state) or box.sectors[state.registers[box.pig]] != "plague":
            return ON
        return self.ask_from(state, state.player)

    def ask_from(self, state: State, seat: i64) -> i64:
        """Ask this seat, or the first after it that has a choice; take what leaves none (R-WOF-06: perhaps nobody)."""
        while True:
            state.actor = seat
            found = self.legal(state)
            if len(found) > 1:
                return ASK
            if len(found) == 1:
                self.strike(state, found[0])
            seat = state.seat_after(seat)
            if seat == state.player:
                return ON

    def can_fall(self, state: State, figure: i64) -> bool:
        """Whether the asked seat may take this figure back."""
        rules = state.rules
        if rules.figure_seat[figure] != state.actor or not rules.occupies[rules.figure_kind[figure]]:
            return False
        return exposed_slot(state, figure, self.box.plague) >= 0

    def legal(self, state: State) -> vec[i64]:
        """Each follower that may be taken, by its number; of those alike on one spot the first."""
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if self.can_fall(state, figure) and not self.is_twin(state, figure, out):
                out = append(out, figure)
        return out

    def is_twin(self, state: State, figure: i64, found: vec[i64]) -> bool:
        """Whether a figure of the same kind stands on the same spot as this one."""
        kind = state.rules.figure_kind
        for other in found:
            if state.figure_at[other] == state.figure_at[figure] and kind[other] == kind[figure]:
                return True
        return False

    def strike(self, state: State, figure: i64) -> None:
        """Take a follower back. R-WOF-15: what is left alone goes home by `figure_left`."""
        if state.journal is not None:
            state.note("stricken", [figure])
        take_back(state, figure)

    def apply(self, state: State, action: i64) -> i64:
        self.strike(state, action)
        seat = state.seat_after(state.actor)
        if seat == state.player:
            return ON
        return self.ask_from(state, seat)

    def words(self, state: State, action: i64) -> list[str]:
        """`plague meeple city N at 0,-1`; of one that stands on no segment, `plague meeple at 0,-1`."""
        at = state.figure_at[action]
        words = ["plague", state.rules.figure_kinds[state.rules.figure_kind[action]].name]
        if at >= 0:
            return [*words, *spot_words(state, at)]
        slot = exposed_slot(state, action, self.box.plague)
        cell = state.slot_cell[slot]
        words += ["at", f"{state.x_of(cell)},{state.y_of(cell)}"]
        like: i64 = 1  # such places on one tile are told apart by number
        for other in self.legal(state):
            if other < action and state.figure_at[other] < 0:
                if exposed_slot(state, other, self.box.plague) == slot:
                    like += 1
        return words if like == 1 else [*words, str(like)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """WOF-13, WOF-14: why the plague does not take a figure."""
        rules = state.rules
        for figure in range(rules.figures):
            if rules.figure_seat[figure] != state.actor or state.figure_at[figure] == SUPPLY:
                continue
            kind = rules.figure_kind[figure]
            if len(words) > 1 and words[1] == rules.figure_kinds[kind].name and not rules.occupies[kind]:
                return "WOF-14", "not_a_follower"
            sector = self.box.sector_of(state, figure)
            if sector >= 0 and fits(words[1:], [rules.figure_kinds[kind].name, self.box.sectors[sector]]):
                return self.rule, "crown_safe"
        return self.rule, "not_offered"


class ScoreCrowns(Step):
    """WOF-06, WOF-19 … WOF-21: who stands on the crown spaces of the pig's segment scores and comes home."""

    name = "crowns"

    def __init__(self, box: WheelOfFortune) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        if not box.turns(state):
            return ON
        sector = state.registers[box.pig]
        spaces = box.crown_first[sector + 1] - box.crown_first[sector]
        standing: i64 = 0
        for figure in range(state.rules.figures):
            if box.sector_of(state, figure) == sector:
                standing += 1
        points: i64 = CROWN_POINTS
        if standing == 1:
            points *= spaces
        for figure in range(state.rules.figures):
            if standing and box.sector_of(state, figure) == sector:
                gain(state, state.rules.figure_seat[figure], points, "crown")
                if state.journal is not None:
                    state.note("uncrowned", [figure])
                take_back(state, figure)
        return ON


class ClearCrowns(Step):
    """R-WOF-14: at the end nobody scores for a crown space; everybody packs up."""

    name = "clear crowns"

    def __init__(self, box: WheelOfFortune) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        for figure in range(state.rules.figures):
            if self.box.sector_of(state, figure) >= 0:
                take_back(state, figure)
        return ON
