"""A detailed evaluation: every term of it, and the prospects of features that can still be completed."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.rules import NOBODY
from aude.engine.state import State
from aude.think.evaluation import Evaluation
from aude.think.shares import Share

NO_TILES: Final[i64] = -1  # the feature has open ends at several cells


@final
class Prospect:
    """The prospects of a feature that is completed at its sides."""

    def __init__(self, chance: float, cells: i64, tiles: i64) -> None:
        self.chance = chance  # the probability that it is completed
        self.cells = cells  # the number of empty cells at its open ends
        self.tiles = tiles  # how many of the remaining tiles complete it, if there is only one cell; otherwise NO_TILES


@final
class Account:
    """The value of a position for each seat, the terms that add up to it, and the prospects of features."""

    def __init__(self, evaluation: Evaluation, state: State) -> None:
        shares: list[Share] = []
        evaluation.begin(state)
        evaluation.noting = True
        evaluation.shares = shares
        evaluation.evaluate(state)
        evaluation.noting = False
        evaluation.shares = None
        self.shares = shares  # without the points that the seats already have
        self.values: list[float] = list(evaluation.values)
        self.names: list[str] = evaluation.terms.names
        self.prospects: dict[int, Prospect] = {}  # of features that meet an empty cell
        if state.actor != NOBODY:
            self._look(evaluation, state)

    def _look(self, evaluation: Evaluation, state: State) -> None:
        fronts = evaluation.fronts
        for front in range(state.fronts):
            fronts.look_at_cell(state, front)
            evaluation.chances.look_at_cell(state, front)
            for k in range(fronts.here_count):
                feature = fronts.here[k]
                cells = fronts.cells[feature]
                tiles = NO_TILES
                if cells == 1:
                    tiles = evaluation.chances.closers(state.front_sides[front], fronts.here_sides[k])
                time = min(1.0, evaluation.left / (2.0 * float(cells)))
                self.prospects[feature] = Prospect(fronts.chance[feature] * time, cells, tiles)
