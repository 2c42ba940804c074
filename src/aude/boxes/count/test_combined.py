"""The Count with other boxes of the catalog: which points matter, who enters where, what the city is to others."""

from __future__ import annotations

import pytest

from aude.boxes.count.conftest import (
    CAP,
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
from aude.boxes.count.quarters import QUARTERS
from aude.boxes.princess_and_dragon.conftest import with_fairy
from aude.testing import finish, offered, play, refusal, rule, scored, table, told

FREE = "market_quarter"
TRIGGERS = pytest.mark.parametrize("trigger", ["any_points", "tile_scoring"])


def head(*boxes: str, **options: str) -> list[str]:
    """The first lines of a game with the Count and other boxes."""
    return ["boxes count " + " ".join(boxes), *(f"option {name} {value}" for name, value in options.items())]


# -- which points matter ----------------------------------------------------------------------------------------------
@rule("R-CNT-02", "EX-CNT-04")
@TRIGGERS
def test_the_fairy_at_dawn_and_the_count(trigger: str) -> None:
    """Blue has scored the fairy's point and completes Red's road: Blue may enter only with `tile_scoring`."""
    scene = (*head("princess_and_dragon", count_trigger=trigger), *ROAD, "stand blue meeple city at 1,1")
    game = with_fairy(table(*scene), 1, 1)
    play(game, f"draw {FIELD}", "place -3,0 turn 0", "pass", "pass")
    assert game.player == "blue" and game.scores == {"red": 0, "blue": 1}
    play(game, *END_ROAD)
    assert game.scores == {"red": 4, "blue": 1}
    assert asked(game) == (("chance", "draw") if trigger == "any_points" else ("blue", "quarter"))


@rule("R-CNT-02", "R-CNT-26")
@TRIGGERS
def test_the_fairy_beside_a_scored_feature_and_the_count(trigger: str) -> None:
    """Blue, outnumbered on the road, gets the fairy's 3 points only: they are points, but not the feature's."""
    thieves = ("stand red meeple road at 0,2", "stand blue meeple road at 0,3", "turn blue")
    game = with_fairy(table(*head("princess_and_dragon", count_trigger=trigger), *ROAD, *thieves), 0, 3)
    play(game, *END_ROAD)
    assert scored(game) == ["red scores 4: tiles 4", "blue scores 3: fairy 3"]
    assert asked(game) == (("chance", "draw") if trigger == "any_points" else ("blue", "quarter"))


@rule("R-CNT-26", "CNT-08")
@TRIGGERS
def test_winner_with_the_fairy_has_scored_the_feature(trigger: str) -> None:
    """Blue wins the road with the fairy beside: the feature's points count with either value."""
    thief = ("stand blue meeple road at 0,3", "turn blue")
    game = with_fairy(table(*head("princess_and_dragon", count_trigger=trigger), *ROAD, *thief), 0, 3)
    play(game, *END_ROAD)
    assert scored(game) == ["red scores 4: tiles 4", "blue scores 7: tiles 4, fairy 3"]
    assert asked(game) == ("chance", "draw")


@rule("COMB-040", "R-ANN-10", "R-CNT-02")
@TRIGGERS
def test_the_points_of_an_arrow_count(trigger: str) -> None:
    """Blue's tile completes Red's city and its arrow points at nothing: 2 points, so Blue does not enter."""
    game = table(*head("anniversary", count_trigger=trigger), KNIGHT, "turn blue")
    play(game, "draw anniversary_20/AN-C", "place -2,2 turn 0", "pass")
    assert game.scores == {"red": 4, "blue": 2}
    assert asked(game) == ("chance", "draw")
    turned = table(*head("anniversary", count_trigger=trigger), KNIGHT, f"lay {FIELD} -1,2", "turn blue")
    play(turned, "draw anniversary_20/AN-C", "place -2,2 turn 0", "pass")
    assert turned.scores == {"red": 4, "blue": 0} and asked(turned) == ("blue", "quarter")


@rule("R-CNT-26", "COMB-031")
@TRIGGERS
def test_the_points_of_a_recalled_abbot(trigger: str) -> None:
    """Blue completes Red's road and takes the own abbot home for his points, which the tile has not brought."""
    scene = (*ROAD, f"lay {FIELD} -3,0", "stand blue abbot monastery at -3,0", "turn blue")
    game = table(*head("abbot", count_trigger=trigger), *scene)
    other = play(game.copy(), *END_ROAD)
    assert asked(other) == ("blue", "quarter")
    play(game, *END_ROAD[:2], "recall abbot monastery at -3,0")
    assert game.scores == {"red": 4, "blue": 4}
    assert asked(game) == (("chance", "draw") if trigger == "any_points" else ("blue", "quarter"))


@rule("R-CNT-02", "R-KR-05")
@TRIGGERS
def test_the_points_of_a_king_who_is_paid_at_once_count(trigger: str) -> None:
    """`continuous`: Blue, who holds the king, completes Red's city and gets 1 point; it is none of the feature's."""
    scene = (KNIGHT, "hold blue king 1", "turn blue")
    options = {"count_trigger": trigger, "king_scoring": "continuous"}
    game = play(table(*head("king_and_robber", **options), *scene), *END_CITY)
    assert game.scores == {"red": 4, "blue": 1}
    assert asked(game) == (("chance", "draw") if trigger == "any_points" else ("blue", "quarter"))


@rule("COMB-059", "CNT-08")
def test_goods_are_no_points() -> None:
    """Blue completes Red's city and takes a wine: Blue has scored nothing."""
    scene = (KNIGHT, "lay traders_builders/FCFC-cEW-wine -2,2 turn 90", "turn blue")
    game = play(table(*head("traders_and_builders"), *scene), f"draw {CAP}", "place -2,3 turn 0", "pass")
    assert game.holdings["blue"]["wine"] == 1 and game.scores == {"red": 6, "blue": 0}
    assert asked(game) == ("blue", "quarter")


# Blue's builder on the western road, which the last tile around Red's monk continues.
DOUBLE = (
    *ROAD,
    f"lay {STRAIGHT} -3,-1",
    f"lay {FIELD} -3,0",
    f"lay {FIELD} -3,1",
    f"lay {FIELD} -4,0",
    f"lay {FIELD} -4,1",
    "stand red meeple monastery at -3,0",
    "stand blue meeple road at -2,-1",
    "stand blue builder road at -3,-1",
    "turn blue",
)
FIRST = (f"draw {STRAIGHT}", "place -4,-1 turn 0", "pass")


@rule("R-CNT-11", "R-CNT-02", "COMB-059")
@pytest.mark.parametrize("counts", ["one_turn", "two_turns"])
def test_each_part_of_a_double_turn_is_judged_by_itself(counts: str) -> None:
    """In both parts only Red scores: Blue enters twice. If the second part completes Blue's own road, once."""
    game = play(table(*head("traders_and_builders", double_turn_counts=counts), *DOUBLE), *FIRST)
    assert game.scores == {"red": 9, "blue": 0}
    assert asked(game) == ("blue", "quarter")
    play(game, "quarter meeple castle_quarter", "pass", "second")
    own = play(game.copy(), f"draw {VILLAGE}", "place -5,-1 turn 0", "pass")
    assert own.scores == {"red": 9, "blue": 4} and asked(own) == ("chance", "draw") and own.player == "red"
    play(game, *END_ROAD)
    assert game.scores == {"red": 13, "blue": 0} and asked(game) == ("blue", "quarter")


@rule("R-CNT-11")
def test_points_of_the_first_part_do_not_close_the_city_in_the_second() -> None:
    """First Blue's tile completes the own road beside the builder; the second, Red's: Blue enters then."""
    scene = (*ROAD, f"lay {STRAIGHT} -3,-1", "stand blue meeple road at -2,-1", "stand blue builder road at -3,-1")
    game = table(*head("traders_and_builders"), *scene, "turn blue")
    play(game, f"draw {VILLAGE}", "place -4,-1 turn 0", "pass")
    assert game.scores == {"red": 0, "blue": 3} and asked(game) == ("blue", "second")
    play(game, "second", *END_ROAD)
    assert game.scores == {"red": 4, "blue": 3} and asked(game) == ("blue", "quarter")


@rule("R-CNT-23", "CNT-07")
def test_whoever_earns_a_second_tile_with_the_last_one_has_laid_it() -> None:
    """Red's builder brings a second tile, but none is left: the game ends in Red's turn, and Red is asked last."""
    builder = (f"lay {STRAIGHT} -3,-1", "stand red meeple road at -2,-1", "stand red builder road at -3,-1")
    holds = [f"hold {seat} blacksmith_quarter 1" for seat in ("red", "blue", "green")]
    scene = (*head("traders_and_builders"), *builder, *holds)
    game = with_count(table(*scene, players="red blue green"), FREE)
    finish(game, STRAIGHT, "-4,-1 turn 0")
    assert game.player == "red"
    order = []
    while not game.over:
        order.append(game.actor)
        play(game, "done")
    assert order == ["blue", "green", "red"]


# -- who enters where -------------------------------------------------------------------------------------------------
SERVES = (*ROAD, "turn blue")


@rule("CNT-10", "COMB-059", "GEN-04")
def test_builder_and_pig_stay_out() -> None:
    """Blue has both in the supply; only the meeple is offered."""
    game = play(table(*head("traders_and_builders"), *SERVES), *END_ROAD)
    assert offered(game) == ["pass", *(f"quarter meeple {quarter}" for quarter in QUARTERS)]
    for figure in ("builder", "pig"):
        assert refusal(game, f"quarter {figure} castle_quarter") == ("CNT-10", "city_followers_only")


@rule("COMB-049", "IC-02")
def test_a_large_follower_enters_any_quarter_and_counts_two() -> None:
    """Blue's large follower is offered every quarter; from the castle it outdoes Red's knight alone."""
    game = play(table(*head("inns_and_cathedrals"), *SERVES), *END_ROAD)
    assert [text for text in offered(game) if "large" in text] == [
        f"quarter large_follower {name}" for name in QUARTERS
    ]
    scene = (*head("inns_and_cathedrals"), KNIGHT, "hold blue castle_quarter 8")
    city = play(with_count(table(*scene), FREE), *END_CITY, "join large_follower city N", "done")
    assert scored(city) == ["blue scores 4: tiles 4"]
    assert in_city(city, "blue") == {"castle_quarter": 7} and city.supply["blue"]["large_follower"] == 1


@rule("COMB-031", "R-CNT-10")
def test_the_abbot_enters_the_cathedral_only() -> None:
    """He is offered one quarter, and refused at the others."""
    game = play(table(*head("abbot"), *SERVES), *END_ROAD)
    assert [text for text in offered(game) if "abbot" in text] == ["quarter abbot cathedral_quarter"]
    for quarter in ("castle_quarter", "market_quarter", "blacksmith_quarter"):
        assert refusal(game, f"quarter abbot {quarter}") == ("R-CNT-10", "quarter_unfit")
    gone = table(*head("abbot"), *SERVES, f"lay {FIELD} -3,0", "stand blue abbot monastery at -3,0")
    play(gone, *END_ROAD)
    assert refusal(gone, "quarter abbot cathedral_quarter") == ("CNT-08", "supply_empty")


GARDEN = "base/FRFR-rEW-garden"


@rule("COMB-031", "R-CNT-24", "R-ABB-09")
def test_the_abbot_goes_to_monasteries_only() -> None:
    """From the cathedral he joins Red's monk, with whom he scores 9; a garden that Red's abbot holds is not offered."""
    gardens = (*MONK, f"lay {GARDEN} -5,-1", "stand red abbot garden at -5,-1")
    game = with_count(table(*head("abbot"), *gardens, "hold blue cathedral_quarter 8"), FREE)
    end = game.copy()
    play(game, *END_MONK)
    assert offered(game) == ["done", "join meeple monastery at -3,0", "join abbot monastery at -3,0"]
    play(game, "join abbot monastery at -3,0", "done")
    assert game.scores == {"red": 9, "blue": 9} and game.supply["blue"]["abbot"] == 1
    finish(end, VILLAGE, "0,2 turn 90")
    assert asked(end) == ("blue", "join_final")
    assert [text for text in offered(end) if "abbot" in text] == ["join abbot monastery at -3,0"]


@rule("COMB-107", "R-CNT-06")
def test_the_cathedral_serves_shrines() -> None:
    """Red's heretic west of the walls; Blue's meeple joins from the cathedral, Blue's abbot may not."""
    around = (
        f"lay {STRAIGHT} -3,-1",
        f"lay {STRAIGHT} -4,-1",
        "lay cult/FFFF-shrine -3,0",
        "lay base/FFRR-rSW -3,1 turn 0",
        f"lay {CAP} -4,0 turn 270",
        "stand red meeple shrine at -3,0",
        "hold blue cathedral_quarter 8",
    )
    game = with_count(table(*head("shrines_and_heretics", "abbot"), *around), FREE)
    play(game, "draw base/FFRR-rSW", "place -4,1 turn 270", "pass")
    assert offered(game) == ["done", "join meeple shrine at -3,0"]
    play(game, "join meeple shrine at -3,0", "done")
    assert scored(game) == ["red scores 9: tiles 9", "blue scores 9: tiles 9"]


# -- what the city is to others ---------------------------------------------------------------------------------------
@rule("COMB-106", "R-CNT-09", "R-CNT-15", "R-KR-06")
@pytest.mark.parametrize(("option", "points"), [("on", 2), ("off", 1)])
def test_carcassonne_is_a_city_of_the_king(option: str, points: int) -> None:
    """Red completes the first city, two tiles small, and takes the king all the same; he counts Carcassonne too."""
    game = table(*head("king_and_robber", carcassonne_is_city=option))
    assert game.if_ended_now == {"red": 0, "blue": 0}
    play(game, *END_CITY)
    assert told(game, "king_taken") == ["red king_taken 2"]
    assert game.if_ended_now == {"red": points, "blue": 0}
    finish(game, VILLAGE, "0,2 turn 90")
    assert game.scores == {"red": points, "blue": 1}  # Blue's road makes Blue the robber


@rule("COMB-108")
def test_a_road_completed_by_a_tunnel_token() -> None:
    """Two roads that end at gates are joined below ground: Blue's follower comes from the smithy."""
    scene = ("lay tunnel/FRRF 0,2 turn 270", "lay tunnel/CRFR -3,-1 turn 0", "stand red meeple road at 0,1")
    game = with_count(table(*head("tunnel"), *scene, "hold blue blacksmith_quarter 1"), FREE)
    play(game, f"draw {FIELD}", "place -3,0 turn 0", "pass", "tunnel road N at 0,2")
    play(game, f"draw {FIELD}", "place -3,1 turn 0", "pass", "pass")
    play(game, f"draw {FIELD}", "place -4,0 turn 0", "pass", "tunnel road E at -3,-1 to road N at 0,2")
    assert asked(game) == ("blue", "join")
    assert offered(game)[1:] == [
        "join meeple road W at -2,-1",
        "join meeple road S at 0,1",
        "join meeple road N at 0,2",
        "join meeple road E at -3,-1",
    ]
    play(game, "join meeple road N at 0,2")
    assert scored(game) == ["red scores 4: tiles 4", "blue scores 4: tiles 4"]


@rule("COMB-109", "CNT-11", "GEN-10")
@pytest.mark.parametrize("decision", ["all-add city", "all-remove city"])
def test_crop_circles_do_not_concern_the_city(decision: str) -> None:
    """Blue, with a follower in the castle and no knight, is not asked; Red is, and has one knight more or less."""
    scene = (*head("crop_circles"), KNIGHT, "hold blue castle_quarter 1")
    game = with_count(table(*scene), FREE)
    play(game, "draw crop_circles/CFFC-cNW-circle-city", "place 2,1 turn 0", "pass", decision)
    assert asked(game)[0] == "red"
    play(game, offered(game)[0])
    assert in_city(game, "blue") == {"castle_quarter": 1}


DRAGON = ("draw princess_dragon/FRFR-rEW-dragon", "place -3,-1 turn 0", "pass")
LAIR = "lay princess_dragon/FFFF-volcano -3,0"


@rule("CNT-12", "COMB-069", "R-CNT-21", "R-PD-20", "PD-23", "R-PD-32")
@pytest.mark.parametrize(("option", "ways"), [("whole_block", 0), ("city_only", 1)])
def test_the_dragon_stays_out_of_carcassonne(option: str, ways: int) -> None:
    """West of the walls it hunts north or away; `city_only` lets it onto the landscape of the block, never further."""
    game = table(*head("princess_and_dragon", dragon_carcassonne=option), LAIR, f"lay {FIELD} -3,1")
    play(game, *DRAGON)
    assert asked(game) == ("red", "dragon")
    assert ("dragon -2,0" in offered(game)) == bool(ways)
    assert "dragon -3,-1" in offered(game) and "dragon -3,1" in offered(game)
    if option == "whole_block":
        assert refusal(game, "dragon -2,0") == ("PD-23", "dragon_barred")
        return
    play(game, "dragon -2,0")
    assert offered(game) == ["dragon -2,-1", "dragon -2,1"]
    assert refusal(game, "dragon -1,0") == ("PD-23", "dragon_barred")


@rule("CNT-11", "COMB-069", "GEN-10", "R-CNT-21", "PD-26")
def test_the_dragon_eats_around_the_walls_but_not_in_the_city() -> None:
    """`city_only`: Blue's thief on the block is eaten, Blue's followers in the quarters are not."""
    scene = (*head("princess_and_dragon", dragon_carcassonne="city_only"), LAIR, f"lay {FIELD} -3,1")
    holds = [f"hold blue {quarter} 1" for quarter in QUARTERS]
    game = table(*scene, "stand blue meeple city at -2,1", *holds)
    play(game, *DRAGON, "dragon -2,0", "dragon -2,1")
    assert told(game, "returned") == ["blue returned meeple city S at -2,1"]
    while game.step == "dragon":
        play(game, offered(game)[0])
    assert in_city(game, "blue") == {quarter: 1 for quarter in QUARTERS}


@rule("R-CNT-16")
@pytest.mark.parametrize(("spot", "points"), [("city S at -2,1", 4), ("city N", 7)])
def test_where_in_the_city_a_follower_stands_matters_to_the_fairy(spot: str, points: int) -> None:
    """The fairy is on the new tile: whoever comes out of the castle to that tile has her company."""
    scene = (*head("princess_and_dragon"), KNIGHT, "hold blue castle_quarter 1")
    game = with_count(table(*scene), FREE)
    play(game, *END_CITY[:2])
    with_fairy(game, -2, 2)
    play(game, "pass", "pass", f"join meeple {spot}")
    assert game.scores == {"red": 4, "blue": points}


# -- the river --------------------------------------------------------------------------------------------------------
@rule("COMB-021", "R-SETUP-02", "R-RIV-09")
@pytest.mark.parametrize(
    ("river", "spring"), [("river", (-2, -2)), ("river_ii", (-2, -2)), ("anniversary_river", (2, -1))]
)
def test_the_spring_lies_at_the_wall(river: str, spring: tuple[int, int]) -> None:
    """Auto: from the north-west corner clockwise, where it matches; a spring of two tiles needs a longer wall."""
    game = table(f"boxes {river} count")
    state = game.state
    names = [game.rules.table.tiles[int(state.slot_tile[slot]) >> 2].id for slot in range(state.slots)]
    assert [name for name in names if name.startswith("count/")] == names[:12] and len(names) > 12
    cell = state.slot_cell[12]
    assert (int(state.x_of(cell)), int(state.y_of(cell))) == spring
    play(game, game.options[0].text)
    assert game.step == "place" and len(game.options) > 0


@rule("COMB-021", "R-SETUP-02")
def test_the_first_player_lays_the_spring() -> None:
    """Manual: Red chooses where; only where the sides match and the river stays free."""
    game = table("boxes river count", "option start_blocks manual")
    assert asked(game) == ("red", "block") and game.state.slots == 12
    cells = {text.split()[2] for text in offered(game)}
    assert "-2,-2" in cells and "1,-2" not in cells and "-3,-1" not in cells  # roads leave the block there
    play(game, offered(game)[-1])
    assert game.state.slots == 13 and asked(game) == ("chance", "draw")
