"""Makes the collection of puzzles that `aude puzzles` shows, by playing games and searching them.

    python tools/make_puzzles.py --number 50 --simulations 3000
    python tools/make_puzzles.py --again --simulations 1500

A bot plays against itself, with each of the mixes of boxes below in turn. The same command finds the same puzzles with
any number of processes. The puzzles of each game are stored in build/puzzles, so that an interrupted run can be
continued; the collection then contains what was found so far.

`--again` checks the puzzles of the collection with other orders of tiles, and keeps those that still have one clear
answer and reasons with names: an answer that looked clear may have been luck, and weights may have changed.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass, replace
from itertools import count, islice
from multiprocessing import Pool
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from aude.api import Game
from aude.bots import make
from aude.bots.base import let_play
from aude.study.collection import FILE
from aude.study.puzzles import GAP, Demands, Puzzle, looked_at_again, puzzles

KEPT = Path("build/puzzles")
MIXES: list[tuple[str, ...]] = [  # every second game is one without boxes
    ("inns_and_cathedrals",),
    ("inns_and_cathedrals", "traders_and_builders"),
    ("princess_and_dragon",),
    ("tower",),
    ("abbey_and_mayor",),
    ("river", "abbot"),
    ("bridges_castles_and_bazaars",),
    ("king_and_robber", "traders_and_builders"),
    ("shrines_and_heretics", "tunnel"),
    ("inns_and_cathedrals", "cathars"),
    ("crop_circles", "abbot"),
    ("anniversary", "inns_and_cathedrals"),
]
FROM_A_GAME = 3  # puzzles at most, and not soon after each other, so that they are not all alike:
APART = 20  # moves between them


@dataclass(frozen=True)
class Task:
    """A game to play and search."""

    seed: int
    bot: str
    demands: Demands

    @property
    def boxes(self) -> tuple[str, ...]:
        return () if self.seed % 2 else MIXES[(self.seed // 2 - 1) % len(MIXES)]

    @property
    def kept(self) -> Path:
        """The file in which its puzzles are stored."""
        return KEPT / f"{self.bot}-{self.demands.gap:g}-{self.demands.closer}" / f"{self.seed:05}.jsonl"


def played(task: Task) -> Game:
    """A game of a bot against itself."""
    game = Game(boxes=task.boxes, players=["red", "blue"], seed=task.seed)
    bots = {seat: make(task.bot, task.seed) for seat in game.seats}
    while not game.over:
        let_play(bots[str(game.actor)], game)
    return game


def apart(found: Iterable[Puzzle]) -> Iterator[Puzzle]:
    """The puzzles of a game, without those that come soon after another."""
    first = 0  # the move from which on the next may be taken
    for puzzle in found:
        moves = len(puzzle.game(Game).moves)
        if moves >= first:
            first = moves + APART
            yield puzzle


def searched(task: Task) -> list[str]:
    """The puzzles of a game, each as a line of JSON."""
    if task.kept.exists():
        return task.kept.read_text(encoding="utf-8").splitlines()
    found = islice(apart(puzzles(played(task), task.demands)), FROM_A_GAME)
    lines = [json.dumps(puzzle.to_json(), ensure_ascii=False) for puzzle in found]
    task.kept.parent.mkdir(parents=True, exist_ok=True)
    unfinished = task.kept.with_suffix(".new")
    unfinished.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")
    unfinished.replace(task.kept)
    return lines


def kept_again(lines: list[str], demands: Demands) -> Iterator[list[str]]:
    """Yields the puzzles that passed the check again, with those not checked yet."""
    kept: list[str] = []
    for number, line in enumerate(lines, 1):
        puzzle = Puzzle.from_json(json.loads(line))
        found = looked_at_again(puzzle, demands)
        if found is not None:
            found = replace(found, simulations=puzzle.simulations)
            kept.append(json.dumps(found.to_json(), ensure_ascii=False))
        yield kept + lines[number:]


def collected(number: int, demands: Demands, bot: str, processes: int, first: int) -> Iterator[list[str]]:
    """Yields the puzzles so far whenever there are more, from as many games as necessary."""
    found: list[str] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar, Pool(processes) as pool:
        task = bar.add_task("puzzles", total=number)
        for seeds in (range(first, first + processes) for first in count(first, processes)):
            for lines in pool.imap(searched, [Task(seed, bot, demands) for seed in seeds]):
                found += lines
                bar.update(task, completed=min(number, len(found)))
                if lines:
                    yield found[:number]
                if len(found) >= number:
                    return


def main() -> None:
    """Write the collection. If it is interrupted, the puzzles found so far are kept."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=3000, help="of the search that confirms an answer")
    parser.add_argument("--gap", type=float, default=GAP, help="by how many points the best turn must lead")
    parser.add_argument("--bot", default="club", help="the bot that plays the games")
    parser.add_argument("--processes", type=int, default=1)
    parser.add_argument("--first", type=int, default=1, help="the number of the first game")
    parser.add_argument("--again", action="store_true", help="check the puzzles of the collection again")
    parser.add_argument("--out", type=Path, default=FILE)
    asked = parser.parse_args()
    demands = Demands(asked.gap, closer=asked.simulations)
    if asked.again:
        found = kept_again(asked.out.read_text(encoding="utf-8").splitlines(), demands)
    else:
        found = collected(asked.number, demands, asked.bot, asked.processes, asked.first)
    for lines in found:
        asked.out.write_text("".join(f"{line}\n" for line in lines), encoding="utf-8")


if __name__ == "__main__":
    main()
