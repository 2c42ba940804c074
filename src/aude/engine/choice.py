"""Choices as numbers, and the forms that describe how they are written.

A box adds a form for everything that can be chosen (`Rules.add_form`); a step returns the form of a choice and the
numbers for its fields (`Step.describe`). Values for programs, words in records and sentences for players are made from
these elsewhere; no box reads or writes words.

A form is a line with fields in braces, `capture {seat} {figure} {node}`; words outside braces are literal. A
field is `{type}`, or `{name:type}` if the type alone is unclear or occurs twice. The types:

seat, tile, number    as they are
figure                a kind of figure
cell                  a cell code (see `State.code_of_cell`), written X,Y
slot                  a laid tile, named by its cell
rotation              quarter turns, written in degrees
side                  of a tile: N, E, S, W are 0, 1, 2, 3
node                  a segment of a laid tile: its kind, its sides, its cell
a|b|c                 one of these words, by its number
"""

from __future__ import annotations

from typing import Final

from aude.engine.tiles import SIDES

TYPES: Final = ("seat", "tile", "number", "figure", "cell", "slot", "rotation", "side", "node")
# The name of a field if its form does not give one.
NAMES: Final = {"node": "spot", "slot": "cell"}
# How a field is written, for messages about typing mistakes.
USAGE: Final = {"cell": "X,Y", "slot": "X,Y", "rotation": "0|90|180|270", "side": "N|E|S|W", "node": "FEATURE [SIDES]"}


class Choice:
    """One choice: the key of its form, and a number for each field of the form."""

    def __init__(self, form: str, facts: list[int] | None = None) -> None:
        self.form = form
        self.facts: list[int] = facts if facts is not None else []

    def same_as(self, other: Choice) -> bool:
        """Whether both mean the same thing."""
        return self.form == other.form and self.facts == other.facts

    def __repr__(self) -> str:
        return f"Choice({self.form!r}, {self.facts!r})"


class Field:
    """A place in a form: a word that is always the same (no type), or a fact with a name and a type."""

    def __init__(self, name: str, type: str, words: list[str]) -> None:
        self.name = name
        self.type = type
        self.words = words  # the literal word, or the words to choose from


class Form:
    """How a choice is written: the verb, then words and fields."""

    def __init__(self, pattern: str, key: str = "") -> None:
        self.pattern = pattern
        parts = pattern.split()
        self.verb = parts[0]
        self.key = key or self.verb
        self.fields: list[Field] = [_field(part) for part in parts[1:]]
        self.facts: list[Field] = [field for field in self.fields if field.type]
        self.nodes: list[int] = [number for number, field in enumerate(self.facts) if field.type == "node"]
        names = [field.name for field in self.facts]
        if len(set(names)) != len(names):
            raise ValueError(f"the form {pattern!r} has two fields of the same name: write {{to:seat}} for one of them")

    def usage(self, by_hand: bool = False) -> str:
        """How it is typed: `capture SEAT FIGURE FEATURE [SIDES]`; position lines always name the cell of a spot."""
        words = [self.verb]
        for field in self.fields:
            if field.type == "":
                words.append(field.words[0])
            elif field.words:
                words.append("|".join(field.words))
            else:
                words.append(USAGE.get(field.type, field.name.upper()))
                if by_hand and field.type == "node":
                    words.append("at X,Y")
        return " ".join(words)

    def __repr__(self) -> str:
        return f"Form({self.pattern!r})"


def _field(part: str) -> Field:
    if not part.startswith("{"):
        return Field("", "", [part])
    name, _, type = part[1:-1].rpartition(":")
    if "|" in type or (name and type not in TYPES):
        return Field(name, "word", type.split("|"))
    if type not in TYPES:
        raise ValueError(f"{part}: the type of a field is one of {', '.join(TYPES)}, or the words to choose from")
    return Field(name or NAMES.get(type, type), type, list(SIDES) if type == "side" else [])
