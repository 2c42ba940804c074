"""The state of a game: tiles in cells, features made of segments, figures, and the position in the program.

Everything is ints in flat arrays, so a copy costs a microsecond or two. Terms used here:

cell      a square of the table, as one number (see `aude.engine.cells`). People's (x, y) come from `x_of` and `y_of`.
slot      a laid tile, in the order of laying.
node      a segment of a laid tile. Nodes of one feature form a ring (`next_node`) and share `root`.
feature   the root node of a feature; `open_ends` and `occupants` are kept there.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import (
    BLOCK,
    BLOCK_MASK,
    BLOCK_ROW,
    COLUMN_MASK,
    DELTA,
    MIDDLE,
    MIDDLE_BLOCK,
    SPAN_BITS,
    place_in_block,
)
from aude.engine.guards import BEING_SCORED, signs_of
from aude.engine.memo import Memo
from aude.engine.room import SPARE_FRONTS, SPARE_NODES, SPARE_SLOTS, consecutive, make_room
from aude.engine.rules import NOBODY, SUPPLY, Note, Rules
from aude.engine.types import Cell, Feature, Node, Seat, Slot

DONE: Final = -1  # `open_ends` of a feature that is complete and has been scored

BLOCKS_ACROSS: Final = 6  # a new board has room for 6 × 6 blocks; it grows when needed


@final
class State:
    """One moment of a game. Boxes may read the arrays, but change them only through the engine, except registers."""

    rules: Rules
    journal: list[Note] | None  # facts for people; None if nobody needs them
    work: vec[i64]  # scratch space for lists; not part of the position
    memo: Memo | None  # what a search knows about the table and shares with copies; not part of the position
    offered: i64  # how many options of the open question `work` begins with; 0 if they are not there

    # the table
    board: vec[i64]  # of each cell, in blocks of 8 × 8: 0 far from everything, slot + 1, or -(frontier index + 1)
    blocks: vec[i64]  # where in `board` each block begins, row by row; 0 for empty ones, which share the first
    block_width: i64  # how many of them make a row
    block_west: i64  # the column and the row of the block in the corner
    block_north: i64
    block_origin: i64  # what `index_of` subtracts; follows from the three above
    front_code: vec[i64]  # the empty cells beside a tile, as cell codes
    front_sides: vec[i64]  # what their neighbours show: a digit for each side, 0 if there is no tile
    fronts: i64
    slot_tile: vec[i64]  # tile * 4 + rotation
    slot_first: vec[i64]  # its first node
    slot_cell: vec[i64]
    slots: i64

    # features
    root: vec[i64]
    next_node: vec[i64]
    size: vec[i64]
    open_ends: vec[i64]  # at the root: sides still open (cells still empty); 0 complete, below 0 settled
    occupants: vec[i64]  # at the root: how many figures occupy the feature
    node_slot: vec[i64]
    node_segment: vec[i64]
    nodes: i64
    shares_tiles: bool  # whether a copy shares the arrays that only laying and joining change (`own_tiles`),
    shares_counts: bool  # and `open_ends` and `occupants`, which scoring and figures change too (`own_counts`)
    extra_ports: vec[i64]  # pairs: slot * 4 + side, node; ports added after laying
    open_centres: vec[i64]  # nodes that the surrounding cells will complete, in the order of laying
    touched: vec[i64]  # nodes whose feature may have been completed by something other than the new tile's sides
    completed: vec[i64]  # the features being scored

    # figures and points
    figure_at: vec[i64]  # a node, SUPPLY, or a reserved location below it
    supply: vec[i64]  # of kind * seats + seat
    scores: vec[i64]
    registers: vec[i64]  # the data of the boxes

    # chance
    bag: vec[i64]  # how many of each tile are left
    bag_size: i64
    tile: i64  # the tile in hand, or -1

    # the program
    step: i64  # the current step in the program
    calls: vec[i64]  # steps that called a sequence and are waiting for its end
    player: i64  # whose turn it is
    actor: i64  # who is asked

    def __init__(self, rules: Rules, source: State | None = None) -> None:
        self.rules = rules
        self.journal = None
        self.work = vec[i64]()
        self.offered = 0
        if source is not None:  # written out, without calls, so that mypyc knows that every field is set
            self.memo = source.memo
            self.board = source.board
            self.blocks = source.blocks
            self.block_width = source.block_width
            self.block_west = source.block_west
            self.block_north = source.block_north
            self.block_origin = source.block_origin
            self.front_code = source.front_code
            self.front_sides = source.front_sides
            self.fronts = source.fronts
            self.slot_tile = source.slot_tile
            self.slot_first = source.slot_first
            self.slot_cell = source.slot_cell
            self.slots = source.slots
            self.root = source.root
            self.next_node = source.next_node
            self.size = source.size
            self.open_ends = source.open_ends
            self.occupants = source.occupants
            self.node_slot = source.node_slot
            self.node_segment = source.node_segment
            self.nodes = source.nodes
            self.shares_tiles = source.shares_tiles = True
            self.shares_counts = source.shares_counts = True
            self.extra_ports = source.extra_ports[:]
            self.open_centres = source.open_centres[:]
            self.touched = source.touched[:]
            self.completed = source.completed[:]
            self.figure_at = source.figure_at[:]
            self.supply = source.supply[:]
            self.scores = source.scores[:]
            self.registers = source.registers[:]
            self.bag = source.bag[:]
            self.bag_size = source.bag_size
            self.tile = source.tile
            self.step = source.step
            self.calls = source.calls[:]
            self.player = source.player
            self.actor = source.actor
            return
        self.memo = None
        table = rules.table
        kinds: i64 = len(rules.figure_each)
        self.board = vec[i64]([0] * BLOCK)
        self.blocks = vec[i64]([0] * (BLOCKS_ACROSS * BLOCKS_ACROSS))
        self.block_width = BLOCKS_ACROSS
        self.block_west = self.block_north = MIDDLE_BLOCK - BLOCKS_ACROSS // 2
        self.block_origin = self.block_north * BLOCKS_ACROSS + self.block_west
        self.front_code = vec[i64]([0] * SPARE_FRONTS)
        self.front_sides = vec[i64]([0] * SPARE_FRONTS)
        self.fronts = 0
        self.slot_tile = vec[i64]([0] * SPARE_SLOTS)
        self.slot_first = vec[i64]([0] * SPARE_SLOTS)
        self.slot_cell = vec[i64]([0] * SPARE_SLOTS)
        self.slots = 0
        self.root = consecutive(0, SPARE_NODES)  # a node that is not in use yet is a feature of its own
        self.next_node = consecutive(0, SPARE_NODES)
        self.size = vec[i64]([1] * SPARE_NODES)
        self.open_ends = vec[i64]([0] * SPARE_NODES)
        self.occupants = vec[i64]([0] * SPARE_NODES)
        self.node_slot = vec[i64]([0] * SPARE_NODES)
        self.node_segment = vec[i64]([0] * SPARE_NODES)
        self.nodes = 0
        self.shares_tiles = False
        self.shares_counts = False
        self.extra_ports = vec[i64]()
        self.open_centres = vec[i64]()
        self.touched = vec[i64]()
        self.completed = vec[i64]()
        self.figure_at = vec[i64]([SUPPLY] * rules.figures)
        self.supply = vec[i64]([rules.figure_each[kind] for kind in range(kinds) for _ in range(rules.seats)])
        self.scores = vec[i64]([0] * rules.seats)
        self.registers = vec[i64]([0] * rules.registers)
        self.bag = table.bag[:]
        self.bag_size = 0
        for tile in range(len(table.bag)):
            self.bag_size += table.bag[tile]
        self.tile = -1
        self.calls = vec[i64]()
        self.player = 0
        self.actor = NOBODY
        self.step = rules.starts["setup"] - 1

    def copy(self) -> State:
        """An independent state, without a journal."""
        return State(self.rules, self)

    # -- the program --------------------------------------------------------------------------------------------------
    def play(self, action: i64) -> None:
        """Carry out a choice of the open question, which is not checked: pass only what `legal` returns."""
        if not self.rules.program[self.step].apply(self, action):  # CONTINUE
            self.advance()

    def advance(self) -> None:
        """Run the program until the next decision."""
        program = self.rules.program
        guards = self.rules.step_guards
        signs: i64 = -1  # not looked at since a step was entered
        place = self.step
        while True:
            place += 1
            guard = guards[place]
            if guard:  # `can_matter`, written out: every step of every turn passes here
                if guard < 0:
                    register = ~guard
                    if not self.registers[register]:
                        continue
                elif guard == BEING_SCORED:
                    if not len(self.completed):
                        continue
                else:
                    if signs < 0:
                        signs = signs_of(self)
                    if not guard & signs:
                        continue
            self.step = place
            if program[place].enter(self):  # ASK
                return
            place = self.step
            signs = -1

    def legal(self) -> vec[i64]:
        """The codes of all choices of the open question."""
        return self.rules.program[self.step].legal(self)

    def jump(self, place: i64) -> None:
        """Continue the program at another step when the current one is finished."""
        self.step = place - 1

    def call(self, start: i64) -> None:
        """Run a sequence now; when it has ended, the current step's `resume` is called."""
        self.calls = append(self.calls, self.step)
        self.step = start - 1

    def come_back(self) -> i64:
        """End the called sequence, and return to the step that called it."""
        last: i64 = len(self.calls) - 1
        self.step = self.calls[last]
        self.calls = self.calls[:last]
        return self.rules.program[self.step].resume(self)

    def seat_after(self, seat: Seat) -> i64:
        """The left neighbour of a seat."""
        seat += 1
        if seat == self.rules.seats:
            return 0
        return seat

    # -- cells --------------------------------------------------------------------------------------------------------
    def cell_of(self, x: i64, y: i64) -> i64:
        """The cell at (x, y). The board grows if necessary."""
        cell = (y + MIDDLE) << SPAN_BITS | x + MIDDLE
        make_room(self, cell)
        return cell

    def x_of(self, cell: Cell) -> i64:
        """How far to the east a cell is."""
        return (cell & COLUMN_MASK) - MIDDLE

    def y_of(self, cell: Cell) -> i64:
        """How far to the south a cell is."""
        return (cell >> SPAN_BITS) - MIDDLE

    def code_of_cell(self, cell: Cell) -> i64:
        """The code of a cell; its two lowest bits are free for a rotation."""
        return cell << 2

    def cell_of_code(self, code: i64) -> i64:
        """The cell that a code means."""
        return code >> 2

    def index_of(self, cell: Cell) -> i64:
        """The index of a cell in `board`. It must have a tile, be on the frontier, or at most eight steps from one."""
        block = (cell >> BLOCK_ROW) * self.block_width + (cell >> 3 & BLOCK_MASK) - self.block_origin
        return self.blocks[block] + place_in_block(cell)

    def at(self, cell: Cell) -> i64:
        """The entry of `board` for such a cell."""
        index = self.index_of(cell)
        return self.board[index]

    def beside(self, cell: Cell, side: i64) -> i64:
        """The entry of `board` on one side of a cell that holds a tile or is on the frontier."""
        index = self.index_of(cell + DELTA[side])
        return self.board[index]

    def board_at(self, x: i64, y: i64) -> i64:
        """The entry of `board` at (x, y); 0 for every cell beyond its edge."""
        cell = (y + MIDDLE) << SPAN_BITS | x + MIDDLE
        column = (cell >> 3 & BLOCK_MASK) - self.block_west
        row = (cell >> BLOCK_ROW) - self.block_north
        if not (0 <= column < self.block_width and 0 <= row * self.block_width < len(self.blocks)):
            return 0
        return self.at(cell)

    # -- asking about features ----------------------------------------------------------------------------------------
    def kind_of(self, node: Node) -> i64:
        """The kind of a node, as an index into `Rules.kinds`."""
        segment = self.node_segment[node]
        return self.rules.table.kind[segment]

    def tile_in(self, slot: Slot) -> i64:
        """The number of the tile that lies in a slot."""
        return self.slot_tile[slot] >> 2

    def rotation_of(self, slot: Slot) -> i64:
        """The rotation of the tile in a slot, in quarter turns."""
        return self.slot_tile[slot] & 3

    def is_complete(self, feature: Feature) -> bool:
        """Whether a feature is complete, scored or not. If a box has settled it in another way, it is not."""
        return self.open_ends[feature] == 0 or self.open_ends[feature] == DONE

    # -- facts for people ---------------------------------------------------------------------------------------------
    def note(self, name: str, facts: list[int]) -> None:
        """Record a fact, if there is a journal."""
        if self.journal is not None:
            self.journal.append(Note(name, facts, []))
