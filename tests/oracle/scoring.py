"""What features, tokens and tiles of honour bring in the oracle, in the course of the game and at its end."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable
from copy import copy
from typing import Any

from oracle.figures import Figure, Peopled
from oracle.land import MONASTERIES, SHRINES, SURROUNDED, Feature, Node, around

Scoring = tuple[str, int, dict[int, int]]
"""What one feature brought: its kind, its value, and the points of every seat that got any."""

GOODS = ("wine", "grain", "cloth")


def leaders(counts: Iterable[int]) -> list[int]:
    """The seats with the most, all of them in a tie, none where there is nothing (BASE-30, FARM-10, TB-13)."""
    held = list(counts)
    return [seat for seat, count in enumerate(held) if count > 0 and count == max(held)]


def in_order(scorings: Iterable[Scoring]) -> list[Scoring]:
    """Those that brought somebody points, in an order that depends on nothing but themselves."""
    fruitful = [scoring for scoring in scorings if any(scoring[2].values())]
    return sorted(fruitful, key=lambda scoring: (scoring[0], scoring[1], sorted(scoring[2].items())))


def twin(value: Any) -> Any:
    """A copy of what can change: a list with all that is in it, a dict or set."""
    if isinstance(value, list):
        return [twin(one) for one in value]
    return copy(value) if isinstance(value, dict | set) else value


class Scored(Peopled):
    """The peopled land with its scores, tokens, king and robber."""

    def prepare(self) -> None:
        """No points yet."""
        super().prepare()
        self.scores = [0 for _ in self.seats]
        self.goods = [Counter[str]() for _ in self.seats]
        self.holder: dict[str, int] = {}  # of "king" and "robber"
        self.completed: set[Feature] = set()  # up to the last scoring
        self.is_over = False

    def holdings(self, seat: int) -> dict[str, int]:
        """What a seat holds besides figures, by name."""
        held = {kind: self.goods[seat][kind] for kind in GOODS if "goods" in self.elements}
        return held | {name: int(self.holder.get(name) == seat) for name in ("king", "robber") if name in self.elements}

    def gain(self, seat: int, points: int, source: str) -> None:
        """Give a seat points that it has earned by something; layers may want to know by what."""
        self.scores[seat] += points

    # In the course of the game

    def newly_completed(self) -> set[Feature]:
        """What has been completed since the last scoring."""
        return {feature for feature in self.features() if feature.complete} - self.completed

    def to_be_scored(self) -> set[Feature]:
        """What step 17 will look at; boxes add to it."""
        return self.newly_completed()

    def finish_turn(self, player: int) -> list[Scoring]:
        """Score what was completed; then king, robber, goods (BASE-21, TURN-17)."""
        scorings = self.score_completed()
        self.hand_out(player)
        return scorings

    def score_completed(self) -> list[Scoring]:
        """Score what was completed and give the figures back (TURN-17.3).

        Every complete feature with a follower on it was completed just now, for a feature completed earlier was
        emptied then, and nobody is ever put on a complete feature where nobody stands.
        """
        done = [feature for feature in self.occupied() if feature.complete]
        losers = self.lost_challenges()
        scorings = in_order(scoring for feature in done for scoring in self._all_of(feature))
        self.add(scorings)
        self.go_home(figure for feature in done for figure in self.on(feature))
        self.go_home(losers)
        return scorings

    def hand_out(self, player: int) -> None:
        """King, robber and goods to whoever has completed something (TURN-17.4 to TURN-17.8)."""
        new = self.newly_completed()
        self._award_honours(player, new)
        self._hand_out_goods(player, new)
        self.completed |= new

    def lost_challenges(self) -> list[Figure]:
        """Whoever stands beside an occupied shrine or monastery that is complete, and is not complete too (SH-05)."""
        lost = []
        for figure in self.standing:
            feature = self.feature_of(figure.node)
            if feature.kind in MONASTERIES | SHRINES and not feature.complete:  # R-SH-01: both complete, both score
                if any(rival.complete and self.followers(rival) for rival in self._rivals(figure.node)):
                    lost.append(figure)
        return lost

    def _rivals(self, node: Node) -> list[Feature]:
        """The shrines around a monastery, or the monasteries around a shrine."""
        x, y, _ = node
        theirs = SHRINES if self.segment(node).kind in MONASTERIES else MONASTERIES
        cells = [cell for cell in around((x, y)) if self.shows(cell, theirs)]
        return [
            self.feature_of(other) for cell in cells for other in self.nodes(cell) if self.segment(other).kind in theirs
        ]

    def _award_honours(self, player: int, new: set[Feature]) -> None:
        """King and robber go to whoever completes a larger city or road than any before (KR-01 to KR-04)."""
        for honour, kind in (("king", "city"), ("robber", "road")):
            if honour not in self.elements:
                continue
            sizes = [len(feature.cells) for feature in new if feature.kind == kind]
            if self.option("king_scoring") == "continuous" and honour in self.holder:
                self.gain(self.holder[honour], len(sizes), "honours")  # R-KR-05: who held it before
            before = [len(feature.cells) for feature in self.completed if feature.kind == kind]
            if sizes and max(sizes) > max(before, default=0):  # R-KR-01, R-KR-04
                self.holder[honour] = player

    def _hand_out_goods(self, player: int, new: set[Feature]) -> None:
        """One token for every symbol in the cities that the player completed (TB-11)."""
        if "goods" in self.elements:
            for city in new:
                for kind in GOODS:
                    self.goods[player][kind] += self.trait(city, f"goods:{kind}")

    def recall(self, abbot: Figure) -> None:
        """The owner alone gets what the monastery or garden is worth now (ABB-07, R-ABB-11)."""
        self.gain(abbot.seat, self.value(self.feature_of(abbot.node)), "abbot")
        self.go_home([abbot])

    # At the end

    def finish_game(self) -> list[Scoring]:
        """Final scoring; then every figure goes home, the farmers too (BASE-36 to BASE-40, FARM-07)."""
        scorings = self.final_scorings()
        self.add(scorings)
        self.go_home([figure for figure in self.standing if figure.is_follower])
        self.is_over = True
        return scorings

    def if_ended_now(self, player: int) -> list[int]:
        """The scores if the game ended now, tried out on a copy.

        In the middle of a turn the rest of it is played out first, with nothing placed and nothing decided, since the
        last turn is never cut short (R-BASE-01). No tile is laid then, so what is known about the land (names with an
        underscore) is the copy's too.
        """
        trial = copy(self)
        vars(trial).update((name, twin(value)) for name, value in vars(self).items() if not name.startswith("_"))
        if not self.is_over:
            trial.finish_turn(player)
            trial.finish_game()
        return trial.scores

    def final_scorings(self) -> list[Scoring]:
        occupied = self.occupied()
        scorings = [scoring for feature in occupied if feature.kind != "field" for scoring in self._all_of(feature)]
        fields = [feature for feature in occupied if feature.kind == "field"]
        scorings += [scoring for field in fields for scoring in self.extras(field)]
        scorings += [self.field_scoring(field) for field in fields]
        if self.option("farm_scoring") == "per_city_4":
            # R-FARM-02: every completed city by itself, 4 points once, to the most farmers in all fields touching it.
            for city in self.cities_for_fields():
                around_it = [self.weights(field) for field in fields if self.touch(field, city)]
                counts = [sum(weights[seat] for weights in around_it) for seat in self.seats]
                value = self.field_value([city], 4)  # R-CTH-12, R-BCB-32
                scorings.append(("field", value, dict.fromkeys(leaders(counts), value)))
        return in_order([*scorings, *self._final_honours(), *self._final_goods()])

    def completed_cities(self) -> list[Feature]:
        """Those that fields and the king count; boxes may add to them."""
        return [feature for feature in self.features() if feature.kind == "city" and feature.complete]

    def cities_for_fields(self) -> list[Feature]:
        """Those that fields count; boxes may add what is no city to anybody else."""
        return self.completed_cities()

    def cities_at(self, field: Feature) -> list[Feature]:
        """Those that a field touches."""
        return [city for city in self.cities_for_fields() if self.touch(field, city)]

    def points_for_a_city(self, field: Feature) -> int:
        """What each completed city is worth to the farmers of a field (FARM-09; R-FARM-02: or by itself)."""
        return 0 if self.option("farm_scoring") == "per_city_4" else 3

    def field_scoring(self, field: Feature) -> Scoring:
        """FARM-08 to FARM-11: every field by itself, for each completed city, R-FARM-01: once per field."""
        mine = self.cities_at(field)
        value = self.field_value(mine, self.points_for_a_city(field))
        herd = self.pig_points(mine)  # TB-30, TB-32, R-TB-14
        bonus = herd if self.has_herd(field) else 0
        points = {
            seat: value + bonus + herd * any(pig.kind == "pig" and pig.seat == seat for pig in self.on(field))
            for seat in leaders(self.weights(field))
        }
        return "field", value, points

    def field_value(self, cities: list[Feature], each: int) -> int:
        """What these completed cities bring in a field, besieged ones twice (CTH-06)."""
        return sum(each * (2 if self.is_besieged(city) else 1) for city in cities)

    def has_herd(self, field: Feature) -> bool:
        """SC-23, R-SC-01: several herds are one; R-SC-05: one tile has a herd by a house rule only."""
        if "traders_and_builders" in self.boxes and "pig_herd" not in self.elements:
            return False
        house_rule = self.option("gq11_pig_herd") == "on"
        return self.trait(field, "pig_herd") + house_rule * self.trait(field, "pig_herd_house_rule") > 0

    def pig_points(self, cities: list[Feature]) -> int:
        """What an own pig or a herd adds to a field with these completed cities (SC-22, SC-23, CTH-08, R-CTH-09)."""
        double = self.option("siege_pig") != "single"
        return sum(2 if double and self.is_besieged(city) else 1 for city in cities)

    def _final_honours(self) -> list[Scoring]:
        """What king and robber bring (KR-05, KR-06 and the variants of R-KR-05)."""
        way = self.option("king_scoring") or "per_feature_end"
        roads = [feature for feature in self.features() if feature.kind == "road" and feature.complete]
        counted = {"king": len(self.completed_cities()), "robber": len(roads)}
        found: list[Scoring] = []
        for seat in self.seats:
            held = [name for name, holder in self.holder.items() if holder == seat]
            if way == "per_feature_end":
                points = sum(counted[name] for name in held)
            else:
                table = {"10_each": (0, 10, 20), "15_40": (0, 15, 40), "continuous": (0, 0, 0)}
                points = table[way][len(held)]
            found.append(("honours", points, {seat: points}))
        return found

    def _final_goods(self) -> list[Scoring]:
        """10 points for the most tokens of each kind (TB-13, R-TB-05)."""
        return [(kind, 10, dict.fromkeys(leaders(self.goods[seat][kind] for seat in self.seats), 10)) for kind in GOODS]

    # Values

    def is_besieged(self, city: Feature) -> bool:
        """Whether a Cathar tile was added to the city (CTH-01, R-CTH-05)."""
        return "siege" in self.elements and self.trait(city, "besieged") > 0

    def value(self, feature: Feature) -> int:
        """What a feature other than a field is worth as it stands, complete or not."""
        tiles = len(feature.cells)
        if feature.kind in SURROUNDED:
            [node] = feature.nodes
            return 1 + self.tiles_around(node)  # BASE-29, BASE-39, ABB-08, SH-02
        if feature.kind == "road":
            return tiles * self._road_rate(feature)
        return (tiles + self.trait(feature, "pennant")) * self._city_rate(feature)

    def _road_rate(self, road: Feature) -> int:
        """Points for each tile: 1, with an inn 2 or nothing (BASE-23, BASE-37, IC-05, IC-06)."""
        has_inn = "inn" in self.elements and self.trait(road, "inn") > 0
        if road.complete:
            return 2 if has_inn else 1
        return 0 if has_inn and self.option("inn_cathedral_final") != "ignore" else 1

    def _city_rate(self, city: Feature) -> int:
        """Points for each tile and coat of arms (SC-04 to SC-07, SC-15 to SC-17)."""
        has_cathedral = "cathedral" in self.elements and self.trait(city, "cathedral") > 0
        if not city.complete:
            if self.is_besieged(city):
                return 0  # CTH-04, R-IC-02
            return 0 if has_cathedral and self.option("inn_cathedral_final") != "ignore" else 1
        is_tiny = self.option("tiny_city") == "on" and len(city.cells) == 2  # R-BASE-04
        if is_tiny:
            return 1  # R-CTH-07: besieged too
        return 2 + has_cathedral - self.is_besieged(city)

    def _all_of(self, feature: Feature) -> list[Scoring]:
        """What a feature other than a field brings."""
        value = self.value(feature)
        return [(feature.kind, value, dict.fromkeys(leaders(self.weights(feature)), value)), *self.extras(feature)]

    def extras(self, feature: Feature) -> list[Scoring]:
        """What boxes add when a feature is scored, be it a field at the end."""
        return []

    def add(self, scorings: list[Scoring]) -> None:
        for source, _, points in scorings:
            for seat, gained in points.items():
                self.gain(seat, gained, source)
