"""deploy/: what its files say is what works here, without Docker: the same commands against a real PostgreSQL."""

from __future__ import annotations

import json
import re
import subprocess
import sys
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


def line_of(instruction: str) -> list[str]:
    """The words of an instruction of the Dockerfile."""
    line = re.search(rf"^{instruction} (\[.*\])$", (DEPLOY / "Dockerfile").read_text(encoding="utf-8"), re.MULTILINE)
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
    given = services["database"]["environment"]
    program, serve, *flags = line_of("ENTRYPOINT")
    assert (program, serve) == ("aude", "serve")
    port = flags.index("--port")
    assert flags[port + 1] == "8400"
    flags[port : port + 2] = []  # here each takes a port that is free
    servers = []
    for name in ("first", "second"):
        option, url = services[name]["command"]
        assert option == "--database"
        assert url == f"postgresql://{given['POSTGRES_USER']}:${{AUDE_PASSWORD}}@database/{given['POSTGRES_DB']}"
        assert given["POSTGRES_PASSWORD"].startswith("${AUDE_PASSWORD:")
        assert services[name]["ports"][0].endswith(":8400")
        servers.append(RealServer(database, *flags))
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
        _, option, code = line_of("HEALTHCHECK CMD")
        for server, returned in ((first, 0), (second, 1)):
            if returned:
                server.stop()
            check = [sys.executable, option, code.replace(":8400/", f":{server.port}/")]
            assert subprocess.run(check, capture_output=True, check=False, timeout=600).returncode == returned


def test_the_dockerfile_uses_what_is_there() -> None:
    text = (DEPLOY / "Dockerfile").read_text(encoding="utf-8")
    assert "make wheel" in text and "requirements/runtime.txt" in text
    root = DEPLOY.parent
    assert (root / "requirements" / "runtime.txt").exists()
    assert re.search(r"^wheel:", (root / "Makefile").read_text(encoding="utf-8"), re.MULTILINE)


def test_what_was_built_on_this_machine_stays_here() -> None:
    """A virtual environment of another system would be taken for one that is ready."""
    root = DEPLOY.parent
    ignored = [line.rstrip("/") for line in (root / ".gitignore").read_text(encoding="utf-8").splitlines()]
    left_out = (root / ".dockerignore").read_text(encoding="utf-8").splitlines()
    assert {line if "/" in line else f"**/{line}" for line in ignored} <= set(left_out)
