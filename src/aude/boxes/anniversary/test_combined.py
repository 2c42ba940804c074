"""20th Anniversary beside other boxes: those of the catalog, and some made for these tests."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude import Game, Illegal, Setup, testing
from aude.boxes.anniversary.rules import Arrows
from aude.catalog.boxes import expansions
from aude.engine.rules import CONTINUE, Part, Rules, Step
from aude.engine.state import State
from aude.testing import part_of, play, rule, spots, table, told

AN = "anniversary_20/AN-"
MONASTERY = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
ADD = f"red draw {AN}C   place 0,1 turn 270"
ANYWHERE = f"red draw {AN}I   place 0,1 turn 0"
KNIGHT = "stand red meeple city at 0,0"
# Red's thief and builder on a road that is open at both ends; laid at 2,0 this tile extends it and activates EXTRA.
ROAD = (f"lay {STRAIGHT} 1,0", "stand red meeple road at 0,0", "stand red builder road at 1,0")
BOTH = f"red draw {AN}L   place 2,0 turn 0   pass"


def elsewhere(game: Game) -> list[str]:
    """Where a figure may go besides the new tile."""
    return [spot for spot in spots(game) if " at " in spot]


def beside(stand_in: Part, *lines: str, boxes: str = "anniversary", **options: str) -> Game:
    """A game with a part made for the test, and a position laid in it."""
    return testing.beside(f"boxes {boxes}", stand_in, *lines, **options)


# -- Inns & Cathedrals ------------------------------------------------------------------------------------------------
@rule("COMB-034", "R-ANN-05")
def test_a_large_meeple_may_be_added_and_counts_2() -> None:
    """Red's meeple and large meeple against Blue's two on one road."""
    game = table(
        "boxes anniversary inns_and_cathedrals",
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        "stand red meeple road at 0,0",
        "stand blue meeple road at 1,0",
        "stand blue meeple road at 2,0",
        ADD,
    )
    assert elsewhere(game) == ["meeple road E.W at 0,0", "large_follower road E.W at 0,0"]
    assert play(game.copy(), "deploy meeple road E.W at 0,0").if_ended_now == {"red": 3, "blue": 3}
    assert play(game.copy(), "deploy large_follower road E.W at 0,0").if_ended_now == {"red": 3, "blue": 0}


@rule("COMB-034", "ANN-11")
def test_a_large_meeple_may_go_anywhere() -> None:
    """Every spot is offered to both kinds, the ordinary meeple first; an own large meeple can be joined by ADD."""
    game = table("boxes anniversary inns_and_cathedrals", ANYWHERE)
    kinds = [spot.split()[0] for spot in elsewhere(game)]
    assert kinds == ["meeple"] * 4 + ["large_follower"] * 4
    joined = table("boxes anniversary inns_and_cathedrals", "stand red large_follower city at 0,0", ADD)
    assert elsewhere(joined) == ["meeple city N at 0,0"]


# -- Traders & Builders -----------------------------------------------------------------------------------------------
@rule("COMB-035", "R-ANN-08")
def test_builder_and_extra_together_give_one_part_that_must_be_taken() -> None:
    """Red is not asked for a second tile, EXTRA demands it; in it neither the builder nor EXTRA gives another."""
    game = table("boxes traders_and_builders anniversary", *ROAD, BOTH)
    assert (game.player, game.step) == ("red", "draw")
    play(game, f"draw {AN}O", "place -1,0 turn 90", "pass")
    assert told(game, "activated_extra")[-1] == f"red activated_extra {AN}O -1,0 90"
    assert (game.player, game.step) == ("blue", "draw")
    assert len(told(game, "second", "extra_turn")) == 1


@rule("R-ANN-08", "R-ANN-17", "R-ANN-19")
@pytest.mark.parametrize("boxes", ["traders_and_builders anniversary", "anniversary traders_and_builders"])
def test_each_source_may_give_its_own_part(boxes: str) -> None:
    """With `each_source` Red plays three tiles: EXTRA's must be played, the builder's may, and no fourth follows.

    The box named first gives its part first; whether Red wants the builder's is asked once, when it comes next.
    """
    game = table(f"boxes {boxes}", "option extra_turn_stacking each_source", *ROAD, BOTH)
    builder_first = boxes.startswith("traders")
    assert (game.player, game.step) == ("red", "second" if builder_first else "draw")
    last = (f"draw {MONASTERY}", "place 0,1", "pass")
    stopped = play(game.copy(), *(("stop", *last) if builder_first else (*last, "stop")))
    assert (stopped.player, told(stopped, "second", "extra_turn")) == ("blue", ["red extra_turn"])
    asked = 0
    for x in (-1, -2):
        if game.step == "second":
            asked += 1
            play(game, "second")
        assert (game.player, game.step) == ("red", "draw")
        play(game, f"draw {STRAIGHT}", f"place {x},0", "pass")
    assert asked == 1
    assert (game.player, game.step) == ("blue", "draw")
    assert sorted(told(game, "second", "extra_turn")) == ["red extra_turn", "red second"]


@rule("R-ANN-17", "R-ANN-08")
@pytest.mark.parametrize(("stacking", "third"), [("one", False), ("each_source", True)])
def test_extra_activated_in_the_builders_part(stacking: str, third: bool) -> None:
    """The builder's tile comes first; EXTRA is activated with it."""
    game = table(
        "boxes traders_and_builders anniversary",
        f"option extra_turn_stacking {stacking}",
        *ROAD,
        f"red draw {STRAIGHT}   place 2,0   pass   second",
    )
    play(game, f"draw {AN}K", "place 0,1 turn 180", "pass")
    assert (game.player, len(told(game, "extra_turn"))) == (("red", 1) if third else ("blue", 0))


@rule("R-ANN-08")
@pytest.mark.parametrize(("stacking", "third"), [("one", False), ("each_source", True)])
def test_the_builder_works_in_the_part_that_extra_gave(stacking: str, third: bool) -> None:
    """EXTRA comes first; the extra turn's tile extends the builder's road."""
    game = table(
        "boxes traders_and_builders anniversary",
        f"option extra_turn_stacking {stacking}",
        *ROAD,
        f"red draw {AN}K   place 0,1 turn 180   pass",
    )
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass")
    assert (game.player, game.step) == (("red", "second") if third else ("blue", "draw"))


@rule("R-ANN-20", "TB-19")
@pytest.mark.parametrize(("stacking", "third"), [("one", False), ("each_source", True)])
def test_a_builder_of_the_first_part_works_in_the_extra_turn(stacking: str, third: bool) -> None:
    """Red activates EXTRA with the tile on which the builder is placed, and extends his road in the extra turn."""
    game = table(
        "boxes traders_and_builders anniversary",
        f"option extra_turn_stacking {stacking}",
        *ROAD[:2],
        f"red draw {AN}L   place 2,0 turn 0   deploy builder road W",
    )
    assert (game.player, game.step) == ("red", "draw")
    play(game, f"draw {STRAIGHT}", "place -1,0", "pass")
    assert (game.player, game.step) == (("red", "second") if third else ("blue", "draw"))


@rule("COMB-035", "R-ANN-05", "GEN-04")
@pytest.mark.parametrize("tile", [ADD, ANYWHERE])
def test_builder_and_pig_use_no_symbol(tile: str) -> None:
    """Neither is offered elsewhere, and neither is joined; the refusal says why."""
    game = table("boxes traders_and_builders anniversary", f"lay {STRAIGHT} 1,0", KNIGHT, tile)
    assert {spot.split()[0] for spot in elsewhere(game)} == {"meeple"}
    with pytest.raises(Illegal) as refusal:
        game.play("deploy builder city N at 0,0")
    assert (refusal.value.rule, refusal.value.key) == ("R-ANN-05", "refusals.followers_only")
    if tile == ADD:
        alone = table("boxes traders_and_builders anniversary", *ROAD, ADD)
        assert elsewhere(alone) == ["meeple road E.W at 0,0"]  # not beside the builder


class Morning(Step):
    """Something that happens once in a turn, before all else."""

    name = "morning"

    def enter(self, state: State) -> i64:
        state.note("morning", [state.player])
        return CONTINUE


class Dawn(Part):
    """Brings that morning."""

    def setup(self, rules: Rules) -> None:
        rules.add_note("morning", ["seat"])
        rules.add_step("turn", 100, Morning())


@rule("R-TURN-04", "R-TB-10", "ANN-14")
@pytest.mark.parametrize(("counts", "mornings"), [("", 0), ("one_turn", 0), ("two_turns", 1)])
def test_where_the_extra_turn_begins(counts: str, mornings: int) -> None:
    """It repeats the steps from the second on; with the builder and `two_turns` it is a turn with a first step."""
    if counts:
        game = beside(Dawn(), boxes="traders_and_builders anniversary", double_turn_counts=counts)
    else:
        game = beside(Dawn())
    before = len(told(game, "morning"))
    play(game, f"draw {AN}K", "place 0,1 turn 180", "pass")
    assert game.player == "red" and len(told(game, "morning")) == before + mornings
    play(game, f"draw {MONASTERY}", "place 1,1", "pass")
    assert game.player == "blue" and len(told(game, "morning")) == before + mornings + 1


# -- Crop Circles -----------------------------------------------------------------------------------------------------
@rule("R-ANN-15", "ANN-10")
def test_more_than_two_on_a_spot_stay_and_are_not_joined() -> None:
    """A crop circle has brought a third knight."""
    game = table("boxes anniversary crop_circles", KNIGHT, KNIGHT, KNIGHT, "stand red meeple road at 0,0", ADD)
    assert elsewhere(game) == ["meeple road E.W at 0,0"]
    assert game.supply["red"]["meeple"] == 3


def test_a_crop_circle_in_front_of_an_arrow() -> None:
    """The second knight that ADD has brought counts for the circle of the same tile."""
    game = table("boxes anniversary crop_circles", f"lay {AN}B 1,0 turn 180", KNIGHT)
    play(game, "draw crop_circles/CCFF-circle-city", "place 1,1 turn 90", "deploy meeple city N at 0,0", "all-remove")
    play(game, "remove meeple city N at 0,0")
    assert (game.supply["red"]["meeple"], game.player) == (6, "blue")


# -- boxes made for these tests ---------------------------------------------------------------------------------------
class Volcano(Part):
    """No figure may be placed with any tile."""

    def forbids_figures(self, state: State) -> bool:
        return True


@rule("COMB-036")
@pytest.mark.parametrize(
    ("tile", "place", "points", "player"),
    [("I", "0,1 turn 0", 0, "blue"), ("I", "0,1 turn 90", 2, "blue"), ("K", "0,1 turn 180", 0, "red")],
)
def test_where_no_figure_may_be_placed_only_points_and_extra_stay(
    tile: str, place: str, points: int, player: str
) -> None:
    """ANYWHERE lapses and is forgotten; the 2 points and the extra turn are there."""
    game = play(beside(Volcano()), f"draw {AN}{tile}", f"place {place}")
    assert (game.scores["red"], game.player, game.step) == (points, player, "draw")
    assert game.state.registers[part_of(game, Arrows).activated] == 0


class Mayor(Part):
    """A follower that may stand in cities only."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("mayor", each=1, weight=1, stands_on=["city"])


@rule("COMB-038", "R-ANN-05")
@pytest.mark.parametrize(("tile", "place"), [("C", "0,1 turn 270"), ("I", "0,1 turn 0")])
def test_other_followers_keep_their_limits(tile: str, place: str) -> None:
    """A mayor joins a knight, or enters an empty city, and goes nowhere else."""
    standing = [KNIGHT, "stand red meeple road at 0,0"] if tile == "C" else []
    game = play(beside(Mayor(), *standing), f"draw {AN}{tile}", f"place {place}")
    assert [spot for spot in elsewhere(game) if spot.startswith("mayor")] == ["mayor city N at 0,0"]
    with pytest.raises(Illegal) as refusal:
        game.play("deploy mayor road E.W at 0,0")
    assert refusal.value.rule == "BASE-16"


# -- whole games ------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("stacking", ["one", "each_source"])
def test_games_with_every_box_of_the_catalog_come_to_their_end(stacking: str) -> None:
    """All boxes together; the record of the game reads as the same game."""
    names = expansions("carcassonne")
    game = Game(Setup(boxes=names, options={"extra_turn_stacking": stacking}), seed=11)
    number = 0
    while not game.over:
        number += 1
        options = [option for option in game.options if option.low is None]  # no numbers of a range
        game.play(options[number * 7 % len(options)])
    assert game.if_ended_now == game.scores
    assert told(game, "activated_add", "activated_anywhere", "activated_extra")
    assert Game.read(game.record) == game
