"""The barn, rule by rule."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.abbey_and_mayor.barns import AT_CORNER, Barns
from aude.boxes.abbey_and_mayor.conftest import (
    AM,
    BARN,
    BIG,
    BLUE_FARMER,
    BOX,
    CAP,
    GREEN_FARMER,
    JOIN,
    LOWER,
    MONASTERY,
    STRAIGHT,
    UPPER,
    barns,
    barns_laid,
    standing,
)
from aude.engine.choice import Choice
from aude.engine.figures import free_figure, move
from aude.engine.refusal import Refused
from aude.testing import finish, offered, part_of, play, refusal, rule, scenario, scored, spots, table, told

THREE = "red blue green"


def land(*lines: str, players: str = THREE) -> Game:
    """The two fields with their cities, and more lines."""
    options = [line for line in lines if line.startswith(("option", "boxes", "figures", "without"))]
    others = [line for line in lines if line not in options]
    head = [] if any(line.startswith("boxes") for line in options) else [BOX]
    return table(*head, *options, BIG, *UPPER, *LOWER, *others, players=players)


def field_root(game: Game, x: int, y: int) -> int:
    """The field of a cap or monastery."""
    state = game.state
    return int(state.root[state.slot_first[state.board_at(x, y) - 1] + 1])


# -- laying -----------------------------------------------------------------------------------------------------------
@rule("AM-14", "D-AM-02", "TURN-07c")
def test_a_barn_is_laid_where_four_tiles_meet_in_field() -> None:
    """With the tile at 2,1 its north-western corner is one; at its other corners tiles are missing."""
    game = play(land(), *BARN[:2])
    assert barns(game) == ["NW"]
    assert refusal(game, "deploy barn corner SW") == ("AM-14", "barn_corner")
    assert refusal(game, "deploy barn field") == ("AM-14", "barn_corner")
    assert refusal(game, "deploy meeple corner NW") == ("AM-14", "only_barn")
    play(game, BARN[2])
    assert (game.supply["red"]["barn"], game.player) == (0, "blue")
    assert standing(game) == []  # instead of a follower; and it stands on no segment
    assert told(game, "barn_laid") == ["red barn_laid field NL.NR.EL.ER.SL.SR.WL.WR at 2,1"]
    assert [(seat, name) for _, seat, name in barns_laid(game)] == [(0, "barn")]


@rule("AM-13", "BASE-20")
def test_who_has_no_barn_left_lays_none() -> None:
    """The corner would take one."""
    game = play(land("figures barn 0"), *BARN[:2])
    assert barns(game) == []
    assert refusal(game, "deploy barn corner NW") == ("BASE-20", "supply_empty")


@rule("AM-14")
def test_every_corner_of_the_new_tile_can_be_one() -> None:
    """A monastery in the middle of eight others offers all four; a barn is known by the tile to its south-east."""
    ring = ("0,1", "0,2", "0,3", "1,3", "2,3", "2,2", "2,1", "1,1")
    game = table(BOX, BIG, "hold red abbey 0", *(f"lay {MONASTERY} {cell}" for cell in ring))
    play(game, f"draw {MONASTERY}", "place 1,2")
    south_east = {"NW": (1, 2), "NE": (2, 2), "SE": (2, 3), "SW": (1, 3)}
    assert barns(game) == list(south_east)
    for corner, cell in south_east.items():
        trial = play(game.copy(), f"deploy barn corner {corner}")
        [(node, _, _)] = barns_laid(trial)
        assert trial.state.node_slot[node] == trial.state.board_at(*cell) - 1


@rule("AM-14", "R-AM-23")
def test_nothing_but_field_may_show_at_the_corner() -> None:
    """A city side at the corner, and a city that reaches it between two fields, forbid the barn."""
    walled = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {CAP} 0,1 turn 90")
    play(walled, f"draw {CAP}", "place 1,1 turn 270")
    assert barns(walled) == []
    assert refusal(walled, "deploy barn corner NW") == ("AM-14", "barn_corner")
    split = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {MONASTERY} 1,1")
    play(split, f"draw {AM}FFFC-pennant", "place 0,1")  # its city reaches the corners in the east
    assert barns(split) == []
    turned = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {MONASTERY} 1,1")
    assert barns(play(turned, f"draw {MONASTERY}", "place 0,1")) == ["NE"]
    assert refusal(split, "deploy barn corner NE") == ("AM-14", "barn_corner")


@rule("AM-15")
def test_a_field_with_farmers_takes_a_barn_one_with_a_barn_does_not() -> None:
    game = play(land(BLUE_FARMER), *BARN[:2])
    assert barns(game) == ["NW"]
    play(game, BARN[2], f"draw {STRAIGHT}", "place 3,0", "pass", f"draw {MONASTERY}", "place 3,1")
    assert game.player == "green" and barns(game) == []
    assert refusal(game, "deploy barn corner NW") == ("AM-15", "barn_there")


@rule("AM-15", "R-AM-03", "R-AM-24")
def test_by_option_a_second_barn_is_laid_into_a_field() -> None:
    """`barn_shared`: at another corner of the field; both owners score it in full at the end."""
    game = play(land("option barn_shared on"), *BARN, f"draw {STRAIGHT}", "place 3,0", "pass")
    play(game, f"draw {MONASTERY}", "place 3,1")
    assert barns(game) == ["NW"]
    play(game, "deploy barn corner NW")
    assert game.if_ended_now == {"red": 12, "blue": 0, "green": 12}


@rule("R-AM-24")
def test_a_corner_takes_one_barn() -> None:
    """`barn_shared`: with the tile still the newest, its corner is full, and another of the field is not."""
    game = play(land("option barn_shared on", "figures barn 2", f"lay {MONASTERY} 2,2"), *BARN)
    part = part_of(game, Barns)
    slots = [game.state.board_at(*cell) - 1 for cell in ((2, 1), (2, 2))]
    corners = [part.field_at(game.state, slot, 0) for slot in slots]
    assert [part.may_stand(game.state, spot) for spot in corners] == [False, True]
    with pytest.raises(Refused) as refused:
        part.refuse_figure(game.state, Choice(AT_CORNER, [part.kind, 0]), Refused("BASE-15", "not_offered"))
    assert (refused.value.rule, refused.value.key) == ("R-AM-24", "barn_here")


# -- what happens to farmers ------------------------------------------------------------------------------------------
@rule("AM-17", "AM-18", "AM-20", "EX-AM-02", "R-AM-01", "R-AM-04", "R-AM-21", "SC-34", "SC-21")
def test_farmers_are_scored_when_the_barn_comes_and_when_they_come_to_it() -> None:
    """9 for Blue as at the end, 5 for Green when the lower field is joined, 20 for Red's barn at the end."""
    game = land(BLUE_FARMER, GREEN_FARMER)
    assert game.if_ended_now == {"red": 0, "blue": 9, "green": 15}
    play(game, *BARN)
    assert scored(game) == ["blue scores 9: cities 9"]
    assert (game.supply["blue"]["meeple"], game.if_ended_now) == (7, {"red": 12, "blue": 9, "green": 15})
    play(game, *JOIN)
    assert scored(game)[1:] == ["green scores 5: cities 5"]  # before a figure is placed
    assert game.step == "deploy" and game.supply["green"]["meeple"] == 7
    play(game, "pass")
    assert game.if_ended_now == {"red": 20, "blue": 9, "green": 5}
    finish(game, STRAIGHT, "3,0")
    while not game.over:
        play(game, "keep")
    assert scored(game)[2:] == ["red scores 20: barn 20"]
    assert (game.scores["red"], game.supply["red"]["barn"]) == (20, 1)


@rule("EX-AM-02")
def test_scenario_barn() -> None:
    game = scenario("barn")
    assert game.scores == {"red": 0, "blue": 9, "green": 5}
    assert game.if_ended_now["red"] == 20


@rule("AM-17", "R-AM-07")
def test_only_the_leaders_score_but_all_farmers_go_home() -> None:
    """Blue has two farmers in the field, Green one: Blue scores, both come home. A tie scores for both."""
    third = "stand blue meeple field EL at -1,1"
    game = play(land(BLUE_FARMER, third, "stand green meeple field EL at 1,1"), *BARN)
    assert game.scores == {"red": 0, "blue": 9, "green": 0}
    assert standing(game) == [] and game.supply["blue"]["meeple"] == game.supply["green"]["meeple"] == 7
    tied = play(land(BLUE_FARMER, "stand red meeple field EL at 1,1"), *BARN)
    assert tied.scores == {"red": 9, "blue": 9, "green": 0}


@rule("AM-18", "R-AM-07")
def test_farmers_of_several_seats_join_a_barn() -> None:
    """Two of Green's and one of Red's own come to Red's barn: 1 point a city for Green alone."""
    more = ("stand green meeple field EL at 1,2", "stand red meeple field EL at -1,2")
    game = play(land(GREEN_FARMER, *more), *BARN, *JOIN)
    assert game.scores == {"red": 0, "blue": 0, "green": 5}
    assert standing(game) == []


@rule("AM-18", "R-AM-04")
def test_a_tile_that_joins_and_completes_a_city_counts_it() -> None:
    """The tile at 2,2 joins the fields and completes a sixth city: it counts at once."""
    game = land(GREEN_FARMER, f"lay {MONASTERY} 2,4", f"lay {CAP} 2,3")
    play(game, *BARN, f"draw {CAP}", "place 2,2 turn 180")
    assert scored(game) == ["green scores 6: cities 6"]
    assert game.if_ended_now["red"] == 24


@rule("AM-18", "R-AM-21")
def test_a_barn_laid_and_a_field_joined_in_one_turn() -> None:
    """The tile joins both fields with their farmers, then the barn is laid among them: all by AM-17, 3 a city."""
    game = land(BLUE_FARMER, GREEN_FARMER, f"lay {MONASTERY} 2,2")
    play(game, *BARN)
    assert scored(game) == ["blue scores 15: cities 15", "green scores 15: cities 15"]


@rule("R-AM-02")
def test_nobody_becomes_a_farmer_in_a_barns_field() -> None:
    """Neither beside the barn nor anywhere in its field; the other fields are free."""
    game = play(land(), *BARN, *JOIN)
    assert not any("field" in spot for spot in spots(game))
    assert refusal(game, "deploy meeple field NL") == ("R-AM-02", "barn_there")
    assert refusal(game, "deploy meeple road E") == ("BASE-15", "spot_absent")
    north = play(land(), *BARN, f"draw {STRAIGHT}", "place 3,0")
    assert [spot for spot in spots(north) if "field" in spot] == ["meeple field NL.NR.EL.WR"]


@rule("AM-16", "AM-13", "GEN-06")
def test_a_barn_stays_and_is_no_follower() -> None:
    """Nothing moves it before the end. It is immune, weighs nothing and is offered by its own rule only."""
    game = play(land(), *BARN)
    assert game.state.occupants[field_root(game, 0, 1)] == 1 and game.state.occupants[field_root(game, 0, 2)] == 0
    rules = game.rules
    kind = [figure.name for figure in rules.figure_kinds].index("barn")
    assert rules.immune[kind] and not rules.occupies[kind] and not rules.weight[kind]
    play(game, *JOIN, "pass", f"draw {STRAIGHT}", "place 3,0", "pass")
    assert game.supply["red"]["barn"] == 0
    assert not any("barn" in text for text in offered(play(game, f"draw {STRAIGHT}", "place 4,0")))


@rule("R-AM-03", "AM-20")
def test_barns_whose_fields_are_joined_both_stay_and_score() -> None:
    """Red's in the upper field, Green's in the lower; a tile joins them: 20 points each, at the end."""
    game = play(land(), *BARN, f"draw {STRAIGHT}", "place 3,0", "pass")
    play(game, f"draw {MONASTERY}", "place -1,3")
    assert barns(game) == ["NE"]
    play(game, "deploy barn corner NE")
    assert game.if_ended_now == {"red": 12, "blue": 0, "green": 20}
    play(game, *JOIN, "pass")
    assert game.if_ended_now == {"red": 20, "blue": 0, "green": 20}
    assert scored(game) == []


@rule("R-AM-25", "R-AM-03")
def test_two_barns_of_one_owner_in_a_field_count_once() -> None:
    game = play(land("figures barn 2", "option barn_shared on", players="red blue"), *BARN)
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass", f"draw {MONASTERY}", "place 3,1", "deploy barn corner NW")
    assert game.supply["red"]["barn"] == 0
    assert game.if_ended_now == {"red": 12, "blue": 0}


@rule("AM-20", "SC-21")
def test_a_barn_whose_field_feeds_no_city_scores_nothing() -> None:
    game = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {MONASTERY} 1,1")
    play(game, f"draw {MONASTERY}", "place 0,1", "deploy barn corner NE")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    assert game.forecast() == []


# -- options and other counts -----------------------------------------------------------------------------------------
@rule("R-TURN-05", "AM-17", "AM-18")
def test_by_option_barns_are_scored_with_step_17() -> None:
    """`step17`: the joined farmer is still there when figures are placed, scored after that; the forecast knows."""
    game = land("option barn_scoring step17", BLUE_FARMER, GREEN_FARMER)
    play(game, *BARN)
    assert scored(game) == ["blue scores 9: cities 9"]
    play(game, *JOIN)
    assert (scored(game)[1:], standing(game)) == ([], ["green meeple field 0,2"])
    foreseen = game.if_ended_now
    assert refusal(game, "deploy meeple field NL")[0] == "R-AM-02"
    play(game, "pass")
    assert scored(game)[1:] == ["green scores 5: cities 5"]
    assert foreseen == game.if_ended_now == {"red": 20, "blue": 9, "green": 5}


@rule("R-TURN-05")
@pytest.mark.parametrize(("timing", "left"), [("immediate", 0), ("step17", 1)])
def test_farmers_are_gone_before_the_other_steps_or_not(timing: str, left: int) -> None:
    """A crop circle for farmers comes between: at once, nobody is left for it; with `step17` Blue's farmer is."""
    lines = (f"option barn_scoring {timing}", "boxes abbey_and_mayor crop_circles", BLUE_FARMER)
    game = play(land(*lines), "draw crop_circles/CRFF-circle-field", "place 2,1 turn 90", "deploy barn corner NW")
    assert (game.step == "circle") == bool(left)
    if left:
        play(game, "all-remove")
        play(game, "remove meeple field")
    assert game.scores["blue"] == (0 if left else 9)


@rule("R-AM-27")
@pytest.mark.parametrize("timing", ["immediate", "step17"])
def test_barns_go_by_the_field_with_the_old_counting_too(timing: str) -> None:
    """`per_city_4`: 9 for Blue, 5 for Green, 20 for Red as ever, at once; the cities bring 4 to farmers around them."""
    options = ("option farm_scoring per_city_4", f"option barn_scoring {timing}")
    game = play(land(*options, BLUE_FARMER, GREEN_FARMER), *BARN)
    assert scored(game) == ["blue scores 9: cities 9"]
    assert game.if_ended_now == {"red": 12, "blue": 9, "green": 20}
    play(game, *JOIN)
    assert scored(game)[1:] == ["green scores 5: cities 5"]
    assert game.if_ended_now == {"red": 20, "blue": 9, "green": 5}


@rule("R-AM-33")
def test_farmers_in_a_barns_field_at_the_end_score_as_those_who_come_to_it() -> None:
    """A follower put there from elsewhere: 1 point a city, beside the barn's 4."""
    game = play(land(), *BARN)
    state = game.state
    move(state, free_figure(state, 0, 2), state.slot_first[state.board_at(0, 1) - 1] + 1)
    assert game.if_ended_now == {"red": 12, "blue": 0, "green": 3}


@rule("R-AM-34")
def test_without_farmers_barns_are_laid_all_the_same() -> None:
    game = play(land("without farmers"), *BARN)
    assert game.if_ended_now["red"] == 12


def test_a_game_with_barns_is_kept_and_restored() -> None:
    """A snapshot knows whom a barn keeps out, and one that says otherwise is refused."""
    game = play(land(), *BARN)
    again = Game(game.setup, deal=False)
    again.restore(game.to_bytes())
    assert again == game
    play(again, *JOIN)
    assert not any("field" in spot for spot in spots(again))
    game.state.occupants[field_root(game, 0, 1)] -= 1
    with pytest.raises(ValueError, match="occupants do not add up"):
        Game(game.setup, deal=False).restore(game.to_bytes())
