"""What the HTTP routes take and answer, as OpenAPI (`/openapi.json`) and as a page for people (`/docs`)."""

from __future__ import annotations

import html
import json
import re
from dataclasses import dataclass
from typing import Any, get_args

from fastapi import FastAPI
from fastapi.responses import HTMLResponse, Response
from fastapi.routing import APIRoute
from msgspec import Struct

from aude import wire
from aude.board.schema import Schema
from aude.catalog.texts import LANGUAGES
from aude.draw.kit import Kit
from aude.server.schema import components, ref

ABOUT = (
    "Tables for people and bots. The game itself is played over the socket of a table, "
    "/api/tables/{table}/socket: FromClient goes one way, FromServer the other (docs/server.md)."
)


@dataclass(frozen=True)
class Types:
    """What a route takes and answers: a body of this type, and JSON of a type, or something of a media type."""

    answer: type | str | None = None
    body: type[Struct] | None = None
    status: int = 200
    query: tuple[str, ...] = ()


ROUTES = {
    "GET /health": Types(wire.Health),
    "GET /metrics": Types("text/plain"),
    "GET /api/me": Types(wire.Me),
    "POST /api/me": Types(wire.Me, wire.Rename),
    "GET /me/{token}": Types(None, status=303),
    "GET /api/tables": Types(wire.TableList),
    "POST /api/tables": Types(wire.TableMade, wire.NewTable, 201),
    "GET /api/tables/{table}": Types(wire.Whole),
    "POST /api/tables/{table}/join": Types(wire.TableMade, wire.Join),
    "GET /api/tables/{table}/record": Types("text/plain"),
    "GET /api/tables/{table}/kit": Types(None, status=307),
    "GET /api/tables/{table}/words": Types(wire.InWords),
    "GET /api/tables/{table}/aids": Types(wire.Aids),
    "GET /api/tables/{table}/course": Types(wire.Course),
    "GET /api/tables/{table}/moments/{position}": Types(wire.Moment),
    "GET /api/tables/{table}/draws": Types(wire.Draws),
    "GET /api/tables/{table}/files/{name}": Types("application/octet-stream"),
    "GET /api/kit": Types(Kit, query=("game", "boxes")),
    "GET /api/catalog": Types(wire.Catalog),
    "POST /api/catalog/check": Types(wire.SetupChecked, wire.CheckSetup),
    "GET /api/rules": Types(wire.RulesTold, query=("game", "boxes", "without", "options")),
    "GET /api/me/tables": Types(wire.TableList),
    "GET /api/examples": Types(wire.ExampleList),
    "GET /api/examples/{id}": Types(wire.ExampleTold),
    "GET /api/examples/{id}/record": Types("text/plain"),
    "GET /api/examples/{id}/{step}.svg": Types("image/svg+xml"),
    "GET /api/lesson": Types(wire.LessonTold),
    "POST /api/study": Types(wire.Studied, wire.Study),
    "POST /api/study/read": Types(wire.StudyRead, wire.StudyText),
    "POST /api/study/write": Types(wire.StudyWritten, wire.Study),
    "POST /api/study/advice": Types(wire.StudyAdvice, wire.Study),
    "GET /api/pictures/landscape.svg": Types("image/svg+xml", query=("night",)),
    "GET /api/pictures/seat/{colour}.svg": Types("image/svg+xml", query=("night",)),
    "GET /api/pictures/tile/{tile:path}": Types("image/svg+xml", query=("night",)),
}
"""The types of every route of `aude.server.routes`."""
LANGUAGE = {
    "name": "lang",
    "in": "query",
    "description": "The language of sentences; otherwise the header Accept-Language decides.",
    "schema": {"enum": list(LANGUAGES)},
}


def describe(app: FastAPI) -> None:
    """Let the application describe itself."""

    def schema() -> dict[str, Any]:
        if app.openapi_schema is None:
            app.openapi_schema = schema_of(app)
        return app.openapi_schema

    async def page() -> Response:
        return HTMLResponse(page_of(schema()))

    app.openapi = schema  # type: ignore[method-assign]
    app.add_api_route("/docs", page, include_in_schema=False)


def schema_of(app: FastAPI) -> dict[str, Any]:
    """The application as OpenAPI."""
    paths: dict[str, dict[str, Any]] = {}
    for route in app.routes:
        if isinstance(route, APIRoute) and route.include_in_schema:
            for method in sorted(route.methods or ()):
                types = ROUTES.get(f"{method} {route.path}", Types())
                path = route.path.replace(":path}", "}")
                paths.setdefault(path, {})[method.lower()] = _operation(path, route.description, types)
    return {
        "openapi": "3.1.0",
        "info": {"title": app.title, "version": app.version, "description": ABOUT},
        "paths": paths,
        "components": {"schemas": all_types()},
    }


def _operation(path: str, description: str, types: Types) -> dict[str, Any]:
    problem = {"description": "What is wrong.", "content": _content_of(wire.Problem)}
    done: dict[str, Any] = {"description": "Carried out."}
    if types.answer is not None:
        done["content"] = _content_of(types.answer)
    text = {"schema": {"type": "string"}}
    parameters = [
        *({"name": name, "in": "path", "required": True, **text} for name in re.findall(r"{(\w+)}", path)),
        *({"name": name, "in": "query", **text} for name in types.query),
        LANGUAGE,
    ]
    operation: dict[str, Any] = {"summary": description, "parameters": parameters}
    if types.body is not None:
        operation["requestBody"] = {"required": True, "content": _content_of(types.body)}
    return operation | {"responses": {str(types.status): done, "4XX": problem, "5XX": problem}}


def _content_of(type: type | str) -> Schema:
    if isinstance(type, str):
        return {type: {"schema": {"type": "string"}}}
    return {"application/json": {"schema": ref(type.__name__)}}


def all_types() -> dict[str, Schema]:
    """All types, with what goes over the socket as two of their own."""
    socket = {"FromClient": wire.FromClient, "FromServer": wire.FromServer}
    unions: dict[str, Schema] = {
        name: {"anyOf": [ref(kind.__name__) for kind in get_args(union)]} for name, union in socket.items()
    }
    return components() | unions


# -- the page ---------------------------------------------------------------------------------------------------------
STYLE = """
body { font: 16px/1.5 system-ui, sans-serif; max-width: 60rem; margin: 2rem auto; padding: 0 1rem }
:root { color-scheme: light dark }
code, .route { font-family: ui-monospace, monospace }
.route { font-weight: bold }
section { border-top: 1px solid #8888; padding: .5rem 0 }
table { border-collapse: collapse }
td, th { text-align: left; vertical-align: top; padding: .15rem 1rem .15rem 0 }
"""


def page_of(schema: dict[str, Any]) -> str:
    """A page that describes all routes and types. It needs nothing but itself."""
    routes = "".join(
        _route(method, path, operation)
        for path, methods in schema["paths"].items()
        for method, operation in methods.items()
    )
    types = "".join(_type(name, type) for name, type in schema["components"]["schemas"].items())
    title = html.escape(schema["info"]["title"])
    return (
        f'<!doctype html><html lang="en"><meta charset="utf-8"><title>{title}: HTTP</title><style>{STYLE}</style>'
        f"<h1>{title}: HTTP</h1><p>{html.escape(schema['info']['description'])}</p>"
        f'<p><a href="openapi.json">openapi.json</a></p><h2>Routes</h2>{routes}<h2>Types</h2>{types}</html>'
    )


def _route(method: str, path: str, operation: dict[str, Any]) -> str:
    rows = []
    if "requestBody" in operation:
        rows.append(("body", _content(operation["requestBody"])))
    for status, response in operation["responses"].items():
        rows.append((status, _content(response)))
    said = html.escape(operation["summary"])
    table = "".join(f"<tr><td>{html.escape(name)}</td><td>{content}</td></tr>" for name, content in rows)
    return (
        f'<section><div class="route">{method.upper()} {html.escape(path)}</div>'
        f"<p>{said}</p><table>{table}</table></section>"
    )


def _content(part: dict[str, Any]) -> str:
    found = [
        _shown(content["schema"]) if media == "application/json" else html.escape(media)
        for media, content in part.get("content", {}).items()
    ]
    return " or ".join(found) or html.escape(part["description"])


def _type(name: str, schema: Schema) -> str:
    said = f"<p>{html.escape(schema.get('description', ''))}</p>"
    rows = ""
    for field, inner in schema.get("properties", {}).items():
        need = "required" if field in schema.get("required", ()) else ""
        if "default" in inner:
            need = f"default {html.escape(json.dumps(inner['default'], ensure_ascii=False))}"
        note = html.escape(inner.get("description", ""))
        rows += f"<tr><td><code>{field}</code></td><td>{_shown(inner)}</td><td>{need}</td><td>{note}</td></tr>"
    inside = f"<table>{rows}</table>" if rows else f"<p>{_shown(schema)}</p>"
    return f'<section id="{name}"><h3>{name}</h3>{said}{inside}</section>'


def _shown(schema: Schema) -> str:
    """A type in a few words, with links."""
    if "$ref" in schema:
        name = str(schema["$ref"]).rpartition("/")[2]
        return f'<a href="#{name}">{name}</a>'
    if "enum" in schema:
        return " | ".join(f"<code>{html.escape(json.dumps(value))}</code>" for value in schema["enum"])
    if "anyOf" in schema:
        return " | ".join(_shown(member) for member in schema["anyOf"])
    if schema.get("type") == "array":
        items = schema.get("prefixItems") or [schema["items"]]
        return f"[{', '.join(_shown(item) for item in items)}{'' if 'prefixItems' in schema else ', …'}]"
    if schema.get("type") == "object":
        more = schema.get("additionalProperties")
        return f"{{name: {_shown(more)}}}" if isinstance(more, dict) else "object"
    bounds = [f"{key} {schema[key]}" for key in ("minimum", "maximum", "minLength", "maxLength") if key in schema]
    return html.escape(" ".join([str(schema.get("type", "")), *bounds]))
