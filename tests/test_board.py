"""The public board: over random mixes of all boxes it agrees with the engine, with the options and with forecasts."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude import Game, Setup, Unreadable
from aude.board import SCHEMA, Board, Figure, OpenEnd, Place, Segment, Token
from aude.engine.drive import opening
from aude.engine.rng import Random
from aude.engine.rules import INTERRUPT, NOBODY
from aude.engine.spots import spot_by_hand
from aude.engine.state import State
from aude.game.values import ScoreLine, Spot
from aude.testing import table
from sizes import sized
from strategies import SEEDS, setups

GAMES = sized(6, soak=100)
EVERY = st.integers(min_value=11, max_value=31)  # how many decisions lie between two looks
HIDDEN_ENDS = {"tunnel", "bridges_castles_and_bazaars"}  # boxes with open ends that face no cell


def moments(setup: Setup, seed: int, every: int) -> Iterator[State]:
    """Some states of a random game, the last one among them."""
    state = opening(setup.rules())
    random = Random(seed)
    number = 0
    while state.actor != NOBODY:
        if number % every == 0:
            yield state
        state.play(state.rules.program[state.step].sample(state, random))
        number += 1
    yield state


# -- random mixes -----------------------------------------------------------------------------------------------------
@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_every_figure_is_in_the_supply_or_on_the_board(setup: Setup, seed: int, every: int) -> None:
    """Together they are what each seat was given."""
    for state in moments(setup, seed, every):
        board = Board(state)
        out = Counter((figure.seat, figure.kind) for figure in board.figures)
        for kind in state.rules.figure_kinds:
            for seat in setup.players:
                assert board.supply[seat][kind.name] + out[seat, kind.name] == kind.each
        if board.over:
            assert not board.figures


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_spots_have_the_words_of_positions_and_are_all_different(setup: Setup, seed: int, every: int) -> None:
    """A position names segments as the board does; and they are in the order of laying."""
    for state in moments(setup, seed, every):
        board = Board(state)
        spots = [spot for tile in board.tiles for spot in tile.spots]
        assert len(set(spots)) == len(spots) == state.nodes
        by_hand = [spot_by_hand(state, node) for node in range(int(state.nodes))]
        assert list(board.spots) == [Spot(kind, tuple(sides), (int(x), int(y))) for kind, sides, x, y in by_hand]
        assert all(board.tile_at(tile.cell) is tile for tile in board.tiles)
        assert all(tile.segment_at(spot).kind == spot.kind for tile in board.tiles for spot in tile.spots)
        assert not {tile.cell for tile in board.tiles} & set(board.empty_cells)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_features_divide_the_segments_among_them(setup: Setup, seed: int, every: int) -> None:
    """Each segment belongs to one feature, with all whose sides it meets."""
    for state in moments(setup, seed, every):
        board = Board(state)
        members = [spot for feature in board.features for spot in feature.spots]
        assert sorted(members) == sorted(spot for tile in board.tiles for spot in tile.spots)
        for feature in board.features:
            assert board.feature(feature.id) is feature
            assert {spot.kind for spot in feature.spots} == {feature.kind}
            assert all(board.feature_at(spot) is feature for spot in feature.spots)
            assert set(feature.figures) == {figure for figure in board.figures if figure.feature == feature.id}
        for tile in board.tiles:
            beyond = board.tile_at((tile.cell[0] + 1, tile.cell[1]))
            for east, west in (("EL", "WR"), ("E", "W"), ("ER", "WL")):
                here = [spot for spot in tile.spots if east in spot.sides]
                there = [spot for spot in beyond.spots if west in spot.sides] if beyond else []
                if here and there and here[0].kind == there[0].kind:
                    assert board.feature_at(here[0]) == board.feature_at(there[0])


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_open_ends_face_empty_cells(setup: Setup, seed: int, every: int) -> None:
    """A feature has as many as the engine counts, and is complete when it has none."""
    for state in moments(setup, seed, every):
        board = Board(state)
        for feature in board.features:
            assert feature.other_ends == 0 or (feature.other_ends > 0 and HIDDEN_ENDS & set(setup.boxes)), feature
            assert len(set(feature.open_ends)) == len(feature.open_ends)
            assert all(board.tile_at(end.cell) is None and end.spot in feature.spots for end in feature.open_ends)
            if feature.completes and not feature.settled:
                assert feature.complete == (not feature.open_ends and not feature.other_ends)
            assert not (feature.settled and feature.open_ends)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_owners_have_the_most_weight(setup: Setup, seed: int, every: int) -> None:
    """The weight of a seat is that of its figures."""
    for state in moments(setup, seed, every):
        for feature in Board(state).features:
            mine: Counter[str] = Counter()
            for figure in feature.figures:
                mine[figure.seat] += figure.weight
            standing = {figure.seat for figure in feature.figures if figure.spot is not None}
            assert dict(feature.weights) == {seat: mine[seat] for seat in setup.players if seat in standing}
            most = max(mine.values(), default=0)
            assert feature.owners == tuple(seat for seat in setup.players if mine[seat] == most > 0)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_values_are_sums_of_their_lines(setup: Setup, seed: int, every: int) -> None:
    """And whoever owns a feature gains its value, or more."""
    for state in moments(setup, seed, every):
        for feature in Board(state).features:
            assert (feature.value_when_complete is None) == (not feature.completes)
            for value in (feature.value, feature.value_when_complete):
                assert value is None or value.points == sum(line.points for line in value.lines)
            if feature.complete:
                assert feature.value == feature.value_when_complete
            for gain in feature.gains(feature.complete):
                assert gain.points == sum(line.points for line in gain.lines)
                if gain.seat in feature.owners:
                    assert gain.lines[: len(feature.value.lines)] == feature.value.lines


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_gains_are_what_the_end_of_the_game_would_bring(setup: Setup, seed: int, every: int) -> None:
    """Feature by feature, as `Game.forecast` tells it; boxes may add scores of their own."""
    game = Game(setup, deal=False)
    for state in moments(setup, seed, every):
        game.state = state
        board = Board(state)
        if board.over:
            assert not game.forecast()
            continue
        told = {(event.seat, event.points, event.facts.get("feature")): event.lines for event in game.forecast()}
        for feature in board.features:
            if any(figure.spot is not None for figure in feature.figures):
                for gain in feature.gains(feature.complete):
                    named = [*feature.spots, Spot(feature.kind, (), feature.cells[0])]  # events do not number castles
                    assert gain.lines in [told.get((gain.seat, gain.points, spot)) for spot in named]


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_a_tile_fits_where_it_may_be_laid_once_it_is_drawn(setup: Setup, seed: int, every: int) -> None:
    """The options to place a tile are what the board said of it before it was drawn."""
    game = Game(setup, deal=False)
    for state in moments(setup, seed, 1):
        board = Board(state)
        if state.slots % every or state.actor == NOBODY or state.rules.program[state.step].name != "draw":
            continue
        assert set(board.fits_left) == set(board.tiles_left)
        for code in state.legal():
            drawn = state.copy()
            drawn.play(code)
            tile = state.rules.table.tiles[code].id
            if drawn.rules.program[drawn.step].name == "place" and drawn.tile == code:
                game.state = drawn
                actions = [option.action for option in game.options_of(str(game.actor)) if option.code < INTERRUPT]
                assert sorted(board.fits(tile)) == sorted((action.cell, action.rotation) for action in actions)
                assert board.fits(tile) == Board(drawn).fits(tile)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_json_follows_its_schema(setup: Setup, seed: int, every: int) -> None:
    """And comes out of a file as it went in."""
    for state in moments(setup, seed, every):
        found = Board(state).to_json()
        assert violations(found, SCHEMA) == []
        assert json.loads(json.dumps(found)) == found
        assert {key: value for key, value in found.items() if key != "fits"} == Board(state).to_json(fits=False)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_a_feature_keeps_its_id_until_it_is_joined_to_an_older_one(setup: Setup, seed: int, every: int) -> None:
    """From one look to the next; and a board stays as it was when the game goes on."""
    before: Board | None = None
    kept: dict[str, Any] = {}
    for state in moments(setup, seed, every):
        after = Board(state)
        if before is not None:
            assert before.to_json(fits=False) == kept
            for feature in before.features:
                later = after.feature_at(feature.spots[0])
                if later is None:  # a second castle on the tile: the first has a number now
                    assert not feature.spots[0].sides
                    continue
                assert later.id <= feature.id
                if later.id != feature.id:
                    older = before.feature(later.id) if later.id < sum(len(t.spots) for t in before.tiles) else None
                    assert older is not None and set(older.spots) | set(feature.spots) <= set(later.spots)
        before, kept = after, after.to_json(fits=False)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_what_players_have_is_what_the_game_says(setup: Setup, seed: int, every: int) -> None:
    """Scores, supplies, holdings, tiles and stacks; and tokens lie on tiles."""
    game = Game(setup, deal=False)
    for state in moments(setup, seed, every):
        game.state = state
        board = Board(state)
        assert (board.seats, board.player, board.over, board.tile) == (game.seats, game.player, game.over, game.tile)
        assert (board.scores, board.supply, board.holdings) == (game.scores, game.supply, game.holdings)
        assert (board.tiles_left, list(board.stacks)) == (game.tiles_left, game.stacks)
        for token in board.tokens:
            tile = board.tile_at(token.cell)
            assert tile is not None
            assert token.spot is None or token.spot in tile.spots
            assert token.seat is None or token.seat in setup.players


def violations(value: Any, schema: dict[str, Any], where: str = "board") -> list[str]:
    """What of a value does not follow a schema, as far as schemas of boards go."""
    types = {"string": str, "integer": int, "boolean": bool, "array": list, "object": dict, "null": type(None)}
    if "anyOf" in schema:
        found = [violations(value, one, where) for one in schema["anyOf"]]
        return [] if [] in found else found[0]
    if "enum" in schema:
        return [] if value in schema["enum"] else [f"{where}: {value!r}"]
    if type(value) is not types[schema["type"]]:
        return [f"{where}: {value!r} is not of type {schema['type']}"]
    if isinstance(value, list):
        if not schema.get("minItems", 0) <= len(value) <= schema.get("maxItems", len(value)):
            return [f"{where}: {len(value)} items"]
        return [text for n, one in enumerate(value) for text in violations(one, schema["items"], f"{where}[{n}]")]
    if isinstance(value, dict):
        known = schema.get("properties", {})
        wrong = [f"{where}: {name} is missing" for name in schema.get("required", []) if name not in value]
        for name, one in value.items():
            expected = known.get(name, schema["additionalProperties"])
            if expected is False:
                wrong.append(f"{where}: {name} is unknown")
            else:
                wrong += violations(one, expected, f"{where}.{name}")
        return wrong
    return []


# -- examples ---------------------------------------------------------------------------------------------------------
def test_a_wrong_json_breaks_the_schema() -> None:
    found = Board(Game(seed=1).state).to_json()
    assert violations(found | {"player": None}, SCHEMA) == ["board.player: None is not of type string"]
    assert violations({**found, "news": 1}, SCHEMA) == ["board: news is unknown"]
    del found["tiles"][0]["rotation"]
    assert violations(found, SCHEMA) == ["board.tiles[0]: rotation is missing"]
    found["tiles"][0] |= {"rotation": 45, "cell": [1]}
    assert violations(found, SCHEMA) == ["board.tiles[0].cell: 1 items", "board.tiles[0].rotation: 45"]


def test_a_city_with_two_knights() -> None:
    """A feature from all sides."""
    game = table(
        "boxes inns_and_cathedrals",
        "lay base/CCFC-cNEW-pennant 0,-1 turn 180",
        "lay base/CFFF 1,-1 turn 270",
        "stand red large_follower city S at 0,-1",
        "stand blue meeple city at 1,-1",
        "turn red",
    )
    board = Board(game.state)
    spot = Spot("city", ("E", "S", "W"), (0, -1))
    city = board.feature_at(spot)
    assert city is not None
    assert city.spots == (Spot("city", ("N",), (0, 0)), spot, Spot("city", ("W",), (1, -1)))
    assert city.cells == ((0, 0), (0, -1), (1, -1))
    assert city.open_ends == (OpenEnd(spot, "W", (-1, -1)),)
    assert city.open_cells == ((-1, -1),)
    assert (city.completes, city.complete, city.scored, city.settled, city.other_ends) == (True, False, False, False, 0)
    assert city.figures == (
        Figure("blue", "meeple", 1, Spot("city", ("W",), (1, -1)), city.id, 1),
        Figure("red", "large_follower", 1, spot, city.id, 2),
    )
    assert (dict(city.weights), city.owners) == ({"red": 2, "blue": 1}, ("red",))
    assert (city.value.points, city.value.lines) == (4, (ScoreLine("tiles", 3, 3), ScoreLine("pennants", 1, 1)))
    assert str(city.value_when_complete) == "8: tiles 6, pennants 2"
    assert [(gain.seat, gain.points) for gain in city.gains(True)] == [("red", 8)]
    assert repr(city) == "<Feature 0: city at 0,0 0,-1 1,-1; 1 open, blue meeple, red large_follower>"
    assert repr(board) == "<Board: 3 tiles, 2 figures, red 0, blue 0>"
    tile = board.tile_at((0, -1))
    assert tile is not None and tile == board.tiles[1] and tile.rotation == 180
    assert tile.segments[0] == Segment("city", ("E", "S", "W"), ("pennant",), 0)
    assert board.extent == (0, -1, 1, 0)
    assert board.newest == board.tiles[2]


def test_two_looks_at_the_same_moment_are_equal() -> None:
    """Values compare and can be members of sets."""
    game = Game(seed=4, boxes=["tower", "traders_and_builders"])
    for _ in range(30):
        game.play(game.options[0])
    one, other = Board(game.state), Board(game.state)
    assert one.features == other.features and one.tiles == other.tiles
    assert len({*one.features, *other.features}) == len(one.features)
    assert len({*one.tiles, *one.figures, *one.tokens}) <= len(one.tiles) + len(one.figures) + len(one.tokens)
    game.play(game.options[0])


def test_a_field_and_its_cities() -> None:
    """What lies beside a feature, and what it is worth to a field."""
    game = table("lay base/CFFF 0,-1 turn 180", "lay base/CFFF 1,-1", "turn red")
    board = Board(game.state)
    field = board.feature_at(Spot("field", ("NL", "NR", "EL", "ER", "WL", "WR"), (0, -1)))
    assert field is not None
    cities = [board.feature(number) for number in sorted(field.beside)]
    assert [(city.cells, city.feeds) for city in cities] == [(((0, 0), (0, -1)), True), (((1, -1),), False)]
    assert str(field.value) == "3: cities 3"
    assert (field.feeds, field.value_when_complete, field.complete) == (None, None, False)


def test_places_of_boxes() -> None:
    """A guard on a tower is in a place, and the tower stands there as tokens."""
    game = table(
        "boxes tower",
        "lay tower/CFFF 0,1 turn 180",
        "lay tower 2 at 0,1",
        "stand red meeple tower at 0,1",
        "turn red",
    )
    board = Board(game.state)
    (guard,) = board.figures
    assert guard.where == Place("tower", (0, 1), 0)
    assert (guard.seat, guard.kind, guard.number, guard.feature, guard.weight) == ("red", "meeple", 1, None, 0)
    assert (guard.spot, guard.cell) == (None, (0, 1))
    pieces = [token for token in board.tokens if token.name == "tower_piece"]
    assert pieces == [Token("tower_piece", None, (0, 1))] * 2


WALL = ("lay the_city/A1-public 0,0", "lay the_city/A1-public 1,0", "lay gate N at 0,0", "lay wall N at 1,0")
CORNER = ("lay base/FRFR-rEW 1,0", "lay base/FFFF-monastery 0,1", "lay base/FFFF-monastery 1,1")


@pytest.mark.parametrize(
    ("lines", "place"),
    [
        (["boxes tower", "stand blue meeple prison red"], Place("prison", None, 0, "red")),
        (["boxes count", "stand blue meeple blacksmith_quarter"], Place("blacksmith_quarter", (0, 0), 2)),
        (["boxes wheel_of_fortune", "stand blue meeple crown famine"], Place("crown_famine", (0, 0), 3)),
        (["boxes abbey_and_mayor", *CORNER, "stand blue barn corner NW at 1,1"], Place("corner", None, 0)),
        (["game the_city", *WALL, "stand blue follower guard N at 1,0"], Place("guard", None, 0)),
        (["game the_city", *WALL, "hold blue resting 1"], Place("resting", None, 0, "blue")),
    ],
)
def test_places_have_names(lines: list[str], place: Place) -> None:
    """Every box that reserves locations names them; a prison is its captor's."""
    (figure,) = Board(table(*lines, "turn red").state).figures
    assert (figure.seat, figure.number, figure.where) == ("blue", 1, place)


@settings(max_examples=GAMES)
@given(setups(), SEEDS, EVERY)
def test_figures_have_numbers_and_their_places_names(setup: Setup, seed: int, every: int) -> None:
    """No two figures of a kind and a seat have the same number."""
    for state in moments(setup, seed, every):
        board = Board(state)
        each = {kind.name: kind.each for kind in state.rules.figure_kinds}
        assert len({(figure.seat, figure.kind, figure.number) for figure in board.figures}) == len(board.figures)
        for figure in board.figures:
            assert 1 <= figure.number <= each[figure.kind]
            assert figure.spot is not None or (isinstance(figure.where, Place) and figure.where.name)


def test_tokens_lie_on_segments_and_at_sides() -> None:
    """A bridge is a segment laid over its tile; a gate stands at a side."""
    game = table(
        "boxes bridges_castles_and_bazaars",
        "lay base/FRFR-rEW 1,0",
        "lay base/FFFF-monastery 1,-1",
        "lay bridge red E.W at 1,-1",
        "turn red",
    )
    board = Board(game.state)
    bridge = Spot("road", ("E", "W"), (1, -1))
    assert board.tokens == (Token("bridge", "red", (1, -1), bridge),)
    tile = board.tile_at((1, -1))
    assert tile is not None and tile.segment_at(bridge) == Segment("road", ("E", "W"))
    assert [end.cell for end in board.features[-1].open_ends] == [(2, -1), (0, -1)]
    walled = table("game the_city", "lay the_city/A2-grain 0,0", "lay gate N at 0,0", "turn red")
    assert Board(walled.state).tokens == (Token("gate", None, (0, 0), side="N"),)
    assert all(end.cell != (0, -1) for feature in Board(walled.state).features for end in feature.open_ends)


def test_the_last_tile_of_a_river_fits_as_if_it_were_drawn() -> None:
    """Rules that ask what is left in the bag see it without the tile."""
    setup = Setup(boxes=("river",), players=("red", "blue"))
    game = Game(setup, deal=False)
    for state in moments(setup, 0, 1):
        if state.rules.program[state.step].name == "draw" and state.slots < 13:
            for code in state.legal():
                game.state = state.copy()
                game.state.play(code)
                if game.step == "place":
                    offered = {(option.action.cell, option.action.rotation) for option in game.options}
                    assert set(Board(state).fits(state.rules.table.tiles[code].id)) == offered


def test_what_is_not_there() -> None:
    """Cells without a tile, spots without a segment, features and tiles that do not exist."""
    board = Board(Game(seed=1).state)
    assert board.tile_at((5, 5)) is None
    assert board.feature_at(Spot("city", ("S",), (0, 0))) is None
    assert board.newest is None
    with pytest.raises(KeyError):
        board.feature(99)
    with pytest.raises(Unreadable, match="no tile 'base/XXXX' in this game"):
        board.fits("base/XXXX")


def test_the_page_about_boards_names_every_key_of_the_schema() -> None:
    """The tables in docs/board.md have a row for each, and no others."""
    text = (Path(__file__).parent.parent / "docs" / "board.md").read_text(encoding="utf-8")
    tables = {
        heading: re.findall(r"^\| `(\w+)` \|", part, re.MULTILINE)
        for heading, part in re.findall(r"^### (.*?)$(.*?)(?=^#|\Z)", text, re.MULTILINE | re.DOTALL)
    }
    items = {name: SCHEMA["properties"][name]["items"] for name in ("tiles", "figures", "tokens", "features")}
    segment = items["tiles"]["properties"]["segments"]["items"]
    expected = {
        "The board": SCHEMA,
        "A tile": items["tiles"],
        "A segment": segment,
        "A spot": segment["properties"]["spot"],
        "A figure": items["figures"],
        "A place": items["figures"]["properties"]["place"]["anyOf"][0],
        "A token": items["tokens"],
        "A feature": items["features"],
    }
    assert tables == {heading: list(schema["properties"]) for heading, schema in expected.items()}
