"""King & Robber Baron, rule by rule."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.king_and_robber.conftest import (
    BOX,
    CAP,
    GATE,
    STRAIGHT,
    Goods,
    city,
    close_city,
    close_road,
    holders,
    road,
    told,
    turn,
    whole_city,
    whole_road,
    with_part,
)
from aude.testing import finish, rule, scenario, spots, table


# -- components -------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(("edition", "gardens"), [("current", 1), ("first", 0)])
def test_five_tiles_are_shuffled_in(edition: str, gardens: int) -> None:
    """The box brings five land tiles in either edition; one of today's shows a garden."""
    left = Game(boxes=["king_and_robber"], deal=False, edition=edition).tiles_left
    mine = {tile: count for tile, count in left.items() if tile.startswith("king_robber/")}
    assert sum(mine.values()) == 5
    assert sum(count for tile, count in mine.items() if tile.endswith("-garden")) == gardens


def test_two_cities_cross_without_meeting() -> None:
    """On the tile where one city runs over another, both can be held, and each is completed by itself."""
    game = table(*BOX, *city(1, 2), "red draw king_robber/CCCC-cEW-cNS   place 1,1 turn 0")
    assert [spot for spot in spots(game) if "city" in spot] == ["meeple city E.W", "meeple city N.S"]
    game.play("deploy meeple city E")
    game.play(f"draw {CAP}")
    game.play("place 2,1 turn 270")
    game.play("pass")
    assert told(game, "scored") == ["red scores 6: tiles 6"]


def test_a_city_between_two_gates_parts_four_fields() -> None:
    """The tile with a city in two sides and two roads that end at it has four fields."""
    game = table(*BOX, f"lay {CAP} 0,-1 turn 180", "red draw king_robber/CRRC-cNW")
    assert game.rules.table.tile_segments[game.state.tile] == 7
    game.play("place 1,0 turn 90")
    assert len([spot for spot in spots(game) if "field" in spot]) == 4


# -- who takes the tiles ----------------------------------------------------------------------------------------------
@rule("KR-01", "TURN-17.4", "R-KR-03")
@pytest.mark.parametrize("tiles", [2, 3, 5])
def test_the_first_city_brings_the_king(tiles: int) -> None:
    """Who completes the first city takes the king tile, whatever its size, even if nobody stands in it."""
    game = table(*BOX, *city(1, tiles))
    assert holders(game) == (None, None)
    for action in close_city(1, tiles).split("   "):
        game.play(action)
    assert told(game) == [f"red king_taken {tiles}"]
    assert holders(game) == ("red", None)
    assert game.scores == {"red": 0, "blue": 0}


@rule("KR-01", "R-KR-03")
def test_the_king_goes_to_who_completes_not_to_who_stands_there() -> None:
    """Blue completes Red's city: Red scores it, Blue takes the king tile."""
    game = table(*BOX, *city(1, 3), "stand red meeple city at 0,1", "turn blue", f"blue {close_city(1, 3)}")
    assert told(game, "scored", "king_taken") == ["red scores 6: tiles 6", "blue king_taken 3"]
    assert holders(game) == ("blue", None)


@rule("KR-02", "TURN-17.5", "R-KR-01")
@pytest.mark.parametrize(("tiles", "holder"), [(2, "red"), (3, "red"), (4, "blue"), (5, "blue")])
def test_a_larger_city_takes_the_king(tiles: int, holder: str) -> None:
    """Red has the king tile for a city of three tiles; only a larger one of Blue's takes it."""
    game = table(*BOX, *city(1, 3), *city(2, tiles), f"red {close_city(1, 3)}", f"blue {close_city(2, tiles)}")
    assert holders(game) == (holder, None)


@rule("KR-02")
def test_it_must_be_larger_than_every_city_not_only_than_the_last() -> None:
    """After cities of two, four and three tiles one of four again changes nothing, one of five does."""
    rows = [2, 4, 3, 4, 5]
    seats = ["red", "blue", "green", "red", "green"]
    game = table(
        *BOX,
        *(line for row, tiles in enumerate(rows, 1) for line in city(row, tiles)),
        *(f"{seat} {close_city(row, rows[row - 1])}" for row, seat in enumerate(seats[:3], 1)),
        players="red blue green",
    )
    assert holders(game)[0] == "blue"
    for action in close_city(4, 4).split("   "):
        game.play(action)
    assert holders(game)[0] == "blue"
    game = Game.read(game.record + f"\nblue draw {STRAIGHT}   place 1,0 turn 0   pass\ngreen {close_city(5, 5)}\n")
    assert told(game) == ["red king_taken 2", "blue king_taken 4", "green king_taken 5"]


@rule("KR-02")
def test_the_holder_keeps_the_king_with_a_larger_city() -> None:
    """Who has the king tile and completes a larger city has it still; nothing is announced, but the size counts."""
    game = table(
        *BOX, *city(1, 2), *city(2, 4), *city(3, 3),
        f"red {close_city(1, 2)}",
        f"blue draw {STRAIGHT}   place 1,0 turn 0   pass",
        f"red {close_city(2, 4)}",
        f"blue {close_city(3, 3)}",
    )  # fmt: skip
    assert told(game) == ["red king_taken 2"]
    assert holders(game)[0] == "red"


@rule("KR-03", "TURN-17.6", "R-KR-03")
@pytest.mark.parametrize("tiles", [2, 3, 6])
def test_the_first_road_brings_the_robber(tiles: int) -> None:
    """Who completes the first road takes the robber tile, whatever its length, even if nobody stands on it."""
    game = table(*BOX, *road(1, tiles), f"red {close_road(1, tiles)}")
    assert told(game) == [f"red robber_taken {tiles}"]
    assert holders(game) == (None, "red")


@rule("KR-04", "TURN-17.7", "R-KR-01")
@pytest.mark.parametrize(("tiles", "holder"), [(2, "red"), (3, "red"), (4, "blue")])
def test_a_longer_road_takes_the_robber(tiles: int, holder: str) -> None:
    """Red has the robber tile for a road over three tiles; only a longer one of Blue's takes it."""
    game = table(*BOX, *road(1, 3), *road(2, tiles), f"red {close_road(1, 3)}", f"blue {close_road(2, tiles)}")
    assert holders(game) == (None, holder)


@rule("KR-02", "KR-04")
def test_cities_and_roads_are_not_compared() -> None:
    """A short road brings the robber tile beside a large city, and monasteries bring nothing."""
    game = table(*BOX, *city(1, 5), *road(2, 2), f"red {close_city(1, 5)}", f"blue {close_road(2, 2)}")
    assert holders(game) == ("red", "blue")


@rule("KR-08")
def test_one_tile_can_bring_both_after_the_scoring() -> None:
    """Red's tile completes a city and a road: both are scored and the meeples return, then the tiles are taken."""
    game = table(
        *BOX,
        "lay base/FRRR 1,0",
        f"lay {GATE} 0,-1 turn 90",
        f"lay {CAP} -1,-1 turn 180",
        "stand red meeple city at -1,-1",
        "stand blue meeple road W at 1,0",
        "red draw base/CRRR   place -1,0 turn 0   pass",
    )
    names = [event.name for event in game.events[2:]]
    assert sorted(names[:4]) == ["returned", "returned", "scored", "scored"]
    assert names[4:] == ["king_taken", "robber_taken"]
    assert told(game) == ["red king_taken 2", "red robber_taken 3"]


@rule("KR-08")
@pytest.mark.parametrize(("value", "points"), [("per_feature_end", 1), ("continuous", 0)])
def test_the_king_changes_hands_after_scoring_and_before_goods(value: str, points: int) -> None:
    """While the city is scored nobody has the king; where goods are given Red has it. It is foreseen both times."""
    goods = Goods()
    state = with_part(goods, king_scoring=value)
    turn(state, CAP, "0,-1 turn 180")
    assert (goods.before, goods.after, goods.foreseen) == ([-1], [0], [points, points])


# -- the points -------------------------------------------------------------------------------------------------------
@rule("KR-05", "SC-26", "KR-07", "R-KR-06")
def test_the_king_scores_every_completed_city() -> None:
    """Three completed cities of any size, never occupied, and one unfinished: the holder gets 3."""
    game = table(*BOX, *city(1, 4), *whole_city(2, 2), *whole_city(3, 3), f"red {close_city(1, 4)}")
    assert game.if_ended_now == {"red": 3, "blue": 0}
    assert [event.line() for event in game.forecast()] == ["red scores 3: king 3"]
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["red scores 3: king 3"]
    assert game.scores == {"red": 3, "blue": 0}


@rule("KR-06", "SC-27", "KR-07", "R-KR-06")
def test_the_robber_scores_every_completed_road() -> None:
    """Three completed roads, never occupied, and one unfinished: the holder gets 3."""
    game = table(*BOX, *road(1, 4), *whole_road(2, 2), *whole_road(3, 3), f"red {close_road(1, 4)}")
    assert game.if_ended_now == {"red": 3, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["red scores 3: robber 3"]


@rule("KR-07", "R-KR-06")
def test_another_players_cities_count_and_are_scored_as_ever() -> None:
    """Blue's knight scores the city that Red completes; at the end it brings Red a point as well."""
    game = table(*BOX, *city(1, 3), "stand blue meeple city at 0,1", f"red {close_city(1, 3)}")
    assert game.scores == {"red": 0, "blue": 6}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 1, "blue": 6}


@rule("KR-05", "KR-06")
def test_the_tiles_are_scored_once() -> None:
    """When the game is over nothing more is foreseen."""
    game = table(*BOX, *city(1, 3), *road(2, 3), f"red {close_city(1, 3)}", f"blue {close_road(2, 3)}")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == game.if_ended_now == {"red": 1, "blue": 1}
    assert game.forecast() == []


@rule("EX-KR-01", "KR-01", "KR-02", "KR-05")
def test_three_cities_and_seven() -> None:
    """Three tiles for Red, three for Blue, four for Blue: the king goes to Red, stays, goes to Blue; 7 at the end."""
    game = scenario("seven_cities")
    assert told(game) == ["red king_taken 3", "blue king_taken 4"]
    assert game.scores == {"red": 0, "blue": 0}
    finish(game, STRAIGHT, "1,0 turn 0")
    assert told(game, "scored") == ["blue scores 7: king 7"]
    assert game.scores == {"red": 0, "blue": 7}
