"""Bazaars: tiles are auctioned, and everybody lays one. BCB-20 to BCB-31."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.boxes.bridges_castles_and_bazaars.assets import AuctionTiles
from aude.boxes.bridges_castles_and_bazaars.auction import add_auction
from aude.engine.rules import CONTINUE, Note, Part, Rules, Step, is_set
from aude.engine.state import State
from aude.engine.turns import goes_on, put_aside, take_up
from aude.engine.types import Seat, Slot

BAZAAR: Final = "bazaar"  # the symbol


class Bazaars(Part):
    """Which bazaars wait for their auction, what is offered in one, and who has got what."""

    def __init__(self) -> None:
        self.chained = False  # R-BCB-20
        self.symbol: i64 = 0  # the bit of the bazaars among the symbols of a tile
        self.auction_start: i64 = -1
        self.most: i64 = 0  # how many bazaars there are in the game
        self.queue: i64 = -1  # registers: who has laid bazaars that still wait, seat + 1,
        self.offer: i64 = -1  # the tiles of the auction, + 1,
        self.bought: i64 = -1  # the tile that each seat has got, + 1,
        self.host: i64 = -1  # whose bazaar it is, seat + 1,
        self.auctioneer: i64 = -1  # seat + 1,
        self.lot: i64 = -1  # the tile under the hammer, + 1,
        self.bid: i64 = -1  # the highest bid, + 1,
        self.bidder: i64 = -1  # whose it is, seat + 1,
        self.interrupted: i64 = -1  # whose turn a round interrupts, seat + 1, and what it had earned

    def setup(self, rules: Rules) -> None:
        seats = int(rules.seats)
        self.chained = rules.option("bazaar_chain") == "after_round"
        self.most = sum(copies for tile, copies in rules.tiles if BAZAAR in tile.symbols)
        self.queue = rules.reserve_registers(int(self.most))
        self.offer = rules.reserve_registers(seats)
        self.bought = rules.reserve_registers(seats)
        self.host = rules.reserve_registers()
        self.auctioneer = rules.reserve_registers()
        self.lot = rules.reserve_registers()
        self.bid = rules.reserve_registers()
        self.bidder = rules.reserve_registers()
        self.interrupted = rules.reserve_registers(3)
        rules.add_note("no_auction", [])
        rules.add_note("acquired", ["seat", "tile"])
        rules.add_note("brings", ["seat", "tile"])
        rules.add_note("auctioned", ["tile"])
        rules.add_note("highest_bid", ["seat", "number"])
        # Whatever else ends a turn comes before the auction; after an early one, tiles wait to be laid.
        if rules.option("bazaar_timing") == "step16":
            rules.add_step("turn", 1600, EarlyAuction(self), when=is_set(self.queue))
            rules.add_step("turn", 1995, Bazaar(self))
        else:
            rules.add_step("turn", 1995, Bazaar(self), when=is_set(self.queue))
        rules.add_step("final", 10, LastTiles(self))
        add_auction(rules, self)
        rules.add_filler(AuctionTiles(self))

    def finalize(self, rules: Rules) -> None:
        self.symbol = rules.table.symbol_of(BAZAAR)
        self.auction_start = rules.starts["auction"]

    def tile_placed(self, state: State, slot: Slot) -> None:
        """BCB-20, BCB-30: if a bazaar has been laid, its auction comes later."""
        if not state.rules.table.tile_symbols[state.slot_tile[slot] >> 2] & self.symbol:
            return
        if self.chained or not state.registers[self.interrupted]:
            for at in range(self.queue, self.queue + self.most):
                if not state.registers[at]:
                    state.registers[at] = state.player + 1
                    break

    def heeds_place(self, state: State) -> bool:
        return False

    def has_tiles(self, state: State) -> bool:
        """Whether tiles of an auction still wait to be laid."""
        for seat in range(state.rules.seats):
            if state.registers[self.bought + seat]:
                return True
        return False

    def without_tile(self, state: State) -> i64:
        """How many seats have got no tile yet."""
        number: i64 = 0
        for seat in range(state.rules.seats):
            if not state.registers[self.bought + seat]:
                number += 1
        return number

    def next_without(self, state: State, seat: Seat) -> Seat:
        """The next seat clockwise that has got no tile yet."""
        while True:
            seat = state.seat_after(seat)
            if not state.registers[self.bought + seat]:
                return seat

    def next_host(self, state: State) -> bool:
        """Whether a bazaar waits and there are tiles for its auction (R-BCB-17); it is taken from the queue."""
        while state.registers[self.queue]:
            state.registers[self.host] = state.registers[self.queue]
            for at in range(self.queue, self.queue + self.most - 1):
                state.registers[at] = state.registers[at + 1]
            state.registers[self.queue + self.most - 1] = 0
            if state.bag_size >= state.rules.seats:
                state.registers[self.auctioneer] = state.registers[self.host]
                return True
            if state.journal is not None:
                state.note("no_auction", [])
        return False

    def begin_round(self, state: State) -> None:
        """R-BCB-35, R-BCB-36: the turn is interrupted; it will go on as it was."""
        state.registers[self.interrupted] = state.player + 1
        put_aside(state, self.interrupted + 1)

    def end_round(self, state: State) -> None:
        """BCB-31: back to the turn that was interrupted."""
        state.player = state.registers[self.interrupted] - 1
        take_up(state, self.interrupted + 1)
        for at in range(self.interrupted, self.interrupted + 3):
            state.registers[at] = 0

    def go_on(self, state: State) -> i64:
        """BCB-29, BCB-30: everybody in turn lays the tile of the auction; then comes the next auction, if any."""
        seats = state.rules.seats
        host = state.registers[self.host] - 1
        for away in range(1, seats + 1):
            seat = (host + away) % seats
            tile = state.registers[self.bought + seat] - 1
            if tile >= 0:
                state.registers[self.bought + seat] = 0
                state.player = seat
                state.tile = tile
                if state.journal is not None:
                    state.note("brings", [seat, tile])
                state.call(state.rules.turn_start)  # R-BCB-19: a whole turn; with a tile in hand none is drawn
                return CONTINUE
        if self.next_host(state):
            state.player = state.registers[self.host] - 1
            state.call(self.auction_start)
            return CONTINUE
        self.end_round(state)
        return CONTINUE

    def acquire(self, state: State, seat: Seat, tile: i64) -> None:
        """A seat gets a tile of the offer."""
        for at in range(self.offer, self.offer + state.rules.seats):
            if state.registers[at] == tile + 1:
                state.registers[at] = 0
                break
        state.registers[self.bought + seat] = tile + 1
        if state.journal is not None:
            state.note("acquired", [seat, tile])

    def about(self, state: State) -> list[Note]:
        """What bidders and the auctioneer must know: the tile under the hammer, the highest bid and whose it is."""
        found = [Note("auctioned", [int(state.registers[self.lot] - 1)], [])]
        if state.registers[self.bid]:
            facts = [int(state.registers[self.bidder] - 1), int(state.registers[self.bid] - 1)]
            found.append(Note("highest_bid", facts, []))
        return found


class EarlyAuction(Step):
    """R-BCB-16, `step16`: the auction is held here, and the tiles are laid after the turn."""

    name = "early_auction"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        bazaars = self.bazaars
        if not state.registers[bazaars.queue] or state.registers[bazaars.interrupted] or bazaars.has_tiles(state):
            return CONTINUE  # R-BCB-39
        if bazaars.next_host(state):
            state.call(bazaars.auction_start)
        return CONTINUE


class Bazaar(Step):
    """BCB-20, R-BCB-16: when the turn is over, with all its parts, the auction is held and everybody lays a tile."""

    name = "bazaar"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        bazaars = self.bazaars
        if not bazaars.symbol or state.registers[bazaars.interrupted]:
            return CONTINUE  # a turn within a round: BCB-30
        if not state.registers[bazaars.queue] and not bazaars.has_tiles(state):
            return CONTINUE
        if goes_on(state):
            return CONTINUE  # a further part comes first
        bazaars.begin_round(state)
        return bazaars.go_on(state)

    def resume(self, state: State) -> i64:
        return self.bazaars.go_on(state)


class LastTiles(Step):
    """R-BCB-37: the stack has run out before the tiles of an auction were laid."""

    name = "last_tiles"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        if not self.bazaars.has_tiles(state):
            return CONTINUE
        self.bazaars.begin_round(state)
        return self.bazaars.go_on(state)

    def resume(self, state: State) -> i64:
        return self.bazaars.go_on(state)
