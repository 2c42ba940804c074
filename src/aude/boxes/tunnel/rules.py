"""The Tunnel: tokens that join roads below ground. TUN-01 to TUN-06 are written out in spec.md, beside this file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.boxes.tunnel.assets import Exits, TunnelTokens
from aude.boxes.tunnel.pieces import TunnelByHand, TunnelDisplay
from aude.boxes.tunnel.steps import PlaceEarly, PlaceToken
from aude.engine.arrays import append, vec
from aude.engine.joining import join_nodes
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.engine.types import Node, Seat, Slot

EXIT: Final = "tunnel:end"  # the trait of a road that runs into the ground here
UNDERPASS: Final = "tunnel:underpass"  # that of a road which passes below something and comes out again

# R-TUN-01: how many sets of two tokens each player has in a game of 2, 3 and more players.
SETS: Final = {"seed": [2, 1, 1], "official": [3, 2, 1], "single": [1, 1, 1]}


def parts(rules: Rules) -> list[Part]:
    """The whole box."""
    return [Tunnel()]


class Tunnel(Part):
    """Four tiles with tunnel exits, and tokens: the two of a set make one road of the two they lie on.

    A set is two registers, one for each of its tokens in the order of placing: 0 while the player still has it, later
    the node of its exit + 1.
    """

    def __init__(self) -> None:
        self.sets: i64 = 1  # of each seat
        self.tokens: i64 = -1  # the first register of the tokens
        self.placed: i64 = -1  # a register: 1 if this part of the turn has had its token; -1 if nobody asks twice
        self.counted: i64 = -1  # two registers: how many tiles have been looked at for exits, and how many there are
        self.exit: i64 = -1  # the column of the trait
        self.exits_on = vec[i64]()  # of each tile: how many exits it has

    def setup(self, rules: Rules) -> None:
        rules.leave_open(EXIT)  # R-TUN-02
        seats = max(int(rules.seats), 2)  # R-BASE-13: whoever plays alone has what two have
        self.sets = SETS[rules.option("tunnel_tokens")][min(seats, 4) - 2]
        self.tokens = rules.reserve_registers(2 * int(self.sets * rules.seats))
        self.counted = rules.reserve_registers(2)
        if rules.option("tunnel_other_tiles") == "on":
            rules.tiles = [(with_exits(tile), count) for tile, count in rules.tiles]
        rules.add_note("tunnel_token", ["seat", "node"])
        rules.add_note("tunnel_joined", ["seat", "node", "other:node"])
        rules.add_form("pass")
        rules.add_form("tunnel {node}")
        rules.add_form("tunnel {node} to {first:node}", "tunnel_from")  # the second of a set, and where the first lies
        if rules.option("tunnel_timing") == "any_time":
            self.placed = rules.reserve_registers()
            rules.add_step("turn", 650, PlaceEarly(self))  # behind the bridge of step 6
        rules.add_step("turn", 900, PlaceToken(self))
        rules.add_display(TunnelDisplay(self))
        rules.add_by_hand(TunnelByHand(self))
        rules.add_asset(TunnelTokens(self))
        rules.add_filler(Exits(self))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.exit = table.trait_of(EXIT)
        self.exits_on = vec[i64]([0] * len(table.tiles))
        for tile in range(len(table.tiles)):
            first = table.tile_first[tile]
            for segment in range(first, first + table.tile_segments[tile]):
                self.exits_on[tile] += table.trait(segment, self.exit)

    def tile_placed(self, state: State, slot: Slot) -> None:
        """R-TUN-06: every tile, including a builder's second one, allows a token of its own."""
        if self.placed >= 0:
            state.registers[self.placed] = 0

    def heeds_place(self, state: State) -> bool:
        return False

    # -- tokens and exits ---------------------------------------------------------------------------------------------
    def set_at(self, state: State, number: i64) -> i64:
        """The two registers of one of the player's sets."""
        return self.tokens + 2 * (state.player * self.sets + number)

    def can_place(self, state: State) -> bool:
        """Whether the player has a token left and an exit without one is on the table."""
        # Exits are counted when their tiles are laid, so that the table need not be searched every turn.
        registers = state.registers
        slot = registers[self.counted]
        while slot < state.slots:
            registers[self.counted + 1] += self.exits_on[state.slot_tile[slot] >> 2]
            slot += 1
        registers[self.counted] = slot
        free = registers[self.counted + 1]
        mine = self.set_at(state, 0)
        beyond = mine + 2 * self.sets
        while mine < beyond and registers[mine]:
            mine += 1
        if not free or mine == beyond:
            return False
        for at in range(self.tokens, self.tokens + 2 * self.sets * state.rules.seats):
            if registers[at]:
                free -= 1
        return free > 0

    def exits(self, state: State) -> vec[i64]:
        """Every exit on the table, with a token or without."""
        found = vec[i64]()
        for slot in range(state.slots):
            tile = state.slot_tile[slot] >> 2
            if self.exits_on[tile]:
                first = state.slot_first[slot]
                for node in range(first, first + state.rules.table.tile_segments[tile]):
                    if state.rules.table.trait(state.node_segment[node], self.exit):
                        found = append(found, node)
        return found

    def tokens_of(self, state: State, seat: Seat) -> vec[i64]:
        """The registers of a seat's tokens: 0 for those in hand."""
        first = self.tokens + 2 * seat * self.sets
        return state.registers[first : first + 2 * self.sets]

    def is_taken(self, state: State, node: Node) -> bool:
        """Whether a token lies on this exit, anybody's."""
        for at in range(self.tokens, self.tokens + 2 * self.sets * state.rules.seats):
            if state.registers[at] == node + 1:
                return True
        return False

    def put(self, state: State, number: i64, node: Node) -> None:
        """TUN-01, TUN-03: lay a token of a set on an exit; the second makes one road of two.

        R-TUN-10: if both exits are the same road's, it has two open ends less.
        """
        at = self.set_at(state, number)
        first = state.registers[at]
        if state.journal is not None:
            state.note("tunnel_token", [state.player, node])
        if not first:
            state.registers[at] = node + 1
            return
        state.registers[at + 1] = node + 1
        join_nodes(state, node, first - 1)
        if state.journal is not None:
            state.note("tunnel_joined", [state.player, node, first - 1])


def with_exits(tile: Tile) -> Tile:
    """R-TUN-04: the tile with two exits for each underpass. The segments that it had keep their numbers."""
    segments = list(tile.segments)
    for index, road in enumerate(tile.segments):
        if UNDERPASS in road.traits:
            traits = {name: count for name, count in road.traits.items() if name != UNDERPASS}
            traits[EXIT] = 1
            ends = [replace(road, ports=(port,), traits=traits) for port in road.ports]
            segments[index] = ends[0]
            segments += ends[1:]
    return replace(tile, segments=tuple(segments))
