"""The dragon: volcanoes bring it, dragon tiles let it hunt. PD-02 to PD-06, PD-19 to PD-26."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.princess_and_dragon.fairy import Fairy
from aude.boxes.princess_and_dragon.spots import slot_named
from aude.engine.arrays import append, vec
from aude.engine.cells import FOUR
from aude.engine.features import newest_shows
from aude.engine.figures import exposed_slot, take_back
from aude.engine.rules import ASK, AT_LAST, CONTINUE, MISWRITTEN, SUPPLY, Rules, Step
from aude.engine.stack import take_from_stack
from aude.engine.state import State
from aude.engine.words import read_cell, slot_word

FORMS: Final = ["lay dragon X,Y", "lay aside TILE"]  # of the lines of a position
STEPS_OF_A_HUNT: Final = 6  # PD-21
BARRED: Final = "bars_dragon"  # PD-23: how the facts mark a tile that the dragon does not enter


class Dragon:
    """Where the dragon stands, where it has been in this hunt, and which of its tiles wait for it."""

    def __init__(self, rules: Rules, fairy: Fairy | None) -> None:
        self.fairy = fairy
        self.skips_to_scoring = rules.option("volcano_skips") == "to_step17"  # R-PD-13
        self.hunger: i64 = rules.danger("dragon")  # the dragon as a danger
        self.aside_ids = [tile.id for tile, _ in rules.tiles if "dragon" in tile.symbols]
        # Registers:
        self.tile: i64 = rules.register()  # where it stands, as slot + 1, 0 outside the game,
        self.trail: i64 = rules.register(STEPS_OF_A_HUNT)  # the tiles that it has left in this hunt, in order,
        self.aside: i64 = rules.register(len(self.aside_ids))  # and how many of each dragon tile are set aside
        self.aside_tiles = vec[i64]()  # the tiles of these ids, -1 if one is not in the game
        self.volcano_mark: i64 = 0  # bits among the symbols of a tile
        self.dragon_mark: i64 = 0
        self.barred = vec[i64]()  # of each tile: 1 if the dragon may not enter it
        rules.add_note("set_aside", ["tile"])
        rules.add_note("shuffled_in", ["number"])
        rules.add_note("dragon_placed", ["slot"])
        rules.add_note("dragon_moved", ["seat", "slot"])
        rules.add_step("turn", 60, Lair(self))
        rules.add_step("turn", 690, Volcano(self))
        # R-PD-03, R-TURN-02: before the scoring; or after it, the Count and the catapult.
        rules.add_step("turn", 1400 if rules.option("dragon_timing") == "before_scoring" else 1870, Hunt(self))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.volcano_mark = table.symbol_of("volcano")
        self.dragon_mark = table.symbol_of("dragon")
        self.aside_tiles = vec[i64]([table.index.get(name, -1) for name in self.aside_ids])
        self.barred = vec[i64]([int(bool(tile.more.get(BARRED))) for tile in table.tiles])

    def slot(self, state: State) -> i64:
        """The tile where it stands, or -1."""
        return state.registers[self.tile] - 1

    def on_volcano(self, state: State) -> bool:
        """Whether a volcano has just been laid."""
        return newest_shows(state, self.volcano_mark)

    def rejects_tile(self, state: State, tile: i64) -> bool:
        """PD-02: while the dragon is not in play its tiles are set aside."""
        if not state.rules.table.tile_symbols[tile] & self.dragon_mark or state.registers[self.tile]:
            return False
        for number in range(len(self.aside_tiles)):
            if self.aside_tiles[number] == tile:
                state.registers[self.aside + number] += 1
        if state.journal is not None:
            state.note("set_aside", [tile])
        return True

    def put(self, state: State, slot: i64) -> None:
        """PD-03, PD-04: the dragon comes to a volcano; what was set aside is shuffled in. R-PD-12: wherever it was."""
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

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def lay_piece(self, state: State, words: list[str]) -> str:
        """R-PD-28: where the dragon is, or which of its tiles wait for it."""
        if len(words) != 2:
            return MISWRITTEN
        if words[0] == "aside":
            return self.lay_aside(state, words[1])
        if read_cell(words[1]) is None:
            return MISWRITTEN
        slot = slot_named(state, words)
        if slot < 0:
            return f"no tile lies at {words[1]}"
        if state.registers[self.tile]:
            return f"the dragon is at {slot_word(state, self.slot(state))} already"
        if self.is_guarded(state, slot):
            return f"the dragon does not go to the fairy's tile at {words[1]} (PD-19)"
        if self.barred[state.slot_tile[slot] >> 2]:
            return f"the dragon does not go to {words[1]} (PD-23)"
        state.registers[self.tile] = slot + 1
        return ""

    def lay_aside(self, state: State, name: str) -> str:
        """PD-02: one of the dragon's tiles was drawn before there was a dragon."""
        if name not in self.aside_ids:
            return f"{name!r} is no tile with the dragon's sign; only those are set aside (PD-02)"
        number = self.aside_ids.index(name)
        tile = self.aside_tiles[number]
        if tile < 0 or not state.bag[tile]:
            return f"there is no {name} left in the bag"
        take_from_stack(state, tile)
        state.registers[self.aside + number] += 1
        return ""

    def objection(self, state: State) -> str:
        """PD-02, PD-04: nothing is set aside once there is a dragon."""
        for number in range(len(self.aside_ids)):
            if state.registers[self.aside + number] and self.lair(state) >= 0:
                return f"{self.aside_ids[number]} is set aside, but the dragon is in play: it is shuffled in (PD-04)"
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The dragon, or the tiles that wait for it."""
        if self.slot(state) >= 0:
            return [(AT_LAST, f"lay dragon {slot_word(state, self.slot(state))}")]
        lines: list[tuple[int, str]] = []
        for number in range(len(self.aside_ids)):
            lines += [(AT_LAST, f"lay aside {self.aside_ids[number]}")] * int(state.registers[self.aside + number])
        return lines

    def lair(self, state: State) -> i64:
        """R-PD-28: where the dragon is in a position: where a line puts it, else on the volcano laid last, else -1."""
        lair = self.slot(state)
        if lair < 0:
            symbols = state.rules.table.tile_symbols
            for slot in range(state.slots):
                if symbols[state.slot_tile[slot] >> 2] & self.volcano_mark:
                    lair = slot
        return lair

    # -- the hunt -----------------------------------------------------------------------------------------------------
    def steps_made(self, state: State) -> i64:
        """How many steps of the hunt are made."""
        made: i64 = 0
        while made < STEPS_OF_A_HUNT and state.registers[self.trail + made]:
            made += 1
        return made

    def was_at(self, state: State, slot: i64) -> bool:
        """PD-22, R-PD-09: whether the dragon has been on a tile in this hunt; where it began counts."""
        for at in range(self.trail, self.trail + STEPS_OF_A_HUNT):
            if state.registers[at] == slot + 1:
                return True
        return False

    def is_guarded(self, state: State, slot: i64) -> bool:
        """PD-19: whether the fairy is on a tile."""
        return self.fairy is not None and state.registers[self.fairy.tile] == slot + 1

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

    def move(self, state: State, slot: i64) -> None:
        """PD-24, R-PD-10: the dragon enters a tile, and every figure there goes home (PD-26)."""
        state.registers[self.trail + self.steps_made(state)] = state.registers[self.tile]
        state.registers[self.tile] = slot + 1
        if state.journal is not None:
            state.note("dragon_moved", [state.actor, slot])
        for figure in range(state.rules.figures):
            at = state.figure_at[figure]
            if at == SUPPLY or (at >= 0 and state.node_slot[at] != slot):
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
            state.jump(state.rules.step_numbers["after_fairy" if dragon.fairy is None else "fairy"])
        return CONTINUE


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

    def words(self, state: State, action: i64) -> list[str]:
        """`dragon 1,0`"""
        return ["dragon", slot_word(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        slot = slot_named(state, words)
        cell = state.slot_cell[self.dragon.slot(state)]
        for side in range(FOUR):
            if slot >= 0 and state.beside(cell, side) == slot + 1:
                if self.dragon.is_guarded(state, slot):
                    return "PD-19", "fairy_there"
                if self.dragon.was_at(state, slot):
                    return "PD-22", "dragon_was_there"
                return "PD-23", "dragon_barred"
        return self.rule, "dragon_far"
