"""Castles: small cities that wait for what is completed around them. BCB-10 to BCB-16."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.assets import CastlesWaiting, CastleTokens
from aude.boxes.bridges_castles_and_bazaars.by_hand import CastlesByHand
from aude.boxes.bridges_castles_and_bazaars.castle_points import CastleScorer, CastleSupplies
from aude.boxes.bridges_castles_and_bazaars.castle_registers import (
    CASTLE,
    CITY,
    FINISHED,
    FOUNDER,
    NODE,
    OF_A_CASTLE,
    POINTS,
    STAGE,
    WAITING,
)
from aude.boxes.bridges_castles_and_bazaars.castle_steps import CompleteCastles, FoundCastles
from aude.boxes.bridges_castles_and_bazaars.display import CastlesDisplay
from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA
from aude.engine.figures import move, send_home, take_back
from aude.engine.joining import add_segment, settle
from aude.engine.rules import COMPLETED, Part, Rules, is_set
from aude.engine.scoring import award_now, strength, strengths, uncollected
from aude.engine.state import DONE, State
from aude.engine.types import Feature, Figure, Node, Seat, Slot

# R-BCB-31, COMB-029: what completes a castle, besides castles. Kinds that no box of the game has are left out.
COMPLETING: Final = ["road", "city", "monastery", "abbey", "shrine"]
NO_BASE: Final = "castle_base:no"  # R-BCB-08: the trait of a city cap of another shape


class Castles(Part):
    """All castles on the table, in the order of founding. A castle is identified by the first of its registers."""

    def __init__(self, each: int) -> None:
        self.each: i64 = each  # tokens of each seat
        self.kind: i64 = -1
        self.tokens: i64 = -1  # registers: how many tokens each seat has left,
        self.first: i64 = -1  # OF_A_CASTLE for each castle,
        self.count: i64 = -1  # how many there are,
        self.listening: i64 = -1  # in a scoring, how many there were before it, + 1,
        self.asked: i64 = -1  # the founder who was asked last,
        self.round: i64 = -1  # and the round of the chain
        self.city: i64 = -1
        self.completing: i64 = 0  # a mask of kinds
        self.no_base: i64 = -1  # the column of the trait

    def setup(self, rules: Rules) -> None:
        self.kind = rules.add_kind("castle", CastleScorer(self))
        rules.shelter("castle", "dragon")  # R-BCB-25
        rules.shelter("castle", "tower")
        self.tokens = rules.reserve_registers(int(rules.seats))
        self.first = rules.reserve_registers(OF_A_CASTLE * int(self.each * rules.seats))
        self.count = rules.reserve_registers()
        self.listening = rules.reserve_registers()
        self.asked = rules.reserve_registers()
        self.round = rules.reserve_registers()
        rules.add_note("castle_founded", ["seat", "node"])
        rules.add_note("castle_completed", ["node"])
        rules.add_form("castle {node}")
        rules.add_form("score {node}")
        rules.add_form("take {points:number} {node}")
        rules.add_step("turn", 1710, FoundCastles(self), when=COMPLETED)
        rules.add_step("turn", 1732, CompleteCastles(self), when=is_set(self.listening))
        rules.add_supply_rule(CastleSupplies(self, rules.option("castle_field") == "any"))
        rules.add_display(CastlesDisplay(self))
        rules.add_by_hand(CastlesByHand(self))
        rules.add_asset(CastleTokens(self))
        rules.add_asset(CastlesWaiting(self))

    def finalize(self, rules: Rules) -> None:
        self.city = rules.kind_named("city")
        self.completing = rules.kinds_named(COMPLETING)
        self.no_base = rules.table.trait_of(NO_BASE)

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.tokens + seat] = self.each

    # -- founding -----------------------------------------------------------------------------------------------------
    def founder_of(self, state: State, feature: Feature) -> Figure:
        """BCB-10, R-BCB-07, R-BCB-08: the follower in a completed city whose owner may found a castle, or -1."""
        if not self.is_base(state, feature) or state.occupants[feature] != 1:
            return -1
        rules = state.rules
        for figure in range(rules.figures):
            at = state.figure_at[figure]
            if at >= 0 and state.root[at] == feature and rules.occupies[rules.figure_kind[figure]]:
                if state.registers[self.tokens + rules.figure_seat[figure]]:
                    return figure
        return -1

    def is_base(self, state: State, feature: Feature) -> bool:
        """R-BCB-08: whether this is a city of two caps on two tiles."""
        table = state.rules.table
        if state.kind_of(feature) != self.city or state.size[feature] != 2:
            return False
        for node in (feature, state.next_node[feature]):
            segment = state.node_segment[node]
            if table.ends[segment] != 1 or table.trait(segment, self.no_base):
                return False
        return True

    def found(self, state: State, feature: Feature, figure: Figure) -> None:
        """BCB-10: the follower moves to the castle; R-BCB-30: on its own tile. The city is no longer a city."""
        rules = state.rules
        at = state.figure_at[figure]
        seat = rules.figure_seat[figure]
        node = self.put(state, feature, state.node_slot[at], seat)
        move(state, figure, node)
        for other in range(rules.figures):
            left = state.figure_at[other]
            if left >= 0 and state.root[left] == feature:
                take_back(state, other)  # what came with the follower
        if state.journal is not None:
            state.note("castle_founded", [seat, node])

    def put(self, state: State, feature: Feature, slot: Slot, seat: Seat) -> Node:
        """Lay a castle of a seat over a city, on one of its two tiles. Its node."""
        node = add_segment(state, slot, self.kind, 0)
        settle(state, node, WAITING)
        settle(state, feature, CASTLE)
        base = self.first + OF_A_CASTLE * state.registers[self.count]
        state.registers[base + NODE] = node
        state.registers[base + CITY] = feature
        state.registers[base + FOUNDER] = seat
        state.registers[self.count] += 1
        state.registers[self.tokens + seat] -= 1
        return node

    # -- what completes a castle --------------------------------------------------------------------------------------
    def in_domain(self, state: State, base: i64, slot: Slot) -> bool:
        """BCB-11: whether a tile is one of the castle's two, or lies at the side of one of them."""
        city = state.registers[base + CITY]
        one = state.slot_cell[state.node_slot[city]]
        other = state.slot_cell[state.node_slot[state.next_node[city]]]
        cell = state.slot_cell[slot]
        beside = one - other == 1 or other - one == 1
        across = DELTA[2] if beside else DELTA[1]
        for own in (one, other):
            if cell == own or cell == own + across or cell == own - across:
                return True
        return False

    def touches(self, state: State, base: i64, feature: Feature) -> bool:
        """BCB-12, R-BCB-10: whether a feature has a tile inside the castle's domain."""
        node = feature
        while True:
            if self.in_domain(state, base, state.node_slot[node]):
                return True
            node = state.next_node[node]
            if node == feature:
                return False

    def at(self, state: State, column: i64, node: Node) -> i64:
        """The registers of the castle with this castle (NODE) or city (CITY), or -1."""
        for number in range(state.registers[self.count]):
            base = self.first + OF_A_CASTLE * number
            if state.registers[base + column] == node:
                return base
        return -1

    def choices(self, state: State, base: i64) -> vec[i64]:
        """BCB-12 … BCB-14, R-BCB-28: what completes a castle in this round: features, or castles by their node."""
        found = vec[i64]()
        if state.registers[base + STAGE]:
            return found
        stage = state.registers[self.round]
        if stage == 0:
            for feature in state.completed:
                if self.completing >> state.kind_of(feature) & 1 and self.touches(state, base, feature):
                    found = append(found, feature)
            return found
        for number in range(state.registers[self.listening] - 1):
            other = self.first + OF_A_CASTLE * number
            if state.registers[other + STAGE] == stage and self.touches(state, base, state.registers[other + CITY]):
                found = append(found, state.registers[other + NODE])  # BCB-13, R-BCB-27
        return found

    def worth(self, state: State, choice: i64) -> i64:
        """R-BCB-12, R-BCB-13, R-BCB-27: what a castle takes: the points of a feature, or those of another castle."""
        kind = state.kind_of(choice)
        if kind == self.kind:
            return state.registers[self.at(state, NODE, choice) + POINTS]
        return state.rules.scorers[kind].value(state, choice, True, None)

    def owner(self, state: State, base: i64) -> Seat:
        """R-BCB-15, R-BCB-29: who chooses for a castle, -1 if nobody is there."""
        packed = strengths(state, state.registers[base + NODE])
        best: i64 = -1
        most: i64 = 0
        for away in range(state.rules.seats):
            seat = (state.player + away) % state.rules.seats
            if strength(packed, seat) > most:
                best = seat
                most = strength(packed, seat)
        return best

    def figure_weight(self, state: State, figure: Figure, feature: Feature) -> i64:
        """R-AM-12: whoever is alone on a castle owns it, even a figure that would weigh nothing in its city."""
        if state.kind_of(feature) != self.kind or state.occupants[feature] > 1:
            return -1
        return 1

    # -- points -------------------------------------------------------------------------------------------------------
    def complete(self, state: State, base: i64, points: i64) -> None:
        """BCB-12: the castle is scored and its follower returns."""
        node = state.registers[base + NODE]
        state.registers[base + POINTS] = points
        state.registers[base + STAGE] = state.registers[self.round] + 1
        settle(state, node, FINISHED)  # not DONE: R-AM-20, a wagon that drives on from completed features stays here
        settle(state, state.registers[base + CITY], FINISHED)
        if state.journal is not None:
            state.note("castle_completed", [node])
        award_now(state, node, True)
        send_home(state, node)

    def foreseen(self, state: State) -> vec[i64]:
        """R-BCB-33: what each castle has taken, or would take if everything complete were scored; -1 for nothing."""
        count = state.registers[self.count]
        listening = count
        points = vec[i64]()
        stages = vec[i64]()
        for number in range(count):
            base = self.first + OF_A_CASTLE * number
            stages = append(stages, state.registers[base + STAGE])
            taken: i64 = -1
            if state.registers[base + STAGE]:
                taken = state.registers[base + POINTS]
            points = append(points, taken)
        features = vec[i64]()
        if state.registers[self.listening]:
            listening = state.registers[self.listening] - 1
            for feature in state.completed:
                if state.open_ends[feature] == DONE and self.completing >> state.kind_of(feature) & 1:
                    features = append(features, feature)
        else:
            features = uncollected(state, self.completing)
        stage: i64 = 0
        while stage <= listening:
            for number in range(listening):
                if stages[number]:
                    continue
                base = self.first + OF_A_CASTLE * number
                best: i64 = -1
                if stage == 0:
                    for feature in features:
                        if self.touches(state, base, feature):
                            best = max(best, self.worth(state, feature))
                else:
                    for other in range(listening):
                        city = state.registers[self.first + OF_A_CASTLE * other + CITY]
                        if stages[other] == stage and self.touches(state, base, city):
                            best = max(best, points[other])
                if best >= 0:
                    points[number] = best
                    stages[number] = stage + 1
            stage += 1
        return points
