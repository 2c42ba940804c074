"""The Cathars with other boxes: those of the catalog, and what none of them has."""

from __future__ import annotations

import pytest
from mypy_extensions import i64

from aude import Game, Illegal
from aude.engine.rules import Part, Rules
from aude.engine.state import State
from aude.engine.tiles import Segment, Tile
from aude.engine.turns import NEW_TURN, earn
from aude.game.position import lay_position
from aude.game.setup import Setup
from aude.testing import beside, finish, leave_in_stack, play, rule, scored, table

INNS = "boxes cathars inns_and_cathedrals"
TRADERS = "boxes cathars traders_and_builders"
# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
MONASTERY = "base/FFFF-monastery"
GATE_ARMS = "base/FCFC-cEW-pennant"
CORNER = "base/CFFC-cNW"
CATHAR_CAP = "cathars/CFFF"
CATHAR_CORNER = "cathars/CFFC-cNW"
CATHEDRAL = "inns_cathedrals/CCCC-cNESW-cathedral"
# A besieged city of two tiles, open to the east at 1,-1, with the Cathars at 0,-1 and a monastery beside them.
SIEGE = (f"lay {CATHAR_CORNER} 0,-1 turn 180", f"lay {MONASTERY} 0,-2")
RED = "stand red meeple city at 0,0"
SECOND = "stand red meeple city at 0,-1"
ESCAPES = "escape meeple city N at 0,0"
SECOND_ESCAPES = "escape meeple city E.S at 0,-1"
BOTH_VALUES = ["one_turn", "two_turns"]


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


# -- inns and cathedrals ----------------------------------------------------------------------------------------------
# A city around a printed cathedral at 0,-1, its last wall missing at 0,-2.
AROUND = (f"lay {CATHEDRAL} 0,-1", f"lay {CAP} 1,-1 turn 270", f"lay {CAP} -1,-1 turn 90", RED)


@rule("CTH-05", "IC-09", "COMB-050", "SC-07")
@pytest.mark.parametrize(("last", "points"), [(CAP, 15), (CATHAR_CAP, 10)])
def test_a_besieged_city_with_a_cathedral_scores_two_a_tile(last: str, points: int) -> None:
    """5 tiles with a cathedral bring 15 points, besieged 10."""
    game = table(INNS, *AROUND, f"red draw {last}   place 0,-2 turn 180   pass")
    assert scored(game) == [f"red scores {points}: tiles {points}"]


@rule("CTH-04", "R-CTH-13", "R-IC-06", "R-IC-02", "COMB-050", "SC-16", "SC-17")
@pytest.mark.parametrize("final", ["zero", "ignore"])
def test_an_incomplete_besieged_city_with_a_cathedral_scores_nothing(final: str) -> None:
    """0 points in both readings of the cathedral, and never less; without a siege `ignore` gives a point a tile."""
    option = f"option inn_cathedral_final {final}"
    peace = table(INNS, option, *AROUND)
    assert peace.if_ended_now == {"red": 4 if final == "ignore" else 0, "blue": 0}
    game = table(INNS, option, *AROUND, f"lay {CATHAR_CORNER} 0,-2 turn 180")
    assert game.if_ended_now == {"red": 0, "blue": 0}
    finish(game, STRAIGHT, "1,0")
    assert game.scores == {"red": 0, "blue": 0}


@rule("R-CTH-06")
def test_a_large_knight_may_escape_like_any() -> None:
    """Both knights are offered; the large one goes home into its own supply."""
    game = table(INNS, *SIEGE, "stand red large_follower city at 0,0", SECOND)
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    assert offered(game) == ["pass", SECOND_ESCAPES, "escape large_follower city N at 0,0"]
    game.play("escape large_follower")
    assert game.supply["red"] == {"meeple": 6, "large_follower": 1}


# -- traders and builders ---------------------------------------------------------------------------------------------
# Red's farmer and pig beside a besieged city (start tile and 0,-1) and a normal one (0,-2 and 0,-3).
FARM = (
    f"lay {CATHAR_CAP} 0,-1 turn 180",
    f"lay {CAP} 0,-2",
    f"lay {CAP} 0,-3 turn 180",
    "stand red meeple field at 0,-2",
)


@rule("CTH-08", "EX-CTH-02", "R-CTH-09", "TB-32", "COMB-061", "SC-22")
@pytest.mark.parametrize(("value", "points"), [("double", 12), ("single", 11)])
def test_a_pig_brings_two_for_a_besieged_city(value: str, points: int) -> None:
    """One normal city and one besieged: 9 points, and 3 for the own pig; 2 if the siege does not concern it."""
    game = table(TRADERS, f"option siege_pig {value}", *FARM)
    assert game.if_ended_now == {"red": 9, "blue": 0}
    game = table(TRADERS, f"option siege_pig {value}", *FARM, "stand red pig field at 0,-1")
    assert game.if_ended_now == {"red": points, "blue": 0}
    assert [event.line() for event in game.forecast()] == [f"red scores {points}: cities 9, pig {points - 9}"]
    finish(game, STRAIGHT, "1,0")
    assert game.scores == {"red": points, "blue": 0}


@rule("CTH-08", "R-CTH-12", "R-TB-14")
def test_a_pig_brings_two_for_a_besieged_city_in_the_old_counting() -> None:
    """With `per_city_4`: 4 and 8 for the cities, 1 and 2 for the pig."""
    game = table(TRADERS, "option farm_scoring per_city_4", *FARM, "stand red pig field at 0,-1")
    assert game.if_ended_now == {"red": 15, "blue": 0}


BUILDER = (*SIEGE, RED, "stand red builder city at 0,-1")


@rule("R-CTH-06", "COMB-061", "TB-25")
def test_a_builder_does_not_escape_but_follows_its_last_knight() -> None:
    """The builder is not offered and is refused; left without a knight it goes home."""
    game = table(TRADERS, *BUILDER)
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    assert offered(game) == ["pass", ESCAPES]
    with pytest.raises(Illegal) as refusal:
        game.play("escape builder city E.S at 0,-1")
    assert refusal.value.rule == "R-CTH-06"
    game.play(ESCAPES)
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


@rule("R-CTH-06", "TB-24")
def test_a_builder_stays_with_the_knights_that_are_left() -> None:
    """Another knight of Red's is in the city: the builder stays."""
    game = table(TRADERS, *SIEGE, f"lay {CORNER} 1,-1", RED, SECOND, "stand red builder city at 1,-1")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", ESCAPES)
    assert game.supply["red"] == {"meeple": 6, "builder": 0, "pig": 1}


@rule("R-CTH-18", "TB-18")
@pytest.mark.parametrize("timing", ["step11", "end_of_turn"])
def test_the_double_turn_outlasts_the_builder(timing: str) -> None:
    """Red extends the builder's city and lets the knight escape: the builder goes home, the second tile is laid."""
    game = table(TRADERS, f"option escape_timing {timing}", "option double_turn_counts two_turns", *BUILDER)
    play(game, f"draw {CORNER}", "place 1,-1", "pass")
    play(game, *((ESCAPES, "second") if timing == "step11" else ("second", ESCAPES)))
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert (game.player, game.step) == ("red", "draw")


# Two knights of Red's in the besieged city, and a road with Red's builder that grows by every straight.
DOUBLE = (
    *(*SIEGE, RED, SECOND, f"lay {STRAIGHT} 1,0"),
    *("stand red meeple road at 0,0", "stand red builder road at 1,0"),
)


def first_part(timing: str, counts: str, *more: str) -> Game:
    """Red has laid the first tile of a double turn."""
    options = (f"option escape_timing {timing}", f"option double_turn_counts {counts}")
    return play(table(TRADERS, *options, *more, *DOUBLE), f"draw {STRAIGHT}", "place 2,0", "pass")


def second_part(game: Game) -> Game:
    """Red lays the second tile."""
    assert (game.player, game.step) == ("red", "draw")
    return play(game, f"draw {STRAIGHT}", "place 3,0", "pass")


@rule("R-CTH-03", "R-CTH-16", "R-TB-10", "R-TURN-04")
@pytest.mark.parametrize("counts", BOTH_VALUES)
def test_step_11_comes_in_each_part_for_one_knight_a_turn(counts: str) -> None:
    """A knight escapes in the first part; in the second another may only if it is a turn of its own."""
    game = first_part("step11", counts)
    assert game.step == "escape"
    second_part(play(game, ESCAPES, "second"))
    if counts == "two_turns":
        assert offered(game) == ["pass", SECOND_ESCAPES]
        game.play(SECOND_ESCAPES)
    assert (game.player, game.supply["red"]["meeple"]) == ("blue", 6 if counts == "two_turns" else 5)


@rule("R-CTH-03", "R-CTH-16")
@pytest.mark.parametrize("counts", BOTH_VALUES)
def test_who_passes_in_the_first_part_is_asked_in_the_second(counts: str) -> None:
    """Nobody has escaped yet in this turn."""
    game = second_part(play(first_part("step11", counts), "pass", "second"))
    assert offered(game) == ["pass", ESCAPES, SECOND_ESCAPES]
    game.play(ESCAPES)
    assert game.player == "blue"


@rule("R-CTH-16", "R-TURN-02", "R-TB-10")
@pytest.mark.parametrize("tile", ["may", "must"])
def test_the_end_of_a_double_turn_comes_once(tile: str) -> None:
    """With `one_turn` the escape waits for the second part."""
    game = first_part("end_of_turn", "one_turn", f"option builder_second_tile {tile}")
    if tile == "may":
        assert game.step == "second"
        game.play("second")
    second_part(game)
    assert offered(game) == ["pass", ESCAPES, SECOND_ESCAPES]
    game.play(ESCAPES)
    assert game.player == "blue"


@rule("R-CTH-16", "R-TURN-02", "R-TB-02")
@pytest.mark.parametrize("counts", BOTH_VALUES)
def test_who_stops_after_the_first_part_has_come_to_the_end(counts: str) -> None:
    """Red does without the second tile: the turn ends, and the escape comes."""
    game = play(first_part("end_of_turn", counts), "stop")
    assert game.step == "escape"
    game.play(ESCAPES)
    assert game.player == "blue"


@rule("R-CTH-16", "R-CTH-03", "R-TURN-02", "R-TB-10")
def test_two_turns_have_two_ends() -> None:
    """With `two_turns` a knight may leave at the end of each part."""
    game = play(first_part("end_of_turn", "two_turns"), "second")
    assert game.step == "escape"
    second_part(play(game, ESCAPES))
    assert offered(game) == ["pass", SECOND_ESCAPES]
    game.play(SECOND_ESCAPES)
    assert (game.player, game.supply["red"]["meeple"]) == ("blue", 6)


@rule("R-CTH-17", "R-TB-16")
@pytest.mark.parametrize("tile", ["may", "must"])
@pytest.mark.parametrize("counts", BOTH_VALUES)
def test_without_a_second_tile_the_turn_is_over(counts: str, tile: str) -> None:
    """The last tile earns a double turn that nobody can play: the escape comes at once, then the game ends."""
    options = ("option escape_timing end_of_turn", f"option double_turn_counts {counts}")
    game = table(TRADERS, *options, f"option builder_second_tile {tile}", *DOUBLE)
    leave_in_stack(game, STRAIGHT)
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass")
    assert game.step == "escape"
    game.play(ESCAPES)
    assert game.over


# -- king and robber --------------------------------------------------------------------------------------------------
@rule("R-CTH-08", "COMB-110", "KR-01", "KR-05")
def test_a_besieged_city_counts_for_the_king() -> None:
    """Red completes a besieged city of three: the king goes to Red, who has 1 point for it beside the city's 3."""
    game = table("boxes cathars king_and_robber", *SIEGE, RED)
    play(game, f"draw {CAP}", "place 1,-1 turn 270", "pass", "pass")
    assert [event.line() for event in game.events if event.name == "king_taken"] == ["red king_taken 3"]
    assert game.scores["red"] == 3 and game.if_ended_now["red"] == 4


# -- crop circles -----------------------------------------------------------------------------------------------------
CIRCLES = "boxes cathars crop_circles"
SHIELD = ("draw crop_circles/CCFF-circle-city", "place 0,1 turn 90", "pass")


@rule("COMB-113", "R-TURN-02")
def test_a_shield_takes_a_besieged_knight() -> None:
    """Escape in step 11, crop circle in step 15: who has not escaped can be taken back."""
    game = play(table(CIRCLES, *SIEGE, RED), *SHIELD)
    assert game.step == "escape"
    gone = play(game.copy(), ESCAPES)
    assert gone.player == "blue"  # nobody is left whom the circle concerns
    play(game, "pass", "all-remove", "remove meeple city N at 0,0")
    assert game.supply["red"] == {"meeple": 7} and game.player == "blue"


@rule("COMB-113")
def test_a_shield_adds_a_besieged_knight() -> None:
    """Two equal knights on one spot are one answer, and one of them goes."""
    game = play(table(CIRCLES, *SIEGE, RED), *SHIELD, "pass", "all-add", "add meeple city N at 0,0")
    assert (game.supply["red"], game.if_ended_now["red"]) == ({"meeple": 5}, 0)
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", f"draw {STRAIGHT}", "place 2,0", "pass")
    assert offered(game) == ["pass", ESCAPES]
    game.play(ESCAPES)
    assert game.supply["red"] == {"meeple": 6}


@rule("CTH-02")
def test_of_two_knights_on_one_spot_the_own_one_goes() -> None:
    """Where boxes let two seats stand on one spot, Blue's escape leaves Red's knight alone."""
    game = table(CIRCLES, *SIEGE, RED, "stand blue meeple city at 0,0", "turn blue")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", ESCAPES)
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 7}}


@rule("R-TURN-02", "COMB-113")
@pytest.mark.parametrize("escape", ["step11", "end_of_turn"])
@pytest.mark.parametrize("crop", ["step15", "end_of_turn"])
def test_the_circle_comes_after_step_11_and_before_the_end(escape: str, crop: str) -> None:
    """Whenever the circle comes: an escape in step 11 is before it, one at the end of the turn after it."""
    game = table(CIRCLES, f"option escape_timing {escape}", f"option crop_timing {crop}", *SIEGE, RED, SECOND)
    play(game, *SHIELD)
    if escape == "step11":
        play(game, ESCAPES, "all-remove", SECOND_ESCAPES.replace("escape", "remove"))
    else:
        play(game, "all-remove", SECOND_ESCAPES.replace("escape", "remove"), ESCAPES)
    assert game.supply["red"] == {"meeple": 7} and game.player == "blue"


# -- what no box has --------------------------------------------------------------------------------------------------


def invented(name: str, *segments: str) -> tuple[Tile, int]:
    """A tile that no box has."""
    return Tile(f"invented/{name}", tuple(map(Segment.read, segments)), count=1, first_edition=1), 1


class WithGate(Setup):
    """A game with a cathedral of two sides."""

    def tile_list(self) -> list[tuple[Tile, int]]:
        gate = invented("cathedral", "city N S cathedral", "field EL ER beside 0", "field WL WR beside 0")
        return [*super().tile_list(), gate]


def strange(*lines: str, boxes: tuple[str, ...] = ("cathars",)) -> Game:
    """A position in a game with that tile."""
    game = Game(WithGate(boxes=boxes, options={"first_player": "seat1"}), deal=False)
    lay_position(game, list(enumerate(lines, 1)))
    return game


@rule("EX-CTH-01", "CTH-05", "SC-07")
@pytest.mark.parametrize(("corner", "points"), [(CORNER, 18), (CATHAR_CORNER, 12)])
def test_a_city_of_five_with_coat_of_arms_and_cathedral(corner: str, points: int) -> None:
    """A cathedral with two sides, which is on no printed tile: besieged 12, at peace 18."""
    city = ("lay invented/cathedral 0,-1", f"lay {GATE_ARMS} 0,-2 turn 90", f"lay {corner} 0,-3 turn 180", RED)
    game = strange(*city, boxes=("cathars", "inns_and_cathedrals"))
    play(game, f"draw {CAP}", "place 1,-3 turn 270", "pass")
    each = points // 6
    assert scored(game) == [f"red scores {points}: tiles {5 * each}, pennants {each}"]


class Lake(Part):
    """A stand-in for a tile that gives its player a whole new turn (R-RIV-07)."""

    def setup(self, rules: Rules) -> None:
        self.source = rules.add_extra_turn("lake", begins=NEW_TURN, new_turn=True)

    def tile_placed(self, state: State, slot: i64) -> None:
        if state.slots == 4:
            earn(state, self.source)


@rule("R-CTH-03", "R-CTH-16", "R-TURN-04")
@pytest.mark.parametrize("timing", ["step11", "end_of_turn"])
def test_a_new_turn_brings_a_new_escape(timing: str) -> None:
    """Red's first tile gives another turn: it is not part of this one, so a knight may leave in each."""
    game = beside("boxes cathars", Lake(), *SIEGE, RED, SECOND, escape_timing=timing)
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass", ESCAPES)
    assert (game.player, game.step) == ("red", "draw")
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass", SECOND_ESCAPES)
    assert (game.player, game.supply["red"]) == ("blue", {"meeple": 7})
