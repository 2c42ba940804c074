"""/openapi.json and /docs: they name every route, and real answers are as they say."""

from __future__ import annotations

import json
import re
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import jsonschema_rs
import pytest
from fastapi.routing import APIRoute

from aude.client import Client
from aude.server.app import create
from aude.server.openapi import ROUTES
from aude.wire import Sit, Start
from server.real import RealServer, play_on

SMALL = {"tiles": {"base": 0, "base/CRFR-rEW": 1, "base/FFFF-monastery": 4}}


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.fixture(scope="module")
def schema(server: RealServer) -> Any:
    with urllib.request.urlopen(server.address + "openapi.json") as answer:
        return json.load(answer)


def test_every_route_is_described(tmp_path: Path, schema: Any) -> None:
    """If this fails after a new route: say its types in `ROUTES` of aude/server/openapi.py, and docs/server.md."""
    routes = [
        route for route in create(str(tmp_path)).routes if isinstance(route, APIRoute) and route.include_in_schema
    ]
    served = {f"{method} {route.path}" for route in routes for method in route.methods or ()}
    assert served == set(ROUTES)
    described = {f"{method.upper()} {path}" for path, methods in schema["paths"].items() for method in methods}
    assert described == {route.replace(":path}", "}") for route in ROUTES}


def test_the_schema_is_openapi(schema: Any) -> None:
    """Every reference leads somewhere, and every component is a schema."""
    names = set(re.findall(r'"#/components/schemas/(\w+)"', json.dumps(schema)))
    assert schema["openapi"] == "3.1.0" and names <= set(schema["components"]["schemas"])
    for component in schema["components"]["schemas"].values():
        jsonschema_rs.meta.validate({**component, "$schema": "https://json-schema.org/draft/2020-12/schema"})


def validator(schema: Any, method: str, path: str, status: int) -> jsonschema_rs.Validator | None:
    """What checks an answer; None if it is not JSON."""
    if path == "/api/tables/{table}/kit":
        path = "/api/kit"  # where it leads
    responses = schema["paths"][path][method.lower()]["responses"]
    content = responses.get(str(status), responses.get(f"{status // 100}XX"))["content"]
    if "application/json" not in content:
        return None
    return jsonschema_rs.validator_for({**content["application/json"]["schema"], "components": schema["components"]})


def asked(client: Client, method: str, path: str, body: Any = None) -> tuple[int, Any]:
    data = None if method == "GET" else json.dumps(body).encode()
    request = urllib.request.Request(client.address + path, data, {"cookie": client.cookie}, method=method)
    try:
        with urllib.request.urlopen(request) as answer:
            text = answer.read()
            is_json = answer.headers.get_content_type() == "application/json"
            return answer.status, json.loads(text) if is_json else text
    except urllib.error.HTTPError as error:
        with error:
            return error.code, json.loads(error.read())


def test_real_answers_are_as_the_schema_says(server: RealServer, schema: Any) -> None:
    ada = Client(server.address, "Ada")
    table = ada.new_table(SMALL, listed=True, bots={"blue": "greedy"})
    nobody = Client(server.address, "Eve")
    nobody.cookie = ""
    with ada.connect(table) as connection:
        connection.do(Sit("red", "aa"))
        connection.do(Start())
        play_on(connection, "red")
    tried = [
        (200, ada, "GET", "/health", None),
        (200, ada, "GET", "/metrics", None),
        (200, ada, "GET", "/api/me", None),
        (200, ada, "POST", "/api/me", {"name": "Ada L."}),
        (422, ada, "POST", "/api/me", {"name": 5}),
        (200, ada, "GET", "/api/tables", None),
        (201, ada, "POST", "/api/tables", {"setup": SMALL, "clock": {"kind": "days", "days": 2}}),
        (422, ada, "POST", "/api/tables", {"setup": {"boxes": ["rivver"]}}),
        (422, nobody, "POST", "/api/tables", {}),
        (413, ada, "POST", "/api/tables", {"key": "x" * 70_000}),
        (200, ada, "GET", "/api/tables/{table}", None),
        (200, nobody, "GET", "/api/tables/{table}", None),
        (200, ada, "POST", "/api/tables/{table}/join", {}),
        (200, ada, "GET", "/api/tables/{table}/record", None),
        (200, ada, "GET", "/api/tables/{table}/kit", None),
        (200, ada, "GET", "/api/tables/{table}/words", None),
        (200, ada, "GET", "/api/tables/{table}/aids", None),
        (200, ada, "GET", "/api/tables/{table}/course", None),
        (200, ada, "GET", "/api/tables/{table}/moments/{position}", None),
        (200, ada, "GET", "/api/tables/{table}/draws", None),
        (422, ada, "GET", "/api/tables/{table}/files/{name}", None),
        (200, ada, "GET", "/api/kit", None),
        (200, ada, "GET", "/api/catalog", None),
        (200, ada, "GET", "/api/rules", None),
        (200, ada, "POST", "/api/catalog/check", {"setup": SMALL}),
        (200, ada, "POST", "/api/catalog/check", {"setup": {"boxes": ["rivver"]}}),
    ]
    for expected, client, method, path, body in tried:
        status, found = asked(client, method, path.replace("{table}", table).replace("{position}", "3"), body)
        assert status == expected, (method, path, found)
        checks = validator(schema, method, path, status)
        if checks is not None:
            checks.validate(found)
    for method, path in (("GET", "/api/nothing"), ("POST", "/health")):
        status, found = asked(ada, method, path, {})
        assert status in (404, 405) and set(found) == {"code", "text"}


def test_what_the_schema_does_not_allow_is_refused(server: RealServer, schema: Any) -> None:
    """The schema of a body and the server agree on what cannot be read."""
    body = schema["paths"]["/api/tables"]["post"]["requestBody"]["content"]["application/json"]["schema"]
    checks = jsonschema_rs.validator_for({**body, "components": schema["components"]})
    ada = Client(server.address, "Ada")
    for wish in ({"setup": 3}, {"more": 1}, {"clock": {"kind": "sand"}}, {"clock": {"kind": "chess", "minutes": 0}}):
        assert not checks.is_valid(wish)
        assert asked(ada, "POST", "/api/tables", wish)[0] == 422
    assert checks.is_valid({"setup": SMALL, "bots": {"blue": "club"}})


def test_the_page_needs_nothing_but_itself(server: RealServer, schema: Any) -> None:
    with urllib.request.urlopen(server.address + "docs") as answer:
        page = answer.read().decode()
    assert "//" not in re.sub(r"<!doctype html>", "", page) and "<script" not in page
    for path in schema["paths"]:
        assert path in page
    ids = set(re.findall(r'id="(\w+)"', page))
    assert set(re.findall(r'href="#(\w+)"', page)) <= ids == set(schema["components"]["schemas"])
