"""Traders & Builders, rule by rule: TB-01 … TB-34 with their examples, rulings and options."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from mypy_extensions import i64

from aude import bots
from aude.boxes.carcassonne.rules import Carcassonne
from aude.boxes.traders_and_builders.rules import GOODS, TradersAndBuilders
from aude.engine.arrays import vec
from aude.engine.drive import opening
from aude.engine.figures import take_back
from aude.engine.rules import ASK, ON, Box, Rules, Step
from aude.engine.state import State
from aude.errors import Illegal, Unreadable
from aude.game import Game
from aude.setup import COLOURS, Setup
from aude.testing import finish, leave_in_stack, rule, scenario, spots, table

BOX = "boxes traders_and_builders"
TB = "traders_builders/"

# The start tile lies at 0,0: a city to the north, a road from east to west. y counts to the south.
CAP = "base/CFFF"
STRAIGHT = "base/FRFR-rEW"
VILLAGE = "base/FRRR"
MONASTERY = "base/FFFF-monastery"
GATE = "base/FCFC-cEW"
GATE_ARMS = "base/FCFC-cEW-pennant"
ALL_CITY = "base/CCCC-cNESW-pennant"

# Red's highwayman on the start tile and Red's builder beside it, on a road that is open at both ends.
ROAD = (f"lay {STRAIGHT} 1,0", "stand red meeple road at 0,0", "stand red builder road at 1,0")
CITY = (f"lay {GATE} 0,-1 turn 90", "stand red meeple city at 0,0", "stand red builder city at 0,-1")
# One field with two completed cities: start tile and 0,-1; 0,-2 and 0,-3.
FIELD = (
    f"lay {CAP} 0,-1 turn 180",
    f"lay {CAP} 0,-2 turn 0",
    f"lay {CAP} 0,-3 turn 180",
    f"lay {MONASTERY} 1,-1",
    f"lay {MONASTERY} 1,-2",
    f"lay {MONASTERY} -1,-1",
)
# A city of five tiles with one wine and two grain, open to the east at 0,-3.
MARKET = (
    f"lay {TB}FCFC-cEW-wine 0,-1 turn 90",
    f"lay {TB}FCRC-cEW-grain 0,-2 turn 90",
    f"lay {TB}CFFC-cNW-grain 0,-3 turn 180",
)
CLOSING = "place 1,-3 turn 270"


def box_of(game: Game) -> TradersAndBuilders:
    """The box's rules in a game."""
    [box] = [box for box in game.rules.boxes if isinstance(box, TradersAndBuilders)]
    return box


def tokens(game: Game, seat: str) -> dict[str, int]:
    """The tokens in front of a seat, those of which it has any."""
    first = box_of(game).tokens + 3 * game.seats.index(seat)
    held = {name: int(game.state.registers[first + good]) for good, name in enumerate(GOODS)}
    return {name: number for name, number in held.items() if number}


def give(game: Game, seat: str, **goods: int) -> None:
    """Put tokens in front of a seat."""
    for name, number in goods.items():
        game.state.registers[box_of(game).tokens + 3 * game.seats.index(seat) + GOODS.index(name)] = number


def scored(game: Game) -> list[str]:
    """Every score so far, as records write it."""
    return [event.line() for event in game.events if event.name == "scored"]


def play(game: Game, *actions: str) -> Game:
    """Play actions, one after the other."""
    for action in actions:
        game.play(action)
    return game


def node_at(game: Game, kind: str, x: int, y: int) -> int:
    """The first segment of a kind on the tile at x,y."""
    state = game.state
    slot = state.board_at(x, y) - 1
    kinds = [kind.name for kind in game.rules.kinds]
    return next(
        node
        for node in range(state.slot_first[slot], state.nodes)
        if state.node_slot[node] == slot and kinds[state.kind_of(node)] == kind
    )


def standing(game: Game, seat: str, kind: str) -> int:
    """How many figures of a kind a seat has on the table."""
    rules = game.rules
    return sum(
        node >= 0
        and rules.figure_kinds[rules.figure_kind[figure]].name == kind
        and rules.seat_names[rules.figure_seat[figure]] == seat
        for figure, node in enumerate(game.state.figure_at)
    )


# -- set-up and new tiles ---------------------------------------------------------------------------------------------
@rule("TB-01")
def test_the_box_needs_the_base_game() -> None:
    """By itself the box is no game; with the base game it is."""
    with pytest.raises(Unreadable, match="is an expansion of carcassonne, not a game of its own"):
        Game(Setup(game="traders_and_builders"))
    assert sum(Game(boxes=["traders_and_builders"], deal=False).tiles_left.values()) == 71 + 24


@rule("TB-02")
@pytest.mark.parametrize("edition", ["current", "first"])
def test_24_tiles_with_20_symbols_are_shuffled_in(edition: str) -> None:
    """24 more tiles can be drawn; they show 9 wine, 6 grain and 5 cloth, one for each token."""
    tiles = Setup(boxes=("traders_and_builders",), options={"edition": edition}).tile_list()
    mine = [(tile, count) for tile, count in tiles if tile.id.startswith(TB)]
    assert sum(count for _, count in mine) == 24
    shown = Counter[str]()
    for tile, count in mine:
        for segment in tile.segments:
            shown.update({name: count for name in segment.traits if name.startswith("goods:")})
    assert shown == {"goods:wine": 9, "goods:grain": 6, "goods:cloth": 5}


@rule("TB-03", "R-TB-13")
def test_each_of_up_to_six_players_has_a_builder_and_a_pig() -> None:
    """Builder and pig lie in the supply of each player, beside the 7 meeples; six can play."""
    game = Game(players=COLOURS, boxes=["traders_and_builders"], deal=False)
    assert game.supply == {seat: {"meeple": 7, "builder": 1, "pig": 1} for seat in COLOURS}
    with pytest.raises(Unreadable, match="7 players: this game is for 2 to 6"):
        Game(players=[*COLOURS, "white"], boxes=["traders_and_builders"])


@rule("TB-04", "TB-03")
def test_an_ordinary_turn_is_as_before() -> None:
    """Lay, place, score: without goods and builder a turn is the base game's, placements included."""
    lines = (f"red draw {VILLAGE}   place 1,0   deploy meeple road W", f"blue draw {CAP}")
    with_box, plain = table(BOX, *lines), table(*lines)
    assert [option.text for option in with_box.options] == [option.text for option in plain.options]
    for game in (with_box, plain):
        play(game, "place 0,-1 turn 180")
        assert spots(game) == ["meeple city S", "meeple field NL.NR.EL.ER.WL.WR"]
        play(game, "deploy meeple city")
        assert (game.actor, game.player, game.scores["blue"]) == ("chance", "red", 4)


@rule("TB-05")
def test_a_bridge_is_no_crossing() -> None:
    """Two roads run straight through, one from east to west and one from north to south, between 4 fields."""
    game = table(BOX, f"red draw {TB}RRRR-rNS-rEW   place 1,0 turn 0")
    fields = ["meeple field NL.WR", "meeple field NR.EL", "meeple field ER.SL", "meeple field SR.WL"]
    assert spots(game) == ["meeple road N.S", "meeple road E.W", *fields]
    taken = table(BOX, "stand red meeple road at 0,0", f"red draw {TB}RRRR-rNS-rEW   place 1,0 turn 0")
    assert spots(taken) == ["meeple road N.S", *fields, "builder road E.W"]


@rule("TB-06")
def test_a_road_to_the_city_and_a_road_to_the_house() -> None:
    """One road ends at the city, the other at the house; there are 3 fields."""
    game = table(BOX, f"red draw {TB}CFRR   place 1,0 turn 0")
    places = ["city N", "road W", "road S", "field WR", "field SR.WL", "field EL.ER.SL"]
    assert spots(game) == [f"meeple {place}" for place in places]


@rule("TB-07")
def test_the_monastery_splits_the_roads() -> None:
    """Three roads end at the monastery and split the field into 3."""
    game = table(BOX, f"red draw {TB}FRRR-monastery   place 1,0 turn 0")
    places = ["road E", "road S", "road W", "monastery", "field NL.NR.EL.WR", "field ER.SL", "field SR.WL"]
    assert spots(game) == [f"meeple {place}" for place in places]


@rule("TB-08")
def test_three_cities_around_a_field() -> None:
    """Three separate city parts, and a field that takes a farmer."""
    game = table(BOX, f"red draw {TB}CCCC-cNW-cloth   place 0,-1 turn 0")
    assert spots(game) == ["meeple city N.W", "meeple city S", "meeple city E", "meeple field"]
    play(game, "deploy meeple field")
    assert game.supply["red"]["meeple"] == 6


# -- trade goods ------------------------------------------------------------------------------------------------------
@rule("TB-09")
def test_goods_change_neither_laying_nor_placing() -> None:
    """A tile with goods may lie and offers what the same tile without them does."""
    one = table(BOX, f"red draw {TB}CFFC-cNW-wine")
    other = table(BOX, "red draw base/CFFC-cNW")
    assert [option.text for option in one.options] == [option.text for option in other.options]
    place = one.options[0].text
    assert spots(play(one, place)) == spots(play(other, place))


@rule("EX-TB-01", "TB-10", "TB-11", "TURN-17.8")
def test_who_completes_a_city_takes_its_goods() -> None:
    """Blue scores the city of 5 tiles, then Red, who has no knight there, takes 1 wine and 2 grain."""
    game = scenario("goods")
    assert game.scores == {"red": 0, "blue": 10}
    assert (tokens(game, "red"), tokens(game, "blue")) == ({"wine": 1, "grain": 2}, {})
    assert [event.name for event in game.events][-4:] == ["scored", "returned", "wine", "grain"]


@rule("TB-11")
def test_goods_need_no_knight_at_all() -> None:
    """A city without any knight gives its goods too; an incomplete one, or one that holds none, gives nothing."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}   pass")
    assert (game.scores, tokens(game, "red")) == ({"red": 0, "blue": 0}, {"wine": 1, "grain": 2})
    play(game, f"draw {TB}CFFC-cNW-wine")
    play(game, game.options[0].text, "pass")
    assert tokens(game, "blue") == {}


@rule("TB-12")
def test_tokens_stay_and_everybody_sees_them() -> None:
    """Tokens stay with their owner; what they would bring is part of the score if the game ended now."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}   pass", f"blue draw {MONASTERY}   place 0,1   pass")
    assert tokens(game, "red") == {"wine": 1, "grain": 2}
    assert [event.line() for event in game.forecast()] == ["red scores 10: wine 10", "red scores 10: grain 10"]
    assert game.if_ended_now == {"red": 20, "blue": 0}


@rule("TB-10", "TB-11", "TB-13")
def test_goods_about_to_be_taken_count_if_the_game_ended_now() -> None:
    """Between laying and scoring the forecast knows that the player will take the tokens."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}")
    assert (tokens(game, "red"), game.if_ended_now) == ({}, {"red": 20, "blue": 0})
    before = table(BOX, *MARKET, "red draw base/CFFF")
    assert before.if_ended_now == {"red": 0, "blue": 0}


class Pause(Step):
    """A question that another box might ask between scoring and goods."""

    name = "pause"

    def enter(self, state: State) -> i64:
        state.actor = state.player
        return ASK if len(state.completed) else ON

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([0])

    def words(self, state: State, action: i64) -> list[str]:
        return ["pass"]


class Pausing(Box):
    """Brings that question."""

    id = "pausing"

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1740, Pause())


@rule("TURN-17.8", "TB-13")
def test_goods_are_foreseen_in_the_middle_of_a_scoring() -> None:
    """A city that is scored but whose goods are still to come counts once, before and after."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}")
    setup = game.setup
    parts: list[Box] = [Carcassonne(), TradersAndBuilders(), Pausing()]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    game.rules = Rules(parts, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game.state = State(game.rules)
    game.state.begin()
    again = game.at(0)
    again.lay("\n".join(MARKET))
    play(again, "draw base/CFFF", CLOSING, "pass")
    assert (again.step, tokens(again, "red"), again.if_ended_now) == ("pause", {}, {"red": 20, "blue": 0})
    play(again, "pass")
    assert (tokens(again, "red"), again.if_ended_now) == ({"wine": 1, "grain": 2}, {"red": 20, "blue": 0})


@rule("EX-TB-02", "TB-13", "SC-28")
def test_the_most_tokens_of_each_kind_score_10() -> None:
    """With wine and grain tied and Blue alone ahead in cloth, Red scores 20 and Blue 30."""
    game = table(BOX)
    give(game, "red", wine=2, grain=1)
    give(game, "blue", wine=2, grain=1, cloth=1)
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 20, "blue": 30}
    assert Counter(scored(game)) == {
        "red scores 10: wine 10": 1,
        "blue scores 10: wine 10": 1,
        "red scores 10: grain 10": 1,
        "blue scores 10: grain 10": 1,
        "blue scores 10: cloth 10": 1,
    }
    assert game.if_ended_now == game.scores


@rule("TB-13", "R-TB-05")
def test_the_second_most_tokens_are_worth_nothing_and_none_is_no_majority() -> None:
    """Only the leader scores, and nobody scores a kind of which nobody has a token."""
    game = table(BOX, players="red blue green")
    give(game, "red", wine=3)
    give(game, "blue", wine=2)
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 10, "blue": 0, "green": 0}


@rule("R-TB-06")
def test_a_city_that_is_settled_otherwise_gives_no_goods() -> None:
    """A city that another box has taken out of the scoring gives nothing, and nothing is foreseen."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}")
    game.state.open_ends[game.state.root[node_at(game, "city", 0, 0)]] = -2
    assert game.if_ended_now == {"red": 0, "blue": 0}
    play(game, "pass")
    assert tokens(game, "red") == {}


@rule("R-TB-15")
def test_with_two_sets_of_tiles_there_are_tokens_enough() -> None:
    """Every symbol of two sets brings a token, beyond the 9 wine of one set."""
    game = table(BOX, "tiles traders_builders 2", *MARKET)
    give(game, "blue", wine=9, grain=6, cloth=5)
    play(game, f"draw {CAP}", CLOSING, "pass")
    assert tokens(game, "red") == {"wine": 1, "grain": 2}


def test_without_goods_there_are_no_tokens() -> None:
    """The element `goods` can be left out; its tiles stay."""
    game = table(BOX, "without goods", *MARKET, "stand red meeple city at 0,0", f"red draw {CAP}   {CLOSING}   pass")
    assert game.scores["red"] == 10
    assert "goods" not in game.rules.places
    assert game.if_ended_now == {"red": 10, "blue": 0}
    assert sum(game.tiles_left.values()) == 71 + 24 - 4
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


# -- placing the builder ----------------------------------------------------------------------------------------------
@rule("EX-TB-03", "TB-14", "TURN-07b", "D-TB-01")
def test_the_builder_joins_an_own_highwayman() -> None:
    """On the road that Red extends Red may place the builder, instead of a meeple elsewhere on the tile."""
    game = table(BOX, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0")
    assert spots(game) == ["meeple field NL.NR.EL.WR", "meeple field ER.SL.SR.WL", "builder road E.W"]
    play(game, "deploy builder road")
    assert game.supply["red"] == {"meeple": 6, "builder": 0, "pig": 1}
    assert game.events[-1].line() == "red deployed builder road E.W at 1,0"


@rule("EX-TB-07", "TB-19", "TURN-19")
def test_a_builder_just_placed_gives_no_second_tile() -> None:
    """The builder was not there when the turn began: it is Blue's turn."""
    game = table(BOX, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0   deploy builder road")
    assert (game.player, game.actor) == ("blue", "chance")


@rule("TB-14", "R-TB-08")
@pytest.mark.parametrize("standing", [(), ("stand blue meeple road at 0,0",), ("stand red meeple city at 0,0",)])
def test_without_an_own_meeple_there_the_builder_is_refused(standing: tuple[str, ...]) -> None:
    """An empty road, another's road, or an own knight elsewhere are not enough."""
    game = table(BOX, *standing, f"red draw {STRAIGHT}   place 1,0")
    assert "builder road E.W" not in spots(game)
    with pytest.raises(Illegal, match=r"TB-14.*none stands there"):
        game.play("deploy builder road")


@rule("R-TB-08")
def test_there_is_one_builder_and_one_pig() -> None:
    """A builder that stands on the road cannot be placed a second time."""
    game = table(BOX, *ROAD, f"red draw {STRAIGHT}   place 2,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    with pytest.raises(Illegal, match="none left in the supply"):
        game.play("deploy builder road")


@rule("TB-15", "TURN-07b")
def test_the_builder_stands_on_no_field_and_no_monastery() -> None:
    """Beside an own farmer the pig is offered and the builder is not, and on no monastery either."""
    game = table(BOX, f"lay {MONASTERY} 0,1", "stand red meeple field at 0,1", f"red draw {MONASTERY}   place 0,2")
    assert spots(game) == ["meeple monastery", "pig field NL.NR.EL.ER.SL.SR.WL.WR"]


@rule("TB-16")
def test_others_may_stand_on_the_same_road() -> None:
    """With Blue's highwayman and builder on the road Red's builder may join Red's highwayman."""
    game = table(
        BOX,
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        "stand blue meeple road at 0,0",
        "stand blue builder road at 1,0",
        "stand red meeple road at 2,0",
        f"red draw {STRAIGHT}   place 3,0   deploy builder road",
    )
    assert (standing(game, "red", "builder"), standing(game, "blue", "builder")) == (1, 1)
    # Each builder works for its owner only: Blue has a double turn, though Red's builder stands there too.
    play(game, f"draw {STRAIGHT}", "place 4,0", "pass")
    assert (game.actor, game.step) == ("blue", "second")


@rule("TB-17")
def test_meeple_and_builder_may_be_far_apart() -> None:
    """Four tiles lie between the highwayman and the builder."""
    road = [f"lay {STRAIGHT} {x},0" for x in range(1, 5)]
    game = table(BOX, *road, "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 5,0")
    assert "builder road E.W" in spots(game)


@rule("R-TB-12")
def test_the_builder_goes_only_onto_an_unfinished_feature() -> None:
    """On a road that the tile completes the builder is not offered."""
    game = table(BOX, f"lay {VILLAGE} 1,0", "stand red meeple road at 0,0", f"red draw {VILLAGE}   place -1,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    with pytest.raises(Illegal, match=r"R-TB-12.*finished by this very tile"):
        game.play("deploy builder road")


def test_without_the_builder_it_is_not_there() -> None:
    """The element `builder` can be left out."""
    game = table(BOX, "without builder", "stand red meeple road at 0,0", f"red draw {STRAIGHT}   place 1,0")
    assert not [spot for spot in spots(game) if spot.startswith("builder")]
    assert game.supply["red"] == {"meeple": 6, "pig": 1}
    play(game, "pass")
    assert game.player == "blue"


# -- the double turn --------------------------------------------------------------------------------------------------
@rule("TB-18", "TB-34", "TURN-19", "R-TB-02", "D-TB-02")
@pytest.mark.parametrize(
    ("lines", "tile", "place"),
    [(ROAD, STRAIGHT, "place 2,0"), (ROAD, VILLAGE, "place 2,0"), (CITY, GATE_ARMS, "place 0,-2 turn 90")],
    ids=["road", "one end closed", "city"],
)
def test_extending_the_builders_feature_gives_a_second_tile(lines: tuple[str, ...], tile: str, place: str) -> None:
    """Red may draw a second tile and lay it anywhere; then it is Blue's turn."""
    game = table(BOX, *lines, f"red draw {tile}   {place}   pass")
    assert (game.actor, game.step) == ("red", "second")
    assert [option.text for option in game.options] == ["stop", "second"]
    play(game, "second", f"draw {MONASTERY}", "place 0,1")
    assert game.actor == "red"
    play(game, "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-18")
def test_laying_elsewhere_gives_no_second_tile() -> None:
    """A tile that lies beside the builder's tile but is no part of the road gives nothing."""
    game = table(BOX, *ROAD, f"red draw {MONASTERY}   place 1,1   pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-18")
def test_another_players_tile_gives_nobody_a_second_one() -> None:
    """When Blue extends Red's road, neither Blue nor Red draws again."""
    game = table(BOX, *ROAD, "turn blue", f"blue draw {STRAIGHT}   place 2,0   pass")
    assert (game.actor, game.player) == ("chance", "red")


@rule("R-TB-02", "D-TB-02")
def test_the_second_tile_may_be_declined() -> None:
    """With `builder_second_tile = may`, the default, Red may stop; nothing of it is left in later turns."""
    game = table(BOX, *ROAD, f"red draw {STRAIGHT}   place 2,0   pass   stop")
    assert (game.actor, game.player) == ("chance", "blue")
    play(game, f"draw {MONASTERY}", "place 0,1", "pass", f"draw {MONASTERY}", "place 0,2", "pass")
    assert game.player == "blue"


@rule("R-TB-02")
def test_the_second_tile_can_be_compulsory() -> None:
    """With `builder_second_tile = must` nobody is asked: Red draws again."""
    game = table(BOX, "option builder_second_tile must", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass")
    assert (game.actor, game.player, game.step) == ("chance", "red", "draw")
    assert game.events[-1].line() == "red second"
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("EX-TB-06", "TB-23", "TURN-19")
@pytest.mark.parametrize("option", ["may", "must"])
def test_there_is_no_third_tile(option: str) -> None:
    """Red extends the road with both tiles; then it is Blue's turn."""
    game = table(BOX, f"option builder_second_tile {option}", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass")
    if option == "may":
        play(game, "second")
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("TB-20", "TB-21")
def test_both_tiles_take_a_figure_and_both_are_scored() -> None:
    """Red completes the road and sends a meeple to another road, then completes a city with a second meeple."""
    game = table(BOX, *ROAD, f"lay {VILLAGE} -1,0", f"red draw {VILLAGE}   place 2,0   deploy meeple road S   second")
    assert scored(game) == ["red scores 4: tiles 4"]
    play(game, f"draw {CAP}", "place 0,-1 turn 180", "deploy meeple city")
    assert scored(game) == ["red scores 4: tiles 4", "red scores 4: tiles 4"]
    assert game.supply["red"] == {"meeple": 6, "builder": 1, "pig": 1}
    assert game.player == "blue"


@rule("EX-TB-04", "TB-22", "TB-15", "R-TB-01")
def test_a_builder_that_came_back_is_placed_again() -> None:
    """Red completes the road and puts the builder, just returned, beside the knight with the second tile."""
    game = scenario("builder_twice")
    assert game.scores == {"red": 4, "blue": 0}
    assert game.supply["red"] == {"meeple": 6, "builder": 0, "pig": 1}
    assert (game.player, game.actor) == ("blue", "chance")
    assert Game.read(game.record) == game


@rule("TB-24", "R-TB-18")
def test_every_later_turn_can_be_double() -> None:
    """The builder stays, and Red has a double turn each time; Blue's road elsewhere does not matter."""
    game = table(BOX, *ROAD)
    for turn in range(3):
        leave_in_stack(game, STRAIGHT, STRAIGHT, MONASTERY, MONASTERY)
        play(game, f"draw {STRAIGHT}", f"place {2 + turn},0", "pass")
        assert (game.actor, game.step) == ("red", "second")
        play(game, "second", "draw " + STRAIGHT, f"place {-1 - turn},0", "pass")
        assert game.player == "blue" and standing(game, "red", "builder") == 1
        play(game, f"draw {MONASTERY}", f"place 0,{1 + turn}", "pass")


@rule("R-TB-18", "TB-19", "TB-23")
def test_a_builder_placed_with_the_second_tile_works_in_the_next_turn() -> None:
    """In EX-TB-04 the builder is placed with the second tile: no third follows, but Red's next turn is double."""
    game = scenario("builder_twice")
    play(game, f"draw {MONASTERY}", "place 0,3", "pass", f"draw {GATE_ARMS}", "place -2,-2 turn 90", "pass")
    assert (game.actor, game.step) == ("red", "second")


@rule("R-TB-03")
def test_joining_the_builders_road_with_another_extends_it() -> None:
    """The tile joins Red's road with Blue's: the builder's road contains it, so Red may draw again."""
    game = table(
        BOX,
        *ROAD,
        *(f"lay {MONASTERY} {x},1" for x in (1, 2, 3)),
        f"lay {STRAIGHT} 3,0",
        "stand blue meeple road at 3,0",
        f"red draw {STRAIGHT}   place 2,0   pass",
    )
    assert (game.actor, game.step) == ("red", "second")


@rule("R-TB-04")
def test_what_closes_the_road_without_extending_it_gives_no_second_tile() -> None:
    """A road whose ends are closed by something that is no part of it is scored, but Red draws no second tile."""
    game = table(BOX, *ROAD, f"red draw {MONASTERY}")
    for _ in range(2):
        game.state.close_end(node_at(game, "road", 1, 0))
    play(game, "place 1,1", "pass")
    assert scored(game) == ["red scores 2: tiles 2"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-TB-11")
def test_a_road_that_grows_otherwise_gives_no_second_tile() -> None:
    """Two roads are joined far away from the tile that Red has laid: that is no tile at the builder's road."""
    tiles = (*(f"lay {MONASTERY} {x},1" for x in (1, 2, 3)), f"lay {STRAIGHT} 3,0")
    game = table(BOX, *ROAD, *tiles, f"red draw {MONASTERY}   place 1,2")
    game.state.join_nodes(node_at(game, "road", 1, 0), node_at(game, "road", 3, 0))
    play(game, "pass")
    assert (game.actor, game.player) == ("chance", "blue")


@rule("R-TB-16")
@pytest.mark.parametrize("option", ["may", "must"])
def test_after_the_last_tile_nobody_is_asked(option: str) -> None:
    """Red extends the road with the last tile: the game is over."""
    game = table(BOX, f"option builder_second_tile {option}", *ROAD)
    finish(game, STRAIGHT, "2,0")
    assert game.over
    assert game.scores == {"red": 3, "blue": 0}


@rule("R-TB-17")
def test_a_second_tile_that_fits_nowhere_is_replaced() -> None:
    """The second tile is thrown away, and Red draws another."""
    game = table(BOX, f"lay {CAP} 0,-1 turn 180", *ROAD, f"red draw {STRAIGHT}   place 2,0   pass   second")
    play(game, f"draw {ALL_CITY}")
    assert (game.actor, game.player) == ("chance", "red")
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert (game.actor, game.player) == ("chance", "blue")


class Dawn(Step):
    """Counts how often a turn begins, as a rule of step 1 would."""

    name = "dawn"

    def __init__(self, at: int) -> None:
        self.at = at

    def enter(self, state: State) -> i64:
        state.registers[self.at] += 1
        return ON


class Part(Dawn):
    """Counts how often a part of a turn begins."""

    name = "part"


class Dawning(Box):
    """Something that happens at the beginning of a turn (step 1), and something that happens in each part (step 2)."""

    id = "dawning"

    def setup(self, rules: Rules) -> None:
        self.at = rules.register(2)
        rules.add_step("turn", 100, Dawn(self.at))
        rules.add_step("turn", 200, Part(self.at + 1))


@rule("R-TB-10", "R-TURN-04")
@pytest.mark.parametrize(("counts", "turns"), [("one_turn", 1), ("two_turns", 2)])
def test_a_double_turn_is_one_turn_or_two(counts: str, turns: int) -> None:
    """What happens at the beginning of a turn happens once, or twice if the option says so; step 2 comes twice."""
    chosen = {"double_turn_counts": counts, "builder_second_tile": "must", "first_player": "seat1"}
    setup = Setup(boxes=("traders_and_builders",), options=chosen)
    dawning = Dawning()
    boxes: list[Box] = [Carcassonne(), TradersAndBuilders(), dawning]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    rules = Rules(boxes, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game = Game(setup, deal=False)
    game.rules, game.state = rules, opening(rules)
    game.lay("\n".join(ROAD))
    before = [int(game.state.registers[dawning.at + k]) for k in (0, 1)]
    play(game, f"draw {STRAIGHT}", "place 2,0", "pass")
    assert (game.player, game.step) == ("red", "draw")
    after = [int(game.state.registers[dawning.at + k]) for k in (0, 1)]
    assert [after[0] - before[0], after[1] - before[1]] == [turns - 1, 1]
    play(game, f"draw {STRAIGHT}", "place 3,0", "pass")
    assert game.player == "blue"


# -- the builder goes home --------------------------------------------------------------------------------------------
@rule("TB-25", "TB-24")
def test_a_builder_left_alone_goes_home() -> None:
    """If something takes Red's only highwayman away, the builder goes too; while one is left, it stays."""
    lines = (*ROAD, f"lay {STRAIGHT} 2,0", "stand red meeple road at 2,0", "stand blue meeple city at 0,0")
    game = table(BOX, *lines)
    first, second = (figure for figure, node in enumerate(game.state.figure_at[:7]) if node >= 0)
    take_back(game.state, first)
    assert standing(game, "red", "builder") == 1
    take_back(game.state, second)
    assert standing(game, "red", "builder") == 0
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert standing(game, "blue", "meeple") == 1


@rule("TB-26", "TB-34", "TB-27", "GEN-04")
def test_the_builder_counts_in_no_majority() -> None:
    """Against two of Blue a highwayman and a builder are one: Blue scores, and all figures return."""
    game = table(
        BOX,
        f"lay {STRAIGHT} 1,0",
        f"lay {STRAIGHT} 2,0",
        f"lay {STRAIGHT} -1,0",
        f"lay {VILLAGE} 3,0",
        "stand red meeple road at 0,0",
        "stand red builder road at 2,0",
        "stand blue meeple road at 1,0",
        "stand blue meeple road at -1,0",
        f"red draw {VILLAGE}   place -2,0   pass",
    )
    assert scored(game) == ["blue scores 6: tiles 6"]
    assert game.supply == {seat: {"meeple": 7, "builder": 1, "pig": 1} for seat in ("red", "blue")}


@rule("TB-27", "GEN-04")
def test_builder_and_pig_are_no_followers() -> None:
    """They occupy nothing and weigh nothing; on an empty feature nobody is offered them."""
    game = table(BOX, f"red draw {MONASTERY}   place 0,1")
    kinds = {kind.name: kind for kind in game.rules.figure_kinds}
    assert [(kinds[name].occupies, kinds[name].weight) for name in ("builder", "pig")] == [(False, 0), (False, 0)]
    assert spots(game) == ["meeple monastery", "meeple field NL.NR.EL.ER.SL.SR.WL.WR"]


# -- the pig ----------------------------------------------------------------------------------------------------------
@rule("TB-28", "TURN-07b", "COMB-004", "D-TB-01")
def test_the_pig_joins_an_own_farmer() -> None:
    """On a field with an own farmer, and with others' farmers, the pig may be placed; without an own one it may not."""
    lines = (f"lay {MONASTERY} 0,1", f"lay {MONASTERY} 0,2", "stand blue meeple field at 0,1")
    field = "pig field NL.NR.EL.ER.SL.SR.WL.WR"
    alone = table(BOX, *lines, f"red draw {MONASTERY}   place 0,3")
    assert field not in spots(alone)
    game = table(BOX, *lines, "stand red meeple field at 0,2", f"red draw {MONASTERY}   place 0,3")
    assert field in spots(game)
    play(game, "deploy pig field")
    assert game.supply["red"] == {"meeple": 6, "builder": 1, "pig": 0}
    assert game.player == "blue"


@rule("TB-29")
def test_a_placed_pig_stays() -> None:
    """A pig on the table is not offered again, and scorings around it do not move it."""
    lines = (*FIELD, "stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    game = table(BOX, *lines, f"red draw {MONASTERY}   place -1,-2")
    assert not [spot for spot in spots(game) if spot.startswith("pig")]
    play(game, "pass", f"draw {VILLAGE}", "place 1,0", "pass")
    assert standing(game, "red", "pig") == 1


@rule("EX-TB-05", "TB-30", "TB-32", "SC-22", "R-TB-13")
def test_the_pig_makes_a_field_richer() -> None:
    """Red has the majority and the pig: 4 points for each of 2 cities; Blue has nothing."""
    farmers = ("stand red meeple field at 0,-1", "stand red meeple field at 1,-1", "stand blue meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    assert game.if_ended_now == {"red": 8, "blue": 0}
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 8, "blue": 0}
    assert scored(game) == ["red scores 8: cities 6, pig 2"]
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


@rule("EX-TB-08", "TB-30", "TB-31")
def test_sharing_the_majority_is_enough_for_the_pig() -> None:
    """One farmer each: Red with the pig scores 8, Blue 6; the pig is no second farmer and gives Blue nothing."""
    farmers = ("stand red meeple field at 0,-1", "stand blue meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 8, "blue": 6}


@rule("TB-31")
def test_a_pig_without_the_majority_brings_nothing() -> None:
    """Two of Blue against a farmer and a pig: Blue scores 6, Red nothing."""
    farmers = ("stand blue meeple field at 0,-1", "stand blue meeple field at 1,-1", "stand red meeple field at 1,-2")
    game = table(BOX, *FIELD, *farmers, "stand red pig field at -1,-1")
    finish(game, MONASTERY, "0,1")
    assert game.scores == {"red": 0, "blue": 6}


@rule("TB-32", "TB-30")
def test_only_completed_cities_fatten_the_pig() -> None:
    """An incomplete city at the field brings neither 3 points nor the pig's."""
    lines = (f"lay {CAP} 0,-1 turn 180", f"lay {CAP} 0,-2 turn 0", f"lay {MONASTERY} 1,-1")
    farmers = ("stand red meeple field at 0,-1", "stand red pig field at 1,-1")
    assert table(BOX, *lines, *farmers).if_ended_now == {"red": 4, "blue": 0}


@rule("R-TB-09")
def test_a_city_that_is_settled_otherwise_feeds_no_pig() -> None:
    """A city that another box has turned into something else is no completed city, for the field as for the pig."""
    game = table(BOX, *FIELD, "stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    assert game.if_ended_now["red"] == 8
    game.state.open_ends[game.state.root[node_at(game, "city", 0, -2)]] = -2
    assert game.if_ended_now["red"] == 4


@rule("R-TB-14")
def test_the_pig_and_the_old_counting_of_fields() -> None:
    """With `farm_scoring = per_city_4` Red has 4 points for each city, and 1 more for each through the pig's field."""
    farmers = ("stand red meeple field at 0,-1", "stand red pig field at -1,-1")
    game = table(BOX, "option farm_scoring per_city_4", *FIELD, *farmers)
    finish(game, MONASTERY, "0,1")
    assert scored(game) == ["red scores 2: pig 2", "red scores 4: supplied 4", "red scores 4: supplied 4"]


@rule("R-TB-07")
def test_a_pig_without_its_farmer_goes_home() -> None:
    """When the last own farmer leaves the field, the pig returns; another's farmer does not keep it."""
    farmers = ("stand red meeple field at 0,-1", "stand blue meeple field at 1,-2", "stand red pig field at -1,-1")
    game = table(BOX, *FIELD, *farmers)
    take_back(game.state, 0)
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}
    assert standing(game, "blue", "meeple") == 1


@rule("R-TB-19")
def test_without_farmers_the_pig_stays_in_the_supply() -> None:
    """In a game without farmers no pig is ever offered."""
    game = Game(Setup(boxes=("traders_and_builders",), without=("farmers",)), seed=4)
    chooser = bots.make("random", 4)
    while not game.over:
        assert not [spot for spot in spots(game) if spot.startswith("pig")]
        game.play(chooser.choose(game))


def test_without_the_pig_it_is_not_there() -> None:
    """The element `pig` can be left out; a farmer's field is worth 3 a city."""
    game = table(BOX, "without pig", *FIELD, "stand red meeple field at 0,-1", f"red draw {MONASTERY}   place -1,-2")
    assert not [spot for spot in spots(game) if spot.startswith("pig")]
    assert game.supply["red"] == {"meeple": 6, "builder": 1}
    assert game.if_ended_now["red"] == 6


# -- all together -----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_everything_that_is_said_has_a_text(language: str) -> None:
    """Every question, option, event and line of random games can be read in three languages."""
    seen: set[str] = set()
    for seed in range(4):
        game = Game(boxes=["traders_and_builders"], seed=seed, builder_second_tile=("may", "must")[seed % 2])
        chooser, texts = bots.make("random", seed), game.texts(language)
        while not game.over:
            assert texts.has(f"steps.{game.step}")
            seen |= {option.words[0] for option in game.options}
            special = [option for option in game.options if option.text.startswith(("deploy builder", "deploy pig"))]
            game.play(special[0] if special else chooser.choose(game))
        for event in game.events:
            told = event.text(texts)
            assert "{" not in told and "events." not in told and "lines." not in told
        seen |= {event.name for event in game.events}
        seen |= {line.label for event in game.events for line in event.lines}
        assert str(game)
    verbs = {"second", "stop", "deploy", "pass", "place"}
    assert verbs <= seen and {"wine", "grain", "cloth", "pig"} <= seen
    assert all(texts.has(f"options.{verb}") for verb in verbs)


def earns(game: Game, code: int) -> bool:
    """Whether laying the tile there extends the builder's feature."""
    rules = game.rules
    after = game.state.copy()
    after.play(code)  # without a figure to place the second tile may have begun by now
    return not game.state.registers[rules.extra_taken] and any(
        after.registers[register] for register in (rules.extra_earned, rules.extra_taken)
    )


@rule("TB-11", "TB-14", "TB-23", "TB-25", "TB-28", "R-TB-07")
@pytest.mark.parametrize("seed", range(5))
def test_what_holds_in_every_game(seed: int) -> None:
    """No builder or pig is ever alone or on anything complete, no symbol is lost, nobody lays three tiles in a row."""
    game = Game(boxes=["traders_and_builders"], seed=seed, builder_second_tile=("may", "must")[seed % 2])
    chooser, rules, state = bots.make("random", seed), game.rules, game.state
    while not game.over:
        wanted = [
            option for option in game.options if option.text.startswith(("deploy builder", "deploy pig", "second"))
        ]
        if game.step == "place":
            wanted = [option for option in game.options if earns(game, option.code)]
        game.play(wanted[0] if wanted else chooser.choose(game))
        stands = [
            (rules.figure_kinds[rules.figure_kind[figure]].name, rules.figure_seat[figure], state.root[node])
            for figure, node in enumerate(state.figure_at)
            if node >= 0
        ]
        for kind, seat, feature in stands:
            if kind != "meeple":
                assert ("meeple", seat, feature) in stands
                assert kind == "pig" or game.step in ("place", "deploy") or state.open_ends[feature] > 0
        if game.step == "place":
            for name in GOODS:
                column = rules.table.trait_of(f"goods:{name}")
                nodes = [node for node in range(state.nodes) if state.open_ends[state.root[node]] == -1]
                shown = sum(rules.table.trait(state.node_segment[node], column) for node in nodes)
                assert shown == sum(tokens(game, seat).get(name, 0) for seat in game.seats)
    laid = [event.seat for event in game.events if event.name == "placed"]
    assert any(one == other for one, other in itertools.pairwise(laid))
    assert not any(len(set(laid[at : at + 3])) == 1 for at in range(len(laid) - 2))


def test_greedy_beats_random() -> None:
    """A bot that knows nothing of the box uses it better than chance."""
    won = 0
    for seed in range(6):
        game = Game(players=["red", "blue"], boxes=["traders_and_builders"], seed=seed, first_player="seat1")
        seat = game.seats[seed % 2]
        players = {name: bots.make("greedy" if name == seat else "random", seed) for name in game.seats}
        for _ in range(32):
            game.play(players[game.actor or ""].choose(game))
        now = game.if_ended_now
        won += now[seat] > max(points for name, points in now.items() if name != seat)
    assert won >= 4
