"""Prisoners: taken by a tower, exchanged, or bought back. TOW-06 to TOW-15."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.tower.sites import Sites
from aude.engine.arrays import append, vec
from aude.engine.figures import exposed_slot, move, take_back
from aude.engine.rules import ASK, AT_LAST, CONTINUE, MISWRITTEN, PASS, PAYMENT, SUPPLY, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.words import fits, read_seat, slot_word, spot_words, whose_figure

RANSOM: Final = 3  # TOW-10: points
FORMS: Final = ["stand SEAT FIGURE prison SEAT"]  # of the lines of a position
MAX_KINDS: Final = 256  # of figures: room in the codes of ransoms


class Prisons:
    """Each seat has a prison, which is a place for any number of figures."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.captures_own = False  # R-TOW-02
        self.captures_special = True  # R-TOW-11
        self.own_turn_only = False  # R-TOW-03
        self.once_a_turn = False
        self.on_credit = False  # R-TOW-04
        self.danger: i64 = -1  # that of a tower, by its number
        self.places: i64 = 0  # the prison of the first seat; seat after seat lies below it
        self.codes: i64 = 0  # interrupts
        # Registers:
        self.exchanging: i64 = -1  # the seat (+ 1) that is about to give the player a figure back,
        self.paid: i64 = -1  # and, a bit for each seat, who has paid a ransom in this turn

    def setup(self, rules: Rules) -> None:
        self.captures_own = rules.option("tower_capture_own") == "on"
        self.captures_special = rules.option("tower_capture_special") == "on"
        self.own_turn_only = rules.option("ransom_timing") != "any_time"
        self.once_a_turn = rules.option("ransom_timing") == "own_turn_once"
        self.on_credit = rules.option("ransom_min_score") == "none"
        seats = int(rules.seats)
        self.danger = rules.danger("tower")
        self.places = rules.reserve_locations(seats)
        self.codes = rules.reserve_interrupts(seats * MAX_KINDS)
        self.exchanging = rules.register()
        self.paid = rules.register()
        rules.add_note("captured", ["seat", "prisoner:figure", "slot"])
        rules.add_note("freed", ["figure"])
        rules.add_note("ransomed", ["figure", "captor:seat"])
        rules.add_step("turn", 710, Capture(self))
        rules.add_step("turn", 720, Exchange(self))

    def is_prey(self, state: State, figure: i64) -> bool:
        """R-TOW-02, R-TOW-11: whether the player may capture this figure, wherever it stands."""
        rules = state.rules
        if rules.figure_seat[figure] == state.player and not self.captures_own:
            return False
        return self.captures_special or rules.occupies[rules.figure_kind[figure]] != 0

    def can_capture(self, state: State, figure: i64, site: i64) -> bool:
        """TOW-06, TOW-14, TOW-15: whether the tower gives this figure into the player's hands."""
        if state.figure_at[figure] == SUPPLY or not self.is_prey(state, figure):
            return False
        slot = exposed_slot(state, figure, self.danger)
        return slot >= 0 and self.sites.reaches(state, site, slot)

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
        move(state, figure, self.places - captor)
        for box in state.rules.figure_left:
            box.figure_left(state, figure, at, False)
        if len(self.kinds_held(state, captor, owner)):
            state.registers[self.exchanging] = owner + 1
            self.free(state, figure)

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
            if state.figure_at[figure] == self.places - captor:
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
            if self.obstacle(state, seat, captor)[0] == "":
                for kind in self.kinds_held(state, seat, captor):
                    options = append(options, self.codes + captor * MAX_KINDS + kind)
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
        code = action - self.codes
        if not 0 <= code < state.rules.seats * MAX_KINDS:
            return False
        captor = code // MAX_KINDS
        figure = self.prisoner(state, seat, code % MAX_KINDS, captor)
        move(state, figure, SUPPLY)
        state.registers[self.paid] |= i64(1) << seat
        if state.journal is not None:
            state.note("ransomed", [figure, captor])
        gain(state, seat, -RANSOM, "ransom", PAYMENT)  # R-TOW-15
        gain(state, captor, RANSOM, "ransom", PAYMENT)
        return True

    def interrupt_words(self, state: State, seat: i64, action: i64) -> list[str]:
        """`ransom meeple blue`"""
        code = action - self.codes
        if not 0 <= code < state.rules.seats * MAX_KINDS:
            return []
        kind = state.rules.figure_kinds[code % MAX_KINDS].name
        return ["ransom", kind, state.rules.seat_names[code // MAX_KINDS]]

    def interrupt_refusal(self, state: State, seat: i64, words: list[str]) -> tuple[str, str]:
        """Why a seat may not pay now."""
        if words[0] != "ransom":
            return "", ""
        for captor in range(state.rules.seats):
            for kind in self.kinds_held(state, seat, captor):
                code = self.codes + captor * MAX_KINDS + kind
                if fits(words, self.interrupt_words(state, seat, code)):
                    return self.obstacle(state, seat, captor)
        return "TOW-10", "no_such_prisoner"

    def held(self, state: State, seat: i64) -> int:
        """How many prisoners a seat has."""
        found = 0
        for place in state.figure_at:
            if place == self.places - seat:
                found += 1
        return found

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-TOW-29: a figure is in somebody's prison."""
        captor = read_seat(state, words[-1])
        if len(words) != 2 or captor < 0:
            return MISWRITTEN
        rules = state.rules
        if captor == rules.figure_seat[figure]:
            return "nobody is in the own prison (R-TOW-23)"
        kind = rules.figure_kind[figure]
        if rules.immune[kind] or not (self.captures_special or rules.occupies[kind]):
            return f"no {rules.figure_kinds[kind].name} is ever captured (R-TOW-11)"
        move(state, figure, self.places - captor)
        return ""

    def objection(self, state: State) -> str:
        """TOW-09: two seats never hold figures of each other."""
        names = state.rules.seat_names
        for seat in range(state.rules.seats):
            for other in range(seat):
                if len(self.kinds_held(state, seat, other)) and len(self.kinds_held(state, other, seat)):
                    return f"{names[other]} and {names[seat]} hold prisoners of each other: they are exchanged (TOW-09)"
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """Who is in whose prison."""
        rules = state.rules
        lines: list[tuple[int, str]] = []
        for figure in range(rules.figures):
            captor = self.places - state.figure_at[figure]
            if 0 <= captor < rules.seats:
                lines.append((AT_LAST, f"stand {whose_figure(state, figure)} prison {rules.seat_names[captor]}"))
        return lines


class Capture(Step):
    """TOW-06 … TOW-08, R-TOW-13: whoever has placed a piece may take one figure within the tower's range prisoner."""

    name = "capture"
    rule = "TOW-06"

    def __init__(self, prisons: Prisons) -> None:
        self.prisons = prisons

    def enter(self, state: State) -> i64:
        site = state.registers[self.prisons.sites.grown] - 1
        if site < 0:
            return CONTINUE
        for figure in range(state.rules.figures):
            if self.prisons.can_capture(state, figure, site):
                state.actor = state.player
                return ASK
        state.registers[self.prisons.sites.grown] = 0
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        site = state.registers[self.prisons.sites.grown] - 1
        out = vec[i64]()
        out = append(out, PASS)
        for figure in range(state.rules.figures):
            if self.prisons.can_capture(state, figure, site) and not has_twin_before(state, figure):
                out = append(out, figure + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.prisons.sites.grown] = 0
        if action != PASS:
            self.prisons.capture(state, action - 1)
        return CONTINUE

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
        where = ["tower", "at"] if self.prisons.sites.location_slot(state, at) >= 0 else ["at"]
        return ["capture", seat, kind, *where, slot_word(state, exposed_slot(state, figure, self.prisons.danger))]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        for figure in range(rules.figures):
            slot = exposed_slot(state, figure, self.prisons.danger)
            if (slot < 0 and state.figure_at[figure] < 0) or not fits(words, self.words(state, figure + 1)):
                continue
            if rules.figure_seat[figure] == state.player and not self.prisons.captures_own:
                return "R-TOW-02", "own_figure"
            if not self.prisons.is_prey(state, figure):
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

    def __init__(self, prisons: Prisons) -> None:
        self.prisons = prisons

    def enter(self, state: State) -> i64:
        if state.registers[self.prisons.exchanging] == 0:
            return CONTINUE
        kinds = self.legal(state)
        if len(kinds) == 1:
            return self.apply(state, kinds[0])
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return self.prisons.kinds_held(state, state.player, state.registers[self.prisons.exchanging] - 1)

    def apply(self, state: State, action: i64) -> i64:
        captor = state.registers[self.prisons.exchanging] - 1
        state.registers[self.prisons.exchanging] = 0
        self.prisons.free(state, self.prisons.prisoner(state, state.player, action, captor))
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        """`exchange meeple`"""
        return ["exchange", state.rules.figure_kinds[action].name]
