"""Builds the program: all steps of all sequences in one list, so that a position in it is a single number."""

from __future__ import annotations

from typing import TYPE_CHECKING

from mypy_extensions import i64

from aude.engine.step import ASK, NOBODY, Step

if TYPE_CHECKING:
    from aude.engine.state import State


def in_one_list(sequences: dict[str, list[tuple[int, Step]]]) -> tuple[list[Step], dict[str, int]]:
    """The steps of each sequence, sorted by their order and with an end, and where each sequence starts."""
    program: list[Step] = []
    starts: dict[str, int] = {}
    for name, steps in sequences.items():
        starts[name] = len(program)
        program += [step for _, step in sorted(steps, key=lambda entry: entry[0])]
        if name == "final":
            program.append(GameOver())
        elif name not in ("setup", "turn"):
            program.append(Return())
    return program, starts


def numbers_by_name(program: list[Step]) -> dict[str, int]:
    """The number of each step that has a name."""
    # With `getattr`: an interpreted step from outside the package keeps its name in its class.
    names: list[str] = [getattr(step, "name") for step in program]  # noqa: B009
    numbers: dict[str, int] = {}
    for number, name in enumerate(names):
        if name in numbers:
            raise ValueError(f"two steps are called {name!r}")
        if name:
            numbers[name] = number
    return numbers


class Return(Step):
    """The end of a called sequence, which returns to the step that called it."""

    def enter(self, state: State) -> i64:
        return state.come_back()


class GameOver(Step):
    """The end of the last sequence."""

    name = "over"

    def enter(self, state: State) -> i64:
        state.actor = NOBODY
        return ASK
