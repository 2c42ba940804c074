"""The table as planes: a square of cells around the start tile as one seat sees it, in whole numbers from 0 to 255.

The numbers of a cell are stored together, one for each plane; cells are stored row by row from the north-west.
`Planes.names` says what each plane shows. Every kind of feature, every mark printed on tiles and every kind of token in
the game has its planes, whichever box adds it.
"""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64, u8

from aude.engine.arrays import append, vec
from aude.engine.cells import MIDDLE, SPAN_BITS
from aude.engine.pieces import Display
from aude.engine.rules import SUPPLY, Rules
from aude.engine.scoring import weight_on
from aude.engine.state import State
from aude.engine.tiles import PORTS, Tile, arrow_of

SIDES: Final = ("north", "east", "south", "west")
PLACES: Final[i64] = 13  # of a tile: its ports, and the feature in the middle
MOST: Final[i64] = 255

LAID: Final[i64] = 0
FREE: Final[i64] = 1
NEWEST: Final[i64] = 2
FIRST_SIDE: Final[i64] = 3


@final
class Planes:
    """What is on the table in games with these rules, as planes."""

    def __init__(self, rules: Rules, radius: i64) -> None:
        self.rules = rules
        self.radius: i64 = radius
        self.width: i64 = 2 * radius + 1
        self.area: i64 = self.width * self.width
        table = rules.table
        names = ["tile", "free", "newest"]
        self.kinds: i64 = len(table.kinds)
        for side in SIDES:
            names += [f"{side} {kind}" for kind in table.kinds]
        self.inner: i64 = len(names)
        names += [f"inside {kind}" for kind in table.kinds]
        self.open: i64 = len(names)
        places = [*PORTS, "middle"]
        names += [f"open {place}" for place in places]
        self.mine: i64 = len(names)
        names += [f"mine {place}" for place in places]
        self.theirs: i64 = len(names)
        names += [f"theirs {place}" for place in places]
        self.worth: i64 = len(names)
        names += [f"worth {place}" for place in places]
        self.standing: i64 = len(names)
        names += [f"figures {seat}" for seat in range(rules.seats)]
        self.printed: i64 = len(names)
        marks = sorted({mark for tile in table.tiles for mark in marks_of(tile)})
        names += [f"printed {mark}" for mark in marks]
        self.marks: i64 = len(marks)
        self.tokens: i64 = len(names)
        self.displays: list[Display] = []
        self.token_planes: dict[str, int] = {}
        for display in rules.displays:
            found = display.token_names()
            if found:
                self.displays.append(display)
            for token in found:
                if token not in self.token_planes:
                    self.token_planes[token] = len(names)
                    names.append(f"token {token}")
        self.names: list[str] = names
        self.count: i64 = len(names)
        self.size: i64 = self.count * self.area
        # Of each tile: what is printed on it, and the kinds of its segments that touch no side.
        self._marks = vec[i64]([marks_of(tile).count(mark) for tile in table.tiles for mark in marks])
        inner: list[int] = []
        for tile, kept in zip(table.tiles, table.kept):
            here = [tile.segments[index].kind for index in kept if not tile.segments[index].ports]
            inner += [here.count(kind) for kind in table.kinds]
        self._inner = vec[i64](inner)
        self._strength = vec[i64]()  # by root and seat
        self._mine = vec[i64]()  # by root, as the other two
        self._theirs = vec[i64]()
        self._worth = vec[i64]()

    def fill(self, state: State, seat: i64, out: vec[u8], at: i64) -> None:
        """Write the planes as this seat sees them into `out`, from `at` on.

        `out` must contain zeros there, or the planes of an earlier moment of the same game.
        """
        self._weigh(state, seat)
        radius = self.radius
        for front in range(state.fronts):
            cell = state.front_code[front] >> 2
            column = (cell & ((1 << SPAN_BITS) - 1)) - MIDDLE + radius
            row = (cell >> SPAN_BITS) - MIDDLE + radius
            if 0 <= column < self.width and 0 <= row < self.width:
                out[at + (row * self.width + column) * self.count + FREE] = 1
        for slot in range(state.slots):
            square = self._square(state, slot)
            if square >= 0:
                self._fill_tile(state, slot, out, at + square * self.count)
        self._fill_extra_ports(state, out, at)
        self._fill_figures(state, seat, out, at)
        self._fill_tokens(state, out, at)

    def clear(self, out: vec[u8], at: i64) -> None:
        """Write zeros where planes were."""
        for index in range(at, at + self.size):
            out[index] = 0

    def _square(self, state: State, slot: i64) -> i64:
        """The index of a tile in the square, row by row; -1 if it is outside."""
        cell = state.slot_cell[slot]
        column = (cell & ((1 << SPAN_BITS) - 1)) - MIDDLE + self.radius
        row = (cell >> SPAN_BITS) - MIDDLE + self.radius
        if 0 <= column < self.width and 0 <= row < self.width:
            return row * self.width + column
        return -1

    def _weigh(self, state: State, seat: i64) -> None:
        """Compute the strength of this seat and of the strongest other on each feature, and the feature's value."""
        rules = state.rules
        seats = rules.seats
        nodes = state.nodes
        root = state.root
        self._strength = vec[i64]([0] * (nodes * seats))
        self._mine = vec[i64]([0] * nodes)
        self._theirs = vec[i64]([0] * nodes)
        self._worth = vec[i64]([0] * nodes)
        strength = self._strength
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0:
                feature = root[node]
                weight = weight_on(state, figure, feature)
                strength[feature * seats + rules.figure_seat[figure]] += weight
        for feature in range(nodes):
            if root[feature] != feature:
                continue
            for other in range(seats):
                weight = strength[feature * seats + other]
                if other == seat:
                    self._mine[feature] = weight
                elif weight > self._theirs[feature]:
                    self._theirs[feature] = weight
            if is_open(state, feature):
                kind = state.kind_of(feature)
                self._worth[feature] = rules.scorers[kind].value(state, feature, False, None)

    def _fill_tile(self, state: State, slot: i64, out: vec[u8], at: i64) -> None:
        """Write all planes of one tile, so that nothing is left of an earlier moment."""
        table = state.rules.table
        turned = state.slot_tile[slot]
        tile = turned >> 2
        first = state.slot_first[slot]
        out[at + LAID] = 1
        out[at + FREE] = 0
        out[at + NEWEST] = 1 if slot == state.slots - 1 else 0
        for kind in range(self.kinds):
            out[at + self.inner + kind] = u8(self._inner[tile * self.kinds + kind])
        for plane in range(4 * self.kinds):
            out[at + FIRST_SIDE + plane] = 0
        for port in range(PLACES - 1):
            segment = table.ports[turned * 12 + port]
            node: i64 = -1
            if segment >= 0:
                node = first + segment
                kind = table.kind[table.tile_first[tile] + segment]
                out[at + FIRST_SIDE + port // 3 * self.kinds + kind] = 1
            self._fill_place(state, node, port, out, at)
        middle: i64 = -1
        if table.tile_centre[tile] >= 0:
            middle = first + table.tile_centre[tile]
        self._fill_place(state, middle, PLACES - 1, out, at)
        for plane in range(self.standing, self.printed):
            out[at + plane] = 0
        for mark in range(self.marks):
            out[at + self.printed + mark] = u8(self._marks[tile * self.marks + mark])
        for plane in range(self.tokens, self.count):
            out[at + plane] = 0

    def _fill_place(self, state: State, node: i64, place: i64, out: vec[u8], at: i64) -> None:
        """Write the planes about the feature at one place of a tile; `node` is -1 if there is none."""
        at += place
        if node < 0:
            out[at + self.open] = 0
            out[at + self.mine] = 0
            out[at + self.theirs] = 0
            out[at + self.worth] = 0
            return
        feature = state.root[node]
        out[at + self.open] = 1 if is_open(state, feature) else 0
        out[at + self.mine] = u8(min(self._mine[feature], MOST))
        out[at + self.theirs] = u8(min(self._theirs[feature], MOST))
        out[at + self.worth] = u8(max(0, min(self._worth[feature], MOST)))

    def _fill_extra_ports(self, state: State, out: vec[u8], at: i64) -> None:
        """Write the planes for segments that were laid over tiles later and reach their sides."""
        for k in range(0, len(state.extra_ports), 2):
            square = self._square(state, state.extra_ports[k] >> 2)
            if square >= 0:
                side = state.extra_ports[k] & 3
                node = state.extra_ports[k + 1]
                here = at + square * self.count
                out[here + FIRST_SIDE + side * self.kinds + state.kind_of(node)] = 1
                self._fill_place(state, node, 3 * side + 1, out, here)

    def _fill_figures(self, state: State, seat: i64, out: vec[u8], at: i64) -> None:
        """Write how many figures each seat has on each tile, counting seats from the observer."""
        rules = state.rules
        for figure in range(rules.figures):
            where = state.figure_at[figure]
            slot: i64 = -1
            if where >= 0:
                slot = state.node_slot[where]
            elif where < SUPPLY:
                slot = rules.location_part[SUPPLY - 1 - where].location_slot(state, where)
            if slot >= 0:
                square = self._square(state, slot)
                if square >= 0:
                    relative = (rules.figure_seat[figure] - seat + rules.seats) % rules.seats
                    self._add(out, at + square * self.count + self.standing + relative)

    def _fill_tokens(self, state: State, out: vec[u8], at: i64) -> None:
        for display in self.displays:
            for place, _, name in display.tokens_laid(state):
                slot: i64 = -1 - place
                if place >= 0:
                    slot = state.node_slot[place]
                self._add_token(state, slot, name, out, at)
            for beside, _, _, name in display.pieces_at_sides(state):
                self._add_token(state, beside, name, out, at)

    def _add_token(self, state: State, slot: i64, name: str, out: vec[u8], at: i64) -> None:
        square = self._square(state, slot)
        if square >= 0:
            plane: i64 = self.token_planes[name]
            self._add(out, at + square * self.count + plane)

    def _add(self, out: vec[u8], index: i64) -> None:
        if i64(out[index]) < MOST:
            out[index] = u8(i64(out[index]) + 1)


def is_open(state: State, feature: i64) -> bool:
    """Whether a feature may still score: it is not settled, and incomplete or of a kind that is never complete."""
    ends = state.open_ends[feature]
    return ends > 0 or (ends == 0 and not state.rules.completes[state.kind_of(feature)])


def marks_of(tile: Tile) -> list[str]:
    """The marks on a tile, each as often as it is printed; without the side for marks that point at one."""
    found: list[str] = []
    for segment in tile.segments:
        for name, count in segment.traits.items():
            found += [name] * count
    for symbol in tile.symbols:
        found.append(symbol.partition(":")[0] if arrow_of(symbol) >= 0 else symbol)
    return found


def zeros(count: i64) -> vec[u8]:
    """A buffer for planes or masks."""
    made = vec[u8](capacity=count)
    for _ in range(count):
        made = append(made, 0)
    return made
