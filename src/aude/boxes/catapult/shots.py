"""What every round of shots shares: the tokens, the registers of a round, its questions, and figures as codes."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.figures import KIND_SHIFT, NODE_MASK, exposed_slot
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, CONTINUE, Rules, Step
from aude.engine.state import State
from aude.engine.words import fits, spot_words, xy_of_code

# The tokens (CAT-02), and the notes that tell of their rounds.
KNOCK_OUT: Final = 1
SEDUCTION: Final = 2
TARGET: Final = 3
CATCH: Final = 4
TOKENS: Final = ["", "knock-out", "seduction", "target", "catch"]
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


class Shots:
    """The rounds of a game: how shots are decided, and the registers that tell of the shot that is under way."""

    def __init__(self, rules: Rules, mode: str) -> None:
        self.mode = mode
        self.danger: i64 = rules.danger("catapult")
        # Of a round: the token that is played, the seat that shoots, for targets the least distance so far (+ 1) and
        # the seats that have it (a bit each).
        self.token: i64 = rules.register()
        self.shooter: i64 = rules.register()
        self.least: i64 = rules.register()
        self.nearest_seats: i64 = rules.register()
        # Of one shot, 0 before it is known: cells as place codes, the wobble + 1, what is announced and with which
        # power, the figure that is seduced or considered last (+ 1), and a mark for every figure that is hit.
        self.aim: i64 = rules.register()
        self.strength: i64 = rules.register()
        self.wobble: i64 = rules.register()
        self.landed: i64 = rules.register()
        self.announced: i64 = rules.register()
        self.power: i64 = rules.register()
        self.figure: i64 = rules.register()
        self.hits: i64 = -1
        self.hit_registers: i64 = 0

    def finalize(self, rules: Rules) -> None:
        """Only now it is known how many figures there are."""
        self.hit_registers = (rules.figures + FLAGS - 1) // FLAGS
        self.hits = rules.register(int(self.hit_registers))

    # -- questions ----------------------------------------------------------------------------------------------------
    def plays(self, state: State, token: i64) -> bool:
        """Whether the round is played with this token."""
        return state.registers[self.token] == token

    def seat(self, state: State) -> i64:
        """The shooter."""
        return state.registers[self.shooter]

    def is_hit(self, state: State, figure: i64) -> bool:
        """Whether a figure is marked as hit by this shot."""
        return state.registers[self.hits + figure // FLAGS] >> figure % FLAGS & 1 != 0

    def landing_slot(self, state: State) -> i64:
        """The tile that the token lies on, or -1."""
        x, y = xy_of_code(state.registers[self.landed])
        return max(state.board_at(x, y), 0) - 1

    def away(self, state: State, slot: i64) -> i64:
        """How far a tile is from where the token lies: the squared distance of the cells."""
        x, y = xy_of_code(state.registers[self.landed])
        cell = state.slot_cell[slot]
        dx = state.x_of(cell) - x
        dy = state.y_of(cell) - y
        return dx * dx + dy * dy

    def luck(self, state: State) -> Random:
        """Where nothing can be simulated, the wobble stands for all that chance does in the shot."""
        drawn = Random(state.registers[self.wobble])
        for figure in range(state.rules.figures):
            if self.is_hit(state, figure):
                drawn.word()
                drawn.word()
        return drawn

    # -- marks --------------------------------------------------------------------------------------------------------
    def mark(self, state: State, figure: i64) -> None:
        """Mark a figure as hit."""
        state.registers[self.hits + figure // FLAGS] |= i64(1) << figure % FLAGS

    def forget_shot(self, state: State) -> None:
        """The next shot knows nothing of this one."""
        registers = state.registers
        registers[self.aim] = registers[self.strength] = registers[self.wobble] = registers[self.landed] = 0
        registers[self.announced] = registers[self.power] = registers[self.figure] = 0
        for number in range(self.hit_registers):
            registers[self.hits + number] = 0

    def forget_round(self, state: State) -> None:
        """Nor the next round of this one."""
        registers = state.registers
        registers[self.token] = registers[self.shooter] = registers[self.least] = registers[self.nearest_seats] = 0


class ShotStep(Step):
    """A question of a shot: in rounds of which tokens (a bit for each) it is asked, and whom."""

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
def figure_code(state: State, figure: i64, danger: i64) -> i64:
    """A figure that the danger can reach as a code, equal for equal figures on one spot; below 1 for all others."""
    slot = exposed_slot(state, figure, danger)
    if slot < 0:
        return -1
    at = state.figure_at[figure]
    if at < 0:
        at = slot | OFF_SEGMENT
    return code_at(state, figure, at)


def code_at(state: State, figure: i64, at: i64) -> i64:
    """The code of a figure like this one that stands there."""
    rules = state.rules
    return (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | at) + 1


def figure_words(state: State, code: i64) -> list[str]:
    """`blue meeple city N at 0,-1`, or off the segments `blue meeple at 0,-1`."""
    code -= 1
    rules = state.rules
    words = [rules.seat_names[code >> SEAT_SHIFT], rules.figure_kinds[code >> KIND_SHIFT & KIND_MASK].name]
    if code & OFF_SEGMENT:
        cell = state.slot_cell[code & NODE_MASK]
        return [*words, "at", f"{state.x_of(cell)},{state.y_of(cell)}"]
    return words + spot_words(state, code & NODE_MASK)


def named_figure(state: State, words: list[str]) -> i64:
    """A figure on the table that these words mean, or -1, whether a token can reach it or not."""
    for figure in range(state.rules.figures):
        at = state.figure_at[figure]
        if at >= 0 and fits(words, figure_words(state, code_at(state, figure, at))):
            return figure
    return -1
