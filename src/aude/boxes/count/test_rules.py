"""The Count of Carcassonne, rule by rule: the block, followers into the city, and the Count."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.count.conftest import (
    BOX,
    END_CITY,
    END_ROAD,
    FIELD,
    KNIGHT,
    ROAD,
    STRAIGHT,
    VILLAGE,
    asked,
    count_of,
    in_city,
    with_count,
)
from aude.boxes.count.quarters import QUARTERS
from aude.engine.rules import NOBODY
from aude.terminal.textboard import draw
from aude.testing import finish, offered, play, refusal, rule, scenario, scored, spots, table, told

# Blue completes Red's road of four tiles: Red scores, and Blue does not.
BLUE_SERVES_RED = (*ROAD, "turn blue", *(f"blue {action}" for action in END_ROAD))
ENTRIES = [f"quarter meeple {quarter}" for quarter in QUARTERS]


# -- the block --------------------------------------------------------------------------------------------------------
@rule("CNT-01", "SETUP-02", "SETUP-06", "R-SETUP-01", "R-CNT-28")
def test_the_game_begins_with_the_city_and_the_count_in_its_castle() -> None:
    """Twelve tiles lie, four in a row; the start tile is in its box, and all others are to be drawn."""
    game = Game(boxes=["count"], deal=False, first_player="seat1")
    state = game.state
    cells = {(int(state.x_of(state.slot_cell[slot])), int(state.y_of(state.slot_cell[slot]))) for slot in range(12)}
    assert cells == {(x, y) for x in (-2, -1, 0, 1) for y in (-1, 0, 1)}
    assert state.slots == 12 and state.bag_size == 71
    plain = Game(deal=False).tiles_left
    assert game.tiles_left == plain
    assert count_of(game) == "castle_quarter"


@rule("R-CNT-27", "CNT-01")
def test_the_land_around_the_walls() -> None:
    """One city inside, complete; three roads with a gate, two pieces of city and three fields around it."""
    game = Game(boxes=["count"], deal=False)
    state = game.state
    kinds = [kind.name for kind in game.rules.kinds]
    roots = [node for node in range(state.nodes) if state.root[node] == node]
    found = sorted((kinds[state.kind_of(root)], int(state.open_ends[root])) for root in roots)
    assert found == [("carcassonne", 0), ("city", 1), ("city", 1)] + [("field", 8)] * 3 + [("road", 1)] * 3


@rule("R-CNT-27")
def test_what_the_block_shows_is_continued_and_scored() -> None:
    """Red's thief on a road that ends at the gate: 4 tiles, 4 points. Nobody is put into Carcassonne itself."""
    game = play(table(BOX, *ROAD), *END_ROAD)
    assert scored(game) == ["red scores 4: tiles 4"]
    portal = table("boxes count princess_and_dragon", "red draw princess_dragon/FRRR-portal   place 0,2 turn 90")
    assert "meeple city S at -2,1" in spots(portal) and "meeple road W at -2,-1" in spots(portal)
    assert not any("carcassonne" in spot for spot in spots(portal))


@rule("R-CNT-27")
def test_two_sets_of_the_block_are_one() -> None:
    """However many copies of the set a game is given, one City of Carcassonne lies and no tile of it is drawn."""
    game = table(BOX, "tiles count 3")
    assert game.state.slots == 12
    assert not any(name.startswith("count/") for name in game.tiles_left)
    without = table(BOX, "tiles count 0")
    assert without.state.slots == 1


# -- into the city ----------------------------------------------------------------------------------------------------
@rule("CNT-08", "CNT-09", "EX-CNT-01", "TURN-18", "D-CNT-02", "D-CNT-03")
def test_who_scores_nothing_while_another_does_enters_the_city() -> None:
    """Blue completes Red's road: Red scores 4, Blue puts a follower into a quarter, then moves the Count."""
    game = table(BOX, *BLUE_SERVES_RED)
    assert scored(game) == ["red scores 4: tiles 4"]
    assert asked(game) == ("blue", "quarter")
    assert offered(game) == ["pass", *ENTRIES]
    play(game, "quarter meeple blacksmith_quarter")
    assert in_city(game, "blue") == {"blacksmith_quarter": 1} and game.supply["blue"]["meeple"] == 6
    assert asked(game) == ("blue", "count")
    assert offered(game) == ["pass", "count market_quarter", "count blacksmith_quarter", "count cathedral_quarter"]
    play(game, "count cathedral_quarter")
    assert count_of(game) == "cathedral_quarter"
    assert (game.player, game.step) == ("red", "draw")
    names = ("to_blacksmith_quarter", "count_to_cathedral_quarter")
    assert told(game, *names) == ["blue to_blacksmith_quarter meeple", "count_to_cathedral_quarter"]


@rule("EX-CNT-01", "EX-CNT-02", "CNT-02", "CNT-08", "CNT-09")
def test_into_the_castle_and_out_again() -> None:
    """The example as a record: what Blue sends into the castle takes Red's city, and then Red may enter."""
    game = scenario("two_from_the_castle")
    assert game.scores == {"red": 4, "blue": 4}
    assert in_city(game, "blue") == {} and in_city(game, "red") == {"cathedral_quarter": 1}
    assert count_of(game) == "market_quarter"
    assert Game.read(game.record) == game


@rule("CNT-08", "CNT-09", "R-CNT-01")
def test_nobody_has_to() -> None:
    """Blue may pass, and then the Count is not moved; or enter and leave the Count where he is."""
    game = table(BOX, *BLUE_SERVES_RED)
    passed = play(game.copy(), "pass")
    assert (passed.player, passed.step, count_of(passed)) == ("red", "draw", "castle_quarter")
    assert in_city(passed, "blue") == {}
    play(game, "quarter meeple castle_quarter", "pass")
    assert (game.player, game.step, count_of(game)) == ("red", "draw", "castle_quarter")


@rule("R-CNT-17")
def test_the_count_keeps_nobody_from_entering() -> None:
    """The castle is offered while the Count stands there."""
    game = table(BOX, *BLUE_SERVES_RED)
    assert count_of(game) == "castle_quarter"
    play(game, "quarter meeple castle_quarter")
    assert in_city(game, "blue") == {"castle_quarter": 1}


@rule("CNT-08", "CNT-09")
def test_only_the_player_answers() -> None:
    """Red is refused while Blue is asked, for the quarter and for the Count."""
    game = table(BOX, *BLUE_SERVES_RED)
    assert refusal(game, "quarter meeple castle_quarter", "red") == ("BASE-10", "not_asked")
    play(game, "quarter meeple castle_quarter")
    assert refusal(game, "count market_quarter", "red") == ("BASE-10", "not_asked")


@rule("CNT-08")
def test_who_scores_or_where_nobody_scores_nobody_enters() -> None:
    """Red completes the own road; a tile that completes nothing; a road with a thief of each: no question."""
    own = play(table(BOX, *ROAD), *END_ROAD)
    assert scored(own) == ["red scores 4: tiles 4"]
    nothing = play(table(BOX, *ROAD), f"draw {FIELD}", "place -3,0 turn 0", "pass")
    both = table(BOX, *ROAD, "stand blue meeple road at 0,3", "turn blue", *(f"blue {action}" for action in END_ROAD))
    assert scored(both) == ["red scores 4: tiles 4", "blue scores 4: tiles 4"]
    for game in (own, nothing, both):
        assert game.step == "draw" and "quarter" not in {move.text.split()[0] for move in game.moves}


@rule("CNT-08")
def test_without_a_follower_nobody_enters() -> None:
    """Blue's only meeple is a farmer already: there is nothing to put into the city, and no question."""
    scene = (BOX, "figures meeple 1", *ROAD, "stand blue meeple field NL at -1,-1", "turn blue")
    game = play(table(*scene), *END_ROAD[:2])
    assert scored(game) == ["red scores 4: tiles 4"]
    assert (game.player, game.step) == ("red", "draw")


@rule("CNT-08", "R-CNT-10")
def test_refusals_at_the_gate() -> None:
    """What cannot enter, and why."""
    game = table(BOX, *BLUE_SERVES_RED)
    assert refusal(game, "quarter meeple moat") == ("CNT-08", "not_offered")
    assert refusal(game, "count market_quarter") == ("BASE-11", "not_now")
    play(game, "quarter meeple castle_quarter")
    assert refusal(game, "count castle_quarter") == ("CNT-09", "count_is_there")
    assert refusal(game, "quarter meeple castle_quarter") == ("BASE-11", "not_now")


@rule("R-CNT-25")
def test_without_farmers_nobody_enters_the_market() -> None:
    """No follower may stand in a field then."""
    game = table(BOX, "without farmers", *BLUE_SERVES_RED)
    assert offered(game) == ["pass", *(entry for entry in ENTRIES if "market" not in entry)]
    assert refusal(game, "quarter meeple market_quarter") == ("R-CNT-10", "quarter_unfit")


@rule("R-CNT-13")
def test_nobody_comes_back_from_the_city() -> None:
    """In a whole round Blue, whose follower is in a quarter, is never offered to take it home."""
    game = table(BOX, "hold blue market_quarter 1", "turn blue")
    for action in (f"draw {FIELD}", "place -3,0 turn 0"):
        play(game, action)
    assert not any("quarter" in text or "join" in text for text in offered(game))
    play(game, "pass", f"draw {STRAIGHT}", "place -3,-1 turn 0", "pass")
    assert in_city(game, "blue") == {"market_quarter": 1}


# -- the Count --------------------------------------------------------------------------------------------------------
@rule("R-CNT-01")
@pytest.mark.parametrize(("before", "after"), [(QUARTERS[number], QUARTERS[(number + 1) % 4]) for number in range(4)])
def test_the_count_goes_clockwise(before: str, after: str) -> None:
    """`clockwise`: castle, market, blacksmith, cathedral and again; nobody is asked, and only after a follower."""
    game = with_count(table(BOX, "option count_move clockwise", *BLUE_SERVES_RED), before)
    passed = play(game.copy(), "pass")
    assert count_of(passed) == before
    play(game, "quarter meeple market_quarter")
    assert (count_of(game), game.player, game.step) == (after, "red", "draw")
    assert told(game, f"count_to_{after}") == [f"count_to_{after}"]


@rule("R-CNT-01")
@pytest.mark.parametrize("quarter", QUARTERS)
def test_the_count_follows_the_follower(quarter: str) -> None:
    """`follow_meeple`: the Count comes into the quarter of whoever has just entered."""
    game = table(BOX, "option count_move follow_meeple", *BLUE_SERVES_RED)
    play(game, f"quarter meeple {quarter}")
    assert (count_of(game), game.player, game.step) == (quarter, "red", "draw")


# -- at the table -----------------------------------------------------------------------------------------------------
@rule("R-CNT-20")
def test_a_position_has_followers_in_the_city() -> None:
    """`hold` puts ordinary followers into a quarter first, then others; not more than there are."""
    game = table("boxes count inns_and_cathedrals", "hold red castle_quarter 8", "hold blue market_quarter 2")
    assert in_city(game, "red") == {"castle_quarter": 8} and in_city(game, "blue") == {"market_quarter": 2}
    assert game.supply["red"] == {"meeple": 0, "large_follower": 0}
    assert game.supply["blue"] == {"meeple": 5, "large_follower": 1}
    assert count_of(game) == "castle_quarter"
    with pytest.raises(ValueError, match="red cannot hold 8 market quarter"):
        table(BOX, "hold red market_quarter 8")


@rule("CNT-01")
def test_the_table_shows_where_the_count_is() -> None:
    """The legend names his quarter, and the seats' followers in the city are counted."""
    game = with_count(table(BOX, "hold red castle_quarter 2"), "market_quarter")
    assert "Count (in the market)" in draw(game)
    assert game.holdings["red"] == {
        "castle_quarter": 2,
        "market_quarter": 0,
        "blacksmith_quarter": 0,
        "cathedral_quarter": 0,
    }


@rule("R-CNT-18", "R-CNT-19")
def test_who_stays_in_the_city_counts_nothing_and_goes_home() -> None:
    """Blue's two followers in the city score nothing in a forecast; at the end they are back in the supply."""
    game = table(BOX, "hold blue castle_quarter 2")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    finish(game, VILLAGE, "0,2 turn 90")
    assert game.over and game.state.actor == NOBODY
    assert game.scores == {"red": 0, "blue": 0} and game.supply["blue"]["meeple"] == 7


@rule("CNT-06", "R-CNT-19")
def test_a_forecast_takes_no_decision() -> None:
    """Before and while Blue is asked, the forecast gives the city to Red alone."""
    game = with_count(table(BOX, KNIGHT, "hold blue castle_quarter 2"), "market_quarter")
    assert game.if_ended_now == {"red": 1, "blue": 0}
    play(game, *END_CITY)
    assert asked(game) == ("blue", "join")
    assert game.if_ended_now == {"red": 4, "blue": 0}
    play(game, "join meeple city S at -2,1")
    assert game.if_ended_now == {"red": 4, "blue": 4}
