"""The dragon, which comes to volcanoes and moves after dragon tiles. PD-02 to PD-06, PD-19 to PD-26."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.princess_and_dragon.assets import DragonNear, TilesAside
from aude.boxes.princess_and_dragon.by_hand import DragonByHand
from aude.boxes.princess_and_dragon.display import DragonDisplay
from aude.boxes.princess_and_dragon.whereabouts import Whereabouts
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.choice import Choice
from aude.engine.features import newest_shows
from aude.engine.figures import NODE_MASK, exposed_slot, take_back
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, BOX_OPTION, CONTINUE, PASS, SUPPLY, Part, Rules, Step, on_newest
from aude.engine.state import State
from aude.engine.types import Slot

STEPS_OF_A_HUNT: Final = 6  # PD-21
VOLCANO: Final = "volcano"  # symbols
DRAGON: Final = "dragon"
BARRED: Final = "bars_dragon"  # PD-23: how the facts mark a tile that the dragon does not enter


class Dragon(Part):
    """Where the dragon stands, where it has been in this hunt, and which of its tiles wait for it."""

    def __init__(self, where: Whereabouts) -> None:
        self.where = where
        self.tile: i64 = where.dragon  # the register of its tile
        self.trail: i64 = -1  # registers: the tiles that it has left in this hunt, in order, as slot + 1,
        self.aside: i64 = -1  # and how many of each dragon tile are set aside
        self.aside_ids: list[str] = []  # the dragon tiles,
        self.aside_tiles = vec[i64]()  # and their numbers, -1 if one is not in the game
        self.skips_to_scoring = False  # R-PD-13
        self.hunger: i64 = -1  # the dragon as a danger
        self.volcano_mark: i64 = 0  # bits among the symbols of a tile
        self.dragon_mark: i64 = 0
        self.barred = vec[i64]()  # of each tile: 1 if the dragon may not enter it

    def setup(self, rules: Rules) -> None:
        self.skips_to_scoring = rules.option("volcano_skips") == "to_step17"
        self.hunger = rules.danger("dragon")
        self.aside_ids = [tile.id for tile, _ in rules.tiles if DRAGON in tile.symbols]
        self.trail = rules.reserve_registers(STEPS_OF_A_HUNT)
        self.aside = rules.reserve_registers(len(self.aside_ids))
        rules.add_note("set_aside", ["tile"])
        rules.add_note("shuffled_in", ["number"])
        rules.add_note("dragon_placed", ["slot"])
        rules.add_note("dragon_moved", ["seat", "slot"])
        rules.add_form("dragon {slot}")
        rules.add_display(DragonDisplay(self.where))
        rules.add_by_hand(DragonByHand(self))
        rules.add_asset(DragonNear(self))
        rules.add_filler(TilesAside(self))
        rules.add_step("turn", 60, Lair(self))
        rules.add_step("turn", 690, Volcano(self), when=on_newest(VOLCANO))
        # R-PD-03, R-TURN-02: before the scoring; or after it, the Count and the catapult.
        order = 1400 if rules.option("dragon_timing") == "before_scoring" else 1870
        rules.add_step("turn", order, Hunt(self), when=on_newest(DRAGON))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.volcano_mark = table.symbol_of(VOLCANO)
        self.dragon_mark = table.symbol_of(DRAGON)
        self.aside_tiles = vec[i64]([table.index.get(name, -1) for name in self.aside_ids])
        self.barred = vec[i64]([int(bool(tile.more.get(BARRED))) for tile in table.tiles])

    def slot(self, state: State) -> Slot:
        """The tile where it stands, or -1."""
        return state.registers[self.tile] - 1

    def on_volcano(self, state: State) -> bool:
        """Whether a volcano has just been laid."""
        return newest_shows(state, self.volcano_mark)

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """PD-02: before the dragon is in play, its tiles are set aside."""
        if not state.rules.table.tile_symbols[tile] & self.dragon_mark or state.registers[self.tile]:
            return False
        for number in range(len(self.aside_tiles)):
            if self.aside_tiles[number] == tile:
                state.registers[self.aside + number] += 1
        if state.journal is not None:
            state.note("set_aside", [tile])
        return True

    def put(self, state: State, slot: Slot) -> None:
        """PD-03, PD-04: the dragon comes to a volcano; tiles set aside are shuffled in. R-PD-12: wherever it was."""
        state.registers[self.tile] = slot + 1
        if state.journal is not None:
            state.note("dragon_placed", [slot])
        total: i64 = 0
        for number in range(len(self.aside_tiles)):
            copies = state.registers[self.aside + number]
            if copies:
                state.registers[self.aside + number] = 0
                state.bag[self.aside_tiles[number]] += copies
                state.bag_size += copies
                total += copies
        if total and state.journal is not None:
            state.note("shuffled_in", [total])

    def lair(self, state: State) -> Slot:
        """R-PD-28: the dragon's tile in a position: where a line puts it, else the last volcano, else -1."""
        lair = self.slot(state)
        if lair < 0:
            symbols = state.rules.table.tile_symbols
            for slot in range(state.slots):
                if symbols[state.slot_tile[slot] >> 2] & self.volcano_mark:
                    lair = slot
        return lair

    # -- placing figures ----------------------------------------------------------------------------------------------
    def forbids_figures(self, state: State) -> bool:
        """PD-03, PD-05: on a volcano nothing is placed; R-PD-13: or only not on that tile."""
        if not self.skips_to_scoring:
            return False
        return state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2] & self.volcano_mark != 0

    def filter_figure_options(self, state: State, count: i64) -> i64:
        """R-PD-13, R-PD-14: nobody goes where the dragon is."""
        lair = state.registers[self.tile] - 1
        if lair < 0:
            return count
        work = state.work
        node_slot = state.node_slot
        kept: i64 = 0
        for at in range(count):
            option = work[at]
            if not PASS < option < BOX_OPTION or node_slot[(option - 1) & NODE_MASK] != lair:
                work[kept] = option
                kept += 1
        return kept

    def heeds_place(self, state: State) -> bool:
        return False

    def refuse_figure(self, state: State, choice: Choice, why: Refused) -> None:
        if choice.form != "deploy" or min(choice.facts) < 0 or why.key == "supply_empty":
            return
        if state.node_slot[choice.facts[1]] == self.slot(state):
            if self.on_volcano(state):
                raise Refused("PD-03", "volcano")
            raise Refused("R-PD-14", "dragon_there")

    # -- the hunt -----------------------------------------------------------------------------------------------------
    def steps_made(self, state: State) -> i64:
        """How many steps the hunt has made."""
        made: i64 = 0
        while made < STEPS_OF_A_HUNT and state.registers[self.trail + made]:
            made += 1
        return made

    def was_at(self, state: State, slot: Slot) -> bool:
        """PD-22, R-PD-09: whether the dragon has been on a tile in this hunt; where it began counts."""
        for at in range(self.trail, self.trail + STEPS_OF_A_HUNT):
            if state.registers[at] == slot + 1:
                return True
        return False

    def is_guarded(self, state: State, slot: Slot) -> bool:
        """PD-19: whether the fairy is on a tile."""
        return self.where.fairy_at(state) == slot

    def ways(self, state: State) -> vec[i64]:
        """PD-19, PD-20, PD-22, PD-23: the tiles that the dragon may go to, from the north clockwise."""
        found = vec[i64]()
        cell = state.slot_cell[self.slot(state)]
        for side in range(FOUR):
            slot = state.beside(cell, side) - 1
            if slot >= 0 and not self.was_at(state, slot) and not self.is_guarded(state, slot):
                if not self.barred[state.slot_tile[slot] >> 2]:
                    found = append(found, slot)
        return found

    def move(self, state: State, slot: Slot) -> None:
        """PD-24, R-PD-10: the dragon enters a tile, and every figure there goes home (PD-26)."""
        state.registers[self.trail + self.steps_made(state)] = state.registers[self.tile]
        state.registers[self.tile] = slot + 1
        if state.journal is not None:
            state.note("dragon_moved", [state.actor, slot])
        exposure = state.rules.exposure
        for figure in range(state.rules.figures):
            at = state.figure_at[figure]
            if at == SUPPLY or (at >= 0 and state.node_slot[at] != slot):
                continue
            if at < SUPPLY and not exposure[SUPPLY - 1 - at] >> self.hunger & 1:
                continue
            if exposed_slot(state, figure, self.hunger) == slot:
                take_back(state, figure)


class Lair(Step):
    """R-PD-28: in a position that does not say where the dragon is it is on the volcano that was laid last."""

    name = "lair"

    def __init__(self, dragon: Dragon) -> None:
        self.dragon = dragon

    def enter(self, state: State) -> i64:
        if state.registers[self.dragon.tile] == 0:
            state.registers[self.dragon.tile] = self.dragon.lair(state) + 1
        return CONTINUE


class Volcano(Step):
    """PD-03 … PD-06: the dragon comes to the volcano just laid, and the turn goes on with the scoring."""

    name = "volcano"

    def __init__(self, dragon: Dragon) -> None:
        self.dragon = dragon

    def enter(self, state: State) -> i64:
        dragon = self.dragon
        if not dragon.on_volcano(state):
            return CONTINUE
        dragon.put(state, state.slots - 1)
        if dragon.skips_to_scoring:
            # PD-05, R-TURN-03: nothing of step 7. R-PD-08: but perhaps the fairy; the scoring comes after her.
            state.jump(state.rules.step_numbers["fairy" if dragon.where.fairy >= 0 else "after_fairy"])
        return CONTINUE

    def heeds_place(self, state: State) -> bool:
        return False


class Hunt(Step):
    """PD-20 … PD-25: the players move the dragon in turn, one tile each, until it has made six steps or is stuck."""

    name = "dragon"
    rule = "PD-20"

    def __init__(self, dragon: Dragon) -> None:
        self.dragon = dragon

    def enter(self, state: State) -> i64:
        if self.dragon.slot(state) < 0 or not newest_shows(state, self.dragon.dragon_mark):
            return CONTINUE
        return self.go_on(state)

    def go_on(self, state: State) -> i64:
        """Ask the next seat if it has a choice; a single way is gone without asking."""
        dragon = self.dragon
        made = dragon.steps_made(state)
        while made < STEPS_OF_A_HUNT:
            state.actor = (state.player + made) % state.rules.seats
            ways = dragon.ways(state)
            if len(ways) > 1:
                return ASK
            if len(ways) == 0:
                break  # PD-21, R-PD-16
            dragon.move(state, ways[0])
            made += 1
        for at in range(dragon.trail, dragon.trail + STEPS_OF_A_HUNT):
            state.registers[at] = 0
        return CONTINUE

    def legal(self, state: State) -> vec[i64]:
        return self.dragon.ways(state)

    def apply(self, state: State, action: i64) -> i64:
        self.dragon.move(state, action)
        return self.go_on(state)

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("dragon", [action])

    def refuse(self, state: State, choice: Choice) -> None:
        if choice.form == "dragon" and choice.facts[0] >= 0:
            slot: i64 = choice.facts[0]
            cell = state.slot_cell[self.dragon.slot(state)]
            for side in range(FOUR):
                if state.beside(cell, side) == slot + 1:
                    if self.dragon.is_guarded(state, slot):
                        raise Refused("PD-19", "fairy_there")
                    if self.dragon.was_at(state, slot):
                        raise Refused("PD-22", "dragon_was_there")
                    raise Refused("PD-23", "dragon_barred")
        raise Refused(self.rule, "dragon_far")
