"""The Wheel of Fortune in the oracle: the big pig, what its segments bring, and the crown spaces."""

from __future__ import annotations

from collections import Counter
from functools import partial

from oracle.dragon import at
from oracle.figures import WEIGHT, Away, Figure
from oracle.land import MONASTERIES, Cell, Node
from oracle.scoring import Scoring, leaders
from oracle.turns import Asking, Deed, Turns, ask


class Fortunate(Turns):
    """The game with the wheel, whose segments are called sectors here."""

    def prepare(self) -> None:
        """WOF-02: the pig stands on fortune, the first sector; crowns are empty (R-WOF-04: tile facts)."""
        super().prepare()
        sectors = [sector for tile in self.tiles.values() for sector in tile.more.get("sectors", ())]
        self.sectors: list[str] = [sector["name"] for sector in sectors]
        self.crowns: dict[str, int] = {sector["name"]: sector["crown_spaces"] for sector in sectors}
        self.pig = 0

    def holdings(self, seat: int) -> dict[str, int]:
        """The figures on crown spaces too."""
        places = Counter(figure.place for figure in self.away if figure.seat == seat)
        return super().holdings(seat) | {crown(sector): places[crown(sector)] for sector in self.sectors}

    def middle(self) -> list[Cell]:
        """The tile that has the sectors, if it lies."""
        return [cell for cell, laid in self.table.items() if "sectors" in laid.tile.more]

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """The pig lies on the tile in the middle."""
        return [*super().pieces(), *((cell, -1, f"big_pig_{self.sectors[self.pig]}") for cell in self.middle())]

    def place_order(self, place: str) -> int:
        """Sectors clockwise from fortune."""
        crowns = [*map(crown, self.sectors)]
        return crowns.index(place) if place in crowns else super().place_order(place)

    def token_finds(self, figure: Away) -> Cell | None:
        """R-CAT-08: on crown spaces, if they are not safe."""
        if figure.place in map(crown, self.sectors) and self.option("safe_zones") == "no_catapult":
            return self.middle()[0]
        return super().token_finds(figure)

    # The wheel is turned

    def drawn(self, tile: str) -> Asking:
        """WOF-03 to WOF-07: the pig walks, its sector's event happens, and then its crowns are scored."""
        yield from super().drawn(tile)
        for symbol in self.tiles[tile].symbols:
            name, _, number = symbol.partition(":")
            if name == "wheel":
                self.pig = (self.pig + int(number)) % len(self.sectors)
                sector = self.sectors[self.pig]
                if sector == "plague":
                    yield from self._plague()
                else:
                    self.pay_out(self.event(sector))
                self.pay_out(self.crown_points(sector))
                self.come_back([crown(sector)])

    def pay_out(self, points: Counter[int]) -> None:
        """Give every seat its points."""
        for seat in points:
            self.gain(seat, points[seat], "wheel")

    def event(self, sector: str) -> Counter[int]:
        """What a sector other than the plague brings to each seat."""
        events = {
            "fortune": lambda: Counter({self.player: 3}),  # WOF-08
            "taxes": self.taxes,
            "famine": self.famine,
            "storm": self.storm,
            "inquisition": self.inquisition,
        }
        return events[sector]()

    def taxes(self) -> Counter[int]:
        """WOF-09, R-WOF-01, R-WOF-09: 1 for each knight, and the coats of arms for each knight or once in a city."""
        points = Counter[int]()
        for city in self.occupied():
            for seat in self.seats:
                knights = len(self.followers(city, seat)) if city.kind == "city" else 0
                times = min(knights, 1) if self.option("wheel_tax") == "per_city" else knights
                points[seat] += knights + times * self.trait(city, "pennant")
        return points

    def famine(self) -> Counter[int]:
        """WOF-10, R-WOF-03: 1 for each completed city at a field, and nothing else, whatever lies there."""
        points = Counter[int]()
        fields = [feature for feature in self.occupied() if feature.kind == "field"]
        by_farmer = self.option("wheel_famine") == "per_farmer"  # R-WOF-02
        for city in self.cities_for_fields():
            beside = [field for field in fields if self.touch(field, city)]
            if by_farmer:
                points.update(farmer.seat for field in beside for farmer in self.followers(field))
            elif self.option("farm_scoring") == "per_city_4":  # R-WOF-17
                counts = [sum(self.weights(field)[seat] for field in beside) for seat in self.seats]
                points.update(leaders(counts))
            else:
                points.update(seat for field in beside for seat in leaders(self.weights(field)))
        return points

    def storm(self) -> Counter[int]:
        """WOF-11, R-WOF-08: 1 for each follower in the supply."""
        return Counter(
            {seat: sum(number for kind, number in self.supply[seat].items() if WEIGHT[kind]) for seat in self.seats}
        )

    def inquisition(self) -> Counter[int]:
        """WOF-12, R-WOF-07: 2 for each follower on a monastery."""
        return Counter({seat: 2 * sum(len(self.of_kind(kind, seat)) for kind in MONASTERIES) for seat in self.seats})

    def _plague(self) -> Asking:
        """WOF-13 to WOF-15: every seat from the player on takes a follower back, if there is one (R-WOF-06)."""
        for after in range(len(self.seats)):
            seat = (self.player + after) % len(self.seats)
            options: dict[str, Figure | Away] = {
                f"plague {figure.kind} {self.words(figure.node)}": figure
                for figure in self.standing
                if figure.seat == seat and figure.is_follower
            }
            options |= {
                f"plague {guard.kind} at {at(cell)}": guard
                for cell, guard in self.aloft().items()
                if guard.seat == seat and guard.is_follower
            }
            if options:
                answer = next(iter(options))
                if len(options) > 1:  # R-WOF-20
                    answer = yield from ask(seat, options)
                self.leave(options[answer])

    # Crown spaces

    def crown_points(self, sector: str) -> Counter[int]:
        """WOF-19 to WOF-21: 3 for each of two followers; for a single one 3 times the spaces."""
        seats = [figure.seat for figure in self.away if figure.place == crown(sector)]
        each = 3 * self.crowns[sector] if len(seats) == 1 else 3
        return Counter({seat: each * number for seat, number in Counter(seats).items()})

    def figure_options(self) -> dict[str, Deed]:
        """WOF-16 to WOF-18, R-WOF-10, R-WOF-18: also a follower on an empty crown space."""
        taken = Counter(figure.place for figure in self.away)
        crowns: dict[str, Deed] = {
            f"crown {kind} {sector}": partial(self.go_away, self.player, kind, crown(sector))
            for kind, number in self.supply[self.player].items()
            if number and WEIGHT[kind]
            for sector in self.sectors
            if taken[crown(sector)] < self.crowns[sector]
        }
        return super().figure_options() | crowns

    def finish_game(self) -> list[Scoring]:
        """R-WOF-14: no points for crowns, and everybody packs up."""
        scorings = super().finish_game()
        self.come_back([crown(sector) for sector in self.sectors])
        return scorings


def crown(sector: str) -> str:
    """The place of the figures on a sector's crown spaces."""
    return f"crown_{sector}"
