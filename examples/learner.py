"""A small learner that beats `greedy`: by self-play, it learns how far ahead a turn will leave it at the end.

    python examples/learner.py               # learns for a few minutes, then plays against greedy
    aude arena examples/learner.py greedy    # what it has learned plays in the arena, and everywhere else

It looks at everything that it can do in a turn (`ahead`) and chooses the best expectation: the lead that it would have
if the game ended now, which is all that `greedy` looks at, plus a number of points for everything that may still
change. These weights are learned by temporal differences, TD(λ), with least squares.
"""

from __future__ import annotations

import argparse
import json
import time
from collections import defaultdict
from pathlib import Path

import numpy as np

from aude import Game, Option, Unreadable
from aude.env.many import ManyGames
from aude.env.numbers import Ahead, Array, Numbers

LEARNED = Path("build/learner.json")  # the file of the weights; the curve is drawn beside it
LAMBDA = 0.8  # how much is learned from the final result, as opposed to the expectation a turn later
EXPLORED = 0.04  # the share of decisions that are made at random while learning
FADING = 0.7  # how much the games of a round still count after the next one
RIDGE = 100.0  # regularization: weights with little data change less
MOST_FREE = 7  # each figure in the supply, up to this many, has a weight of its own


# -- what is known of a table -----------------------------------------------------------------------------------------
class Judge:
    """Evaluates the end of a turn for the seat that has taken it."""

    def __init__(self, numbers: Numbers, weights: dict[str, float] | None = None) -> None:
        self.numbers = numbers
        facts, sums = list(numbers.fact_names), list(numbers.sum_names)
        seats = [f" {seat}" for seat in range(len(numbers.setup.players))]  # the first is the observer
        figures = [name for name in facts if name.startswith("supply 0 ")]
        held = [name for name in sums if " 0 " in name]
        nobodys = [name for name in sums if " nobody " in name]
        self.tiles = sum(Game(numbers.setup, deal=False).tiles_left.values())
        self.left = [at for at, name in enumerate(facts) if name.startswith("stack ")]
        self.points = [facts.index(f"points now{seat}") for seat in seats]
        self.supply = [[facts.index(name.replace(" 0", seat)) for name in figures] for seat in seats]
        self.held = [[sums.index(name.replace(" 0", seat)) for name in held] for seat in seats]
        self.nobodys = [sums.index(name) for name in nobodys]
        free = [f"{name} from {number}" for name in figures for number in range(1, MOST_FREE + 1)]
        self.names = [f"{name}, {when}" for when in ("early", "always") for name in ["tempo", *free, *held, *nobodys]]
        self.weights = np.array([(weights or {}).get(name, 0.0) for name in self.names])

    def look(self, ahead: Ahead) -> tuple[Array, Array]:
        """At each end: the lead if the game ended now, and features of what may still change it.

        Without weights, this plays like `greedy`. Features are 0 when no tile is left.
        """
        points = [ahead.facts[:, at].astype(float) for at in self.points]
        free = [(ahead.facts[:, at, None] >= range(1, MOST_FREE + 1)).reshape(len(points[0]), -1) for at in self.supply]
        held = [ahead.sums[:, at] for at in self.held]
        left = ahead.facts[:, self.left].sum(axis=1, keepdims=True) / self.tiles
        features = np.hstack([np.ones_like(left), lead(free), lead(held), ahead.sums[:, self.nobodys]])
        return lead(points), np.hstack([features * left, features * np.minimum(1, 6 * left)])


def lead(amounts: list[Array]) -> Array:
    """How much more the first seat has than the others on average."""
    return amounts[0] - sum(amount.astype(float) for amount in amounts[1:]) / (len(amounts) - 1)


def best(values: Array, ahead: Ahead) -> Array:
    """The row of the greatest value for each game."""
    last = np.flatnonzero(np.diff(ahead.game, append=ahead.game[-1] + 1))
    return np.lexsort((values, ahead.game))[last]


# -- learning ---------------------------------------------------------------------------------------------------------
class Learner:
    """Plays against itself, and fits the weights to the results."""

    def __init__(self, judge: Judge, games: ManyGames, seed: int) -> None:
        self.judge, self.games, self.random = judge, games, np.random.default_rng(seed)
        self.matrix, self.right = np.zeros((len(judge.names), len(judge.names))), np.zeros(len(judge.names))
        self.turns: dict[tuple[int, int], list[tuple[float, Array]]] = defaultdict(list)  # of each game and seat

    def round(self, count: int) -> None:
        """Play this many games, and learn from them."""
        self.matrix *= FADING
        self.right *= FADING
        until = self.games.finished + count
        while self.games.finished < until:
            self.step()
        known = self.judge.weights
        self.judge.weights = np.linalg.solve(self.matrix + RIDGE * np.eye(len(known)), self.right + RIDGE * known)

    def step(self) -> None:
        """Make a decision in each game: mostly the best one, with ties broken at random, sometimes a random one."""
        ahead = self.games.ahead()
        points, features = self.judge.look(ahead)
        explored = self.random.random(self.games.count) < EXPLORED
        luck = self.random.random(len(points)) * np.where(explored, 1e6, 1e-6)[ahead.game]
        rows = best(points + features @ self.judge.weights + luck, ahead)
        seats = self.games.actor.copy()
        self.games.step(ahead.action[rows])
        for game in np.flatnonzero(self.games.over | (self.games.actor != seats)).tolist():  # the turn is over
            self.turns[game, int(seats[game])].append((points[rows[game]], features[rows[game]].copy()))
        for game in np.flatnonzero(self.games.over).tolist():
            for seat in range(self.games.points.shape[1]):
                self.learn(self.turns.pop((game, seat), []), float(lead([*np.roll(self.games.points[game], -seat)])))

    def learn(self, turns: list[tuple[float, Array]], came: float) -> None:
        """Compare the features after a seat's turns with the final lead and with later expectations."""
        for points, features in reversed(turns):
            self.matrix += np.outer(features, features)
            self.right += features * (came - points)
            came = LAMBDA * came + (1 - LAMBDA) * (points + features @ self.judge.weights)


# -- playing ----------------------------------------------------------------------------------------------------------
def against_greedy(judge: Judge, decks: int, seed: int) -> Array:
    """The leads of the judge over `greedy` at the end: by deck, and by the seat that it had in the game."""
    found = []
    for seat in range(len(judge.points)):
        games = ManyGames(decks, judge.numbers.setup, seed=seed, planes=False)
        leads = np.full(decks, np.nan)
        while np.isnan(leads).any():
            ahead = games.ahead()
            points, features = judge.look(ahead)
            mine = ahead.action[best(points + features @ judge.weights, ahead)]
            games.step(np.where(games.actor == seat, mine, games.greedy()))
            ended = (games.over == 1) & np.isnan(leads)
            leads[ended] = lead([*np.roll(games.points, -seat, axis=1).T])[ended]
        found.append(leads)
    return np.transpose(found)


class Learned:
    """The bot. Anything that it has not learned about (another box) is worth nothing to it."""

    name = "learned"

    def __init__(self) -> None:
        if not LEARNED.exists():
            raise Unreadable(f"{LEARNED} is not there yet; learn first: python {__file__}")
        self.weights = json.loads(LEARNED.read_text(encoding="utf-8"))
        self.judge: Judge | None = None

    def choose(self, game: Game) -> Option:
        if self.judge is None or self.judge.numbers.setup != game.setup:
            self.judge = Judge(Numbers(game.setup), self.weights)
        ahead = self.judge.numbers.ahead(game)
        points, features = self.judge.look(ahead)
        row = int(np.argmax(points + features @ self.judge.weights))
        return self.judge.numbers.option(game, int(ahead.action[row]))


# -- the command ------------------------------------------------------------------------------------------------------
def summary(leads: Array) -> tuple[float, float, float]:
    """The mean lead, its standard error, and the share of games won. A deck counts once, with any number of seats."""
    decks = leads.mean(axis=1)
    won = (leads > 0).mean() + (leads == 0).mean() / 2
    return float(decks.mean()), float(decks.std(ddof=1) / len(decks) ** 0.5), float(won)


def curve(course: list[tuple[int, float, float]]) -> str:
    """How far ahead of `greedy` after so many games, with the standard error, as a picture in SVG."""
    low = min(0, *(mean - error for _, mean, error in course))
    high = max(10, *(mean + error for _, mean, error in course))

    def at(games: float, points: float) -> str:
        return f"{40 + 560 * games / course[-1][0]:.1f} {280 - 250 * (points - low) / (high - low):.1f}"

    lines = "".join(f"M{at(0, points)}h570" for points in range(0, int(high) + 1, 10))
    bars = "".join(f"M{at(games, mean - error)}L{at(games, mean + error)}" for games, mean, error in course)
    way = "L".join(at(games, mean) for games, mean, _ in course)
    says = [(at(0, points), "-20 4", str(points)) for points in range(0, int(high) + 1, 10)]
    says += [(at(games, low), "0 25", str(games)) for games, _, _ in course]
    says += [("325 328", "0 0", "games"), ("100 18", "0 0", "points ahead of greedy")]
    texts = [f'<text transform="translate({place}) translate({beside})">{said}</text>' for place, beside, said in says]
    return (
        '<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 640 340" '
        'font-family="sans-serif" font-size="13" text-anchor="middle">'
        "<title>How far the learner is ahead of greedy after so many games</title>"
        f'<path fill="#fff" d="M0 0h640v340H0z"/><path stroke="#ddd" d="{lines}"/>'
        f'<path stroke="#163b98" stroke-width="2" fill="none" d="{bars}M{way}"/>{"".join(texts)}</svg>\n'
    )


def main() -> None:
    """Learn, store the weights, and play a match with other decks."""
    parser = argparse.ArgumentParser(description="learn to beat greedy")
    parser.add_argument("--rounds", type=int, default=10, help="how often the weights are found anew")
    parser.add_argument("--games", type=int, default=200, help="in each round")
    parser.add_argument("--decks", type=int, default=200, help="of the match at the end, each played from both seats")
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--out", type=Path, default=LEARNED)
    asked = parser.parse_args()
    games = ManyGames(64, seed=asked.seed, planes=False)
    judge = Judge(games.numbers)
    learner = Learner(judge, games, asked.seed)
    begun, course = time.monotonic(), []
    for number in range(asked.rounds + 1):
        if number:
            learner.round(asked.games)
        mean, error, won = summary(against_greedy(judge, max(2, asked.decks // 4), seed=1_000_000))
        course.append((number * asked.games, mean, error))
        print(
            f"{course[-1][0]:5} games, {time.monotonic() - begun:4.0f} s: {mean:+5.1f} ± {error:.1f}, {won:.0%} won",
            flush=True,
        )
    asked.out.parent.mkdir(parents=True, exist_ok=True)
    learned = {name: round(float(weight), 3) for name, weight in zip(judge.names, judge.weights, strict=True)}
    asked.out.write_text(json.dumps(learned, indent=1) + "\n", encoding="utf-8")
    asked.out.with_suffix(".svg").write_text(curve(course), encoding="utf-8")
    mean, error, won = summary(against_greedy(judge, asked.decks, seed=2_000_000))
    print(f"learned : greedy   {mean:+.1f} ± {error:.1f} points, {won:.1%} of {2 * asked.decks} games won")


if __name__ == "__main__":
    main()
