"""Learned weights of the evaluation, and which of them suit a game."""

from __future__ import annotations

import json
from dataclasses import dataclass, field
from functools import cache
from pathlib import Path
from typing import Any

from aude.game.setup import Setup

FOLDER = Path(__file__).parent
TWO = 2  # seats; with more seats, other things matter

# How probabilities depend on numbers of tiles (see `aude.think.chances.Shape`).
SHAPE = {"close": 0.35, "fit": 0.08, "surround": 0.31, "far": 0.9, "more": 0.557, "join": 0.2}


@dataclass
class Learned:
    """Weights by the names of terms, one for each knot (see `aude.think.evaluation`), and how they were learned."""

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
    """Read the weights with this name."""
    return Learned.from_json(json.loads((FOLDER / f"{name}.json").read_text(encoding="utf-8")))


@cache
def known() -> list[Learned]:
    """All weights that were learned."""
    return [read(path.stem) for path in sorted(FOLDER.glob("*.json"))]


def suitable(setup: Setup) -> Learned:
    """The weights that suit a set-up best: learned for the same game, with the most similar boxes and number of seats.

    Terms that are missing there are taken from other weights, the most similar first.
    """
    return _suitable(setup.game, frozenset(setup.boxes), len(setup.players))


@cache
def _suitable(game: str, boxes: frozenset[str], seats: int) -> Learned:
    def difference(learned: Learned) -> tuple[bool, int]:
        source = learned.source
        other_seats = (source["players"] > TWO) != (seats > TWO)
        return source["game"] != game, len(boxes ^ set(source["boxes"])) + other_seats

    ordered = sorted(known(), key=difference)
    weights: dict[str, list[float]] = {}
    for learned in reversed(ordered):
        weights |= learned.weights
    return Learned(ordered[0].shape, weights, ordered[0].source)


def write(path: Path, learned: Learned) -> None:
    """Write weights to a file, one term per line."""
    facts = learned.as_json()
    weights = ",\n".join(f"    {json.dumps(name)}: {json.dumps(row)}" for name, row in facts["weights"].items())
    head = f'  "source": {json.dumps(facts["source"])},\n  "shape": {json.dumps(facts["shape"])},\n'
    path.write_text("{\n" + head + '  "weights": {\n' + weights + "\n  }\n}\n", encoding="utf-8")
