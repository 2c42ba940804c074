"""Set-ups, positions and records of The City: what is right, and a sentence for everything that is wrong."""

from __future__ import annotations

from typing import Any

import pytest

from aude import Game, Setup, Unreadable
from aude.boxes.the_city.conftest import CITY, CLOSING, END, FISH, SCENE, build_on, city
from aude.catalog.rulebook import read_spec, specs
from aude.game.setup import COLOURS
from aude.testing import play, rule, scenario, table


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"players": COLOURS[:1]}, "1 player: this game is for 2 to 4"),
        ({"players": COLOURS[:5]}, "5 players: this game is for 2 to 4"),
        ({"boxes": ("river",)}, "river is not an expansion of the_city"),
        ({"boxes": ("the_city",)}, "the_city is not an expansion of the_city"),
        ({"game": "carcassonne", "boxes": ("the_city",)}, "the_city is not an expansion of carcassonne"),
        ({"game": "carcassonne", "options": {"city_tower": "nearest"}}, "belongs to the box the_city"),
        ({"options": {"tiny_city": "on"}}, "the option tiny_city belongs to the box carcassonne"),
        ({"options": {"city_towr": "nearest"}}, "there is no option 'city_towr'"),
        (
            {"options": {"city_tower": "both"}},
            "option city_tower: 'both' is not valid; values: nearest, other_end",
        ),
        ({"options": {"first_player": "youngest", "youngest": "3"}}, "there is no seat 3"),
        ({"figures": {"meeple": 3}}, "there is no figure 'meeple'; figures: follower"),
        ({"tiles": {"base": 1}}, "there is no tile set 'base'; sets: the_city"),
        ({"tiles": {"the_city": 0}}, "this game has no tiles to draw"),
        ({"start": (("base/RRRR", 0, 0, 0),)}, "the start tile 'base/RRRR' is not among the tiles"),
        ({"without": ("farmers",)}, "there is no element 'farmers'"),
    ],
)
def test_a_wrong_set_up_is_told(fields: dict[str, Any], says: str) -> None:
    """What is wrong, and where it helps what would be right."""
    with pytest.raises(Unreadable) as error:
        Setup(**{"game": "the_city", **fields}).rules()
    assert says in str(error.value)


@pytest.mark.parametrize(
    ("line", "says"),
    [
        (f"lay {CITY}Z9 0,0", "there is no tile 'the_city/Z9' in this game"),
        ("lay base/RRRR 0,0", "there is no tile 'base/RRRR' in this game"),
        (f"lay {END} 5,5", "5,5 touches no tile"),
        (f"lay {FISH} 0,1", "does not match its neighbours at 0,1"),
        ("stand red meeple road at 0,0", r"a figure is written .*\(figures: follower\)"),
        ("stand red follower market at 0,0", "there is no 'market' on the tile at 0,0"),
        ("hold red wall 3", "nobody holds 'wall' in this game"),
        ("turn green", "expected a seat: red, blue"),
    ],
)
def test_a_wrong_position_is_told(line: str, says: str) -> None:
    """The line is named with what it asks for."""
    with pytest.raises(Unreadable, match=says):
        city(f"lay {END} 0,0", line)


def test_a_position_with_a_citizen_on_a_completed_road_is_refused() -> None:
    """The road would have been scored."""
    with pytest.raises(Unreadable, match="red stands on a road that is complete"):
        city(f"lay {END} 0,0", f"lay {END} 0,1 turn 180", "stand red follower road at 0,0")


def test_the_box_offers_what_its_rulings_offer() -> None:
    """Every option of the specification with the same values, under its ruling."""
    offered = Setup(game="the_city").choices()
    spec = read_spec(specs()["the_city"])
    assert spec.options
    for option in spec.options:
        assert (offered[option.name].values, offered[option.name].ruling) == (option.values, option.ruling)
    assert set(offered) == {option.name for option in spec.options} | {"youngest"}


@pytest.mark.parametrize("figures", [0, 12])
def test_other_numbers_of_followers(figures: int) -> None:
    """With none nobody is ever asked for one, neither on a tile nor on the wall."""
    game = Game(Setup(game="the_city", figures={"follower": figures}, options={"city_wall_trigger": "any"}), seed=5)
    asked = set()
    while not game.over:
        asked.add(game.step)
        game.play(game.options[-1] if game.step in ("deploy", "guard") else game.options[0])
    assert ("guard" in asked, "deploy" in asked) == (figures > 0, figures > 0)
    assert game.supply["red"] == {"follower": figures}


def test_a_start_tile_can_be_laid_out() -> None:
    """The first player then lays beside it."""
    game = table("game the_city", f"start {CITY}E1 0,0 turn 0", f"red draw {END}")
    assert {option.text.split()[1] for option in game.options} == {"1,0", "0,1", "-1,0", "0,-1"}


# -- whole stories ----------------------------------------------------------------------------------------------------
@rule("CITY-31", "CITY-37", "CITY-39", "CITY-46")
def test_a_wall_round_as_a_record_tells_it() -> None:
    """Read from its text, and read again from its own record."""
    game = scenario("first_wall_round")
    assert Game.read(game.record) == game
    assert game.scores == {"red": 4, "blue": 0}


@rule("CITY-48", "CITY-49", "CITY-53", "CITY-54")
def test_the_end_as_a_record_tells_it() -> None:
    """The third stack: the ends come close, the wall is closed, patrons and guards are counted."""
    game = scenario("ends_close_together")
    assert game.over and Game.read(game.record) == game


def test_answers_in_a_wall_round_can_be_taken_back() -> None:
    """The wall and its guard are gone again, and the same is offered as before."""
    game = play(city(*SCENE, stack=2), *CLOSING, "gate N at 2,0")
    before, options = game.to_bytes(), game.options
    play(game, "wall N at 3,0", "guard")
    game.undo(2)
    assert game.to_bytes() == before and game.options == options
    assert build_on(game) == ["blue", "red", "blue"]
