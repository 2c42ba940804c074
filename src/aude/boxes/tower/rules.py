"""The Tower. TOW-01 to TOW-15 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import exposed_slot, free_figure, move, take_back
from aude.engine.rules import ASK, ON, PAYMENT, SUPPLY, Box, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.words import fits, read_cell, spot_words

PASS: Final = 0
RANSOM: Final = 3  # TOW-10: points
PIECES: Final = [10, 10, 10, 9, 7, 6, 5]  # TOW-01: for each player, by the number of players
FOUNDATION: Final = "tower_foundation"
GUARDS: Final = ["meeple", "large_follower"]  # R-TOW-08: who may close a tower
GUARD_TOKENS: Final = ["tower_guard", "large_tower_guard"]  # and what they are called up there
MOST_KINDS: Final = 256  # of figures: room in the codes of ransoms


class Tower(Box):
    """18 tiles with foundations, on which towers grow; whoever builds may take a prisoner, who can be bought back.

    A site is a foundation on the table, numbered in the order of laying. On top of each is a place for a figure;
    each seat has a prison, which is a place for any number of figures.
    """

    id = "tower"

    def __init__(self) -> None:
        self.captures_own = False  # R-TOW-02
        self.captures_special = True  # R-TOW-11
        self.own_turn_only = False  # R-TOW-03
        self.once_a_turn = False
        self.on_credit = False  # R-TOW-04
        self.danger: i64 = -1  # that of a tower, by its number
        self.foundation_mark: i64 = 0  # a bit among the symbols of a tile
        self.most_sites: i64 = 0
        self.tops: i64 = 0  # the first of as many places; site after site lies below it
        self.prisons: i64 = 0  # the same, seat after seat
        self.build_codes: i64 = 0  # figure options: a code for each site,
        self.close_codes: i64 = 0  # and as many for each kind of guard
        self.ransom_codes: i64 = 0  # interrupts
        self.guards = vec[i64]()  # kinds of figures that may close a tower, -1 if one is not in the game
        # Registers:
        self.surveyed: i64 = -1  # how many tiles have been looked at for foundations,
        self.known: i64 = -1  # how many sites there are,
        self.sites: i64 = -1  # on which tile (slot) each lies,
        self.heights: i64 = -1  # how many pieces each has,
        self.pieces: i64 = -1  # how many each seat has left,
        self.grown: i64 = -1  # the site (+ 1) that has just grown,
        self.exchanging: i64 = -1  # the seat (+ 1) that is about to give the player a figure back,
        self.paid: i64 = -1  # and, a bit for each seat, who has paid a ransom in this turn

    def setup(self, rules: Rules) -> None:
        self.captures_own = rules.option("tower_capture_own") == "on"
        self.captures_special = rules.option("tower_capture_special") == "on"
        self.own_turn_only = rules.option("ransom_timing") != "any_time"
        self.once_a_turn = rules.option("ransom_timing") == "own_turn_once"
        self.on_credit = rules.option("ransom_min_score") == "none"
        most = sum(copies for tile, copies in rules.tiles if FOUNDATION in tile.symbols)
        seats = int(rules.seats)
        self.most_sites = most
        self.danger = rules.danger("tower")
        self.tops = rules.reserve_places(most, exposed_to=("dragon", "tower", "catapult", "plague"))  # R-TOW-10
        self.prisons = rules.reserve_places(seats)
        self.build_codes = rules.reserve_options(most)
        self.close_codes = rules.reserve_options(most * len(GUARDS))
        self.ransom_codes = rules.reserve_interrupts(seats * MOST_KINDS)
        self.surveyed = rules.register()
        self.known = rules.register()
        self.sites = rules.register(most)
        self.heights = rules.register(most)
        self.pieces = rules.register(seats)
        self.grown = rules.register()
        self.exchanging = rules.register()
        self.paid = rules.register()
        rules.add_note("tower_built", ["seat", "slot", "number"])
        rules.add_note("tower_closed", ["figure", "slot"])
        rules.add_note("captured", ["seat", "prisoner:figure", "slot"])
        rules.add_note("freed", ["figure"])
        rules.add_note("ransomed", ["figure", "captor:seat"])
        rules.add_step("turn", 40, Dawn(self))
        rules.add_step("turn", 710, Capture(self))
        rules.add_step("turn", 720, Exchange(self))
        rules.add_step("final", 1100, PackUp(self))

    def resolved(self, rules: Rules) -> None:
        self.foundation_mark = rules.table.symbol_of(FOUNDATION)
        names = [kind.name for kind in rules.figure_kinds]
        self.guards = vec[i64]([names.index(name) if name in names else -1 for name in GUARDS])

    def begin(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.pieces + seat] = PIECES[state.rules.seats]

    # -- sites --------------------------------------------------------------------------------------------------------
    def survey(self, state: State) -> None:
        """Find the foundations on tiles that have been laid since the last time."""
        registers = state.registers
        symbols = state.rules.table.tile_symbols
        for slot in range(registers[self.surveyed], state.slots):
            if symbols[state.slot_tile[slot] >> 2] & self.foundation_mark:
                registers[self.sites + registers[self.known]] = slot
                registers[self.known] += 1
        registers[self.surveyed] = state.slots

    def tile_placed(self, state: State, slot: i64) -> None:
        self.survey(state)

    def place_slot(self, state: State, place: i64) -> i64:
        """The tile of a tower whose top this place is."""
        site = self.tops - place
        if 0 <= site < state.registers[self.known]:
            return state.registers[self.sites + site]
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
        cell = read_cell(word)
        if cell is not None:
            slot = state.board_at(cell[0], cell[1]) - 1
            for site in range(state.registers[self.known]):
                if state.registers[self.sites + site] == slot:
                    return site
        return -1

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
            codes += self.most_sites
        return options

    def use_figure_option(self, state: State, action: i64) -> bool:
        seat = state.player
        site = action - self.build_codes
        if 0 <= site < self.most_sites:
            state.registers[self.pieces + seat] -= 1
            state.registers[self.heights + site] += 1
            state.registers[self.grown] = site + 1
            if state.journal is not None:
                height = int(state.registers[self.heights + site])
                state.note("tower_built", [seat, state.registers[self.sites + site], height])
            return True
        number = self.guard_number(action)
        if number < 0:
            return False
        site = action - self.close_codes - number * self.most_sites
        figure = free_figure(state, self.guards[number], seat)
        move(state, figure, self.tops - site)
        if state.journal is not None:
            state.note("tower_closed", [figure, state.registers[self.sites + site]])
        return True

    def guard_number(self, action: i64) -> i64:
        """Which of the `guards` an option puts on a tower; -1 if it is no such option."""
        for number in range(len(self.guards)):
            if 0 <= action - self.close_codes - number * self.most_sites < self.most_sites:
                return number
        return -1

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        """`tower 1,0` or `close meeple 1,0`"""
        site = action - self.build_codes
        if 0 <= site < self.most_sites:
            return ["tower", self.site_word(state, site)]
        number = self.guard_number(action)
        if number < 0:
            return []
        site = action - self.close_codes - number * self.most_sites
        return ["close", GUARDS[number], self.site_word(state, site)]

    def site_word(self, state: State, site: i64) -> str:
        return cell_of_slot(state, state.registers[self.sites + site])

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

    # -- prisoners ----------------------------------------------------------------------------------------------------
    def reaches(self, state: State, site: i64, slot: i64) -> bool:
        """TOW-07, R-TOW-01: up, down or sideways, a tile for each storey; TOW-08: whatever lies between."""
        here = state.slot_cell[state.registers[self.sites + site]]
        there = state.slot_cell[slot]
        across = state.x_of(there) - state.x_of(here)
        down = state.y_of(there) - state.y_of(here)
        height = state.registers[self.heights + site]
        return (across == 0 or down == 0) and -height <= across + down <= height

    def is_prey(self, state: State, figure: i64) -> bool:
        """R-TOW-02, R-TOW-11: whether the player may capture this figure, wherever it stands."""
        rules = state.rules
        if rules.figure_seat[figure] == state.player and not self.captures_own:
            return False
        return self.captures_special or rules.occupies[rules.figure_kind[figure]] != 0

    def can_capture(self, state: State, figure: i64, site: i64) -> bool:
        """TOW-06, TOW-14, TOW-15: whether the tower gives this figure into the player's hands."""
        if not self.is_prey(state, figure):
            return False
        slot = exposed_slot(state, figure, self.danger)
        return slot >= 0 and self.reaches(state, site, slot)

    def capture(self, state: State, figure: i64) -> None:
        """TOW-06, TOW-12: a figure goes to the player's prison; TOW-09: or is exchanged at once."""
        captor = state.player
        owner = state.rules.figure_seat[figure]
        at = state.figure_at[figure]
        if state.journal is not None:
            state.note("captured", [captor, figure, exposed_slot(state, figure, self.danger)])
        if owner == captor:  # R-TOW-23
            take_back(state, figure)
            return
        move(state, figure, self.prisons - captor)
        for box in state.rules.on_figure_left:
            box.figure_left(state, figure, at, False)
        for other in range(state.rules.figures):
            if state.figure_at[other] == self.prisons - owner and state.rules.figure_seat[other] == captor:
                state.registers[self.exchanging] = owner + 1
                self.free(state, figure)
                return

    def free(self, state: State, figure: i64) -> None:
        """A prisoner is in its owner's supply again."""
        move(state, figure, SUPPLY)
        if state.journal is not None:
            state.note("freed", [figure])

    def prisoner(self, state: State, seat: i64, kind: i64, captor: i64) -> i64:
        """A figure of a seat and a kind that the captor holds, or -1."""
        rules = state.rules
        first = rules.figure_first[kind * rules.seats + seat]
        for figure in range(first, first + rules.figure_each[kind]):
            if state.figure_at[figure] == self.prisons - captor:
                return figure
        return -1

    def kinds_held(self, state: State, seat: i64, captor: i64) -> vec[i64]:
        """The kinds of a seat's figures that the captor holds."""
        found = vec[i64]()
        for kind in range(state.rules.figure_kinds_count):
            if self.prisoner(state, seat, kind, captor) >= 0:
                found = append(found, kind)
        return found

    # -- ransom -------------------------------------------------------------------------------------------------------
    def interrupts(self, state: State, seat: i64, options: vec[i64]) -> vec[i64]:
        """TOW-10: whoever can pay may buy back any figure, kind by kind (R-TOW-26)."""
        for captor in range(state.rules.seats):
            for kind in self.kinds_held(state, seat, captor):
                if self.obstacle(state, seat, captor)[0] == "":
                    options = append(options, self.ransom_codes + captor * MOST_KINDS + kind)
        return options

    def obstacle(self, state: State, seat: i64, captor: i64) -> tuple[str, str]:
        """Why a seat may not buy back figures from a captor now: rule and reason, empty if it may."""
        if state.actor < 0:
            return "R-TOW-18", "ransom_no_question"
        if self.own_turn_only and seat != state.player:
            return "R-TOW-03", "ransom_own_turn"
        if self.once_a_turn and state.registers[self.paid] >> seat & 1:
            return "R-TOW-03", "ransom_once"
        if seat == state.player and state.registers[self.exchanging] == captor + 1:
            return "R-TOW-22", "ransom_between"
        if state.scores[seat] < RANSOM and not self.on_credit:
            return "R-TOW-04", "ransom_too_dear"
        return "", ""

    def interrupt(self, state: State, seat: i64, action: i64) -> bool:
        """TOW-10, TOW-11: 3 points go to the captor, and the figure is in the supply. R-TOW-05: nobody refuses."""
        code = action - self.ransom_codes
        if not 0 <= code < state.rules.seats * MOST_KINDS:
            return False
        captor = code // MOST_KINDS
        figure = self.prisoner(state, seat, code % MOST_KINDS, captor)
        move(state, figure, SUPPLY)
        state.registers[self.paid] |= i64(1) << seat
        if state.journal is not None:
            state.note("ransomed", [figure, captor])
        gain(state, seat, -RANSOM, "ransom", PAYMENT)  # R-TOW-15
        gain(state, captor, RANSOM, "ransom", PAYMENT)
        return True

    def interrupt_words(self, state: State, seat: i64, action: i64) -> list[str]:
        """`ransom meeple blue`"""
        code = action - self.ransom_codes
        if not 0 <= code < state.rules.seats * MOST_KINDS:
            return []
        kind = state.rules.figure_kinds[code % MOST_KINDS].name
        return ["ransom", kind, state.rules.seat_names[code // MOST_KINDS]]

    def interrupt_refusal(self, state: State, seat: i64, words: list[str]) -> tuple[str, str]:
        """Why a seat may not pay now."""
        if words[0] != "ransom":
            return "", ""
        for captor in range(state.rules.seats):
            for kind in self.kinds_held(state, seat, captor):
                code = self.ransom_codes + captor * MOST_KINDS + kind
                if fits(words, self.interrupt_words(state, seat, code)):
                    return self.obstacle(state, seat, captor)
        return "TOW-10", "no_such_prisoner"

    # -- for people ---------------------------------------------------------------------------------------------------
    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        held = 0
        for place in state.figure_at:
            if place == self.prisons - seat:
                held += 1
        return [("tower_piece", int(state.registers[self.pieces + seat])), ("prisoner", held)]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """R-TOW-29: pieces can be counted out by hand, prisoners have to be taken."""
        if name == "prisoner":
            return number == 0
        state.registers[self.pieces + seat] = number
        return number <= PIECES[state.rules.seats]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        """The pieces of each tower, and who stands on top."""
        found: list[tuple[int, int, str]] = []
        for site in range(state.registers[self.known]):
            tile = -1 - int(state.registers[self.sites + site])
            found += [(tile, -1, "tower_piece")] * int(state.registers[self.heights + site])
            figure = self.guard_of(state, site)
            if figure >= 0:
                name = state.rules.figure_kinds[state.rules.figure_kind[figure]].name
                token = GUARD_TOKENS[GUARDS.index(name)] if name in GUARDS else name
                found.append((tile, int(state.rules.figure_seat[figure]), token))
        return found


def cell_of_slot(state: State, slot: i64) -> str:
    """Where a laid tile lies, as `x,y`."""
    cell = state.slot_cell[slot]
    return f"{state.x_of(cell)},{state.y_of(cell)}"


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class Dawn(Step):
    """R-TOW-19: a new turn, and nobody has paid in it; foundations that were laid without a turn are found."""

    name = "tower_dawn"

    def __init__(self, box: Tower) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.paid] = 0
        self.box.survey(state)
        return ON


class Capture(Step):
    """TOW-06 … TOW-08, R-TOW-13: whoever has placed a piece may take one figure within the tower's range prisoner."""

    name = "capture"
    rule = "TOW-06"

    def __init__(self, box: Tower) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        site = state.registers[self.box.grown] - 1
        if site < 0:
            return ON
        for figure in range(state.rules.figures):
            if self.box.can_capture(state, figure, site):
                state.actor = state.player
                return ASK
        state.registers[self.box.grown] = 0
        return ON

    def legal(self, state: State) -> vec[i64]:
        site = state.registers[self.box.grown] - 1
        out = vec[i64]()
        out = append(out, PASS)
        for figure in range(state.rules.figures):
            if self.box.can_capture(state, figure, site) and not has_twin_before(state, figure):
                out = append(out, figure + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.grown] = 0
        if action != PASS:
            self.box.capture(state, action - 1)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`capture blue meeple road E at 1,0`, or `… tower at 1,0`"""
        if action == PASS:
            return ["pass"]
        figure = action - 1
        rules = state.rules
        at = state.figure_at[figure]
        seat = rules.seat_names[rules.figure_seat[figure]]
        kind = rules.figure_kinds[rules.figure_kind[figure]].name
        if at >= 0:
            return ["capture", seat, kind, *spot_words(state, at)]
        where = ["tower", "at"] if self.box.place_slot(state, at) >= 0 else ["at"]
        return ["capture", seat, kind, *where, cell_of_slot(state, exposed_slot(state, figure, self.box.danger))]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        for figure in range(rules.figures):
            slot = exposed_slot(state, figure, self.box.danger)
            if (slot < 0 and state.figure_at[figure] < 0) or not fits(words, self.words(state, figure + 1)):
                continue
            if rules.figure_seat[figure] == state.player and not self.box.captures_own:
                return "R-TOW-02", "own_figure"
            if not self.box.is_prey(state, figure):
                return "R-TOW-11", "captures_followers_only"
            if slot < 0:
                immune = rules.immune[rules.figure_kind[figure]]
                return ("TOW-14" if immune else "TOW-15"), "out_of_danger"
            return "TOW-07", "out_of_range"
        return self.rule, "not_offered"


def has_twin_before(state: State, figure: i64) -> bool:
    """Whether an equal figure with a lower number stands on the same spot: to take either is one answer."""
    rules = state.rules
    first = rules.figure_first[rules.figure_kind[figure] * rules.seats + rules.figure_seat[figure]]
    for other in range(first, figure):
        if state.figure_at[other] == state.figure_at[figure]:
            return True
    return False


class Exchange(Step):
    """TOW-09, R-TOW-07: for the figure just captured one of the player's comes back; the player says which kind."""

    name = "exchange"
    rule = "R-TOW-07"

    def __init__(self, box: Tower) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if state.registers[self.box.exchanging] == 0:
            return ON
        kinds = self.legal(state)
        if len(kinds) == 1:
            return self.apply(state, kinds[0])
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return self.box.kinds_held(state, state.player, state.registers[self.box.exchanging] - 1)

    def apply(self, state: State, action: i64) -> i64:
        captor = state.registers[self.box.exchanging] - 1
        state.registers[self.box.exchanging] = 0
        self.box.free(state, self.box.prisoner(state, state.player, action, captor))
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`exchange meeple`"""
        return ["exchange", state.rules.figure_kinds[action].name]


class PackUp(Step):
    """R-TOW-10, R-TOW-14: guards and prisoners bring nothing, and go home with all the others."""

    name = "tower_end"

    def __init__(self, box: Tower) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        box = self.box
        for figure in range(state.rules.figures):
            at = state.figure_at[figure]
            if box.tops - box.most_sites < at <= box.tops or box.prisons - state.rules.seats < at <= box.prisons:
                move(state, figure, SUPPLY)
        return ON
