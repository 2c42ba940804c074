"""Makes choices one by one and keeps a history of them, with notes about what happened.

Values, words and events are made from these elsewhere. Programs that play many games call these functions at every
decision, so each of them does everything that is needed in one call.
"""

from __future__ import annotations

from typing import final

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, INTERRUPT, Note
from aude.engine.state import State
from aude.engine.types import Seat


@final
class Entry:
    """A choice that was made: who made it, what it was, and the notes about what happened."""

    def __init__(self, seat: str, code: i64, choice: Choice, which: i64, tiles: i64, notes: list[Note]) -> None:
        self.seat = seat
        self.code: i64 = code
        self.choice = choice
        self.which: i64 = which  # its number among options that look the same; 0 if it was the only one
        self.tiles: i64 = tiles  # how many lay on the table
        self.notes = notes
        self.observed = False  # whether the result was observed on the table, and not drawn


def listed(state: State) -> tuple[vec[i64], i64, i64]:
    """The legal codes of the open question, and the lowest and the highest code of its range."""
    step = state.rules.program[state.step]
    return step.legal(state), step.low(state), step.high(state)


def interrupts_of(state: State, seat: Seat) -> list[tuple[int, Choice]]:
    """The interrupts that a seat may make: the code and the choice of each."""
    found: list[tuple[int, Choice]] = []
    for part in state.rules.interrupts:
        for code in part.interrupts(state, seat, vec[i64]()):
            choice = part.describe_interrupt(state, seat, code)
            if choice is not None:
                found.append((code, choice))
    return found


def describe(state: State, code: i64) -> Choice:
    """What a code of the open question means."""
    return state.rules.program[state.step].describe(state, code)


def carry_out(state: State, seat: str, code: i64) -> None:
    """Answer the open question, or make an interrupt of this seat, without checking it."""
    if code < INTERRUPT:
        state.play(code)
        return
    for part in state.rules.interrupts:
        if part.interrupt(state, state.rules.seat_names.index(seat), code):
            state.offered = 0  # the open question may have different options now
            return


def make(state: State, seat: str, code: i64, choice: Choice, which: i64) -> Entry:
    """Make a choice and record what happens, without checking it."""
    entry = Entry(seat, code, choice, which, state.slots, [])
    if state.actor == CHANCE and code < INTERRUPT:
        entry.observed = state.rules.program[state.step].is_observed(state)
    state.journal = entry.notes
    carry_out(state, seat, code)
    state.journal = None
    return entry


def deal(state: State, dealer: Random, observes: bool, history: list[Entry]) -> None:
    """Let a dealer draw until a seat is asked.

    Results that would be observed on the table are drawn too unless the game `observes`. This does not use the dealer's
    random numbers, so that a record can be checked against its seed.
    """
    while state.actor == CHANCE:
        step = state.rules.program[state.step]
        if not step.is_observed(state):
            code = step.sample(state, dealer)
        elif observes:
            code = step.observe(state)
        else:
            code = step.sample(state, Random(len(history)))
        history.append(make(state, "chance", code, step.describe(state, code), 0))


def state_after(start: State, history: list[Entry], begun: i64) -> State:
    """The state after these choices, of which the first `begun` led to `start`. Does not change `start`."""
    state = start.copy()
    for number in range(begun, len(history)):
        carry_out(state, history[number].seat, history[number].code)
    return state
