"""Prisoners: whom a tower reaches, where they go, and how they are exchanged."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude import Game
from aude.boxes.tower.conftest import (
    BOX,
    CLOSING,
    FIELD,
    KNIGHT,
    SITE,
    STRAIGHT,
    THIEF,
    TURN,
    closed,
    imprisoned,
    prisoners,
    raised,
    with_box,
)
from aude.engine.figures import exposed_slot, free_figure, move
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.testing import beside, finish, offered, play, refusal, rule, scenario, scored, table, told

BUILD = (*TURN, "tower 0,1")
# A tower in the middle of a cross of fields with arms of four tiles, and the four tiles at its corners.
ARMS = [(x, 5) for x in range(-4, 5)] + [(0, y) for y in range(1, 10)]
CROSS = sorted({*ARMS, (1, 4), (-1, 4), (1, 6), (-1, 6)}, key=lambda cell: (abs(cell[0]), cell[1]))


def crowd() -> Game:
    """A farmer of Blue's on every tile of the cross."""
    lay = [f"lay {'tower/FFFF-garden' if cell == (0, 5) else FIELD} {cell[0]},{cell[1]}" for cell in CROSS]
    stand = [f"stand blue meeple field at {x},{y}" for x, y in CROSS]
    return table(BOX, "figures meeple 30", "tiles base 6", *lay, *stand)


# -- the range --------------------------------------------------------------------------------------------------------
@rule("TOW-07", "EX-TOW-01", "R-TOW-01", "COMB-006")
@pytest.mark.parametrize(("height", "cells"), [(1, 5), (2, 9), (3, 13), (4, 17)])
def test_four_tiles_more_for_each_storey(height: int, cells: int) -> None:
    """Up, down and sideways, never across a corner; farmers are reached like all others."""
    game = play(raised(crowd(), height - 1, "0,5"), f"draw {STRAIGHT}", "place 1,0", "tower 0,5")
    reached = {tuple(map(int, text.split()[-1].split(","))) for text in offered(game, "capture")}
    assert reached == {(x, y) for x, y in ARMS if abs(x) + abs(y - 5) <= height} and len(reached) == cells


@rule("TOW-08")
def test_gaps_and_other_towers_do_not_matter() -> None:
    """From 0,1 three tiles to the east, over two empty cells; and to the south, past a closed tower."""
    around = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", f"lay {STRAIGHT} 3,0", f"lay {FIELD} 3,1")
    south = ("lay tower/FFFF-garden 0,2", f"lay {FIELD} 0,3")
    stand = ("stand blue meeple monastery at 3,1", "stand blue meeple monastery at 0,3")
    game = raised(table(BOX, SITE, *around, *south, *stand), 2)
    closed(raised(game, 1, "0,2"), "red", "0,2")
    play(game, f"draw {FIELD}", "place 0,4", "tower 0,1")
    assert offered(game) == ["pass", "capture blue meeple monastery at 3,1", "capture blue meeple monastery at 0,3"]


@rule("TOW-06", "R-TOW-13")
def test_nobody_within_reach() -> None:
    """Blue's thief is two tiles away: Red is not asked, and the next piece in Red's next turn reaches him."""
    game = table(BOX, SITE, f"lay {FIELD} 1,1", f"lay {STRAIGHT} 1,0", "stand blue meeple road at 1,0")
    play(game, f"draw {FIELD}", "place 0,2", "tower 0,1")
    assert (game.player, game.step) == ("blue", "draw")


# -- taking prisoners -------------------------------------------------------------------------------------------------
@rule("TOW-06", "TOW-12", "GEN-07", "D-TOW-02")
def test_a_prisoner_is_in_nobodys_supply() -> None:
    """The thief is with Red, not in Blue's supply; his road is free and brings Blue nothing."""
    game = play(table(BOX, SITE, THIEF), *BUILD)
    assert (game.actor, game.step) == ("red", "capture")
    assert offered(game) == ["pass", "capture blue meeple road E.W at 0,0"]
    play(game, "capture blue meeple road")
    assert told(game, "captured", "returned") == ["red captured blue meeple base/CRFR-rEW 0,0 0"]
    assert prisoners(game) == [("red", "blue", "meeple")] and game.supply["blue"] == {"meeple": 6}
    assert game.holdings["red"] == {"tower_piece": 9, "prisoner": 1} and game.if_ended_now["blue"] == 0
    play(game, f"draw {STRAIGHT}", "place 1,0")
    assert "deploy meeple road E.W" in offered(game)


@rule("R-TOW-13", "D-TOW-02")
def test_nobody_need_be_taken() -> None:
    game = play(table(BOX, SITE, THIEF), *BUILD, "pass")
    assert prisoners(game) == [] and game.player == "blue" and game.if_ended_now["blue"] == 1


@rule("TOW-06")
def test_one_prisoner_for_a_piece_and_none_for_a_guard() -> None:
    """Two of Blue's stand there: Red takes one; to close a tower takes nobody."""
    game = table(BOX, SITE, THIEF, KNIGHT)
    play(game, *BUILD, "capture blue meeple city")
    assert (game.player, game.step) == ("blue", "draw") and len(prisoners(game)) == 1
    guarded = play(raised(table(BOX, SITE, THIEF), 1), *TURN, "close meeple 0,1")
    assert (guarded.player, guarded.step) == ("blue", "draw")


@rule("TOW-06", "D-TOW-02")
def test_nobody_else_answers_for_the_captor() -> None:
    """Blue would rather that nobody is taken; neither Blue nor chance is heard."""
    game = play(table(BOX, SITE, THIEF), *BUILD)
    assert refusal(game, "pass", "blue") == ("BASE-10", "not_asked")
    assert refusal(game, "capture blue meeple road E.W at 0,0", "blue") == ("BASE-10", "not_asked")
    assert game.actor == "red" and offered(game)


@rule("R-TOW-02", "R-TOW-23")
@pytest.mark.parametrize("option", ["off", "on"])
def test_own_followers(option: str) -> None:
    """As a rule they are safe; by option Red takes one back, and no prisoner is exchanged for it."""
    game = table(BOX, f"option tower_capture_own {option}", SITE, "stand red meeple road at 0,0", KNIGHT)
    play(imprisoned(game, "red", "blue"), *BUILD)
    own = "capture red meeple road E.W at 0,0"
    assert (own in offered(game)) is (option == "on")
    if option == "off":
        assert refusal(game, own) == ("R-TOW-02", "own_figure")
    else:
        play(game, own)
        assert game.supply["red"] == {"meeple": 6} and prisoners(game) == [("blue", "red", "meeple")]


@rule("R-TOW-23", "R-TOW-21")
def test_an_own_guard_comes_back_from_his_tower() -> None:
    game = table(BOX, "option tower_capture_own on", SITE, "lay tower/FFFF-garden 0,2")
    closed(raised(game, 1, "0,2"), "red", "0,2")
    play(game, f"draw {FIELD}", "place 0,3", "tower 0,1", "capture red meeple tower at 0,2")
    assert game.supply["red"] == {"meeple": 7} and prisoners(game) == []
    assert told(game, "captured", "freed") == [
        "red captured red meeple tower/FFFF-garden 0,2 0",
    ]


@rule("R-TOW-21", "R-TOW-10")
def test_a_guard_is_reached_on_his_tower() -> None:
    """Blue's guard stands higher, and is taken from below; the pieces stay."""
    game = table(BOX, SITE, "lay tower/FFFF-garden 0,2")
    closed(raised(game, 5, "0,2"), "blue", "0,2")
    play(game, f"draw {FIELD}", "place 0,3", "tower 0,1")
    assert offered(game) == ["pass", "capture blue meeple tower at 0,2"]
    play(game, "capture blue meeple tower")
    assert prisoners(game) == [("red", "blue", "meeple")]
    play(game, f"draw {FIELD}", "place 0,4")
    assert "tower 0,2" in offered(game)


@rule("R-TOW-27")
def test_a_prisoner_does_not_score_what_his_captor_completes() -> None:
    """Red closes Blue's city, and takes the knight before it is scored; left alone, he scores 4."""
    game = play(table(BOX, "lay tower/FFFF-monastery 0,1", KNIGHT), *CLOSING, "tower 0,1")
    left = play(game.copy(), "pass")
    assert scored(left) == ["blue scores 4: tiles 4"]
    play(game, "capture blue meeple city")
    assert scored(game) == [] and game.supply["blue"] == {"meeple": 6}


@rule("R-TOW-14")
def test_prisoners_bring_nothing_at_the_end() -> None:
    """Neither to the captor nor to the owner, though they have gone home then."""
    game = imprisoned(table(BOX, SITE), "blue", "red", "meeple", "meeple")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    finish(game, FIELD, "0,2")
    assert game.over and game.scores == {"red": 0, "blue": 0} and game.supply["blue"] == {"meeple": 7}


@rule("TOW-07", "R-TOW-02")
def test_refusals() -> None:
    game = table(
        BOX, SITE, THIEF, "stand red meeple city at 0,0", f"lay {STRAIGHT} 1,0", "stand blue meeple field ER at 1,0"
    )
    play(game, *BUILD)
    assert refusal(game, "capture blue meeple field ER at 1,0") == ("TOW-07", "out_of_range")
    assert refusal(game, "capture red meeple city N at 0,0") == ("R-TOW-02", "own_figure")
    assert refusal(game, "capture blue meeple city at 0,0") == ("TOW-06", "not_offered")


# -- exchange ---------------------------------------------------------------------------------------------------------
@rule("TOW-09", "EX-TOW-03")
def test_two_prisoners_are_exchanged_at_once() -> None:
    """Blue has taken Red's thief; Red takes Blue's knight, and both are free without a question."""
    game = scenario("exchange")
    assert told(game, "freed") == ["blue freed meeple", "red freed meeple"]
    assert prisoners(game) == [] and game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("TOW-09", "R-TOW-07")
def test_exchange_is_one_for_one() -> None:
    """Blue holds three of Red's: one comes back for the one that Red takes; of equal ones nobody asks which."""
    game = imprisoned(table(BOX, SITE, THIEF), "red", "blue", "meeple", "meeple", "meeple")
    play(game, *BUILD, "capture blue meeple")
    assert prisoners(game) == [("blue", "red", "meeple")] * 2
    assert game.supply == {"red": {"meeple": 5}, "blue": {"meeple": 7}} and game.player == "blue"


@rule("R-TOW-07", "D-TOW-03")
@pytest.mark.parametrize("kind", ["meeple", "large_follower"])
def test_the_captor_says_which_figure_comes_back(kind: str) -> None:
    """Red asks for one of two kinds; Blue cannot say it, nor can something else be asked for."""
    game = table(with_box("inns_and_cathedrals"), SITE, THIEF)
    imprisoned(game, "red", "blue", "meeple", "large_follower")
    play(game, *BUILD, "capture blue meeple")
    assert (game.actor, game.step) == ("red", "exchange")
    assert offered(game) == ["exchange meeple", "exchange large_follower"]
    assert game.supply["blue"] == {"meeple": 7, "large_follower": 1}
    assert refusal(game, "exchange meeple", "blue") == ("BASE-10", "not_asked")
    assert refusal(game, "exchange abbot") == ("R-TOW-07", "not_offered")
    play(game, f"exchange {kind}")
    rest = {"meeple": "large_follower", "large_follower": "meeple"}[kind]
    assert prisoners(game) == [("blue", "red", rest)] and game.player == "blue"


@rule("TOW-09")
def test_prisoners_of_a_third_are_not_exchanged() -> None:
    """Green holds Red's meeple, Blue one of Green's; Red takes Blue's, and keeps it."""
    game = imprisoned(table(BOX, SITE, THIEF, players="red blue green"), "red", "green")
    play(imprisoned(game, "green", "blue"), *BUILD, "capture blue meeple")
    assert prisoners(game) == [("green", "red", "meeple"), ("red", "blue", "meeple"), ("blue", "green", "meeple")]


# -- out of danger ----------------------------------------------------------------------------------------------------
class Shelters(Part):
    """A barn that nothing removes, and a builder."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("barn", each=1, weight=0, stands_on=["field"], occupies=False, immune=True)
        rules.add_figure("builder", each=1, weight=0, stands_on=["road", "city"], occupies=False)


@rule("TOW-14", "GEN-06", "EX-TOW-04", "R-TOW-11")
@pytest.mark.parametrize("special", ["on", "off"])
def test_builders_are_taken_and_barns_are_not(special: str) -> None:
    """Blue's builder and barn on the tile beside the tower."""
    stand = ("stand blue builder city at 0,0", "stand blue barn field ER at 0,0")
    game = play(beside(BOX, Shelters(), SITE, THIEF, *stand, tower_capture_special=special), *BUILD)
    builder = "capture blue builder city N at 0,0"
    assert offered(game) == ["pass", "capture blue meeple road E.W at 0,0", *([builder] if special == "on" else [])]
    barn = ("TOW-14", "out_of_danger") if special == "on" else ("R-TOW-11", "captures_followers_only")
    assert refusal(game, "capture blue barn field") == barn
    if special == "off":
        assert refusal(game, builder) == ("R-TOW-11", "captures_followers_only")
    else:
        play(game, builder)
        assert prisoners(game) == [("red", "blue", "builder")]


class Refuge(Part):
    """Cities shelter from towers; on the start tile is a location that does not, and is not a segment."""

    def setup(self, rules: Rules) -> None:
        self.location = rules.reserve_locations(1, exposed_to=("tower",))
        rules.shelter("city", "tower")

    def location_slot(self, state: State, location: i64) -> i64:
        return i64(0 if location == self.location else -1)


@rule("TOW-06", "TOW-15")
def test_whoever_is_sheltered_is_refused_and_others_are_named_by_their_tile() -> None:
    """Blue's knight is safe; a meeple of Blue's that stands on a tile but on no segment is not."""
    refuge = Refuge()
    game = beside(BOX, refuge, SITE, KNIGHT)
    move(game.state, free_figure(game.state, 0, 1), refuge.location)
    play(game, *BUILD)
    assert offered(game) == ["pass", "capture blue meeple at 0,0"]
    assert refusal(game, "capture blue meeple city N at 0,0") == ("TOW-15", "out_of_danger")
    play(game, "capture blue meeple at 0,0")
    assert prisoners(game) == [("red", "blue", "meeple")]


@rule("TOW-06")
@pytest.mark.parametrize(
    "action",
    [
        "capture blue meeple road E.W at 0,0 now",
        "capture blue meeple city N at 0,0",
        "capture blue meeple road E.W at 5,5",
        "capture blue meeple tower at 0,1",
        "capture blue dragon road E.W at 0,0",
        "capture green meeple road E.W at 0,0",
    ],
)
def test_a_capture_of_nobody_is_not_offered(action: str) -> None:
    """Words too many, or a figure that does not stand there or does not exist."""
    assert refusal(play(table(BOX, SITE, THIEF), *BUILD), action) == ("TOW-06", "not_offered")


@rule("R-TOW-10", "COMB-075", "COMB-077")
@pytest.mark.parametrize("danger", ["dragon", "tower", "catapult", "plague"])
def test_a_guard_is_exposed_and_a_prisoner_is_not(danger: str) -> None:
    """Each danger finds the guard on his tower's tile; in prison nothing more can happen."""
    game = imprisoned(closed(raised(table(BOX, SITE), 1), "blue"), "blue", "red")
    number = game.rules.danger(danger)
    found = [int(exposed_slot(game.state, figure, number)) for figure in range(game.rules.figures)]
    assert sorted(found)[-2:] == [-1, 1]  # the tower's is the second tile


@rule("TOW-06")
def test_equal_figures_on_one_spot_are_one_answer() -> None:
    """Two of Blue's farmers on one segment, as a crop circle puts them there."""
    game = table(with_box("crop_circles"), SITE, *["stand blue meeple field at 0,1"] * 2)
    play(game, *BUILD)
    assert offered(game) == ["pass", "capture blue meeple field NL.NR.EL.ER.SL.SR.WL.WR at 0,1"]


@rule("TOW-06")
def test_the_question_of_one_turn_is_not_asked_in_the_next() -> None:
    """Red has taken nobody; Blue, who could reach Red's knight, has not built and is not asked."""
    game = table(BOX, SITE, THIEF, "stand red meeple city at 0,0")
    play(game, *BUILD, "pass", f"draw {FIELD}", "place 0,3", "pass")
    assert (game.player, game.step) == ("red", "draw")
