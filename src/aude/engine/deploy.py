"""The step that places a figure, including what boxes add and forbid. Games subclass it to name rules (see `steps`)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import (
    KIND_SHIFT,
    NODE_MASK,
    deploy,
    describe_spot,
    free_figure,
    has_follower,
    offer,
    spot_option,
)
from aude.engine.guards import can_matter
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, BOX_OPTION, CONTINUE, PASS, Step
from aude.engine.state import State

OPTIONS: Final = 64  # initial capacity of a list, enough for most games


@mypyc_attr(allow_interpreted_subclasses=True)
class Deploy(Step):
    """The player may put a figure on the tile just laid."""

    name = "deploy"
    unfit_rule: str = ""  # for a figure that may not stand on this kind of segment
    taken_rule: str = ""  # for a feature that is occupied
    supply_rule: str = ""  # for a figure that is not in the supply

    def enter(self, state: State) -> i64:
        state.actor = state.player
        if is_forbidden(state):
            return CONTINUE
        count = self.list_legal(state)
        if count == 1:
            return CONTINUE
        state.offered = count
        return ASK

    def list_spots(self, state: State) -> i64:
        """Write passing and every spot on the new tile into `state.work`. Returns the number of options."""
        state.offered = 0  # discard previous options
        if not len(state.work):
            state.work = vec[i64]([0] * OPTIONS)
        state.work[0] = PASS
        if not has_follower(state, state.player):  # as in most turns of a random game
            return 1
        rules = state.rules
        slot = state.slots - 1
        first = state.slot_first[slot]
        tile = state.slot_tile[slot] >> 2
        beyond = first + rules.table.tile_segments[tile]
        if len(state.work) <= rules.figure_kinds_count * (beyond - first):
            room = rules.figure_kinds_count * (beyond - first) + OPTIONS
            state.work = vec[i64]([PASS] * room)
        work = state.work
        count: i64 = 1
        segment_kind = rules.table.kind
        node_segment = state.node_segment
        occupants = state.occupants
        root = state.root
        supply = state.supply
        where = rules.stands_on
        for kind in rules.follower_kinds:
            if supply[kind * rules.seats + state.player]:
                stands_on = where[kind]
                for node in range(first, beyond):
                    if stands_on >> segment_kind[node_segment[node]] & 1 and not occupants[root[node]]:
                        work[count] = spot_option(kind, node)
                        count += 1
        return count

    def list_legal(self, state: State) -> i64:
        if state.offered:
            return state.offered
        rules = state.rules
        if len(rules.figure_options) or len(rules.filter_figure_options):
            return self.list_all(state)
        return self.list_spots(state)

    def legal(self, state: State) -> vec[i64]:
        count = self.list_all(state)
        return state.work[:count]

    def list_all(self, state: State) -> i64:
        """Write every option into `state.work`, including those of boxes. Returns how many there are."""
        rules = state.rules
        count = self.list_spots(state)
        guards = rules.figure_guards
        elsewhere: i64 = 0  # how many boxes offer spots on other tiles
        number: i64 = -1
        for part in rules.figure_options:
            number += 1
            guard = guards[number]
            if guard < 0:  # a register, as in `can_matter`
                register = ~guard
                if not state.registers[register]:
                    continue
            elif guard and not can_matter(state, guard):
                continue
            before = count
            count = part.figure_options(state, before)
            if count > before:
                elsewhere += offers_elsewhere(state, before, count)
        return sift(state, count, elsewhere)

    def heeds_place(self, state: State) -> bool:
        """The segments of the tile matter to players who have a follower."""
        return has_follower(state, state.player)

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """The segments that would be occupied."""
        return prospect.taken

    def options_told(self, state: State, what: i64, count: i64) -> i64:
        """Add followers on the segments that would not be occupied."""
        rules = state.rules
        slot = state.slots - 1
        first = state.slot_first[slot]
        segments = rules.table.tile_segments[state.slot_tile[slot] >> 2]
        for kind in rules.follower_kinds:
            if state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                for segment in range(segments):
                    node = first + segment
                    if stands_on >> state.kind_of(node) & 1 and not what >> segment & 1:
                        count = offer(state, count, spot_option(kind, node))
        return count

    def sample(self, state: State, random: Random) -> i64:
        count = self.list_legal(state)
        chosen = random.below(count)
        return state.work[chosen]

    def apply(self, state: State, action: i64) -> i64:
        state.offered = 0
        if action >= BOX_OPTION:
            for part in state.rules.figure_options:
                if part.use_figure_option(state, action):
                    break
        elif action != PASS:
            code = action - 1
            figure = free_figure(state, code >> KIND_SHIFT, state.player)
            deploy(state, figure, code & NODE_MASK)
        for part in state.rules.figure_chosen:
            part.figure_chosen(state, action)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        if action == PASS:
            return Choice("pass")
        if action >= BOX_OPTION:
            for part in state.rules.figure_options:
                choice = part.describe_figure_option(state, action)
                if choice is not None:
                    return choice
        return describe_spot("deploy", action)

    def refuse(self, state: State, choice: Choice) -> None:
        plain = self.plain_refusal(state, choice)
        for part in state.rules.filter_figure_options:  # the part that forbids an option knows the reason
            part.refuse_figure(state, choice, plain)
        for part in state.rules.parts:
            part.refuse_figure(state, choice, plain)
        raise plain

    def plain_refusal(self, state: State, choice: Choice) -> Refused:
        """Raise the reason why this places no figure on the newest tile, regardless of parts."""
        if choice.form != "deploy":
            return Refused(self.rule, "not_offered")
        kind: i64 = choice.facts[0]
        node: i64 = choice.facts[1]
        if kind < 0:
            return Refused(self.rule, "spot_absent")
        if not state.supply[kind * state.rules.seats + state.player]:
            return Refused(self.supply_rule, "supply_empty")
        if node < state.slot_first[state.slots - 1]:  # on another tile, or none
            return Refused(self.rule, "spot_absent")
        if state.occupants[state.root[node]]:
            return Refused(self.taken_rule, "spot_taken")
        return Refused(self.unfit_rule, "spot_unfit")


def is_forbidden(state: State) -> bool:
    """Whether a part forbids to place figures now."""
    for part in state.rules.forbids_figures:
        if part.forbids_figures(state):
            return True
    return False


def offers_elsewhere(state: State, begin: i64, end: i64) -> i64:
    """1 if there are spots on other tiles than the newest among these options in `state.work`, otherwise 0."""
    newest = state.slots - 1
    for at in range(begin, end):
        option = state.work[at]
        if option < BOX_OPTION and state.node_slot[(option - 1) & NODE_MASK] != newest:
            return 1
    return 0


def sift(state: State, count: i64, elsewhere: i64) -> i64:
    """Remove the options in `state.work` that parts forbid. Returns how many are left.

    If several parts offer spots on other tiles, duplicates are removed too.
    """
    if elsewhere > 1:
        kept = each_once(state.work[:count])
        count = len(kept)
        for at in range(count):
            state.work[at] = kept[at]
    for part in state.rules.filter_figure_options:
        count = part.filter_figure_options(state, count)
    return count


def each_once(options: vec[i64]) -> vec[i64]:
    """The options in order, without duplicates: two boxes may offer the same spot."""
    kept = vec[i64](capacity=len(options))
    for option in options:
        if option not in kept:
            kept = append(kept, option)
    return kept
