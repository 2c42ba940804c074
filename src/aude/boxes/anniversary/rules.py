"""20th Anniversary: arrows on tiles. ANN-01 to ANN-15 are written out in spec.md, beside this file."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA, FOUR
from aude.engine.choice import Choice
from aude.engine.figures import has_follower, make_room_for, spot_option
from aude.engine.prospect import Prospect
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, ASKS, BY_TILE, CONTINUE, UNKNOWN, Guard, Part, Rules, Step, is_set
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.tiles import Tile, arrow_of
from aude.engine.turns import NEW_TURN, SECOND_PART, earn
from aude.engine.types import Cell, Node, Slot

# The symbols, as the tiles name them; in tables and in the register they are counted from 1.
SYMBOLS: Final = ["add", "anywhere", "extra"]
NONE: Final = 0
ADD: Final = 1
ANYWHERE: Final = 2
EXTRA: Final = 3

BONUS: Final = 2  # ANN-03: points for a symbol that is not activated
OWN: Final = 4  # the answer that activates the new tile's symbol; 0 to 3 are its neighbours, by side


def parts(rules: Rules) -> list[Part]:
    """The arrows, which are all that is in the box."""
    return [Arrows()]


class Arrows(Part):
    """15 tiles whose arrows give a second meeple, a meeple anywhere, or an extra turn."""

    def __init__(self) -> None:
        # Registers:
        self.activated: i64 = -1  # which symbol works in this part of the turn,
        self.surveyed: i64 = -1  # how many tiles have been looked at for arrows,
        self.waiting: i64 = -1  # how many of these point at an empty cell,
        self.aims: i64 = -1  # and at which
        self.extra: i64 = -1  # the source of extra turns
        self.symbols = vec[i64]()  # of each tile: its symbol, or NONE
        self.printed = vec[i64]()  # and the side that its arrow points at before the tile is turned

    def setup(self, rules: Rules) -> None:
        rules.shared_spots = True  # ANN-09
        self.activated = rules.reserve_registers()
        self.surveyed = rules.reserve_registers()
        self.waiting = rules.reserve_registers()
        self.aims = rules.reserve_registers(sum(copies for tile, copies in rules.tiles if symbol_on(tile)))
        for name in SYMBOLS:
            rules.add_note(f"activated_{name}", ["seat", "slot"])
        symbol = "{symbol:" + "|".join(SYMBOLS) + "}"
        rules.add_form(f"activate {symbol}")  # of the new tile
        rules.add_form(f"activate {symbol} at {{slot}}", "activate_beside")  # of a neighbour
        # R-TURN-04: an extra turn begins where the builder's does, if he is there to say so (R-TB-10).
        two_turns = rules.options.get("double_turn_counts") == "two_turns"
        self.extra = rules.add_extra_turn("extra_turn", begins=NEW_TURN if two_turns else SECOND_PART)
        rules.extra_for_each = rules.option("extra_turn_stacking") == "each_source"  # R-ANN-08
        rules.add_step("turn", 450, Activate(self, rules.option("anniversary_unchosen_bonus") == "on"))
        rules.add_step("turn", 1990, Forget(self), when=is_set(self.activated))

    def finalize(self, rules: Rules) -> None:
        for tile in rules.table.tiles:
            symbol = symbol_on(tile)
            self.symbols = append(self.symbols, SYMBOLS.index(symbol.partition(":")[0]) + 1 if symbol else NONE)
            self.printed = append(self.printed, arrow_of(symbol) if symbol else -1)

    # -- arrows -------------------------------------------------------------------------------------------------------
    def arrow(self, state: State, slot: Slot) -> i64:
        """The side that the arrow on a laid tile points at, or -1 without an arrow."""
        turned = state.slot_tile[slot]
        side = self.printed[turned >> 2]
        if side >= 0:
            side = (side + turned) & 3
        return side

    def survey(self, state: State) -> None:
        """Find the arrows on tiles that have been laid since the last time."""
        registers = state.registers
        for slot in range(registers[self.surveyed], state.slots):
            side = self.arrow(state, slot)
            if side >= 0:
                there = state.beside(state.slot_cell[slot], side) - 1
                if there < 0 or there == state.slots - 1:  # it has waited, perhaps for the newest tile
                    registers[self.aims + registers[self.waiting]] = state.slot_cell[slot] + DELTA[side]
                    registers[self.waiting] += 1
        registers[self.surveyed] = state.slots

    def may_work(self, state: State, tile: i64, cell: Cell) -> bool:
        """Whether this tile has an arrow, or one that waits points at this cell; mostly neither."""
        if self.printed[tile] >= 0:
            return True
        registers = state.registers
        for at in range(self.aims, self.aims + registers[self.waiting]):
            if registers[at] == cell:
                return True
        return False

    def wait_no_more(self, state: State, cell: Cell) -> None:
        """A tile was laid in this cell, so arrows that point there no longer wait: R-ANN-03."""
        registers = state.registers
        at = self.aims
        end = at + registers[self.waiting]
        while at < end:
            if registers[at] == cell:
                end -= 1
                registers[at] = registers[end]
            else:
                at += 1
        registers[self.waiting] = end - self.aims

    def points_at_a_tile(self, state: State, slot: Slot) -> bool:
        """ANN-02: what counts is whether the arrow's side touches a tile."""
        side = self.arrow(state, slot)
        return side >= 0 and state.beside(state.slot_cell[slot], side) > 0

    def answers(self, state: State) -> vec[i64]:
        """ANN-04, ANN-05: the symbols that the new tile can activate. R-ANN-03: later tiles never touch these sides."""
        found = vec[i64]()
        slot = state.slots - 1
        if self.points_at_a_tile(state, slot):
            found = append(found, OWN)
        slot_tile = state.slot_tile
        printed = self.printed
        cell = state.slot_cell[slot]
        for side in range(FOUR):
            there = state.beside(cell, side) - 1
            if there >= 0 and printed[slot_tile[there] >> 2] >= 0:
                if self.arrow(state, there) == side ^ 2:
                    found = append(found, side)
        return found

    def slot_of(self, state: State, answer: i64) -> Slot:
        """The tile whose symbol an answer activates."""
        slot = state.slots - 1
        if answer != OWN:
            slot = state.beside(state.slot_cell[slot], answer) - 1
        return slot

    def activate(self, state: State, answer: i64) -> None:
        """The symbol works from now on."""
        slot = self.slot_of(state, answer)
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
                if state.occupants[state.root[node]] and node in theirs and own_followers(state, node) == 1:
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

    def figure_options_when(self) -> Guard:
        return is_set(self.activated)

    def figure_options(self, state: State, count: i64) -> i64:
        """ANN-08, R-ANN-05: any kind of follower, where it may stand; builder and pig are not followers."""
        symbol = state.registers[self.activated]
        if (symbol != ADD and symbol != ANYWHERE) or not has_follower(state, state.player):
            return count
        rules = state.rules
        spots = self.spots(state)
        segment_kind = rules.table.kind
        node_segment = state.node_segment
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + state.player]:
                make_room_for(state, count + len(spots))
                work = state.work
                stands_on = rules.stands_on[kind]
                for node in spots:
                    if stands_on >> segment_kind[node_segment[node]] & 1:
                        work[count] = spot_option(kind, node)
                        count += 1
        return count

    def heeds_place(self, state: State) -> bool:
        return state.registers[self.activated] == ANYWHERE  # otherwise only to `Activate`

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        """Why an activated symbol does not let this figure go to a spot of another tile."""
        rules = state.rules
        symbol = state.registers[self.activated]
        if choice.form != "deploy" or min(choice.facts) < 0 or (symbol != ADD and symbol != ANYWHERE):
            return
        kind: i64 = choice.facts[0]
        node: i64 = choice.facts[1]
        if why.key == "supply_empty":  # there is none, whatever the symbol allows
            return
        if state.node_slot[node] == state.slots - 1:  # the rules of the figure step say why
            return
        if not rules.occupies[kind]:
            raise Refused("R-ANN-05", "followers_only")
        if not rules.stands_on[kind] >> state.kind_of(node) & 1:
            raise Refused("BASE-16", "spot_unfit")
        if symbol == ADD:
            if own_followers(state, node):
                raise Refused("ANN-10", "two_there")
            raise Refused("ANN-09", "own_absent")
        if state.occupants[state.root[node]]:
            raise Refused("ANN-11", "feature_taken")
        raise Refused("ANN-11", "feature_finished")


def symbol_on(tile: Tile) -> str:
    """The symbol that a tile shows, with the side of its arrow; empty without one."""
    return next((symbol for symbol in tile.symbols if symbol.partition(":")[0] in SYMBOLS), "")


def own_followers(state: State, node: Node) -> i64:
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

    def __init__(self, arrows: Arrows, unchosen_bonus: bool) -> None:
        self.arrows = arrows
        self.unchosen_bonus = unchosen_bonus  # R-ANN-02

    def enter(self, state: State) -> i64:
        arrows = self.arrows
        slot = state.slots - 1
        arrows.survey(state)
        if not arrows.may_work(state, state.slot_tile[slot] >> 2, state.slot_cell[slot]):
            return CONTINUE
        arrows.wait_no_more(state, state.slot_cell[slot])
        if arrows.printed[state.slot_tile[slot] >> 2] >= 0 and not arrows.points_at_a_tile(state, slot):
            gain(state, state.player, BONUS, "unused_symbol", BY_TILE)  # ANN-03, ANN-07: whatever else is activated
        answers = arrows.answers(state)
        if len(answers) > 1:
            state.actor = state.player
            return ASK
        if len(answers) == 1:
            arrows.activate(state, answers[0])  # R-ANN-02: it cannot be declined
        return CONTINUE

    def outlook(self, state: State, prospect: Prospect) -> i64:
        """The symbol that would be activated, if figures can use it. What is unfinished is told by laying the tile."""
        arrows = self.arrows
        if state.registers[arrows.surveyed] == state.slots and not arrows.may_work(state, prospect.tile, prospect.cell):
            return NONE
        found: i64 = 0
        symbol: i64 = NONE
        side = arrows.printed[prospect.tile]
        if side >= 0 and prospect.beside[(side + prospect.rotation) & 3] >= 0:
            found += 1
            symbol = arrows.symbols[prospect.tile]
        for side in range(FOUR):
            there = prospect.beside[side]
            if there >= 0 and arrows.printed[state.slot_tile[there] >> 2] >= 0:
                if arrows.arrow(state, there) == side ^ 2:
                    found += 1
                    symbol = arrows.symbols[state.slot_tile[there] >> 2]
        if found > 1:
            return ASKS
        if symbol == EXTRA or not has_follower(state, state.player):
            return NONE
        if symbol == ANYWHERE:
            return UNKNOWN
        return symbol

    def legal(self, state: State) -> vec[i64]:
        return self.arrows.answers(state)

    def apply(self, state: State, action: i64) -> i64:
        if action != OWN and self.unchosen_bonus and self.arrows.points_at_a_tile(state, state.slots - 1):
            gain(state, state.player, BONUS, "unused_symbol", BY_TILE)
        self.arrows.activate(state, action)
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        slot = self.arrows.slot_of(state, action)
        symbol = self.arrows.symbols[state.slot_tile[slot] >> 2] - 1
        if action == OWN:
            return Choice("activate", [symbol])
        return Choice("activate_beside", [symbol, slot])


class Forget(Step):
    """A symbol works in one part of a turn only."""

    name = "forget"

    def __init__(self, arrows: Arrows) -> None:
        self.arrows = arrows

    def enter(self, state: State) -> i64:
        state.registers[self.arrows.activated] = NONE
        return CONTINUE
