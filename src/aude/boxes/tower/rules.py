"""The Tower. TOW-01 to TOW-15 are written out in spec.md, beside this file.

Towers and prisoners have modules of their own; the box hands on what the game asks.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.tower.prisoners import FORMS as PRISON_FORMS
from aude.boxes.tower.prisoners import Prisons
from aude.boxes.tower.sites import FORMS as SITE_FORMS
from aude.boxes.tower.sites import PIECES, Sites
from aude.engine.arrays import vec
from aude.engine.rules import CONTINUE, Box, Rules, Step
from aude.engine.state import State


class Tower(Box):
    """18 tiles with foundations, on which towers grow; whoever builds may take a prisoner, who can be bought back."""

    id = "tower"

    def __init__(self) -> None:
        self.sites = Sites()
        self.prisons = Prisons(self.sites)

    def setup(self, rules: Rules) -> None:
        self.sites.setup(rules)
        self.prisons.setup(rules)
        rules.add_step("turn", 40, Dawn(self))

    def finalize(self, rules: Rules) -> None:
        self.sites.finalize(rules)

    def on_start(self, state: State) -> None:
        self.sites.on_start(state)

    # -- towers -------------------------------------------------------------------------------------------------------
    def tile_placed(self, state: State, slot: i64) -> None:
        self.sites.survey(state)

    def location_slot(self, state: State, place: i64) -> i64:
        return self.sites.location_slot(state, place)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        return self.sites.figure_options(state, options)

    def use_figure_option(self, state: State, action: i64) -> bool:
        return self.sites.use_figure_option(state, action)

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        return self.sites.figure_option_words(state, action)

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        return self.sites.figure_refusal(state, words, why)

    # -- ransom -------------------------------------------------------------------------------------------------------
    def interrupts(self, state: State, seat: i64, options: vec[i64]) -> vec[i64]:
        return self.prisons.interrupts(state, seat, options)

    def interrupt(self, state: State, seat: i64, action: i64) -> bool:
        return self.prisons.interrupt(state, seat, action)

    def interrupt_words(self, state: State, seat: i64, action: i64) -> list[str]:
        return self.prisons.interrupt_words(state, seat, action)

    def interrupt_refusal(self, state: State, seat: i64, words: list[str]) -> tuple[str, str]:
        return self.prisons.interrupt_refusal(state, seat, words)

    # -- for people ---------------------------------------------------------------------------------------------------
    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        pieces = int(state.registers[self.sites.pieces + seat])
        return [("tower_piece", pieces), ("prisoner", self.prisons.held(state, seat))]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        """R-TOW-29: pieces are counted out; who is in prison stands there, and the number must be right."""
        if name == "prisoner":
            return number == self.prisons.held(state, seat)
        state.registers[self.sites.pieces + seat] = number
        return number <= PIECES[state.rules.seats]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        return self.sites.laid(state)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        return SITE_FORMS + PRISON_FORMS

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        if words[0] == "prison":
            return self.prisons.lay_piece(state, words, figure)
        return self.sites.lay_piece(state, words, figure)

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        return self.sites.position_lines(state) + self.prisons.position_lines(state)

    def objection(self, state: State) -> str:
        return self.prisons.objection(state)


class Dawn(Step):
    """R-TOW-19: a new turn, and nobody has paid in it; foundations that were laid without a turn are found."""

    name = "tower_dawn"

    def __init__(self, box: Tower) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.prisons.paid] = 0
        self.box.sites.survey(state)
        return CONTINUE
