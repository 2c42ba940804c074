"""Prints the turn as assembled by the boxes, step by step, to compare with section 4 of the turn order.

    python tools/turn_order.py > tests/turn_order.txt

Every step has the number of the step in the rules, the box that adds it, and a description. If an option moves a step
to another place, the step is shown there too, with the option's value.
"""

from __future__ import annotations

import ast
import importlib
from collections.abc import Iterator
from functools import cache
from pathlib import Path

from aude.catalog import boxes as catalog
from aude.engine.rules import Rules, Step
from aude.game.setup import Setup

GAME = "carcassonne"
# The sequences of a game in the order in which they are played; boxes' own are called out of these.
SEQUENCES = ("setup", "turn", "final")


def together() -> list[str]:
    """Every box of the game whose rules are its own: those that are `like` another add nothing to the turn."""
    return [name for name in catalog.expansions(GAME) if catalog.info(name).like is None]


def steps(options: dict[str, str]) -> Iterator[tuple[str, int, str, str]]:
    """Sequence, order, box and what the step does, for a game with every box."""
    names = together()
    rules: Rules = Setup(boxes=tuple(names), options=options).rules()
    for sequence in (*SEQUENCES, *(name for name in rules.sequences if name not in SEQUENCES)):
        for order, step in sorted(rules.sequences[sequence], key=lambda entry: entry[0]):
            yield sequence, order, type(step).__module__.split(".")[-2], told(step)


def told(step: Step) -> str:
    """The name of a step and the first sentence about it, from the source: compiled classes have no docstring."""
    kind = type(step)
    return f"{step.name:<16}{sentences(kind.__module__)[kind.__name__]}"


@cache
def sentences(module: str) -> dict[str, str]:
    """The first line of the docstring of each class of a module."""
    path = (
        Path(str(importlib.import_module("aude").__file__)).parents[1].joinpath(*module.split(".")).with_suffix(".py")
    )
    classes = (node for node in ast.parse(path.read_text(encoding="utf-8")).body if isinstance(node, ast.ClassDef))
    return {node.name: (ast.get_docstring(node) or "").splitlines()[0] for node in classes if ast.get_docstring(node)}


def line(sequence: str, order: int, box: str, what: str) -> str:
    """One step; only the steps of a turn have numbers in the rules."""
    number = f"{order / 100:5.2f}" if sequence == "turn" else "     "
    return f"  {number}  {box:<29}{what}"


def pages() -> Iterator[str]:
    """The whole text, line by line."""
    plain = list(steps({}))
    for sequence in dict.fromkeys(entry[0] for entry in plain):
        yield sequence
        for entry in plain:
            if entry[0] == sequence:
                yield line(*entry)
    rules = Setup(boxes=tuple(together())).rules()
    yield "extra turns begin at the first step from"
    for name, begins in zip(rules.extra_names, rules.extra_orders, strict=True):
        yield f"  {begins / 100:5.2f}  {name}"
    for name, option in Setup(boxes=tuple(together())).choices().items():
        for value in option.values[1:]:
            if name in ("first_player", "edition", "youngest"):
                continue  # they change no step of a turn
            moved = [entry for entry in steps({name: value}) if entry not in plain]
            if moved:
                yield f"with {name} = {value}"
                yield from (line(*entry) for entry in moved)


if __name__ == "__main__":
    print("\n".join(pages()))
