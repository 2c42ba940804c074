"""Bazaars in the oracle: tiles are auctioned, and everybody lays one (BCB-20 to BCB-31)."""

from __future__ import annotations

from collections.abc import Generator

from oracle.turns import Asking, Deed, Question, Turns, ask

HIGHEST_BID = 1000  # R-BCB-24: where the language of bids ends


class Traded(Turns):
    """The game with auctions."""

    def prepare(self) -> None:
        """Nothing is for sale yet."""
        super().prepare()
        self.hosts: list[int] = []  # who has laid bazaars that wait for their auctions
        self.host = 0  # whose auction was the last
        self.bought: dict[int, str] = {}  # who has got which tile and has not laid it yet
        self.in_round = False  # the tiles of auctions are laid

    def steps(self) -> list[tuple[float, Deed]]:
        """Step 16, if the auction is not put off until the turn is over (R-BCB-16)."""
        early: list[tuple[float, Deed]] = [(16, self._early_auction)]
        return [*super().steps(), (2, self._open_bazaar), *(early if self.option("bazaar_timing") == "step16" else [])]

    def _open_bazaar(self) -> None:
        """BCB-20, BCB-30: the auction of a bazaar comes later; R-BCB-20: or never."""
        if "bazaars" in self.elements and "bazaar" in self.symbols():
            if not self.in_round or self.option("bazaar_chain") != "ignored":
                self.hosts.append(self.player)

    def _early_auction(self) -> Asking:
        """R-BCB-39: only the first of a turn."""
        if self.hosts and not self.in_round and not self.bought:
            yield from self._auction()

    def _turn(self) -> Asking:
        """R-BCB-16, R-BCB-35: when a turn is over, the auctions, and the turns in which everybody lays a tile."""
        yield from super()._turn()
        interrupted = self.player, self.again
        self.in_round = True
        while self.hosts or self.bought:
            if not self.bought:
                self.player = self.hosts[0]
                yield from self._auction()
            for seat in self.clockwise_after(self.host):
                if seat in self.bought:
                    self.player = seat
                    self.in_hand = self.bought.pop(seat)
                    yield from super()._turn()  # R-BCB-19
        self.in_round = False
        self.player, self.again = interrupted

    def clockwise_after(self, seat: int) -> list[int]:
        """All seats, this one last."""
        return [(seat + after) % len(self.seats) for after in range(1, len(self.seats) + 1)]

    # The auction

    def _auction(self) -> Asking:
        """BCB-21 to BCB-27, if there are tiles enough (R-BCB-17)."""
        self.host = self.hosts.pop(0)
        offer = yield from self._offer()
        auctioneer = self.host
        while offer:
            auctioneer, *others = [seat for seat in self.clockwise_after(auctioneer) if seat not in self.bought]
            tile, buyer = offer[0], auctioneer  # BCB-27: the last one is free
            if others:
                answer = yield from ask(auctioneer, {f"choose {tile}" for tile in offer})
                tile = answer.removeprefix("choose ")
                if self.option("bazaar_auction") != "off":  # R-BCB-21
                    buyer = yield from self._sale(auctioneer, others)
            offer.remove(tile)
            self.bought[buyer] = tile

    def _offer(self) -> Generator[Question, str, list[str]]:
        """A tile for each seat (BCB-21); none if there are too few (R-BCB-17, R-BCB-38)."""
        offer: list[str] = []
        if sum(stack.total() for stack in self.stacks) >= len(self.seats):
            while len(offer) < len(self.seats):
                if not self.is_tile_left():
                    self.stacks[-1].update(offer)
                    return []
                tile = yield from self.draw()
                if not self.puts_aside(tile):  # R-BCB-22
                    offer.append(tile)
        return offer

    def _sale(self, auctioneer: int, others: list[int]) -> Generator[Question, str, int]:
        """BCB-22 to BCB-25: bids, once around; then the auctioneer buys or sells. Who gets the tile."""
        answer = yield from ask(auctioneer, [f"bid {points}" for points in range(HIGHEST_BID + 1)])
        highest, bidder = int(answer.removeprefix("bid ")), auctioneer
        for seat in others:
            higher = [f"bid {points}" for points in range(highest + 1, HIGHEST_BID + 1)]
            answer = yield from ask(seat, ["pass", *higher])
            if answer != "pass":
                highest, bidder = int(answer.removeprefix("bid ")), seat
        if bidder == auctioneer:
            self.scores[auctioneer] -= highest  # BCB-25, BCB-28
            return auctioneer
        answer = yield from ask(auctioneer, [f"buy {highest}", f"sell {highest}"])
        buyer, seller = (auctioneer, bidder) if answer.startswith("buy") else (bidder, auctioneer)
        self.scores[buyer] -= highest
        self.scores[seller] += highest
        return buyer
