"""Towers and prisoners as displayed to players."""

from __future__ import annotations

from typing import Final

from aude.boxes.tower.prisoners import Prisons
from aude.boxes.tower.sites import GUARDS, Sites
from aude.engine.pieces import Display
from aude.engine.state import State
from aude.engine.types import Location, Seat

GUARD_TOKENS: Final = {"meeple": "tower_guard", "large_follower": "large_tower_guard"}  # what they are called up there


class TowerDisplay(Display):
    """The pieces of towers and who stands on them; the pieces and prisoners that seats have."""

    def __init__(self, sites: Sites, prisons: Prisons) -> None:
        self.sites = sites
        self.prisons = prisons

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        pieces = int(state.registers[self.sites.pieces + seat])
        return [("tower_piece", pieces), ("prisoner", int(self.prisons.held(state, seat)))]

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        if 0 <= self.sites.tops - location < self.sites.most:
            return "tower", 0, -1
        captor = self.prisons.locations - location
        if 0 <= captor < state.rules.seats:
            return "prison", 0, int(captor)
        return None

    def token_names(self) -> list[str]:
        return ["tower_piece", *[GUARD_TOKENS.get(name, name) for name in GUARDS]]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        found: list[tuple[int, int, str]] = []
        for site in range(state.registers[self.sites.known]):
            tile = -1 - int(self.sites.slot_of(state, site))
            found += [(tile, -1, "tower_piece")] * int(self.sites.height_of(state, site))
            figure = self.sites.guard_of(state, site)
            if figure >= 0:
                name = state.rules.figure_kinds[state.rules.figure_kind[figure]].name
                found.append((tile, int(state.rules.figure_seat[figure]), GUARD_TOKENS.get(name, name)))
        return found
