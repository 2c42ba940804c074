"""Crop circles. CC-01 to CC-06 are written out in spec.md, beside this file; the second box has the same rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import (
    KIND_SHIFT,
    NODE_MASK,
    deploy,
    figure_on,
    free_figure,
    spot_option,
    standing_option,
    take_back,
)
from aude.engine.rules import ASK, CONTINUE, PASS, Box, Rules, Step
from aude.engine.state import State
from aude.engine.words import figure_spot_words

ADD: Final = 1  # what the player has decided, in the register; 0 while nothing is under way
REMOVE: Final = 2


# The circles: the kind of feature that each concerns, and the rule that says so.
CIRCLES: Final = ["field", "city", "road"]
CIRCLE_RULES: Final = ["CC-02", "CC-03", "CC-04"]


class CropCircles(Box):
    """Tiles with a crop circle: everybody adds a follower, or everybody takes one away. There are two sets of them."""

    id = "crop_circles"

    def __init__(self) -> None:
        self.decided: i64 = 0
        self.marks = vec[i64]()  # of each circle: its bit among the symbols of a tile
        self.kinds = vec[i64]()  # and the kind of feature that it concerns

    def setup(self, rules: Rules) -> None:
        rules.shared_spots = True  # R-CC-01: a follower is added beside another
        self.decided = rules.register()
        rules.add_note("all_add", ["seat"])
        rules.add_note("all_remove", ["seat"])
        # R-CC-04, R-TURN-02: before the scoring; or after it, the Count, the catapult and the dragon.
        order = 1500 if rules.option("crop_timing") == "step15" else 1880
        rules.add_step("turn", order, Circle(self))
        rules.add_step("turn", order + 1, Add(self, rules.option("crop_add") == "may"))
        rules.add_step("turn", order + 2, Remove(self))

    def finalize(self, rules: Rules) -> None:
        self.marks = vec[i64]([rules.table.symbol_of(f"crop_circle:{kind}") for kind in CIRCLES])
        self.kinds = vec[i64]([rules.kind_named(kind) for kind in CIRCLES])

    def circle(self, state: State) -> i64:
        """The circle on the tile just laid, by its number in CIRCLES, or -1."""
        symbols = state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2]
        if symbols:
            for number in range(len(self.marks)):
                if symbols & self.marks[number]:
                    return number
        return -1

    def concerned(self, state: State, figure: i64) -> bool:
        """CC-02 … CC-05, R-CC-06: whether the circle means this figure. It means followers on its kind of feature.

        What is no follower (builder, pig) or stands on no segment (barn, castle, tower) is left alone.
        """
        node = state.figure_at[figure]
        if node < 0 or not state.rules.occupies[state.rules.figure_kind[figure]]:
            return False
        return state.kind_of(node) == self.kinds[self.circle(state)]


class Circle(Step):
    """CC-01: the player decides whether everybody adds a follower or everybody takes one away."""

    name = "circle"
    rule = "CC-01"

    def __init__(self, box: CropCircles) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.circle(state) < 0:
            return CONTINUE
        for figure in range(state.rules.figures):
            if self.box.concerned(state, figure):
                state.actor = state.player  # R-CC-05: whoever's follower it is
                return ASK
        return CONTINUE  # R-CC-10: it concerns nobody

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([ADD, REMOVE])

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.decided] = action
        if state.journal is not None:
            state.note("all_add" if action == ADD else "all_remove", [state.player])
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        concerned = CIRCLES[self.box.circle(state)]
        if action == ADD:
            return ["all-add", concerned]
        return ["all-remove", concerned]


def ask_from(state: State, step: Step, seat: i64, box: CropCircles) -> i64:
    """R-CC-03: ask this seat, or the first after it who has an answer; after the player it is over."""
    while True:
        state.actor = seat
        if step.count(state):
            return ASK
        if seat == state.player:
            return done(state, box)
        seat = state.seat_after(seat)


def ask_after(state: State, step: Step, box: CropCircles) -> i64:
    """The asked seat has answered: go on with the next."""
    if state.actor == state.player:
        return done(state, box)
    return ask_from(state, step, state.seat_after(state.actor), box)


def done(state: State, box: CropCircles) -> i64:
    """Everybody has answered."""
    state.registers[box.decided] = 0
    return CONTINUE


class Add(Step):
    """R-CC-01, R-CC-02: every seat with a follower there must, or may, put another beside it."""

    name = "circle_add"
    rule = "R-CC-01"

    def __init__(self, box: CropCircles, may: bool) -> None:
        self.box = box
        self.may = may

    def enter(self, state: State) -> i64:
        if state.registers[self.box.decided] != ADD:
            return CONTINUE
        return ask_from(state, self, state.seat_after(state.player), self.box)

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        beside = vec[i64]()
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.actor and self.box.concerned(state, figure):
                node = state.figure_at[figure]
                if node not in beside:
                    beside = append(beside, node)
        for kind in range(rules.figure_kinds_count):
            # R-CC-07: any follower, where its kind may stand; builder and pig are none.
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.actor]:
                for node in beside:
                    if rules.stands_on[kind] >> state.kind_of(node) & 1:
                        out = append(out, spot_option(kind, node))
        if self.may and len(out):
            out = append(out, PASS)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            code = action - 1
            figure = free_figure(state, code >> KIND_SHIFT, state.actor)
            deploy(state, figure, code & NODE_MASK)
        return ask_after(state, self, self.box)

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        return ["add", *figure_spot_words(state, action)]


class Remove(Step):
    """CC-06: every seat with a follower there takes one back."""

    name = "circle_remove"
    rule = "CC-06"

    def __init__(self, box: CropCircles) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if state.registers[self.box.decided] != REMOVE:
            return CONTINUE
        return ask_from(state, self, state.seat_after(state.player), self.box)

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.actor and self.box.concerned(state, figure):
                code = standing_option(state, figure)
                if code not in out:  # equal figures on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        take_back(state, figure_on(state, action, state.actor))  # R-CC-09: what is left alone goes by `figure_left`
        return ask_after(state, self, self.box)

    def words(self, state: State, action: i64) -> list[str]:
        return ["remove", *figure_spot_words(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return CIRCLE_RULES[self.box.circle(state)], "not_offered"
