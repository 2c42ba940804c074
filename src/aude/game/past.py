"""Coming back to an earlier moment: for undo, and for options that are read after the game has gone on.

A game keeps the codes of its moves, and now and then a copy of its state. What was offered or happened at any moment
since is found by making the moves again from there.
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import TYPE_CHECKING, NamedTuple

from aude.engine.rules import INTERRUPT
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.game.options import Move

SPACING = 32  # moves from one checkpoint to the next, at least


class Checkpoint(NamedTuple):
    """A state that nobody changes, and after how many moves the game was there."""

    state: State
    number: int


def carry_out(state: State, seat: str, code: int) -> None:
    """Make a choice of the open question, or an interrupt of this seat. It is not checked."""
    if code < INTERRUPT:
        state.play(code)
        return
    number = state.rules.seat_names.index(seat)
    for part in state.rules.interrupts:
        if part.interrupt(state, number, code):
            state.offered = 0  # the open question may have different options now
            return


def state_after(moves: Sequence[Move], checkpoint: Checkpoint) -> State:
    """The state after these moves of a game; at least as many as lead to the checkpoint."""
    state = checkpoint.state.copy()
    for move in moves[checkpoint.number :]:
        carry_out(state, move.seat, move.code)
    return state
