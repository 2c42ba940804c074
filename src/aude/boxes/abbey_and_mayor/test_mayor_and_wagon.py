"""Mayor and wagon, rule by rule."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.abbey_and_mayor.conftest import (
    AM,
    BOX,
    CAP,
    CHAPEL,
    CLOSING,
    GAP,
    MONASTERY,
    NO_CORNER,
    ROAD,
    STRAIGHT,
    VILLAGE,
    standing,
    wagon_due,
)
from aude.catalog import boxes
from aude.engine.figures import move, take_back
from aude.engine.rules import SUPPLY
from aude.testing import finish, offered, play, refusal, rule, scenario, scored, spots, table

GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"
CAP_ON_TOP = (f"draw {CAP}", "place 0,-3 turn 180", "pass")  # completes the city of the start tile: 4 tiles


def city(*gates: str) -> tuple[str, ...]:
    """A city of three tiles, open to the north."""
    return tuple(f"lay {gate} 0,{-1 - number} turn 90" for number, gate in enumerate(gates))


# -- the mayor --------------------------------------------------------------------------------------------------------
@rule("AM-06", "TURN-07b", "R-AM-31", "COMB-007")
def test_a_mayor_stands_in_cities_only() -> None:
    """On a tile with city, road and field the mayor is offered the city."""
    game = play(table(BOX), "draw base/CRFR-rEW", "place 1,0")
    assert [spot for spot in spots(game) if spot.startswith("mayor")] == ["mayor city N"]
    assert refusal(game, "deploy mayor road E.W") == ("AM-06", "spot_unfit")
    assert refusal(game, "deploy mayor field EL") == ("AM-06", "spot_unfit")
    play(game, "deploy mayor city N")
    assert game.supply["red"]["mayor"] == 0
    monk = play(table(BOX), f"draw {MONASTERY}", "place 0,1")
    assert refusal(monk, "deploy mayor monastery") == ("AM-06", "spot_unfit")


@rule("AM-07", "EX-AM-01", "GEN-03", "SC-01")
@pytest.mark.parametrize(
    ("gates", "scores"),
    [
        ((GATE_ARMS, GATE_ARMS), {"red": 12, "blue": 0}),
        ((GATE_ARMS, GATE), {"red": 10, "blue": 10}),
        ((GATE, GATE), {"red": 0, "blue": 8}),
    ],
)
def test_a_mayor_counts_as_many_as_there_are_coats_of_arms(gates: tuple[str, ...], scores: dict[str, int]) -> None:
    """Red's mayor against one knight of Blue's: two coats of arms beat him, one is a tie, none loses."""
    figures = ("stand red mayor city at 0,0", "stand blue meeple city at 0,-2")
    game = table(BOX, "tiles base 2", *city(*gates), *figures)
    play(game, *CAP_ON_TOP)
    assert game.scores == scores
    assert standing(game) == []


@rule("AM-07")
def test_a_mayor_counts_a_double_coat_of_arms_twice() -> None:
    """The tile with two coats of arms, in a city that is incomplete at the end: two knights are not more."""
    figures = ("stand red mayor city at 0,0", "stand blue meeple city at 0,-1", "stand blue meeple city at 0,-2")
    game = table(BOX, f"lay {AM}CCCC-cNESW-pennant2 0,-1", f"lay {GATE} 0,-2 turn 90", *figures)
    assert game.if_ended_now == {"red": 5, "blue": 5}


@rule("R-AM-11", "AM-07")
def test_a_mayor_alone_without_coats_of_arms_scores_nothing() -> None:
    """He keeps others out, and goes home without points; at the end it is the same."""
    game = table(BOX, "tiles base 2", *city(GATE, GATE), "stand red mayor city at 0,0")
    assert game.if_ended_now["red"] == 0
    play(game, f"draw {CAP}", "place 0,-3 turn 180")
    assert "meeple city S" not in spots(game)
    play(game, "pass")
    assert game.scores == {"red": 0, "blue": 0}
    assert game.supply["red"]["mayor"] == 1


# -- the wagon --------------------------------------------------------------------------------------------------------
@rule("AM-08", "GEN-05", "TURN-07b", "COMB-007")
def test_a_wagon_is_a_follower_but_no_farmer() -> None:
    """It may stand wherever a meeple may but in a field, and counts as one."""
    game = play(table(BOX), f"draw {CHAPEL}", "place 1,0 turn 90")
    assert [spot for spot in spots(game) if spot.startswith("wagon")] == ["wagon road W", "wagon monastery"]
    assert refusal(game, "deploy wagon field EL") == ("AM-08", "spot_unfit")
    play(game, "deploy wagon road W")
    assert game.if_ended_now == {"red": 2, "blue": 0}
    tied = table(BOX, "stand red wagon road at 0,0", f"lay {STRAIGHT} 1,0", "stand blue meeple road at 1,0")
    assert tied.if_ended_now == {"red": 2, "blue": 2}
    assert "wagon road E.W" not in spots(play(tied, f"draw {STRAIGHT}", "place 2,0"))


@rule("AM-09", "D-AM-03", "R-AM-08", "TURN-17.3")
def test_a_scored_wagon_drives_on_or_goes_home() -> None:
    """The road is complete: its wagon may go to the monastery at its end or to the other roads of the village."""
    game = play(table(BOX, *ROAD), *CLOSING, "pass")
    assert scored(game) == ["red scores 3: tiles 3"]
    assert (game.step, game.actor, game.player) == ("wagon", "red", "red")
    assert offered(game) == ["home", "drive road S at -1,0", "drive road W at -1,0", "drive monastery"]
    driven = play(game.copy(), "drive monastery")
    assert (standing(driven), driven.player) == (["red wagon monastery 1,0"], "blue")
    assert driven.supply["red"]["wagon"] == 0
    play(game, "home")
    assert (standing(game), game.supply["red"]["wagon"], game.player) == ([], 1, "blue")


@rule("AM-09")
def test_from_city_to_road_from_monastery_to_road_and_back() -> None:
    """What leads into each other is linked both ways; a wagon that has moved on is scored there and moves again."""
    cityward = play(
        table(BOX, "stand red wagon city at 0,0"), f"draw {AM}CFFR", "place 0,-1 turn 180", "pass", "drive road E"
    )
    assert standing(cityward) == ["red wagon road 0,-1"]
    game = play(table(BOX, *ROAD), *CLOSING, "pass", "drive road S at -1,0")
    play(game, f"draw {CHAPEL}", "place -1,1 turn 180", "pass")
    assert scored(game) == ["red scores 3: tiles 3", "red scores 2: tiles 2"]
    assert (game.actor, game.player) == ("red", "blue")  # out of turn
    assert offered(game) == ["home", "drive road W at -1,0", "drive monastery"]


@rule("AM-10")
def test_the_target_is_incomplete_and_holds_nobody() -> None:
    """Where somebody stands, or nothing is left to build, the wagon does not go."""
    blue = "stand blue meeple road W at -1,0"
    game = play(table(BOX, *ROAD, blue), *CLOSING, "deploy meeple monastery")
    assert offered(game) == ["home", "drive road S at -1,0"]
    assert refusal(game, "drive monastery") == ("AM-10", "spot_taken")
    assert refusal(game, "drive road W at -1,0") == ("AM-10", "spot_taken")
    closed = play(table(BOX, *ROAD, f"lay {CHAPEL} -1,1 turn 180"), *CLOSING, "pass")
    assert "drive road S at -1,0" not in offered(closed)
    assert refusal(closed, "drive road S at -1,0") == ("AM-10", "wagon_complete")
    assert refusal(closed, "drive road E.W at 0,0") == ("AM-10", "wagon_complete")  # where it comes from


@rule("AM-10")
def test_a_road_that_is_completed_with_it_is_no_target() -> None:
    """The tile completes two roads of one village; the wagon of one cannot go to the other."""
    square = (
        f"lay {VILLAGE} -1,0",
        "lay base/FFRR-rSW -2,0 turn 270",
        "lay base/FFRR-rSW -2,1 turn 180",
    )
    game = table(BOX, *square, "stand red wagon road at -2,0")
    play(game, "draw base/FFRR-rSW", "place -1,1 turn 90", "pass")
    assert scored(game) == ["red scores 4: tiles 4"]
    assert offered(game) == ["home", "drive road E at -1,0"]


@rule("AM-11")
def test_a_wagon_drives_neither_into_a_field_nor_through_one() -> None:
    """The field beside the road is not a target, nor is a road of the same tile that does not lead into this one."""
    game = play(table(BOX, *ROAD), *CLOSING, "pass")
    assert refusal(game, "drive field ER at 0,0") == ("AM-11", "wagon_field")
    assert refusal(game, "drive city N at 0,0") == ("AM-09", "wagon_far")
    assert refusal(game, "drive road N at 5,5") == ("AM-09", "spot_absent")
    two_roads = ("lay base/CRRR -1,0", "stand red wagon road at 0,0")
    game = play(table(BOX, *two_roads), *CLOSING, "pass")
    assert not any("city" in text for text in offered(game))  # the crossing's roads do not lead into its city


TWO = (*ROAD, f"lay {STRAIGHT} 1,0", "stand blue wagon road at 1,0")
TWO_CLOSING = (f"draw {CHAPEL}", "place 2,0 turn 90", "pass")


@rule("AM-12", "EX-AM-03", "D-AM-03")
@pytest.mark.parametrize(("turn", "order"), [("red", ["red", "blue"]), ("blue", ["blue", "red"])])
def test_the_player_decides_first_then_the_others_clockwise(turn: str, order: list[str]) -> None:
    """Both have a wagon on the completed road. Nobody answers for another; what one has taken is gone."""
    game = play(table(BOX, *TWO, f"turn {turn}"), *TWO_CLOSING)
    assert game.scores == {"red": 4, "blue": 4}
    first, second = order
    assert game.actor == first
    assert refusal(game, "drive monastery", second) == ("BASE-10", "not_asked")
    play(game, "drive monastery")
    assert game.actor == second and "drive monastery" not in offered(game)
    assert refusal(game, "home", first) == ("BASE-10", "not_asked")
    play(game, "drive road S at -1,0")
    assert sorted(standing(game)) == sorted([f"{first} wagon monastery 2,0", f"{second} wagon road -1,0"])


@rule("AM-12")
def test_the_others_decide_from_the_left_of_the_player() -> None:
    """Four seats, three wagons on the road, Blue's turn: Green before Red, for Yellow has none there."""
    lines = (*TWO, f"lay {STRAIGHT} 2,0", "stand green wagon road at 2,0", "turn blue")
    game = play(table(BOX, *lines, players="red blue green yellow"), f"draw {CHAPEL}", "place 3,0 turn 90", "pass")
    asked = []
    while game.step == "wagon":
        asked.append(game.actor)
        assert game.player == "blue"
        play(game, "home")
    assert asked == ["blue", "green", "red"]
    assert game.player == "green"


@rule("R-AM-30", "D-AM-03")
def test_nobody_is_asked_whose_wagon_has_nowhere_to_go() -> None:
    """A road between two chapels that are taken: the wagon goes home by itself."""
    lines = (f"lay {CHAPEL} -1,0 turn 270", "stand blue meeple monastery at -1,0", "stand red wagon road at 0,0")
    game = play(table(BOX, *lines), *CLOSING, "deploy meeple monastery")
    assert (game.player, game.actor, game.supply["red"]["wagon"]) == ("blue", "chance", 1)
    late = table(BOX, *lines, f"lay {STRAIGHT} 1,0", "stand blue wagon road at 1,0")
    play(late, *TWO_CLOSING, "drive monastery")
    assert (late.player, late.actor, late.supply["blue"]["wagon"]) == ("blue", "chance", 1)


@rule("R-AM-30")
def test_several_wagons_of_one_owner_are_asked_for_one_by_one() -> None:
    lines = (*ROAD, f"lay {STRAIGHT} 1,0", "stand red wagon road at 1,0")
    game = play(table(BOX, "figures wagon 2", *lines), *TWO_CLOSING, "drive monastery")
    assert (game.actor, game.step) == ("red", "wagon")
    play(game, "drive road W at -1,0")
    assert standing(game) == ["red wagon monastery 2,0", "red wagon road -1,0"]


@rule("R-AM-08", "R-AM-32")
def test_wagons_by_the_second_edition_go_to_the_tiles_around() -> None:
    """`adjacent_tiles`: every incomplete, empty road, city or monastery on the wagon's tile or the eight around it."""
    lines = ("option wagon_move adjacent_tiles", *ROAD, f"lay {MONASTERY} 0,1", f"lay {CAP} 0,2 turn 90")
    game = play(table(BOX, *lines), *CLOSING, "pass")
    near = ["city N at 0,0", "road S at -1,0", "road W at -1,0", "monastery at 0,1", "monastery"]
    assert offered(game) == ["home", *(f"drive {spot}" for spot in near)]
    assert refusal(game, "drive city E at 0,2") == ("AM-09", "wagon_far")
    assert refusal(game, "drive field EL at 0,1") == ("AM-11", "wagon_field")
    play(game, "drive city N at 0,0")
    assert standing(game) == ["red wagon city 0,0"]


@rule("R-AM-22", "R-AM-09")
def test_a_road_closed_by_an_abbey_leads_into_it() -> None:
    """Red's road ends at the abbey just laid: the wagon may become its monk."""
    game = play(table(BOX, *NO_CORNER, "stand red wagon road at 0,0"), "abbey 1,0", "pass")
    assert offered(game) == ["home", "drive road S at -1,0", "drive road W at -1,0", "drive abbey"]
    play(game, "drive abbey")
    assert standing(game) == ["red wagon abbey 1,0"]
    full = play(table(BOX, *GAP, "stand red wagon road at 0,0"), "abbey 1,0", "pass")
    assert "drive abbey" not in offered(full)  # eight tiles lie around it: it is complete
    taken = play(table(BOX, *NO_CORNER, "stand red wagon road at 0,0"), "abbey 1,0", "deploy meeple abbey")
    assert "drive abbey" not in offered(taken)


@rule("R-AM-22")
def test_from_an_abbey_to_what_ends_there() -> None:
    """The wagon in a completed abbey may go to the incomplete road at its side; not to the field, nor to a corner."""
    lines = [line.replace(f"{CHAPEL} 2,0 turn 90", f"{STRAIGHT} 2,0") for line in GAP]
    game = play(table(BOX, *lines), "abbey 1,0", "deploy wagon abbey")
    assert scored(game) == ["red scores 9: tiles 9"]
    assert offered(game) == ["home", "drive road E.W at 2,0"]


@rule("R-AM-10")
def test_a_wagon_moves_only_when_its_feature_is_completed() -> None:
    """At the end of the game it is scored where it stands, and nobody is asked."""
    game = table(BOX, "option abbey_final_round off", *ROAD)
    finish(game, MONASTERY, "0,1")
    assert game.over and game.scores["red"] == 2
    assert not any(move.text.startswith("drive") or move.text == "home" for move in game.moves)
    assert wagon_due(game) == -1


@rule("R-AM-20", "R-AM-10")
def test_a_wagon_that_comes_from_no_segment_goes_home() -> None:
    """From a place of its own, as a castle will be, it drives nowhere, scored or not."""
    game = table(BOX, "stand red wagon road at 0,0")
    state, rules = game.state, game.rules
    kind = [figure.name for figure in rules.figure_kinds].index("wagon")
    figure = int(rules.figure_first[kind * 2])
    for scored_there in (True, False):
        move(state, figure, SUPPLY - 1)
        take_back(state, figure, scored_there)
        assert wagon_due(game) == -1
    assert game.supply["red"]["wagon"] == 1


@rule("EX-AM-03", "AM-12")
def test_scenario_two_wagons() -> None:
    game = scenario("two_wagons")
    assert game.player == "blue"


def test_the_links_of_a_tile_turn_with_it() -> None:
    """A rotation that looks the same offers the same ways: links are as symmetric as the tiles."""
    lookup = Game(boxes=boxes.expansions("carcassonne"), deal=False).rules.table
    for number, tile in enumerate(lookup.tiles):
        ways = {frozenset((index, other)) for index in range(len(tile.segments)) for other in tile.linked(index)}
        for turn in range(4):
            if lookup.equal_rotation[number * 4 + turn] != 0:
                continue
            ports = [lookup.ports[(number * 4 + turn) * 12 + port] for port in range(12)]
            plain = [lookup.ports[number * 4 * 12 + port] for port in range(12)]
            moved = {int(a): int(b) for a, b in zip(plain, ports, strict=True) if a >= 0}
            kept = lookup.kept[number]
            turned = {
                frozenset(kept[moved.get(kept.index(index), kept.index(index))] for index in way)
                for way in ways
                if all(index in kept for index in way)
            }
            assert turned == {way for way in ways if all(index in kept for index in way)}, tile.id
