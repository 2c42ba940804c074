"""Figures: onto the table and back. Every figure has an identity and stands in one place."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.rules import SUPPLY
from aude.engine.state import State


def free_figure(state: State, kind: i64, seat: i64) -> i64:
    """A figure of this kind in the seat's supply, or -1."""
    first = state.rules.figure_first[kind * state.rules.seats + seat]
    for figure in range(first, first + state.rules.figure_each[kind]):
        if state.figure_at[figure] == SUPPLY:
            return figure
    return -1


def deploy(state: State, figure: i64, node: i64) -> None:
    """Put a figure from the supply onto a segment."""
    rules = state.rules
    kind = rules.figure_kind[figure]
    state.figure_at[figure] = node
    state.supply[kind * rules.seats + rules.figure_seat[figure]] -= 1
    if rules.occupies[kind]:
        state.occupants[state.root[node]] += 1
    if state.journal is not None:
        state.note("deployed", [figure, node])


def take_back(state: State, figure: i64) -> None:
    """Return a figure from its segment to the supply."""
    rules = state.rules
    feature = state.root[state.figure_at[figure]]
    kind = rules.figure_kind[figure]
    if state.journal is not None:
        state.note("returned", [figure, state.figure_at[figure]])
    state.figure_at[figure] = SUPPLY
    state.supply[kind * rules.seats + rules.figure_seat[figure]] += 1
    if rules.occupies[kind]:
        state.occupants[feature] -= 1
    for box in rules.on_figure_left:
        box.figure_left(state, figure, feature)


def has_figure(state: State, feature: i64, kind: i64, seat: i64) -> bool:
    """Whether a figure of this kind and seat stands on the feature."""
    first = state.rules.figure_first[kind * state.rules.seats + seat]
    for figure in range(first, first + state.rules.figure_each[kind]):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            return True
    return False


def send_home(state: State, feature: i64) -> None:
    """Return every figure of a feature to its owner."""
    for figure in range(state.rules.figures):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            take_back(state, figure)
