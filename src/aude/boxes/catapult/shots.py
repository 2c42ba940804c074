"""What every round of shots shares: the tokens, the registers of a round, its questions, and figures as codes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.choice import Choice
from aude.engine.figures import KIND_SHIFT, NODE_MASK, exposed_slot
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, CONTINUE, Part, Rules, Step
from aude.engine.spots import slot_at, xy_of_code
from aude.engine.state import State
from aude.engine.types import Figure, Node, Seat, Slot

# The tokens (CAT-02), and the notes about their rounds.
KNOCK_OUT: Final = 1
SEDUCTION: Final = 2
TARGET: Final = 3
CATCH: Final = 4
ROUNDS: Final = ["", "knock_out_round", "seduction_round", "target_round", "catch_round"]

# Whom a question of a shot is asked of.
SHOOTER: Final = 0
NEIGHBOUR: Final = 1
BY_CHANCE: Final = 2

POINTS: Final = 5  # CAT-08, CAT-10 … CAT-13

# A figure as a code: (seat << SEAT_SHIFT | kind << KIND_SHIFT | node) + 1. Off the segments (a tower's top), where
# figures of one kind and seat on one tile are all the same, the tile stands for the node, and OFF_SEGMENT says so.
SEAT_SHIFT: Final = 42
OFF_SEGMENT: Final = 1 << 41
KIND_MASK: Final = (1 << (41 - KIND_SHIFT)) - 1
FLAGS: Final = 30  # figures whose marks lie in one register; compiled, a literal 1 is shifted within 32 bits


class Shots(Part):
    """How shots are decided, and the registers for the round and the shot that are under way."""

    def __init__(self, mode: str) -> None:
        self.mode = mode
        self.danger: i64 = -1
        # Registers of a round: the token that is played, the seat that shoots, for targets the least distance so far
        # (+ 1) and the seats that have it (a bit each).
        self.token: i64 = -1
        self.shooter: i64 = -1
        self.least: i64 = -1
        self.nearest_seats: i64 = -1
        # Registers of one shot, 0 before it is known: cells as cell codes, the wobble + 1, what is announced and with
        # which power, the figure that is seduced or considered last (+ 1), and a mark for every figure that is hit.
        self.aim: i64 = -1
        self.strength: i64 = -1
        self.wobble: i64 = -1
        self.landed: i64 = -1
        self.announced: i64 = -1
        self.power: i64 = -1
        self.figure: i64 = -1
        self.hits: i64 = -1
        self.hit_registers: i64 = 0

    def setup(self, rules: Rules) -> None:
        self.danger = rules.danger("catapult")
        self.token = rules.reserve_registers()
        self.shooter = rules.reserve_registers()
        self.least = rules.reserve_registers()
        self.nearest_seats = rules.reserve_registers()
        self.aim = rules.reserve_registers()
        self.strength = rules.reserve_registers()
        self.wobble = rules.reserve_registers()
        self.landed = rules.reserve_registers()
        self.announced = rules.reserve_registers()
        self.power = rules.reserve_registers()
        self.figure = rules.reserve_registers()

    def finalize(self, rules: Rules) -> None:
        """Reserve marks for figures, now that their number is known."""
        self.hit_registers = (rules.figures + FLAGS - 1) // FLAGS
        self.hits = rules.reserve_registers(int(self.hit_registers))

    # -- questions ----------------------------------------------------------------------------------------------------
    def plays(self, state: State, token: i64) -> bool:
        """Whether the round is played with this token."""
        return state.registers[self.token] == token

    def seat(self, state: State) -> Seat:
        """The shooter."""
        return state.registers[self.shooter]

    def is_hit(self, state: State, figure: Figure) -> bool:
        """Whether a figure is marked as hit by this shot."""
        return state.registers[self.hits + figure // FLAGS] >> figure % FLAGS & 1 != 0

    def landing_slot(self, state: State) -> Slot:
        """The tile that the token lies on, or -1."""
        x, y = xy_of_code(state.registers[self.landed])
        return slot_at(state, x, y)

    def away(self, state: State, slot: Slot) -> i64:
        """How far a tile is from where the token lies: the squared distance of the cells."""
        x, y = xy_of_code(state.registers[self.landed])
        cell = state.slot_cell[slot]
        dx = state.x_of(cell) - x
        dy = state.y_of(cell) - y
        return dx * dx + dy * dy

    def luck(self, state: State) -> Random:
        """If shots cannot be simulated, the wobble is the seed of everything random in the shot."""
        drawn = Random(state.registers[self.wobble])
        for figure in range(state.rules.figures):
            if self.is_hit(state, figure):
                drawn.word()
                drawn.word()
        return drawn

    # -- marks --------------------------------------------------------------------------------------------------------
    def mark(self, state: State, figure: Figure) -> None:
        """Mark a figure as hit."""
        state.registers[self.hits + figure // FLAGS] |= i64(1) << figure % FLAGS

    def forget_shot(self, state: State) -> None:
        """Clear the registers of a shot."""
        registers = state.registers
        registers[self.aim] = registers[self.strength] = registers[self.wobble] = registers[self.landed] = 0
        registers[self.announced] = registers[self.power] = registers[self.figure] = 0
        for number in range(self.hit_registers):
            registers[self.hits + number] = 0

    def forget_round(self, state: State) -> None:
        """Clear the registers of a round."""
        registers = state.registers
        registers[self.token] = registers[self.shooter] = registers[self.least] = registers[self.nearest_seats] = 0


class ShotStep(Step):
    """A question of a shot: in the rounds of which tokens (a bit for each) it is asked, and who is asked."""

    def __init__(self, shots: Shots, tokens: i64, whom: i64) -> None:
        self.shots = shots
        self.tokens: i64 = tokens
        self.whom: i64 = whom

    def is_open(self, state: State) -> bool:
        """Whether there is anything to answer."""
        return True

    def enter(self, state: State) -> i64:
        shots = self.shots
        if not self.tokens >> state.registers[shots.token] & 1 or not self.is_open(state):
            return CONTINUE
        if self.whom == BY_CHANCE:
            state.actor = CHANCE
        elif self.whom == SHOOTER:
            state.actor = shots.seat(state)
        else:
            state.actor = state.seat_after(shots.seat(state))
        return ASK


# -- figures ----------------------------------------------------------------------------------------------------------
def figure_code(state: State, figure: Figure, danger: i64) -> i64:
    """A figure that the danger can reach as a code, equal for equal figures on one spot; below 1 for all others."""
    slot = exposed_slot(state, figure, danger)
    if slot < 0:
        return -1
    at = state.figure_at[figure]
    if at < 0:
        at = slot | OFF_SEGMENT
    rules = state.rules
    return (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | at) + 1


def figure_facts(code: i64) -> list[int]:
    """The fields of forms about a figure: `{owner:seat} {figure} {node}`; the tile instead of the node off segments."""
    code -= 1
    return [code >> SEAT_SHIFT, code >> KIND_SHIFT & KIND_MASK, code & NODE_MASK]


def is_off_segment(code: i64) -> bool:
    """Whether the figure of a code stands off the segments."""
    return (code - 1) & OFF_SEGMENT != 0


def figure_meant(state: State, choice: Choice) -> Figure:
    """The figure on a segment that a refused choice means, whether a token can reach it or not; -1 if there is none.

    Words without a cell were read as a spot of the newest tile. If it holds no such figure, another tile is meant.
    """
    rules = state.rules
    if len(choice.facts) != 3:
        return -1
    owner: Seat = choice.facts[0]
    kind: i64 = choice.facts[1]
    node: Node = choice.facts[2]
    elsewhere: Figure = -1
    for figure in range(rules.figures):
        at = state.figure_at[figure]
        if at >= 0 and rules.figure_seat[figure] == owner and rules.figure_kind[figure] == kind:
            if at == node:
                return figure
            if elsewhere < 0 and (node < 0 or is_newest_like(state, node, at)):
                elsewhere = figure
    return elsewhere


def is_newest_like(state: State, node: Node, other: Node) -> bool:
    """Whether a node lies on the newest tile and another is of the same kind."""
    return state.node_slot[node] == state.slots - 1 and state.kind_of(node) == state.kind_of(other)
