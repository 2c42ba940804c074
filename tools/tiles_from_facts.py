"""Turn a tile fact file (JSON) into the text of a box's tiles.toml.

    python tools/tiles_from_facts.py FACTS.json [FACTS.json …] > src/aude/boxes/BOX/tiles.toml

The facts are the only input; a corrected fact file is converted again and replaces the old text.
"""

from __future__ import annotations

import json
import sys
import unicodedata
from pathlib import Path
from typing import Any

WALLED = "adjacent_carcassonne"  # of a field: it also borders the one segment of that kind on its tile
# Fields of a segment that are not written as traits.
STRUCTURE = {"kind", "sides", "half_sides", "adjacent_cities", "cities", "borders_markets", "enclosed", WALLED}
# Kinds that touch every side of their tile and continue on none: whatever lies beside them is closed.
BLANK = {"abbey"}
# Trait names: in the fact files, and here.
NAMES = {"pennants": "pennant", "inner_end": "end", "wells": "well"}
# The same for symbols that point at a side of their tile.
ARROWS = {"add_meeple": "add", "any_feature": "anywhere", "extra_turn": "extra"}
# Fields of a tile that are copied unchanged unless empty.
COPIED = (
    "letter", "river_role", "max_in_game", "grid", "sectors", "bars_dragon", "subset", "in_draw_pile",
    "status", "notes",
)  # fmt: skip
# Sets of games that have no wagon: links are left out.
WITHOUT_WAGONS = {"the_city"}
# Sets whose tiles without a symbol can be left out: the name of that subset.
PLAIN_SUBSET = {"wheel_of_fortune": "plain"}


def segment_line(segment: dict[str, Any], walled_city: int) -> str:
    """One segment as text: kind, sides, traits, and the segments it lies beside."""
    words = [segment["kind"], *segment.get("sides", []), *segment.get("half_sides", [])]
    if segment["kind"] in BLANK:
        words = words[:1]
    for name, value in segment.items():
        name = NAMES.get(name, name)
        if name == "castle_base" and value is False:
            words.append("castle_base=no")  # the one trait whose absence matters
        elif name not in STRUCTURE and value not in (0, False, None, ""):
            words.append(name if value is True or value == 1 else f"{name}={value}")
    beside = segment.get("adjacent_cities") or segment.get("cities") or segment.get("borders_markets") or []
    if segment.get(WALLED):
        beside = [*beside, walled_city]
    if beside:
        words += ["beside", *(str(index) for index in beside)]
    return " ".join(words)


def symbol_word(symbol: str | dict[str, Any]) -> str:
    """A symbol as a word; with the side it points at, `extra:E`, or its number, `wheel:2`, if it has one."""
    if isinstance(symbol, str):
        return symbol
    if "advance" in symbol:
        return f"{symbol['kind']}:{symbol['advance']}"
    return f"{ARROWS[symbol['kind']]}:{symbol['arrow']}" if "arrow" in symbol else str(symbol["kind"])


def building_of(tile: dict[str, Any]) -> str:
    """The name of the building on a tile; empty if it has none."""
    return next((str(one["name"]) for one in tile.get("symbols", []) if isinstance(one, dict) and "name" in one), "")


def city_id(tile: dict[str, Any]) -> str:
    """A readable id of a tile of The City: its shape, its goods, its building: `A2-fish-public`, `D1-petit-puits`."""
    goods = [segment["goods"] for segment in tile["segments"] if "goods" in segment]
    building = building_of(tile) or "".join(symbol_word(symbol) for symbol in tile["symbols"])
    words = "-".join([tile["group"], *goods, *building.lower().split()])
    return unicodedata.normalize("NFD", words).encode("ascii", "ignore").decode()


def links_of(tile: dict[str, Any]) -> list[list[int]]:
    """Which segments a wagon may change between; where the facts are silent, the roads that end at one place."""
    if "wagon_groups" in tile:
        found: list[list[int]] = tile["wagon_groups"]
        return found
    ends: dict[str, list[int]] = {}
    for number, segment in enumerate(tile["segments"]):
        if segment["kind"] == "road" and "end" in segment:
            ends.setdefault(segment["end"], []).append(number)
    return [roads for roads in ends.values() if len(roads) > 1]


def toml(value: object) -> str:
    """A TOML value; JSON's notation is valid for all types that occur but tables."""
    if isinstance(value, dict):
        return "{ " + ", ".join(f"{name} = {toml(item)}" for name, item in value.items() if item is not None) + " }"
    if isinstance(value, list):
        return "[" + ", ".join(toml(item) for item in value) + "]"
    return json.dumps(value, ensure_ascii=False)


def tile_text(tile: dict[str, Any], set_id: str) -> list[str]:
    """The [[tile]] table of one tile. Its id begins with that of its set."""
    ident = tile["id"] if "/" in tile["id"] else f"{set_id}/{tile['id']}"
    lines = ["[[tile]]", f"id = {toml(ident)}"]
    if tile.get("jcz_id"):
        lines.append(f"jcz = {toml(tile['jcz_id'])}")
    lines.append(f"count = {tile['count']}")
    if tile.get("count_first_edition", tile["count"]) != tile["count"]:
        lines.append(f"first_edition = {tile['count_first_edition']}")
    kinds = [segment["kind"] for segment in tile["segments"]]
    walled_city = kinds.index("carcassonne") if "carcassonne" in kinds else -1
    segments = [segment_line(segment, walled_city) for segment in tile["segments"]]
    lines += ["segments = [", *(f"  {toml(line)}," for line in segments), "]"]
    if tile.get("symbols"):
        lines.append(f"symbols = {toml([symbol_word(symbol) for symbol in tile['symbols']])}")
    if building_of(tile):
        lines.append(f"building = {toml(building_of(tile))}")
    if set_id not in WITHOUT_WAGONS and links_of(tile):
        lines.append(f"links = {toml(links_of(tile))}")
    for name in COPIED:
        if tile.get(name) not in (None, "", []):
            lines.append(f"{name} = {toml(tile[name])}")
    return lines


# -- a block of tiles that are one piece of cardboard ------------------------------------------------------------------
def outline(rows: int, cols: int) -> list[tuple[int, int, str]]:
    """The outer sides of a block, clockwise from the north-west: row, column, side."""
    north = [(0, col, "N") for col in range(cols)]
    east = [(row, cols - 1, "E") for row in range(rows)]
    south = [(rows - 1, col, "S") for col in reversed(range(cols))]
    west = [(row, 0, "W") for row in reversed(range(rows))]
    return north + east + south + west


def place_word(row: int, col: int, port: str) -> str:
    """A port of one cell, as the facts write it: `0,2,NL`."""
    return f"{row},{col},{port}"


def block_tiles(block: dict[str, Any]) -> list[dict[str, Any]]:
    """A block as tiles. The facts give its outer sides; its middle belongs to nothing, so sides there are blank.

    Only fields continue inside: along the rim, behind cities, until a road cuts them off. So the side between two
    neighbours on the rim belongs to the field on both sides of it.
    """
    segments = block["segments"]
    owner = {place: number for number, one in enumerate(segments) for place in one.get("edges", one.get("half_edges"))}
    ports: dict[tuple[int, int], dict[int, list[str]]] = {}  # of each cell: its segments, each with its ports there

    def give(row: int, col: int, segment: int, *more: str) -> None:
        ports.setdefault((row, col), {}).setdefault(segment, []).extend(more)

    rim = outline(block["rows"], block["cols"])
    halves = [place_word(row, col, side + half) for row, col, side in rim for half in "LR"]
    field = [owner[half] for half in halves if half in owner][-1]  # it runs on where the walk begins
    for number, (row, col, side) in enumerate(rim):
        next_row, next_col, _ = rim[(number + 1) % len(rim)]
        for port in (side + "L", side, side + "R"):
            segment = owner.get(place_word(row, col, port), -1)
            if segment >= 0:
                give(row, col, segment, port)
                if segments[segment]["kind"] == "field":
                    field = segment
        if (next_row, next_col) != (row, col):
            across = {(0, 1): "EW", (1, 0): "SN", (0, -1): "WE", (-1, 0): "NS"}[next_row - row, next_col - col]
            give(row, col, field, *(across[0] + half for half in "LR"))
            give(next_row, next_col, field, *(across[1] + half for half in "LR"))
    return [
        block_tile(block, row, col, ports.get((row, col), {}))
        for row in range(block["rows"])
        for col in range(block["cols"])
    ]


def block_tile(block: dict[str, Any], row: int, col: int, ports: dict[int, list[str]]) -> dict[str, Any]:
    """One cell of a block as a tile: the segments that have ports there, cities first."""
    here = sorted(ports)
    lines: list[dict[str, Any]] = []
    for number in here:
        segment = {name: value for name, value in block["segments"][number].items() if not name.endswith("edges")}
        inside = sorted(set(ports[number]), key=[side + half for side in "NESW" for half in ("", "L", "R")].index)
        if segment["kind"] == "field":
            segment["half_sides"] = inside
            segment["cities"] = [here.index(city) for city in segment["cities"] if city in here]
        else:
            segment["sides"] = inside
        lines.append(segment)
    tile: dict[str, Any] = {"id": f"w{row + 1}{col + 1}", "count": 1, "segments": lines, "bars_dragon": True}
    middle = (block["rows"] // 2 - 1, block["cols"] // 2 - 1)
    tile["grid"] = [col - middle[1], row - middle[0]]
    if (row, col) == middle:
        tile["sectors"] = block["sectors"]
    return tile


def set_text(facts: dict[str, Any]) -> list[str]:
    """The header of one set and all its tiles."""
    lines = [f"[sets.{facts['set']}]", f"title = {toml(facts['title'])}"]
    if "published_count" in facts:
        lines.append(f"published_count = {facts['published_count']}")
    if "start_tile" in facts:
        lines.append(f"start = {toml(facts['start_tile'])}")
    if "provenance" in facts:
        lines.append(f"provenance = {toml(facts['provenance'])}")
    for tile in block_tiles(facts["block"]) if "block" in facts else []:
        lines += ["", *tile_text(tile, facts["set"])]
    for tile in facts["tiles"]:
        if facts["set"] in PLAIN_SUBSET and not tile["symbols"]:
            tile = {**tile, "subset": PLAIN_SUBSET[facts["set"]]}
        if facts["set"] == "the_city":
            tile = {**tile, "id": city_id(tile)}
        lines += ["", *tile_text(tile, facts["set"])]
    return lines


def main() -> None:
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    for path in sys.argv[1:]:
        print("\n".join(set_text(json.loads(Path(path).read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()
