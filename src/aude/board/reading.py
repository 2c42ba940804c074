"""Reads the arrays of a state. No other module outside the engine and the boxes does this.

Segments are called nodes here and tiles slots, as in `aude.engine.state`; a feature is identified by the lowest number
of its nodes. The state is never changed.
"""

from __future__ import annotations

from functools import cached_property

from mypy_extensions import i64

from aude.board.features import Feature, Gain, OpenEnd, Value, Weight
from aude.board.pieces import Figure, Place, Token
from aude.board.tiles import LaidTile, Segment, turned_tile
from aude.engine.arrays import vec
from aude.engine.counts import holdings_of, scores_of, stacks_of, supply_of, tiles_left
from aude.engine.features import bordering
from aude.engine.figures import claimed
from aude.engine.pieces import Display
from aude.engine.placing import placements, rotations_that_fit
from aude.engine.rules import ASKED, SUPPLY, Line, Note, Rules
from aude.engine.scoring import MAX_WEIGHT, award, leaders, strength, strengths
from aude.engine.signatures import Signatures, feature_ids, laid_over
from aude.engine.spots import xy_of_code
from aude.engine.stack import take_from_stack
from aude.engine.state import DONE, State
from aude.engine.supplies import is_supplier
from aude.engine.tiles import SIDES
from aude.game.values import Cell, Points, ScoreLine, Spot

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}  # to the cell on each side


def _displays(rules: Rules) -> list[Display]:
    """The displays of parts that have something on the table or in players' hands besides tiles and figures."""
    return rules.displays


class Reader:
    """Reads one state on demand. The state must not change meanwhile."""

    def __init__(self, state: State) -> None:
        self.state = state
        self.rules = state.rules
        self.seats = tuple(state.rules.seat_names)
        self._tiles: dict[int, LaidTile] = {}
        self._spots: dict[int, Spot] = {}

    # -- tiles --------------------------------------------------------------------------------------------------------
    @cached_property
    def tiles(self) -> tuple[LaidTile, ...]:
        """Every tile, by its slot."""
        return tuple(self.tile(slot) for slot in range(int(self.state.slots)))

    def tile(self, slot: int) -> LaidTile:
        """The tile in a slot."""
        if slot not in self._tiles:
            self._tiles[slot] = self._tile(slot)
        return self._tiles[slot]

    def cell_of(self, slot: int) -> Cell:
        cell = self.state.slot_cell[slot]
        return int(self.state.x_of(cell)), int(self.state.y_of(cell))

    @cached_property
    def _laid_over(self) -> dict[int, list[int]]:
        """By slot: the nodes of segments that were laid over the tile later."""
        found: dict[int, list[int]] = {}
        for node in laid_over(self.state):
            found.setdefault(int(self.state.node_slot[node]), []).append(node)
        return found

    def nodes_on(self, slot: int) -> list[int]:
        """The nodes of a tile, in the order of its segments."""
        first = int(self.state.slot_first[slot])
        count = int(self.rules.table.tile_segments[self.state.slot_tile[slot] >> 2])
        return [*range(first, first + count), *self._laid_over.get(slot, [])]

    def _tile(self, slot: int) -> LaidTile:
        table, number = self.rules.table, int(self.state.slot_tile[slot])
        over = [Segment(self.kind_of(node), self._added_sides(node)) for node in self._laid_over.get(slot, [])]
        return turned_tile(table.tiles[number >> 2], number % 4 * 90, self.cell_of(slot), table.kept[number >> 2], over)

    def _added_sides(self, node: int) -> tuple[str, ...]:
        ports = self.state.extra_ports
        return tuple(SIDES[int(key) % 4] for key, other in zip(ports[::2], ports[1::2], strict=True) if other == node)

    @cached_property
    def start_tiles(self) -> int:
        """How many tiles lie before the first turn."""
        return len(self.rules.start) + sum(len(block.tiles) for block in self.rules.loose_blocks)

    # -- spots --------------------------------------------------------------------------------------------------------
    def spot(self, node: int) -> Spot:
        """The spot of a node."""
        if node not in self._spots:
            slot = int(self.state.node_slot[node])
            self._spots.update(zip(self.nodes_on(slot), self.tile(slot).spots, strict=True))
        return self._spots[node]

    @cached_property
    def spots(self) -> tuple[Spot, ...]:
        """Every spot, by its node."""
        return tuple(self.spot(node) for node in range(int(self.state.nodes)))

    @cached_property
    def _nodes(self) -> dict[Spot, int]:
        return {spot: node for node, spot in enumerate(self.spots)}

    def kind_of(self, node: int) -> str:
        return self.rules.kinds[int(self.state.kind_of(node))].name

    def id_at(self, spot: Spot) -> int | None:
        """The id of the feature at a spot."""
        node = self._nodes.get(spot)
        return None if node is None else self.id_of(node)

    # -- figures and tokens -------------------------------------------------------------------------------------------
    @cached_property
    def figures(self) -> tuple[Figure, ...]:
        """Every figure outside the supply, in a stable order."""
        places = (int(place) for place in self.state.figure_at)
        return tuple(self._figure(figure, place) for figure, place in enumerate(places) if place != SUPPLY)

    def _figure(self, figure: int, place: int) -> Figure:
        rules = self.rules
        seat, kind = int(rules.figure_seat[figure]), int(rules.figure_kind[figure])
        number = figure - int(rules.figure_first[kind * len(self.seats) + seat]) + 1
        owner, name = self.seats[seat], rules.figure_kinds[kind].name
        if place >= 0:
            feature = self.id_of(place)
            return Figure(owner, name, number, self.spot(place), feature, self._weight(figure, feature))
        root = int(claimed(self.state, place))
        return Figure(owner, name, number, self._place(place), self.id_of(root) if root >= 0 else None, 0)

    def _place(self, location: int) -> Place:
        """A place that a part has reserved for figures."""
        state, rules = self.state, self.rules
        slot = int(rules.location_part[SUPPLY - 1 - location].location_slot(state, location))
        cell = self.cell_of(slot) if slot >= 0 else None
        for display in _displays(rules):
            found = display.location(state, location)
            if found is not None:
                name, number, seat = found
                return Place(name, cell, number, self.seat(seat))
        return Place("", cell, 0)

    def _weight(self, figure: int, feature: int) -> int:
        """The weight of a figure, as added up by `strengths`."""
        weight = int(self.rules.weight[self.rules.figure_kind[figure]])
        if weight == ASKED:
            root = self.root_of(feature)
            asked = (int(part.figure_weight(self.state, figure, root)) for part in self.rules.figure_weight)
            weight = max(0, *asked)
        return min(weight, MAX_WEIGHT)

    @cached_property
    def tokens(self) -> tuple[Token, ...]:
        """What lies on tiles, and what stands at their sides."""
        found = []
        for display in _displays(self.rules):
            for node, seat, name in display.tokens_laid(self.state):
                spot = self.spot(node) if node >= 0 else None
                found.append(Token(name, self.seat(seat), spot.cell if spot else self.cell_of(-1 - node), spot))
        for display in _displays(self.rules):
            for slot, side, seat, name in display.pieces_at_sides(self.state):
                found.append(Token(name, self.seat(seat), self.cell_of(slot), side=SIDES[side]))
        return tuple(found)

    def seat(self, number: int) -> str | None:
        """The name of a seat; None for nobody's number."""
        return self.seats[number] if number >= 0 else None

    # -- features -----------------------------------------------------------------------------------------------------
    @cached_property
    def signatures(self) -> Signatures:
        """A number for each tile and feature, which stays the same as long as its description does."""
        return Signatures(self.state)

    @cached_property
    def _ids(self) -> vec[i64]:
        """By node: the lowest node of its feature."""
        return feature_ids(self.state)

    @cached_property
    def ids(self) -> dict[int, None]:
        """Every feature, in the order of their first segments."""
        return dict.fromkeys(map(int, self._ids))

    def id_of(self, node: int) -> int:
        return int(self._ids[node])

    def root_of(self, feature: int) -> int:
        return int(self.state.root[feature])

    def _members(self, feature: int) -> list[int]:
        """The nodes of a feature, in the order in which they were laid."""
        state, node, found = self.state, feature, []
        while True:
            found.append(node)
            node = int(state.next_node[node])
            if node == feature:
                return sorted(found)

    def feature(self, feature: int) -> Feature:
        state, root, members = self.state, self.root_of(feature), self._members(feature)
        kind, left = self.rules.kinds[int(state.kind_of(feature))], int(state.open_ends[root])
        ends = tuple(end for node in members for end in self._open_ends(node)) if left > 0 else ()
        figures = self._figures_by_feature.get(feature, [])
        return Feature(
            feature,
            kind.name,
            tuple(self.spot(node) for node in members),
            ends,
            max(left, 0) - len(ends),
            kind.completes,
            kind.completes and state.is_complete(root),
            left < 0,
            left < DONE,
            tuple(sorted(figures, key=lambda figure: figure.spot is None)),
            self,
        )

    @cached_property
    def _figures_by_feature(self) -> dict[int, list[Figure]]:
        found: dict[int, list[Figure]] = {}
        for figure in self.figures:
            if figure.feature is not None:
                found.setdefault(figure.feature, []).append(figure)
        return found

    def _open_ends(self, node: int) -> list[OpenEnd]:
        """The ends of a node that face an empty cell."""
        spot = self.spot(node)
        x, y = spot.cell
        if self.rules.kinds[int(self.state.kind_of(node))].surrounded:
            around = [(x + dx, y + dy) for dy in (-1, 0, 1) for dx in (-1, 0, 1)]
            return [OpenEnd(spot, None, cell) for cell in around if self.state.board_at(*cell) <= 0]
        found = []
        for port in spot.sides:
            dx, dy = STEPS.get(port[0], (0, 0))
            front = -int(self.state.board_at(x + dx, y + dy)) - 1
            if (dx or dy) and front >= 0 and not self._is_barred(front, SIDES.index(port[0]) ^ 2):
                found.append(OpenEnd(spot, port, (x + dx, y + dy)))
        return found

    def _is_barred(self, front: int, side: int) -> bool:
        """Whether something stands between an empty cell and its neighbour on a side."""
        table = self.rules.table
        if not table.barrier:
            return False
        weight = table.side_weight
        return bool(self.state.front_sides[front] // weight[side] % weight[1] == table.barrier)

    def weights(self, feature: int) -> tuple[Weight, ...]:
        packed = strengths(self.state, self.root_of(feature))
        here = {figure.seat for figure in self._figures_by_feature.get(feature, []) if figure.spot is not None}
        numbered = enumerate(self.seats)
        return tuple(Weight(seat, int(strength(packed, number))) for number, seat in numbered if seat in here)

    def owners(self, feature: int) -> tuple[str, ...]:
        ahead = int(leaders(self.state, strengths(self.state, self.root_of(feature))))
        return tuple(seat for number, seat in enumerate(self.seats) if ahead >> number & 1)

    def value(self, feature: int, complete: bool) -> Value:
        scorer = self.rules.scorers[self.state.kind_of(feature)]
        lines: list[Line] = []
        points = int(scorer.value(self.state, self.root_of(feature), complete, lines))
        return Value(points, _score_lines(lines))

    def gains(self, feature: int, complete: bool) -> tuple[Gain, ...]:
        notes: list[Note] = []
        award(self.state, self.root_of(feature), complete, self.state.scores[:], notes)
        return tuple(self._gain(note) for note in notes)

    def _gain(self, note: Note) -> Gain:
        seat, points, node, _ = note.facts
        return Gain(points, _score_lines(note.lines), self.seats[seat], self.spot(node))

    def is_due(self, feature: int) -> bool:
        return bool(self.rules.scorers[self.state.kind_of(feature)].is_due(self.state, self.root_of(feature)))

    def beside(self, feature: int) -> tuple[int, ...]:
        return tuple(self.id_of(int(other)) for other in bordering(self.state, self.root_of(feature)))

    def feeds(self, feature: int) -> bool | None:
        if not self.rules.supplies[self.state.kind_of(feature)]:
            return None
        return bool(is_supplier(self.state, self.root_of(feature)))

    # -- what is left, and where it fits ------------------------------------------------------------------------------
    def supply(self) -> dict[str, dict[str, int]]:
        kinds = [kind.name for kind in self.rules.figure_kinds]
        return {
            seat: dict(zip(kinds, supply_of(self.state, number), strict=True)) for number, seat in enumerate(self.seats)
        }

    def holdings(self) -> dict[str, dict[str, int]]:
        return {seat: dict(holdings_of(self.state, number)) for number, seat in enumerate(self.seats)}

    def scores(self) -> dict[str, int]:
        return Points(zip(self.seats, scores_of(self.state), strict=True))

    def tiles_left(self) -> dict[str, int]:
        tiles = self.rules.table.tiles
        return {tiles[number].id: count for number, count in enumerate(tiles_left(self.state)) if count}

    def stacks(self) -> tuple[int, ...]:
        return tuple(stacks_of(self.state))

    def empty_cells(self) -> tuple[Cell, ...]:
        return tuple(_cell(int(self.state.front_code[front])) for front in range(int(self.state.fronts)))

    def fits(self, tile: int) -> tuple[tuple[Cell, int], ...]:
        """Where the player could lay a tile if it were drawn now: cells and rotations in degrees."""
        drawn = self.state.copy()  # rules of boxes may depend on the tile in hand and on what is left
        if tile != drawn.tile and drawn.bag[tile]:
            take_from_stack(drawn, tile)
        drawn.tile = tile
        return tuple((_cell(int(code)), int(code) % 4 * 90) for code in placements(drawn, tile))

    def rotations(self, tile: int) -> tuple[int, ...]:
        """The rotations in which a tile looks different."""
        equal = self.rules.table.equal_rotation
        return tuple(rotation * 90 for rotation in range(4) if equal[tile * 4 + rotation] == rotation)

    def matches(self, tile: int) -> tuple[tuple[Cell, int], ...]:
        """Where the sides of a tile match those of its neighbours, regardless of other rules."""
        state = self.state
        return tuple(
            (_cell(int(state.front_code[front])), rotation * 90)
            for front in range(int(state.fronts))
            for rotation in range(4)
            if rotations_that_fit(state, tile, front) >> rotation & 1
        )


def _cell(code: int) -> Cell:
    x, y = xy_of_code(code)
    return int(x), int(y)


def _score_lines(lines: list[Line]) -> tuple[ScoreLine, ...]:
    return tuple(ScoreLine(line.label, int(line.count), int(line.points)) for line in lines)
