"""Bridges, castles and bazaars with the other boxes of the catalog."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.conftest import (
    BAZAAR,
    CAP,
    CASTLE,
    END,
    FIELD,
    KNIGHT,
    LONG_ROAD,
    ROAD_DONE,
    STRAIGHT,
    answer,
    castles_of,
    first_castle,
)
from aude.boxes.count.conftest import with_count
from aude.boxes.princess_and_dragon.conftest import with_fairy
from aude.engine.figures import exposed_slot
from aude.testing import leave_in_stack, offered, play, rule, spots, table, told

CURVE = "base/FFRR-rSW"
UNDISPUTED = ("bid 0", "pass")


def beside(other: str, *lines: str, without: str = "", players: str = "red blue") -> Game:
    """A game with this box and another one, in either order the same, and a position."""
    elements = (f"without {without}",) if without else ()
    return table(f"boxes {other} bridges_castles_and_bazaars", "tiles base 9", *elements, *lines, players=players)


def castle_beside(other: str, *lines: str) -> Game:
    """The same, and Red has founded the castle at 0,0 and 0,-1."""
    game = play(beside(other, *lines, KNIGHT, without="bridges bazaars"), *CASTLE[:2])
    return play(passing(game), "castle")


def passing(game: Game) -> Game:
    """Pass as long as that is possible."""
    while not game.over and "pass" in offered(game):
        game.play("pass")
    return game


# -- rivers, gardens and symbols --------------------------------------------------------------------------------------
@rule("COMB-019", "BCB-02")
def test_a_bridge_spans_the_river_and_does_not_end_in_it() -> None:
    """Over a river tile with fields to the north and south there is one way to build."""
    game = play(beside("river", without="castles bazaars"), "draw river/FSFS-sEW", "place 1,0")
    assert offered(game) == ["pass", "bridge N.S at 1,0", "bridge N.S at 0,0"]
    play(game, "bridge N.S at 1,0", "deploy meeple road N.S")
    assert game.if_ended_now["red"] == 1


AROUND_GARDEN = (
    f"lay {STRAIGHT} 2,0",
    f"lay {FIELD} 0,1",
    f"lay {FIELD} 1,1",
    f"lay {FIELD} 2,1",
    f"lay {FIELD} 1,-1",
)


@rule("COMB-029", "R-BCB-31", "BCB-12")
def test_a_garden_does_not_complete_a_castle() -> None:
    """Blue's abbot scores the garden beside the castle; Red's castle still waits."""
    game = castle_beside("abbot", "lay base/FRFR-rEW-garden 1,0", *AROUND_GARDEN, "stand blue abbot garden at 1,0")
    play(game, f"draw {FIELD}", "place 2,-1", "pass")
    assert game.scores == {"red": 0, "blue": 9}
    assert told(game, "castle_completed") == []


@rule("COMB-029", "BCB-12")
def test_the_monastery_of_an_abbot_completes_a_castle() -> None:
    """The monastery stands at 1,-1."""
    lines = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", f"lay {FIELD} 1,-1", f"lay {FIELD} 2,-1")
    game = castle_beside("abbot", *lines, f"lay {FIELD} 2,-2", "stand blue abbot monastery at 1,-1")
    play(game, f"draw {FIELD}", "place 0,-2", "pass", f"draw {FIELD}", "place 1,-2", "pass")
    assert game.scores == {"red": 9, "blue": 9}


@rule("COMB-039", "R-BCB-19")
def test_an_auctioned_tile_activates_arrows() -> None:
    """Blue lays the tile of the auction with its arrow to the bazaar, and has an extra turn before Red lays."""
    game = beside("anniversary", without="bridges castles")
    play(game, f"draw {BAZAAR}", "place 0,1", "pass", "draw anniversary_20/AN-K", f"draw {FIELD}")
    play(game, "choose anniversary_20/AN-K", *UNDISPUTED, "place 0,2 turn 180", "pass")
    assert told(game, "activated_extra") != [] and (game.player, game.step) == ("blue", "draw")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    assert (game.player, game.tile) == ("red", FIELD)


@rule("COMB-039", "BCB-05")
def test_a_follower_on_a_bridge_may_be_joined() -> None:
    """Red's symbol lets a second follower come to the first one on the bridge."""
    game = beside("anniversary", without="castles bazaars")
    play(game, f"draw {FIELD}", "place 0,1", "bridge E.W at 0,1", "deploy meeple road")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", "pass", "draw anniversary_20/AN-B", "place 0,2")
    assert "meeple road E.W at 0,1" in spots(game)


# -- inns, goods, builders, pigs --------------------------------------------------------------------------------------
@rule("COMB-047", "BCB-12")
def test_a_castle_takes_what_an_inn_adds() -> None:
    """A road of 5 tiles with an inn brings the castle 10."""
    game = castle_beside("inns_and_cathedrals", "lay inns_cathedrals/FRFR-rEW-inn-garden 1,0", *LONG_ROAD[1:])
    play(game, *ROAD_DONE)
    assert told(game, "scored") == ["red scores 10: castle 10"]


@rule("COMB-057", "SC-22", "TB-32")
def test_a_pig_adds_a_point_for_a_completed_castle() -> None:
    """Blue's farmer and pig lie north of the road: 4 points for the castle, and 1."""
    farm = ("stand blue meeple field NL.NR.EL.WR at 1,0", "stand blue pig field NL.NR.EL.WR at -1,0")
    game = castle_beside("traders_and_builders", *LONG_ROAD, *farm)
    assert game.if_ended_now["blue"] == 0
    play(game, *ROAD_DONE)
    assert game.if_ended_now["blue"] == 5


@rule("COMB-057", "R-TB-11", "TB-18")
def test_a_bridge_on_the_laid_tile_extends_the_builders_road() -> None:
    """And the builder may stand on the road of a bridge."""
    lines = (f"lay {STRAIGHT} 1,0", "stand red meeple road at 0,0")
    game = play(beside("traders_and_builders", *lines, without="castles bazaars"), f"draw {FIELD}", "span 2,0")
    assert "builder road E.W" in spots(game)
    game = beside("traders_and_builders", *lines, "stand red builder road at 1,0", without="castles bazaars")
    play(game, f"draw {FIELD}", "span 2,0", "pass")
    assert game.step == "second"


# -- dragon, fairy, princess, portal ----------------------------------------------------------------------------------
DRAGON = "princess_and_dragon"
LAIR = "lay princess_dragon/FFFF-volcano 0,1"  # R-PD-28: the dragon stands there


@rule("COMB-067", "R-BCB-25")
def test_the_dragon_does_not_reach_a_castle() -> None:
    """It passes 0,0, where Red's castle stands; the follower stays."""
    game = castle_beside(DRAGON, LAIR)
    play(game, "draw princess_dragon/FRFR-rEW-dragon", "place 1,0", "pass")
    assert told(game, "dragon_moved")[0].split()[3] == "0,0"
    assert game.supply["red"]["meeple"] == 6


@rule("COMB-067")
def test_the_dragon_eats_a_follower_on_a_bridge() -> None:
    """It comes to 1,0, where Red's thief stands on a bridge."""
    game = beside(DRAGON, LAIR, "hold blue bridge 0", without="castles bazaars")
    play(game, f"draw {FIELD}", "span 1,0", "deploy meeple road")
    assert game.supply["red"]["meeple"] == 6
    play(game, "draw princess_dragon/FRFR-rEW-dragon", "place -1,0", "pass", "dragon 1,0")
    assert game.supply["red"]["meeple"] == 7


@rule("R-BCB-25")
def test_which_dangers_reach_a_castle() -> None:
    """Neither dragon nor tower; a catapult does."""
    game = castle_beside(DRAGON)
    castle = first_castle(game)
    figure = list(game.state.figure_at).index(castle)
    found = {name: int(exposed_slot(game.state, figure, game.rules.danger(name))) for name in ("dragon", "tower")}
    assert found == {"dragon": -1, "tower": -1}
    assert exposed_slot(game.state, figure, game.rules.danger("catapult")) == 0


@rule("COMB-067", "R-BCB-25")
def test_a_princess_comes_before_the_castle() -> None:
    """Her tile completes Red's city: Blue may send the knight away; if not, Red may found the castle."""
    game = beside(DRAGON, KNIGHT, "turn blue", without="bridges bazaars")
    play(game, "draw princess_dragon/CRRR-princess", "place 0,-1 turn 180")
    assert game.step == "princess"
    play(sent := game.copy(), "dismiss red meeple city N at 0,0")
    assert sent.step == "draw" and told(sent, "castle_founded") == []
    play(game, "pass", "pass")
    answer(game, "red", "castle")
    assert told(game, "castle_founded") == ["red castle_founded castle at 0,0"]


@rule("R-BCB-13", "R-BCB-30", "SC-10")
@pytest.mark.parametrize(("cell", "red", "blue"), [((1, 0), 5, 8), ((0, 0), 8, 5), ((0, -1), 5, 5)])
def test_the_fairy_gives_to_her_own_company(cell: tuple[int, int], red: int, blue: int) -> None:
    """Beside Blue's thief, beside the castle's follower, or on the castle's other tile: 3 points, not for both."""
    game = with_fairy(castle_beside(DRAGON, *LONG_ROAD, "stand blue meeple road at 1,0"), *cell)
    passing(play(game, *ROAD_DONE[:2]))
    assert game.scores == {"red": red, "blue": blue}


@rule("COMB-036", "BCB-05")
@pytest.mark.parametrize("order", ["princess_and_dragon bridges_castles_and_bazaars",
                                   "bridges_castles_and_bazaars princess_and_dragon"])  # fmt: skip
def test_a_bridge_that_a_portal_reaches_too_is_offered_once(order: str) -> None:
    game = table(f"boxes {order}", "without castles bazaars", f"lay {FIELD} 0,1")
    play(game, "draw princess_dragon/FRRR-portal", "place 0,2", "bridge E.W at 0,1")
    assert spots(game).count("meeple road E.W at 0,1") == 1


@rule("R-BCB-22", "PD-02")
def test_dragon_tiles_are_replaced_in_an_auction() -> None:
    """The dragon is not in play: its tile is set aside, and another drawn."""
    game = beside(DRAGON, without="bridges castles")
    play(game, f"draw {BAZAAR}", "place 0,1", "pass", "draw princess_dragon/FRRR-dragon", f"draw {FIELD}")
    assert game.step == "offer" and told(game, "set_aside") == ["set_aside princess_dragon/FRRR-dragon"]
    play(game, f"draw {CAP}")
    assert offered(game) == [f"choose {FIELD}", f"choose {CAP}"]


@rule("R-BCB-38", "R-BCB-17")
def test_if_dragon_tiles_leave_too_few_there_is_no_auction() -> None:
    """Two tiles are left, one of them the dragon's: the other goes back into the stack, and Blue draws it."""
    game = beside(DRAGON, without="bridges castles")
    leave_in_stack(game, BAZAAR, "princess_dragon/FRRR-dragon", FIELD)
    play(game, f"draw {BAZAAR}", "place 0,1", "pass", f"draw {FIELD}", "draw princess_dragon/FRRR-dragon")
    assert told(game, "put_back", "no_auction") == ["put_back 1", "no_auction"]
    assert game.tiles_left == {FIELD: 1}
    assert (game.player, game.step) == ("blue", "draw")


# -- king and robber, Cathars, shrines, tunnels, crop circles ---------------------------------------------------------
@rule("COMB-097", "R-KR-06", "R-KR-07", "R-BCB-11")
def test_a_castle_is_no_city_for_the_king_and_bridges_count_for_the_robber() -> None:
    """Founding a castle gives no king; a road over a bridge has its length."""
    game = beside("king_and_robber", KNIGHT, without="bazaars")
    play(game, *CASTLE[:2], "pass", "pass", "castle")
    assert told(game, "king_taken") == []
    play(game, f"draw {FIELD}", "span 1,0", "pass", f"draw {END}", "place 2,0 turn 90", "pass", "pass")
    play(game, f"draw {END}", "place -1,0 turn 270", "pass", "pass")
    assert told(game, "robber_taken")[0].startswith("blue robber_taken")
    assert game.scores["red"] == 4  # the castle takes the road of -1,0, 0,0, the bridge and 2,0
    assert game.if_ended_now == {"red": 4, "blue": 1}  # Blue: 1 road; no city is complete


@rule("COMB-098", "R-BCB-14", "CTH-07", "BCB-16")
def test_a_besieged_castle_counts_twice_for_fields_and_in_full_for_itself() -> None:
    """The castle stands on a Cathar tile: 8 for Blue's farmer, and the road's 5 points for Red."""
    farm = "stand blue meeple field NL.NR.EL.WR at 1,0"
    game = beside("cathars", *LONG_ROAD, KNIGHT, farm, without="bridges bazaars")
    play(game, "draw cathars/CFFF", "place 0,-1 turn 180", "pass", "castle", *ROAD_DONE)
    assert game.scores["red"] == 5
    assert game.if_ended_now["blue"] == 8


@rule("COMB-099", "BCB-12")
def test_a_shrine_in_the_domain_completes_a_castle() -> None:
    """The shrine at 1,-1 is surrounded: 9 points for Blue's heretic and for Red's castle."""
    lines = (
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        "lay cult/FFFF-shrine 1,-1",
        f"lay {CURVE} 2,-1 turn 180",
        f"lay {CURVE} 2,-2 turn 270",
        f"lay {CAP} 1,-2",
        "stand blue meeple shrine at 1,-1",
    )
    game = castle_beside("shrines_and_heretics", *lines)
    play(game, f"draw {CAP}", "place 0,-2", "pass")
    assert game.scores == {"red": 9, "blue": 9}


@rule("COMB-100", "BCB-12")
def test_a_road_completed_by_a_tunnel_token_completes_a_castle() -> None:
    """Red's second token joins roads of 3 and 2 tiles: 5 points for the castle."""
    lines = (
        f"lay {END} -1,0 turn 270",
        "lay tunnel/FRRF 1,0 turn 180",
        "lay tunnel/CRFR 0,1 turn 180",
        f"lay {END} 1,1 turn 90",
        "option tunnel_tokens single",
    )
    game = beside("tunnel", lines[-1], *lines[:-1], KNIGHT, without="bridges bazaars")
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "pass", "tunnel road W at 1,0", "castle")
    play(game, f"draw {FIELD}", "place 0,-2", "pass", "pass", f"draw {FIELD}", "place 0,-3", "pass")
    play(game, "tunnel road E at 0,1")
    assert told(game, "scored") == ["red scores 5: castle 5"]


@rule("COMB-101", "R-BCB-25", "R-CC-06")
def test_crop_circles_see_followers_on_bridges_and_none_on_castles() -> None:
    """A city circle finds nobody, though Red's follower is on a castle; a road circle takes Red's from the bridge."""
    game = castle_beside("crop_circles")
    play(game, "draw crop_circles/CCFF-circle-city", "place 0,1 turn 90", "pass")
    assert game.step == "draw" and game.supply["red"]["meeple"] == 6
    game = beside("crop_circles", "hold blue bridge 0", without="castles bazaars")
    play(game, f"draw {FIELD}", "place 0,1", "bridge E.W at 0,1", "deploy meeple road")
    play(game, "draw crop_circles/FFRR-rSW-circle-road", "place 0,2", "pass", "all-remove")
    play(game, "remove meeple road E.W at 0,1")
    assert game.supply["red"]["meeple"] == 7


@rule("R-BCB-15")
def test_whoever_is_alone_on_a_castle_weighs_something() -> None:
    """A kind of figure whose weight is asked for is the castle's owner if it is alone, and has no say else."""
    game = castle_beside("abbot")
    castles, state = castles_of(game), game.state
    castle = first_castle(game)
    assert castles.figure_weight(state, 0, castle) == 1
    state.occupants[castle] += 1
    assert castles.figure_weight(state, 0, castle) == -1
    assert castles.figure_weight(state, 0, state.slot_first[0]) == -1


# -- the Count and the wheel ------------------------------------------------------------------------------------------
@rule("COMB-096", "R-CNT-06", "R-CNT-12", "TURN-17.2")
@pytest.mark.parametrize("choice", ["castle", "score"])
def test_the_castle_is_decided_before_anybody_comes_out_of_carcassonne(choice: str) -> None:
    """Blue has a follower in the castle quarter: it may join Red's city, but no castle."""
    lines = ("stand red meeple city at -2,1", "hold blue castle_quarter 1")
    game = beside("count", *lines, without="bridges bazaars")
    play(with_count(game, "market_quarter"), f"draw {CAP}", "place -2,2", "pass")
    answer(game, "red", choice)
    if choice == "score":
        assert game.actor == "blue" and any(text.startswith("join meeple city") for text in offered(game))
    else:
        assert told(game, "castle_founded") == ["red castle_founded castle at -2,1"]
        assert game.actor == "chance" and game.holdings["blue"]["castle_quarter"] == 1


@rule("COMB-095", "R-BCB-19", "R-WOF-12")
def test_the_wheel_turns_when_the_turn_with_the_auctioned_tile_begins() -> None:
    """Drawn for the auction, the tile does nothing yet; the storm comes when Blue is about to lay it."""
    game = beside("wheel_of_fortune", without="bridges castles")
    tile = "wheel_of_fortune/WF31-3"
    play(game, f"draw {BAZAAR}", "place 0,-2", "pass", f"draw {tile}", f"draw {FIELD}", f"choose {tile}", "bid 0")
    assert told(game, "wheel_storm") == []
    play(game, "pass")
    assert len(told(game, "wheel_storm")) == 1
    assert (game.player, game.tile, game.step) == ("blue", tile, "place")


@rule("R-BCB-19", "R-CNT-02", "SC-33")
def test_what_is_paid_at_an_auction_is_not_earned() -> None:
    """Blue gets 4 points from Red in the turn of the bazaar; nobody has scored, so Red does not enter Carcassonne."""
    game = beside("count", "option bazaar_timing step16", without="bridges castles")
    play(game, f"draw {BAZAAR}", "place 0,-2", "pass", f"draw {FIELD}", f"draw {CAP}", f"choose {CAP}")
    play(game, "bid 0", "bid 4", "sell")
    assert game.scores == {"red": -4, "blue": 4}
    assert (game.player, game.tile) == ("blue", FIELD)  # and Red was not asked about the Count


@rule("COMB-090", "R-BCB-25", "R-CAT-07", "R-BCB-29")
def test_a_catapult_hits_the_follower_on_a_castle() -> None:
    """Blue knocks Red's follower out of the castle: when it is completed, nobody scores for it."""
    game = castle_beside("catapult", "option catapult_mode scatter", *LONG_ROAD)
    play(game, "draw catapult/CA06", "place 0,1", "pass", "token knock-out", "aim 0,1", "land 0,0", "hit red")
    assert game.supply["red"]["meeple"] == 7
    play(game, "aim 0,0", "land -2,-2", *ROAD_DONE)
    assert game.scores == {"red": 0, "blue": 0}
    assert told(game, "castle_completed") == ["castle_completed castle at 0,0"]


@rule("COMB-076", "R-TOW-12", "R-BCB-25")
def test_a_tower_does_not_reach_a_castle() -> None:
    """Blue's tower at 0,1 reaches the start tile: a thief of Red there could be captured, the castle's follower not."""
    site = "lay tower/FFFF-monastery 0,1"
    castle = castle_beside("tower", site)
    play(castle, f"draw {FIELD}", "place 0,2")
    play(castle, next(text for text in offered(castle) if text.startswith("tower")))
    assert castle.step == "draw" and castle.supply["red"]["meeple"] == 6
    thief = beside("tower", site, "stand red meeple road at 0,0", "turn blue", without="bridges bazaars")
    play(thief, f"draw {FIELD}", "place 0,2")
    play(thief, next(text for text in offered(thief) if text.startswith("tower")))
    assert any("red meeple road" in text for text in offered(thief))


@rule("COMB-076")
def test_bridges_and_towers_do_not_hinder_each_other() -> None:
    """A tile with a foundation carries a bridge, and a piece may be put on it then."""
    game = beside("tower", "lay tower/FFFF-monastery 0,1", without="castles bazaars")
    play(game, f"draw {FIELD}", "place 0,2", "bridge E.W at 0,1")
    assert "meeple road E.W at 0,1" in spots(game)
    assert any(text.startswith("tower") for text in offered(game))
