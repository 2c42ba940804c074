"""The base classes of steps and scorers, and what both report: notes, and lines that explain a score."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.guards import ALWAYS, Guard
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.types import Feature

if TYPE_CHECKING:
    from aude.engine.prospect import Prospect
    from aude.engine.state import State

# What `enter`, `apply` and `resume` return.
CONTINUE: Final = 0  # finished: continue the program
ASK: Final = 1  # wait for a decision of `state.actor`

CHANCE: Final = -1  # the seat that draws
NOBODY: Final = -2  # the game is over
SUPPLY: Final = -1  # the location of a figure that is not on the table

# Special results of `outlook`.
UNKNOWN: Final = -1  # it cannot be told
ASKS: Final = -2  # the step asks something

# What points were for (see `Part.points_gained`).
BY_TILE: Final = 0  # for features, and what boxes score like them, because of the tile of the turn
BESIDES: Final = 1  # for anything else in a turn
PAYMENT: Final = 2  # one seat has paid another


class Line:
    """One line of the sum that explains a score: ``tiles 6``, or ``cities 2 for 6 points``."""

    def __init__(self, label: str, count: int, points: int) -> None:
        self.label = label
        self.count = count
        self.points = points


class Note:
    """A fact for people: its name, the numbers that belong to it, and for scores the lines that explain them."""

    def __init__(self, name: str, facts: list[int], lines: list[Line]) -> None:
        self.name = name
        self.facts = facts
        self.lines = lines
        self.is_final = False  # whether a score was given at the end of the game


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One question of a turn. It may ask any seats for any number of decisions before the program continues.

    A step holds no data of a game: what it must remember between two decisions is stored in the state's registers.
    """

    name: str = ""
    rule: str = ""  # the numbered rule about what may be chosen here
    when: Guard = ALWAYS  # the step is skipped if this does not hold (see `Rules.add_step`)

    def enter(self, state: State) -> i64:
        """Called when the program reaches this step. Return CONTINUE, or set `state.actor` and return ASK."""
        return CONTINUE

    def resume(self, state: State) -> i64:
        """Called when a sequence that this step called has ended. Returns the same as `enter`."""
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        """The codes of everything that may be chosen, in a stable order."""
        return vec[i64]()

    def list_legal(self, state: State) -> i64:
        """Write the codes of `legal` into `state.work`, which saves making a list. Returns how many there are."""
        state.work = self.legal(state)
        return len(state.work)

    def apply(self, state: State, action: i64) -> i64:
        """Carry out a choice. Return CONTINUE, or ASK for another decision."""
        return CONTINUE

    def count(self, state: State) -> i64:
        """How many choices there are; for chance, how many equally likely outcomes."""
        return len(self.legal(state)) + max(0, self.high(state) - self.low(state) + 1)

    def nth(self, state: State, k: i64) -> i64:
        """The k-th of `count` choices."""
        listed = self.legal(state)
        return listed[k] if k < len(listed) else self.low(state) + k - len(listed)

    def sample(self, state: State, random: Random) -> i64:
        """A random answer to the open question; all `count` choices have equal probability."""
        if state.rules.counts_itself[state.step]:
            return self.nth(state, random.below(self.count(state)))
        listed = self.legal(state)  # the same as `count` and `nth`, but listed only once
        options: i64 = len(listed)
        low = self.low(state)
        k = random.below(options + max(0, self.high(state) - low + 1))
        return listed[k] if k < options else low + k - options

    def is_observed(self, state: State) -> bool:
        """For chance: whether the result is observed on the table and not drawn. Then records of it are not checked."""
        return False

    def observe(self, state: State) -> i64:
        """The result that is observed. Only a game with a dealer calls this; a search draws with `sample`."""
        raise NotImplementedError

    def is_blind(self, state: State) -> bool:
        """Whether no option has any effect before the next draw, so that looking ahead is useless for a bot."""
        return False

    def heeds_place(self, state: State) -> bool:
        """For a step between the tile and the figure: whether it can depend on where the tile in hand is laid."""
        return True

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """A number for a placement: equal numbers mean that this step would do and ask the same after both.

        Return 0 if there is nothing special, ASKS if it asks, UNKNOWN if it cannot be told. This is only called if
        `heeds_place`.
        """
        return UNKNOWN

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        """For the figure step: add what it would offer by itself after a placement with this `outlook`.

        See `Part.options_told`.
        """
        return count

    def low(self, state: State) -> i64:
        """In addition to `legal`, every code from `low` to `high` may be chosen (a bid, an aim); none if high < low."""
        return 0

    def high(self, state: State) -> i64:
        """The last code of the range that begins with `low`."""
        return -1

    def about(self, state: State) -> list[Note]:
        """The context of the question if the table does not show it (a tile being auctioned), to be shown before it."""
        return []

    def flight(self, state: State) -> list[tuple[float, float]]:
        """For displays: where something flies over the table, in cells (the middle of 2,3 is 2.0, 3.0).

        When a seat is asked: the point where it starts and, if it is known, its target. When the result is known: the
        whole path, first through the air, then along the table; or, if the result is only a cell, the point where it
        starts.
        """
        return []

    def describe(self, state: State, action: i64) -> Choice:
        """Describe a choice: the key of its form, and the numbers for its fields (see `aude.engine.choice`)."""
        raise NotImplementedError

    def code_of(self, state: State, choice: Choice) -> i64:
        """The code of an offered choice, or -1 if it is not offered now."""
        for code in self.legal(state):
            if self.describe(state, code).same_as(choice):
                return code
        low = self.low(state)
        high = self.high(state)
        if low <= high and choice.facts:  # a range ends in its number
            least = self.describe(state, low)
            code = low + choice.facts[-1] - least.facts[-1]
            if low <= code <= high and self.describe(state, code).same_as(choice):
                return code
        return -1

    def normalized(self, state: State, choice: Choice) -> Choice:
        """The offered choice that means the same as this one (an equal rotation), or else the choice itself."""
        return choice

    def refuse(self, state: State, choice: Choice) -> None:
        """Raise `Refused` with the reason why this choice is not offered now."""
        raise Refused(self.rule, "not_offered")


@mypyc_attr(allow_interpreted_subclasses=True)
class Scorer:
    """Computes what features of one kind are worth."""

    def value(self, state: State, feature: Feature, complete: bool, lines: list[Line] | None) -> i64:
        """The points of the feature, whoever owns it. The explanation is appended to `lines`, if given."""
        raise NotImplementedError

    def is_due(self, state: State, feature: Feature) -> bool:
        """Whether an incomplete feature will be scored because of what is complete on the table now."""
        return False
