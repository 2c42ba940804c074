"""Abbeys: a tile in everybody's hand, for a gap among the others. AM-01 to AM-05."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.laying import put
from aude.engine.rules import ASK, CONTINUE, MISWRITTEN, Rules, Step
from aude.engine.state import State
from aude.engine.turns import is_extra_part
from aude.engine.words import cell_word, read_cell, read_seat, slot_word

ABBEY: Final = "abbey_mayor/abbey"
FORMS: Final = ["lay abbey SEAT X,Y"]  # of the lines of a position
MONASTERY: Final = "monastery"

UPRIGHT: Final = 1  # the mask of the one rotation of an abbey
KEEP: Final = 0  # the abbey stays in hand
GONE: Final = -1  # an abbey that is neither in hand nor known to lie somewhere (in a position laid by hand)


class Abbeys:
    """Who still has an abbey, and where one may lie."""

    def __init__(self, rules: Rules) -> None:
        self.tile: i64 = -1
        self.gap = vec[i64]()  # of what the neighbours of a cell show: 1 if there are four
        # A register for each seat: 0 while it has its abbey, else the slot + 1, or GONE.
        self.laid: i64 = rules.register(int(rules.seats))
        self.last: i64 = -1  # with a last round, registers: who has laid the last tile, as seat + 1,
        self.asked: i64 = -1  # how many seats have been asked after it,
        self.chosen: i64 = -1  # and where the turn that begins then lays its abbey
        rules.add_kind("abbey", rules.kinds[rules.kind_named(MONASTERY)].scorer, surrounded=True)  # AM-05
        rules.add_step("turn", 200, LayAbbey(self))
        if rules.option("abbey_final_round") == "on":  # R-AM-14
            self.last = rules.register()
            self.asked = rules.register()
            self.chosen = rules.register()
            rules.add_step("final", 100, LastAbbeys(self))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.tile = table.index[ABBEY]
        base = int(table.side_weight[1])
        for signature in range(int(table.signatures)):
            shown = [signature // base**side % base for side in range(4)]
            self.gap = append(self.gap, int(0 not in shown))
        # AM-04, COMB-027: whoever may be a monk, in whatever order the boxes have spoken.
        for kind in range(rules.figure_kinds_count):
            if rules.stands_on[kind] & rules.kinds_named([MONASTERY]):
                rules.stands_on[kind] |= rules.kinds_named(["abbey"])

    def may_lie(self, state: State, front: i64) -> bool:
        """AM-02, AM-03: an empty cell with a tile on each side; R-AM-26: and no box forbids a monastery there."""
        if not self.gap[state.front_sides[front]]:
            return False
        if len(state.rules.filter_rotations):
            cell = state.cell_of_code(state.front_code[front])
            state.tile = self.tile
            for box in state.rules.filter_rotations:
                if not box.filter_rotations(state, cell, UPRIGHT):
                    state.tile = -1
                    return False
            state.tile = -1
        return True

    def can_lay(self, state: State) -> bool:
        """Whether the player has the abbey still, and there is a gap for it."""
        if state.registers[self.laid + state.player]:
            return False
        for front in range(state.fronts):
            if self.may_lie(state, front):
                return True
        return False

    def lay(self, state: State, place: i64) -> None:
        """AM-01: lay the player's abbey, as any tile is laid."""
        state.registers[self.laid + state.player] = state.slots + 1
        state.tile = self.tile
        state.rules.program[state.rules.place_step].apply(state, place)

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str]) -> str:
        """R-AM-39: a seat's abbey lies in a gap."""
        seat = read_seat(state, words[1]) if len(words) == 3 else -1
        cell = read_cell(words[-1])
        if seat < 0 or cell is None:
            return MISWRITTEN
        if state.registers[self.laid + seat]:
            return f"{words[1]} has no abbey left (AM-01)"
        there = state.board_at(cell[0], cell[1])
        if there > 0:
            return f"a tile lies at {words[2]} already"
        if there == 0 or not self.gap[state.front_sides[-there - 1]]:
            return f"there is no gap with a tile on all four sides at {words[2]}; lay those first (AM-02)"
        state.registers[self.laid + seat] = put(state, self.tile, state.cell_of(cell[0], cell[1]), 0) + 1
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The abbeys that lie, each in its place among the other tiles."""
        lines: list[tuple[int, str]] = []
        for seat, name in enumerate(state.rules.seat_names):
            slot = state.registers[self.laid + seat] - 1
            if slot >= 0:
                lines.append((int(state.slot_first[slot]), f"lay abbey {name} {slot_word(state, slot)}"))
        return lines


class LayAbbey(Step):
    """AM-01 … AM-03, D-AM-01: the player may lay the abbey instead of drawing a tile."""

    name = "abbey"
    rule = "AM-02"

    def __init__(self, abbeys: Abbeys) -> None:
        self.abbeys = abbeys

    def enter(self, state: State) -> i64:
        if self.abbeys.chosen >= 0 and state.registers[self.abbeys.chosen]:
            place = state.registers[self.abbeys.chosen]
            state.registers[self.abbeys.chosen] = 0
            return self.apply(state, place)
        if state.tile >= 0:
            return CONTINUE  # R-AM-15: not instead of a tile that the player has in hand
        if state.bag_size == 0 and not is_extra_part(state):
            return (
                CONTINUE  # R-AM-28: the game is over, but for those who are asked then (and, R-BASE-01, an extra part)
            )
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
            # AM-01: no drawing, laying, princess. R-AM-29: but what a laid tile brings at once, as an arrow (COMB-038).
            state.jump(state.rules.place_step + 1)
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        return ["keep"] if action == KEEP else ["abbey", cell_word(action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        cell = read_cell(words[1]) if len(words) == 2 else None
        if cell is None:
            return self.rule, "not_offered"
        there = state.board_at(cell[0], cell[1])
        if there > 0:
            return "BASE-12", "cell_taken"
        if there == 0 or not self.abbeys.gap[state.front_sides[-there - 1]]:
            return "AM-02", "no_gap"
        at = state.cell_of_code(state.front_code[-there - 1])
        rule = why = ""
        state.tile = self.abbeys.tile
        for box in state.rules.filter_rotations:
            if not rule and not box.filter_rotations(state, at, UPRIGHT):
                rule, why = box.placement_refusal(state, at, 0)
        state.tile = -1
        return (rule, why) if rule else (self.rule, "cell_forbidden")


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
