"""What happens before the first turn: start tiles, start blocks, and positions laid by hand."""

from __future__ import annotations

from mypy_extensions import i64

from aude.engine.arrays import vec
from aude.engine.blocks import Attachment, Laid, StartBlock, attachments
from aude.engine.joining import join_nodes, settle
from aude.engine.laying import put
from aude.engine.room import add_block
from aude.engine.state import DONE, State


def begin(state: State) -> None:
    """Lay the start tiles and advance to the first decision."""
    lay_start(state)
    state.advance()


def lay_start(state: State) -> None:
    """Lay the start tiles; parts give their registers initial values."""
    rules = state.rules
    table = rules.table
    for name, x, y, rotation in rules.start:
        _lay_out(state, table.index[name], x, y, rotation)
    if not rules.start:
        middle = state.cell_of(0, 0)  # the first tile that is drawn will be laid in the middle
        index = add_block(state, middle)
        state.board[index] = -1
        state.front_code[0] = state.code_of_cell(middle)
        state.front_sides[0] = 0
        state.fronts = 1
    for slot, segment, other, other_segment in rules.start_joins:
        join_nodes(state, state.slot_first[slot] + segment, state.slot_first[other] + other_segment)
    if rules.start_blocks:
        settle_completed(state)
    for part in rules.on_start:
        part.on_start(state)


def _lay_out(state: State, tile: i64, x: i64, y: i64, rotation: i64) -> None:
    """Lay a start tile, so that it is not drawn later."""
    if state.bag[tile]:
        state.bag[tile] -= 1
        state.bag_size -= 1
    put(state, tile, state.cell_of(x, y), rotation)


def attachments_of(state: State, block: StartBlock) -> list[Attachment]:
    """Where a further start block may go, while only start tiles are on the table."""
    table = state.rules.table
    laid: Laid = {}
    for slot in range(state.slots):
        cell = state.slot_cell[slot]
        turned = state.slot_tile[slot]
        laid[int(state.x_of(cell)), int(state.y_of(cell))] = (table.tiles[turned >> 2].id, int(turned & 3))
    free = {block.keep_free for block in state.rules.start_blocks}
    return attachments(table, [laid], block, free)


def lay_block(state: State, block: StartBlock, where: Attachment) -> None:
    """Lay a further start block."""
    first = state.slots
    for name, x, y, rotation in block.tiles:
        _lay_out(state, state.rules.table.index[name], x + where[0], y + where[1], (rotation + where[2]) & 3)
    for tile, segment, other, other_segment in block.joins:
        a = state.slot_first[first + tile] + segment
        join_nodes(state, a, state.slot_first[first + other] + other_segment)
    settle_completed(state)


def settle_completed(state: State) -> None:
    """R-SETUP-04: features that are complete before the first turn count as scored."""
    for node in range(state.nodes):
        if state.root[node] == node and state.open_ends[node] == 0 and state.rules.completes[state.kind_of(node)]:
            settle(state, node, DONE)
    state.touched = vec[i64]()


def begin_turn(state: State, player: i64) -> None:
    """Begin the player's turn after a position was laid by hand: complete features count as scored."""
    settle_completed(state)
    state.player = player
    state.step = state.rules.turn_start - 1
    state.advance()
