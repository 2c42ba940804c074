"""Crop circles. CC-01 to CC-06 are written out in spec.md, beside this file; the second box has the same rules."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import (
    KIND_SHIFT,
    NODE_MASK,
    deploy,
    describe_spot,
    figure_on,
    free_figure,
    spot_option,
    standing_option,
    take_back,
)
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, PASS, Part, Rules, Step, is_set, on_newest
from aude.engine.state import State
from aude.engine.types import Figure, Seat

ADD: Final = 1  # what the player has decided, in the register; 0 otherwise
REMOVE: Final = 2

# The circles in the order of the words in the forms: the kind of feature that each concerns, and the rule.
CIRCLES: Final = ["field", "city", "road"]
CIRCLE: Final = "crop_circle"  # the symbol, and after a colon the kind of feature
CIRCLE_RULES: Final = ["CC-02", "CC-03", "CC-04"]


def parts(rules: Rules) -> list[Part]:
    """Nothing can be left out."""
    return [CropCircles()]


class CropCircles(Part):
    """Tiles with a crop circle: everybody adds a follower, or everybody takes one away. There are two sets of them."""

    def __init__(self) -> None:
        self.decided: i64 = 0
        self.marks = vec[i64]()  # of each circle: its bit among the symbols of a tile
        self.kinds = vec[i64]()  # and the kind of feature that it concerns

    def setup(self, rules: Rules) -> None:
        rules.shared_spots = True  # R-CC-01: a follower is added beside another
        self.decided = rules.reserve_registers()
        rules.add_form("all-add {feature:field|city|road}")
        rules.add_form("all-remove {feature:field|city|road}")
        rules.add_form("add {figure} {node}")
        rules.add_form("remove {figure} {node}")
        rules.add_form("pass")
        rules.add_note("all_add", ["seat"])
        rules.add_note("all_remove", ["seat"])
        # R-CC-04, R-TURN-02: before the scoring; or after it, the Count, the catapult and the dragon.
        order = 1500 if rules.option("crop_timing") == "step15" else 1880
        rules.add_step("turn", order, Circle(self), when=on_newest(CIRCLE))
        rules.add_step("turn", order + 1, Add(self, rules.option("crop_add") == "may"), when=is_set(self.decided))
        rules.add_step("turn", order + 2, Remove(self), when=is_set(self.decided))

    def finalize(self, rules: Rules) -> None:
        self.marks = vec[i64]([rules.table.symbol_of(f"{CIRCLE}:{kind}") for kind in CIRCLES])
        self.kinds = vec[i64]([rules.kind_named(kind) for kind in CIRCLES])

    def circle(self, state: State) -> i64:
        """The circle on the tile just laid, by its number in CIRCLES, or -1."""
        symbols = state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2]
        if symbols:
            for number in range(len(self.marks)):
                if symbols & self.marks[number]:
                    return number
        return -1

    def concerns(self, state: State, figure: Figure) -> bool:
        """CC-02 … CC-05, R-CC-06: whether the circle means this figure. It means followers on its kind of feature.

        What is not a follower (builder, pig) or not on a segment (barn, castle, tower) is left alone.
        """
        node = state.figure_at[figure]
        if node < 0 or not state.rules.occupies[state.rules.figure_kind[figure]]:
            return False
        return state.kind_of(node) == self.kinds[self.circle(state)]


class Circle(Step):
    """CC-01: the player decides whether everybody adds a follower or everybody takes one away."""

    name = "circle"
    rule = "CC-01"

    def __init__(self, circles: CropCircles) -> None:
        self.circles = circles

    def enter(self, state: State) -> i64:
        if self.circles.circle(state) < 0:
            return CONTINUE
        for figure in range(state.rules.figures):
            if self.circles.concerns(state, figure):
                state.actor = state.player  # R-CC-05: whoever's follower it is
                return ASK
        return CONTINUE  # R-CC-10: it concerns nobody

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([ADD, REMOVE])

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.circles.decided] = action
        if state.journal is not None:
            state.note("all_add" if action == ADD else "all_remove", [state.player])
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("all-add" if action == ADD else "all-remove", [self.circles.circle(state)])


def ask_from(state: State, step: Step, seat: Seat, circles: CropCircles) -> i64:
    """R-CC-03: ask this seat, or the first after it who has an answer; after the player it is over."""
    while True:
        state.actor = seat
        if step.count(state):
            return ASK
        if seat == state.player:
            return done(state, circles)
        seat = state.seat_after(seat)


def ask_after(state: State, step: Step, circles: CropCircles) -> i64:
    """The asked seat has answered: go on with the next."""
    if state.actor == state.player:
        return done(state, circles)
    return ask_from(state, step, state.seat_after(state.actor), circles)


def done(state: State, circles: CropCircles) -> i64:
    """Everybody has answered."""
    state.registers[circles.decided] = 0
    return CONTINUE


class Add(Step):
    """R-CC-01, R-CC-02: every seat with a follower there must, or may, put another beside it."""

    name = "circle_add"
    rule = "R-CC-01"

    def __init__(self, circles: CropCircles, may: bool) -> None:
        self.circles = circles
        self.may = may

    def enter(self, state: State) -> i64:
        if state.registers[self.circles.decided] != ADD:
            return CONTINUE
        return ask_from(state, self, state.seat_after(state.player), self.circles)

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        beside = vec[i64]()
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.actor and self.circles.concerns(state, figure):
                node = state.figure_at[figure]
                if node not in beside:
                    beside = append(beside, node)
        for kind in range(rules.figure_kinds_count):
            # R-CC-07: any follower, where its kind may stand; builder and pig are not followers.
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
        return ask_after(state, self, self.circles)

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("pass") if action == PASS else describe_spot("add", action)


class Remove(Step):
    """CC-06: every seat with a follower there takes one back."""

    name = "circle_remove"
    rule = "CC-06"

    def __init__(self, circles: CropCircles) -> None:
        self.circles = circles

    def enter(self, state: State) -> i64:
        if state.registers[self.circles.decided] != REMOVE:
            return CONTINUE
        return ask_from(state, self, state.seat_after(state.player), self.circles)

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.actor and self.circles.concerns(state, figure):
                code = standing_option(state, figure)
                if code not in out:  # equal figures on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        take_back(state, figure_on(state, action, state.actor))  # R-CC-09: what is left alone goes by `figure_returned`
        return ask_after(state, self, self.circles)

    def describe(self, state: State, action: i64) -> Choice:
        return describe_spot("remove", action)

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused(CIRCLE_RULES[self.circles.circle(state)], "not_offered")
