"""Wall rounds: when they are held, who builds, and which followers rest. CITY-25, CITY-30 to CITY-46."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.walls import PIECES, Wall
from aude.engine.figures import move
from aude.engine.rules import CONTINUE, SUPPLY, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.types import Feature, Figure, Location, Seat

TOWERS: Final = 12  # CITY-02: divided equally


class Rounds(Part):
    """When and by whom walls are built, the towers in hand, and the followers that rest after a scoring."""

    def __init__(self, wall: Wall) -> None:
        self.wall = wall
        self.by_last_tile = False  # R-CITY-01
        self.for_empty_ones = False  # R-CITY-02
        self.rests = True  # R-CITY-04
        self.resting: Location = 0  # CITY-25: that of the first seat's followers; the other seats' lie below it
        self.tiles: i64 = 0  # in the whole game,
        self.first_stack: i64 = 0  # and how many have been drawn when the first stack is used up,
        self.second_stack: i64 = 0  # and the second
        # Registers:
        self.caused: i64 = 0  # 1 if the tile of this turn has caused a scoring,
        self.wanted: i64 = 0  # how many pieces this round is to have, the gate included,
        self.built: i64 = 0  # how many it has,
        self.newest: i64 = 0  # the piece built last, as 2 * its number + way,
        self.towers: i64 = 0  # and how many towers each seat has in hand

    def setup(self, rules: Rules) -> None:
        self.by_last_tile = rules.option("city_phase_switch") == "last_tile_drawn"
        self.for_empty_ones = rules.option("city_wall_trigger") == "any"
        self.rests = rules.option("city_returned_as_guard") == "off"
        self.resting = rules.reserve_locations(int(rules.seats))
        self.caused = rules.reserve_registers()
        self.wanted = rules.reserve_registers()
        self.built = rules.reserve_registers()
        self.newest = rules.reserve_registers()
        self.towers = rules.reserve_registers(int(rules.seats))
        rules.add_step("turn", 100, WakeUp(self))
        rules.add_step("turn", 1800, WallRound(self), when=is_set(self.caused))

    def finalize(self, rules: Rules) -> None:
        self.tiles = len(rules.table.copies)
        self.first_stack = self.tiles * 2 // 5  # CITY-03, R-CITY-35
        self.second_stack = self.first_stack + self.tiles // 3

    def on_start(self, state: State) -> None:
        for seat in range(state.rules.seats):
            state.registers[self.towers + seat] = TOWERS // state.rules.seats

    def feature_completed(self, state: State, feature: Feature) -> None:
        """CITY-31, R-CITY-02: a scoring, which causes a wall round if a tile has caused it."""
        if state.occupants[feature] or self.for_empty_ones:
            state.registers[self.caused] = 1

    def figure_returned(self, state: State, figure: Figure, at: Location, scored: bool) -> None:
        """CITY-25: a follower that has returned rests until the owner's next turn."""
        if scored and self.rests:
            move(state, figure, self.resting - state.rules.figure_seat[figure])

    def stack(self, state: State) -> i64:
        """CITY-09, R-CITY-01: the number of the current stack, 1 to 3."""
        drawn = self.tiles - state.bag_size
        if self.by_last_tile:
            drawn += 1  # as if the next tile had been drawn too
        if drawn <= self.first_stack:
            return 1
        if drawn <= self.second_stack:
            return 2
        return 3

    def resting_figures(self, state: State, seat: Seat) -> int:
        """CITY-25: how many followers of a seat cannot be used yet."""
        return sum(1 for at in state.figure_at if at == self.resting - seat)

    def builder(self, state: State) -> Seat:
        """CITY-33, CITY-43, CITY-46: who builds next: everybody in turn, beginning with who caused the round."""
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


class WakeUp(Step):
    """CITY-25, R-CITY-04: followers that have returned can be used again from their owner's next turn on."""

    name = "wake_up"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        location = self.rounds.resting - state.player
        for figure in range(state.rules.figures):
            if state.figure_at[figure] == location:
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
