"""Abbey & Mayor beside the Count of Carcassonne."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.abbey_and_mayor.conftest import BIG, MONASTERY, STRAIGHT
from aude.testing import finish, offered, play, refusal, rule, scored, table

HEAD = ("boxes abbey_and_mayor count", BIG)
# The city lies from -2,-1 to 1,1 and is complete for the field to its west.
WEST = (f"lay {STRAIGHT} -3,-1", f"lay {STRAIGHT} -4,-1", f"lay {MONASTERY} -3,1", f"lay {MONASTERY} -4,0")
FARM = (*WEST, f"lay {MONASTERY} -3,0")
BARN = (f"draw {MONASTERY}", "place -4,1", "deploy barn corner NE")
FARMER = "stand red meeple field at -3,1"


def farm(*lines: str) -> Game:
    """The farm, the Count in the castle, and Blue's follower on the market."""
    options = [line for line in lines if line.startswith("option")]
    others = [line for line in lines if line not in options]
    return table(*HEAD, *options, *FARM, *others, "hold blue market_quarter 1")


@rule("COMB-084", "R-CNT-07", "R-AM-18", "R-TURN-05")
@pytest.mark.parametrize("timing", ["immediate", "step17"])
@pytest.mark.parametrize("market", ["off", "on"])
def test_market_followers_join_a_barn_that_is_scored_in_step_17(market: str, timing: str) -> None:
    """3 points for Red's farmer; Blue's follower comes from the market if both options let him, and shares them."""
    game = farm(f"option count_market_barn {market}", f"option barn_scoring {timing}", FARMER)
    play(game, *BARN)
    if (market, timing) != ("on", "step17"):
        assert game.scores == {"red": 3, "blue": 0} and game.step != "join"
        return
    assert (game.step, game.actor) == ("join", "blue")
    assert refusal(game, offered(game)[1], "red") == ("BASE-10", "not_asked")
    play(game, offered(game)[1])
    assert game.scores == {"red": 3, "blue": 3}
    assert game.supply["blue"]["meeple"] == 7


@rule("COMB-084", "R-CNT-08", "R-CNT-14", "R-AM-33", "AM-20")
def test_a_market_follower_in_a_barns_field_at_the_end() -> None:
    """1 point for Blue, as for one who comes to a barn, and 4 for Red's barn."""
    game = play(farm(), *BARN)
    finish(game, STRAIGHT, "-5,-1")
    assert (game.step, game.actor) == ("join_final", "blue")
    play(game, next(text for text in offered(game) if "field" in text))
    assert game.over
    assert sorted(scored(game)) == ["blue scores 1: cities 1", "red scores 4: barn 4"]


@rule("COMB-084", "R-CNT-06", "R-AM-16")
def test_the_cathedral_quarter_serves_abbeys() -> None:
    """Red's abbey is complete at once; Blue's follower comes from the cathedral and scores with Red's."""
    game = table(*HEAD, *WEST, f"lay {MONASTERY} -4,1", "hold blue cathedral_quarter 1")
    play(game, "abbey -3,0", "deploy meeple abbey")
    assert (game.step, game.actor) == ("join", "blue")
    play(game, "join meeple abbey")
    assert game.scores == {"red": 9, "blue": 9}


@rule("COMB-084", "R-CNT-10", "R-AM-17", "AM-13", "CNT-10")
def test_who_enters_which_quarter() -> None:
    """The mayor only the castle, the wagon not the market, the barn none."""
    road = (f"lay {STRAIGHT} 0,2 turn 90", "stand red meeple road at 0,1", "turn blue")
    game = play(table(*HEAD, *road), "draw base/FRRR", "place 0,3 turn 90", "pass")
    assert (game.step, game.actor) == ("quarter", "blue")
    ways = [text.split()[1:] for text in offered(game)[1:]]
    quarters = {kind: {way[-1] for way in ways if way[0] == kind} for kind in ("mayor", "wagon", "barn")}
    assert {name.removesuffix("_quarter") for name in quarters["mayor"]} == {"castle"}
    assert {name.removesuffix("_quarter") for name in quarters["wagon"]} == {"castle", "blacksmith", "cathedral"}
    assert quarters["barn"] == set()
    assert refusal(game, "quarter mayor cathedral_quarter") == ("R-CNT-10", "quarter_unfit")
    assert refusal(game, "quarter wagon market_quarter") == ("R-CNT-10", "quarter_unfit")
    assert refusal(game, "quarter barn market_quarter") == ("CNT-10", "city_followers_only")
