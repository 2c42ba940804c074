"""The flight of a token in knock-out, seduction and target rounds: aim, strength, wobble, and landing."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.catapult.shots import BY_CHANCE, KNOCK_OUT, SEDUCTION, SHOOTER, TARGET, Shots, ShotStep
from aude.boxes.catapult.target import compare
from aude.engine.arrays import append, vec
from aude.engine.cells import COLUMN_MASK, MIDDLE
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import CONTINUE, Part, Rules
from aude.engine.spots import code_at, xy_of_code
from aude.engine.state import State
from aude.engine.types import CellCode

IN_THE_AIR: Final = 1 << KNOCK_OUT | 1 << SEDUCTION | 1 << TARGET  # the tokens that fly over the table

# R-CAT-01: how far a shot goes astray in each direction. Each of the nine numbers is equally likely.
ASTRAY: Final = vec[i64]([-2, -1, -1, 0, 0, 0, 1, 1, 2])
FARTHEST: Final = i64(2)
NINE: Final = i64(9)

# R-CAT-12: the simulated shot.
STRENGTHS: Final = 5
WOBBLES: Final = 10_000
WOBBLED: Final = ["wobbled_left_short", "wobbled_left_far", "wobbled_right_short", "wobbled_right_far"]
TABLE: Final = 6  # cells of the table that lie around the bounding rectangle


class Flights(Part):
    """The questions of a flight, whichever way they are answered in this mode; with `manual`, from the table."""

    def __init__(self, shots: Shots) -> None:
        self.shots = shots

    def setup(self, rules: Rules) -> None:
        shots = self.shots
        if shots.mode == "manual":
            return
        rules.add_form("aim {cell}")
        rules.add_form("land {cell}")
        rules.add_note("token_landed", ["seat", "x:number", "y:number"])
        rules.add_step("shot", 200, Aim(shots, IN_THE_AIR, BY_CHANCE if shots.mode == "uniform" else SHOOTER))
        if shots.mode == "physics":
            rules.add_form("strength {number}")
            rules.add_form("wobble {number}")
            rules.add_note("hand_wobbled", ["seat"])
            for note in WOBBLED:
                rules.add_note(note, ["seat", "aside:number", "along:number"])
            rules.add_step("shot", 210, Strength(shots, IN_THE_AIR, SHOOTER))
            rules.add_step("shot", 220, Wobble(shots, IN_THE_AIR, BY_CHANCE))
            rules.add_step("shot", 300, SeenLanding(shots, IN_THE_AIR, BY_CHANCE))
        else:
            rules.add_step("shot", 300, Landing(shots, IN_THE_AIR, BY_CHANCE))


# -- cells ------------------------------------------------------------------------------------------------------------
def rectangle(state: State) -> tuple[i64, i64, i64, i64]:
    """The rectangle around all tiles: west, north, width, height."""
    west: i64 = COLUMN_MASK
    east: i64 = 0
    north = state.slot_cell[0]
    south = north
    slot_cell = state.slot_cell
    for slot in range(state.slots):
        cell = slot_cell[slot]
        column = cell & COLUMN_MASK
        if column < west:
            west = column
        if column > east:
            east = column
        if cell < north:
            north = cell
        if cell > south:
            south = cell
    first = state.y_of(north)
    return west - MIDDLE, first, east - west + 1, state.y_of(south) - first + 1


def cells_around(state: State, margin: i64) -> vec[i64]:
    """The cells of the rectangle and a margin around it, row by row."""
    west, north, width, height = rectangle(state)
    out = vec[i64]()
    for y in range(north - margin, north + height + margin):
        for x in range(west - margin, west + width + margin):
            out = append(out, code_at(x, y))
    return out


def count_cells(state: State, margin: i64) -> i64:
    """How many cells `cells_around` lists."""
    _west, _north, width, height = rectangle(state)
    return (width + 2 * margin) * (height + 2 * margin)


def nth_cell(state: State, margin: i64, k: i64) -> CellCode:
    """The k-th cell that `cells_around` lists."""
    west, north, width, _height = rectangle(state)
    across = width + 2 * margin
    return code_at(west - margin + k % across, north - margin + k // across)


def strayed(aim: CellCode, k: i64) -> CellCode:
    """Where a shot at a cell lands, by the k-th of 81 equally likely draws."""
    x, y = xy_of_code(aim)
    return code_at(x + ASTRAY[k // NINE], y + ASTRAY[k % NINE])


def intended(state: State, shots: Shots) -> list[tuple[float, float]]:
    """Where the catapult stands and what it is aimed at, on a simulated table."""
    if shots.mode != "physics":
        return []
    from aude.boxes.catapult import physics

    return [physics.catapult_of(state, shots), physics.aim_of(state, shots)]


# -- what the shooter does --------------------------------------------------------------------------------------------
class Aim(ShotStep):
    """R-CAT-01, 1: the shooter chooses a cell of the rectangle around all tiles; with `uniform`, chance does."""

    name = "aim"
    rule = "R-CAT-01"

    def is_open(self, state: State) -> bool:
        if self.shots.plays(state, TARGET) and self.shots.mode == "scatter":
            state.registers[self.shots.aim] = state.code_of_cell(state.slot_cell[state.slots - 1])
            return False
        return True

    def is_blind(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        return cells_around(state, 0)

    def count(self, state: State) -> i64:
        return count_cells(state, 0)

    def nth(self, state: State, k: i64) -> i64:
        return nth_cell(state, 0, k)

    def sample(self, state: State, random: Random) -> i64:
        west, north, width, height = rectangle(state)  # computed once, and not again for every cell
        return code_at(west + random.below(width), north + random.below(height))

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.aim] = action
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("aim", [action])

    def flight(self, state: State) -> list[tuple[float, float]]:
        return intended(state, self.shots)[:1]

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused(self.rule, "aim_outside")


class Strength(ShotStep):
    """R-CAT-12: the shooter chooses between a high lob and a flat shot."""

    name = "strength"
    rule = "R-CAT-12"

    def is_blind(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64](capacity=STRENGTHS)
        for strength in range(1, STRENGTHS + 1):
            out = append(out, strength)
        return out

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.strength] = action
        return CONTINUE

    def flight(self, state: State) -> list[tuple[float, float]]:
        return intended(state, self.shots)

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("strength", [action])


# -- what chance does -------------------------------------------------------------------------------------------------
class Wobble(ShotStep):
    """R-CAT-12: no hand is steady. This is the only number of a simulated shot that is drawn."""

    name = "wobble"
    rule = "R-CAT-12"

    def high(self, state: State) -> i64:
        return WOBBLES - 1

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.shots.wobble] = action + 1
        if state.journal is not None:
            self.tell(state)
        return CONTINUE

    def tell(self, state: State) -> None:
        """Note the deviation of the shot in millimetres, to one side and along its path, if it can be simulated."""
        from aude.boxes.catapult import physics

        seat = self.shots.seat(state)
        if not physics.is_installed():
            state.note("hand_wobbled", [seat])
            return
        right, beyond = physics.astray(state, self.shots)
        state.note(WOBBLED[2 * int(right > 0) + int(beyond > 0)], [seat, abs(right), abs(beyond)])

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("wobble", [action])


class Landing(ShotStep):
    """R-CAT-01, 2: chance lets the token land near its target."""

    name = "land"
    rule = "R-CAT-01"

    def legal(self, state: State) -> vec[i64]:
        x, y = xy_of_code(state.registers[self.shots.aim])
        out = vec[i64]()
        for dx in range(-FARTHEST, FARTHEST + 1):
            for dy in range(-FARTHEST, FARTHEST + 1):
                out = append(out, code_at(x + dx, y + dy))
        return out

    def count(self, state: State) -> i64:
        return NINE * NINE

    def nth(self, state: State, k: i64) -> i64:
        return strayed(state.registers[self.shots.aim], k)

    def apply(self, state: State, action: i64) -> i64:
        shots = self.shots
        state.registers[shots.landed] = action
        if state.journal is not None:
            x, y = xy_of_code(action)
            state.note("token_landed", [shots.seat(state), x, y])
        if shots.plays(state, TARGET):
            compare(state, shots)
        return CONTINUE

    def flight(self, state: State) -> list[tuple[float, float]]:
        """The aim, because nothing else is known about the path of a token whose landing was drawn."""
        x, y = xy_of_code(state.registers[self.shots.aim])
        return [(float(x), float(y))]

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("land", [action])

    def refuse(self, state: State, choice: Choice) -> None:
        raise Refused(self.rule, "lands_nearer")


class SeenLanding(Landing):
    """R-CAT-12: the token lies where the simulated table shows it."""

    rule = "R-CAT-12"

    def legal(self, state: State) -> vec[i64]:
        return cells_around(state, TABLE)

    def count(self, state: State) -> i64:
        return count_cells(state, TABLE)

    def nth(self, state: State, k: i64) -> i64:
        return nth_cell(state, TABLE, k)

    def sample(self, state: State, random: Random) -> i64:
        """R-CAT-01: searches draw as `scatter` does."""
        return strayed(state.registers[self.shots.aim], random.below(NINE * NINE))

    def is_observed(self, state: State) -> bool:
        return True

    def observe(self, state: State) -> i64:
        from aude.boxes.catapult import physics

        if not physics.is_installed():
            return self.sample(state, self.shots.luck(state))
        x, y = physics.seen_landing(state, self.shots)
        return code_at(x, y)

    def flight(self, state: State) -> list[tuple[float, float]]:
        from aude.boxes.catapult import physics

        return physics.seen_flight(state, self.shots) if physics.is_installed() else super().flight(state)
