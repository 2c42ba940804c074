"""The auction of a bazaar: an offer, lots, bids, and who pays whom. BCB-21 to BCB-28."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from mypy_extensions import i64

from aude.engine.arrays import append, vec
from aude.engine.choice import Choice
from aude.engine.refusal import Refused
from aude.engine.rng import Random
from aude.engine.rules import ASK, CHANCE, CONTINUE, PASS, PAYMENT, Note, Rules, Step
from aude.engine.scoring import gain
from aude.engine.stack import take_from_stack
from aude.engine.state import State
from aude.engine.steps import Draw
from aude.engine.types import Seat

if TYPE_CHECKING:
    from aude.boxes.bridges_castles_and_bazaars.bazaars import Bazaars

HIGHEST_BID: Final = 1000  # R-BCB-24: where the language of bids ends
RAISE: Final = 4  # R-BCB-24: the most that random play bids above what is needed

BID: Final = 1  # a bid of n points has the code BID + n

SELL: Final = 0
BUY: Final = 1


class DrawOffer(Draw):
    """BCB-21: as many tiles as there are players. R-BCB-22: what may not be drawn now is replaced."""

    name = "offer"
    rule = "BCB-21"

    def __init__(self, bazaars: Bazaars) -> None:
        self.bazaars = bazaars

    def enter(self, state: State) -> i64:
        offer = self.bazaars.offer
        if state.registers[offer + state.rules.seats - 1]:
            return CONTINUE
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
        for part in state.rules.rejects_tile:
            if part.rejects_tile(state, action):
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
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("choose", [action])


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
            return CONTINUE
        return ASK

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("pass") if action == PASS else Choice("bid", [action - BID])

    def about(self, state: State) -> list[Note]:
        return self.bazaars.about(state)

    def refuse(self, state: State, choice: Choice) -> None:
        if not state.registers[self.bazaars.bid]:
            raise Refused("BCB-22", "bid_wanted")
        raise Refused(self.rule, "bid_higher")


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

    def pay(self, state: State, payer: Seat, receiver: Seat) -> None:
        """BCB-28: whatever the payer has. R-TOW-15: a payment is not earned."""
        points = state.registers[self.bazaars.bid] - 1
        if points:
            gain(state, payer, -points, "auction", PAYMENT)
            if receiver >= 0:
                gain(state, receiver, points, "auction", PAYMENT)

    def close(self, state: State, seat: Seat) -> i64:
        """The tile is somebody's; the next one is put up."""
        bazaars = self.bazaars
        bazaars.acquire(state, seat, state.registers[bazaars.lot] - 1)
        state.registers[bazaars.lot] = 0
        state.registers[bazaars.bid] = 0
        state.registers[bazaars.bidder] = 0
        state.jump(state.rules.step_numbers["lot"])
        return CONTINUE

    def describe(self, state: State, action: i64) -> Choice:
        """`buy 3` or `sell 3`"""
        return Choice("buy" if action == BUY else "sell", [state.registers[self.bazaars.bid] - 1])

    def about(self, state: State) -> list[Note]:
        return self.bazaars.about(state)


def add_auction(rules: Rules, bazaars: Bazaars) -> None:
    """The sequence of an auction; R-BCB-21: with bids, or every seat in turn takes a tile."""
    rules.add_note("offered", ["tile"])
    rules.add_note("put_back", ["number"])
    rules.add_form("choose {tile}")
    rules.add_step("auction", 100, DrawOffer(bazaars))
    bidding = rules.option("bazaar_auction") == "on"
    rules.add_step("auction", 200, ChooseLot(bazaars, bidding))
    if bidding:
        rules.add_note("put_up", ["seat", "tile"])
        rules.add_note("bid", ["seat", "number"])
        rules.add_note("no_bid", ["seat"])
        rules.add_form("bid {number}")
        rules.add_form("pass")
        rules.add_form("buy {number}")
        rules.add_form("sell {number}")
        rules.add_step("auction", 300, Bidding(bazaars))
        rules.add_step("auction", 400, Trade(bazaars))
