"""Tiles in a fixed order, and tiles of boxes that are not in the game: what a set-up can say about the stack."""

from __future__ import annotations

import random
from dataclasses import replace

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from aude import Game, Illegal, Setup, Unreadable
from aude.catalog import boxes
from aude.dev import perft
from aude.engine import drive
from aude.engine.rng import Random
from aude.game.setup import COLOURS
from strategies import setups

FIRST = {"first_player": "seat1"}
ORDER = ("base/RRRR", "base/FFFF-monastery", "base/CFFF", "base/CFFF")


def draws(game: Game) -> list[str]:
    return [move.text.removeprefix("draw ") for move in game.moves if move.text.startswith("draw ")]


def finished(game: Game, seed: int = 1) -> Game:
    choose = random.Random(seed)
    while not game.over:
        option = choose.choice(game.options)
        game.play(option if option.low is None else option.at(option.low))
    return game


# -- an order ---------------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("seed", range(3))
def test_the_tiles_of_an_order_come_first_and_then_the_others(seed: int) -> None:
    game = finished(Game(Setup(order=ORDER), seed=seed), seed)
    assert tuple(draws(game)[:4]) == ORDER
    assert len(draws(game)) == 71 and len(set(draws(game)[4:])) > 10
    assert draws(game) != draws(finished(Game(Setup(order=ORDER), seed=seed + 10), seed))


def test_with_no_rest_the_game_ends_with_the_order() -> None:
    game = Game(Setup(order=ORDER, rest="none", options=FIRST), seed=1)
    assert game.tile == "base/RRRR" and game.tiles_left == {"base/FFFF-monastery": 1, "base/CFFF": 2}
    assert draws(finished(game)) == list(ORDER)


def test_by_hand_only_the_tile_of_the_order_can_be_drawn() -> None:
    game = Game(Setup(order=ORDER, options=FIRST), deal=False)
    assert [option.text for option in game.options] == ["draw base/RRRR"]
    with pytest.raises(Illegal, match="the set-up says that a different tile comes next") as error:
        game.play("draw base/CFFF")
    assert error.value.rule == "BASE-12" and game.options[0].text == "draw base/RRRR"
    for action in ("draw base/RRRR", "place 1,0", "pass"):
        game.play(action)
    assert [option.text for option in game.options] == ["draw base/FFFF-monastery"]


def test_a_record_keeps_the_order_and_reads_it_back() -> None:
    setup = Setup(order=ORDER, rest="none", options=FIRST, position="lay base/CFFF 0,-1 turn 180\nturn blue")
    game = finished(Game(setup, seed=3))
    again = Game.read(game.record)
    assert "order base/RRRR base/FFFF-monastery base/CFFF base/CFFF\nrest none\nseed 3\n" in game.record
    assert again == game and again.record == game.record and again.setup == setup
    assert again.fingerprint() == game.fingerprint() and game.at(4).tile == "base/FFFF-monastery"


def test_the_order_belongs_to_the_fingerprint() -> None:
    prints = {
        Game(Setup(order=order, rest=rest, options=FIRST), deal=False).fingerprint()
        for order, rest in ((ORDER, "random"), (ORDER[::-1], "random"), (ORDER, "none"), ((), "random"))
    }
    assert len(prints) == 4
    game = Game(Setup(order=ORDER), seed=1)
    with pytest.raises(Unreadable, match="a different set-up"):
        Game(seed=1).restore(game.to_bytes())


def test_a_snapshot_knows_how_much_of_the_order_has_come() -> None:
    game = Game(Setup(order=ORDER, options=FIRST), seed=1)
    for action in ("place 1,0", "pass"):
        game.play(action)
    twin = Game(Setup(order=ORDER, options=FIRST), deal=False)
    twin.restore(game.to_bytes())
    assert twin == game and twin.tile == "base/FFFF-monastery"
    twin.play(twin.options[0])
    twin.play("pass")
    assert [option.text for option in twin.options] == ["draw base/CFFF"]


def test_each_stack_has_its_own_order() -> None:
    """The river is drawn first, in the order of its own tiles."""
    game = Game(Setup(boxes=("river",), options=FIRST), deal=False)
    inner = [option.text.removeprefix("draw ") for option in game.options][-2:]
    game = finished(Game(Setup(boxes=("river",), order=("base/RRRR", *inner)), seed=2))
    drawn = draws(game)
    assert drawn[:2] == inner
    assert drawn.index("base/RRRR") == next(at for at, tile in enumerate(drawn) if tile.startswith("base/"))


def test_an_auction_takes_its_tiles_from_the_order() -> None:
    box = "bridges_castles_and_bazaars"
    bazaar = next(tile.id for tile, _ in Setup(boxes=(box,)).tile_list() if "bazaar" in tile.symbols)
    game = Game(Setup(boxes=(box,), order=(bazaar, *ORDER), options=FIRST), seed=1)
    finished(game)
    assert tuple(draws(game)[:5]) == (bazaar, *ORDER)


def test_without_a_dealer_the_engine_draws_the_order_too() -> None:
    """Roll-outs and counts are made on the engine alone."""
    state = drive.opening(Setup(order=ORDER, rest="none", options=FIRST).rules())
    assert perft.deal_order(state, 5) == [state.rules.table.index[tile] for tile in ORDER]
    drive.roll_out(state, Random(1))
    assert state.bag_size == 0 and state.slots <= 5


def test_a_position_leaves_the_tiles_of_the_order() -> None:
    game = Game(Setup(order=("base/RRRR", "base/CFFF"), options=FIRST), deal=False)
    with pytest.raises(Unreadable, match="order: it names 1 of base/RRRR, but only 0 can be drawn"):
        game.lay("gone base/RRRR")
    assert game.position == [] and game.setup.position == ""
    game.lay("gone base/CFFF\nturn blue")
    assert game.player == "blue" and [option.text for option in game.options] == ["draw base/RRRR"]
    assert Game.read(game.record) == game


def test_a_position_in_a_game_with_nothing_but_an_order() -> None:
    """What it lays is there besides the tiles of the order."""
    game = Game(Setup(order=("base/RRRR",), rest="none", options=FIRST), seed=1)
    fresh = Game(Setup(order=("base/RRRR",), rest="none", options=FIRST), deal=False)
    fresh.lay("lay base/CFFF 0,-1 turn 180")
    assert fresh.tiles_left == {"base/RRRR": 1} and Game.read(fresh.record) == fresh
    with pytest.raises(Unreadable, match="before the first action"):
        game.lay("lay base/CFFF 0,-1 turn 180")


@given(setups(), st.data())
@settings(max_examples=15)
def test_any_game_can_have_an_order(setup: Setup, data: st.DataObject) -> None:
    """In every mix of boxes: the tiles of the common stack come as the order says, and the game reads back."""
    rules = setup.rules()
    start = [name for name, *_ in rules.start]
    tiles = [
        tile.id for tile, count in rules.tiles
        for _ in range(count - start.count(tile.id)) if rules.stack_of.get(tile.id, 0) == 0
    ]  # fmt: skip
    order = data.draw(st.lists(st.sampled_from(range(len(tiles))), unique=True, min_size=1, max_size=5))
    wanted = [tiles[number] for number in order]
    game = Game(replace(setup, order=tuple(wanted)), seed=data.draw(st.integers(0, 99)))
    finished(game)
    drawn = draws(game)
    assert [tile for tile in drawn if rules.stack_of.get(tile, 0) == 0][: len(wanted)] == wanted
    assert Game.read(game.record) == game


@pytest.mark.parametrize(
    ("fields", "says"),
    [
        ({"order": ["base/RRR"]}, "order: 'base/RRR' is not among the tiles; tiles: base/"),
        ({"order": ["base/RRRR"] * 2}, "order: it names 2 of base/RRRR, but only 1 can be drawn"),
        ({"order": ["base/CRFR-rEW"] * 4}, "order: it names 4 of base/CRFR-rEW, but only 3 can be drawn"),
        ({"order": ["base/RRRR"], "position": "gone base/RRRR"}, "order: it names 1 of base/RRRR, but only 0 can be"),
        ({"order": "base/RRRR"}, "order: expected a list"),
        ({"order": ["base/RRRR"], "rest": "some"}, "rest: 'some' is not valid; values: random, none"),
        ({"rest": "none"}, "rest: 'none' would leave no tile to draw; name some in 'order'"),
        ({"seed": -1}, "seed: -1: must be a whole number from 0 to"),
        ({"seed": True}, "seed: True: must be a whole number from 0 to"),
        ({"seed": 1 << 63}, "a whole number from 0 to 9223372036854775807"),
    ],
)  # fmt: skip
def test_mistakes(fields: dict[str, object], says: str) -> None:
    with pytest.raises(Unreadable) as error:
        Setup(**fields).rules()  # type: ignore[arg-type]
    assert says in str(error.value)


def test_a_tile_of_a_block_that_the_first_player_lays_cannot_come() -> None:
    """Beside the City of Carcassonne the wheel is laid by hand, as one block: its tiles are never drawn."""
    boxes, order = ("count", "wheel_of_fortune"), ("wheel_of_fortune/w11",)
    setup = Setup(boxes=boxes, options={"start_blocks": "manual"}, order=order)
    with pytest.raises(Unreadable, match="order: it names 1 of wheel_of_fortune/w11, but only 0 can be drawn"):
        Game(setup, deal=False)


def test_a_seed_and_a_position_of_the_set_up() -> None:
    """Duplicate play: the set-up's seed deals, unless the game is given another."""
    setup = Setup(seed=7, position="lay base/CFFF 0,-1 turn 180  # closed\n\npoints red 4\nturn blue")
    game = Game(setup)
    assert game.seed == 7 and game.player == "blue" and game.scores["red"] == 4
    assert Game(setup).tile == game.tile and Game(setup, seed=8).seed == 8
    assert Game(setup, deal=False).seed is None
    assert Game.read(game.record) == game
    with pytest.raises(Unreadable, match="line 2: there is no tile 'base/CFF'"):
        Game(Setup(position="points red 4\nlay base/CFF 0,-1"))
    assert Setup(position=" \n # nothing\n") == Setup()


# -- guests -----------------------------------------------------------------------------------------------------------
SETS = boxes.tile_sets("carcassonne")
LENDING = [name for name in SETS if "river" not in name and name not in ("gq11", "count")]


@pytest.mark.parametrize("name", LENDING)
def test_tiles_without_the_rules_of_their_box(name: str) -> None:
    """The tiles are drawn, and what only their box would explain does nothing."""
    game = finished(Game(Setup(tiles={name: 1, "base": 1}), seed=4))
    drawn = [tile for tile in draws(game) if tile.startswith(f"{name}/")]
    assert drawn and [type(part).__name__ for part in game.rules.parts] == ["Carcassonne"]
    assert {move.text.split()[0] for move in game.moves} <= {"start", "draw", "place", "deploy", "pass"}
    assert Game.read(game.record) == game


def test_tiles_that_a_box_lays_or_hands_out_are_not_lent() -> None:
    lent = [tile.id for tile, _ in Setup(tiles={"wheel_of_fortune": 1, "abbey_mayor": 1}).tile_list()]
    with_rules = Setup(boxes=("wheel_of_fortune", "abbey_and_mayor"), players=COLOURS[:2])
    block = {name for name, *_ in with_rules.rules().start}
    abbeys = {tile.id for tile, count in with_rules.tile_list() if not count}
    assert len(block) == 16 and abbeys and not (block | abbeys) & set(lent)


def test_inns_are_decoration_without_their_box_and_named_in_words() -> None:
    setup = Setup(tiles={"inns_cathedrals": 1}, options=FIRST)
    inn = next(tile.id for tile, _ in setup.tile_list() if any("inn" in s.traits for s in tile.segments))
    with_box = Setup(boxes=("inns_and_cathedrals",), options=FIRST)
    worth = []
    for given_up in (setup, with_box):
        game = Game(given_up, deal=False)
        game.play(f"draw {inn}")
        place = next(option for option in game.options if option.text.startswith("place 1,0"))
        game.play(place)
        game.play(next(o for o in game.options if o.text.startswith("deploy meeple road")))
        worth.append(game.if_ended_now["red"])
    assert worth[0] > worth[1] == 0  # an unfinished road with an inn is worth nothing, if anybody knows what an inn is
    assert Game(setup, deal=False).texts("nl").word("inn") == with_box_word("inn")


def with_box_word(word: str) -> str:
    return Game(boxes=["inns_and_cathedrals"], deal=False).texts("nl").word(word)


def test_pieces_without_tiles() -> None:
    game = Game(Setup(boxes=("inns_and_cathedrals",), tiles={"inns_cathedrals": 0}), deal=False)
    assert game.supply["red"]["large_follower"] == 1 and sum(game.tiles_left.values()) == 71


@pytest.mark.parametrize(
    ("name", "says"),
    [
        ("river", "tiles river: no box of this game knows what a river is; add the box river itself"),
        ("count", "tiles count: they are not drawn; add the box count itself"),
    ],
)
def test_tiles_that_cannot_be_lent(name: str, says: str) -> None:
    with pytest.raises(Unreadable) as error:
        Setup(tiles={name: 1}).rules()
    assert str(error.value) == says
    assert Setup(tiles={name: 0}).rules().tiles  # none of them is no mistake


def test_another_games_tiles_are_unknown() -> None:
    with pytest.raises(Unreadable, match="there is no tile set 'the_city'; sets: base"):
        Setup(tiles={"the_city": 1}).rules()
