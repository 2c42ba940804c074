"""The base game up to the meeple, rule by rule: BASE-01 … BASE-20 with their examples and rulings."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest

from aude.api import Game
from aude.engine.spots import xy_of_slot
from aude.engine.tiles import SIDES, Tile
from aude.errors import Illegal, Unreadable
from aude.game.setup import COLOURS, Setup
from aude.testing import leave_in_stack, rule, spots, table

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
CURVE = "base/FFRR-rSW"
VILLAGE = "base/FRRR"
CITY_VILLAGE = "base/CRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"


def refused(game: Game, action: str) -> str:
    """The rule by which the table refuses an action."""
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    return refusal.value.rule


def happenings(game: Game) -> list[str]:
    """The names of everything that has happened."""
    return [event.name for event in game.events]


# -- material and set-up ----------------------------------------------------------------------------------------------
@rule("BASE-01")
@pytest.mark.parametrize("number", [2, 3, 4, 5])
def test_two_to_five_can_play(number: int) -> None:
    """Two, three, four and five players can sit down to the game."""
    assert len(Game(players=number, deal=False).seats) == number


@rule("BASE-01", "R-BASE-12")
@pytest.mark.parametrize("number", [0, 1, 6, 7])
def test_one_or_six_cannot_play(number: int) -> None:
    """Nobody plays alone, and for six players there is no colour in the box."""
    with pytest.raises(Unreadable, match=f"{number} players?: this game is for 2 to 5"):
        Setup(players=tuple(f"seat{index}" for index in range(number))).rules()


@rule("R-BASE-12")
def test_six_play_if_a_sixth_colour_is_at_hand() -> None:
    """With `sixth_player = on` six play, each with 7 meeples, and seven still cannot."""
    game = Game(players=COLOURS, deal=False, sixth_player="on")
    assert game.supply == {seat: {"meeple": 7} for seat in COLOURS}
    assert sum(game.tiles_left.values()) == 71
    with pytest.raises(Unreadable, match="7 players: this game is for 2 to 6"):
        Game(players=[*COLOURS, "white"], sixth_player="on")


@rule("R-BASE-13")
def test_one_plays_alone_if_the_house_rule_says_so() -> None:
    """With `single_player = on` every turn is the same seat's; nobody else is needed, and nobody plays without it."""
    game = Game(players=["red"], seed=3, single_player="on")
    for _ in range(4):
        assert game.actor == game.player == "red"
        game.play(game.options[0])
    with pytest.raises(Unreadable, match="1 player: this game is for 2 to 5"):
        Game(players=["red"], single_player="off")


@rule("BASE-02", "R-BASE-11")
def test_a_garden_is_only_painted() -> None:
    """A tile with a garden offers the same places as the same tile without one."""
    plain = table(f"red draw {CURVE}   place 0,1 turn 0")
    garden = table(f"red draw {CURVE}-garden   place 0,1 turn 0")
    assert spots(garden) == spots(plain) == ["meeple road S.W", "meeple field NL.NR.EL.ER.SL.WR", "meeple field SR.WL"]


@rule("BASE-04")
def test_the_start_tile_lies_and_the_others_wait() -> None:
    """The start tile lies in the middle; the 71 others can all be drawn, three more of its kind among them."""
    game = table()
    assert game.state.slots == 1
    assert xy_of_slot(game.state, 0) == (0, 0)
    assert sum(game.tiles_left.values()) == 71
    assert game.tiles_left["base/CRFR-rEW"] == 3
    assert game.actor == "chance"
    assert {option.text for option in game.options} == {f"draw {tile}" for tile in game.tiles_left}


@rule("BASE-04", "R-BASE-08")
def test_the_tiles_are_one_shuffled_stack() -> None:
    """Every tile of the stack is as likely as every other, and no player chooses where to draw."""
    game = table()
    draw = game.rules.program[game.state.step]
    drawn = Counter(draw.nth(game.state, number) for number in range(draw.count(game.state)))
    assert {game.rules.table.tiles[tile].id: copies for tile, copies in drawn.items()} == game.tiles_left
    first_draws = {Game(seed=seed, first_player="seat1").tile for seed in range(30)}
    assert len(first_draws) > 5


@rule("BASE-05")
def test_each_player_has_seven_meeples_and_no_points() -> None:
    """Each player begins with 7 meeples in the supply; the eighth, on the scoreboard, stands on 0."""
    game = table(players="red blue green")
    assert game.supply == {"red": {"meeple": 7}, "blue": {"meeple": 7}, "green": {"meeple": 7}}
    assert game.scores == {"red": 0, "blue": 0, "green": 0}


@rule("BASE-06")
def test_colours_that_nobody_plays_stay_in_the_box() -> None:
    """With three players there are three times 7 meeples in the game."""
    game = Game(players=3, deal=False)
    assert set(game.supply) == set(COLOURS[:3])
    assert game.rules.figures == 21


@rule("BASE-07")
def test_a_first_game_is_without_river_abbots_and_farmers() -> None:
    """A plain game has the 72 basic tiles and meeples, nothing else, and farmers can be left out."""
    game = table("without farmers", f"red draw {MONASTERY}   place 0,1 turn 0")
    assert all(tile.id.startswith("base/") for tile in game.rules.table.tiles)
    assert [kind.name for kind in game.rules.figure_kinds] == ["meeple"]
    assert spots(game) == ["meeple monastery"]


@rule("BASE-09")
def test_thief_traveller_and_highwayman_are_the_same_meeple() -> None:
    """What stands on a road is an ordinary meeple, which may be a knight the next time."""
    game = table(
        f"red draw {VILLAGE}   place 1,0 turn 0   deploy meeple road W",
        f"blue draw {CITY_VILLAGE}   place -1,0 turn 0   pass",
        f"red draw {GATE}   place 0,-1 turn 90   deploy meeple city",
    )
    assert game.scores["red"] == 3
    figures = {event.facts["figure"] for event in game.events if event.name in ("deployed", "returned")}
    assert figures == {"meeple"}
    assert game.supply["red"] == {"meeple": 6}


@rule("R-BASE-11")
@pytest.mark.parametrize(("edition", "gardens"), [("current", 8), ("first", 0)])
def test_both_editions_have_72_tiles(edition: str, gardens: int) -> None:
    """The current edition shows 8 gardens, the first none; both have 72 tiles with the same roads and cities."""
    tiles = Setup(options={"edition": edition}).tile_list()
    assert sum(count for _, count in tiles) == 72
    assert sum(count for tile, count in tiles if tile.id.endswith("-garden")) == gardens
    printed = Counter[str]()
    for tile, count in tiles:
        printed[tile.id.removesuffix("-garden")] += count
    assert printed["base/CFFF"] == 5
    assert printed["base/FFRR-rSW"] == 9
    assert printed == {
        tile.id.removesuffix("-garden"): tile.first_edition for tile, _ in Setup().tile_list() if tile.first_edition
    }


# -- course of a turn -------------------------------------------------------------------------------------------------
@rule("BASE-10")
def test_turns_go_round_the_table() -> None:
    """After red comes blue, after blue green, after green red again."""
    game = Game(players=["red", "blue", "green"], seed=3, first_player="seat1")
    players: list[str] = []
    while len(players) < 7:
        players.append(game.player)
        game.play(game.options[0])
        if game.step == "deploy":
            game.play("pass")
    assert players == ["red", "blue", "green", "red", "blue", "green", "red"]


@rule("BASE-10", "R-BASE-02")
def test_the_youngest_begins_if_the_set_up_names_them() -> None:
    """With `first_player = youngest` the seat that the set-up names begins."""
    game = Game(players=4, seed=1, first_player="youngest", youngest="3")
    assert (game.player, game.actor) == ("green", "green")
    with pytest.raises(Unreadable, match="there is no seat 5"):
        Game(players=4, first_player="youngest", youngest="5")


@rule("R-BASE-02")
def test_by_default_chance_says_who_begins() -> None:
    """With `first_player = random`, the default, each seat may be the first."""
    assert {Game(players=3, seed=seed).player for seed in range(30)} == {"red", "blue", "green"}
    game = Game(players=3, deal=False)
    assert [option.text for option in game.options_of("chance")] == ["start red", "start blue", "start green"]
    game.play("start green")
    assert game.player == "green"


@rule("R-BASE-02")
def test_the_first_seat_can_be_the_first() -> None:
    """With `first_player = seat1` the first seat begins whatever the seed is."""
    assert {Game(players=5, seed=seed, first_player="seat1").player for seed in range(10)} == {"red"}


@rule("BASE-11", "BASE-21")
def test_a_turn_is_laying_placing_scoring() -> None:
    """A player lays a tile, may then place a meeple, and only then is anything scored."""
    game = table(f"red draw {CAP}")
    assert (game.actor, game.step) == ("red", "place")
    assert refused(game, "pass") == "BASE-11"
    game.play("place 0,-1 turn 180")
    assert (game.actor, game.step) == ("red", "deploy")
    assert game.scores["red"] == 0
    game.play("deploy meeple city")
    assert happenings(game) == ["drawn", "placed", "deployed", "scored", "returned"]
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-BASE-10")
def test_laying_is_compulsory() -> None:
    """A tile that fits somewhere must be laid: there is nothing else to choose."""
    game = table(f"red draw {CAP}")
    assert {option.action.verb for option in game.options} == {"place"}


@rule("BASE-12")
@pytest.mark.parametrize("cell", ["0,0", "1,1", "2,0", "0,-2"], ids=["taken", "a corner", "apart", "further apart"])
def test_a_tile_touches_another_with_a_side(cell: str) -> None:
    """A tile lies in a free cell beside another tile; a corner is not enough."""
    game = table(f"red draw {MONASTERY}")
    assert refused(game, f"place {cell} turn 0") == "BASE-12"
    assert [option.text for option in game.options] == ["place 0,1 turn 0"]


def side(tile: Tile, turn: int, at: str) -> str:
    """What a turned tile shows on a side: C, R or F."""
    return tile.side_kind(SIDES[(SIDES.index(at) - turn) % 4])[0].upper()


@rule("BASE-13")
def test_every_touching_side_matches() -> None:
    """Of every tile exactly those placements are offered in which road, city and field meet their like."""
    game = table(f"lay {VILLAGE} 1,0 turn 0", f"lay {CITY_VILLAGE} -1,0 turn 0", f"lay {CURVE} 1,1 turn 90")
    lying = {(0, 0): "CRFR", (1, 0): "FRRR", (-1, 0): "CRRR", (1, 1): "RFFR"}
    steps = {"N": (0, -1), "E": (1, 0), "S": (0, 1), "W": (-1, 0)}
    facts = game.rules.table
    allowed_at_all = 0
    for tile in game.tiles_left:
        trial = game.at(0)
        trial.play(f"draw {tile}")
        offered = {option.text for option in trial.options}
        number = facts.index[tile]
        for x, y, turn in itertools.product(range(-3, 4), range(-3, 4), range(4)):
            matches = [
                lying[x + dx, y + dy][SIDES.index(at) - 2] == side(facts.tiles[number], turn, at)
                for at, (dx, dy) in steps.items()
                if (x + dx, y + dy) in lying
            ]
            allowed = (x, y) not in lying and bool(matches) and all(matches)
            same = facts.equal_rotation[number * 4 + turn]
            assert (f"place {x},{y} turn {same * 90}" in offered) == allowed
            allowed_at_all += allowed
    assert allowed_at_all > 200


@rule("BASE-13")
@pytest.mark.parametrize(
    ("tile", "wrong", "right"),
    [
        (VILLAGE, "place 1,0 turn 270", "place 1,0 turn 0"),
        (CAP, "place 0,-1 turn 0", "place 0,-1 turn 180"),
        (CAP, "place 0,1 turn 0", "place 0,1 turn 90"),
    ],
    ids=["field to road", "field to city", "city to field"],
)
def test_what_does_not_match_is_refused(tile: str, wrong: str, right: str) -> None:
    """Road goes to road, city to city, field to field."""
    game = table(f"red draw {tile}")
    assert refused(game, wrong) == "BASE-13"
    game.play(right)
    assert game.state.slots == 2


@rule("BASE-14", "R-BASE-05")
def test_a_tile_that_fits_nowhere_leaves_the_game() -> None:
    """With no open city on the table a tile that is all city is shown and removed, and the same player draws again."""
    game = table(
        f"lay {CAP} 0,-1 turn 180",
        "turn blue",
        "blue draw base/CCCC-cNESW-pennant",
        "= discarded base/CCCC-cNESW-pennant",
    )
    assert (game.actor, game.player, game.tile) == ("chance", "blue", None)
    assert "base/CCCC-cNESW-pennant" not in game.tiles_left
    game.play(f"draw {STRAIGHT}")
    assert (game.actor, game.step) == ("blue", "place")


@rule("BASE-14", "R-BASE-05", "BASE-35")
def test_if_the_last_tiles_fit_nowhere_the_game_ends() -> None:
    """Tiles are drawn until one fits; if none is left, the game is over."""
    game = table(f"lay {CAP} 0,-1 turn 180")
    leave_in_stack(game, "base/CCCC-cNESW-pennant", "base/CCCC-cNESW-pennant")
    game.play("draw base/CCCC-cNESW-pennant")
    assert not game.over
    game.play("draw base/CCCC-cNESW-pennant")
    assert game.over
    assert happenings(game) == ["drawn", "discarded"] * 2


@rule("BASE-15")
def test_a_meeple_goes_only_on_the_tile_just_laid() -> None:
    """Nobody may go back to a tile that lay before, and one tile takes one meeple of its player."""
    game = table(f"red draw {MONASTERY}   place 0,1 turn 0")
    assert spots(game) == ["meeple monastery", "meeple field NL.NR.EL.ER.SL.SR.WL.WR"]
    assert refused(game, "deploy meeple city N") == "BASE-15"
    assert refused(game, "deploy meeple city N at 0,0") == "BASE-15"
    game.play("deploy meeple monastery")
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 7}}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("BASE-16")
@pytest.mark.parametrize(
    ("tile", "place", "places"),
    [
        ("base/CRFR-rEW", "1,0 turn 0", ["city N", "road E.W", "field EL.WR", "field ER.SL.SR.WL"]),
        ("base/FFRF-monastery", "0,1 turn 270", ["road E", "monastery", "field NL.NR.EL.ER.SL.SR.WL.WR"]),
        (CITY_VILLAGE, "0,-1 turn 180",
         ["city S", "road W", "road N", "road E", "field ER.WL", "field NR.EL", "field NL.WR"]),
    ],
)  # fmt: skip
def test_a_meeple_stands_on_one_feature_of_its_tile(tile: str, place: str, places: list[str]) -> None:
    """Road, city, monastery and field can all be chosen; beside a monastery another feature of the tile as well."""
    game = table(f"red draw {tile}   place {place}")
    assert spots(game) == [f"meeple {place}" for place in places]
    for spot in places:
        trial = game.copy()
        trial.play(f"deploy meeple {spot}")
        [event] = [event for event in trial.events if event.name == "deployed"]
        assert str(event.facts["spot"]).startswith(f"{spot} at ")


@rule("BASE-17")
@pytest.mark.parametrize("seat", ["red", "blue"])
def test_an_occupied_feature_is_closed_to_all_however_far_away(seat: str) -> None:
    """On a road with a meeple four tiles away nobody may place another, not even its owner."""
    game = table(
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        f"lay {STRAIGHT} 3,0",
        "stand red meeple road at 0,0",
        f"turn {seat}",
        f"{seat} draw {VILLAGE}   place 4,0 turn 0",
    )
    assert "meeple road W" not in spots(game)
    assert {"meeple road E", "meeple road S"} <= set(spots(game))
    assert refused(game, "deploy meeple road W") == "BASE-17"


def test_a_refusal_gives_its_reason_for_a_short_name_too() -> None:
    """A road named by one of its ends is the same road, and refused for the same reason."""
    game = table("stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0 turn 0")
    assert refused(game, "deploy meeple road E.W") == "BASE-17"
    assert refused(game, "deploy meeple road E") == "BASE-17"


@rule("EX-BASE-02", "BASE-17")
def test_blue_may_not_join_reds_road_but_may_enter_the_city() -> None:
    """The road that Red holds is not a place for Blue; the free city on the same tile is."""
    game = table(
        f"red draw {VILLAGE}   place 1,0 turn 0   deploy meeple road W",
        "blue draw base/CRRF-rES   place -1,0 turn 0",
    )
    assert (game.actor, spots(game)[0]) == ("blue", "meeple city N")
    assert not [spot for spot in spots(game) if "road" in spot]


# Two city parts lie to the left and right of 0,-1; a tile there joins them to the city of the start tile.
TWO_PARTS = (
    f"lay {STRAIGHT} -1,0",
    f"lay {STRAIGHT} 1,0",
    f"red draw {CAP}   place -1,-1 turn 90   deploy meeple city E",
    f"blue draw {MONASTERY}   place 0,1 turn 0   pass",
    f"red draw {CAP}   place 1,-1 turn 270   deploy meeple city W",
)


@rule("BASE-18")
def test_a_part_that_is_not_connected_may_be_occupied() -> None:
    """Red has a knight in one city part and may put another into a second part that is not connected with it."""
    game = table(*TWO_PARTS)
    assert game.supply["red"] == {"meeple": 5}


@rule("BASE-19")
def test_several_meeples_meet_only_when_features_are_joined() -> None:
    """Blue's tile joins both of Red's city parts: now two knights are in one city, and Blue cannot enter it."""
    game = table(*TWO_PARTS, "blue draw base/CCCC-cNESW-pennant   place 0,-1 turn 0")
    assert (game.actor, game.player) == ("chance", "red")
    on_it = {game.state.root[node] for node in game.state.figure_at if node >= 0}
    assert len(on_it) == 1
    assert game.supply["red"] == {"meeple": 5}


@rule("BASE-20")
def test_placing_is_voluntary() -> None:
    """A player who may place a meeple may also leave it."""
    game = table(f"red draw {MONASTERY}   place 0,1 turn 0")
    assert "pass" in [option.text for option in game.options]
    game.play("pass")
    assert game.supply["red"] == {"meeple": 7}


@rule("BASE-20")
def test_placing_needs_a_meeple_in_the_supply() -> None:
    """Who has no meeple left is not asked."""
    game = table("figures meeple 1", f"red draw {MONASTERY}   place 0,1 turn 0   deploy meeple monastery")
    game.play(f"draw {MONASTERY}")
    game.play("place 0,2 turn 0")
    game.play("pass")
    game.play(f"draw {MONASTERY}")
    game.play("place 0,3 turn 0")
    assert (game.actor, game.player) == ("chance", "blue")
