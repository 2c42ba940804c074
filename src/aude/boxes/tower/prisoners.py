"""Prisoners: taken by a tower and exchanged. TOW-06 to TOW-09, TOW-12 to TOW-15."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.tower.sites import Sites
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import exposed_slot, move, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, PASS, SUPPLY, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.types import Figure, Seat

# The forms of a capture: from a segment, from the top of a tower, from wherever else another part has put a figure.
CAPTURE: Final = "capture"
CAPTURE_GUARD: Final = "capture_guard"
CAPTURE_ON_TILE: Final = "capture_on_tile"
CAPTURES: Final = [CAPTURE, CAPTURE_GUARD, CAPTURE_ON_TILE]


class Prisons(Part):
    """Each seat has a prison, which is a location for any number of figures."""

    def __init__(self, sites: Sites) -> None:
        self.sites = sites
        self.captures_own = False  # R-TOW-02
        self.captures_special = True  # R-TOW-11
        self.danger: i64 = -1  # that of a tower, by its number
        self.locations: i64 = 0  # the prison of the first seat; seat after seat lies below it
        self.exchanging: i64 = -1  # a register: the seat (+ 1) that is about to give the player a figure back

    def setup(self, rules: Rules) -> None:
        self.captures_own = rules.option("tower_capture_own") == "on"
        self.captures_special = rules.option("tower_capture_special") == "on"
        self.danger = rules.danger("tower")
        self.locations = rules.reserve_locations(int(rules.seats))
        self.exchanging = rules.reserve_registers()
        rules.add_form("capture {owner:seat} {figure} {node}", CAPTURE)
        rules.add_form("capture {owner:seat} {figure} {place:tower} at {slot}", CAPTURE_GUARD)
        rules.add_form("capture {owner:seat} {figure} at {slot}", CAPTURE_ON_TILE)
        rules.add_form("exchange {figure}")
        rules.add_note("captured", ["seat", "prisoner:figure", "slot"])
        rules.add_note("freed", ["figure"])
        rules.add_step("turn", 710, Capture(self), when=is_set(self.sites.grown))
        rules.add_step("turn", 720, Exchange(self), when=is_set(self.exchanging))

    # -- taking prisoners ---------------------------------------------------------------------------------------------
    def is_prey(self, state: State, figure: Figure) -> bool:
        """R-TOW-02, R-TOW-11: whether the player may capture this figure, wherever it stands."""
        if state.rules.figure_seat[figure] == state.player and not self.captures_own:
            return False
        return self.takes_kind(state, state.rules.figure_kind[figure])

    def takes_kind(self, state: State, kind: i64) -> bool:
        """R-TOW-11: whether figures of this kind are captured, if nothing shelters them."""
        return self.captures_special or state.rules.occupies[kind] != 0

    def can_capture(self, state: State, figure: Figure, site: i64) -> bool:
        """TOW-06, TOW-14, TOW-15: whether the tower gives this figure into the player's hands."""
        if not self.is_prey(state, figure):
            return False
        slot = exposed_slot(state, figure, self.danger)
        return slot >= 0 and self.sites.reaches(state, site, slot)

    def capture(self, state: State, figure: Figure) -> None:
        """TOW-06, TOW-12: a figure goes to the player's prison; TOW-09: or is exchanged at once."""
        captor = state.player
        owner = state.rules.figure_seat[figure]
        at = state.figure_at[figure]
        if state.journal is not None:
            state.note("captured", [captor, figure, exposed_slot(state, figure, self.danger)])
        if owner == captor:  # R-TOW-23
            take_back(state, figure)
            return
        move(state, figure, self.locations - captor)
        for part in state.rules.figure_returned:
            part.figure_returned(state, figure, at, False)
        if self.holds_any(state, captor, owner):
            state.registers[self.exchanging] = owner + 1
            self.free(state, figure)

    def free(self, state: State, figure: Figure) -> None:
        """A prisoner is in its owner's supply again."""
        move(state, figure, SUPPLY)
        if state.journal is not None:
            state.note("freed", [figure])

    # -- who is in prison ---------------------------------------------------------------------------------------------
    def captor_of(self, state: State, figure: Figure) -> Seat:
        """The seat in whose prison a figure is, or -1."""
        captor = self.locations - state.figure_at[figure]
        if 0 <= captor < state.rules.seats:
            return captor
        return -1

    def prisoner(self, state: State, seat: Seat, kind: i64, captor: Seat) -> Figure:
        """A figure of a seat and a kind that the captor holds, or -1."""
        rules = state.rules
        first = rules.figure_first[kind * rules.seats + seat]
        for figure in range(first, first + rules.figure_each[kind]):
            if state.figure_at[figure] == self.locations - captor:
                return figure
        return -1

    def kinds_held(self, state: State, seat: Seat, captor: Seat) -> vec[i64]:
        """The kinds of a seat's figures that the captor holds."""
        found = vec[i64]()
        for kind in range(state.rules.figure_kinds_count):
            if self.prisoner(state, seat, kind, captor) >= 0:
                found = append(found, kind)
        return found

    def holds_any(self, state: State, seat: Seat, captor: Seat) -> bool:
        """Whether the captor holds any figure of a seat."""
        return len(self.kinds_held(state, seat, captor)) > 0

    def held(self, state: State, seat: Seat) -> i64:
        """How many prisoners a seat has."""
        found: i64 = 0
        for at in state.figure_at:
            if at == self.locations - seat:
                found += 1
        return found


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
            if state.figure_at[figure] != SUPPLY and self.prisons.can_capture(state, figure, site):
                state.actor = state.player
                return ASK
        state.registers[self.prisons.sites.grown] = 0
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        site = state.registers[self.prisons.sites.grown] - 1
        out = vec[i64]()
        out = append(out, PASS)
        for figure in range(state.rules.figures):
            if state.figure_at[figure] == SUPPLY:
                continue
            if self.prisons.can_capture(state, figure, site) and not has_twin_before(state, figure):
                out = append(out, figure + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.prisons.sites.grown] = 0
        if action != PASS:
            self.prisons.capture(state, action - 1)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`capture blue meeple road E at 1,0`, `… tower at 1,0`, or `… at 1,0` wherever else a part has put it."""
        if action == PASS:
            return Choice("pass")
        figure = action - 1
        seat = state.rules.figure_seat[figure]
        kind = state.rules.figure_kind[figure]
        at = state.figure_at[figure]
        if at >= 0:
            return Choice(CAPTURE, [seat, kind, at])
        slot = self.prisons.sites.location_slot(state, at)
        if slot >= 0:
            return Choice(CAPTURE_GUARD, [seat, kind, 0, slot])
        return Choice(CAPTURE_ON_TILE, [seat, kind, exposed_slot(state, figure, self.prisons.danger)])

    def refuse(self, state: State, choice: Choice) -> None:
        """Why a figure is not captured: because of its owner, of its kind, or of where it stands."""
        if choice.form not in CAPTURES or min(choice.facts[:2]) < 0:
            raise Refused(self.rule, "not_offered")
        owner: i64 = choice.facts[0]
        kind: i64 = choice.facts[1]
        if owner == state.player and not self.prisons.captures_own:
            raise Refused("R-TOW-02", "own_figure")
        if not self.prisons.takes_kind(state, kind):
            raise Refused("R-TOW-11", "captures_followers_only")
        if state.rules.immune[kind]:
            raise Refused("TOW-14", "out_of_danger")
        sites = self.prisons.sites
        for figure in range(state.rules.figures):
            slot = exposed_slot(state, figure, self.prisons.danger)
            if slot < 0 and state.figure_at[figure] < 0:
                continue  # not on the table
            if self.describe(state, figure + 1).same_as(choice):
                if slot < 0:
                    raise Refused("TOW-15", "out_of_danger")
                if not sites.reaches(state, state.registers[sites.grown] - 1, slot):
                    raise Refused("TOW-07", "out_of_range")
        raise Refused(self.rule, "not_offered")


def has_twin_before(state: State, figure: Figure) -> bool:
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

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("exchange", [action])
