"""Abbey & Mayor. AM-01 to AM-20 are written out in spec.md, beside this file.

Abbeys, wagons and barns have modules of their own, and the box hands on what the game asks; the mayor is here.
"""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.abbey_and_mayor.abbeys import ABBEY, GONE, Abbeys
from aude.boxes.abbey_and_mayor.abbeys import FORMS as ABBEY_FORMS
from aude.boxes.abbey_and_mayor.barns import FORMS as BARN_FORMS
from aude.boxes.abbey_and_mayor.barns import Barns
from aude.boxes.abbey_and_mayor.wagons import Wagons
from aude.engine.arrays import vec
from aude.engine.features import trait_count
from aude.engine.rules import ASKED, MISWRITTEN, Box, Note, Rules
from aude.engine.state import State


class AbbeyAndMayor(Box):
    """An abbey in everybody's hand, and three figures: a mayor, a wagon that drives on, a barn between four tiles."""

    id = "abbey_and_mayor"

    def __init__(self) -> None:
        self.abbeys: Abbeys | None = None  # what is left out is not there
        self.wagons: Wagons | None = None
        self.barns: Barns | None = None
        self.mayor: i64 = -1  # a kind of figure, -1 if left out
        self.pennant: i64 = -1  # the column of a trait

    def setup(self, rules: Rules) -> None:
        if rules.has("abbey") and ABBEY in [tile.id for tile, _ in rules.tiles]:
            self.abbeys = Abbeys(rules)
        if rules.has("mayor"):
            self.mayor = rules.add_figure("mayor", each=1, weight=ASKED, stands_on=["city"])  # AM-06
        if rules.has("wagon"):
            self.wagons = Wagons(rules)
        if rules.has("barn"):
            self.barns = Barns(rules)

    def finalize(self, rules: Rules) -> None:
        self.pennant = rules.table.trait_of("pennant")
        abbey: i64 = -1
        if self.abbeys is not None:
            self.abbeys.finalize(rules)
            abbey = self.abbeys.tile
        if self.wagons is not None:
            self.wagons.finalize(rules, abbey)
        if self.barns is not None:
            self.barns.finalize(rules)

    # -- the abbey ----------------------------------------------------------------------------------------------------
    def tile_placed(self, state: State, slot: i64) -> None:
        if self.abbeys is not None and self.abbeys.last >= 0:
            state.registers[self.abbeys.last] = state.player + 1

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        if self.abbeys is None:
            return []
        return [("abbey", int(state.registers[self.abbeys.laid + seat] == 0))]

    def hold(self, state: State, seat: i64, name: str, number: i64) -> bool:
        if self.abbeys is None:
            return False
        if number == 0 and state.registers[self.abbeys.laid + seat] == 0:
            state.registers[self.abbeys.laid + seat] = GONE
        return dict(self.holdings(state, seat))[name] == number

    # -- the mayor ----------------------------------------------------------------------------------------------------
    def figure_weight(self, state: State, figure: i64, feature: i64) -> i64:
        """AM-07: a mayor counts as many followers as the city shows coats of arms; R-AM-11: none, if none."""
        if state.rules.figure_kind[figure] != self.mayor:
            return -1
        return trait_count(state, feature, self.pennant)

    # -- the wagon ----------------------------------------------------------------------------------------------------
    def figure_left(self, state: State, figure: i64, at: i64, scored: bool) -> None:
        if scored and self.wagons is not None:
            self.wagons.figure_left(state, figure, at)
        if self.barns is not None:
            self.barns.figure_left(state, figure)

    # -- the barn -----------------------------------------------------------------------------------------------------
    def location_claims(self, state: State, place: i64) -> i64:
        if self.barns is None:
            return -1
        return self.barns.location_claims(state, place)

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        if self.barns is None:
            return options
        return self.barns.figure_options(state, options)

    def use_figure_option(self, state: State, action: i64) -> bool:
        return self.barns is not None and self.barns.use_figure_option(state, action)

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        if self.barns is None:
            return []
        return self.barns.figure_option_words(state, action)

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """AM-06, AM-08: who may stand where; for barns see there."""
        if why == "spot_unfit" and words[1] == "mayor":
            return "AM-06", why
        if why == "spot_unfit" and words[1] == "wagon":
            return "AM-08", why
        if self.barns is None:
            return "", ""
        return self.barns.figure_refusal(state, words, why)

    def final_scores(self, state: State, totals: vec[i64], notes: list[Note] | None) -> None:
        if self.barns is not None:
            self.barns.final_scores(state, totals, notes)

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        if self.barns is None:
            return []
        return self.barns.laid(state)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        found: list[str] = []
        if self.abbeys is not None:
            found += ABBEY_FORMS
        if self.barns is not None:
            found += BARN_FORMS
        return found

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        if figure >= 0 and self.barns is not None:
            return self.barns.lay_piece(state, words, figure)
        if self.abbeys is not None:
            return self.abbeys.lay_piece(state, words)
        return MISWRITTEN

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        found: list[tuple[int, str]] = []
        if self.abbeys is not None:
            found += self.abbeys.position_lines(state)
        if self.barns is not None:
            found += self.barns.position_lines(state)
        return found
