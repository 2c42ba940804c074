"""Shrines & Heretics, rule by rule: SH-01 … SH-06 with their examples and rulings."""

from __future__ import annotations

import pytest

from aude import Game, Illegal, Setup
from aude.catalog import boxes
from aude.catalog.rulebook import read_spec, specs
from aude.catalog.texts import LANGUAGES
from aude.engine.figures import take_back
from aude.testing import finish, leave_in_stack, rule, scenario, spots, table, told

NAME = "shrines_and_heretics"
BOX = f"boxes {NAME}"
MONASTERY = "base/FFFF-monastery"
SHRINE = "cult/FFFF-shrine"
CITY_SHRINE = "cult/CFFF-shrine"
SIXTH = "cult/CRFR-shrine"
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
# The start tile lies at 0,0, its road running from east to west. Below it lie two buildings, one below the other, and
# a road goes around both: with the start tile these are the tiles around them. y counts to the south.
UPPER, LOWER = "0,1", "0,2"
RING = {
    "-1,0": f"{CURVE} -1,0 turn 270",
    "1,0": f"{CURVE} 1,0 turn 0",
    "-1,1": f"{STRAIGHT} -1,1 turn 90",
    "1,1": f"{STRAIGHT} 1,1 turn 90",
    "-1,2": f"{STRAIGHT} -1,2 turn 90",
    "1,2": f"{STRAIGHT} 1,2 turn 90",
    "0,3": f"{STRAIGHT} 0,3 turn 0",
    "-1,3": f"{CURVE} -1,3 turn 180",
    "1,3": f"{CURVE} 1,3 turn 90",
}
BESIDE_UPPER = ["-1,0", "1,0", "-1,1", "1,1", "-1,2", "1,2"]  # and the start tile, and the lower building
BESIDE_BOTH = ["-1,1", "1,1", "-1,2", "1,2"]
MONK = f"stand red meeple monastery at {UPPER}"
HERETIC = f"stand blue meeple shrine at {LOWER}"


def ring(missing: str, *more: str, upper: str = MONASTERY, lower: str = SHRINE, head: str = BOX) -> Game:
    """The two buildings with the tiles around them, but for the `missing` cells; `more` lines stand behind."""
    laid = [f"lay {line}" for cell, line in RING.items() if cell not in missing.split()]
    return table(head, f"lay {upper} {UPPER}", f"lay {lower} {LOWER}", *laid, *more)


def fill(game: Game, cell: str, figure: str = "pass") -> Game:
    """Play the ring's tile at a cell, and then the figure."""
    tile, place = RING[cell].split(maxsplit=1)
    for action in (f"draw {tile}", f"place {place}", figure):
        game.play(action)
    return game


# -- the box ----------------------------------------------------------------------------------------------------------
@rule("R-SH-10")
@pytest.mark.parametrize(("value", "number"), [(None, 5), ("five", 5), ("six", 6)])
def test_five_or_six_tiles(value: str | None, number: int) -> None:
    """One of each; the sixth comes with the option only. Every one shows a shrine."""
    setup = Setup(boxes=(NAME,), options={"shrine_tiles": value} if value else {})
    found = [(tile, count) for tile, count in setup.tile_list() if tile.set == "cult"]
    assert [count for _, count in found] == [1] * number
    assert all(["shrine"] == [s.kind for s in tile.segments if s.kind == "shrine"] for tile, _ in found)
    assert (SIXTH in {tile.id for tile, _ in found}) == (number == 6)
    game = Game(setup, deal=False)
    assert sum(count for tile, count in game.tiles_left.items() if tile.startswith("cult/")) == number
    assert setup.rules().tiles == setup.tile_list()


@rule("R-SH-10")
def test_the_sixth_tile_can_be_laid() -> None:
    """Its roads end at the shrine: two roads, a city, a shrine, two fields."""
    game = table(BOX, "option shrine_tiles six", f"red draw {SIXTH}   place 1,0 turn 0")
    assert [spot.removeprefix("meeple ") for spot in spots(game)] == [
        "city N",
        "road W",
        "road E",
        "shrine",
        "field EL.WR",
        "field ER.SL.SR.WL",
    ]


def test_the_options_are_those_of_the_specification() -> None:
    """What the box offers is what its rulings say, the default first; and no numbered rule is left untested."""
    spec = read_spec(specs()[NAME])
    assert spec.status == "complete"
    written = [(option.name, option.values, option.ruling) for option in spec.options]
    assert written == [(option.name, option.values, option.ruling) for option in boxes.info(NAME).options]


# -- the heretic ------------------------------------------------------------------------------------------------------
@rule("SH-01", "TURN-07a")
def test_a_follower_may_be_placed_on_a_shrine() -> None:
    """The shrine is offered once, and whoever stands there has left the supply."""
    game = table(BOX, f"red draw {SHRINE}   place 0,1 turn 0")
    assert spots(game).count("meeple shrine") == 1
    game.play("deploy meeple shrine")
    assert told(game, "deployed") == ["red deployed meeple shrine at 0,1"]
    assert game.supply["red"] == {"meeple": 6}


@rule("SH-02", "SC-08")
@pytest.mark.parametrize("missing", BESIDE_UPPER)
def test_a_surrounded_shrine_brings_nine(missing: str) -> None:
    """Whichever of the cells around it is filled last, the heretic scores 9 and returns."""
    game = ring(missing, f"stand red meeple shrine at {UPPER}", upper=SHRINE, lower=MONASTERY)
    fill(game, missing)
    assert told(game, "scored", "returned") == [
        "red scores 9: tiles 9",
        f"red returned meeple shrine at {UPPER}",
    ]
    assert game.scores == {"red": 9, "blue": 0} and game.supply["red"] == {"meeple": 7}


@rule("SH-02", "SC-18")
@pytest.mark.parametrize(("missing", "points"), [("1,0", 8), ("1,0 1,1", 7), (" ".join(BESIDE_UPPER), 3)])
def test_an_incomplete_shrine_brings_a_point_for_each_tile(missing: str, points: int) -> None:
    """Itself and the tiles around it, at the end; and that is foreseen."""
    game = ring(missing, f"stand red meeple shrine at {UPPER}", upper=SHRINE, lower=MONASTERY)
    assert game.if_ended_now == {"red": points, "blue": 0}
    finish(game, CAP, "0,-1 turn 180")
    assert game.over and game.scores == {"red": points, "blue": 0}


# -- the challenge ----------------------------------------------------------------------------------------------------
@rule("SH-03", "SH-05", "EX-SH-01", "TURN-12", "D-BASE-02")
def test_the_monastery_is_surrounded_first() -> None:
    """Red's monk scores 9; Blue's heretic is back in the supply and has brought nothing."""
    game = scenario("challenge")
    assert game.scores == {"red": 9, "blue": 0}
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("SH-03", "SH-05")
@pytest.mark.parametrize("last", ["0,3", "-1,3", "1,3"])
def test_the_shrine_is_surrounded_first(last: str) -> None:
    """The other way round: Blue scores 9 for the shrine, Red's monk, with 8 points in sight, returns with nothing."""
    game = ring(f"1,0 {last}", MONK, HERETIC)
    assert game.if_ended_now == {"red": 8, "blue": 8}
    fill(game, last)
    assert told(game, "outdone", "scored") == [f"red outdone meeple monastery at {UPPER}", "blue scores 9: tiles 9"]
    assert game.scores == game.if_ended_now == {"red": 0, "blue": 9}
    assert game.supply["red"] == {"meeple": 7}


@rule("SH-03")
@pytest.mark.parametrize(("place", "challenged"), [("1,1", True), ("0,2", True), ("2,0", False)])
def test_a_challenge_is_between_neighbours_also_diagonally(place: str, challenged: bool) -> None:
    """A shrine beside or diagonally below the monastery is its opponent; two cells away it is not."""
    x, y = (int(number) for number in place.split(","))
    others = [  # everything around a monastery at 0,1 but 1,0, with a shrine at 1,1, 0,2 or elsewhere
        "lay cult/RFRF-shrine 1,1" if place == "1,1" else f"lay {RING['1,1']}",
        f"lay {SHRINE} 0,2" if place == "0,2" else f"lay {CAP} 0,2 turn 180",
        *(f"lay {RING[cell]}" for cell in ("-1,0", "-1,1", "-1,2", "1,2")),
    ]
    if place == "2,0":
        others.append(f"lay {CAP} 2,1 turn 90")
        others.append(f"lay {SHRINE} 2,0")
    game = table(BOX, f"lay {MONASTERY} 0,1", *others, MONK, f"stand blue meeple shrine at {x},{y}")
    fill(game, "1,0")
    assert game.scores == {"red": 9, "blue": 0}
    assert game.supply["blue"]["meeple"] == (7 if challenged else 6)


@rule("SH-04")
def test_a_player_may_challenge_himself() -> None:
    """Red's own heretic loses against Red's monk."""
    game = ring("1,0 0,3", MONK, f"stand red meeple shrine at {LOWER}")
    fill(game, "1,0")
    assert told(game, "outdone", "scored") == [f"red outdone meeple shrine at {LOWER}", "red scores 9: tiles 9"]
    assert game.supply["red"] == {"meeple": 7} and game.if_ended_now == {"red": 9, "blue": 0}


@rule("R-SH-01", "SH-05")
@pytest.mark.parametrize("last", BESIDE_BOTH)
def test_both_completed_by_the_same_tile_score(last: str) -> None:
    """Nobody was first: 9 points each."""
    game = ring(last, MONK, HERETIC)
    fill(game, last)
    assert game.scores == {"red": 9, "blue": 9}
    assert told(game, "outdone") == []
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("R-SH-03")
def test_without_a_heretic_there_is_no_challenge() -> None:
    """An empty shrine loses nothing, and nobody is told of a loss."""
    game = fill(ring("1,0 0,3", MONK), "1,0")
    assert (game.scores, told(game, "outdone")) == ({"red": 9, "blue": 0}, [])


@rule("R-SH-07")
def test_an_empty_building_wins_against_nobody() -> None:
    """The monastery is complete and nobody's: the heretic stays, and scores 9 in the end."""
    game = fill(ring("1,0 0,3", HERETIC), "1,0")
    assert game.supply["blue"] == {"meeple": 6} and game.if_ended_now == {"red": 0, "blue": 8}
    fill(game, "0,3")
    assert game.scores == {"red": 0, "blue": 9}


@rule("R-SH-16", "SC-18")
def test_an_undecided_challenge_brings_points_to_both() -> None:
    """At the end of the game both buildings are incomplete, and both are scored."""
    game = ring("1,0 0,3 1,3", MONK, HERETIC)
    finish(game, CAP, "0,-1 turn 180")
    assert game.over and game.scores == {"red": 8, "blue": 7}


@rule("R-SH-17", "R-SH-01")
@pytest.mark.parametrize(("missing", "red", "blue"), [("0,3", 0, 9), ("", 9, 9)])
def test_a_monk_who_comes_with_the_last_tile(missing: str, red: int, blue: int) -> None:
    """Red's monastery completes Blue's shrine: the monk has lost at once, unless it is complete itself."""
    order = (*BESIDE_UPPER, "1,3", "0,3", "-1,3")  # without the lower building the others hang on these
    around = [f"lay {RING[cell]}" for cell in order if cell != missing]
    lines = [f"lay {SHRINE} 0,1", *around, "stand blue meeple shrine at 0,1"]
    game = table(BOX, *lines, f"red draw {MONASTERY}   place 0,2 turn 0   deploy meeple monastery")
    assert game.scores == {"red": red, "blue": blue}
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}
    assert len(told(game, "outdone")) == (red == 0)


@rule("R-SH-18", "COMB-071", "COMB-079", "COMB-093")
def test_whoever_goes_away_ends_the_challenge() -> None:
    """Something takes Red's monk; then the monastery is completed, and Blue's heretic still scores."""
    game = ring("1,0 0,3", MONK, HERETIC)
    take_back(game.state, 0)
    fill(fill(game, "1,0"), "0,3")
    assert game.scores == {"red": 0, "blue": 9}


# -- the forecast -----------------------------------------------------------------------------------------------------
@rule("R-SH-14")
@pytest.mark.parametrize(("last", "foreseen"), [("1,0", {"red": 9, "blue": 0}), ("0,3", {"red": 0, "blue": 9})])
def test_the_loser_is_foreseen_before_the_scoring(last: str, foreseen: dict[str, int]) -> None:
    """While Red may still place a figure the loser counts for nothing, in the sum and in its explanation."""
    game = ring("1,0 0,3", MONK, HERETIC)
    assert game.if_ended_now == {"red": 8, "blue": 8}
    tile, place = RING[last].split(maxsplit=1)
    leave_in_stack(game, tile)
    game.play(f"draw {tile}")
    assert game.if_ended_now == {"red": 8, "blue": 8}
    game.play(f"place {place}")
    assert game.step == "deploy" and game.if_ended_now == foreseen
    assert [(event.seat, event.points) for event in game.forecast()] == [
        (seat, points) for seat, points in foreseen.items() if points
    ]
    game.play("pass")
    assert game.over and game.scores == foreseen


@rule("R-SH-14", "R-SH-01")
def test_both_are_foreseen_if_both_are_complete() -> None:
    """One tile completes both: 9 each, before the scoring too."""
    game = ring("1,1", MONK, HERETIC)
    game.play(f"draw {STRAIGHT}")
    game.play("place 1,1 turn 90")
    assert game.if_ended_now == {"red": 9, "blue": 9} and len(game.forecast()) == 2


# -- where a building may lie -----------------------------------------------------------------------------------------
TWO = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0")  # a road eastwards, under which two buildings have room
SORTS = [(MONASTERY, SHRINE), (SHRINE, MONASTERY)]
ANY_SORT = pytest.mark.parametrize("between", ["shrine", "monastery"])


def two_buildings(between: str) -> list[str]:
    """Two monasteries at 0,1 and 2,1 (for a shrine between them), or two shrines; both with a field below."""
    if between == "shrine":
        return [*TWO, f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 2,1"]
    return [*TWO, f"lay {SHRINE} 0,1", "lay cult/FFRF-shrine 2,1 turn 270"]


def cells(game: Game) -> set[str]:
    """Where the tile in hand may lie."""
    return {option.text.split()[1] for option in game.options}


@rule("SH-06", "EX-SH-02")
@ANY_SORT
def test_nothing_lies_between_two_opponents(between: str) -> None:
    """The cell between the two buildings takes no tile of the other sort, in any rotation; one of theirs it takes."""
    lines = two_buildings(between)
    tile, same = (SHRINE, MONASTERY) if between == "shrine" else (MONASTERY, CITY_SHRINE)
    game = table(BOX, *lines, f"red draw {tile}")
    assert "1,1" not in cells(game) and "0,2" in cells(game)
    for turn in (0, 90, 180, 270):
        with pytest.raises(Illegal) as refusal:
            game.play(f"place 1,1 turn {turn}")
        assert refusal.value.rule == "SH-06"
    assert "1,1" in cells(table(BOX, *lines, f"red draw {same}"))


@rule("SH-06", "EX-SH-02")
def test_nothing_lies_diagonally_between_two_opponents() -> None:
    """The cell 1,2 touches both monasteries by its corners only."""
    lines = [*two_buildings("shrine"), f"lay {CAP} 1,1 turn 180"]
    assert "place 1,2 turn 0" in [option.text for option in table(BOX, *lines, f"red draw {CAP}").options]
    game = table(BOX, *lines, f"red draw {CITY_SHRINE}")
    assert not [option for option in game.options if option.text.startswith("place 1,2")]
    with pytest.raises(Illegal) as refusal:
        game.play("place 1,2 turn 0")
    assert refusal.value.rule == "SH-06"


@rule("SH-06", "BASE-13")
def test_what_does_not_match_is_refused_for_that() -> None:
    """The rule of the box is named only where the sides would match."""
    game = table(BOX, *two_buildings("shrine"), f"red draw {CITY_SHRINE}")
    for place, number in (("1,1 turn 0", "BASE-13"), ("1,1 turn 180", "SH-06")):
        with pytest.raises(Illegal) as refusal:
            game.play(f"place {place}")
        assert refusal.value.rule == number


@rule("R-SH-02", "SH-06")
@pytest.mark.parametrize(("upper", "lower"), SORTS)
def test_a_building_never_gets_a_second_opponent(upper: str, lower: str) -> None:
    """The upper building has its opponent below. No other comes to it, though that one would have one opponent only."""
    second = CITY_SHRINE if lower == SHRINE else MONASTERY
    lines = [f"lay {upper} {UPPER}", f"lay {lower} {LOWER}", f"lay {STRAIGHT} 1,0", f"lay {CAP} 0,3 turn 180"]
    game = table(BOX, *lines, f"red draw {second}")
    near = {"1,1", "-1,1", "1,2", "-1,2"}  # the cells on the frontier that touch the upper building
    assert not near & cells(game)
    assert {"1,3", "-1,3"} <= cells(game)  # these touch only the lower one, which is of the same sort
    with pytest.raises(Illegal) as refusal:
        game.play("place 1,2 turn 90")
    assert refusal.value.rule == "SH-06"
    assert near <= cells(table(BOX, *lines, f"red draw {CAP}"))


@rule("R-SH-11", "SH-06")
def test_complete_buildings_count_as_opponents() -> None:
    """The shrine's opponent is complete and nobody stands there: still no second monastery comes to the shrine."""
    game = ring("-1,3 0,3 1,3")
    game.play(f"draw {MONASTERY}")
    assert "0,3" not in cells(game)
    with pytest.raises(Illegal) as refusal:
        game.play("place 0,3 turn 0")
    assert refusal.value.rule == "SH-06"
    other = ring("-1,3 0,3 1,3", lower=MONASTERY)
    other.play(f"draw {MONASTERY}")
    assert "0,3" in cells(other)


@rule("R-SH-19", "BASE-14", "SH-06")
def test_a_tile_that_may_lie_nowhere_leaves_the_game() -> None:
    """Every cell where the shrine matches touches the monastery, which has its opponent."""
    start = ((MONASTERY, 0, 0, 0), ("cult/FFRF-shrine", 1, 0, 3))
    game = Game(Setup(boxes=(NAME,), start=start, options={"first_player": "seat1"}), deal=False)
    game.play(f"draw {SHRINE}")
    assert told(game, "discarded") == [f"discarded {SHRINE}"]
    assert game.actor == "chance" and game.player == "red"


# -- texts ------------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", LANGUAGES)
def test_a_loss_can_be_read(language: str) -> None:
    """The event has a sentence with every slot filled, and the shrine has a word of its own."""
    game = scenario("challenge")
    texts = game.texts(language)
    lost = [event.text(texts) for event in game.events if event.name == "outdone"]
    assert len(lost) == 1 and "{" not in lost[0] and texts.word("shrine") in lost[0]
    assert texts.word("blue") in lost[0] and texts.has("title")


@rule("R-SH-20")
def test_without_challenges_shrines_are_monasteries() -> None:
    """Two monasteries may be beside it, and abbots stand in it."""
    game = table(BOX, "without challenge", f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 1,1")
    game.play(f"draw {SHRINE}")
    assert "place 0,2 turn 0" in [option.text for option in game.options]
    game.play("place 0,2 turn 0")
    assert "meeple monastery" in spots(game)
    abbot = table(f"{BOX} abbot", "without challenge")
    for action in (f"draw {SHRINE}", "place 0,1"):
        abbot.play(action)
    assert "abbot monastery" in spots(abbot)
