"""The princess and the dragon with the other boxes of the catalog."""

from __future__ import annotations

import pytest

from aude import Game, Setup, bots
from aude.boxes.princess_and_dragon.conftest import (
    FIELD,
    KNIGHT,
    LAIR,
    PD,
    STRAIGHT,
    THIEF,
    fairy_of,
    whereabouts,
    with_dragon,
    with_fairy,
)
from aude.boxes.river.test_rules import gone
from aude.boxes.shrines_and_heretics.test_rules import HERETIC, MONK, ring
from aude.catalog.boxes import expansions, info
from aude.catalog.texts import LANGUAGES
from aude.testing import offered, play, refusal, rule, spots, table, told

VOLCANO_LAKE = "river2/FFFS-volcano"
AN = "anniversary_20/AN-"
ROAD_DRAGON = (f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0")
# ANYWHERE at 0,1: its arrow points at 0,2, where the next tile is laid.
ARROW = f"lay {AN}I 0,1 turn 180"
UNDERPASS = (f"draw {PD}RCRC-cEW-rNS-underpass-dragon", "place 1,0 turn 90")
GARDEN = "base/FRFR-rEW-garden"


def with_box(*names: str) -> str:
    return " ".join(["boxes princess_and_dragon", *names])


def both_orders(name: str) -> list[str]:
    """The boxes line with this box first, and with the other first."""
    return [with_box(name), f"boxes {name} princess_and_dragon"]


# -- rivers -----------------------------------------------------------------------------------------------------------
@rule("PD-06", "RIV-14", "EX-RIV-03", "COMB-017", "R-RIV-07")
@pytest.mark.parametrize("skips", ["to_step17", "follower_only"])
@pytest.mark.parametrize(("turn", "player"), [("again", "red"), ("next", "blue")])
def test_the_volcano_lake_brings_the_dragon(turn: str, player: str, skips: str) -> None:
    """No follower on it, the dragon stands there, Red draws again, and dragon tiles are laid from now on."""
    options = {"first_player": "seat1", "volcano_lake_turn": turn, "volcano_skips": skips}
    game = Game(Setup(boxes=("river_ii", "princess_and_dragon"), options=options), deal=False)
    game.lay("\n".join(gone(["river_ii"], VOLCANO_LAKE)))
    play(game, f"draw {VOLCANO_LAKE}", "place 1,0")
    assert (game.player, game.step, whereabouts(game)) == (player, "draw", {"dragon": "1,0"})
    play(game, f"draw {PD}FRFR-rEW-dragon")
    assert told(game, "set_aside") == [] and game.step == "place"


# -- the abbot --------------------------------------------------------------------------------------------------------
@rule("COMB-025", "R-ABB-07")
def test_an_abbot_is_eaten_and_protected_like_any_follower() -> None:
    """The dragon sends him home; the fairy may be put to him, and brings his owner the points."""
    game = table(with_box("abbot"), LAIR, f"lay {FIELD} 0,2", "stand red abbot monastery at 0,2")
    eaten = play(game.copy(), *ROAD_DRAGON, "pass", "pass", "dragon 0,2")
    assert eaten.supply["red"]["abbot"] == 1
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", "fairy 0,2")
    assert game.if_ended_now["red"] == 2 + 3
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 2,0 turn 0", "pass")
    assert len(told(game, "dragon_moved")) == 3 and game.supply["red"]["abbot"] == 0  # to 0,0, 1,0 and 2,0


@rule("COMB-025", "R-ABB-04", "R-PD-33")
@pytest.mark.parametrize(("skips", "recall"), [("to_step17", False), ("follower_only", True)])
def test_no_recall_on_a_volcano(skips: str, recall: bool) -> None:
    """As a rule step 7 is left out; with `follower_only` the abbot may come home, and nothing else is offered."""
    option = f"option volcano_skips {skips}"
    game = table(with_box("abbot"), option, f"lay {FIELD} 0,1", "stand red abbot monastery at 0,1")
    play(game, f"draw {PD}FFRF-volcano", "place 0,2 turn 0")
    assert (game.player == "red") is recall
    if recall:
        assert offered(game) == ["pass", "recall abbot monastery at 0,1"]
        assert play(game, "recall abbot").scores["red"] == 3


@rule("R-ABB-05", "R-ABB-08", "COMB-025")
def test_after_a_recall_the_fairy_stays_and_brings_nothing() -> None:
    """The abbot's two tiles, no bonus though he has her company; Red has a thief, and is not asked."""
    game = table(with_box("abbot"), f"lay {FIELD} 0,1", "stand red abbot monastery at 0,1", THIEF)
    with_fairy(game, 0, 1)
    play(game, f"draw {STRAIGHT}", "place 1,0", "recall abbot")
    assert told(game, "scored") == ["red scores 3: tiles 3"]
    assert game.player == "blue" and whereabouts(game) == {"fairy": "0,1"}


# -- anniversary ------------------------------------------------------------------------------------------------------
@rule("COMB-036", "R-PD-14")
@pytest.mark.parametrize("boxes", both_orders("anniversary"))
def test_anywhere_but_where_the_dragon_is(boxes: str) -> None:
    """The symbol offers every tile but the dragon's."""
    game = table(boxes, ARROW, f"lay {PD}FFFF-volcano 1,1", "stand blue meeple monastery at 0,1")
    play(game, f"draw {FIELD}", "place 0,2")
    assert [spot.split()[-1] for spot in spots(game) if " at " in spot] == ["0,0"] * 4 + ["0,1"]
    assert refusal(game, "deploy meeple field NL at 1,1") == ("R-PD-14", "dragon_there")


@rule("COMB-036")
@pytest.mark.parametrize("boxes", both_orders("anniversary"))
def test_portal_and_anywhere_together_place_one_follower(boxes: str) -> None:
    """What both allow is offered once; having placed one follower, Red is done."""
    game = play(table(boxes, ARROW), f"draw {PD}FRRR-portal", "place 0,2 turn 0")
    assert told(game, "activated_anywhere")
    found = spots(game)
    assert len(found) == len(set(found)) and len([spot for spot in found if " at " in spot]) == 6
    play(game, "deploy meeple city N at 0,0")
    assert (game.player, game.supply["red"]) == ("blue", {"meeple": 6})


@rule("COMB-036")
def test_on_a_volcano_anywhere_lapses_and_extra_stays() -> None:
    """Nobody is asked for a figure; an extra turn earned by the volcano's tile is taken."""
    game = play(table(with_box("anniversary"), ARROW), f"draw {PD}FFRF-volcano", "place 0,2 turn 0")
    assert told(game, "activated_anywhere") and (game.player, game.step) == ("blue", "draw")
    extra = table(with_box("anniversary"), f"lay {AN}L 1,0 turn 180")
    play(extra, f"draw {PD}FRFR-rEW-volcano", "place 2,0 turn 0")
    assert told(extra, "extra_turn") == ["red extra_turn"] and extra.player == "red"


@rule("R-PD-33", "COMB-036")
@pytest.mark.parametrize("boxes", both_orders("anniversary"))
def test_with_follower_only_anywhere_leads_away_from_the_volcano(boxes: str) -> None:
    game = table(boxes, "option volcano_skips follower_only", ARROW)
    play(game, f"draw {PD}FFRF-volcano", "place 0,2 turn 0")
    assert spots(game) and all(" at " in spot for spot in spots(game))


# -- traders & builders -----------------------------------------------------------------------------------------------
@rule("COMB-053", "R-PD-10", "GEN-04")
def test_builder_and_pig_are_eaten() -> None:
    """Both stand on the tile that the dragon enters; their owners' followers elsewhere stay."""
    game = table(
        with_box("traders_and_builders"), LAIR, f"lay {STRAIGHT} -1,0", "stand blue meeple road at -1,0",
        "stand blue builder road at 0,0", "stand blue meeple field ER at -1,0", "stand blue pig field ER at 0,0",
    )  # fmt: skip
    play(game, *ROAD_DRAGON, "pass")
    assert whereabouts(game) == {"dragon": "0,0"}
    assert game.supply["blue"] == {"meeple": 5, "builder": 1, "pig": 1}


@rule("COMB-053", "R-PD-10")
def test_a_builder_left_alone_by_the_dragon_goes_home() -> None:
    game = table(
        with_box("traders_and_builders"), LAIR, f"lay {STRAIGHT} -1,0", THIEF, "stand red builder road at -1,0"
    )
    play(game, *ROAD_DRAGON, "pass", "pass")
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


@rule("R-PD-24", "PD-15")
def test_a_builder_has_nothing_of_the_fairy() -> None:
    """Red's builder on her tile brings no point, no bonus, and she cannot be put to it."""
    game = table(
        with_box("traders_and_builders"), f"lay {STRAIGHT} 1,0", THIEF, "stand red builder road at 1,0", "turn blue"
    )
    with_fairy(game, 1, 0)
    assert game.if_ended_now["red"] == 2
    play(game, f"draw {FIELD}", "place 0,1", "pass")
    assert game.player == "red" and game.scores["red"] == 0
    game.state.registers[fairy_of(game).tile] = 0
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    assert offered(game) == ["pass", "fairy 0,0"]


@rule("R-TB-10", "R-TURN-04", "PD-14", "PD-15")
@pytest.mark.parametrize(("counts", "points"), [("one_turn", 0), ("two_turns", 1)])
def test_the_second_part_of_a_double_turn(counts: str, points: int) -> None:
    """It begins without the fairy's point, unless it counts as a turn; in each part she may be moved."""
    option = f"option double_turn_counts {counts}"
    game = table(
        with_box("traders_and_builders"), option, f"lay {STRAIGHT} 1,0", THIEF, "stand red builder road at 1,0"
    )
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass", "fairy 0,0", "second")
    assert game.scores["red"] == points and game.player == "red"
    play(game, f"draw {FIELD}", "place 0,1", "deploy meeple monastery")
    assert game.player == "blue"


# -- cathars, shrines, tunnel, crop circles ---------------------------------------------------------------------------
@rule("COMB-070")
def test_a_besieged_knight_may_be_sent_away() -> None:
    game = table(with_box("cathars"), "lay cathars/CFFC-cNW 0,-1 turn 180", "stand blue meeple city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 1,-1 turn 270")
    assert offered(game) == ["pass", "dismiss blue meeple city E.S at 0,-1"]


@rule("COMB-070", "TURN-14")
def test_a_knight_escapes_before_the_dragon_comes() -> None:
    """Red is asked for the escape first; who stays is eaten."""
    game = table(with_box("cathars"), LAIR, "lay cathars/CFFC-cNW 0,-1 turn 180", f"lay {FIELD} 0,-2", KNIGHT)
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0 turn 0", "pass", "pass")
    assert game.step == "escape" and whereabouts(game) == {"dragon": "0,1"}
    game.play("pass")
    assert game.step == "dragon" and game.supply["red"] == {"meeple": 7}
    assert told(game, "dragon_moved")[0] == "red dragon_moved base/CRFR-rEW 0,0 0"


@rule("R-TURN-03", "COMB-070")
@pytest.mark.parametrize(("skips", "asked"), [("to_step17", False), ("follower_only", True)])
def test_a_volcano_skips_the_escape(skips: str, asked: bool) -> None:
    option = f"option volcano_skips {skips}"
    siege = ("lay cathars/CFFC-cNW 0,-1 turn 180", f"lay {FIELD} 0,-2", KNIGHT)
    game = play(table(with_box("cathars"), option, *siege), f"draw {PD}FFFF-volcano", "place 0,1")
    assert (game.step == "escape") is asked


@rule("COMB-071", "R-SH-18")
def test_eating_the_monk_ends_the_challenge() -> None:
    """Red's monk is eaten before his monastery is scored: the heretic beside it is outdone by nobody."""
    game = ring("1,0 0,3", MONK, HERETIC, head=with_box("shrines_and_heretics"))
    with_dragon(game, -1, 1)
    play(game, f"draw {PD}FFRR-rSW-dragon", "place 1,0 turn 0", "pass", "pass", "dragon 0,1")
    while game.step == "dragon":
        game.play(next(way for way in ("dragon 0,0", "dragon 1,0", "dragon 1,1", "dragon 1,3") if way in offered(game)))
    assert len(told(game, "dragon_moved")) == 6 and told(game, "returned") == ["red returned meeple monastery at 0,1"]
    assert told(game, "outdone") == [] and game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 6}}


@rule("R-SH-09", "R-SH-14")
def test_the_fairy_brings_nothing_to_who_is_outdone() -> None:
    """Neither when the monk is first, nor in the forecast before."""
    game = with_fairy(ring("1,0 0,3", MONK, HERETIC, head=with_box("shrines_and_heretics")), 0, 2)
    assert game.if_ended_now["blue"] >= 3
    play(game, "draw base/FFRR-rSW", "place 1,0 turn 0")
    assert game.if_ended_now == {"red": 9, "blue": 0}
    play(game, "pass", "pass")
    assert told(game, "outdone") and game.scores == {"red": 9, "blue": 0}


@rule("COMB-072", "TUN-06", "R-TUN-04")
@pytest.mark.parametrize(
    ("option", "roads"), [("off", ["meeple road E.W"]), ("on", ["meeple road W", "meeple road E"])]
)
def test_the_printed_underpass(option: str, roads: list[str]) -> None:
    """One road below the city; or two exits, which two tokens join."""
    game = table(with_box("tunnel"), f"option tunnel_other_tiles {option}", LAIR)
    play(game, *UNDERPASS)
    assert sorted(spot for spot in spots(game) if "road" in spot) == sorted(roads)
    play(game, "pass")
    assert (game.step == "tunnel") is (option == "on")
    if option == "on":
        assert offered(game) == ["pass", "tunnel road E", "tunnel road W"]
        play(game, "tunnel road W")
        assert game.holdings["red"]["tunnel_token"] == 3


@rule("COMB-072", "R-TURN-03", "R-TUN-15")
@pytest.mark.parametrize("timing", ["step9", "any_time"])
@pytest.mark.parametrize(("skips", "asked"), [("to_step17", False), ("follower_only", True)])
def test_no_token_in_the_turn_of_a_volcano(skips: str, asked: bool, timing: str) -> None:
    """The exits of the tile at 1,0 are free, but step 9 is left out, unless the volcano only keeps followers off."""
    options = [f"option volcano_skips {skips}", f"option tunnel_timing {timing}", "option tunnel_other_tiles on"]
    tile = f"lay {PD}RCRC-cEW-rNS-underpass-dragon 1,0 turn 90"
    game = play(table(with_box("tunnel"), *options, tile), f"draw {PD}FFFF-volcano", "place 0,1")
    assert game.step.startswith("tunnel") is asked


@rule("COMB-073", "COMB-066", "R-TURN-02", "R-PD-03")
def test_the_dragon_comes_before_the_crop_circle() -> None:
    """Step 14 before 15, after the catapult's 13; after the scoring in the same order, and before the second part."""
    for dragon, crop, order in (
        ("before_scoring", "step15", ["dragon", "circle", "collect", "second", "escape"]),
        ("after_scoring", "step15", ["circle", "collect", "dragon", "second", "escape"]),
        ("after_scoring", "end_of_turn", ["collect", "dragon", "circle", "second", "escape"]),
    ):
        options = {"dragon_timing": dragon, "crop_timing": crop, "escape_timing": "end_of_turn"}
        boxes = ("crop_circles", "princess_and_dragon", "traders_and_builders", "cathars")
        rules = Setup(boxes=boxes, options=options).rules()
        assert sorted(order, key=lambda name: rules.step_numbers[name]) == order
        orders = {step.name: number for number, step in rules.sequences["turn"]}
        assert orders["dragon"] > (1300 if dragon == "before_scoring" else 1860)


# -- everything -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("boxes", [("princess_and_dragon",), expansions("carcassonne")], ids=["alone", "all"])
@pytest.mark.parametrize("seed", range(3))
def test_games_come_to_an_end_and_can_be_told(boxes: tuple[str, ...], seed: int) -> None:
    """Random games with every house rule of the box: told in every language, and read back from their records."""
    options = {option.name: option.values[seed % len(option.values)] for option in info("princess_and_dragon").options}
    game = Game(Setup(boxes=boxes, players=("red", "blue", "green"), options=options), seed=seed)
    chooser = bots.make("random", seed)
    texts = [game.texts(language) for language in LANGUAGES]
    while not game.over:
        for text in texts:
            assert text.has(f"steps.{game.step}")
            assert "{" not in game.options[-1].sentence(text)
        game.play(chooser.choose(game))
    for event in game.events:
        for text in texts:
            told_event = event.text(text)
            assert "{" not in told_event and "events." not in told_event and "lines." not in told_event
    assert Game.read(game.record) == game
    assert {"dragon_placed", "dragon_moved", "fairy_moved"} <= {event.name for event in game.events}
