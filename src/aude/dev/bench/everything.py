"""All measurements, one after the other, as one dict."""

from __future__ import annotations

import platform
from collections.abc import Callable, Mapping
from typing import Any

from aude.dev.bench import ALL_BOXES, BASE, MIXES, WAYS
from aude.dev.bench.batches import best_rate, best_rates
from aude.dev.bench.c_speed import WAYS as WAYS_IN_C
from aude.dev.bench.c_speed import built, c_player, compiler
from aude.dev.bench.calls import bytes_of_a_state, microseconds, sampled
from aude.dev.bench.games import game_player, greedy_game_seconds, player, reading_a_record
from aude.dev.bench.growth import growth
from aude.dev.bench.instructions import COUNTS, COUNTS_IN_C, instructions
from aude.dev.bench.processes import import_milliseconds, interpreted
from aude.engine.arrays import COMPILED
from aude.errors import AudeError
from aude.game.setup import Setup
from aude.version import __version__

Speak = Callable[[str, int, int], None]  # what is measured now: its name, its number, of how many


def silent(name: str, number: int, of: int) -> None:
    """Ignore progress."""


def measure(seconds: float = 1.0, *, mixes: Mapping[str, Setup] | None = None, speak: Speak = silent) -> dict[str, Any]:
    """All measurements. `seconds` is how long each of them takes, but for those that have to take longer."""
    every = {**MIXES, **(mixes or {})}
    for setup in every.values():
        setup.rules()  # so that a mistake shows before the long part
    found: dict[str, Any] = {
        "version": __version__,
        "python": platform.python_version(),
        "machine": platform.machine(),
        "compiled": COMPILED,
        "mixes": {},
        "not_measured": {},
    }
    parts: dict[str, Callable[[], object]] = {
        "game": lambda: of_game(seconds),
        "import": lambda: {"milliseconds": import_milliseconds()},
        "state": lambda: {"bytes": bytes_of_a_state()},
        "growth": lambda: growth(seconds),
    }
    if COMPILED:
        parts["interpreted"] = lambda: interpreted(seconds)
        parts["greedy"] = lambda: {"seconds": {"all_boxes": greedy_game_seconds(ALL_BOXES)}}  # else it takes minutes
    if COMPILED and compiler():
        parts["beside_c"] = lambda: beside_c(seconds)
    parts["instructions"] = count_instructions
    total = len(every) + len(parts)
    for number, (name, setup) in enumerate(every.items(), 1):
        speak(name, number, total)
        found["mixes"][name] = of_setup(setup, seconds)
    for number, (name, part) in enumerate(parts.items(), len(every) + 1):
        speak(name, number, total)
        try:
            found[name] = part()
        except AudeError as error:  # another program is missing or has failed: all else can be measured
            found["not_measured"][name] = str(error)
    return found


def of_setup(setup: Setup, seconds: float) -> dict[str, Any]:
    """Games a second in every way, and microseconds of single calls."""
    rates = {way: best_rate(player(setup, way), seconds) for way in WAYS}
    return {
        "games_per_second": {way: round(rate, 1) for way, rate in rates.items()},
        "microseconds": microseconds(sampled(setup.rules()), seconds / 2),
    }


def of_game(seconds: float) -> dict[str, Any]:
    """`Game`: random games a second, and the time to read a record."""
    rates = {name: best_rate(game_player(MIXES[name]), seconds) for name in ("base", "all_boxes")}
    return {
        "games_per_second": {name: round(rate, 1) for name, rate in rates.items()},
        "record": reading_a_record(seconds),
    }


def beside_c(seconds: float) -> dict[str, Any]:
    """Base games by the engine and in C, in turns: games a second of both, and our share of the speed of C."""
    found: dict[str, Any] = {"games_per_second": {}, "share": {}}
    with built("-march=native") as library:
        for way in WAYS_IN_C:
            rates = best_rates({"aude": player(BASE, way), "c": c_player(library, way)}, seconds)
            found["games_per_second"][way] = {name: round(rate, 1) for name, rate in rates.items()}
            found["share"][way] = round(rates["aude"] / rates["c"], 3)
    return found


def count_instructions() -> dict[str, int]:
    """Instructions a game, of ours and, with a compiler, in C (for any machine: valgrind does not know all of each)."""
    if not compiler():
        return instructions(COUNTS)
    with built() as library:
        return instructions((*COUNTS, *COUNTS_IN_C), library)
