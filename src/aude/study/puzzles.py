"""Puzzles from games: positions in which one turn is clearly the best, and not the one that comes to mind first.

A puzzle is data: the record of a game up to the moment when a tile is drawn, what to answer, and why.
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
GAP = 2.0  # points by which the best is better than anything else
SURE = 3.0  # standard errors of that
HOPE = 0.5  # of that is enough at first sight
FIRST, CLOSER = 120, 1200  # simulations of a search: to find what may be a puzzle, and, as `master` does, to make sure
RIVALS = 5  # turns with which the best is compared closely
SHARE = 6  # of the simulations of the closer search, so many make one for each of them
EXPLAINED = 0.5  # no more of the difference than this share of it may be left to "how the next turns go"
ANEW = 2  # the seed for looking at a puzzle once more
EARLY = 6  # before the closer search comes one with so many times fewer simulations: most positions end there


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
        """A puzzle from what `to_json` has made of it."""
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
        """The position, to be played on."""
        return read(self.record, make=make)


@dataclass(frozen=True)
class Demands:
    """What makes a position a puzzle, and how closely it is looked at."""

    gap: float = GAP
    first: int = FIRST
    closer: int = CLOSER


def puzzles(game: GameCore, demands: Demands, progress: Callable[[int], None] = nothing) -> Iterator[Puzzle]:
    """The puzzles in a game, in its order. `progress` is told how many moves have been looked at."""
    first, master = Judge(game), Judge(game, width=Master.width, turns=Master.turns)
    for number, state in decisions_of(game):
        progress(number)
        if is_placement(state):
            found = _puzzle(first, master, game.at(number), demands)
            if found is not None:
                yield found
    progress(len(game.moves))


def _puzzle(first: Judge, judge: Judge, game: GameCore, demands: Demands) -> Puzzle | None:
    """The puzzle that a position is, if it is one."""
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
    """The puzzle, if other orders of tiles say the same of it; with its reasons by the evaluation as it is now."""
    game = read(puzzle.record, make=GameCore)
    judge = Judge(game, ANEW, Master.width, Master.turns)
    obvious = first_thoughts(judge, game)
    answer, next_best = (codes_played(game, turn) for turn in (puzzle.answer, puzzle.next_best))
    return None if answer in obvious else _compared(judge, game, [answer, next_best, *obvious], obvious, demands)


def _compared(
    judge: Judge, game: GameCore, answers: list[Codes], obvious: tuple[Codes, ...], demands: Demands
) -> Puzzle | None:
    """The puzzle with the first of these answers, if that is clearly better than whatever comes near it."""
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
    """How many points are left to how the next turns go, and to nothing that has a name."""
    return sum(abs(one.points) for one in why.reasons if one.kind == AHEAD and one.spot is None and not one.name)


def _is_clear(found: list[Judged], gap: float) -> bool:
    """Whether the first is better than the second by so much, and surely so."""
    difference, error = found[0].above(found[1])
    return difference >= gap and difference >= SURE * error


def first_thoughts(judge: Judge, game: GameCore) -> tuple[Codes, ...]:
    """The turns that come to mind first: the greediest, and the best by the position after it."""
    state = game.state.copy()
    random = Random(1)
    place = int(greedy_choice(state, random))
    after = state_after(state, (place,))
    greedy: Codes = (place,)
    if is_figure(after, state.actor):
        greedy = (place, int(greedy_choice(after, random)))
    return tuple(dict.fromkeys([greedy, *islice(judge.by_evaluation(game.state.copy()), 1)]))
