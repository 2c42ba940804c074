"""What builder and pig have in common: they only join followers of their owner, and go home with the last of them."""

from __future__ import annotations

from mypy_extensions import i64

from aude.boxes.traders_and_builders.assets import CompanionOut
from aude.boxes.traders_and_builders.followers import holds_follower
from aude.boxes.traders_and_builders.pieces import CompanionByHand
from aude.engine.choice import Choice
from aude.engine.figures import offer, spot_option, take_back
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.types import Feature, Figure, Location, Seat


class Companion(Part):
    """A figure that stands beside followers and does not occupy anything itself."""

    def __init__(self, name: str, stands_on: list[str], rule: str, worth: float) -> None:
        self.name = name
        self.worth = worth  # to bots, when it is at work
        self.stands_on = stands_on
        self.rule = rule  # that it needs a follower
        self.kind: i64 = -1

    def setup(self, rules: Rules) -> None:
        self.kind = rules.add_figure(self.name, each=1, weight=0, stands_on=self.stands_on, occupies=False)
        rules.add_by_hand(CompanionByHand(self.kind))
        rules.add_asset(CompanionOut(self, self.worth))

    def figure_options(self, state: State, count: i64) -> i64:
        """TB-14, TB-28: on the segments of the newest tile, beside the player's followers.

        R-TB-12: what can be completed must be unfinished.
        """
        rules = state.rules
        kind = self.kind
        seat = state.player
        if not state.supply[kind * rules.seats + seat]:
            return count
        slot = state.slots - 1
        stands_on = rules.stands_on[kind]
        root = state.root
        occupants = state.occupants
        for node in range(state.slot_first[slot], state.nodes):
            feature = root[node]
            if occupants[feature]:
                here = state.kind_of(node)
                if stands_on >> here & 1 and state.node_slot[node] == slot:
                    unfinished = state.open_ends[feature] > 0 or not rules.completes[here]
                    if unfinished and holds_follower(state, feature, seat):
                        count = offer(state, count, spot_option(kind, node))
        return count

    def heeds_place(self, state: State) -> bool:
        return state.supply[self.kind * state.rules.seats + state.player] > 0

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """The segments where it could stand, as a mask."""
        own = prospect.own_ports(state)
        mask: i64 = 0
        if own:
            stands_on = state.rules.stands_on[self.kind]
            for segment in range(prospect.segments):
                if stands_on >> prospect.kind_of(state, segment) & 1:
                    ports = prospect.ports_of(state, segment)
                    if not ports & own and prospect.taken >> segment & 1:  # perhaps by way of another's feature
                        ports = prospect.joined(state, segment)
                    if ports & own and self.would_be_unfinished(state, prospect, segment):
                        mask |= i64(1) << segment
        return mask

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        node = state.slot_first[state.slots - 1]
        while what:
            if what & 1:
                count = offer(state, count, spot_option(self.kind, node))
            what >>= 1
            node += 1
        return count

    def would_be_unfinished(self, state: State, prospect: Prospect, segment: i64) -> bool:
        """R-TB-12: whether a segment of the tile would be part of something that is not complete."""
        if not state.rules.completes[prospect.kind_of(state, segment)]:
            return True
        return prospect.open_ends(state, segment) > 0

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """TB-14, TB-28, R-TB-12: why it may not go to a spot of the newest tile."""
        if choice.form != "deploy" or choice.facts[0] != self.kind or why.key not in ("spot_taken", "spot_unfit"):
            return
        node: i64 = choice.facts[1]
        if state.rules.stands_on[self.kind] >> state.kind_of(node) & 1:
            if not holds_follower(state, state.root[node], state.player):
                raise Refused(self.rule, "follower_absent")
            raise Refused("R-TB-12", "spot_finished")

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """TB-25, R-TB-07: it goes home when its owner's last follower has left the feature."""
        rules = state.rules
        if at < 0 or not rules.occupies[rules.figure_kind[figure]]:
            return
        feature = state.root[at]
        seat = rules.figure_seat[figure]
        companion = self.on_feature(state, seat, feature)
        if companion >= 0 and not holds_follower(state, feature, seat):
            while companion >= 0:  # a game may give each seat more than one
                take_back(state, companion, scored)
                companion = self.on_feature(state, seat, feature)

    def on_feature(self, state: State, seat: Seat, feature: Feature) -> Figure:
        """The first figure of this kind that a seat has on a feature, or -1."""
        first = state.rules.figure_first[self.kind * state.rules.seats + seat]
        for figure in range(first, first + state.rules.figure_each[self.kind]):
            node = state.figure_at[figure]
            if node >= 0 and state.root[node] == feature:
                return figure
        return -1
