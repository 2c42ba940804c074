"""The steps of a turn, by the rules of the base game; who begins, and the scoring at the end."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine import deploy, steps
from aude.engine.arrays import vec
from aude.engine.blocks import StartBlock, attachment_code, code_attachment
from aude.engine.choice import Choice
from aude.engine.rules import ASK, CONTINUE, Step
from aude.engine.spots import code_at
from aude.engine.start import attachments_of, lay_block
from aude.engine.state import State


class FirstPlayer(steps.FirstPlayer):
    """BASE-10, R-BASE-02: who begins."""

    rule = "R-BASE-02"


class LayBlocks(Step):
    """R-SETUP-02, `manual`: the first player lays every start block but the first, at any place where it matches."""

    name = "block"
    rule = "R-SETUP-02"

    def block(self, state: State) -> StartBlock | None:
        """The block to be laid now."""
        lies = state.slots - len(state.rules.start)
        for block in state.rules.loose_blocks:
            if lies < len(block.tiles):
                return block
            lies -= len(block.tiles)
        return None

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return CONTINUE if self.block(state) is None else ASK

    def legal(self, state: State) -> vec[i64]:
        block = self.block(state)
        if block is None:
            return vec[i64]()
        return vec[i64]([attachment_code(where) for where in attachments_of(state, block)])

    def apply(self, state: State, action: i64) -> i64:
        block = self.block(state)
        if block is not None:
            lay_block(state, block, code_attachment(action))
        return self.enter(state)

    def describe(self, state: State, action: i64) -> Choice:
        """The first tile of the block, and where it lies."""
        x, y, rotation = code_attachment(action)
        block = self.block(state)
        assert block is not None
        name, own_x, own_y, own_rotation = block.tiles[0]
        tile = state.rules.table.index[name]
        return Choice("block", [tile, code_at(x + own_x, y + own_y), (rotation + own_rotation) % 4])


class Draw(steps.Draw):
    """BASE-12, BASE-35: chance draws a tile; with none left the game ends."""

    rule = "BASE-12"


class Fit(steps.Fit):
    """BASE-14, R-BASE-05: a tile that fits nowhere leaves the game, and another is drawn."""


class Place(steps.Place):
    """BASE-12, BASE-13: the player lays the tile against the table, every touching side matching."""

    rule = "BASE-13"
    touch_rule = "BASE-12"


class Deploy(deploy.Deploy):
    """BASE-15 … BASE-20, FARM-04, FARM-05: the player may put a figure on the tile just laid."""

    rule = "BASE-15"
    unfit_rule = "BASE-16"
    taken_rule = "BASE-17"
    supply_rule = "BASE-20"


class Collect(steps.Collect):
    """BASE-21: what has been completed."""


class Score(steps.Score):
    """BASE-21, BASE-30, BASE-31: the completed features are scored and their figures return."""


class Next(steps.Next):
    """BASE-10: the left neighbour's turn, unless a box gives the player another."""


class FinalScoring(steps.FinalScoring):
    """BASE-36 … BASE-40: incomplete features and fields."""
