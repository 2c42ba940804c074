"""Positions laid by hand: sound ones are played on from, every contradiction gets its sentence and its line."""

from __future__ import annotations

import random
import re

import pytest

from aude import AudeError, Game, Setup, Unreadable
from aude.engine.tiles import Tile
from aude.game.position import lay_position
from aude.game.values import cell_text
from aude.testing import spots, table

HEAD = ("aude 1", "players red blue", "option first_player seat1")  # a position begins on line 4


def lay_lines(game: Game) -> list[str]:
    """The lines that lay the table of a game: its tiles in their order, its figures, its points, whose turn it is."""
    placed = [event for event in game.events if event.name == "placed"]
    lines = [f"lay {event.tile} {cell_text(event.cell)} turn {event.rotation}" for event in placed]
    standing: dict[str, list[str]] = {}
    for event in game.events:
        spot = f"{event.seat} {event.facts.get('figure')} {event.facts.get('spot')}"
        if event.name == "deployed":
            standing.setdefault(spot, []).append(f"stand {spot}")
        elif event.name == "returned":
            standing[spot].pop()
    lines += [line for found in standing.values() for line in found]
    lines += [f"points {seat} {points}" for seat, points in game.scores.items()]
    return [*lines, f"turn {game.player}"]


# -- good positions ---------------------------------------------------------------------------------------------------
def test_a_position_is_laid_and_played_on() -> None:
    """Tiles and meeples stand as the lines say, and the named player draws next."""
    game = table(
        "lay base/FRRR 1,0 turn 0",
        "stand red meeple road W at 1,0",
        "points red 12",
        "points blue -3",
        "turn blue",
    )
    assert (game.state.slots, game.actor, game.player) == (2, "chance", "blue")
    assert game.scores == {"red": 12, "blue": -3}
    assert game.supply == {"red": {"meeple": 6}, "blue": {"meeple": 7}}
    assert game.tiles_left["base/FRRR"] == 3
    for action in ("draw base/CRRR", "place -1,0 turn 0", "deploy meeple city"):
        game.play(action)
    assert game.scores == {"red": 15, "blue": -3}
    assert (game.player, game.moves[0].seat) == ("red", "chance")


def test_without_a_turn_line_the_first_seat_begins() -> None:
    """If nothing else is said, the first seat is the next."""
    assert table("lay base/FRRR 1,0", players="green red").player == "green"


def test_a_turn_of_zero_degrees_may_be_left_out() -> None:
    """`lay TILE X,Y` lays the tile as it is printed."""
    assert table("lay base/FRRR 1,0") == table("lay base/FRRR 1,0 turn 0")


def test_a_rotation_that_looks_the_same_may_be_named() -> None:
    """A straight road turned by 180 degrees is a straight road."""
    assert table("lay base/FRFR-rEW 1,0 turn 180") == table("lay base/FRFR-rEW 1,0 turn 0")


@pytest.mark.parametrize("spot", ["city", "city N", "road E", "road E.W", "field EL", "field EL.WR", "field SL"])
def test_a_spot_may_be_named_by_one_of_its_sides(spot: str) -> None:
    """A feature is named by its kind if that is enough, or by any of the sides that it touches."""
    game = table(f"stand red meeple {spot} at 0,0")
    assert game.supply["red"] == {"meeple": 6}


def test_what_is_complete_in_a_position_counts_as_scored() -> None:
    """A city that lies complete from the beginning is not scored again, and feeds the fields."""
    game = table("lay base/CFFF 0,-1 turn 180", "stand red meeple field at 0,-1", "red draw base/FRFR-rEW   place 1,0")
    assert game.if_ended_now == {"red": 3, "blue": 0}
    game.play("pass")
    assert game.scores == {"red": 0, "blue": 0}


def test_several_meeples_may_share_a_feature() -> None:
    """Two players on one road, as if it had been joined."""
    game = table("lay base/FRFR-rEW 1,0", "stand red meeple road at 0,0", "stand blue meeple road at 1,0")
    assert game.if_ended_now == {"red": 2, "blue": 2}
    game.play("draw base/FRFR-rEW")
    game.play("place 2,0")
    assert not [spot for spot in spots(game) if "road" in spot]


def played(seed: int) -> Game:
    """A random game of some moves, in which no tile had to leave the game: no line of a position can tell that."""
    choose = random.Random(seed)
    game = Game(players=2 + seed % 4, deal=False)
    while not (game.over or (len(game.moves) > 20 + 35 * (seed % 6) and game.step == "draw")):
        game.play(choose.choice(game.options))
    return played(seed + 6) if any(event.name == "discarded" for event in game.events) else game


@pytest.mark.parametrize("seed", range(6))
def test_any_moment_of_a_game_can_be_laid(seed: int) -> None:
    """The table of a random game, laid by hand, asks the same, offers the same and promises the same scores."""
    game = played(seed)
    laid = table(*lay_lines(game), players=" ".join(game.seats))
    for twin in (laid, Game.read(laid.record)):
        assert (twin.actor, twin.step, twin.player) == (game.actor, game.step, game.player)
        assert (twin.scores, twin.supply, twin.if_ended_now) == (game.scores, game.supply, game.if_ended_now)
        assert twin.tiles_left == game.tiles_left
    while not game.over:
        options = [option.text for option in game.options]
        assert sorted(options) == sorted(option.text for option in laid.options)
        action = random.Random(seed).choice(options)
        game.play(action)
        laid.play(action)
    assert laid.scores == game.scores


def test_a_position_is_laid_before_the_first_action_only() -> None:
    """A game that has begun cannot be laid anew."""
    game = Game(players=2, seed=1)
    with pytest.raises(Unreadable, match="a position can only be laid before the first action"):
        lay_position(game, [(1, "turn blue")])


def test_taking_back_leads_to_the_position_and_not_behind_it() -> None:
    """The first choice after a position can be taken back; the position itself stays."""
    game = table("lay base/FRRR 1,0", "turn blue", "blue draw base/CRRR   place -1,0")
    game.undo()
    assert (game.step, game.player, game.state.slots) == ("place", "blue", 2)
    assert game.record.splitlines()[5:7] == ["turn blue", ""]
    assert Game.read(game.record) == game


# -- contradictions ---------------------------------------------------------------------------------------------------
WRONG = [
    # tiles
    (["lay"], 4, "a laid tile is written 'lay TILE X,Y turn 0|90|180|270'"),
    (["lay base/FRRR"], 4, "a laid tile is written"),
    (["lay base/FRRR 1"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,a"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,0,0"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,0 turned 0"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,0 turn"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,0 turn 45"], 4, "a laid tile is written"),
    (["lay base/FRRR 1,0 turn 0 0"], 4, "a laid tile is written"),
    (["lay base/FRRR 9999999,0"], 4, "a laid tile is written"),
    (["lay base/FRR 1,0"], 4, "there is no tile 'base/FRR' in this game; tiles: base/"),
    (["lay base/FRR 1,0"], 4, "(did you mean 'base/FRRR'?)"),
    (["lay base/FRRR 0,0"], 4, "a tile lies at 0,0 already"),
    (["lay base/FRRR 1,0", "lay base/FRRR 1,0"], 5, "a tile lies at 1,0 already"),
    (["lay base/FRRR 2,0"], 4, "2,0 touches no tile on the table"),
    (["lay base/FRRR 1,1"], 4, "1,1 touches no tile on the table"),
    (["lay base/FRRR 1000,1000"], 4, "1000,1000 touches no tile on the table"),
    (["lay base/FRRR 1,0 turn 270"], 4, "base/FRRR turned 270 does not match its neighbours at 1,0"),
    (["lay base/CFFF 0,-1"], 4, "base/CFFF turned 0 does not match its neighbours at 0,-1"),
    (["lay base/RRRR 1,0", "lay base/RRRR 2,0"], 5, "there is no base/RRRR left in the bag"),
    # figures
    (["stand"], 4, "expected a seat: red, blue"),
    (["stand green meeple city at 0,0"], 4, "expected a seat: red, blue"),
    (["stand red"], 4, "a figure is written 'stand SEAT FIGURE FEATURE [SIDES] at X,Y' (figures: meeple)"),
    (["stand red abbot city at 0,0"], 4, "a figure is written"),
    (["stand red meeple city"], 4, "a figure is written"),
    (["stand red meeple city N 0,0"], 4, "a figure is written"),
    (["stand red meeple city N on 0,0"], 4, "a figure is written"),
    (["stand red meeple city N E at 0,0"], 4, "a figure is written"),
    (["stand red meeple city at here"], 4, "a figure is written"),
    (["stand red meeple city at 1,0"], 4, "no tile lies at 1,0"),
    (["stand red meeple city at 2000,2000"], 4, "no tile lies at 2000,2000"),
    (["stand red meeple monastery at 0,0"], 4, "there is no 'monastery' on the tile at 0,0"),
    (["stand red meeple castle at 0,0"], 4, "there is no 'castle' on the tile at 0,0"),
    (["stand red meeple city S at 0,0"], 4, "there is no 'city S' on the tile at 0,0"),
    (["stand red meeple field at 0,0"], 4, "2 places 'field' on the tile at 0,0"),
    (["lay base/FRRR 1,0", "stand red meeple road at 1,0"], 5, "3 places 'road' on the tile at 1,0"),
    (["without farmers", "stand red meeple field SL at 0,0"], 5, "a meeple may not stand on a field"),
    (["figures meeple 1", "lay base/FRRR 1,0", *["stand red meeple road E at 1,0"] * 2], 7, "red has no meeple left"),
    (["stand red meeple city at 0,0"] * 8, 11, "red has no meeple left"),
    (["stand red meeple city at 0,0", "lay base/CFFF 0,-1 turn 180"], 5, "red stands on a city that is complete"),
    (["lay base/CFFF 0,-1 turn 180", "stand blue meeple city at 0,-1"], 5, "it would have been scored"),
    (["lay base/FRRR 1,0", "lay base/FRRR -1,0", "stand red meeple road at 0,0"], 6, "red stands on a road that is"),
    # points
    (["points"], 4, "expected a seat: red, blue"),
    (["points green 3"], 4, "expected a seat: red, blue"),
    (["points red"], 4, "points are written 'points SEAT NUMBER'"),
    (["points red many"], 4, "points are written"),
    (["points red 3 4"], 4, "points are written"),
    (["points red 3.5"], 4, "points are written"),
    (["points red 9999999"], 4, "points are written"),
    (["points red -"], 4, "points are written"),
    (["points red --3"], 4, "points are written"),
    (["points red ²"], 4, "points are written"),
    # turns, and the order of the lines
    (["turn"], 4, "expected a seat: red, blue"),
    (["turn green"], 4, "expected a seat: red, blue"),
    (["turn red blue"], 4, "expected a seat: red, blue"),
    (["turn red", "red draw base/CFFF", "turn blue"], 6, "a position must come before the first action"),
    (["red draw base/CFFF", "lay base/FRRR 1,0"], 5, "a position must come before the first action"),
    (["turn blue", "= blue scores 3"], 5, "the record says 'blue scores 3', but what happened was: no score"),
]


@pytest.mark.parametrize(("lines", "number", "says"), WRONG, ids=[" ; ".join(wrong[0])[-40:] for wrong in WRONG])
def test_a_contradiction_is_named_with_its_line(lines: list[str], number: int, says: str) -> None:
    """What cannot be is told in a sentence, and where."""
    with pytest.raises(AudeError) as error:
        Game.read("\n".join([*HEAD, *lines]))
    assert says in str(error.value)
    assert re.search(rf"\bline {number}\b", str(error.value))


def test_a_line_that_is_no_line_of_a_position_is_told() -> None:
    """Somebody who lays a position from Python with a wrong word is told the right ones."""
    with pytest.raises(
        Unreadable, match=re.escape("'put' does not begin a line of a position (lay, stand, points, hold, turn, gone)")
    ):
        lay_position(Game(deal=False), [(1, "put base/FRRR 1,0")])


def test_a_monk_in_a_complete_monastery_is_a_contradiction() -> None:
    """A monastery with all its eight neighbours has been scored, so nobody stands there."""
    with pytest.raises(Unreadable, match="red stands on a monastery that is complete"):
        table(
            "lay base/FRFR-rEW 1,0",
            "lay base/FRFR-rEW -1,0",
            *(f"lay base/FFFF-monastery {cell}" for cell in ("0,1", "1,1", "-1,1", "-1,2")),
            "lay base/CFFF 0,2 turn 180",
            "lay base/CFFF 1,2 turn 180",
            "stand red meeple monastery at 0,1",
        )


class TwoTiles(Setup):
    """A game with the start tile and one more."""

    def tile_list(self) -> list[tuple[Tile, int]]:
        """These two."""
        return [(tile, 1) for tile, _ in super().tile_list() if tile.id in ("base/CRFR-rEW", "base/CFFF")]


def test_a_contradiction_is_found_when_no_tile_is_left_too() -> None:
    """With all tiles on the table the game is over at once; a meeple in a complete city is wrong all the same."""
    lines = [(1, "lay base/CFFF 0,-1 turn 180"), (2, "stand red meeple city at 0,-1")]
    game = Game(TwoTiles(), deal=False)
    lay_position(game, lines[:1])
    assert game.over
    with pytest.raises(Unreadable, match="red stands on a city that is complete"):
        lay_position(Game(TwoTiles(), deal=False), lines)


def test_two_turn_lines_contradict_each_other() -> None:
    """It cannot be Red's turn and Blue's."""
    with pytest.raises(Unreadable):
        table("turn red", "turn blue")


def test_two_points_lines_of_a_seat_contradict_each_other() -> None:
    """Red cannot have 3 points and 4."""
    with pytest.raises(Unreadable):
        table("points red 3", "points red 4")


HOLDING = ("aude 1", "boxes traders_and_builders king_and_robber", "players red blue", "option first_player seat1")


def holding(*lines: str) -> Game:
    return Game.read("\n".join([*HOLDING, *lines]))


def test_what_seats_hold_can_be_laid() -> None:
    """Tokens and tiles of honour belong to a position like figures; they count and are written down again."""
    game = holding("hold red wine 2", "hold blue king 1")
    assert game.holdings == {
        "red": {"wine": 2, "grain": 0, "cloth": 0, "king": 0, "robber": 0},
        "blue": {"wine": 0, "grain": 0, "cloth": 0, "king": 1, "robber": 0},
    }
    assert game.if_ended_now == {"red": 10, "blue": 0}
    assert Game.read(game.record) == game


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["hold red wine"], r"line 5: .*hold SEAT THING NUMBER.*wine, grain, cloth, king, robber"),
        (["hold red wine -1"], "hold SEAT THING NUMBER"),
        (["hold red whine 1"], r"nobody holds 'whine'.*did you mean 'wine'"),
        (["hold red wine 100"], "red cannot hold 100 wine"),
        (["hold red king 2"], "red cannot hold 2 king"),
        (["hold red king 1", "hold blue king 1"], "line 6: blue cannot hold 1 king"),
        (["hold red wine 1", "hold red wine 2"], "a second line 'hold red wine'"),
        (["hold green wine 1"], "expected a seat"),
        (["stand red builder road at 0,0"], "red's builder stands where no follower of its owner does"),
    ],
)
def test_what_nobody_can_hold_is_refused(lines: list[str], says: str) -> None:
    with pytest.raises(Unreadable, match=says):
        holding(*lines)
