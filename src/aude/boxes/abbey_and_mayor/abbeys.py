"""Abbeys: a tile in everybody's hand, for a gap among the others. AM-01 to AM-05."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.abbey_and_mayor.assets import AbbeyInHand, GapFiller
from aude.boxes.abbey_and_mayor.by_hand import AbbeysByHand
from aude.boxes.abbey_and_mayor.display import AbbeyDisplay
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, Part, Rules, Step
from aude.engine.spots import xy_of_code
from aude.engine.state import State
from aude.engine.turns import is_extra_part
from aude.engine.types import CellCode, Seat, Slot

ABBEY: Final = "abbey_mayor/abbey"
MONASTERY: Final = "monastery"

UPRIGHT: Final = 1  # the mask of the one rotation of an abbey
KEEP: Final = 0  # the abbey stays in hand
GONE: Final = -1  # an abbey that is neither in hand nor known to lie somewhere (in a position laid by hand)


class Abbeys(Part):
    """Who still has an abbey, and where one may lie."""

    def __init__(self) -> None:
        self.tile: i64 = -1
        self.gap = vec[i64]()  # of what the neighbours of a cell show: 1 if there are four
        # A register for each seat: 0 while it has its abbey, else the slot + 1, or GONE.
        self.laid: i64 = -1
        self.last: i64 = -1  # with a last round, registers: who has laid the last tile, as seat + 1,
        self.asked: i64 = -1  # how many seats have been asked after it,
        self.chosen: i64 = -1  # and where the turn that begins then lays its abbey

    def setup(self, rules: Rules) -> None:
        self.laid = rules.reserve_registers(int(rules.seats))
        rules.add_kind("abbey", rules.kinds[rules.kind_named(MONASTERY)].scorer, surrounded=True)  # AM-05
        rules.add_form("keep")
        rules.add_form("abbey {cell}")
        rules.add_display(AbbeyDisplay(self))
        rules.add_by_hand(AbbeysByHand(self))
        rules.add_asset(AbbeyInHand(self))
        rules.add_filler(GapFiller(self))
        rules.add_step("turn", 200, LayAbbey(self))
        if rules.option("abbey_final_round") == "on":  # R-AM-14
            self.last = rules.reserve_registers()
            self.asked = rules.reserve_registers()
            self.chosen = rules.reserve_registers()
            rules.add_step("final", 100, LastAbbeys(self))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.tile = table.index[ABBEY]
        base = int(table.side_weight[1])
        for signature in range(int(table.signatures)):
            shown = [signature // base**side % base for side in range(4)]
            self.gap = append(self.gap, int(0 not in shown))
        # AM-04, COMB-027: every figure that may be a monk, whatever the order of the boxes.
        for kind in range(rules.figure_kinds_count):
            if rules.stands_on[kind] & rules.kinds_named([MONASTERY]):
                rules.stands_on[kind] |= rules.kinds_named(["abbey"])

    def has_abbey(self, state: State, seat: Seat) -> bool:
        """Whether a seat has its abbey in hand."""
        return state.registers[self.laid + seat] == 0

    def slot_of(self, state: State, seat: Seat) -> Slot:
        """The tile that is a seat's abbey; below 0 if none lies on the table."""
        return state.registers[self.laid + seat] - 1

    def mark_laid(self, state: State, seat: Seat, slot: Slot) -> None:
        """A seat's abbey lies on the table."""
        state.registers[self.laid + seat] = slot + 1

    def mark_gone(self, state: State, seat: Seat) -> None:
        """A seat's abbey has left the game."""
        state.registers[self.laid + seat] = GONE

    def is_gap(self, state: State, front: i64) -> bool:
        """AM-02: whether there is a tile on each side of an empty cell."""
        return self.gap[state.front_sides[front]] != 0

    def may_lie(self, state: State, front: i64) -> bool:
        """AM-02, AM-03: a gap; R-AM-26: where no other part forbids a monastery."""
        if not self.is_gap(state, front):
            return False
        if len(state.rules.filter_rotations):
            cell = state.cell_of_code(state.front_code[front])
            state.tile = self.tile
            for part in state.rules.filter_rotations:
                if not part.filter_rotations(state, cell, UPRIGHT):
                    state.tile = -1
                    return False
            state.tile = -1
        return True

    def can_lay(self, state: State) -> bool:
        """Whether the player has the abbey still, and there is a gap for it."""
        if not self.has_abbey(state, state.player):
            return False
        gap = self.gap
        sides = state.front_sides
        for front in range(state.fronts):
            if gap[sides[front]] and self.may_lie(state, front):  # usually there is no gap at all
                return True
        return False

    def lay(self, state: State, code: CellCode) -> None:
        """AM-01: lay the player's abbey, as any tile is laid."""
        self.mark_laid(state, state.player, state.slots)
        state.tile = self.tile
        state.rules.program[state.rules.place_step].apply(state, code)

    def tile_placed(self, state: State, slot: Slot) -> None:
        if self.last >= 0:
            state.registers[self.last] = state.player + 1

    def heeds_place(self, state: State) -> bool:
        return False


class LayAbbey(Step):
    """AM-01 … AM-03, D-AM-01: the player may lay the abbey instead of drawing a tile."""

    name = "abbey"
    rule = "AM-02"

    def __init__(self, abbeys: Abbeys) -> None:
        self.abbeys = abbeys

    def enter(self, state: State) -> i64:
        if self.abbeys.chosen >= 0 and state.registers[self.abbeys.chosen]:
            code = state.registers[self.abbeys.chosen]
            state.registers[self.abbeys.chosen] = 0
            return self.apply(state, code)
        if state.tile >= 0:
            return CONTINUE  # R-AM-15: not instead of a tile that the player has in hand
        if state.bag_size == 0 and not is_extra_part(state):
            return CONTINUE  # R-AM-28: the game is over, but for the last round (and, R-BASE-01, an extra part)
        if not self.abbeys.can_lay(state):
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]([KEEP])
        for front in range(state.fronts):
            if self.abbeys.may_lie(state, front):
                out = append(out, state.front_code[front])
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action != KEEP:
            self.abbeys.lay(state, action)
            # AM-01: no drawing, laying, princess. R-AM-29: but direct effects of a laid tile, like arrows (COMB-038).
            state.jump(state.rules.place_step + 1)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        if action == KEEP:
            return Choice("keep")
        return Choice("abbey", [action])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form != "abbey" or choice.facts[0] < 0:
            raise Refused(self.rule, "not_offered")
        there = state.board_at(*xy_of_code(choice.facts[0]))
        if there > 0:
            raise Refused("BASE-12", "cell_taken")
        if there == 0 or not self.abbeys.is_gap(state, -there - 1):
            raise Refused("AM-02", "no_gap")
        cell = state.cell_of_code(choice.facts[0])
        state.tile = self.abbeys.tile
        try:
            for part in state.rules.filter_rotations:
                if not part.filter_rotations(state, cell, UPRIGHT):
                    part.refuse_placement(state, cell, 0)
        finally:
            state.tile = -1
        raise Refused(self.rule, "cell_forbidden")


class LastAbbeys(LayAbbey):
    """R-AM-14, D-AM-04: after the last tile every player in turn may still lay the abbey, with figure and scoring."""

    name = "last_abbey"

    def enter(self, state: State) -> i64:
        if state.registers[self.abbeys.last]:
            state.player = state.registers[self.abbeys.last] - 1
        return self.go_on(state)

    def go_on(self, state: State) -> i64:
        """Ask the next seat that can lay its abbey."""
        while state.registers[self.abbeys.asked] < state.rules.seats:
            state.registers[self.abbeys.asked] += 1
            state.player = state.seat_after(state.player)
            if self.abbeys.can_lay(state):
                state.actor = state.player
                return ASK
        state.player = state.seat_after(state.player)  # as after any last tile
        return CONTINUE

    def resume(self, state: State) -> i64:
        return self.go_on(state)

    def apply(self, state: State, action: i64) -> i64:
        if action == KEEP:
            return self.go_on(state)
        state.registers[self.abbeys.chosen] = action
        state.call(state.rules.turn_start)  # a turn of its own: `LayAbbey` lays it there; then back to `resume`
        return CONTINUE
