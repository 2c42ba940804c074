"""The oracle's city: what lies on the table and in front of the seats, and what it is worth.

Flood fill finds features and the outside, each time anew. The numbers in the comments are those of the `spec.md` of
the box.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Mapping, Sequence
from collections.abc import Set as AbstractSet

from aude.engine.tiles import SIDES, Tile
from oracle.land import OPPOSITE, STEPS, Cell, Laid, Node, across, distinct_rotations, turned

Side = tuple[Cell, str]
"""A side of the tile in a cell."""
Nodes = frozenset[Node]
"""A whole road, market or residential area."""

PIECES = 70
SCORED = ("road", "market")  # in the course of the game: CITY-27
GOODS = ("goods:fish", "goods:grain", "goods:livestock")
# The grid points where a side begins and ends, seen from the cell's north-west corner: the tile is at the right hand.
POINTS = {"N": ((0, 0), (1, 0)), "E": ((1, 0), (1, 1)), "S": ((1, 1), (0, 1)), "W": ((0, 1), (0, 0))}


def facing(side: Side) -> Cell:
    """The cell before a side."""
    return across(*side)[0]


def outside(cells: set[Cell]) -> set[Cell]:
    """The empty cells around that are connected with far away through their sides."""
    west, east = min(x for x, _ in cells) - 1, max(x for x, _ in cells) + 1
    north, south = min(y for _, y in cells) - 1, max(y for _, y in cells) + 1
    found = {(west, north)}
    waiting = [(west, north)]
    while waiting:
        x, y = waiting.pop()
        for dx, dy in STEPS.values():
            cell = (x + dx, y + dy)
            inside_frame = west <= cell[0] <= east and north <= cell[1] <= south
            if inside_frame and cell not in cells and cell not in found:
                found.add(cell)
                waiting.append(cell)
    return found


def outline(cells: set[Cell]) -> set[Side]:
    """R-CITY-05: where gate and walls may stand at all."""
    free = outside(cells)
    return {(cell, side) for cell in cells for side in SIDES if facing((cell, side)) in free}


def point(side: Side, which: int) -> Cell:
    """A grid point where a side begins (0) or ends (1)."""
    (x, y), name = side
    dx, dy = POINTS[name][which]
    return x + dx, y + dy


def next_side(sides: set[Side], here: Side, way: int) -> Side:
    """R-CITY-05: the side of the outline behind this one (way 1) or before it (way 0).

    They share a grid point; if the outline touches itself there, they also look at the same empty cell.
    """
    found = [side for side in sides if point(side, 1 - way) == point(here, way)]
    if len(found) > 1:
        found = [side for side in found if facing(side) == facing(here)]
    [side] = found
    return side


class CityLand:
    """Tiles, followers, the wall with its guards and towers, and points."""

    def __init__(
        self, tiles: Sequence[tuple[Tile, int]], names: Sequence[str], options: Mapping[str, str], followers: int = 7
    ) -> None:
        self.tiles = {tile.id: tile for tile, _ in tiles}
        self.stack = Counter({tile.id: count for tile, count in tiles})
        self.all_tiles = self.stack.total()
        self.names = names
        self.options = options
        self.seats = range(len(names))
        self.table: dict[Cell, Laid] = {}
        self.standing: dict[Node, int] = {}  # whose follower is on a segment
        self.ends: list[list[Side]] = [[], []]  # the wall from the gate on, against the walk along the outline, and on
        self.gate: Side | None = None
        self.towers: dict[Side, int] = {}  # at which pieces, and whose
        self.guards: dict[Side, int] = {}
        self.in_thought: set[Side] = set()  # CITY-49: closed without a piece
        self.supply = [followers for _ in names]  # CITY-01
        self.resting = [0 for _ in names]  # CITY-25
        self.towers_left = [12 // len(names) for _ in names]  # CITY-02
        self.scores = [0 for _ in names]
        self.player = 0
        self.newest: Cell = (0, 0)
        self.over = False
        self.found: dict[Node, Nodes] = {}  # the features, until a tile is laid

    # Features

    def nodes(self, cell: Cell) -> list[Node]:
        return [(*cell, index) for index in range(len(self.table[cell].tile.segments))]

    def kind(self, node: Node) -> str:
        return self.table[node[:2]].tile.segments[node[2]].kind

    def ports(self, node: Node) -> frozenset[str]:
        tile, turns = self.table[node[:2]]
        return turned(tile.segments[node[2]].ports, turns)

    def neighbours(self, node: Node) -> list[Node]:
        """What a segment is continued by: the same kind, at the other side of an edge (R-CITY-21)."""
        there = [across(node[:2], port) for port in self.ports(node)]
        return [
            other
            for cell, port in there
            if cell in self.table
            for other in self.nodes(cell)
            if port in self.ports(other) and self.kind(other) == self.kind(node)
        ]

    def feature(self, node: Node) -> Nodes:
        if node not in self.found:
            reached = {node}
            waiting = [node]
            while waiting:
                for other in self.neighbours(waiting.pop()):
                    if other not in reached:
                        reached.add(other)
                        waiting.append(other)
            self.found |= dict.fromkeys(reached, frozenset(reached))
        return self.found[node]

    def features(self, *kinds: str) -> set[Nodes]:
        nodes = [node for cell in self.table for node in self.nodes(cell)]
        return {self.feature(node) for node in nodes if self.kind(node) in kinds}

    def complete(self, more: AbstractSet[Side] = frozenset()) -> set[Nodes]:
        """CITY-19, CITY-21: roads and markets without a side at an empty cell, but where a wall stands, or `more`."""
        closed = self.walled() | self.in_thought | more
        return {
            nodes
            for nodes in self.features(*SCORED)
            if all(
                across(node[:2], port)[0] in self.table or (node[:2], port) in closed
                for node in nodes
                for port in self.ports(node)
            )
        }

    def followers(self, nodes: Nodes) -> Counter[int]:
        return Counter(seat for node, seat in self.standing.items() if node in nodes)

    # Laying tiles

    def side_kind(self, tile: Tile, turns: int, side: str) -> str:
        """What crosses the middle of a side, else what covers it."""
        shown = {port: segment.kind for segment in tile.segments for port in turned(segment.ports, turns)}
        return shown.get(side) or shown[side + "L"]

    def matches(self, tile: Tile, cell: Cell, turns: int) -> bool:
        """CITY-08: road to road, and everything else to everything else."""
        for side in SIDES:
            there, back = across(cell, side)
            if there in self.table:
                ours = self.side_kind(tile, turns, side) == "road"
                theirs = self.side_kind(*self.table[there], back) == "road"
                if ours != theirs:
                    return False
        return True

    def cells_to_lay(self) -> set[Cell]:
        """CITY-05, CITY-07, CITY-34, R-CITY-07, R-CITY-28."""
        if not self.table:
            return {(0, 0)}
        free = {across(cell, side)[0] for cell in self.table for side in SIDES} - set(self.table)
        free -= {facing(side) for side in self.walled()}
        return {cell for cell in free if not self.gate or self.walled() <= outline({*self.table, cell})}

    def placements(self, name: str) -> dict[str, tuple[Cell, int]]:
        tile = self.tiles[name]
        return {
            f"place {cell[0]},{cell[1]} turn {90 * turns}": (cell, turns)
            for cell in self.cells_to_lay()
            for turns in distinct_rotations(tile)
            if self.matches(tile, cell, turns)
        }

    def lay(self, name: str, cell: Cell, turns: int) -> None:
        self.table[cell] = Laid(self.tiles[name], turns)
        self.newest = cell
        self.found = {}

    # The wall

    def walled(self) -> set[Side]:
        return {*self.ends[0], *self.ends[1], self.gate} if self.gate else set()

    def pieces(self) -> int:
        return len(self.ends[0]) + len(self.ends[1])

    def outline(self) -> set[Side]:
        return outline(set(self.table))

    def gap(self) -> int:
        """R-CITY-16."""
        return len(self.outline() - self.walled())

    def end(self, way: int) -> Side:
        assert self.gate
        return [self.gate, *self.ends[way]][-1]

    def row(self, side: Side) -> list[Cell]:
        """CITY-54, CITY-55, R-CITY-23."""
        found = [side[0]]
        while (cell := across(found[-1], OPPOSITE[side[1]])[0]) in self.table:
            found.append(cell)
        return found

    def is_opposed(self, side: Side) -> bool:
        """CITY-38, R-CITY-24."""
        return (self.row(side)[-1], OPPOSITE[side[1]]) in self.guards

    def tower_points(self, way: int) -> int:
        """CITY-40, R-CITY-09 to R-CITY-11: pieces back along the wall to the tower or gate; 0 where none may stand."""
        behind = 0  # pieces since the last tower or the gate
        for side in self.ends[way]:
            behind = 0 if side in self.towers else behind + 1
        if not behind or self.options["city_tower"] == "nearest":
            return behind
        beyond = [number for number, side in enumerate(self.ends[1 - way], 1) if side in self.towers]
        return len(self.ends[way]) + max(beyond, default=0)

    # Points

    def value(self, nodes: Nodes) -> int:
        """CITY-20, CITY-22, CITY-53; each tile counts once (R-CITY-22)."""
        first = min(nodes)
        tiles = len({node[:2] for node in nodes})
        if self.kind(first) == "road":
            return tiles if tiles <= 3 else 2 * tiles
        if self.kind(first) == "market":
            traits = {name for x, y, index in nodes for name in self.table[x, y].tile.segments[index].traits}
            return tiles * len(traits & set(GOODS))
        return 2 * len({self.feature(market) for node in nodes for market in self.markets_at(node)})

    def markets_at(self, node: Node) -> list[Node]:
        """R-CITY-32: the markets beside a part of a residential area, on its tile and across its sides."""
        x, y, index = node
        found = [(x, y, other) for other in self.table[x, y].tile.segments[index].beside]
        for side in {port[0] for port in self.ports(node)}:
            cell, back = across((x, y), side)
            if cell in self.table:
                found += [other for other in self.nodes(cell) if back in self.ports(other)]
        return [other for other in found if self.kind(other) == "market"]

    def winners(self, nodes: Nodes) -> list[int]:
        """CITY-23, CITY-52."""
        standing = self.followers(nodes)
        return [seat for seat in standing if standing[seat] == max(standing.values())]

    def guard_points(self, side: Side) -> int:
        """CITY-54."""
        shown = Counter(symbol for cell in self.row(side) for symbol in self.table[cell].tile.symbols)
        return 2 * shown["public"] + 3 * shown["historic"]

    def if_ended_now(self) -> list[int]:
        """CITY-49 to CITY-54: the wall closed, followers on what is still incomplete gone, patrons and guards."""
        totals = list(self.scores)
        if self.over or not self.table:
            return totals
        for nodes in self.complete(self.outline()) | self.features("residential"):
            for seat in self.winners(nodes):
                totals[seat] += self.value(nodes)
        for side, seat in self.guards.items():
            totals[seat] += self.guard_points(side)
        return totals

    def score(self, nodes: Nodes) -> bool:
        """CITY-23 to CITY-25, R-CITY-04. Whether anybody stood there."""
        for seat in self.winners(nodes):
            self.scores[seat] += self.value(nodes)
        back = self.supply if self.options["city_returned_as_guard"] == "on" else self.resting
        returning = [node for node in self.standing if node in nodes]
        for node in returning:
            back[self.standing.pop(node)] += 1
        return bool(returning)

    def score_new(self, before: set[Nodes]) -> bool:
        """Score what has been completed since then. Whether that is a scoring (R-CITY-02)."""
        new = self.complete() - before
        scored = [self.score(nodes) for nodes in new]
        return any(scored) or (self.options["city_wall_trigger"] == "any" and bool(new))
