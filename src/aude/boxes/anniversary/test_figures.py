"""20th Anniversary, rule by rule: where ADD and ANYWHERE let a meeple go."""

from __future__ import annotations

import pytest

from aude import Game, Illegal
from aude.engine.figures import free_figure, move
from aude.engine.rules import SUPPLY
from aude.testing import play, rule, spots, table

BOX = "boxes anniversary"
AN = "anniversary_20/AN-"

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
MONASTERY = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"
CURVE = "base/FFRR-rSW"
ADD = f"red draw {AN}C   place 0,1 turn 270"  # its arrow points at the start tile
ADD_TO_1_1 = f"lay {AN}B 1,0 turn 180"  # an arrow at an empty cell
ANYWHERE = f"red draw {AN}I   place 0,1 turn 0"
KNIGHT = "stand red meeple city at 0,0"
THIEF = "stand red meeple road at 0,0"
FARMER = "stand red meeple field ER at 0,0"
# The spots of the start tile.
START = ["city N", "road E.W", "field EL.WR", "field ER.SL.SR.WL"]


def elsewhere(game: Game) -> list[str]:
    """Where a figure may go besides the new tile."""
    return [spot for spot in spots(game) if " at " in spot]


def refused(game: Game, action: str) -> tuple[str, str]:
    """The rule by which an action is refused, and the key of the reason."""
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    assert refusal.value.key.startswith("refusals.") and refusal.value.says != refusal.value.key
    return refusal.value.rule, refusal.value.key.removeprefix("refusals.")


# -- ADD --------------------------------------------------------------------------------------------------------------
@rule("EX-ANN-02", "ANN-05", "ANN-08", "ANN-09", "D-ANN-02", "TURN-07")
def test_a_second_meeple_beside_the_knight() -> None:
    """Red lays a plain tile in front of a free ADD; the usual places and the knight's are offered, and passing."""
    game = table(BOX, ADD_TO_1_1, KNIGHT, f"red draw {MONASTERY}   place 1,1")
    assert [option.text for option in game.options] == [
        "pass",
        "deploy meeple monastery",
        "deploy meeple field NL.NR.EL.ER.SL.SR.WL.WR",
        "deploy meeple city N at 0,0",
    ]
    play(game, "deploy meeple city N at 0,0")
    assert game.supply["red"]["meeple"] == 5
    assert game.events[-1].line() == "red deployed meeple city N at 0,0"
    assert (game.player, game.actor) == ("blue", "chance")  # one meeple, and no other besides


@rule("R-ANN-04", "ANN-08")
def test_the_symbol_need_not_be_used() -> None:
    """Red passes, or places on the new tile as usual."""
    game = table(BOX, KNIGHT, ADD)
    assert play(game.copy(), "pass").supply["red"]["meeple"] == 6
    assert play(game.copy(), "deploy meeple city E").supply["red"]["meeple"] == 5


@rule("ANN-09")
def test_both_count_as_two_meeples() -> None:
    """With two thieves against Blue's one Red has the road alone, and both come home."""
    game = table(BOX, f"lay {STRAIGHT} 1,0", THIEF, "stand blue meeple road at 1,0", ADD)
    play(game, "deploy meeple road E.W at 0,0")
    assert game.if_ended_now == {"red": 2, "blue": 0}
    play(game, f"draw {VILLAGE}", "place 2,0 turn 0", "pass", f"draw {VILLAGE}", "place -1,0 turn 180", "pass")
    assert (game.scores, game.supply["red"]["meeple"]) == ({"red": 4, "blue": 0}, 7)


@rule("ANN-09", "COMB-002")
def test_a_second_farmer_beside_an_own_farmer() -> None:
    """Fields are features like the others for ADD."""
    game = table(BOX, FARMER, ADD)
    assert elsewhere(game) == ["meeple field ER.SL.SR.WL at 0,0"]


@rule("EX-ANN-06", "ANN-10", "R-ANN-11")
def test_no_third_meeple_on_a_spot() -> None:
    """Two thieves on one spot, a knight, a farmer: only the last two can be joined."""
    game = table(BOX, ADD_TO_1_1, THIEF, THIEF, KNIGHT, FARMER, f"red draw {MONASTERY}   place 1,1")
    assert elsewhere(game) == ["meeple city N at 0,0", "meeple field ER.SL.SR.WL at 0,0"]
    assert refused(game, "deploy meeple road E.W at 0,0") == ("ANN-10", "two_there")


@rule("R-ANN-11")
def test_a_feature_may_have_more_than_two() -> None:
    """A spot is a segment of one tile: with two thieves on one and one on the next, the next can be joined."""
    game = table(BOX, f"lay {STRAIGHT} 1,0", THIEF, THIEF, "stand red meeple road at 1,0", ADD)
    assert elsewhere(game) == ["meeple road E.W at 1,0"]


@rule("ANN-09", "R-ANN-05")
def test_only_to_own_meeples() -> None:
    """Beside Blue's knight, or on an empty road, nothing is added; another's presence on the spot does not matter."""
    game = table(BOX, "stand blue meeple city at 0,0", ADD)
    assert elsewhere(game) == []
    assert refused(game, "deploy meeple city N at 0,0") == ("ANN-09", "own_absent")
    assert refused(game, "deploy meeple road E.W at 0,0") == ("ANN-09", "own_absent")
    shared = table(BOX, "stand blue meeple city at 0,0", KNIGHT, ADD)
    assert elsewhere(shared) == ["meeple city N at 0,0"]


@rule("R-ANN-05")
def test_a_meeple_that_stands_on_no_segment_is_not_joined() -> None:
    """A place that another box has reserved (a tower's top, a castle) is not a spot of a land tile."""
    game = table(f"{BOX} tower", KNIGHT)
    state = game.state
    move(state, free_figure(state, 0, 0), SUPPLY - 1)
    play(game, f"draw {AN}C", "place 0,1 turn 270")
    assert elsewhere(game) == ["meeple city N at 0,0"]


@rule("R-ANN-05", "R-ANN-04")
def test_without_a_meeple_in_the_supply_nothing_is_added() -> None:
    """The step has nothing to ask then."""
    game = table(BOX, "figures meeple 1", KNIGHT, f"red draw {AN}C")
    play(game, "place 0,1 turn 270")
    assert (game.player, game.actor) == ("blue", "chance")
    some = table(BOX, "figures meeple 2", KNIGHT, THIEF, f"red draw {AN}C")
    play(some, "place 0,1 turn 270")
    assert some.player == "blue"


@rule("R-ANN-06", "ANN-09")
def test_a_meeple_added_to_what_the_tile_completes_is_scored_with_it() -> None:
    """Red closes the own city in front of an ADD arrow, adds a knight, and both return."""
    arrow = (f"lay {AN}J 1,0", f"lay {AN}A 1,-1 turn 90")
    game = table(BOX, *arrow, KNIGHT, f"red draw {CAP}   place 0,-1 turn 180")
    assert elsewhere(game) == ["meeple city N at 0,0"]
    play(game, "deploy meeple city N at 0,0")
    assert (game.scores["red"], game.supply["red"]["meeple"]) == (4, 7)
    assert [event.name for event in game.events][-4:] == ["deployed", "scored", "returned", "returned"]


@rule("R-ANN-05", "ANN-09")
def test_a_placement_as_usual_still_may_not_join_others() -> None:
    """ADD is the only exception: on the new tile the occupied road is refused as ever."""
    game = table(BOX, ADD_TO_1_1, THIEF, f"red draw {STRAIGHT}   place 2,0")
    assert elsewhere(game) == []
    assert refused(game, "deploy meeple road") == ("BASE-17", "spot_taken")
    assert refused(game, "deploy meeple road E.W at 0,0") == ("BASE-15", "spot_absent")


# -- ANYWHERE ---------------------------------------------------------------------------------------------------------
@rule("ANN-11", "ANN-08", "D-ANN-02", "TURN-07")
def test_an_empty_feature_anywhere() -> None:
    """Every spot of the start tile is offered beside those of the new tile; the meeple goes there instead."""
    game = table(BOX, ANYWHERE)
    assert spots(game) == [
        "meeple monastery",
        "meeple field NL.NR.EL.ER.SL.SR.WL.WR",
        *(f"meeple {spot} at 0,0" for spot in START),
    ]
    play(game, "deploy meeple road E.W at 0,0")
    assert (game.supply["red"]["meeple"], game.player, game.actor) == (6, "blue", "chance")
    assert game.if_ended_now == {"red": 1, "blue": 0}


@rule("ANN-11", "R-ANN-04")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_an_occupied_feature_is_excluded_on_all_its_tiles(seat: str) -> None:
    """A thief, own or another's, keeps the whole road."""
    game = table(BOX, f"lay {STRAIGHT} 1,0", f"stand {seat} meeple road at 0,0", ANYWHERE)
    assert not [spot for spot in elsewhere(game) if "road" in spot]
    assert refused(game, "deploy meeple road E.W at 1,0") == ("ANN-11", "feature_taken")
    assert play(game, "pass").player == "blue"


@rule("ANN-11")
def test_a_completed_feature_is_excluded() -> None:
    """The city was completed before."""
    game = table(BOX, f"lay {CAP} 0,-1 turn 180", ANYWHERE)
    assert not [spot for spot in elsewhere(game) if "city" in spot]
    assert refused(game, "deploy meeple city N at 0,0") == ("ANN-11", "feature_finished")
    assert "meeple field NL.NR.EL.ER.WL.WR at 0,-1" in elsewhere(game)


@rule("R-ANN-07")
def test_what_the_tile_completes_is_open_to_a_usual_placement_only() -> None:
    """The tile closes the city: a knight may stand on its part of it, and not on the start tile's."""
    game = table(BOX, f"red draw {AN}F   place 0,-1 turn 180")
    assert "meeple city S" in spots(game)
    assert not [spot for spot in elsewhere(game) if "city" in spot]
    play(game, "deploy meeple city S")
    assert game.scores["red"] == 4


@rule("ANN-12", "COMB-002")
def test_an_enclosed_field_is_not_completed() -> None:
    """Four curves close a road around a field: the field is offered, the road is not."""
    turns = {"0,1": 270, "1,1": 0, "0,2": 180, "1,2": 90}
    loop = [f"lay {CURVE} {cell} turn {turn}" for cell, turn in turns.items()]
    game = table(BOX, *loop, f"red draw {AN}I   place 0,3 turn 0")
    state = game.state
    assert "meeple field SR.WL at 1,1" in elsewhere(game)
    assert not [spot for spot in elsewhere(game) if "road" in spot and not spot.endswith("0,0")]
    play(game, "deploy meeple field SR.WL at 1,1")
    node = next(int(node) for node in state.figure_at if node >= 0)
    assert state.open_ends[state.root[node]] == 0  # wholly enclosed


@rule("ANN-12")
def test_without_farmers_no_field_is_offered() -> None:
    """The element `farmers` is left out."""
    game = table(BOX, "without farmers", ANYWHERE)
    assert elsewhere(game) == ["meeple city N at 0,0", "meeple road E.W at 0,0"]
    assert refused(game, "deploy meeple field ER.SL.SR.WL at 0,0") == ("BASE-16", "spot_unfit")


@rule("ANN-13")
def test_a_monastery_until_8_tiles_surround_it() -> None:
    """An empty monastery is offered; if the new tile is the eighth around it, it is not."""
    around = [f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} -1,0"]
    around += [f"lay {MONASTERY} {cell}" for cell in ("0,1", "1,1", "-1,1", "-1,2")]
    tile = f"red draw {AN}I   place 0,2 turn 0"
    open_one = table(BOX, *around, tile)
    assert "meeple monastery at 0,1" in elsewhere(open_one)
    closed = table(BOX, *around, "lay base/FFRF-monastery 1,2", tile)
    assert "meeple monastery at 0,1" not in elsewhere(closed)
    assert "meeple monastery at 1,1" in elsewhere(closed)
    assert refused(closed, "deploy meeple monastery at 0,1") == ("ANN-11", "feature_finished")


@rule("R-ANN-16", "R-ANN-07")
def test_every_segment_of_a_feature_is_a_spot() -> None:
    """An empty road of three tiles can be entered on each of them; on the new tile by the usual placement."""
    game = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {AN}J 2,0 turn 0", f"red draw {STRAIGHT}   place 3,0")
    roads = [spot for spot in spots(game) if "road" in spot]
    assert roads == ["meeple road E.W", *(f"meeple road E.W at {x},0" for x in range(3))]
    states = {play(game.copy(), f"deploy {spot}").state.figure_at[0] for spot in roads}
    assert len(states) == 4


@rule("ANN-08")
@pytest.mark.parametrize("tile", [ADD, ANYWHERE])
def test_options_come_in_a_stable_order(tile: str) -> None:
    """The list is the same however often it is asked for, and whatever figures were used before."""
    game = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", "stand red meeple road at 2,0", KNIGHT, tile)
    other = table(BOX, f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", KNIGHT, "stand red meeple road at 2,0", tile)
    texts = [option.text for option in game.options]
    assert texts == [option.text for option in game.copy().options] == [option.text for option in other.options]
    assert len(set(texts)) == len(texts)
