"""deploy/: what its files say is what works here, without Docker: the same commands against a real PostgreSQL."""

from __future__ import annotations

import json
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
import yaml

from aude.client import Client
from aude.wire import Done, Say
from server import postgres as postgres_server
from server.real import RealServer

DEPLOY = Path(__file__).parent.parent.parent / "deploy"


@pytest.fixture(scope="module")
def compose() -> dict[str, Any]:
    found: dict[str, Any] = yaml.safe_load((DEPLOY / "compose.yaml").read_text(encoding="utf-8"))
    return found


def entrypoint() -> list[str]:
    line = re.search(r"^ENTRYPOINT (\[.*\])$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
    assert line is not None
    words: list[str] = json.loads(line[1])
    return words


@pytest.fixture
def database() -> Iterator[str]:
    server = postgres_server.Server()
    try:
        yield server.new()
    finally:
        server.close()


def test_two_servers_of_the_compose_file_serve_the_same_table(compose: dict[str, Any], database: str) -> None:
    services = compose["services"]
    assert set(services) == {"database", "first", "second"}
    words = entrypoint()
    assert words[:2] == ["aude", "serve"] and words[words.index("--port") + 1] == "8400"
    servers = []
    for name in ("first", "second"):
        flags = services[name]["command"]
        assert flags[0] == "--database" and flags[1].startswith("postgresql://aude:") and len(flags) == 2
        assert services[name]["ports"][0].endswith(":8400")
        servers.append(RealServer(database))
    first, second = servers
    with first, second:
        ada = Client(first.address, "Ada")
        bo = Client(second.address, "Bo", cookie=ada.cookie)  # the cookie of one is known to the other
        assert bo.id == ada.id
        table = ada.new_table()
        with ada.connect(table) as here, bo.connect(table) as there:
            assert isinstance(here.do(Say("hello")), Done)
            message = there.receive()
            assert there.n == here.n and message is not None


def test_the_dockerfile_uses_what_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "make wheel" in text and "requirements/runtime.txt" in text
    root = DEPLOY.parent
    assert (root / "requirements" / "runtime.txt").exists()
    assert re.search(r"^wheel:", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)
