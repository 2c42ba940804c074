"""R-TOW-29: towers, guards and prisoners in positions laid by hand."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.tower.prisoners import Prisons
from aude.boxes.tower.sites import PIECES, Sites
from aude.engine.choice import Choice, Form
from aude.engine.figures import move
from aude.engine.pieces import AT_LAST, ByHand
from aude.engine.refusal import Refused
from aude.engine.spots import xy_of_slot
from aude.engine.state import State
from aude.engine.types import Figure, Seat, Slot

TOWER: Final = "tower"  # the keys of the lines
GUARD: Final = "guard"
PRISONER: Final = "prisoner"


class TowerByHand(ByHand):
    """Lines for what stands on foundations and in prisons."""

    def __init__(self, sites: Sites, prisons: Prisons) -> None:
        self.sites = sites
        self.prisons = prisons

    def forms(self) -> list[Form]:
        return [
            Form("lay tower {height:number} at {slot}", TOWER),
            Form("stand {seat} {figure} tower at {slot}", GUARD),
            Form("stand {seat} {figure} prison {captor:seat}", PRISONER),
        ]

    def lay(self, state: State, line: Choice, figure: Figure) -> None:
        self.sites.survey(state)
        if line.form == TOWER:
            self.lay_tower(state, line.facts[0], line.facts[1])
        elif line.form == GUARD:
            self.stand_guard(state, figure, line.facts[2])
        else:
            self.imprison(state, figure, line.facts[2])

    def lay_tower(self, state: State, height: i64, slot: Slot) -> None:
        """Lay a tower of this many pieces, regardless of their owners."""
        site = self.site_on(state, slot)
        most: i64 = PIECES[state.rules.seats] * int(state.rules.seats)
        if not 0 < height <= most:
            raise Refused("TOW-01", "tower_height", {"most": int(most)})
        if self.sites.height_of(state, site):
            raise Refused("", "tower_laid", {"cell": cell_text(state, slot)})
        state.registers[self.sites.heights + site] = height

    def stand_guard(self, state: State, figure: Figure, slot: Slot) -> None:
        """Put a figure on top of a tower."""
        site = self.site_on(state, slot)
        if state.rules.figure_kind[figure] not in self.sites.guards:
            raise Refused("R-TOW-08", "guard_unfit")
        if not self.sites.height_of(state, site):
            raise Refused("R-TOW-09", "tower_unlaid", {"cell": cell_text(state, slot)})
        if self.sites.guard_of(state, site) >= 0:
            raise Refused("TOW-04", "tower_guarded", {"cell": cell_text(state, slot)})
        move(state, figure, self.sites.tops - site)

    def site_on(self, state: State, slot: Slot) -> i64:
        """The site on a tile; there must be one."""
        site = self.sites.site_on(state, slot)
        if site < 0:
            raise Refused("TOW-02", "foundation_absent", {"cell": cell_text(state, slot)})
        return site

    def imprison(self, state: State, figure: Figure, captor: Seat) -> None:
        """Put a figure into somebody's prison."""
        rules = state.rules
        if captor == rules.figure_seat[figure]:
            raise Refused("R-TOW-23", "own_prison")
        kind = rules.figure_kind[figure]
        if rules.immune[kind] or not self.prisons.takes_kind(state, kind):
            raise Refused("R-TOW-11", "never_captured", {"figure": rules.figure_kinds[kind].name})
        move(state, figure, self.prisons.locations - captor)

    def lines(self, state: State) -> list[tuple[int, Choice]]:
        """The towers and who stands on them; then who is in whose prison."""
        rules = state.rules
        found: list[tuple[int, Choice]] = []
        for site in range(state.registers[self.sites.known]):
            height = self.sites.height_of(state, site)
            slot = self.sites.slot_of(state, site)
            if height:
                found.append((AT_LAST, Choice(TOWER, [height, slot])))
            figure = self.sites.guard_of(state, site)
            if figure >= 0:
                found.append((AT_LAST, Choice(GUARD, [rules.figure_seat[figure], rules.figure_kind[figure], slot])))
        for figure in range(rules.figures):
            captor = self.prisons.captor_of(state, figure)
            if captor >= 0:
                prisoner = Choice(PRISONER, [rules.figure_seat[figure], rules.figure_kind[figure], captor])
                found.append((AT_LAST, prisoner))
        return found

    def hold(self, state: State, seat: Seat, name: str, number: i64) -> bool:
        """Pieces are counted out; who is in prison stands there, and the number must be right."""
        if name == "prisoner":
            if number != self.prisons.held(state, seat):
                raise Refused("", "cannot_hold")
            return True
        if name == "tower_piece":
            if number > PIECES[state.rules.seats]:
                raise Refused("", "cannot_hold")
            state.registers[self.sites.pieces + seat] = number
            return True
        return False

    def check(self, state: State) -> None:
        """TOW-09: two seats never hold figures of each other."""
        names = state.rules.seat_names
        for seat in range(state.rules.seats):
            for other in range(seat):
                if self.prisons.holds_any(state, seat, other) and self.prisons.holds_any(state, other, seat):
                    raise Refused("TOW-09", "prisoners_unexchanged", {"seat": names[other], "other": names[seat]})


def cell_text(state: State, slot: Slot) -> str:
    """Where a tile lies, as `x,y`."""
    x, y = xy_of_slot(state, slot)
    return f"{x},{y}"
