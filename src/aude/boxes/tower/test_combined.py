"""The tower with the other boxes of the catalog."""

from __future__ import annotations

import pytest

from aude import Game, Setup, bots
from aude.boxes.count.conftest import END_ROAD, ROAD
from aude.boxes.princess_and_dragon.conftest import PD, whereabouts, with_dragon
from aude.boxes.shrines_and_heretics.test_rules import HERETIC, MONK, ring
from aude.boxes.tower.conftest import (
    FIELD,
    KNIGHT,
    SITE,
    STRAIGHT,
    THIEF,
    TURN,
    closed,
    height_of,
    imprisoned,
    prisoners,
    raised,
    ransoms,
    with_box,
)
from aude.boxes.wheel_of_fortune.conftest import W, before
from aude.catalog.boxes import expansions, info
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES
from aude.game.position_lines import position_lines
from aude.testing import offered, play, refusal, rule, scored, table, told

AN = "anniversary_20/AN-"
BUILD = (*TURN, "tower 0,1")


# -- abbot, inns & cathedrals -----------------------------------------------------------------------------------------
@rule("COMB-026", "R-TOW-08", "R-ABB-07")
def test_an_abbot_is_captured_and_closes_no_tower() -> None:
    """Blue's abbot in the monastery of the tower's tile; Red's own abbot is not a guard."""
    game = raised(table(with_box("abbot"), SITE, "stand blue abbot monastery at 0,1"), 1)
    play(game, *TURN)
    assert offered(game, "close") == ["close meeple 0,1"]
    assert refusal(game, "close abbot 0,1") == ("R-TOW-08", "guard_unfit")
    play(game, "tower 0,1", "capture blue abbot")
    assert prisoners(game) == [("red", "blue", "abbot")] and game.supply["blue"] == {"meeple": 7, "abbot": 0}


@rule("R-ABB-05", "COMB-026", "TOW-05")
def test_a_recall_and_a_tower_piece_are_one_action() -> None:
    """Red recalls the abbot: no piece in this turn. Red builds: the abbot stays."""
    game = play(table(with_box("abbot"), SITE, "stand red abbot monastery at 0,1"), *TURN)
    assert {"tower 0,1", "recall abbot monastery at 0,1"} <= set(offered(game))
    recalled = play(game.copy(), "recall abbot")
    assert recalled.player == "blue" and height_of(recalled) == 0
    assert play(game, "tower 0,1").supply["red"]["abbot"] == 0


@rule("COMB-044", "R-IC-04", "R-TOW-08", "TOW-13")
@pytest.mark.parametrize("order", ["tower inns_and_cathedrals", "inns_and_cathedrals tower"])
def test_a_large_follower_closes_a_tower_and_is_captured(order: str) -> None:
    """In whichever order the boxes are named: a guard in one game, a prisoner in the other."""
    game = play(raised(table(f"boxes {order}", SITE), 1), *TURN)
    assert offered(game, "close") == ["close meeple 0,1", "close large_follower 0,1"]
    play(game, "close large_follower 0,1")
    assert game.supply["red"] == {"meeple": 7, "large_follower": 0} and game.if_ended_now["red"] == 0
    taken = table(f"boxes {order}", SITE, "stand blue large_follower road at 0,0", "points blue 3")
    play(taken, *BUILD, "capture blue large_follower", f"draw {FIELD}", "ransom large_follower red")
    assert taken.supply["blue"] == {"meeple": 7, "large_follower": 1} and taken.scores == {"red": 3, "blue": 0}


# -- anniversary ------------------------------------------------------------------------------------------------------
@rule("COMB-037", "R-ANN-05")
def test_a_tower_piece_uses_up_add_and_anywhere() -> None:
    """Both are offered beside the tower; having built, Red is done. A guard is not a meeple that ADD can join."""
    game = table(with_box("anniversary"), "lay tower/FFFF-monastery 0,1")
    closed(raised(game, 1), "red")
    play(game, f"draw {AN}I", "place 0,2 turn 0")
    assert told(game, "activated_anywhere")
    anywhere = [text for text in offered(game, "deploy") if " at " in text]
    assert anywhere and offered(game, "tower") == []
    other = play(table(with_box("anniversary"), SITE), f"draw {AN}I", "place 0,2 turn 0")
    assert offered(other, "tower") == ["tower 0,1"] and [text for text in offered(other) if " at " in text]
    play(other, "tower 0,1")
    assert (other.player, other.step) == ("blue", "draw") and told(other, "deployed") == []


@rule("COMB-037")
def test_an_extra_turn_stays_after_a_tower_piece() -> None:
    """EXTRA was activated by the tile; the piece changes nothing about it."""
    game = table(with_box("anniversary"), SITE, f"lay {AN}L 1,0 turn 180")
    play(game, f"draw {STRAIGHT}", "place 2,0", "tower 0,1")
    assert told(game, "extra_turn") == ["red extra_turn"] and game.player == "red"


# -- traders & builders -----------------------------------------------------------------------------------------------
BUILDER = (f"lay {STRAIGHT} 1,0", "stand blue meeple road at 1,0", "stand blue builder road at 0,0")


@rule("COMB-054", "R-TOW-11", "R-GEN-01", "GEN-04")
@pytest.mark.parametrize("special", ["on", "off"])
def test_builder_and_pig_are_captured_exchanged_and_ransomed(special: str) -> None:
    """By option followers only; else they are prisoners like all others."""
    pig = (f"lay {FIELD} 0,2", "stand blue meeple field at 0,2", "stand blue pig field at 0,1")
    lines = (f"option tower_capture_special {special}", SITE, *BUILDER, *pig, "points blue 6")
    game = table(with_box("traders_and_builders"), *lines)
    play(game, f"draw {FIELD}", "place 0,3", "tower 0,1")
    kinds = {text.split()[2] for text in offered(game, "capture")}
    assert kinds == ({"meeple", "builder", "pig"} if special == "on" else {"meeple"})
    if special == "off":
        assert refusal(game, "capture blue pig field") == ("R-TOW-11", "captures_followers_only")
        return
    play(game, "capture blue builder")
    assert prisoners(game) == [("red", "blue", "builder")]
    play(game, f"draw {FIELD}", "ransom builder red")
    assert game.supply["blue"]["builder"] == 1 and game.scores == {"red": 3, "blue": 3}


@rule("COMB-054", "R-TOW-07", "R-TOW-11")
def test_a_builder_is_exchanged_for_a_meeple() -> None:
    game = imprisoned(table(with_box("traders_and_builders"), SITE, *BUILDER), "red", "blue")
    play(game, *BUILD, "capture blue builder")
    assert told(game, "freed") == ["blue freed builder", "red freed meeple"] and prisoners(game) == []


@rule("COMB-054", "TB-25", "R-TB-07")
def test_a_builder_left_alone_goes_home() -> None:
    """Blue's only follower on the road is captured: the builder is not a prisoner, it is in Blue's supply."""
    lines = (f"lay {STRAIGHT} 1,0", "stand blue builder road at 1,0", THIEF)
    game = play(table(with_box("traders_and_builders"), SITE, *lines), *BUILD, "capture blue meeple")
    assert prisoners(game) == [("red", "blue", "meeple")] and game.supply["blue"] == {
        "meeple": 6,
        "builder": 1,
        "pig": 1,
    }


# -- the princess & the dragon ----------------------------------------------------------------------------------------
@rule("COMB-064", "TURN-07", "TURN-14")
def test_the_capture_comes_before_the_dragon() -> None:
    """Red builds, takes Blue's thief, and only then the dragon hunts."""
    game = table(with_box("princess_and_dragon"), SITE, f"lay {PD}FFFF-volcano 0,2", THIEF)
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "tower 0,1")
    assert game.step == "capture" and told(game, "dragon_moved") == []
    play(game, "capture blue meeple")
    assert told(game, "dragon_moved") and prisoners(game) == [("red", "blue", "meeple")]


@rule("COMB-064", "R-PD-11", "R-TOW-10", "R-TOW-20", "TOW-12")
def test_the_dragon_eats_a_guard() -> None:
    """It enters the tower's tile: the guard goes home, not to prison, and the tower is open."""
    game = table(with_box("princess_and_dragon"), SITE, f"lay {PD}FFFF-volcano 0,2")
    closed(raised(game, 2), "blue")
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "pass")
    assert "0,1" in " ".join(told(game, "dragon_moved"))
    assert game.supply["blue"] == {"meeple": 7} and prisoners(game) == []
    play(game, f"draw {STRAIGHT}", "place 2,0")
    assert "tower 0,1" in offered(game) and height_of(game) == 2


@rule("R-TOW-28", "COMB-064")
@pytest.mark.parametrize(("value", "action"), [("tile", "fairy 0,1"), ("meeple", "fairy meeple at 0,1")])
def test_the_fairy_joins_a_guard(value: str, action: str) -> None:
    """She is offered the tower and brings 1 point each turn, but nothing at the end: a guard is on no feature."""
    scene = (with_box("princess_and_dragon"), f"option fairy_on {value}", SITE)
    game = closed(raised(table(*scene), 1), "red")
    play(game, *TURN, "pass")
    assert offered(game) == ["pass", action]
    play(game, action, f"draw {FIELD}", "place 0,3", "pass")
    assert game.player == "red" and game.scores["red"] == 1
    assert game.if_ended_now == {"red": 1, "blue": 0}


@rule("R-TOW-28", "R-PD-27", "R-PD-28")
def test_a_guard_with_the_fairy_is_captured() -> None:
    """Laid by hand with the fairy beside it; then she is alone, and another guard there is not her friend."""
    scene = (with_box("princess_and_dragon"), "option fairy_on meeple", SITE, "lay tower/FFFF-garden 0,2")
    lines = ("lay tower 1 at 0,1", "stand blue meeple tower at 0,1", "lay fairy blue meeple at 0,1")
    game = table(*scene, *lines)
    assert "lay fairy blue meeple at 0,1" in position_lines(game)
    play(game, f"draw {FIELD}", "place 0,3", "tower 0,2", "capture blue meeple")
    assert "lay fairy 0,1" in position_lines(game)
    assert game.player == "blue" and game.scores["blue"] == 0


@rule("PD-15", "COMB-064")
@pytest.mark.parametrize(("action", "asked"), [("tower 0,1", False), ("close meeple 0,1", False), ("pass", True)])
def test_after_a_piece_or_a_guard_the_fairy_stays(action: str, asked: bool) -> None:
    game = table(with_box("princess_and_dragon"), SITE, "stand red meeple road at 0,0")
    play(raised(game, 1), *TURN, action)
    assert (game.step == "fairy") is asked


@rule("R-PD-13", "COMB-064", "R-TOW-30")
@pytest.mark.parametrize(("skips", "build"), [("to_step17", False), ("follower_only", True)])
def test_towers_in_the_turn_of_a_volcano(skips: str, build: bool) -> None:
    """As a rule step 7 is left out; else towers are built and closed, and nobody stands on the volcano."""
    game = table(with_box("princess_and_dragon"), f"option volcano_skips {skips}", SITE, THIEF)
    play(raised(game, 1), f"draw {PD}FFFF-volcano", "place 0,2")
    assert (game.player == "red") is build
    if build:
        assert offered(game) == ["pass", "tower 0,1", "close meeple 0,1"]
        play(game, "tower 0,1", "capture blue meeple")
        assert prisoners(game) == [("red", "blue", "meeple")]


@rule("R-TOW-30", "R-PD-14")
def test_the_dragon_on_its_tile_does_not_keep_a_tower_from_growing() -> None:
    game = raised(table(with_box("princess_and_dragon"), SITE, f"lay {PD}FFFF-volcano 0,2"), 1)
    with_dragon(game, 0, 1)
    assert whereabouts(game) == {"dragon": "0,1"}
    play(game, f"draw {FIELD}", "place 0,3")
    assert offered(game, "tower", "close") == ["tower 0,1", "close meeple 0,1"]


@rule("R-TOW-16", "PD-12")
def test_a_portal_adds_nothing_to_towers() -> None:
    """With a portal as without: each tower is offered once, and one thing is done."""
    game = raised(table(with_box("princess_and_dragon"), SITE), 1)
    play(game, f"draw {PD}FRRR-portal", "place 1,0 turn 0")
    assert offered(game, "tower", "close") == ["tower 0,1", "close meeple 0,1"]
    play(game, "close meeple 0,1")
    assert game.player == "blue" and game.supply["red"] == {"meeple": 6}


@rule("PD-11", "TOW-05")
def test_who_has_sent_a_follower_away_builds_no_tower() -> None:
    game = table(with_box("princess_and_dragon"), SITE, KNIGHT)
    play(game, f"draw {PD}CRRR-princess", "place 0,-1 turn 180", "dismiss blue meeple")
    assert (game.player, game.step) == ("blue", "draw") and height_of(game) == 0


# -- shrines, crop circles, cathars -----------------------------------------------------------------------------------
@rule("COMB-079", "R-SH-18")
@pytest.mark.parametrize(("answer", "scores"), [("pass", {"red": 9, "blue": 0}), ("capture", {"red": 9, "blue": 0})])
def test_capturing_a_heretic_ends_the_challenge(answer: str, scores: dict[str, int]) -> None:
    """Left there, Blue's heretic is outdone by Red's monk; captured, there is nobody to be outdone."""
    game = ring("1,0 0,3", MONK, HERETIC, upper="tower/FFFF-monastery", head=with_box("shrines_and_heretics"))
    play(game, "draw base/FFRR-rSW", "place 1,0 turn 0", "tower 0,1")
    play(game, "pass" if answer == "pass" else "capture blue meeple shrine")
    assert game.scores == scores
    assert (told(game, "outdone") == []) is (answer == "capture")
    assert prisoners(game) == ([("red", "blue", "meeple")] if answer == "capture" else [])


@rule("COMB-080", "R-CC-06", "TOW-13")
def test_crop_circles_leave_guards_alone() -> None:
    """A circle for roads on a table where Red's only follower stands on a tower: nobody is asked."""
    game = closed(raised(table(with_box("crop_circles"), "lay tower/RRFR 1,0 turn 0"), 1, "1,0"), "red", "1,0")
    play(game, "draw crop_circles/FFRR-rSW-circle-road", "place 0,1 turn 0", "pass")
    assert (game.player, game.step) == ("blue", "draw") and game.supply["red"] == {"meeple": 6}


@rule("COMB-00")
def test_a_captured_knight_is_not_counted_in_a_siege() -> None:
    """Cathars have no rule about towers: the besieged knight is captured like any, and the city is scored without."""
    game = table(with_box("cathars"), SITE, "lay cathars/CFFC-cNW 0,-1 turn 180", KNIGHT)
    play(game, "draw base/CFFF", "place 1,-1 turn 270", "tower 0,1", "capture blue meeple city")
    assert scored(game) == [] and prisoners(game) == [("red", "blue", "meeple")]


# -- abbey & mayor ----------------------------------------------------------------------------------------------------
@rule("COMB-074", "EX-TOW-04", "TOW-14", "AM-16", "R-TOW-08", "R-AM-17")
@pytest.mark.parametrize("special", ["on", "off"])
def test_mayor_wagon_and_builder_are_captured_and_barns_are_not(special: str) -> None:
    """Blue's barn lies at the corner of the tower's tile, the others stand within reach; none of them is a guard."""
    lines = (
        f"option tower_capture_special {special}",
        SITE,
        f"lay {STRAIGHT} 1,0",
        f"lay {FIELD} 1,1",
        f"lay {FIELD} 0,2",
    )
    stand = ["mayor city at 0,0", "wagon monastery at 0,1", "builder road at 0,0", "meeple road at 1,0"]
    boxes = with_box("abbey_and_mayor", "traders_and_builders")
    game = raised(table(boxes, *lines, *(f"stand blue {line}" for line in stand), "turn blue"), 1)
    while game.step != "draw":
        play(game, "pass")
    play(game, f"draw {FIELD}", "place 1,2", "deploy barn corner NW")
    while game.step != "deploy":
        play(game, f"draw {FIELD}" if game.step == "draw" else "place 0,3" if game.step == "place" else "pass")
    assert game.actor == "red" and {text.split()[1] for text in offered(game, "close")} == {"meeple"}
    assert refusal(game, "close wagon 0,1") == ("R-TOW-08", "guard_unfit")
    play(game, "tower 0,1")
    kinds = {text.split()[2] for text in offered(game, "capture")}
    assert kinds == {"mayor", "wagon"} | ({"builder"} if special == "on" else set())
    play(game, "capture blue wagon")
    assert prisoners(game) == [("red", "blue", "wagon")] and game.supply["blue"]["barn"] == 0


# -- the wheel of fortune ---------------------------------------------------------------------------------------------
# A tower beside the wheel, which reaches its tiles from the first piece on.
BESIDE_WHEEL = "lay tower/FFFF-monastery 0,-2"


@rule("COMB-077", "TOW-15", "WOF-22", "GEN-10")
def test_followers_on_crown_spaces_are_not_captured() -> None:
    """Four storeys high the tower reaches across the wheel: to Blue's knight in its south, to no crown space."""
    lines = (BESIDE_WHEEL, "hold blue crown_taxes 1", "hold blue crown_storm 1", "stand blue meeple city at 0,2")
    game = raised(table(with_box("wheel_of_fortune"), *lines), 3, "0,-2")
    play(game, f"draw {FIELD}", "place 0,-3", "tower 0,-2")
    assert offered(game) == ["pass", "capture blue meeple city S at 0,2"]


@rule("COMB-077", "R-WOF-06", "R-TOW-10", "R-TOW-20")
def test_the_plague_takes_a_guard_and_no_prisoner() -> None:
    """Red has nobody in the open but a guard: he goes home, and the tower is open again."""
    game = raised(table(with_box("wheel_of_fortune"), BESIDE_WHEEL), 2, "0,-2")
    closed(imprisoned(game, "red", "blue"), "red", "0,-2")
    play(before(game, "plague"), f"draw {W}WF31-1")
    assert game.supply["red"] == {"meeple": 6} and prisoners(game) == [("blue", "red", "meeple")]
    assert game.step == "place" and height_of(game, "0,-2") == 2
    play(game, game.options[0].text)
    assert "tower 0,-2" in offered(game)


@rule("COMB-077", "D-TOW-04", "D-WOF-02")
def test_a_ransom_in_the_middle_of_a_plague() -> None:
    """Red chooses whom the plague takes; Blue buys a prisoner back meanwhile, and is asked after Red."""
    red = ("stand red meeple field at 1,2", "stand red meeple city at -1,-1")
    blue = ("stand blue meeple road at 2,1", "stand blue meeple road at 1,-1", "points blue 3")
    game = table(with_box("wheel_of_fortune"), BESIDE_WHEEL, *red, *blue)
    play(before(imprisoned(game, "blue", "red"), "plague"), f"draw {W}WF31-1")
    assert (game.actor, game.step) == ("red", "plague")
    assert refusal(game, "ransom meeple red") == ("TOW-10", "no_such_prisoner")
    game.play("ransom meeple red", "blue")
    assert (game.actor, game.step) == ("red", "plague") and game.scores == {"red": 3, "blue": 0}
    play(game, offered(game, "plague")[0])
    assert game.actor == "blue" and game.supply["blue"]["meeple"] == 5


# -- the Count of Carcassonne -----------------------------------------------------------------------------------------
@rule("COMB-078", "TOW-15", "CNT-11", "GEN-10")
def test_followers_in_the_city_of_carcassonne_are_not_captured() -> None:
    """A tower that reaches across the whole city finds Blue's monk at its foot, and nobody in the quarters."""
    quarters = ("hold blue castle_quarter 1", "hold blue market_quarter 1")
    lines = ("lay tower/FFFF-monastery -1,-2", *quarters, "stand blue meeple monastery at -1,-2")
    game = raised(table(with_box("count"), *lines), 4, "-1,-2")
    play(game, f"draw {FIELD}", "place -1,-3", "tower -1,-2")
    assert offered(game) == ["pass", "capture blue meeple monastery at -1,-2"]


@rule("COMB-078", "R-TOW-15", "R-CNT-02")
@pytest.mark.parametrize("trigger", ["any_points", "tile_scoring"])
def test_a_ransom_is_nothing_that_the_count_looks_at(trigger: str) -> None:
    """Blue completes Red's road and has been paid a ransom: that is not a score, and Blue may enter the city."""
    lines = (f"option count_trigger {trigger}", *ROAD, "points red 5", "turn blue")
    game = imprisoned(table(with_box("count"), *lines), "red", "blue")
    play(game, END_ROAD[0])
    game.play("ransom meeple blue", "red")
    play(game, *END_ROAD[1:])
    assert game.scores == {"red": 6, "blue": 3} and (game.actor, game.step) == ("blue", "quarter")


@rule("COMB-078", "R-TOW-15")
@pytest.mark.parametrize("trigger", ["any_points", "tile_scoring"])
def test_paying_a_ransom_buys_no_place_in_the_city(trigger: str) -> None:
    """Red pays Blue, and nobody scores: the turn is over."""
    game = table(with_box("count"), f"option count_trigger {trigger}", "points red 5")
    play(imprisoned(game, "red", "blue"), f"draw {FIELD}", "ransom meeple blue", "place -1,-2", "pass")
    assert (game.player, game.step) == ("blue", "draw") and game.scores == {"red": 2, "blue": 3}


# -- everything -------------------------------------------------------------------------------------------------------
def test_the_options_are_those_of_the_specification() -> None:
    spec = read_spec(specs()["tower"])
    written = [(option.name, option.values, option.ruling) for option in spec.options]
    assert written == [(option.name, option.values, option.ruling) for option in info("tower").options]
    assert spec.status == "complete" and len(spec.of("rule")) == 15


@rule("TOW-02")
@pytest.mark.parametrize("copies", [0, 4])
def test_any_number_of_foundations(copies: int) -> None:
    """None at all, or more than a machine word has bits."""
    game = Game(Setup(boxes=("tower", "princess_and_dragon"), tiles={"tower": copies}), seed=copies)
    chooser = bots.make("random", copies)
    while not game.over:
        game.play(chooser.choose(game))
    built = {event.facts["cell"] for event in game.events if event.name == "tower_built"}
    assert (len(built) == 0) is (copies == 0)
    assert Game.read(game.record) == game


@pytest.mark.parametrize("boxes", [("tower",), expansions("carcassonne")], ids=["alone", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_games_come_to_an_end_and_can_be_told(boxes: tuple[str, ...], seed: int) -> None:
    """Random games with every house rule of the box: told in every language, and read back from their records."""
    options = {option.name: option.values[seed % len(option.values)] for option in info("tower").options}
    game = Game(Setup(boxes=boxes, players=("red", "blue", "green"), options=options), seed=seed)
    chooser = bots.make("random", seed)
    texts = [game.texts(language) for language in LANGUAGES]
    while not game.over:
        for text in texts:
            assert text.has(f"steps.{game.step}")
            assert "{" not in game.options[-1].sentence(text)
        for seat in game.seats:
            if seat != game.actor and ransoms(game, seat) and len(game.moves) % 3 == 0:
                game.play(ransoms(game, seat)[0], seat)
        game.play(chooser.choose(game))
    for event in game.events:
        for text in texts:
            told_event = event.text(text)
            assert "{" not in told_event and "events." not in told_event and "lines." not in told_event
    assert Game.read(game.record) == game
    assert {"tower_built", "tower_closed", "captured"} <= {event.name for event in game.events}
