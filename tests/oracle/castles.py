"""Castles in the oracle: small cities that wait for what is completed around them (BCB-10 to BCB-16)."""

from __future__ import annotations

from typing import NamedTuple

from aude.engine.tiles import Segment
from oracle.figures import Figure
from oracle.land import Cell, Feature, Node
from oracle.scoring import leaders
from oracle.turns import Asking, Deed, Turns, ask

COMPLETING = {"road", "city", "monastery", "abbey", "shrine"}  # BCB-12, R-BCB-31, COMB-029


class Castle(NamedTuple):
    """A castle on the table: a segment of its own, laid over the tile where its follower stood (R-BCB-30)."""

    seat: int  # who founded it
    node: Node
    cells: tuple[Cell, Cell]  # of the city beneath
    city: frozenset[Node]

    @property
    def domain(self) -> set[Cell]:
        """BCB-11: its two tiles, and the four at their long sides."""
        (x, _), (to_x, _) = self.cells
        beside = [(0, -1), (0, 0), (0, 1)] if x != to_x else [(-1, 0), (0, 0), (1, 0)]
        return {(x + dx, y + dy) for x, y in self.cells for dx, dy in beside}


class Fortified(Turns):
    """The game with castles."""

    def prepare(self) -> None:
        """Everybody has tokens (SETUP-01); there is no castle yet."""
        super().prepare()
        has_castles = "castles" in self.elements
        self.kinds |= {"castle"} if has_castles else set()
        self.castle_tokens = [(3 if len(self.seats) < 5 else 2) if has_castles else 0 for _ in self.seats]
        self.castles: list[Castle] = []
        self.founded: list[Castle] = []  # in this scoring
        self.taken: dict[Node, int] = {}  # the points of completed castles
        self.rounds: list[list[Castle]] = []  # the castles completed in this scoring, round by round

    def steps(self) -> list[tuple[float, Deed]]:
        """17.1, and behind the scoring of everything else."""
        return [*super().steps(), (17.1, self._found_castles), (17.32, self._complete_castles)]

    def holdings(self, seat: int) -> dict[str, int]:
        """Castle tokens too."""
        held = {"castle_token": self.castle_tokens[seat]} if "castles" in self.elements else {}
        return super().holdings(seat) | held

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """Castles too."""
        return [*super().pieces(), *((castle.node, castle.seat, "castle_token") for castle in self.castles)]

    # The city beneath, and the castle as a feature

    def is_castle(self, feature: Feature) -> bool:
        """Whether a feature is a castle, or the city beneath one."""
        return feature.kind == "castle" or any(castle.city == feature.nodes for castle in self.castles)

    def is_taken(self, feature: Feature) -> bool:
        """R-PD-17: nobody is put there."""
        return super().is_taken(feature) or self.is_castle(feature)

    def _is_complete(self, kind: str, nodes: set[Node]) -> bool:
        """BCB-10, R-KR-06: the castle has taken the place of the city, which is none any more."""
        return not self.is_castle(Feature(kind, frozenset(nodes), False)) and super()._is_complete(kind, nodes)

    def words(self, node: Node) -> str:
        """A castle has no ports and no number."""
        if self.segment(node).kind != "castle":
            return super().words(node)
        return "castle" if node[:2] == self.newest else f"castle at {node[0]},{node[1]}"

    def weights(self, feature: Feature) -> list[int]:
        """R-AM-12: whoever is alone on a castle owns it."""
        alone = self.followers(feature) if feature.kind == "castle" else []
        if len(alone) == 1:
            return [int(seat == alone[0].seat) for seat in self.seats]
        return super().weights(feature)

    def value(self, feature: Feature) -> int:
        """BCB-12, BCB-15: what it has taken, nothing as long as it waits."""
        if feature.kind == "castle":
            [node] = feature.nodes
            return self.taken.get(node, 0)
        return super().value(feature)

    # Founding

    def _found_castles(self) -> Asking:
        """BCB-10, R-BCB-07: whoever has the only follower in a completed small city is asked, clockwise."""
        assert self.newest
        for after in self.seats:
            seat = (self.player + after) % len(self.seats)
            for city in dict.fromkeys(self.feature_of(node) for node in self.nodes(self.newest)):
                followers = self.followers(city)
                if self.takes_castle(city) and len(followers) == 1 and followers[0].seat == seat:
                    if self.castle_tokens[seat]:
                        where = self.words(followers[0].node)
                        answer = yield from ask(seat, [f"castle {where}", f"score {where}"])
                        if answer.startswith("castle"):
                            self._found(city, followers[0])

    def takes_castle(self, city: Feature) -> bool:
        """R-BCB-08: two caps with one side each."""
        caps = [self.segment(node) for node in city.nodes if city.kind == "city" and city.complete]
        return len(caps) == 2 and all(len(cap.ports) == 1 and "castle_base:no" not in cap.traits for cap in caps)

    def _found(self, city: Feature, follower: Figure) -> None:
        """The follower moves onto the castle; a builder that was with it goes home."""
        one, other = city.cells
        node = self.lay_over(follower.node[:2], Segment("castle"))
        castle = Castle(follower.seat, node, (one, other), city.nodes)
        self.castles.append(castle)
        self.founded.append(castle)
        self.castle_tokens[follower.seat] -= 1
        self.move(follower, node)

    # Completing

    def new_features(self) -> list[Feature]:
        """What completes castles and was completed just now, occupied or not (R-BCB-12)."""
        return [
            feature
            for feature in self.features()
            if feature.complete and feature.kind in COMPLETING and feature not in self.completed
        ]

    def waiting(self) -> list[Castle]:
        """The castles that may be completed in this scoring (R-BCB-09)."""
        return [castle for castle in self.castles if castle.node not in self.taken and castle not in self.founded]

    def choices(self, castle: Castle) -> dict[str, int]:
        """BCB-14, R-BCB-28: what a castle can take in this round, in words and as points.

        In the first round features, then the castles of the round before (BCB-13, R-BCB-27).
        """
        if len(self.rounds) == 1:
            found = [(feature, feature.cells) for feature in self.new_features()]
        else:
            found = [(self.feature_of(other.node), {*other.cells}) for other in self.rounds[-2]]
        choices = {}
        for feature, cells in found:
            if castle.domain & cells:
                value = self.value(feature)
                choices[f"take {value} {self.words(min(feature.nodes))}"] = value
        return choices

    def owner(self, castle: Castle) -> int | None:
        """R-BCB-29: of those with the most followers on it the first, clockwise from the player."""
        owners = leaders(self.weights(self.feature_of(castle.node)))
        return min(owners, key=self.distance, default=None)

    def distance(self, seat: int | None) -> int:
        """How far clockwise from the player a seat is; it does not matter when an empty castle is completed."""
        return 0 if seat is None else (seat - self.player) % len(self.seats)

    def _complete_castles(self) -> Asking:
        """BCB-12 to BCB-14, round by round."""
        self.rounds = self.rounds or [[]]
        while True:
            due = [castle for castle in self.waiting() if self.choices(castle)]
            if due:
                castle = min(due, key=lambda castle: self.distance(self.owner(castle)))
                choices = self.choices(castle)
                points = max(choices.values())  # R-BCB-29
                owner = self.owner(castle)
                if len({*choices.values()}) > 1 and owner is not None:
                    answer = yield from ask(owner, choices)
                    points = choices[answer]
                self._complete(castle, points)
            elif self.rounds[-1]:
                self.rounds.append([])
            else:
                break
        self.rounds = []

    def _complete(self, castle: Castle, points: int) -> None:
        self.taken[castle.node] = points
        self.rounds[-1].append(castle)
        feature = self.feature_of(castle.node)
        self.add(self._all_of(feature))
        self.go_home(self.on(feature))

    def hand_out(self, player: int) -> None:
        """R-BCB-33: a forecast asks nobody, and takes the dearest."""
        asking = self._complete_castles()
        try:
            question = next(asking)
            while True:
                question = asking.send(max(question.options, key=lambda words: int(words.split()[1])))
        except StopIteration:
            pass
        super().hand_out(player)
        self.founded = []

    # Fields

    def completed_castles(self) -> list[Castle]:
        """Those that are completed, or are as soon as what is complete has been scored (BCB-12, BCB-13)."""
        if self.option("castle_field") == "any":
            return self.castles  # R-BCB-11
        done = [castle for castle in self.castles if castle.node in self.taken]
        cells = {cell for feature in self.new_features() for cell in feature.cells}
        while new := [castle for castle in self.waiting() if castle not in done and castle.domain & cells]:
            done += new
            cells |= {cell for castle in new for cell in castle.cells}
        return done

    def cities_for_fields(self) -> list[Feature]:
        """BCB-16: completed castles too."""
        castles = [self.feature_of(min(castle.city)) for castle in self.completed_castles()]
        return super().cities_for_fields() + castles

    def field_value(self, cities: list[Feature], each: int) -> int:
        """BCB-16: 1 point more for a castle, R-BCB-14: besieged 2."""
        castles = [city for city in cities if self.is_castle(city)] if each else []
        return super().field_value(cities, each) + sum(2 if self.is_besieged(city) else 1 for city in castles)
