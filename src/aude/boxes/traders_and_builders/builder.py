"""The builder (TB-14 to TB-27) and the second tile that it earns."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.traders_and_builders.companion import Companion
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.rules import ASK, CONTINUE, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.turns import NEW_TURN, SECOND_PART, comes_next, earn, give_up, has_earned
from aude.engine.types import Feature, Slot

STOP: Final = 0
GO_ON: Final = 1


class Builder(Companion):
    """A figure on roads and in cities: whoever extends its feature has a second tile."""

    def __init__(self) -> None:
        super().__init__("builder", ["road", "city"], "TB-14", 4.0)
        self.double: i64 = -1  # the source of extra turns

    def setup(self, rules: Rules) -> None:
        super().setup(rules)
        # R-TB-10: the second tile is a part of the turn, or a turn of its own.
        one_turn = rules.option("double_turn_counts") == "one_turn"
        self.double = rules.add_extra_turn("second", begins=SECOND_PART if one_turn else NEW_TURN)
        if rules.option("builder_second_tile") == "may":  # R-TB-02
            rules.add_form("second")
            rules.add_form("stop")
            rules.add_step("turn", 1900, SecondTile(self.double), when=is_set(rules.extra_earned))

    def tile_placed(self, state: State, slot: Slot) -> None:
        """TB-18, TB-19, TB-23: the tile has become part of the builder's feature; there is no third."""
        rules = state.rules
        first = rules.figure_first[self.kind * rules.seats + state.player]
        for figure in range(first, first + rules.figure_each[self.kind]):
            at = state.figure_at[figure]
            if at >= 0 and lies_on(state, state.root[at], slot):
                earn(state, self.double)


def lies_on(state: State, feature: Feature, slot: Slot) -> bool:
    """Whether a feature has a segment on the newest tile."""
    for node in range(state.slot_first[slot], state.nodes):
        if state.root[node] == feature and state.node_slot[node] == slot:
            return True
    return False


class SecondTile(Step):
    """TB-18, R-TB-02: the player may draw and lay a second tile."""

    name = "second"
    rule = "TB-18"

    def __init__(self, double: i64) -> None:
        self.double: i64 = double  # the source of extra turns

    def enter(self, state: State) -> i64:
        if state.bag_size == 0 or not has_earned(state, self.double) or not comes_next(state, self.double):
            return CONTINUE  # nothing to decide: there is no second tile, or something else demands one
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([STOP, GO_ON])

    def apply(self, state: State, action: i64) -> i64:
        if action == STOP:
            give_up(state, self.double)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("second" if action == GO_ON else "stop")
