"""The engine for searches: codes instead of options, checked at little extra cost.

Illegal codes raise an error at once, whereas `State.play` does not check them.
"""

from __future__ import annotations

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import vec
from aude.engine.drive import roll_out
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY
from aude.engine.scoring import if_ended_now
from aude.engine.state import State


@mypyc_attr(allow_interpreted_subclasses=True)
class FastGame:
    """One game, played by codes. Draws are decisions like those of seats, and are played too; see `outcomes`.

    >>> from aude import Game
    >>> search = Game(seed=7, first_player="seat1").fast()
    >>> while not search.is_chance:
    ...     search.play(search.legal()[0])
    >>> search.actor, round(sum(probability for _, probability in search.outcomes()), 6)
    (-1, 1.0)
    """

    def __init__(self, state: State) -> None:
        self.state = state  # of the engine
        self.listed = vec[i64]()  # the legal codes, once they have been listed
        self.is_listed = False

    @property
    def actor(self) -> int:
        """Who has to choose: the number of a seat, -1 for chance, -2 when the game is over."""
        return self.state.actor

    @property
    def player(self) -> int:
        """The number of the seat whose turn it is."""
        return self.state.player

    @property
    def is_chance(self) -> bool:
        """Whether the next decision is a draw."""
        return self.state.actor == CHANCE

    @property
    def over(self) -> bool:
        """Whether the game is over."""
        return self.state.actor == NOBODY

    @property
    def scores(self) -> list[int]:
        """The points of the seats."""
        return list(self.state.scores)

    @property
    def if_ended_now(self) -> list[int]:
        """The points that the seats would have if the game ended now."""
        return list(if_ended_now(self.state))

    def legal(self) -> list[int]:
        """The codes of everything that may be chosen, in the order of `Game.options`.

        Only the two ends of a range are listed; every code between them is legal too.
        """
        codes: list[int] = list(self._legal())
        step = self.state.rules.program[self.state.step]
        low = step.low(self.state)
        high = step.high(self.state)
        if low <= high:
            codes.append(low)
            if high > low:
                codes.append(high)
        return codes

    def _legal(self) -> vec[i64]:
        if not self.is_listed:
            if self.state.actor == NOBODY:
                self.listed = vec[i64]()
            else:
                self.listed = self.state.legal()
            self.is_listed = True
        return self.listed

    def play(self, code: int) -> None:
        """Carry out a choice; an illegal code raises ValueError and changes nothing."""
        if not -(1 << 62) < code < 1 << 62:
            raise ValueError(f"{code} is not the code of a legal choice")
        wanted: i64 = code
        legal = False
        for offered in self._legal():
            if offered == wanted:
                legal = True
                break
        if not legal and self.state.actor != NOBODY:
            step = self.state.rules.program[self.state.step]
            legal = step.low(self.state) <= wanted <= step.high(self.state)
        if not legal:
            raise ValueError(f"{code} is not the code of a legal choice")
        self.is_listed = False
        self.state.play(wanted)

    def copy(self) -> FastGame:
        """An independent copy."""
        made = FastGame(self.state.copy())
        if self.is_listed:
            made.listed = self.listed
            made.is_listed = True
        return made

    def roll_out(self, seed: int) -> list[int]:
        """The final points if every further decision is made at random; the game itself does not change.

        >>> from aude import Game
        >>> search = Game(seed=7, first_player="seat1").fast()
        >>> search.roll_out(1) == search.copy().roll_out(1), search.scores
        (True, [0, 0])
        """
        state = self.state.copy()
        roll_out(state, Random(seed))
        return list(state.scores)

    def sample(self, random: Random) -> int:
        """A random legal code; for chance, weighted by probability."""
        if self.state.actor == NOBODY:
            raise ValueError("the game is over")
        return self.state.rules.program[self.state.step].sample(self.state, random)

    def outcomes(self) -> list[tuple[int, float]]:
        """The possible draws now, with the probability of each; empty if the next decision is not a draw."""
        if self.state.actor != CHANCE:
            return []
        step = self.state.rules.program[self.state.step]
        total = step.count(self.state)
        counts: dict[int, int] = {}
        for k in range(total):
            code: int = step.nth(self.state, k)
            counts[code] = counts.get(code, 0) + 1
        return [(code, count / total) for code, count in counts.items()]
