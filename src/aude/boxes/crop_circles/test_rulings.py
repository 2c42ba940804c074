"""The crop circles: rulings, and other boxes."""

from __future__ import annotations

import pytest

from aude import Game, Illegal, Setup
from aude.boxes.crop_circles.conftest import (
    BOX,
    CLOSING,
    CLUB,
    FARMER,
    KNIGHT,
    PITCHFORK,
    SHIELD,
    THIEF,
    happenings,
    offered,
)
from aude.engine.figures import deploy, free_figure, move
from aude.engine.joining import add_segment
from aude.engine.rules import CONTINUE, Part, Rules, Step
from aude.testing import finish, leave_in_stack, play, rule, table


# -- rulings ----------------------------------------------------------------------------------------------------------
@rule("R-CC-01")
def test_a_follower_is_added_only_beside_an_own_one() -> None:
    """Not on another tile of the same city, nor beside somebody else's knight, nor in an empty city."""
    game = table(
        BOX,
        "lay base/FCFC-cEW 0,-1 turn 90",
        "lay base/CFFF 0,1 turn 90",
        "lay base/CFFF 0,2 turn 90",
        "stand red meeple city at 0,-1",
        "stand blue meeple city at 0,1",
    )
    play(game, SHIELD[0], "place 0,3 turn 90", "pass", "all-add")
    assert (game.actor, offered(game)) == ("blue", ["add meeple city E at 0,1"])
    with pytest.raises(Illegal) as refusal:
        game.play("add meeple city N at 0,0")
    assert refusal.value.rule == "R-CC-01"
    game.play("add meeple city E at 0,1")
    assert (game.actor, offered(game)) == ("red", ["add meeple city N.S at 0,-1"])


@rule("R-CC-01")
def test_an_added_follower_counts_and_can_be_laid_by_hand() -> None:
    """Two against one is a majority, and a position with two on one segment is sound."""
    game = table(BOX, KNIGHT, KNIGHT, "lay base/FCFC-cEW 0,-1 turn 90", "stand blue meeple city at 0,-1")
    assert game.if_ended_now == {"red": 2, "blue": 0}


@rule("R-CC-02")
def test_adding_is_compulsory_by_default() -> None:
    """With `crop_add = must` whoever can add has to; who has nobody left in the supply is passed over."""
    game = play(table(BOX, KNIGHT), *SHIELD, "pass", "all-add")
    assert offered(game) == ["add meeple city N at 0,0"]
    empty = play(table(BOX, "figures meeple 1", KNIGHT), *SHIELD)
    assert (empty.step, empty.actor) == ("circle", "red")
    empty.play("all-add")
    assert (empty.actor, empty.player) == ("chance", "blue")


@rule("R-CC-02")
def test_adding_is_voluntary_if_the_players_agree() -> None:
    """With `crop_add = may` one may pass; taking away stays compulsory."""
    game = play(table(BOX, "option crop_add may", KNIGHT), *SHIELD, "pass")
    removing = play(game.copy(), "all-remove")
    assert offered(removing) == ["remove meeple city N at 0,0"]
    game.play("all-add")
    assert offered(game) == ["add meeple city N at 0,0", "pass"]
    added = play(game.copy(), "add meeple city")
    game.play("pass")
    assert (game.supply["red"], added.supply["red"]) == ({"meeple": 6}, {"meeple": 5})
    assert game.player == added.player == "blue"


@rule("R-CC-02")
def test_without_an_answer_nobody_is_asked_to_pass() -> None:
    """With `crop_add = may`, too, a seat that cannot add is passed over."""
    game = play(table(BOX, "option crop_add may", "figures meeple 1", KNIGHT), *SHIELD, "all-add")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-CC-03", "D-CC-02")
@pytest.mark.parametrize(
    ("player", "order"),
    [("red", ["blue", "green", "red"]), ("blue", ["green", "red", "blue"]), ("green", ["red", "blue", "green"])],
)
@pytest.mark.parametrize("choice", ["add", "remove"])
def test_the_left_neighbour_answers_first_and_the_player_last(player: str, order: list[str], choice: str) -> None:
    """Clockwise, one follower each; nobody answers for another."""
    game = table(
        BOX,
        "lay base/CFFF 0,1 turn 90",
        "lay base/CFFF 0,2 turn 90",
        KNIGHT,
        "stand blue meeple city at 0,1",
        "stand green meeple city at 0,2",
        f"turn {player}",
        players="red blue green",
    )
    play(game, SHIELD[0], "place 0,3 turn 90", "pass", f"all-{choice}")
    asked = []
    while game.step == f"circle_{choice}":
        asked.append(game.actor)
        assert len(game.options) == 1
        game.play(game.options[0])
    assert asked == order
    assert {kinds["meeple"] for kinds in game.supply.values()} == ({5} if choice == "add" else {7})
    assert game.player == order[0]


@rule("R-CC-04", "R-TURN-02")
@pytest.mark.parametrize(("timing", "points"), [("step15", 0), ("end_of_turn", 4)])
def test_the_circle_comes_before_or_after_the_scoring(timing: str, points: int) -> None:
    """Red completes a city with a shield. In step 15 the knight can be taken before it scores, later only after."""
    game = table(
        BOX, f"option crop_timing {timing}", "lay base/CFFF 0,1 turn 90", KNIGHT, "stand blue meeple city at 0,1"
    )
    play(game, *CLOSING, "pass")
    assert (game.step, game.actor, game.scores["red"]) == ("circle", "red", points)
    play(game, "all-remove", "remove meeple city E at 0,1")
    if timing == "step15":
        game.play("remove meeple city N at 0,0")
    assert (game.actor, game.player) == ("chance", "blue")
    assert game.scores == {"red": points, "blue": 0}
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}}


@rule("R-CC-04", "R-TURN-02")
def test_the_places_in_the_turn() -> None:
    """Step 15 lies between 13, 14 and 16, 17; the end of the turn after 18, catapult and dragon, and before 19."""
    for timing, expected in (
        ("step15", ["deploy", "1400", "circle", "circle_add", "circle_remove", "1600", "collect", "score", "1800"]),
        ("end_of_turn", ["score", "1800", "1810", "1820", "circle", "circle_add", "circle_remove", "1900", "next"]),
    ):
        rules = strange_rules(Setup(boxes=("crop_circles",), options={"crop_timing": timing}))
        names = [step.name for step in rules.program]
        at = names.index(expected[0])
        assert names[at : at + len(expected)] == expected


@rule("R-CC-04")
@pytest.mark.parametrize("timing", ["step15", "end_of_turn"])
def test_the_last_tile_has_its_circle_too(timing: str) -> None:
    """The turn of the last tile is played to its end before the final scoring."""
    game = table(BOX, f"option crop_timing {timing}", THIEF)
    leave_in_stack(game, "crop_circles/FFRR-rSW-circle-road")
    play(game, *CLUB, "pass")
    assert game.step == "circle"
    play(game, "all-remove", "remove meeple road E.W at 0,0")
    assert game.over and game.scores == {"red": 0, "blue": 0}


@rule("R-CC-05")
def test_the_player_decides_also_without_such_a_follower() -> None:
    """Red has no knight; Blue has, and Red says what becomes of him."""
    game = play(table(BOX, THIEF, "stand blue meeple city at 0,0"), *SHIELD, "pass")
    assert (game.step, game.actor) == ("circle", "red")
    game.play("all-remove")
    assert game.actor == "blue"


@rule("R-CC-08")
def test_a_follower_may_be_added_to_a_city_that_this_tile_completes() -> None:
    """Blue's knight and Red's share the completed city; a second knight gives Red the majority, and all return."""
    game = table(
        BOX,
        "figures meeple 2",
        "lay base/FCFC-cEW 0,-1 turn 90",
        KNIGHT,
        "stand blue meeple city at 0,-1",
        "stand blue meeple road at 0,0",
    )
    play(game, "draw crop_circles/CCFF-circle-city", "place 0,-2 turn 180", "pass", "all-add")
    assert (game.actor, offered(game)) == ("red", ["add meeple city N at 0,0"])
    game.play("add meeple city")
    assert game.scores == {"red": 6, "blue": 0}
    assert game.supply == {"red": {"meeple": 2}, "blue": {"meeple": 1}}


@rule("R-CC-10")
@pytest.mark.parametrize("lines", [(), (THIEF,), ("without farmers", KNIGHT)], ids=["nobody", "a thief", "no farmers"])
def test_a_circle_that_concerns_nobody_asks_nothing(lines: tuple[str, ...]) -> None:
    """A pitchfork without a farmer on the table: there is nothing to decide."""
    game = play(table(BOX, *lines), *PITCHFORK, "pass")
    assert (game.actor, game.player) == ("chance", "blue")
    assert "all_add" not in happenings(game)


@rule("R-CC-12")
@pytest.mark.parametrize("timing", ["step15", "end_of_turn"])
def test_the_follower_just_placed_counts(timing: str) -> None:
    """Red's new knight on the circle's own tile is the one to be joined."""
    game = play(table(BOX, f"option crop_timing {timing}"), *SHIELD, "deploy meeple city E", "all-add")
    assert (game.actor, offered(game)) == ("red", ["add meeple city E"])
    game.play("add meeple city E")
    assert game.supply["red"] == {"meeple": 5}


def test_equal_followers_on_one_spot_are_one_answer() -> None:
    """Of two farmers side by side it does not matter which one goes; one of them stays."""
    game = play(table(BOX, FARMER, FARMER), *PITCHFORK, "pass", "all-remove")
    assert offered(game) == ["remove meeple field ER.SL.SR.WL at 0,0"]
    game.play(game.options[0])
    assert game.supply["red"] == {"meeple": 6}


def test_a_game_can_be_kept_and_read_between_two_answers() -> None:
    """Snapshot, record and undo in the middle of the round."""
    game = table(BOX, KNIGHT, "lay base/CFFF 0,1 turn 90", "stand blue meeple city at 0,1")
    play(game, SHIELD[0], "place 0,2 turn 90", "pass", "all-remove")
    assert game.actor == "blue"
    assert Game.read(game.record) == game
    copy = game.copy()
    copy.play("remove meeple city")
    assert copy.actor == "red"
    copy.undo()
    assert copy == game
    finish(play(copy, "remove meeple city E at 0,1", "remove meeple city N at 0,0"), "base/FRFR-rEW", "1,0")


# -- what other boxes bring, made for these tests ---------------------------------------------------------------------
class Wait(Step):
    """A step of another box that has nothing to ask."""

    def __init__(self, name: str) -> None:
        self.name = name


class Strangers(Part):
    """Pieces as other boxes bring them."""

    def setup(self, rules: Rules) -> None:
        rules.add_figure("mayor", each=1, weight=1, stands_on=["city"])
        rules.add_figure("wagon", each=1, weight=1, stands_on=["road", "city", "monastery"])
        self.barn = rules.add_figure("barn", each=1, weight=0, stands_on=[], occupies=False)
        self.elsewhere = rules.reserve_locations(1)  # a castle, the top of a tower, a barn's corner
        for order in (1400, 1600, 1800, 1810, 1820, 1900):
            rules.add_step("turn", order, Wait(str(order)))


STRANGERS = Strangers()


def strangers(rules: Rules) -> list[Part]:
    """The strangers, as the parts of a box."""
    return [STRANGERS]


def strange_rules(setup: Setup) -> Rules:
    """The rules of a game in which the strangers play too."""
    boxes = [*(info.parts() for info in setup.infos()), strangers]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    return Rules(boxes, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)


def strange(*lines: str) -> Game:
    """A position with strangers in it."""
    setup = Setup(boxes=("crop_circles",), options={"first_player": "seat1"})
    game = Game(setup, deal=False)
    game.rules = strange_rules(setup)
    game.lay("\n".join(lines or ("turn red",)))
    return game


def put_elsewhere(game: Game, kind: str) -> None:
    """Move one of Red's figures from the supply to a location that is not a segment."""
    number = [figure.name for figure in game.rules.figure_kinds].index(kind)
    move(game.state, free_figure(game.state, number, 0), STRANGERS.elsewhere)


@rule("CC-05", "GEN-06", "COMB-089")
def test_a_barn_is_not_taken() -> None:
    """A barn stands on a corner, not on a segment, and is not a follower."""
    game = strange(FARMER)
    put_elsewhere(game, "barn")
    play(game, *PITCHFORK, "pass", "all-remove")
    assert offered(game) == ["remove meeple field ER.SL.SR.WL at 0,0"]


@rule("R-CC-06", "COMB-080", "COMB-101")
@pytest.mark.parametrize("circle", [SHIELD, PITCHFORK, CLUB], ids=["shield", "pitchfork", "club"])
def test_followers_in_castles_and_on_towers_are_left_alone(circle: tuple[str, str]) -> None:
    """A meeple at a location that is not a segment is not concerned, and nobody is added beside it."""
    game = strange()
    put_elsewhere(game, "meeple")
    play(game, *circle, "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-CC-06", "COMB-101")
@pytest.mark.parametrize("choice", ["add", "remove"])
def test_a_follower_on_a_bridge_counts_as_on_a_road(choice: str) -> None:
    """A road laid over a tile is a road to the club, and to nothing else."""
    for circle, concerned in ((CLUB, True), (SHIELD, False)):
        game = table(BOX, "lay base/FFFF-monastery 0,1")
        state = game.state
        bridge = add_segment(state, 1, 0, 0b1010)
        deploy(state, free_figure(state, 0, 0), bridge)
        turn = "turn 90" if circle is SHIELD else "turn 0"
        play(game, circle[0], f"place 0,2 {turn}", "pass")
        assert (game.step == "circle") is concerned
        if concerned:
            game.play(f"all-{choice}")
            assert offered(game) == [f"{choice} meeple road E.W at 0,1"]


@rule("R-CC-07", "R-CC-11", "COMB-089")
@pytest.mark.parametrize(
    ("standing", "circle", "spot", "kinds"),
    [
        (KNIGHT, SHIELD, "city N", ["meeple", "mayor", "wagon"]),
        (THIEF, CLUB, "road E.W", ["meeple", "wagon"]),
        (FARMER, PITCHFORK, "field ER.SL.SR.WL", ["meeple"]),
    ],
)
def test_any_follower_that_may_stand_there_can_be_added(
    standing: str, circle: tuple[str, str], spot: str, kinds: list[str]
) -> None:
    """A mayor only in a city, a wagon not in a field, a barn never."""
    game = play(strange(standing), *circle, "pass", "all-add")
    assert offered(game) == [f"add {kind} {spot} at 0,0" for kind in kinds]


@rule("R-CC-07", "R-CC-11")
def test_a_mayor_is_joined_and_taken_like_any_follower() -> None:
    """Beside the mayor a meeple may be added; taken away, the mayor goes home."""
    game = play(strange("stand red mayor city at 0,0"), *SHIELD, "pass")
    added = play(game.copy(), "all-add", "add meeple city N at 0,0")
    assert added.supply["red"]["meeple"] == 6
    play(game, "all-remove", "remove mayor city N at 0,0")
    assert game.supply["red"]["mayor"] == 1


def test_a_step_that_waits_goes_on() -> None:
    """The stand-ins ask nothing."""
    assert Wait("1400").enter(strange().state) == CONTINUE
