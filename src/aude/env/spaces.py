"""What environments of PettingZoo and Gymnasium have in common: spaces, observations, and pictures of the game."""

from __future__ import annotations

from typing import Any

import numpy as np
from gymnasium import spaces

from aude.api import Game
from aude.env.numbers import Array, Numbers

RENDER_MODES = ["ansi", "rgb_array"]
Observation = dict[str, Array]


def action_space(numbers: Numbers) -> spaces.Discrete[Any]:
    """All actions of games of a set-up."""
    return spaces.Discrete(numbers.actions)


def observation_space(numbers: Numbers) -> spaces.Dict:
    """Planes, facts, and the mask of what the seat may choose."""
    whole = np.iinfo(np.int32)
    return spaces.Dict(
        {
            "observation": spaces.Box(0, 255, numbers.shape, np.uint8),
            "facts": spaces.Box(whole.min, whole.max, (len(numbers.fact_names),), np.int32),
            "action_mask": spaces.Box(0, 1, (numbers.actions,), np.int8),
        }
    )


def observe(numbers: Numbers, game: Game, seat: str) -> Observation:
    """What a seat sees; the mask is empty if it is not asked."""
    mask = numbers.mask(game) if game.actor == seat else np.zeros(numbers.actions, np.int8)
    return {
        "observation": numbers.planes(game, seat),
        "facts": numbers.facts(game, seat),
        "action_mask": mask,
    }


def dealt(numbers: Numbers, seed: int) -> Game:
    """A game in which nobody looks at a real table: what would be seen there is drawn too."""
    game = Game(numbers.setup, deal=False)
    game.observes = False
    game.deal(seed)
    return game


def rendered(game: Game, mode: str | None) -> str | Array | None:
    """The board in text, or as a picture, which needs `aude[draw]`."""
    if mode == "ansi":
        return str(game)
    if mode == "rgb_array":
        import io

        from PIL import Image

        from aude.draw import board

        return np.asarray(Image.open(io.BytesIO(board(game).png())).convert("RGB"))
    return None


def check_render_mode(mode: str | None) -> None:
    """Only these are known."""
    if mode is not None and mode not in RENDER_MODES:
        raise ValueError(f"a render mode is one of {', '.join(RENDER_MODES)}, not {mode!r}")
