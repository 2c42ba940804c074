"""The collection of puzzles that comes with Aude, made by `tools/make_puzzles.py`."""

from __future__ import annotations

import json
from functools import cache
from pathlib import Path

from aude.study.puzzles import Puzzle

FILE = Path(__file__).with_name("collection.jsonl")


@cache
def collection() -> tuple[Puzzle, ...]:
    """All puzzles, in the order of their numbers."""
    return tuple(Puzzle.from_json(json.loads(line)) for line in FILE.read_text(encoding="utf-8").splitlines())
