"""Rivers in the oracle: which tiles there are, in which order they come, and where the water may run."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable, Mapping

from aude.engine.tiles import SIDES, Tile
from oracle.land import STEPS, Cell, Laid, Land, across, turned

RIVERS = {"river", "river_ii", "anniversary_river"}
Start = list[tuple[str, int, int, int]]
"""Tiles that lie when the game begins: id, x, y, quarter turns."""


def role(tile: Tile) -> str:
    """Spring, fork, lake or river; empty for a tile of the land."""
    return str(tile.more.get("river_role", ""))


def stacks(
    tiles: Iterable[tuple[Tile, int]], boxes: Collection[str], options: Mapping[str, str], start: str
) -> tuple[list[Start], list[Counter[str]]]:
    """The start blocks, and the stacks that are drawn one after the other (RIV-01, RIV-02, RIV-08, RIV-12).

    `start` is the start tile of a game without such blocks; with them it leaves the game (R-SETUP-01).
    """
    left_out = "river" if options.get("river_edition") == "third" else "river_c3"  # R-RIV-15
    known = [(tile, count) for tile, count in tiles if tile.set != left_out]
    if not RIVERS & set(boxes) or "anniversary_river" in boxes:  # R-RIV-14: GQ11's belong to River I and II
        known = [(tile, count) for tile, count in known if not (tile.set == "gq11" and role(tile))]
    printed = [tile for tile, _ in known if "grid" in tile.more]  # whole blocks of tiles; how many copies is the same
    blocks = [grid(printed, name) for name in ("count", "wheel_of_fortune") if name in boxes]  # R-SETUP-02
    land = Counter({tile.id: count for tile, count in known if not role(tile) and tile not in printed})
    if start in land:
        land[start] -= 1
    if not RIVERS & set(boxes):
        return blocks or [[(start, 0, 0, 0)]], [land]
    springs = [tile for tile, _ in known if role(tile) == "spring"]
    by_set = {tile.set: tile for tile in springs}
    if "anniversary_river" in boxes:
        halves = sorted(tile.id for tile in springs)
        first: Start = [(name, x, 0, 0) for x, name in enumerate(halves)]  # R-RIV-16
    else:
        spring = next(by_set[name] for name in ("gq11", "river", "river_c3", "river2") if name in by_set)  # R-RIV-14
        [water] = [segment for segment in spring.segments if segment.kind == "river"]
        [turns] = [turns for turns in range(4) if turned(water.ports, turns) == {"E"}]
        first = [(spring.id, 0, 0, turns)]
    forked = "river_ii" in boxes
    river = {
        wanted: Counter(
            {
                tile.id: count
                for tile, count in known
                if role(tile) == wanted and not (forked and wanted == "lake" and tile.set != "river2")  # R-RIV-05
            }
        )
        for wanted in ("fork", "river", "lake")
    }
    return [*blocks, first], [*river.values(), land]


def grid(tiles: Iterable[Tile], name: str) -> Start:
    """The block of a set, as it is printed, row by row."""
    cells = sorted((tile.more["grid"][1], tile.more["grid"][0], tile.id) for tile in tiles if tile.set == name)
    return [(tile, x, y, 0) for y, x, tile in cells]


class Watered(Land):
    """The land with its river, which is laid before anything else."""

    def __init__(self, tiles: Iterable[Tile], kinds: set[str], *, tunnels: bool, uturn: str, blocking: str) -> None:
        """`uturn` says what is meant by bending twice running (R-RIV-03), `blocking` whether ends may be blocked."""
        super().__init__(tiles, kinds, tunnels=tunnels)
        self.uturn = uturn or "consecutive"
        self.blocking = blocking or "refused"
        self.more_river = 0  # how many river tiles there are still to come
        self.lakes: list[str] = []  # and which of them are lakes

    def water(self, tile_id: str, turns: int) -> set[str]:
        """The sides at which the river leaves a turned tile."""
        return {side for side, kind in self.sides(tile_id, turns).items() if kind == "river"}

    def laid_water(self, cell: Cell) -> set[str]:
        """The same for a tile on the table."""
        return self.water(self.table[cell].tile.id, self.table[cell].turns)

    def river_ends(self) -> list[tuple[Cell, str]]:
        """Every open end: the tile's cell, and the side where the water leaves it into an empty cell."""
        return [
            (cell, side)
            for cell in self.table
            for side in self.laid_water(cell)
            if across(cell, side)[0] not in self.table
        ]

    def may_lie(self, tile_id: str, x: int, y: int, turns: int) -> bool:
        """As always, and for a tile with water what the river allows."""
        if not super().may_lie(tile_id, x, y, turns):
            return False
        water = self.water(tile_id, turns)
        return not water or self._river_may_run(water, (x, y))

    def placements(self, tile_id: str) -> set[tuple[int, int, int]]:
        """Of the places of a river tile those where it blocks the fewest ends (R-RIV-18)."""
        found = super().placements(tile_id)
        if not role(self.tiles[tile_id]) or self.blocking == "allowed":
            return found
        blocked = {place: self._blocked_with(tile_id, place) for place in found}
        return {place for place in found if blocked[place] == min(blocked.values())}

    def _blocked_with(self, tile_id: str, place: tuple[int, int, int]) -> int:
        """Beyond how many ends no lake could be laid as the last tile of the river, if this tile lay here."""
        x, y, turns = place
        table, more = dict(self.table), self.more_river
        self.table[x, y], self.more_river = Laid(self.tiles[tile_id], turns), 0
        ends = [across(*end)[0] for end in self.river_ends()] if self.lakes else []
        blocked = sum(not any(self.fits(lake, *end, k) for lake in self.lakes for k in range(4)) for end in ends)
        self.table, self.more_river = table, more
        return blocked

    def _river_may_run(self, water: set[str], cell: Cell) -> bool:
        meeting = [side for side in water if across(cell, side)[0] in self.table]
        if len(meeting) != 1:
            return False  # R-RIV-10: an open end is continued; RIV-13: and never joined to another
        [source] = meeting
        leaving = water - {source}
        ends = [end for end in self.river_ends() if across(*end)[0] != cell] + [(cell, side) for side in leaving]
        if not ends and self.more_river:
            return False  # R-RIV-11
        beyond = [across(*end)[0] for end in ends]
        if len(set(beyond)) < len(beyond):
            return False  # R-RIV-12
        if self.uturn.startswith("room"):
            own = [end for end in ends if end[0] == cell]
            return all(self._has_room(end, cell) for end in (ends if self.uturn == "room" else own))
        hands = {self._hand(source, side) for side in leaving} - {""}
        return not any(hand == self._hand_before(cell, source) for hand in hands)

    def _has_room(self, end: tuple[Cell, str], new: Cell) -> bool:
        """Whether the two cells beyond an open end and those left and right of both are empty (R-RIV-03)."""
        (x, y), side = end
        dx, dy = STEPS[side]
        cells = [(x + far * dx + wide * dy, y + far * dy + wide * dx) for far in (1, 2) for wide in (-1, 0, 1)]
        return all(cell not in self.table and cell != new for cell in cells)

    def _hand(self, source: str, side: str) -> str:
        """To which hand water that comes in at `source` turns to leave at `side`; empty if it runs straight on."""
        quarter = (SIDES.index(side) - SIDES.index(source)) % 4
        return {1: "left", 2: "", 3: "right"}[quarter]

    def _hand_before(self, cell: Cell, source: str) -> str:
        """The hand of the bend from which water comes to this cell; `strict` looks back past straight tiles."""
        while True:
            cell, side = across(cell, source)
            sources = [
                other for other in self.laid_water(cell) - {side} if self._runs_from(across(cell, other)[0], cell)
            ]
            if not sources:
                return ""  # the spring
            [source] = sources
            hand = self._hand(source, side)
            if hand or self.uturn != "strict":
                return hand

    def _runs_from(self, other: Cell, cell: Cell) -> bool:
        """Whether a cell holds a tile that was laid before that of the other (R-RIV-17)."""
        order = list(self.table)
        return other in self.table and order.index(other) < order.index(cell)
