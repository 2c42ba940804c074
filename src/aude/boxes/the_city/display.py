"""Displays the wall, the towers in hand and the stacks."""

from __future__ import annotations

from aude.boxes.the_city.outline import slot_behind
from aude.boxes.the_city.rounds import Rounds
from aude.boxes.the_city.walls import AHEAD, PIECES, WAYS
from aude.engine.pieces import Display
from aude.engine.state import State
from aude.engine.types import Location, Seat


class CityDisplay(Display):
    """The wall at the sides of tiles; towers and resting followers of each seat; three stacks."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def holdings(self, state: State, seat: Seat) -> list[tuple[str, int]]:
        towers = int(state.registers[self.rounds.towers + seat])
        return [("city_tower", towers), ("resting", self.rounds.resting_figures(state, seat))]

    def location(self, state: State, location: Location) -> tuple[str, int, int] | None:
        """A guard stands at a side (see `pieces_at_sides`); resting followers are not on the table (CITY-25)."""
        rounds = self.rounds
        if 0 <= rounds.wall.posts - location < 2 * PIECES:
            return "guard", 0, -1
        if 0 <= rounds.resting - location < state.rules.seats:
            return "resting", 0, int(rounds.resting - location)
        return None

    def stacks(self, state: State) -> list[int]:
        """CITY-03: how many tiles are left in each stack."""
        rounds = self.rounds
        third = min(state.bag_size, rounds.tiles - rounds.second_stack)
        second = min(state.bag_size - third, rounds.second_stack - rounds.first_stack)
        return [int(state.bag_size - third - second), int(second), int(third)]

    def token_names(self) -> list[str]:
        return ["gate", "wall", "city_tower", "guard"]

    def pieces_at_sides(self, state: State) -> list[tuple[int, int, int, str]]:
        wall = self.rounds.wall
        if not wall.stands(state):
            return []
        gate = wall.side_of(state, AHEAD, 0)
        found = [(int(slot_behind(state, gate)), int(gate & 3), -1, "gate")]
        for way in range(WAYS):
            for number in range(1, state.registers[wall.length + way] + 1):
                side = wall.side_of(state, way, number)
                slot = int(slot_behind(state, side))
                found.append((slot, int(side & 3), -1, "wall"))
                owner = int(state.registers[wall.towers + way * PIECES + number - 1])
                if owner:
                    found.append((slot, int(side & 3), owner - 1, "city_tower"))
        for figure in range(state.rules.figures):
            side = wall.watched_side(state, state.figure_at[figure])
            if side >= 0:
                seat = int(state.rules.figure_seat[figure])
                found.append((int(slot_behind(state, side)), int(side & 3), seat, "guard"))
        return found
