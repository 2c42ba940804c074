"""Moves figures onto the table and back. Every figure has an identity and exactly one location."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import extend
from aude.engine.choice import Choice
from aude.engine.room import MORE, longer, own_counts
from aude.engine.rules import SUPPLY
from aude.engine.state import State
from aude.engine.types import Feature, Figure, Location, Node, Seat

KIND_SHIFT: Final = 24  # a kind and a node in one code: kind << KIND_SHIFT | node (+ 1 in options, where 0 is to pass)
NODE_MASK: Final = (1 << KIND_SHIFT) - 1


def spot_option(kind: i64, node: Node) -> i64:
    """The option of the figure step that puts this kind of figure on a segment, whichever box offers it."""
    return (kind << KIND_SHIFT | node) + 1


def offer(state: State, count: i64, option: i64) -> i64:
    """Append an option of the figure step to the first `count` options in `state.work`. Returns the new number."""
    if count == len(state.work):
        state.work = longer(state.work)
    state.work[count] = option
    return count + 1


def make_room_for(state: State, count: i64) -> None:
    """Make sure that `state.work` has room for that many options, which can then be written one after the other."""
    while len(state.work) < count:
        state.work = extend(longer(state.work), MORE)


def describe_spot(form: str, option: i64) -> Choice:
    """The facts of a `spot_option`, for forms that begin `VERB {figure} {node}`."""
    return Choice(form, [(option - 1) >> KIND_SHIFT, (option - 1) & NODE_MASK])


def standing_option(state: State, figure: Figure) -> i64:
    """The code of a figure's kind and spot, equal for equal figures on one spot; -1 if it is not on a segment."""
    node = state.figure_at[figure]
    if node < 0:
        return -1
    return spot_option(state.rules.figure_kind[figure], node)


def figure_on(state: State, option: i64, seat: Seat) -> i64:
    """The first figure of a seat that an option means by its kind and spot (see `standing_option`), or -1."""
    for figure in range(state.rules.figures):
        if state.rules.figure_seat[figure] == seat and standing_option(state, figure) == option:
            return figure
    return -1


def free_figure(state: State, kind: i64, seat: Seat) -> i64:
    """A figure of this kind in the seat's supply, or -1."""
    first = state.rules.figure_first[kind * state.rules.seats + seat]
    for figure in range(first, first + state.rules.figure_each[kind]):
        if state.figure_at[figure] == SUPPLY:
            return figure
    return -1


def has_follower(state: State, seat: Seat) -> bool:
    """Whether the seat has any figure in its supply that would occupy a feature."""
    for kind in state.rules.follower_kinds:
        if state.supply[kind * state.rules.seats + seat]:
            return True
    return False


def move(state: State, figure: Figure, to: i64) -> None:
    """Move a figure from wherever it is to a node, the supply, or a location that a part has reserved."""
    rules = state.rules
    kind = rules.figure_kind[figure]
    at = state.figure_at[figure]
    if at == SUPPLY:
        state.supply[kind * rules.seats + rules.figure_seat[figure]] -= 1
    elif at < SUPPLY:
        _claim(state, at, -1)
    elif rules.occupies[kind]:
        _occupy(state, state.root[at], -1)
    state.figure_at[figure] = to
    if to == SUPPLY:
        state.supply[kind * rules.seats + rules.figure_seat[figure]] += 1
    elif to < SUPPLY:
        _claim(state, to, 1)
    elif rules.occupies[kind]:
        _occupy(state, state.root[to], 1)


def _occupy(state: State, feature: Feature, change: i64) -> None:
    if state.shares_counts:
        own_counts(state)
    state.occupants[feature] += change


def claimed(state: State, location: Location) -> i64:
    """The feature that a figure at a reserved location occupies, or -1."""
    node = state.rules.location_part[SUPPLY - 1 - location].location_claims(state, location)
    if node < 0:
        return -1
    return state.root[node]


def _claim(state: State, location: Location, change: i64) -> None:
    feature = claimed(state, location)
    if feature >= 0:
        _occupy(state, feature, change)


def deploy(state: State, figure: Figure, node: Node) -> None:
    """Put a figure on a segment."""
    move(state, figure, node)
    if state.journal is not None:
        state.note("deployed", [figure, node])


def take_back(state: State, figure: Figure, scored: bool = False) -> None:
    """Return a figure to its owner, after a scoring or because something removed it."""
    at = state.figure_at[figure]
    move(state, figure, SUPPLY)
    if state.journal is not None and at >= 0:
        state.note("returned", [figure, at])
    for part in state.rules.figure_returned:
        part.figure_returned(state, figure, at, scored)


def send_home(state: State, feature: Feature) -> None:
    """Return every figure of a scored feature to its owner."""
    for figure in range(state.rules.figures):
        node = state.figure_at[figure]
        if node >= 0 and state.root[node] == feature:
            take_back(state, figure, True)


def exposed_slot(state: State, figure: Figure, danger: i64) -> i64:
    """The tile where a danger can take a figure; -1 if it cannot, because it is in the supply, sheltered or immune."""
    rules = state.rules
    at = state.figure_at[figure]
    if at == SUPPLY or rules.immune[rules.figure_kind[figure]]:
        return -1
    if at >= 0:
        if rules.sheltering[rules.table.kind[state.node_segment[at]]] >> danger & 1:
            return -1
        return state.node_slot[at]
    if rules.exposure[SUPPLY - 1 - at] >> danger & 1:
        return rules.location_part[SUPPLY - 1 - at].location_slot(state, at)
    return -1
