"""Search: simulates the best candidates of the evaluation with the same tiles, and repeatedly drops the worse half.

A simulation draws tiles in a random order, lets every seat play its best turns by the evaluation, and evaluates the
position a few turns later. All candidates get the same orders, so luck cancels out. The real order cannot be seen,
because a state has none.
"""

from __future__ import annotations

import time
from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.greedy import candidates, remember
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.state import State
from aude.engine.types import Code, Seat
from aude.think.endings import expected
from aude.think.turns import Thinker, Turn, is_placement

EXACT: Final[i64] = 2  # with this many tiles left in the bag, the search is exact
SEED_BITS: Final = 30
STRIDE: Final = 0.6180339887498949  # the golden ratio: the fractional parts of its multiples are evenly distributed
FORGET: Final = 0.9  # how slowly the time of a long turn is forgotten
LEAST_ORDERS: Final = 6.0  # with a time limit, simulations are shortened to allow this many orders of tiles,
LEAST_TURNS: Final[i64] = 2  # but not to fewer turns than this,
LEAST_WIDTH: Final[i64] = 8  # and only after the number of candidates has been reduced to this
GUESSES: Final[i64] = 4  # attempts to find another option if the evaluation cannot distinguish them
TRUST: Final = 8.0  # the evaluation counts as much as this many simulations


@final
class Limits:
    """How much to think: a time in seconds or, if `simulations` is set, this many simulations."""

    def __init__(self, seconds: float, simulations: i64 = 0, width: i64 = 12, turns: i64 = 9) -> None:
        self.seconds = seconds
        self.simulations = simulations
        self.width = width  # the number of candidates, if there is time
        self.turns = turns  # the number of turns in a simulation, if there is time


@final
class Candidate:
    """An option with its results. A placement includes an answer to the figure step."""

    def __init__(self, code: Code, figure: Code, value: float) -> None:
        self.code = code
        self.figure = figure
        self.opinion = value  # the lead by the evaluation alone
        self.value = value  # at first the same, later the lead found by simulations
        self.total = 0.0
        self.simulations: i64 = 0
        self.after: State | None = None


@final
class Search:
    """Chooses for any seat by simulations."""

    def __init__(self, thinker: Thinker, random: Random) -> None:
        self.thinker = thinker
        self.evaluation = thinker.evaluation
        self.random = random
        self.simulations: i64 = 0  # the total number
        self.deadline = 0.0  # 0: none
        self.longest = 0.0  # how long a turn may take, estimated from recent ones
        self.found = 0.0  # the result of the last simulation
        self.spread = 0.0  # the place in the stack, from 0 to 1, where the next simulation begins to draw

    def think(self, state: State, limits: Limits) -> list[Candidate]:
        """The candidates for the open question, the best first. Does not change the state."""
        begun = time.perf_counter()
        seat = state.actor
        width = limits.width
        if limits.simulations:
            width = max(2, min(width, limits.simulations // 2))
        found = self._candidates(state, width)
        if len(found) == 1:
            return found
        for candidate in found:
            candidate.after = self._after(state, candidate)
        if state.bag_size <= EXACT and state.rules.figure_follows_tile:
            for candidate in found:
                candidate.value = expected(self.thinker, _state_of(candidate).copy(), seat)
            return _best_first(found)
        self._halve(state, found, limits, begun)
        return _best_first(found)

    def _candidates(self, state: State, width: i64) -> list[Candidate]:
        """The best options by the evaluation, the best first."""
        thinker = self.thinker
        remember(state)
        self.evaluation.begin(state)
        if is_placement(state):
            return [Candidate(turn.place, turn.figure, turn.value) for turn in thinker.turns(state, width)]
        found: list[Candidate] = []
        step = state.rules.program[state.step]
        if step.is_blind(state):
            return self._guesses(state, width)
        options = candidates(state, self.random)
        if len(options) == 1:
            return [Candidate(options[0], -1, 0.0)]
        for option in options:
            found.append(Candidate(option, -1, thinker.value_of(state, option)))
        return _best_first(found)[:width]

    def _guesses(self, state: State, width: i64) -> list[Candidate]:
        """Some options of a step that has no immediate effect (bids, aims), to be judged by simulations."""
        found: list[Candidate] = []
        codes = vec[i64]()
        step = state.rules.program[state.step]
        tries = GUESSES * width
        while tries and len(codes) < width:
            tries -= 1
            code = step.sample(state, self.random)
            if code not in codes:
                codes = append(codes, code)
                found.append(Candidate(code, -1, 0.0))
        return found

    def _after(self, state: State, candidate: Candidate) -> State:
        after = state.copy()
        if is_placement(state):
            self.thinker.play(after, Turn(candidate.code, candidate.figure, 0.0))
        else:
            after.play(candidate.code)
        return after

    def _halve(self, state: State, found: list[Candidate], limits: Limits, begun: float) -> None:
        """Simulate all candidates, then the better half of them, and so on, in rounds of equal cost."""
        seat = state.actor
        alive = found[:]
        turns = limits.turns
        self.deadline = 0.0
        if not limits.simulations:
            self.deadline = begun + limits.seconds
            one = max(time.perf_counter() - begun, 1e-6)  # finding the candidates took about as long as one turn does
            in_time = min(limits.seconds / (LEAST_ORDERS * one), 100000.0)  # turns of one order
            most = max(LEAST_WIDTH, i64(in_time) // turns)
            alive = alive[:most]
            turns = max(LEAST_TURNS, min(turns, i64(in_time) // len(alive)))
        rounds: i64 = 0
        while (1 << rounds) < len(alive):
            rounds += 1
        self.spread = float(self.random.below(1 << SEED_BITS)) / float(1 << SEED_BITS)
        left = limits.simulations
        for number in range(rounds):
            until = begun + limits.seconds * float(number + 1) / float(rounds)
            share = max(1, left // ((rounds - number) * len(alive)))
            left -= share * len(alive)
            done: i64 = 0
            while done < share if limits.simulations else time.perf_counter() < until:
                if not self._compare(state, alive, seat, turns):
                    break
                done += 1
            alive = _best_first(alive)
            alive = alive[: (len(alive) + 1) // 2]

    def _compare(self, state: State, alive: list[Candidate], seat: Seat, turns: i64) -> bool:
        """Simulate each candidate once with the same tiles. Returns False if there was no time for all of them."""
        order = self._order(state)
        seed = self.random.word() & ((1 << SEED_BITS) - 1)
        leads: list[float] = []
        for candidate in alive:
            after = _state_of(candidate).copy()
            if not self._simulate(after, order, Random(seed), seat, turns):
                return False
            leads.append(self.found)
        for k in range(len(alive)):
            candidate = alive[k]
            candidate.total += leads[k]
            candidate.simulations += 1
            candidate.value = candidate.total / float(candidate.simulations)
        return True

    def _order(self, state: State) -> vec[i64]:
        """The remaining tiles in a random order; the first tiles of many such orders are evenly distributed."""
        order = shuffled(state, self.random)
        self.spread += STRIDE
        if self.spread >= 1.0:
            self.spread -= 1.0
        ends = append(state.rules.earlier_stacks[:], len(state.bag))
        last: i64 = 0  # of the tiles that can be drawn next
        for end in ends:
            for tile in range(end):
                last += state.bag[tile]
            if last:
                break
        if not last:
            return order
        left = i64(self.spread * float(last))
        tile = 0
        while left >= state.bag[tile]:
            left -= state.bag[tile]
            tile += 1
        for k in range(len(order)):
            if order[k] == tile:
                order[k] = order[0]
                order[0] = tile
                break
        return order

    def _is_late(self, begun: float) -> bool:
        """Whether there is no time for another turn, after one that began at this time."""
        if self.deadline == 0.0:
            return False
        now = time.perf_counter()
        self.longest = max(now - begun, self.longest * FORGET)
        return now + self.longest > self.deadline

    def _simulate(self, state: State, order: vec[i64], random: Random, seat: Seat, turns: i64) -> bool:
        """Set `found` to the lead of the seat after this many turns with this order. Returns False if it is too late.

        Changes the state.
        """
        self.simulations += 1
        thinker = self.thinker
        program = state.rules.program
        at: i64 = 0
        begun = time.perf_counter()
        while state.actor != NOBODY:
            if state.actor == CHANCE:
                if state.step == state.rules.draw_step:
                    while at < len(order) and not state.bag[order[at]]:
                        at += 1
                    if at < len(order):
                        state.play(order[at])
                        at += 1
                        continue
                state.play(program[state.step].sample(state, random))
                continue
            if not is_placement(state):
                state.play(thinker.choose(state))
                continue
            if self._is_late(begun):
                return False
            begun = time.perf_counter()
            remember(state)
            self.evaluation.begin(state)
            turn = thinker.best_turn(state)
            turns -= 1
            if turns == 0 and state.rules.seats == 2:
                self.found = turn.value if state.actor == seat else -turn.value
                return True
            thinker.play(state, turn)
            if turns <= 0:
                break
        self.evaluation.begin(state)
        self.evaluation.evaluate(state)
        self.found = self.evaluation.lead(seat)
        return True


def shuffled(state: State, random: Random) -> vec[i64]:
    """The remaining tiles in a random order, those of an earlier stack first."""
    order = vec[i64](capacity=state.bag_size)
    first: i64 = 0
    tile: i64 = 0
    ends = append(state.rules.earlier_stacks[:], len(state.bag))
    for end in ends:
        while tile < end:
            for _copy in range(state.bag[tile]):
                order = append(order, tile)
            tile += 1
        last: i64 = len(order) - 1
        while last > first:
            other = first + random.below(last - first + 1)
            swapped = order[other]
            order[other] = order[last]
            order[last] = swapped
            last -= 1
        first = len(order)
    return order


def _state_of(candidate: Candidate) -> State:
    assert candidate.after is not None
    return candidate.after


def _worth(candidate: Candidate) -> float:
    """The value by which candidates with the same number of simulations are compared."""
    if not candidate.simulations:
        return candidate.value
    return candidate.total + TRUST * candidate.opinion


def _best_first(found: list[Candidate]) -> list[Candidate]:
    """Sort by simulations and value: candidates that were dropped early come last."""
    found = sorted(found, key=_worth, reverse=True)
    return sorted(found, key=_stayed, reverse=True)


def _stayed(candidate: Candidate) -> int:
    return candidate.simulations
