"""The parts of boards, as pages fetch them."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from collections.abc import Iterator

import pytest

from aude.client import Client
from server.real import RealServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


def fetch(server: RealServer, path: str, **headers: str) -> tuple[int, dict[str, str], bytes]:
    request = urllib.request.Request(server.address.rstrip("/") + path, headers=headers)
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:
            return answer.status, {name.lower(): value for name, value in answer.headers.items()}, answer.read()
    except urllib.error.HTTPError as error:
        return error.code, {name.lower(): value for name, value in error.headers.items()}, error.read()


def test_a_kit_is_sent_small_and_only_if_it_has_changed(server: RealServer) -> None:
    status, headers, plain = fetch(server, "/api/kit?boxes=river,count&lang=nl")
    assert status == 200 and "content-encoding" not in headers
    found = json.loads(plain)
    assert "count/r1c1" in found["tiles"] and "tower/CFFF" not in found["tiles"]
    status, headers, small = fetch(server, "/api/kit?boxes=count,river&lang=nl", **{"Accept-Encoding": "gzip"})
    assert headers["content-encoding"] == "gzip" and gzip.decompress(small) == plain
    status, _, nothing = fetch(server, "/api/kit?boxes=river,count&lang=nl", **{"If-None-Match": headers["etag"]})
    assert (status, nothing) == (304, b"")


def test_kits_stay_small() -> None:
    from aude.catalog import boxes as catalog
    from aude.server.art import packed

    assert len(packed("carcassonne", (), "en").small) < 40_000
    everything = tuple(box for box in catalog.BOXES if catalog.info(box).extends == "carcassonne")
    assert len(packed("carcassonne", everything, "en").small) < 200_000


@pytest.mark.parametrize(
    ("query", "says"),
    [
        ("game=chess", "there is no box 'chess'"),
        ("game=river", "river is an expansion of carcassonne"),
        ("boxes=river,../../etc", "there is no box '../../etc'"),
        ("game=the_city&boxes=river", "river is not an expansion of the_city"),
        ("boxes=carcassonne,river&size=9", "cannot be read"),
        ("lang=xx", "cannot be read"),
    ],
)
def test_what_is_not_there_is_refused_with_the_reason(server: RealServer, query: str, says: str) -> None:
    status, _, body = fetch(server, f"/api/kit?{query}")
    assert status == 422 and says in json.loads(body)["text"]


def test_a_table_knows_its_kit_with_the_tiles_that_guests_lend(server: RealServer) -> None:
    table = Client(server.address, "Ada").new_table({"boxes": ["river"], "tiles": {"tower": 1}})
    status, _, body = fetch(server, f"/api/tables/{table}/kit?lang=nb")
    found = json.loads(body)
    assert status == 200 and {name.partition("/")[0] for name in found["tiles"]} >= {"base", "river", "tower"}
    assert found["tiles"]["base/FFFF-monastery"]["captions"][0].startswith("Nord")
    assert fetch(server, "/api/tables/0123456789abcdef/kit")[0] == 404
