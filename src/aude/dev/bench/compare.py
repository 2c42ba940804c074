"""Two runs compared, number by number."""

from __future__ import annotations

import json
import math
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from aude.errors import Unreadable

MORE_IS_BETTER = {"games_per_second", "share"}
LESS_IS_BETTER = {"microseconds", "milliseconds", "seconds", "instructions", "bytes"}
UNITS = MORE_IS_BETTER | LESS_IS_BETTER
NOISE = 0.03  # two runs of the same engine differ by about as much


class Compared(NamedTuple):
    """A number of two runs, 0 where a run does not have it. A ratio above 1 is better, whatever the unit; 0: none."""

    name: str
    unit: str
    earlier: float
    now: float
    ratio: float

    @property
    def verdict(self) -> str:
        """`better`, `worse` or `same`; empty if only one run has the number."""
        if not self.ratio:
            return ""
        if abs(self.ratio - 1) <= NOISE:
            return "same"
        return "better" if self.ratio > 1 else "worse"


def read_run(path: Path) -> dict[str, Any]:
    """The measurements of an earlier run, out of a file."""
    try:
        facts = json.loads(path.read_text(encoding="utf-8"))
    except (ValueError, RecursionError):
        facts = None
    if not isinstance(facts, dict) or not numbers(facts):
        raise Unreadable(f"{str(path)!r} is not an earlier run; 'aude bench --json > FILE' writes one")
    return facts


def compare(earlier: Mapping[str, Any], now: Mapping[str, Any]) -> list[Compared]:
    """Every number of both runs, the worst first; at the end what only one of them has."""
    before, after = numbers(earlier), numbers(now)
    found = []
    for name, unit in {**after, **before}:
        old, new = before.get((name, unit), 0.0), after.get((name, unit), 0.0)
        ratio = 0.0
        if old and new:
            ratio = new / old if unit in MORE_IS_BETTER else old / new
        found.append(Compared(name, unit, old, new, ratio))
    return sorted(found, key=lambda row: row.ratio or math.inf)


def numbers(facts: Mapping[str, Any]) -> dict[tuple[str, str], float]:
    """What a run has measured, by name and unit."""
    return {(name, unit): value for name, unit, value in _numbers(facts, (), "")}


def _numbers(facts: Any, path: tuple[str, ...], unit: str) -> Iterator[tuple[str, str, float]]:
    """Everything below a key that is a unit; the other keys make the name."""
    if isinstance(facts, dict):
        for key, inner in facts.items():
            if key in UNITS:
                yield from _numbers(inner, path, key)
            else:
                yield from _numbers(inner, path if key == "mixes" else (*path, key), unit)
    elif isinstance(facts, list):
        for row in facts:  # of the growing table
            if isinstance(row, dict) and {"shape", "tiles", "microseconds"} <= row.keys():
                yield from _numbers(row["microseconds"], (*path, str(row["shape"]), str(row["tiles"])), "microseconds")
    elif unit and type(facts) in (int, float) and math.isfinite(facts) and facts > 0:
        yield " ".join(path), unit, float(facts)
