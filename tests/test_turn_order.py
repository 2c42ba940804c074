"""The assembled turn with every box, printed for readers (`turn_order.txt`) and pinned."""

from __future__ import annotations

import importlib.util
import re
from pathlib import Path

import pytest

from aude.game.setup import Setup
from aude.testing import rule

HERE = Path(__file__).parent
TOOL = HERE.parent / "tools" / "turn_order.py"

spec = importlib.util.spec_from_file_location("turn_order", TOOL)
assert spec is not None and spec.loader is not None
turn_order = importlib.util.module_from_spec(spec)
spec.loader.exec_module(turn_order)

# The numbers of section 4 of src/aude/catalog/rules/turn-order-and-combining.md, and the steps that carry them out.
NUMBERED = {
    "TURN-01": ["fairy_point"],
    "TURN-03": ["draw"],
    "TURN-04": ["place"],
    "TURN-05": ["princess"],
    "TURN-07": ["deploy"],
    "TURN-08": ["fairy"],
    "TURN-09": ["tunnel"],
    "TURN-11": ["escape"],
    "TURN-13": ["fair"],
    "TURN-14": ["dragon"],
    "TURN-15": ["circle", "circle_add", "circle_remove"],
    "TURN-17.3": ["score"],
    "TURN-17.8": ["goods"],
    "TURN-19": ["second"],
}


def places() -> dict[str, int]:
    """The order of every step of a turn that has a name, in a game with all boxes."""
    rules = Setup(boxes=tuple(turn_order.together())).rules()
    return {step.name: order for order, step in rules.sequences["turn"] if step.name}


def test_the_turn_is_the_one_that_is_printed() -> None:
    """Whoever changes the turn reads it: `python tools/turn_order.py > tests/turn_order.txt`."""
    assert "\n".join(turn_order.pages()) + "\n" == (HERE / "turn_order.txt").read_text(encoding="utf-8")


@rule(*NUMBERED, "TURN-17")
@pytest.mark.parametrize("number", NUMBERED)
def test_each_step_stands_where_its_number_says(number: str) -> None:
    """A step's order is its number in section 4, times a hundred."""
    known = places()
    whole, _, part = number.removeprefix("TURN-").partition(".")
    for name in NUMBERED[number]:
        assert known[name] // 100 == int(whole)
        assert not part or known[name] % 100 == 10 * int(part)


@rule("TURN-17.4", "TURN-17.5", "TURN-17.6", "TURN-17.7", "COMB-060")
def test_king_and_robber_come_between_scoring_and_goods() -> None:
    """First the scores, then the king tile, then the robber tile, then goods."""
    text = (HERE / "turn_order.txt").read_text(encoding="utf-8").partition("\nwith ")[0]
    order = [float(number) for number in re.findall(r"^ +(17\.\d\d) ", text, re.MULTILINE)]
    assert order == sorted(order)
    lines = [line for line in text.splitlines() if re.match(r" +17\.[3-8]", line)]
    assert [line.split()[1] for line in lines] == [
        "carcassonne", "bridges_castles_and_bazaars", "abbey_and_mayor", "king_and_robber", "king_and_robber",
        "traders_and_builders",
    ]  # fmt: skip


@rule("R-TURN-04", "R-TURN-07")
def test_extra_turns_name_the_step_where_they_begin() -> None:
    """The builder's part and the arrow's begin with step 2, so that step 1 belongs to a new turn only."""
    rules = Setup(boxes=tuple(turn_order.together())).rules()
    begins = dict(zip(rules.extra_names, rules.extra_orders, strict=True))
    assert begins == {"second": 200, "extra_turn": 200, "volcano_lake": 0}
