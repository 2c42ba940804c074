"""Plays whole games: random play for benchmarks and roll-outs, and counting the ways a game can go."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.rng import Random
from aude.engine.room import own_tiles_to_end, room_for_all
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.start import begin
from aude.engine.state import State


def opening(rules: Rules) -> State:
    """A new game at its first decision."""
    state = State(rules)
    begin(state)
    room_for_all(state)
    return state


def roll_out(state: State, random: Random) -> None:
    """Play to the end at random, drawing choices without listing them."""
    if state.shares_tiles:
        own_tiles_to_end(state)
    program = state.rules.program
    while state.actor != NOBODY:
        step = program[state.step]
        if not step.apply(state, step.sample(state, random)):  # CONTINUE
            state.advance()


def play_listed(state: State, random: Random) -> None:
    """Play to the end at random, drawing the choices of seats from lists of options."""
    if state.shares_tiles:
        own_tiles_to_end(state)
    program = state.rules.program
    while state.actor != NOBODY:
        step = program[state.step]
        if state.actor == CHANCE:
            action = step.sample(state, random)
        else:
            count = step.list_legal(state)
            chosen = random.below(count)
            action = state.work[chosen]
        if not step.apply(state, action):  # CONTINUE
            state.advance()


def count_ways(state: State, tiles: list[int], depth: i64) -> i64:
    """Count the ways the seats can make their next `depth` decisions if these tiles are drawn in order.

    Counting stops when the tiles run out.
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
        raise ValueError("a range of numbers cannot be counted")
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
