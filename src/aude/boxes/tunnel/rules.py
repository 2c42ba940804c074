"""The Tunnel: tokens that join roads below ground. TUN-01 to TUN-06 are written out in spec.md, beside this file."""

from __future__ import annotations

from dataclasses import replace
from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.joining import join_nodes
from aude.engine.rng import Random
from aude.engine.rules import ASK, AT_LAST, CONTINUE, MISWRITTEN, PASS, Box, Rules, Step
from aude.engine.state import State
from aude.engine.tiles import Tile
from aude.engine.words import fits, line_words, read_seat, read_spots, spot_words

EXIT: Final = "tunnel:end"  # the trait of a road that runs into the ground here
UNDERPASS: Final = "tunnel:underpass"  # that of a road which passes below something and comes out again

# R-TUN-01: how many sets of two tokens each player has in a game of 2, 3 and more players.
SETS: Final = {"seed": [2, 1, 1], "official": [3, 2, 1], "single": [1, 1, 1]}

SET_SHIFT: Final = 24  # a token's option is (set << SET_SHIFT | node) + 1
NODE_MASK: Final = (1 << SET_SHIFT) - 1


class Tunnel(Box):
    """Four tiles with tunnel exits, and tokens: the two of a set make one road of the two they lie on.

    A set is two registers, one for each of its tokens in the order of placing: 0 while the player still has it, later
    the node of its exit + 1.
    """

    id = "tunnel"

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
        self.tokens = rules.register(2 * int(self.sets * rules.seats))
        self.counted = rules.register(2)
        if rules.option("tunnel_other_tiles") == "on":
            rules.tiles = [(with_exits(tile), count) for tile, count in rules.tiles]
        rules.add_note("tunnel_token", ["seat", "node"])
        rules.add_note("tunnel_joined", ["seat", "node", "other:node"])
        if rules.option("tunnel_timing") == "any_time":
            self.placed = rules.register()
            rules.add_step("turn", 650, PlaceEarly(self))  # behind the bridge of step 6
        rules.add_step("turn", 900, PlaceToken(self))

    def finalize(self, rules: Rules) -> None:
        table = rules.table
        self.exit = table.trait_of(EXIT)
        self.exits_on = vec[i64]([0] * len(table.tiles))
        for tile in range(len(table.tiles)):
            first = table.tile_first[tile]
            for segment in range(first, first + table.tile_segments[tile]):
                self.exits_on[tile] += table.trait(segment, self.exit)

    def tile_placed(self, state: State, slot: i64) -> None:
        """R-TUN-06: every tile, a builder's second one too, brings a token of its own."""
        if self.placed >= 0:
            state.registers[self.placed] = 0

    # -- tokens and exits ---------------------------------------------------------------------------------------------
    def set_at(self, state: State, number: i64) -> i64:
        """The two registers of one of the player's sets."""
        return self.tokens + 2 * (state.player * self.sets + number)

    def can_place(self, state: State) -> bool:
        """Whether the player has a token left and an exit without one is on the table."""
        mine = self.set_at(state, 0)
        if 0 not in state.registers[mine : mine + 2 * self.sets]:
            return False
        # Exits are counted once, when their tiles have come to lie: the table is not looked over every turn.
        slot = state.registers[self.counted]
        while slot < state.slots:
            state.registers[self.counted + 1] += self.exits_on[state.slot_tile[slot] >> 2]
            slot += 1
        state.registers[self.counted] = slot
        free = state.registers[self.counted + 1]
        for at in range(self.tokens, self.tokens + 2 * self.sets * state.rules.seats):
            if state.registers[at]:
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

    def tokens_of(self, state: State, seat: i64) -> vec[i64]:
        """The registers of a seat's tokens: 0 for those in hand."""
        first = self.tokens + 2 * seat * self.sets
        return state.registers[first : first + 2 * self.sets]

    def tokens_laid(self, state: State) -> list[tuple[int, int, str]]:
        return [
            (int(node) - 1, seat, "tunnel_token")
            for seat in range(int(state.rules.seats))
            for node in self.tokens_of(state, seat)
            if node
        ]

    def holdings(self, state: State, seat: i64) -> list[tuple[str, int]]:
        return [("tunnel_token", sum(1 for node in self.tokens_of(state, seat) if node == 0))]

    def is_taken(self, state: State, node: i64) -> bool:
        """Whether a token lies on this exit, anybody's."""
        return node + 1 in state.registers[self.tokens : self.tokens + 2 * self.sets * state.rules.seats]

    def put(self, state: State, number: i64, node: i64) -> None:
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

    # -- positions laid by hand ---------------------------------------------------------------------------------------
    def position_forms(self) -> list[str]:
        return ["lay tunnel SEAT road [SIDES] at X,Y [to road [SIDES] at X,Y]"]

    def lay_piece(self, state: State, words: list[str], figure: i64) -> str:
        """R-TUN-17: a token on an exit, or both of a set, which make one road."""
        seat = -1 if len(words) < 2 else read_seat(state, words[1])
        if seat < 0:
            return MISWRITTEN
        places = [words[2:]]
        if "to" in words:
            places = [words[2 : words.index("to")], words[words.index("to") + 1 :]]
        number: i64 = 0
        while number < self.sets and state.registers[self.tokens + 2 * (seat * self.sets + number)]:
            number += 1
        if number == self.sets:
            return f"{words[1]} has no set of tunnel tokens left (R-TUN-01)"
        player = state.player
        for place in places:
            if len(place) < 3 or place[-2] != "at":
                return MISWRITTEN
            exits = [node for node in self.exits(state) if int(node) in read_spots(state, place)]
            if len(exits) != 1:
                return f"{len(exits) or 'no'} tunnel exits {' '.join(place[:-2])!r} on the tile at {place[-1]} (TUN-01)"
            if self.is_taken(state, exits[0]):
                return f"a token lies on {' '.join(place)} already (TUN-01)"
            state.player = seat
            self.put(state, number, exits[0])
            state.player = player
        return ""

    def position_lines(self, state: State) -> list[tuple[int, str]]:
        """The tokens, set by set."""
        lines: list[tuple[int, str]] = []
        for seat, name in enumerate(state.rules.seat_names):
            nodes = self.tokens_of(state, seat)
            for at in range(0, len(nodes), 2):
                ends = [" ".join(line_words(state, node - 1)) for node in nodes[at : at + 2] if node]
                if ends:
                    lines.append((AT_LAST, f"lay tunnel {name} {' to '.join(ends)}"))
        return lines


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


class PlaceToken(Step):
    """TUN-01, TURN-09: the player may put a token on an exit."""

    name = "tunnel"
    rule = "TUN-01"

    def __init__(self, box: Tunnel) -> None:
        self.box = box

    def enter(self, state: State) -> i64:
        if self.box.placed >= 0 and state.registers[self.box.placed]:
            return CONTINUE  # R-TUN-06
        if not self.box.can_place(state):
            return CONTINUE
        state.actor = state.player
        return ASK

    def legal(self, state: State) -> vec[i64]:
        """Sets without a token on the table are all the same: the first of them is offered."""
        box = self.box
        out = vec[i64]([PASS])
        exits = box.exits(state)
        unused = False
        for number in range(box.sets):
            at = box.set_at(state, number)
            if state.registers[at + 1] or (unused and not state.registers[at]):
                continue
            unused = unused or not state.registers[at]
            for node in exits:
                if not box.is_taken(state, node):
                    out = append(out, (number << SET_SHIFT | node) + 1)
        return out

    def sample(self, state: State, random: Random) -> i64:
        options = self.legal(state)
        return options[random.below(len(options))]

    def apply(self, state: State, action: i64) -> i64:
        if action != PASS:
            self.box.put(state, (action - 1) >> SET_SHIFT, (action - 1) & NODE_MASK)
            if self.box.placed >= 0:
                state.registers[self.box.placed] = 1
        return CONTINUE

    def words(self, state: State, action: i64) -> list[str]:
        """`tunnel road E`; the second of a set names the exit of the first: `tunnel road E to road S at 2,0`."""
        if action == PASS:
            return ["pass"]
        words = ["tunnel", *spot_words(state, (action - 1) & NODE_MASK)]
        first = state.registers[self.box.set_at(state, (action - 1) >> SET_SHIFT)]
        if first:
            words += ["to", *spot_words(state, first - 1)]
        return words

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        """What is wrong is the exit, the token that lies on it, or the other exit that it should lead to."""
        where = words[1 : words.index("to")] if "to" in words else words[1:]
        found = [node for node in self.box.exits(state) if fits(where, spot_words(state, node))]
        if not found:
            return "TUN-01", "exit_absent"
        for node in found:
            if not self.box.is_taken(state, node):
                return "TUN-03", "exit_unpaired"
        return "TUN-01", "exit_taken"


class PlaceEarly(PlaceToken):
    """R-TUN-08, `any_time`: the same before a follower is placed."""

    name = "tunnel_early"

    def enter(self, state: State) -> i64:
        """R-TUN-15: where no figure may be placed, nothing has to come before it."""
        for box in state.rules.forbids_figures:
            if box.forbids_figures(state):
                return CONTINUE
        return super().enter(state)
