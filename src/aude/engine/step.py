"""The steps of a turn, the scorers of features, and what both tell people: notes, and lines that explain a sum."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rng import Random

if TYPE_CHECKING:
    from aude.engine.state import State

# What `enter`, `apply` and `resume` answer.
CONTINUE: Final = 0  # finished here: go on with the program
ASK: Final = 1  # a decision is wanted of `state.actor`

CHANCE: Final = -1  # the seat that draws
NOBODY: Final = -2  # the game is over
SUPPLY: Final = -1  # where a figure is that stands nowhere

# What has brought points, for those who are told of every gain.
BY_TILE: Final = 0  # features and what boxes score like them, caused by the tile of the turn
BESIDES: Final = 1  # whatever else earns points in a turn
PAYMENT: Final = 2  # nothing earned: one seat has paid another


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


@mypyc_attr(allow_interpreted_subclasses=True)
class Step:
    """One question of a turn. It may ask any number of decisions of any seats before it lets the program go on.

    A step holds no data of the game: what it must remember between two decisions lies in the state's registers.
    """

    name: str = ""
    rule: str = ""  # the numbered rule that says what may be chosen here

    def enter(self, state: State) -> i64:
        """The program has come to this step: ON if there is nothing to decide, ASK with `state.actor` set."""
        return CONTINUE

    def resume(self, state: State) -> i64:
        """The sequence that this step called has ended."""
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        """The codes of everything that may be chosen, in a stable order."""
        return vec[i64]()

    def apply(self, state: State, action: i64) -> i64:
        """Carry out a choice: ON, or ASK if another decision is wanted."""
        return CONTINUE

    def count(self, state: State) -> i64:
        """How many choices there are; for chance, how many equally likely draws."""
        return len(self.legal(state)) + max(0, self.high(state) - self.low(state) + 1)

    def nth(self, state: State, k: i64) -> i64:
        """The k-th of `count` choices."""
        listed = self.legal(state)
        return listed[k] if k < len(listed) else self.low(state) + k - len(listed)

    def sample(self, state: State, random: Random) -> i64:
        """A random choice of the open question, each of `count` equally likely."""
        if state.rules.counts_itself[state.step]:
            return self.nth(state, random.below(self.count(state)))
        listed = self.legal(state)  # as `count` and `nth` would, but listed once
        options: i64 = len(listed)
        low = self.low(state)
        k = random.below(options + max(0, self.high(state) - low + 1))
        return listed[k] if k < options else low + k - options

    def is_observed(self, state: State) -> bool:
        """For chance: the answer is seen on the table, not drawn. No seed tells it, and a record of it is believed."""
        return False

    def observe(self, state: State) -> i64:
        """What is seen. Only a game that is dealt asks for it; whoever looks ahead draws with `sample`."""
        raise NotImplementedError

    def is_blind(self, state: State) -> bool:
        """No option shows its effect before chance has answered: whoever looks no farther may take any of them."""
        return False

    def low(self, state: State) -> i64:
        """Besides `legal`, every code from `low` to `high` may be chosen (a bid, an aim); none if high < low."""
        return 0

    def high(self, state: State) -> i64:
        return -1

    def about(self, state: State) -> list[Note]:
        """What the question is about and the table does not show (a tile under the hammer), told before it is asked."""
        return []

    def describe(self, state: State, action: i64) -> Choice:
        """A choice in numbers: the form it has, and what it holds (see `aude.engine.choice`)."""
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
        """The choice that is offered in place of one that means the same (an equal rotation), else itself."""
        return choice

    def refuse(self, state: State, choice: Choice) -> None:
        """Raise `Refused`: this choice, which has a form of the game, is not offered now."""
        raise Refused(self.rule, "not_offered")


@mypyc_attr(allow_interpreted_subclasses=True)
class Scorer:
    """What a feature of one kind is worth."""

    def value(self, state: State, feature: i64, complete: bool, lines: list[Line] | None) -> i64:
        """The points of the feature, whoever holds it; the sum is explained in `lines` if somebody listens."""
        raise NotImplementedError

    def is_due(self, state: State, feature: i64) -> bool:
        """Whether an incomplete feature is scored together with what is complete on the table, because of it."""
        return False
