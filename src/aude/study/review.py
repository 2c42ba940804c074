"""Reviews a game: what the best choices would have been, what was lost by others, and what was luck.

Decisions are judged by a search (`aude.study.judge`), draws by the evaluation (`aude.study.chance`). The effort for a
decision depends only on the game, so a review gives the same result on every machine.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator
from dataclasses import dataclass, field

from aude.engine.history import listed
from aude.engine.rules import CHANCE, INTERRUPT
from aude.engine.state import State
from aude.game.game import GameCore
from aude.study.chance import ALL, expected_points, leads, outcomes, points_after
from aude.study.judge import Judge, affordable, effort
from aude.study.lines import Codes, played_codes
from aude.study.reasons import Explanation
from aude.think.turns import is_placement

SEARCHING = 36_000.0  # units of effort (see `aude.study.judge.effort`) for the decisions of a whole game,
DRAWING = 100_000.0  # and for its draws
FEWEST_DRAWS = 8  # the least number of outcomes to consider for a draw
MANY_OUTCOMES = 5_000  # if there are more, it is not a draw but a measurement
TURNING = 2.0  # points by which a turning point changes the expected difference, at least
MOST_TURNING = 6


@dataclass(frozen=True)
class Drawn:
    """A draw."""

    number: int
    """Which move of the game it was, from 1."""
    seat: str
    """Whose turn it was."""
    action: str
    luck: float
    """What it was worth to that seat, compared with all that could have happened."""
    leads: tuple[float, ...]
    """How far each seat could expect to be ahead of the others at the end, before it."""


@dataclass(frozen=True)
class Decided:
    """A decision: a tile with its figure, or the answer to another question."""

    number: int
    """Which move of the game it was, from 1; a tile with its figure is two moves."""
    seat: str
    played: tuple[str, ...]
    best: tuple[str, ...]
    """The best that was found; the same as `played` if that was it."""
    codes: tuple[Codes, Codes]
    """Both as codes: what was played, and the best."""
    lead: float
    """What the seat can expect to be ahead at the end after what it played."""
    loss: float
    """How much better the best would have been; 0 if that is not certain."""
    error: float
    """The standard error of the loss."""
    why: Explanation | None = None
    """Why the best is better than what was played."""


@dataclass(frozen=True)
class Review:
    """A whole game, reviewed."""

    game: GameCore
    simulations: tuple[int, int]
    """The fewest and the most simulations of a search."""
    draws: tuple[Drawn, ...]
    decisions: tuple[Decided, ...]
    course: tuple[tuple[int, tuple[float, ...]], ...]
    """After so many moves: how far each seat could expect to be ahead of the others at the end, or then was."""
    sampled: bool
    """Whether there were draws with so many outcomes that not all of them were looked at."""

    def _repr_html_(self) -> str:
        from aude.study.notebook import review_part

        return review_part(self)

    def luck(self, seat: str) -> float:
        """What the draws in a seat's turns were worth to it."""
        return sum(draw.luck for draw in self.draws if draw.seat == seat)

    def loss(self, seat: str) -> float:
        """How many points a seat has lost by its decisions."""
        return sum(decision.loss for decision in self.decisions if decision.seat == seat)

    @property
    def turning_points(self) -> list[Drawn | Decided]:
        """The largest losses and the draws with the largest effect, in the order of the game."""
        found: list[Drawn | Decided] = [*self.draws, *self.decisions]
        great = sorted((one for one in found if weight(one) >= TURNING), key=weight, reverse=True)
        return sorted(great[:MOST_TURNING], key=lambda one: one.number)


def weight(one: Drawn | Decided) -> float:
    """By how much a decision or a draw changed the expected difference."""
    return abs(one.luck) if isinstance(one, Drawn) else one.loss


def nothing(done: int) -> None:
    """Ignore progress."""


def review(game: GameCore, simulations: int | None = None, progress: Callable[[int], None] = nothing) -> Review:
    """Review a game, finished or not, with this many `simulations` per decision, or as many as the effort allows.

    `progress` is called with the number of moves that have been reviewed.
    """
    return _Reviewer(game, simulations, progress).review()


@dataclass
class _Reviewer:
    game: GameCore
    simulations: int | None
    progress: Callable[[int], None]
    made: list[int] = field(default_factory=list)  # simulations of each search
    sampled: bool = False

    def review(self) -> Review:
        game = self.game
        judge = Judge(game)
        draws: list[Drawn] = []
        decisions: list[Decided] = []
        course: list[tuple[int, tuple[float, ...]]] = []
        walk = game.at(0)
        numbers = {number for number, _ in decisions_of(game)}
        for number, move in enumerate(game.moves):
            state = walk.state
            if state.actor == CHANCE and move.code < INTERRUPT:
                drawn = self._drawn(judge, walk, number)
                if drawn is not None:
                    draws.append(drawn)
                    course.append((number, drawn.leads))
            elif number in numbers:
                decisions.append(self._decided(judge, walk, number, len(numbers)))
            walk._apply(move.seat, move.code, move.choice, move.which)
            self.progress(number + 1)
        if game.over:
            course.append((len(game.moves), leads(tuple(map(float, game.scores.values())))))
        made = self.made or [0]
        return Review(game, (min(made), max(made)), tuple(draws), tuple(decisions), tuple(course), self.sampled)

    def _drawn(self, judge: Judge, walk: GameCore, number: int) -> Drawn | None:
        state, move = walk.state, self.game.moves[number]
        step = state.rules.program[state.step]
        if step.is_observed(state) or not 1 <= step.count(state) <= MANY_OUTCOMES:
            return None
        turns = sum(one.seat == "chance" for one in self.game.moves)
        most = max(FEWEST_DRAWS, int(DRAWING / turns / effort(state))) if self.simulations is None else ALL
        found, is_all = outcomes(judge.thinker, state, most)
        self.sampled |= not is_all
        expected = expected_points(found)
        own = {one.code: one.points for one in found}.get(move.code) or points_after(judge.thinker, state, move.code)
        player = int(state.player)
        luck = leads(own)[player] - leads(expected)[player]
        return Drawn(number + 1, walk.player, move.text, luck, leads(expected))

    def _decided(self, judge: Judge, walk: GameCore, number: int, decisions: int) -> Decided:
        state = walk.state
        played = played_codes(self.game, number, state)
        simulations = self.simulations
        if simulations is None:
            simulations = affordable(state, SEARCHING / decisions)
        self.made.append(simulations)
        found = judge.best(walk, simulations, (played,))
        best = found[0]
        own = next(one for one in found if one.codes == played)
        loss, error = best.above(own)
        texts = tuple(move.text for move in self.game.moves[number : number + len(played)])
        seat = str(walk.actor)
        if best is own or loss <= error:
            return Decided(number + 1, seat, texts, texts, (played, played), own.value, 0.0, error)
        line = judge.line(walk, best.codes)
        why = judge.why(walk, best, own)
        return Decided(number + 1, seat, texts, line.texts, (played, best.codes), own.value, loss, error, why)


def decisions_of(game: GameCore) -> Iterator[tuple[int, State]]:
    """The indices of the moves with which decisions begin, each with the state before it, which must not be changed."""
    walk = game.at(0)
    within: int = -1
    for number, move in enumerate(game.moves):
        state = walk.state
        if number > within and state.actor != CHANCE and move.code < INTERRUPT and _is_free(state):
            within = number + len(played_codes(game, number, state)) - 1
            yield number, state
        walk._apply(move.seat, move.code, move.choice, move.which)


def _is_free(state: State) -> bool:
    """Whether there is anything to decide."""
    codes, low, high = listed(state)
    return is_placement(state) or len(codes) + max(0, high - low + 1) > 1
