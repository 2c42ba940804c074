"""One mechanism for all extra turns: where each begins, and how many a turn may have."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude.catalog.boxes import info
from aude.engine.drive import opening
from aude.engine.rules import CONTINUE, Note, Part, PartsOf, Rules, Step
from aude.engine.state import State
from aude.engine.turns import NEW_TURN, SECOND_PART, comes_next, earn, give_up, has_earned
from aude.game.setup import Setup


class Morning(Step):
    """Something that happens once in a turn, before its parts."""

    name = "morning"

    def enter(self, state: State) -> i64:
        state.note("morning", [state.player])
        return CONTINUE


class Sources(Part):
    """Two sources of a second part and one of a new turn; what a tile earns is set by the test."""

    def __init__(self, for_each: bool) -> None:
        self.for_each = for_each
        self.earns: list[str] = []
        self.sources: dict[str, int] = {}

    def setup(self, rules: Rules) -> None:
        rules.extra_for_each = self.for_each
        rules.add_note("morning", ["seat"])
        rules.add_step("turn", 100, Morning())
        self.sources["builder"] = rules.add_extra_turn("builder", begins=SECOND_PART)
        self.sources["symbol"] = rules.add_extra_turn("symbol", begins=SECOND_PART)
        self.sources["lake"] = rules.add_extra_turn("lake", begins=NEW_TURN, new_turn=True)

    def tile_placed(self, state: State, slot: i64) -> None:
        for name in self.earns:
            earn(state, self.sources[name])


def told(for_each: bool, *earned: list[str]) -> list[str]:
    """The notes about turns when the tiles, one after another, earn these things; then the left neighbour plays."""
    sources = Sources(for_each)
    setup = Setup(options={"first_player": "seat1"})
    start = [("base/CRFR-rEW", 0, 0, 0)]
    boxes: list[PartsOf] = [info("carcassonne").parts(), lambda _: [sources]]
    rules = Rules(boxes, ["red", "blue"], setup.values(), setup.elements(), {}, setup.tile_list(), start)
    state = opening(rules)
    state.journal = []
    for names in earned:
        sources.earns = names
        assert state.player == 0
        state.play(rules.table.index["base/CRFR-rEW"])
        state.play(state.legal()[0])
        while state.step == rules.deploy_step:
            state.play(0)
    assert state.player == 1
    notes: list[Note] = state.journal
    return [note.name for note in notes if note.name in ("morning", "builder", "symbol", "lake")]


def test_a_turn_has_one_extra_part() -> None:
    """Two sources together give one, and in it nothing more is earned; its owner's next turn is free again."""
    assert told(False, []) == ["morning"]
    assert told(False, ["builder"], []) == ["builder", "morning"]
    assert told(False, ["builder", "symbol"], ["builder", "symbol"]) == ["builder", "morning"]
    assert told(False, ["symbol"], ["builder"]) == ["symbol", "morning"]


def test_each_source_may_give_its_own_part() -> None:
    """As an option: both are played, each once, in whichever part it was earned."""
    assert told(True, ["builder", "symbol"], [], []) == ["builder", "symbol", "morning"]
    assert told(True, ["builder"], ["builder", "symbol"], ["symbol"]) == ["builder", "symbol", "morning"]


@pytest.mark.parametrize("for_each", [False, True])
def test_a_new_turn_comes_after_the_parts_and_is_not_one_of_them(for_each: bool) -> None:
    """It begins with the first step, and everything can be earned in it again."""
    assert told(for_each, ["lake"], []) == ["lake", "morning", "morning"]
    assert told(for_each, ["lake", "builder"], [], []) == ["builder", "lake", "morning", "morning"]
    assert told(for_each, ["builder"], ["lake"], ["builder"], []) == [
        "builder", "lake", "morning", "builder", "morning",
    ]  # fmt: skip


@pytest.mark.parametrize("for_each", [False, True])
def test_what_is_earned_can_be_given_up(for_each: bool) -> None:
    """It is asked about when it comes next, and only if it would not be played: shared parts are, whatever one says."""
    sources = Sources(for_each)
    setup = Setup()
    boxes: list[PartsOf] = [info("carcassonne").parts(), lambda _: [sources]]
    state = State(Rules(boxes, ["red", "blue"], setup.values(), setup.elements(), {}, setup.tile_list(), []))
    builder, symbol = sources.sources["builder"], sources.sources["symbol"]
    earn(state, builder)
    assert comes_next(state, builder)
    earn(state, symbol)
    assert comes_next(state, builder) == for_each
    assert not comes_next(state, symbol)
    give_up(state, builder)
    assert not has_earned(state, builder) and has_earned(state, symbol)
    assert comes_next(state, symbol)
