"""The oracle's land: tiles in cells, and what flood fill finds there. Nobody stands on it yet."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from dataclasses import replace
from functools import cache
from typing import NamedTuple

from aude.engine.tiles import PORTS, SIDES, Segment, Tile

Cell = tuple[int, int]
"""A place on the table: x counts to the east, y to the south."""

Node = tuple[int, int, int]
"""A segment on the table: its cell, then its index in the tile data."""

Border = tuple[str, frozenset[str]]
Look = tuple[
    frozenset[tuple[tuple[str, frozenset[str], frozenset[tuple[str, int]], frozenset[Border]], int]], frozenset[str]
]

STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
# Left and right are seen from the middle of a tile, so across an edge left lies against right.
FACING = {"L": "R", "R": "L", "": ""}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]
SURROUNDED = {"monastery", "garden", "shrine", "abbey"}
"""Kinds that are complete when the eight cells around them hold tiles."""
NEVER_COMPLETE = {"field", "carcassonne"}
"""Kinds in which there is nothing to complete: R-FARM-03, even when enclosed; R-CNT-15."""

MONASTERIES = {"monastery", "abbey"}  # R-AM-16
SHRINES = {"shrine"}


class Feature(NamedTuple):
    """A whole road, city, monastery, field …"""

    kind: str
    nodes: frozenset[Node]
    complete: bool

    @property
    def cells(self) -> set[Cell]:
        """The tiles it lies on: each counts once, however often the feature touches it (R-BASE-03)."""
        return {(x, y) for x, y, _ in self.nodes}


class Laid(NamedTuple):
    """A tile on the table and its clockwise quarter turns."""

    tile: Tile
    turns: int


@cache
def turned(ports: tuple[str, ...], turns: int) -> frozenset[str]:
    """The ports of a segment after turning its tile: a quarter turn is three of the twelve ports on."""
    return frozenset(PORTS[(PORTS.index(port) + 3 * turns) % 12] for port in ports)


def side_kind(tile: Tile, turns: int, side: str) -> str:
    """What decides about matching on this side: what crosses its middle, else what covers its halves (BASE-13).

    An abbey shows nothing, and sides inside a block of start tiles may be blank.
    """
    shown = {port: segment.kind for segment in tile.segments for port in turned(segment.ports, turns)}
    return shown.get(side) or shown.get(side + "L", "")


def look(tile: Tile, turns: int) -> Look:
    """All that can be seen of a turned tile, without the order of its segments; equal looks are the same move."""
    faces = [(segment.kind, turned(segment.ports, turns)) for segment in tile.segments]
    seen = Counter(
        (*face, frozenset(segment.traits.items()), frozenset(faces[index] for index in segment.beside))
        for face, segment in zip(faces, tile.segments, strict=True)
    )
    arrows = [symbol.partition(":")[2] for symbol in tile.symbols]
    points_at = turned(tuple(side for side in arrows if side in STEPS), turns)  # R-ANN-14
    return frozenset(seen.items()), points_at


def with_exits(tile: Tile) -> Tile:
    """The tile with two tunnel exits instead of each printed underpass (TUN-06, R-TUN-04, R-TUN-16)."""
    segments = list(tile.segments)
    for index, road in enumerate(tile.segments):
        if "tunnel:underpass" in road.traits:
            traits = {name: count for name, count in road.traits.items() if name != "tunnel:underpass"}
            here, there = (replace(road, ports=(port,), traits=traits | {"tunnel:end": 1}) for port in road.ports)
            segments[index] = here
            segments.append(there)
    return replace(tile, segments=tuple(segments))


def without_shrine(tile: Tile) -> Tile:
    """The tile with a monastery instead of its shrine (R-SH-20)."""
    kinds = ["monastery" if segment.kind == "shrine" else segment.kind for segment in tile.segments]
    return replace(
        tile, segments=tuple(replace(one, kind=kind) for one, kind in zip(tile.segments, kinds, strict=True))
    )


def with_segment(tile: Tile, turns: int, segment: Segment) -> Tile:
    """A tile with one more segment over it; the ports of the segment are those of the turned tile."""
    ports = tuple(sorted(turned(segment.ports, -turns)))
    name = ".".join((f"{tile.id}+{segment.kind}", *ports))
    return replace(tile, id=name, segments=(*tile.segments, replace(segment, ports=ports)))


def distinct_rotations(tile: Tile) -> list[int]:
    """The quarter turns that do not look like a smaller one."""
    return [turns for turns in range(4) if all(look(tile, turns) != look(tile, less) for less in range(turns))]


def across(cell: Cell, port: str) -> tuple[Cell, str]:
    """The cell and the port lying against this one."""
    side, half = port[0], port[1:]
    dx, dy = STEPS[side]
    return (cell[0] + dx, cell[1] + dy), OPPOSITE[side] + FACING[half]


def around(cell: Cell) -> list[Cell]:
    """The eight cells around a cell."""
    return [(cell[0] + dx, cell[1] + dy) for dx, dy in AROUND]


class Land:
    """Which tile lies in which cell; tunnels, the one thing that joins features without touching, are told to it."""

    def __init__(self, tiles: Iterable[Tile], kinds: set[str], *, tunnels: bool) -> None:
        """An empty table; of the tiles only the facts are used, and `kinds` are those that are features here."""
        self.tiles = {tile.id: tile for tile in tiles}
        self.kinds = kinds
        self.tunnels = tunnels
        self.table: dict[Cell, Laid] = {}
        self.newest: Cell | None = None  # the cell of the tile laid last; None for tiles laid at the start
        self.tunnel_pairs: list[tuple[Node, Node]] = []
        # Worked out when first asked for, and forgotten wherever a tile is laid, or when there is a new tunnel.
        self._features: dict[Node, Feature] = {}
        self._all: list[Feature] = []
        self._borders: dict[Feature, set[Node]] = {}  # of fields: what lies beside them
        self._neighbours: dict[Node, list[Node]] = {}
        # Kept up to date.
        self._open: dict[Cell, dict[str, str]] = {}
        # Facts of tiles, which never change.
        self._sides: dict[tuple[str, int], dict[str, str]] = {}
        self._distinct: dict[str, list[int]] = {}
        self._indices: dict[str, list[int]] = {}

    # Laying tiles

    def sides(self, tile_id: str, turns: int) -> dict[str, str]:
        """What each side of a turned tile shows."""
        if (tile_id, turns) not in self._sides:
            self._sides[tile_id, turns] = {side: side_kind(self.tiles[tile_id], turns, side) for side in SIDES}
        return self._sides[tile_id, turns]

    def fits(self, tile_id: str, x: int, y: int, turns: int) -> bool:
        """Whether the cell is free, touches a tile, and matches on every touching side (BASE-12, BASE-13)."""
        if (x, y) in self.table:
            return False
        shown = self.shown_around((x, y))
        sides = self.sides(tile_id, turns)
        matches = all(sides[side] == kind for side, kind in shown.items())
        return bool(shown) and matches and self.may_lie(tile_id, x, y, turns)

    def shown_around(self, cell: Cell) -> dict[str, str]:
        """What the tiles around a cell show there, by the sides of the cell."""
        found = {}
        for side in SIDES:
            beside, facing = across(cell, side)
            if beside in self.table:
                tile, turns = self.table[beside]
                found[side] = self.sides(tile.id, turns)[facing]
        return found

    def may_lie(self, tile_id: str, x: int, y: int, turns: int) -> bool:
        """Whether a tile that matches all around may lie there; boxes add to it."""
        return not self.too_many_opponents(self.tiles[tile_id], (x, y))

    def too_many_opponents(self, tile: Tile, cell: Cell) -> bool:
        """SH-06, R-SH-02: no shrine may get two monasteries as neighbours, nor a monastery two shrines."""
        if not any(segment.kind in MONASTERIES | SHRINES for segment in tile.segments):
            return False
        for mine, theirs in ((MONASTERIES, SHRINES), (SHRINES, MONASTERIES)):
            if any(segment.kind in mine for segment in tile.segments):
                beside = [near for near in around(cell) if self.shows(near, theirs)]
                if len(beside) > 1:
                    return True
                if any(self.shows(further, mine) for near in beside for further in around(near)):
                    return True
        return False

    def shows(self, cell: Cell, kinds: set[str]) -> bool:
        """Whether the tile in this cell, if there is one, has a segment of these kinds that is a feature here."""
        return cell in self.table and any(self.segment(node).kind in kinds for node in self.nodes(cell))

    def placements(self, tile_id: str) -> set[tuple[int, int, int]]:
        """Every legal (x, y, turns); of turns that look the same only the smallest."""
        rotations = [(turns, self.sides(tile_id, turns)) for turns in self.distinct_rotations(tile_id)]
        return {
            (x, y, turns)
            for (x, y), shown in self.open_cells().items()
            for turns, sides in rotations
            if all(sides[side] == kind for side, kind in shown.items()) and self.may_lie(tile_id, x, y, turns)
        }

    def open_cells(self) -> dict[Cell, dict[str, str]]:
        """The empty cells beside tiles, and what their neighbours show there, by the sides of the cell."""
        return self._open

    def distinct_rotations(self, tile_id: str) -> list[int]:
        """The quarter turns of a tile that do not look like a smaller one."""
        if tile_id not in self._distinct:
            self._distinct[tile_id] = distinct_rotations(self.tiles[tile_id])
        return self._distinct[tile_id]

    def lay(self, tile_id: str, x: int, y: int, turns: int) -> None:
        """Lay a tile. The first one is the start tile: set-up and nobody's turn, so it takes no meeple (BASE-04)."""
        assert turns in range(4), f"{turns} is no number of quarter turns"
        is_start = not self.table
        assert is_start or self.fits(tile_id, x, y, turns), f"{tile_id} does not fit at {x}, {y} turned {turns}"
        self.put(tile_id, x, y, turns)
        self.newest = None if is_start else (x, y)

    def put(self, tile_id: str, x: int, y: int, turns: int) -> None:
        """Lay a tile as it is said, without a look at the rules: one of those that lie before the game."""
        self.table[x, y] = Laid(self.tiles[tile_id], turns)
        self._all, self._borders = [], {}
        self._open.pop((x, y), None)
        beside = [across((x, y), side)[0] for side in SIDES]
        self._open |= {cell: self.shown_around(cell) for cell in beside if cell not in self.table}
        # A feature with no segment on this tile or around it has neither grown nor been completed.
        for cell in [(x, y), *around((x, y))]:
            for node in self.nodes(cell) if cell in self.table else ():
                self._neighbours.pop(node, None)
                if node in self._features:
                    for other in self._features[node].nodes:
                        del self._features[other]

    def lay_over(self, cell: Cell, segment: Segment) -> Node:
        """Lay one more segment over a tile, which is another tile from then on."""
        tile, turns = self.table[cell]
        more = with_segment(tile, turns, segment)
        self.tiles[more.id] = more
        self.put(more.id, *cell, turns)
        return *cell, len(tile.segments)

    def join(self, one: Node, other: Node) -> None:
        """Let a road run on below ground, from one tunnel exit to the other (TUN-03)."""
        self.tunnel_pairs.append((one, other))
        self._features, self._all, self._borders, self._neighbours = {}, [], {}, {}

    # Segments

    def segment(self, node: Node) -> Segment:
        """The printed segment at a node."""
        x, y, index = node
        return self.table[x, y].tile.segments[index]

    def ports(self, node: Node) -> frozenset[str]:
        """The ports of a segment as it lies."""
        x, y, _ = node
        return turned(self.segment(node).ports, self.table[x, y].turns)

    def nodes(self, cell: Cell) -> list[Node]:
        """The segments of a laid tile that are features here; without its box a garden is decoration (BASE-02)."""
        tile = self.table[cell].tile
        if tile.id not in self._indices:
            self._indices[tile.id] = [i for i, segment in enumerate(tile.segments) if segment.kind in self.kinds]
        x, y = cell
        return [(x, y, index) for index in self._indices[tile.id]]

    def words(self, node: Node) -> str:
        """A segment in the words of actions: kind, ports, and the cell unless it lies on the newest tile."""
        x, y, _ = node
        segment = self.segment(node)
        words = [segment.kind]
        alike = [other for other in self.nodes((x, y)) if self.segment(other).kind == segment.kind]
        inside = [other for other in alike if not self.ports(other)]
        if self.ports(node):
            words.append(".".join(sorted(self.ports(node), key=PORTS.index)))
        elif len(inside) > 1:
            words.append(str(inside.index(node) + 1))
        if (x, y) != self.newest:
            words += ["at", f"{x},{y}"]
        return " ".join(words)

    # Features

    def neighbours(self, node: Node) -> list[Node]:
        """The segments that this one runs on into, across the edges of its tile or through a tunnel."""
        if node in self._neighbours:
            return self._neighbours[node]
        x, y, _ = node
        found = []
        for port in self.ports(node):
            cell, facing = across((x, y), port)
            if cell in self.table:
                found += [other for other in self.nodes(cell) if facing in self.ports(other)]
        for pair in self.tunnel_pairs:
            if node in pair:
                found += pair
        self._neighbours[node] = found
        return found

    def feature_of(self, node: Node) -> Feature:
        """The whole feature a segment belongs to, by flood fill."""
        if node in self._features:
            return self._features[node]
        reached = {node}
        waiting = [node]
        while waiting:
            for other in self.neighbours(waiting.pop()):
                if other not in reached:
                    reached.add(other)
                    waiting.append(other)
        kind = self.segment(node).kind
        assert {self.segment(other).kind for other in reached} == {kind}, f"{reached} mixes kinds"
        found = Feature(kind, frozenset(reached), self._is_complete(kind, reached))
        self._features |= dict.fromkeys(reached, found)
        return found

    def features(self) -> list[Feature]:
        """All features on the table, fields among them whether farmers are in play or not."""
        if not self._all:
            seen: set[Node] = set()
            for cell in self.table:
                for node in self.nodes(cell):
                    if node not in seen:
                        feature = self.feature_of(node)
                        self._all.append(feature)
                        seen |= feature.nodes
        return self._all

    def _is_complete(self, kind: str, nodes: set[Node]) -> bool:
        """Whether a feature of these segments is complete; boxes add to it."""
        if kind in NEVER_COMPLETE:
            return False
        if kind in SURROUNDED:
            return all(self.tiles_around(node) == 8 for node in nodes)  # BASE-29, ABB-06, SH-02
        if any(self.is_exit(node) and not any(node in pair for pair in self.tunnel_pairs) for node in nodes):
            return False  # R-TUN-02: neither without a token nor with a single one
        # BASE-22, BASE-26: a road or city is complete when none of its open sides looks at an empty cell.
        return all(across((x, y), port)[0] in self.table for x, y, i in nodes for port in self.ports((x, y, i)))

    def tiles_around(self, node: Node) -> int:
        """How many of the eight cells around a segment's tile hold tiles."""
        x, y, _ = node
        return sum(cell in self.table for cell in around((x, y)))

    def is_exit(self, node: Node) -> bool:
        """Whether a road ends here in a tunnel; without the tunnel's box it is just an end."""
        return self.tunnels and "tunnel:end" in self.segment(node).traits

    def touch(self, field: Feature, city: Feature) -> bool:
        """Whether a field borders a city on any tile."""
        if field not in self._borders:
            self._borders[field] = {
                (x, y, other) for x, y, index in field.nodes for other in self.segment((x, y, index)).beside
            }
        return not self._borders[field].isdisjoint(city.nodes)

    def trait(self, feature: Feature, name: str) -> int:
        """How often a trait is printed on a feature."""
        return sum(self.segment(node).traits.get(name, 0) for node in feature.nodes)
