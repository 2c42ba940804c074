"""Games for PettingZoo: every seat is an agent, `player_0` the first of the set-up (AEC; see docs/research.md).

>>> game = env(players=3, boxes=["inns_and_cathedrals"])
>>> game.reset(seed=1)
>>> for agent in game.agent_iter():
...     observation, reward, termination, truncation, info = game.last()
...     over = termination or truncation
...     game.step(None if over else game.action_space(agent).sample(observation["action_mask"]))
>>> game.agents
[]
"""

from __future__ import annotations

from typing import Any, ClassVar

import numpy as np
from gymnasium import spaces
from pettingzoo import AECEnv
from pettingzoo.utils import wrappers

from aude.api import Game
from aude.arena.playing import FORFEIT
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
from aude.game.setup import Setup

SEEDS = 1 << 48


def env(setup: Setup | None = None, **options: Any) -> AECEnv[str, Observation, int | None]:
    """A game with the usual wrappers: whoever chooses what is not offered loses at once."""
    game = raw_env(setup, **options)
    lost = -1.0 if game.reward == "result" else float(-FORFEIT)
    wrapped = wrappers.TerminateIllegalWrapper(game, illegal_reward=lost)
    return wrappers.OrderEnforcingWrapper(wrappers.AssertOutOfBoundsWrapper(wrapped))


class raw_env(AECEnv[str, Observation, int | None]):  # type: ignore[misc]
    """A game; `setup`, or the arguments of `aude.Game`, say which. An action that is not offered raises `Illegal`."""

    metadata: ClassVar[dict[str, Any]] = {"name": "aude_v0", "render_modes": RENDER_MODES, "is_parallelizable": False}

    def __init__(
        self,
        setup: Setup | None = None,
        *,
        reward: str = "lead",
        radius: int = 0,
        render_mode: str | None = None,
        **what: Any,
    ) -> None:
        super().__init__()
        check_reward(reward)
        check_render_mode(render_mode)
        self.reward = reward
        self.render_mode = render_mode
        self.numbers = Numbers(setup_of(setup, what), radius)
        self.possible_agents = [f"player_{number}" for number in range(len(self.numbers.setup.players))]
        self.seat_of = dict(zip(self.possible_agents, self.numbers.setup.players, strict=True))
        self.observation_spaces: dict[str, spaces.Space[Any]] = {
            agent: observation_space(self.numbers) for agent in self.possible_agents
        }
        self.action_spaces: dict[str, spaces.Space[Any]] = {
            agent: action_space(self.numbers) for agent in self.possible_agents
        }
        self._random = np.random.default_rng()

    def observation_space(self, agent: str) -> spaces.Space[Any]:
        """What this agent sees: the same for all of them."""
        return self.observation_spaces[agent]

    def action_space(self, agent: str) -> spaces.Space[Any]:
        """What this agent may do, by number: the same for all of them."""
        return self.action_spaces[agent]

    def reset(self, seed: int | None = None, options: dict[str, Any] | None = None) -> None:
        """Begin a game; the seeds of the games after it follow from the last one that was given."""
        if seed is not None:
            self._random = np.random.default_rng(seed)
        self.game: Game = dealt(self.numbers, int(self._random.integers(SEEDS)))
        self.agents = list(self.possible_agents)
        self.rewards = dict.fromkeys(self.agents, 0.0)
        self._cumulative_rewards = dict.fromkeys(self.agents, 0.0)
        self.terminations = dict.fromkeys(self.agents, False)
        self.truncations = dict.fromkeys(self.agents, False)
        self.infos: dict[str, dict[str, Any]] = {agent: {} for agent in self.agents}
        self.agent_selection = self._asked()

    def _asked(self) -> str:
        return self.possible_agents[self.game.seats.index(str(self.game.actor))]

    def observe(self, agent: str) -> Observation:
        """Planes, facts and the mask of an agent; the mask is empty unless it is asked."""
        return observe(self.numbers, self.game, self.seat_of[agent])

    def step(self, action: int | None) -> None:
        """Let the agent that is asked choose; None for one whose game is over."""
        agent = self.agent_selection
        if self.terminations[agent] or self.truncations[agent]:
            self._was_dead_step(action)
            return
        assert action is not None
        before = list(self.game.scores.values())
        self.game.play(self.numbers.option(self.game, int(action)))
        self._cumulative_rewards[agent] = 0.0
        self._reward(before, list(self.game.scores.values()))
        if self.game.over:
            self.terminations = dict.fromkeys(self.agents, True)
            self.agent_selection = self.agents[0]
        else:
            self.agent_selection = self._asked()
        self._accumulate_rewards()

    def _reward(self, before: list[int], after: list[int]) -> None:
        if self.reward == "lead":
            worth = [now - then for now, then in zip(leads(after), leads(before), strict=True)]
        else:
            worth = outcome(after) if self.game.over else [0.0] * len(after)
        self.rewards = dict(zip(self.possible_agents, worth, strict=True))

    def render(self) -> str | Array | None:
        """The board in text (`ansi`) or as a picture (`rgb_array`)."""
        return rendered(self.game, self.render_mode)

    def close(self) -> None:
        """Nothing is held on to."""
