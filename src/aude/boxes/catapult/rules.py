"""The Catapult. CAT-01 to CAT-14 are written out in spec.md, beside this file.

A round is the step `fair` of a turn; each shot of it is a run through the sequence `shot`, called once for every seat.
What chance does in a shot is drawn (scatter, uniform), seen on a simulated table (physics) or told by people (manual).
"""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.figures import KIND_SHIFT, NODE_MASK, deploy, exposed_slot, free_figure, take_back
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, ON, SUPPLY, Box, Rules, Step
from aude.engine.scoring import gain
from aude.engine.state import MIDDLE, SPAN_BITS, State
from aude.engine.words import cell_word, fits, place_of, spot_words

# The tokens (CAT-02), and the notes that tell of their rounds.
KNOCK_OUT: Final = 1
SEDUCTION: Final = 2
TARGET: Final = 3
CATCH: Final = 4
TOKENS: Final = ["", "knock-out", "seduction", "target", "catch"]
ROUNDS: Final = ["", "knock_out_round", "seduction_round", "target_round", "catch_round"]

IN_THE_AIR: Final = 1 << KNOCK_OUT | 1 << SEDUCTION | 1 << TARGET  # the tokens that fly over the table

# Whom a question of a shot is asked of.
SHOOTER: Final = 0
NEIGHBOUR: Final = 1
BY_CHANCE: Final = 2

POINTS: Final = 5  # CAT-08, CAT-10 … CAT-13

# R-CAT-01: how far a shot goes astray in each direction. Each of the nine numbers is equally likely.
ASTRAY: Final = vec[i64]([-2, -1, -1, 0, 0, 0, 1, 1, 2])
FARTHEST: Final = i64(2)
NINE: Final = i64(9)
SLIDES: Final = 4  # each further figure on the tile is hit once in so many times

# R-CAT-12: the simulated shot.
STRENGTHS: Final = 5
WOBBLES: Final = 10_000
TABLE: Final = 6  # cells of the table that lie around the bounding rectangle

# R-CAT-14: how a token lies, compared with all before it.
NEARER: Final = 1
LEVEL: Final = 2
FARTHER: Final = 3
COMPARED: Final = ["", "nearer", "level", "farther"]

# A figure as a code: (seat << SEAT_SHIFT | kind << KIND_SHIFT | node) + 1. Off the segments (a tower's top), where
# figures of one kind and seat on one tile are all the same, the tile stands for the node, and OFF_SEGMENT says so.
PASS: Final = 0
SPARED: Final = 1 << 46  # added to the code of a figure that is spared
SEAT_SHIFT: Final = 42
OFF_SEGMENT: Final = 1 << 41
KIND_MASK: Final = (1 << (41 - KIND_SHIFT)) - 1
FLAGS: Final = 30  # figures whose marks lie in one register; compiled, a literal 1 is shifted within 32 bits


class Catapult(Box):
    """12 fair tiles, and with each of them a round of shots."""

    id = "catapult"

    def __init__(self) -> None:
        self.mode = ""
        self.danger: i64 = -1
        self.fair: i64 = 0  # the bit among the symbols of a tile
        self.shot: i64 = -1  # where in the program a shot begins
        # Registers of a round: the token that is played, the seat that shoots, for targets the least distance so far
        # (+ 1) and the seats that have it (a bit each).
        self.token: i64 = -1
        self.shooter: i64 = -1
        self.least: i64 = -1
        self.nearest_seats: i64 = -1
        # Registers of one shot, 0 before it is known: cells as place codes, the wobble + 1, what is announced and with
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
        self.mode = rules.option("catapult_mode")
        self.danger = rules.danger("catapult")
        if self.mode == "off":
            return
        self.token = rules.register()
        self.shooter = rules.register()
        self.least = rules.register()
        self.nearest_seats = rules.register()
        self.aim = rules.register()
        self.strength = rules.register()
        self.wobble = rules.register()
        self.landed = rules.register()
        self.announced = rules.register()
        self.power = rules.register()
        self.figure = rules.register()
        for note in ROUNDS[1:]:
            rules.add_note(note, ["seat"])
        rules.add_note("token_landed", ["seat", "x:number", "y:number"])
        rules.add_note("knocked_out", ["seat", "owner:figure", "slot"])
        rules.add_note("seduced", ["seat", "owner:figure", "spot:node"])
        # R-CAT-02, R-TURN-02: before the dragon and the scoring; or after the scoring and the Count.
        before = rules.option("catapult_timing") == "before_scoring"
        rules.add_step("turn", 1300 if before else 1860, Fair(self))
        self._add_shot(rules)
        from aude.boxes.catapult.catch import add_catch

        add_catch(rules, self)

    def _add_shot(self, rules: Rules) -> None:
        """The questions of a shot, whoever answers them in this mode; those of a catch are in a file of their own."""
        if self.mode == "manual":
            rules.add_step("shot", 400, SeenHits(self, 1 << KNOCK_OUT, SHOOTER))
            rules.add_step("shot", 500, ReportedNearest(self, 1 << SEDUCTION, SHOOTER))
            rules.add_step("shot", 700, ReportedDistance(self, 1 << TARGET, SHOOTER))
        else:
            rules.add_step("shot", 200, Aim(self, IN_THE_AIR, BY_CHANCE if self.mode == "uniform" else SHOOTER))
            if self.mode == "physics":
                rules.add_note("no_physics", [])
                rules.add_step("shot", 210, Strength(self, IN_THE_AIR, SHOOTER))
                rules.add_step("shot", 220, Wobble(self, IN_THE_AIR, BY_CHANCE))
                rules.add_step("shot", 300, SeenLanding(self, IN_THE_AIR, BY_CHANCE))
                rules.add_step("shot", 400, SeenHits(self, 1 << KNOCK_OUT, BY_CHANCE))
            else:
                rules.add_step("shot", 300, Landing(self, IN_THE_AIR, BY_CHANCE))
                rules.add_step("shot", 400, Hits(self, 1 << KNOCK_OUT, BY_CHANCE))
            rules.add_step("shot", 500, Nearest(self, 1 << SEDUCTION, BY_CHANCE))
        rules.add_step("shot", 600, Seduce(self, 1 << SEDUCTION, SHOOTER))

    def resolved(self, rules: Rules) -> None:
        if self.mode == "off":
            return
        self.fair = rules.table.symbol_of("fair")
        self.shot = rules.starts["shot"]
        self.hit_registers = (rules.figures + FLAGS - 1) // FLAGS
        self.hits = rules.register(int(self.hit_registers))  # only now it is known how many figures there are

    # -- questions about a shot ---------------------------------------------------------------------------------------
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
        x, y = place_of(state.registers[self.landed])
        return max(state.board_at(x, y), 0) - 1

    def can_be_seduced(self, state: State, figure: i64) -> bool:
        """CAT-07, R-CAT-05, R-CAT-11, R-CAT-20: an opponent's follower, on a feature, that a token can reach."""
        rules = state.rules
        if rules.figure_seat[figure] == self.seat(state) or not rules.occupies[rules.figure_kind[figure]]:
            return False
        return state.figure_at[figure] >= 0 and exposed_slot(state, figure, self.danger) >= 0

    def away(self, state: State, slot: i64) -> i64:
        """How far a tile is from where the token lies: the squared distance of the cells."""
        x, y = place_of(state.registers[self.landed])
        cell = state.slot_cell[slot]
        dx = state.x_of(cell) - x
        dy = state.y_of(cell) - y
        return dx * dx + dy * dy

    # -- what a shot does ---------------------------------------------------------------------------------------------
    def land(self, state: State, cell: i64) -> None:
        """The token lies in a cell (a place code); in a target round its distance is compared."""
        state.registers[self.landed] = cell
        seat = self.seat(state)
        if state.journal is not None:
            x, y = place_of(cell)
            state.note("token_landed", [seat, x, y])
        if self.plays(state, TARGET):
            distance = self.away(state, state.slots - 1) + 1
            least = state.registers[self.least]
            if least == 0 or distance < least:
                state.registers[self.least] = distance
                self.lies_nearest(state, NEARER)
            elif distance == least:
                self.lies_nearest(state, LEVEL)

    def lies_nearest(self, state: State, how: i64) -> None:
        """CAT-08, R-CAT-04: the shooter's token is the nearest, alone or with others."""
        mine = i64(1) << self.seat(state)
        if how == NEARER:
            state.registers[self.nearest_seats] = mine
        else:
            state.registers[self.nearest_seats] |= mine

    def mark(self, state: State, code: i64) -> i64:
        """Mark a figure that this code means as hit: the first that is not marked yet (R-CAT-21)."""
        first: i64 = -1
        for figure in range(state.rules.figures):
            if not self.is_hit(state, figure) and figure_code(state, figure, self.danger) == code:
                if first < 0 or comes_before(state, figure, first):
                    first = figure
        if first >= 0:
            state.registers[self.hits + first // FLAGS] |= i64(1) << first % FLAGS
        return first

    def send_home_hit(self, state: State) -> None:
        """CAT-04, CAT-05, R-CAT-17: everybody who is hit goes home."""
        for figure in range(state.rules.figures):
            # A builder or pig that was hit may have gone already, with the last follower beside it.
            if self.is_hit(state, figure) and state.figure_at[figure] != SUPPLY:
                if state.journal is not None:
                    slot = exposed_slot(state, figure, self.danger)
                    state.note("knocked_out", [self.seat(state), figure, slot])
                take_back(state, figure)

    def forget_shot(self, state: State) -> None:
        """The next shot knows nothing of this one."""
        registers = state.registers
        registers[self.aim] = registers[self.strength] = registers[self.wobble] = registers[self.landed] = 0
        registers[self.announced] = registers[self.power] = registers[self.figure] = 0
        for number in range(self.hit_registers):
            registers[self.hits + number] = 0


# -- cells ------------------------------------------------------------------------------------------------------------
def code_of(x: i64, y: i64) -> i64:
    """A cell as a place code."""
    return ((y + MIDDLE) << SPAN_BITS | (x + MIDDLE)) << 2


def rectangle(state: State) -> tuple[i64, i64, i64, i64]:
    """The rectangle around all tiles: west, north, width, height."""
    west: i64 = MIDDLE
    north: i64 = MIDDLE
    east: i64 = -MIDDLE
    south: i64 = -MIDDLE
    for slot in range(state.slots):
        x = state.x_of(state.slot_cell[slot])
        y = state.y_of(state.slot_cell[slot])
        west = min(west, x)
        east = max(east, x)
        north = min(north, y)
        south = max(south, y)
    return west, north, east - west + 1, south - north + 1


def cells_around(state: State, margin: i64) -> vec[i64]:
    """The cells of the rectangle and a margin around it, row by row."""
    west, north, width, height = rectangle(state)
    out = vec[i64]()
    for y in range(north - margin, north + height + margin):
        for x in range(west - margin, west + width + margin):
            out = append(out, code_of(x, y))
    return out


def count_cells(state: State, margin: i64) -> i64:
    """How many cells `cells_around` lists."""
    _west, _north, width, height = rectangle(state)
    return (width + 2 * margin) * (height + 2 * margin)


def nth_cell(state: State, margin: i64, k: i64) -> i64:
    """The k-th cell that `cells_around` lists."""
    west, north, width, _height = rectangle(state)
    across = width + 2 * margin
    return code_of(west - margin + k % across, north - margin + k // across)


def strayed(aim: i64, k: i64) -> i64:
    """Where a shot at a cell lands, by the k-th of 81 equally likely draws."""
    x, y = place_of(aim)
    return code_of(x + ASTRAY[k // NINE], y + ASTRAY[k % NINE])


# -- figures ----------------------------------------------------------------------------------------------------------
def figure_code(state: State, figure: i64, danger: i64) -> i64:
    """A figure that the danger can reach as a code, equal for equal figures on one spot; below 1 for all others."""
    slot = exposed_slot(state, figure, danger)
    if slot < 0:
        return -1
    rules = state.rules
    at = state.figure_at[figure]
    if at < 0:
        at = slot | OFF_SEGMENT
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
    rules = state.rules
    for figure in range(rules.figures):
        at = state.figure_at[figure]
        if at >= 0:
            code = (rules.figure_seat[figure] << SEAT_SHIFT | rules.figure_kind[figure] << KIND_SHIFT | at) + 1
            if fits(words, figure_words(state, code)):
                return figure
    return -1


def comes_before(state: State, one: i64, other: i64) -> bool:
    """R-CAT-21: which of two figures on a tile comes first, by what can be seen of them."""
    rules = state.rules
    if rules.figure_seat[one] != rules.figure_seat[other]:
        return rules.figure_seat[one] < rules.figure_seat[other]
    at = state.figure_at[one]
    at_other = state.figure_at[other]
    if at != at_other and (at >= 0 or at_other >= 0):
        return at >= 0 and (at_other < 0 or at < at_other)
    name = rules.figure_kinds[rules.figure_kind[one]].name
    name_of_other = rules.figure_kinds[rules.figure_kind[other]].name
    if name != name_of_other:
        return name < name_of_other
    if at != at_other:
        return at > at_other  # places count downwards
    return one < other  # nothing tells them apart


# -- the round --------------------------------------------------------------------------------------------------------
class Fair(Step):
    """CAT-01 … CAT-03: after a fair tile the player chooses a token, and everybody shoots it once."""

    name = "fair"
    rule = "CAT-02"

    def __init__(self, box: Catapult) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if not state.rules.table.tile_symbols[state.slot_tile[state.slots - 1] >> 2] & self.box.fair:
            return ON
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([KNOCK_OUT, SEDUCTION, TARGET, CATCH])  # R-CAT-03, R-CAT-18: always all four

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.token] = action
        state.registers[self.box.shooter] = state.player
        if state.journal is not None:
            state.note(ROUNDS[action], [state.player])
            if self.box.mode == "physics" and action != CATCH:
                from aude.boxes.catapult import physics

                if not physics.is_installed():
                    state.note("no_physics", [])
        state.call(self.box.shot)
        return ON

    def resume(self, state: State) -> i64:
        """A shot is over."""
        box = self.box
        box.forget_shot(state)
        seat = state.seat_after(box.seat(state))
        if seat != state.player:
            state.registers[box.shooter] = seat
            state.call(box.shot)
            return ON
        nearest = state.registers[box.nearest_seats]
        for seat in range(state.rules.seats):
            if nearest >> seat & 1:
                gain(state, seat, POINTS, "target")  # CAT-08, R-CAT-04
        state.registers[box.token] = state.registers[box.shooter] = 0
        state.registers[box.least] = state.registers[box.nearest_seats] = 0
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["token", TOKENS[action]]


# -- the questions of a shot ------------------------------------------------------------------------------------------
class ShotStep(Step):
    """A question of a shot: in rounds of which tokens (a bit for each) it is asked, and whom."""

    def __init__(self, box: Catapult, tokens: i64, whom: i64) -> None:
        self.box = box
        self.tokens: i64 = tokens
        self.whom: i64 = whom

    def is_open(self, state: State) -> bool:
        """Whether there is anything to answer."""
        return True

    def enter(self, state: State) -> i64:
        box = self.box
        if not self.tokens >> state.registers[box.token] & 1 or not self.is_open(state):
            return ON
        if self.whom == BY_CHANCE:
            state.actor = CHANCE
        elif self.whom == SHOOTER:
            state.actor = box.seat(state)
        else:
            state.actor = state.seat_after(box.seat(state))
        return ASK


# -- where the token flies --------------------------------------------------------------------------------------------
class Aim(ShotStep):
    """R-CAT-01, 1: the shooter chooses a cell of the rectangle around all tiles; with `uniform`, chance does."""

    name = "aim"
    rule = "R-CAT-01"

    def is_open(self, state: State) -> bool:
        if self.box.plays(state, TARGET) and self.box.mode == "scatter":
            state.registers[self.box.aim] = state.place_code(state.slot_cell[state.slots - 1])
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
        west, north, width, height = rectangle(state)
        k = random.below(width * height)
        return code_of(west + k % width, north + k // width)

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.aim] = action
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["aim", cell_word(action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return self.rule, "aim_outside"


class Landing(ShotStep):
    """R-CAT-01, 2: chance lets the token land near its target."""

    name = "land"
    rule = "R-CAT-01"

    def legal(self, state: State) -> vec[i64]:
        x, y = place_of(state.registers[self.box.aim])
        out = vec[i64]()
        for dx in range(-FARTHEST, FARTHEST + 1):
            for dy in range(-FARTHEST, FARTHEST + 1):
                out = append(out, code_of(x + dx, y + dy))
        return out

    def count(self, state: State) -> i64:
        return NINE * NINE

    def nth(self, state: State, k: i64) -> i64:
        return strayed(state.registers[self.box.aim], k)

    def apply(self, state: State, action: i64) -> i64:
        self.box.land(state, action)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["land", cell_word(action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        return self.rule, "lands_nearer"


class Hits(ShotStep):
    """R-CAT-01, 3: whoever stands where the token lands is hit: one for certain, each other once in four times."""

    name = "hit"
    rule = "CAT-04"

    def is_open(self, state: State) -> bool:
        return self.standing(state) > 0

    def standing(self, state: State) -> i64:
        """How many figures on the tile the token can hit."""
        slot = self.box.landing_slot(state)
        total: i64 = 0
        if slot >= 0:
            for figure in range(state.rules.figures):
                if exposed_slot(state, figure, self.box.danger) == slot:
                    total += 1
        return total

    def considered(self, state: State) -> i64:
        """The figure whose fate is drawn now, or -1 while the first hit is drawn."""
        return state.registers[self.box.figure] - 1

    def consider_next(self, state: State) -> i64:
        """Go on with the next figure on the tile, after the one considered; when there is none, the shot is over."""
        box = self.box
        slot = box.landing_slot(state)
        last = self.considered(state)
        following: i64 = -1
        for figure in range(state.rules.figures):
            if not box.is_hit(state, figure) and exposed_slot(state, figure, box.danger) == slot:
                if last < 0 or comes_before(state, last, figure):
                    if following < 0 or comes_before(state, figure, following):
                        following = figure
        if following >= 0:
            state.registers[box.figure] = following + 1
            return ASK
        box.send_home_hit(state)
        return ON

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        if self.considered(state) >= 0:
            code = figure_code(state, self.considered(state), self.box.danger)
            return append(append(out, code), code + SPARED)
        for k in range(self.count(state)):
            code = self.nth(state, k)
            if code not in out:
                out = append(out, code)
        return out

    def count(self, state: State) -> i64:
        if self.considered(state) >= 0:
            return SLIDES
        return self.standing(state)

    def nth(self, state: State, k: i64) -> i64:
        if self.considered(state) >= 0:
            code = figure_code(state, self.considered(state), self.box.danger)
            if k:
                code += SPARED
            return code
        slot = self.box.landing_slot(state)
        for figure in range(state.rules.figures):
            if exposed_slot(state, figure, self.box.danger) == slot:
                if k == 0:
                    return figure_code(state, figure, self.box.danger)
                k -= 1
        return -1

    def apply(self, state: State, action: i64) -> i64:
        if action < SPARED:
            figure = self.considered(state)
            if figure < 0:
                self.box.mark(state, action)
            else:
                state.registers[self.box.hits + figure // FLAGS] |= i64(1) << figure % FLAGS
        return self.consider_next(state)

    def words(self, state: State, action: i64) -> list[str]:
        if action >= SPARED:
            return ["spare", *figure_words(state, action - SPARED)]
        return ["hit", *figure_words(state, action)]


# -- the simulated table, and what people report ----------------------------------------------------------------------
class Strength(ShotStep):
    """R-CAT-12: the shooter chooses between a high lob and a flat shot."""

    name = "strength"
    rule = "R-CAT-12"

    def is_blind(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        return vec[i64](list(range(1, STRENGTHS + 1)))

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.strength] = action
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["strength", str(action)]


class Wobble(ShotStep):
    """R-CAT-12: no hand is steady. This is the only number of a simulated shot that is drawn."""

    name = "wobble"
    rule = "R-CAT-12"

    def high(self, state: State) -> i64:
        return WOBBLES - 1

    def apply(self, state: State, action: i64) -> i64:
        state.registers[self.box.wobble] = action + 1
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["wobble", str(action)]


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
        """R-CAT-01: whoever looks ahead draws as `scatter` does."""
        return strayed(state.registers[self.box.aim], random.below(NINE * NINE))

    def is_observed(self, state: State) -> bool:
        return True

    def observe(self, state: State) -> i64:
        from aude.boxes.catapult import physics

        if not physics.is_installed():
            return self.sample(state, luck(state, self.box))
        x, y = physics.seen_landing(state, self.box)
        return code_of(x, y)


class SeenHits(ShotStep):
    """CAT-04, CAT-05: whom the token hits, seen on the simulated table (R-CAT-12) or told by the shooter (R-CAT-14)."""

    name = "hit"
    rule = "CAT-04"

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if not self.box.is_hit(state, figure):
                code = figure_code(state, figure, self.box.danger)
                if code > 0 and code not in out:
                    out = append(out, code)
        return append(out, PASS)

    def sample(self, state: State, random: Random) -> i64:
        """Reports are as likely as each other; on the simulated table whoever looks ahead draws as `scatter` does."""
        if self.whom == SHOOTER:
            return self.nth(state, random.below(self.count(state)))
        box = self.box
        slot = box.landing_slot(state)
        standing: i64 = 0
        hit = False
        for figure in range(state.rules.figures):
            if slot >= 0 and exposed_slot(state, figure, box.danger) == slot:
                standing += 1
                hit = hit or box.is_hit(state, figure)
        if standing == 0:
            return PASS
        chosen = random.below(standing)  # the first hit; after it each other has its chance, in order
        for figure in range(state.rules.figures):
            if exposed_slot(state, figure, box.danger) == slot:
                if not hit and chosen == 0:
                    return figure_code(state, figure, box.danger)
                chosen -= 1
                if hit and figure >= state.registers[box.figure] and not box.is_hit(state, figure):
                    if random.below(SLIDES) == 0:
                        return figure_code(state, figure, box.danger)
        return PASS

    def is_observed(self, state: State) -> bool:
        return self.whom == BY_CHANCE

    def observe(self, state: State) -> i64:
        from aude.boxes.catapult import physics

        if not physics.is_installed():
            return self.sample(state, luck(state, self.box))
        seen = physics.seen_hits(state, self.box)
        for figure in seen:  # of figures that are alike as many as were seen, whichever are marked
            code = figure_code(state, figure, self.box.danger)
            left = 0
            for other in seen:
                if figure_code(state, other, self.box.danger) == code:
                    left += 1
            for marked in range(state.rules.figures):
                if self.box.is_hit(state, marked) and figure_code(state, marked, self.box.danger) == code:
                    left -= 1
            if left > 0:
                return code
        return PASS

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            self.box.send_home_hit(state)
            return ON
        first = True
        for number in range(self.box.hit_registers):
            first = first and state.registers[self.box.hits + number] == 0
        figure = self.box.mark(state, action)
        if not first:
            state.registers[self.box.figure] = figure + 1  # `sample` goes on behind it
        return ASK

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["rest"]
        return ["hit", *figure_words(state, action)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        figure = named_figure(state, words[1:])
        if figure >= 0 and exposed_slot(state, figure, self.box.danger) < 0:
            return "CAT-14", "safe_from_tokens"
        return self.rule, "nobody_to_hit"


def luck(state: State, box: Catapult) -> Random:
    """Where nothing can be simulated, the wobble stands for all that chance does in the shot."""
    drawn = Random(state.registers[box.wobble])
    for figure in range(state.rules.figures):
        if box.is_hit(state, figure):
            drawn.word()
            drawn.word()
    return drawn


# -- seduction --------------------------------------------------------------------------------------------------------
class Nearest(ShotStep):
    """CAT-06, CAT-07: the nearest follower of an opponent; among equally near ones chance decides."""

    name = "nearest"
    rule = "CAT-07"

    def is_open(self, state: State) -> bool:
        if self.box.landing_slot(state) < 0:
            return False  # CAT-06
        near = self.legal(state)
        if len(near) == 1:
            self.apply(state, near[0])
        return len(near) > 1

    def distance(self, state: State) -> i64:
        """How far the nearest are; -1 if there are none."""
        least: i64 = -1
        for figure in range(state.rules.figures):
            if self.box.can_be_seduced(state, figure):
                away = self.box.away(state, state.node_slot[state.figure_at[figure]])
                if least < 0 or away < least:
                    least = away
        return least

    def near(self, state: State) -> vec[i64]:
        """The codes of the nearest figures, equal ones as often as they stand there."""
        out = vec[i64]()
        least = self.distance(state)
        for figure in range(state.rules.figures):
            if self.box.can_be_seduced(state, figure):
                if self.box.away(state, state.node_slot[state.figure_at[figure]]) == least:
                    out = append(out, figure_code(state, figure, self.box.danger))
        return out

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for code in self.near(state):
            if code not in out:
                out = append(out, code)
        return out

    def count(self, state: State) -> i64:
        return len(self.near(state))

    def nth(self, state: State, k: i64) -> i64:
        return self.near(state)[k]

    def apply(self, state: State, action: i64) -> i64:
        for figure in range(state.rules.figures):
            if figure_code(state, figure, self.box.danger) == action:
                state.registers[self.box.figure] = figure + 1
                break
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["nearest", *figure_words(state, action)]


class ReportedNearest(Nearest):
    """R-CAT-14: the shooter says whose follower is the nearest, or that the token is off the play area."""

    rule = "R-CAT-14"

    def is_open(self, state: State) -> bool:
        return True

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for figure in range(state.rules.figures):
            if self.box.can_be_seduced(state, figure):
                code = figure_code(state, figure, self.box.danger)
                if code not in out:
                    out = append(out, code)
        return append(out, PASS)

    def count(self, state: State) -> i64:
        return len(self.legal(state))

    def nth(self, state: State, k: i64) -> i64:
        return self.legal(state)[k]

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        return super().apply(state, action)

    def words(self, state: State, action: i64) -> list[str]:
        if action == PASS:
            return ["miss"]
        return super().words(state, action)

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        figure = named_figure(state, words[1:])
        if figure < 0:
            return self.rule, "nobody_to_seduce"
        if rules.figure_seat[figure] == self.box.seat(state):
            return "R-CAT-05", "opponents_only"
        if not rules.occupies[rules.figure_kind[figure]]:
            return "R-CAT-05", "seduces_followers"
        return "CAT-14", "safe_from_tokens"


class Seduce(ShotStep):
    """CAT-07, D-CAT-03: the shooter may put a follower from the supply in the place of the one that is nearest."""

    name = "seduce"
    rule = "CAT-07"

    def is_open(self, state: State) -> bool:
        """R-CAT-05: somebody is near, and the shooter has a follower who may stand there."""
        return state.registers[self.box.figure] > 0 and len(self.legal(state)) > 1

    def legal(self, state: State) -> vec[i64]:
        rules = state.rules
        node = state.figure_at[state.registers[self.box.figure] - 1]
        out = vec[i64]()
        out = append(out, PASS)
        for kind in range(rules.figure_kinds_count):
            if rules.occupies[kind] and state.supply[kind * rules.seats + self.box.seat(state)]:
                if rules.stands_on[kind] >> state.kind_of(node) & 1:
                    out = append(out, kind + 1)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if action == PASS:
            return ON
        seat = self.box.seat(state)
        gone = state.registers[self.box.figure] - 1
        node = state.figure_at[gone]
        if state.journal is not None:
            state.note("seduced", [seat, gone, node])
        take_back(state, gone)
        deploy(state, free_figure(state, action - 1, seat), node)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`seduce meeple blue meeple city N at 0,-1`: the first figure is the shooter's."""
        if action == PASS:
            return ["pass"]
        code = figure_code(state, state.registers[self.box.figure] - 1, self.box.danger)
        return ["seduce", state.rules.figure_kinds[action - 1].name, *figure_words(state, code)]

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        rules = state.rules
        names = [kind.name for kind in rules.figure_kinds]
        if len(words) < 2 or words[1] not in names:
            return self.rule, "not_offered"
        kind: i64 = names.index(words[1])
        if not rules.occupies[kind]:
            return "R-CAT-05", "seduces_followers"
        if not state.supply[kind * rules.seats + self.box.seat(state)]:
            return self.rule, "seducer_absent"
        if kind + 1 not in self.legal(state):
            return "R-CAT-05", "seducer_unfit"
        return self.rule, "not_the_nearest"


# -- target -----------------------------------------------------------------------------------------------------------
class ReportedDistance(ShotStep):
    """R-CAT-14: the shooter says how the token lies, compared with all before it."""

    name = "distance"
    rule = "CAT-08"

    def legal(self, state: State) -> vec[i64]:
        if state.registers[self.box.nearest_seats] == 0:
            return vec[i64]([NEARER])  # the first token of a round is the nearest so far
        return vec[i64]([NEARER, LEVEL, FARTHER])

    def apply(self, state: State, action: i64) -> i64:
        if action != FARTHER:
            self.box.lies_nearest(state, action)
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return [COMPARED[action]]
