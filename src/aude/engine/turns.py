"""Extra turns, whatever earns them (a figure, a tile).

A source is added with `Rules.add_extra_turn`, which says at which step its part of the turn begins. A turn has at most
one extra part, however many sources have earned it, unless the game says that each source gives a separate part; no
source ever gives two in one turn. A source of a *new turn* is different: the same player starts a whole new turn.
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.state import State

NEW_TURN: Final = 0  # where a turn begins
SECOND_PART: Final = 200  # where the second part of a turn begins: earlier steps belong to new turns only (R-TURN-04)


def earn(state: State, source: i64) -> None:
    """Record that the player has earned an extra turn. Nothing happens if this turn has already had one."""
    rules = state.rules
    taken = state.registers[rules.extra_taken]
    if rules.extra_is_new[source] or not (taken >> source & 1 if rules.extra_for_each else taken):
        state.registers[rules.extra_earned] |= i64(1) << source


def has_earned(state: State, source: i64) -> bool:
    """Whether a source has earned an extra turn that has not begun yet."""
    return state.registers[state.rules.extra_earned] >> source & 1 != 0


def give_up(state: State, source: i64) -> None:
    """Give up the extra turn that a source has earned."""
    state.registers[state.rules.extra_earned] &= ~(i64(1) << source)


def comes_next(state: State, source: i64) -> bool:
    """Whether the part earned by this source comes next and can still be given up."""
    rules = state.rules
    for other in range(rules.extra_sources):
        if other != source and not rules.extra_is_new[other] and has_earned(state, other):
            if not rules.extra_for_each or other < source:
                return False
    return True


def next_part(state: State) -> i64:
    """The step at which the same player continues after a turn or a part of it, or -1."""
    rules = state.rules
    earned = state.registers[rules.extra_earned]
    if earned == 0:
        state.registers[rules.extra_taken] = 0
        return -1
    begun: i64 = -1
    for source in range(rules.extra_sources):  # parts of this turn come before a new one
        if earned >> source & 1 and (begun < 0 or (rules.extra_is_new[begun] and not rules.extra_is_new[source])):
            begun = source
    left = earned & ~(i64(1) << begun)
    if rules.extra_is_new[begun]:
        state.registers[rules.extra_taken] = 0
    else:
        state.registers[rules.extra_taken] |= i64(1) << begun
        if not rules.extra_for_each:
            for source in range(rules.extra_sources):
                if not rules.extra_is_new[source]:
                    left &= ~(i64(1) << source)
    state.registers[rules.extra_earned] = left
    if state.bag_size and state.journal is not None:
        state.note(rules.extra_names[begun], [state.player])
    return rules.extra_begins[begun]


def is_extra_part(state: State) -> bool:
    """Whether the turn has begun an extra part."""
    return state.rules.extra_sources > 0 and state.registers[state.rules.extra_taken] != 0


def goes_on(state: State, from_place: i64 = -1) -> bool:
    """Whether another part or turn of the same player follows; with `from_place`, only one that begins after it.

    Without a tile to draw, nothing follows.
    """
    rules = state.rules
    if rules.extra_sources and state.bag_size:
        for source in range(rules.extra_sources):
            if rules.extra_begins[source] > from_place and has_earned(state, source):
                return True
    return False


def put_aside(state: State, at: i64) -> None:
    """Store what the turn has earned and used in two registers, while other turns interrupt it."""
    rules = state.rules
    if rules.extra_sources:
        state.registers[at] = state.registers[rules.extra_earned]
        state.registers[at + 1] = state.registers[rules.extra_taken]
        state.registers[rules.extra_earned] = 0
        state.registers[rules.extra_taken] = 0


def take_up(state: State, at: i64) -> None:
    """Continue the turn that was `put_aside`."""
    rules = state.rules
    if rules.extra_sources:
        state.registers[rules.extra_earned] = state.registers[at]
        state.registers[rules.extra_taken] = state.registers[at + 1]
