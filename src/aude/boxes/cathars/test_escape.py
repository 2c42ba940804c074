"""The Cathars: knights escape from a besieged city, CTH-02 with its rulings."""

from __future__ import annotations

import pytest

from aude import Game, Illegal
from aude.testing import leave_in_stack, play, rule, scenario, spots, table

BOX = "boxes cathars"
# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
MONASTERY = "base/FFFF-monastery"
ROAD_MONASTERY = "base/FFRF-monastery"
CATHAR_CORNER = "cathars/CFFC-cNW"
# A besieged city of two tiles, open to the east at 1,-1; the Cathars are at 0,-1.
SIEGE = f"lay {CATHAR_CORNER} 0,-1 turn 180"
REFUGE = f"lay {MONASTERY} 0,-2"
RED = "stand red meeple city at 0,0"
BLUE = "stand blue meeple city at 0,-1"
RED_ESCAPES = "escape meeple city N at 0,0"
BLUE_ESCAPES = "escape meeple city E.S at 0,-1"


def idle(game: Game) -> Game:
    """Lay a straight road somewhere and place nothing: whatever is asked then has to do with what lay there."""
    game.play(f"draw {STRAIGHT}")
    game.play(game.options[0])
    return play(game, "pass")


def offered(game: Game) -> list[str]:
    """What the asked seat may choose."""
    return [option.text for option in game.options]


def close(game: Game) -> Game:
    """Complete the besieged city without placing anything."""
    return play(game, f"draw {CAP}", "place 1,-1 turn 270", "pass")


# -- who is asked, and what -------------------------------------------------------------------------------------------
@rule("CTH-02", "TURN-11", "D-CTH-01", "GEN-07")
def test_a_knight_escapes_into_the_supply() -> None:
    """After the figure the player is asked, and nobody else may answer; the knight goes home without points."""
    game = table(BOX, SIEGE, REFUGE, RED)
    play(game, f"draw {STRAIGHT}", "place 1,0")
    assert game.step == "deploy"
    game.play("pass")
    assert (game.step, game.actor, game.player) == ("escape", "red", "red")
    assert offered(game) == ["pass", RED_ESCAPES]
    with pytest.raises(Illegal):
        game.play(RED_ESCAPES, "blue")
    events = game.play(RED_ESCAPES)
    assert [event.line() for event in events] == ["red returned meeple city N at 0,0"]
    assert game.supply["red"] == {"meeple": 7} and game.scores == {"red": 0, "blue": 0}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("CTH-02")
def test_the_city_of_an_escaped_knight_is_free_for_others() -> None:
    """Blue may place a knight where Red's has gone; while he was there Blue could not."""
    game = idle(table(BOX, SIEGE, REFUGE, RED))
    for answer, free in ((RED_ESCAPES, True), ("pass", False)):
        after = play(game.copy(), answer, f"draw {CAP}", "place 1,-1 turn 270")
        assert ("meeple city W" in spots(after)) is free


@rule("CTH-02", "D-CTH-01")
def test_each_player_answers_in_the_own_turn() -> None:
    """Red's knight escapes in Red's turn, Blue's in Blue's, and who passes may escape a turn later."""
    game = scenario("escape")
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}
    assert [(move.seat, move.text) for move in game.moves if move.text.startswith("escape")] == [
        ("red", RED_ESCAPES),
        ("blue", BLUE_ESCAPES),
    ]


@rule("CTH-02")
@pytest.mark.parametrize(
    "lines",
    [
        (SIEGE, RED),  # no monastery
        (SIEGE, REFUGE),  # no knight
        (SIEGE, REFUGE, BLUE),  # another's knight
        (SIEGE, REFUGE, "stand red meeple road at 0,0", "stand red meeple field at 0,-1"),  # no knight either
        ("lay base/CFFC-cNW 0,-1 turn 180", REFUGE, RED),  # no siege
    ],
)
def test_nobody_is_asked_who_has_no_way_out(lines: tuple[str, ...]) -> None:
    """Without monastery, own knight and siege there is no question."""
    assert idle(table(BOX, *lines)).player == "blue"


@rule("CTH-02")
@pytest.mark.parametrize(
    ("lines", "near"),
    [
        ((f"lay {MONASTERY} 0,-2",), True),
        ((f"lay {MONASTERY} -1,-1",), True),
        ((f"lay {CURVE} 0,-2 turn 180", f"lay {MONASTERY} -1,-2"), True),
        ((f"lay {CURVE} 0,-2 turn 90", f"lay {MONASTERY} 1,-2"), True),
        ((f"lay {ROAD_MONASTERY} -1,0 turn 270",), True),
        ((f"lay {ROAD_MONASTERY} 1,0 turn 90",), True),
        ((f"lay {STRAIGHT} 0,-2", f"lay {MONASTERY} 0,-3"), False),
        ((f"lay {STRAIGHT} -1,-1 turn 90", f"lay {MONASTERY} -2,-1"), False),
        ((f"lay {STRAIGHT} 1,0", f"lay {ROAD_MONASTERY} 2,0 turn 90"), False),
        ((f"lay {MONASTERY} 0,1",), False),
    ],
)
def test_the_monastery_adjoins_the_cathar_tile(lines: tuple[str, ...], near: bool) -> None:
    """Beside, above, or at a corner of the Cathar tile; a tile further away is too far."""
    assert (idle(table(BOX, SIEGE, *lines, RED)).step == "escape") is near


@rule("CTH-02", "CTH-01", "R-CTH-06")
@pytest.mark.parametrize(
    ("action", "broken", "says"),
    [
        ("escape meeple city N at 3,0", "CTH-02", "no monastery lies near enough for an escape from that city"),
        ("escape meeple city N at -1,0", "CTH-01", "nobody escapes from a city that is not besieged"),
        ("escape meeple road E.W at 2,0", "R-CTH-06", "only a knight may escape; whoever stands there is not one"),
        (BLUE_ESCAPES, "CTH-02", ""),
        ("escape meeple city N at 9,9", "CTH-02", ""),
    ],
)
def test_a_refusal_says_why(action: str, broken: str, says: str) -> None:
    """Red has a knight who may escape and three figures who may not; Blue's knight is not Red's to free."""
    game = table(
        BOX,
        SIEGE,
        REFUGE,
        *(RED, BLUE),
        *(f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", "stand red meeple road at 2,0"),
        *("lay cathars/CRFR-rEW 3,0", "stand red meeple city at 3,0"),
        *("lay base/CRFR-rEW -1,0", "stand red meeple city at -1,0"),
    )
    play(game, f"draw {STRAIGHT}", "place 4,0", "pass")
    assert offered(game) == ["pass", RED_ESCAPES]
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    assert refusal.value.rule == broken
    assert says in refusal.value.says and "_" not in refusal.value.says


@rule("CTH-02")
def test_every_own_knight_of_every_such_city_can_be_chosen() -> None:
    """Two besieged cities at one monastery, two knights in one of them: three answers, in the order of the figures."""
    game = table(
        BOX,
        SIEGE,
        *(REFUGE, RED, "stand red meeple city at 0,-1"),
        *("lay cathars/CFFF 0,-3 turn 0", "stand red meeple city at 0,-3"),
    )
    assert offered(idle(game)) == [
        "pass",
        RED_ESCAPES,
        "escape meeple city E.S at 0,-1",
        "escape meeple city N at 0,-3",
    ]
    game.play("escape meeple city N at 0,-3")
    assert [event.line() for event in game.events[-1:]] == ["red returned meeple city N at 0,-3"]
    assert game.supply["red"] == {"meeple": 5} and game.player == "blue"


# -- when -------------------------------------------------------------------------------------------------------------
@rule("R-CTH-01", "R-CTH-15", "TURN-11", "R-TURN-02")
def test_in_step_11_a_knight_escapes_before_the_scoring() -> None:
    """Red completes the city: asked before it is scored, Red may leave the points to Blue."""
    game = close(table(BOX, SIEGE, REFUGE, RED, BLUE))
    assert (game.step, game.scores) == ("escape", {"red": 0, "blue": 0})
    assert game.if_ended_now == {"red": 3, "blue": 3}
    stayed = play(game.copy(), "pass")
    assert stayed.scores == {"red": 3, "blue": 3}
    play(game, RED_ESCAPES)
    assert game.scores == {"red": 0, "blue": 3}
    assert game.supply == stayed.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("R-CTH-01", "R-CTH-15", "R-TURN-02")
def test_at_the_end_of_the_turn_the_knights_of_a_completed_city_have_gone() -> None:
    """With `end_of_turn` the city is scored first, and nobody is left to escape."""
    game = close(table(BOX, "option escape_timing end_of_turn", SIEGE, REFUGE, RED, BLUE))
    assert (game.player, game.actor) == ("blue", "chance")
    assert game.scores == {"red": 3, "blue": 3}


@rule("R-CTH-01", "R-TURN-02")
def test_at_the_end_of_the_turn_everything_else_is_scored() -> None:
    """Red completes another city: with `end_of_turn` its points are counted when Red is asked to escape."""
    for timing, points in (("step11", 0), ("end_of_turn", 4)):
        game = table(
            BOX,
            f"option escape_timing {timing}",
            *(SIEGE, REFUGE, RED, f"lay {CAP} 0,-3", "stand red meeple city at 0,-3"),
        )
        play(game, f"draw {CAP}", "place 0,-4 turn 180", "pass")
        assert (game.step, game.scores["red"]) == ("escape", points)
        play(game, RED_ESCAPES)
        assert (game.player, game.scores["red"], game.supply["red"]["meeple"]) == ("blue", 4, 7)


@rule("R-CTH-01", "R-TURN-02")
def test_the_places_in_the_turn() -> None:
    """Step 11 lies between figure and scoring; the end of the turn between scoring and the next player."""
    for timing, expected in (
        ("step11", ["escape_dawn", "draw", "fit", "place", "deploy", "escape", "collect", "score", "next"]),
        ("end_of_turn", ["escape_dawn", "draw", "fit", "place", "deploy", "collect", "score", "escape", "next"]),
    ):
        names = [step.name for step in Game(boxes=["cathars"], escape_timing=timing, deal=False).rules.program]
        assert names[1:10] == expected


@rule("R-CTH-15")
@pytest.mark.parametrize("timing", ["step11", "end_of_turn"])
def test_the_knight_just_placed_may_escape(timing: str) -> None:
    """Red's knight comes with the Cathar tile itself and goes in the same turn."""
    game = table(BOX, f"option escape_timing {timing}", f"lay {ROAD_MONASTERY} 1,0 turn 90")
    play(game, f"draw {CATHAR_CORNER}", "place 0,-1 turn 180", "deploy meeple city")
    assert offered(game) == ["pass", "escape meeple city E.S"]
    game.play("escape meeple city E.S")
    assert game.supply["red"] == {"meeple": 7} and game.player == "blue"


@rule("R-CTH-03")
@pytest.mark.parametrize("timing", ["step11", "end_of_turn"])
def test_one_knight_in_every_own_turn(timing: str) -> None:
    """Red has two knights: one leaves in this turn, then Red is not asked again, and the other in the next."""
    lines = (SIEGE, REFUGE, RED, "stand red meeple city at 0,-1")
    game = idle(table(BOX, f"option escape_timing {timing}", *lines))
    game.play(RED_ESCAPES)
    assert (game.player, game.actor) == ("blue", "chance")
    idle(game)
    assert (game.player, game.actor) == ("red", "chance")
    idle(game)
    assert offered(game) == ["pass", BLUE_ESCAPES]
    game.play(BLUE_ESCAPES)
    assert game.supply["red"] == {"meeple": 7}
    assert idle(idle(game)).player == "blue"  # Red has no knight left to be asked about


@rule("R-CTH-03")
def test_who_passes_is_asked_again_in_the_next_turn() -> None:
    """The condition holds as long as tile, monastery and knight are there."""
    game = table(BOX, SIEGE, REFUGE, RED)
    for _ in range(3):
        assert idle(game).step == "escape"
        play(game, "pass")
        assert idle(game).player == "red"
    assert game.supply["red"] == {"meeple": 6}


@rule("R-CTH-03", "BASE-35")
@pytest.mark.parametrize("timing", ["step11", "end_of_turn"])
def test_the_last_tile_has_its_escape_too(timing: str) -> None:
    """The turn of the last tile is played to its end before the final scoring."""
    game = table(BOX, f"option escape_timing {timing}", SIEGE, REFUGE, RED)
    leave_in_stack(game, STRAIGHT)
    assert idle(game).step == "escape"
    assert [event.name for event in game.play(RED_ESCAPES)] == ["returned"]
    assert game.over and game.scores == {"red": 0, "blue": 0}


# -- from where, and whereto ------------------------------------------------------------------------------------------
@rule("R-CTH-02")
@pytest.mark.parametrize(("reach", "asked"), [("cathar_tile", False), ("any_city_tile", True)])
def test_the_monastery_is_near_the_cathars_or_near_the_city(reach: str, asked: bool) -> None:
    """A monastery at 0,1 adjoins the start tile, which is part of the city but not the Cathars' tile."""
    game = idle(table(BOX, f"option escape_reach {reach}", SIEGE, f"lay {MONASTERY} 0,1", RED))
    assert (game.step == "escape") is asked


@rule("R-CTH-02")
@pytest.mark.parametrize("reach", ["cathar_tile", "any_city_tile"])
def test_both_readings_agree_near_the_cathars_and_at_peace(reach: str) -> None:
    """Beside the Cathar tile both allow it; in a city without Cathars neither does, nor far from the city."""
    option = f"option escape_reach {reach}"
    assert idle(table(BOX, option, SIEGE, REFUGE, RED)).step == "escape"
    assert idle(table(BOX, option, REFUGE.replace("0,-2", "0,1"), RED)).player == "blue"
    far = (f"lay {STRAIGHT} 1,0", f"lay {ROAD_MONASTERY} 2,0 turn 90")
    assert idle(table(BOX, option, SIEGE, *far, RED)).player == "blue"


@rule("R-CTH-05", "R-CTH-02")
@pytest.mark.parametrize(("second", "asked"), [("cathars/CRRC-cNW-rES", True), ("base/CRRC-cNW-rES", False)])
def test_any_cathar_tile_of_the_city_opens_the_way(second: str, asked: bool) -> None:
    """The monastery adjoins the second tile of the city only: if Cathars are there too, a knight of the first goes."""
    lines = (f"lay {CURVE} 1,0 turn 90", f"lay {second} 1,-1", f"lay {ROAD_MONASTERY} 2,-1 turn 90")
    assert (idle(table(BOX, SIEGE, RED, *lines)).step == "escape") is asked


@rule("R-CTH-04")
@pytest.mark.parametrize(
    "monk", [(), ("stand red meeple monastery at 0,-2",), ("stand blue meeple monastery at 0,-2",)]
)
def test_who_lives_in_the_monastery_does_not_matter(monk: tuple[str, ...]) -> None:
    """Empty, Red's own or Blue's: the knight may go there, and the monk stays where he is."""
    game = idle(table(BOX, SIEGE, REFUGE, RED, *monk))
    supply = game.supply
    assert offered(game) == ["pass", RED_ESCAPES]
    game.play(RED_ESCAPES)
    assert game.supply["red"]["meeple"] == supply["red"]["meeple"] + 1 and game.supply["blue"] == supply["blue"]


@rule("R-CTH-14")
def test_a_monastery_laid_in_this_turn_opens_the_way() -> None:
    """Red lays it beside the Cathar tile and may escape at once."""
    game = table(BOX, SIEGE, RED, f"red draw {MONASTERY}   place 0,-2   deploy meeple monastery")
    assert offered(game) == ["pass", RED_ESCAPES]


@rule("R-CTH-14")
def test_a_completed_monastery_opens_the_way() -> None:
    """Red completes Blue's monastery at -1,-1: it is a refuge in this turn and in those that follow."""
    game = table(
        BOX,
        *(SIEGE, RED, f"lay {STRAIGHT} -1,0", f"lay {STRAIGHT} -2,0", f"lay {MONASTERY} -1,-1"),
        *(f"lay {CURVE} -2,-1 turn 90", f"lay {CURVE} -2,-2", f"lay {CURVE} -1,-2 turn 180"),
        "stand blue meeple monastery at -1,-1",
    )
    play(game, f"draw {STRAIGHT}", "place 0,-2", "pass")
    assert (game.step, game.scores["blue"]) == ("escape", 0)
    game.play("pass")
    assert game.scores["blue"] == 9
    idle(idle(game))
    assert (game.player, offered(game)) == ("red", ["pass", RED_ESCAPES])
