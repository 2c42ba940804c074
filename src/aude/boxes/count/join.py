"""Out of the city: followers join what is about to be scored. CNT-02 to CNT-07."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.count.enter import Entering
from aude.boxes.count.quarters import MARKET, Quarters
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.figures import KIND_SHIFT, NODE_MASK, describe_spot, move, spot_option
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, COMPLETED, CONTINUE, PASS, Part, Rules, Step
from aude.engine.state import State
from aude.engine.types import Feature, Node, Seat


class Joining(Part):
    """How followers leave the city: before a scoring in the turn, and before that at the end."""

    def __init__(self, quarters: Quarters, entering: Entering) -> None:
        self.quarters = quarters
        self.entering = entering

    def setup(self, rules: Rules) -> None:
        layer = rules.reserve_registers()  # the seat (+ 1) that has laid the last tile
        rules.add_note("joined", ["figure", "node"])
        rules.add_form("join {figure} {node}")
        rules.add_form("done")
        rules.add_step("turn", 1720, Join(self.quarters, rules), when=COMPLETED)
        rules.add_step("turn", 1895, Forget(self.entering, layer))
        rules.add_step("final", 900, JoinFinal(self.quarters, rules, layer))


class Join(Step):
    """CNT-02 … CNT-07: clockwise, every seat may move followers from the quarters to what is about to be scored."""

    name = "join"
    rule = "CNT-02"

    def __init__(self, quarters: Quarters, rules: Rules) -> None:
        self.quarters = quarters
        self.to_unoccupied = rules.option("count_to_unoccupied") == "on"  # R-CNT-03, R-CNT-14
        self.market_barn = rules.option("count_market_barn") == "on"  # R-CNT-07

    def last(self, state: State) -> Seat:
        """CNT-05: the seat that is asked last."""
        return state.player

    def lets_out(self, state: State, quarter: i64) -> bool:
        """CNT-04, R-CNT-07: the market waits for the end."""
        return quarter != MARKET or self.market_barn

    def is_scored(self, state: State, feature: Feature) -> bool:
        """Whether a feature is about to be scored, if it is occupied."""
        return feature in state.completed

    def is_occupied(self, state: State, feature: Feature) -> bool:
        """R-CNT-03, R-CNT-14: somebody stands there already, if that matters; R-CNT-08: a barn claims its field."""
        return self.to_unoccupied or state.occupants[feature] > 0

    def reach(self, state: State, kind: i64, seat: Seat) -> i64:
        """The mask of kinds of features that a seat's figures of one kind may go to now."""
        found: i64 = 0
        quarters = self.quarters.quarters_with(state, kind, seat)
        if quarters:
            for quarter in range(FOUR):
                if quarters >> quarter & 1 and quarter != state.registers[self.quarters.count]:
                    if self.lets_out(state, quarter):
                        found |= self.quarters.served[quarter]
        return found & state.rules.stands_on[kind]

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(state.rules.figure_kinds_count):
            reach = self.reach(state, kind, state.actor)
            if reach:
                for node in range(state.nodes):  # R-CNT-16: any part of the feature
                    if reach >> state.kind_of(node) & 1:
                        feature = state.root[node]
                        if self.is_scored(state, feature) and self.is_occupied(state, feature):
                            out = append(out, spot_option(kind, node))
        return out

    def can_move(self, state: State) -> bool:
        """Whether `legal` lists more than to pass, found without listing."""
        for kind in range(state.rules.figure_kinds_count):
            reach = self.reach(state, kind, state.actor)
            if reach and self.is_awaited(state, reach):
                return True
        return False

    def is_awaited(self, state: State, reach: i64) -> bool:
        """Whether a feature of these kinds is about to be scored."""
        for feature in state.completed:
            if reach >> state.kind_of(feature) & 1 and self.is_occupied(state, feature):
                return True
        return False

    def enter(self, state: State) -> i64:
        if len(state.completed) == 0:
            return CONTINUE
        return self.ask_all(state)

    def ask_all(self, state: State) -> i64:
        """CNT-05: everybody has one opportunity, if anybody is in the city."""
        first = self.quarters.first
        for at in state.figure_at:
            if 0 <= first - at < FOUR:
                return self.ask_after(state, self.last(state))
        return CONTINUE

    def ask_after(self, state: State, seat: Seat) -> i64:
        """R-CNT-22: ask the first seat after this one that can move somebody; nobody is asked after the last."""
        last = self.last(state)
        while True:
            seat = state.seat_after(seat)
            state.actor = seat
            if self.can_move(state):
                return ASK
            if seat == last:
                return CONTINUE

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            code = action - 1
            self.move_out(state, code >> KIND_SHIFT, code & NODE_MASK)
            if self.can_move(state):
                return ASK
        if state.actor == self.last(state):
            return CONTINUE
        return self.ask_after(state, state.actor)

    def move_out(self, state: State, kind: i64, node: Node) -> None:
        """CNT-06: a follower of the asked seat leaves its quarter; the scoring finds it where it stands then."""
        rules = state.rules
        quarter = self.quarters.quarter_for[state.kind_of(node)]
        first = rules.figure_first[kind * rules.seats + state.actor]
        for figure in range(first, first + rules.figure_each[kind]):
            if self.quarters.quarter_of(state, figure) == quarter:
                move(state, figure, node)
                if state.journal is not None:
                    state.note("joined", [figure, node])
                break

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("done")
        return describe_spot("join", action)

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form != "join" or min(choice.facts) < 0:
            raise Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        node: i64 = choice.facts[1]
        quarter = self.quarters.quarter_for[state.kind_of(node)]
        if quarter < 0:
            raise Refused(self.rule, "not_offered")
        if not self.quarters.quarters_with(state, kind, state.actor) >> quarter & 1:
            raise Refused("CNT-03", "quarter_empty")
        if state.registers[self.quarters.count] == quarter:
            raise Refused("CNT-02", "count_bars")
        if not self.lets_out(state, quarter):
            if quarter == MARKET:
                raise Refused("CNT-04", "market_waits")
            raise Refused("R-CNT-04", "only_market")
        if not self.is_scored(state, state.root[node]):
            raise Refused(self.rule, "not_scored")
        raise Refused("R-CNT-03", "feature_empty")


class JoinFinal(Join):
    """CNT-07: the same before the final scoring, for everything that it will look at."""

    name = "join_final"
    rule = "CNT-07"

    def __init__(self, quarters: Quarters, rules: Rules, layer: i64) -> None:
        super().__init__(quarters, rules)
        self.market_only = rules.option("count_final") == "market_only"  # R-CNT-04
        self.layer = layer  # a register: the seat (+ 1) that has laid the last tile

    def last(self, state: State) -> Seat:
        """CNT-07, R-CNT-23: whoever has laid the last tile."""
        layer = state.registers[self.layer] - 1
        if layer >= 0:
            return layer
        return (state.player + state.rules.seats - 1) % state.rules.seats

    def lets_out(self, state: State, quarter: i64) -> bool:
        """R-CNT-04: every quarter, or the market alone."""
        return quarter == MARKET or not self.market_only

    def is_scored(self, state: State, feature: Feature) -> bool:
        """Whether a feature is left for the final scoring: incomplete, or of a kind that is never complete."""
        return state.open_ends[feature] > 0 or not state.rules.completes[state.kind_of(feature)]

    def is_awaited(self, state: State, reach: i64) -> bool:
        for node in range(state.nodes):
            if state.root[node] == node and reach >> state.kind_of(node) & 1:
                if self.is_scored(state, node) and self.is_occupied(state, node):
                    return True
        return False

    def enter(self, state: State) -> i64:
        return self.ask_all(state)


class Forget(Step):
    """R-CNT-11: every part of a turn is judged by its own points. R-CNT-23: who has laid a tile is remembered."""

    name = "forget_points"

    def __init__(self, entering: Entering, layer: i64) -> None:
        self.entering = entering
        self.layer = layer

    def enter(self, state: State) -> i64:
        state.registers[self.entering.scored + state.player] = 0
        state.registers[self.layer] = state.player + 1
        return CONTINUE
