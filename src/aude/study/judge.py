"""Finds the best way to continue, and by how much: a search, followed by a closer comparison of the best few."""

from __future__ import annotations

from collections.abc import Sequence
from dataclasses import dataclass
from math import sqrt
from statistics import fmean, stdev

from aude.bots.thinking import evaluation_for
from aude.bots.weights import suitable
from aude.engine.greedy import candidates
from aude.engine.rng import Random
from aude.engine.state import State
from aude.game.game import GameCore
from aude.study.ahead import End, end_of
from aude.study.lines import Codes, Line, codes_of, line_of, ready, state_after, turn_codes
from aude.study.reasons import Explanation, explain
from aude.think.duel import duel, seeds_for
from aude.think.endings import expected
from aude.think.search import EXACT, Limits, Search
from aude.think.turns import Thinker, is_placement

WIDTH = 8  # how many answers a search begins with, by default
TURNS = 4  # how many turns a simulation continues, by default
CLOSER = 3  # how many of the best are compared more closely
SHARE = 6  # the closer comparison simulates each of them once per this many simulations of the search
FEWEST, MOST = 24, 480  # simulations of a search: fewer are useless, more are not worth their time
MIDDLE = 120  # segments on the table in the middle of a game without boxes
ANEW = 3.5  # how much longer it takes if positions have to be evaluated from scratch after a tile


def effort(state: State) -> float:
    """About how long thinking takes in this position, compared with the middle of a game without boxes.

    It grows with what lies on the table; and if boxes have effects after a tile, everything is evaluated from scratch.
    """
    return max(0.3, int(state.nodes) / MIDDLE) * (1.0 if state.rules.figure_follows_tile else ANEW)


def affordable(state: State, units: float) -> int:
    """How many simulations of a search this many units of effort allow; 0 if there would be too few."""
    number = int(units / effort(state))
    return min(number, MOST) if number >= FEWEST else 0


@dataclass(frozen=True)
class Judged:
    """An answer and its expected lead for each order of tiles that was tried."""

    codes: Codes
    leads: tuple[float, ...]
    seeds: tuple[int, ...] = ()
    """Of these orders of tiles, if they were played on."""

    @property
    def value(self) -> float:
        """The lead that its seat can expect."""
        return fmean(self.leads)

    def above(self, other: Judged) -> tuple[float, float]:
        """How much better it is than another, with the standard error; the same tiles cancel out the luck."""
        differences = [mine - theirs for mine, theirs in zip(self.leads, other.leads, strict=True)]
        error = stdev(differences) / sqrt(len(differences)) if len(differences) > 1 else 0.0
        return fmean(differences), error


class Judge:
    """Judges answers to questions in games with one set-up. The same seed gives the same results."""

    def __init__(self, game: GameCore, seed: int = 1, width: int = WIDTH, turns: int = TURNS) -> None:
        self.random = Random(seed)
        self.width = width
        self.turns = turns
        self.thinker = Thinker(evaluation_for(game.rules, suitable(game.setup)), self.random)

    def best(self, game: GameCore, simulations: int, also: tuple[Codes, ...] = ()) -> list[Judged]:
        """The best answers and those in `also`, best first. Without simulations, by the evaluation."""
        state = ready(game.state)
        if simulations:
            limits = Limits(0.0, simulations, self.width, self.turns)
            found = [codes_of(state, one) for one in Search(self.thinker, self.random).think(state, limits)]
        else:
            found = self.by_evaluation(state)
        return self.compared(game, list(dict.fromkeys([*found[:CLOSER], *also])), simulations // SHARE)

    def by_evaluation(self, state: State) -> list[Codes]:
        """The best answers by the evaluation of the position after them."""
        self.thinker.evaluation.begin(state)
        if is_placement(state):
            turns = self.thinker.turns(state, self.width)
            return [turn_codes(state, int(turn.place), int(turn.figure)) for turn in turns]
        found = {int(code): float(self.thinker.value_of(state, code)) for code in candidates(state, self.random)}
        return [(code,) for code in sorted(found, key=lambda code: -found[code])]

    def compared(self, game: GameCore, answers: list[Codes], times: int) -> list[Judged]:
        """These answers, best first: simulated this many times or, for 0 times, judged by the evaluation."""
        state = game.state
        seat = state.actor
        seeds: list[int] = []
        if not times:
            leads = [[self.lead(self.line(game, codes).game.state, seat)] for codes in answers]
        elif state.bag_size <= EXACT and state.rules.figure_follows_tile:
            leads = [[float(expected(self.thinker, state_after(ready(state), codes), seat))] for codes in answers]
        else:
            states = [state_after(ready(state), codes) for codes in answers]
            seeds = seeds_for(times, self.random)
            leads = duel(self.thinker, states, seat, self.turns, seeds)
        found = [Judged(codes, tuple(each), tuple(seeds)) for codes, each in zip(answers, leads, strict=True)]
        return sorted(found, key=lambda one: -one.value)

    def lead(self, state: State, seat: int) -> float:
        """The lead that a seat can expect, by the evaluation."""
        self.thinker.evaluation.begin(state)
        self.thinker.evaluation.evaluate(state)
        return float(self.thinker.evaluation.lead(seat))

    def line(self, game: GameCore, codes: Codes) -> Line:
        """Carry out an answer."""
        return line_of(self.thinker, game, codes)

    def why(self, game: GameCore, one: Judged, other: Judged) -> Explanation:
        """Why the one answer is better than the other."""
        seat = game.actor
        assert seat is not None
        lines = (self.line(game, one.codes), self.line(game, other.codes))
        ends = (self._ends(game, one), self._ends(game, other))
        return explain(self.thinker.evaluation, *lines, seat, one.above(other)[0], ends)

    def _ends(self, game: GameCore, judged: Judged) -> Sequence[End]:
        """The ends of the games in which an answer was simulated, which are played once more."""
        state = ready(game.state)
        return [end_of(self.thinker, state.copy(), judged.codes, self.turns, seed) for seed in judged.seeds]
