"""What the engine offers, in words: for tests that work on states instead of games."""

from __future__ import annotations

from aude.engine.choice import Choice
from aude.engine.history import Entry
from aude.engine.state import State
from aude.game.options import Move


def words_of_choice(state: State, choice: Choice) -> list[str]:
    """A choice as people write it."""
    return Move(state, Entry("", 0, choice, 0, state.slots, [])).text.split()


def words_of(state: State, code: int) -> list[str]:
    """A code of the open question as people write it."""
    return words_of_choice(state, state.rules.program[state.step].describe(state, code))
