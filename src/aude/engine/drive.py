"""Whole games without people: random playing for measurements and roll-outs, and counting how a game can go."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.start import begin
from aude.engine.state import State


def opening(rules: Rules) -> State:
    """A new game at its first decision."""
    state = State(rules)
    begin(state)
    return state


def roll_out(state: State, random: Random) -> None:
    """Play to the end, every decision at random; choices are drawn without listing them."""
    program = state.rules.program
    while state.actor != NOBODY:
        step = program[state.step]
        if not step.apply(state, step.sample(state, random)):  # ON
            state.advance()


def play_listed(state: State, random: Random) -> None:
    """Play to the end, every decision of a seat drawn from the list of its options."""
    program = state.rules.program
    while state.actor != NOBODY:
        step = program[state.step]
        if state.actor == CHANCE:
            action = step.sample(state, random)
        else:
            options = step.legal(state)
            action = options[random.below(len(options))]
        if not step.apply(state, action):  # ON
            state.advance()


def count_ways(state: State, tiles: list[int], depth: i64) -> i64:
    """In how many ways the next `depth` decisions of the seats can be taken when chance draws these tiles in order.

    The game ends where the tiles do.
    """
    at: i64 = 0
    while state.actor == CHANCE:
        if at == len(tiles):
            return 1
        state.play(tiles[at])
        at += 1
    if state.actor == NOBODY or depth == 0:
        return 1
    step = state.rules.program[state.step]
    if step.high(state) >= step.low(state):
        raise ValueError("a range cannot be counted way by way")
    options = step.legal(state)
    if depth == 1:
        return len(options)
    rest = tiles[at:]
    total: i64 = 0
    for option in options:
        after = state.copy()
        after.play(option)
        total += count_ways(after, rest, depth - 1)
    return total
