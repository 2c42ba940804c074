"""Whether a seat has followers somewhere: builder and pig only stand beside them."""

from __future__ import annotations

from aude.engine.state import State
from aude.engine.types import Feature, Seat


def holds_follower(state: State, feature: Feature, seat: Seat) -> bool:
    """Whether a seat has a follower on the feature: a figure that occupies, whatever its kind."""
    rules = state.rules
    if not state.occupants[feature]:
        return False
    figure_at = state.figure_at
    root = state.root
    for figure in range(rules.figures):
        node = figure_at[figure]
        if node >= 0 and root[node] == feature and rules.figure_seat[figure] == seat:
            if rules.occupies[rules.figure_kind[figure]]:
                return True
    return False
