"""Games of a set-up in numbers: actions with a mask, planes, facts, and a graph, as arrays of numpy.

>>> from aude import Game
>>> game = Game(seed=7, first_player="seat1")
>>> numbers = Numbers(game.setup)
>>> mask = numbers.mask(game)
>>> int(mask.sum()) == len(game.options)
True
>>> action = int(mask.argmax())
>>> numbers.option(game, action).text, numbers.number(game, numbers.option(game, action)) == action
('place -1,0 turn 0', True)
>>> numbers.planes(game, "red").shape == (*numbers.shape,)
True
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from typing import Any, NamedTuple, TypeAlias

import numpy as np
import numpy.typing as npt

from aude.api import Game
from aude.bots.base import option_with
from aude.engine.arrays import COMPILED
from aude.engine.state import State
from aude.errors import Illegal
from aude.game.game import GameCore
from aude.game.options import Option
from aude.game.setup import Setup
from aude.game.view import vec_of
from aude.learn import facts, planes
from aude.learn.ahead import Ways
from aude.learn.facts import Facts
from aude.learn.graph import Graph
from aude.learn.planes import Planes
from aude.learn.rewards import lead, results
from aude.learn.space import VERSION, ActionSpace, Listing
from aude.learn.sums import Sums

Array: TypeAlias = npt.NDArray[Any]
REWARDS = ("lead", "result")


def setup_of(setup: Setup | None, what: Mapping[str, Any]) -> Setup:
    """A set-up, given as one or as the arguments of `aude.Game`."""
    return Game(setup, **what, deal=False).setup


def seen(buffer: Any, dtype: type[np.generic]) -> Array:
    """A buffer of compiled code as an array: the same memory, which cannot be written to. Interpreted, a copy."""
    if not COMPILED or not len(buffer):
        return np.array(list(buffer), dtype)
    return np.frombuffer(buffer, dtype)


def given(out: Array | None, found: Array) -> Array:
    """What was found, written into the array that was given; or as a new one."""
    if out is None:
        return found.copy()
    np.copyto(out, found.reshape(out.shape), casting="same_kind")
    return out


def check_depth(depth: int) -> int:
    """At least one decision."""
    if depth < 1:
        raise ValueError(f"a look ahead takes at least one decision, not {depth}")
    return depth


def ahead_of(ways: Ways) -> Ahead:
    """A copy of what has been written."""
    rows = int(ways.count)
    facts, sums = (
        seen(buffer, np.int32)[: rows * int(width)].reshape(rows, int(width)).copy()
        for buffer, width in ((ways.facts, ways.facts_of.count), (ways.sums, ways.sums_of.count))
    )
    return Ahead(seen(ways.game, np.int64).copy(), seen(ways.action, np.int64).copy(), facts, sums)


class Ahead(NamedTuple):
    """What seats can reach with their next decisions: each way has a row in all four arrays."""

    game: Array
    """The number of the game, if there are many."""
    action: Array
    """What the way begins with. Ways with the same beginning follow each other."""
    facts: Array
    """The facts at the end of the way, as the seat sees them that was asked at its beginning."""
    sums: Array
    """The sums there, as the same seat sees them."""


class Numbers:
    """The numbers of all games with a set-up; they differ in nothing but what happens."""

    version = VERSION
    """Of the action space: it rises when a choice gets another number than it had."""

    def __init__(self, setup: Setup, radius: int = 0) -> None:
        self.setup = setup  # of all the games
        self.rules = setup.rules()  # that they share
        self.space = ActionSpace(self.rules, radius)
        self.actions = int(self.space.size)
        """How many actions there are."""
        self.radius = int(self.space.radius)  # how far from the start tile the planes and the actions reach
        self.blocks = {block.name: range(block.first, block.first + block.size) for block in self.space.blocks}
        """The numbers of each block of the action space (see `aude.learn.space`)."""
        self._planes = Planes(self.rules, self.space.radius)
        self._facts = Facts(self.rules)
        self._sums = Sums(self.rules)
        self._graph = Graph(self.rules)
        self.plane_names = tuple(self._planes.names)  # in the order of the planes
        self.fact_names = tuple(self._facts.names)  # in the order of the facts
        self.sum_names = tuple(self._sums.names)  # in the order of the sums
        width = int(self.space.width)
        self.shape = (width, width, len(self.plane_names))
        """Of the planes: rows from the north, columns from the west, planes. The start tile is in the middle."""
        self._listing = Listing()  # what follows is for writing in, so one of these is enough for any number of games
        self._plane_buffer = planes.zeros(self._planes.size)
        self._fact_buffer = facts.zeros(self._facts.count)
        self._sum_buffer = facts.zeros(self._sums.count)
        self._ways = self._new_ways()

    def __reduce__(self) -> tuple[Any, ...]:
        return Numbers, (self.setup, self.radius)

    # -- actions ------------------------------------------------------------------------------------------------------
    def offered(self, game: GameCore) -> list[int]:
        """The numbers of all that may be chosen, those of ranges each for itself."""
        self.space.list(game.state, self._listing)
        return list(self._listing.numbers)

    def offered_codes(self, game: GameCore) -> list[tuple[int, int]]:
        """The number of each choice, and the engine's code (see `FastGame`)."""
        self.space.list(game.state, self._listing)
        return list(zip(self._listing.numbers, self._listing.codes, strict=True))

    def mask(self, game: GameCore, out: Array | None = None) -> Array:
        """1 for each action that may be chosen now, otherwise 0."""
        out = np.zeros(self.actions, np.int8) if out is None else out
        out[:] = 0
        out[self.offered(game)] = 1
        return out

    def option(self, game: GameCore, number: int) -> Option:
        """The option with this number."""
        self.space.list(game.state, self._listing)
        code = int(self._listing.code_of(number)) if 0 <= number < self.actions else -1
        if code < 0:
            raise Illegal(str(number), "", "no option has this number now")
        return option_with(game.options, code)

    def number(self, game: GameCore, option: Option) -> int:
        """The number of an option, as of `option.at(5)` of a range."""
        self.space.list(game.state, self._listing)
        return int(self._listing.numbers[list(self._listing.codes).index(option.code)])

    # -- observations -------------------------------------------------------------------------------------------------
    def planes(self, game: GameCore, seat: str, out: Array | None = None) -> Array:
        """The table as this seat sees it, of the `shape`."""
        return self._planes_at(game.state, game.seats.index(seat), out)

    def _planes_at(self, state: State, seat: int, out: Array | None = None) -> Array:
        self._planes.clear(self._plane_buffer, 0)
        self._planes.fill(state, seat, self._plane_buffer, 0)
        return given(out, seen(self._plane_buffer, np.uint8).reshape(self.shape))

    def facts(self, game: GameCore, seat: str, out: Array | None = None) -> Array:
        """Points, supplies, the tile in hand, what is left: see `fact_names`."""
        return self._facts_at(game.state, game.seats.index(seat), out)

    def _facts_at(self, state: State, seat: int, out: Array | None = None) -> Array:
        self._facts.fill(state, seat, self._fact_buffer, 0)
        return given(out, seen(self._fact_buffer, np.int32))

    def sums(self, game: GameCore, seat: str, out: Array | None = None) -> Array:
        """The open features, added up by kind, majority and open ends: see `sum_names`."""
        self._sums.fill(game.state, game.seats.index(seat), self._sum_buffer, 0)
        return given(out, seen(self._sum_buffer, np.int32))

    def ahead(self, game: GameCore, depth: int = 2) -> Ahead:
        """What the seat that is asked can reach with its next decisions of the same turn, at most `depth` of them.

        Chance is never followed, and of a range that comes up on the way only both ends are. With a depth of 2 every
        placement comes with every figure that may follow it; with 1, there is a row for each action that is offered.
        """
        self._ways.clear()
        self.space.list(game.state, self._listing)
        self._ways.add(game.state, self._listing, 0, check_depth(depth))
        return ahead_of(self._ways)

    def _new_ways(self) -> Ways:
        return Ways(self.rules, self._facts, self._sums)

    def graph(self, game: GameCore, seat: str) -> dict[str, Array]:
        """The tables of `graph_columns`, each with a row for every feature, tile, … that there is."""
        self._graph.fill(game.state, game.seats.index(seat))
        self.space.list(game.state, self._listing)
        self._graph.fill_options(game.state, self._listing)
        return {
            name: seen(getattr(self._graph, name), np.int32).reshape(-1, len(columns)).copy()
            for name, columns in self._graph.columns.items()
        }

    @property
    def graph_columns(self) -> dict[str, list[str]]:
        """What stands in the columns of each table of a graph."""
        return self._graph.columns

    @property
    def forms(self) -> list[str]:
        """The forms of choices, as the options of a graph count them."""
        return self._graph.forms


# -- rewards ----------------------------------------------------------------------------------------------------------
def check_reward(reward: str) -> None:
    """Only these are known."""
    if reward not in REWARDS:
        raise ValueError(f"a reward is one of {', '.join(REWARDS)}, not {reward!r}")


def leads(scores: Sequence[int]) -> list[float]:
    """How many points each seat is ahead of the others' mean: they add up to 0."""
    return [lead(vec_of(list(scores)), seat) for seat in range(len(scores))]


def outcome(scores: Sequence[int]) -> list[float]:
    """-1 for the seats that have lost; those with the most points share what they lose. They add up to 0."""
    return [results(vec_of(list(scores)), seat) for seat in range(len(scores))]
