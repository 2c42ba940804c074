"""The Tunnel, rule by rule: TUN-01 … TUN-05 with their example and rulings. TUN-06 stands in test_underpass.py."""

from __future__ import annotations

import pytest

from aude import bots
from aude.api import Game
from aude.boxes.tunnel.rules import EXIT, Tunnel
from aude.engine.joining import port_node
from aude.engine.state import DONE
from aude.errors import Illegal
from aude.game.setup import COLOURS, Setup
from aude.testing import leave_in_stack, part_of, rule, scenario, scored, spots, table

BOX = "boxes tunnel"
FIELD = "base/FFFF-monastery"
END = "base/FFRF-monastery"
STRAIGHT = "base/FRFR-rEW"

# The start tile lies at 0,0: a road from east to west. A road of 3 tiles runs from the monastery in the west to the
# exit LONG, one of 2 tiles from the exit SHORT to the monastery at 1,1. Two more exits are open at their sides too.
TWO_ROADS = (
    f"lay {END} -1,0 turn 270",
    "lay tunnel/FRRF 1,0 turn 180",
    "lay tunnel/CRFR 0,1 turn 180",
    f"lay {END} 1,1 turn 90",
)
LONG = "road W at 1,0"
SHORT = "road E at 0,1"
OPEN = "road N at 1,0"
OPEN_TOO = "road W at 0,1"
EXITS = [LONG, OPEN, SHORT, OPEN_TOO]


def turn(game: Game, *actions: str) -> Game:
    """Lay a tile of field as far to the east as possible, place no figure, and act."""
    game.play(f"draw {FIELD}")
    game.play(max(game.options, key=lambda option: int(option.text.split()[1].split(",")[0])))
    for action in ("pass", *actions):
        game.play(action)
    return game


def offered(game: Game) -> list[str]:
    """Where a token may be put."""
    assert game.step == "tunnel" or game.step == "tunnel_early"
    assert game.options[0].text == "pass"
    return [option.text.removeprefix("tunnel ") for option in game.options[1:]]


def in_hand(game: Game) -> list[int]:
    """How many tokens each seat still has."""
    tunnel = part_of(game, Tunnel)
    each = 2 * int(tunnel.sets)
    registers = [int(number) for number in game.state.registers[tunnel.tokens : tunnel.tokens + each * len(game.seats)]]
    return [registers[each * seat : each * seat + each].count(0) for seat in range(len(game.seats))]


def road_at(game: Game, spot: str) -> int:
    """The feature of an exit, named as in an option."""
    state = game.state
    kind, side, _, cell = spot.split()
    x, y = map(int, cell.split(","))
    assert kind == "road"
    return int(state.root[port_node(state, state.board_at(x, y) - 1, "NESW".index(side))])


# -- tiles and tokens -------------------------------------------------------------------------------------------------
@pytest.mark.parametrize("edition", ["current", "first"])
def test_four_tiles_with_ten_exits_are_shuffled_in(edition: str) -> None:
    """Every exit is a road of its own with one side."""
    tiles = Setup(boxes=("tunnel",), options={"edition": edition}).tile_list()
    mine = [(tile, count) for tile, count in tiles if tile.set == "tunnel"]
    assert sum(count for _, count in mine) == 4
    exits = [segment for tile, _ in mine for segment in tile.segments if EXIT in segment.traits]
    assert len(exits) == 10
    assert {(segment.kind, len(segment.ports)) for segment in exits} == {("road", 1)}


@rule("R-TUN-01")
@pytest.mark.parametrize(
    ("option", "tokens"), [("seed", [4, 2, 2, 2]), ("official", [6, 4, 2, 2]), ("single", [2, 2, 2, 2])]
)
def test_how_many_tokens_each_player_has(option: str, tokens: list[int]) -> None:
    """By the number of players, 2 to 5; a set is two tokens. As many can be placed."""
    for seats, each in zip((2, 3, 4, 5), tokens, strict=True):
        game = Game(players=COLOURS[:seats], boxes=["tunnel"], deal=False, tunnel_tokens=option)
        assert in_hand(game) == [each] * seats
    assert Setup(boxes=("tunnel",)).values()["tunnel_tokens"] == "seed"


@rule("R-TUN-01")
def test_six_players_have_one_set_each() -> None:
    """The sixth seat comes from elsewhere."""
    for option in ("seed", "official", "single"):
        game = Game(players=COLOURS, boxes=["tunnel"], deal=False, sixth_player="on", tunnel_tokens=option)
        assert in_hand(game) == [2] * 6


@rule("R-BASE-13")
def test_who_plays_alone_has_the_tokens_of_two_players() -> None:
    game = Game(players=["red"], boxes=["tunnel"], deal=False, single_player="on", tunnel_tokens="official")
    assert in_hand(game) == [6]


@rule("R-TUN-01", "TUN-01")
@pytest.mark.parametrize(("option", "tokens"), [("seed", 4), ("official", 6), ("single", 2)])
def test_without_a_token_nobody_is_asked(option: str, tokens: int) -> None:
    """Red places one each turn until all are used; then Red's turns are without the question."""
    more = ("lay tunnel/FRRF 1,-1", "lay tunnel/CRFR -1,1 turn 180")
    game = table(BOX, f"option tunnel_tokens {option}", "tiles base 4", "tiles tunnel 2", *TWO_ROADS, *more)
    placed = 0
    while True:
        turn(game)
        if game.step != "tunnel":
            break
        assert game.actor == "red"
        game.play(f"tunnel {offered(game)[0]}")
        placed += 1
        turn(game, "pass")
    assert placed == tokens and in_hand(game)[0] == 0
    assert game.player == "blue" and len(part_of(game, Tunnel).exits(game.state)) == 8


@rule("TUN-01", "TURN-09", "D-TUN-01", "R-TUN-12")
def test_a_token_may_go_on_any_exit_or_none() -> None:
    """After the figure the player is asked: every exit on the table, whoever stands there, or none."""
    game = table(BOX, *TWO_ROADS, "stand blue meeple road at 0,0", "stand red meeple road at 1,1")
    turn(game)
    assert (game.actor, game.step) == ("red", "tunnel")
    assert offered(game) == EXITS
    game.play("pass")
    assert (game.player, in_hand(game)) == ("blue", [4, 4])
    turn(game, f"tunnel {LONG}")
    assert in_hand(game) == [4, 3]
    assert [event.line() for event in game.events if event.name.startswith("tunnel")] == [f"blue tunnel_token {LONG}"]


@rule("TUN-01")
def test_a_token_may_go_on_the_tile_just_laid() -> None:
    """Its exits are offered without a cell, as figures are."""
    game = table(BOX, "red   draw tunnel/CRRR   place 1,0   deploy meeple road W")
    assert offered(game) == ["road W", "road E", "road S"]
    game.play("tunnel road S")
    assert in_hand(game) == [3, 4]


@rule("TUN-01")
def test_without_a_free_exit_nobody_is_asked() -> None:
    """No exit on the table, or a token on each: the turn is the base game's."""
    game = table(BOX)
    turn(game)
    assert game.player == "blue" and game.actor == "chance"
    game = table(BOX, "lay tunnel/FRRF 1,0 turn 180")
    turn(game, "tunnel road W at 1,0")
    turn(game, "tunnel road N at 1,0")
    assert game.player == "red" and game.step == "draw"
    turn(game)
    assert game.player == "blue" and game.actor == "chance"


@rule("TUN-01")
@pytest.mark.parametrize(
    ("action", "named", "says"),
    [
        (f"tunnel {LONG}", "TUN-01", "there is already a tunnel token there"),
        ("tunnel road E at 0,0", "TUN-01", "there is no such tunnel exit"),
        ("tunnel road S", "TUN-01", "there is no such tunnel exit"),
        ("tunnel city at 0,1", "TUN-01", "there is no such tunnel exit"),
        (f"tunnel {SHORT} to {LONG}", "TUN-03", "you have no token that belongs with the one there"),
        ("deploy meeple monastery", "BASE-11", "not"),
    ],
)
def test_what_is_refused_and_why(action: str, named: str, says: str) -> None:
    """Red's token lies on an exit; Blue may use neither that exit nor that token."""
    game = turn(turn(table(BOX, *TWO_ROADS), f"tunnel {LONG}"))
    before = game.to_bytes()
    with pytest.raises(Illegal) as refusal:
        game.play(action)
    assert refusal.value.rule == named and says in refusal.value.says
    assert game.to_bytes() == before


# -- joining ----------------------------------------------------------------------------------------------------------
@rule("TUN-02", "R-TUN-06")
def test_the_second_token_is_for_a_later_turn() -> None:
    """One token ends the question, though Red has more; in the next turn the second may follow."""
    game = table(BOX, "option tunnel_tokens single", *TWO_ROADS)
    turn(game, f"tunnel {LONG}")
    assert game.actor == "chance" and game.player == "blue" and in_hand(game) == [1, 2]
    with pytest.raises(Illegal):
        game.play(f"tunnel {SHORT}", "red")
    turn(game, "pass")
    turn(game)
    assert offered(game) == [f"{exit} to {LONG}" for exit in EXITS if exit != LONG]
    game.play(f"tunnel {SHORT}")  # what is not doubtful may be left out
    assert game.moves[-1].text == f"tunnel {SHORT} to {LONG}"
    assert in_hand(game) == [0, 2]


@rule("EX-TUN-01", "TUN-03", "TUN-04", "TUN-05")
def test_two_exits_far_from_each_other_make_one_road() -> None:
    """The road of 2 and the road of 3 tiles are one of 5, scored in the turn of the second token."""
    game = scenario("far_exits")
    assert game.scores == {"red": 5, "blue": 0}
    assert game.supply["red"]["meeple"] == 7
    assert road_at(game, LONG) == road_at(game, SHORT)
    assert game.state.open_ends[road_at(game, LONG)] == DONE


@rule("TUN-03")
def test_one_token_joins_nothing() -> None:
    """With the first token of Red and the first of Blue the roads are two; Red's second makes them one."""
    game = table(BOX, *TWO_ROADS)
    turn(game, f"tunnel {LONG}")
    turn(game, f"tunnel {SHORT}")
    assert road_at(game, LONG) != road_at(game, SHORT)
    turn(game, f"tunnel {OPEN_TOO} to {LONG}")
    assert road_at(game, LONG) == road_at(game, OPEN_TOO) != road_at(game, SHORT)
    assert game.state.open_ends[road_at(game, LONG)] == 1


@rule("TUN-05")
def test_only_a_completed_road_is_scored() -> None:
    """A road that is joined but open elsewhere waits; the tile that closes it brings the points of all of it."""
    game = table(BOX, "tiles base 2", *TWO_ROADS, "stand red meeple road at 0,0")
    turn(game, f"tunnel {LONG}")
    turn(game, "pass")
    turn(game, f"tunnel {OPEN} to {LONG}")
    assert scored(game) == [] and game.if_ended_now == {"red": 3, "blue": 0}
    for action in (f"draw {END}", "place 1,-1 turn 0"):
        game.play(action)
    assert game.if_ended_now == {"red": 4, "blue": 0}
    game.play("pass")
    game.play("pass")
    assert scored(game) == ["red scores 4: tiles 4"]


@rule("TUN-05")
def test_a_completed_road_without_followers_brings_nothing() -> None:
    """It is complete all the same."""
    game = table(BOX, *TWO_ROADS)
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {SHORT} to {LONG}")
    assert scored(game) == [] and game.state.is_complete(road_at(game, SHORT))


@rule("R-TUN-02")
@pytest.mark.parametrize("tokens", [0, 1])
def test_an_open_exit_leaves_a_road_incomplete(tokens: int) -> None:
    """Closed everywhere else, with one token or none: not scored, but worth a point a tile at the end."""
    game = table(BOX, *TWO_ROADS, "stand red meeple road at 0,0")
    turn(game, f"tunnel {LONG}" if tokens else "pass")
    assert scored(game) == [] and game.supply["red"]["meeple"] == 6
    assert game.state.open_ends[road_at(game, LONG)] == 1
    leave_in_stack(game, FIELD)
    turn(game, "pass")
    assert game.over and scored(game) == ["red scores 3: tiles 3"]
    assert game.events[-2].facts["complete"] == 0


@rule("R-TUN-03")
def test_a_tile_with_both_exits_counts_once() -> None:
    """From the western monastery to 1,0, and from 1,0 to the monastery in the north: 4 tiles, not 5."""
    game = table(BOX, "tiles base 2", *TWO_ROADS, f"lay {END} 1,-1", "stand red meeple road at 0,0")
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {OPEN} to {LONG}")
    assert scored(game) == ["red scores 4: tiles 4"]


@rule("TUN-04")
def test_both_tokens_may_lie_on_one_tile() -> None:
    """Three exits of a hill: two of them are joined, the third stays as it is."""
    game = table(BOX, "lay tunnel/CRRR 1,0")
    turn(turn(turn(game, "tunnel road W at 1,0"), "pass"), "tunnel road E at 1,0 to road W at 1,0")
    assert road_at(game, "road W at 1,0") == road_at(game, "road E at 1,0") != road_at(game, "road S at 1,0")


@rule("R-TUN-05")
@pytest.mark.parametrize(("more", "scores"), [((), ["red", "blue"]), (("stand blue meeple road E at 0,1",), ["blue"])])
def test_a_tunnel_joins_occupied_roads(more: tuple[str, ...], scores: list[str]) -> None:
    """One follower each: both score in full. A second one of Blue's on the road: Blue alone."""
    game = table(BOX, *TWO_ROADS, "stand red meeple road at 0,0", "stand blue meeple road at 1,1", *more)
    turn(turn(turn(game, f"tunnel {LONG}"), "pass"), f"tunnel {SHORT} to {LONG}")
    assert scored(game) == [f"{seat} scores 5: tiles 5" for seat in scores]
    assert [game.supply[seat]["meeple"] for seat in game.seats] == [7, 7]


@rule("R-TUN-07")
def test_everybody_uses_a_tunnel() -> None:
    """Blue's road runs through Red's tunnel, and Blue's tokens pair with Blue's only."""
    game = table(BOX, *TWO_ROADS, "stand blue meeple road at 0,0")
    turn(turn(turn(game, f"tunnel {LONG}"), f"tunnel {OPEN}"), f"tunnel {SHORT} to {LONG}")
    assert scored(game) == ["blue scores 5: tiles 5"]
    turn(game)
    assert offered(game) == [f"{OPEN_TOO} to {OPEN}", OPEN_TOO]


@rule("R-TUN-10")
def test_a_road_may_be_joined_to_itself() -> None:
    """The road of the start tile ends in an exit on either side: the tunnel makes a ring of it, and it is complete."""
    ends = ("lay tunnel/FRRF 1,0 turn 180", "lay tunnel/FRRF -1,0 turn 270", "stand red meeple road at 0,0")
    game = table(BOX, "tiles tunnel 2", *ends)
    assert road_at(game, "road W at 1,0") == road_at(game, "road E at -1,0")
    assert game.state.open_ends[road_at(game, "road W at 1,0")] == 2
    turn(turn(turn(game, "tunnel road W at 1,0"), "pass"), "tunnel road E at -1,0 to road W at 1,0")
    assert scored(game) == ["red scores 3: tiles 3"]


@rule("R-TUN-11")
def test_a_player_chooses_of_which_set_a_token_is() -> None:
    """Two sets that nobody has begun are one choice; with one begun, both can be gone on with."""
    game = table(BOX, "option tunnel_tokens official", "tiles base 2", *TWO_ROADS)
    turn(game)
    assert offered(game) == EXITS  # of three sets
    game.play(f"tunnel {LONG}")
    turn(game, "pass")
    turn(game)
    left = [OPEN, OPEN_TOO]
    free = [OPEN, SHORT, OPEN_TOO]
    assert offered(game) == [f"{exit} to {LONG}" for exit in free] + free
    game.play(f"tunnel {SHORT}")
    assert road_at(game, LONG) != road_at(game, SHORT)
    turn(game, "pass")
    turn(game)
    assert offered(game) == [f"{exit} to {LONG}" for exit in left] + [f"{exit} to {SHORT}" for exit in left] + left
    game.play(f"tunnel {OPEN} to {SHORT}")
    assert road_at(game, OPEN) == road_at(game, SHORT) != road_at(game, LONG)
    turn(game, "pass")
    turn(game)
    assert offered(game) == [f"{OPEN_TOO} to {LONG}", OPEN_TOO]


@rule("R-TUN-13")
def test_tokens_stay_where_they_are() -> None:
    """A scored road's exits are taken for ever, and its tokens do not come back."""
    game = scenario("far_exits")
    assert in_hand(game) == [2, 4]
    turn(game)
    assert offered(game) == [OPEN, OPEN_TOO]


@rule("R-TUN-17")
def test_a_position_laid_by_hand_has_no_tokens() -> None:
    """Everybody has all tokens, and every exit is free."""
    game = table(BOX, *TWO_ROADS, "points red 30", "turn blue")
    turn(game)
    assert game.actor == "blue" and in_hand(game) == [4, 4] and offered(game) == EXITS


# -- when -------------------------------------------------------------------------------------------------------------
# Blue's road of 3 tiles ends in an exit at 1,0. Red's first token lies there; the hill that Red lays has three exits.
OCCUPIED = (f"lay {END} -1,0 turn 270", "lay tunnel/FRRF 1,0 turn 180", "stand blue meeple road at 0,0")
HILL = ("draw tunnel/CRRR", "place 1,-1 turn 0")


@rule("R-TUN-08", "TUN-01")
def test_the_follower_comes_before_the_token() -> None:
    """`step9`: Red places on the road of the hill, then joins it to Blue's: both share what it brings."""
    game = turn(turn(table(BOX, *OCCUPIED), f"tunnel {LONG}"), "pass")
    for action in HILL:
        game.play(action)
    assert game.step == "deploy" and "meeple road E" in spots(game)
    game.play("deploy meeple road E")
    game.play(f"tunnel road E to {LONG}")
    assert game.if_ended_now == {"red": 4, "blue": 4}


@rule("R-TUN-08", "R-TUN-15")
def test_any_time_the_token_may_come_before_the_follower() -> None:
    """`any_time`: the token first, and the joined road is Blue's; no second token after the follower."""
    lines = (BOX, "option tunnel_timing any_time", *OCCUPIED)
    game = table(*lines)
    for action in (f"draw {FIELD}", "place 2,0", f"tunnel {LONG}", "pass", f"draw {FIELD}", "place 3,0"):
        game.play(action)
    for action in ("pass", "pass", "pass", *HILL):
        game.play(action)
    assert (game.step, game.actor) == ("tunnel_early", "red")
    assert f"road E to {LONG}" in offered(game)
    game.play(f"tunnel road E to {LONG}")
    assert game.step == "deploy"
    assert "meeple road E" not in spots(game) and "meeple road S" in spots(game)
    game.play("pass")
    assert game.actor == "chance" and game.player == "blue" and in_hand(game) == [2, 4]


@rule("R-TUN-08", "R-TUN-15", "R-TUN-06")
def test_any_time_who_waits_is_asked_again() -> None:
    """`any_time`: without a token before the follower there may be one after it; the next turn has its own."""
    game = table(BOX, "option tunnel_timing any_time", *TWO_ROADS)
    for action in (f"draw {FIELD}", "place 2,0", "pass", "deploy meeple monastery"):
        game.play(action)
    assert game.step == "tunnel"
    game.play(f"tunnel {LONG}")
    for action in (f"draw {FIELD}", "place 3,0"):
        game.play(action)
    assert (game.step, game.actor) == ("tunnel_early", "blue")
    game.play(f"tunnel {OPEN}")
    game.play("deploy meeple monastery")
    assert game.actor == "chance" and in_hand(game) == [3, 3]


# -- bots and words ---------------------------------------------------------------------------------------------------
def test_the_greedy_bot_completes_its_road_with_a_token() -> None:
    """Of all exits it takes the one that gives the figure back and adds two tiles."""
    game = turn(turn(turn(table(BOX, *TWO_ROADS, "stand red meeple road at 0,0"), f"tunnel {LONG}"), "pass"))
    assert bots.make("greedy", 3).choose(game).text == f"tunnel {SHORT} to {LONG}"


@pytest.mark.parametrize("language", ["en", "nl", "nb"])
def test_everything_has_words(language: str) -> None:
    """Questions, options, events and refusals of random games read well in every language."""
    seen: set[str] = set()
    for seed in range(4):
        game = Game(boxes=["tunnel"], seed=seed, tunnel_timing=("step9", "any_time")[seed % 2])
        chooser, texts = bots.make("random", seed), game.texts(language)
        while not game.over:
            assert texts.has(f"steps.{game.step}")
            tokens = [option for option in game.options if option.action.verb == "tunnel"]
            for option in tokens[:3]:
                sentence = option.sentence(texts)
                assert "{" not in sentence and all(texts.word(word) in sentence for word in option.text.split()[1:])
            seen.add(game.step or "")
            game.play(tokens[-1] if tokens else chooser.choose(game))
        for event in game.events:
            assert "{" not in event.text(texts) and "events." not in event.text(texts)
            seen.add(event.name)
        assert str(game)
    assert {"tunnel", "tunnel_early", "tunnel_token", "tunnel_joined"} <= seen
    for key in ("refusals.exit_absent", "refusals.exit_taken", "refusals.exit_unpaired"):
        assert texts.has(key)
    assert all(texts.has(f"words.{word}") for word in ("end", "underpass", "to"))
