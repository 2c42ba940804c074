"""Places in the words of JCloisterZone: `{position, feature, location}`, on the board, after rotation.

A location is a set of sides (`NE`, `_S`, `WE`) or half sides (`EL.ER`), or something inside a tile (`I`, `II`).
"""

from __future__ import annotations

import re
from dataclasses import dataclass
from typing import Any

from aude.engine.words import ports_of as ports_of_node
from aude.engine.words import read_cell, sides_of, slot_word
from aude.errors import Unreadable
from aude.formats.jcz.save import cell_of, object_in, text_in
from aude.game.events import spot_text
from aude.game.game import GameCore

SIDES = "NESW"
# Sides in the order in which a location names them.
PAIRS = ("NE", "SE", "SW", "NW", "NS", "WE")
HALVES = ("NL", "NR", "EL", "ER", "SL", "SR", "WL", "WR")
INNER = re.compile(r"I{1,3}|AS_ABBOT")

# Our kinds of features, and what they are called there.
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
OTHER_FEATURES = ("Tower", "Quarter")
QUARTERS = {
    "castle_quarter": "QUARTER_CASTLE",
    "market_quarter": "QUARTER_MARKET",
    "blacksmith_quarter": "QUARTER_BLACKSMITH",
    "cathedral_quarter": "QUARTER_CATHEDRAL",
}
HEART = "quarters"  # the symbol of the tile at which pointers to quarters point

Cell = tuple[int, int]


@dataclass(frozen=True)
class Spot:
    """A segment, a tower or a quarter: the cell, the kind of feature, and its sides, or its name inside the tile."""

    cell: Cell
    feature: str
    ports: frozenset[str]

    def __str__(self) -> str:
        return f"{{{self.feature},{location_of(self)},[{self.cell[0]},{self.cell[1]}]}}"


def ports_of(location: str, feature: str, where: str) -> frozenset[str]:
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
    raise Unreadable(f"{where}: {location!r} is no location of a {feature}")


def location_of(spot: Spot) -> str:
    """The location of a spot as JCloisterZone writes it."""
    ports = spot.ports
    if spot.feature == "Field" and ports <= set(HALVES):
        return ".".join(half for half in HALVES if half in ports)
    if not ports <= set(SIDES):
        return min(ports)
    if len(ports) == 4:
        return "NWSE"
    if len(ports) == 3:
        return "_" + min(set(SIDES) - ports)
    return next((pair for pair in PAIRS if set(pair) == ports), "".join(ports))


def read_spot(pointer: dict[str, Any], where: str) -> Spot:
    """The spot that a feature pointer means."""
    feature = text_in(pointer, "feature", where)
    if feature not in (*FEATURES.values(), *OTHER_FEATURES):
        raise Unreadable(f"{where}: {feature!r} is a feature of a set that is none of our boxes'")
    location = text_in(pointer, "location", where)
    return Spot(cell_of(pointer.get("position"), f"{where}.position"), feature, ports_of(location, feature, where))


def pointer_json(spot: Spot) -> dict[str, Any]:
    """A feature pointer as it stands in a file."""
    return {"position": list(spot.cell), "feature": spot.feature, "location": location_of(spot)}


def read_meeple(payload: dict[str, Any], key: str, where: str) -> tuple[str, Spot]:
    """A meeple pointer: the figure's id and where it stands."""
    pointer = object_in(payload, key, where)
    where = f"{where}.{key}"
    return text_in(pointer, "meepleId", where), read_spot(object_in(pointer, "featurePointer", where), where)


# -- from our words ---------------------------------------------------------------------------------------------------
def newest_cell(game: GameCore) -> Cell:
    """Where the tile laid last lies."""
    return cell_at(game, int(game.state.slots) - 1)


def cell_at(game: GameCore, slot: int) -> Cell:
    """Where a laid tile lies."""
    return cell_word(slot_word(game.state, slot))


def cell_word(word: str) -> Cell:
    """`1,-2` as two numbers."""
    found = read_cell(word)
    if found is None:
        raise ValueError(f"{word!r} is no cell")
    return found


def spot_of(game: GameCore, words: list[str]) -> Spot:
    """The spot that our words name: `road E.W at 1,0`, `city N`, `field 2 at 0,1`, `monastery`."""
    words = list(words)
    cell = newest_cell(game)
    if "at" in words:
        cut = words.index("at")
        cell = cell_word(words[cut + 1])
        words = words[:cut]
    kind, ports = words[0], words[1] if len(words) > 1 else ""
    if kind == CASTLE:
        return _castle_spot(game, cell)
    return _spot(cell, kind, ports.split(".") if ports else [])


def spot_at(game: GameCore, node: int) -> Spot:
    """The spot of a segment on the table."""
    state = game.state
    cell = cell_at(game, int(state.node_slot[node]))
    kind = state.rules.kinds[state.kind_of(node)].name
    return _castle_spot(game, cell) if kind == CASTLE else _spot(cell, kind, sides_of(state, node))


def node_named(game: GameCore, text: str) -> int:
    """The segment on the table that events call so: `road E.W at 1,0`."""
    state = game.state
    return next(node for node in range(int(state.nodes)) if spot_text(state, node) == text)


def _spot(cell: Cell, kind: str, sides: list[str]) -> Spot:
    """Segments without sides have a number if there are several on the tile."""
    names = ["I" * int(side) if side.isdigit() else side for side in sides] or ["I"]
    return Spot(cell, FEATURES[kind], frozenset(names))


def _castle_spot(game: GameCore, cell: Cell) -> Spot:
    """A castle lies over a tile here; there, it is where its city was, which nobody counts as open or complete."""
    state = game.state
    slot = int(state.board_at(*cell)) - 1
    first = int(state.slot_first[slot])
    for node in range(first, first + int(state.rules.table.tile_segments[int(state.slot_tile[slot]) >> 2])):
        if state.rules.kinds[state.kind_of(node)].name == "city" and state.open_ends[state.root[node]] < 0:
            return _spot(cell, CASTLE, ports_of_node(state, node))
    raise ValueError(f"no castle at {cell}")


def heart_cell(game: GameCore) -> Cell:
    """The cell of the tile with the quarters of Carcassonne."""
    tiles = game.rules.table.tiles
    for slot in range(int(game.state.slots)):
        if HEART in tiles[int(game.state.slot_tile[slot]) >> 2].symbols:
            return cell_at(game, slot)
    return (0, 0)


def quarter_spot(game: GameCore, quarter: str) -> Spot:
    """A quarter of Carcassonne."""
    return Spot(heart_cell(game), "Quarter", frozenset({QUARTERS[quarter]}))
