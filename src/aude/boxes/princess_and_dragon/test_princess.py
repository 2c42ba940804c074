"""The princess sends followers away; the magic portal lets them go anywhere."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.princess_and_dragon.conftest import (
    BOX,
    CAP_PRINCESS,
    FIELD,
    KNIGHT,
    LAIR,
    PD,
    PORTAL,
    STRAIGHT,
    THIEF,
    with_fairy,
)
from aude.engine.figures import deploy, free_figure
from aude.testing import offered, play, refusal, rule, scenario, spots, table, told

WITH_LARGE = "boxes princess_and_dragon inns_and_cathedrals"
WITH_BUILDER = "boxes princess_and_dragon traders_and_builders"
LARGE = "stand red large_follower city at 0,0"
# A city of two tiles, open in the north; a princess joins it there.
LONGER = "lay base/FCFC-cEW 0,-1 turn 90"
OPEN_PRINCESS = (f"draw {PD}CCFC-cNEW-princess", "place 0,-2 turn 90")


# -- the princess -----------------------------------------------------------------------------------------------------
@rule("PD-07", "PD-09", "D-PD-01", "R-PD-15", "R-PD-37", "TURN-05")
def test_the_princess_sends_one_follower_away() -> None:
    """Anybody's, also Red's own, and also from a city that her tile completes: before it is scored."""
    game = table(BOX, LONGER, KNIGHT, "stand blue meeple city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 0,-2 turn 180")
    assert (game.actor, game.step) == ("red", "princess")
    assert offered(game) == ["pass", "dismiss red meeple city N at 0,0", "dismiss blue meeple city N.S at 0,-1"]
    own = play(game.copy(), "dismiss red meeple city")
    assert own.scores == {"red": 0, "blue": 6} and own.supply["red"] == {"meeple": 7}
    play(game, "dismiss blue meeple city")
    assert told(game, "sent_away", "returned")[0] == "red sent_away blue meeple city N.S at 0,-1"
    assert game.scores == {"red": 6, "blue": 0}
    assert game.supply["blue"] == {"meeple": 7}


@rule("PD-11", "TURN-05")
def test_who_has_sent_somebody_away_places_nobody_and_leaves_the_fairy() -> None:
    """Red has a farmer and places to go, and is asked no more; having passed, Red is asked for both."""
    game = table(BOX, KNIGHT, "stand red meeple field ER at 0,0", "stand blue meeple road at 0,0")
    play(game, *OPEN_PRINCESS[:1], "place 0,-1 turn 180")
    passed = play(game.copy(), "pass")
    assert passed.step == "deploy"
    assert play(passed, "pass").step == "fairy"
    play(game, "dismiss red meeple city")
    assert (game.player, game.step) == ("blue", "draw")


@rule("PD-07")
def test_without_followers_in_the_city_the_princess_asks_nothing() -> None:
    """Red's thief stands on the same tile, but not in the city."""
    game = play(table(BOX, THIEF), *CAP_PRINCESS)
    assert game.step == "deploy"
    assert refusal(play(table(BOX, KNIGHT, THIEF), *CAP_PRINCESS), "dismiss red meeple road") == ("PD-07", "other_city")


@rule("R-PD-01")
@pytest.mark.parametrize(("value", "first"), [("may", "pass"), ("must", "dismiss red meeple city N at 0,0")])
def test_may_or_must(value: str, first: str) -> None:
    game = play(table(BOX, f"option princess_action {value}", KNIGHT), *CAP_PRINCESS)
    assert offered(game)[0] == first and offered(game)[-1] == "dismiss red meeple city N at 0,0"


@rule("PD-10", "EX-PD-04", "R-PD-02", "IC-10", "COMB-043")
def test_a_large_follower_stays_while_another_follower_is_there() -> None:
    """Blue's knight beside Red's large follower: only the knight may go."""
    game = scenario("large_follower")
    assert offered(game) == ["pass", "dismiss blue meeple city N.S at 0,-1"]
    assert refusal(game, "dismiss red large_follower city") == ("PD-10", "large_protected")


@rule("PD-10", "IC-10", "COMB-043")
def test_a_large_follower_alone_may_go() -> None:
    game = play(table(WITH_LARGE, LARGE), *CAP_PRINCESS)
    assert offered(game) == ["pass", "dismiss red large_follower city N at 0,0"]
    play(game, "dismiss red large_follower city")
    assert game.supply["red"]["large_follower"] == 1 and game.scores["red"] == 0


@rule("R-PD-02", "COMB-043")
def test_by_option_a_large_follower_is_like_any_other() -> None:
    game = table(WITH_LARGE, "option princess_large free", LONGER, LARGE, "stand blue meeple city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 0,-2 turn 180")
    assert offered(game)[1:] == ["dismiss blue meeple city N.S at 0,-1", "dismiss red large_follower city N at 0,0"]


@rule("R-PD-23")
def test_two_large_followers_protect_each_other() -> None:
    """Neither may go, so Red is not asked, not even by `must`."""
    game = table(WITH_LARGE, "option princess_action must", LONGER, LARGE, "stand blue large_follower city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 0,-2 turn 180")
    assert game.step == "deploy"


@rule("R-PD-23", "COMB-053")
def test_a_builder_does_not_protect_a_large_follower() -> None:
    """Red's large follower is the only follower there, whatever builder is beside it."""
    both = "boxes princess_and_dragon traders_and_builders inns_and_cathedrals"
    game = table(both, LONGER, LARGE, "stand red builder city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 0,-2 turn 180")
    assert offered(game) == [
        "pass", "dismiss red builder city N.S at 0,-1", "dismiss red large_follower city N at 0,0",
    ]  # fmt: skip
    play(game, "dismiss red large_follower")
    assert game.supply["red"]["builder"] == 1  # left alone, it goes home too (TB-25)


@rule("PD-08", "R-PD-22", "COMB-053")
@pytest.mark.parametrize(("value", "taken"), [("on", True), ("off", False)])
def test_the_builder_may_be_sent_away(value: str, taken: bool) -> None:
    game = table(WITH_BUILDER, f"option princess_builder {value}", LONGER, KNIGHT, "stand red builder city at 0,-1")
    play(game, f"draw {PD}CRRR-princess", "place 0,-2 turn 180")
    assert ("dismiss red builder city N.S at 0,-1" in offered(game)) is taken
    if taken:
        play(game, "dismiss red builder")
        assert game.supply["red"] == {"meeple": 6 + 1, "builder": 1, "pig": 1}  # the city was completed and scored
        assert game.scores["red"] == 6
    else:
        assert refusal(game, "dismiss red builder city") == ("R-PD-22", "princess_followers_only")
        assert refusal(game, "dismiss blue meeple city") == ("PD-07", "not_offered")  # Blue has nobody there


@rule("R-PD-36")
def test_the_princess_means_the_city_that_she_is_drawn_in() -> None:
    """A tile with two cities: she lives in the northern one, and the knight is in the other."""
    tile = f"{PD}CCCF-cES-princess-pennant"
    for place, asked in (("0,-1 turn 0", False), ("0,-1 turn 180", True)):
        game = play(table(BOX, KNIGHT), f"draw {tile}", f"place {place}")
        assert (game.step == "princess") is asked


@rule("R-PD-29")
def test_without_the_princess_or_the_portal() -> None:
    """Their signs are decoration."""
    assert play(table(BOX, "without princess", KNIGHT), *CAP_PRINCESS).step == "deploy"
    game = play(table(BOX, "without portal"), *PORTAL)
    assert not [spot for spot in spots(game) if " at " in spot]


# -- the magic portal -------------------------------------------------------------------------------------------------
def elsewhere(game: Game) -> list[str]:
    """Where a figure may go besides the new tile."""
    return [spot for spot in spots(game) if " at " in spot]


@rule("PD-12", "D-PD-02", "COMB-005")
def test_through_the_portal_to_any_tile() -> None:
    """Unoccupied features that are not scored: Blue's monastery is taken, the finished city has been scored."""
    game = table(
        BOX, "lay base/CFFF 0,-1 turn 180", "lay base/FFFF-monastery 0,1", "stand blue meeple monastery at 0,1"
    )
    play(game, *PORTAL)
    assert "meeple road E" in spots(game)
    assert elsewhere(game) == [
        "meeple road E.W at 0,0",
        "meeple field EL.WR at 0,0",
        "meeple field ER.SL.SR.WL at 0,0",
        "meeple field NL.NR.EL.ER.WL.WR at 0,-1",
        "meeple field NL.NR.EL.ER.SL.SR.WL.WR at 0,1",
    ]
    assert refusal(game, "deploy meeple city N at 0,0") == ("PD-12", "portal_scored")
    assert refusal(game, "deploy meeple monastery at 0,1") == ("PD-12", "portal_taken")
    play(game, "deploy meeple field ER at 0,0")
    assert told(game, "deployed") == ["red deployed meeple field ER.SL.SR.WL at 0,0"]
    assert (game.player, game.supply["red"]) == ("blue", {"meeple": 6})


@rule("PD-12", "BASE-16")
def test_a_follower_goes_through_the_portal_to_what_suits_it_only() -> None:
    game = play(table(f"{BOX} abbot"), *PORTAL)
    assert refusal(game, "deploy abbot city N at 0,0") == ("BASE-16", "spot_unfit")


@rule("PD-12")
def test_only_the_portal_tile_opens_a_way() -> None:
    game = play(table(BOX), f"draw {STRAIGHT}", "place 1,0")
    assert elsewhere(game) == []


@rule("PD-13", "COMB-053", "GEN-04")
def test_builder_and_pig_do_not_use_the_portal() -> None:
    """Red's road and field are on other tiles; on the portal's own tile they may be placed as ever."""
    game = table(WITH_BUILDER, f"lay {FIELD} 0,1", "stand red meeple field at 0,1", "stand red meeple city at 0,0")
    play(game, *PORTAL)
    assert not [spot for spot in elsewhere(game) if spot.split()[0] in ("builder", "pig")]
    assert refusal(game, "deploy builder city N at 0,0") == ("PD-13", "portal_followers_only")
    assert "pig field SR.WL" in spots(game)


@rule("R-PD-14")
def test_nobody_goes_where_the_dragon_is() -> None:
    """The dragon's tile is nothing but field: the field is reached from another tile."""
    game = play(table(BOX, LAIR), *PORTAL)
    assert elsewhere(game) and not [spot for spot in elsewhere(game) if spot.endswith("at 0,1")]
    assert refusal(game, "deploy meeple field NL at 0,1") == ("R-PD-14", "dragon_there")


@rule("R-PD-25", "PD-12")
def test_a_feature_that_the_portal_tile_completes_is_not_scored_yet() -> None:
    """Red's portal tile is the eighth around an empty monastery: a follower goes there and scores 9."""
    ring = ["lay base/FFFF-monastery 0,1", f"lay {STRAIGHT} -1,0", f"lay {FIELD} -1,1", f"lay {FIELD} 1,1",
            f"lay {FIELD} 0,2", "lay base/FFRF-monastery -1,2", "lay base/FFRF-monastery 1,2"]  # fmt: skip
    game = play(table(BOX, *ring), *PORTAL[:1], "place 1,0 turn 180")
    assert "meeple monastery at 0,1" in elsewhere(game)
    play(game, "deploy meeple monastery at 0,1")
    assert told(game, "scored") == ["red scores 9: tiles 9"]


@rule("R-PD-17")
def test_the_portal_leads_to_segments_only() -> None:
    """Every spot that it offers is a segment of a tile; what other boxes reserve is not among them."""
    game = play(table(BOX), *PORTAL)
    assert {spot.split()[1] for spot in elsewhere(game)} == {"city", "road", "field"}


@rule("PD-15")
def test_who_has_used_the_portal_leaves_the_fairy() -> None:
    game = with_fairy(table(BOX, "stand red meeple field ER at 0,0"), 0, 0)
    deploy(game.state, free_figure(game.state, 0, 1), int(game.state.slot_first[0]) + 1)
    play(game, *PORTAL, "deploy meeple city N at 0,0")
    assert game.player == "blue"
