"""Wagons: whose feature is scored drives on. AM-08 to AM-12."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.abbey_and_mayor.abbeys import Abbeys
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.figures import deploy
from aude.engine.joining import port_node
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, COMPLETED, CONTINUE, Part, Rules, Step
from aude.engine.state import DONE, State
from aude.engine.types import Figure, Location, Node

GOES_TO: Final = ["road", "city", "monastery", "abbey", "shrine"]  # AM-09, R-AM-09: no garden, no field

HOME: Final = 0  # the wagon stays in the supply


class Wagons(Part):
    """Which wagons wait to drive on, and where to."""

    def __init__(self, abbeys: Abbeys | None) -> None:
        self.abbeys = abbeys
        self.connected = False  # R-AM-08
        self.kind: i64 = -1  # of figure
        # A register for each wagon: where its scored feature is, as node + 1, until it moves on.
        self.arrived: i64 = -1
        self.may_enter: i64 = 0  # a bit for each kind of feature that it drives to
        self.field: i64 = -1  # a kind of feature
        self.abbey: i64 = -1  # a tile, -1 if there are none in the game

    def setup(self, rules: Rules) -> None:
        self.connected = rules.option("wagon_move") == "connected"
        self.kind = rules.add_figure("wagon", each=1, weight=1, stands_on=GOES_TO[:])  # AM-08
        self.arrived = rules.reserve_registers(rules.figure_kinds[self.kind].each * int(rules.seats))
        rules.add_form("home")
        rules.add_form("drive {node}")
        rules.add_step("turn", 1735, MoveWagons(self), when=COMPLETED)

    def finalize(self, rules: Rules) -> None:
        self.may_enter = rules.kinds_named(GOES_TO)
        self.field = rules.kind_named("field")
        if self.abbeys is not None:
            self.abbey = self.abbeys.tile

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if why.key == "spot_unfit" and choice.facts[0] == self.kind:
            raise Refused("AM-08", why.key)

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """AM-09, R-AM-10: a scored figure goes home; a wagon whose feature was completed may move on, later."""
        rules = state.rules
        if not scored or rules.figure_kind[figure] != self.kind or at < 0:
            return
        if state.open_ends[state.root[at]] == DONE:
            state.registers[self.arrived + figure - rules.figure_first[self.kind * rules.seats]] = at + 1

    def due(self, state: State) -> i64:
        """AM-12: the number of the wagon that moves on next, of the player's first, then clockwise; -1 if none does."""
        rules = state.rules
        each = rules.figure_each[self.kind]
        wagons = rules.seats * each
        for k in range(state.player * each, state.player * each + wagons):
            number = k
            if number >= wagons:
                number -= wagons
            if state.registers[self.arrived + number]:
                return number
        return -1

    def ways(self, state: State, number: i64) -> vec[i64]:
        """AM-09 … AM-11, R-AM-08: the nodes that a wagon may move to."""
        found = vec[i64]()
        at = state.registers[self.arrived + number] - 1
        if not self.connected:
            cell = state.slot_cell[state.node_slot[at]]
            x = state.x_of(cell)
            y = state.y_of(cell)
            for node in range(state.nodes):
                cell = state.slot_cell[state.node_slot[node]]
                if x - 1 <= state.x_of(cell) <= x + 1 and y - 1 <= state.y_of(cell) <= y + 1:
                    found = self.with_way(state, node, found)
            return found
        table = state.rules.table
        feature = state.root[at]
        node = feature
        while True:
            segment = state.node_segment[node]
            for k in range(table.link_first[segment], table.link_first[segment + 1]):
                found = self.with_way(state, state.slot_first[state.node_slot[node]] + table.link[k], found)
            found = self.across_the_edge(state, node, found)
            node = state.next_node[node]
            if node == feature:
                return found

    def across_the_edge(self, state: State, node: Node, found: vec[i64]) -> vec[i64]:
        """R-AM-22: an abbey adjoins the roads and cities that end at its sides, and they adjoin it."""
        slot = state.node_slot[node]
        is_abbey = state.slot_tile[slot] >> 2 == self.abbey
        for side in range(FOUR):
            other = state.beside(state.slot_cell[slot], side) - 1
            if other < 0:
                continue
            if is_abbey:
                there = port_node(state, other, side ^ 2)
                if there >= 0:
                    found = self.with_way(state, there, found)
            elif state.slot_tile[other] >> 2 == self.abbey and port_node(state, slot, side) == node:
                found = self.with_way(state, state.slot_first[other], found)
        return found

    def with_way(self, state: State, node: Node, found: vec[i64]) -> vec[i64]:
        """The list with this node, if a wagon may move there: AM-10: what is incomplete and holds no follower."""
        feature = state.root[node]
        if self.may_enter >> state.kind_of(node) & 1 and state.open_ends[feature] > 0:
            if not state.occupants[feature] and node not in found:
                found = append(found, node)
        return found


class MoveWagons(Step):
    """AM-09 … AM-12, D-AM-03: every owner of a scored wagon, the player first, drives on or takes it back."""

    name = "wagon"
    rule = "AM-09"

    def __init__(self, wagons: Wagons) -> None:
        self.wagons = wagons

    def enter(self, state: State) -> i64:
        wagons = self.wagons
        while True:
            number = wagons.due(state)
            if number < 0:
                return CONTINUE
            if len(wagons.ways(state, number)):
                state.actor = number // state.rules.figure_each[wagons.kind]
                return ASK
            state.registers[wagons.arrived + number] = 0  # R-AM-30: there is nothing to decide

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]([HOME])
        found = self.wagons.ways(state, self.wagons.due(state))
        last: i64 = -1
        for _ in range(len(found)):  # in the order of laying, whichever way a feature is walked
            least = state.nodes
            for node in found:
                if last < node < least:
                    least = node
            out = append(out, least + 1)
            last = least
        return out

    def apply(self, state: State, action: i64) -> i64:
        wagons = self.wagons
        number = wagons.due(state)
        state.registers[wagons.arrived + number] = 0
        if action != HOME:
            deploy(state, state.rules.figure_first[wagons.kind * state.rules.seats] + number, action - 1)
        return self.enter(state)

    def describe(self, state: State, action: i64) -> Choice:
        if action == HOME:
            return Choice("home")
        return Choice("drive", [action - 1])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form != "drive" or choice.facts[0] < 0:
            raise Refused(self.rule, "spot_absent")
        node: i64 = choice.facts[0]
        if state.kind_of(node) == self.wagons.field:
            raise Refused("AM-11", "wagon_field")
        if not self.wagons.may_enter >> state.kind_of(node) & 1:
            raise Refused(self.rule, "spot_unfit")
        if state.open_ends[state.root[node]] <= 0:
            raise Refused("AM-10", "wagon_complete")
        if state.occupants[state.root[node]]:
            raise Refused("AM-10", "spot_taken")
        raise Refused(self.rule, "wagon_far")
