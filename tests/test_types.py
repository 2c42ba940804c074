"""The types for TypeScript are those of the wire, and real games follow them."""

from __future__ import annotations

import json
from typing import Any

import jsonschema_rs
import pytest

import make_types
from aude import Game, Setup
from aude.catalog import boxes
from aude.engine.rng import Random
from aude.server.schema import components


def test_the_types_are_up_to_date() -> None:
    """If this fails after a change of the wire or of a box: `make types`, and an example in docs/server.md."""
    written = make_types.FILE.read_text(encoding="utf-8") if make_types.FILE.exists() else ""
    assert written == make_types.page(), "web/src/wire/types.ts is out of date: run `make types`"


@pytest.fixture(scope="module")
def schemas() -> dict[str, jsonschema_rs.Validator]:
    """What checks values against the types that TypeScript is given."""
    return validators(components() | make_types.strict())


def validators(types: dict[str, Any]) -> dict[str, jsonschema_rs.Validator]:
    return {
        name: jsonschema_rs.validator_for({"$ref": f"#/components/schemas/{name}", "components": {"schemas": types}})
        for name in ("Action", "OfferedAction", "Event", "Board", "Setup")
    }


def games() -> list[Setup]:
    found = []
    for name in boxes.BOXES:
        game = boxes.info(name).extends
        found.append(Setup(game=name) if game is None else Setup(game=game, boxes=(name,)))
    return found


@pytest.mark.parametrize("setup", games(), ids=lambda setup: "-".join((setup.game, *setup.boxes)))
def test_real_games_follow_the_types(setup: Setup, schemas: dict[str, jsonschema_rs.Validator]) -> None:
    """Every action, offer and event of a game with each box is one of those that the types list."""
    game = Game(setup, seed=3)
    random = Random(3)
    chosen = 0
    while not game.over:
        options = game.options
        option = options[int(random.below(len(options)))]
        schemas["OfferedAction"].validate(option.action.to_json())
        game.play(option if option.low is None else option.at(option.low))
        chosen += 1
        if chosen % 20 == 0:
            schemas["Board"].validate(game.board.to_json(fits=chosen % 60 == 0))
            for event in game.about:
                schemas["Event"].validate(event.to_json())
    for move in game.moves:
        schemas["Action"].validate(move.action.to_json())
        for event in move.events:
            schemas["Event"].validate(event.to_json())


def test_what_the_types_do_not_list_is_refused(schemas: dict[str, jsonschema_rs.Validator]) -> None:
    assert schemas["Action"].is_valid({"verb": "place", "cell": [0, 1], "rotation": 90})
    assert not schemas["Action"].is_valid({"verb": "place", "cell": [0, 1], "rotation": 91})
    assert not schemas["Action"].is_valid({"verb": "place", "cell": [0, 1]})
    assert not schemas["Action"].is_valid({"verb": "fly away"})
    bid = {"verb": "bid", "number": {"low": 1, "high": 9}}
    assert schemas["OfferedAction"].is_valid(bid) and not schemas["Action"].is_valid(bid)
    assert not schemas["Event"].is_valid({"event": "drawn", "seat": "red"})


def test_typescript_is_written_as_it_is_read() -> None:
    page = make_types.page()
    assert "export type FromClient = Do | Ping;" in page
    assert "  command: AnyCommand;\n" in page
    assert '  | { verb: "place"; cell: Cell; rotation: Rotation; which?: number }\n' in page
    assert json.dumps("good_game") in page
    assert make_types.declaration(
        "Pair", {"type": "array", "items": {"type": "integer"}, "minItems": 2, "maxItems": 2}
    ) == ("export type Pair = [number, number];\n")
