"""How many instructions of the processor a game takes, counted by valgrind: the same on a busy machine.

One process starts under valgrind, which is slow, and forks for every count: one child ends at once, another plays
games first. What it counts more than the first is the games, without any of the start.
"""

from __future__ import annotations

import json
import os
import re
import shutil
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import NamedTuple

from aude.dev.bench import MIXES
from aude.dev.bench.batches import Play
from aude.dev.bench.c_speed import c_player
from aude.dev.bench.games import player
from aude.dev.bench.processes import package_folder, run
from aude.errors import AudeError

INSTALL = "apt-get install valgrind"
# Of valgrind's tools the one that only counts: callgrind takes twice as long, and differs by less than one percent.
TOOL = ("--tool=exp-bbv", "--instr-count-only=yes", "--bb-out-file=/dev/null", "--pc-out-file=/dev/null")
COUNTED = re.compile(r"Total instructions: (\d+)")
IN_C = "c"  # in place of a mix


class Count(NamedTuple):
    """Games to be counted: of a mix, or of the program in C, in one way."""

    mix: str
    way: str
    games: int

    @property
    def name(self) -> str:
        """What the count is called: `base two_stage`."""
        return f"{self.mix} {self.way}"


COUNTS = (
    Count("base", "two_stage", 50),
    Count("base", "rollout", 50),
    Count("base", "pairs", 20),
    Count("all_boxes", "rollout", 5),
    Count("the_city", "rollout", 20),
)
COUNTS_IN_C = (Count(IN_C, "two_stage", 200), Count(IN_C, "rollout", 200))


def valgrind() -> str | None:
    """Where valgrind is, if it is installed."""
    return shutil.which("valgrind")


def instructions(counts: Sequence[Count], library: Path | None = None) -> dict[str, int]:
    """The instructions a game of every count; those in C need the library of the program."""
    found = valgrind()
    if found is None:
        raise AudeError(f"valgrind is not installed ({INSTALL})")
    program = "import sys; from aude.dev.bench import instructions; instructions.play_in_children(*sys.argv[1:])"
    with tempfile.TemporaryDirectory() as logs:
        command = [found, *TOOL, f"--log-file={logs}/%p", sys.executable, "-c", program]
        wanted = [json.dumps(counts), str(library or "")]
        try:
            output = run([*command, *wanted], PYTHONPATH=str(package_folder()), PYTHONHASHSEED="0")
        except AudeError as error:  # often without a word: the program was killed
            raise AudeError(
                f"{error} (was the engine compiled for instructions that valgrind does not know?)"
            ) from None
        return {
            count.name: round((_total(logs, playing) - _total(logs, idle)) / count.games)
            for count, (idle, playing) in zip(counts, json.loads(output), strict=True)
        }


def _total(logs: str, process: int) -> int:
    """What valgrind counted in one process."""
    counted = COUNTED.search(Path(logs, str(process)).read_text(encoding="utf-8"))
    if counted is None:
        raise AudeError("valgrind has counted nothing")
    return int(counted[1])


def play_in_children(counts: str, library: str) -> None:
    """Under valgrind: for every count, fork one child that does nothing and one that plays. Prints their ids."""
    children = []
    for mix, way, games in json.loads(counts):
        play = c_player(Path(library), way) if mix == IN_C else player(MIXES[mix], way)
        play(1)  # so that what happens only once has happened
        children.append([_child(play, number) for number in (0, games)])
    print(json.dumps(children), flush=True)


def _child(play: Play, games: int) -> int:
    process = os.fork()
    if not process:
        play(games)
        os._exit(0)
    if os.waitpid(process, 0)[1]:
        raise SystemExit("the games were not played to the end")
    return process
