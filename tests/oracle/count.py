"""The Count of Carcassonne in the oracle: the City of Carcassonne, its four quarters, and the Count."""

from __future__ import annotations

from collections import Counter
from collections.abc import Collection, Iterable
from dataclasses import replace

from oracle.figures import STANDS_ON, WEIGHT, Away, Figure
from oracle.land import Cell, Feature, Node
from oracle.scoring import Scoring
from oracle.turns import Asking, Deed, Turns, ask, ask_afresh

QUARTERS = {
    "castle_quarter": {"city"},
    "market_quarter": {"field"},
    "blacksmith_quarter": {"road"},
    "cathedral_quarter": {"monastery", "abbey", "shrine"},
}
"""The quarters clockwise (R-CNT-01), and the features that each belongs to (CNT-03, R-CNT-06, R-CNT-24)."""

NOT_BY_TILE = {"fairy", "wheel", "catapult", "honours", "abbot"}
"""Points that are not caused by the laid tile (R-CNT-02, R-CNT-26)."""


class Counted(Turns):
    """The game with the City of Carcassonne."""

    def prepare(self) -> None:
        """CNT-01: the Count is in the castle. CNT-12, R-CNT-21: the dragon does not enter his city."""
        super().prepare()
        self.count = "castle_quarter"
        self.gainers: set[int] = set()  # the seats with points in this part of the turn
        for name, tile in self.tiles.items():
            if tile.set == "count":
                inside = {segment.kind for segment in tile.segments} == {"carcassonne"}
                barred = inside or self.option("dragon_carcassonne") != "city_only"
                self.tiles[name] = replace(tile, more={**tile.more, "bars_dragon": barred})

    def holdings(self, seat: int) -> dict[str, int]:
        """The figures in the quarters too."""
        places = Counter(figure.place for figure in self.away if figure.seat == seat)
        return super().holdings(seat) | {name: places[name] for name in QUARTERS if "count" in self.boxes}

    def heart(self) -> list[Cell]:
        """The tile that shows the quarters, if it lies."""
        return [cell for cell, laid in self.table.items() if "quarters" in laid.tile.symbols]

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """The Count, on the tile that shows the quarters."""
        return [*super().pieces(), *((cell, -1, f"count_in_{self.count}") for cell in self.heart())]

    def place_order(self, place: str) -> int:
        """Quarters clockwise from the castle."""
        return list(QUARTERS).index(place) if place in QUARTERS else super().place_order(place)

    def token_finds(self, figure: Away) -> Cell | None:
        """R-CAT-08: in the quarters, if they are not safe."""
        if figure.place in QUARTERS and self.option("safe_zones") == "no_catapult":
            return self.heart()[0]
        return super().token_finds(figure)

    def completed_cities(self) -> list[Feature]:
        """R-CNT-09: Carcassonne counts as one."""
        is_city = self.option("carcassonne_is_city") != "off"
        return [
            *super().completed_cities(),
            *(feature for feature in self.features() if feature.kind == "carcassonne" and is_city),
        ]

    def steps(self) -> list[tuple[float, Deed]]:
        """Steps 17.2 and 18."""
        own: list[tuple[float, Deed]] = [(17.2, self._join), (18, self._enter_city), (18.95, self._forget)]
        return [*super().steps(), *(own if "count" in self.boxes else [])]

    def last_steps(self) -> list[tuple[float, Deed]]:
        """CNT-07."""
        return [*super().last_steps(), (9, self._join_at_the_end)]

    # Out of the city

    def _join(self) -> Asking:
        """Step 17.2: onto what is about to be scored. The market waits (CNT-04), but for fields (R-CNT-07)."""
        quarters = [name for name in QUARTERS if name != "market_quarter" or self.option("count_market_barn") == "on"]
        yield from self._all_join(self.player, quarters, self.to_be_scored())

    def _join_at_the_end(self) -> Asking:
        """CNT-07, R-CNT-04, R-CNT-06, R-CNT-14, R-CNT-23: onto what the final scoring will look at."""
        quarters = ["market_quarter"] if self.option("count_final") == "market_only" else list(QUARTERS)
        incomplete = [feature for feature in self.features() if not feature.complete and not self.is_castle(feature)]
        yield from self._all_join(self.layer, quarters, incomplete)

    def _all_join(self, last: int, quarters: list[str], features: Iterable[Feature]) -> Asking:
        """CNT-05, R-CNT-22: every seat moves as many followers as it likes, one after the other."""
        to_all = self.option("count_to_unoccupied") == "on"
        scored = [feature for feature in features if to_all or self.is_taken(feature)]  # R-CNT-03
        for after in range(1, len(self.seats) + 1):
            seat = (last + after) % len(self.seats)
            answer = ""
            while answer != "done" and (options := self.joinings(seat, quarters, scored)):
                answer = yield from ask(seat, ["done", *options])
                if answer in options:
                    figure, node = options[answer]
                    self.away.remove(figure)
                    self.standing.append(Figure(seat, figure.kind, node))

    def joinings(
        self, seat: int, quarters: Collection[str], features: Iterable[Feature]
    ) -> dict[str, tuple[Away, Node]]:
        """Who may leave the city for which segment: no one from the Count's quarter (CNT-02, CNT-03, R-CNT-16)."""
        out = [figure for figure in self.away if figure.seat == seat and figure.place in quarters]
        return {
            f"join {figure.kind} {self.words(node)}": (figure, node)
            for feature in features
            for figure in out
            if figure.place != self.count and feature.kind in QUARTERS[figure.place] & STANDS_ON[figure.kind]
            for node in feature.nodes
        }

    # Into the city

    def gain(self, seat: int, points: int, source: str) -> None:
        """R-CNT-02: remember who has scored."""
        super().gain(seat, points, source)
        if points > 0 and not (self.option("count_trigger") == "tile_scoring" and source in NOT_BY_TILE):
            self.gainers.add(seat)

    def _enter_city(self) -> Asking:
        """Step 18: if only others have scored, a follower goes into the city, and the Count may move."""
        if not self.gainers or self.player in self.gainers:
            return
        if self.entries():
            answer = yield from ask_afresh(self.player, lambda: ["pass", *self.entries()])
            if answer != "pass":
                kind, quarter = self.entries()[answer]
                self.go_away(self.player, kind, quarter)
                yield from self._move_count(quarter)

    def entries(self) -> dict[str, tuple[str, str]]:
        """Who of the player's supply may go into which quarter, in words."""
        return {
            f"quarter {kind} {quarter}": (kind, quarter)
            for kind, number in self.supply[self.player].items()
            for quarter in QUARTERS  # R-CNT-17: the Count's too
            if number and self.may_live_in(kind, quarter)
        }

    def may_live_in(self, kind: str, quarter: str) -> bool:
        """CNT-10, R-CNT-10: followers that may stand on something of the quarter; R-CNT-25: no farmers, no market."""
        places = STANDS_ON[kind] - (set() if "farmers" in self.elements else {"field"})
        return WEIGHT[kind] > 0 and bool(places & QUARTERS[quarter])

    def _move_count(self, entered: str) -> Asking:
        """CNT-09, R-CNT-01."""
        way = self.option("count_move") or "by_player"
        if way == "follow_meeple":
            self.count = entered
        elif way == "clockwise":
            clockwise = list(QUARTERS)
            self.count = clockwise[(clockwise.index(self.count) + 1) % 4]
        else:
            others = {f"count {quarter}": quarter for quarter in QUARTERS if quarter != self.count}
            answer = yield from ask(self.player, ["pass", *others])
            self.count = others.get(answer, self.count)

    def _forget(self) -> None:
        """R-CNT-11: every part of a turn is judged by its own points."""
        self.gainers = set()

    def finish_game(self) -> list[Scoring]:
        """R-CNT-18: whoever is still in the city goes home."""
        scorings = super().finish_game()
        self.come_back(QUARTERS)
        return scorings
