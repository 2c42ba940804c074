"""Many games, stepped in one call; what they show is in arrays that stay the same.

>>> games = ManyGames(4, seed=1)
>>> games.mask.shape == (4, games.numbers.actions)
True
>>> for _ in range(200):
...     games.step(games.random())
>>> games.finished > 0, games.rewards.shape
(True, (4, 2))
"""

from __future__ import annotations

from typing import Any

import numpy as np

from aude.engine.rng import Random
from aude.env.numbers import Ahead, Array, Numbers, ahead_of, check_depth, check_reward, seen, setup_of
from aude.game.setup import Setup
from aude.learn.many import Many

ANSWERING = ("greedy", "random")
"""The bots that can play in many games at once."""


class ManyGames:
    """Games of one set-up side by side. The game that is over begins anew, with another seed, in the same step.

    The games have the seeds `seed`, `seed + 1`, …; the one that takes the place of another has its seed plus `count`.
    Each is dealt as `aude.Game` deals it with that seed. All arrays are views of the memory that the games write to:
    copy what shall stay.
    """

    def __init__(
        self,
        count: int,
        setup: Setup | None = None,
        *,
        seed: int = 0,
        reward: str = "lead",
        planes: bool = True,
        facts: bool = True,
        radius: int = 0,
        **what: Any,
    ) -> None:
        check_reward(reward)
        self.numbers = Numbers(setup_of(setup, what), radius)  # what the arrays mean
        self.count = count  # of the games
        self._parts = self.numbers._planes if planes else None, self.numbers._facts if facts else None
        self._dense = reward == "lead"
        self._ways = self.numbers._new_ways()
        self.reset(seed)

    def reset(self, seed: int = 0) -> None:
        """Begin all games anew. The arrays are other ones afterwards."""
        seeds = list(range(seed, seed + self.count))
        self._random = Random(seed)
        self._many = Many(self.numbers.rules, self.numbers.space, *self._parts, seeds, self._dense)

    def step(self, actions: Array) -> None:
        """One choice in each game, by its number. If one is not offered, it is a ValueError and nothing happens.

        -1 gives a game up: it is over, whatever the points are.
        """
        self._many.step(np.ascontiguousarray(actions, "<i8").tobytes())

    def answer(self, seats: Array, bot: str = "greedy") -> None:
        """Let a bot (`greedy` or `random`) answer in each game until this seat is asked, or the game is over.

        What happens is added to what the last step tells; of a game that has begun since then nothing is told.
        """
        self.check_bot(bot)
        self._many.answer(np.ascontiguousarray(seats, "<i8").tobytes(), bot == "greedy", self._random)

    @staticmethod
    def check_bot(bot: str) -> None:
        """Only these can play in many games at once."""
        if bot not in ANSWERING:
            raise ValueError(f"in many games at once the bots are {' or '.join(ANSWERING)}, not {bot!r}")

    def last_seen(self, game: int, seat: int) -> tuple[Array, Array]:
        """Planes and facts of a game that the last step has ended, as this seat saw it then."""
        table = self._many.ended[game]
        if table is None:
            raise ValueError(f"the last step has not ended game {game}")
        return self.numbers._planes_at(table.state, seat), self.numbers._facts_at(table.state, seat)

    def random(self) -> Array:
        """An action in each game, drawn from those that are offered."""
        return seen(self._many.random_choices(self._random), np.int64)

    def greedy(self) -> Array:
        """The action in each game that the bot `greedy` would take."""
        return seen(self._many.greedy_choices(self._random), np.int64)

    def ahead(self, depth: int = 2) -> Ahead:
        """What the seats that are asked can reach, in all games: see `Numbers.ahead`."""
        self._many.look_ahead(self._ways, check_depth(depth))
        return ahead_of(self._ways)

    @property
    def mask(self) -> Array:
        """What may be chosen: by game and action, 1 or 0."""
        return seen(self._many.mask, np.uint8).reshape(self.count, -1)

    @property
    def planes(self) -> Array:
        """The table, as the seat that is asked sees it: by game, row, column and plane."""
        if self._parts[0] is None:
            raise ValueError("these games were made without planes")
        return seen(self._many.planes, np.uint8).reshape(self.count, *self.numbers.shape)

    @property
    def facts(self) -> Array:
        """What is in no place, as the seat that is asked sees it: by game and fact."""
        if self._parts[1] is None:
            raise ValueError("these games were made without facts")
        return seen(self._many.facts, np.int32).reshape(self.count, -1)

    @property
    def actor(self) -> Array:
        """The number of the seat that is asked, in each game."""
        return seen(self._many.actor, np.int32)

    @property
    def rewards(self) -> Array:
        """What the last step was worth, by game and seat."""
        return seen(self._many.rewards, np.float64).reshape(self.count, -1)

    @property
    def over(self) -> Array:
        """1 for each game that the last step has ended; what is shown is the next one already."""
        return seen(self._many.over, np.uint8)

    @property
    def points(self) -> Array:
        """The points after the last step, by game and seat: those at the end, where the game is over."""
        return seen(self._many.points, np.int32).reshape(self.count, -1)

    @property
    def finished(self) -> int:
        """How many games have ended."""
        return int(self._many.finished)
