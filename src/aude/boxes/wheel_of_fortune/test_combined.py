"""The Wheel of Fortune beside the other boxes."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.wheel_of_fortune.conftest import (
    ABOVE,
    CAP,
    LONG_CITY,
    MONASTERY,
    SOUTH_CITY,
    STRAIGHT,
    TWO_KNIGHTS,
    before,
    draw,
    on_crowns,
)
from aude.testing import offered, play, refusal, rule, scored, table, told

PLAIN = (f"draw {STRAIGHT}", ABOVE)
WHEEL = {(x, y) for x in range(-1, 3) for y in range(-1, 3)}
FARMER = "stand red meeple field at 1,2"


def with_box(box: str, *lines: str, players: str = "red blue") -> Game:
    """A game with the wheel and another box."""
    return table(f"boxes wheel_of_fortune {box}", *lines, players=players)


# -- Inns & Cathedrals ------------------------------------------------------------------------------------------------
@rule("COMB-048", "R-WOF-09")
def test_a_large_follower_is_one_knight() -> None:
    lines = (*LONG_CITY, "stand red large_follower city at 3,-1")
    game = play(before(with_box("inns_and_cathedrals", *lines), "taxes"), draw(1))
    assert scored(game) == ["red scores 4: taxes 4"]


@rule("COMB-048", "R-WOF-10", "WOF-20")
def test_a_large_follower_may_go_to_a_crown_space_and_is_one_figure() -> None:
    game = play(with_box("inns_and_cathedrals"), *PLAIN)
    assert "crown large_follower taxes" in offered(game)
    play(game, "crown large_follower taxes", draw(1))
    assert scored(game) == ["red scores 6: crown 6"]
    assert game.supply["red"]["large_follower"] == 1


@rule("COMB-048", "WOF-10", "WOF-11", "WOF-12")
def test_a_large_follower_weighs_two_in_a_famine_and_counts_once_elsewhere() -> None:
    """As at the end of the game: Red's large follower beats Blue's meeple. A large monk is one monk."""
    lines = (SOUTH_CITY, "stand red large_follower field at 1,2", "stand blue meeple field at 2,2")
    game = play(before(with_box("inns_and_cathedrals", *lines), "famine"), draw(1))
    assert game.scores == {"red": 1, "blue": 0}
    storm = play(before(with_box("inns_and_cathedrals", *lines), "storm"), draw(1))
    assert storm.scores == {"red": 7, "blue": 7}
    monk = with_box("inns_and_cathedrals", f"lay {MONASTERY} 3,2", "stand red large_follower monastery at 3,2")
    play(before(monk, "inquisition"), draw(1))
    assert monk.scores == {"red": 2, "blue": 0}


@rule("BASE-20", "WOF-16")
def test_who_has_no_meeple_left_puts_none_onto_the_wheel() -> None:
    lines = ("figures meeple 1", f"lay {MONASTERY} 3,2", "stand red meeple monastery at 3,2")
    game = play(with_box("inns_and_cathedrals", *lines), *PLAIN)
    assert {text.split()[1] for text in offered(game, "crown")} == {"large_follower"}
    assert refusal(game, "crown meeple taxes") == ("BASE-20", "supply_empty")


# -- Traders & Builders -----------------------------------------------------------------------------------------------
@rule("COMB-058", "WOF-18", "GEN-04")
def test_builder_and_pig_may_not_go_onto_the_wheel() -> None:
    game = play(with_box("traders_and_builders"), *PLAIN)
    assert {text.split()[1] for text in offered(game, "crown")} == {"meeple"}
    assert refusal(game, "crown builder taxes") == ("WOF-18", "crown_followers_only")
    assert refusal(game, "crown pig taxes") == ("WOF-18", "crown_followers_only")


@rule("COMB-058", "WOF-14")
def test_the_plague_does_not_take_builder_and_pig() -> None:
    """Red has two knights, a builder, a farmer and a pig: three of them may be chosen."""
    lines = (*LONG_CITY, *TWO_KNIGHTS, "stand red builder city at 4,-1", FARMER, "stand red pig field at 2,2")
    game = play(before(with_box("traders_and_builders", *lines), "plague"), draw(1))
    assert [text.split()[1] for text in offered(game)] == ["meeple"] * 3
    assert refusal(game, "plague builder city") == ("WOF-14", "not_a_follower")
    assert refusal(game, "plague pig field") == ("WOF-14", "not_a_follower")


@rule("R-WOF-15", "WOF-14")
def test_a_builder_whose_last_follower_falls_to_the_plague_goes_home() -> None:
    """The only follower is taken without asking; the builder follows."""
    lines = (*LONG_CITY, TWO_KNIGHTS[0], "stand red builder city at 4,-1")
    game = play(before(with_box("traders_and_builders", *lines), "plague"), draw(1))
    assert told(game, "stricken") == ["red stricken meeple"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


@rule("R-WOF-08", "R-GEN-01")
def test_builder_and_pig_count_for_no_event() -> None:
    """In the supply they are not followers in a storm; in a city the builder is not a knight."""
    game = play(before(with_box("traders_and_builders"), "storm"), draw(1))
    assert game.scores == {"red": 7, "blue": 7}
    lines = (*LONG_CITY, TWO_KNIGHTS[0], "stand red builder city at 4,-1")
    taxes = play(before(with_box("traders_and_builders", *lines), "taxes"), draw(1))
    assert taxes.scores == {"red": 4, "blue": 0}


@rule("R-WOF-03")
@pytest.mark.parametrize("value", ["majority", "per_farmer"])
def test_a_pig_makes_no_famine_richer(value: str) -> None:
    lines = (f"option wheel_famine {value}", SOUTH_CITY, FARMER, "stand red pig field at 2,2")
    game = play(before(with_box("traders_and_builders", *lines), "famine"), draw(1))
    assert game.scores == {"red": 1, "blue": 0}


@rule("R-WOF-03")
def test_a_herd_makes_no_famine_richer() -> None:
    """With `gq11_pig_herd` the plain field is a herd: 4 points at the end, 1 in a famine."""
    lines = ("option gq11_pig_herd on", SOUTH_CITY, "lay gq11/FFFF 1,3", FARMER)
    game = before(with_box("gq11", *lines), "famine")
    assert game.if_ended_now["red"] == 4
    assert play(game, draw(1)).scores["red"] == 1


@rule("WOF-03", "TURN-19")
def test_the_second_tile_of_a_double_turn_turns_the_wheel_too() -> None:
    """Red's builder has grown; the second tile moves the pig, and fortune is Red's."""
    lines = ("option builder_second_tile must", *LONG_CITY, TWO_KNIGHTS[0], "stand red builder city at 4,-1")
    game = before(with_box("traders_and_builders", *lines), "fortune")
    play(game, "draw base/CCCC-cNESW-pennant", "place 6,-1 turn 0", "pass", draw(1))
    assert game.player == "red" and scored(game) == ["red scores 3: fortune 3"]


# -- the abbot --------------------------------------------------------------------------------------------------------
@rule("COMB-030", "R-WOF-07", "R-WOF-08")
def test_an_abbot_is_a_monk_on_a_monastery_but_not_in_a_garden() -> None:
    monastery = (f"lay {MONASTERY} 3,2", "stand red abbot monastery at 3,2")
    garden = (f"lay {STRAIGHT}-garden 1,3", "stand blue abbot garden at 1,3")
    game = play(before(with_box("abbot", *monastery, *garden), "inquisition"), draw(1))
    assert game.scores == {"red": 2, "blue": 0}
    storm = play(before(with_box("abbot", *monastery), "storm"), draw(1))
    assert storm.scores == {"red": 7, "blue": 8}


@rule("R-WOF-10", "COMB-030")
def test_an_abbot_on_the_wheel_cannot_be_recalled() -> None:
    """He stands on no feature, so there is nothing to score (ABB-07)."""
    game = play(with_box("abbot"), *PLAIN, "crown abbot plague")
    play(game, f"draw {STRAIGHT}", "place 1,3 turn 0", "pass", f"draw {STRAIGHT}", "place 2,3 turn 0")
    assert game.actor == "red" and not offered(game, "recall")
    assert on_crowns(game) == {"plague": {"red": 1}}


@rule("WOF-13", "COMB-030")
def test_the_plague_may_take_an_abbot_from_a_garden() -> None:
    """A garden is in the play area, and he is a follower."""
    lines = (f"lay {STRAIGHT}-garden 1,3", "stand red abbot garden at 1,3", "stand red meeple road at 1,3")
    game = play(before(with_box("abbot", *lines), "plague"), draw(1))
    assert offered(game) == ["plague meeple road E.W", "plague abbot garden"]


# -- shrines, sieges, crop circles ------------------------------------------------------------------------------------
@rule("COMB-104", "R-WOF-07", "R-SH-08")
def test_heretics_are_no_monks() -> None:
    lines = ("lay cult/FFFF-shrine 3,2", "stand red meeple shrine at 3,2")
    game = play(before(with_box("shrines_and_heretics", *lines), "inquisition"), draw(1))
    assert scored(game) == []


@rule("COMB-103", "R-WOF-03", "WOF-09")
def test_a_siege_changes_neither_taxes_nor_famine() -> None:
    """At the end the besieged city would feed the farmer twice over."""
    game = with_box("cathars", "lay cathars/CFFF 0,3", FARMER)
    assert game.if_ended_now["red"] == 6
    assert play(before(game, "famine"), draw(1)).scores["red"] == 1
    corner = with_box("cathars", "lay cathars/CFFC-cNW 3,-1", "stand red meeple city at 3,-1")
    assert play(before(corner, "taxes"), draw(1)).scores["red"] == 1


@rule("COMB-105", "WOF-22", "GEN-10")
def test_crop_circles_leave_crown_spaces_alone() -> None:
    """Everybody takes a thief back; Red's follower on the wheel is none, so Red is not asked."""
    lines = ("hold red crown_taxes 1", "stand blue meeple road at 2,1", "stand blue meeple road at 1,-1")
    game = with_box("crop_circles", *lines)
    play(game, "draw crop_circles/FFRR-rSW-circle-road", "place 0,-2 turn 90", "pass", "all-remove road")
    assert game.actor == "blue"
    play(game, offered(game)[0])
    assert on_crowns(game) == {"taxes": {"red": 1}} and game.supply["red"]["meeple"] == 6


# -- the princess and the dragon --------------------------------------------------------------------------------------
PD = "princess_dragon/"
LAIR = f"lay {PD}FFFF-volcano 0,-2"  # R-PD-28: the dragon stands there


@rule("COMB-068", "WOF-23", "PD-23", "R-PD-32")
def test_the_dragon_may_not_enter_the_wheel() -> None:
    """From the cell north of the wheel it may go in three directions; to the south lies the wheel."""
    lines = (LAIR, f"lay {MONASTERY} 0,-3", f"lay {CAP} -1,-2 turn 180", "hold red crown_taxes 1")
    game = with_box("princess_and_dragon", *lines)
    play(game, f"draw {PD}FFRR-rSW-dragon", "place 1,-2 turn 270", "pass")
    assert offered(game) == ["dragon 0,-3", "dragon 1,-2", "dragon -1,-2"]
    assert refusal(game, "dragon 0,-1") == ("PD-23", "dragon_barred")
    wheel = [tile for tile in game.rules.table.tiles if tile.id.startswith("wheel_of_fortune/w")]
    assert len(wheel) == 16 and all(tile.more["bars_dragon"] for tile in wheel)


@rule("WOF-22", "COMB-068", "GEN-10", "PD-26")
def test_the_dragon_eats_nobody_on_a_crown_space() -> None:
    """It walks about beside the wheel; only the thief on the dragon tile itself is eaten."""
    game = with_box("princess_and_dragon", LAIR, "hold red crown_taxes 2", "hold blue crown_plague 1")
    play(game, f"draw {PD}FFRR-rSW-dragon", "place 1,-2 turn 270", "deploy meeple road")
    assert told(game, "dragon_moved") == [f"red dragon_moved {PD}FFRR-rSW-dragon 1,-2 270"]
    assert [event.name for event in game.events].count("returned") == 1
    assert on_crowns(game) == {"taxes": {"red": 2}, "plague": {"blue": 1}}


@rule("R-WOF-19", "TURN-08")
def test_whoever_puts_a_follower_on_the_wheel_does_not_move_the_fairy() -> None:
    lines = ("stand red meeple road at 2,1",)
    passed = play(with_box("princess_and_dragon", *lines), *PLAIN, "pass")
    assert (passed.actor, passed.step) == ("red", "fairy")
    crowned = play(with_box("princess_and_dragon", *lines), *PLAIN, "crown meeple taxes")
    assert crowned.actor == "chance" and crowned.player == "blue"


@rule("R-WOF-19", "PD-03")
@pytest.mark.parametrize(("value", "crowns"), [("to_step17", 0), ("follower_only", 6)])
def test_a_volcano_and_the_wheel(value: str, crowns: int) -> None:
    """On a volcano nobody is placed; if only its own tile is barred, the wheel is open."""
    game = with_box("princess_and_dragon", f"option volcano_skips {value}")
    play(game, f"draw {PD}FFFF-volcano", "place 0,-2 turn 0")
    assert len(offered(game, "crown")) == crowns
    assert game.step == ("deploy" if crowns else "draw")


# -- rivers -----------------------------------------------------------------------------------------------------------
@rule("COMB-020", "R-SETUP-02")
def test_the_spring_is_attached_to_the_wheel() -> None:
    """At the first outer side that it fits, the second from the north-west; the cell that its water runs to is free."""
    game = with_box("river")
    assert {tile.cell for tile in game.board.tiles} - WHEEL == {(0, -2)}
    spring = game.rules.table.tiles[game.state.slot_tile[16] >> 2]
    assert spring.more["river_role"] == "spring"
    play(game, "draw river/CSRS-sEW")  # the water runs north: nothing of the wheel lies beside that cell
    assert offered(game) == ["place 0,-3 turn 90", "place 0,-3 turn 270"]


@rule("COMB-020", "R-SETUP-02")
def test_the_first_player_may_lay_the_spring() -> None:
    """With `manual` only that seat is asked, before anything is drawn."""
    game = table("boxes wheel_of_fortune river", "option start_blocks manual")
    assert (game.actor, game.step) == ("red", "block")
    assert len(offered(game, "block")) == 13 and game.state.slots == 16
    last = offered(game)[-1]
    assert refusal(game, last, "blue") == ("BASE-10", "not_asked")
    play(game, last)
    assert game.state.slots == 17 and game.actor == "chance"


@rule("COMB-020")
def test_the_wheel_stands_still_while_the_river_is_laid() -> None:
    """River tiles show no wheel; after them the stack is that of the land tiles."""
    game = Game(boxes=["river", "wheel_of_fortune"], seed=4, tiles={"base": 0})
    while not any(event.name.startswith("wheel_") for event in game.events):
        game.play(game.options[0])
    drawn = [str(event.facts["tile"]) for event in game.events if event.name == "drawn"]
    assert all(tile.startswith("river/") for tile in drawn[:10]) and drawn[-1].startswith("wheel_of_fortune/")
