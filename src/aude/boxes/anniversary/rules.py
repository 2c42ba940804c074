"""20th Anniversary: arrows on tiles. ANN-01 to ANN-15 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.figures import has_follower, spot_option
from aude.engine.rules import ASK, BY_TILE, CONTINUE, Box, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.tiles import arrow_of
from aude.engine.turns import NEW_TURN, SECOND_PART, earn
from aude.engine.words import fits, slot_word, spot_words

# The symbols, as the tiles name them; in tables and in the register they are counted from 1.
SYMBOLS: Final = ["add", "anywhere", "extra"]
NONE: Final = 0
ADD: Final = 1
ANYWHERE: Final = 2
EXTRA: Final = 3

BONUS: Final = 2  # ANN-03: points for a symbol that is not activated
OWN: Final = 4  # the answer that activates the new tile's symbol; 0 to 3 are its neighbours, by side


class Anniversary(Box):
    """15 tiles whose arrows bring a second meeple, a meeple anywhere, or an extra turn."""

    id = "anniversary"

    def __init__(self) -> None:
        self.activated: i64 = -1  # the register: which symbol works in this part of the turn
        self.extra: i64 = -1  # the source of extra turns
        self.symbols = vec[i64]()  # of each tile: its symbol, or NONE
        self.printed = vec[i64]()  # and the side that its arrow points at before the tile is turned

    def setup(self, rules: Rules) -> None:
        rules.shared_spots = True  # ANN-09
        self.activated = rules.register()
        for name in SYMBOLS:
            rules.add_note(f"activated_{name}", ["seat", "slot"])
        # R-TURN-04: an extra turn begins where the builder's does, if he is there to say so (R-TB-10).
        two_turns = rules.options.get("double_turn_counts") == "two_turns"
        self.extra = rules.add_extra_turn("extra_turn", begins=NEW_TURN if two_turns else SECOND_PART)
        rules.extra_for_each = rules.option("extra_turn_stacking") == "each_source"  # R-ANN-08
        rules.add_step("turn", 450, Activate(self, rules.option("anniversary_unchosen_bonus") == "on"))
        rules.add_step("turn", 1990, Forget(self))

    def finalize(self, rules: Rules) -> None:
        for tile in rules.table.tiles:
            number = NONE
            side = -1
            for symbol in tile.symbols:
                name = symbol.partition(":")[0]
                if name in SYMBOLS:
                    number = SYMBOLS.index(name) + 1
                    side = arrow_of(symbol)
            self.symbols = append(self.symbols, number)
            self.printed = append(self.printed, side)

    # -- arrows -------------------------------------------------------------------------------------------------------
    def arrow(self, state: State, slot: i64) -> i64:
        """The side that the arrow on a laid tile points at, or -1 without an arrow."""
        turned = state.slot_tile[slot]
        side = self.printed[turned >> 2]
        if side >= 0:
            side = (side + turned) & 3
        return side

    def points_at_a_tile(self, state: State, slot: i64) -> bool:
        """ANN-02: what counts is whether the arrow's side touches a tile."""
        side = self.arrow(state, slot)
        return side >= 0 and state.beside(state.slot_cell[slot], side) > 0

    def choices(self, state: State) -> vec[i64]:
        """ANN-04, ANN-05: the symbols that the new tile can activate. R-ANN-03: later tiles never touch these sides."""
        found = vec[i64]()
        slot = state.slots - 1
        cell = state.slot_cell[slot]
        if self.points_at_a_tile(state, slot):
            found = append(found, OWN)
        for side in range(FOUR):
            there = state.beside(cell, side) - 1
            if there >= 0 and self.printed[state.slot_tile[there] >> 2] >= 0:
                if self.arrow(state, there) == side ^ 2:
                    found = append(found, side)
        return found

    def slot_of(self, state: State, choice: i64) -> i64:
        """The tile whose symbol a choice activates."""
        slot = state.slots - 1
        if choice != OWN:
            slot = state.beside(state.slot_cell[slot], choice) - 1
        return slot

    def activate(self, state: State, choice: i64) -> None:
        """The symbol works from now on."""
        slot = self.slot_of(state, choice)
        symbol = self.symbols[state.slot_tile[slot] >> 2]
        state.registers[self.activated] = symbol
        if state.journal is not None:
            state.note(f"activated_{SYMBOLS[symbol - 1]}", [state.player, slot])
        if symbol == EXTRA:
            earn(state, self.extra)  # ANN-14; ANN-15: nothing happens if this is the extra turn

    # -- meeples elsewhere --------------------------------------------------------------------------------------------
    def spots(self, state: State) -> vec[i64]:
        """Where the activated symbol lets the player put a follower, besides the usual places."""
        found = vec[i64]()
        symbol = state.registers[self.activated]
        if symbol == ADD:
            rules = state.rules
            theirs = vec[i64]()  # where the player stands
            for figure in range(rules.figures):
                if state.figure_at[figure] >= 0 and rules.figure_seat[figure] == state.player:
                    theirs = append(theirs, state.figure_at[figure])
            for node in range(state.nodes):
                if node in theirs and own_followers(state, node) == 1:
                    found = append(found, node)
        elif symbol == ANYWHERE:
            newest = state.slots - 1
            segment_kind = state.rules.table.kind
            completes = state.rules.completes
            for node in range(state.nodes):
                feature = state.root[node]
                if not state.occupants[feature] and state.node_slot[node] != newest:  # R-ANN-07
                    # ANN-12: nothing finished; a field never is, even enclosed
                    if state.open_ends[feature] > 0 or not completes[segment_kind[state.node_segment[node]]]:
                        found = append(found, node)
        return found

    def figure_options(self, state: State, options: vec[i64]) -> vec[i64]:
        """ANN-08, R-ANN-05: any kind of follower, where it may stand; builder and pig are none."""
        symbol = state.registers[self.activated]
        if (symbol != ADD and symbol != ANYWHERE) or not has_follower(state, state.player):
            return options
        rules = state.rules
        spots = self.spots(state)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                for node in spots:
                    if rules.stands_on[kind] >> state.kind_of(node) & 1:
                        options = append(options, spot_option(kind, node))
        return options

    def figure_refusal(self, state: State, words: list[str], why: str) -> tuple[str, str]:
        """Why an activated symbol does not let this figure go to a spot of another tile."""
        rules = state.rules
        symbol = state.registers[self.activated]
        if words[:1] != ["deploy"] or words[-2:-1] != ["at"] or (symbol != ADD and symbol != ANYWHERE):
            return "", ""
        kind: i64 = rules.figure_named(words[1])
        if kind < 0 or why == "supply_empty":  # whatever the symbol, there is none
            return "", ""
        for node in range(state.nodes):
            if fits(words[2:], spot_words(state, node)):
                if not rules.occupies[kind]:
                    return "R-ANN-05", "followers_only"
                if not rules.stands_on[kind] >> state.kind_of(node) & 1:
                    return "BASE-16", "spot_unfit"
                if symbol == ADD:
                    return ("ANN-10", "two_there") if own_followers(state, node) else ("ANN-09", "own_absent")
                return "ANN-11", ("feature_taken" if state.occupants[state.root[node]] else "feature_finished")
        return "", ""


def own_followers(state: State, node: i64) -> i64:
    """R-ANN-11: how many followers the player has on a spot, which is a segment of a tile."""
    rules = state.rules
    number: i64 = 0
    for figure in range(rules.figures):
        if state.figure_at[figure] == node and rules.figure_seat[figure] == state.player:
            number += rules.occupies[rules.figure_kind[figure]]
    return number


# -- the steps of a turn ----------------------------------------------------------------------------------------------
class Activate(Step):
    """ANN-03 … ANN-07, R-ANN-12: right after the tile is laid, its symbols work, or bring points."""

    name = "activate"
    rule = "ANN-06"

    def __init__(self, box: Anniversary, unchosen_bonus: bool) -> None:
        self.box = box
        self.unchosen_bonus = unchosen_bonus  # R-ANN-02

    def enter(self, state: State) -> i64:
        box = self.box
        slot = state.slots - 1
        if box.arrow(state, slot) >= 0 and not box.points_at_a_tile(state, slot):
            gain(state, state.player, BONUS, "unused_symbol", BY_TILE)  # ANN-03, ANN-07: whatever else is activated
        choices = box.choices(state)
        if len(choices) > 1:
            state.actor = state.player
            return ASK
        if len(choices) == 1:
            box.activate(state, choices[0])  # R-ANN-02: it cannot be declined
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        return self.box.choices(state)

    def apply(self, state: State, action: i64) -> i64:
        if action != OWN and self.unchosen_bonus and self.box.points_at_a_tile(state, state.slots - 1):
            gain(state, state.player, BONUS, "unused_symbol", BY_TILE)
        self.box.activate(state, action)
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        slot = self.box.slot_of(state, action)
        words = ["activate", SYMBOLS[self.box.symbols[state.slot_tile[slot] >> 2] - 1]]
        if action != OWN:
            words += ["at", slot_word(state, slot)]
        return words


class Forget(Step):
    """A symbol works in one part of a turn only."""

    name = "forget"

    def __init__(self, box: Anniversary) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.activated] = NONE
        return CONTINUE
