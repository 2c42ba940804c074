"""The farmers, rule by rule: FARM-01 … FARM-11, their examples and rulings."""

from __future__ import annotations

import pytest

from aude.api import Game
from aude.errors import Illegal
from aude.game.setup import Setup
from aude.game.values import cell_text
from aude.testing import finish, rule, scenario, spots, table

CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
VILLAGE = "base/FRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
START = "base/CRFR-rEW"


def fields(game: Game) -> list[set[str]]:
    """The fields on the table, each as the cells that it touches."""
    state = game.state
    found: dict[int, set[str]] = {}
    for node in range(state.nodes):
        if game.rules.kinds[state.kind_of(node)].name == "field":
            cell = state.slot_cell[state.node_slot[node]]
            found.setdefault(state.root[node], set()).add(f"{state.x_of(cell)},{state.y_of(cell)}")
    return list(found.values())


def farmers_spots(game: Game) -> list[str]:
    """The fields in which the asked seat may lay a farmer."""
    return [spot.removeprefix("meeple ") for spot in spots(game) if "field" in spot]


@rule("FARM-01", "BASE-40", "BASE-07")
def test_farmers_can_be_left_out() -> None:
    """Without farmers no field can be chosen and none is scored; with them it can and is."""
    for without, places, points in (["without farmers"], [], 0), ([], ["field NL.NR.EL.ER.WL.WR"], 3):
        game = table(*without, f"red draw {CAP}   place 0,-1 turn 180")
        assert farmers_spots(game) == places
        game.play("deploy meeple field" if places else "pass")
        finish(game, STRAIGHT, "1,0 turn 0")
        assert game.scores == {"red": points, "blue": 0}
    assert Setup().elements() == {"farmers"}


@rule("FARM-02")
def test_fields_run_on_across_the_edges_of_tiles() -> None:
    """The green of neighbouring tiles is one field, however many tiles it spans."""
    game = table(f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 0,2", f"lay {CAP} 1,2 turn 90", f"lay {GATE} 2,2")
    assert {"0,0", "0,1", "0,2", "1,2"} in fields(game)


@rule("FARM-03")
def test_roads_and_cities_part_fields() -> None:
    """On a gate the city parts two fields, on a straight road the road does, at a crossing four roads do."""
    game = table(f"red draw {STRAIGHT}   place 1,0 turn 0")
    assert farmers_spots(game) == ["field NL.NR.EL.WR", "field ER.SL.SR.WL"]
    game = table(f"red draw {GATE}   place 0,-1 turn 90")
    assert farmers_spots(game) == ["field EL.ER", "field WL.WR"]
    game = table("red draw base/CCRC-cNEW   place 1,0 turn 90")
    assert farmers_spots(game) == ["field WL", "field WR"]


@rule("R-FARM-05")
def test_a_road_that_ends_on_its_tile_parts_only_what_is_drawn_apart() -> None:
    """Around the road of a monastery the field runs on; at a crossing of four roads there are four fields."""
    game = table("red draw base/FFRF-monastery   place 1,0 turn 90")
    assert farmers_spots(game) == ["field NL.NR.EL.ER.SL.SR.WL.WR"]
    assert len(fields(game)) == 1
    game = table("red draw base/RRRR   place 1,0 turn 0")
    assert farmers_spots(game) == ["field NL.WR", "field NR.EL", "field ER.SL", "field SR.WL"]


@rule("EX-FARM-04", "FARM-03")
def test_a_city_and_a_road_leave_three_fields() -> None:
    """North of the city, between city and road, and south of the road: three fields with a farmer in each."""
    game = scenario("three_fields")
    assert sorted(map(sorted, fields(game))) == [["-1,0", "0,0", "1,0"], ["-1,0", "0,0", "1,0"], ["0,-1"]]
    assert game.supply == {seat: {"meeple": 6} for seat in game.seats}
    assert len({game.state.root[node] for node in game.state.figure_at if node >= 0}) == 3


@rule("FARM-04")
def test_a_meeple_in_a_field_is_a_farmer() -> None:
    """A meeple may go into a field of the tile just laid, and only of that tile."""
    game = table(f"red draw {MONASTERY}   place 0,1 turn 0   deploy meeple field")
    assert game.supply["red"] == {"meeple": 6}
    assert str(game.events[-1].facts["spot"]) == "field NL.NR.EL.ER.SL.SR.WL.WR at 0,1"
    game.play(f"draw {STRAIGHT}")
    game.play("place 1,0 turn 0")
    with pytest.raises(Illegal) as refusal:
        game.play("deploy meeple field EL.WR at 0,0")
    assert refusal.value.rule == "BASE-15"


@rule("FARM-05")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_a_field_with_a_farmer_takes_no_other(seat: str) -> None:
    """Nobody may lay a farmer where one lies, be it in another tile of the field; a thief's field is free."""
    game = table(
        f"lay {MONASTERY} 0,1",
        "stand red meeple field SL at 0,0",
        "stand blue meeple road at 0,0",
        f"turn {seat}",
        f"{seat} draw {STRAIGHT}   place 0,2 turn 0",
    )
    assert farmers_spots(game) == ["field ER.SL.SR.WL"]
    with pytest.raises(Illegal) as refusal:
        game.play("deploy meeple field NL.NR.EL.WR")
    assert refusal.value.rule == "BASE-17"


@rule("FARM-06")
def test_joining_fields_brings_farmers_together() -> None:
    """Two farmers lie in two fields; a tile between them makes one field of both, and both have a share in it."""
    lines = (
        f"red draw {GATE}   place 0,-1 turn 90   deploy meeple field EL",
        f"blue draw {CAP}   place 0,-2 turn 180   deploy meeple field",
        f"red draw {MONASTERY}   place 1,-1 turn 0   pass",
    )
    for joining, shared in ((), 2), ((f"blue draw {MONASTERY}   place 1,-2 turn 0   pass",), 1):
        game = table(*lines, *joining)
        assert len({game.state.root[node] for node in game.state.figure_at if node >= 0}) == shared
        assert game.if_ended_now == {"red": 3, "blue": 3}


@rule("FARM-07", "R-FARM-03")
def test_a_farmer_stays_to_the_end_even_in_an_enclosed_field() -> None:
    """A ring of road encloses Red's field: the road is scored, the farmer stays, scores nothing and comes home last."""
    game = table(
        f"lay {CURVE} 0,1 turn 270",
        f"lay {CURVE} 1,1 turn 0",
        f"red draw {CURVE}   place 0,2 turn 180   deploy meeple field NR.EL",
        f"blue draw {CURVE}   place 1,2 turn 90   deploy meeple road",
        "= blue scores 4: tiles 4",
    )
    assert game.scores == {"red": 0, "blue": 4}
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 7}}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 0, "blue": 4}
    assert game.supply["red"] == {"meeple": 7}


@rule("FARM-08", "FARM-07", "BASE-40")
def test_a_field_scores_three_for_each_completed_city() -> None:
    """A city completed during the game brings its farmer nothing at once and 3 points at the end."""
    game = table(
        f"red draw {CAP}   place 0,-1 turn 180   deploy meeple field",
        f"blue draw {MONASTERY}   place 0,-2 turn 0   pass",
        f"red draw {MONASTERY}   place 0,-3 turn 0   pass",
    )
    assert game.scores == {"red": 0, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert [event.line() for event in game.events if event.name == "scored"] == ["red scores 3: cities 3"]
    assert game.supply["red"] == {"meeple": 7}


@rule("FARM-08")
def test_a_city_inside_a_field_counts() -> None:
    """A city that lies in the middle of a field, touching nothing else, feeds it."""
    game = table(
        f"lay {MONASTERY} 0,1", f"lay {CAP} 0,2 turn 180", f"lay {CAP} 0,3", "stand red meeple field SL at 0,0"
    )
    assert game.if_ended_now["red"] == 3


@rule("FARM-09")
def test_an_incomplete_city_feeds_nobody() -> None:
    """The farmer beside an open city gets nothing for it."""
    game = table(f"lay {GATE} 0,-1 turn 90", "stand red meeple field EL at 0,-1")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores["red"] == 0


@rule("EX-FARM-01", "EX-FARM-03", "FARM-08", "FARM-09", "FARM-10", "FARM-11")
def test_two_farmers_tie_and_a_third_has_a_strip_of_the_same_cities() -> None:
    """Red and Blue score 9 each for A, B and C but nothing for D; Green, alone beside A and B, scores 6 for them."""
    game = scenario("farmers")
    assert game.scores == {"green": 0, "red": 0, "blue": 0}
    finish(game, CURVE, "2,0 turn 0")
    told = [event.line() for event in game.events if event.name == "scored"]
    assert sorted(told) == ["blue scores 9: cities 9", "green scores 6: cities 6", "red scores 9: cities 9"]
    assert game.scores == {"green": 6, "red": 9, "blue": 9}


@rule("EX-FARM-02", "FARM-10", "FARM-06")
def test_more_farmers_take_the_whole_field() -> None:
    """Red brings a second farmer and city D is completed: Red alone scores 12, Blue nothing."""
    game = scenario("farmers")
    for action in (
        *(f"draw {MONASTERY}", "place 0,3 turn 0", "pass"),
        *("draw base/CFFF-garden", "place -1,-2 turn 180", "deploy meeple field"),
        *(f"draw {MONASTERY}", "place 0,-2 turn 0", "pass"),
    ):
        game.play(action)
    finish(game, CURVE, "2,0 turn 0")
    assert game.scores["red"] == 12
    assert game.scores["blue"] == 0


@rule("R-FARM-01")
def test_a_city_counts_once_for_a_field_that_touches_it_twice() -> None:
    """The field goes all around a city of two tiles and touches both: 3 points."""
    game = table(
        f"lay {MONASTERY} 0,1",
        f"lay {CAP} 0,2 turn 180",
        f"lay {CAP} 0,3 turn 0",
        f"lay {MONASTERY} 1,2",
        f"lay {MONASTERY} 1,3",
        "stand red meeple field at 1,3",
    )
    assert {"0,0", "0,1", "0,2", "0,3", "1,2", "1,3"} in fields(game)
    assert game.if_ended_now["red"] == 3


@rule("R-FARM-02")
@pytest.mark.parametrize(
    ("option", "scores"),
    [("per_field", {"green": 6, "red": 9, "blue": 9}), ("per_city_4", {"green": 8, "red": 12, "blue": 12})],
)
def test_farmers_count_by_field_or_by_city(option: str, scores: dict[str, int]) -> None:
    """A and B have three farmers tied around them, C two: 3 points a field, or 4 points a city awarded once."""
    text = scenario("farmers").record
    game = Game.read(text.replace("option first_player", f"option farm_scoring {option}\noption first_player"))
    finish(game, CURVE, "2,0 turn 0")
    assert game.scores == scores


@rule("R-FARM-02")
@pytest.mark.parametrize(("option", "red", "blue"), [("per_field", 15, 9), ("per_city_4", 12, 4)])
def test_all_fields_around_a_city_count_together_in_the_old_way(option: str, red: int, blue: int) -> None:
    """If Red holds the strip as well, Red has two farmers at A and B, and only C is shared with Blue."""
    laid = [event for event in scenario("farmers").events if event.name == "placed"]
    game = table(
        f"option farm_scoring {option}",
        *(f"lay {event.tile} {cell_text(event.cell)} turn {event.rotation}" for event in laid),
        "stand red meeple field EL at 1,0",
        "stand red meeple field at 1,-1",
        "stand blue meeple field EL at -1,-1",
    )
    finish(game, CURVE, "2,0 turn 0")
    assert game.scores == {"red": red, "blue": blue}


@rule("R-FARM-04")
def test_fields_that_meet_at_a_corner_are_not_joined() -> None:
    """Two strips of field touch only in the corner between two cities: each takes a farmer of its own."""
    game = table(
        f"lay {START} 1,0",
        f"lay {START} 0,-1 turn 180",
        "stand red meeple field EL at 0,0",
        "turn blue",
        f"blue draw {START}   place 1,-1 turn 180",
    )
    assert "field ER.WL" in farmers_spots(game)
