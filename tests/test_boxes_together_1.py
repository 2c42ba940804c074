"""Boxes of the shelf together: whom the wheel, the catapult and the dragon reach; castles, bridges and Carcassonne."""

from __future__ import annotations

import pytest

from aude import Game, Illegal
from aude.boxes.bridges_castles_and_bazaars.conftest import CASTLE, KNIGHT
from aude.boxes.tower.conftest import SITE, closed, height_of, imprisoned, raised
from aude.boxes.wheel_of_fortune.conftest import LONG_CITY, SOUTH_CITY, before, draw
from aude.testing import play, rule, spots, table, told

CAP = "base/CFFF"
FIELD = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
PD = "princess_dragon/"
BCB = "bridges_castles_and_bazaars"
AN = "anniversary_20/AN-"
MANUAL = "option catapult_mode manual"


def offered(game: Game, verb: str = "") -> list[str]:
    """What the asked seat may choose, of one verb only if it is named."""
    return [option.text for option in game.options if option.text.startswith(verb)]


def plague(game: Game) -> Game:
    """Draw a tile that moves the pig onto the plague."""
    return play(before(game, "plague"), draw(1))


# -- the wheel and castles, bridges, towers ---------------------------------------------------------------------------
def wheel_castle(*lines: str) -> Game:
    """Red has founded a castle on the city in the south of the wheel, at 0,2 and 0,3; Blue draws."""
    head = (f"boxes wheel_of_fortune {BCB}", "tiles base 9", "without bridges bazaars")
    game = table(*head, *lines, "stand red meeple city at 0,2")
    return play(game, f"draw {CAP}", "place 0,3", "pass", "castle")


@rule("R-WOF-06")
def test_the_plague_may_take_a_follower_from_a_castle() -> None:
    """Red has nobody but the one on the castle: that one goes home."""
    game = plague(wheel_castle())
    assert told(game, "castle_founded") == ["red castle_founded castle at 0,2"]
    assert told(game, "stricken") == ["red stricken meeple"] and game.supply["red"]["meeple"] == 7


@rule("R-WOF-06")
def test_the_plague_may_take_a_follower_from_a_bridge() -> None:
    """Red stands on a bridge over a monastery and on the monastery below it; either may be chosen."""
    head = (f"boxes wheel_of_fortune {BCB}", "tiles base 9", "without castles bazaars")
    game = table(*head, f"lay {FIELD} 0,-2", "stand red meeple monastery at 0,-2")
    play(game, f"draw {FIELD}", "place 0,-3", "bridge E.W at 0,-2", "deploy meeple road E.W at 0,-2")
    plague(game)
    assert sorted(offered(game)) == ["plague meeple monastery at 0,-2", "plague meeple road E.W at 0,-2"]
    play(game, "plague meeple road E.W at 0,-2")
    assert game.supply["red"]["meeple"] == 6


@rule("R-WOF-03", "BCB-16")
def test_a_castle_in_a_famine() -> None:
    """A castle that is not completed feeds nobody; completed it brings 4 points at the end and 1 in a famine."""
    game = wheel_castle("stand blue meeple field at 1,2")
    waiting = play(before(game.copy(), "famine"), draw(1))
    assert waiting.scores["blue"] == 0
    play(game, "draw base/FFRF-monastery", "place -2,2 turn 270", "pass")
    assert told(game, "castle_completed") == ["castle_completed castle at 0,2"]
    assert game.if_ended_now["blue"] == 4
    assert play(before(game, "famine"), draw(1)).scores["blue"] == 1


@rule("R-WOF-08", "TOW-12")
def test_prisoners_are_no_followers_in_a_storm() -> None:
    """Blue holds two of Red's: 5 of 7 are in Red's supply."""
    game = imprisoned(table("boxes wheel_of_fortune tower"), "red", "blue", "meeple", "meeple")
    assert play(before(game, "storm"), draw(1)).scores == {"red": 5, "blue": 7}


@rule("R-WOF-08", "R-WOF-09", "R-WOF-10", "COMB-083", "WOF-14")
def test_mayor_wagon_and_barn_beside_the_wheel() -> None:
    """A mayor is one knight for the taxes; mayor and wagon count in a storm and go onto the wheel, a barn does not."""
    head = "boxes wheel_of_fortune abbey_and_mayor"
    taxes = table(head, *LONG_CITY, "stand red mayor city at 3,-1")
    assert play(before(taxes, "taxes"), draw(1)).scores == {"red": 4, "blue": 0}
    storm = play(before(table(head), "storm"), draw(1))
    assert storm.scores == {"red": 9, "blue": 9}
    play(storm, "place 0,-2 turn 0")
    assert {text.split()[1] for text in offered(storm, "crown")} == {"meeple", "mayor", "wagon"}
    with pytest.raises(Illegal) as refusal:
        storm.play("crown barn taxes")
    assert refusal.value.rule == "WOF-18"


@rule("R-WOF-03", "COMB-083")
def test_a_barn_scores_nothing_in_a_famine() -> None:
    """Red's barn lies in the field of the completed city: 4 at the end, nothing now."""
    head = ("boxes wheel_of_fortune abbey_and_mayor", "tiles base 3")
    game = table(*head, SOUTH_CITY, f"lay {FIELD} 1,3", f"lay {FIELD} 2,3")
    play(game, f"draw {FIELD}", "place 2,4")
    assert offered(game, "deploy barn") == []
    play(game, "pass", f"draw {FIELD}", "place 1,4", "deploy barn corner NE")
    assert game.if_ended_now["blue"] == 4
    assert play(before(game, "famine"), draw(1)).scores == {"red": 0, "blue": 0}


# -- the wheel and the City of Carcassonne ----------------------------------------------------------------------------
@rule("WOF-15", "COMB-102", "CNT-11", "GEN-10")
def test_the_plague_does_not_enter_the_city_of_carcassonne() -> None:
    """Red stands in two quarters and on the block's road: only the thief is taken. Blue, in a quarter only, is safe."""
    quarters = ("hold red castle_quarter 1", "hold red market_quarter 1", "hold blue market_quarter 1")
    game = plague(table("boxes count wheel_of_fortune", *quarters, "stand red meeple road at 0,1"))
    assert told(game, "stricken") == ["red stricken meeple"]
    assert game.holdings["red"]["castle_quarter"] == game.holdings["red"]["market_quarter"] == 1
    assert (game.supply["red"]["meeple"], game.supply["blue"]["meeple"]) == (5, 6)


@rule("R-WOF-13", "COMB-102", "R-CNT-02")
@pytest.mark.parametrize(("trigger", "event", "asked"), [
    ("any_points", "storm", False), ("any_points", "inquisition", True), ("tile_scoring", "storm", True),
])  # fmt: skip
def test_points_of_the_wheel_keep_a_player_out_of_carcassonne(trigger: str, event: str, asked: bool) -> None:
    """Blue completes Red's road with a wheel tile. What a storm has brought Blue counts, unless tiles alone do."""
    land = (f"lay {STRAIGHT} 0,2 turn 90", f"lay {FIELD} -1,2", f"lay {FIELD} -1,3", f"lay {STRAIGHT} -1,4")
    lines = (f"option count_trigger {trigger}", *land, "lay base/FRRR 0,4 turn 90", "stand red meeple road at 0,1")
    game = play(before(table("boxes count wheel_of_fortune", *lines, "turn blue"), event), draw(1))
    assert game.scores["blue"] == (7 if event == "storm" else 0)
    play(game, "place 0,3 turn 90", "pass")
    assert told(game, "scored")[-1] == "red scores 4: tiles 4"
    assert (game.player, game.step) == (("blue", "quarter") if asked else ("red", "draw"))


# -- the catapult and towers ------------------------------------------------------------------------------------------
@rule("COMB-075", "R-CAT-07", "TOW-12")
@pytest.mark.parametrize("head", ["boxes tower catapult", "boxes catapult tower"])
def test_a_guard_is_hit_and_the_pieces_stay(head: str) -> None:
    """Red knocks Blue's guard out: home, not to prison. The tower keeps its pieces and is open; it is not seduced."""
    game = closed(raised(table(head, MANUAL, SITE), 2), "blue")
    play(game, "draw catapult/CA06", "place 0,2 turn 0", "pass")
    assert offered(play(game.copy(), "token seduction")) == ["miss"]
    play(game, "token knock-out")
    assert len(offered(game, "hit blue meeple")) == 1 and len(offered(game)) == 2
    play(game, offered(game, "hit")[0], "rest", "rest")
    assert game.supply["blue"]["meeple"] == 7 and height_of(game) == 2
    play(game, f"draw {STRAIGHT}", "place 1,0")
    assert {"tower 0,1", "close meeple 0,1"} <= set(offered(game))


@rule("R-CAT-07", "COMB-075")
def test_a_prisoner_is_not_hit() -> None:
    """Red's only follower outside of the supply is Blue's prisoner: no token reaches it."""
    game = imprisoned(table("boxes tower catapult", MANUAL, SITE), "red", "blue")
    play(game, "draw catapult/CA06", "place 0,2 turn 0", "pass", "token knock-out")
    assert offered(game) == ["rest"]


# -- the dragon and the portal ----------------------------------------------------------------------------------------
@rule("R-PD-11", "PD-26", "COMB-067", "COMB-064")
def test_one_dragon_among_guard_castle_and_thief() -> None:
    """It comes to the tower and to the tile of castle and thief: guard and thief are eaten, the castle is safe."""
    head = (f"boxes princess_and_dragon tower {BCB}", "tiles base 9", "without bridges bazaars")
    game = table(*head, SITE, f"lay {PD}FFFF-volcano 0,2", KNIGHT, "stand blue meeple road at 0,0")
    play(game, *CASTLE[:2], "pass", "pass", "castle")
    closed(raised(game, 1), "blue")
    assert (game.supply["blue"]["meeple"], game.supply["red"]["meeple"]) == (5, 6)
    play(game, f"draw {PD}FRFR-rEW-dragon", "place 1,0", "pass", "pass")
    assert [line.split()[3] for line in told(game, "dragon_moved")][:2] == ["0,1", "0,0"]
    assert (game.supply["blue"]["meeple"], game.supply["red"]["meeple"]) == (7, 6)


@rule("R-PD-17", "PD-12")
def test_a_portal_leads_to_no_tower_castle_crown_or_quarter() -> None:
    """All of them are on the table; what the portal offers are segments of land tiles."""
    head = (f"boxes princess_and_dragon tower count wheel_of_fortune {BCB}", "tiles base 9", "without bridges bazaars")
    game = table(*head, "lay tower/FFFF-monastery -3,0", "stand red meeple city at -2,1")
    play(raised(game, 1, "-3,0"), f"draw {CAP}", "place -2,2", "pass", "pass", "castle")
    play(game, f"draw {PD}FRRR-portal")
    play(game, offered(game, "place")[0])
    assert {spot.split()[1] for spot in spots(game) if " at " in spot} == {"road", "city", "field", "monastery"}
    assert "close meeple -3,0" in offered(game) and offered(game, "crown meeple")  # by their own rules


@rule("R-PD-19", "COMB-067", "R-BCB-03")
def test_a_bridge_that_the_tile_needs_is_built_before_the_princess() -> None:
    """Her tile leads a road into a field and needs a bridge; who sends the knight away does without step 6 only."""
    head = (f"boxes princess_and_dragon {BCB}", "tiles base 9", "without castles bazaars")
    game = table(*head, f"lay {STRAIGHT} -1,0", f"lay {FIELD} -1,-1", "stand blue meeple city at 0,0")
    play(game, f"draw {PD}CRRR-princess", "span 0,-1 turn 180")
    assert told(game, "bridge_built") == ["red bridge_built road E.W at -1,-1"] and game.step == "princess"
    play(game, "dismiss blue meeple city N at 0,0")
    assert (game.player, game.step, game.holdings["red"]["bridge"]) == ("blue", "draw", 2)


@rule("R-PD-19", "COMB-067")
def test_who_sends_a_knight_away_builds_no_bridge() -> None:
    """A bridge might be built over the road north of the princess, but not in a turn in which she was heard."""
    head = (f"boxes princess_and_dragon {BCB}", "tiles base 9", "without castles bazaars")
    around = [f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", *(f"lay {FIELD} {c}" for c in ("2,-1", "2,-2", "2,-3"))]
    north = [f"lay {FIELD} 1,-3", f"lay {STRAIGHT} 0,-3 turn 90", f"lay {STRAIGHT} 0,-2 turn 90"]
    game = table(*head, *around, *north, "stand blue meeple city at 0,0")
    play(game, f"draw {PD}CRRR-princess", "place 0,-1 turn 180")
    kept = play(game.copy(), "pass")
    assert kept.step == "bridge" and "bridge E.W at 0,-2" in offered(kept)
    play(game, "dismiss blue meeple city N at 0,0")
    assert (game.player, game.step, game.holdings["red"]["bridge"]) == ("blue", "draw", 3)


# -- the anniversary --------------------------------------------------------------------------------------------------
@rule("R-ANN-05", "COMB-037", "COMB-039")
def test_add_joins_nobody_on_a_castle_or_a_tower() -> None:
    """Red stands on both, and on a road: a second follower may only join the thief."""
    head = (f"boxes anniversary tower {BCB}", "tiles base 9", "without bridges bazaars")
    game = play(table(*head, SITE, KNIGHT, "stand red meeple road at 0,0"), *CASTLE)
    closed(raised(game, 1), "red")
    play(game, f"draw {FIELD}", "place 0,2", "pass", f"draw {AN}C", "place -1,1 turn 0")
    assert len(told(game, "activated_add")) == 1
    assert [spot for spot in spots(game) if " at " in spot] == ["meeple road E.W at 0,0"]


@rule("R-ANN-05", "COMB-040")
def test_add_joins_nobody_on_the_wheel_or_in_carcassonne() -> None:
    """Red stands on a crown space, in a quarter and on a road: a second follower may only join the thief."""
    places = ("hold red crown_taxes 1", "hold red market_quarter 1", "stand red meeple road at 0,1")
    game = table("boxes anniversary count wheel_of_fortune", *places)
    play(game, f"draw {AN}C", "place -3,0 turn 0")
    assert len(told(game, "activated_add")) == 1
    assert [spot for spot in spots(game) if " at " in spot] == ["meeple road S at 0,1"]
