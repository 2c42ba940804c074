"""How bots value towers, guards and resting followers; what the wall closes."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.assets import Asset, Filler
from aude.engine.cells import FOUR
from aude.engine.state import State

if TYPE_CHECKING:
    from aude.boxes.the_city.rounds import Rounds
    from aude.boxes.the_city.walls import Wall

AS_TILES: Final = 3  # the wall closes what it meets about as surely as this many tiles


class TowersInHand(Asset):
    """The towers that a seat may still build."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__("city_tower.in_hand", 1.5)
        self.rounds = rounds

    def count(self, state: State, counts: vec[float]) -> None:
        for seat in range(state.rules.seats):
            counts[seat] += float(state.registers[self.rounds.towers + seat])


class FollowersResting(Asset):
    """CITY-25: followers that have returned and can be used from their owner's next turn on."""

    def __init__(self, rounds: Rounds) -> None:
        super().__init__("follower.resting", 2.5)
        self.rounds = rounds

    def count(self, state: State, counts: vec[float]) -> None:
        for at in state.figure_at:
            seat = self.rounds.resting - at
            if 0 <= seat < state.rules.seats:
                counts[seat] += 1.0


class GuardsOut(Asset):
    """Guards on the wall: the rows behind them grow at their far ends."""

    def __init__(self, wall: Wall) -> None:
        super().__init__("guard.out", 0.5)
        self.wall = wall

    def count(self, state: State, counts: vec[float]) -> None:
        for figure in range(state.rules.figures):
            if self.wall.watched_side(state, state.figure_at[figure]) >= 0:
                counts[state.rules.figure_seat[figure]] += 1.0


class WallFiller(Filler):
    """CITY-34, CITY-49: the wall closes what ends at the outline, at the latest when the game ends.

    A cell with tiles on all four sides is a hole, which the wall does not reach, unless a piece of wall is beside it.
    """

    def __init__(self, wall: Wall) -> None:
        self.wall = wall
        self.outside = vec[i64]()  # of what the neighbours of a cell show: 1 if the wall may come there

    def pieces(self, state: State) -> i64:
        if not len(self.outside):
            table = state.rules.table
            base = table.side_weight[1]
            for signature in range(table.signatures):
                rest = signature
                outside: i64 = 0
                for _side in range(FOUR):
                    if rest % base == 0 or rest % base == table.barrier:
                        outside = 1
                    rest //= base
                self.outside = append(self.outside, outside)
        return AS_TILES

    def filling(self, bag: vec[i64], pieces: i64, sides: i64) -> i64:
        return pieces * self.outside[sides]

    def closing(self, bag: vec[i64], pieces: i64, sides: i64, meeting: i64) -> i64:
        return pieces * self.outside[sides]
