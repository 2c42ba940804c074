"""Tiles on the table, as dragon, fairy and portals look at them."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.state import State
from aude.engine.words import read_slot


def slot_named(state: State, words: list[str]) -> i64:
    """The laid tile that `VERB X,Y` means, or -1."""
    if len(words) != 2:
        return -1
    return read_slot(state, words[1])
