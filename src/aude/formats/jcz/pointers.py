"""Converts pointers of JCloisterZone, `{position, feature, location}` after rotation, to our spots and back.

A location is a set of sides (`NE`, `_S`, `WE`) or half sides (`EL.ER`), or something inside a tile (`I`, `II`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from aude.board import Board
from aude.catalog.errors import about, unreadable
from aude.formats.jcz.save import Where, cell_of, inside, object_in, text_in
from aude.game.values import Cell, Spot

SIDES = "NESW"
# Sides in the order in which a location names them.
PAIRS = ("NE", "SE", "SW", "NW", "NS", "WE")
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INNER = re.compile(r"I{1,3}|AS_ABBOT")

# Our kinds of features, with their names there.
FEATURES = {
    "city": "City",
    "castle": "Castle",
    "road": "Road",
    "field": "Field",
    "monastery": "Monastery",
    "abbey": "Monastery",
    "shrine": "Monastery",
    "garden": "Garden",
    "river": "River",
}
CASTLE = "castle"
HEART = "quarters"  # the symbol of the tile with the quarters of Carcassonne
OTHER_FEATURES = ("Tower", "Quarter")
QUARTERS = {
    "castle_quarter": "QUARTER_CASTLE",
    "market_quarter": "QUARTER_MARKET",
    "blacksmith_quarter": "QUARTER_BLACKSMITH",
    "cathedral_quarter": "QUARTER_CATHEDRAL",
}
AXES = {"N.S": "NS", "E.W": "WE"}  # of bridges: the sides that each touches
CORNERS = {"NW": (0, 0), "NE": (1, 0), "SE": (1, 1), "SW": (0, 1)}  # from a tile to the one south-east of its corner


@dataclass(frozen=True)
class Pointer:
    """A segment, a tower or a quarter: the cell, the kind of feature, and its sides, or its name inside the tile."""

    cell: Cell
    feature: str
    ports: frozenset[str]

    def __str__(self) -> str:
        return f"{{{self.feature},{location_of(self)},[{self.cell[0]},{self.cell[1]}]}}"


def ports_of(location: str, feature: str, where: Where) -> frozenset[str]:
    """The sides that a location names."""
    if INNER.fullmatch(location) or location in QUARTERS.values():
        return frozenset({location})
    if feature == "Field":
        halves = location.split(".")
        if set(halves) <= set(HALVES):
            return frozenset(halves)
    elif re.fullmatch("_[NESW]", location):
        return frozenset(SIDES) - {location[1]}
    elif location and set(location) <= set(SIDES) and len(set(location)) == len(location):
        return frozenset(location)
    raise about(where, unreadable("jcz.no_location", location=location, feature=feature))


def location_of(pointer: Pointer) -> str:
    """The location of a pointer in the notation of JCloisterZone."""
    ports = pointer.ports
    if pointer.feature == "Field" and ports <= set(HALVES):
        return ".".join(half for half in HALVES if half in ports)
    if not ports <= set(SIDES):
        return min(ports)
    if len(ports) == 4:
        return "NWSE"
    if len(ports) == 3:
        return "_" + min(set(SIDES) - ports)
    return next((pair for pair in PAIRS if set(pair) == ports), "".join(ports))


def read_pointer(entry: dict[str, Any], where: Where) -> Pointer:
    """Parse a feature pointer in a file."""
    feature = text_in(entry, "feature", where)
    if feature not in (*FEATURES.values(), *OTHER_FEATURES):
        raise about(where, unreadable("jcz.no_feature", feature=feature))
    location = text_in(entry, "location", where)
    return Pointer(
        cell_of(entry.get("position"), inside(where, "position")), feature, ports_of(location, feature, where)
    )


def pointer_json(pointer: Pointer) -> dict[str, Any]:
    """A feature pointer in the format of a file."""
    return {"position": list(pointer.cell), "feature": pointer.feature, "location": location_of(pointer)}


def read_meeple(payload: dict[str, Any], key: str, where: Where) -> tuple[str, Pointer]:
    """A meeple pointer: the figure's id and where it stands."""
    entry = object_in(payload, key, where)
    where = f"{where}.{key}"
    return text_in(entry, "meepleId", where), read_pointer(object_in(entry, "featurePointer", where), where)


# -- from our values --------------------------------------------------------------------------------------------------
def pointer_to(board: Board, spot: Spot) -> Pointer:
    """The pointer to a segment. A castle lies over a tile here; there, it is where its city was."""
    sides = city_of_castle(board, spot).sides if spot.kind == CASTLE else spot.sides
    # Segments without sides have a number if there are several on the tile.
    names = ["I" * int(side) if side.isdigit() else side for side in sides] or ["I"]
    return Pointer(spot.cell, FEATURES[spot.kind], frozenset(names))


def tower_pointer(cell: Cell) -> Pointer:
    """The pointer to a tower."""
    return Pointer(cell, "Tower", frozenset({"I"}))


def bridge_pointer(cell: Cell, axis: str) -> Pointer:
    """The pointer to a bridge that lies along an axis, `N.S` or `E.W`."""
    return Pointer(cell, "Road", frozenset(AXES[axis]))


def quarter_pointer(board: Board, quarter: str) -> Pointer:
    """The pointer to a quarter of Carcassonne."""
    heart = next((tile.cell for tile in board.tiles if HEART in tile.symbols), (0, 0))
    return Pointer(heart, "Quarter", frozenset({QUARTERS[quarter]}))


def barn_pointer(board: Board, corner: str) -> Pointer:
    """A barn at a corner of the newest tile stands, there, in the field of the tile south-east of its corner."""
    x, y = board.tiles[-1].cell
    cell = (x + CORNERS[corner][0], y + CORNERS[corner][1])
    return pointer_to(board, next(spot for spot in printed_at(board, cell) if "NL" in spot.sides))


def castle_pointer(board: Board, city: Spot) -> Pointer:
    """Where a castle is founded there: in the part of its city that lies on the newest tile, if there is one."""
    feature = feature_at(board, city)
    newest = printed_at(board, board.tiles[-1].cell)
    return pointer_to(board, next((spot for spot in newest if feature_at(board, spot) == feature), city))


# -- on the board -----------------------------------------------------------------------------------------------------
def printed_at(board: Board, cell: Cell) -> list[Spot]:
    """The segments printed on the tile in a cell, without what was laid over it."""
    tile = board.tile_at(cell)
    assert tile is not None
    return [spot for spot, segment in zip(tile.spots, tile.segments, strict=True) if segment.printed is not None]


def feature_at(board: Board, spot: Spot) -> int:
    """The id of the feature of a segment. Of two castles on a tile, whose spots have numbers, events name the first."""
    feature = board.feature_at(spot)
    if feature is None:
        tile = board.tile_at(spot.cell)
        assert tile is not None
        feature = board.feature_at(next(one for one in tile.spots if one.kind == spot.kind))
    assert feature is not None
    return feature.id


def city_of_castle(board: Board, castle: Spot) -> Spot:
    """The part of a city under a castle.

    A castle is founded in the turn that completes its city: so castles and cities, both by age, go together.
    """
    age = {laid.cell: number for number, laid in enumerate(board.tiles)}
    cities = [feature for feature in board.features if feature.kind == "city" and feature.settled]
    cities.sort(key=lambda feature: max(age[cell] for cell in feature.cells))
    wanted = feature_at(board, castle)
    for token in board.tokens:
        if token.name == "castle_token" and token.spot is not None:
            city = next(feature for feature in cities if token.cell in feature.cells)
            if feature_at(board, token.spot) == wanted:
                return next(spot for spot in city.spots if spot.cell == castle.cell)
            cities.remove(city)
    raise LookupError(f"there is no castle at {castle}")
