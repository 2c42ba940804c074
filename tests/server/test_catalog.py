"""What there is to play, as the page for a new table asks for it."""

from __future__ import annotations

import gzip
import json
import urllib.error
import urllib.request
from collections.abc import Iterator
from pathlib import Path

import msgspec
import pytest

from aude.api import Game
from aude.catalog.boxes import BOXES, info
from aude.catalog.texts import LANGUAGES
from aude.formats.setupfile import from_facts
from aude.game.setup import Setup
from aude.server.catalog import (
    LANDSCAPE,
    catalog_in,
    check,
    landscape_record,
    picture_of,
    rules_json,
    tile_svg,
    tiles_of,
)
from aude.server.rules import rules_of
from aude.tables.deciding import open_table
from aude.tables.refusal import Refusal
from aude.wire import Catalog, NewTable, RulesTold, SetupChecked
from server.real import RealServer


@pytest.fixture(scope="module")
def server(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RealServer]:
    with RealServer(tmp_path_factory.mktemp("data")) as running:
        yield running


@pytest.mark.parametrize("language", LANGUAGES)
def test_every_box_is_told_in_every_language(language: str) -> None:
    told = catalog_in(language)
    assert sorted(box.id for box in told.boxes) == sorted(BOXES)
    assert [box.id for box in told.boxes if not (box.title and box.about.endswith("."))] == []
    for box in told.boxes:
        assert [named.id for named in box.elements] == list(info(box.id).elements)
        assert [named for named in box.elements if named.text.startswith("elements.")] == []
        assert [option.name for option in box.options] == [option.name for option in info(box.id).options]
        assert [value for option in box.options for value in option.values if not value.text] == []
        assert box.difficulty in (1, 2, 3)
    assert [bot for bot in told.bots if "." in bot.title + bot.about] == []
    assert [clock.id for clock in told.clocks] == ["none", "chess", "days"]
    assert [named for named in [*told.clocks, *told.phrases] if named.text.startswith("tables.")] == []


def test_the_landscape_has_one_gap() -> None:
    laid = {tile.cell for tile in Game.read(landscape_record()).board.tiles}
    west, north, east, south = LANDSCAPE
    gaps = {(x, y) for x in range(west, east + 1) for y in range(north, south + 1)} - laid
    assert gaps == {(9, -3)}  # web/src/pages/Landscape.svelte lays a tile there


def test_sentences_differ_by_language() -> None:
    english, dutch, norwegian = (catalog_in(language) for language in LANGUAGES)
    for boxes in zip(english.boxes, dutch.boxes, norwegian.boxes, strict=True):
        assert len({box.about for box in boxes}) == 3


def test_a_box_says_what_it_adds() -> None:
    told = {box.id: box for box in catalog_in("en").boxes}
    assert told["carcassonne"].tiles == 72
    assert told["inns_and_cathedrals"].tiles == 18
    assert told["river"].tiles == tiles_of(Setup(boxes=("river",))) - 72
    assert told["inns_and_cathedrals"].seats == (2, 6)
    assert told["inns_and_cathedrals"].difficulty < told["bridges_castles_and_bazaars"].difficulty
    assert told["river"].excludes == ["anniversary_river"]
    assert "river" in told["anniversary_river"].excludes
    assert told["wheel_of_fortune"].alone and not told["tower"].alone


def test_the_default_of_an_option_is_its_first_value() -> None:
    told = {box.id: box for box in catalog_in("en").boxes}
    option = next(option for option in told["tower"].options if option.name == "ransom_timing")
    assert option.ruling == "R-TOW-03"
    assert option.values[0].id == Setup(boxes=("tower",)).values()["ransom_timing"]
    assert option.values[0].text == "ransom at any time"


@pytest.mark.parametrize("preset", [preset.name for preset in catalog_in("en").presets])
def test_every_preset_makes_a_table(preset: str) -> None:
    found = next(told for told in catalog_in("en").presets if told.name == preset)
    rows = open_table(NewTable(setup=found.setup), "p1", "Ada", bytes)
    assert rows
    assert found.tiles == tiles_of(from_facts(found.setup))


def test_a_set_up_is_measured() -> None:
    base = check({}, "en")
    assert (base.tiles, base.problem, base.seats, base.difficulty) == (72, "", (2, 5), 1)
    more = check({"boxes": ["inns_and_cathedrals", "traders_and_builders"]}, "en")
    assert more.tiles == 114 and more.minutes > base.minutes and more.seats == (2, 6) and more.difficulty == 2


@pytest.mark.parametrize(
    ("setup", "field", "says"),
    [
        ({"boxes": ["river", "anniversary_river"]}, "boxes", "De Rivier en De Jubileumrivier kunnen niet in één spel"),
        ({"players": ["red"]}, "players", "1 speler"),
        ({"players": list("abcdef")}, "players", "Herbergen en kathedralen"),
        ({"options": {"tiny_city": "perhaps"}}, "options.tiny_city", "perhaps"),
        ({"game": "the_city", "boxes": ["tower"]}, "boxes", "De Toren is geen uitbreiding"),
        ({"version": "x"}, "version", "'x'"),
        ({"nonsense": 1}, "nonsense", ""),
    ],
)
def test_what_cannot_be_combined_is_told_at_its_field(setup: dict[str, object], field: str, says: str) -> None:
    found = check(setup, "nl")
    assert found.field == field and says in found.problem and found.tiles == 0
    assert not found.problem.startswith(field)


def test_the_rules_of_the_boxes_in_play() -> None:
    told = rules_of(Setup(boxes=("tower", "crop_circles", "crop_circles_ii")), "nb")
    assert [box.box for box in told.boxes] == ["carcassonne", "tower", "crop_circles", "turn-order-and-combining"]
    assert told.boxes[1].title == "Tårnet"
    assert {"TOW-06", "R-TOW-03", "EX-TOW-03"} <= {entry.id for entry in told.boxes[1].entries}
    assert [entry.id for entry in told.boxes[1].entries if entry.example] == [f"EX-TOW-0{n}" for n in range(1, 5)]


@pytest.mark.parametrize("boxes", [(), ("tower", "princess_and_dragon"), ("count", "abbey_and_mayor")])
def test_the_turn_is_told_in_the_order_of_its_steps(boxes: tuple[str, ...]) -> None:
    setup = Setup(boxes=boxes)
    program = [step.name for step in setup.rules().program]
    lines = [[step for step in line.steps if step in program] for line in rules_of(setup, "en").turn]
    first = [program.index(line[0]) for line in lines if line]
    assert first == sorted(first) and {"draw", "place", "deploy", "score"} <= {step for line in lines for step in line}


def test_rules_are_asked_for_in_an_address() -> None:
    wish = {"game": "carcassonne", "boxes": "tower", "without": "farmers", "options": "ransom_timing:own_turn"}
    told = msgspec.json.decode(rules_json(wish, "en"), type=RulesTold)
    assert "In your turn you may buy prisoners back" in told.turn[0].text
    for wrong in ({"game": "chess"}, {"boxes": "/etc"}, {"options": "x"}, {"without": "dragon"}):
        with pytest.raises(Refusal):
            rules_json(wrong, "en")


@pytest.mark.parametrize("box", BOXES)
def test_a_box_has_a_picture(box: str) -> None:
    assert tile_svg(picture_of(info(box)), False, "en").startswith(b"<svg")


def ask(server: RealServer, path: str, wish: object = None, **headers: str) -> tuple[int, bytes, str]:
    body = None if wish is None else json.dumps(wish).encode()
    request = urllib.request.Request(server.address.rstrip("/") + path, body, headers)
    try:
        with urllib.request.urlopen(request, timeout=600) as answer:
            return answer.status, answer.read(), answer.headers.get("etag", "")
    except urllib.error.HTTPError as error:
        return error.code, error.read(), error.headers.get("etag", "")


def test_the_server_tells_the_catalog_once(server: RealServer) -> None:
    status, data, mark = ask(server, "/api/catalog?lang=nl")
    assert status == 200 and mark
    told = msgspec.json.decode(data, type=Catalog)
    assert told == catalog_in("nl")
    assert ask(server, "/api/catalog?lang=nl", **{"if-none-match": mark})[:2] == (304, b"")
    assert ask(server, "/api/catalog?lang=en", **{"if-none-match": mark})[0] == 200


def test_the_server_checks_set_ups_and_tells_rules_and_pictures(server: RealServer) -> None:
    _, data, _ = ask(server, "/api/catalog/check?lang=en", {"setup": {"boxes": ["tower"]}})
    assert msgspec.json.decode(data, type=SetupChecked).tiles == 90
    assert ask(server, "/api/catalog/check", {"set_up": {}})[0] == 422
    assert ask(server, "/api/catalog/check", {"setup": {"boxes": [str(Path.cwd())]}})[0] == 200
    assert ask(server, "/api/rules?boxes=tower")[0] == 200
    assert ask(server, "/api/rules?boxes=twoer")[0] == 422
    status, picture, _ = ask(server, "/api/pictures/tile/base/CRFR-rEW.svg?night=1")
    assert status == 200 and picture.startswith(b"<svg")
    assert ask(server, "/api/pictures/tile/base/none.svg")[0] == 422
    assert ask(server, "/api/pictures/seat/red.svg")[1] != ask(server, "/api/pictures/seat/blue.svg")[1]
    assert ask(server, "/api/pictures/seat/nobody.svg")[0] == 422
    assert ask(server, "/api/examples")[0] == ask(server, "/api/lesson")[0] == 200
    assert ask(server, "/api/examples/EX-BASE-01")[0] == ask(server, "/api/examples/EX-BASE-01/2.svg")[0] == 200
    assert ask(server, "/api/examples/EX-NONE-01")[0] == ask(server, "/api/examples/EX-BASE-01/x.svg")[0] == 404
    status, picture, mark = ask(server, "/api/pictures/landscape.svg")
    assert status == 200 and picture.startswith(b"<svg")
    assert gzip.decompress(ask(server, "/api/pictures/landscape.svg", **{"accept-encoding": "gzip"})[1]) == picture
    assert ask(server, "/api/pictures/landscape.svg", **{"if-none-match": mark})[:2] == (304, b"")
