"""The speed limit: `c_speed.c` plays the same random base games in plain C, and nothing else.

It is compiled here with the tables of our tiles, and called through ctypes. Equal seeds give equal scores.
"""

from __future__ import annotations

import ctypes
import os
import shlex
import shutil
import tempfile
from collections.abc import Iterable, Iterator
from contextlib import contextmanager
from pathlib import Path

from aude.dev.bench import BASE
from aude.dev.bench.batches import Play
from aude.dev.bench.processes import run
from aude.engine.placing import ALL_FOUR, NTH_ROTATION, ROTATIONS_IN
from aude.engine.rules import Rules
from aude.engine.tables import FIT_MASK

SOURCE = Path(__file__).with_suffix(".c")
KINDS = ["road", "city", "monastery", "field"]  # as c_speed.c numbers them
WAYS = ("two_stage", "rollout")  # as it plays


def compiler() -> list[str] | None:
    """The machine's C compiler; None if there is none."""
    for command in (os.environ.get("CC", ""), "cc", "gcc", "clang"):
        words = shlex.split(command)
        if words and shutil.which(words[0]):
            return words
    return None


def header(rules: Rules) -> str:
    """The tables of the tiles as C."""
    table = rules.table
    if table.kinds != KINDS or table.signatures != 256 or len(rules.start) != 1 or rules.seats != 2:
        raise ValueError("c_speed.c plays the base game with two players only")
    start = table.index[rules.start[0][0]]
    stack = [tile for tile, copies in enumerate(table.bag) for _ in range(int(copies))]
    most = max(map(int, table.tile_segments))
    sizes = {
        "TILES": len(stack),
        "START": start,
        "MOST_SEGMENTS": most,
        "ALL_SEGMENTS": sum(int(table.tile_segments[tile]) for tile in stack),
    }
    stack.remove(start)
    pennant = table.trait_of("pennant")
    tables = (
        ("uint8_t", "STACK", 0, stack),
        ("uint8_t", "SEGMENTS", 0, table.tile_segments),
        ("uint8_t", "FIRST_SEGMENT", 0, table.tile_first),
        ("int8_t", "MONASTERY_OF", 0, table.tile_centre),
        ("uint8_t", "KIND", 0, table.kind),
        ("int8_t", "ENDS", 0, [*table.ends, *[0] * most]),  # it copies as many for every tile
        ("uint8_t", "PENNANTS", 0, [table.trait(segment, pennant) for segment in range(len(table.kind))]),
        ("int16_t", "BORDER_FIRST", 0, table.border_first),
        ("uint8_t", "BORDER", 0, table.border),
        ("int8_t", "PORTS", 12, table.ports),
        ("uint8_t", "SIDE_VALUE", 4, table.side_value),
        ("uint8_t", "FIT", 256, [packed >> FIT_MASK & ALL_FOUR for packed in table.fit]),
        ("uint8_t", "ROTATION_BITS", 0, table.rotation_bits),
        ("uint16_t", "NTH_ROTATION", 4, NTH_ROTATION),
        ("uint8_t", "ROTATIONS_IN", 0, ROTATIONS_IN),
    )
    lines = [f"enum {{ {name} = {number} }};" for name, number in sizes.items()]
    lines += [f"static const {type} {name}[]{_rows(width, values)};" for type, name, width, values in tables]
    return "\n".join(lines) + "\n"


def _rows(width: int, values: Iterable[object]) -> str:
    """The rest of a declaration: rows of this width, or without one a single row."""
    words = [str(value) for value in values]
    if not width:
        return f" = {{{', '.join(words)}}}"
    rows = [words[at : at + width] for at in range(0, len(words), width)]
    return f"[{width}] = {{\n" + ",\n".join(f"    {{{', '.join(row)}}}" for row in rows) + "\n}"


@contextmanager
def built(*flags: str) -> Iterator[Path]:
    """The library of the C program, for as long as it is needed."""
    command = compiler()
    assert command is not None, "there is a C compiler"
    with tempfile.TemporaryDirectory() as name:
        folder = Path(name)
        (folder / "tables.h").write_text(header(BASE.rules()), encoding="ascii")
        library = folder / "c_speed.so"
        run([*command, "-std=c11", "-O3", *flags, "-shared", "-fPIC", f"-I{folder}", str(SOURCE), "-o", str(library)])
        yield library


class CProgram:
    """The program in C: a stream of random numbers, and games played with them."""

    def __init__(self, library: Path, seed: int = 1) -> None:
        self.play = ctypes.CDLL(str(library)).play
        self.play.argtypes = (ctypes.c_int, ctypes.c_void_p, ctypes.c_int64, ctypes.c_void_p)
        self.play.restype = None
        self.random = ctypes.c_uint64(seed)

    def games(self, way: str, number: int) -> list[tuple[int, int]]:
        """Play games one after the other. Returns the scores of both seats in each."""
        scores = (ctypes.c_int64 * (2 * number))()
        self.play(WAYS.index(way), ctypes.byref(self.random), number, scores)
        return list(zip(scores[::2], scores[1::2], strict=True))


def c_player(library: Path, way: str) -> Play:
    """Plays random games in C."""
    program = CProgram(library)
    return lambda number: program.games(way, number)
