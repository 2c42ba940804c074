"""Wall rounds: when they are held, who builds, guards and towers; and how the game ends. CITY-30 to CITY-49."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.walls import AHEAD, PIECES, WAYS, Wall, outline, side_opposite, slot_at
from aude.engine.arrays import append, vec
from aude.engine.figures import free_figure, move
from aude.engine.rules import ASK, ON, SUPPLY, Rules, Step
from aude.engine.scoring import collect_completed, gain, score_completed
from aude.engine.state import State
from aude.engine.words import read_cell, slot_word

PASS: Final = 0
POST: Final = 1

TOWERS: Final = 12  # CITY-02: divided equally
SMALL_GAP: Final = 5  # CITY-48
SIDE_WORDS: Final = ["N", "E", "S", "W"]


class Rounds:
    """When walls are built and by whom; the towers in hand, and the followers that rest after a scoring."""

    def __init__(self, rules: Rules, wall: Wall) -> None:
        self.wall = wall
        self.by_last_tile = rules.option("city_phase_switch") == "last_tile_drawn"  # R-CITY-01
        self.for_empty_ones = rules.option("city_wall_trigger") == "any"  # R-CITY-02
        self.rests = rules.option("city_returned_as_guard") == "off"  # R-CITY-04
        self.resting: i64 = rules.reserve_places(int(rules.seats))  # CITY-25: a place for each seat's followers
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
        rules.add_step("walls", 100, BuildGate(self))
        rules.add_step("walls", 200, Build(self))
        rules.add_step("walls", 300, PostGuard(self))
        rules.add_step("walls", 400, Settle(self))
        rules.add_step("walls", 500, BuildTower(self))
        rules.add_step("final", 100, CloseWall(self))
        rules.add_step("final", 1100, PackUp(self))

    def resolved(self, rules: Rules) -> None:
        self.tiles = len(rules.table.copies)
        self.first_stack = self.tiles * 2 // 5  # CITY-03, R-CITY-35
        self.second_stack = self.first_stack + self.tiles // 3

    def begin(self, state: State) -> None:
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


def side_words(state: State, verb: str, side: i64) -> list[str]:
    """`wall E at 2,3`: a side of a tile."""
    return [verb, SIDE_WORDS[side & 3], "at", slot_word(state, slot_at(state, side))]


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
        return ON


class WallRound(Step):
    """CITY-31, R-CITY-03: a scoring interrupts the game once for the building of walls, from the second stack on."""

    name = "wall_round"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        rounds = self.rounds
        if not state.registers[rounds.caused]:
            return ON
        state.registers[rounds.caused] = 0
        each = rounds.stack(state) - 1  # CITY-33, CITY-43
        if each == 0:
            return ON
        if state.rules.seats == 2:
            each *= 2  # CITY-46
        state.registers[rounds.wanted] = each * state.rules.seats
        state.registers[rounds.built] = 0
        state.call(state.rules.starts["walls"])
        return ON

    def resume(self, state: State) -> i64:
        state.registers[self.rounds.caused] = 0  # CITY-42: what walls have completed causes nothing
        return ON


class EndOfCity(Step):
    """CITY-48, R-CITY-15: the game ends when the last piece stands or the ends of the wall are close together."""

    name = "city_end"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        wall = self.rounds.wall
        if wall.stands(state) and (wall.pieces(state) == PIECES or wall.gap(state, SMALL_GAP + 1) <= SMALL_GAP):
            state.jump(state.rules.final_start)
        return ON


# -- in a wall round --------------------------------------------------------------------------------------------------
class BuildGate(Step):
    """CITY-32, CITY-47: in the first round whoever has caused it puts the gate, which nobody guards (R-CITY-11)."""

    name = "gate"
    rule = "CITY-32"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        if self.rounds.wall.stands(state):
            return ON
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return outline(state)

    def apply(self, state: State, action: i64) -> i64:
        self.rounds.wall.set_gate(state, action)
        if state.journal is not None:
            state.note("gate_built", [state.player, slot_at(state, action), action & 3])
        state.jump(state.rules.places["wall_scoring"])
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`gate N at 0,0`"""
        return side_words(state, "gate", action)

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return self.rule, "gate_place"


class Build(Step):
    """CITY-32 … CITY-35: a piece at one of the ends; one each in turn."""

    name = "wall"
    rule = "CITY-33"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        wall = self.rounds.wall
        state.actor = self.rounds.builder(state)
        if wall.gap(state, 2) == 1:
            return self.apply(state, wall.place(state, AHEAD))  # R-CITY-06: both ends lead to the last free side
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for way in range(WAYS):
            out = append(out, self.rounds.wall.place(state, way))
        return out

    def apply(self, state: State, action: i64) -> i64:
        rounds = self.rounds
        wall = rounds.wall
        way: i64 = AHEAD if wall.place(state, AHEAD) == action else 1 - AHEAD
        wall.build(state, way)
        state.registers[rounds.newest] = state.registers[wall.length + way] << 1 | way
        if state.journal is not None:
            state.note("wall_built", [rounds.builder(state), slot_at(state, action), action & 3])
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`wall E at 2,3`"""
        return side_words(state, "wall", action)

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return "R-CITY-05", "wall_place"


class PostGuard(Step):
    """CITY-37, CITY-38: whoever has built a piece may put a follower from the supply on it."""

    name = "guard"
    rule = "CITY-37"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds
        self.follower: i64 = 0  # the only kind of figure

    def is_opposed(self, state: State) -> bool:
        """CITY-38, R-CITY-24: whether a guard stands at the other end of the same row."""
        return self.rounds.wall.is_guarded(state, side_opposite(state, self.rounds.side_of_newest(state)))

    def enter(self, state: State) -> i64:
        seat = self.rounds.builder(state)
        if not state.supply[self.follower * state.rules.seats + seat] or self.is_opposed(state):
            return ON
        state.actor = seat
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([PASS, POST])

    def apply(self, state: State, action: i64) -> i64:
        rounds = self.rounds
        if action == POST:
            figure = free_figure(state, self.follower, rounds.builder(state))
            newest = state.registers[rounds.newest]
            move(state, figure, rounds.wall.post(newest & 1, newest >> 1))
            if state.journal is not None:
                side = rounds.side_of_newest(state)
                state.note("guard_posted", [figure, slot_at(state, side), side & 3])
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["guard"] if action == POST else ["pass"]


class Settle(Step):
    """CITY-41, R-CITY-12: what the piece has completed is scored; then the next one is built, if one is due."""

    name = "wall_scoring"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        collect_completed(state)
        if len(state.completed):
            score_completed(state)
        state.registers[self.rounds.built] += 1
        if self.rounds.goes_on(state):
            state.jump(state.rules.places["wall"])
        return ON


class BuildTower(Step):
    """CITY-39, CITY-40, R-CITY-33: whoever has caused the round may put a tower at one of the ends, and scores it."""

    name = "tower"
    rule = "CITY-39"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        if not state.registers[self.rounds.towers + state.player] or self.rounds.wall.is_closed(state):
            return ON  # R-CITY-31: a closed wall has no ends
        if len(self.legal(state)) == 1:
            return ON
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        out = append(out, PASS)
        for way in range(WAYS):
            if self.rounds.wall.tower_points(state, way):  # R-CITY-10
                out = append(out, way + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        wall = self.rounds.wall
        way = action - 1
        if state.journal is not None:
            side = wall.end(state, way)
            state.note("city_tower_built", [state.player, slot_at(state, side), side & 3])
        points = wall.tower_points(state, way)
        wall.set_tower(state, way)
        state.registers[self.rounds.towers + state.player] -= 1
        gain(state, state.player, points, "tower")
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`tower E at 2,3`: at the piece at one end of the wall"""
        if action == PASS:
            return ["pass"]
        return side_words(state, "tower", self.rounds.wall.end(state, action - 1))

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        cell = read_cell(words[-1])
        if words[0] == "tower" and len(words) == 4 and cell is not None:
            for way in range(WAYS):
                if words == side_words(state, "tower", self.rounds.wall.end(state, way)):
                    return "R-CITY-10", "tower_nothing"
        return self.rule, "not_offered"


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
                state.close_side(slot_at(state, side), side & 3)
                closed += 1
        state.registers[wall.closed] = 1
        if state.journal is not None and closed:
            state.note("wall_closed", [closed])
        collect_completed(state)
        if len(state.completed):
            score_completed(state)
        return ON


class PackUp(Step):
    """CITY-57: guards have stayed to the end; now everybody goes home."""

    name = "city_pack_up"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        for figure in range(state.rules.figures):
            if state.figure_at[figure] != SUPPLY:
                move(state, figure, SUPPLY)
        return ON
