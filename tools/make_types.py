"""Writes web/src/wire/types.ts: all messages between server and clients, as TypeScript types.

make types
"""

from __future__ import annotations

import json
import textwrap
from pathlib import Path
from typing import Any, get_args

from aude import wire
from aude.board.schema import FLAG, NUMBER, TEXT, Schema
from aude.catalog import boxes
from aude.engine.choice import Field, Form
from aude.server.schema import components, ref
from make_actions import all_rules

FILE = Path(__file__).parents[1] / "web" / "src" / "wire" / "types.ts"
WIDTH = 120
HEAD = f"""// What goes over the wire between a client and the server of Aude (docs/server.md), and the JSON of boards
// (docs/board.md), actions (docs/actions.md) and set-ups (docs/setups.md) in it.
//
// Written by tools/make_types.py from src/aude/wire.py: do not edit, run `make types`.
//
// A field that the server leaves out is at its default.

/** The version of this protocol. */
export const VERSION = {wire.VERSION};

/** What can be said at a table. */
export const PHRASES = {json.dumps(list(wire.PHRASES))} as const;
"""
UNIONS = {
    "AnyCommand": ("Something that a person does at a table.", wire.AnyCommand),
    "FromClient": ("What a client sends over the socket of a table.", wire.FromClient),
    "FromServer": ("What the server sends over the socket of a table.", wire.FromServer),
}
NAMED = {" | ".join(kind.__name__ for kind in get_args(union)): name for name, (_, union) in UNIONS.items()}


def main() -> None:
    """Write the file."""
    FILE.parent.mkdir(parents=True, exist_ok=True)
    FILE.write_text(page(), encoding="utf-8")


def page() -> str:
    """The file, as the messages and the boxes are now."""
    types = components() | strict()
    declared = [declaration(name, schema) for name, schema in types.items()]
    for members, name in NAMED.items():
        declared.append(f"{comment(UNIONS[name][0])}export type {name} = {members};\n")
    return "\n".join([HEAD, *declared])


# -- actions and events, form by form ---------------------------------------------------------------------------------
def strict() -> dict[str, Schema]:
    """Actions and events with the facts that each verb and each name has."""
    forms, notes = _forms_and_notes()
    left_open = [_action(form, ref("Range")) for form in forms if _may_be_open(form)]
    return {
        "Action": {
            "description": "Something that can be done: a verb and its facts (docs/actions.md). `which` tells apart "
            "what would be equal otherwise, such as two castles on one tile.",
            "anyOf": [_action(form, NUMBER) for form in forms],
        },
        "OfferedAction": {
            "description": "An action as it is offered: one number may be left open, as a range. Whoever sends the "
            "action puts a number in its place.",
            "anyOf": [ref("Action"), *left_open],
        },
        "Event": {
            "description": "Something that has happened: its name and its facts.",
            "anyOf": [_event(name, facts) for name, facts in notes],
        },
    }


def _forms_and_notes() -> tuple[list[Form], list[tuple[str, list[str]]]]:
    """The forms of all choices and the notes of all boxes, whatever the house rules are, in alphabetical order."""
    forms: dict[str, Form] = {}
    notes: set[tuple[str, tuple[str, ...]]] = set()
    for name in boxes.BOXES:
        for rules in all_rules(name, boxes.info(name).extends or name):
            forms |= {form.pattern: form for form in rules.forms.values()}
            notes |= {(note, tuple(types)) for note, types in rules.note_types.items()}
    return [forms[pattern] for pattern in sorted(forms)], [(name, list(types)) for name, types in sorted(notes)]


def _may_be_open(form: Form) -> bool:
    """Whether an offer may leave a number open: the last fact of its form."""
    return bool(form.facts) and form.facts[-1].type == "number"


def _action(form: Form, number: Schema) -> Schema:
    """An action, with this in the place of a number that may be left open."""
    facts = {field.name: _fact(field) for field in form.facts}
    if _may_be_open(form):
        facts[form.facts[-1].name] = number
    return _object({"verb": {"enum": [form.verb]}, **facts}, {"which": NUMBER})


def _fact(field: Field) -> Schema:
    match field.type:
        case "seat":
            return ref("SeatName")
        case "tile" | "figure":
            return TEXT
        case "cell" | "slot":
            return ref("Cell")
        case "rotation":
            return ref("Rotation")
        case "side":
            return ref("Side")
        case "node":
            return ref("Spot")
        case "word":
            return {"enum": field.words}
    assert field.type == "number", field.type
    return NUMBER


def _event(name: str, types: list[str]) -> Schema:
    """An event, as `aude.game.events.event_of` makes it of a note with facts of these types."""
    facts: dict[str, Schema] = {}
    optional: dict[str, Schema] = {}
    for entry in types:
        own, _, kind = entry.rpartition(":")
        prefix = f"{own}_" if own else ""
        match kind:
            case "seat":
                facts[own or "seat"] = ref("SeatName")
            case "tile":
                facts[own or "tile"] = TEXT
            case "slot":
                facts |= {own or "tile": TEXT, f"{prefix}cell": ref("Cell"), f"{prefix}rotation": ref("Rotation")}
            case "figure":
                facts |= {f"{prefix}seat": ref("SeatName"), own or "figure": TEXT}
            case "side":
                facts[f"{prefix}side"] = ref("Side")
            case "feature":
                optional["feature"] = ref("Spot")
            case "complete":
                optional["complete"] = FLAG
            case "node":
                facts[own or "spot"] = ref("Spot")
            case _:
                facts[own or kind] = NUMBER
    if name == "scored":
        optional["lines"] = {"type": "array", "items": ref("ScoreLine")}
    return _object({"event": {"enum": [name]}, **facts}, optional)


def _object(required: dict[str, Schema], optional: dict[str, Schema]) -> Schema:
    return {
        "type": "object",
        "properties": required | optional,
        "required": list(required),
        "additionalProperties": False,
    }


# -- JSON Schema as TypeScript ----------------------------------------------------------------------------------------
def declaration(name: str, schema: Schema) -> str:
    """A named type."""
    said = comment(schema.get("description", ""))
    if schema.get("type") == "object" and not isinstance(schema.get("additionalProperties"), dict):
        fields = "".join(
            _field(key, value, key in schema.get("required", ())) for key, value in schema["properties"].items()
        )
        return (
            f"{said}export interface {name} {{\n{fields}}}\n"
            if fields
            else f"{said}export type {name} = Record<string, never>;\n"
        )
    union = schema.get("anyOf", [])
    if len(union) > 2:
        members = "".join(f"\n  | {typed(member)}" for member in union)
        return f"{said}export type {name} ={members};\n"
    return f"{said}export type {name} = {typed(schema)};\n"


def _field(name: str, schema: Schema, required: bool) -> str:
    notes = [schema["description"]] if "description" in schema else []
    if "default" in schema:
        notes.append(f"Default: {json.dumps(schema['default'], ensure_ascii=False)}.")
    return f"{comment(' '.join(notes), '  ')}  {name}{'' if required else '?'}: {typed(schema)};\n"


def typed(schema: Schema) -> str:
    """A schema as a type."""
    if "$ref" in schema:
        return str(schema["$ref"]).rpartition("/")[2]
    if "enum" in schema:
        return " | ".join(json.dumps(value) for value in schema["enum"])
    if "anyOf" in schema:
        union = " | ".join(typed(member) for member in schema["anyOf"])
        return NAMED.get(union, union)
    match schema.get("type"):
        case "object":
            return _typed_object(schema)
        case "array":
            return _typed_array(schema)
        case "string" | "boolean" | "null" as kind:
            return str(kind)
        case "integer" | "number":
            return "number"
    raise ValueError(f"no type for {schema}")


def _typed_object(schema: Schema) -> str:
    properties: dict[str, Any] = schema.get("properties", {})
    if properties:
        required = schema.get("required", ())
        fields = (f"{key}{'' if key in required else '?'}: {typed(value)}" for key, value in properties.items())
        return f"{{ {'; '.join(fields)} }}"
    names = schema.get("propertyNames", {})
    return f"Record<{typed(names) if '$ref' in names else 'string'}, {typed(schema['additionalProperties'])}>"


def _typed_array(schema: Schema) -> str:
    if "prefixItems" in schema:
        return f"[{', '.join(typed(item) for item in schema['prefixItems'])}]"
    item = typed(schema["items"])
    if schema.get("minItems") == schema.get("maxItems") == 2:
        return f"[{item}, {item}]"
    return f"({item})[]" if " | " in item else f"{item}[]"


def comment(text: str, indent: str = "") -> str:
    """A text as a comment before what it describes."""
    if not text:
        return ""
    lines = textwrap.wrap(text.replace("*/", "* /"), WIDTH - len(indent) - 7)
    if len(lines) == 1:
        return f"{indent}/** {lines[0]} */\n"
    return f"{indent}/**\n" + "".join(f"{indent} * {line}\n" for line in lines) + f"{indent} */\n"


if __name__ == "__main__":
    main()
