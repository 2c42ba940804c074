"""Bridges, castles and bazaars beside abbeys, mayors, wagons and barns: COMB-082."""

from __future__ import annotations

import pytest

from aude import Game
from aude.boxes.abbey_and_mayor.conftest import GAP
from aude.boxes.bridges_castles_and_bazaars.conftest import (
    BAZAAR,
    BCB,
    CAP,
    CASTLE,
    FIELD,
    KNIGHT,
    LONG_ROAD,
    ROAD_DONE,
    STRAIGHT,
    answer,
)
from aude.testing import offered, play, rule, table, told


def beside(*lines: str, without: str) -> Game:
    """A game with both boxes, and a position."""
    return table("boxes abbey_and_mayor bridges_castles_and_bazaars", "tiles base 9", f"without {without}", *lines)


@rule("COMB-082", "BCB-16", "SC-21", "AM-20")
def test_a_barn_counts_five_for_a_castle() -> None:
    """Red's castle and an empty city lie at the field: 5 and 4, besides the 4 points that the castle took."""
    roads = (f"lay {STRAIGHT} -1,0", f"lay {STRAIGHT} 1,0", f"lay {STRAIGHT} 2,0")
    caps = (f"lay {CAP} 1,1 turn 180", f"lay {CAP} 0,1 turn 180", "stand red meeple city at 1,1")
    game = beside(*roads, *caps, without="bridges bazaars")
    play(game, f"draw {CAP}", "place 1,2", "pass", "castle", f"draw {CAP}", "place 0,2", "pass")
    assert game.scores["red"] == 4
    play(game, f"draw {FIELD}", "place 2,1", "deploy barn corner NW")
    assert game.if_ended_now["red"] == 4 + 5 + 4


@rule("COMB-082", "R-AM-15", "R-BCB-19")
def test_no_abbey_instead_of_an_auctioned_tile() -> None:
    """There is a gap for an abbey: Red is asked in the ordinary turn, Blue with the tile of the auction is not."""
    game = beside(*GAP, without="bridges castles")
    assert game.step == "abbey" and game.actor == "red"
    play(game, "keep", f"draw {BAZAAR}", "place 0,2", "pass", f"draw {STRAIGHT}", f"draw {FIELD}")
    play(game, f"choose {FIELD}", "bid 0", "pass")
    assert (game.actor, game.step, game.tile) == ("blue", "place", FIELD)
    play(game, "place 0,3", "pass")
    assert (game.actor, game.step, game.tile) == ("red", "place", STRAIGHT)
    play(game, "place -2,0", "pass")
    assert (game.actor, game.step) == ("blue", "abbey")


@rule("COMB-082", "BCB-03", "R-BCB-04")
def test_a_wagon_drives_onto_a_road_over_a_bridge() -> None:
    """The city is complete; its gate leads to a road that runs over the bridge which the tile has needed."""
    lines = (f"lay {STRAIGHT} 1,0", f"lay {FIELD} 1,-1", f"lay {FIELD} 1,-2", f"lay {FIELD} 0,-2")
    game = beside(*lines, "stand red wagon city at 0,0", without="castles bazaars")
    play(game, f"draw {BCB}FRFC-garden", "span 0,-1 turn 270", "pass")
    assert told(game, "bridge_built") == ["red bridge_built road N.S at 0,-2"]
    drive = [text for text in offered(game) if "road" in text]
    assert game.step == "wagon" and len(drive) == 1
    play(game, drive[0])
    assert game.if_ended_now["red"] == 4 + 2  # the city, and the road of the gate and the bridge


@rule("R-AM-20", "COMB-082")
@pytest.mark.parametrize("way", ["connected", "adjacent_tiles"])
def test_a_wagon_on_a_castle_goes_to_the_supply(way: str) -> None:
    """Red's wagon was the knight: the castle takes it, and when it is scored the wagon drives nowhere."""
    game = beside(f"option wagon_move {way}", *LONG_ROAD, "stand red wagon city at 0,0", without="bridges bazaars")
    play(game, *CASTLE, *ROAD_DONE)
    assert game.scores["red"] == 5 and game.actor == "chance"
    assert game.supply["red"]["wagon"] == 1


@rule("R-AM-12", "R-BCB-15")
def test_a_mayor_alone_owns_the_castle() -> None:
    """There are no coats of arms, and yet the castle is his."""
    game = beside(*LONG_ROAD, "stand red mayor city at 0,0", without="bridges bazaars")
    play(game, *CASTLE, *ROAD_DONE)
    assert game.scores["red"] == 5


@rule("R-BCB-31", "BCB-12", "D-BCB-03")
def test_an_abbey_completes_a_castle() -> None:
    """Blue's abbey beside the castle is surrounded: its 9 points are among what Red may take."""
    west, _, *clockwise = GAP
    open_gap = [west, *(clockwise[number] for number in (3, 4, 5, 2, 1, 0))]  # around the other way, without the cap
    game = beside(*open_gap, KNIGHT, without="bridges bazaars")
    play(game, "keep", *CASTLE)
    play(game, next(text for text in offered(game) if text.startswith("abbey")), "pass")
    taken = [text for text in offered(game) if text.startswith("take 9 abbey")]
    assert len(taken) == 1
    answer(game, "red", taken[0])
    assert game.scores["red"] == 9


@rule("COMB-082", "AM-03")
def test_an_abbey_needs_no_bridge() -> None:
    """Four features end at the gap; the abbey closes them, and nobody builds."""
    game = beside(*GAP, without="castles bazaars")
    play(game, "abbey 1,0")
    assert told(game, "placed") == ["red placed abbey_mayor/abbey 1,0 0"] and told(game, "bridge_built") == []
    assert game.holdings["red"]["bridge"] == 3
