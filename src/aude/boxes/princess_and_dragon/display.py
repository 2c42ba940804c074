"""Dragon and fairy as displayed to players."""

from __future__ import annotations

from typing import TYPE_CHECKING

from aude.engine.pieces import Display
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.princess_and_dragon.fairy import Fairy
    from aude.boxes.princess_and_dragon.whereabouts import Whereabouts


class DragonDisplay(Display):
    """The dragon, on its tile."""

    def __init__(self, where: Whereabouts) -> None:
        self.where = where

    def token_names(self) -> list[str]:
        return ["dragon"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        slot = int(self.where.dragon_at(state))
        return [(-1 - slot, -1, "dragon")] if slot >= 0 else []


class FairyDisplay(Display):
    """The fairy, on her tile, or beside a figure if that matters."""

    def __init__(self, fairy: Fairy) -> None:
        self.fairy = fairy

    def token_names(self) -> list[str]:
        return ["fairy"]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        slot = int(self.fairy.where.fairy_at(state))
        if slot < 0:
            return []
        node = int(self.fairy.friend_node(state))
        return [(node if node >= 0 else -1 - slot, -1, "fairy")]
