"""The action space: every choice that games with a set-up may offer has a number, the same in all of them.

The numbers are divided into blocks: one for each form of choice, in the order of their keys, and two at the end.

placements      forms with a cell and a rotation: four layers of squares around the start tile, so that a number is
                `first + (rotation * width + row) * width + column`.
deploy          16 segments of the newest tile for each of 12 kinds of figures.
lists           all other forms that do not name a place: one number for each combination of values.
any place       for all forms that name a place on the table: 16 layers of squares. If the other fields of the form have
                few values (a side of a tile), these choose the layer; otherwise, and if two choices would have the same
                number, the first free layer is used.
any other       for choices without a number of their own, in the order in which they are offered: a cell far from the
                start tile, or a bid of more than a thousand points.

Seats are counted clockwise from the one that is asked. No two choices that are offered together have the same number.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import MIDDLE, SPAN_BITS
from aude.engine.choice import Choice, Field, Form
from aude.engine.figures import KIND_SHIFT, NODE_MASK
from aude.engine.rules import BOX_OPTION, INTERRUPT, NOBODY, PASS, Rules
from aude.engine.state import State

VERSION: Final = 1  # increases when the number of any choice changes
SEATS: Final[i64] = 6
KINDS: Final[i64] = 12
SEGMENTS: Final[i64] = 16
NUMBERS: Final[i64] = 1024
LAYERS: Final[i64] = 16  # of places
MOST_LISTED: Final[i64] = 8192  # if there are more combinations, they are numbered as they are offered
REST: Final[i64] = 1024

DEPLOY: Final = "deploy"
PLACES: Final = "any place"
ON_REST: Final = "any other"

# How a form gets its numbers.
LISTED: Final[i64] = 0
BY_LAYER: Final[i64] = 1  # the fields besides its place choose the layer
COUNTED: Final[i64] = 2  # the layers are used one after the other


def radius_for(tiles: int) -> int:
    """The radius of the square around the start tile that has numbers: more than games with this many tiles need."""
    root = 0
    while root * root < tiles:
        root += 1
    return root + (root + 1) // 2 + 2


@final
class Block:
    """A block of numbers: those of a form, of all places, or the rest."""

    def __init__(self, name: str, first: i64, layers: i64, size: i64) -> None:
        self.name = name
        self.first = first
        self.layers = layers  # of squares; 0 for a list
        self.size = size


@final
class Listing:
    """The options at one moment: their numbers, each with the engine's code."""

    def __init__(self) -> None:
        self.numbers = vec[i64]()
        self.codes = vec[i64]()
        self.unnumbered: i64 = 0  # how many choices found no number

    def add(self, number: i64, code: i64) -> None:
        """Add a choice; a number of -1 means that it has none."""
        if number < 0:
            self.unnumbered += 1
            return
        self.numbers = append(self.numbers, number)
        self.codes = append(self.codes, code)

    def code_of(self, number: i64) -> i64:
        """The code of a number; -1 if it is not offered."""
        for at in range(len(self.numbers)):
            if self.numbers[at] == number:
                return self.codes[at]
        return -1


@final
class ActionSpace:
    """The numbers of all choices that games with these rules may offer."""

    def __init__(self, rules: Rules, radius: i64 = 0) -> None:
        self.rules = rules
        copies: i64 = 0
        for tile in range(len(rules.table.bag)):
            copies += rules.table.bag[tile]
        self.radius: i64 = radius if radius > 0 else radius_for(copies)
        self.width: i64 = 2 * self.radius + 1
        self.area: i64 = self.width * self.width
        self.blocks: list[Block] = []
        self.size: i64 = 0
        self.of_form: dict[str, Block] = {}
        self.ways: dict[str, int] = {}
        on_board = [key for key in sorted(rules.forms) if self._add_form(rules.forms[key])]
        if on_board or len(rules.figure_options):
            places = self._add(PLACES, LAYERS, 0)
            for key in on_board:
                self.of_form[key] = places
        else:
            places = self.blocks[0]
        self._places: Block = places
        self._rest: Block = self._add(ON_REST, 0, REST)
        self._place: i64 = -1  # where the blocks begin that most choices are in
        self._newest: i64 = -1
        self._pass: i64 = -1
        if "place" in self.of_form and not len(rules.loose_rotations):
            self._place = self.of_form["place"].first
        if DEPLOY in self.of_form:
            self._newest = self.of_form[DEPLOY].first
        if "pass" in self.of_form:
            self._pass = self.of_form["pass"].first
        self._taken = vec[i64]([0] * self.size)  # by number: the listing that used it last
        self._listings: i64 = 0
        self._rested: i64 = 0

    # -- blocks -------------------------------------------------------------------------------------------------------
    def _add(self, name: str, layers: i64, listed: i64) -> Block:
        block = Block(name, self.size, layers, layers * self.area if layers else listed)
        self.blocks.append(block)
        self.size += block.size
        return block

    def _add_form(self, form: Form) -> bool:
        """Give a form its block, unless it names a place. Returns whether it does."""
        if [field.type for field in form.facts] == ["cell", "rotation"]:
            self.of_form[form.key] = self._add(form.key, 4, 0)
            self.ways[form.key] = BY_LAYER
            return False
        combinations: i64 = 1
        has_place = False
        for field in form.facts:
            if is_place(field) and not has_place:
                has_place = True
            else:
                combinations = min(combinations * self.values_of(field), MOST_LISTED + 1)
        if form.key == DEPLOY:
            self.of_form[DEPLOY] = self._add(DEPLOY, 0, KINDS * SEGMENTS)
            self.ways[DEPLOY] = COUNTED
            return False
        if has_place:
            self.ways[form.key] = BY_LAYER if combinations <= LAYERS else COUNTED
            return True
        self.of_form[form.key] = self._add(form.key, 0, min(combinations, MOST_LISTED))
        self.ways[form.key] = LISTED
        return False

    def values_of(self, field: Field) -> i64:
        """How many values of a fact have numbers."""
        if field.type == "seat":
            return SEATS
        if field.type == "figure":
            return KINDS
        if field.type == "tile":
            return len(self.rules.table.tiles)
        if field.type == "rotation":
            return 4
        if field.type == "number":
            return NUMBERS
        if field.words:
            return len(field.words)
        return MOST_LISTED + 1  # a second place

    # -- what is offered ----------------------------------------------------------------------------------------------
    def list(self, state: State, listing: Listing) -> None:
        """List every choice of the seat that is asked, or every draw, with its number."""
        listing.numbers = vec[i64]()
        listing.codes = vec[i64]()
        listing.unnumbered = 0
        self._listings += 1
        self._rested = 0
        if state.actor == NOBODY:
            return
        step = state.rules.program[state.step]
        for code in step.legal(state):
            listing.add(self._number_of_code(state, code), code)
        low = step.low(state)
        high = step.high(state)
        if low <= high:
            choice = step.describe(state, low)
            for code in range(low, high + 1):
                listing.add(self.number(state, choice), code)
                choice.facts[-1] += 1
        if state.actor >= 0:
            for part in state.rules.interrupts:
                for code in part.interrupts(state, state.actor, vec[i64]()):
                    interrupt = part.describe_interrupt(state, state.actor, code)
                    if interrupt is not None:
                        listing.add(self.number(state, interrupt), code)

    def _number_of_code(self, state: State, code: i64) -> i64:
        """The number of a code of the open question; most of them need not be described."""
        rules = state.rules
        if state.step == rules.place_step and self._place >= 0:
            index = self.index_of(code >> 2)
            if index >= 0:
                return self._place + (code & 3) * self.area + index
        elif state.step == rules.deploy_step and code < BOX_OPTION:
            if code == PASS:
                return self._pass
            kind = (code - 1) >> KIND_SHIFT
            segment = self._segment(state, (code - 1) & NODE_MASK)
            if kind < KINDS and segment >= 0:
                return self._newest + kind * SEGMENTS + segment
        return self.number(state, rules.program[state.step].describe(state, code))

    def _segment(self, state: State, node: i64) -> i64:
        """The index of a segment that is printed on the newest tile, or -1."""
        newest = state.slots - 1
        segment = node - state.slot_first[newest]
        if state.node_slot[node] != newest or segment >= SEGMENTS:
            return -1
        if segment >= state.rules.table.tile_segments[state.slot_tile[newest] >> 2]:
            return -1
        return segment

    def number(self, state: State, choice: Choice) -> i64:
        """The number of the next choice that is listed; -1 if there is none left."""
        block = self.of_form[choice.form]
        way: i64 = self.ways[choice.form]
        if choice.form == DEPLOY:
            segment = self._segment(state, choice.facts[1])
            if segment >= 0 and choice.facts[0] < KINDS:
                return self._take(block.first + i64(choice.facts[0]) * SEGMENTS + segment)
            block = self._places
        cell: i64 = -1
        combination: i64 = 0
        at: i64 = 0
        for field in state.rules.forms[choice.form].facts:
            fact: i64 = choice.facts[at]
            at += 1
            if is_place(field) and cell < 0:
                cell = self._index_of_fact(state, field.type, fact)
                if cell < 0:
                    return self._take_rest()
            elif way != COUNTED:
                if field.type == "seat" and state.actor >= 0:
                    fact = (fact - state.actor + state.rules.seats) % state.rules.seats
                values = self.values_of(field)
                if not 0 <= fact < values:
                    return self._take_rest()
                combination = combination * values + fact
        if way == LISTED:
            if combination >= block.size:
                return self._take_rest()
            return self._take(block.first + combination)
        if block is not self._places:
            return self._take(block.first + combination * self.area + cell)
        for layer in range(combination, block.layers):
            number = block.first + layer * self.area + cell
            if self._taken[number] != self._listings:
                return self._take(number)
        return self._take_rest()

    def _take(self, number: i64) -> i64:
        """This number, or one of the rest if it has been used in this listing."""
        if self._taken[number] == self._listings:
            return self._take_rest()
        self._taken[number] = self._listings
        return number

    def _take_rest(self) -> i64:
        if self._rested == REST:
            return -1
        self._rested += 1
        return self._rest.first + self._rested - 1

    # -- cells --------------------------------------------------------------------------------------------------------
    def index_of(self, cell: i64) -> i64:
        """The index of a cell in a square around the start tile, row by row; -1 if it is outside."""
        column = (cell & ((1 << SPAN_BITS) - 1)) - MIDDLE + self.radius
        row = (cell >> SPAN_BITS) - MIDDLE + self.radius
        if 0 <= column < self.width and 0 <= row < self.width:
            return row * self.width + column
        return -1

    def _index_of_fact(self, state: State, type: str, fact: i64) -> i64:
        if type == "cell":
            return self.index_of(fact >> 2)
        if fact < 0:
            return -1
        if type == "node":
            fact = state.node_slot[fact]
        return self.index_of(state.slot_cell[fact])


def described(state: State, code: i64) -> Choice | None:
    """Describe a listed code: an answer to the open question, or an interrupt of the seat that is asked."""
    if code < INTERRUPT:
        return state.rules.program[state.step].describe(state, code)
    for part in state.rules.interrupts:
        choice = part.describe_interrupt(state, state.actor, code)
        if choice is not None:
            return choice
    return None


def is_place(field: Field) -> bool:
    """Whether a fact names a place on the table."""
    return field.type == "cell" or field.type == "slot" or field.type == "node"
