"""Bazaars: tiles are auctioned, and everybody lays one. BCB-20 to BCB-31."""

from __future__ import annotations

from typing import Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, ON, PAYMENT, Note, Rules, Step
from aude.engine.scoring import gain
from aude.engine.stack import take_from_stack
from aude.engine.state import State
from aude.engine.steps import Draw

BAZAAR: Final = "bazaar"  # the symbol

HIGHEST_BID: Final = 1000  # R-BCB-24: where the language of bids ends
RAISE: Final = 4  # R-BCB-24: whoever plays at random bids at most so much more than needed

PASS: Final = 0
BID: Final = 1  # a bid of n points has the code BID + n

SELL: Final = 0
BUY: Final = 1


class Bazaars:
    """Which bazaars wait for their auction, what is offered in one, and who has got what."""

    def __init__(self, rules: Rules) -> None:
        seats = int(rules.seats)
        self.chained = rules.option("bazaar_chain") == "after_round"  # R-BCB-20
        self.symbol: i64 = 0  # the bit of the bazaars among the symbols of a tile
        self.auction_start: i64 = -1
        self.most: i64 = sum(copies for tile, copies in rules.tiles if BAZAAR in tile.symbols)
        self.queue: i64 = rules.register(int(self.most))  # registers: who has laid bazaars that still wait, seat + 1,
        self.offer: i64 = rules.register(seats)  # the tiles of the auction, + 1,
        self.bought: i64 = rules.register(seats)  # the tile that each seat has got, + 1,
        self.host: i64 = rules.register()  # whose bazaar it is, seat + 1,
        self.auctioneer: i64 = rules.register()  # seat + 1,
        self.lot: i64 = rules.register()  # the tile under the hammer, + 1,
        self.bid: i64 = rules.register()  # the highest bid, + 1,
        self.bidder: i64 = rules.register()  # whose it is, seat + 1,
        self.interrupted: i64 = rules.register(3)  # whose turn a round interrupts, seat + 1, and what it had earned
        rules.add_note("offered", ["tile"])
        rules.add_note("put_back", ["number"])
        rules.add_note("no_auction", [])
        rules.add_note("put_up", ["seat", "tile"])
        rules.add_note("bid", ["seat", "number"])
        rules.add_note("no_bid", ["seat"])
        rules.add_note("acquired", ["seat", "tile"])
        rules.add_note("brings", ["seat", "tile"])
        rules.add_note("auctioned", ["tile"])
        rules.add_note("highest_bid", ["seat", "number"])
        if rules.option("bazaar_timing") == "step16":
            rules.add_step("turn", 1600, EarlyAuction(self))
        rules.add_step("turn", 1995, Bazaar(self))  # whatever else ends a turn comes before it
        rules.add_step("final", 10, LastTiles(self))
        rules.add_step("auction", 100, DrawOffer(self))
        bidding = rules.option("bazaar_auction") == "on"
        rules.add_step("auction", 200, ChooseLot(self, bidding))
        if bidding:
            rules.add_step("auction", 300, Bidding(self))
            rules.add_step("auction", 400, Trade(self))

    def resolved(self, rules: Rules) -> None:
        self.symbol = rules.table.symbol_of(BAZAAR)
        self.auction_start = rules.starts["auction"]

    def tile_placed(self, state: State, slot: i64) -> None:
        """BCB-20, BCB-30: if a bazaar has been laid, its auction comes later."""
        if not state.rules.table.tile_symbols[state.slot_tile[slot] >> 2] & self.symbol:
            return
        if self.chained or not state.registers[self.interrupted]:
            for at in range(self.queue, self.queue + self.most):
                if not state.registers[at]:
                    state.registers[at] = state.player + 1
                    break

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

    def next_without(self, state: State, seat: i64) -> i64:
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
        rules = state.rules
        state.registers[self.interrupted] = state.player + 1
        if rules.extra_sources:
            state.registers[self.interrupted + 1] = state.registers[rules.extra_earned]
            state.registers[self.interrupted + 2] = state.registers[rules.extra_taken]
            state.registers[rules.extra_earned] = 0
            state.registers[rules.extra_taken] = 0

    def end_round(self, state: State) -> None:
        """BCB-31: back to the turn that was interrupted."""
        rules = state.rules
        state.player = state.registers[self.interrupted] - 1
        if rules.extra_sources:
            state.registers[rules.extra_earned] = state.registers[self.interrupted + 1]
            state.registers[rules.extra_taken] = state.registers[self.interrupted + 2]
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
                return ON
        if self.next_host(state):
            state.player = state.registers[self.host] - 1
            state.call(self.auction_start)
            return ON
        self.end_round(state)
        return ON

    def acquire(self, state: State, seat: i64, tile: i64) -> None:
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
            return ON  # R-BCB-39
        if bazaars.next_host(state):
            state.call(bazaars.auction_start)
        return ON


class Bazaar(Step):
    """BCB-20, R-BCB-16: when the turn is over, with all its parts, the auction is held and everybody lays a tile."""

    name = "bazaar"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        bazaars = self.bazaars
        if not bazaars.symbol or state.registers[bazaars.interrupted]:
            return ON  # a turn within a round: BCB-30
        if not state.registers[bazaars.queue] and not bazaars.has_tiles(state):
            return ON
        if state.bag_size and state.rules.extra_sources and state.registers[state.rules.extra_earned]:
            return ON  # a further part comes first
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
            return ON
        self.bazaars.begin_round(state)
        return self.bazaars.go_on(state)

    def resume(self, state: State) -> i64:
        return self.bazaars.go_on(state)


class DrawOffer(Draw):
    """BCB-21: as many tiles as there are players. R-BCB-22: what may not be drawn now is replaced."""

    name = "offer"
    rule = "BCB-21"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        offer = self.bazaars.offer
        if state.registers[offer + state.rules.seats - 1]:
            return ON
        if state.bag_size == 0:
            return self.give_up(state)
        state.actor = CHANCE
        return ASK

    def give_up(self, state: State) -> i64:
        """R-BCB-38: the stack has run out; the drawn tiles go back into it."""
        drawn: i64 = 0
        for at in range(self.bazaars.offer, self.bazaars.offer + state.rules.seats):
            if state.registers[at]:
                state.bag[state.registers[at] - 1] += 1
                state.registers[at] = 0
                drawn += 1
        state.bag_size += drawn
        if state.journal is not None:
            state.note("put_back", [drawn])
            state.note("no_auction", [])
        return state.come_back()

    def apply(self, state: State, action: i64) -> i64:
        take_from_stack(state, action)
        for other in state.rules.rejecting_tile:
            if other.rejects_tile(state, action):
                return self.enter(state)
        for at in range(self.bazaars.offer, self.bazaars.offer + state.rules.seats):
            if not state.registers[at]:
                state.registers[at] = action + 1
                break
        if state.journal is not None:
            state.note("offered", [action])
        return self.enter(state)


class ChooseLot(Step):
    """BCB-22, BCB-26, BCB-27: the next player without a tile puts one up for auction; the last takes what is left."""

    name = "lot"
    rule = "BCB-22"

    def __init__(self, bazaars: Bazaars, bidding: bool) -> None:
        self.bazaars = bazaars
        self.bidding = bidding  # R-BCB-21

    def enter(self, state: State) -> i64:
        bazaars = self.bazaars
        seat = bazaars.next_without(state, state.registers[bazaars.auctioneer] - 1)
        state.registers[bazaars.auctioneer] = seat + 1
        if bazaars.without_tile(state) == 1:
            bazaars.acquire(state, seat, self.legal(state)[0])
            return state.come_back()
        state.actor = seat
        return ASK

    def legal(self, state: State) -> vec[i64]:
        out = vec[i64]()
        for at in range(self.bazaars.offer, self.bazaars.offer + state.rules.seats):
            tile = state.registers[at] - 1
            if tile >= 0 and tile not in out:
                out = append(out, tile)
        return out

    def apply(self, state: State, action: i64) -> i64:
        if not self.bidding:
            self.bazaars.acquire(state, state.actor, action)
            return self.enter(state)
        state.registers[self.bazaars.lot] = action + 1
        if state.journal is not None:
            state.note("put_up", [state.actor, action])
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        return ["choose", state.rules.table.tiles[action].id]


class Bidding(Step):
    """BCB-22, BCB-23: the auctioneer opens; then every other seat without a tile bids more, or passes."""

    name = "bid"
    rule = "BCB-23"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        state.actor = state.registers[self.bazaars.auctioneer] - 1
        return ASK

    def legal(self, state: State) -> vec[i64]:
        if not state.registers[self.bazaars.bid]:
            return vec[i64]([BID])  # 0 points
        return vec[i64]([PASS])

    def low(self, state: State) -> i64:
        return BID + max(state.registers[self.bazaars.bid], 1)

    def high(self, state: State) -> i64:
        return BID + HIGHEST_BID

    def is_blind(self, state: State) -> bool:
        """What a bid is good for depends on the others' answers."""
        return True

    def sample(self, state: State, random: Random) -> i64:
        """R-BCB-24: modestly."""
        least = self.low(state)
        span = min(self.high(state) - least + 1, RAISE)
        if span <= 0 or random.below(2):
            return self.legal(state)[0]
        return least + random.below(span)

    def apply(self, state: State, action: i64) -> i64:
        bazaars = self.bazaars
        if action != PASS:
            state.registers[bazaars.bid] = action - BID + 1
            state.registers[bazaars.bidder] = state.actor + 1
            if state.journal is not None:
                state.note("bid", [state.actor, action - BID])
        elif state.journal is not None:
            state.note("no_bid", [state.actor])
        state.actor = bazaars.next_without(state, state.actor)
        if state.actor == state.registers[bazaars.auctioneer] - 1:
            return ON
        return ASK

    def words(self, state: State, action: i64) -> list[str]:
        return ["pass"] if action == PASS else ["bid", str(action - BID)]

    def about(self, state: State) -> list[Note]:
        return self.bazaars.about(state)

    def refusal(self, state: State, words: list[str]) -> tuple[str, str]:
        if not state.registers[self.bazaars.bid]:
            return "BCB-22", "bid_wanted"
        return self.rule, "bid_higher"


class Trade(Step):
    """BCB-24, BCB-25: the auctioneer buys from the highest bidder, or sells; alone with a bid, buys."""

    name = "trade"
    rule = "BCB-24"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        seller = state.registers[self.bazaars.auctioneer] - 1
        if state.registers[self.bazaars.bidder] - 1 == seller:
            self.pay(state, seller, -1)
            return self.close(state, seller)
        state.actor = seller
        return ASK

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([SELL, BUY])

    def apply(self, state: State, action: i64) -> i64:
        seller = state.actor
        bidder = state.registers[self.bazaars.bidder] - 1
        if action == BUY:
            self.pay(state, seller, bidder)
            return self.close(state, seller)
        self.pay(state, bidder, seller)
        return self.close(state, bidder)

    def pay(self, state: State, payer: i64, receiver: i64) -> None:
        """BCB-28: whatever the payer has. R-TOW-15: a payment is not earned."""
        points = state.registers[self.bazaars.bid] - 1
        if points:
            gain(state, payer, -points, "auction", PAYMENT)
            if receiver >= 0:
                gain(state, receiver, points, "auction", PAYMENT)

    def close(self, state: State, seat: i64) -> i64:
        """The tile is somebody's; the next one is put up."""
        bazaars = self.bazaars
        bazaars.acquire(state, seat, state.registers[bazaars.lot] - 1)
        state.registers[bazaars.lot] = 0
        state.registers[bazaars.bid] = 0
        state.registers[bazaars.bidder] = 0
        state.jump(state.rules.places["lot"])
        return ON

    def words(self, state: State, action: i64) -> list[str]:
        """`buy 3` or `sell 3`"""
        return ["buy" if action == BUY else "sell", str(state.registers[self.bazaars.bid] - 1)]

    def about(self, state: State) -> list[Note]:
        return self.bazaars.about(state)
