"""Traders & Builders: its pieces, goods, and everything together."""

from __future__ import annotations

import itertools
from collections import Counter

import pytest
from mypy_extensions import i64

from aude import bots
from aude.api import Game
from aude.boxes.traders_and_builders.conftest import (
    BOX,
    CAP,
    CLOSING,
    MARKET,
    MONASTERY,
    TB,
    VILLAGE,
    give,
    node_at,
    tokens,
)
from aude.boxes.traders_and_builders.pieces import GOODS
from aude.engine.arrays import vec
from aude.engine.choice import Choice
from aude.engine.rules import ASK, CONTINUE, Part, PartsOf, Rules, Step
from aude.engine.start import begin
from aude.engine.state import State
from aude.errors import Unreadable
from aude.game.setup import COLOURS, Setup
from aude.testing import finish, play, rule, scenario, scored, spots, table


# -- set-up and new tiles ---------------------------------------------------------------------------------------------
@rule("TB-01")
def test_the_box_needs_the_base_game() -> None:
    """By itself the box is not a game; with the base game it is."""
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
        return ASK if len(state.completed) else CONTINUE

    def legal(self, state: State) -> vec[i64]:
        return vec[i64]([0])

    def describe(self, state: State, action: i64) -> Choice:
        return Choice("pass")


class Pausing(Part):
    """Brings that question."""

    def setup(self, rules: Rules) -> None:
        rules.add_step("turn", 1740, Pause())


@rule("TURN-17.8", "TB-13")
def test_goods_are_foreseen_in_the_middle_of_a_scoring() -> None:
    """A city that is scored but whose goods are still to come counts once, before and after."""
    game = table(BOX, *MARKET, f"red draw {CAP}   {CLOSING}")
    setup = game.setup
    boxes: list[PartsOf] = [*(info.parts() for info in setup.infos()), lambda _: [Pausing()]]
    start = [("base/CRFR-rEW", 0, 0, 0)]
    game.rules = Rules(boxes, list(setup.players), setup.values(), setup.elements(), {}, setup.tile_list(), start)
    game.state = State(game.rules)
    begin(game.state)
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
    assert "goods" not in game.rules.step_numbers
    assert game.if_ended_now == {"red": 10, "blue": 0}
    assert sum(game.tiles_left.values()) == 71 + 24 - 4
    assert game.supply["red"] == {"meeple": 7, "builder": 1, "pig": 1}


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
            seen |= {option.action.verb for option in game.options}
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
