"""Castles: how they are founded, completed and scored. Chains of them are in test_chains.py."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.bridges_castles_and_bazaars.castle_registers import FINISHED
from aude.boxes.bridges_castles_and_bazaars.conftest import (
    BCB,
    BOX,
    CAP,
    CAPPED,
    CROSS,
    ELSEWHERE,
    END,
    FIELD,
    KNIGHT,
    LONG_ROAD,
    ONLY_CASTLES,
    ROAD_DONE,
    STRAIGHT,
    answer,
    castles_of,
    with_castle,
)
from aude.boxes.bridges_castles_and_bazaars.display import CastlesDisplay
from aude.terminal.textboard import draw
from aude.testing import finish, offered, play, refusal, rule, table, told


# -- founding ---------------------------------------------------------------------------------------------------------
@rule("BCB-10", "TURN-17.1", "D-BCB-02")
def test_a_city_of_two_tiles_may_become_a_castle() -> None:
    """Red is asked; the castle takes the knight and the token, and the city brings nothing."""
    game = play(table(*ONLY_CASTLES, KNIGHT), *CAPPED)
    assert game.step == "castle" and game.actor == "red"
    assert offered(game) == ["score city N at 0,0", "castle city N at 0,0"]
    assert game.holdings["red"] == {"castle_token": 3}
    game.play("castle")
    assert told(game, "castle_founded", "scored") == ["red castle_founded castle at 0,0"]
    assert game.holdings == {"red": {"castle_token": 2}, "blue": {"castle_token": 3}}
    assert game.supply["red"]["meeple"] == 6
    shown = CastlesDisplay(castles_of(game)).tokens_laid(game.state)
    assert shown == [(game.state.nodes - 1, 0, "castle_token")]
    drawn = draw(game)
    assert "?" not in drawn and "C castle" in drawn


@rule("BCB-10")
def test_whoever_wants_the_points_scores_the_city() -> None:
    """Without a castle the city brings its 4 points and the knight comes home."""
    game = play(table(*ONLY_CASTLES, KNIGHT), *CAPPED, "score")
    assert game.scores == {"red": 4, "blue": 0}
    assert game.supply["red"]["meeple"] == 7
    assert game.holdings["red"] == {"castle_token": 3}


@rule("BCB-10")
def test_a_larger_city_is_only_scored() -> None:
    """Nobody is asked about a city of three tiles."""
    game = table(*ONLY_CASTLES, "lay base/FCFC-cEW 0,-1 turn 90", KNIGHT)
    play(game, f"draw {CAP}", "place 0,-2 turn 180", "pass")
    assert game.scores["red"] == 6 and game.actor == "chance"


@rule("R-BCB-07", "D-BCB-02")
def test_the_owner_of_the_knight_decides_out_of_turn() -> None:
    """Blue completes Red's city: Red is asked, and nobody else may answer."""
    game = play(table(*ONLY_CASTLES, KNIGHT, "turn blue"), *CAPPED)
    answer(game, "red", "castle city N at 0,0")
    assert told(game, "castle_founded") == ["red castle_founded castle at 0,0"]
    assert game.player == "red"  # the next turn, after Blue's


@rule("R-BCB-07")
@pytest.mark.parametrize("second", ["red", "blue"])
def test_two_followers_found_no_castle(second: str) -> None:
    """Two knights stand in the cap: the city is scored, for Red and Blue or for Red alone."""
    boxes = ("boxes bridges_castles_and_bazaars crop_circles", "without bridges bazaars")
    game = play(table(*boxes, KNIGHT, f"stand {second} meeple city at 0,0"), *CAPPED)
    assert game.actor == "chance" and told(game, "castle_founded") == []
    assert game.scores == {"red": 4, "blue": 4 if second == "blue" else 0}


@rule("R-BCB-07")
def test_without_a_token_nobody_is_asked() -> None:
    """Red's three tokens are used up."""
    game = play(table(*ONLY_CASTLES, KNIGHT, "hold red castle_token 0"), *CAPPED)
    assert game.scores["red"] == 4 and game.holdings["red"] == {"castle_token": 0}


@rule("BCB-10")
def test_an_empty_city_stays_a_city() -> None:
    """There is no follower to move."""
    game = play(table(*ONLY_CASTLES), *CAPPED)
    assert game.actor == "chance" and told(game, "castle_founded") == []


@rule("R-BCB-08")
@pytest.mark.parametrize(
    ("cap", "castle"),
    [
        (f"{CAP}   place 0,-1 turn 180", True),
        (f"{BCB}FRFC-garden   place 0,-1 turn 270", False),  # from corner to corner
        (f"{BCB}CFRF-bazaar   place 0,-1 turn 180", True),
        ("inns_cathedrals/CFFF   place 0,-1 turn 180", False),
    ],
)
def test_only_ordinary_caps_carry_a_castle(cap: str, castle: bool) -> None:
    """The token must fit."""
    game = table("boxes bridges_castles_and_bazaars inns_and_cathedrals", "without bridges bazaars", KNIGHT)
    play(game, *f"draw {cap}   pass".split("   "))
    assert (game.step == "castle") is castle
    assert game.scores["red"] == (0 if castle else 4)


# A tile with two caps at 1,-1 completes two cities at once.
TWO_CITIES = (
    f"lay {STRAIGHT} 1,0",
    f"lay {STRAIGHT} 2,0",
    f"lay {CAP} 2,-1 turn 270",
    f"lay {FIELD} 2,-2",
    f"lay {CAP} 1,-2 turn 180",
)
TWO_CAPS = ("draw base/CFFC", "place 1,-1 turn 90", "pass")


@rule("D-BCB-02")
@pytest.mark.parametrize(
    ("north", "east", "order"),
    [("red", "green", ["green", "red"]), ("blue", "red", ["blue", "red"]), ("green", "blue", ["blue", "green"])],
)
def test_several_founders_are_asked_clockwise_from_the_player(north: str, east: str, order: list[str]) -> None:
    """Blue's tile completes the cities of two players; the second scores, the first founds."""
    stand = (f"stand {north} meeple city at 1,-2", f"stand {east} meeple city at 2,-1", "turn blue")
    game = play(table(*ONLY_CASTLES, *TWO_CITIES, *stand, players="red blue green"), *TWO_CAPS)
    answer(game, order[0], "castle")
    answer(game, order[1], "score")
    assert game.scores == {seat: 4 if seat == order[1] else 0 for seat in game.seats}
    assert [event.seat for event in game.events if event.name == "castle_founded"] == order[:1]


@rule("R-BCB-07")
@pytest.mark.parametrize("answers", [("castle",), ("score", "castle")])
def test_the_last_token_founds_one_castle_only(answers: tuple[str, ...]) -> None:
    """Red has two such cities and one token: once it is used, the other city is scored without a question."""
    stand = ("stand red meeple city at 1,-2", "stand red meeple city at 2,-1", "hold red castle_token 1")
    game = play(table(*ONLY_CASTLES, *TWO_CITIES, *stand), *TWO_CAPS, *answers)
    assert game.actor == "chance"
    assert game.scores["red"] == 4 and game.holdings["red"] == {"castle_token": 0}


# -- the domain -------------------------------------------------------------------------------------------------------
def domain(game: Game) -> set[tuple[int, int]]:
    """The cells of the first castle's domain on which tiles lie."""
    state, castles = game.state, castles_of(game)
    cells = [(int(state.x_of(cell)), int(state.y_of(cell))) for cell in state.slot_cell[: state.slots]]
    return {cell for slot, cell in enumerate(cells) if castles.in_domain(state, castles.first, slot)}


@rule("BCB-11", "EX-BCB-01")
def test_the_domain_has_six_tiles() -> None:
    """A castle on 0,0 and 1,0 reaches to the tiles north and south of both, not to those behind them."""
    around = [(x, y) for y in (-2, -1, 0, 1, 2) for x in (-2, -1, 0, 1, 2, 3) if (x, y) not in ((0, 0), (1, 0))]
    roads = [f"lay {STRAIGHT} 0,{y} turn 90" for y in (-1, -2, 1, 2)]
    fields = [f"lay {FIELD} {x},{y}" for x, y in sorted(around, key=lambda c: abs(c[0] - 1) + abs(c[1])) if x != 0]
    later = [line for line in fields if " 1,0" not in line]
    east = [line for line in later if int(line.split()[2].split(",")[0]) > 0 and not line.split()[2].endswith(",0")]
    west = [f"lay {FIELD} -1,{y}" for y in (0, -1, 1)]
    start = ("start base/CRFR-rEW 0,0 turn 90", "tiles base 9")
    lines = [*roads, *east, *west, "stand red meeple city at 0,0"]
    game = table("boxes bridges_castles_and_bazaars", *start, "without bridges bazaars", *lines)
    play(game, f"draw {CAP}", "place 1,0 turn 270", "pass", "castle")
    play(game, f"draw {FIELD}", "place 2,0")
    assert {(0, 0), (1, 0), (2, 0), (-1, 0), (-1, 1), (2, 1), (0, 2)} <= {
        (int(game.state.x_of(cell)), int(game.state.y_of(cell))) for cell in game.state.slot_cell[: game.state.slots]
    }
    assert domain(game) == {(0, 0), (1, 0), (0, 1), (1, 1), (0, -1), (1, -1)}


@rule("BCB-11")
def test_the_domain_turns_with_the_castle() -> None:
    """A castle on 0,0 and 0,-1 reaches to the tiles east and west of both."""
    game = with_castle(*LONG_ROAD)
    lines = ("place 1,-1", "place -1,-1", "place 0,-2", "place 0,1", "place 1,1")
    for line in lines:
        play(game, f"draw {FIELD}", line, "pass")
    assert domain(game) == {(0, 0), (0, -1), (1, 0), (-1, 0), (1, -1), (-1, -1)}


# -- completing -------------------------------------------------------------------------------------------------------
@rule("BCB-12", "EX-BCB-02", "SC-09")
def test_a_road_with_one_tile_in_the_domain_completes_the_castle() -> None:
    """Blue's road of 5 tiles begins at 1,-1: Blue scores 5 and so does Red, whose knight returns."""
    road = [f"lay {STRAIGHT} 1,{y} turn 90" for y in (-2, -3, -4)]
    lines = (f"lay {STRAIGHT} 1,0", f"lay {END} 1,-1 turn 180", *road, "stand blue meeple road at 1,-2")
    game = with_castle(*lines)
    play(game, f"draw {CROSS}", "place 1,-5 turn 0", "pass")
    assert told(game, "scored") == ["blue scores 5: tiles 5", "red scores 5: castle 5"]
    assert game.scores == {"red": 5, "blue": 5}
    assert game.supply["red"]["meeple"] == 7
    assert told(game, "castle_completed") == ["castle_completed castle at 0,0"]


@rule("BCB-12")
def test_what_is_completed_outside_of_the_domain_does_not_count() -> None:
    """A road that ends behind the castle, at 0,-2, brings it nothing."""
    game = with_castle()
    play(game, f"draw {END}", "place 0,-2 turn 180", "deploy meeple road")
    play(game, f"draw {END}", "place 0,-3 turn 0", "pass")
    assert game.scores == {"red": 0, "blue": 2}
    assert told(game, "castle_completed") == []


@rule("BCB-12", "R-BCB-12")
def test_a_road_that_nobody_holds_is_worth_as_much() -> None:
    """Red takes the 5 points of an empty road."""
    game = play(with_castle(*LONG_ROAD), *ROAD_DONE)
    assert told(game, "scored") == ["red scores 5: castle 5"]


@rule("BCB-12")
def test_a_city_in_the_domain_completes_the_castle() -> None:
    """A city of two tiles at 1,-1 and 1,-2, which Blue scores, brings Red 4 points too."""
    game = with_castle(*LONG_ROAD)
    play(game, f"draw {CAP}", "place 1,-1", "deploy meeple city")
    play(game, *ELSEWHERE, f"draw {CAP}", "place 1,-2 turn 180", "pass", "score")
    assert game.scores == {"red": 4, "blue": 4}


@rule("BCB-12", "R-BCB-10")
@pytest.mark.parametrize(("cell", "points"), [("1,-1", 9), ("2,-1", 0)])
def test_a_monastery_must_stand_in_the_domain_itself(cell: str, points: int) -> None:
    """One beside the domain surrounds itself with tiles of it, and that does not suffice."""
    x = int(cell[0])
    around = [(x + dx, dy) for dy in (-2, -1) for dx in (-1, 0, 1) if (dx, dy) != (0, -1) and (x + dx, dy) != (0, -1)]
    lines = [f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0", f"lay {STRAIGHT} 3,0", f"lay {FIELD} {cell}"]
    game = with_castle(*lines)
    for number, (ax, ay) in enumerate(sorted(around, key=lambda c: (-c[1], abs(c[0] - x)))):
        play(game, f"draw {FIELD}", f"place {ax},{ay}", "pass")
        assert game.scores["red"] == (points if number == len(around) - 1 else 0)


@rule("BCB-14", "TURN-17.1")
def test_the_first_feature_counts() -> None:
    """A road of 2 tiles completes the castle at once; nobody waits for a better one."""
    game = with_castle(*LONG_ROAD)
    play(game, f"draw {END}", "place 1,-1 turn 180", "pass")
    play(game, f"draw {END}", "place 1,-2 turn 0", "pass")
    assert game.scores["red"] == 2
    play(game, *ROAD_DONE)
    assert game.scores["red"] == 2  # the castle has had its feature


@rule("R-BCB-09")
def test_the_founding_tile_completes_no_castle_of_its_own() -> None:
    """One tile completes the city and a road beside it; the castle waits for a later turn."""
    lines = (f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} -1,0", f"lay {END} -1,-1 turn 270", KNIGHT)
    game = table(*ONLY_CASTLES, *lines)
    play(game, "draw base/CRRR", "place 0,-1 turn 180", "pass")
    assert game.if_ended_now["red"] == 4  # R-BCB-33: still a city, for all that is known
    game.play("castle")
    assert game.scores["red"] == 0 and game.if_ended_now["red"] == 0
    assert told(game, "castle_completed") == []
    play(game, f"draw {CROSS}", "place -2,0 turn 0", "pass", f"draw {CROSS}", "place 2,0", "pass")
    assert game.scores["red"] == 5


@rule("BCB-15", "SC-19")
def test_a_castle_that_still_waits_at_the_end_scores_nothing() -> None:
    """The game ends, and Red's knight comes home with nothing."""
    game = with_castle()
    finish(game, FIELD, "0,1")
    assert game.over and game.scores == {"red": 0, "blue": 0}
    assert game.supply["red"]["meeple"] == 7


@rule("BCB-14", "D-BCB-03", "R-BCB-29")
@pytest.mark.parametrize(("choice", "points"), [("take 3", 3), ("take 2", 2)])
def test_of_several_at_once_the_owner_chooses(choice: str, points: int) -> None:
    """Blue's crossing completes roads of 3 and of 2 tiles: Red is asked out of turn, and nobody else may answer."""
    game = with_castle(f"lay {CROSS} -1,0", f"lay {FIELD} 0,1", f"lay {END} 1,1 turn 180")
    play(game, f"draw {CROSS}", "place 1,0 turn 0", "pass")
    assert game.step == "castles"
    assert offered(game) == ["take 2 road S", "take 3 road E at -1,0"]
    assert game.if_ended_now["red"] == 3  # R-BCB-33: the dearest
    assert refusal(game, "take 4 road S")[0] == "BCB-14"
    answer(game, "red", choice)
    assert game.scores == {"red": points, "blue": 0}
    assert game.actor == "chance" and game.player == "red"


@rule("R-BCB-29")
def test_equal_choices_are_not_asked() -> None:
    """Two roads of 3 tiles each: Red gets 3 points."""
    south = (f"lay {FIELD} 0,1", f"lay {STRAIGHT} 1,1 turn 90", f"lay {END} 1,2 turn 180")
    game = with_castle(f"lay {CROSS} -1,0", *south)
    play(game, f"draw {CROSS}", "place 1,0 turn 0", "pass")
    assert game.actor == "chance" and game.scores["red"] == 3


# -- what it is worth, and the forecast -------------------------------------------------------------------------------
@rule("R-BCB-33")
def test_a_castle_is_foreseen_before_the_scoring() -> None:
    """Blue has laid the tile that completes the road, and still thinks about a figure."""
    game = with_castle(*LONG_ROAD)
    assert game.if_ended_now == {"red": 0, "blue": 0}
    play(game, *ROAD_DONE[:2])
    assert game.step == "deploy" and game.if_ended_now == {"red": 5, "blue": 0}
    assert [event.line() for event in game.forecast()] == ["red scores 5: castle 5"]


@rule("BCB-16", "SC-20", "COMB-009", "R-BCB-11")
@pytest.mark.parametrize(("option", "before", "after"), [("completed", 0, 4), ("any", 4, 4)])
def test_a_castle_is_worth_four_points_to_a_field(option: str, before: int, after: int) -> None:
    """Blue's farmer lies north of the road, beside the castle; a city would bring 3."""
    lines = (f"option castle_field {option}", *LONG_ROAD, "stand blue meeple field NL.NR.EL.WR at 1,0")
    game = with_castle(*lines)
    assert game.if_ended_now["blue"] == before
    play(game, *ROAD_DONE[:2])
    assert game.if_ended_now["blue"] == after
    play(game, "pass")
    assert game.if_ended_now == {"red": 5, "blue": after}
    assert game.state.open_ends[game.state.root[game.state.slot_first[0]]] == FINISHED
    finish(game, FIELD, "0,-2")
    assert game.over and game.scores == {"red": 5, "blue": after}


@rule("BCB-16", "COMB-009")
def test_a_city_that_was_scored_is_worth_three() -> None:
    """The same farmer, but Red has taken the points of the city."""
    game = table(*ONLY_CASTLES, *LONG_ROAD, "stand blue meeple field NL.NR.EL.WR at 1,0", KNIGHT)
    play(game, *CAPPED, "score")
    assert game.if_ended_now == {"red": 4, "blue": 3}


@rule("R-BCB-32")
def test_with_the_old_counting_a_castle_brings_five() -> None:
    """With `per_city_4`, once the castle is completed."""
    lines = ("option farm_scoring per_city_4", *LONG_ROAD, "stand blue meeple field NL.NR.EL.WR at 1,0")
    game = with_castle(*lines)
    assert game.if_ended_now["blue"] == 0
    play(game, *ROAD_DONE)
    assert game.if_ended_now["blue"] == 5


@rule("SETUP-01")
@pytest.mark.parametrize(("players", "each"), [("red blue", 3), ("red blue green yellow", 3),
                                               ("red blue green yellow black", 2),
                                               ("red blue green yellow black pink", 2)])  # fmt: skip
def test_how_many_pieces_each_player_has(players: str, each: int) -> None:
    """Three bridges and three castle tokens; two with five or six players."""
    game = table(*BOX, players=players)
    assert all(held == {"bridge": each, "castle_token": each} for held in game.holdings.values())


def test_without_castles_nobody_is_asked() -> None:
    """The element is left out."""
    game = play(table(*BOX, "without castles bridges", KNIGHT), *CAPPED)
    assert game.scores["red"] == 4 and game.holdings == {"red": {}, "blue": {}}


@rule("R-BCB-25")
def test_nobody_else_comes_onto_a_castle() -> None:
    """The tile beneath is settled, and no figure may stand on a castle."""
    game = with_castle()
    kinds = [kind.name for kind in game.rules.kinds]
    assert not any(stands_on >> kinds.index("castle") & 1 for stands_on in game.rules.stands_on)
    assert game.state.occupants[game.state.root[game.state.slot_first[0]]] == 0
