"""Where a turn continues after skipping figures and the fairy. PD-05, PD-11."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.princess_and_dragon.dragon import VOLCANO, Dragon
from aude.engine.rules import CONTINUE, Part, Rules, Step, on_newest
from aude.engine.state import State


class Shortcuts(Part):
    """Volcanoes and princesses lead past steps 7 and 8 of the turn: the step where that ends."""

    def __init__(self, dragon: Dragon | None) -> None:
        self.dragon = dragon

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 890, AfterFairy(self.dragon), when=on_newest(VOLCANO))


class AfterFairy(Step):
    """Step 8 is over. PD-11: whoever has sent a follower away goes on here. PD-05: a volcano leads to the scoring."""

    name = "after_fairy"

    def __init__(self, dragon: Dragon | None) -> None:
        self.dragon = dragon

    def enter(self, state: State) -> i64:
        if self.dragon is not None and self.dragon.forbids_figures(state):
            state.jump(state.rules.step_numbers["collect"])
        return CONTINUE
