"""Scoring and the end of the game, rule by rule: BASE-21 … BASE-41 with their examples and rulings."""

from __future__ import annotations

import pytest

from aude.api import Game
from aude.engine.tiles import Segment, Tile
from aude.errors import Illegal
from aude.game.position import lay_position
from aude.game.setup import Setup
from aude.game.values import Spot
from aude.testing import finish, leave_in_stack, rule, scenario, spots, table

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
VILLAGE = "base/FRRR"
CITY_VILLAGE = "base/CRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"


def scores_told(game: Game) -> list[str]:
    """The scores that were announced, as records write them."""
    return [event.line() for event in game.events if event.name == "scored"]


# -- completed features and scoring -----------------------------------------------------------------------------------
@rule("BASE-21", "EX-BASE-01", "BASE-31", "BASE-32")
def test_who_holds_a_road_scores_it_in_anothers_turn() -> None:
    """Blue closes Red's road: Red scores 3 and takes the traveller back, Blue's knight stays and scores nothing."""
    game = scenario("road_closed_by_another")
    assert game.scores == {"red": 3, "blue": 0}
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 6}}
    assert [event.line() for event in game.forecast()] == ["blue scores 1: tiles 1"]


@rule("BASE-22", "R-BASE-09")
@pytest.mark.parametrize(
    ("tile", "place"),
    [
        (VILLAGE, "-1,0 turn 0"),
        ("base/RRRR", "-1,0 turn 0"),
        (CITY_VILLAGE, "-1,0 turn 0"),
        ("base/CCRC-cNEW", "-1,0 turn 270"),
        ("base/FFRF-monastery", "-1,0 turn 270"),
    ],
    ids=["village", "crossing", "village by a city", "city", "monastery"],
)
def test_a_road_ends_at_village_crossing_city_and_monastery(tile: str, place: str) -> None:
    """A road is complete when both of its ends are closed, whatever closes them."""
    game = table(
        f"lay {STRAIGHT} 1,0",
        f"red draw {VILLAGE}   place 2,0 turn 0   deploy meeple road W",
        f"blue draw {STRAIGHT}   place 0,1 turn 0   pass",
    )
    assert game.scores["red"] == 0
    game.play(f"draw {tile}")
    game.play(f"place {place}")
    game.play("pass")
    assert scores_told(game) == ["red scores 4: tiles 4"]


@rule("BASE-22", "R-BASE-03")
def test_a_closed_loop_is_a_complete_road() -> None:
    """Four curves make a ring without an end: 4 points."""
    game = table(
        f"lay {CURVE} 0,1 turn 270",
        f"lay {CURVE} 1,1 turn 0",
        f"lay {CURVE} 0,2 turn 180",
        f"red draw {CURVE}   place 1,2 turn 90   deploy meeple road",
    )
    assert scores_told(game) == ["red scores 4: tiles 4"]


@rule("BASE-23")
@pytest.mark.parametrize("tiles", [2, 3, 6])
def test_a_road_scores_a_point_for_each_tile(tiles: int) -> None:
    """A completed road brings 1 point for each tile it runs over."""
    game = table(
        "lay base/FFRF-monastery 0,1 turn 270",
        *(f"lay {STRAIGHT} {x},1" for x in range(1, tiles - 1)),
        f"red draw {VILLAGE}   place {tiles - 1},1 turn 0   deploy meeple road W",
    )
    assert scores_told(game) == [f"red scores {tiles}: tiles {tiles}"]


@rule("BASE-24")
def test_the_roads_of_a_village_are_different_roads() -> None:
    """Where Red stands on one of the three roads of a village, the other two are free and stay open."""
    game = table(
        f"red draw {VILLAGE}   place 1,0 turn 0   deploy meeple road W",
        f"blue draw {STRAIGHT}   place 2,0 turn 0",
    )
    assert "meeple road E.W" in spots(game)
    game.play("deploy meeple road E.W")
    game.play(f"draw {CITY_VILLAGE}")
    game.play("place -1,0 turn 0")
    game.play("pass")
    assert scores_told(game) == ["red scores 3: tiles 3"]
    assert game.supply["blue"] == {"meeple": 6}


def invented(name: str, *segments: str) -> Tile:
    """A tile that no box holds."""
    return Tile(f"invented/{name}", tuple(Segment.read(segment) for segment in segments), count=1, first_edition=1)


CORNERS = ("field NL WR", "field NR EL", "field ER SL", "field SR WL")
BRIDGE = invented("bridge", "road N S", "road E W", *CORNERS)
ROUNDABOUT = invented("roundabout", "road N E S W", *CORNERS)
ARMS = invented("arms", "city N pennant", "field EL ER SL SR WL WR beside 0")


class WithInventedTiles(Setup):
    """The base game and three tiles more."""

    def tile_list(self) -> list[tuple[Tile, int]]:
        """The tiles of the game, a bridge, a roundabout and a coat of arms in a small city."""
        return [*super().tile_list(), (BRIDGE, 1), (ROUNDABOUT, 1), (ARMS, 1)]


def junction(tile: Tile) -> Game:
    """The start tile, a junction to its east with a village to its south, and a village to be laid further east."""
    game = Game(WithInventedTiles(players=("red", "blue")), deal=False)
    lines = ["lay base/CRRR -1,0", f"lay {tile.id} 1,0", "lay base/FRRR 1,1 turn 180", "turn red"]
    lay_position(game, list(enumerate(lines, 1)))
    game.play(f"draw {VILLAGE}")
    game.play("place 2,0 turn 0")
    return game


@rule("BASE-25")
def test_a_bridge_does_not_cut_the_road() -> None:
    """A road runs on beneath another: village to village it is one road of 4 tiles, and the upper road is another."""
    game = junction(BRIDGE)
    game.play("deploy meeple road W")
    assert scores_told(game) == ["red scores 4: tiles 4"]
    game.play("draw base/FFRF-monastery")
    game.play("place 1,-1 turn 0")
    game.play("deploy meeple road S")
    assert scores_told(game)[1:] == ["blue scores 3: tiles 3"]


@rule("BASE-25")
def test_a_roundabout_does_not_cut_the_road() -> None:
    """All roads that meet in a roundabout are one road, complete only when each of its ends is."""
    game = junction(ROUNDABOUT)
    game.play("deploy meeple road W")
    assert scores_told(game) == []
    game.play("draw base/FFRF-monastery")
    game.play("place 1,-1 turn 0")
    assert "meeple road S" not in spots(game)
    game.play("pass")
    assert scores_told(game) == ["red scores 6: tiles 6"]


@rule("BASE-26")
def test_a_city_with_a_hole_is_not_complete() -> None:
    """As long as the wall is open anywhere the city scores nothing; the tile in the gap completes it."""
    game = table(
        "red draw base/CCCC-cNESW-pennant   place 0,-1 turn 0   deploy meeple city",
        f"blue draw {STRAIGHT}   place 1,0 turn 0   pass",
        f"red draw {STRAIGHT}   place -1,0 turn 0   pass",
        f"blue draw {CAP}   place 1,-1 turn 270   pass",
        f"red draw {CAP}   place 0,-2 turn 180   pass",
    )
    assert scores_told(game) == []
    game.play(f"draw {CAP}")
    game.play("place -1,-1 turn 90")
    game.play("pass")
    assert scores_told(game) == ["red scores 12: tiles 10, pennants 2"]


@rule("BASE-27")
@pytest.mark.parametrize(("gate", "points"), [(GATE, 6), (GATE_ARMS, 8)])
def test_a_city_scores_two_for_tiles_and_coats_of_arms(gate: str, points: int) -> None:
    """A completed city of three tiles brings 6 points, and 2 more for a coat of arms."""
    game = table(
        f"red draw {gate}   place 0,-1 turn 90   deploy meeple city",
        f"blue draw {CAP}   place 0,-2 turn 180   pass",
    )
    assert game.scores == {"red": points, "blue": 0}


@rule("EX-BASE-03")
def test_red_completes_a_city_of_three_tiles_and_a_coat_of_arms() -> None:
    """Three tiles and one coat of arms: Red scores 8 and takes the knight back."""
    game = scenario("city_of_three")
    assert game.scores == {"red": 8, "blue": 0}
    assert game.supply["red"] == {"meeple": 7}


@rule("R-BASE-03", "BASE-27")
def test_a_tile_counts_once_for_a_city_that_touches_it_twice() -> None:
    """A ring of city ends on both halves of one tile: it counts as 4 tiles, its coats of arms each."""
    game = table(
        "lay base/CFFC-cNW-pennant 0,1 turn 180",
        "lay base/CFFC-cNW 1,1 turn 270",
        "lay base/CFFC-cNW-pennant-garden 0,2 turn 90",
        "red draw base/CFFC   place 1,2 turn 0   deploy meeple city N",
    )
    assert scores_told(game) == ["red scores 12: tiles 8, pennants 4"]


@rule("R-BASE-04")
@pytest.mark.parametrize(("option", "two", "three"), [("off", 4, 6), ("on", 2, 6)])
def test_a_city_of_two_tiles(option: str, two: int, three: int) -> None:
    """A city of two tiles brings 4 points, with `tiny_city = on` only 2; a larger one is not concerned."""
    game = table(f"option tiny_city {option}", f"red draw {CAP}   place 0,-1 turn 180   deploy meeple city")
    assert game.scores["red"] == two
    game = table(
        f"option tiny_city {option}",
        f"lay {GATE} 0,-1 turn 90",
        f"red draw {CAP}   place 0,-2 turn 180   deploy meeple city",
    )
    assert game.scores["red"] == three


@rule("R-BASE-04")
@pytest.mark.parametrize(("option", "points"), [("off", 6), ("on", 3)])
def test_a_coat_of_arms_in_a_city_of_two_tiles(option: str, points: int) -> None:
    """Its coat of arms counts like a tile in both readings."""
    game = Game(WithInventedTiles(options={"first_player": "seat1", "tiny_city": option}), deal=False)
    for action in (f"draw {ARMS.id}", "place 0,-1 turn 180", "deploy meeple city"):
        game.play(action)
    assert game.scores["red"] == points


@rule("BASE-28")
def test_a_monastery_does_not_matter_to_the_sides_of_its_tile() -> None:
    """A monastery stands in the middle of its tile: it reaches no side, and fields go on as if it were not there."""
    tiles = [tile for tile, _ in Setup().tile_list()]
    monasteries = [segment for tile in tiles for segment in tile.segments if segment.kind == "monastery"]
    assert [segment.ports for segment in monasteries] == [(), ()]
    game = table(f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 0,2", f"red draw {CAP}")
    assert {"place 1,1 turn 0", "place 1,2 turn 90", "place 0,3 turn 180"} <= {option.text for option in game.options}


@rule("EX-BASE-04", "BASE-29")
def test_the_eighth_tile_around_completes_a_monastery() -> None:
    """Red lays the eighth tile around Blue's monastery: Blue scores 9 and takes the monk back, not earlier."""
    game = scenario("monastery")
    assert game.scores == {"red": 0, "blue": 9}
    assert game.supply["blue"] == {"meeple": 7}
    before = game.at(len(game.moves) - 3)
    assert before.scores["blue"] == 0
    assert before.if_ended_now["blue"] == 8


@rule("BASE-29", "BASE-34")
def test_a_monastery_laid_into_the_last_gap_is_complete_at_once() -> None:
    """A monk placed where all eight neighbours lie already scores 9 and returns in the same turn."""
    game = table(
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} -1,0",
        f"lay {MONASTERY} 1,1",
        f"lay {MONASTERY} -1,1",
        f"lay {MONASTERY} -1,2",
        f"lay {CAP} 0,2 turn 180",
        f"lay {CAP} 1,2 turn 180",
        f"red draw {MONASTERY}   place 0,1 turn 0   deploy meeple monastery",
    )
    assert scores_told(game) == ["red scores 9: tiles 9"]
    assert game.supply["red"] == {"meeple": 7}


@rule("EX-BASE-05", "BASE-30", "BASE-19")
def test_the_tied_score_in_full() -> None:
    """Red's tile joins the roads of Red and Yellow and completes them: both score 4, both meeples return."""
    game = scenario("joined_road")
    assert game.scores == {"red": 4, "yellow": 4}
    assert game.supply == {"red": {"meeple": 7}, "yellow": {"meeple": 7}}


@rule("EX-BASE-06", "BASE-30", "BASE-31")
def test_only_who_has_the_most_knights_scores() -> None:
    """Two knights of Red against one of Yellow: Red scores 10, Yellow nothing, and all three return."""
    game = scenario("joined_city")
    assert game.scores == {"red": 10, "yellow": 0}
    assert game.supply == {"red": {"meeple": 7}, "yellow": {"meeple": 7}}
    before = game.at(len(game.moves) - 3)
    assert before.supply == {"red": {"meeple": 5}, "yellow": {"meeple": 6}}


@rule("BASE-31", "BASE-32")
def test_meeples_on_what_was_not_scored_stay() -> None:
    """Only the meeples of the completed city go home; monk, thief and the knight next door stay."""
    game = table(
        f"lay {VILLAGE} 1,0",
        f"lay {CITY_VILLAGE} -1,0",
        f"lay {MONASTERY} 0,1",
        f"lay {GATE} 0,-1 turn 90",
        "stand red meeple road E at 1,0",
        "stand red meeple monastery at 0,1",
        "stand blue meeple city at -1,0",
        "stand red meeple city at 0,-1",
        f"red draw {CAP}   place 0,-2 turn 180   pass",
    )
    returned = [event.facts["spot"] for event in game.events if event.name == "returned"]
    assert returned == [Spot("city", ("N", "S"), (0, -1))]
    assert game.supply == {"red": {"meeple": 5}, "blue": {"meeple": 6}}


@rule("BASE-33")
def test_fifty_points_are_not_the_end_of_the_scoreboard() -> None:
    """Points are added at once; who passes 50 goes on counting."""
    game = table("points red 48", f"red draw {CAP}   place 0,-1 turn 180   deploy meeple city")
    assert game.scores["red"] == 52


@rule("BASE-34")
def test_a_meeple_may_go_on_what_its_tile_completes() -> None:
    """A knight placed in the city that the same tile completes scores and is back in hand."""
    game = table(f"red draw {CAP}   place 0,-1 turn 180   deploy meeple city")
    assert scores_told(game) == ["red scores 4: tiles 4"]
    assert game.supply["red"] == {"meeple": 7}


@rule("R-BASE-06", "BASE-21")
def test_one_tile_scores_everything_it_completes() -> None:
    """One tile completes Red's city and Blue's road: both are scored in the same turn."""
    game = table(
        f"lay {VILLAGE} 1,0",
        f"lay {GATE} 0,-1 turn 90",
        f"lay {CAP} -1,-1 turn 180",
        "stand red meeple city at -1,-1",
        "stand blue meeple road W at 1,0",
        f"red draw {CITY_VILLAGE}   place -1,0 turn 0   pass",
    )
    assert sorted(scores_told(game)) == ["blue scores 3: tiles 3", "red scores 4: tiles 4"]
    assert game.scores == {"red": 4, "blue": 3}
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


# -- end of the game --------------------------------------------------------------------------------------------------
@rule("BASE-35", "R-BASE-01")
def test_the_last_turn_is_played_out_and_the_game_ends() -> None:
    """The last tile is laid, its player may place a meeple, it is scored, and then there is nothing left to draw."""
    game = table()
    leave_in_stack(game, CAP)
    game.play(f"draw {CAP}")
    game.play("place 0,-1 turn 180")
    assert (game.actor, game.over) == ("red", False)
    game.play("deploy meeple city")
    assert (game.actor, game.over) == (None, True)
    assert game.scores == {"red": 4, "blue": 0}
    assert game.options == []
    with pytest.raises(Illegal, match="over"):
        game.play("pass")


@rule("BASE-36", "BASE-30")
def test_what_is_unfinished_scores_for_the_majority() -> None:
    """At the end each unfinished feature with meeples scores once, for whoever has the most; the tied share in full."""
    game = table(
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        f"lay {MONASTERY} 0,1",
        f"lay {GATE} 0,-1 turn 90",
        "stand red meeple road at 0,0",
        "stand red meeple road at 1,0",
        "stand blue meeple road at 2,0",
        "stand green meeple monastery at 0,1",
        "stand blue meeple city at 0,0",
        "stand green meeple city at 0,-1",
        players="red blue green",
    )
    finish(game, CURVE, "0,2 turn 0")
    assert scores_told(game) == [
        "red scores 3: tiles 3",
        "blue scores 2: tiles 2",
        "green scores 2: tiles 2",
        "green scores 4: tiles 4",
    ]
    assert game.scores == {"red": 3, "blue": 2, "green": 6}
    assert game.supply == {seat: {"meeple": 7} for seat in game.seats}


@rule("EX-BASE-07", "BASE-39")
def test_an_unfinished_monastery_counts_itself_and_its_neighbours() -> None:
    """Three tiles lie around Yellow's monastery, one of them at a corner: 4 points."""
    game = table(
        f"lay {STRAIGHT} 1,0", f"lay {MONASTERY} 0,1", "stand yellow meeple monastery at 0,1", players="red yellow"
    )
    finish(game, STRAIGHT, "-1,0 turn 0")
    assert game.scores == {"red": 0, "yellow": 4}


@rule("EX-BASE-08", "BASE-38", "BASE-36")
def test_an_unfinished_city_scores_half() -> None:
    """Five tiles and three coats of arms, two knights of Green against one of Black: Green 8, Black nothing."""
    game = scenario("end_with_a_contested_city")
    assert game.supply == {"green": {"meeple": 5}, "black": {"meeple": 6}}
    finish(game, CURVE, "-2,0 turn 270")
    assert scores_told(game) == ["green scores 8: tiles 5, pennants 3"]
    assert game.scores == {"green": 8, "black": 0}


@rule("EX-BASE-09", "BASE-38")
def test_a_small_unfinished_city() -> None:
    """Two tiles and one coat of arms, unfinished: Blue gets 3."""
    game = table(f"lay {GATE_ARMS} 0,-1 turn 90", "stand blue meeple city at 0,-1")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert scores_told(game) == ["blue scores 3: tiles 2, pennants 1"]


@rule("R-BASE-04", "BASE-38")
@pytest.mark.parametrize("option", ["off", "on"])
def test_an_unfinished_city_of_two_tiles_is_no_tiny_city(option: str) -> None:
    """The old rule for small cities changes nothing for unfinished ones."""
    game = table(f"option tiny_city {option}", f"lay {GATE} 0,-1 turn 90", "stand blue meeple city at 0,-1")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores["blue"] == 2


@rule("EX-BASE-10", "BASE-37")
def test_an_unfinished_road_scores_as_ever() -> None:
    """A road over three tiles with an open end: Red gets 3."""
    game = table(f"lay {VILLAGE} 1,0", "stand red meeple road W at 1,0")
    finish(game, STRAIGHT, "-1,0 turn 0")
    assert scores_told(game) == ["red scores 3: tiles 3"]


@rule("BASE-41")
def test_the_most_points_win() -> None:
    """Who has the most points after final scoring wins, also if another was ahead before it; until then nobody has."""
    game = table("points blue 3", f"lay {MONASTERY} 0,1", f"lay {STRAIGHT} -1,0", "stand red meeple monastery at 0,1")
    assert game.winners == []
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.scores == {"red": 4, "blue": 3}
    assert game.winners == ["red"]


@rule("R-BASE-07")
def test_a_tie_is_a_shared_victory() -> None:
    """Red and Blue have the same points and win together; Green has fewer."""
    game = table("points red 9", "points blue 9", "points green 8", players="red blue green")
    finish(game, STRAIGHT, "1,0 turn 0")
    assert game.winners == ["red", "blue"]
