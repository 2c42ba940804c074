"""The Cathars: sieges and escapes. CTH-01 to CTH-08 are written out in spec.md, beside this file.

The Besiegers are a second set of tiles with the same rules (R-CTH-10).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import AROUND, EIGHT
from aude.engine.features import tile_count, trait_count
from aude.engine.figures import figure_on, standing_option, take_back
from aude.engine.rules import ASK, CONTINUE, PASS, Box, Rules, Step
from aude.engine.state import State
from aude.engine.turns import goes_on
from aude.engine.words import figure_spot_words, fits, spot_words

LOST: Final = -1  # CTH-03, CTH-05: a point less for every tile and coat of arms; CTH-04: the only one
TWICE: Final = 1  # CTH-06, CTH-08: once more than once
UNCHANGED: Final = 0

BESIEGED: Final = "besieged"

REFUGES: Final = ["monastery", "shrine", "abbey"]  # R-CTH-04; COMB-032: a garden is none


class Cathars(Box):
    """Tiles that lay siege to their city: it is worth less, but more to its fields, and a knight may slip out."""

    id = "cathars"

    def __init__(self) -> None:
        self.city: i64 = -1
        self.besieged: i64 = -1  # the column of the trait
        self.refuges: i64 = 0  # the kinds of feature that knights escape to, a bit for each
        self.has_sieges = False
        self.tiny = False
        self.from_any_tile = False
        self.herds: i64 = TWICE
        self.besieged_on = vec[i64]()  # of each tile: the mask of segments with the trait
        # Registers:
        self.escaped: i64 = 0  # 1 once a knight has escaped in this turn,
        self.surveyed: i64 = 0  # how many tiles have been looked at for sieges,
        self.known: i64 = 0  # how many there are,
        self.sieges: i64 = 0  # and their nodes
        self.dawn: i64 = -1  # the place in the program that new turns pass and second parts do not

    def setup(self, rules: Rules) -> None:
        self.has_sieges = rules.has("siege")
        self.tiny = rules.option("tiny_city") == "on"
        self.from_any_tile = rules.option("escape_reach") == "any_city_tile"  # R-CTH-02
        if rules.option("siege_pig") == "single":
            self.herds = UNCHANGED  # R-CTH-09
        self.escaped = rules.register()
        self.surveyed = rules.register()
        self.known = rules.register()
        segments = [(segment, copies) for tile, copies in rules.tiles for segment in tile.segments]
        self.sieges = rules.register(sum(copies for segment, copies in segments if BESIEGED in segment.traits))
        rules.add_step("turn", 50, Dawn(self))
        # R-CTH-01, R-TURN-02: before challenge, dragon and scoring; or when all parts of the turn are over.
        at_end = rules.option("escape_timing") == "end_of_turn"
        if rules.has("escape"):
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

    # -- points -------------------------------------------------------------------------------------------------------
    def is_besieged(self, state: State, feature: i64) -> bool:
        """CTH-01, R-CTH-05, R-CTH-11: one Cathar tile is enough, whenever and however it came into the city."""
        return trait_count(state, feature, self.besieged) != 0

    def extra_rate(self, state: State, feature: i64, complete: bool) -> i64:
        """CTH-03, CTH-04, CTH-05: a point less for each tile; what a cathedral does is added by its own box."""
        if not self.has_sieges or state.kind_of(feature) != self.city or not self.is_besieged(state, feature):
            return UNCHANGED
        if complete and self.tiny and tile_count(state, feature) == 2:
            return UNCHANGED  # R-CTH-07: a tiny city has its 1 point a tile already
        return LOST

    def extra_supply(self, state: State, feature: i64, herd: bool) -> i64:
        """CTH-06, CTH-08: a besieged city counts twice for its fields and, by `siege_pig`, for their pigs."""
        if not self.has_sieges or not self.is_besieged(state, feature):
            return UNCHANGED
        if herd:
            return self.herds
        return TWICE

    # -- escapes ------------------------------------------------------------------------------------------------------
    def is_anybody_besieged(self, state: State) -> bool:
        """Whether a figure stands in a besieged city: mostly not, and then nobody need be looked at.

        Cathar tiles are found once, when they have come to lie.
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
        for at in range(self.sieges, self.sieges + registers[self.known]):
            city = state.root[registers[at]]
            if state.occupants[city] and state.open_ends[city] >= 0:
                return True
        return False

    def may_escape(self, state: State, figure: i64) -> bool:
        """CTH-02, R-CTH-06: whether this figure is a knight in a besieged city with a refuge near."""
        node = state.figure_at[figure]
        if node < 0 or state.kind_of(node) != self.city or not state.rules.occupies[state.rules.figure_kind[figure]]:
            return False
        return self.has_way_out(state, state.root[node])

    def has_way_out(self, state: State, city: i64) -> bool:
        """R-CTH-02: whether a refuge is next to a Cathar tile of the city; by option, to any tile of it."""
        if state.open_ends[city] < 0 or not self.is_besieged(state, city):  # settled, or at peace
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

    def is_near_refuge(self, state: State, cell: i64) -> bool:
        """R-CTH-04, R-CTH-14: whether one of the eight tiles around is a monastery, whoever is there or was."""
        table = state.rules.table
        for k in range(EIGHT):
            slot = state.board[cell + AROUND[state.shift * 8 + k]] - 1
            if slot >= 0:
                tile = state.slot_tile[slot] >> 2
                centre = table.tile_centre[tile]
                if centre >= 0 and self.refuges >> table.kind[table.tile_first[tile] + centre] & 1:
                    return True
        return False


class Dawn(Step):
    """R-CTH-03: a new turn, and a new chance to escape. Second parts of a turn do not begin here (R-TURN-04)."""

    name = "escape_dawn"

    def __init__(self, box: Cathars) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        state.registers[self.box.escaped] = 0
        return CONTINUE


class Escape(Step):
    """CTH-02: the player may take back one knight from a besieged city, once in a turn."""

    name = "escape"
    rule = "CTH-02"

    def __init__(self, box: Cathars, at_end: bool) -> None:
        self.box = box
        self.at_end = at_end

    def enter(self, state: State) -> i64:
        if self.box.besieged < 0 or state.registers[self.box.escaped]:
            return CONTINUE
        if self.at_end and goes_on(state, self.box.dawn):
            return CONTINUE  # R-CTH-16, R-CTH-17; a part that passes the dawn is a turn of its own
        if not self.box.is_anybody_besieged(state):
            return CONTINUE
        rules = state.rules
        player = state.player
        for figure in range(rules.figures):
            if state.figure_at[figure] >= 0 and rules.figure_seat[figure] == player:
                if self.box.may_escape(state, figure):
                    state.actor = player
                    return ASK
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        out = vec[i64]()
        out = append(out, PASS)
        for figure in range(rules.figures):
            if rules.figure_seat[figure] == state.player and self.box.may_escape(state, figure):
                code = standing_option(state, figure)
                if code not in out:  # equal knights on one spot are one answer
                    out = append(out, code)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return CONTINUE
        take_back(state, figure_on(state, action, state.player))  # R-CTH-06: a builder left alone goes by `figure_left`
        state.registers[self.box.escaped] = 1
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["pass"]
        return ["escape", *figure_spot_words(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """Why an own figure may not escape; of others' nothing more is said than that they are not offered."""
        rules = state.rules
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node < 0 or rules.figure_seat[figure] != state.player:
                continue
            kind = rules.figure_kind[figure]
            if not fits(words, ["escape", rules.figure_kinds[kind].name, *spot_words(state, node)]):
                continue
            if state.kind_of(node) != self.box.city or not rules.occupies[kind]:
                return "R-CTH-06", "no_knight"
            if not self.box.is_besieged(state, state.root[node]):
                return "CTH-01", "not_besieged"
            return self.rule, "no_monastery"
        return self.rule, "not_offered"
