"""Measures how games per second grow with processes, locally and on Ray: `python tools/bench_crew.py`.

For each crew: the time to start, games per second, the speed-up over one process, the processor time of a game, and how
many empty tasks per second it can distribute and collect. On a busy machine only processor times are meaningful
(docs/many-machines.md).
"""

from __future__ import annotations

import argparse
import time
from collections.abc import Iterator

from aude import Game, bots, crew

BATCH = 5  # games per task
TICKS = 5000  # tasks with nothing to do


def play(seeds: range) -> float:
    """Play greedy against greedy. Returns the processor time."""
    begun = time.process_time()
    for seed in seeds:
        game = Game(seed=seed)
        players = {seat: bots.make("greedy", seed) for seat in game.seats}
        while not game.over:
            game.play(players[str(game.actor)].choose(game))
    return time.process_time() - begun


def nothing(number: int) -> int:
    return number


def batches(games: int) -> Iterator[range]:
    for start in range(0, games, BATCH):
        yield range(start, min(start + BATCH, games))


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--games", type=int, default=1000)
    parser.add_argument("--processes", type=int, nargs="*", default=[1, 2], metavar="N")
    parser.add_argument("--ray", nargs="*", default=["local"], metavar="local|ADDRESS", help="none: --ray without any")
    asked = parser.parse_args()
    print(f"{'':24} start s   games/s   times   ms/game   empty tasks/s")
    first = 0.0
    for ray in (None, *asked.ray):
        for processes in asked.processes:
            begun = time.perf_counter()
            with crew.make(processes, ray) as hands:
                list(hands.each(play, batches(BATCH * processes * 4)))  # wait for all workers to start
                started = time.perf_counter()
                seconds = sum(hands.each(play, batches(asked.games)))
                played = time.perf_counter()
                for _ in hands.each(nothing, range(TICKS)):
                    pass
                ended = time.perf_counter()
            rate = asked.games / (played - started)
            first = first or rate
            name = f"{processes} on Ray, {ray}" if ray else f"{processes} here"
            print(
                f"{name:24} {started - begun:7.1f} {rate:9.1f} {rate / first:7.2f} {1000 * seconds / asked.games:9.2f} "
                f"{TICKS / (ended - played):15.0f}",
                flush=True,
            )


if __name__ == "__main__":
    main()
