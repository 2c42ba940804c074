"""A second, naive model of the base game with farmers, written from the rules alone.

It exists to disagree with the engine. So it shares nothing with it but the printed tile facts, and it
keeps only what lies on the table: which tile in which cell, and which meeple on which segment. Everything
else (features, completeness, borders, values) is worked out anew by flood fill at each question, because a
model without bookkeeping cannot share the engine's bookkeeping mistakes.

The numbers in the comments (BASE-17, R-FARM-02 …) are those of the rule files.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from functools import cache
from typing import NamedTuple

from aude.engine.tiles import PORTS, SIDES, Segment, Tile

Cell = tuple[int, int]
"""A place on the table: x counts to the east, y to the south."""

Node = tuple[int, int, int]
"""A segment on the table: its cell, then its index in the tile data."""

Spot = tuple[int, int, str, frozenset[str]]
"""A place for a meeple: cell, kind and ports as they lie on the table."""

Scoring = tuple[str, int, dict[int, int]]
"""What one feature brought: its kind, its value, and the points of every seat that got any."""

Border = tuple[str, frozenset[str]]
Look = frozenset[tuple[tuple[str, frozenset[str], frozenset[tuple[str, int]], frozenset[Border]], int]]

KINDS = {"road", "city", "monastery", "field"}
STEPS = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
OPPOSITE = {"N": "S", "E": "W", "S": "N", "W": "E"}
# Left and right are seen from the middle of a tile, so across an edge left lies against right.
FACING = {"L": "R", "R": "L", "": ""}
AROUND = [(dx, dy) for dx in (-1, 0, 1) for dy in (-1, 0, 1) if (dx, dy) != (0, 0)]


class Feature(NamedTuple):
    """A whole road, city, monastery or field; `occupants` counts the meeples of each seat."""

    kind: str
    nodes: frozenset[Node]
    complete: bool
    occupants: tuple[int, ...]


class Laid(NamedTuple):
    """A tile on the table and its clockwise quarter turns."""

    tile: Tile
    turns: int


@cache
def turned(ports: tuple[str, ...], turns: int) -> frozenset[str]:
    """The ports of a segment after turning its tile: a quarter turn is three of the twelve ports on."""
    return frozenset(PORTS[(PORTS.index(port) + 3 * turns) % 12] for port in ports)


def side_kind(tile: Tile, turns: int, side: str) -> str:
    """What decides about matching on this side: what crosses its middle, else what covers its halves (BASE-13)."""
    shown = {port: segment.kind for segment in tile.segments for port in turned(segment.ports, turns)}
    return shown[side] if side in shown else shown[side + "L"]


def look(tile: Tile, turns: int) -> Look:
    """All that can be seen of a turned tile, without the order of its segments; equal looks are the same move."""
    faces = [(segment.kind, turned(segment.ports, turns)) for segment in tile.segments]
    seen = Counter(
        (*face, frozenset(segment.traits.items()), frozenset(faces[index] for index in segment.beside))
        for face, segment in zip(faces, tile.segments, strict=True)
    )
    return frozenset(seen.items())


def across(cell: Cell, port: str) -> tuple[Cell, str]:
    """The cell and the port lying against this one."""
    side, half = port[0], port[1:]
    dx, dy = STEPS[side]
    return (cell[0] + dx, cell[1] + dy), OPPOSITE[side] + FACING[half]


def leaders(counts: Iterable[int]) -> list[int]:
    """The seats with the most meeples, all of them in a tie, none where there is no meeple (BASE-30, FARM-10)."""
    held = list(counts)
    return [seat for seat, count in enumerate(held) if count > 0 and count == max(held)]


class Oracle:
    """The table, the supplies and the scores. Whose turn it is and what is drawn is the caller's business."""

    def __init__(
        self,
        tiles: dict[str, Tile],
        seats: int,
        *,
        farmers: bool = True,
        tiny_city: bool = False,
        farm_scoring: str = "per_field",
        meeples: int = 7,
    ) -> None:
        """An empty table; `tiles` are the tile facts by id."""
        if farm_scoring not in ("per_field", "per_city_4"):
            raise ValueError(f"no such farm scoring: {farm_scoring}")
        self.tiles = tiles
        self.farmers = farmers
        self.tiny_city = tiny_city
        self.farm_scoring = farm_scoring
        self.scores = [0] * seats
        self.supply = [meeples] * seats
        self.table: dict[Cell, Laid] = {}
        self.meeples: list[tuple[int, Node]] = []
        # The tile that may still take a meeple: the one just laid, until a meeple is placed or the turn ends.
        self.open_cell: Cell | None = None

    # Laying tiles

    def fits(self, tile_id: str, x: int, y: int, turns: int) -> bool:
        """Whether the cell is free, touches a tile, and matches on every touching side (BASE-12, BASE-13)."""
        if (x, y) in self.table:
            return False
        touching = 0
        for side in SIDES:
            cell, facing = across((x, y), side)
            if cell in self.table:
                touching += 1
                if side_kind(self.tiles[tile_id], turns, side) != side_kind(*self.table[cell], facing):
                    return False
        return touching > 0

    def placements(self, tile_id: str) -> set[tuple[int, int, int]]:
        """Every legal (x, y, turns); of turns that look the same only the smallest."""
        tile = self.tiles[tile_id]
        distinct = [turns for turns in range(4) if all(look(tile, turns) != look(tile, less) for less in range(turns))]
        cells = {across(cell, side)[0] for cell in self.table for side in SIDES}
        return {(x, y, turns) for x, y in cells for turns in distinct if self.fits(tile_id, x, y, turns)}

    def lay(self, tile_id: str, x: int, y: int, turns: int) -> None:
        """Lay a tile. The first one is the start tile: set-up and nobody's turn, so it takes no meeple (BASE-04)."""
        assert turns in range(4), f"{turns} is no number of quarter turns"
        is_start = not self.table
        assert is_start or self.fits(tile_id, x, y, turns), f"{tile_id} does not fit at {x}, {y} turned {turns}"
        self.table[x, y] = Laid(self.tiles[tile_id], turns)
        self.open_cell = None if is_start else (x, y)

    # Features

    def segment(self, node: Node) -> Segment:
        """The printed segment at a node."""
        x, y, index = node
        return self.table[x, y].tile.segments[index]

    def ports(self, node: Node) -> frozenset[str]:
        """The ports of a segment as it lies."""
        x, y, _ = node
        return turned(self.segment(node).ports, self.table[x, y].turns)

    def nodes(self, cell: Cell) -> list[Node]:
        """The segments of a laid tile that are features here; a garden is decoration (BASE-02)."""
        segments = self.table[cell].tile.segments
        return [(*cell, index) for index, segment in enumerate(segments) if segment.kind in KINDS]

    def neighbours(self, node: Node) -> list[Node]:
        """The segments that this one runs on into, across the edges of its tile."""
        x, y, _ = node
        found = []
        for port in self.ports(node):
            cell, facing = across((x, y), port)
            if cell in self.table:
                found += [other for other in self.nodes(cell) if facing in self.ports(other)]
        return found

    def feature_of(self, node: Node) -> Feature:
        """The whole feature a segment belongs to, by flood fill."""
        reached = {node}
        waiting = [node]
        while waiting:
            for other in self.neighbours(waiting.pop()):
                if other not in reached:
                    reached.add(other)
                    waiting.append(other)
        kind = self.segment(node).kind
        assert {self.segment(other).kind for other in reached} == {kind}, f"{reached} mixes kinds"
        occupants = [0] * len(self.scores)
        for seat, place in self.meeples:
            if place in reached:
                occupants[seat] += 1
        return Feature(kind, frozenset(reached), self._is_complete(kind, reached), tuple(occupants))

    def features(self) -> set[Feature]:
        """All features on the table, fields among them whether farmers are in play or not."""
        found: set[Feature] = set()
        seen: set[Node] = set()
        for cell in self.table:
            for node in self.nodes(cell):
                if node not in seen:
                    feature = self.feature_of(node)
                    found.add(feature)
                    seen |= feature.nodes
        return found

    def _is_complete(self, kind: str, nodes: set[Node]) -> bool:
        if kind == "field":
            return False  # R-FARM-03: never, even when enclosed
        if kind == "monastery":
            return all(self._tiles_around(node) == 8 for node in nodes)  # BASE-29
        # BASE-22, BASE-26: a road or city is complete when none of its open sides looks at an empty cell.
        return all(across((x, y), port)[0] in self.table for x, y, i in nodes for port in self.ports((x, y, i)))

    def _tiles_around(self, node: Node) -> int:
        x, y, _ = node
        return sum((x + dx, y + dy) in self.table for dx, dy in AROUND)

    # Meeples

    def spots(self, seat: int) -> set[Spot]:
        """Where this seat may put a meeple: free features of the tile just laid (BASE-15 to BASE-20, FARM-05)."""
        if self.open_cell is None or self.supply[seat] == 0:
            return set()
        return {
            (*self.open_cell, self.segment(node).kind, self.ports(node))
            for node in self.nodes(self.open_cell)
            if self.farmers or self.segment(node).kind != "field"
            if sum(self.feature_of(node).occupants) == 0
        }

    def deploy(self, seat: int, x: int, y: int, kind: str, ports: frozenset[str]) -> None:
        """Put one of this seat's meeples on a legal spot; the tile takes no second one."""
        assert (x, y, kind, ports) in self.spots(seat), f"seat {seat} may not go to {kind} {set(ports)} at {x}, {y}"
        [node] = [node for node in self.nodes((x, y)) if self.segment(node).kind == kind and self.ports(node) == ports]
        self.meeples.append((seat, node))
        self.supply[seat] -= 1
        self.open_cell = None

    def _take_back(self, nodes: frozenset[Node]) -> None:
        for seat, node in self.meeples:
            if node in nodes:
                self.supply[seat] += 1
        self.meeples = [(seat, node) for seat, node in self.meeples if node not in nodes]

    # Scoring

    def finish_turn(self) -> list[Scoring]:
        """Score what the tile laid last completed and give the meeples back (BASE-21, BASE-30, BASE-31).

        Every complete feature with a meeple on it was completed by that tile, for a feature completed earlier was
        emptied then and a meeple only ever goes on the tile just laid. So there is no need to look at what changed.
        """
        self.open_cell = None
        done = [feature for feature in self.features() if feature.complete and sum(feature.occupants) > 0]
        scorings = self._in_order(
            self._score(feature.kind, self._value(feature), feature.occupants) for feature in done
        )
        for feature in done:
            self._take_back(feature.nodes)
        self._add(scorings)
        return scorings

    def finish_game(self) -> list[Scoring]:
        """Final scoring; then every meeple goes home, the farmers too (BASE-36 to BASE-40, FARM-07)."""
        scorings = self._final_scorings()
        self._add(scorings)
        self.open_cell = None
        for feature in self.features():
            self._take_back(feature.nodes)
        return scorings

    def if_ended_now(self) -> list[int]:
        """The scores if the game ended now.

        In the middle of a turn, a feature that is complete but not yet scored counts in full, since the last turn
        is always played out (R-BASE-01).
        """
        totals = list(self.scores)
        for _, _, points in self._final_scorings():
            for seat, gained in points.items():
                totals[seat] += gained
        return totals

    def _final_scorings(self) -> list[Scoring]:
        features = self.features()
        scorings = [
            self._score(feature.kind, self._value(feature), feature.occupants)
            for feature in features
            if feature.kind != "field"
        ]
        fields = [feature for feature in features if feature.kind == "field"]
        cities = [feature for feature in features if feature.kind == "city" and feature.complete]
        if self.farm_scoring == "per_field":
            # FARM-08 to FARM-11: every field by itself, 3 points for each completed city, R-FARM-01: once per field.
            for field in fields:
                bordering = [city for city in cities if self._touch(field, city)]
                scorings.append(self._score("field", 3 * len(bordering), field.occupants))
        else:
            # R-FARM-02: every completed city by itself, 4 points once, to the most farmers in all fields touching it.
            for city in cities:
                touching = [field for field in fields if self._touch(field, city)]
                counts = [sum(field.occupants[seat] for field in touching) for seat in range(len(self.scores))]
                scorings.append(self._score("field", 4, counts))
        return self._in_order(scorings)

    def _touch(self, field: Feature, city: Feature) -> bool:
        """Whether a field borders a city on any tile."""
        beside = {(x, y, other) for x, y, index in field.nodes for other in self.segment((x, y, index)).beside}
        return bool(beside & city.nodes)

    def _value(self, feature: Feature) -> int:
        """What a road, city or monastery is worth as it stands, complete or not."""
        if feature.kind == "monastery":
            [node] = feature.nodes
            return 1 + self._tiles_around(node)  # BASE-29, BASE-39
        tiles = len({(x, y) for x, y, _ in feature.nodes})  # R-BASE-03: a tile counts once
        if feature.kind == "road":
            return tiles  # BASE-23, BASE-37
        pennants = sum(self.segment(node).traits.get("pennant", 0) for node in feature.nodes)
        is_tiny = self.tiny_city and tiles == 2  # R-BASE-04
        return (2 if feature.complete and not is_tiny else 1) * (tiles + pennants)  # BASE-27, BASE-38

    def _score(self, kind: str, value: int, counts: Iterable[int]) -> Scoring:
        return kind, value, dict.fromkeys(leaders(counts), value)

    def _in_order(self, scorings: Iterable[Scoring]) -> list[Scoring]:
        """Those that brought somebody points, in an order that depends on nothing but themselves."""
        fruitful = [scoring for scoring in scorings if any(scoring[2].values())]
        return sorted(fruitful, key=lambda scoring: (scoring[0], scoring[1], sorted(scoring[2].items())))

    def _add(self, scorings: list[Scoring]) -> None:
        for _, _, points in scorings:
            for seat, gained in points.items():
                self.scores[seat] += gained
