"""Abbey & Mayor in the oracle: abbeys, mayors, wagons and barns."""

from __future__ import annotations

from collections.abc import Generator
from functools import partial

from aude.engine.tiles import SIDES
from oracle.figures import STANDS_ON, Figure
from oracle.land import Cell, Feature, Node, across, around
from oracle.scoring import Scoring
from oracle.turns import Asking, Deed, Question, Turns, ask

ABBEY = "abbey_mayor/abbey"
CORNERS = {
    "NW": ("NL", "WR", 0, 0),
    "NE": ("NR", "EL", 1, 0),
    "SE": ("SL", "ER", 1, 1),
    "SW": ("SR", "WL", 0, 1),
}
"""Of a tile: the half sides that meet there, and the way to the cell south-east of it, which gives it its name."""


class Settled(Turns):
    """The game with an abbey, a mayor, a wagon and a barn for everybody."""

    def prepare(self) -> None:
        """Everybody holds an abbey, if there are any (R-AM-35)."""
        super().prepare()
        self.holds_abbey = ["abbey" in self.elements and ABBEY in self.tiles for _ in self.seats]
        self.has_abbeys = any(self.holds_abbey)
        self.kinds |= {"abbey"} if self.has_abbeys else set()
        self.arrived: list[Figure] = []  # wagons whose feature was scored just now
        self.barns: dict[Cell, int] = {}  # whose barn stands at the corner north-west of a cell
        self.fresh: Cell | None = None  # the barn of this part of the turn, if it has a field of its own

    def steps(self) -> list[tuple[float, Deed]]:
        """Between the others; a field is joined before anything is decided (R-AM-21)."""
        return [*super().steps(), (3.9, self._join_fields), (17.35, self._move_wagons)]

    def holdings(self, seat: int) -> dict[str, int]:
        """An abbey too."""
        return super().holdings(seat) | ({"abbey": int(self.holds_abbey[seat])} if self.has_abbeys else {})

    def pieces(self) -> list[tuple[Node | Cell, int, str]]:
        """Barns too."""
        return [*super().pieces(), *((self.barn_node(corner), seat, "barn") for corner, seat in self.barns.items())]

    # Abbeys

    def gaps(self) -> dict[str, Cell]:
        """Where the player's abbey may lie: between four tiles, whatever they show (AM-02, AM-03, R-AM-26)."""
        if self.in_hand or not self.holds_abbey[self.player]:  # R-BCB-19
            return {}
        return {
            f"abbey {cell[0]},{cell[1]}": cell
            for cell, shown in self.open_cells().items()
            if len(shown) == 4 and not self.too_many_opponents(self.tiles[ABBEY], cell)
        }

    def may_lay_abbey(self) -> Generator[Question, str, bool]:
        """AM-01: the player lays the own abbey or keeps it. Whether it was laid."""
        gaps = self.gaps()
        if not gaps:
            return False
        answer = yield from ask(self.player, ["keep", *gaps])
        if answer == "keep":
            return False
        self.newest = gaps[answer]
        self.put(ABBEY, *gaps[answer], 0)
        self.holds_abbey[self.player] = False
        return True

    def lay_a_tile(self) -> Generator[Question, str, bool]:
        """Step 2: the abbey instead of what is drawn."""
        return (yield from self.may_lay_abbey()) or (yield from super().lay_a_tile())

    def may_go_on(self) -> bool:
        """R-AM-28: an abbey is enough for a second part."""
        return super().may_go_on() or bool(self.gaps())

    def last_steps(self) -> list[tuple[float, Deed]]:
        """R-AM-14."""
        return [*super().last_steps(), *([] if self.option("abbey_final_round") == "off" else [(1, self._last_round)])]

    def _last_round(self) -> Asking:
        """A last round of abbeys, which earn no further part (R-AM-36)."""
        last = self.layer
        for after in range(1, len(self.seats) + 1):
            self.player = (last + after) % len(self.seats)
            if (yield from self.may_lay_abbey()):
                self.has_escaped = False
                yield from self.after_laying()
                yield from self.escape_at_the_end()

    # Mayors

    def weights(self, feature: Feature) -> list[int]:
        """AM-07: a mayor counts as many followers as the city has coats of arms."""
        counts = super().weights(feature)
        for mayor in self.on(feature):
            if mayor.kind == "mayor":
                counts[mayor.seat] += self.trait(feature, "pennant") - 1
        return counts

    # Wagons

    def to_be_scored(self) -> set[Feature]:
        """R-CNT-07: also fields with barns and farmers, if they have waited."""
        return super().to_be_scored() | ({*self.barn_fields()} if self.barns_wait() else set())

    def score_completed(self) -> list[Scoring]:
        """Wagons arrive (R-AM-10), and barn fields may have waited for this (R-TURN-05)."""
        self.arrived = [
            figure for figure in self.standing if figure.kind == "wagon" and self.feature_of(figure.node).complete
        ]
        scorings = super().score_completed()
        if self.barns_wait():
            scorings += self.score_farmers()
        return scorings

    def _move_wagons(self) -> Asking:
        """AM-09, AM-12: the player first, then clockwise; R-AM-30: those that can drive on."""
        for after in self.seats:
            seat = (self.player + after) % len(self.seats)
            for wagon in self.arrived:
                ways = {f"drive {self.words(node)}": node for node in self.near(wagon) if self.may_drive_to(node)}
                if wagon.seat == seat and ways:
                    answer = yield from ask(seat, ["home", *ways])
                    if answer in ways:
                        self.stand(seat, "wagon", ways[answer])

    def may_drive_to(self, node: Node) -> bool:
        """AM-10, AM-11: whether a wagon may drive to a segment."""
        feature = self.feature_of(node)
        return feature.kind in STANDS_ON["wagon"] and not feature.complete and not self.is_taken(feature)

    def near(self, wagon: Figure) -> list[Node]:
        """The segments that adjoin the feature of a wagon, or with the house rule those on the nine tiles (R-AM-08)."""
        cell = wagon.node[:2]
        if self.option("wagon_move") == "adjacent_tiles":
            return [node for near in (cell, *around(cell)) if near in self.table for node in self.nodes(near)]
        return [other for node in self.feature_of(wagon.node).nodes for other in self.adjoining(node)]

    def adjoining(self, node: Node) -> list[Node]:
        """What a segment touches: by the tile data, or across the side of an abbey (R-AM-22)."""
        x, y, index = node
        groups = [group for group in self.table[x, y].tile.more.get("links", []) if index in group]
        found = [(x, y, other) for group in groups for other in group]
        for side in SIDES:
            cell, facing = across((x, y), side)
            for other in self.nodes(cell) if cell in self.table else ():
                to_abbey = self.segment(other).kind == "abbey" and side in self.ports(node)
                from_abbey = self.segment(node).kind == "abbey" and facing in self.ports(other)
                found += [other] if to_abbey or from_abbey else []
        return found

    # Barns

    def barns_wait(self) -> bool:
        """Whether the farmers of barn fields are scored with all else (R-TURN-05, R-AM-27)."""
        return self.option("barn_scoring") == "step17" and self.option("farm_scoring") != "per_city_4"

    def field_at(self, cell: Cell, corner: str) -> Node | None:
        """The field that covers the corner of a tile (R-AM-23)."""
        for node in self.nodes(cell) if cell in self.table else ():
            if self.segment(node).kind == "field" and {*CORNERS[corner][:2]} <= self.ports(node):
                return node
        return None

    def barn_node(self, corner: Cell) -> Node:
        """The field south-east of a barn, which is that of all four sides."""
        node = self.field_at(corner, "NW")
        assert node
        return node

    def barns_in(self, field: Feature) -> list[Cell]:
        """The barns of a field."""
        return [corner for corner in self.barns if self.barn_node(corner) in field.nodes]

    def barn_fields(self) -> list[Feature]:
        """The fields with barns and farmers."""
        return [feature for feature in self.occupied() if self.barns_in(feature)]

    def is_taken(self, feature: Feature) -> bool:
        """R-AM-02: nobody goes where a barn is."""
        return super().is_taken(feature) or bool(self.barns_in(feature))

    def figure_options(self) -> dict[str, Deed]:
        """AM-14: a barn too."""
        found = super().figure_options()
        assert self.newest
        for name, (_, _, east, south) in CORNERS.items():
            corner = self.newest[0] + east, self.newest[1] + south
            if self.supply[self.player].get("barn") and self.takes_barn(corner):
                found[f"deploy barn corner {name}"] = partial(self._lay_barn, corner)
        return found

    def takes_barn(self, corner: Cell) -> bool:
        """Whether four tiles meet there in nothing but field, and there is no barn in it (AM-14, AM-15)."""
        x, y = corner
        tiles = {(x - east, y - south): name for name, (_, _, east, south) in CORNERS.items()}
        if not all(self.field_at(cell, name) for cell, name in tiles.items()):
            return False
        if self.option("barn_shared") == "on":
            return corner not in self.barns  # R-AM-03, R-AM-24
        return not self.barns_in(self.feature_of(self.barn_node(corner)))

    def _lay_barn(self, corner: Cell) -> None:
        """AM-17: farmers that are there already are scored."""
        if not self.barns_in(self.feature_of(self.barn_node(corner))):
            self.fresh = corner
        self.barns[corner] = self.player
        self.go_away(self.player, "barn", "barn")
        if not self.barns_wait():
            self.score_farmers()

    def _join_fields(self) -> None:
        """AM-18: farmers who have come to a barn's field."""
        if not self.barns_wait():
            self.score_farmers()

    def points_for_a_city(self, field: Feature) -> int:
        """3 if the barn has come to the farmers, 1 if they have come to it (AM-17, AM-18)."""
        barns = self.barns_in(field)
        return (3 if self.fresh in barns else 1) if barns else super().points_for_a_city(field)

    def score_farmers(self) -> list[Scoring]:
        """The farmers of all fields with barns are scored and go home, with their pigs (AM-17 to AM-19, R-AM-01)."""
        fields = self.barn_fields()
        scorings = [scoring for field in fields for scoring in (self.field_scoring(field), *self.extras(field))]
        self.add(scorings)
        self.go_home([figure for field in fields for figure in self.on(field)])
        self.fresh = None
        return scorings

    def final_scorings(self) -> list[Scoring]:
        """AM-20, R-AM-06, R-AM-25: 4 points for each completed city and those of a herd, once for each owner."""
        found = super().final_scorings()
        for field in {self.feature_of(self.barn_node(corner)) for corner in self.barns}:
            cities = self.cities_at(field)
            points = self.field_value(cities, 4)
            if self.has_herd(field) and self.option("barn_pig_herd") != "off":
                points += self.pig_points(cities)
            owners = {self.barns[corner] for corner in self.barns_in(field)}
            found.append(("barn", points, dict.fromkeys(owners, points)))
        return found

    def finish_game(self) -> list[Scoring]:
        """AM-16: the barns have stayed until now."""
        scorings = super().finish_game()
        self.come_back(["barn"])
        self.barns = {}
        return scorings
