"""Learns the weights of the evaluation from games that it plays with itself: `make train ARGS="--boxes …"`.

Least squares: what the seats score from a position on, against what the evaluation counts there. Each round plays games
with the weights it has (some turns at random, so that unusual positions are seen), fits them anew with the sums of the
earlier rounds fading, and keeps the result if it does not lose to the old weights. Games for learning, for choosing
among rounds and for the final match have seeds of their own, so nothing is confirmed by what has chosen it.

A round is kept in build/train; a run that was interrupted goes on where it was.
"""

from __future__ import annotations

import argparse
import json
import math
import multiprocessing
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import numpy as np
from numpy.typing import NDArray

from aude import Game
from aude.bots.weights import FOLDER, Learned, read, write
from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import Rules
from aude.think.chances import Shape
from aude.think.evaluation import KNOTS, Evaluation
from aude.think.practice import play_out, practise
from aude.think.terms import SETTLED, Terms
from aude.think.turns import Thinker
from aude.think.weights import flat, is_exact

Floats = NDArray[np.float64]

LEARNING, CHOOSING, CONFIRMING = 1_000_000_000, 2_000_000_000, 3_000_000_000  # the first seeds of each
WILD = 80  # turns of a thousand that are played at random while learning
FADING = 0.8  # of what earlier rounds have found
HELD = 300.0  # how strongly weights are held to what they were
BATCH = 20  # games in one task of a process
CONFIRMED_BY = 400  # games of the final match


class Course:
    """What is learned: the game, and the terms of its evaluation."""

    def __init__(self, boxes: list[str], players: int, game: str) -> None:
        rules: Rules = Game(game=game, boxes=boxes, players=players, deal=False).rules
        self.rules = rules
        self.terms = Terms(rules)
        self.seats = players
        self.names = self.terms.names
        self.width = len(self.names)

    def thinker(self, learned: Learned, seed: int) -> Thinker:
        """A player with these weights."""
        shape = Shape(*(learned.shape[name] for name in ("close", "fit", "surround", "far", "more", "join")))
        return Thinker(Evaluation(self.rules, self.terms, shape, flat(self.terms, learned.weights)), Random(seed))


def at_knots(left: float) -> Floats:
    """How much each knot counts with so many tiles left."""
    shares = np.zeros(len(KNOTS))
    knot = 0
    while knot < len(KNOTS) - 2 and left >= KNOTS[knot + 1]:
        knot += 1
    share = min(1.0, (left - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]))
    shares[knot], shares[knot + 1] = 1 - share, share
    return shares


def gather(course: Course, learned: Learned, seeds: range) -> tuple[Floats, Floats, int, float]:
    """Play games; the sums of squares and products of what was counted, the number of rows, the squared errors."""
    size = len(KNOTS) * course.width
    squares, products = np.zeros((size, size)), np.zeros(size)
    thinker = course.thinker(learned, seeds.start)
    weights = np.array(flat(course.terms, learned.weights))
    rows = 0
    errors = 0.0
    for seed in seeds:
        state = opening(course.rules)
        played = practise(thinker, state, Random(seed), WILD)
        final = np.array([float(points) for points in state.scores])
        designs, targets = [], []
        for row in played:
            counts = np.array(row.counts).reshape(course.width, course.seats)
            left = final - np.array(row.scores) - counts[SETTLED]
            shares = at_knots(row.left)
            for seat in range(course.seats if course.seats > 2 else 1):
                others = [other for other in range(course.seats) if other != seat]
                own = counts[:, seat] - counts[:, others].mean(axis=1) if others else counts[:, seat]
                own[SETTLED] = 0.0
                designs.append(np.outer(shares, own).reshape(-1))
                targets.append(left[seat] - left[others].mean() if others else left[seat])
        design, target = np.array(designs), np.array(targets)
        squares += design.T @ design
        products += design.T @ target
        errors += float(((target - design @ weights) ** 2).sum())
        rows += len(target)
    return squares, products, rows, errors


def match(course: Course, one: Learned, two: Learned, seeds: range) -> list[float]:
    """The margins of the first over the second, each the mean of a game in each seat with the same draws."""
    margins = []
    for seed in seeds:
        found = []
        for seat in range(course.seats):
            thinkers = [course.thinker(one if other == seat else two, seed) for other in range(course.seats)]
            state = opening(course.rules)
            play_out(thinkers, state, Random(seed))
            scores = [float(points) for points in state.scores]
            found.append(scores[seat] - (sum(scores) - scores[seat]) / max(1, course.seats - 1))
        margins.append(sum(found) / len(found))
    return margins


def fitted(course: Course, learned: Learned, squares: Floats, products: Floats) -> Learned:
    """The weights that explain the games best, held to what they were; exact with no tile left."""
    width = course.width
    old = np.array(flat(course.terms, learned.weights))
    free = slice(width, None)  # the first knot is not learned
    bare = products[free] - squares[free, :width] @ old[:width]
    held = HELD * np.eye(len(old) - width)
    new = old.copy()
    new[free] = np.linalg.solve(squares[free, free] + held, bare + HELD * old[free])
    table = new.reshape(len(KNOTS), width)
    table[:, SETTLED] = 1.0
    assert all(table[0, at] == float(is_exact(name)) for at, name in enumerate(course.names))
    weights = {name: [round(float(x), 4) for x in table[:, at]] for at, name in enumerate(course.names)}
    return Learned(learned.shape, weights, learned.source)


def between(one: Learned, two: Learned, names: list[str], course: Course) -> Learned:
    """Halfway from one to the other: large steps forget what was learned."""
    a, b = (np.array(flat(course.terms, found.weights)) for found in (one, two))
    table = ((a + b) / 2).reshape(len(KNOTS), course.width)
    return Learned(one.shape, {name: [round(float(x), 4) for x in table[:, at]] for at, name in enumerate(names)}, {})


# -- processes --------------------------------------------------------------------------------------------------------
def batches(first: int, games: int) -> Iterator[range]:
    for start in range(first, first + games, BATCH):
        yield range(start, min(start + BATCH, first + games))


class Process:
    """What a process knows between two tasks."""

    course: Course

    @classmethod
    def start(cls, boxes: list[str], players: int, game: str) -> None:
        cls.course = Course(boxes, players, game)

    @classmethod
    def gather(cls, task: tuple[Learned, range]) -> tuple[Floats, Floats, int, float]:
        return gather(cls.course, *task)

    @classmethod
    def match(cls, task: tuple[Learned, Learned, range]) -> list[float]:
        return match(cls.course, *task)


def say(text: str, *, end: str = "\n") -> None:
    if end == "\n" or sys.stderr.isatty():
        print(f"\r\x1b[K{text}" if sys.stderr.isatty() else text, end=end, file=sys.stderr, flush=True)


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("name", help="of the weights: they are written to src/aude/bots/weights/NAME.json")
    parser.add_argument("--game", default="carcassonne")
    parser.add_argument("--boxes", default="", help="separated by commas; 'all' for every box of the game")
    parser.add_argument("--players", type=int, default=2)
    parser.add_argument("--rounds", type=int, default=6)
    parser.add_argument("--games", type=int, default=1000, help="of each round")
    parser.add_argument("--processes", type=int, default=2)
    parser.add_argument("--begin-with", default="", help="the name of weights to begin with")
    asked = parser.parse_args()
    from aude.catalog import boxes as catalog

    boxes = [name for name in asked.boxes.split(",") if name]
    if boxes == ["all"]:
        boxes = list(catalog.expansions(asked.game))
    course = Course(boxes, asked.players, asked.game)
    kept = Path("build/train") / f"{asked.name}.npz"
    kept.parent.mkdir(parents=True, exist_ok=True)
    first = read(asked.begin_with) if asked.begin_with else Learned.nothing()
    learned, begin = first, 0
    squares, products = (np.zeros(0),) * 2
    if kept.exists():
        held = np.load(kept)
        learned = Learned.from_json(json.loads(str(held["learned"])))
        begin, squares, products = int(held["round"]), held["squares"], held["products"]
        say(f"going on after round {begin}")
    with multiprocessing.Pool(asked.processes, Process.start, (boxes, asked.players, asked.game)) as pool:
        for number in range(begin, asked.rounds):
            started = time.perf_counter()
            tasks = list(batches(LEARNING + number * 1_000_000, asked.games))
            rows, errors = 0, 0.0
            size = len(KNOTS) * course.width
            squares = squares * FADING if squares.size else np.zeros((size, size))
            products = products * FADING if products.size else np.zeros(size)
            for done, found in enumerate(pool.imap(Process.gather, [(learned, task) for task in tasks])):
                squares, products = squares + found[0], products + found[1]
                rows, errors = rows + found[2], errors + found[3]
                say(f"round {number + 1}: {(done + 1) * BATCH} of {asked.games} games", end="")
            new = fitted(course, learned, squares, products)
            if number:
                new = between(new, learned, course.names, course)
            seeds = list(batches(CHOOSING + number * 1_000_000, 200))
            margins = [x for found in pool.imap(Process.match, [(new, learned, task) for task in seeds]) for x in found]
            mean, error = float(np.mean(margins)), float(np.std(margins, ddof=1) / math.sqrt(len(margins)))
            better = mean > -1.5 * error
            seconds = time.perf_counter() - started
            say(
                f"round {number + 1}: {rows} rows, error {math.sqrt(errors / rows):.2f}, "
                f"new against old {mean:+.2f} ± {error:.2f}{'' if better else ', not taken'} ({seconds:.0f} s)"
            )
            if better:
                learned = new
            state = json.dumps(learned.as_json())
            np.savez(kept, learned=state, round=number + 1, squares=squares, products=products)
        seeds = list(batches(CONFIRMING, CONFIRMED_BY // 2))
        margins = [x for found in pool.imap(Process.match, [(learned, first, task) for task in seeds]) for x in found]
    mean, error = float(np.mean(margins)), float(np.std(margins, ddof=1) / math.sqrt(len(margins)))
    say(f"against what it began with: {mean:+.2f} ± {error:.2f}")
    learned.source = {
        "game": asked.game,
        "boxes": boxes,
        "players": asked.players,
        "rounds": asked.rounds,
        "games": asked.games,
        "margin over what it began with": [round(mean, 2), round(error, 2)],
        "made by": "tools/train.py",
    }
    write(FOLDER / f"{asked.name}.json", learned)
    kept.unlink()


if __name__ == "__main__":
    main()
