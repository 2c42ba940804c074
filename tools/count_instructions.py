"""Counts the instructions of a game and stores the numbers in tests/instructions.toml; `make instructions` runs this.

A test compares its counts with these, so that a loss of speed is noticed on a busy machine too.
"""

from __future__ import annotations

import tomllib
from collections.abc import Mapping
from pathlib import Path

from aude import COMPILED
from aude.dev.bench.instructions import COUNTS, instructions

KEPT = Path(__file__).parents[1] / "tests" / "instructions.toml"


def read_kept(path: Path) -> tuple[float, dict[str, int]]:
    """Read the factor by which counts may grow, and the counts."""
    kept = tomllib.loads(path.read_text(encoding="utf-8"))
    return kept["bound"], kept["instructions"]


def slips(found: Mapping[str, int], kept: Mapping[str, int], bound: float) -> list[str]:
    """A sentence for each count that has grown too much."""
    return [
        f"{name}: {found[name]:,} instructions a game, {found[name] / count:.2f} times the {count:,} of "
        f"{KEPT.name}; if there is a reason for it, `make instructions` keeps the new count"
        for name, count in kept.items()
        if found[name] > bound * count
    ]


def write_kept(path: Path, counts: Mapping[str, int]) -> None:
    """Write new counts below the unchanged head of the file."""
    head = path.read_text(encoding="utf-8").partition("[instructions]")[0]
    lines = [f'"{name}" = {count:_}\n' for name, count in counts.items()]
    path.write_text(f"{head}[instructions]\n{''.join(lines)}", encoding="utf-8")


def main() -> None:
    if not COMPILED:
        raise SystemExit("aude: the engine is not compiled, so there is nothing to count")
    kept = read_kept(KEPT)[1]
    found = instructions([count for count in COUNTS if count.name in kept])
    for name, count in found.items():
        print(f"{name}: {count:,} instructions per game, {count / kept[name]:.3f} times the previous number")
    write_kept(KEPT, found)


if __name__ == "__main__":
    main()
