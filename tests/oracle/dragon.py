"""The Princess & the Dragon in the oracle: dragon, volcanoes, fairy, princesses and magic portals."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable

from aude.engine.tiles import SIDES
from oracle.figures import Away, Figure
from oracle.land import Cell, Feature, Node, across
from oracle.rivers import role
from oracle.scoring import Scoring
from oracle.turns import Asking, Deed, Turns, ask


def at(cell: Cell) -> str:
    """A tile in the words of actions."""
    return f"{cell[0]},{cell[1]}"


class Hunted(Turns):
    """The game with the dragon and the fairy, who belong to nobody (PD-01)."""

    def prepare(self) -> None:
        """Both are outside the game, and no tile is set aside."""
        super().prepare()
        self.dragon: Cell | None = None
        self.aside = Counter[str]()
        self.fairy: Cell | None = None
        self.friend: Figure | Away | None = None  # whom the fairy stands beside (R-PD-04: `meeple`)

    def steps(self) -> list[tuple[float, Deed]]:
        """Steps 5, 8, 14, and the beginning of 7."""
        hunt = 18.14 if self.option("dragon_timing") == "after_scoring" else 14  # R-PD-03
        own: list[tuple[float, Deed]] = [
            (5, self._princess),
            (6.9, self._volcano),
            (8, self._move_fairy),
            (hunt, self._hunt),
        ]
        return [*super().steps(), *own]

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """Dragon and fairy too."""
        found = super().pieces()
        found += [(self.dragon, -1, "dragon")] if self.dragon else []
        if self.fairy:
            found.append((self.friend.node if isinstance(self.friend, Figure) else self.fairy, -1, "fairy"))
        return found

    def shows_now(self, symbol: str) -> bool:
        """Whether the tile just laid shows a symbol; it is decoration without its element (R-PD-29)."""
        element = "dragon" if symbol == "volcano" else symbol
        return element in self.elements and symbol in self.symbols()

    # Dragon tiles and volcanoes

    def puts_aside(self, tile: str) -> bool:
        """PD-02."""
        waits = "dragon" in self.elements and "dragon" in self.tiles[tile].symbols and self.dragon is None
        if waits:
            self.aside[tile] += 1
        return waits or super().puts_aside(tile)

    def is_volcano_lake(self) -> bool:
        """Whether the last tile of River II was just laid."""
        assert self.newest
        return self.shows_now("volcano") and role(self.table[self.newest].tile) == "lake"

    def _volcano(self) -> Asking:
        """PD-03 to PD-06: the dragon comes, wherever it was, and its tiles come back; then on to the scoring."""
        if self.shows_now("volcano"):
            self.dragon = self.newest
            self.stacks[-1] += self.aside
            self.aside = Counter()
            if self.is_volcano_lake() and self.option("volcano_lake_turn") != "next":
                self.again = True  # RIV-14, R-RIV-07
            if self.option("volcano_skips") != "follower_only":  # R-PD-13
                yield from self._move_fairy()  # R-PD-08
                self.go_on_at = 17

    def forbids_figures(self) -> bool:
        """PD-05: nothing of step 7 after a volcano; R-PD-33: nor after the lake, whatever `volcano_skips` says."""
        literal = self.option("volcano_skips") != "follower_only"
        return super().forbids_figures() or (self.shows_now("volcano") and literal) or self.is_volcano_lake()

    # Where figures may go

    def spots(self) -> dict[str, tuple[str, Node]]:
        """Through a portal to any tile (PD-12, COMB-036); never to the dragon's (R-PD-13, R-PD-14)."""
        found = super().spots() | self.beyond_the_portal()
        return {words: (kind, node) for words, (kind, node) in found.items() if node[:2] != self.dragon}

    def beyond_the_portal(self) -> dict[str, tuple[str, Node]]:
        """The spots that a portal just laid opens to followers (PD-12, PD-13)."""
        found = {}
        for cell in self.table if self.shows_now("portal") else ():
            for node in self.nodes(cell):
                feature = self.feature_of(node)
                if feature not in self.completed and not self.is_taken(feature):  # R-PD-25
                    for kind in self.kinds_in_supply(self.player, feature.kind):
                        found[f"deploy {kind} {self.words(node)}"] = kind, node
        return found

    # The princess

    def _princess(self) -> Asking:
        """Step 5: somebody leaves her city, and the player goes on with step 9 (PD-07, PD-11)."""
        options = self.dismissals()
        if options:
            may = [] if self.option("princess_action") == "must" else ["pass"]  # R-PD-01
            answer = yield from ask(self.player, [*may, *options])
            if answer in options:
                self.go_home([options[answer]])
                self.go_on_at = 9

    def dismissals(self) -> dict[str, Figure]:
        """Whom the princess of the tile just laid may send away, of all seats (PD-07 to PD-10)."""
        assert self.newest
        cities = [self.feature_of(node) for node in self.nodes(self.newest) if "princess" in self.segment(node).traits]
        return {
            f"dismiss {self.names[figure.seat]} {figure.kind} {self.words(figure.node)}": figure
            for city in cities
            if "princess" in self.elements and self.followers(city)
            for figure in self.on(city)
            if self.may_be_dismissed(figure, city)
        }

    def may_be_dismissed(self, figure: Figure, city: Feature) -> bool:
        """Followers; builders (R-PD-22); a large follower only if no other follower is there (PD-10, R-PD-23)."""
        if figure.kind == "large_follower" and self.option("princess_large") != "free":
            return len(self.followers(city)) == 1
        return figure.is_follower or self.option("princess_builder") != "off"

    # The fairy

    def company(self, seat: int) -> list[Figure]:
        """The followers of a seat on the land that the fairy is with (R-PD-04, R-PD-24)."""
        if self.option("fairy_on") == "meeple":
            return [self.friend] if isinstance(self.friend, Figure) and self.friend.seat == seat else []
        return [figure for figure in self.followers_of(seat) if figure.node[:2] == self.fairy]

    def followers_of(self, seat: int) -> list[Figure]:
        """The followers of a seat, wherever they stand on the land."""
        return [figure for figure in self.standing if figure.seat == seat and figure.is_follower]

    def has_company(self, seat: int) -> bool:
        """Whether the fairy is with a follower of a seat, be it on a tower (R-TOW-28)."""
        guard = self.aloft().get(self.fairy) if self.fairy else None
        is_friend = self.option("fairy_on") != "meeple" or guard == self.friend
        return bool(self.company(seat)) or (guard is not None and guard.seat == seat and is_friend)

    def begin_turn(self) -> None:
        """PD-14: 1 point, for however many (R-PD-05); BASE-35: if there is a tile to draw."""
        super().begin_turn()
        if self.has_company(self.player) and self.is_tile_left():
            self.gain(self.player, 1, "fairy")

    def extras(self, feature: Feature) -> list[Scoring]:
        """PD-17, PD-18: 3 points for each seat, winner or not, and even if the feature brings nothing (R-PD-21)."""
        seats = [seat for seat in self.seats if any(figure.node in feature.nodes for figure in self.company(seat))]
        return [*super().extras(feature), ("fairy", 3, dict.fromkeys(seats, 3))]

    def go_home(self, figures: Iterable[Figure]) -> None:
        """R-PD-27: the fairy stays, but has no friend any more."""
        super().go_home(figures)
        if isinstance(self.friend, Figure) and self.friend not in self.standing:
            self.friend = None

    def come_home(self, figures: Iterable[Away]) -> None:
        """The same for a follower on a tower."""
        super().come_home(figures)
        if isinstance(self.friend, Away) and self.friend not in self.away:
            self.friend = None

    def move(self, figure: Figure, node: Node) -> Figure:
        """The fairy goes with her friend."""
        is_friend = figure == self.friend
        moved = super().move(figure, node)
        if is_friend:
            self.friend = moved
        return moved

    def _move_fairy(self) -> Asking:
        """Step 8: if nothing was placed, to a tile with an own follower, or to the follower (PD-15, R-PD-04)."""
        after_volcano = self.shows_now("volcano") and self.option("fairy_after_volcano") != "on"  # PD-16, R-PD-08
        if "fairy" not in self.elements or self.has_placed or after_volcano:
            return
        to_figure = self.option("fairy_on") == "meeple"
        found: list[tuple[str, Cell, Figure | Away]] = [
            (f"{figure.kind} {self.words(figure.node)}", figure.node[:2], figure)
            for figure in self.followers_of(self.player)
        ]
        guards = [(cell, guard) for cell, guard in self.aloft().items() if guard.seat == self.player]
        found += [(f"{guard.kind} at {at(cell)}", cell, guard) for cell, guard in guards]  # R-TOW-28
        options = {
            f"fairy {words if to_figure else at(cell)}": (cell, figure)
            for words, cell, figure in found
            if (figure != self.friend if to_figure else cell != self.fairy)  # R-PD-35
        }
        if options:
            answer = yield from ask(self.player, ["pass", *options])
            if answer in options:
                self.fairy, figure = options[answer]
                self.friend = figure if to_figure else None

    # The hunt

    def _hunt(self) -> Asking:
        """Step 14: six steps, one of each player in turn, or fewer if there is no way on (PD-20, PD-21, R-PD-38)."""
        if self.dragon is None or not self.shows_now("dragon"):
            return
        been = [self.dragon]  # R-PD-09
        for step in range(6):
            near = [across(self.dragon, side)[0] for side in SIDES]
            ways = {f"dragon {at(cell)}": cell for cell in near if self.dragon_may_enter(cell) and cell not in been}
            if not ways:
                return  # R-PD-16
            answer, *others = ways
            if others:  # R-PD-31: a single way is gone without asking
                answer = yield from ask((self.player + step) % len(self.seats), ways)
            self.dragon = ways[answer]
            been.append(self.dragon)
            here = [figure for figure in self.standing if figure.node[:2] == self.dragon]  # PD-24, R-PD-10
            self.go_home([figure for figure in here if self.segment(figure.node).kind != "castle"])  # R-PD-11
            self.come_home([figure for cell, figure in self.aloft().items() if cell == self.dragon])  # R-PD-11

    def dragon_may_enter(self, cell: Cell) -> bool:
        """PD-19, PD-23, R-PD-32."""
        return cell in self.table and cell != self.fairy and not self.table[cell].tile.more.get("bars_dragon")
