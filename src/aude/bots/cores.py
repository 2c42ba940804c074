"""Search on several cores: other processes search the same position with other tiles, and the results are added up."""

from __future__ import annotations

import pickle
import weakref
from collections.abc import Iterable
from concurrent.futures import Future, ProcessPoolExecutor, wait
from dataclasses import dataclass
from multiprocessing import get_context

from aude.engine.rng import Random
from aude.game.game import GameCore
from aude.think.search import TRUST, Candidate, Limits, Search
from aude.think.turns import Thinker

GRACE = 0.02  # how much longer to wait for other processes, as a share of the time; those still starting do not count


@dataclass(frozen=True)
class Effort:
    """How long to think about a tile, in seconds or simulations, and on how many cores."""

    seconds: float
    simulations: int = 0
    cores: int = 1


@dataclass
class Found:
    """The results for one candidate: its option, the answer to the figure step, and the simulated leads."""

    code: int
    figure: int
    opinion: float
    total: float
    simulations: int

    @property
    def worth(self) -> float:
        """The expected lead, which combines the simulations with the evaluation."""
        return (self.total + TRUST * self.opinion) / (self.simulations + TRUST)


def found_of(candidates: Iterable[Candidate]) -> list[Found]:
    """Candidates as picklable values."""
    return [
        Found(int(one.code), int(one.figure), float(one.opinion), float(one.total), int(one.simulations))
        for one in candidates
    ]


def best_of(searches: Iterable[list[Found]]) -> Found:
    """The best candidate of several searches of one position, ignoring those that were dropped early everywhere."""
    together: dict[tuple[int, int], Found] = {}
    for found in searches:
        for one in found:
            known = together.setdefault((one.code, one.figure), Found(one.code, one.figure, one.opinion, 0.0, 0))
            known.total += one.total
            known.simulations += one.simulations
    most = max(one.simulations for one in together.values())
    return max((one for one in together.values() if 2 * one.simulations >= most), key=lambda one: one.worth)


class Cores:
    """Other processes that search. They end with the bot that owns them."""

    def __init__(self, number: int) -> None:
        self.number = number
        self._pool = ProcessPoolExecutor(number, mp_context=get_context("spawn"))
        weakref.finalize(self, self._pool.shutdown, wait=False, cancel_futures=True)

    def begin(
        self, game: GameCore, seeds: list[int], effort: Effort, width: int, turns: int
    ) -> list[Future[list[Found]]]:
        """Start a search in each process, each with its own seed."""
        packed = pickle.dumps(game.copy())
        return [self._pool.submit(_search, packed, seed, effort, width, turns) for seed in seeds]

    def collect(self, begun: list[Future[list[Found]]], effort: Effort) -> list[list[Found]]:
        """Collect the results: with a time limit, only of those that are done; otherwise, wait for all."""
        done, late = wait(begun, None if effort.simulations else GRACE * effort.seconds)
        for future in late:
            future.cancel()
        return [future.result() for future in begun if future in done]


def _search(packed: bytes, seed: int, effort: Effort, width: int, turns: int) -> list[Found]:
    from aude.bots.thinking import thinker_for  # which imports this module

    game: GameCore = pickle.loads(packed)
    thinker: Thinker = thinker_for(game, Random(seed))
    limits = Limits(effort.seconds, effort.simulations, width, turns)
    return found_of(Search(thinker, Random(seed)).think(game.state.copy(), limits))
