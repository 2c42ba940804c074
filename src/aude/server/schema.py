"""Everything that goes over the wire as JSON Schema: for OpenAPI, and for the types in TypeScript.

The messages are those of `aude.wire`; a title there is the name of a component here. What the library writes, such as
boards and actions, is described beside them.

>>> components()["Ping"]["properties"]
{'type': {'enum': ['ping']}}
>>> components()["Act"]["properties"]["action"]
{'$ref': '#/components/schemas/Action'}
"""

from __future__ import annotations

from typing import Any

import msgspec

from aude import wire
from aude.board import schema as board
from aude.board.schema import Schema
from aude.draw.kit import Kit

REF = "#/components/schemas/{name}"


def ref(name: str) -> Schema:
    """A reference to a component."""
    return {"$ref": REF.format(name=name)}


def messages() -> list[type]:
    """Every type that goes over the wire, by itself or within others: `aude.wire`, and what boards are drawn with."""
    bases = (wire.Closed, wire.Command, wire.Message)
    return [
        *(
            kind
            for kind in vars(wire).values()
            if isinstance(kind, type) and issubclass(kind, msgspec.Struct) and kind not in (*bases, msgspec.Struct)
        ),
        Kit,
    ]


def components() -> dict[str, Schema]:
    """All types by name: those of the library first, then the messages in the order in which they are written."""
    found = library()
    _, ours = msgspec.json.schema_components(messages(), ref_template=REF)
    names = [kind.__name__ for kind in messages()]
    for name in [*names, *(name for name in ours if name not in names)]:
        found[name] = {key: _named(value, found) for key, value in ours[name].items()}
    return found


def _named(schema: Any, found: dict[str, Schema]) -> Any:
    """A schema with references in place of everything that has a title; new ones are added to those found."""
    if isinstance(schema, list):
        return [_named(item, found) for item in schema]
    if not isinstance(schema, dict):
        return schema
    title = schema.get("title")
    if not isinstance(title, str):
        return {key: _named(value, found) for key, value in schema.items()}
    if title not in found:
        found[title] = {key: value for key, value in schema.items() if key != "default"}
    return {**ref(title), **{key: schema[key] for key in ("default",) if key in schema}}


# -- what the library writes ------------------------------------------------------------------------------------------
def library() -> dict[str, Schema]:
    """Boards, actions, events and set-ups, by name."""
    found: dict[str, Schema] = {}
    for name, (description, schema) in BOARD.items():
        parts = {key: _referring(value) for key, value in schema.items()}
        found[name] = {"title": name, "description": description, **parts}
    del found["Board"]["$schema"]
    found["Board"]["title"] = "Board"
    found["BoardChange"] = _change_of(found["Board"])
    found["Range"] = _titled("Range", "A number that is left open, in an offer.", low=board.NUMBER, high=board.NUMBER)
    fact: Schema = {"anyOf": [board.TEXT, board.NUMBER, *(ref(name) for name in ("Cell", "Spot"))]}
    open_fact: Schema = {"anyOf": [*fact["anyOf"], ref("Range")]}
    event_fact: Schema = {"anyOf": [*fact["anyOf"], board.FLAG, {"type": "array", "items": ref("ScoreLine")}]}
    found["Action"] = _facts("Action", "Something that can be done (docs/actions.md).", "verb", fact)
    found["OfferedAction"] = _facts(
        "OfferedAction", "An action that is offered: a number may be left open.", "verb", open_fact
    )
    found["Event"] = _facts("Event", "Something that has happened.", "event", event_fact)
    found["Setup"] = _setup()
    return found


BOARD: dict[str, tuple[str, Schema]] = {
    "Cell": ("A cell: x to the east, y to the south.", board.CELL),
    "Rotation": ("Degrees, clockwise.", board.ROTATION),
    "Side": ("A side of a tile.", board.SIDE),
    "Spot": ("A segment of a laid tile.", board.SPOT),
    "ScoreLine": ("A line of the sum that explains points.", board.LINE),
    "Value": ("Points, and the sum that explains them.", board.VALUE),
    "Segment": ("What a laid tile shows, or what was laid over it.", board.SEGMENT),
    "LaidTile": ("A tile on the table.", board.TILE),
    "Place": ("A place for figures that is not a segment.", board.PLACE),
    "Figure": ("A figure that is not in a supply.", board.FIGURE),
    "Token": ("What lies on tiles or stands at their sides.", board.TOKEN),
    "OpenEnd": ("Where a feature goes on, with the empty cell in front.", board.OPEN_END),
    "Feature": ("A city, road, field … on the table.", board.FEATURE),
    "Fit": ("Where a tile fits.", board.FIT),
    "Board": ("What a person at the table can see (docs/board.md).", board.SCHEMA),
}


def _referring(schema: Any) -> Any:
    """A schema of the board with references in place of its named parts."""
    if isinstance(schema, list):
        return [_referring(item) for item in schema]
    if not isinstance(schema, dict):
        return schema
    for name, (_, part) in BOARD.items():
        if schema == part:
            return ref(name)
    return {key: _referring(value) for key, value in schema.items()}


def _titled(title: str, description: str, **properties: Schema) -> Schema:
    return {
        "title": title,
        "description": description,
        "type": "object",
        "properties": properties,
        "required": list(properties),
        "additionalProperties": False,
    }


def _facts(title: str, description: str, key: str, fact: Schema) -> Schema:
    return {
        "title": title,
        "description": description,
        "type": "object",
        "properties": {key: board.TEXT},
        "required": [key],
        "additionalProperties": fact,
    }


def _change_of(whole: Schema) -> Schema:
    """How a board changes: fields as they are now; of lists of objects, or what went and what came."""
    properties = {}
    for name, schema in whole["properties"].items():
        item = schema.get("items", {})
        is_object = "$ref" in item and item != ref("Cell")
        properties[name] = {"anyOf": [schema, _list_change(item)]} if is_object else schema
    return {
        "title": "BoardChange",
        "description": "What has changed on a board: the fields that changed, as they are now. Of a list of objects, "
        "what went (places in the old list) and what came (places in the new list), in this order.",
        "type": "object",
        "properties": properties,
        "additionalProperties": False,
    }


def _list_change(item: Schema) -> Schema:
    place = {"type": "array", "prefixItems": [board.NUMBER, item], "items": False, "minItems": 2, "maxItems": 2}
    return {
        "type": "object",
        "properties": {"gone": {"type": "array", "items": board.NUMBER}, "came": {"type": "array", "items": place}},
        "required": ["gone", "came"],
        "additionalProperties": False,
    }


def _setup() -> Schema:
    texts: Schema = {"type": "array", "items": board.TEXT}
    by_name: Schema = {"type": "object", "additionalProperties": board.TEXT}
    counts: Schema = {"type": "object", "additionalProperties": board.NUMBER}
    return {
        "title": "Setup",
        "description": "What is decided before the first tile (docs/setups.md). Fields at their default are not sent.",
        "type": "object",
        "properties": {
            "version": {"enum": [1]},
            "title": {"anyOf": [board.TEXT, by_name]},
            "game": board.TEXT,
            "boxes": {"anyOf": [texts, {"enum": ["all"]}]},
            "players": {"anyOf": [texts, board.NUMBER]},
            "without": texts,
            "start": texts,
            "order": texts,
            "rest": {"enum": ["random", "none"]},
            "seed": board.NUMBER,
            "position": board.TEXT,
            "options": by_name,
            "figures": counts,
            "tiles": counts,
            "bots": by_name,
        },
        "additionalProperties": False,
    }
