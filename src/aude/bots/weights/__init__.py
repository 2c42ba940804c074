"""Learned weights of the evaluation, as data: which there are, and which suit a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from aude.game.setup import Setup

FOLDER = Path(__file__).parent

# How chances follow from numbers of tiles (see `aude.think.chances.Shape`).
SHAPE = {"close": 0.35, "fit": 0.08, "surround": 0.31, "far": 0.9, "more": 0.557, "join": 0.2}


@dataclass
class Learned:
    """Weights by the names of terms, one for each knot (see `aude.think.evaluation`), and where they came from."""

    shape: dict[str, float]
    weights: dict[str, list[float]]
    source: dict[str, Any] = field(default_factory=dict)

    @classmethod
    def nothing(cls) -> Learned:
        """No weights: every term has its default."""
        return cls(dict(SHAPE), {})

    @classmethod
    def from_json(cls, facts: dict[str, Any]) -> Learned:
        return cls(facts["shape"], facts["weights"], facts["source"])

    def as_json(self) -> dict[str, Any]:
        return {"source": self.source, "shape": self.shape, "weights": self.weights}


@cache
def read(name: str) -> Learned:
    """The weights with this name."""
    return Learned.from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


def suitable(setup: Setup) -> Learned:
    """The weights that suit a set-up best."""
    return read("base")


def write(path: Path, learned: Learned) -> None:
    """Write weights to a file, a term a line."""
    facts = learned.as_json()
    weights = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in facts["weights"].items())
    head = f'  "source": {json.dumps(facts["source"])},\n  "shape": {json.dumps(facts["shape"])},\n'
    path.write_text("{\n" + head + '  "weights": {\n' + weights + "\n  }\n}\n", encoding="utf-8")
