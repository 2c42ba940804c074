"""What single calls cost as the table grows: on random tables, and on a staircase, the widest there can be."""

from __future__ import annotations

import time
from dataclasses import replace
from typing import Any

from aude.dev.bench import BASE
from aude.dev.bench.calls import microseconds
from aude.engine import drive
from aude.engine.hand import take_from_bag
from aude.engine.laying import put
from aude.engine.placing import rotations_that_fit
from aude.engine.rng import Random
from aude.engine.room import own_tiles
from aude.engine.rules import CHANCE, NOBODY, Rules
from aude.engine.start import begin_turn, lay_start
from aude.engine.state import State

SIZES = (10, 50, 100, 200, 300, 600)  # tiles on the table
COPIES = 9  # of the base game's tiles
GAMES = 6
CALLED = 64  # states at least that are called in a row
TURNS = 4  # played on from each


def growth(seconds: float) -> list[dict[str, Any]]:
    """For every table its shape, its tiles, the cells where a tile could lie, and the microseconds of a call."""
    rules = replace(BASE, tiles={"base": COPIES}).rules()
    tables = [("random", size, found) for size, found in random_tables(rules).items()]
    tables += [("staircase", size, [staircase(rules, size)]) for size in SIZES]
    rows: list[dict[str, Any]] = []
    for shape, size, states in tables:
        called = states * -(-CALLED // len(states))
        costs = microseconds(called, seconds / len(tables) / 2) | in_place(called, seconds / len(tables) / 2)
        open_cells = sum(int(state.fronts) for state in states) / len(states)
        rows.append({"shape": shape, "tiles": size, "open_cells": round(open_cells, 1), "microseconds": costs})
    return rows


def in_place(states: list[State], seconds: float) -> dict[str, float]:
    """The microseconds of `sample`, a random option drawn without a list, and of a random turn in a game of its own.

    Such a game shares nothing with a copy, as in a roll-out: here it is what `apply` costs without `copy`.
    """
    random = Random(3)
    clock = time.process_time
    best = {"sample": 1e9, "turn": 1e9}
    end = clock() + seconds
    while True:
        begun = clock()
        for state in states:
            state.rules.program[state.step].sample(state, random)
        best["sample"] = min(best["sample"], (clock() - begun) / len(states))
        copies = [state.copy() for state in states]
        for state in copies:
            own_tiles(state)
        begun = clock()
        turns = 0
        for state in copies:
            first = state.slots
            while state.slots < first + TURNS and state.actor != NOBODY:
                state.play(state.rules.program[state.step].sample(state, random))
            turns += state.slots - first
        best["turn"] = min(best["turn"], (clock() - begun) / turns)
        if clock() >= end:
            return {call: round(cost * 1e6, 3) for call, cost in best.items()}


def random_tables(rules: Rules) -> dict[int, list[State]]:
    """States of random games with a tile in hand, by the number of tiles on the table."""
    random = Random(4)
    states: dict[int, list[State]] = {size: [] for size in SIZES}
    for _ in range(GAMES):
        state = drive.opening(rules)
        while state.actor != NOBODY and state.slots <= SIZES[-1]:
            size = int(state.slots)
            if state.actor != CHANCE and size in states and state.tile >= 0:
                states[size].append(state.copy())
            state.play(state.rules.program[state.step].sample(state, random))
    return states


def staircase(rules: Rules, size: int) -> State:
    """That many tiles at 0,0; 1,0; 1,1; 2,1; 2,2 … and one in hand."""
    state = State(rules)
    lay_start(state)
    for number in range(1, size):
        x, y = (number + 1) // 2, number // 2
        front = -state.board_at(x, y) - 1
        tile = next(tile for tile, left in enumerate(state.bag) if left and rotations_that_fit(state, tile, front))
        rotations = int(rotations_that_fit(state, tile, front))
        put(state, tile, state.cell_of(x, y), (rotations & -rotations).bit_length() - 1)
        take_from_bag(state, tile)
    begin_turn(state, 0)
    state.play(rules.program[state.step].sample(state, Random(4)))
    return state
