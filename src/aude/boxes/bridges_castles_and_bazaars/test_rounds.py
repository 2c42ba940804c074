"""What comes around an auction: when it is held, the turns with its tiles, further bazaars, the end of the stack."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.conftest import BAZAAR, BCB, CAP, FIELD, ONLY_BAZAARS, STRAIGHT
from aude.testing import leave_in_stack, offered, play, rule, scenario, table, told

LAID = (f"draw {BAZAAR}", "place 0,1", "pass")
OTHER_BAZAAR = f"{BCB}FCFC-cEW-bazaar"
ROAD_BAZAAR = f"{BCB}FFRF-inn-bazaar"
UNDISPUTED = ("bid 0", "pass")  # two players: whoever chooses gets the tile, the other one the rest


def bought(first: str, second: str, *lines: str) -> Game:
    """Red has laid a bazaar; Blue has got the first tile and Red the second, and Blue is about to lay."""
    game = play(table(*ONLY_BAZAARS, *lines), *LAID, f"draw {first}", f"draw {second}")
    return play(game, f"choose {first}", *UNDISPUTED)


@rule("BCB-29", "BCB-31")
def test_everybody_lays_and_then_the_left_neighbour_draws() -> None:
    """Blue, then Red; then it is Blue's ordinary turn."""
    game = bought(CAP, STRAIGHT)
    assert (game.player, game.tile, game.step) == ("blue", CAP, "place")
    play(game, "place 0,-1 turn 180", "pass")
    assert (game.player, game.tile, game.step) == ("red", STRAIGHT, "place")
    play(game, "place 1,0", "pass")
    assert (game.player, game.tile, game.step) == ("blue", None, "draw")
    assert told(game, "brings") == [f"blue brings {CAP}", f"red brings {STRAIGHT}"]


@rule("R-BCB-19")
def test_laying_an_auctioned_tile_is_a_whole_turn() -> None:
    """Blue places a knight and scores with the tile of the auction; nothing is drawn for it."""
    game = bought(CAP, STRAIGHT)
    draws = len(told(game, "drawn"))
    play(game, "place 0,-1 turn 180")
    assert game.step == "deploy"
    game.play("deploy meeple city")
    assert game.scores == {"red": 0, "blue": 4}
    assert len(told(game, "drawn")) == draws


@rule("R-BCB-16", "R-TURN-01")
@pytest.mark.parametrize(("timing", "before"), [("end_of_turn", 2), ("step16", 0)])
def test_the_auction_comes_after_the_scoring_or_before_it(timing: str, before: int) -> None:
    """Red's bazaar ends a road of 2 tiles: with `step16` it is scored when the tiles are sold, and they are laid then.

    Either way Blue is the first to lay.
    """
    lines = (f"option bazaar_timing {timing}", f"lay {FIELD} 0,1", "lay base/FFRF-monastery 1,1 turn 0")
    game = table(*ONLY_BAZAARS, *lines, "stand red meeple road at 1,1")
    play(game, f"draw {ROAD_BAZAAR}", "place 1,2 turn 180", "pass")
    assert game.step == "offer" and game.scores["red"] == before
    play(game, f"draw {CAP}", f"draw {STRAIGHT}", f"choose {CAP}", *UNDISPUTED)
    assert game.scores["red"] == 2
    assert (game.player, game.tile) == ("blue", CAP)
    play(game, "place 0,-1 turn 180", "pass", "place 1,0", "pass")
    assert game.player == "blue" and game.step == "draw"


@rule("BCB-30", "R-BCB-20", "R-BCB-35")
@pytest.mark.parametrize("timing", ["end_of_turn", "step16"])
def test_an_auctioned_bazaar_waits_until_everybody_has_laid(timing: str) -> None:
    """Three players; Green lays a bazaar: after Red's tile Green is A, so Red chooses first. Then Blue draws."""
    game = table(*ONLY_BAZAARS, f"option bazaar_timing {timing}", players="red blue green")
    play(game, *LAID, f"draw {OTHER_BAZAAR}", f"draw {FIELD}", f"draw {STRAIGHT}")
    play(game, f"choose {FIELD}", "bid 0", "pass", "pass", f"choose {OTHER_BAZAAR}", "bid 0", "pass")
    play(game, "place 0,2", "pass")
    assert (game.player, game.tile) == ("green", OTHER_BAZAAR)
    play(game, "place 0,-1 turn 90", "pass")
    assert (game.player, game.tile) == ("red", STRAIGHT)  # first everybody lays
    play(game, "place 1,0", "pass")
    assert game.step == "offer" and game.player == "green"
    play(game, f"draw {FIELD}", f"draw {CAP}", f"draw {STRAIGHT}")
    assert game.actor == "red" and game.step == "lot"
    play(game, f"choose {FIELD}", "bid 0", "pass", "pass", f"choose {CAP}", "bid 0", "pass")
    order = []
    for place in ("-1,1", "0,-2 turn 180", "2,0"):
        order.append(game.player)
        play(game, f"place {place}", "pass")
    assert order == ["red", "blue", "green"]
    assert game.player == "blue" and game.step == "draw"


@rule("R-BCB-20")
def test_or_an_auctioned_bazaar_is_ignored() -> None:
    """With `ignored` the game goes on; a bazaar of an ordinary turn still counts."""
    game = bought(OTHER_BAZAAR, STRAIGHT, "option bazaar_chain ignored")
    play(game, "place 0,-1 turn 90", "pass", "place 1,0", "pass")
    assert game.player == "blue" and game.step == "draw"
    play(game, f"draw {ROAD_BAZAAR}", "place 0,2", "pass")
    assert game.step == "offer"


@rule("R-BCB-35")
def test_each_bazaar_of_a_round_brings_an_auction() -> None:
    """Blue and Red both lay a bazaar: first Blue's auction, then Red's, then Blue's ordinary turn."""
    game = bought(OTHER_BAZAAR, ROAD_BAZAAR)
    play(game, "place 0,-1 turn 90", "pass", "place 0,2", "pass")
    for host, chooser in (("blue", "red"), ("red", "blue")):
        assert (game.step, game.player) == ("offer", host)
        play(game, f"draw {CAP}", f"draw {FIELD}")
        assert (game.step, game.actor) == ("lot", chooser)
        play(game, f"choose {FIELD}", *UNDISPUTED)
        while game.step != "offer" and game.tile:
            play(game, game.options[0].text, "pass")
    assert game.player == "blue" and game.step == "draw"


@rule("R-BCB-23")
def test_an_auctioned_tile_that_cannot_be_laid_is_replaced() -> None:
    """No city is open, so Blue's tile of four city sides is thrown away, and Blue draws."""
    game = table(*ONLY_BAZAARS, f"lay {CAP} 0,-1 turn 180")
    play(game, *LAID, "draw base/CCCC-cNESW-pennant", f"draw {STRAIGHT}")
    play(game, "choose base/CCCC-cNESW-pennant", *UNDISPUTED)
    assert told(game, "discarded") == ["discarded base/CCCC-cNESW-pennant"]
    assert (game.player, game.step) == ("blue", "draw")
    play(game, f"draw {FIELD}", "place 0,2", "pass")
    assert (game.player, game.tile) == ("red", STRAIGHT)


# -- extra turns ------------------------------------------------------------------------------------------------------
WITH_TRADERS = ("boxes bridges_castles_and_bazaars traders_and_builders", "tiles base 9", "without bridges castles")
BUILDER = (f"lay {STRAIGHT} 1,0", "stand red meeple road at 0,0", "stand red builder road at 1,0")


@rule("COMB-057", "R-BCB-16")
def test_a_double_turn_is_finished_before_the_auction() -> None:
    """Red's bazaar extends the builder's road: the second tile comes first, then the auction."""
    game = table(*WITH_TRADERS, *BUILDER)
    play(game, f"draw {ROAD_BAZAAR}", "place 2,0 turn 90", "pass", "second")
    assert game.step == "draw" and game.player == "red"
    play(game, f"draw {FIELD}", "place 0,1", "pass")
    assert game.step == "offer" and game.player == "red"


@rule("R-BCB-35", "R-BCB-39")
@pytest.mark.parametrize("timing", ["end_of_turn", "step16"])
def test_two_bazaars_in_one_double_turn(timing: str) -> None:
    """Two auctions, one after the other: the second when the tiles of the first are laid; then Blue's turn."""
    game = table(*WITH_TRADERS, f"option bazaar_timing {timing}", *BUILDER)
    play(game, f"draw {ROAD_BAZAAR}", "place 2,0 turn 90", "pass")
    if timing == "step16":
        play(game, f"draw {CAP}", f"draw {FIELD}", f"choose {FIELD}", *UNDISPUTED)
    play(game, "second", f"draw {BAZAAR}", "place 0,1", "pass")
    if timing == "end_of_turn":
        play(game, f"draw {CAP}", f"draw {FIELD}", f"choose {FIELD}", *UNDISPUTED)
    assert (game.player, game.tile) == ("blue", FIELD)
    play(game, "place 0,2", "pass", "place 0,-1 turn 180", "pass")
    assert (game.step, game.player) == ("offer", "red")
    play(game, f"draw {CAP}", f"draw {FIELD}", f"choose {FIELD}", *UNDISPUTED)
    play(game, "place 0,3", "pass", game.options[0].text, "pass")
    assert (game.player, game.step) == ("blue", "draw")


@rule("R-BCB-36")
def test_a_builder_works_in_a_turn_of_the_auction() -> None:
    """Red's tile of the auction extends the road of the builder: Red draws a second tile; then Blue's turn."""
    game = table(*WITH_TRADERS, *BUILDER)
    play(game, *LAID, f"draw {STRAIGHT}", f"draw {FIELD}", f"choose {FIELD}", *UNDISPUTED)
    play(game, "place 0,2", "pass")
    assert (game.player, game.tile) == ("red", STRAIGHT)
    play(game, "place 2,0", "pass", "second")
    assert (game.player, game.step) == ("red", "draw")
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.player, game.step) == ("blue", "draw")  # TB-23: there is no third


@rule("R-BCB-36")
def test_what_the_interrupted_turn_had_is_not_mixed_up() -> None:
    """Red's double turn ended with the bazaar; the turns with the tiles of the auction are new ones, and earn too."""
    road = (f"lay {FIELD} 0,1", f"lay {STRAIGHT} 0,2", f"lay {STRAIGHT} 1,2")
    game = table(*WITH_TRADERS, *BUILDER, *road, "stand blue meeple road at 0,2", "stand blue builder road at 1,2")
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass", "second", f"draw {BAZAAR}", "place 0,3", "pass")
    play(game, f"draw {STRAIGHT}", f"draw {STRAIGHT}", f"choose {STRAIGHT}", *UNDISPUTED)
    play(game, "place 2,2", "pass")
    assert (game.step, game.actor) == ("second", "blue")
    play(game, "stop", "place 3,0", "pass")
    assert (game.step, game.actor) == ("second", "red")
    play(game, "stop")
    assert (game.player, game.step) == ("blue", "draw")


# -- the end of the stack ---------------------------------------------------------------------------------------------
@rule("R-BCB-37")
@pytest.mark.parametrize("timing", ["end_of_turn", "step16"])
def test_the_game_ends_when_the_last_tiles_of_an_auction_are_laid(timing: str) -> None:
    """The auction takes the last tiles of the stack; both are laid, then the game is over."""
    game = table(*ONLY_BAZAARS, f"option bazaar_timing {timing}")
    leave_in_stack(game, BAZAAR, CAP, FIELD)
    play(game, *LAID, f"draw {CAP}", f"draw {FIELD}", f"choose {CAP}", *UNDISPUTED)
    assert game.tiles_left == {}
    play(game, "place 0,-1 turn 180", "deploy meeple city")
    assert not game.over and game.player == "red"
    play(game, "place 0,2", "pass")
    assert game.over and game.scores == {"red": 0, "blue": 4}


@rule("R-BCB-37")
def test_a_tile_that_cannot_be_laid_or_replaced_does_not_end_the_round() -> None:
    """Blue's tile fits nowhere and nothing is left to draw: Red still lays, and then the game ends."""
    game = table(*ONLY_BAZAARS, f"lay {CAP} 0,-1 turn 180")
    city = "base/CCCC-cNESW-pennant"
    leave_in_stack(game, BAZAAR, city, FIELD)
    play(game, *LAID, f"draw {city}", f"draw {FIELD}", f"choose {city}", *UNDISPUTED)
    assert told(game, "discarded") == [f"discarded {city}"]
    assert not game.over and (game.player, game.tile) == ("red", FIELD)
    play(game, "place 0,2", "deploy meeple monastery")
    assert game.over and game.scores["red"] == 2  # the monastery and the bazaar beside it


@rule("R-BCB-37")
def test_a_double_turn_without_a_tile_lapses_and_the_round_goes_on() -> None:
    """Blue's builder has earned a second tile, but the stack is empty: Red still lays."""
    lines = (f"lay {STRAIGHT} 1,0", "stand blue meeple road at 0,0", "stand blue builder road at 1,0")
    game = table(*WITH_TRADERS, "option builder_second_tile must", *lines)
    leave_in_stack(game, BAZAAR, STRAIGHT, FIELD)
    play(game, *LAID, f"draw {STRAIGHT}", f"draw {FIELD}", f"choose {STRAIGHT}", *UNDISPUTED)
    play(game, "place 2,0", "pass")
    assert (game.player, game.tile) == ("red", FIELD)
    play(game, "place 0,2", "pass")
    assert game.over


@rule("R-BCB-37", "R-BCB-16")
def test_tiles_sold_at_step_16_are_laid_even_if_the_turn_finds_no_tile() -> None:
    """With `step16` Red's double turn finds an empty stack; the auctioned tiles are laid all the same."""
    options = ("option bazaar_timing step16", "option builder_second_tile must")
    game = table(*WITH_TRADERS, *options, *BUILDER)
    leave_in_stack(game, ROAD_BAZAAR, FIELD, CAP, "base/CCCC-cNESW-pennant")
    play(game, f"draw {ROAD_BAZAAR}", "place 2,0 turn 90", "pass")
    play(game, f"draw {CAP}", f"draw {FIELD}", f"choose {FIELD}", *UNDISPUTED)
    assert (game.player, game.step) == ("red", "draw")
    play(game, "draw base/CCCC-cNESW-pennant")
    if game.step == "place":  # it fits the start tile's city; take the first place
        play(game, game.options[0].text, "pass")
    assert (game.player, game.tile) == ("blue", FIELD)
    play(game, "place 0,1", "pass")
    assert (game.player, game.tile) == ("red", CAP)
    play(game, game.options[0].text, "pass")
    assert game.over


@rule("BCB-27", "R-BCB-37")
def test_the_forecast_takes_no_notice_of_bids() -> None:
    """While the auction goes on the scores are what they are."""
    game = play(table(*ONLY_BAZAARS), *LAID, f"draw {CAP}", f"draw {FIELD}", f"choose {FIELD}", "bid 6")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    assert offered(game) == ["pass", "bid 7..1000"]


@rule("BCB-12", "BCB-29", "BCB-31")
def test_a_castle_a_bridge_and_an_auction_in_one_game() -> None:
    """Read from a record: Green's bazaar is over, and Red, to Green's left, draws."""
    game = scenario("all_three")
    assert game.scores == {"red": 2, "blue": 3, "green": 0}
    assert Game.read(game.record) == game
