"""Traders & Builders: the pig."""

from __future__ import annotations

from aude import bots
from aude.api import Game
from aude.boxes.traders_and_builders.conftest import BOX, CAP, FIELD, MONASTERY, VILLAGE, node_at, standing
from aude.engine.figures import take_back
from aude.game.setup import Setup
from aude.testing import finish, play, rule, scored, spots, table


@rule("TB-28", "TURN-07b", "COMB-004", "D-TB-01")
def test_the_pig_joins_an_own_farmer() -> None:
    """On a field with an own farmer, and with others' farmers, the pig may be placed; without an own one it may not."""
    lines = (f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 0,2", "stand blue meeple field at 0,1")
    field = "pig field NL.NR.EL.ER.SL.SR.WL.WR"
    alone = table(BOX, *lines, f"red draw {MONASTERY}   place 0,3")
    assert field not in spots(alone)
    game = table(BOX, *lines, "stand red meeple field at 0,2", f"red draw {MONASTERY}   place 0,3")
    assert field in spots(game)
    play(game, "deploy pig field")
    assert game.supply["red"] == {"meeple": 6, "builder": 1, "pig": 0}
    assert game.player == "blue"


@rule("TB-29")
def test_a_placed_pig_stays() -> None:
    """A pig on the table is not offered again, and scorings around it do not move it."""
    lines = (*FIELD, "stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    game = table(BOX, *lines, f"red draw {MONASTERY}   place -1,-2")
    assert not [spot for spot in spots(game) if spot.startswith("pig")]
    play(game, "pass", f"draw {VILLAGE}", "place 1,0", "pass")
    assert standing(game, "red", "pig") == 1


@rule("EX-TB-05", "TB-30", "TB-32", "SC-22", "R-TB-13")
def test_the_pig_makes_a_field_richer() -> None:
    """Red has the majority and the pig: 4 points for each of 2 cities; Blue has nothing."""
    farmers = ("stand red meeple field at 0,-1", "stand red meeple field at 1,-1", "stand blue meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    assert game.if_ended_now == {"red": 8, "blue": 0}
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 8, "blue": 0}
    assert scored(game) == ["red scores 8: cities 6, pig 2"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


@rule("EX-TB-08", "TB-30", "TB-31")
def test_sharing_the_majority_is_enough_for_the_pig() -> None:
    """One farmer each: Red with the pig scores 8, Blue 6; the pig is not a second farmer and gives Blue nothing."""
    farmers = ("stand red meeple field at 0,-1", "stand blue meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 8, "blue": 6}


@rule("TB-31")
def test_a_pig_without_the_majority_brings_nothing() -> None:
    """Two of Blue against a farmer and a pig: Blue scores 6, Red nothing."""
    farmers = ("stand blue meeple field at 0,-1", "stand blue meeple field at 1,-1", "stand red meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 0, "blue": 6}


@rule("TB-32", "TB-30")
def test_only_completed_cities_fatten_the_pig() -> None:
    """An incomplete city at the field brings neither 3 points nor the pig's."""
    lines = (f"lay {CAP} 0,-1 turn 180", f"lay {CAP} 0,-2 turn 0", f"lay {MONASTERY} 1,-1")
    farmers = ("stand red meeple field at 0,-1", "stand red pig field at 1,-1")
    assert table(BOX, *lines, *farmers).if_ended_now == {"red": 4, "blue": 0}


@rule("R-TB-09")
def test_a_city_that_is_settled_otherwise_feeds_no_pig() -> None:
    """A city that another box has turned into something else is not a completed city, for the field or the pig."""
    game = table(BOX, *FIELD, "stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    assert game.if_ended_now["red"] == 8
    game.state.open_ends[game.state.root[node_at(game, "city", 0, -2)]] = -2
    assert game.if_ended_now["red"] == 4


@rule("R-TB-14")
def test_the_pig_and_the_old_counting_of_fields() -> None:
    """With `farm_scoring = per_city_4` Red has 4 points for each city, and 1 more for each through the pig's field."""
    farmers = ("stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    game = table(BOX, "option farm_scoring per_city_4", *FIELD, *farmers)
    finish(game, MONASTERY, "0,1")
    assert scored(game) == ["red scores 2: pig 2", "red scores 4: supplied 4", "red scores 4: supplied 4"]


@rule("R-TB-07")
def test_a_pig_without_its_farmer_goes_home() -> None:
    """When the last own farmer leaves the field, the pig returns; another's farmer does not keep it."""
    farmers = ("stand red meeple field at 0,-1", "stand blue meeple field at 1,-2", "stand red pig field at -1,-1")
    game = table(BOX, *FIELD, *farmers)
    take_back(game.state, 0)
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert standing(game, "blue", "meeple") == 1


@rule("R-TB-19")
def test_without_farmers_the_pig_stays_in_the_supply() -> None:
    """In a game without farmers no pig is ever offered."""
    game = Game(Setup(boxes=("traders_and_builders",), without=("farmers",)), seed=4)
    chooser = bots.make("random", 4)
    while not game.over:
        assert not [spot for spot in spots(game) if spot.startswith("pig")]
        game.play(chooser.choose(game))


def test_without_the_pig_it_is_not_there() -> None:
    """The element `pig` can be left out; a farmer's field is worth 3 a city."""
    game = table(BOX, "without pig", *FIELD, "stand red meeple field at 0,-1", f"red draw {MONASTERY}   place -1,-2")
    assert not [spot for spot in spots(game) if spot.startswith("pig")]
    assert game.supply["red"] == {"meeple": 6, "builder": 1}
    assert game.if_ended_now["red"] == 6
