"""Checks of the oracle itself, against situations of the rule files counted by hand."""

from __future__ import annotations

import random
from pathlib import Path

import pytest

from aude.engine.tiles import Segment, Tile, read_tile_sets
from oracle import Oracle, Scoring

BOX = Path(__file__).parents[1] / "src" / "aude" / "boxes" / "carcassonne" / "tiles.toml"
BASE = read_tile_sets(BOX)["base"]

START = "base/CRFR-rEW"
VILLAGE = "base/FRRR"
CITY_VILLAGE = "base/CRRR"
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
CLOISTER = "base/FFFF-monastery"
GATE_PENNANT = "base/FCFC-cEW-pennant"

RED, YELLOW, GREEN = 0, 1, 2


def table(*, farmers: bool = True, **options: str) -> Oracle:
    """Three seats and the start tile (city north, road east to west)."""
    oracle = Oracle(BASE.tiles, 3, elements={"farmers"} if farmers else (), options=options)
    oracle.lay(START, 0, 0, 0)
    return oracle


def deploy(oracle: Oracle, seat: int, spot: str) -> None:
    """Put a meeple on the tile just laid; `spot` is the kind and the ports, as in ``road E.W``."""
    oracle.stand(seat, *oracle.deployments(seat)[f"deploy meeple {spot}"])


def turn(
    oracle: Oracle, tile: str, x: int, y: int, turns: int, seat: int | None = None, spot: str = ""
) -> list[Scoring]:
    """Play one turn."""
    oracle.lay(tile, x, y, turns)
    if seat is not None:
        deploy(oracle, seat, spot)
    return oracle.finish_turn(seat or RED)


def meeples(oracle: Oracle) -> list[int]:
    """How many each seat has in its supply."""
    return [supply["meeple"] for supply in oracle.supply]


def test_a_closed_road_scores_and_a_knight_on_the_closing_tile_stays() -> None:
    """EX-BASE-01."""
    oracle = table()
    assert turn(oracle, VILLAGE, 1, 0, 0, RED, "road W") == []
    assert turn(oracle, CITY_VILLAGE, -1, 0, 0, YELLOW, "city N") == [("road", 3, {RED: 3})]
    assert oracle.scores == [3, 0, 0]
    assert meeples(oracle) == [7, 6, 7]


def test_an_occupied_road_is_no_spot_but_the_city_of_the_tile_is() -> None:
    """EX-BASE-02, and without farmers the fields are no spots either."""
    for farmers in (True, False):
        oracle = table(farmers=farmers)
        turn(oracle, VILLAGE, 1, 0, 0, RED, "road W")
        oracle.lay("base/CRRF-rES", -1, 0, 0)
        fields = {"deploy meeple field EL.SR.WL.WR", "deploy meeple field ER.SL"}
        assert set(oracle.deployments(YELLOW)) == {"deploy meeple city N"} | (fields if farmers else set())


def test_a_meeple_needs_a_supply_a_turn_and_the_tile_just_laid() -> None:
    """BASE-04, BASE-15, BASE-20: not on the start tile, only one, and only if there is one."""
    oracle = Oracle(BASE.tiles, 2, figures={"meeple": 1})
    oracle.lay(START, 0, 0, 0)
    assert not oracle.deployments(RED)
    oracle.lay(CLOISTER, 0, 1, 0)
    spots = {"deploy meeple monastery", "deploy meeple field NL.NR.EL.ER.SL.SR.WL.WR"}
    assert oracle.deployments(RED).keys() == spots
    deploy(oracle, RED, "monastery")
    oracle.finish_turn(RED)
    oracle.lay(CLOISTER, 0, 2, 0)
    assert not oracle.deployments(RED)
    assert oracle.deployments(YELLOW).keys() == spots


def test_a_completed_city_counts_tiles_and_coats_of_arms() -> None:
    """EX-BASE-03 (3 tiles + 1 coat of arms); open before that, EX-BASE-09."""
    oracle = table()
    turn(oracle, GATE_PENNANT, 0, -1, 1, RED, "city N.S")
    assert oracle.if_ended_now(RED) == [3, 0, 0]
    assert turn(oracle, CAP, 0, -2, 2) == [("city", 8, {RED: 8})]
    assert meeples(oracle) == [7, 7, 7]


@pytest.mark.parametrize(("tiny_city", "points"), [("off", 4), ("on", 2)])
def test_a_knight_may_go_into_the_city_its_tile_completes(tiny_city: str, points: int) -> None:
    """BASE-34 and both readings of R-BASE-04; in the middle of the turn the city already counts in full."""
    oracle = table(tiny_city=tiny_city)
    oracle.lay(CAP, 0, -1, 2)
    deploy(oracle, RED, "city S")
    assert oracle.if_ended_now(RED) == [points, 0, 0]
    assert oracle.finish_turn(RED) == [("city", points, {RED: points})]
    assert (oracle.scores, meeples(oracle)) == ([points, 0, 0], [7, 7, 7])


def test_a_monastery_scores_with_its_eighth_neighbour() -> None:
    """EX-BASE-07 on the way, then EX-BASE-04."""
    oracle = table()
    turn(oracle, CLOISTER, 0, 1, 0, YELLOW, "monastery")
    turn(oracle, STRAIGHT, 1, 0, 0)
    turn(oracle, STRAIGHT, -1, 0, 0)
    assert oracle.if_ended_now(RED) == [0, 4, 0]
    for x, y in [(1, 1), (-1, 1), (0, 2)]:
        turn(oracle, CLOISTER, x, y, 0)
    assert turn(oracle, CAP, 1, 2, 1) == []
    assert oracle.if_ended_now(RED) == [0, 8, 0]
    assert turn(oracle, CAP, -1, 2, 2) == [("monastery", 9, {YELLOW: 9})]
    assert meeples(oracle) == [7, 7, 7]


def test_joined_roads_score_for_both_in_a_tie() -> None:
    """EX-BASE-05."""
    oracle = table()
    turn(oracle, VILLAGE, 1, 0, 0, RED, "road W")
    turn(oracle, CAP, 0, 1, 1)
    turn(oracle, "base/FFRF-monastery", -1, 1, 2, YELLOW, "road N")
    assert turn(oracle, CURVE, -1, 0, 3) == [("road", 4, {RED: 4, YELLOW: 4})]
    assert meeples(oracle) == [7, 7, 7]


def test_only_the_majority_scores_and_all_knights_return() -> None:
    """EX-BASE-06: 4 tiles and 1 coat of arms."""
    oracle = table()
    for x, y in [(0, 1), (-1, 1), (1, 1)]:
        turn(oracle, CLOISTER, x, y, 0)
    turn(oracle, CAP, -1, 2, 1, YELLOW, "city E")
    turn(oracle, CAP, 1, 2, 3, RED, "city W")
    turn(oracle, CLOISTER, -1, 3, 0)
    turn(oracle, CAP, 0, 3, 0, RED, "city N")
    assert meeples(oracle) == [5, 6, 7]
    assert turn(oracle, "base/CCFC-cNEW-pennant", 0, 2, 2) == [("city", 10, {RED: 10})]
    assert meeples(oracle) == [7, 7, 7]


def test_final_scoring_of_an_open_city_and_an_open_road() -> None:
    """EX-BASE-08 (5 tiles, 3 coats of arms, 2 knights against 1) and EX-BASE-10 (3 tiles)."""
    oracle = table()
    turn(oracle, STRAIGHT, 1, 0, 0, YELLOW, "road E.W")
    turn(oracle, STRAIGHT, -1, 0, 0)
    turn(oracle, GATE_PENNANT, -1, -1, 0, GREEN, "city E.W")
    turn(oracle, GATE_PENNANT, 1, -1, 0, GREEN, "city E.W")
    turn(oracle, CLOISTER, 1, -2, 0)
    turn(oracle, CAP, 0, -2, 2, RED, "city S")
    turn(oracle, "base/CCCC-cNESW-pennant", 0, -1, 0)
    assert oracle.if_ended_now(RED) == [0, 3, 8]
    assert oracle.scores == [0, 0, 0]
    assert oracle.finish_game() == [("city", 8, {GREEN: 8}), ("road", 3, {YELLOW: 3})]
    assert (oracle.scores, meeples(oracle)) == ([0, 3, 8], [7, 7, 7])


def test_a_tile_counts_once_where_a_ring_touches_it_twice() -> None:
    """R-BASE-03: a city of four tiles, both cities of the last tile in it, and one coat of arms; a ring of road too."""
    oracle = table()
    turn(oracle, "base/CFFC-cNW-pennant", 0, 1, 2, RED, "city E.S")
    turn(oracle, "base/CFFC-cNW", 1, 1, 3)
    turn(oracle, "base/CFFC-cNW-garden", 0, 2, 1)
    assert turn(oracle, "base/CFFC", 1, 2, 0) == [("city", 10, {RED: 10})]
    oracle = table()
    turn(oracle, CURVE, 0, 1, 3)
    turn(oracle, CURVE, 1, 1, 0)
    turn(oracle, CURVE, 0, 2, 2)
    assert turn(oracle, CURVE, 1, 2, 1, RED, "road N.W") == [("road", 4, {RED: 4})]


def farm(strip_owner: int, farm_scoring: str = "per_field") -> Oracle:
    """The land of EX-FARM-01 and -03.

    Two start-like tiles side by side carry the cities A and B, each closed by a cap to the north. South of their
    walls and north of the road lies a strip of field with one farmer. The large field north of A and B, with one
    farmer each of Red and Yellow, also borders the closed city C and the open city D.
    """
    oracle = table(farm_scoring=farm_scoring)
    turn(oracle, START, 1, 0, 0, strip_owner, "field EL.WR")
    turn(oracle, CITY_VILLAGE, -1, 0, 0)  # the south end of D
    turn(oracle, CAP, 1, -1, 2, RED, "field NL.NR.EL.ER.WL.WR")  # closes B
    turn(oracle, GATE_PENNANT, -1, -1, 1, YELLOW, "field EL.ER")  # D goes on
    turn(oracle, CAP, 0, -1, 2)  # closes A and joins the fields of Red and Yellow
    turn(oracle, CAP, 1, -2, 0)
    turn(oracle, CAP, 1, -3, 2)  # closes C
    return oracle


def test_fields_score_for_their_completed_cities() -> None:
    """EX-FARM-01 and EX-FARM-03, then EX-FARM-02 after D is closed and Red has brought a second farmer."""
    oracle = farm(GREEN)
    assert oracle.scores == [0, 0, 0]
    assert oracle.if_ended_now(RED) == [9, 9, 6]
    turn(oracle, CAP, -1, -2, 2, RED, "field NL.NR.EL.ER.WL.WR")
    turn(oracle, CLOISTER, 0, -2, 0)
    assert meeples(oracle) == [5, 6, 6]
    assert oracle.finish_game() == [("field", 9, {GREEN: 9}), ("field", 12, {RED: 12})]
    assert (oracle.scores, meeples(oracle)) == ([12, 0, 9], [7, 7, 7])


@pytest.mark.parametrize(
    ("strip_owner", "per_field", "per_city"),
    [
        (GREEN, [9, 9, 6], [12, 12, 8]),  # A and B three ways, C two ways
        (RED, [15, 9, 0], [12, 4, 0]),  # at A and B Red's farmers of two fields count together
    ],
)
def test_first_edition_farmers_are_counted_around_each_city(
    strip_owner: int, per_field: list[int], per_city: list[int]
) -> None:
    """R-FARM-02, both values of the option on the same land."""
    assert farm(strip_owner).if_ended_now(RED) == per_field
    assert farm(strip_owner, farm_scoring="per_city_4").if_ended_now(RED) == per_city


def test_features_tell_segments_completeness_and_occupants() -> None:
    """The whole description of a small table; its three fields stand for the lost picture of EX-FARM-04."""
    oracle = table()
    turn(oracle, VILLAGE, 1, 0, 0, RED, "road S")
    thief = frozenset({((RED, "meeple"), 1)})
    assert set(oracle.census()) == {
        ("city", frozenset({(0, 0, 0)}), False, frozenset()),
        ("road", frozenset({(0, 0, 1), (1, 0, 2)}), False, frozenset()),
        ("road", frozenset({(1, 0, 0)}), False, frozenset()),
        ("road", frozenset({(1, 0, 1)}), False, thief),
        ("field", frozenset({(0, 0, 2), (1, 0, 3)}), False, frozenset()),
        ("field", frozenset({(0, 0, 3), (1, 0, 5)}), False, frozenset()),
        ("field", frozenset({(1, 0, 4)}), False, frozenset()),
    }


def test_placements_merge_turns_that_look_the_same() -> None:
    """Around the start tile alone, every legal place counted by hand."""
    oracle = table()
    assert oracle.placements("base/RRRR") == {(1, 0, 0), (-1, 0, 0)}
    assert oracle.placements(STRAIGHT) == {(1, 0, 0), (-1, 0, 0), (0, 1, 0)}
    assert oracle.placements("base/CFCF") == {(0, -1, 0), (0, 1, 1)}
    assert oracle.placements(CLOISTER) == {(0, 1, 0)}
    assert oracle.placements(START) == {(0, -1, 2), (1, 0, 0), (1, 0, 2), (-1, 0, 0), (-1, 0, 2), (0, 1, 2)}


@pytest.mark.parametrize(("south", "beside"), [("city S pennant", "0 1"), ("city S", "0")])
def test_coats_of_arms_and_borders_tell_turns_apart(south: str, beside: str) -> None:
    """No base tile shows it, but ports alone do not make two turns the same move."""
    lines = ["city N", south, f"field EL ER WL WR beside {beside}"]
    odd = Tile("base/odd", tuple(Segment.read(line) for line in lines), 1, 1)
    oracle = Oracle([*BASE.tiles, odd], 2)
    oracle.lay(START, 0, 0, 0)
    assert oracle.placements(odd.id) == {(0, -1, 0), (0, -1, 2), (0, 1, 1), (0, 1, 3)}


@pytest.mark.parametrize(
    "place",
    [(0, 0, 2), (0, 1, 0), (2, 0, 0), (1, 1, 0), (1, 0, 0)],
    ids=["taken", "city to field", "apart", "only a corner", "field to road"],
)
def test_a_tile_that_does_not_fit_is_refused(place: tuple[int, int, int]) -> None:
    """BASE-12, BASE-13."""
    with pytest.raises(AssertionError):
        table().lay(CAP, *place)


@pytest.mark.parametrize("farm_scoring", ["per_field", "per_city_4"])
def test_a_random_game_keeps_its_meeples(farm_scoring: str) -> None:
    """A whole game by chance: nothing is lost, scores never fall, and the forecast of the end comes true."""
    chance = random.Random(2000)
    oracle = table(farm_scoring=farm_scoring)
    pile = [tile.id for tile in BASE.tiles for _ in range(tile.count)]
    pile.remove(START)
    chance.shuffle(pile)
    assert len(pile) == 71
    for number, tile_id in enumerate(pile):
        seat = number % 3
        if not (places := oracle.placements(tile_id)):
            continue
        before = list(oracle.scores)
        oracle.lay(tile_id, *chance.choice(sorted(places)))
        spots = sorted(oracle.deployments(seat).items())
        if spots and chance.random() < 0.6:
            oracle.stand(seat, *chance.choice(spots)[1])
        forecast = oracle.if_ended_now(RED)
        scorings = oracle.finish_turn(seat)
        assert oracle.if_ended_now(RED) == forecast
        gained = [sum(points.get(player, 0) for _, _, points in scorings) for player in range(3)]
        assert oracle.scores == [old + new for old, new in zip(before, gained, strict=True)]
        features = oracle.features()
        for player in range(3):
            assert meeples(oracle)[player] + sum(oracle.weights(feature)[player] for feature in features) == 7
        assert not any(feature.complete and oracle.on(feature) for feature in features)
        nodes = [node for feature in features for node in feature.nodes]
        assert len(nodes) == len(set(nodes))
    oracle.finish_game()
    assert oracle.scores == forecast
    assert min(oracle.scores) > 0
    assert meeples(oracle) == [7, 7, 7]
    assert oracle.if_ended_now(RED) == oracle.scores
