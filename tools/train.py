"""Trains the weights of the evaluation by self-play: `make train`, or `make train ARGS=base`.

The method is least-squares temporal differences: find the weights with which the value of a position equals the points
scored until the next position plus the value of that, on average over all positions. Each round plays games with the
current weights (some turns at random, to reach unusual positions), adds them to the decaying sums of earlier rounds,
solves for new weights, and keeps these unless they lose to the old ones. Games for learning, for choosing among rounds
and for the final match have different seeds, so that no result is confirmed by the data that selected it.

Each round is stored in build/train, so an interrupted run can be continued. The weights are the same to the last digit
with any number of processes, locally or with Ray (docs/many-machines.md).
"""

from __future__ import annotations

import argparse
import json
import math
import os
import sys
import time
from collections.abc import Iterator
from dataclasses import asdict, dataclass
from functools import cached_property
from pathlib import Path

os.environ.setdefault("OPENBLAS_NUM_THREADS", "1")  # parallelism comes from processes

import numpy as np
from numpy.typing import NDArray

from aude import Game, crew
from aude.bots.weights import FOLDER, Learned, read, write
from aude.catalog import boxes as catalog
from aude.crew import Crew
from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.errors import AudeError
from aude.think.chances import Chances, Shape
from aude.think.evaluation import KNOTS, Evaluation
from aude.think.practice import play_out, practise
from aude.think.terms import SETTLED, Terms
from aude.think.turns import Thinker
from aude.think.weights import flat

Floats = NDArray[np.float64]

LEARNING, CHOOSING, CONFIRMING = 1_000_000_000, 2_000_000_000, 3_000_000_000  # the first seeds of each
OF_ROUND = 1_000_000  # seeds of one round
WILD = 80  # how many turns in a thousand are played at random while learning
TRACE = 0.9  # how far back errors propagate: with 1, learn from final scores only; with 0, from the next turn
FADING = 0.8  # the weight of earlier rounds relative to later ones
HELD = 1.0  # regularization: the typical change of a weight, in points; rarely seen weights change less
BATCH = 10  # games per task
KEPT = Path("build/train")


@dataclass(frozen=True)
class Plan:
    """The games to learn from, and how many."""

    game: str = "carcassonne"
    boxes: tuple[str, ...] = ()
    players: int = 2
    rounds: int = 6
    games: int = 2500  # of each round
    deals: int = 200  # of each match: every seat plays each of them
    begins_with: str = ""  # the name of other weights, learned before


FIRST_TWO = ("inns_and_cathedrals", "traders_and_builders")
# In the order in which they are learned. Each becomes src/aude/bots/weights/NAME.json.
PLANS = {
    "base": Plan(),
    "base-four-seats": Plan(players=4, rounds=5, games=2500, begins_with="base"),
    "the-city": Plan("the_city", rounds=5, games=800),
    "inns-and-traders": Plan(boxes=FIRST_TWO, rounds=4, games=600, deals=100, begins_with="base"),
    # Boxes by themselves that bring more than tiles: their own terms are learned best with nothing else on the table.
    **{
        box: Plan(boxes=(box,), rounds=3, games=800, deals=150, begins_with="base")
        for box in ("abbot", "princess_and_dragon", "abbey_and_mayor")
    },
    "everything": Plan(
        boxes=tuple(catalog.expansions("carcassonne")), rounds=2, games=200, deals=20, begins_with="inns-and-traders"
    ),
}


class Course:
    """The game that is learned with, and the terms of its evaluation."""

    def __init__(self, plan: Plan) -> None:
        self.seats = plan.players
        self.rules = Game(game=plan.game, boxes=plan.boxes, players=plan.players, deal=False).rules
        self.terms = Terms(self.rules)
        self.width = int(self.terms.count)

    def thinker(self, learned: Learned, seed: int) -> Thinker:
        """A thinker with these weights."""
        chances = Chances(self.rules, Shape(**learned.shape))
        return Thinker(Evaluation(self.rules, self.terms, chances, flat(self.terms, learned.weights)), Random(seed))

    def table(self, learned: Learned) -> Floats:
        """All weights, of knot and term."""
        return np.array(flat(self.terms, learned.weights)).reshape(len(KNOTS), self.width)

    def learned(self, table: Floats, shape: dict[str, float]) -> Learned:
        """The weights of such a table by the names of their terms."""
        rows = {name: [round(float(x), 4) for x in table[:, at]] for at, name in enumerate(self.terms.names)}
        return Learned(shape, rows)


@dataclass
class Sums:
    """What was added up over the positions of many games: `matrix` times the weights is to be `right`."""

    matrix: Floats
    right: Floats
    positions: int = 0
    errors: float = 0.0  # squared, of what was expected against what came

    def add(self, other: Sums) -> None:
        self.matrix += other.matrix
        self.right += other.right
        self.positions += other.positions
        self.errors += other.errors


def empty_sums(course: Course) -> Sums:
    """For all weights but those with no tile left, which are known."""
    size = (len(KNOTS) - 1) * course.width
    return Sums(np.zeros((size, size)), np.zeros(size))


def at_knots(left: float) -> Floats:
    """How much each knot counts with so many tiles left."""
    shares = np.zeros(len(KNOTS))
    knot = 0
    while knot < len(KNOTS) - 2 and left >= KNOTS[knot + 1]:
        knot += 1
    share = min(1.0, (left - KNOTS[knot]) / (KNOTS[knot + 1] - KNOTS[knot]))
    shares[knot], shares[knot + 1] = 1 - share, share
    return shares


def ahead(amounts: Floats, seat: int) -> Floats:
    """How much more a seat has than the others on average; seats are the last axis."""
    others = [other for other in range(amounts.shape[-1]) if other != seat]
    own: Floats = amounts[..., seat] - amounts[..., others].mean(axis=-1)
    return own


def gather(course: Course, learned: Learned, seeds: range) -> Sums:
    """Play games with these seeds, and add up their positions."""
    thinker = course.thinker(learned, seeds.start)
    weights = course.table(learned)
    sums = empty_sums(course)
    for seed in seeds:
        state = opening(course.rules)
        rows = practise(thinker, state, Random(seed), WILD)
        counts = np.array([row.counts for row in rows]).reshape(len(rows), course.width, course.seats)
        shares = np.array([at_knots(row.left) for row in rows])
        scores = np.array([row.scores for row in rows] + [list(state.scores)], dtype=float)
        scores[:-1] += counts[:, SETTLED]
        counts[:, SETTLED] = 0.0
        for seat in range(course.seats if course.seats > 2 else 1):  # of two seats one is the other turned round
            add_game(sums, weights, shares, ahead(counts, seat), ahead(scores, seat))
    return sums


def add_game(sums: Sums, weights: Floats, shares: Floats, counts: Floats, lead: Floats) -> None:
    """Add one game as one seat saw it: what was counted at each position, and its lead there and at the end."""
    design = shares[:, :, None] * counts[:, None, :]
    known = lead + np.append(design[:, 0] @ weights[0], 0.0)
    learning = design[:, 1:].reshape(len(design), -1)
    following = np.vstack([learning[1:], np.zeros(learning.shape[1])])
    traces = learning.copy()
    for at in range(1, len(traces)):
        traces[at] += TRACE * traces[at - 1]
    expected = known[:-1] + learning @ weights[1:].reshape(-1)
    error = float(((lead[-1] - expected) ** 2).sum())
    sums.add(Sums(traces.T @ (learning - following), traces.T @ np.diff(known), len(design), error))


def solved(course: Course, learned: Learned, sums: Sums) -> Learned:
    """The weights that suit these sums, held to what they were."""
    table = course.table(learned)
    old = table[1:].reshape(-1)
    held = sums.errors / sums.positions / HELD**2
    new = np.linalg.solve(sums.matrix + held * np.eye(len(old)), sums.right + held * old)
    table[1:] = new.reshape(len(KNOTS) - 1, course.width)
    table[:, SETTLED] = 1.0
    return course.learned(table, learned.shape)


def match(course: Course, one: Learned, two: Learned, seeds: range) -> list[float]:
    """The margins of the first over the second, each the mean of a game in each seat with the same seed."""
    margins = []
    for seed in seeds:
        found = []
        for seat in range(course.seats):
            thinkers = [course.thinker(one if other == seat else two, seed) for other in range(course.seats)]
            state = opening(course.rules)
            play_out(thinkers, state, Random(seed))
            found.append(float(ahead(np.array(list(state.scores), dtype=float), seat)))
        margins.append(sum(found) / len(found))
    return margins


def mean_and_error(margins: list[float]) -> tuple[float, float]:
    return float(np.mean(margins)), float(np.std(margins, ddof=1) / math.sqrt(len(margins)))


# -- processes --------------------------------------------------------------------------------------------------------
class Work:
    """What processes are sent once, and what they make of it; their tasks are seeds."""

    def __init__(self, plan: Plan, *players: Learned) -> None:
        self.plan = plan
        self.players = players

    @cached_property
    def course(self) -> Course:
        return Course(self.plan)


class Gathering(Work):
    """Games for learning."""

    def __call__(self, seeds: range) -> Sums:
        (learned,) = self.players
        return gather(self.course, learned, seeds)


class Match(Work):
    """Games of two that are compared."""

    def __call__(self, seeds: range) -> list[float]:
        one, two = self.players
        return match(self.course, one, two, seeds)


def batches(first: int, games: int) -> Iterator[range]:
    for start in range(first, first + games, BATCH):
        yield range(start, min(start + BATCH, first + games))


def margins_of(hands: Crew, work: Match, first: int, games: int) -> list[float]:
    found: list[float] = []
    for margins in hands.each(work, batches(first, games)):
        found += margins
        say(f"match: {len(found)} of {games} deals", passing=True)
    return found


def say(text: str, *, passing: bool = False) -> None:
    """Print a line. A passing one is only shown on a terminal, until the next line."""
    if sys.stderr.isatty():
        print(f"\r\x1b[K{text}", end="" if passing else "\n", file=sys.stderr, flush=True)
    elif not passing:
        print(text, file=sys.stderr, flush=True)


def train(name: str, plan: Plan, hands: Crew) -> Learned:
    """Run all rounds and the final match. Sums are added in the order of games, so the result is always the same."""
    course = Course(plan)
    first = read(plan.begins_with) if plan.begins_with else Learned.nothing()
    kept = KEPT / f"{name}.npz"
    kept.parent.mkdir(parents=True, exist_ok=True)
    learned, begin, sums = first, 0, empty_sums(course)
    if kept.exists():
        held = np.load(kept)
        learned = Learned.from_json(json.loads(str(held["learned"])))
        begin, sums = int(held["round"]), Sums(held["matrix"], held["right"])
        say(f"{name}: continuing after round {begin}")
    for number in range(begin, plan.rounds):
        started = time.perf_counter()
        sums = Sums(sums.matrix * FADING, sums.right * FADING)
        games = batches(LEARNING + number * OF_ROUND, plan.games)
        for done, found in enumerate(hands.each(Gathering(plan, learned), games)):
            sums.add(found)
            say(f"{name}, round {number + 1}: {(done + 1) * BATCH} of {plan.games} games", passing=True)
        new = solved(course, learned, sums)
        mean, error = mean_and_error(
            margins_of(hands, Match(plan, new, learned), CHOOSING + number * OF_ROUND, plan.deals)
        )
        better = mean > -error
        say(
            f"{name}, round {number + 1}: {sums.positions} positions, "
            f"error {math.sqrt(sums.errors / sums.positions):.2f}, "
            f"new against old {mean:+.2f} ± {error:.2f}{'' if better else ', not taken'} "
            f"({time.perf_counter() - started:.0f} s)"
        )
        learned = new if better else learned
        text = json.dumps(learned.as_json())
        half = kept.with_suffix(".half.npz")  # whoever interrupts that finds the round before
        np.savez(half, learned=text, round=number + 1, matrix=sums.matrix, right=sums.right)
        half.replace(kept)
    mean, error = mean_and_error(margins_of(hands, Match(plan, learned, first), CONFIRMING, plan.deals))
    say(f"{name}, against the initial weights: {mean:+.2f} ± {error:.2f} over {plan.deals} deals")
    margin = {"margin over what it began with": [round(mean, 2), round(error, 2)]}
    learned.source = {"made by": "tools/train.py", **asdict(plan), **margin}
    kept.unlink()
    return learned


def main() -> None:
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("names", nargs="*", help=f"the weights to train: {', '.join(PLANS)}; by default all")
    parser.add_argument(
        "--processes", type=int, metavar="N", help="how many games at the same time; by default one for each core"
    )
    parser.add_argument("--ray", metavar="local|ADDRESS", help="play on Ray: local, auto or HOST:PORT, as 'aude arena'")
    asked = parser.parse_args()
    if asked.processes is not None and asked.processes < 1:
        parser.error(f"--processes {asked.processes}: at least one")
    for name in asked.names:
        if name not in PLANS:
            parser.error(f"there is no plan {name!r}; there are {', '.join(PLANS)}")
    try:
        with crew.make(asked.processes, asked.ray) as hands:
            for name in asked.names or PLANS:
                write(FOLDER / f"{name}.json", train(name, PLANS[name], hands))
                read.cache_clear()
    except AudeError as error:
        sys.exit(f"train: {error}")


if __name__ == "__main__":
    main()
