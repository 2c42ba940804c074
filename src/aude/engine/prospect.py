"""Prospects: what the tile of a possible placement would meet and join, found without laying it."""

from __future__ import annotations

from typing import Final, final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.cells import DELTA, FOUR, THREE
from aude.engine.joining import extra_port
from aude.engine.state import State
from aude.engine.types import Cell, Feature

PORTS: Final = i64(12)  # of a cell: three at each side, clockwise from the north-west corner


@final
class Prospect:
    """The tile in hand at a possible placement. Boxes only read it.

    Masks of ports refer to the cell; segments are numbered within the tile. Only placements in which the tile matches
    by itself are considered.
    """

    def __init__(self, state: State) -> None:
        table = state.rules.table
        self.tile = state.tile
        self.first = table.tile_first[state.tile]  # the index of its first segment in the tables,
        self.segments = table.tile_segments[state.tile]  # and the number of its segments
        self.extra: i64 = 0  # slots over which segments were laid, as a bit for each slot modulo 16
        for k in range(0, len(state.extra_ports), 2):
            self.extra |= i64(1) << (state.extra_ports[k] >> 2 & 15)
        self.cell: Cell = -1
        self.rotation: i64 = 0
        self.beside = vec[i64]([-1] * 4)  # the slot at each side of the cell, or below 0
        self.facing = vec[i64]([-1] * 12)  # the feature beyond each port that is in the mask `met`
        self.met: i64 = 0
        self.occupied: i64 = 0  # the ports beyond which there is an occupied feature
        self.own: i64 = -1  # the ports beyond which followers of the player stand; -1 if not computed yet
        self.own_features = vec[i64]()  # the features in which followers of the player stand, each once,
        self.knows_own = False  # if they have been computed
        self.taken: i64 = 0  # the segments that would become part of an occupied feature
        self.spreads = False  # whether an unoccupied feature of the table would become part of an occupied one

    def look_at(self, state: State, cell: Cell) -> None:
        """Consider another cell. A rotation must be chosen after this."""
        ports = state.rules.table.ports
        root = state.root
        occupants = state.occupants
        beside = self.beside
        facing = self.facing
        extra = self.extra
        met: i64 = 0
        occupied: i64 = 0
        for side in range(FOUR):
            slot = state.board[state.index_of(cell + DELTA[side])] - 1
            beside[side] = slot
            if slot < 0:
                continue
            theirs = state.slot_tile[slot] * 12 + (side ^ 2) * 3 + 2
            first = state.slot_first[slot]
            for k in range(THREE):
                node = ports[theirs - k]
                if node >= 0:
                    node += first
                elif k == 1 and extra >> (slot & 15) & 1:
                    node = extra_port(state, slot, side ^ 2)
                if node >= 0:
                    feature = root[node]
                    port = side * 3 + k
                    facing[port] = feature
                    met |= i64(1) << port
                    if occupants[feature]:
                        occupied |= i64(1) << port
        self.cell = cell
        self.met = met
        self.occupied = occupied
        self.own = -1

    def turn(self, state: State, rotation: i64) -> None:
        """Consider a rotation in this cell."""
        self.rotation = rotation
        self.taken = 0
        self.spreads = False
        if not self.occupied:
            return
        segment_ports = state.rules.table.segment_ports
        at = self.first * 4 + rotation * self.segments
        taken: i64 = 0
        reached: i64 = 0
        for segment in range(self.segments):
            ports = segment_ports[at + segment]
            if ports & self.occupied:
                taken |= i64(1) << segment
                reached |= ports
        self.taken = taken
        if reached & self.met & ~self.occupied:
            self.spreads = True
            self.taken = self._segments_at(state, self._joined(state, reached & self.met | self.occupied))

    def own_ports(self, state: State) -> i64:
        """The ports beyond which followers of the player stand, alone or with others."""
        if self.own < 0:
            self.own = 0
            if self.occupied:
                if not self.knows_own:
                    self._find_own(state)
                for port in range(PORTS):
                    if self.occupied >> port & 1 and self.facing[port] in self.own_features:
                        self.own |= i64(1) << port
        return self.own

    def _find_own(self, state: State) -> None:
        rules = state.rules
        for figure in range(rules.figures):
            node = state.figure_at[figure]
            if node >= 0 and rules.figure_seat[figure] == state.player and rules.occupies[rules.figure_kind[figure]]:
                if state.root[node] not in self.own_features:
                    self.own_features = append(self.own_features, state.root[node])
        self.knows_own = True

    def ports_to(self, feature: Feature) -> i64:
        """The ports beyond which there is this feature."""
        mask: i64 = 0
        for port in range(PORTS):
            if self.facing[port] == feature:
                mask |= i64(1) << port
        return mask & self.met

    def ports_of(self, state: State, segment: i64) -> i64:
        """The ports of the cell that a segment of the tile would reach."""
        return state.rules.table.segment_ports[self.first * 4 + self.rotation * self.segments + segment]

    def kind_of(self, state: State, segment: i64) -> i64:
        """The kind of a segment of the tile."""
        return state.rules.table.kind[self.first + segment]

    def joined(self, state: State, segment: i64) -> i64:
        """The ports beyond which there are features that would be joined to a segment of the tile."""
        return self._joined(state, self.ports_of(state, segment) & self.met)

    def _joined(self, state: State, found: i64) -> i64:
        """These ports, and all that are connected with them by the tile or by a feature that it meets twice."""
        before: i64 = -1
        while found != before:
            before = found
            for port in range(PORTS):
                if found >> port & 1:
                    for other in range(PORTS):
                        if self.met >> other & 1 and self.facing[other] == self.facing[port]:
                            found |= i64(1) << other
            for segment in range(self.segments):
                ports = self.ports_of(state, segment)
                if ports & found:
                    found |= ports & self.met
        return found

    def _segments_at(self, state: State, ports: i64) -> i64:
        """The mask of segments of the tile that reach one of these ports."""
        mask: i64 = 0
        for segment in range(self.segments):
            if self.ports_of(state, segment) & ports:
                mask |= i64(1) << segment
        return mask

    def open_ends(self, state: State, segment: i64) -> i64:
        """How many open ends the feature of a segment of the tile would have."""
        ends = state.rules.table.ends
        joined = self.joined(state, segment)
        mine = self._segments_at(state, joined) | i64(1) << segment
        total: i64 = 0
        reach: i64 = 0
        for other in range(self.segments):
            if mine >> other & 1:
                total += ends[self.first + other]
                reach |= self.ports_of(state, other)
        for port in range(PORTS):
            if joined >> port & 1:
                total -= 1  # the feature of the table no longer has an open end at this port,
                if self._is_first(joined, port):
                    total += state.open_ends[self.facing[port]]
            if reach >> port & 1 and self.beside[port // 3] >= 0:
                total -= 1  # and neither does the tile
        return total

    def occupants(self, state: State, ports: i64) -> i64:
        """The total number of figures that occupy the features beyond these ports."""
        total: i64 = 0
        for port in range(PORTS):
            if ports >> port & 1 and self._is_first(ports, port):
                total += state.occupants[self.facing[port]]
        return total

    def _is_first(self, ports: i64, port: i64) -> bool:
        """Whether this is the first of these ports with the feature that is beyond it."""
        for other in range(port):
            if ports >> other & 1 and self.facing[other] == self.facing[port]:
                return False
        return True
