"""Wall rounds: when they are held, and who builds how many pieces in which order. CITY-30 to CITY-47."""

from __future__ import annotations

import pytest

from aude.boxes.the_city.conftest import (
    CLOSING,
    FISH,
    GRAIN,
    LIVESTOCK,
    ROW,
    SCENE,
    answer,
    build_on,
    built,
    city,
    used,
    walled,
)
from aude.testing import offered, play, rule, scored, told

THREE = "red blue green"
FOUR = "red blue green yellow"


# -- when -------------------------------------------------------------------------------------------------------------
@rule("CITY-09", "CITY-30", "CITY-31", "CITY-43", "CITY-46", "R-CITY-01")
@pytest.mark.parametrize(
    ("number", "switch", "pieces"),
    [
        (30, "stack_of_tile", 0),
        (31, "stack_of_tile", 4),
        (55, "stack_of_tile", 4),
        (56, "stack_of_tile", 8),
        (29, "last_tile_drawn", 0),
        (30, "last_tile_drawn", 4),
        (54, "last_tile_drawn", 4),
        (55, "last_tile_drawn", 8),
    ],
)
def test_the_stack_decides_how_much_is_built(number: int, switch: str, pieces: int) -> None:
    """Two players: nothing in the first stack, 2 pieces each in the second and 4 in the third.

    A stack is in use from its first tile on, or already when the last tile of the one before is drawn.
    """
    game = city(f"option city_phase_switch {switch}", *SCENE, drawn=number - 1)
    play(game, *CLOSING)
    assert scored(game) == ["red scores 2: tiles 2"]
    assert len(build_on(game)) == pieces == len(built(game))


@rule("CITY-31")
def test_the_game_is_interrupted_after_the_scoring() -> None:
    """The points are given when the gate is asked for; without a scoring nobody is asked."""
    game = city(*SCENE, stack=2)
    play(game, f"draw {FISH}", "place 5,0 turn 0", "pass")
    assert (game.player, game.step) == ("blue", "draw")
    play(game, *CLOSING)
    assert game.scores == {"red": 2, "blue": 0}
    assert (game.actor, offered(game)[0]) == ("blue", "gate N at 0,0")


@rule("CITY-31", "R-CITY-02")
@pytest.mark.parametrize(("trigger", "asked"), [("occupied", False), ("any", True)])
def test_a_road_without_citizens(trigger: str, asked: bool) -> None:
    """Nobody scores: no wall is built for it, unless the house rule wants one."""
    game = play(city(f"option city_wall_trigger {trigger}", *ROW, stack=2), *CLOSING)
    assert scored(game) == []
    assert bool(offered(game, "gate")) == asked
    assert game.player == ("red" if asked else "blue")


@rule("R-CITY-03")
def test_two_scorings_are_one_interruption() -> None:
    """The tile completes a road and a market; the walls are built once, and Blue's turn follows."""
    game = city(
        *SCENE,
        f"lay {GRAIN} 1,1",
        f"lay {LIVESTOCK} 1,2",
        f"lay {FISH} 0,2",
        "stand blue follower market at 0,2",
        stack=2,
        keep=["the_city/B2-fish"],
    )
    play(game, "draw the_city/B2-fish", "place 0,1 turn 180", "pass")
    assert game.scores == {"red": 2, "blue": 2}
    assert build_on(game) == ["red", "blue", "red", "blue"]
    assert play(game, "pass").player == "blue" and game.step == "draw"


# -- the first round --------------------------------------------------------------------------------------------------
@rule("CITY-46", "CITY-47", "EX-CITY-17", "R-CITY-11", "D-CITY-02", "D-CITY-03", "D-CITY-04", "D-CITY-05")
def test_two_players_build_the_gate_and_three_walls() -> None:
    """Gate, wall, wall, wall in turn; each wall, but not the gate, with a guard or none; then a tower or none.

    Whoever is not asked is refused at every question.
    """
    game = play(city(*SCENE, stack=2), *CLOSING)
    answer(game, "red", "gate N at 2,0")
    answer(game, "blue", "wall N at 3,0")
    assert offered(game) == ["pass", "guard"]
    answer(game, "blue", "guard")
    answer(game, "red", "wall N at 1,0")
    answer(game, "red", "pass")
    answer(game, "blue", "wall N at 4,0")
    answer(game, "blue", "pass")
    assert offered(game) == ["pass", "tower N at 4,0", "tower N at 1,0"]
    answer(game, "red", "tower N at 4,0")
    assert game.scores == {"red": 4, "blue": 0} and game.holdings["red"]["city_tower"] == 5
    assert (game.player, game.step) == ("blue", "draw")
    assert built(game) == [
        "gate N at 2,0",
        "wall N at 3,0",
        "wall N at 4,0",
        "city_tower red N at 4,0",
        "wall N at 1,0",
        "guard blue N at 3,0",
    ]


@rule("CITY-32")
@pytest.mark.parametrize("players", [THREE, FOUR])
def test_the_first_round_of_three_or_four(players: str) -> None:
    """Whoever causes it puts the gate; every other player, clockwise, builds one piece."""
    seats = players.split()
    game = play(city(*SCENE, "turn blue", stack=2, players=players), *CLOSING)
    assert (game.actor, offered(game)[0]) == ("blue", "gate N at 0,0")
    assert build_on(game) == [*seats[1:], "red"]
    assert (game.actor, game.step) == ("blue", "tower")
    assert len(built(game, "wall")) == len(seats) - 1
    assert [line.split()[0] for line in told(game, "gate_built", "wall_built")] == [*seats[1:], "red"]


@rule("R-CITY-14")
@pytest.mark.parametrize(
    ("players", "order"),
    [
        ("red blue", ["red", "blue"] * 4),
        (THREE, ["red", "blue", "green"] * 2),
        (FOUR, ["red", "blue", "green", "yellow"] * 2),
    ],
)
def test_the_first_scoring_may_come_in_the_third_stack(players: str, order: list[str]) -> None:
    """The gate is one of the pieces of whoever causes it: as many are built as in any round of that stack."""
    game = play(city(*SCENE, stack=3, players=players), *CLOSING)
    assert build_on(game) == order
    assert len(built(game, "gate")) == 1 and len(built(game, "wall")) == len(order) - 1


# -- later rounds -----------------------------------------------------------------------------------------------------
@rule("CITY-33")
@pytest.mark.parametrize(("players", "each"), [("red blue", 2), (THREE, 1), (FOUR, 1)])
def test_later_rounds_of_the_second_stack(players: str, each: int) -> None:
    """Everybody builds, whoever causes it first: one piece, two of them with two players."""
    seats = players.split()
    game = walled(city(*SCENE, "turn blue", stack=2, players=players), "N at 2,0", ahead=1)
    play(game, *CLOSING)
    assert build_on(game) == (seats[1:] + seats[:1]) * each
    assert len(built(game, "wall")) == 1 + each * len(seats) and len(built(game, "gate")) == 1


@rule("CITY-38", "CITY-43", "CITY-44", "EX-CITY-18")
def test_three_players_in_the_third_stack() -> None:
    """Blue causes it: one piece each in turn, twice round, with guards as usual; then Blue may build a tower."""
    game = walled(city(*SCENE, "turn blue", stack=3, players=THREE), "N at 2,0", ahead=1)
    play(game, *CLOSING)
    pieces = ["N at 4,0", "N at 1,0", "N at 0,0", "W at 0,0", "W at 0,1"]
    for seat, piece in zip(["blue", "green", "red", "blue", "green"], pieces, strict=True):
        answer(game, seat, f"wall {piece}")
        answer(game, seat, "guard")
    answer(game, "red", "wall E at 4,0")  # Blue's guard at W of 0,0 looks this way: none for Red
    assert built(game, "guard") == [
        "guard red N at 0,0",
        "guard blue N at 4,0",
        "guard blue W at 0,0",
        "guard green N at 1,0",
        "guard green W at 0,1",
    ]
    answer(game, "blue", "tower E at 4,0")
    assert game.player == "green" and game.scores == {"red": 2, "blue": 3, "green": 0}


@rule("CITY-45", "CITY-48", "EX-CITY-19", "R-CITY-17")
def test_the_last_pieces_are_dealt_one_by_one() -> None:
    """Four are left: Blue builds two, Green and Red one; a tower may still be built, and the game is over."""
    game = walled(city(*SCENE, "turn blue", stack=3, players=THREE), "N at 2,0")
    play(used(game, 66), *CLOSING)
    assert build_on(game) == ["blue", "green", "red", "blue"]
    assert (game.actor, game.step) == ("blue", "tower")
    assert not game.over
    play(game, "pass")
    assert game.over


@rule("CITY-41", "CITY-42")
def test_what_walls_complete_gives_no_more_walls() -> None:
    """Red's second road ends at a wall: a point, but nobody gets another piece for it."""
    lines = (*SCENE, "lay the_city/B1-batiment 5,0 turn 180", "stand red follower road at 5,0")
    game = walled(city(*lines, stack=2, players=THREE), "N at 3,0", ahead=1)
    play(game, *CLOSING, "wall N at 5,0", "pass")
    assert scored(game) == ["red scores 2: tiles 2", "red scores 1: tiles 1"]
    assert build_on(game) == ["blue", "green"]
    play(game, "pass")
    assert (game.player, game.step) == ("blue", "draw")
    play(game, f"draw {FISH}", "place 1,1 turn 0", "pass")
    assert (game.player, game.step) == ("green", "draw")


# -- followers that have returned -------------------------------------------------------------------------------------
@rule("CITY-25", "R-CITY-04")
@pytest.mark.parametrize(("value", "steps"), [("off", ["wall"]), ("on", ["guard", "wall"])])
def test_a_follower_that_has_just_returned(value: str, steps: list[str]) -> None:
    """Red's only follower returns by the scoring that causes the round; as a guard it can be used at once, or not."""
    game = city(f"option city_returned_as_guard {value}", "figures follower 1", *SCENE, stack=2)
    play(game, *CLOSING[:2], "gate N at 2,0", "wall N at 3,0", "pass", "wall N at 1,0")
    seen = [game.step]
    if game.step == "guard":
        play(game, "guard")
        seen.append(game.step)
    assert seen == steps
    assert game.holdings["red"]["resting"] == (1 if value == "off" else 0)


@rule("R-CITY-04")
@pytest.mark.parametrize(("value", "asked"), [("off", False), ("on", True)])
def test_a_follower_that_a_wall_has_sent_back(value: str, asked: bool) -> None:
    """Blue's wall completes Red's other road, and Red builds next."""
    lines = (
        "lay the_city/B1-batiment 5,0 turn 180",
        "stand red follower road at 5,0",
        "stand blue follower road at 0,0",
    )
    game = city(f"option city_returned_as_guard {value}", "figures follower 1", *ROW, *lines, "turn blue", stack=2)
    play(walled(game, "N at 3,0", ahead=1), *CLOSING[:2], "wall N at 5,0")
    if game.step == "guard":
        play(game, "pass")
    assert game.scores == {"red": 1, "blue": 2} and game.actor == "red"
    play(game, "wall N at 2,0")
    assert (game.actor == "red" and game.step == "guard") == asked


@rule("R-CITY-04")
def test_who_rests_is_no_guard_in_the_turns_of_others_either() -> None:
    """Red's followers have returned in Red's last turn; in Blue's round Red is not asked for a guard."""
    game = city(*SCENE, "hold red resting 6", "turn blue", stack=2)
    play(game, *CLOSING, "gate N at 2,0", "wall N at 3,0")
    assert (game.actor, game.step) == ("blue", "wall")  # Red's wall stands, without a question
    play(game, "wall N at 1,0")
    assert (game.actor, game.step) == ("blue", "guard")


@rule("R-CITY-30")
def test_a_follower_and_guards_in_one_turn() -> None:
    """Red places a patron, and in the third stack guards on each of three pieces."""
    game = city(*SCENE, stack=3)
    play(game, *CLOSING[:2], "deploy follower residential")
    play(game, "gate N at 2,0")
    for piece in ("N at 3,0", "N at 4,0", "E at 4,0", "N at 1,0", "N at 0,0", "W at 0,0", "W at 0,1"):
        play(game, f"wall {piece}", "guard" if game.actor == "red" else "pass")
    assert len(built(game, "guard")) == 3 and game.supply["red"] == {"follower": 2}
