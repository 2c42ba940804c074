"""An evaluation written down: every share of it, and how features stand that can still be completed."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.rules import NOBODY
from aude.engine.state import State
from aude.think.evaluation import Evaluation
from aude.think.shares import Share

NO_TILES: Final[i64] = -1  # it ends at several cells


@final
class Prospect:
    """How a feature that is completed at its sides stands."""

    def __init__(self, chance: float, cells: i64, tiles: i64) -> None:
        self.chance = chance  # that it is completed
        self.cells = cells  # at how many empty cells it ends
        self.tiles = tiles  # if that is one: how many tiles that are left complete it; else NO_TILES


@final
class Account:
    """What a position is worth to each seat, the shares that this is the sum of, and the prospects of features."""

    def __init__(self, evaluation: Evaluation, state: State) -> None:
        shares: list[Share] = []
        evaluation.begin(state)
        evaluation.noting = True
        evaluation.shares = shares
        evaluation.evaluate(state)
        evaluation.noting = False
        evaluation.shares = None
        self.shares = shares  # without the points that the seats have already
        self.values: list[float] = list(evaluation.values)
        self.names: list[str] = evaluation.terms.names
        self.prospects: dict[int, Prospect] = {}  # by features that meet an empty cell
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
