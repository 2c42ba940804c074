"""Turn a tile fact file (JSON) into the text of a box's tiles.toml.

    python tools/tiles_from_facts.py FACTS.json [FACTS.json …] > src/aude/boxes/BOX/tiles.toml

The facts are the only input; a corrected fact file is converted again and replaces the old text.
"""

from __future__ import annotations

import json
import sys
from pathlib import Path
from typing import Any

# Fields of a segment that are written in a place of their own, not as traits.
STRUCTURE = {"kind", "sides", "half_sides", "adjacent_cities", "cities", "borders_markets", "enclosed"}
# Trait names: the fact files' word, and ours.
NAMES = {"pennants": "pennant", "inner_end": "end", "wells": "well"}
# The same for symbols that point at a side of their tile.
ARROWS = {"add_meeple": "add", "any_feature": "anywhere", "extra_turn": "extra"}
# Fields of a tile that are copied as they are when they say something.
COPIED = ("letter", "river_role", "max_in_game", "grid", "subset", "in_draw_pile", "status", "notes")


def segment_line(segment: dict[str, Any]) -> str:
    """One segment as text: kind, sides, traits, and the segments it lies beside."""
    words = [segment["kind"], *segment.get("sides", []), *segment.get("half_sides", [])]
    for name, value in segment.items():
        name = NAMES.get(name, name)
        if name == "castle_base" and value is False:
            words.append("castle_base=no")  # the one trait whose absence is the news
        elif name not in STRUCTURE and value not in (0, False, None, ""):
            words.append(name if value is True or value == 1 else f"{name}={value}")
    beside = segment.get("adjacent_cities") or segment.get("cities") or segment.get("borders_markets") or []
    if beside:
        words += ["beside", *(str(index) for index in beside)]
    return " ".join(words)


def symbol_word(symbol: str | dict[str, str]) -> str:
    """A symbol as a word; with the side it points at if there is one: `extra:E`."""
    return symbol if isinstance(symbol, str) else f"{ARROWS[symbol['kind']]}:{symbol['arrow']}"


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
    segments = [segment_line(segment) for segment in tile["segments"]]
    lines += ["segments = [", *(f"  {toml(line)}," for line in segments), "]"]
    if tile.get("symbols"):
        lines.append(f"symbols = {toml([symbol_word(symbol) for symbol in tile['symbols']])}")
    if tile.get("wagon_groups"):
        lines.append(f"links = {toml(tile['wagon_groups'])}")
    for name in COPIED:
        if tile.get(name) not in (None, "", []):
            lines.append(f"{name} = {toml(tile[name])}")
    return lines


def set_text(facts: dict[str, Any]) -> list[str]:
    """The header of one set and all its tiles."""
    lines = [f"[sets.{facts['set']}]", f"title = {toml(facts['title'])}"]
    if "published_count" in facts:
        lines.append(f"published_count = {facts['published_count']}")
    if "start_tile" in facts:
        lines.append(f"start = {toml(facts['start_tile'])}")
    if "provenance" in facts:
        lines.append(f"provenance = {toml(facts['provenance'])}")
    for tile in facts["tiles"]:
        lines += ["", *tile_text(tile, facts["set"])]
    return lines


def main() -> None:
    if len(sys.argv) < 2:
        raise SystemExit(__doc__)
    for path in sys.argv[1:]:
        print("\n".join(set_text(json.loads(Path(path).read_text(encoding="utf-8")))))


if __name__ == "__main__":
    main()
