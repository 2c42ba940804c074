"""The Count of Carcassonne, rule by rule: followers from the city to what is scored."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.count.conftest import (
    BOX,
    CAP,
    EMPTY_CITY,
    END_CITY,
    END_MONK,
    END_ROAD,
    FIELD,
    KNIGHT,
    MONK,
    ROAD,
    STRAIGHT,
    VILLAGE,
    asked,
    in_city,
    with_count,
)
from aude.testing import finish, leave_in_stack, offered, play, refusal, rule, scored, table, told

FREE = "market_quarter"  # during the game nobody could leave it anyway, so the Count bars nobody there
CITY_SPOTS = ["join meeple city S at -2,1", "join meeple city N"]
ALL_QUARTERS = [f"hold blue {quarter}_quarter 1" for quarter in ("castle", "market", "blacksmith", "cathedral")]


# -- during the game --------------------------------------------------------------------------------------------------
@rule("CNT-02", "CNT-03", "CNT-05", "CNT-06", "EX-CNT-02", "TURN-17.2", "D-CNT-01", "R-CNT-22")
def test_two_knights_from_the_castle_take_the_city() -> None:
    """Red completes the own city; Blue moves both followers there, one after the other, and scores 4 alone."""
    game = with_count(table(BOX, KNIGHT, "hold blue castle_quarter 2", "hold red castle_quarter 1"), FREE)
    play(game, *END_CITY)
    assert asked(game) == ("blue", "join") and game.player == "red"
    assert offered(game) == ["done", *CITY_SPOTS]
    play(game, "join meeple city S at -2,1")
    assert asked(game) == ("blue", "join") and offered(game) == ["done", *CITY_SPOTS]
    play(game, "join meeple city N")
    assert asked(game) == ("red", "join")  # Red, who caused the scoring, decides last
    assert in_city(game, "blue") == {} and scored(game) == []
    play(game, "done")
    assert scored(game) == ["blue scores 4: tiles 4"]
    assert told(game, "joined") == ["blue joined meeple city S at -2,1", "blue joined meeple city N at -2,2"]
    assert in_city(game, "red") == {"castle_quarter": 1}


@rule("CNT-06")
def test_they_return_like_the_others() -> None:
    """After the scoring Blue's follower is in the supply, as Red's is, and not in the castle."""
    game = with_count(table(BOX, KNIGHT, "hold blue castle_quarter 1"), FREE)
    play(game, *END_CITY, "join meeple city N")
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}
    assert game.scores == {"red": 4, "blue": 4} and in_city(game, "blue") == {}


@rule("CNT-02", "R-CNT-22")
def test_whoever_likes_moves_nobody() -> None:
    """Blue has done at once; Red scores alone, and Blue's followers stay."""
    game = with_count(table(BOX, KNIGHT, "hold blue castle_quarter 2"), FREE)
    play(game, *END_CITY, "done")
    assert scored(game) == ["red scores 4: tiles 4"] and in_city(game, "blue") == {"castle_quarter": 2}
    assert (game.player, game.step) == ("blue", "draw")


@rule("CNT-05", "D-CNT-01")
def test_clockwise_and_the_player_last_each_once() -> None:
    """Green completes Red's city: Yellow, Red and Blue are asked before Green, each once; nobody else may answer."""
    holds = [f"hold {seat} castle_quarter 1" for seat in ("red", "blue", "green", "yellow")]
    scene = table(BOX, KNIGHT, *holds, "turn green", players="red blue green yellow")
    game = play(with_count(scene, FREE), *END_CITY)
    order = []
    while game.step == "join":
        order.append(game.actor)
        for seat in ("red", "blue", "green", "yellow"):
            if seat != game.actor:
                assert refusal(game, "done", seat) == ("BASE-10", "not_asked")
                assert refusal(game, "join meeple city N", seat) == ("BASE-10", "not_asked")
        play(game, "done")
    assert order == ["yellow", "red", "blue", "green"]
    assert scored(game) == ["red scores 4: tiles 4"]


@rule("CNT-05", "R-CNT-22")
def test_who_has_nobody_to_move_is_not_asked() -> None:
    """Only Red and Green have a follower in the castle; Yellow's is in the smithy, which a city does not concern."""
    holds = ("hold red castle_quarter 1", "hold green castle_quarter 1", "hold yellow blacksmith_quarter 1")
    scene = table(BOX, KNIGHT, *holds, players="red blue green yellow")
    game = play(with_count(scene, FREE), *END_CITY)
    assert asked(game) == ("green", "join")
    play(game, "done")
    assert asked(game) == ("red", "join")
    play(game, "join meeple city N")
    assert scored(game) == ["red scores 4: tiles 4"]


@rule("CNT-02", "EX-CNT-03")
def test_the_count_lets_nobody_out_of_his_quarter() -> None:
    """With the Count in the smithy Blue is not asked; and when asked for something else, refused."""
    game = table(BOX, *ROAD, "hold blue blacksmith_quarter 1")
    barred = play(with_count(game.copy(), "blacksmith_quarter"), *END_ROAD)
    assert scored(barred) == ["red scores 4: tiles 4"] and in_city(barred, "blue") == {"blacksmith_quarter": 1}
    open_smithy = play(with_count(game, "castle_quarter"), *END_ROAD)
    assert asked(open_smithy) == ("blue", "join")
    play(open_smithy, "join meeple road S at 0,1")
    assert open_smithy.scores == {"red": 4, "blue": 4}


@rule("CNT-02", "CNT-03", "CNT-04", "R-CNT-03")
def test_refusals_in_the_city() -> None:
    """The Count, the market, an empty quarter, an empty feature, one that is not scored: each is refused for that."""
    scene = (BOX, *MONK, "stand red meeple road at -2,-1", *ALL_QUARTERS)
    game = play(with_count(table(*scene), "castle_quarter"), *END_MONK)
    assert asked(game) == ("blue", "join")
    assert offered(game) == ["done", "join meeple monastery at -3,0"]
    assert refusal(game, "join meeple city S at -2,1") == ("CNT-02", "count_bars")
    assert refusal(game, "join meeple field NL at -1,-1") == ("CNT-04", "market_waits")
    assert refusal(game, "join meeple road W at -2,-1") == ("CNT-02", "not_scored")
    assert refusal(game, "join meeple carcassonne at 0,0") == ("CNT-02", "not_offered")
    assert refusal(game, "join fisherman monastery at -3,0") == ("CNT-02", "not_offered")
    play(game, "join meeple monastery at -3,0")
    assert scored(game) == ["red scores 9: tiles 9", "blue scores 9: tiles 9"]
    empty = play(with_count(table(BOX, *MONK, "hold blue cathedral_quarter 2"), FREE), *END_MONK)
    assert refusal(empty, "join meeple city S at -2,1") == ("CNT-03", "quarter_empty")


@rule("CNT-03", "CNT-04")
@pytest.mark.parametrize(
    ("scene", "end", "spots"),
    [
        ((KNIGHT,), END_CITY, {"city"}),
        (ROAD, END_ROAD, {"road"}),
        (MONK, END_MONK, {"monastery"}),
    ],
)
def test_each_quarter_has_its_kind_of_feature(scene: tuple[str, ...], end: tuple[str, ...], spots: set[str]) -> None:
    """Blue has a follower in every quarter: to a city one goes from the castle, and so on; none from the market."""
    quarter = {"city": "castle_quarter", "road": "blacksmith_quarter", "monastery": "cathedral_quarter"}
    game = play(with_count(table(BOX, *scene, *ALL_QUARTERS), FREE), *end)
    kinds = {text.split()[2] for text in offered(game) if text != "done"}
    assert kinds == spots
    play(game, offered(game)[1])
    left = {f"{name}_quarter" for name in ("castle", "market", "blacksmith", "cathedral")}
    assert set(in_city(game, "blue")) == left - {quarter[kind] for kind in spots}


@rule("CNT-04")
def test_nobody_leaves_the_market_during_the_game() -> None:
    """Red's farmer stands in the field beside the city that is completed: Blue's follower on the market stays."""
    scene = (BOX, KNIGHT, "stand red meeple field WL at -2,0", "hold blue market_quarter 1")
    game = play(with_count(table(*scene), "castle_quarter"), *END_CITY)
    assert scored(game) == ["red scores 4: tiles 4"] and in_city(game, "blue") == {"market_quarter": 1}


@rule("R-CNT-03")
@pytest.mark.parametrize("option", ["off", "on"])
def test_an_empty_feature_and_the_city(option: str) -> None:
    """Nobody stands in the city that Red completes. `on`: Blue's follower goes there and scores."""
    head = (BOX, f"option count_to_unoccupied {option}", "hold blue castle_quarter 1")
    game = play(with_count(table(*head), FREE), *EMPTY_CITY)
    if option == "off":
        assert (game.player, game.step, scored(game)) == ("blue", "draw", [])
        return
    assert offered(game) == ["done", "join meeple city E at 1,1", "join meeple city W"]
    play(game, "join meeple city W")
    assert scored(game) == ["blue scores 4: tiles 4"]


@rule("R-CNT-03")
def test_of_two_cities_the_empty_one_is_refused() -> None:
    """One tile completes Red's city and an empty one: Blue may join Red's only."""
    scene = (BOX, KNIGHT, f"lay {CAP} -1,2 turn 270", "hold blue castle_quarter 1")
    game = play(with_count(table(*scene), FREE), "draw base/CFFC", "place -2,2 turn 90", "pass")
    assert offered(game) == ["done", *CITY_SPOTS]
    assert refusal(game, "join meeple city E") == ("R-CNT-03", "feature_empty")
    play(game, "done")
    assert scored(game) == ["red scores 4: tiles 4"]


@rule("R-CNT-05", "CNT-05")
def test_one_opportunity_covers_everything_that_is_scored() -> None:
    """Red's tile completes a city and a road at once: Blue goes to both, and Red is asked after that, once."""
    scene = (BOX, KNIGHT, f"lay {VILLAGE} -1,2", "stand red meeple road W at -1,2")
    holds = [f"hold {seat} {name}_quarter 1" for seat in ("red", "blue") for name in ("castle", "blacksmith")]
    game = play(with_count(table(*scene, *holds), FREE), "draw base/CRRR", "place -2,2 turn 0", "pass")
    roads = ["join meeple road W at -1,2", "join meeple road E"]
    assert asked(game) == ("blue", "join") and offered(game) == [
        "done",
        CITY_SPOTS[0],
        roads[0],
        CITY_SPOTS[1],
        roads[1],
    ]
    play(game, CITY_SPOTS[0])
    assert asked(game) == ("blue", "join") and offered(game) == ["done", *roads]
    play(game, roads[0])
    assert asked(game) == ("red", "join")
    play(game, "done")
    assert game.scores == {"red": 6, "blue": 6}
    assert in_city(game, "red") == {"castle_quarter": 1, "blacksmith_quarter": 1}


@rule("CNT-02", "CNT-08")
def test_who_takes_the_points_away_keeps_the_player_out_of_the_city_or_lets_in() -> None:
    """Blue's two knights outdo Red, who completed the city: now only Blue has scored, and Red may enter."""
    game = with_count(table(BOX, KNIGHT, "hold blue castle_quarter 2"), FREE)
    play(game, *END_CITY, *CITY_SPOTS)
    assert scored(game) == ["blue scores 4: tiles 4"]
    assert asked(game) == ("red", "quarter")


# -- before the final scoring -----------------------------------------------------------------------------------------
# Red's knight, thief, monk and farmer, all of them on what stays incomplete.
FOUR_FEATURES = (
    KNIGHT,
    "stand red meeple road at -2,-1",
    f"lay {FIELD} -3,0",
    "stand red meeple monastery at -3,0",
    "stand red meeple field NL at -1,-1",
)
LAST = (VILLAGE, "0,2 turn 90")  # it completes a road where nobody stands
NORTH = ["NL.NR.EL.WR at -2,-1", "NL.NR.EL.WR at -1,-1", "NL.NR.EL.WR at 0,-1", "NL.WR at 1,-1"]


def kinds_offered(game: Game) -> list[str]:
    """The kinds of features that the asked seat's followers may go to."""
    return sorted({text.split()[2] for text in offered(game) if text != "done"})


@rule("CNT-07", "CNT-03", "CNT-04", "SC-12", "D-CNT-01", "R-CNT-14")
def test_before_the_final_scoring_followers_leave_every_quarter() -> None:
    """Blue, one in each quarter, goes to Red's road, monastery and field; the Count keeps the fourth in the castle."""
    game = with_count(table(BOX, *FOUR_FEATURES, *ALL_QUARTERS), "castle_quarter")
    finish(game, *LAST)
    assert asked(game) == ("blue", "join_final")
    assert kinds_offered(game) == ["field", "monastery", "road"]
    assert [text for text in offered(game) if "field" in text] == [f"join meeple field {spot}" for spot in NORTH]
    assert refusal(game, "join meeple city S at -2,1") == ("CNT-02", "count_bars")
    assert refusal(game, "join meeple road S at 0,1") == ("CNT-07", "not_scored")  # complete, and over
    play(game, "join meeple road W at -2,-1", "join meeple monastery at -3,0", f"join meeple field {NORTH[2]}")
    assert game.over
    assert game.scores == {"red": 1 + 1 + 4 + 3, "blue": 1 + 4 + 3}
    assert game.supply["blue"]["meeple"] == 7


@rule("R-CNT-04")
@pytest.mark.parametrize(
    ("option", "kinds"), [("any_quarter", ["city", "field", "monastery"]), ("market_only", ["field"])]
)
def test_which_quarters_open_at_the_end(option: str, kinds: list[str]) -> None:
    """`market_only`: whoever is elsewhere in the city stays."""
    scene = (BOX, f"option count_final {option}", *FOUR_FEATURES, *ALL_QUARTERS)
    game = with_count(table(*scene), "blacksmith_quarter")
    finish(game, *LAST)
    assert kinds_offered(game) == kinds
    if option == "market_only":
        assert refusal(game, "join meeple city S at -2,1") == ("R-CNT-04", "only_market")


@rule("CNT-07", "R-CNT-04")
def test_the_count_on_the_market_at_the_end() -> None:
    """`market_only`, and he stands there: nobody is asked."""
    game = with_count(table(BOX, "option count_final market_only", *FOUR_FEATURES, *ALL_QUARTERS), "market_quarter")
    finish(game, *LAST)
    assert game.over and game.scores == {"red": 9, "blue": 0}


@rule("R-CNT-14", "R-CNT-03")
@pytest.mark.parametrize("option", ["off", "on"])
def test_empty_features_at_the_end(option: str) -> None:
    """Only Red's knight stands on the table: Blue may join him; with `on` go to anything incomplete and any field."""
    scene = (BOX, f"option count_to_unoccupied {option}", KNIGHT, f"lay {FIELD} -3,0", *ALL_QUARTERS)
    game = with_count(table(*scene), "cathedral_quarter")
    finish(game, *LAST)
    if option == "off":
        assert offered(game) == ["done", "join meeple city S at -2,1"]
        assert refusal(game, "join meeple road W at -2,-1") == ("R-CNT-03", "feature_empty")
        return
    assert asked(game) == ("blue", "join") and kinds_offered(game) == ["road"]  # the one just completed
    play(game, "done")
    assert kinds_offered(game) == ["city", "field", "road"]
    assert "join meeple city E at 1,1" in offered(game) and "join meeple road N at 1,-1" in offered(game)
    assert "join meeple road S at 0,1" not in offered(game)  # complete
    play(game, "join meeple city E at 1,1", "join meeple road N at 1,-1", f"join meeple field {NORTH[0]}")
    assert game.scores == {"red": 1, "blue": 1 + 1 + 3}


ORDER = (BOX, KNIGHT, *(f"hold {seat} castle_quarter 1" for seat in ("red", "blue", "green")))
MISFIT = "base/CCCC-cNESW-pennant"


def order_of_asking(game: Game) -> list[str]:
    """Who is asked before the final scoring, when everybody has done at once."""
    found = []
    while game.step == "join_final":
        found.append(str(game.actor))
        for seat in ("red", "blue", "green"):
            if seat != game.actor:
                assert refusal(game, "done", seat)[1] == "not_asked"
        play(game, "done")
    assert game.over
    return found


@rule("CNT-07", "D-CNT-01")
@pytest.mark.parametrize(
    ("player", "order"),
    [("red", ["blue", "green", "red"]), ("blue", ["green", "red", "blue"]), ("green", ["red", "blue", "green"])],
)
def test_at_the_end_whoever_laid_the_last_tile_is_last(player: str, order: list[str]) -> None:
    """Clockwise, each once; nobody else may answer."""
    game = with_count(table(*ORDER, f"turn {player}", players="red blue green"), FREE)
    finish(game, *LAST)
    assert order_of_asking(game) == order


@rule("R-CNT-23")
def test_a_tile_that_fits_nowhere_was_not_laid() -> None:
    """Red lays the last tile; Blue draws one more, which leaves the game. Red is asked last all the same."""
    caps = (f"lay {CAP} 2,1 turn 270", "lay base/CFCF -2,2 turn 0", f"lay {CAP} -2,3 turn 0")
    scene = (BOX, *caps, *ORDER[2:], f"lay {FIELD} -3,0", "stand red meeple monastery at -3,0")
    holds = [f"hold {seat} cathedral_quarter 1" for seat in ("red", "blue", "green")]
    game = with_count(table(*scene, *holds, players="red blue green"), FREE)
    leave_in_stack(game, VILLAGE, MISFIT)
    nobody = game.copy()
    play(game, f"draw {VILLAGE}", "place 0,2 turn 90", "pass", f"draw {MISFIT}")
    assert game.player == "blue" and told(game, "discarded") == [f"discarded {MISFIT}"]
    assert order_of_asking(game) == ["blue", "green", "red"]
    leave_in_stack(nobody, MISFIT)
    play(nobody, f"draw {MISFIT}")
    assert nobody.player == "red" and order_of_asking(nobody) == ["red", "blue", "green"]


@rule("CNT-07")
def test_a_second_opportunity_is_not_given_at_the_end() -> None:
    """Red's last tile completes the city: Blue is asked in that turn, and once more before the final scoring."""
    scene = (
        BOX,
        KNIGHT,
        "stand red meeple road at -2,-1",
        "hold blue castle_quarter 1",
        "hold blue blacksmith_quarter 1",
    )
    game = with_count(table(*scene), FREE)
    leave_in_stack(game, CAP)
    play(game, *END_CITY)
    assert asked(game) == ("blue", "join") and kinds_offered(game) == ["city"]
    play(game, CITY_SPOTS[1])
    assert asked(game) == ("blue", "join_final") and offered(game) == ["done", "join meeple road W at -2,-1"]
    play(game, "done")
    assert game.over and game.scores == {"red": 5, "blue": 4}


# -- the fields and the City of Carcassonne ---------------------------------------------------------------------------
@rule("R-CNT-09", "COMB-011")
@pytest.mark.parametrize(("option", "points"), [("on", 3), ("off", 0)])
def test_carcassonne_feeds_the_fields_around_it(option: str, points: int) -> None:
    """A farmer in each of the three fields at the wall: 3 points each, if the city counts as one."""
    farmers = ("NL at -1,-1", "EL at 1,0", "WL at -2,0")
    for spot in farmers:
        game = table(BOX, f"option carcassonne_is_city {option}", f"stand red meeple field {spot}")
        assert game.if_ended_now == {"red": points, "blue": 0}
        finish(game, *LAST)
        assert game.scores == {"red": points, "blue": 0}


@rule("R-CNT-09", "R-FARM-02")
@pytest.mark.parametrize(("option", "points"), [("on", 4), ("off", 0)])
def test_carcassonne_is_one_city_for_farmers_around_it(option: str, points: int) -> None:
    """`per_city_4`: one city, once for the most farmers in all its fields together."""
    scene = (BOX, "option farm_scoring per_city_4", f"option carcassonne_is_city {option}")
    game = table(*scene, "stand red meeple field NL at -1,-1", "stand red meeple field EL at 1,0")
    assert game.if_ended_now == {"red": points, "blue": 0}


@rule("R-CNT-09", "COMB-011")
def test_a_field_counts_carcassonne_beside_other_cities() -> None:
    """The south-western field borders a completed city of two tiles as well: 6 points."""
    game = table(BOX, f"lay {CAP} -2,2 turn 0", "stand blue meeple field WL at -2,0")
    assert game.if_ended_now == {"red": 0, "blue": 6}
    [event] = game.forecast()
    assert [str(line) for line in event.lines] == ["cities 6"]


def test_the_road_west_divides_the_fields() -> None:
    """The north field and the south-western one meet nowhere on the block."""
    game = table(
        BOX, f"lay {STRAIGHT} -3,-1", "stand red meeple field NL at -2,-1", "stand blue meeple field WL at -2,-1"
    )
    assert game.if_ended_now == {"red": 3, "blue": 3}
