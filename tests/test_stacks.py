"""Tiles in several stacks: each is drawn to its end before the next, and chance knows no more than people do."""

from __future__ import annotations

from collections import Counter
from pathlib import Path

import pytest

from aude import Game, Unreadable
from aude.catalog.boxes import BoxInfo, info
from aude.engine.drive import opening, roll_out
from aude.engine.rng import Random
from aude.engine.rules import CHANCE, NOBODY, Part, PartsOf, Rules
from aude.engine.snapshot import dump, restore
from aude.game.setup import Setup

SETUP = Setup(options={"first_player": "seat1"})


class Stacks(Part):
    """The monasteries first, those with a road next, the city of four sides last, one tile left in the box."""

    def setup(self, rules: Rules) -> None:
        rules.put_in_stack("base/FFFF-monastery", -2)
        rules.put_in_stack("base/FFRF-monastery", -1)
        rules.put_in_stack("base/CCCC-cNESW-pennant", 5)
        rules.leave_out("base/RRRR")
        rules.add_start_block(100, [("base/FFRR-rSW", 0, 0, 0)])


def rules_with(part: Part) -> Rules:
    boxes: list[PartsOf] = [info("carcassonne").parts(), lambda _: [part]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    return Rules(boxes, ["red", "blue"], SETUP.values(), SETUP.elements(), {}, SETUP.tile_list(), start)


def test_stacks_are_drawn_in_their_order() -> None:
    """Monasteries come first, then those with a road, then everything but the last tile."""
    rules = rules_with(Stacks())
    names = [tile.id for tile in rules.table.tiles]
    for seed in range(5):
        state = opening(rules)
        drawn: list[str] = []
        random = Random(seed)
        while state.actor != NOBODY:
            step = rules.program[state.step]
            if state.actor == CHANCE:
                offered = [names[tile] for tile in state.legal()]
                assert step.count(state) == sum(state.bag[tile] for tile in state.legal())
                assert offered == [
                    names[tile] for tile in sorted({step.nth(state, k) for k in range(step.count(state))})
                ]
                action = step.sample(state, random)
                assert action in state.legal()
                drawn.append(names[action])
            else:
                action = step.sample(state, random)
            state.play(action)
        plain = sum("monastery" in name and "garden" not in name and name.startswith("base/FFFF") for name in drawn)
        assert Counter(drawn[:plain]) == {"base/FFFF-monastery": plain}
        assert drawn[-1] == "base/CCCC-cNESW-pennant" and "base/RRRR" not in drawn


def test_what_a_box_leaves_out_is_not_in_the_game() -> None:
    """The crossing is put back, and so is the start tile that another one replaces."""
    rules = rules_with(Stacks())
    bag = {tile.id: int(count) for tile, count in zip(rules.table.tiles, rules.table.bag, strict=True)}
    plain = {tile.id: count for tile, count in SETUP.tile_list()}
    assert bag["base/RRRR"] == 0 and plain["base/RRRR"] > 0
    assert bag["base/CRFR-rEW"] == plain["base/CRFR-rEW"] - 1
    assert opening(rules).slot_tile[0] >> 2 == rules.table.index["base/FFRR-rSW"]


def test_a_snapshot_goes_on_with_the_same_stack() -> None:
    """Which stack is drawn from follows from what is left."""
    rules = rules_with(Stacks())
    state = opening(rules)
    state.play(state.legal()[0])
    again = restore(rules, dump(state))
    one, other = Random(3), Random(3)
    roll_out(state, one)
    roll_out(again, other)
    assert dump(state) == dump(again)


class StacksInfo(BoxInfo):
    """The box of stacks, as the shelf would show it."""

    def parts(self) -> PartsOf:
        return lambda _: [Stacks()]


class StackedSetup(Setup):
    """A set-up with the box of stacks in it."""

    def infos(self) -> list[BoxInfo]:
        return [*super().infos(), StacksInfo("stacks", Path("stacks"), "Stacks", "carcassonne", (2, 5), (), (), ())]


def test_a_start_of_ones_own_and_a_box_that_brings_one_exclude_each_other() -> None:
    """The set-up says so instead of dropping one of the two."""
    assert StackedSetup().rules().start == [("base/FFRR-rSW", 0, 0, 0)]
    with pytest.raises(Unreadable, match="leave 'start' out"):
        StackedSetup(start=(("base/CRFR-rEW", 0, 0, 0),)).rules()


def test_the_sizes_of_the_stacks_are_known() -> None:
    """The river, its lake, and the ordinary tiles; a game with one stack has one number."""
    river = Game(boxes=("river",), deal=False)
    assert river.stacks == [10, 1, 71] and sum(river.stacks) == sum(river.tiles_left.values())
    assert Game(deal=False).stacks == [71]
