"""Make the collection of puzzles in docs/puzzles: games are played, and searched for puzzles until there are enough.

    python tools/make_puzzles.py --number 50 --simulations 6000

The games are those of a bot with itself, by turns with the mixes of boxes below; the same command finds the same
puzzles. With 6000 simulations an answer is checked for about as long as `master` thinks in ten turns.
"""

from __future__ import annotations

import argparse
import json
from collections.abc import Iterator
from itertools import count, cycle
from pathlib import Path

from rich.console import Console
from rich.progress import BarColumn, MofNCompleteColumn, Progress, TextColumn, TimeElapsedColumn

from aude.api import Game
from aude.bots import make
from aude.bots.base import let_play
from aude.catalog.texts import Texts
from aude.study.page import puzzle_page
from aude.study.puzzles import GAP, Demands, Puzzle, puzzles

FOLDER = Path(__file__).parent.parent / "docs" / "puzzles"
MIXES: list[tuple[str, ...]] = [
    (),
    ("inns_and_cathedrals",),
    (),
    ("inns_and_cathedrals", "traders_and_builders"),
    (),
    ("princess_and_dragon",),
    (),
    ("tower",),
    (),
    ("abbey_and_mayor",),
    (),
    ("river", "abbot"),
    (),
    ("bridges_castles_and_bazaars",),
]
FROM_A_GAME = 2  # puzzles at most, so that they are not all alike


def played(boxes: tuple[str, ...], seed: int, bot: str) -> Game:
    """A game of a bot with itself."""
    game = Game(boxes=boxes, players=["red", "blue"], seed=seed)
    bots = {seat: make(bot, seed) for seat in game.seats}
    while not game.over:
        let_play(bots[str(game.actor)], game)
    return game


def collected(number: int, demands: Demands, bot: str) -> Iterator[list[Puzzle]]:
    """The puzzles so far, each time that there is one more, from as many games as it takes."""
    found: list[Puzzle] = []
    columns = (TextColumn("{task.description}"), BarColumn(), MofNCompleteColumn(), TimeElapsedColumn())
    with Progress(*columns, console=Console(stderr=True)) as bar:
        task = bar.add_task("puzzles", total=number)
        for seed, boxes in zip(count(1), cycle(MIXES), strict=False):
            for puzzle, _ in zip(puzzles(played(boxes, seed, bot), demands), range(FROM_A_GAME), strict=False):
                found.append(puzzle)
                bar.update(task, completed=len(found))
                yield found
                if len(found) == number:
                    return


def main() -> None:
    """Write the collection; whoever interrupts it keeps what was found."""
    parser = argparse.ArgumentParser(description=__doc__.partition("\n")[0] if __doc__ else "")
    parser.add_argument("--number", type=int, default=50)
    parser.add_argument("--simulations", type=int, default=6000, help="of the search that makes sure of an answer")
    parser.add_argument("--gap", type=float, default=GAP, help="points by which the best is better than anything else")
    parser.add_argument("--bot", default="club", help="the bot that plays the games")
    parser.add_argument("--out", type=Path, default=FOLDER)
    asked = parser.parse_args()
    asked.out.mkdir(parents=True, exist_ok=True)
    for found in collected(asked.number, Demands(asked.gap, closer=asked.simulations), asked.bot):
        lines = [json.dumps(puzzle.to_json(), ensure_ascii=False) + "\n" for puzzle in found]
        (asked.out / "puzzles.jsonl").write_text("".join(lines), encoding="utf-8")
        (asked.out / "puzzles.html").write_text(puzzle_page(found, Texts()), encoding="utf-8")


if __name__ == "__main__":
    main()
