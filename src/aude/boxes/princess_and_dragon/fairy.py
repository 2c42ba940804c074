"""The fairy, who keeps the dragon from her tile and scores for whoever is with her. PD-14 to PD-19."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.princess_and_dragon.assets import FairyCompany
from aude.boxes.princess_and_dragon.by_hand import FairyByHand
from aude.boxes.princess_and_dragon.display import FairyDisplay
from aude.boxes.princess_and_dragon.whereabouts import Whereabouts
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.features import newest_shows
from aude.engine.figures import (
    KIND_SHIFT,
    NODE_MASK,
    describe_spot,
    figure_on,
    make_room_for,
    spot_option,
    standing_option,
)
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, CONTINUE, PASS, SUPPLY, Line, Part, Rules, Step, is_set
from aude.engine.scoring import gain
from aude.engine.state import State
from aude.engine.types import Code, Feature, Figure, Location, Node, Seat, Slot

ON_TILE: Final = "fairy"  # forms
BESIDE_FOLLOWER: Final = "fairy_beside"
BESIDE_GUARD: Final = "fairy_beside_guard"  # of a follower that stands on a tile, but on no segment
AT_DAWN: Final = 1  # PD-14: points for her company at the start of a turn
WHEN_SCORED: Final = 3  # PD-17, PD-18


class Fairy(Part):
    """Where the fairy stands, and who has her company."""

    def __init__(self, where: Whereabouts) -> None:
        self.where = where
        self.tile: i64 = where.fairy  # the register of her tile
        self.guarded: i64 = -1  # registers: beside which figure (+ 1), if it matters;
        self.placed: i64 = -1  # 1 if the figure step of this part of the turn was used
        self.beside_follower = False  # R-PD-04
        self.after_volcano = False  # R-PD-08
        self.reach: i64 = -1  # what she reaches besides segments: the number of a "danger", although she is not one
        self.volcano_mark: i64 = 0  # a bit among the symbols of a tile; 0 if there are no volcanoes
        self.followers = vec[i64]()  # all followers of the game, seat after seat,
        self.each: i64 = 0  # how many there are of each

    def setup(self, rules: Rules) -> None:
        self.beside_follower = rules.option("fairy_on") == "meeple"
        self.after_volcano = rules.option("fairy_after_volcano") == "on"
        self.reach = rules.danger("fairy")
        self.guarded = rules.reserve_registers()
        self.placed = rules.reserve_registers()
        rules.add_note("fairy_moved", ["seat", "slot"])
        rules.add_form("pass")
        if self.beside_follower:
            rules.add_form("fairy {figure} {node}", BESIDE_FOLLOWER)
            rules.add_form("fairy {figure} at {slot}", BESIDE_GUARD)
        else:
            rules.add_form("fairy {slot}", ON_TILE)
        rules.add_display(FairyDisplay(self))
        rules.add_by_hand(FairyByHand(self))
        rules.add_asset(FairyCompany(self))
        rules.add_step("turn", 100, FairyPoint(self), when=is_set(self.tile))
        rules.add_step("turn", 800, MoveFairy(self))

    def finalize(self, rules: Rules) -> None:
        if rules.has("dragon"):
            self.volcano_mark = rules.table.symbol_of("volcano")
        for seat in range(rules.seats):
            for figure in range(rules.figures):
                if rules.figure_seat[figure] == seat and rules.occupies[rules.figure_kind[figure]]:
                    self.followers = append(self.followers, figure)
        total: i64 = len(self.followers)
        self.each = total // rules.seats

    def company(self, state: State, seat: Seat, feature: Feature) -> bool:
        """R-PD-04, R-PD-24: whether a follower of a seat is on her tile, or is the one that she stands beside.

        With a feature, whether one is that stands there; -1 for any.
        """
        there = state.registers[self.tile] - 1
        if there < 0:
            return False
        if self.beside_follower:
            guarded = state.registers[self.guarded] - 1
            if guarded < 0 or state.rules.figure_seat[guarded] != seat:
                return False
            return self.is_with(state, guarded, there, feature)
        followers = self.followers
        figure_at = state.figure_at
        exposure = state.rules.exposure
        first = seat * self.each
        for k in range(first, first + self.each):
            figure = followers[k]
            node = figure_at[figure]
            if node >= 0:  # `is_with`, inlined because nearly every turn runs this
                if state.node_slot[node] == there and (feature < 0 or state.root[node] == feature):
                    return True
            elif node != SUPPLY and feature < 0 and exposure[SUPPLY - 1 - node] >> self.reach & 1:
                if self.slot_above(state, node) == there:
                    return True
        return False

    def is_with(self, state: State, figure: Figure, slot: Slot, feature: Feature) -> bool:
        """Whether a follower stands on a tile, and if a feature is given, on that."""
        node = state.figure_at[figure]
        if feature >= 0:
            return node >= 0 and state.node_slot[node] == slot and state.root[node] == feature
        return self.slot_of(state, figure) == slot

    def slot_of(self, state: State, figure: Figure) -> Slot:
        """The tile of a follower on a segment or in a place above (R-TOW-28); -1 if there is none."""
        node = state.figure_at[figure]
        if node >= 0:
            return state.node_slot[node]
        if node == SUPPLY:
            return -1
        return self.slot_above(state, node)

    def slot_above(self, state: State, location: Location) -> Slot:
        """R-TOW-28: the tile above which a reserved location is, if she reaches those there; -1 if not."""
        number = SUPPLY - 1 - location
        if not state.rules.exposure[number] >> self.reach & 1:
            return -1
        return state.rules.location_part[number].location_slot(state, location)

    def friend(self, state: State) -> Figure:
        """The figure that she stands beside; -1 if that does not matter, or if it has left her tile."""
        guarded = state.registers[self.guarded] - 1
        if not self.beside_follower or guarded < 0 or self.slot_of(state, guarded) != self.where.fairy_at(state):
            return -1
        return guarded

    def friend_node(self, state: State) -> Node:
        """The segment on which that figure stands; -1 if there is none."""
        friend = self.friend(state)
        if friend < 0 or state.figure_at[friend] < 0:
            return -1
        return state.figure_at[friend]

    def presence_bonus(
        self, state: State, feature: Feature, seat: Seat, complete: bool, lines: list[Line] | None
    ) -> i64:
        """PD-17, PD-18: 3 points for a follower on the fairy's tile; R-PD-06, R-PD-07: once, winner or not."""
        if not self.company(state, seat, feature):
            return 0
        if lines is not None:
            lines.append(Line("fairy", 1, WHEN_SCORED))
        return WHEN_SCORED

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """R-PD-27: she stays on her tile, but a figure that comes there later is not the one that she stood beside.

        R-PD-39: an equal figure on the same spot is, until the last of them has left.
        """
        if state.registers[self.guarded] != figure + 1:
            return
        rules = state.rules
        kind = rules.figure_kind[figure]
        first = rules.figure_first[kind * rules.seats + rules.figure_seat[figure]]
        state.registers[self.guarded] = 0
        for other in range(first, first + rules.figure_each[kind]):
            if at >= 0 and state.figure_at[other] == at:
                state.registers[self.guarded] = other + 1
                return

    def tile_placed(self, state: State, slot: Slot) -> None:
        state.registers[self.placed] = 0

    def heeds_place(self, state: State) -> bool:
        return False

    def figure_chosen(self, state: State, action: Code) -> None:
        """PD-15, R-ABB-05: whatever the figure step was used for, the fairy stays where she is."""
        if action != PASS:
            state.registers[self.placed] = 1


class FairyPoint(Step):
    """PD-14, TURN-01: the player has a follower with the fairy; R-PD-05: 1 point, however many there are.

    BASE-35: where there is no tile to draw, the game is over and no turn begins.
    """

    name = "fairy_point"

    def __init__(self, fairy: Fairy) -> None:
        self.fairy = fairy

    def enter(self, state: State) -> i64:
        if (state.bag_size or state.tile >= 0) and self.fairy.company(state, state.player, -1):
            gain(state, state.player, AT_DAWN, "fairy")
        return CONTINUE


class MoveFairy(Step):
    """PD-15, PD-16: a player who has placed nothing may put the fairy to an own follower."""

    name = "fairy"
    rule = "PD-15"

    def __init__(self, fairy: Fairy) -> None:
        self.fairy = fairy

    def enter(self, state: State) -> i64:
        fairy = self.fairy
        if state.registers[fairy.placed]:
            return CONTINUE
        if not fairy.after_volcano and newest_shows(state, fairy.volcano_mark):
            return CONTINUE
        here = self.here(state)
        first = state.player * fairy.each
        for k in range(first, first + fairy.each):
            figure = fairy.followers[k]
            if state.figure_at[figure] != SUPPLY:
                slot = fairy.slot_of(state, figure)
                if slot >= 0 and (self.beside(state, figure) if fairy.beside_follower else slot + 1) != here:
                    state.actor = state.player
                    return ASK
        return CONTINUE

    def beside(self, state: State, figure: Figure) -> i64:
        """The code of putting the fairy beside a follower. If only its tile matters, slot + 1 is the code instead."""
        if state.figure_at[figure] >= 0:
            return standing_option(state, figure)
        return spot_option(state.rules.figure_kinds_count, figure)  # a kind that does not exist, with the figure

    def here(self, state: State) -> i64:
        """The code of her current place: with the player's own follower, or with an equal one on the same spot."""
        fairy = self.fairy
        if not fairy.beside_follower:
            return state.registers[fairy.tile]
        guarded = state.registers[fairy.guarded] - 1
        if guarded < 0 or state.rules.figure_seat[guarded] != state.player:
            return -1
        return self.beside(state, guarded)

    def legal(self, state: State) -> vec[i64]:
        count = self.list_legal(state)
        return state.work[:count]

    def sample(self, state: State, random: Random) -> i64:
        count = self.list_legal(state)
        chosen = random.below(count)
        return state.work[chosen]

    def list_legal(self, state: State) -> i64:
        """To pass, and the tile of each own follower on the table (R-PD-24), or each of them."""
        make_room_for(state, self.fairy.each + 1)
        work = state.work
        work[0] = PASS
        count: i64 = 1
        here = self.here(state)
        followers = self.fairy.followers
        figure_at = state.figure_at
        exposure = state.rules.exposure
        reach = self.fairy.reach
        beside = self.fairy.beside_follower
        first = state.player * self.fairy.each
        for k in range(first, first + self.fairy.each):
            figure = followers[k]
            node = figure_at[figure]
            if node == SUPPLY or (node < SUPPLY and not exposure[SUPPLY - 1 - node] >> reach & 1):
                continue  # most of those in other places are not near her, so check this before calling parts
            slot = state.node_slot[node] if node >= 0 else self.fairy.slot_above(state, node)
            if slot >= 0:
                code = self.beside(state, figure) if beside else slot + 1
                if code != here:
                    work[count] = code
                    known: i64 = 0
                    while work[known] != code:
                        known += 1
                    if known == count:
                        count += 1
        return count

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        fairy = self.fairy
        slot = action - 1
        if fairy.beside_follower:
            figure = self.meant(state, action)
            slot = fairy.slot_of(state, figure)
            state.registers[fairy.guarded] = figure + 1
        state.registers[fairy.tile] = slot + 1
        if state.journal is not None:
            state.note("fairy_moved", [state.player, slot])
        return CONTINUE

    def meant(self, state: State, action: i64) -> Figure:
        """The follower that a code of `beside` means: the first, if equal ones stand on its spot."""
        if (action - 1) >> KIND_SHIFT == state.rules.figure_kinds_count:
            return (action - 1) & NODE_MASK
        return figure_on(state, action, state.player)

    def describe(self, state: State, action: i64) -> Choice:
        """To a tile, or beside a follower."""
        if action == PASS:
            return Choice("pass")
        if self.fairy.beside_follower:
            choice = describe_spot(BESIDE_FOLLOWER, action)
            if choice.facts[0] < state.rules.figure_kinds_count:
                return choice
            figure = self.meant(state, action)
            return Choice(BESIDE_GUARD, [state.rules.figure_kind[figure], self.fairy.slot_of(state, figure)])
        return Choice(ON_TILE, [action - 1])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form == ON_TILE and 0 <= choice.facts[0] == self.fairy.where.fairy_at(state):
            raise Refused(self.rule, "fairy_is_there")
        raise Refused(self.rule, "own_follower_absent")
