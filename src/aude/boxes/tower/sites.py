"""Towers: where they stand, how high they are, and who guards them. TOW-01 to TOW-05."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.figures import free_figure, make_room_for, move
from aude.engine.refusal import Refused
from aude.engine.rules import CONTINUE, Guard, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.types import Code, Figure, Location, Seat, Slot

PIECES: Final = [10, 10, 10, 9, 7, 6, 5]  # TOW-01: for each player, by the number of players
FOUNDATION: Final = "tower_foundation"
GUARDS: Final = ["meeple", "large_follower"]  # R-TOW-08: who may close a tower


class Sites(Part):
    """The foundations on the table, numbered in the order of laying. On top of each is a location for a figure."""

    def __init__(self) -> None:
        self.foundation_mark: i64 = 0  # a bit among the symbols of a tile
        self.most: i64 = 0
        self.tops: i64 = 0  # the first of as many locations; site after site lies below it
        self.build_codes: i64 = 0  # figure options: a code for each site,
        self.close_codes: i64 = 0  # and as many for each kind of guard
        self.guards = vec[i64]()  # kinds of figures that may close a tower, -1 if one is not in the game
        # Registers:
        self.surveyed: i64 = -1  # how many tiles have been looked at for foundations,
        self.known: i64 = -1  # how many sites there are,
        self.slots: i64 = -1  # on which tile each lies,
        self.heights: i64 = -1  # how many pieces each has,
        self.pieces: i64 = -1  # how many each seat has left,
        self.grown: i64 = -1  # and the site (+ 1) that has just grown

    def setup(self, rules: Rules) -> None:
        most = sum(copies for tile, copies in rules.tiles if FOUNDATION in tile.symbols)
        self.most = most
        # R-TOW-10, R-TOW-28
        self.tops = rules.reserve_locations(most, exposed_to=("dragon", "tower", "catapult", "plague", "fairy"))
        self.build_codes = rules.reserve_options(most)
        self.close_codes = rules.reserve_options(most * len(GUARDS))
        self.surveyed = rules.reserve_registers()
        self.known = rules.reserve_registers()
        self.slots = rules.reserve_registers(most)
        self.heights = rules.reserve_registers(most)
        self.pieces = rules.reserve_registers(int(rules.seats))
        self.grown = rules.reserve_registers()
        rules.add_form("tower {slot}")
        rules.add_form("close {figure} {slot}")
        rules.add_note("tower_built", ["seat", "slot", "number"])
        rules.add_note("tower_closed", ["figure", "slot"])
        rules.add_step("turn", 40, Survey(self))

    def finalize(self, rules: Rules) -> None:
        self.foundation_mark = rules.table.symbol_of(FOUNDATION)
        self.guards = vec[i64]([rules.figure_named(name) for name in GUARDS])

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.pieces + seat] = PIECES[state.rules.seats]

    # -- where towers stand -------------------------------------------------------------------------------------------
    def tile_placed(self, state: State, slot: Slot) -> None:
        self.survey(state)

    def survey(self, state: State) -> None:
        """Find the foundations on tiles that have been laid since the last time."""
        registers = state.registers
        symbols = state.rules.table.tile_symbols
        for slot in range(registers[self.surveyed], state.slots):
            if symbols[state.slot_tile[slot] >> 2] & self.foundation_mark:
                registers[self.slots + registers[self.known]] = slot
                registers[self.known] += 1
        registers[self.surveyed] = state.slots

    def slot_of(self, state: State, site: i64) -> Slot:
        """The tile of a site."""
        return state.registers[self.slots + site]

    def height_of(self, state: State, site: i64) -> i64:
        """How many pieces are on a site."""
        return state.registers[self.heights + site]

    def site_on(self, state: State, slot: Slot) -> i64:
        """The site on a tile, or -1."""
        for site in range(state.registers[self.known]):
            if state.registers[self.slots + site] == slot:
                return site
        return -1

    def location_slot(self, state: State, location: Location) -> Slot:
        """The tile of the tower whose top this location is."""
        site = self.tops - location
        if 0 <= site < state.registers[self.known]:
            return state.registers[self.slots + site]
        return -1

    def guard_of(self, state: State, site: i64) -> Figure:
        """The figure on top of a tower, or -1."""
        if state.registers[self.heights + site]:  # R-TOW-09: nobody stands on a bare foundation
            location = self.tops - site
            for figure in range(state.rules.figures):
                if state.figure_at[figure] == location:
                    return figure
        return -1

    def reaches(self, state: State, site: i64, slot: Slot) -> bool:
        """TOW-07, R-TOW-01: up, down or sideways, a tile for each storey; TOW-08: whatever lies between."""
        here = state.slot_cell[state.registers[self.slots + site]]
        there = state.slot_cell[slot]
        across = state.x_of(there) - state.x_of(here)
        down = state.y_of(there) - state.y_of(here)
        height = state.registers[self.heights + site]
        return (across == 0 or down == 0) and -height <= across + down <= height

    # -- building and closing -----------------------------------------------------------------------------------------
    def figure_options_when(self) -> Guard:
        return is_set(self.known)

    def figure_options(self, state: State, count: i64) -> i64:
        """TOW-02 … TOW-04: a piece on any site that is open, or a guard on any open tower."""
        known = state.registers[self.known]
        if known == 0:
            return count
        seat = state.player
        registers = state.registers
        if not registers[self.pieces + seat] and not self.has_guard(state, seat):  # as in most turns of a random game
            return count
        guarded = count + known + known * len(self.guards)  # where a mark for each site begins, behind all options
        make_room_for(state, guarded + known)
        work = state.work
        for site in range(known):
            work[guarded + site] = 0
        for at in state.figure_at:
            site = self.tops - at
            if 0 <= site < known:
                work[guarded + site] = 1  # TOW-04
        if registers[self.pieces + seat]:
            codes = self.build_codes
            for site in range(known):
                if not work[guarded + site]:
                    work[count] = codes + site
                    count += 1
        codes = self.close_codes
        heights = self.heights
        for kind in self.guards:
            if kind >= 0 and state.supply[kind * state.rules.seats + seat]:
                for site in range(known):
                    if registers[heights + site] and not work[guarded + site]:
                        work[count] = codes + site
                        count += 1
            codes += self.most
        return count

    def has_guard(self, state: State, seat: Seat) -> bool:
        """Whether the seat has a figure in its supply that may close a tower."""
        for kind in self.guards:
            if kind >= 0 and state.supply[kind * state.rules.seats + seat]:
                return True
        return False

    def heeds_place(self, state: State) -> bool:
        return False

    def use_figure_option(self, state: State, action: Code) -> bool:
        seat = state.player
        site = action - self.build_codes
        if 0 <= site < self.most:
            state.registers[self.pieces + seat] -= 1
            state.registers[self.heights + site] += 1
            state.registers[self.grown] = site + 1
            if state.journal is not None:
                height = int(state.registers[self.heights + site])
                state.note("tower_built", [seat, state.registers[self.slots + site], height])
            return True
        number = self.guard_number(action)
        if number < 0:
            return False
        site = action - self.close_codes - number * self.most
        figure = free_figure(state, self.guards[number], seat)
        move(state, figure, self.tops - site)
        if state.journal is not None:
            state.note("tower_closed", [figure, state.registers[self.slots + site]])
        return True

    def guard_number(self, action: Code) -> i64:
        """Which of the `guards` an option puts on a tower; -1 if it is not such an option."""
        for number in range(len(self.guards)):
            if 0 <= action - self.close_codes - number * self.most < self.most:
                return number
        return -1

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        """`tower 1,0` or `close meeple 1,0`"""
        site = action - self.build_codes
        if 0 <= site < self.most:
            return Choice("tower", [self.slot_of(state, site)])
        number = self.guard_number(action)
        if number < 0:
            return None
        site = action - self.close_codes - number * self.most
        return Choice("close", [self.guards[number], self.slot_of(state, site)])

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """Why a tower cannot be built on or closed now."""
        if choice.form == "tower":
            self.open_site(state, choice.facts[0], "TOW-02")
            if not state.registers[self.pieces + state.player]:
                raise Refused("TOW-01", "pieces_used_up")
        if choice.form == "close":
            kind: i64 = choice.facts[0]
            site = self.open_site(state, choice.facts[1], "TOW-03")
            if kind >= 0 and kind not in self.guards:
                raise Refused("R-TOW-08", "guard_unfit")
            if not self.height_of(state, site):
                raise Refused("R-TOW-09", "tower_unbuilt")
            if kind < 0 or not state.supply[kind * state.rules.seats + state.player]:
                raise Refused("BASE-20", "supply_empty")

    def open_site(self, state: State, slot: Slot, rule: str) -> i64:
        """The site on a tile; what is not a site, or closed, is refused."""
        site = self.site_on(state, slot)
        if site < 0:
            raise Refused(rule, "tower_absent")
        if self.guard_of(state, site) >= 0:
            raise Refused("TOW-04", "tower_is_closed")
        return site


class Survey(Step):
    """Before a turn, foundations that were laid without one are found."""

    name = "tower_survey"

    def __init__(self, sites: Sites) -> None:
        self.sites = sites

    def enter(self, state: State) -> i64:
        if state.registers[self.sites.surveyed] != state.slots:
            self.sites.survey(state)
        return CONTINUE
