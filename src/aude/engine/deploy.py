"""The step that places a figure, with what boxes add to it and take away. A game names its rules (see `steps`)."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64, mypyc_attr

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, deploy, free_figure, spot_option
from aude.engine.rng import Random
from aude.engine.rules import ASK, BOX_OPTION, CONTINUE, PASS, Step
from aude.engine.state import State
from aude.engine.words import figure_spot_words, fits, spot_words

OPTIONS: Final = 48  # room for so many; more is made when needed


@mypyc_attr(allow_interpreted_subclasses=True)
class Deploy(Step):
    """The player may put a figure on the tile just laid."""

    name = "deploy"
    unfit_rule: str = ""  # of a figure that does not stand on such a segment,
    taken_rule: str = ""  # of a feature that is occupied,
    supply_rule: str = ""  # and of a figure that is not in the supply

    def enter(self, state: State) -> i64:
        rules = state.rules
        state.actor = state.player
        for box in rules.forbids_figures:
            if box.forbids_figures(state):
                return CONTINUE
        if len(rules.figure_options) or len(rules.filter_figure_options):
            listed = self.legal(state)
            if len(listed) == 1:
                return CONTINUE
            state.offered = listed  # random players choose among them without listing them again
            return ASK
        slot = state.slots - 1
        first = state.slot_first[slot]
        beyond = first + rules.table.tile_segments[state.slot_tile[slot] >> 2]
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                segment_kind = rules.table.kind
                for node in range(first, beyond):
                    kind_here = segment_kind[state.node_segment[node]]
                    if stands_on >> kind_here & 1 and not state.occupants[state.root[node]]:
                        return ASK
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        slot = state.slots - 1
        first = state.slot_first[slot]
        beyond = first + rules.table.tile_segments[state.slot_tile[slot] >> 2]
        segment_kind = rules.table.kind
        out = vec[i64](capacity=OPTIONS)
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                stands_on = rules.stands_on[kind]
                for node in range(first, beyond):
                    kind_here = segment_kind[state.node_segment[node]]
                    if stands_on >> kind_here & 1 and not state.occupants[state.root[node]]:
                        out = append(out, spot_option(kind, node))
        elsewhere: i64 = 0  # how many boxes offer spots on other tiles
        for box in rules.figure_options:
            before: i64 = len(out)
            out = box.figure_options(state, out)
            for at in range(before, len(out)):
                if out[at] < BOX_OPTION and state.node_slot[(out[at] - 1) & NODE_MASK] != slot:
                    elsewhere += 1
                    break
        if elsewhere > 1:
            out = each_once(out)
        for box in rules.filter_figure_options:
            out = box.filter_figure_options(state, out)
        return out

    def sample(self, state: State, random: Random) -> i64:
        options = state.offered if len(state.offered) else self.legal(state)
        return options[random.below(len(options))]

    def apply(self, state: State, action: i64) -> i64:
        if len(state.offered):
            state.offered = vec[i64]()
        if action >= BOX_OPTION:
            for box in state.rules.figure_options:
                if box.use_figure_option(state, action):
                    break
        elif action != PASS:
            code = action - 1
            figure = free_figure(state, code >> KIND_SHIFT, state.player)
            deploy(state, figure, code & NODE_MASK)
        for box in state.rules.figure_chosen:
            box.figure_chosen(state, action)
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        if action >= BOX_OPTION:
            for box in state.rules.figure_options:
                words = box.figure_option_words(state, action)
                if words:
                    return words
        return ["deploy", *figure_spot_words(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        plain = self.plain_refusal(state, words)
        for box in state.rules.filter_figure_options:  # who takes away what others offer knows best why
            better = box.figure_refusal(state, words, plain[1])
            if better[0]:
                return better
        for box in state.rules.boxes:
            better = box.figure_refusal(state, words, plain[1])
            if better[0]:
                return better
        return plain

    def plain_refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """Why these words place no figure on the newest tile, whatever boxes say."""
        if len(words) < 3 or words[0] != "deploy":
            return self.rule, "not_offered"
        kind: i64 = state.rules.figure_named(words[1])
        if kind >= 0:
            if not state.supply[kind * state.rules.seats + state.player]:
                return self.supply_rule, "supply_empty"
            first = state.slot_first[state.slots - 1]
            for node in range(first, state.nodes):
                if fits(words[2:], spot_words(state, node)):
                    if state.occupants[state.root[node]]:
                        return self.taken_rule, "spot_taken"
                    return self.unfit_rule, "spot_unfit"
        return self.rule, "spot_absent"


def each_once(options: vec[i64]) -> vec[i64]:
    """The options in their order, but a spot that two boxes offer only once."""
    kept = vec[i64](capacity=len(options))
    for option in options:
        if option not in kept:
            kept = append(kept, option)
    return kept
