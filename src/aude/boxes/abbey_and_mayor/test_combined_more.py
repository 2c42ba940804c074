"""Abbey & Mayor beside dragon and fairy, arrows, the abbot and crop circles."""

from __future__ import annotations

import pytest

from aude.boxes.abbey_and_mayor.conftest import (
    BARN,
    BIG,
    BLUE_FARMER,
    BOX,
    CAP,
    CHAPEL,
    FAR,
    GAP,
    GREEN_FARMER,
    JOIN,
    LOWER,
    MONASTERY,
    NO_CORNER,
    ROAD,
    STRAIGHT,
    UPPER,
    VILLAGE,
    barns,
    barns_laid,
    standing,
    wagon_due,
)
from aude.boxes.princess_and_dragon.conftest import dragon_of, with_dragon, with_fairy
from aude.boxes.wheel_of_fortune.conftest import before
from aude.engine.figures import exposed_slot
from aude.testing import leave_in_stack, offered, play, refusal, rule, scored, spots, table

DRAGON = "boxes abbey_and_mayor princess_and_dragon"
PD = "princess_dragon/"
THREE = "red blue green"


def both_ways(*boxes: str) -> pytest.MarkDecorator:
    """The boxes in either order: what is named first must not matter."""
    return pytest.mark.parametrize("head", ["boxes " + " ".join(boxes), "boxes " + " ".join(reversed(boxes))])


# -- the dragon -------------------------------------------------------------------------------------------------------
@rule("COMB-065", "AM-13", "AM-16", "PD-26", "GEN-06")
def test_the_dragon_passes_a_barn_and_eats_mayor_and_wagon() -> None:
    """It comes to every tile around the barn's corner; the barn stays, mayor and wagon go home, and the wagon stops."""
    game = table(DRAGON, BIG, *UPPER, "stand blue mayor city at 0,0", "stand blue wagon road at 2,0")
    play(game, *BARN)
    hunger = game.rules.danger("dragon")
    dragon = dragon_of(game)
    kinds = [kind.name for kind in game.rules.figure_kinds]
    first = game.rules.figure_first[kinds.index("barn") * 2]
    assert exposed_slot(game.state, first, hunger) == -1
    for cell in ((1, 0), (2, 0), (2, 1), (1, 1), (0, 0)):
        game.state.registers[dragon.trail] = 0
        dragon.move(game.state, game.state.board_at(*cell) - 1)
    assert barns_laid(game) and game.supply["red"]["barn"] == 0
    assert game.supply["blue"] == {"meeple": 7, "mayor": 1, "wagon": 1, "barn": 1}
    assert wagon_due(game) == -1  # R-AM-10: eaten, not scored
    assert game.if_ended_now["red"] == 12


@rule("COMB-065", "PD-20")
def test_the_dragon_may_enter_an_abbey() -> None:
    """Its only way leads there, and the monk is eaten."""
    lines = [line.replace(f"{MONASTERY} 0,1", f"{PD}FFFF-volcano 0,1") for line in NO_CORNER]
    game = play(table(DRAGON, *lines), "abbey 1,0", "deploy meeple abbey")
    dragon = dragon_of(game)
    with_dragon(game, 0, 0)
    abbey = game.state.board_at(1, 0) - 1
    assert abbey in list(dragon.ways(game.state))
    dragon.move(game.state, abbey)
    assert game.supply["red"]["meeple"] == 7


@rule("COMB-065", "PD-07")
@pytest.mark.parametrize("figure", ["mayor", "wagon"])
def test_the_princess_sends_mayor_and_wagon_away(figure: str) -> None:
    """Sent away a wagon drives nowhere, though the city is completed by the same tile."""
    game = table(DRAGON, f"stand blue {figure} city at 0,0")
    play(game, f"draw {PD}CRRR-princess", "place 0,-1 turn 180")
    play(game, f"dismiss blue {figure} city N at 0,0")
    assert (game.supply["blue"][figure], game.player) == (1, "blue")


@rule("R-AM-21", "AM-18", "PD-11")
def test_a_princess_does_not_lead_past_a_joined_field() -> None:
    """The tile joins Green's field to the barn's and shows a princess: Green is scored before she is asked."""
    knight = (f"lay {CAP} 2,3", "stand blue meeple city at 2,3")
    game = table(DRAGON, BIG, *UPPER, *LOWER, *knight, GREEN_FARMER, players=THREE)
    play(game, *BARN, f"draw {PD}CFFC-cNW-princess-garden", "place 2,2 turn 180")
    assert (game.step, scored(game)) == ("princess", ["green scores 5: cities 5"])
    play(game, "dismiss blue meeple city N at 2,3")
    assert (game.player, standing(game)) == ("green", [])


@rule("AM-13", "PD-13", "COMB-065")
def test_a_barn_does_not_go_through_a_portal() -> None:
    """A portal offers followers every empty feature, mayor and wagon where they may stand; the barn only its corner."""
    lines = (*UPPER, f"lay {MONASTERY} 2,1")
    game = play(table(DRAGON, BIG, *lines), f"draw {PD}CRRF-rES-portal", "place 3,0 turn 90")
    away = [spot for spot in spots(game) if " at " in spot]
    assert {spot.split()[1] for spot in away if spot.startswith("mayor")} == {"city"}
    assert "field" not in {spot.split()[1] for spot in away if spot.startswith("wagon")}
    assert not any(spot.startswith("barn") and " at " in spot for spot in spots(game))


@rule("R-AM-02", "PD-12")
def test_no_farmer_comes_through_a_portal_to_a_barns_field() -> None:
    game = play(table(DRAGON, BIG, *UPPER), *BARN, f"draw {PD}FRRR-portal", "place 3,0")
    away = [spot for spot in spots(game) if "field" in spot and " at " in spot]
    assert away and not any(spot.endswith((" at 0,1", " at 2,1")) for spot in away)
    assert refusal(game, "deploy meeple field EL at 0,1") == ("PD-12", "portal_taken")


@rule("R-AM-19", "TURN-01", "TURN-02")
def test_the_fairy_gives_her_point_before_the_abbey() -> None:
    """Red's turn begins: the point is Red's when the question for the abbey is asked."""
    game = table(DRAGON, *GAP, "stand red meeple road at 0,0", "turn blue")
    with_fairy(game, 0, 0)
    play(game, "keep", *FAR, "pass")
    assert (game.step, game.actor, game.scores["red"]) == ("abbey", "red", 1)


@rule("AM-17", "SC-24", "PD-18")
def test_the_fairy_of_a_farmer_counts_when_the_barn_comes() -> None:
    """As at the end: 3 points more for the follower on her tile."""
    game = table(DRAGON, BIG, *UPPER, BLUE_FARMER)
    with_fairy(game, 0, 1)
    play(game, *BARN)
    assert scored(game) == ["blue scores 12: cities 9, fairy 3"]


@rule("R-PD-13", "AM-14")
@pytest.mark.parametrize(("skips", "found"), [("to_step17", None), ("follower_only", ["NW"])])
def test_a_barn_at_the_corner_of_a_volcano(skips: str, found: list[str] | None) -> None:
    """On a volcano nothing is placed in step 7; by option nothing but followers, and a barn is none."""
    game = table(DRAGON, f"option volcano_skips {skips}", BIG, *UPPER)
    play(game, f"draw {PD}FFFF-volcano", "place 2,1")
    assert (barns(game) if game.step == "deploy" else None) == found


@rule("R-AM-37")
def test_a_wagon_may_drive_to_the_dragons_tile() -> None:
    game = table(DRAGON, *ROAD)
    with_dragon(game, -1, 0)
    play(game, f"draw {CHAPEL}", "place 1,0 turn 90", "pass", "pass")
    assert game.step == "wagon" and "drive road S at -1,0" in offered(game)


# -- arrows -----------------------------------------------------------------------------------------------------------
ANNIVERSARY = "boxes abbey_and_mayor anniversary"
AN = "anniversary_20/AN-"


@rule("COMB-038", "R-AM-29", "ANN-04")
def test_an_abbey_laid_before_an_arrow_activates_it() -> None:
    """The monastery south of the gap points at it: with the abbey there, a meeple may go anywhere."""
    lines = [line.replace(f"{CAP} 1,1", f"{AN}I 1,1") for line in GAP]
    game = play(table(ANNIVERSARY, *lines), "abbey 1,0")
    assert game.step == "deploy"
    assert any(spot.startswith("meeple") and spot.endswith("at -1,0") for spot in spots(game))
    turned = [line.replace(f"{CAP} 1,1", f"{AN}I 1,1 turn 180") for line in GAP]
    plain = play(table(ANNIVERSARY, *turned), "abbey 1,0")
    assert not any(" at " in spot for spot in spots(plain))


@rule("COMB-038", "AM-06", "AM-08", "AM-14", "R-AM-02")
def test_figures_keep_their_limits_anywhere() -> None:
    """ANYWHERE: a mayor to cities, a wagon not to fields, nobody to the barn's field, and no barn at all."""
    game = table(ANNIVERSARY, BIG, *UPPER)
    play(game, *BARN, f"draw {AN}I", "place 3,1 turn 270")
    away = [spot for spot in spots(game) if " at " in spot]
    assert {spot.split()[1] for spot in away if spot.startswith("mayor")} == {"city"}
    wagon = {spot.split()[1] for spot in away if spot.startswith("wagon")}
    assert "road" in wagon and "field" not in wagon
    assert not any(spot.startswith("barn") for spot in away)
    fields = [spot for spot in away if spot.split()[1] == "field"]
    assert fields and not any(spot.endswith((" at 0,1", " at 1,1", " at 2,1")) for spot in fields)


@rule("COMB-038", "ANN-09")
def test_a_second_follower_is_added_to_a_mayor_or_a_wagon() -> None:
    """ADD: a meeple joins Red's mayor; a mayor joins no wagon on a road."""
    game = table(ANNIVERSARY, "stand red mayor city at 0,0", "stand red wagon road at 0,0")
    play(game, f"draw {AN}C", "place 0,1 turn 270")
    away = [spot for spot in spots(game) if spot.endswith("at 0,0")]
    assert away == ["meeple city N at 0,0", "meeple road E.W at 0,0"]


@rule("R-AM-36", "ANN-14", "R-AM-14")
def test_an_extra_turn_of_the_last_round_is_over_at_once() -> None:
    """Blue's last abbey activates an extra turn: there is nothing to draw, Green is asked next, then it is over."""
    lines = [line.replace(f"{MONASTERY} 2,1", f"{CAP} 2,1 turn 180").replace(f"{CAP} 1,1", f"{AN}K 1,1 turn 180")
             for line in GAP]  # fmt: skip
    far = tuple(f"lay {MONASTERY} {cell}" for cell in ("3,-1", "4,-1", "4,0", "3,1"))
    game = table(ANNIVERSARY, BIG, *lines, *far, players=THREE)
    leave_in_stack(game, STRAIGHT)
    play(game, "keep", *FAR, "pass")
    assert (game.step, game.actor) == ("last_abbey", "blue")
    play(game, "abbey 1,0", "pass")
    assert any(event.name == "activated_extra" for event in game.events)
    assert (game.step, game.actor, game.player) == ("last_abbey", "green", "green")
    play(game, "abbey 3,0", "deploy meeple abbey")
    assert game.over


# -- the abbot --------------------------------------------------------------------------------------------------------
@rule("COMB-027", "AM-04", "R-AM-31")
@both_ways("abbey_and_mayor", "abbot")
def test_an_abbot_may_stand_on_an_abbey(head: str) -> None:
    """He may be its monk, and be recalled for what it is worth; a wagon never goes to a garden."""
    game = play(table(head, *NO_CORNER), "abbey 1,0")
    assert "abbot abbey" in spots(game)
    play(game, "deploy abbot abbey", *FAR, "pass", f"draw {STRAIGHT}", "place -3,0")
    play(game, "recall abbot abbey at 1,0")
    assert game.scores["red"] == 8


@rule("COMB-027", "R-AM-09")
@pytest.mark.parametrize("ways", ["connected", "adjacent_tiles"])
def test_a_wagon_does_not_enter_a_garden(ways: str) -> None:
    """The garden beside the road is incomplete and empty, and no target."""
    lines = (f"option wagon_move {ways}", f"lay {VILLAGE} -1,0", "lay base/FRFR-rEW-garden 1,0")
    game = table(f"{BOX} abbot", *lines, "stand red wagon road at 0,0")
    play(game, f"draw {CHAPEL}", "place 2,0 turn 90", "pass")
    assert game.step == "wagon" and not any("garden" in text for text in offered(game))
    assert refusal(game, "drive garden at 1,0") == ("AM-09", "spot_unfit")


# -- crop circles -----------------------------------------------------------------------------------------------------
CIRCLES = "boxes abbey_and_mayor crop_circles"


@rule("COMB-089", "AM-06", "AM-08", "R-CC-07")
def test_circles_add_mayors_in_cities_and_wagons_outside_of_fields() -> None:
    """Beside a knight Blue may add meeple, mayor or wagon; beside a farmer only a meeple."""
    shield = ("draw crop_circles/CCFF-circle-city", "place 0,-1 turn 180", "pass", "all-add")
    game = play(table(CIRCLES, "stand blue meeple city at 0,0"), *shield)
    assert [text.split()[1] for text in offered(game)] == ["meeple", "mayor", "wagon"]
    fork = ("draw crop_circles/CRFF-circle-field", "place 0,-1 turn 180", "pass", "all-add")
    game = play(table(CIRCLES, "stand blue meeple field ER at 0,0"), *fork)
    assert [text.split()[1] for text in offered(game)] == ["meeple"]


@rule("COMB-089", "AM-13", "AM-16", "GEN-06", "CC-05")
def test_circles_do_not_take_a_barn() -> None:
    """A circle for farmers finds nobody in the barn's field and concerns nobody."""
    game = play(table(CIRCLES, BIG, *UPPER), *BARN)
    play(game, "draw crop_circles/CRFF-circle-field", "place 2,2 turn 90", "pass")
    assert (game.step, game.player) == ("draw", "red")
    assert game.supply["red"]["barn"] == 0


@rule("COMB-089")
def test_a_wagon_taken_by_a_circle_does_not_drive_on() -> None:
    """The road is completed by the tile with the circle: all remove, and nobody is left to score or to drive."""
    road = ("boxes abbey_and_mayor crop_circles", *ROAD)
    game = play(table(*road), "draw crop_circles/RFRR-circle-road", "place 1,0 turn 0", "pass", "all-remove")
    play(game, "remove wagon road E.W at 0,0")
    assert (game.player, game.scores["red"], standing(game)) == ("blue", 0, [])


def test_joining_is_scored_whoever_lays_the_tile() -> None:
    """Green's own tile brings Green's farmer to Red's barn."""
    game = play(table(BOX, BIG, *UPPER, GREEN_FARMER, players=THREE), *BARN, f"draw {STRAIGHT}", "place 3,0", "pass")
    play(game, *JOIN)
    assert (game.player, game.scores["green"]) == ("green", 3)


# -- the Wheel of Fortune ---------------------------------------------------------------------------------------------
# North of the wheel: a gap at 0,-3, and a corner of field at which only the tile at 1,-3 may be missing.
WHEEL = (
    "boxes abbey_and_mayor wheel_of_fortune",
    BIG,
    f"lay {CAP} -1,-2 turn 180",
    f"lay {MONASTERY} 0,-2",
    f"lay {CHAPEL} 1,-2",
)
TURNING = "draw wheel_of_fortune/WF31-1"


@rule("COMB-083", "R-AM-16", "R-AM-13", "R-WOF-07")
def test_a_monk_of_an_abbey_is_asked_by_the_inquisition() -> None:
    ring = [f"lay {MONASTERY} {cell}" for cell in ("-1,-3", "1,-3", "1,-4", "0,-4")]
    game = play(table(*WHEEL, *ring), "abbey 0,-3", "deploy wagon abbey")
    play(before(game, "inquisition"), TURNING)
    assert game.scores == {"red": 2, "blue": 0}


@rule("COMB-083", "R-AM-17", "AM-13", "WOF-14", "R-WOF-10")
def test_mayor_and_wagon_go_onto_crown_spaces_and_the_plague_spares_barns() -> None:
    """A barn is not a follower: not on the wheel, and not for the plague, which finds nobody of Red's."""
    game = play(table(*WHEEL, f"lay {MONASTERY} 0,-3", "stand blue mayor city at -1,-2"), f"draw {MONASTERY}")
    play(game, "place 1,-3")
    assert {text.split()[1] for text in offered(game) if text.startswith("crown")} == {"meeple", "mayor", "wagon"}
    assert refusal(game, "crown barn taxes")[0] == "WOF-18"
    play(game, "deploy barn corner SW")
    play(before(game, "plague"), TURNING)
    assert game.supply["red"]["barn"] == 0
    assert game.supply["blue"]["mayor"] == 1  # the only follower on the table
