"""Finds puzzles in games: positions in which one turn is clearly the best, and not the obvious one.

A puzzle consists of the record of a game up to the moment when a tile has been drawn, the answer, and the reasons.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from itertools import islice
from typing import Any, TypeVar

from aude.bots.thinking import Master
from aude.engine.greedy import greedy_choice
from aude.engine.rng import Random
from aude.formats.record import read, write
from aude.game.game import GameCore
from aude.study.judge import Judge, Judged
from aude.study.lines import Codes, codes_played, state_after
from aude.study.reasons import AHEAD, Explanation, Reason
from aude.study.report import why_to_json
from aude.study.review import decisions_of, nothing
from aude.think.turns import is_figure, is_placement

G = TypeVar("G", bound=GameCore)

VERSION = 1
GAP = 2.0  # the least number of points by which the best turn must be better than any other
SURE = 3.0  # the least number of standard errors of that
HOPE = 0.5  # the share of both that is enough in the first search
FIRST, CLOSER = 120, 1200  # simulations of the first search, and of the one that confirms the answer, as in `master`
RIVALS = 5  # turns that the best is compared with closely
SHARE = 6  # each of them is simulated once per this many simulations of the closer search
EXPLAINED = 0.5  # the largest share of the difference that may depend on "how the next turns go"
ANEW = 2  # the seed for checking a puzzle again
EARLY = 6  # an intermediate search has this many times fewer simulations, and rejects most positions


@dataclass(frozen=True)
class Puzzle:
    """A position, the best turn in it, and why that is better than the next best."""

    record: str
    """The game up to the position."""
    seat: str
    answer: tuple[str, ...]
    """The best turn, as records write it."""
    next_best: tuple[str, ...]
    obvious: tuple[tuple[str, ...], ...]
    """What comes to mind first: the best by points alone, and by the position after the turn."""
    gap: float
    """How much better the best is than the next best, in expected points,"""
    error: float
    """and the standard error of that."""
    simulations: int
    why: Explanation

    def to_json(self) -> dict[str, Any]:
        """The puzzle as JSON data, a line of a file of puzzles (docs/review.md)."""
        return {
            "puzzle": VERSION,
            "seat": self.seat,
            "answer": list(self.answer),
            "next_best": list(self.next_best),
            "obvious": [list(turn) for turn in self.obvious],
            "gap": self.gap,
            "error": self.error,
            "simulations": self.simulations,
            "why": why_to_json(self.why),
            "record": self.record,
        }

    @classmethod
    def from_json(cls, facts: Mapping[str, Any]) -> Puzzle:
        """The puzzle in data written by `to_json`."""
        reasons = tuple(Reason.from_json(one) for one in facts["why"]["reasons"])
        return cls(
            record=facts["record"],
            seat=facts["seat"],
            answer=tuple(facts["answer"]),
            next_best=tuple(facts["next_best"]),
            obvious=tuple(tuple(turn) for turn in facts["obvious"]),
            gap=facts["gap"],
            error=facts["error"],
            simulations=facts["simulations"],
            why=Explanation(facts["seat"], facts["why"]["difference"], reasons),
        )

    def game(self, make: type[G]) -> G:
        """The position, as a game that can be continued."""
        return read(self.record, make=make)


@dataclass(frozen=True)
class Demands:
    """What makes a position a puzzle, and how thoroughly it is searched."""

    gap: float = GAP
    first: int = FIRST
    closer: int = CLOSER


def puzzles(game: GameCore, demands: Demands, progress: Callable[[int], None] = nothing) -> Iterator[Puzzle]:
    """The puzzles in a game, in order. `progress` is called with the number of moves that have been searched."""
    first, master = Judge(game), Judge(game, width=Master.width, turns=Master.turns)
    for number, state in decisions_of(game):
        progress(number)
        if is_placement(state):
            found = _puzzle(first, master, game.at(number), demands)
            if found is not None:
                yield found
    progress(len(game.moves))


def _puzzle(first: Judge, judge: Judge, game: GameCore, demands: Demands) -> Puzzle | None:
    """The puzzle at this position, if there is one."""
    obvious = first_thoughts(judge, game)
    best = first.best(game, demands.first, obvious)
    if best[0].codes in obvious or len(best) < 2 or best[0].above(best[1])[0] < demands.gap * HOPE:
        return None
    early = judge.best(game, demands.closer // EARLY, obvious)
    if early[0].codes != best[0].codes or early[0].above(early[1])[0] < demands.gap * HOPE:
        return None
    closer = judge.best(game, demands.closer, obvious)
    if closer[0].codes != best[0].codes or not _is_clear(closer, demands.gap):
        return None
    return _compared(judge, game, [one.codes for one in closer], obvious, demands)


def looked_at_again(puzzle: Puzzle, demands: Demands) -> Puzzle | None:
    """Check a puzzle with other orders of tiles, and renew its reasons with the current evaluation."""
    game = read(puzzle.record, make=GameCore)
    judge = Judge(game, ANEW, Master.width, Master.turns)
    obvious = first_thoughts(judge, game)
    answer, next_best = (codes_played(game, turn) for turn in (puzzle.answer, puzzle.next_best))
    return None if answer in obvious else _compared(judge, game, [answer, next_best, *obvious], obvious, demands)


def _compared(
    judge: Judge, game: GameCore, answers: list[Codes], obvious: tuple[Codes, ...], demands: Demands
) -> Puzzle | None:
    """The puzzle with the first of these answers, if that is clearly better than the next best."""
    answers = list(dict.fromkeys([*answers, *judge.by_evaluation(game.state.copy())]))[: RIVALS + 1]
    found = judge.compared(game, answers, demands.closer // SHARE)
    if found[0].codes != answers[0] or not _is_clear(found, demands.gap):
        return None
    why = judge.why(game, found[0], found[1])
    if unexplained(why) > EXPLAINED * why.difference:
        return None
    gap, error = found[0].above(found[1])
    lines = {codes: judge.line(game, codes).texts for codes in (*answers, *obvious)}
    return Puzzle(
        record=write(game),
        seat=str(game.actor),
        answer=lines[found[0].codes],
        next_best=lines[found[1].codes],
        obvious=tuple(dict.fromkeys(lines[codes] for codes in obvious)),
        gap=gap,
        error=error,
        simulations=demands.closer,
        why=why,
    )


def unexplained(why: Explanation) -> float:
    """How many points depend on how the next turns go, without a reason that can be named."""
    return sum(abs(one.points) for one in why.reasons if one.kind == AHEAD and one.spot is None and not one.name)


def _is_clear(found: list[Judged], gap: float) -> bool:
    """Whether the first is better than the second by at least this gap, with certainty."""
    difference, error = found[0].above(found[1])
    return difference >= gap and difference >= SURE * error


def first_thoughts(judge: Judge, game: GameCore) -> tuple[Codes, ...]:
    """The obvious turns: the greediest, and the best by the evaluation."""
    state = game.state.copy()
    random = Random(1)
    place = int(greedy_choice(state, random))
    after = state_after(state, (place,))
    greedy: Codes = (place,)
    if is_figure(after, state.actor):
        greedy = (place, int(greedy_choice(after, random)))
    return tuple(dict.fromkeys([greedy, *islice(judge.by_evaluation(game.state.copy()), 1)]))
