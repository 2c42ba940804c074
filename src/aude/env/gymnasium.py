"""Games for Gymnasium: one seat learns, bots of any kind answer for the others (see docs/research.md).

>>> import gymnasium
>>> game = gymnasium.make("aude.env.gymnasium:aude/AgainstBots-v0", opponents="greedy", boxes=["river"])
>>> observation, info = game.reset(seed=3)
>>> over = False
>>> while not over:
...     action = game.action_space.sample(observation["action_mask"])
...     observation, reward, over, truncated, info = game.step(action)
>>> sorted(info["scores"])
['blue', 'red']
"""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import gymnasium
import numpy as np
from gymnasium import spaces
from gymnasium.vector import AutoresetMode, VectorEnv
from gymnasium.vector.utils import batch_space

from aude import bots
from aude.api import Game
from aude.arena.playing import FORFEIT
from aude.bots.base import Bot, dismiss
from aude.env.many import ManyGames
from aude.env.numbers import Array, Numbers, check_reward, leads, outcome, setup_of
from aude.env.spaces import (
    RENDER_MODES,
    Observation,
    action_space,
    check_render_mode,
    dealt,
    observation_space,
    observe,
    rendered,
)
from aude.errors import Illegal
from aude.game.setup import Setup

ID = "aude/AgainstBots-v0"
SEEDS = 1 << 48


def check_seat(seats: Sequence[str], seat: str | None) -> None:
    """It is at the table."""
    if seat is not None and seat not in seats:
        raise ValueError(f"there is no seat {seat!r}; seats: {', '.join(seats)}")


class AgainstBots(gymnasium.Env[Observation, Any]):
    """One seat against bots.

    `opponents` is the name of a bot (`greedy`, `master:n100`, `mine.py`), or one name for each of the other seats,
    clockwise from the one that learns. `seat` says which one that is; without it, each game draws one. An action that
    is not offered loses the game at once.
    """

    metadata = {"render_modes": RENDER_MODES, "render_fps": 2}  # noqa: RUF012

    def __init__(
        self,
        setup: Setup | None = None,
        *,
        opponents: str | Sequence[str] = "greedy",
        seat: str | None = None,
        reward: str = "lead",
        radius: int = 0,
        render_mode: str | None = None,
        **what: Any,
    ) -> None:
        check_reward(reward)
        check_render_mode(render_mode)
        self.reward = reward
        self.render_mode = render_mode
        self.numbers = Numbers(setup_of(setup, what), radius)
        self.seats = self.numbers.setup.players
        check_seat(self.seats, seat)
        self._seat = seat
        others = len(self.seats) - 1
        self.opponents = [opponents] * others if isinstance(opponents, str) else list(opponents)
        if len(self.opponents) != others:
            raise ValueError(f"{others} opponents are needed, not {len(self.opponents)}")
        self.action_space: spaces.Space[Any] = action_space(self.numbers)
        self.observation_space: spaces.Space[Any] = observation_space(self.numbers)
        self._bots: dict[str, Bot] = {}

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin a game, and let the bots play until the seat is asked."""
        super().reset(seed=seed)
        self.close()
        number = self.seats.index(self._seat) if self._seat else int(self.np_random.integers(len(self.seats)))
        self.seat = self.seats[number]
        self.game: Game = dealt(self.numbers, self._drawn())
        around = [*self.seats[number + 1 :], *self.seats[:number]]
        self._bots = {seat: bots.make(name, self._drawn()) for seat, name in zip(around, self.opponents, strict=True)}
        self._lead = 0.0
        self._let_bots_play()
        return self._observation(), self._info()

    def _drawn(self) -> int:
        return int(self.np_random.integers(SEEDS))

    def _let_bots_play(self) -> None:
        """The bots answer until the seat is asked. Each gets a fair copy of the game."""
        while not self.game.over and self.game.actor != self.seat:
            seat = str(self.game.actor)
            self.game.play(self._bots[seat].choose(self.game.copy()), seat)

    def step(self, action: Any) -> tuple[Observation, float, bool, bool, dict[str, Any]]:
        """Let the seat that learns choose, and the bots until it is asked again."""
        try:
            option = self.numbers.option(self.game, int(action))
        except Illegal:
            lost = -1.0 if self.reward == "result" else float(-FORFEIT)
            return self._observation(), lost, True, False, self._info() | {"illegal": int(action)}
        self.game.play(option)
        self._let_bots_play()
        return self._observation(), self._worth(), self.game.over, False, self._info()

    def _worth(self) -> float:
        """What has happened since the last question was worth."""
        number = self.seats.index(self.seat)
        scores = list(self.game.scores.values())
        if self.reward == "result":
            return outcome(scores)[number] if self.game.over else 0.0
        before, self._lead = self._lead, leads(scores)[number]
        return self._lead - before

    def _observation(self) -> Observation:
        return observe(self.numbers, self.game, self.seat)

    def _info(self) -> dict[str, Any]:
        return {"seat": self.seat, "scores": dict(self.game.scores)}

    def action_masks(self) -> Array:
        """What may be chosen, as libraries with maskable policies ask for it."""
        return self.numbers.mask(self.game).astype(np.bool_)

    def render(self) -> Any:
        """The board in text (`ansi`) or as a picture (`rgb_array`)."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Let the bots go."""
        if self._bots:
            dismiss(self._bots.values(), self.game)
            self._bots = {}


class ManyAgainstBots(VectorEnv[Observation, Array, Array]):
    """Games as of `AgainstBots` side by side, stepped in one call without a loop in Python; see `gymnasium.make_vec`.

    The opponents are all `greedy` or all `random`, which are compiled. A game that is over begins anew in the same step
    (`AutoresetMode.SAME_STEP`); `final_obs` and `final_info` tell how it ended. With `copy=False` what is observed are
    views of memory that the next step writes to.

    >>> games = gymnasium.make_vec("aude.env.gymnasium:aude/AgainstBots-v0", num_envs=16, opponents="random")
    >>> observations, info = games.reset(seed=1)
    >>> actions = games.action_space.sample(mask=tuple(observations["action_mask"]))
    >>> observations, rewards, over, truncated, info = games.step(actions)
    >>> rewards.shape, observations["facts"].shape
    ((16,), (16, 85))
    """

    metadata = {"render_modes": [], "autoreset_mode": AutoresetMode.SAME_STEP}  # noqa: RUF012

    def __init__(
        self,
        num_envs: int = 1,
        setup: Setup | None = None,
        *,
        opponents: str = "greedy",
        seat: str | None = None,
        reward: str = "lead",
        radius: int = 0,
        copy: bool = True,
        **what: Any,
    ) -> None:
        self.games = ManyGames(num_envs, setup, reward=reward, radius=radius, **what)
        self.games.check_bot(opponents)
        self.num_envs = num_envs
        self.reward = reward
        self.numbers = self.games.numbers
        self.seats = self.numbers.setup.players
        self.opponents = opponents
        self.copy = copy
        check_seat(self.seats, seat)
        self._seat = seat
        self.single_action_space: spaces.Space[Any] = action_space(self.numbers)
        self.single_observation_space: spaces.Space[Any] = observation_space(self.numbers)
        self.action_space: spaces.Space[Any] = batch_space(self.single_action_space, num_envs)
        self.observation_space: spaces.Space[Any] = batch_space(self.single_observation_space, num_envs)

    def reset(
        self, *, seed: int | None = None, options: dict[str, Any] | None = None
    ) -> tuple[Observation, dict[str, Any]]:
        """Begin all games, and let the bots play until the seat is asked."""
        super().reset(seed=seed)
        self.games.reset(int(self.np_random.integers(SEEDS)))
        self._asked = self._drawn(self.num_envs)
        self._leads = np.zeros(self.num_envs)
        self._let_bots_play()
        return self._observations(), self._info()

    def _drawn(self, count: int) -> Array:
        """The seat that learns, in so many games."""
        if self._seat is not None:
            return np.full(count, self.seats.index(self._seat))
        return self.np_random.integers(len(self.seats), size=count)

    def _let_bots_play(self) -> None:
        """The bots answer until the seat is asked; in games that begin anew that may be another seat."""
        begun = np.zeros(self.num_envs, bool)
        while True:
            new = self.games.over.astype(bool) & ~begun
            self._asked[new] = self._drawn(int(new.sum()))
            begun |= new
            if (self.games.actor == self._asked).all():
                return
            self.games.answer(self._asked, self.opponents)

    def step(self, actions: Array) -> tuple[Observation, Array, Array, Array, dict[str, Any]]:
        """Let the seat that learns choose in each game, and the bots until it is asked again."""
        each = np.arange(self.num_envs)
        actions = np.asarray(actions, np.int64)
        wrong = self.games.mask[each, actions] == 0
        asked = self._asked.copy()
        self.games.step(np.where(wrong, -1, actions))
        self._let_bots_play()
        over = self.games.over.astype(bool)
        rewards = np.where(wrong, -1.0 if self.reward == "result" else -float(FORFEIT), self._worth(asked, over))
        info = self._info()
        for game in np.flatnonzero(over).tolist():
            planes, facts = self.games.last_seen(game, int(asked[game]))
            last = {"observation": planes, "facts": facts, "action_mask": np.zeros(self.numbers.actions, np.int8)}
            scores = dict(zip(self.seats, self.games.points[game].tolist(), strict=True))
            told = {"seat": self.seats[asked[game]], "scores": scores}
            if wrong[game]:
                told["illegal"] = int(actions[game])
            info = self._add_info(info, {"final_obs": last, "final_info": told}, game)
        return self._observations(), rewards, over, np.zeros(self.num_envs, bool), info

    def _worth(self, asked: Array, over: Array) -> Array:
        """What has happened since the last question was worth, in each game to the seat that was asked."""
        points = self.games.points
        if self.reward == "result":
            worth = np.zeros(self.num_envs)
            for game in np.flatnonzero(over).tolist():
                worth[game] = outcome(points[game].tolist())[asked[game]]
            return worth
        now: Array = (points[np.arange(self.num_envs), asked] * len(self.seats) - points.sum(axis=1)) / (
            len(self.seats) - 1
        )
        before, self._leads = self._leads, np.where(over, 0.0, now)
        return now - before

    def _observations(self) -> Observation:
        found = {
            "observation": self.games.planes,
            "facts": self.games.facts,
            "action_mask": self.games.mask.view(np.int8),
        }
        return {name: array.copy() for name, array in found.items()} if self.copy else found

    def _info(self) -> dict[str, Any]:
        return {"seat": np.array(self.seats, object)[self._asked], "_seat": np.ones(self.num_envs, bool)}


if ID not in gymnasium.registry:
    gymnasium.register(
        ID,
        entry_point="aude.env.gymnasium:AgainstBots",
        vector_entry_point="aude.env.gymnasium:ManyAgainstBots",
    )
