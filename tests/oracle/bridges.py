"""Bridges in the oracle: roads over fields (BCB-01 to BCB-06)."""

from __future__ import annotations

from collections.abc import Callable, Generator
from functools import partial

from aude.engine.tiles import SIDES, Segment
from oracle.land import Cell, Laid, Node, across, with_segment
from oracle.turns import Asking, Deed, Question, Turns, ask

BRIDGES = (Segment("road", ("N", "S")), Segment("road", ("E", "W")))
Bridge = tuple[Cell, Segment]
"""A bridge and the tile that it lies on."""


class Spanned(Turns):
    """The game with bridges."""

    def prepare(self) -> None:
        """Everybody has bridges (SETUP-01), and none lies."""
        super().prepare()
        has_bridges = "bridges" in self.elements
        self.bridges_left = [(3 if len(self.seats) < 5 else 2) if has_bridges else 0 for _ in self.seats]
        self.bridges: dict[Node, int] = {}  # whose they are
        self.built: dict[Cell, Node] = {}  # by the tile that was laid in the same part of the turn

    def steps(self) -> list[tuple[float, Deed]]:
        """Step 6."""
        return [*super().steps(), (6, self._build_a_bridge)]

    def holdings(self, seat: int) -> dict[str, int]:
        """Bridges too."""
        held = {"bridge": self.bridges_left[seat]} if "bridges" in self.elements else {}
        return super().holdings(seat) | held

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """Bridges too."""
        return [*super().pieces(), *((node, seat, "bridge") for node, seat in self.bridges.items())]

    # Where a bridge may lie

    def can_carry(self, cell: Cell, bridge: Segment) -> bool:
        """R-BCB-02: one bridge on a tile; BCB-02: both its ends in field; R-BCB-04: what lies beyond."""
        tile, turns = self.table[cell]
        sides = self.sides(tile.id, turns)
        return not any(node[:2] == cell for node in self.bridges) and all(
            sides[side] == "field" and self.road_may_go_on(cell, side) for side in bridge.ports
        )

    def road_may_go_on(self, cell: Cell, side: str) -> bool:
        """R-BCB-04: whether an empty cell or a road lies beyond."""
        beyond, facing = across(cell, side)
        if beyond not in self.table:
            return True
        tile, turns = self.table[beyond]
        return self.sides(tile.id, turns)[facing] == "road"

    def build(self, cell: Cell, bridge: Segment, newest: Cell) -> None:
        """The player builds a bridge, in the part of the turn in which a tile was laid there."""
        node = self.lay_over(cell, bridge)
        self.bridges[node] = self.player
        self.built[newest] = node
        self.bridges_left[self.player] -= 1

    def _build_a_bridge(self) -> Asking:
        """BCB-01, R-BCB-26: on the new tile or beside it, R-BCB-01: if there was none in this part of the turn."""
        assert self.newest
        if not self.bridges_left[self.player] or self.newest in self.built:
            return
        near = [self.newest, *(across(self.newest, side)[0] for side in SIDES)]
        options = {
            f"bridge {'.'.join(bridge.ports)} at {cell[0]},{cell[1]}": (cell, bridge)
            for cell in near
            for bridge in BRIDGES
            if cell in self.table and self.can_carry(cell, bridge)
        }
        if options:
            answer = yield from ask(self.player, ["pass", *options])
            if answer in options:
                self.build(*options[answer], self.newest)

    # Tiles that fit with a bridge only

    def places(self, tile: str) -> dict[str, Callable[[], None]]:
        """BCB-03: with a bridge a tile may also lie where it does not match."""
        found = super().places(tile)
        distinct = self.distinct_rotations(tile)
        for x, y in self.open_cells() if self.bridges_left[self.player] else ():
            for turns in distinct:
                if not self.fits(tile, x, y, turns):
                    for on, bridge in self.mending(tile, (x, y), turns):
                        deed = partial(self._lay_with, (on, bridge), tile, (x, y), turns)
                        found[f"span {x},{y} turn {90 * turns}"] = deed
        return found

    def mending(self, tile: str, cell: Cell, turns: int) -> list[Bridge]:
        """The bridges with which a tile would match all around."""
        found: list[Bridge] = []
        for bridge in BRIDGES:
            sides = self.sides(tile, turns)
            if all(sides[side] == "field" and self.road_may_go_on(cell, side) for side in bridge.ports):
                spanned = with_segment(self.tiles[tile], turns, bridge)
                self.tiles[spanned.id] = spanned
                if self.fits(spanned.id, *cell, turns):
                    found.append((cell, bridge))
            for side in bridge.ports:
                beside, _ = across(cell, side)
                if beside in self.table and self.can_carry(beside, bridge):
                    before = self.table[beside]
                    spanned = with_segment(before.tile, before.turns, bridge)
                    self.tiles[spanned.id] = spanned
                    self.table[beside] = Laid(spanned, before.turns)
                    if self.fits(tile, *cell, turns):
                        found.append((beside, bridge))
                    self.table[beside] = before
        return found

    def _lay_with(self, bridge: Bridge, tile: str, cell: Cell, turns: int) -> None:
        """R-BCB-03: the bridge is built at once."""
        self.put(tile, *cell, turns)
        self.newest = cell
        self.build(*bridge, cell)

    def may_be_laid(self, tile: str) -> Generator[Question, str, bool]:
        """R-BCB-03: a tile that fits with a bridge only may be thrown away instead."""
        may_throw = bool(self.bridges_left[self.player]) and self.option("bridge_forced") != "must"
        if may_throw and not self.placements(tile):
            answer = yield from ask(self.player, ["build", "discard"])
            if answer == "discard":
                return False
        return (yield from super().may_be_laid(tile))

    # Followers

    def spots(self) -> dict[str, tuple[str, Node]]:
        """BCB-05: on the bridge of this part of the turn, R-BCB-05: wherever it lies."""
        found = super().spots()
        node = self.built.get(self.newest) if self.newest else None
        if node and self.option("bridge_follower") != "new_tile_only" and not self.is_taken(self.feature_of(node)):
            for kind in self.kinds_in_supply(self.player, "road"):
                found[f"deploy {kind} {self.words(node)}"] = kind, node
        return found
