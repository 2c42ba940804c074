"""Set-up and turn: who has what, where a tile may lie and who may stand on it. CITY-01 to CITY-18."""

from __future__ import annotations

import pytest

from aude import Game, Setup
from aude.boxes.the_city.conftest import (
    CASTLE,
    CITIZEN,
    CLOSING,
    CROSSING,
    CURVE,
    END,
    FISH,
    GRAIN,
    LIVESTOCK,
    PUBLIC,
    SCENE,
    STRAIGHT,
    answer,
    built,
    city,
)
from aude.boxes.the_city.rounds import Rounds
from aude.game.setup import COLOURS
from aude.testing import offered, part_of, play, refusal, rule, scored, spots, table, told


def begun(players: int, **options: str) -> Game:
    """A game before its first action."""
    return Game(Setup(game="the_city", players=COLOURS[:players], options=options), deal=False)


# -- set-up -----------------------------------------------------------------------------------------------------------
@rule("CITY-01", "CITY-02", "R-CITY-25")
@pytest.mark.parametrize(("players", "towers"), [(2, 6), (3, 4), (4, 3)])
def test_followers_and_towers_of_each_player(players: int, towers: int) -> None:
    """Seven followers each, as the eighth marks the score, and an equal share of the twelve towers."""
    game = begun(players)
    assert game.supply == {seat: {"follower": 7} for seat in COLOURS[:players]}
    assert game.holdings == {seat: {"city_tower": towers, "resting": 0} for seat in COLOURS[:players]}
    assert set(game.scores.values()) == {0}


@rule("CITY-03", "R-CITY-35")
@pytest.mark.parametrize(("copies", "tiles", "stacks"), [(1, 75, (30, 25, 20)), (2, 150, (60, 50, 40))])
def test_the_tiles_are_in_three_stacks(copies: int, tiles: int, stacks: tuple[int, int, int]) -> None:
    """Thirty, twenty-five and twenty; with twice as many tiles every stack is twice as high."""
    game = Game(Setup(game="the_city", tiles={"the_city": copies}), deal=False)
    assert sum(game.tiles_left.values()) == tiles
    rounds = part_of(game, Rounds)
    first, second = int(rounds.first_stack), int(rounds.second_stack)
    assert (first, second - first, tiles - second) == stacks


@rule("R-CITY-27")
def test_the_totals_of_the_box() -> None:
    """75 tiles with 32 public and 7 historic buildings, no tile with both, and three kinds of goods."""
    tiles = Setup(game="the_city").tile_list()
    assert sum(count for _, count in tiles) == 75
    assert sum(count for tile, count in tiles if "public" in tile.symbols) == 32
    historic = [tile.more["building"] for tile, count in tiles if "historic" in tile.symbols for _ in range(count)]
    assert len(historic) == len(set(historic)) == 7
    assert not any(len(tile.symbols) > 1 for tile, _ in tiles)
    goods = {trait for tile, _ in tiles for part in tile.segments for trait in part.traits if "goods" in trait}
    assert len(goods) == 3


@rule("CITY-04")
def test_walls_wait_for_the_second_stack() -> None:
    """A road is completed and scored in the first stack: nobody is asked for a gate, the next player draws."""
    game = play(city(*SCENE), *CLOSING)
    assert scored(game) == ["red scores 2: tiles 2"]
    assert (game.player, game.step, built(game)) == ("blue", "draw", [])


@rule("CITY-05", "D-CITY-01")
def test_the_first_tile_lies_in_the_middle_and_takes_a_follower() -> None:
    """There is no start tile: one place is offered, and whoever lays the tile may stand on it."""
    game = play(table("game the_city"), f"draw {FISH}")
    assert {option.text.split()[1] for option in game.options} == {"0,0"}
    answer(game, "red", "place 0,0 turn 0")
    assert spots(game) == ["follower market N", "follower residential EL.ER.SL.SR.WL.WR"]
    answer(game, "red", "deploy follower market N")
    assert game.player == "blue" and game.supply["red"] == {"follower": 6}


@rule("CITY-05", "R-CITY-34")
def test_who_begins() -> None:
    """Chance says who, or the set-up names the youngest, or the first seat begins."""
    game = begun(3)
    assert (game.actor, offered(game)) == ("chance", ["start red", "start blue", "start green"])
    assert play(game, "start green").player == "green"
    assert begun(3, first_player="youngest", youngest="2").player == "blue"
    assert begun(3, first_player="youngest").player == "red"
    assert begun(3, first_player="seat1").player == "red"


# -- the turn ---------------------------------------------------------------------------------------------------------
@rule("CITY-06", "CITY-16")
def test_a_turn_is_a_tile_a_follower_and_then_scores() -> None:
    """The score comes when the follower has been placed; then the left neighbour goes on, round the table."""
    game = city(*SCENE, players="red blue green")
    play(game, f"draw {END}")
    assert (game.actor, game.step) == ("red", "place")
    play(game, "place 0,1 turn 180")
    assert (game.actor, game.step, scored(game)) == ("red", "deploy", [])
    play(game, "deploy follower residential")
    assert scored(game) == ["red scores 2: tiles 2"] and game.player == "blue"
    for seat, cell in (("green", "5,0"), ("red", "6,0")):
        play(game, f"draw {FISH if seat == 'green' else GRAIN}", f"place {cell} turn 0", "pass")
        assert (game.player, game.step) == (seat, "draw")


@rule("CITY-06")
def test_the_tile_must_be_laid_and_nobody_lays_out_of_turn() -> None:
    """There is nothing to pass before the tile lies; another seat is not heard."""
    game = play(city(f"lay {PUBLIC} 0,0"), f"draw {CASTLE}")
    assert offered(game, "pass") == []
    assert refusal(game, "pass") == ("CITY-06", "not_now")
    assert refusal(game, "place 1,0 turn 0", "blue") == ("CITY-06", "not_asked")
    answer(game, "red", "place 1,0 turn 0")
    answer(game, "red", "deploy follower residential")


@rule("CITY-07")
def test_a_tile_touches_another_with_a_full_side() -> None:
    """Not at a corner only, not far away, and not upon another."""
    game = play(city(f"lay {PUBLIC} 0,0"), f"draw {CASTLE}")
    assert {option.text.split()[1] for option in game.options} == {"1,0", "-1,0", "0,1", "0,-1"}
    for cell, why in (("1,1", "cell_far"), ("5,5", "cell_far"), ("0,0", "cell_taken")):
        assert refusal(game, f"place {cell} turn 0") == ("CITY-07", why)


@rule("CITY-08", "EX-CITY-16")
def test_roads_go_on_and_all_else_is_free() -> None:
    """A road side lies at a road side; a market may meet a residential area; a road may meet neither of them."""
    game = play(city(f"lay {END} 0,0", f"lay {FISH} 1,0"), f"draw {CURVE}")
    assert "place 0,1 turn 180" in offered(game)  # road to road
    for place in ("0,1 turn 0", "1,-1 turn 0", "0,-1 turn 0", "2,0 turn 90"):
        assert refusal(game, f"place {place}") == ("CITY-08", "sides_differ")
    game = play(city(f"lay {END} 0,0", f"lay {FISH} 1,0"), f"draw {GRAIN}")
    assert "place 1,-1 turn 180" in offered(game)  # market to market
    assert "place 1,-1 turn 0" in offered(game)  # a residential side to a market,
    assert "place 2,0 turn 270" in offered(game)  # and a market side to a residential area
    assert refusal(game, "place 0,1 turn 0") == ("CITY-08", "sides_differ")  # but not to a road


@rule("CITY-09")
def test_tiles_are_drawn_until_the_last() -> None:
    """Whatever stack it lies in, a tile is drawn once; one that has been drawn is refused."""
    game = city(f"lay {CASTLE} 0,0", f"lay {PUBLIC} 1,0", f"gone {PUBLIC}")
    assert refusal(game, f"draw {CASTLE}") == ("CITY-09", "no_such_tile")
    assert refusal(game, f"draw {PUBLIC}") == ("CITY-09", "no_such_tile")
    assert sum(game.tiles_left.values()) == 72 and f"draw {FISH}" in offered(game)


# -- placing followers ------------------------------------------------------------------------------------------------
@rule("CITY-10", "CITY-11", "CITY-13")
def test_a_follower_stands_on_a_part_of_the_new_tile() -> None:
    """Roads end at the crossing and divide the residential areas: three of each on this tile, and no market."""
    game = play(city(f"lay {FISH} 0,0"), f"draw {CROSSING}", "place 0,1 turn 0")
    assert refusal(game, "deploy follower market") == ("CITY-10", "spot_absent")
    assert refusal(game, "deploy meeple road E") == ("CITY-10", "spot_absent")
    roads, areas = offered(game, "deploy")[:3], offered(game, "deploy")[3:]
    assert roads == [f"deploy follower road {side}" for side in "ESW"]
    assert len(areas) == 3 and all(option.startswith("deploy follower residential ") for option in areas)
    play(game, "deploy follower road E")
    assert game.player == "blue" and game.step == "draw"  # one follower, no second


@rule("CITY-11")
@pytest.mark.parametrize("spot", ["road N.S", "market E", "residential NR.SL"])
def test_citizen_market_woman_and_patron(spot: str) -> None:
    """A follower is what the part makes of it: on a road, a market or in a residential area."""
    game = city(f"lay {END} 0,0")
    play(game, "draw the_city/C3-fish-public", "place 0,1 turn 0", f"deploy follower {spot}")
    [event] = told(game, "deployed")
    assert event == f"red deployed follower {spot} at 0,1" and game.supply["red"] == {"follower": 6}


@rule("CITY-12")
@pytest.mark.parametrize("owner", ["red", "blue"])
def test_nobody_joins_an_occupied_road_however_far_away(owner: str) -> None:
    """The citizen stands three tiles from the new one; own or not makes no difference."""
    game = city(f"lay {END} 0,0", f"lay {STRAIGHT} 0,1", f"lay {STRAIGHT} 0,2", f"stand {owner} follower road at 0,0")
    play(game, "draw the_city/C1", "place 0,3 turn 0")
    assert not any(spot.startswith("follower road") for spot in spots(game))
    assert refusal(game, "deploy follower road") == ("CITY-12", "spot_taken")


@rule("CITY-12", "EX-CITY-04")
def test_only_a_patron_where_the_market_is_occupied() -> None:
    """The market of the new tile goes on from Blue's; its residential area is free."""
    game = city(f"lay {FISH} 0,0", "stand blue follower market at 0,0")
    play(game, "draw the_city/A3-grain", "place 0,-1 turn 90")
    assert spots(game) == ["follower residential NL.NR.WL.WR"]
    assert refusal(game, "deploy follower market") == ("CITY-12", "spot_taken")


@rule("CITY-12", "EX-CITY-05")
def test_everything_but_the_large_residential_area() -> None:
    """Market and road are free and open; of the areas on both sides of the road Red has the large one."""
    game = city(f"lay {PUBLIC} 0,0", "stand red follower residential at 0,0", "turn blue")
    play(game, "draw the_city/C5-fish-public", "place 1,0 turn 0")
    assert spots(game) == ["follower road E.S", "follower market N", "follower residential ER.SL"]


@rule("CITY-18", "EX-CITY-06")
def test_nobody_stands_on_a_market_that_the_tile_completes() -> None:
    """Blue may be a patron, but gets nothing from the market: it is complete and was empty."""
    game = play(city(f"lay {FISH} 0,0", "turn blue"), f"draw {GRAIN}", "place 0,-1 turn 180")
    assert spots(game) == ["follower residential NL.NR.EL.ER.WL.WR"]
    assert refusal(game, "deploy follower market") == ("CITY-18", "completed_by_tile")
    play(game, "pass")
    assert scored(game) == [] and game.player == "red"


@rule("CITY-18")
def test_nor_on_a_road_that_the_tile_completes() -> None:
    """The road from end to end is empty; the areas beside it are not concerned."""
    game = play(city(f"lay {END} 0,0"), *CLOSING[:2])
    assert spots(game) == ["follower residential NL.NR.EL.ER.SL.SR.WL.WR"]
    assert refusal(game, "deploy follower road") == ("CITY-18", "completed_by_tile")


@rule("CITY-12", "CITY-18")
def test_on_a_completed_road_that_is_occupied_the_occupant_is_the_reason() -> None:
    """Both rules forbid it; what a player sees there is the citizen."""
    game = play(city(f"lay {END} 0,0", CITIZEN), *CLOSING[:2])
    assert refusal(game, "deploy follower road") == ("CITY-12", "spot_taken")


@rule("CITY-14", "CITY-12", "EX-CITY-07")
def test_three_residential_areas_become_one() -> None:
    """Markets keep three patrons apart; the new tile joins their areas, and takes none itself."""
    game = city(
        f"lay {CASTLE} 0,0",
        f"lay {FISH} -1,0 turn 90",
        f"lay {GRAIN} 1,0 turn 270",
        f"lay {PUBLIC} -1,-1",
        f"lay {PUBLIC} 1,-1",
        "stand red follower residential at 0,0",
        "stand blue follower residential at -1,-1",
        "stand red follower residential at 1,-1",
    )
    play(game, f"draw {LIVESTOCK}", "place 0,-1 turn 0")
    assert spots(game) == ["follower market N"]
    assert refusal(game, "deploy follower residential") == ("CITY-12", "spot_taken")
    state = game.state
    assert {int(state.occupants[state.root[at]]) for at in state.figure_at if at >= 0} == {3}


@rule("CITY-15")
def test_without_followers_only_tiles_are_laid() -> None:
    """Red's one follower is at work: nobody is asked to place one, and Blue's turn comes."""
    game = city("figures follower 1", f"lay {END} 0,0", CITIZEN)
    play(game, f"draw {FISH}", "place 1,0 turn 0")
    assert (game.player, game.step) == ("blue", "draw")
    play(game, f"draw {GRAIN}", "place 2,0 turn 0")
    assert (game.actor, game.step) == ("blue", "deploy")


@rule("R-CITY-20")
def test_a_tile_that_fits_nowhere_is_put_aside() -> None:
    """Every free side of this table is a road's: what has no road is drawn in vain, and Red draws again."""
    game = city("lay the_city/E1 0,0")
    play(game, f"draw {FISH}")
    assert told(game, "discarded") == [f"discarded {FISH}"]
    assert (game.actor, game.player) == ("chance", "red")
    play(game, f"draw {CROSSING}")
    assert (game.actor, game.step) == ("red", "place")


@rule("CITY-03", "CITY-09")
def test_how_many_tiles_each_stack_holds_is_known() -> None:
    """30, 25 and 20; what has been drawn comes off the first, then off the second."""
    assert Game(Setup(game="the_city"), deal=False).stacks == [30, 25, 20]
    assert city(f"lay {END} 0,0").stacks == [29, 25, 20]
    assert city(f"lay {END} 0,0", stack=2).stacks == [25, 20]
    assert city(f"lay {END} 0,0", stack=3).stacks == [20]
