"""Knights who escape from a besieged city to a monastery. CTH-02."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.cathars.sieges import BESIEGED, is_besieged
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.features import centres_around
from aude.engine.figures import describe_spot, figure_on, spot_option, standing_option, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, PASS, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.turns import goes_on
from aude.engine.types import Cell, Feature, Figure

REFUGES: Final = ["monastery", "shrine", "abbey"]  # R-CTH-04; COMB-032: a garden is not one


class Escapes(Part):
    """Which knights have a way out, and who has taken it in this turn."""

    def __init__(self) -> None:
        self.city: i64 = -1
        self.besieged: i64 = -1  # the column of the trait
        self.refuges: i64 = 0  # the kinds of feature that knights escape to, a bit for each
        self.from_any_tile = False
        self.besieged_on = vec[i64]()  # of each tile: the mask of segments with the trait
        self.dawn: i64 = -1  # the step that new turns pass and second parts of a turn do not
        # Registers:
        self.escaped: i64 = 0  # 1 once a knight has escaped in this turn,
        self.surveyed: i64 = 0  # how many tiles have been looked at for sieges,
        self.known: i64 = 0  # how many there are,
        self.sieges: i64 = 0  # and their nodes

    def setup(self, rules: Rules) -> None:
        self.from_any_tile = rules.option("escape_reach") == "any_city_tile"  # R-CTH-02
        self.escaped = rules.reserve_registers()
        self.surveyed = rules.reserve_registers()
        self.known = rules.reserve_registers()
        segments = [(segment, copies) for tile, copies in rules.tiles for segment in tile.segments]
        self.sieges = rules.reserve_registers(sum(copies for segment, copies in segments if BESIEGED in segment.traits))
        rules.add_form("pass")
        rules.add_form("escape {figure} {node}")
        rules.add_step("turn", 50, Dawn(self), when=is_set(self.escaped))
        # R-CTH-01, R-TURN-02: before challenge, dragon and scoring; or when all parts of the turn are over.
        at_end = rules.option("escape_timing") == "end_of_turn"
        rules.add_step("turn", 1950 if at_end else 1100, Escape(self, at_end))

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.refuges = rules.kinds_named(REFUGES)
        table = rules.table
        self.besieged = table.trait_of(BESIEGED)
        for tile in range(len(table.tiles)):
            first = table.tile_first[tile]
            segments = range(table.tile_segments[tile])
            besieged = sum(1 << k for k in segments if table.trait(first + k, self.besieged))
            self.besieged_on = append(self.besieged_on, besieged)
        self.dawn = rules.step_numbers["escape_dawn"]

    def is_anybody_besieged(self, state: State) -> bool:
        """Whether a figure stands in a besieged city. Usually none does, and then figures need not be examined.

        Cathar tiles are registered once, when they are laid.
        """
        registers = state.registers
        for slot in range(registers[self.surveyed], state.slots):
            node = state.slot_first[slot]
            segments = self.besieged_on[state.slot_tile[slot] >> 2]
            while segments:
                if segments & 1:
                    registers[self.sieges + registers[self.known]] = node
                    registers[self.known] += 1
                segments >>= 1
                node += 1
        registers[self.surveyed] = state.slots
        at = self.sieges
        end = at + registers[self.known]
        while at < end:
            city = state.root[registers[at]]
            if state.open_ends[city] < 0:  # settled: remove it, and move the last siege to its place
                end -= 1
                registers[self.known] -= 1
                registers[at] = registers[end]
                continue
            if state.occupants[city]:
                return True
            at += 1
        return False

    def may_escape(self, state: State, figure: Figure) -> bool:
        """CTH-02, R-CTH-06: whether this figure is a knight in a besieged city with a refuge near."""
        node = state.figure_at[figure]
        if node < 0 or state.kind_of(node) != self.city or not state.rules.occupies[state.rules.figure_kind[figure]]:
            return False
        return self.has_way_out(state, state.root[node])

    def has_way_out(self, state: State, city: Feature) -> bool:
        """R-CTH-02: whether a refuge is next to a Cathar tile of the city; by option, to any tile of it."""
        if state.open_ends[city] < 0 or not is_besieged(state, city, self.besieged):  # settled, or at peace
            return False
        table = state.rules.table
        node = city
        while True:
            if self.from_any_tile or table.trait(state.node_segment[node], self.besieged):
                if self.is_near_refuge(state, state.slot_cell[state.node_slot[node]]):
                    return True
            node = state.next_node[node]
            if node == city:
                return False

    def is_near_refuge(self, state: State, cell: Cell) -> bool:
        """R-CTH-04, R-CTH-14: whether one of the eight tiles around is a monastery, whoever is there or was."""
        return len(centres_around(state, cell, self.refuges)) > 0


class Dawn(Step):
    """R-CTH-03: a new turn, and a new chance to escape. Second parts of a turn do not begin here (R-TURN-04)."""

    name = "escape_dawn"

    def __init__(self, escapes: Escapes) -> None:
        self.escapes = escapes

    def enter(self, state: State) -> i64:
        state.registers[self.escapes.escaped] = 0
        return CONTINUE


class Escape(Step):
    """CTH-02: the player may take back one knight from a besieged city, once in a turn."""

    name = "escape"
    rule = "CTH-02"

    def __init__(self, escapes: Escapes, at_end: bool) -> None:
        self.escapes = escapes
        self.at_end = at_end

    def enter(self, state: State) -> i64:
        if self.escapes.besieged < 0 or state.registers[self.escapes.escaped]:
            return CONTINUE
        if self.at_end and goes_on(state, self.escapes.dawn):
            return CONTINUE  # R-CTH-16, R-CTH-17; a part that passes the dawn is a turn of its own
        if not self.escapes.is_anybody_besieged(state):
            return CONTINUE
        rules = state.rules
        player = state.player
        city = self.escapes.city
        segment_kind = rules.table.kind
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0 and rules.figure_seat[figure] == player and segment_kind[state.node_segment[node]] == city:
                if self.escapes.may_escape(state, figure):
                    state.actor = player
                    return ASK
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        out = append(out, PASS)
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.player and self.escapes.may_escape(state, figure):
                code = standing_option(state, figure)
                if code not in out:  # equal knights on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        take_back(state, figure_on(state, action, state.player))  # R-CTH-06: a builder left alone follows
        state.registers[self.escapes.escaped] = 1
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`escape meeple city N at 0,0`"""
        if action == PASS:
            return Choice("pass")
        return describe_spot("escape", action)

    def refuse(self, state: State, choice: Choice) -> None:
        """Raise the reason why a player's own figure may not escape."""
        if choice.form != "escape" or min(choice.facts) < 0:
            raise Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        node: i64 = choice.facts[1]
        figure = figure_on(state, spot_option(kind, node), state.player)
        if figure < 0 or self.escapes.may_escape(state, figure):
            raise Refused(self.rule, "not_offered")
        if state.kind_of(node) != self.escapes.city or not state.rules.occupies[kind]:
            raise Refused("R-CTH-06", "no_knight")
        if not is_besieged(state, state.root[node], self.escapes.besieged):
            raise Refused("CTH-01", "not_besieged")
        raise Refused(self.rule, "no_monastery")
