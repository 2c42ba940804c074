"""The bots that evaluate positions, from a beginner that overlooks most things to a master that searches ahead."""

from __future__ import annotations

import math
from dataclasses import dataclass

from aude.bots.base import Answer, offered, option_with
from aude.bots.cores import Cores, Effort, Found, best_of, found_of
from aude.bots.weights import Learned, suitable
from aude.engine.greedy import candidates, remember
from aude.engine.rng import Random
from aude.engine.rules import Rules
from aude.engine.state import State
from aude.game.game import GameCore
from aude.think.chances import Chances, Shape
from aude.think.evaluation import Evaluation
from aude.think.search import Limits, Search
from aude.think.terms import Terms
from aude.think.turns import Thinker, is_figure, is_placement
from aude.think.weights import flat

FINE = 1 << 30  # a random number below this, divided by it, is a fraction
INTERRUPTED = 0.25  # the share of its time that a searching bot uses for decisions other than a tile


def evaluation_for(rules: Rules, learned: Learned, without: tuple[str, ...] = ()) -> Evaluation:
    """The evaluation of games with these rules; terms whose names end in one of `without` do not count."""
    terms = Terms(rules)
    weights = flat(terms, learned.weights)
    if without:
        ignored = [any(part in name for part in without) for name in terms.names]
        weights = [0.0 if ignored[at % len(ignored)] else weight for at, weight in enumerate(weights)]
    return Evaluation(rules, terms, Chances(rules, Shape(**learned.shape)), weights)


def thinker_for(game: GameCore, random: Random, without: tuple[str, ...] = ()) -> Thinker:
    """The `Thinker` for this game, with the weights that suit it best."""
    return Thinker(evaluation_for(game.rules, suitable(game.setup), without), random)


class Thinking:
    """A bot with an evaluation, which is made when the bot first sees a game with certain rules."""

    name = ""
    without: tuple[str, ...] = ()

    def __init__(self, seed: int) -> None:
        self.random = Random(seed)
        self._rules: Rules | None = None

    def thinker_for(self, game: GameCore) -> Thinker:
        """The `Thinker` of this bot for this game."""
        if self._rules is not game.rules:
            self._rules = game.rules
            self.thinker = thinker_for(game, self.random, self.without)
        return self.thinker

    def choose(self, game: GameCore) -> Answer:
        """The option that it considers best."""
        options = offered(game)
        if len(options) == 1 and options[0].low is None:
            return options[0]
        return option_with(options, self.code(game))

    def code(self, game: GameCore) -> int:
        """The code of its choice."""
        raise NotImplementedError


class Club(Thinking):
    """Evaluates every possible turn and takes the best."""

    name = "club"

    def code(self, game: GameCore) -> int:
        return int(self.thinker_for(game).choose(game.state.copy()))


@dataclass(frozen=True)
class Manner:
    """In what way a weaker bot falls short of `club`."""

    temperature: float  # a turn that is worse by this many points is chosen about a third as often
    without: tuple[str, ...]  # the terms of the evaluation that it ignores


class Soft(Thinking):
    """Like `club`, but overlooks things and does not always take the best turn."""

    manner: Manner

    @property
    def without(self) -> tuple[str, ...]:  # type: ignore[override]
        """The terms of the evaluation that it ignores."""
        return self.manner.without

    def code(self, game: GameCore) -> int:
        thinker = self.thinker_for(game)
        state = game.state.copy()
        remember(state)
        thinker.evaluation.begin(state)
        if is_placement(state):
            turns = thinker.turns(state, len(state.legal()) * 64)
            best: dict[int, float] = {}
            for turn in turns:
                best.setdefault(int(turn.place), float(turn.value))
            return self._drawn(best)
        codes = [int(code) for code in candidates(state, self.random)]
        return self._drawn({code: float(thinker.value_of(state, code)) for code in codes})

    def _drawn(self, values: dict[int, float]) -> int:
        """Draw one of these codes; better ones are more likely."""
        most = max(values.values())
        shares = {code: math.exp((value - most) / self.manner.temperature) for code, value in values.items()}
        at = int(self.random.below(FINE)) / FINE * sum(shares.values())
        for code, share in shares.items():
            at -= share
            if at < 0:
                return code
        return code


class Beginner(Soft):
    """Plays like somebody who is learning the rules: sees what a turn scores, but hardly more."""

    name = "beginner"
    manner = Manner(2.0, ("field.", ".free", ".loose", ".join", ".standing", ".returning", ".stuck", ".growing"))


class Friendly(Soft):
    """Plays for points and forgets the farmers."""

    name = "friendly"
    manner = Manner(2.0, ("field.", ".join", ".loose", ".safe", ".faith"))


class Casual(Soft):
    """Knows what matters, but does not look twice."""

    name = "casual"
    manner = Manner(0.8, (".join", ".loose", ".safe"))


class Searching(Thinking):
    """Simulates how the game continues after the best turns, with tiles drawn at random, within its time."""

    seconds: float
    width = 12
    turns = 9

    def __init__(self, seed: int, effort: Effort | None = None) -> None:
        super().__init__(seed)
        self.effort = effort or Effort(self.seconds)
        self.cores = Cores(self.effort.cores - 1) if self.effort.cores > 1 else None
        self._plan: tuple[int, int, int] | None = None  # after this placement: the tile's slot, its cell, the figure

    def code(self, game: GameCore) -> int:
        state = game.state.copy()
        planned = self._planned(state)
        if planned is not None:
            return planned
        best = self._best(game, state)
        if is_placement(state):
            self._plan = (int(state.slots), best.code, best.figure)
        return best.code

    def _best(self, game: GameCore, state: State) -> Found:
        """The best candidate of one search on each core."""
        share = 1.0 if is_placement(state) else INTERRUPTED
        each = int(self.effort.simulations * share) // self.effort.cores
        effort = Effort(self.effort.seconds * share, each)
        begun = []
        if self.cores is not None:
            seeds = [int(self.random.below(FINE)) for _ in range(self.cores.number)]
            begun = self.cores.begin(game, seeds, effort, self.width, self.turns)
        limits = Limits(effort.seconds, effort.simulations, self.width, self.turns)
        searches = [found_of(Search(self.thinker_for(game), self.random).think(state, limits))]
        if self.cores is None or len(searches[0]) == 1 or not searches[0][0].simulations:
            return searches[0][0]  # only one choice, or the values are exact
        return best_of(searches + self.cores.collect(begun, effort))

    def _planned(self, state: State) -> int | None:
        """The figure that was found together with the placement, if that is what is asked now."""
        plan, self._plan = self._plan, None
        if plan is None or not is_figure(state, state.player) or int(state.slots) != plan[0] + 1:
            return None
        newest = int(state.slots) - 1
        if int(state.code_of_cell(state.slot_cell[newest])) | int(state.rotation_of(newest)) != plan[1]:
            return None
        return plan[2] if plan[2] in state.legal() else None


class Expert(Searching):
    """Searches for a fifth of a second."""

    name = "expert"
    seconds = 0.2


class Master(Searching):
    """Searches for a second, or as long as its setting says."""

    name = "master"
    seconds = 1.0
