"""Who stands where in the oracle, and where figures may be put."""

from __future__ import annotations

from collections import Counter, defaultdict
from collections.abc import Collection, Iterable, Mapping
from typing import NamedTuple

from aude.engine.tiles import Tile
from oracle.land import Cell, Feature, Node, with_exits, without_shrine
from oracle.rivers import Watered

ANYWHERE = {"road", "city", "monastery", "field", "shrine", "abbey"}
STANDS_ON = {
    "meeple": ANYWHERE,  # BASE-16, FARM-04, SH-01
    "large_follower": ANYWHERE,  # IC-04, R-IC-04
    "abbot": {"monastery", "garden", "abbey"},  # ABB-04, COMB-027
    "builder": {"road", "city"},  # TB-14, TB-15
    "pig": {"field"},  # TB-28
    "mayor": {"city"},  # AM-06
    "wagon": {"road", "city", "monastery", "shrine", "abbey"},  # AM-08, R-AM-09
    "barn": set(),  # AM-14: it stands where four tiles meet
}
WEIGHT = {
    "meeple": 1,
    "large_follower": 2,  # IC-02
    "abbot": 1,  # R-ABB-07
    "builder": 0,  # TB-26
    "pig": 0,  # TB-31
    "mayor": 1,  # a follower; what he counts is asked of the city (AM-07)
    "wagon": 1,  # AM-08
    "barn": 0,  # AM-13
}
EACH = {
    "meeple": 7,
    "large_follower": 1,
    "abbot": 1,
    "builder": 1,
    "pig": 1,
    "mayor": 1,
    "wagon": 1,
    "barn": 1,
}  # SETUP-01; the eighth meeple counts points


class Figure(NamedTuple):
    """A figure on the table."""

    seat: int
    kind: str
    node: Node

    @property
    def is_follower(self) -> bool:
        """Builder, pig and barn are none (TB-03, AM-13)."""
        return WEIGHT[self.kind] > 0


class Away(NamedTuple):
    """A figure that stands on no segment, but in a place of its own that a box has brought."""

    seat: int
    kind: str
    place: str

    @property
    def is_follower(self) -> bool:
        """As on the land."""
        return WEIGHT[self.kind] > 0


class Peopled(Watered):
    """The land with its figures, the supplies, and which boxes, elements and house rules are in play."""

    def __init__(
        self,
        tiles: Iterable[Tile],
        seats: int,
        *,
        boxes: Collection[str] = (),
        elements: Collection[str] = ("farmers",),
        options: Mapping[str, str] | None = None,
        figures: Mapping[str, int] | None = None,
    ) -> None:
        """An empty table; `options` holds the house rules that are not left as they are."""
        kinds = {"road", "city", "monastery", "field"}
        kinds |= {"garden"} if "abbot" in boxes and "gardens" in elements else set()
        kinds |= {"shrine"} if "shrines_and_heretics" in boxes else set()
        if "shrine" in kinds and "challenge" not in elements:
            tiles = [without_shrine(tile) for tile in tiles]  # R-SH-20
        kinds |= {"carcassonne"} if "count" in boxes else set()
        self.options = options or {}
        if "tunnel" in boxes and self.option("tunnel_other_tiles") == "on":
            tiles = [with_exits(tile) for tile in tiles]
        uturn, blocking = self.option("river_uturn"), self.option("river_blocking")
        super().__init__(tiles, kinds, tunnels="tunnel" in boxes, uturn=uturn, blocking=blocking)
        self.seats = range(seats)
        self.boxes = boxes
        self.elements = elements
        elective = ("large_follower", "builder", "pig", "mayor", "wagon", "barn")
        known = ["meeple", *(kind for kind in elective if kind in elements)]
        known += ["abbot"] if "abbot" in boxes else []
        self.supply = [{kind: (figures or {}).get(kind, EACH[kind]) for kind in known} for _ in self.seats]
        self.standing: list[Figure] = []
        self.away: list[Away] = []
        self.prepare()

    def prepare(self) -> None:
        """Lay out what else the game needs. Layers with pieces of their own add to this, not to the constructor."""

    def option(self, name: str) -> str:
        """The value of a house rule; an empty text means that it is left as it is."""
        return self.options.get(name, "")

    # Who stands where

    def on(self, feature: Feature) -> list[Figure]:
        """The figures on a feature."""
        return [figure for figure in self.standing if figure.node in feature.nodes]

    def occupied(self) -> list[Feature]:
        """The features on which anybody stands."""
        return list(dict.fromkeys(self.feature_of(figure.node) for figure in self.standing))

    def followers(self, feature: Feature, seat: int | None = None) -> list[Figure]:
        """The followers on a feature, all or those of one seat."""
        return [figure for figure in self.on(feature) if figure.is_follower and seat in (None, figure.seat)]

    def is_taken(self, feature: Feature) -> bool:
        """Whether nobody may be put there any more (BASE-17); boxes add to it."""
        return bool(self.followers(feature))

    def is_castle(self, feature: Feature) -> bool:
        """Whether a feature is a castle, or the city beneath one; a box adds them."""
        return False

    def weights(self, feature: Feature) -> list[int]:
        """What each seat counts for the majority."""
        counts = [0 for _ in self.seats]
        for figure in self.on(feature):
            counts[figure.seat] += WEIGHT[figure.kind]
        return counts

    def stand(self, seat: int, kind: str, node: Node) -> None:
        """Take a figure out of the supply and put it on a segment."""
        assert self.supply[seat][kind] > 0, f"seat {seat} has no {kind}"
        self.supply[seat][kind] -= 1
        self.standing.append(Figure(seat, kind, node))

    def move(self, figure: Figure, node: Node) -> Figure:
        """Put a figure on another segment; whoever is left alone goes home."""
        moved = figure._replace(node=node)
        self.standing[self.standing.index(figure)] = moved
        self.go_home([])
        return moved

    def go_home(self, figures: Iterable[Figure]) -> None:
        """Put figures back into their owners' supplies, and with them whoever is left alone (TB-25, R-TB-07)."""
        for figure in list(figures):
            self.standing.remove(figure)
            self.supply[figure.seat][figure.kind] += 1
        lonely = [
            figure
            for figure in self.standing
            if not figure.is_follower and not self.followers(self.feature_of(figure.node), figure.seat)
        ]
        if lonely:
            self.go_home(lonely)

    def go_away(self, seat: int, kind: str, place: str) -> None:
        """Take a figure out of the supply and put it into a place that is no segment."""
        assert self.supply[seat][kind] > 0, f"seat {seat} has no {kind}"
        self.supply[seat][kind] -= 1
        self.away.append(Away(seat, kind, place))

    def come_back(self, places: Collection[str]) -> None:
        """Put all figures in these places back into their owners' supplies."""
        self.come_home([figure for figure in self.away if figure.place in places])

    def come_home(self, figures: Iterable[Away]) -> None:
        """Put figures that stand on no segment back into their owners' supplies."""
        for figure in figures:
            self.away.remove(figure)
            self.supply[figure.seat][figure.kind] += 1

    def leave(self, figure: Figure | Away) -> None:
        """Put a figure back into its owner's supply, wherever it stands."""
        if isinstance(figure, Away):
            self.come_home([figure])
        else:
            self.go_home([figure])

    def aloft(self) -> dict[Cell, Away]:
        """Figures that stand on a tile, but above its segments, where some dangers reach them; boxes add to them."""
        return {}

    def place_order(self, place: str) -> int:
        """Which of the places on one tile this is (R-CAT-21)."""
        return 0

    def token_finds(self, figure: Away) -> Cell | None:
        """The tile where a catapult token finds a figure that stands on no segment; None if it is safe (CAT-14)."""
        return next((cell for cell, guard in self.aloft().items() if guard is figure), None)  # R-CAT-07

    # Where figures may go

    def kinds_in_supply(self, seat: int, feature_kind: str) -> list[str]:
        """The kinds of followers that a seat has at hand and that may stand on such a feature."""
        if feature_kind == "field" and "farmers" not in self.elements:
            return []
        return [
            kind
            for kind, number in self.supply[seat].items()
            if number and WEIGHT[kind] and feature_kind in STANDS_ON[kind]
        ]

    def deployments(self, seat: int) -> dict[str, tuple[str, Node]]:
        """What this seat may put on the tile just laid: in words, and as kind of figure and node."""
        found: dict[str, tuple[str, Node]] = {}
        if self.newest is None:
            return found
        for node in self.nodes(self.newest):
            feature = self.feature_of(node)
            kinds = []
            if not self.is_taken(feature):
                kinds += self.kinds_in_supply(seat, feature.kind)  # BASE-15 to BASE-20, FARM-05, R-ABB-01
            for kind in ("builder", "pig"):
                if self.supply[seat].get(kind) and feature.kind in STANDS_ON[kind] and self.followers(feature, seat):
                    if not feature.complete:  # TB-14, TB-28; R-TB-12
                        kinds.append(kind)
            found |= {f"deploy {kind} {self.words(node)}": (kind, node) for kind in kinds}
        return found

    def recalls(self, seat: int) -> dict[str, Figure]:
        """The abbots that this seat may take back: those whose monastery or garden is not complete (R-ABB-03)."""
        return {
            f"recall abbot {self.words(figure.node)}": figure
            for figure in self.standing
            if figure.kind == "abbot" and figure.seat == seat and not self.feature_of(figure.node).complete
        }

    # Crop circles

    def of_kind(self, kind: str, seat: int | None = None) -> list[Figure]:
        """The followers on features of a kind, all or those of one seat (CC-02 to CC-05)."""
        return [
            figure
            for figure in self.standing
            if figure.is_follower and self.segment(figure.node).kind == kind and seat in (None, figure.seat)
        ]

    def circle_removals(self, seat: int, kind: str) -> dict[str, Figure]:
        """Which follower a seat may take back because of a crop circle."""
        return {f"remove {figure.kind} {self.words(figure.node)}": figure for figure in self.of_kind(kind, seat)}

    def circle_additions(self, seat: int, kind: str) -> dict[str, tuple[str, Node]]:
        """Which follower a seat may add because of a crop circle, beside one of its own (R-CC-01, R-CC-11)."""
        return {
            f"add {added} {self.words(figure.node)}": (added, figure.node)
            for figure in self.of_kind(kind, seat)
            for added in self.kinds_in_supply(seat, kind)
        }

    def census(self) -> Counter[tuple[str, frozenset[Node], bool, frozenset[tuple[tuple[int, str], int]]]]:
        """All features and who stands on each: the whole table, in a form that can be compared."""
        crowds: defaultdict[Feature, Counter[tuple[int, str]]] = defaultdict(Counter)
        for figure in self.standing:
            crowds[self.feature_of(figure.node)][figure.seat, figure.kind] += 1
        return Counter(
            (*feature, frozenset(crowds[feature].items() if feature in crowds else ())) for feature in self.features()
        )
