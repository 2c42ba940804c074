"""The abbot and his gardens. ABB-01 to ABB-09 are written out in spec.md, beside this file."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.carcassonne.scorers import MonasteryScorer
from aude.engine.arrays import append, vec
from aude.engine.figures import take_back
from aude.engine.rules import Box, Rules
from aude.engine.scoring import award_to
from aude.engine.state import State
from aude.engine.words import spot_words


class Abbot(Box):
    """Gardens are scored like monasteries; a figure for both comes home whenever its owner wants the points."""

    id = "abbot"

    def __init__(self) -> None:
        self.abbot: i64 = -1  # the kind of figure
        self.recalls: i64 = -1  # the first code of the options to take back, one for each abbot of a seat

    def setup(self, rules: Rules) -> None:
        # ABB-01: a garden becomes a feature. R-ABB-09: of a kind of its own, so that it is no monastery to other boxes.
        if rules.has("gardens"):
            rules.add_kind("garden", MonasteryScorer(), surrounded=True)
        # ABB-02, ABB-04, R-ABB-07: a follower like any, for monasteries and gardens only.
        kind = rules.add_figure("abbot", each=1, weight=1, stands_on=["monastery", "garden"])
        self.recalls = rules.reserve_options(rules.figure_kinds[kind].each)
        self.abbot = kind

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """ABB-07: instead of placing, the player may take the own abbot back."""
        rules = state.rules
        first = rules.figure_first[self.abbot * rules.seats + state.player]
        for figure in range(first, first + rules.figure_each[self.abbot]):
            if self.may_return(state, figure) and not self.is_twin(state, first, figure):
                options = append(options, self.recalls + figure - first)
        return options

    def may_return(self, state: State, figure: i64) -> bool:
        """R-ABB-03: from what is complete he returns by its scoring only. He may also stand on no feature at all."""
        at = state.figure_at[figure]
        if at < 0 or not state.rules.stands_on[self.abbot] >> state.kind_of(at) & 1:
            return False
        return state.open_ends[state.root[at]] > 0

    def is_twin(self, state: State, first: i64, figure: i64) -> bool:
        """Whether another abbot of the seat, offered before, stands on the same spot: both would be one option."""
        for other in range(first, figure):
            if state.figure_at[other] == state.figure_at[figure]:
                return True
        return False

    def figure_of_option(self, state: State, action: i64) -> i64:
        """The abbot that an option takes back; -1 if it is not this box's."""
        rules = state.rules
        if not self.recalls <= action < self.recalls + rules.figure_each[self.abbot]:
            return -1
        return rules.figure_first[self.abbot * rules.seats + state.player] + action - self.recalls

    def use_figure_option(self, state: State, action: i64) -> bool:
        figure = self.figure_of_option(state, action)
        if figure < 0:
            return False
        # ABB-07, R-ABB-08, R-ABB-11: for its owner alone, so there is no majority to find and no bonus for winning it.
        award_to(state, state.root[state.figure_at[figure]], state.rules.figure_seat[figure])
        take_back(state, figure)  # R-ABB-12: removed, not sent home by a completion
        return True

    def figure_option_words(self, state: State, action: i64) -> list[str]:
        figure = self.figure_of_option(state, action)
        if figure < 0:
            return []
        return ["recall", "abbot", *spot_words(state, state.figure_at[figure])]

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """ABB-04, ABB-05, ABB-07: who may stand where, and what may be taken back."""
        if words[:1] == ["recall"]:
            return "ABB-07", why
        if why == "spot_unfit" and words[1] == "abbot":
            return "ABB-04", why
        if why == "spot_unfit" and words[2] == "garden":
            return "ABB-05", why
        return "", ""
