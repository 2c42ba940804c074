"""What belongs to no single box: pieces, the order of a turn, and the tables of scores, with the boxes of the shelf."""

from __future__ import annotations

import pytest

from aude import Game, Setup, Unreadable
from aude.catalog import boxes
from aude.game.setup import COLOURS
from aude.testing import finish, play, rule, spots, table, told

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
END = "base/FFRF-monastery"
MONASTERY = "base/FFFF-monastery"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"
KNIGHT = "stand red meeple city at 0,0"
THIEF = "stand red meeple road at 0,0"

EVERYTHING = boxes.expansions("carcassonne")
# Without those that bring start tiles of their own.
ON_LAND = [name for name in EVERYTHING if not Setup(boxes=(name,)).rules().start_blocks]


def forecast(game: Game) -> list[str]:
    """What the end would bring if it were now, as records write it."""
    return [event.line() for event in game.forecast()]


# -- general notes and set-up -----------------------------------------------------------------------------------------
@rule("GEN-01", "SC-04", "SC-20", "SC-25")
def test_a_small_city_and_the_fields_that_it_supplies() -> None:
    """A completed city of two scores 4, and at the end 3 for each of two fields beside it; the third has no city."""
    game = table(KNIGHT, f"red draw {CAP}   place 0,-1 turn 180   pass")
    assert told(game, "scored") == ["red scores 4: tiles 4"]
    farmers = ("red meeple field at 0,-1", "blue meeple field EL at 0,0", "green meeple field ER at 0,0")
    lines = (f"lay {CAP} 0,-1 turn 180", *(f"stand {farmer}" for farmer in farmers))
    game = table(*lines, players="red blue green")
    assert forecast(game) == ["red scores 3: cities 3", "blue scores 3: cities 3"]


@rule("GEN-08")
@pytest.mark.parametrize(
    ("tile", "free"),
    [(VILLAGE, ["road E", "road S"]), ("traders_builders/RRRR-rNS-rEW", ["road N.S"])],
    ids=["crossing", "bridge"],
)
def test_a_crossing_splits_a_road_and_a_bridge_does_not(tile: str, free: list[str]) -> None:
    """Red's road ends at a crossing, so that the roads beyond are free; over a bridge it runs on."""
    game = table("boxes traders_and_builders", THIEF, f"red draw {tile}   place 1,0 turn 0")
    assert [spot for spot in spots(game) if spot.startswith("meeple road")] == [f"meeple {road}" for road in free]


@rule("SETUP-01")
@pytest.mark.parametrize(("players", "tokens"), [(2, 4), (3, 2), (4, 2), (5, 2), (6, 2)])
def test_the_pieces_of_each_player(players: int, tokens: int) -> None:
    """7 followers beside the score marker, one of each other figure, an abbey, and tunnel tokens, for every seat."""
    game = Game(boxes=EVERYTHING, players=COLOURS[:players], deal=False)
    pieces = {"meeple": 7, "large_follower": 1, "builder": 1, "pig": 1, "abbot": 1, "mayor": 1, "wagon": 1, "barn": 1}
    assert game.supply == dict.fromkeys(COLOURS[:players], pieces)
    assert [held["tunnel_token"] for held in game.holdings.values()] == [tokens] * players
    assert [held["abbey"] for held in game.holdings.values()] == [1] * players


@rule("R-SETUP-03")
def test_seven_cannot_play() -> None:
    """With all boxes six may play, and no more."""
    with pytest.raises(Unreadable, match="7 players: this game is for 2 to 6"):
        Game(Setup(boxes=EVERYTHING, players=(*COLOURS, "white")))


@rule("SETUP-06", "SETUP-07")
def test_without_a_river_the_start_tile_lies_and_the_stack_is_drawn() -> None:
    """Whatever boxes are in the game: the start tile lies, and any other tile may come first."""
    game = Game(Setup(boxes=tuple(ON_LAND), options={"first_player": "seat1"}), deal=False)
    assert game.rules.start == [("base/CRFR-rEW", 0, 0, 0)] and game.state.slots == 1
    assert {option.text.split()[1] for option in game.options} == {
        tile for tile, left in game.tiles_left.items() if left
    }
    assert game.step == "draw"


@rule("SETUP-05", "SETUP-07")
def test_the_river_comes_before_the_stack() -> None:
    """With all boxes nothing but river tiles is drawn until the river has run out; then the stack follows."""
    game = Game(boxes=EVERYTHING, seed=2)
    river = {tile.id for tile in game.rules.table.tiles if tile.more.get("river_role")}
    while not game.over and game.state.slots < len(game.rules.start) + 40:
        game.play(game.options[0])
    drawn = [event.line().split()[-1] in river for event in game.events if event.name == "drawn"]
    assert drawn == sorted(drawn, reverse=True) and drawn[0] and not drawn[-1]


@rule("SETUP-08")
def test_king_robber_and_goods_lie_ready() -> None:
    """Nobody has any of them when the game begins."""
    for held in Game(boxes=EVERYTHING, deal=False).holdings.values():
        assert [held[name] for name in ("king", "robber", "wine", "grain", "cloth")] == [0] * 5


# -- the turn ---------------------------------------------------------------------------------------------------------
@rule("TURN-04")
def test_a_tile_must_be_laid_if_it_fits_and_leaves_the_game_if_not() -> None:
    """Red cannot decline to lay a tile; one that is all city, with no city open, goes, and Red draws another."""
    assert {option.action.verb for option in table(f"red draw {STRAIGHT}").options} == {"place"}
    game = table("tiles base 2", f"lay {CAP} 0,-1 turn 180")
    events = game.play("draw base/CCCC-cNESW-pennant")
    assert [event.name for event in events] == ["drawn", "discarded"]
    assert (game.player, game.step, game.tiles_left["base/CCCC-cNESW-pennant"]) == ("red", "draw", 1)


# Red's thief and builder on a road, Red's knight in a besieged city beside a monastery, an exit of a tunnel at 0,1.
# The crop circle that Red lays at 2,0 extends the road and concerns whoever stands on roads.
BUSY = (
    f"lay {STRAIGHT} 1,0",
    *("lay cathars/CFFC-cNW 0,-1 turn 180", f"lay {MONASTERY} 0,-2", "lay tunnel/FRRF 0,1"),
    *(KNIGHT, THIEF, "stand red builder road at 1,0"),
)
BUSY_BOXES = ("cathars", "crop_circles", "traders_and_builders", "tunnel", "shrines_and_heretics", "abbot")
ANSWERS = {
    "place": "place 2,0 turn 0",
    "deploy": "pass",
    "tunnel": "tunnel road E at 0,1",
    "escape": "escape meeple city N at 0,0",
    "circle": "all-remove road",
    "circle_remove": "remove meeple road E.W at 0,0",
    "second": "second",
}


def asked(game: Game) -> list[str]:
    """Answer until Red draws a second tile: the steps that have asked."""
    steps = []
    while game.step != "draw":
        steps.append(game.step)
        game.play(ANSWERS[game.step])
    assert game.player == "red"
    return steps


@rule("COMB-00", "R-TURN-08", "R-TURN-06", "TURN-07", "TURN-09", "TURN-11", "TURN-15", "TURN-19")
@pytest.mark.parametrize("order", [BUSY_BOXES, tuple(reversed(BUSY_BOXES))])
def test_one_tile_sets_many_things_off_in_the_order_of_the_steps(order: tuple[str, ...]) -> None:
    """Lay; then placement, tunnel; then escape, crop circle; then the second tile: whichever box is named first."""
    game = table("boxes " + " ".join(order), *BUSY, "red draw crop_circles/FFRR-rSW-circle-road")
    assert asked(game) == ["place", "deploy", "tunnel", "escape", "circle", "circle_remove", "second"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1, "abbot": 1}


@rule("R-TURN-02", "R-TURN-04", "R-CTH-16", "R-CC-04")
@pytest.mark.parametrize("order", [BUSY_BOXES, tuple(reversed(BUSY_BOXES))])
def test_the_end_of_the_turn_in_its_order(order: tuple[str, ...]) -> None:
    """With the options for the end of the turn: crop circle, second tile, and only after that the escape."""
    options = ("option crop_timing end_of_turn", "option escape_timing end_of_turn")
    game = table("boxes " + " ".join(order), *options, *BUSY, "red draw crop_circles/FFRR-rSW-circle-road")
    assert asked(game) == ["place", "deploy", "tunnel", "circle", "circle_remove", "second"]
    play(game, f"draw {MONASTERY}", "place 0,-3", "pass", "pass")
    assert (game.player, game.step) == ("red", "escape")
    play(game, ANSWERS["escape"])
    assert (game.player, game.step, game.supply["red"]["meeple"]) == ("blue", "draw", 7)


@rule("COMB-00", "R-TURN-04", "R-CTH-03", "ANN-14")
@pytest.mark.parametrize(("timing", "first"), [("step11", True), ("end_of_turn", False)])
def test_an_extra_turn_of_an_arrow_brings_no_second_escape(timing: str, first: bool) -> None:
    """One knight a turn: Red's EXTRA is a part of the same turn. At the end of the turn the escape waits for it."""
    siege = ("lay cathars/CFFC-cNW 0,-1 turn 180", f"lay {MONASTERY} 0,-2", KNIGHT, "stand red meeple city at 0,-1")
    game = table("boxes anniversary cathars", f"option escape_timing {timing}", *siege)
    play(game, "draw anniversary_20/AN-K", "place 0,1 turn 180", "pass")
    assert (game.step == "escape") is first
    if first:
        play(game, ANSWERS["escape"])
    assert (game.player, game.step) == ("red", "draw")
    play(game, f"draw {STRAIGHT}", "place 1,0", "pass")
    assert (game.step == "escape") is not first
    if not first:
        play(game, ANSWERS["escape"])
    assert (game.player, game.supply["red"]["meeple"]) == ("blue", 6)


@rule("COMB-00", "R-TUN-06", "R-TURN-04", "ANN-14")
@pytest.mark.parametrize("timing", ["step9", "any_time"])
def test_an_extra_turn_of_an_arrow_has_a_token_of_its_own(timing: str) -> None:
    """Red puts one tunnel token in each part of the turn, and no more; together they are a pair."""
    exits = ("lay tunnel/FRRF 1,0 turn 180", f"lay {MONASTERY} 1,1")
    game = table("boxes tunnel anniversary", f"option tunnel_timing {timing}", *exits)
    play(game, "draw anniversary_20/AN-K", "place 0,1 turn 180")
    for number, token in enumerate(("tunnel road W at 1,0", "tunnel road N at 1,0 to road W at 1,0")):
        play(game, *((token, "pass") if timing == "any_time" else ("pass", token)))
        if not number:
            assert (game.player, game.step) == ("red", "draw")
            play(game, f"draw {MONASTERY}", "place 2,1")
    assert (game.player, game.holdings["red"]["tunnel_token"]) == ("blue", 2)
    assert told(game, "tunnel_joined") == ["red tunnel_joined road N at 1,0 road W at 1,0"]


@rule("COMB-060", "KR-08", "TURN-17", "TURN-17.4", "TURN-17.6", "TURN-17.8", "TB-10")
@pytest.mark.parametrize("pair", ["traders_and_builders king_and_robber", "king_and_robber traders_and_builders"])
def test_scores_then_king_then_robber_then_goods(pair: str) -> None:
    """Red's tile completes Blue's city with wine and a road: Blue scores, Red takes king, robber and wine, in order."""
    game = table(
        f"boxes {pair}",
        "lay traders_builders/FCFC-cEW-wine 0,-1 turn 90",
        f"lay {MONASTERY} -1,-1",
        f"lay {END} -1,-2 turn 270",
        "stand blue meeple city at 0,0",
        "red draw traders_builders/CRFF",
    )
    play(game, "place 0,-2 turn 180", "pass")
    names = [event.name for event in game.events if event.name not in ("drawn", "placed")]
    assert names == ["scored", "returned", "king_taken", "robber_taken", "wine"]
    assert told(game, "scored", "king_taken", "robber_taken", "wine") == [
        "blue scores 6: tiles 6",
        "red king_taken 3",
        "red robber_taken 2",
        "red wine 1",
    ]


# -- herds, pigs and sieges -------------------------------------------------------------------------------------------
# Red's farmer in the field with the herd of River II; the city beside it is besieged, or not.
HERD = ("lay river2/SFFS-sNW-pigs 1,0", f"lay {CAP} 3,0 turn 270", "stand red meeple field ER at 1,0")
HERDS = "boxes river_ii cathars traders_and_builders gq11"
FAR_CAP = {True: "lay cathars/CFFF 2,0 turn 90", False: f"lay {CAP} 2,0 turn 90"}


@rule("SC-20", "SC-22", "SC-23", "CTH-06", "CTH-08", "R-CTH-09")
@pytest.mark.parametrize(
    ("besieged", "value", "city", "more"), [(False, "double", 3, 1), (True, "double", 6, 2), (True, "single", 6, 1)]
)
def test_a_herd_and_a_pig_at_a_besieged_city(besieged: bool, value: str, city: int, more: int) -> None:
    """A completed city brings its field 3 points, besieged 6; herd and own pig each add 1, at a besieged city 2."""
    lines = (HERDS, f"option siege_pig {value}", HERD[0], FAR_CAP[besieged], *HERD[1:])
    assert [event.line() for event in table(*lines).forecast()] == [
        f"red scores {city + more}: cities {city}, pig_herd {more}"
    ]
    game = table(*lines, "stand red pig field at 2,0")
    assert [event.line() for event in game.forecast()] == [
        f"red scores {city + 2 * more}: cities {city}, pig_herd {more}, pig {more}"
    ]


@rule("R-SC-01", "SC-23")
@pytest.mark.parametrize("besieged", [False, True])
def test_several_herds_are_one_herd_for_everybody(besieged: bool) -> None:
    """A second herd in the field adds nothing; who shares the field shares the herd, the pig is its owner's alone."""
    lines = (HERDS, "option gq11_pig_herd on", HERD[0], FAR_CAP[besieged], *HERD[1:])
    times = 2 if besieged else 1
    shared = ("lay gq11/FFFF 2,1", "stand red pig field at 2,0", "stand blue meeple field at 2,1")
    assert table(*lines, *shared[:1]).if_ended_now == {"red": 4 * times, "blue": 0}
    assert table(*lines, *shared).if_ended_now == {"red": 5 * times, "blue": 4 * times}


# -- the other rows of the tables -------------------------------------------------------------------------------------
@rule("SC-02", "SC-13")
@pytest.mark.parametrize(("last", "over"), [(END, False), (STRAIGHT, True)])
def test_a_road_brings_a_point_for_each_tile(last: str, over: bool) -> None:
    """Red's road of four tiles: 4 points when it is completed, and 4 at the end if it is not."""
    game = table(f"lay {STRAIGHT} 1,0", f"lay {END} -1,0 turn 270", THIEF)
    place = "2,0 turn 0" if over else "2,0 turn 90"
    if over:
        finish(game, last, place)
    else:
        play(game, f"draw {last}", f"place {place}", "pass")
    assert (game.over, told(game, "scored")) == (over, ["red scores 4: tiles 4"])


@rule("SC-15", "SC-04")
@pytest.mark.parametrize(("last", "each"), [(CAP, 2), ("base/FCFC-cEW", 1)])
def test_a_city_brings_two_points_complete_and_one_incomplete(last: str, each: int) -> None:
    """Red's city of three tiles and a coat of arms: 8 points, or 4 at the end."""
    game = table("lay base/FCFC-cEW-pennant 0,-1 turn 90", KNIGHT)
    finish(game, last, "0,-2 turn 180" if last == CAP else "0,-2 turn 90")
    assert told(game, "scored") == [f"red scores {4 * each}: tiles {3 * each}, pennants {each}"]


@rule("R-SC-04", "SC-13", "SC-20", "SC-26", "SC-27", "SC-28")
def test_the_order_of_the_final_scoring_does_not_change_the_totals() -> None:
    """Red's road, field, king, robber and wine are all counted once, whichever box is named first."""
    pair = ["traders_and_builders", "king_and_robber"]
    lines = (f"lay {CAP} 0,-1 turn 180", THIEF, "stand red meeple field at 0,-1")
    held = ("hold red king 1", "hold red robber 1", "hold red wine 2", "hold blue wine 1")
    found = []
    for order in (pair, pair[::-1]):
        game = table("boxes " + " ".join(order), *lines, *held)
        scores = forecast(game)
        assert sorted(line.split(": ")[1] for line in scores) == ["cities 3", "king 1", "tiles 1", "wine 10"]
        found.append(sorted(scores))
        finish(game, MONASTERY, "0,1 turn 0")
        assert game.scores == {"red": 1 + 3 + 1 + 10, "blue": 0}
        assert told(game, "scored") == scores
    assert found[0] == found[1]
