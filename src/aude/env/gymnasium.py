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

from aude import bots
from aude.api import Game
from aude.arena.playing import FORFEIT
from aude.bots.base import Bot, dismiss
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
        if seat is not None and seat not in self.seats:
            raise ValueError(f"there is no seat {seat!r}; seats: {', '.join(self.seats)}")
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


if ID not in gymnasium.registry:
    gymnasium.register(ID, entry_point="aude.env.gymnasium:AgainstBots")
