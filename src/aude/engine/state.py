"""The table: tiles in cells, features made of segments, figures, and where in its program the game is.

Everything is ints in flat arrays, so a copy costs a few microseconds. Words used here:

cell      an index into `board`; only valid until the board grows. People's (x, y) come from `x_of` and `y_of`.
slot      a laid tile, in the order of laying.
node      a segment of a laid tile. Nodes of one feature form a ring (`next_node`) and share `root`.
feature   the root node of a feature; `open_ends` and `occupants` are kept there.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.blocks import Laid, Seat, StartBlock, attachments
from aude.engine.rules import NOBODY, SUPPLY, Note, Rules

DONE: Final = -1  # open ends of a feature that is complete and has been through scoring

# Bounds of loops as i64, so that compiled loops run over machine ints.
THREE: Final = i64(3)
FOUR: Final = i64(4)
EIGHT: Final = i64(8)

FIRST_SHIFT: Final = 5  # a new board is at least 32 cells wide and high,
CELLS_A_TILE: Final = 8  # and has room for a game that does not stretch far; it grows for one that does
SHIFTS: Final = 21
# Steps to the four neighbours and the eight cells around, for each width (1 << shift) of the board.
DELTA: Final = vec[i64]([d for shift in range(SHIFTS) for d in (-(1 << shift), 1, 1 << shift, -1)])
AROUND: Final = vec[i64](
    [(dy << shift) + dx for shift in range(SHIFTS) for dy in (-1, 0, 1) for dx in (-1, 0, 1) if dx or dy]
)
# Cells in action codes are independent of the board's size: x and y from -524288 to 524287.
SPAN_BITS: Final = 20
MIDDLE: Final = 524288
ROW_SHIFT: Final = SPAN_BITS + 2
COLUMN_MASK: Final = (1 << SPAN_BITS) - 1
PLACE_STEP: Final = vec[i64]([-4 << SPAN_BITS, 4, 4 << SPAN_BITS, -4])  # from a place code to its neighbours
MANY_CENTRES: Final = 12  # from so many open centres on, the cells around a new tile are looked at instead
ROOM: Final = 4096  # nodes and tiles that a new state has room for, at most; more is made when needed


def longer(array: vec[i64]) -> vec[i64]:
    """The same array with twice the room."""
    length: i64 = len(array)
    twice = vec[i64]([0] * (2 * length))
    for at in range(length):
        twice[at] = array[at]
    return twice


@final
class State:
    """One moment of a game. Boxes read the arrays; they change them through the methods, except their registers."""

    rules: Rules
    journal: list[Note] | None  # facts for people, if somebody listens
    work: vec[i64]  # room for lists in the making; no part of the position
    offered: vec[i64]  # the options of the open question, if they are listed already; no part of the position

    # the table
    board: vec[i64]  # 0 far from everything, slot + 1, or -(frontier index + 1)
    shift: i64  # the board is 1 << shift cells wide
    rows: i64
    west: i64  # x = column - west
    north: i64  # y = row - north
    origin: i64  # what `code_cell` adds; follows from the four above
    front_place: vec[i64]  # the empty cells beside a tile, as place codes
    front_sides: vec[i64]  # what their neighbours show: a digit for each side, 0 where nothing lies
    fronts: i64
    slot_tile: vec[i64]  # tile * 4 + turn
    slot_first: vec[i64]  # its first node
    slot_cell: vec[i64]
    slots: i64

    # features
    root: vec[i64]
    next_node: vec[i64]
    size: vec[i64]
    open_ends: vec[i64]  # at the root: sides still open (cells still empty); 0 complete, below 0 settled
    occupants: vec[i64]  # at the root: figures that keep others from placing there
    node_slot: vec[i64]
    node_segment: vec[i64]
    nodes: i64
    extra_ports: vec[i64]  # pairs: slot * 4 + side, node; ports added after laying
    open_centres: vec[i64]  # nodes that the cells around will complete, in the order of laying
    touched: vec[i64]  # nodes whose feature may have been completed otherwise than by the new tile's sides
    completed: vec[i64]  # the features being scored

    # figures and points
    figure_at: vec[i64]  # a node, SUPPLY, or another place below it
    supply: vec[i64]  # of kind * seats + seat
    scores: vec[i64]
    registers: vec[i64]  # what the boxes keep

    # chance
    bag: vec[i64]  # how many of each tile are left
    bag_size: i64
    tile: i64  # the tile in hand, or -1

    # the program
    place: i64  # where in the program the game is
    calls: vec[i64]  # places that called a sequence and wait for its end
    player: i64  # whose turn it is
    actor: i64  # who is asked

    def __init__(self, rules: Rules, source: State | None = None) -> None:
        self.rules = rules
        self.journal = None
        self.work = vec[i64]()
        self.offered = vec[i64]()
        if source is not None:  # written out here, and nothing called, so that mypyc knows every field to be set
            self.board = source.board[:]
            self.shift = source.shift
            self.rows = source.rows
            self.west = source.west
            self.north = source.north
            self.origin = source.origin
            self.front_place = source.front_place[:]
            self.front_sides = source.front_sides[:]
            self.fronts = source.fronts
            self.slot_tile = source.slot_tile[:]
            self.slot_first = source.slot_first[:]
            self.slot_cell = source.slot_cell[:]
            self.slots = source.slots
            self.root = source.root[:]
            self.next_node = source.next_node[:]
            self.size = source.size[:]
            self.open_ends = source.open_ends[:]
            self.occupants = source.occupants[:]
            self.node_slot = source.node_slot[:]
            self.node_segment = source.node_segment[:]
            self.nodes = source.nodes
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
            self.place = source.place
            self.calls = source.calls[:]
            self.player = source.player
            self.actor = source.actor
            return
        table = rules.table
        tiles: i64 = 0
        nodes: i64 = 0
        for tile in range(len(table.bag)):
            tiles += table.bag[tile]
            nodes += table.bag[tile] * table.tile_segments[tile]
        tiles = min(tiles + 1, ROOM)
        nodes = min(nodes + 8, ROOM)
        shift: i64 = FIRST_SHIFT
        while 1 << (2 * shift) < CELLS_A_TILE * tiles:
            shift += 1
        width: i64 = 1 << shift
        cells = width << shift
        fronts = 2 * tiles + 4
        kinds: i64 = len(rules.figure_each)
        self.board = vec[i64]([0] * cells)
        self.shift = shift
        self.rows = width
        self.west = self.north = width >> 1
        self.origin = ((self.north - MIDDLE) << self.shift) + self.west - MIDDLE
        self.front_place = vec[i64]([0] * fronts)
        self.front_sides = vec[i64]([0] * fronts)
        self.fronts = 0
        self.slot_tile = vec[i64]([0] * tiles)
        self.slot_first = vec[i64]([0] * tiles)
        self.slot_cell = vec[i64]([0] * tiles)
        self.slots = 0
        self.root = vec[i64](list(range(nodes)))  # a node that is not in use yet is a feature of its own
        self.next_node = vec[i64](list(range(nodes)))
        self.size = vec[i64]([1] * nodes)
        self.open_ends = vec[i64]([0] * nodes)
        self.occupants = vec[i64]([0] * nodes)
        self.node_slot = vec[i64]([0] * nodes)
        self.node_segment = vec[i64]([0] * nodes)
        self.nodes = 0
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
        self.place = rules.starts["setup"] - 1

    def copy(self) -> State:
        """An independent state; nobody listens to it."""
        return State(self.rules, self)

    # -- the program --------------------------------------------------------------------------------------------------
    def begin(self) -> None:
        """Lay the start tiles and run to the first decision."""
        self.lay_start()
        self.advance()

    def lay_start(self) -> None:
        """Lay the start tiles; boxes give their registers first values."""
        rules = self.rules
        table = rules.table
        for name, x, y, turn in rules.start:
            self._lay_out(table.index[name], x, y, turn)
        if not rules.start:
            middle = self.cell_of(0, 0)  # the first tile drawn lies in the middle
            self.board[middle] = -1
            self.front_place[0] = self.place_code(middle)
            self.front_sides[0] = 0
            self.fronts = 1
        for slot, segment, other, other_segment in rules.start_joins:
            self.join_nodes(self.slot_first[slot] + segment, self.slot_first[other] + other_segment)
        if rules.start_blocks:
            self.settle_completed()
        for box in rules.beginning:
            box.begin(self)

    def _lay_out(self, tile: i64, x: i64, y: i64, turn: i64) -> None:
        """Lay a start tile, which is not drawn later."""
        if self.bag[tile]:
            self.bag[tile] -= 1
            self.bag_size -= 1
        self.put(tile, self.cell_of(x, y), turn)

    def seats_for(self, block: StartBlock) -> list[Seat]:
        """Where a further start block may lie beside those that do (only start tiles lie)."""
        table = self.rules.table
        laid: Laid = {}
        for slot in range(self.slots):
            cell = self.slot_cell[slot]
            turned = self.slot_tile[slot]
            laid[int(self.x_of(cell)), int(self.y_of(cell))] = (table.tiles[turned >> 2].id, int(turned & 3))
        free = {block.keep_free for block in self.rules.start_blocks}
        return attachments(table, [laid], block, free)

    def lay_block(self, block: StartBlock, seat: Seat) -> None:
        """Lay a further start block."""
        first = self.slots
        for name, x, y, turn in block.tiles:
            self._lay_out(self.rules.table.index[name], x + seat[0], y + seat[1], (turn + seat[2]) & 3)
        for tile, segment, other, other_segment in block.joins:
            a = self.slot_first[first + tile] + segment
            self.join_nodes(a, self.slot_first[first + other] + other_segment)
        self.settle_completed()

    def settle_completed(self) -> None:
        """R-SETUP-04: what is complete before anybody's turn counts as scored."""
        for node in range(self.nodes):
            if self.root[node] == node and self.open_ends[node] == 0 and self.rules.completes[self.kind_of(node)]:
                self.open_ends[node] = DONE
        self.touched = vec[i64]()

    def begin_turn(self, player: i64) -> None:
        """A position has been laid by hand: what is complete counts as scored, and the player's turn begins."""
        self.settle_completed()
        self.player = player
        self.place = self.rules.turn_start - 1
        self.advance()

    def play(self, action: i64) -> None:
        """Carry out a choice of the open question. It is not checked: `legal` says what may be passed."""
        if not self.rules.program[self.place].apply(self, action):  # ON
            self.advance()

    def advance(self) -> None:
        """Go on in the program to the next decision."""
        program = self.rules.program
        while True:
            place = self.place + 1
            self.place = place
            if program[place].enter(self):  # ASK
                return

    def legal(self) -> vec[i64]:
        """The codes of all choices of the open question."""
        return self.rules.program[self.place].legal(self)

    def jump(self, place: i64) -> None:
        """Let the program go on at another place, once the current step is finished."""
        self.place = place - 1

    def call(self, start: i64) -> None:
        """Run a sequence now; when it has ended, the current step's `resume` is called."""
        self.calls = append(self.calls, self.place)
        self.place = start - 1

    def come_back(self) -> i64:
        """End the called sequence: back to the step that called it."""
        last: i64 = len(self.calls) - 1
        self.place = self.calls[last]
        self.calls = self.calls[:last]
        return self.rules.program[self.place].resume(self)

    def seat_after(self, seat: i64) -> i64:
        """The left neighbour."""
        seat += 1
        if seat == self.rules.seats:
            return 0
        return seat

    def stack_size(self) -> i64:
        """How many tiles are left in the stack that is drawn from: the first that is not empty."""
        tile: i64 = 0
        for end in self.rules.earlier_stacks:
            left: i64 = 0
            while tile < end:
                left += self.bag[tile]
                tile += 1
            if left:
                return left
        return self.bag_size

    # -- cells --------------------------------------------------------------------------------------------------------
    def cell_of(self, x: i64, y: i64) -> i64:
        """The cell at (x, y); the board grows until it is there."""
        while not 0 <= x + self.west < 1 << self.shift:
            self._widen()
        while not 0 <= y + self.north < self.rows:
            self._heighten()
        return ((y + self.north) << self.shift) + x + self.west

    def x_of(self, cell: i64) -> i64:
        return (cell & ((1 << self.shift) - 1)) - self.west

    def y_of(self, cell: i64) -> i64:
        return (cell >> self.shift) - self.north

    def place_code(self, cell: i64) -> i64:
        """A cell as a code that stays the same when the board grows; a rotation fits into its two lowest bits."""
        row = (cell >> self.shift) - self.north + MIDDLE
        column = (cell & ((1 << self.shift) - 1)) - self.west + MIDDLE
        return (row << SPAN_BITS | column) << 2

    def code_cell(self, code: i64) -> i64:
        """The cell of a place code; it must lie on the board, as every frontier cell does."""
        return (code >> ROW_SHIFT << self.shift) + (code >> 2 & COLUMN_MASK) + self.origin

    def set_origin(self) -> None:
        """Work out once where place codes lie on the board; everything that moves the board calls this."""
        self.origin = ((self.north - MIDDLE) << self.shift) + self.west - MIDDLE

    def board_at(self, x: i64, y: i64) -> i64:
        """What `board` says of (x, y): 0 for every cell beyond its edge."""
        column = x + self.west
        row = y + self.north
        if not (0 <= column < 1 << self.shift and 0 <= row < self.rows):
            return 0
        return self.board[(row << self.shift) + column]

    def beside(self, cell: i64, side: i64) -> i64:
        """What `board` says of the cell on one side of a laid tile's or of an empty one beside such a tile."""
        return self.board[cell + DELTA[self.shift * 4 + side]]

    def _make_room(self, row: i64, column: i64) -> i64:
        """Let the board grow until there are two cells on all sides of this one. The cell, as it is then.

        So the empty cells beside a tile have neighbours on the board too, and nobody need look where its edge is.
        """
        x = column - self.west
        y = row - self.north
        if not 1 < column < (1 << self.shift) - 2:
            self._widen()
        if not 1 < row < self.rows - 2:
            self._heighten()
        return self.cell_of(x, y)

    def _widen(self) -> None:
        width: i64 = 1 << self.shift
        self._move_board(self.shift + 1, self.rows, width >> 1, 0)

    def _heighten(self) -> None:
        self._move_board(self.shift, 2 * self.rows, 0, self.rows >> 1)

    def _move_board(self, shift: i64, rows: i64, east: i64, south: i64) -> None:
        """A larger board, with everything moved by (east, south)."""
        width: i64 = 1 << self.shift
        cells = rows << shift
        board = vec[i64]([0] * cells)
        for row in range(self.rows):
            for column in range(width):
                there = self.board[(row << self.shift) + column]
                if there != 0:
                    cell = ((row + south) << shift) + column + east
                    board[cell] = there
                    if there > 0:
                        self.slot_cell[there - 1] = cell
        self.board = board
        self.shift = shift
        self.rows = rows
        self.west += east
        self.north += south
        self.set_origin()

    # -- laying -------------------------------------------------------------------------------------------------------
    def put(self, tile: i64, cell: i64, turn: i64) -> i64:
        """Lay a tile and join its segments to its neighbours'. The new slot."""
        shift = self.shift
        row = cell >> shift
        column = cell - (row << shift)
        if not (1 < row < self.rows - 2 and 1 < column < (1 << shift) - 2):
            cell = self._make_room(row, column)
            shift = self.shift
        table = self.rules.table
        turned = tile * 4 + turn
        slot = self.slots
        first = self.nodes
        count = table.tile_segments[tile]
        if slot == len(self.slot_tile):
            self._more_slots()
        if first + count > len(self.root):
            self._more_nodes()
        board = self.board
        self.slot_tile[slot] = turned
        self.slot_first[slot] = first
        self.slot_cell[slot] = cell
        self.slots = slot + 1
        self.nodes = first + count
        segment = table.tile_first[tile]
        ends = table.ends
        open_ends = self.open_ends
        node_slot = self.node_slot
        node_segment = self.node_segment
        for node in range(first, first + count):
            open_ends[node] = ends[segment]
            node_slot[node] = slot
            node_segment[node] = segment
            segment += 1
        if board[cell] < 0:
            place = self._drop_front(-board[cell] - 1)
        else:
            place = self.place_code(cell)
        board[cell] = slot + 1
        centre = table.tile_centre[tile]
        if len(self.open_centres):
            self._surround(cell)
        if centre >= 0:
            self._add_centre(first + centre, cell)
        side_value = table.side_value
        turned_side = turned * 4
        delta = DELTA
        place_step = PLACE_STEP
        width = shift * 4
        for side in range(FOUR):
            beside = cell + delta[width + side]
            there = board[beside]
            if there > 0:
                self._meet(slot, there - 1, side)
            elif there < 0:
                self.front_sides[-there - 1] += side_value[turned_side + side]
            else:  # an empty cell joins the frontier
                front = self.fronts
                if front == len(self.front_place):
                    self._more_fronts()
                board[beside] = -front - 1
                self.front_place[front] = place + place_step[side]
                self.front_sides[front] = side_value[turned_side + side]
                self.fronts = front + 1
        return slot

    def _meet(self, slot: i64, other: i64, side: i64) -> None:
        """Two tiles lie side by side: what both continue is joined, what only one does is closed there."""
        table = self.rules.table
        ports = table.ports
        mine = self.slot_tile[slot] * 12 + side * 3
        theirs = self.slot_tile[other] * 12 + (side ^ 2) * 3 + 2
        first = self.slot_first[slot]
        other_first = self.slot_first[other]
        root = self.root
        extra = len(self.extra_ports) > 0
        for k in range(THREE):
            node = ports[mine + k]
            facing = ports[theirs - k]
            if node >= 0 and facing >= 0:
                a = root[first + node]
                b = root[other_first + facing]
                if a == b:
                    self.open_ends[a] -= 2
                else:
                    self._join(a, b)
            elif node != facing or extra:  # else nothing reaches the edge here on either side
                self._meet_unequal(slot, other, side, k, node, facing)

    def _meet_unequal(self, slot: i64, other: i64, side: i64, k: i64, segment: i64, facing: i64) -> None:
        """One port where at least one of two tiles shows nothing, or a segment laid over it later."""
        node: i64 = -1
        if segment >= 0:
            node = self.slot_first[slot] + segment
        elif k == 1:
            node = self._extra_port(slot, side)
        there: i64 = -1
        if facing >= 0:
            there = self.slot_first[other] + facing
        elif k == 1:
            there = self._extra_port(other, side ^ 2)
        if node >= 0 and there >= 0:
            self.join_nodes(node, there)
        elif node >= 0:
            self.close_end(node)
        elif there >= 0:
            self.close_end(there)

    def _join(self, a: i64, b: i64) -> None:
        """Make two features one; the larger keeps its root."""
        root = self.root
        next_node = self.next_node
        if self.size[a] < self.size[b]:
            c = a
            a = b
            b = c
        node = b
        while True:
            root[node] = a
            node = next_node[node]
            if node == b:
                break
        after = next_node[a]
        next_node[a] = next_node[b]
        next_node[b] = after
        self.size[a] += self.size[b]
        self.open_ends[a] += self.open_ends[b] - 2
        self.occupants[a] += self.occupants[b]

    def _surround(self, cell: i64) -> None:
        """A tile lies here: features that wait for the cells around them may wait for one less."""
        shift = self.shift
        mask = (1 << shift) - 1
        corner = cell - mask - 2  # the cell to the north-west
        if len(self.open_centres) > MANY_CENTRES:
            self._surround_many(cell)
            return
        for node in self.open_centres:
            away = self.slot_cell[self.node_slot[node]] - corner
            if 0 <= away >> shift <= 2 and away & mask <= 2 and self.open_ends[node] > 0:
                self.open_ends[node] -= 1
                if self.open_ends[node] == 0:
                    self._close_centre(node)

    def _surround_many(self, cell: i64) -> None:
        """The same by looking at the eight cells around, which is quicker than going through a long list."""
        centres = self.rules.table.tile_centre
        closed: i64 = 0
        for k in range(EIGHT):
            slot = self.board[cell + AROUND[self.shift * 8 + k]] - 1
            if slot >= 0:
                centre = centres[self.slot_tile[slot] >> 2]
                node = self.slot_first[slot] + centre
                if centre >= 0 and self.open_ends[node] > 0:
                    self.open_ends[node] -= 1
                    if self.open_ends[node] == 0:
                        closed += 1
        if closed:
            for node in self.open_centres[:]:
                if self.open_ends[node] == 0:
                    self._close_centre(node)

    def _close_centre(self, centre: i64) -> None:
        """All cells around a feature hold tiles."""
        still_open = vec[i64]()
        for node in self.open_centres:
            if node != centre:
                still_open = append(still_open, node)
        self.open_centres = still_open
        self.touched = append(self.touched, centre)

    def _add_centre(self, centre: i64, cell: i64) -> None:
        """The tile just laid carries a feature that waits for the cells around it."""
        board = self.board
        around = AROUND
        width = self.shift * 8
        for k in range(EIGHT):
            if board[cell + around[width + k]] > 0:
                self.open_ends[centre] -= 1
        if self.open_ends[centre]:
            self.open_centres = append(self.open_centres, centre)
        else:
            self.touched = append(self.touched, centre)

    def _more_fronts(self) -> None:
        self.front_place = longer(self.front_place)
        self.front_sides = longer(self.front_sides)

    def _drop_front(self, front: i64) -> i64:
        """A frontier cell gets its tile: the last of the list takes its place. The place code of the cell."""
        front_place = self.front_place
        place = front_place[front]
        last = self.fronts - 1
        self.fronts = last
        if front != last:
            moved = front_place[last]
            front_place[front] = moved
            self.front_sides[front] = self.front_sides[last]
            self.board[self.code_cell(moved)] = -front - 1
        return place

    def _more_slots(self) -> None:
        self.slot_tile = longer(self.slot_tile)
        self.slot_first = longer(self.slot_first)
        self.slot_cell = longer(self.slot_cell)

    def _more_nodes(self) -> None:
        room: i64 = len(self.root)
        beyond = 2 * room
        self.root = longer(self.root)
        self.next_node = longer(self.next_node)
        self.size = longer(self.size)
        for node in range(room, beyond):
            self.root[node] = node
            self.next_node[node] = node
            self.size[node] = 1
        self.open_ends = longer(self.open_ends)
        self.occupants = longer(self.occupants)
        self.node_slot = longer(self.node_slot)
        self.node_segment = longer(self.node_segment)

    # -- changing what already lies -----------------------------------------------------------------------------------
    def join_nodes(self, a: i64, b: i64) -> None:
        """Join two features through ends of theirs, wherever they lie."""
        root_a = self.root[a]
        root_b = self.root[b]
        if root_a == root_b:
            self.open_ends[root_a] -= 2
        else:
            self._join(root_a, root_b)
        self.touched = append(self.touched, a)

    def close_end(self, node: i64) -> None:
        """One open end of a feature is closed without being continued."""
        self.open_ends[self.root[node]] -= 1
        self.touched = append(self.touched, node)

    def add_segment(self, slot: i64, kind: i64, sides: i64) -> i64:
        """Lay a segment of a kind over a tile: one open end at each side of the mask. The new node.

        Where a neighbour lies the two meet at once; an empty cell there now asks for this segment's kind.
        """
        node = self.nodes
        if node == len(self.root):
            self._more_nodes()
        self.nodes = node + 1
        table = self.rules.table
        self.open_ends[node] = 0
        self.node_slot[node] = slot
        self.node_segment[node] = table.plain_segment + kind
        cell = self.slot_cell[slot]
        code = table.side_code[kind]
        for side in range(FOUR):
            if not sides >> side & 1:
                continue
            self.open_ends[self.root[node]] += 1
            self.extra_ports = append(append(self.extra_ports, slot * 4 + side), node)
            there = self.board[cell + DELTA[self.shift * 4 + side]]
            if there < 0:
                printed = table.side_value[self.slot_tile[slot] * 4 + side]
                self.front_sides[-there - 1] += code * table.side_weight[side ^ 2] - printed
            elif there > 0:
                facing = self.port_node(there - 1, side ^ 2)
                if facing >= 0:
                    self.open_ends[self.root[facing]] += 1  # it was closed when the tiles met, and opens again
                    self.join_nodes(node, facing)
                else:
                    self.close_end(node)
        return node

    def close_side(self, slot: i64, side: i64) -> None:
        """Something stands at a side of a tile: what leads there is closed, and no tile may lie against it.

        Only in games that announce it by `Rules.barriers`.
        """
        table = self.rules.table
        turned = self.slot_tile[slot]
        for k in range(THREE):
            segment = table.ports[turned * 12 + side * 3 + k]
            if segment >= 0:
                self.close_end(self.slot_first[slot] + segment)
        there = self.board[self.slot_cell[slot] + DELTA[self.shift * 4 + side]]
        if there < 0:
            printed = table.side_value[turned * 4 + side]
            self.front_sides[-there - 1] += table.barrier * table.side_weight[side ^ 2] - printed

    def _extra_port(self, slot: i64, side: i64) -> i64:
        key = slot * 4 + side
        for k in range(0, len(self.extra_ports), 2):
            if self.extra_ports[k] == key:
                return self.extra_ports[k + 1]
        return -1

    def port_node(self, slot: i64, side: i64) -> i64:
        """The node in the middle of a side, or -1."""
        segment = self.rules.table.ports[self.slot_tile[slot] * 12 + side * 3 + 1]
        return self.slot_first[slot] + segment if segment >= 0 else self._extra_port(slot, side)

    # -- asking about features ----------------------------------------------------------------------------------------
    def kind_of(self, node: i64) -> i64:
        return self.rules.table.kind[self.node_segment[node]]

    def is_complete(self, feature: i64) -> bool:
        """Complete, whether scored already or not. What a box has settled otherwise is its own affair."""
        return self.open_ends[feature] == 0 or self.open_ends[feature] == DONE

    # -- facts for people ---------------------------------------------------------------------------------------------
    def note(self, name: str, facts: list[int]) -> None:
        """Write down a fact, if somebody listens."""
        if self.journal is not None:
            self.journal.append(Note(name, facts, []))
