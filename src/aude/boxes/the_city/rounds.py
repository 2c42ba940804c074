"""Wall rounds: when they are held and who builds; the rest of the followers; how the game ends. CITY-30 to CITY-49."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.walls import AHEAD, PIECES, Wall, outline, slot_at
from aude.engine.figures import move
from aude.engine.joining import close_side
from aude.engine.rules import CONTINUE, SUPPLY, Rules, Step
from aude.engine.scoring import collect_completed, score_completed
from aude.engine.state import State

TOWERS: Final = 12  # CITY-02: divided equally
SMALL_GAP: Final = 5  # CITY-48


class Rounds:
    """When walls are built and by whom; the towers in hand, and the followers that rest after a scoring."""

    def __init__(self, rules: Rules, wall: Wall) -> None:
        self.wall = wall
        self.by_last_tile = rules.option("city_phase_switch") == "last_tile_drawn"  # R-CITY-01
        self.for_empty_ones = rules.option("city_wall_trigger") == "any"  # R-CITY-02
        self.rests = rules.option("city_returned_as_guard") == "off"  # R-CITY-04
        self.resting: i64 = rules.reserve_locations(int(rules.seats))  # CITY-25: a place for each seat's followers
        self.tiles: i64 = 0  # in the whole game,
        self.first_stack: i64 = 0  # and how many have been drawn when the first stack is used up,
        self.second_stack: i64 = 0  # and the second
        # Registers:
        self.caused: i64 = rules.register()  # 1 if the tile of this turn has caused a scoring,
        self.wanted: i64 = rules.register()  # how many pieces this round is to have, the gate included,
        self.built: i64 = rules.register()  # how many it has,
        self.newest: i64 = rules.register()  # the piece built last, as 2 * its number + way,
        self.towers: i64 = rules.register(int(rules.seats))  # and how many towers each seat has in hand
        rules.add_note("gate_built", ["seat", "slot", "side"])
        rules.add_note("wall_built", ["seat", "slot", "side"])
        rules.add_note("guard_posted", ["figure", "slot", "side"])
        rules.add_note("city_tower_built", ["seat", "slot", "side"])
        rules.add_note("wall_closed", ["number"])
        rules.add_step("turn", 100, WakeUp(self))
        rules.add_step("turn", 1800, WallRound(self))
        rules.add_step("turn", 1900, EndOfCity(self))
        rules.add_step("final", 100, CloseWall(self))

    def finalize(self, rules: Rules) -> None:
        self.tiles = len(rules.table.copies)
        self.first_stack = self.tiles * 2 // 5  # CITY-03, R-CITY-35
        self.second_stack = self.first_stack + self.tiles // 3

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.towers + seat] = TOWERS // state.rules.seats

    def stack(self, state: State) -> i64:
        """CITY-09, R-CITY-01: which stack the game is at, 1 to 3."""
        drawn = self.tiles - state.bag_size
        if self.by_last_tile:
            drawn += 1  # as if the next tile had been drawn too
        if drawn <= self.first_stack:
            return 1
        if drawn <= self.second_stack:
            return 2
        return 3

    def stacks(self, state: State) -> list[int]:
        """CITY-03: how many tiles are left in each stack."""
        third = min(state.bag_size, self.tiles - self.second_stack)
        second = min(state.bag_size - third, self.second_stack - self.first_stack)
        return [int(state.bag_size - third - second), int(second), int(third)]

    def builder(self, state: State) -> i64:
        """CITY-33, CITY-43, CITY-46: whose piece is next: one each in turn, whoever caused the round first."""
        return (state.player + state.registers[self.built]) % state.rules.seats

    def goes_on(self, state: State) -> bool:
        """CITY-45, R-CITY-17, R-CITY-31: pieces are wanted and left, and the wall is open."""
        if state.registers[self.built] == state.registers[self.wanted] or self.wall.pieces(state) == PIECES:
            return False
        return not self.wall.is_closed(state)

    def way_of_newest(self, state: State) -> i64:
        return state.registers[self.newest] & 1

    def side_of_newest(self, state: State) -> i64:
        """Where the piece built last stands."""
        return self.wall.side_of(state, self.way_of_newest(state), state.registers[self.newest] >> 1)


# -- in the turn ------------------------------------------------------------------------------------------------------
class WakeUp(Step):
    """CITY-25, R-CITY-04: followers that have returned can be used again from their owner's next turn on."""

    name = "wake_up"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        place = self.rounds.resting - state.player
        for figure in range(state.rules.figures):
            if state.figure_at[figure] == place:
                move(state, figure, SUPPLY)
        return CONTINUE


class WallRound(Step):
    """CITY-31, R-CITY-03: a scoring interrupts the game once for the building of walls, from the second stack on."""

    name = "wall_round"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        rounds = self.rounds
        if not state.registers[rounds.caused]:
            return CONTINUE
        state.registers[rounds.caused] = 0
        each = rounds.stack(state) - 1  # CITY-33, CITY-43
        if each == 0:
            return CONTINUE
        if state.rules.seats == 2:
            each *= 2  # CITY-46
        state.registers[rounds.wanted] = each * state.rules.seats
        state.registers[rounds.built] = 0
        state.call(state.rules.starts["walls"])
        return CONTINUE

    def resume(self, state: State) -> i64:
        state.registers[self.rounds.caused] = 0  # CITY-42: what walls have completed causes nothing
        return CONTINUE


class EndOfCity(Step):
    """CITY-48, R-CITY-15: the game ends when the last piece stands or the ends of the wall are close together."""

    name = "city_end"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        wall = self.rounds.wall
        if wall.stands(state) and (wall.pieces(state) == PIECES or wall.gap(state, SMALL_GAP + 1) <= SMALL_GAP):
            state.jump(state.rules.final_start)
        return CONTINUE


# -- the end ----------------------------------------------------------------------------------------------------------
class CloseWall(Step):
    """CITY-49, R-CITY-18, R-CITY-19: the wall is closed with what is left, else in thought, and scores."""

    name = "close"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        wall = self.rounds.wall
        closed: i64 = 0
        while wall.stands(state) and wall.pieces(state) < PIECES and not wall.is_closed(state):
            wall.build(state, AHEAD)
            closed += 1
        for side in outline(state):
            if not wall.is_walled(state, side):
                close_side(state, slot_at(state, side), side & 3)
                closed += 1
        state.registers[wall.closed] = 1
        if state.journal is not None and closed:
            state.note("wall_closed", [closed])
        collect_completed(state)
        if len(state.completed):
            score_completed(state)
        return CONTINUE
