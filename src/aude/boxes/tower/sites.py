"""Towers: where they stand, how high they are, and who guards them. TOW-01 to TOW-05."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import free_figure, move
from aude.engine.rules import AT_LAST, MISWRITTEN, Rules
from aude.engine.state import State
from aude.engine.words import read_number, read_slot, slot_word, whose_figure

PIECES: Final = [10, 10, 10, 9, 7, 6, 5]  # TOW-01: for each player, by the number of players
FOUNDATION: Final = "tower_foundation"
GUARDS: Final = ["meeple", "large_follower"]  # R-TOW-08: who may close a tower
GUARD_TOKENS: Final = ["tower_guard", "large_tower_guard"]  # and what they are called up there
FORMS: Final = ["lay tower NUMBER at X,Y", "stand SEAT FIGURE tower at X,Y"]  # of the lines of a position


class Sites:
    """The foundations on the table, numbered in the order of laying. On top of each is a place for a figure."""

    def __init__(self) -> None:
        self.foundation_mark: i64 = 0  # a bit among the symbols of a tile
        self.most: i64 = 0
        self.tops: i64 = 0  # the first of as many places; site after site lies below it
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
        self.tops = rules.reserve_locations(most, exposed_to=("dragon", "tower", "catapult", "plague"))  # R-TOW-10
        self.build_codes = rules.reserve_options(most)
        self.close_codes = rules.reserve_options(most * len(GUARDS))
        self.surveyed = rules.register()
        self.known = rules.register()
        self.slots = rules.register(most)
        self.heights = rules.register(most)
        self.pieces = rules.register(int(rules.seats))
        self.grown = rules.register()
        rules.add_note("tower_built", ["seat", "slot", "number"])
        rules.add_note("tower_closed", ["figure", "slot"])

    def finalize(self, rules: Rules) -> None:
        self.foundation_mark = rules.table.symbol_of(FOUNDATION)
        self.guards = vec[i64]([rules.figure_named(name) for name in GUARDS])

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.pieces + seat] = PIECES[state.rules.seats]

    def survey(self, state: State) -> None:
        """Find the foundations on tiles that have been laid since the last time."""
        registers = state.registers
        symbols = state.rules.table.tile_symbols
        for slot in range(registers[self.surveyed], state.slots):
            if symbols[state.slot_tile[slot] >> 2] & self.foundation_mark:
                registers[self.slots + registers[self.known]] = slot
                registers[self.known] += 1
        registers[self.surveyed] = state.slots

    def location_slot(self, state: State, place: i64) -> i64:
        """The tile of a tower whose top this place is."""
        site = self.tops - place
        if 0 <= site < state.registers[self.known]:
            return state.registers[self.slots + site]
        return -1

    def guard_of(self, state: State, site: i64) -> i64:
        """The figure on top of a tower, or -1."""
        if state.registers[self.heights + site]:  # R-TOW-09: nobody stands on a bare foundation
            place = self.tops - site
            for figure in range(state.rules.figures):
                if state.figure_at[figure] == place:
                    return figure
        return -1

    def site_at(self, state: State, word: str) -> i64:
        """The site that `X,Y` names, or -1."""
        slot = read_slot(state, word)
        for site in range(state.registers[self.known]):
            if state.registers[self.slots + site] == slot:
                return site
        return -1

    def reaches(self, state: State, site: i64, slot: i64) -> bool:
        """TOW-07, R-TOW-01: up, down or sideways, a tile for each storey; TOW-08: whatever lies between."""
        here = state.slot_cell[state.registers[self.slots + site]]
        there = state.slot_cell[slot]
        across = state.x_of(there) - state.x_of(here)
        down = state.y_of(there) - state.y_of(here)
        height = state.registers[self.heights + site]
        return (across == 0 or down == 0) and -height <= across + down <= height

    # -- building and closing -----------------------------------------------------------------------------------------
    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """TOW-02 … TOW-04: a piece on any site that is open, or a guard on any open tower."""
        known = state.registers[self.known]
        if known == 0:
            return options
        seat = state.player
        registers = state.registers
        tops = self.tops
        closed = vec[i64]()  # the sites with a guard
        for at in state.figure_at:
            if 0 <= tops - at < known:
                closed = append(closed, tops - at)
        any_closed = len(closed) > 0
        if registers[self.pieces + seat]:
            codes = self.build_codes
            for site in range(known):
                if not any_closed or site not in closed:
                    options = append(options, codes + site)
        codes = self.close_codes
        heights = self.heights
        for kind in self.guards:
            if kind >= 0 and state.supply[kind * state.rules.seats + seat]:
                for site in range(known):
                    if registers[heights + site] and not (any_closed and site in closed):
                        options = append(options, codes + site)
            codes += self.most
        return options

    def use_figure_option(self, state: State, action: i64) -> bool:
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

    def guard_number(self, action: i64) -> i64:
        """Which of the `guards` an option puts on a tower; -1 if it is no such option."""
        for number in range(len(self.guards)):
            if 0 <= action - self.close_codes - number * self.most < self.most:
                return number
        return -1

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        """`tower 1,0` or `close meeple 1,0`"""
        site = action - self.build_codes
        if 0 <= site < self.most:
            return ["tower", self.site_word(state, site)]
        number = self.guard_number(action)
        if number < 0:
            return []
        site = action - self.close_codes - number * self.most
        return ["close", GUARDS[number], self.site_word(state, site)]

    def site_word(self, state: State, site: i64) -> str:
        return slot_word(state, state.registers[self.slots + site])

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """Why a tower cannot be built on or closed now."""
        verb = words[0]
        if verb not in ("tower", "close") or len(words) != (2 if verb == "tower" else 3):
            return "", ""
        site = self.site_at(state, words[-1])
        if site < 0:
            return ("TOW-02" if verb == "tower" else "TOW-03"), "tower_absent"
        if self.guard_of(state, site) >= 0:
            return "TOW-04", "tower_is_closed"
        if verb == "tower":
            return "TOW-01", "pieces_used_up"
        if words[1] not in GUARDS:
            return "R-TOW-08", "guard_unfit"
        if not state.registers[self.heights + site]:
            return "R-TOW-09", "tower_unbuilt"
        return "BASE-20", "supply_empty"

    def laid(self, state: State) -> list[tuple[int, int, str]]:
        """The pieces of each tower, and who stands on top."""
        found: list[tuple[int, int, str]] = []
        for site in range(state.registers[self.known]):
            tile = -1 - int(state.registers[self.slots + site])
            found += [(tile, -1, "tower_piece")] * int(state.registers[self.heights + site])
            figure = self.guard_of(state, site)
            if figure >= 0:
                name = state.rules.figure_kinds[state.rules.figure_kind[figure]].name
                token = GUARD_TOKENS[GUARDS.index(name)] if name in GUARDS else name
                found.append((tile, int(state.rules.figure_seat[figure]), token))
        return found

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-TOW-29: a tower of so many pieces, whoever's they were; or the guard on top of one."""
        number = 0 if figure >= 0 else read_number(words[1]) if len(words) == 4 else None
        if number is None or len(words) < 3 or words[-2] != "at" or (figure >= 0 and len(words) != 3):
            return MISWRITTEN
        self.survey(state)
        site = self.site_at(state, words[-1])
        if site < 0:
            return f"no tower foundation lies at {words[-1]} (TOW-02)"
        if figure >= 0:
            return self.stand_guard(state, site, figure)
        most = PIECES[state.rules.seats] * int(state.rules.seats)
        if not 0 < number <= most:
            return f"a tower has 1 to {most} pieces in this game (TOW-01)"
        if state.registers[self.heights + site]:
            return f"a tower stands at {words[-1]} already"
        state.registers[self.heights + site] = number
        return ""

    def stand_guard(self, state: State, site: i64, figure: i64) -> str:
        """Put a figure on a tower, or say why it cannot stand there."""
        if state.rules.figure_kind[figure] not in self.guards:
            return "only a meeple or a large follower guards a tower (R-TOW-08)"
        if not state.registers[self.heights + site]:
            return f"there is no tower at {self.site_word(state, site)} yet; lay it first (R-TOW-09)"
        if self.guard_of(state, site) >= 0:
            return f"the tower at {self.site_word(state, site)} has its guard already (TOW-04)"
        move(state, figure, self.tops - site)
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The towers, and who stands on them."""
        lines: list[tuple[int, str]] = []
        for site in range(state.registers[self.known]):
            height = int(state.registers[self.heights + site])
            if height:
                lines.append((AT_LAST, f"lay tower {height} at {self.site_word(state, site)}"))
            figure = self.guard_of(state, site)
            if figure >= 0:
                lines.append((AT_LAST, f"stand {whose_figure(state, figure)} tower at {self.site_word(state, site)}"))
        return lines
