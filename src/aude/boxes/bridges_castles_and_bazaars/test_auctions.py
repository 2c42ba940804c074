"""The auction: who chooses, who bids, who pays. What comes before and after it is in test_rounds.py."""

from __future__ import annotations

import pytest

from aude import Game
from aude.bots.random import RandomBot
from aude.boxes.bridges_castles_and_bazaars.conftest import BAZAAR, BOX, CAP, FIELD, ONLY_BAZAARS, STRAIGHT, answer
from aude.engine.rng import Random
from aude.testing import leave_in_stack, offered, play, refusal, rule, table, told

LAID = (f"draw {BAZAAR}", "place 0,1", "pass")
THREE = (f"draw {CAP}", f"draw {FIELD}", f"draw {STRAIGHT}")


def auction(*lines: str, players: str = "red blue green") -> Game:
    """Red has laid a bazaar, the tiles are drawn, and Blue is asked for the first one."""
    game = play(table(*ONLY_BAZAARS, *lines, players=players), *LAID)
    return play(game, *THREE[: len(players.split())])


@rule("BCB-20", "TURN-16", "R-BCB-16")
def test_the_turn_is_finished_before_the_auction() -> None:
    """Red may still place a follower on the bazaar's tile; then tiles are drawn."""
    game = play(table(*ONLY_BAZAARS, players="red blue green"), *LAID[:2])
    assert game.step == "deploy" and "deploy meeple field" in " ".join(offered(game))
    game.play("deploy meeple field")
    assert game.step == "offer" and game.actor == "chance"


@rule("BCB-21")
def test_as_many_tiles_as_players_are_drawn() -> None:
    """Three players, three tiles, out of the stack."""
    game = play(table(*ONLY_BAZAARS, players="red blue green"), *LAID)
    before = sum(game.tiles_left.values())
    for number, draw in enumerate(THREE):
        assert game.step == "offer", number
        game.play(draw)
    assert game.step == "lot"
    assert sum(game.tiles_left.values()) == before - 3
    assert told(game, "offered") == [f"offered {draw.split()[1]}" for draw in THREE]


@rule("BCB-21")
def test_only_tiles_of_the_stack_can_be_drawn() -> None:
    game = play(table(*ONLY_BAZAARS), *LAID)
    assert refusal(game, "draw bridges_castles_bazaars/FRFC") == ("BCB-21", "no_such_tile")


@rule("BCB-22", "D-BCB-04")
def test_the_left_neighbour_chooses_a_tile_and_names_a_bid() -> None:
    """Blue, and nobody else, chooses one of the three tiles and bids 0 or more."""
    game = auction()
    assert offered(game) == [f"choose {tile}" for tile in (CAP, FIELD, STRAIGHT)]
    assert refusal(game, "choose base/RRRR")[0] == "BCB-22"
    answer(game, "blue", f"choose {FIELD}")
    assert game.step == "bid" and offered(game) == ["bid 0", "bid 1..1000"]
    assert told(game, "put_up") == [f"blue put_up {FIELD}"]
    assert refusal(game, "bid nothing") == ("BCB-22", "bid_wanted")
    answer(game, "blue", "bid 0")
    assert told(game, "bid") == ["blue bid 0"]


@rule("BCB-22")
def test_equal_tiles_are_one_choice() -> None:
    """Two caps among the three tiles."""
    game = play(table(*ONLY_BAZAARS, players="red blue green"), *LAID, THREE[0], THREE[1], THREE[0])
    assert offered(game) == [f"choose {CAP}", f"choose {FIELD}"]


@rule("BCB-23", "BCB-24")
def test_bidders_and_the_auctioneer_are_told_what_it_is_about() -> None:
    """The tile under the hammer, and the highest bid with its bidder as soon as there is one."""
    game = auction()
    assert game.about == []
    play(game, f"choose {CAP}")
    assert [str(event) for event in game.about] == [f"auctioned {CAP}"]
    answer(game, "blue", "bid 2")
    assert [str(event) for event in game.about] == [f"auctioned {CAP}", "blue highest_bid 2"]
    answer(game, "green", "bid 5")
    answer(game, "red", "pass")
    assert game.step == "trade"
    assert [str(event) for event in game.about] == [f"auctioned {CAP}", "green highest_bid 5"]


@rule("BCB-23", "D-BCB-05")
def test_every_other_player_bids_higher_or_passes_once() -> None:
    """Green, then Red, who is A and last; nobody is asked twice."""
    game = play(auction(), f"choose {CAP}", "bid 2")
    assert game.actor == "green" and offered(game) == ["pass", "bid 3..1000"]
    assert refusal(game, "bid 2") == ("BCB-23", "range")
    assert refusal(game, "bid more") == ("BCB-23", "bid_higher")
    answer(game, "green", "bid 5")
    assert offered(game) == ["pass", "bid 6..1000"]
    answer(game, "red", "pass")
    assert game.step == "trade" and game.actor == "blue"


@rule("BCB-23")
def test_a_player_who_has_passed_does_not_get_the_tile() -> None:
    """Green passes, Red bids: the tile goes to Blue or Red, never to Green."""
    for decision, owner in (("buy", "blue"), ("sell", "red")):
        game = play(auction(), f"choose {CAP}", "bid 1", "pass", "bid 2", decision)
        assert told(game, "acquired") == [f"{owner} acquired {CAP}"]


@rule("BCB-24", "D-BCB-06", "SC-33")
@pytest.mark.parametrize(
    ("decision", "scores", "owner"),
    [("buy", {"red": 5, "blue": -5, "green": 0}, "blue"), ("sell", {"red": -5, "blue": 5, "green": 0}, "red")],
)
def test_the_auctioneer_buys_or_sells(decision: str, scores: dict[str, int], owner: str) -> None:
    """The highest bid is 5, of Red: Blue pays it to Red, or receives it from Red."""
    game = play(auction(), f"choose {CAP}", "bid 2", "bid 3", "bid 5")
    assert offered(game) == ["sell 5", "buy 5"]
    answer(game, "blue", decision)
    assert game.scores == scores
    assert told(game, "acquired") == [f"{owner} acquired {CAP}"]


@rule("BCB-25", "BCB-28", "EX-BCB-04")
def test_whoever_is_not_outbid_must_buy() -> None:
    """Blue has 1 point, bids 4 and is alone: -3, and nobody receives anything."""
    game = play(auction("points blue 1"), f"choose {CAP}", "bid 4", "pass", "pass")
    assert game.scores == {"red": 0, "blue": -3, "green": 0}
    assert told(game, "scored") == ["blue scores -4: auction -4"]
    assert told(game, "acquired") == [f"blue acquired {CAP}"]
    assert game.step == "lot" and game.actor == "green"


@rule("BCB-25")
def test_a_bid_of_nothing_costs_nothing() -> None:
    """Blue bids 0 and is alone."""
    game = play(auction(), f"choose {CAP}", "bid 0", "pass", "pass")
    assert told(game, "scored") == [] and told(game, "acquired") == [f"blue acquired {CAP}"]


@rule("BCB-26", "BCB-27", "EX-BCB-03")
def test_an_auction_of_three() -> None:
    """B buys for 3, C sells for 2, the last tile is C's for free; they lay in the order B, C, A."""
    game = auction()
    play(game, f"choose {CAP}", "bid 2", "pass", "bid 3", "buy")
    assert game.scores == {"red": 3, "blue": -3, "green": 0}
    assert game.actor == "green" and offered(game) == [f"choose {FIELD}", f"choose {STRAIGHT}"]
    play(game, f"choose {FIELD}", "bid 1")
    assert game.actor == "red"  # Blue has a tile and takes no part
    play(game, "bid 2", "sell")
    assert game.scores == {"red": 1, "blue": -3, "green": 2}
    assert told(game, "acquired") == [f"blue acquired {CAP}", f"red acquired {FIELD}", f"green acquired {STRAIGHT}"]
    order = []
    for place in ("0,-1 turn 180", "1,0", "0,2"):
        order.append((game.player, game.tile))
        play(game, f"place {place}", "pass")
    assert order == [("blue", CAP), ("green", STRAIGHT), ("red", FIELD)]
    assert game.player == "blue" and game.step == "draw"


@rule("R-BCB-18", "BCB-26")
def test_the_seller_comes_again_when_the_turn_reaches_him() -> None:
    """Blue sells to Green, so Red, the next without a tile, is auctioneer; then Blue gets the last tile."""
    game = play(auction(), f"choose {CAP}", "bid 0", "bid 1", "pass", "sell")
    assert game.actor == "red"
    play(game, f"choose {FIELD}", "bid 0")
    assert game.actor == "blue"
    play(game, "pass")
    assert told(game, "acquired") == [f"green acquired {CAP}", f"red acquired {FIELD}", f"blue acquired {STRAIGHT}"]


@rule("R-BCB-34")
def test_bidding_goes_clockwise_from_the_auctioneer() -> None:
    """Four players: Blue sells to Red; with Green as auctioneer Yellow bids, then Blue, who has no tile yet."""
    game = play(table(*ONLY_BAZAARS, players="red blue green yellow"), *LAID, *THREE, f"draw {FIELD}")
    play(game, f"choose {CAP}", "bid 0", "pass", "pass", "bid 1", "sell", f"choose {FIELD}", "bid 0")
    answer(game, "yellow", "pass")
    answer(game, "blue", "pass")
    assert told(game, "acquired")[-1] == f"green acquired {FIELD}"
    assert game.actor == "yellow"


@rule("BCB-23", "BCB-27")
def test_an_auction_of_two() -> None:
    """Blue puts one of two tiles up; Red bids and Blue sells; the other tile is Blue's."""
    game = play(auction(players="red blue"), f"choose {FIELD}", "bid 0", "bid 7", "sell")
    assert told(game, "acquired") == [f"red acquired {FIELD}", f"blue acquired {CAP}"]
    assert game.scores == {"red": -7, "blue": 7}
    assert (game.player, game.tile, game.step) == ("blue", CAP, "place")


@rule("R-BCB-21")
def test_without_an_auction_everybody_chooses() -> None:
    """Blue, Green, and Red gets what is left."""
    game = auction("option bazaar_auction off")
    answer(game, "blue", f"choose {FIELD}")
    answer(game, "green", f"choose {CAP}")
    assert told(game, "acquired") == [f"blue acquired {FIELD}", f"green acquired {CAP}", f"red acquired {STRAIGHT}"]
    assert game.scores == {"red": 0, "blue": 0, "green": 0}
    assert (game.player, game.tile) == ("blue", FIELD)


@rule("R-BCB-24")
def test_there_is_no_highest_bid_but_that_of_the_language() -> None:
    """1000 points may be bid, and then only passing is left."""
    game = play(auction(), f"choose {CAP}", "bid 1000")
    assert offered(game) == ["pass"]
    play(game, "pass", "pass")
    assert game.scores["blue"] == -1000


@rule("R-BCB-24")
def test_whoever_plays_at_random_bids_modestly() -> None:
    """At most 4 points more than needed, and often nothing: the engine's players and the random bot."""
    game = play(auction(), f"choose {CAP}", "bid 2")
    step = game.rules.program[game.state.step]
    random = Random(1)
    choices = [step.describe(game.state, step.sample(game.state, random)) for _ in range(200)]
    drawn = [" ".join([choice.form, *map(str, choice.facts)]) for choice in choices]
    assert set(drawn) == {"pass", "bid 3", "bid 4", "bid 5", "bid 6"}
    assert 70 < drawn.count("pass") < 130
    bot = RandomBot(1)
    answers = set()
    for _ in range(100):
        again = game.copy()
        again.play(bot.choose(again))
        answers.add(again.moves[-1].text)
    assert answers == set(drawn)


@rule("R-BCB-17")
@pytest.mark.parametrize(("tiles", "step"), [(2, "draw"), (3, "offer")])
def test_too_few_tiles_no_auction(tiles: int, step: str) -> None:
    """Three players need three tiles in the stack."""
    game = table(*ONLY_BAZAARS, players="red blue green")
    leave_in_stack(game, *[BAZAAR, *[FIELD] * tiles])
    play(game, *LAID)
    assert game.step == step
    assert told(game, "no_auction") == (["no_auction"] if tiles == 2 else [])


@rule("BCB-28")
def test_negative_scores_are_told_kept_and_read() -> None:
    """A record with an auction is read back; a position may have negative points; the forecast goes below 0."""
    game = play(auction(), f"choose {CAP}", "bid 4", "pass", "pass")
    again = Game.read(game.record)
    assert again == game and "= blue scores -4: auction -4" in game.record
    assert again.if_ended_now["blue"] == -4
    laid = table(*ONLY_BAZAARS, "points blue -12", players="red blue green")
    assert laid.scores["blue"] == -12
    for language in ("en", "nl", "nb"):
        assert any("-4" in event.text(game.texts(language)) for event in game.events)


def test_without_bazaars_nothing_is_auctioned() -> None:
    """The element is left out."""
    game = play(table(*BOX, "without bazaars bridges", players="red blue green"), *LAID)
    assert game.step == "draw" and game.player == "blue"
