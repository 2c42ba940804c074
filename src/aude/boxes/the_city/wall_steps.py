"""The steps of a wall round: the gate, pieces, guards and towers. CITY-32 to CITY-46."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.the_city.outline import outline, side_opposite, slot_behind
from aude.boxes.the_city.rounds import Rounds
from aude.boxes.the_city.walls import AHEAD, WAYS
from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.figures import free_figure, move
from aude.engine.refusal import Refused
from aude.engine.rules import ASK, CONTINUE, PASS, Part, Rules, Step
from aude.engine.scoring import collect_completed, gain, score_completed
from aude.engine.state import State

POST: Final = 1


class WallBuilding(Part):
    """What is built in a wall round, one question after the other."""

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def setup(self, rules: Rules) -> None:
        for verb in ("gate", "wall", "tower"):
            rules.add_form(f"{verb} {{side}} at {{slot}}")
        rules.add_form("guard")
        rules.add_form("pass")
        rules.add_note("gate_built", ["seat", "slot", "side"])
        rules.add_note("wall_built", ["seat", "slot", "side"])
        rules.add_note("guard_posted", ["figure", "slot", "side"])
        rules.add_note("city_tower_built", ["seat", "slot", "side"])
        rules.add_step("walls", 100, BuildGate(self.rounds))
        rules.add_step("walls", 200, Build(self.rounds))
        rules.add_step("walls", 300, PostGuard(self.rounds))
        rules.add_step("walls", 400, Settle(self.rounds))
        rules.add_step("walls", 500, BuildTower(self.rounds))


def at_side(state: State, form: str, side: i64) -> Choice:
    """A choice that is a side of a tile, `VERB {side} at {slot}`."""
    return Choice(form, [side & 3, slot_behind(state, side)])


class BuildGate(Step):
    """CITY-32, CITY-47: in the first round whoever has caused it puts the gate, which nobody guards (R-CITY-11)."""

    name = "gate"
    rule = "CITY-32"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        if self.rounds.wall.stands(state):
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return outline(state)

    def apply(self, state: State, action: i64) -> i64:
        self.rounds.wall.set_gate(state, action)
        if state.journal is not None:
            state.note("gate_built", [state.player, slot_behind(state, action), action & 3])
        state.jump(state.rules.step_numbers["wall_scoring"])
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return at_side(state, "gate", action)

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused(self.rule, "gate_place")


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
            return self.apply(state, wall.next_side(state, AHEAD))  # R-CITY-06: both ends lead to the last free side
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for way in range(WAYS):
            out = append(out, self.rounds.wall.next_side(state, way))
        return out

    def apply(self, state: State, action: i64) -> i64:
        rounds = self.rounds
        wall = rounds.wall
        way: i64 = AHEAD if wall.next_side(state, AHEAD) == action else 1 - AHEAD
        wall.put_piece(state, way, action)
        state.registers[rounds.newest] = state.registers[wall.length + way] << 1 | way
        if state.journal is not None:
            state.note("wall_built", [rounds.builder(state), slot_behind(state, action), action & 3])
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return at_side(state, "wall", action)

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused("R-CITY-05", "wall_place")


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
            return CONTINUE
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
                state.note("guard_posted", [figure, slot_behind(state, side), side & 3])
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("guard" if action == POST else "pass")


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
            state.jump(state.rules.step_numbers["wall"])
        return CONTINUE


class BuildTower(Step):
    """CITY-39, CITY-40, R-CITY-33: whoever has caused the round may put a tower at one of the ends, and scores it."""

    name = "tower"
    rule = "CITY-39"

    def __init__(self, rounds: Rounds) -> None:
        self.rounds = rounds

    def enter(self, state: State) -> i64:
        if not state.registers[self.rounds.towers + state.player] or self.rounds.wall.is_closed(state):
            return CONTINUE  # R-CITY-31: a closed wall has no ends
        if len(self.legal(state)) == 1:
            return CONTINUE
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
            return CONTINUE
        wall = self.rounds.wall
        way = action - 1
        if state.journal is not None:
            side = wall.end(state, way)
            state.note("city_tower_built", [state.player, slot_behind(state, side), side & 3])
        points = wall.tower_points(state, way)
        wall.set_tower(state, way)
        state.registers[self.rounds.towers + state.player] -= 1
        gain(state, state.player, points, "tower")
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """A tower is named by the piece at its end of the wall."""
        if action == PASS:
            return Choice("pass")
        return at_side(state, "tower", self.rounds.wall.end(state, action - 1))

    def refuse(self, state: State, choice: Choice) -> None:
        for way in range(WAYS):
            if choice.same_as(self.describe(state, way + 1)):
                raise Refused("R-CITY-10", "tower_nothing")
        raise Refused(self.rule, "not_offered")
