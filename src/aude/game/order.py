"""A fixed order of tiles, for puzzles: implements `order` and `rest` of a set-up.

It is an additional part of the game, after all others, and replaces every step that draws tiles with one that follows
the order. So everything that uses the engine (a table, a bot, perft) draws the same tiles.
"""

from __future__ import annotations

from collections.abc import Sequence

from mypy_extensions import i64

from aude.catalog.errors import about, unreadable
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import Note, Part, Rules
from aude.engine.stack import tiles_in_stack
from aude.engine.start import lay_start
from aude.engine.state import State
from aude.engine.steps import Draw

NOTHING = -1


def check_order(order: Sequence[str], laid: Sequence[str], rules: Rules) -> None:
    """Check that there are enough tiles for the order, besides those laid by hand or by the first player."""
    state = State(rules)
    lay_start(state)
    gone = [*laid, *(tile for block in rules.loose_blocks for tile, *_ in block.tiles)]
    for tile in dict.fromkeys(order):
        left = int(state.bag[rules.table.index[tile]]) - gone.count(tile)
        wanted = order.count(tile)
        if wanted > left:
            raise about("order", unreadable("setup.order_many", wanted=wanted, tile=tile, left=max(left, 0)))


class TileOrder(Part):
    """Tiles come in this order. It applies to each stack separately: the tiles of a river come first in any case."""

    def __init__(self, order: Sequence[str], *, keep: Sequence[str] | None = None) -> None:
        self.order = list(order)
        self.keep = keep  # tiles that a position needs, if tiles that are not in the order are left out of the game
        self.came = 0  # the first of the registers that store which tiles of the order have been drawn
        self.tiles: list[int] = []

    def setup(self, rules: Rules) -> None:
        """Wrap the steps that draw, and remove the tiles that are not to be drawn."""
        self.came = rules.reserve_registers(len(self.order))
        for name, steps in rules.sequences.items():
            rules.sequences[name] = [
                (number, OrderedDraw(self, step) if isinstance(step, Draw) else step) for number, step in steps
            ]
        if self.keep is not None:
            blocks = [tile for block in rules.start_blocks for tile in block.tiles]
            needed = [*self.order, *self.keep, *(tile for tile, *_ in [*rules.start, *blocks])]
            for tile, copies in rules.tiles:
                rules.leave_out(tile.id, max(0, copies - needed.count(tile.id)))

    def finalize(self, rules: Rules) -> None:
        self.tiles = [rules.table.index[tile] for tile in self.order]

    def next_index(self, state: State) -> int:
        """The index of the next tile in the order, or NOTHING if the rest is random.

        Tiles that are not in the stack, because they are in another one or a rule has taken them, are skipped.
        """
        there = set(tiles_in_stack(state))
        for index, tile in enumerate(self.tiles):
            if not state.registers[self.came + index] and tile in there:
                return index
        return NOTHING

    def next_tile(self, state: State) -> int:
        """The next tile, or NOTHING."""
        index = self.next_index(state)
        return self.tiles[index] if index != NOTHING else NOTHING


class OrderedDraw(Draw):
    """A step that draws tiles from the order, and leaves everything else to the original step."""

    def __init__(self, order: TileOrder, step: Draw) -> None:
        self.order = order
        self.step = step
        self.name = step.name
        self.rule = step.rule

    def enter(self, state: State) -> i64:
        return self.step.enter(state)

    def resume(self, state: State) -> i64:
        return self.step.resume(state)

    def legal(self, state: State) -> vec[i64]:
        tile = self.order.next_tile(state)
        return self.step.legal(state) if tile == NOTHING else vec[i64]([i64(tile)])

    def count(self, state: State) -> i64:
        return self.step.count(state) if self.order.next_tile(state) == NOTHING else 1

    def nth(self, state: State, k: i64) -> i64:
        tile = self.order.next_tile(state)
        return self.step.nth(state, k) if tile == NOTHING else i64(tile)

    def sample(self, state: State, random: Random) -> i64:
        tile = self.order.next_tile(state)
        return self.step.sample(state, random) if tile == NOTHING else i64(tile)

    def apply(self, state: State, action: i64) -> i64:
        index = self.order.next_index(state)
        if index != NOTHING and self.order.tiles[index] == action:
            state.registers[self.order.came + index] = 1
        return self.step.apply(state, action)

    def about(self, state: State) -> list[Note]:
        return self.step.about(state)

    def describe(self, state: State, action: i64) -> Choice:
        return self.step.describe(state, action)

    def refuse(self, state: State, choice: Choice) -> None:
        if self.order.next_tile(state) != NOTHING:
            raise Refused(self.rule, "order_fixed")
        self.step.refuse(state, choice)
