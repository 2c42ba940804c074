"""The abbot and his gardens. ABB-01 to ABB-09 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.abbot.assets import AbbotOut
from aude.boxes.carcassonne.scorers import MonasteryScorer
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import offer, take_back
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import UNKNOWN, Part, Rules
from aude.engine.scoring import award_to
from aude.engine.state import State
from aude.engine.types import Code, Figure

GARDEN: Final = "garden"


def parts(rules: Rules) -> list[Part]:
    """Gardens, if they are wanted, and the abbot."""
    abbot = Abbot()
    return [Gardens(), abbot] if rules.has("gardens") else [abbot]


class Gardens(Part):
    """ABB-01, ABB-05: gardens are scored like monasteries, and only the abbot stands on them."""

    def __init__(self) -> None:
        self.garden: i64 = -1

    def setup(self, rules: Rules) -> None:
        # ABB-01: a garden becomes a feature. R-ABB-09: of its own kind, so that it is not a monastery to other boxes.
        self.garden = rules.add_kind(GARDEN, MonasteryScorer(), surrounded=True)

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if why.key == "spot_unfit" and state.kind_of(choice.facts[1]) == self.garden:
            raise Refused("ABB-05", why.key)


class Abbot(Part):
    """A figure for monasteries and gardens, which comes home whenever its owner wants the points."""

    def __init__(self) -> None:
        self.abbot: i64 = -1  # the kind of figure
        self.recalls: i64 = -1  # the first code of the options to take back, one for each abbot of a seat

    def setup(self, rules: Rules) -> None:
        # ABB-02, ABB-04, R-ABB-07: a follower like any, for monasteries and gardens only.
        kind = rules.add_figure("abbot", each=1, weight=1, stands_on=["monastery", GARDEN])
        self.recalls = rules.reserve_options(rules.figure_kinds[kind].each)
        self.abbot = kind
        rules.add_form("recall {figure} {node}")
        rules.add_asset(AbbotOut(self))

    def figure_options(self, state: State, count: i64) -> i64:
        """ABB-07: instead of placing, the player may take their own abbot back."""
        rules = state.rules
        first = rules.figure_first[self.abbot * rules.seats + state.player]
        for figure in range(first, first + rules.figure_each[self.abbot]):
            if self.may_return(state, figure) and not self.is_twin(state, first, figure):
                count = offer(state, count, self.recalls + figure - first)
        return count

    def heeds_place(self, state: State) -> bool:
        return len(self.about_to_stay(state)) > 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """A tile beside a feature that waits for one only may complete it."""
        x = state.x_of(prospect.cell)
        y = state.y_of(prospect.cell)
        for node in self.about_to_stay(state):
            cell = state.slot_cell[state.node_slot[node]]
            if -1 <= state.x_of(cell) - x <= 1 and -1 <= state.y_of(cell) - y <= 1:
                return UNKNOWN
        return 0

    def about_to_stay(self, state: State) -> vec[i64]:
        """Where the player's abbots stand whose feature waits for a single tile."""
        rules = state.rules
        found = vec[i64]()
        first = rules.figure_first[self.abbot * rules.seats + state.player]
        for figure in range(first, first + rules.figure_each[self.abbot]):
            if self.may_return(state, figure) and state.open_ends[state.root[state.figure_at[figure]]] == 1:
                found = append(found, state.figure_at[figure])
        return found

    def may_return(self, state: State, figure: Figure) -> bool:
        """R-ABB-03: from what is complete he returns by its scoring only. He may also stand on no feature at all."""
        at = state.figure_at[figure]
        if at < 0 or not state.rules.stands_on[self.abbot] >> state.kind_of(at) & 1:
            return False
        return state.open_ends[state.root[at]] > 0

    def is_twin(self, state: State, first: Figure, figure: Figure) -> bool:
        """Whether another abbot of the seat, offered before, stands on the same spot: both would be one option."""
        for other in range(first, figure):
            if state.figure_at[other] == state.figure_at[figure]:
                return True
        return False

    def figure_of_option(self, state: State, action: Code) -> Figure:
        """The abbot that an option takes back; -1 if it is not this part's."""
        rules = state.rules
        if not self.recalls <= action < self.recalls + rules.figure_each[self.abbot]:
            return -1
        return rules.figure_first[self.abbot * rules.seats + state.player] + action - self.recalls

    def use_figure_option(self, state: State, action: Code) -> bool:
        figure = self.figure_of_option(state, action)
        if figure < 0:
            return False
        # ABB-07, R-ABB-08, R-ABB-11: for its owner alone, so there is no majority to find and no bonus for winning it.
        award_to(state, state.root[state.figure_at[figure]], state.rules.figure_seat[figure])
        take_back(state, figure)  # R-ABB-12: removed, not sent home by a completion
        return True

    def describe_figure_option(self, state: State, action: Code) -> Choice | None:
        """`recall abbot garden at 1,0`"""
        figure = self.figure_of_option(state, action)
        if figure < 0:
            return None
        return Choice("recall", [self.abbot, state.figure_at[figure]])

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """ABB-04, ABB-07: where the abbot may stand, and when he may be taken back."""
        if choice.form == "recall":
            raise Refused("ABB-07", why.key)
        if why.key == "spot_unfit" and choice.facts[0] == self.abbot:
            raise Refused("ABB-04", why.key)
