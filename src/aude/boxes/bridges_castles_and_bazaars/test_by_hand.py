"""Bridges and castles in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.bridges_castles_and_bazaars.conftest import (
    BOX,
    CAP,
    CROSS,
    FIELD,
    LONG_ROAD,
    ONLY_BRIDGES,
    ONLY_CASTLES,
    ROAD_DONE,
    STRAIGHT,
)
from aude.testing import offered, play, rule, table

BRIDGE = "lay bridge red N.S at 0,1"
UNDER = f"lay {FIELD} 0,1"
CAPPED = f"lay {CAP} 0,-1 turn 180"
CASTLE = "lay castle red city N at 0,0"
LORD = "stand red meeple castle at 0,0"


# -- bridges ----------------------------------------------------------------------------------------------------------
@rule("R-BCB-40")
def test_a_road_goes_on_over_a_bridge() -> None:
    """Its tile lies in the field below the road; a tile with a road of its own goes on at the eastern end."""
    lines = (f"lay {STRAIGHT} 1,0", f"lay {FIELD} 1,1", "lay bridge red E.W at 1,1")
    game = table(*ONLY_BRIDGES, *lines, f"lay {CROSS} 2,1", "stand blue meeple road E.W at 1,1")
    assert game.holdings == {"red": {"bridge": 2}, "blue": {"bridge": 3}}
    assert game.if_ended_now == {"red": 0, "blue": 2}
    written = game.position_lines()
    assert "lay bridge red E.W at 1,1" in written and "stand blue meeple road E.W at 1,1" in written
    assert table(*ONLY_BRIDGES, *written) == game


@rule("R-BCB-40", "BCB-03")
def test_a_tile_lies_by_means_of_a_bridge() -> None:
    """The field at 1,0 faces the road of the start tile: it lies there with a bridge of Blue's over it."""
    line = f"lay {FIELD} 1,0 turn 0 span blue"
    game = table(*ONLY_BRIDGES, line, "hold red bridge 1", "stand red meeple road at 0,0")
    assert game.holdings == {"red": {"bridge": 1}, "blue": {"bridge": 2}}
    assert game.if_ended_now["red"] == 2
    assert game.position_lines()[0] == line and "hold red bridge 1" in game.position_lines()
    play(game, f"draw {CROSS}", "place 2,0 turn 0")
    assert "deploy meeple road W" not in offered(game)


# -- castles ----------------------------------------------------------------------------------------------------------
@rule("R-BCB-40", "BCB-12")
def test_a_castle_waits_for_what_is_completed_around_it() -> None:
    """Red's castle takes the 5 points of the road; until then it brings nothing."""
    game = table(*ONLY_CASTLES, *LONG_ROAD, CAPPED, CASTLE, LORD)
    assert game.holdings["red"] == {"castle_token": 2} and game.if_ended_now["red"] == 0
    assert game.position_lines()[len(LONG_ROAD) + 1 : len(LONG_ROAD) + 3] == [CASTLE, LORD]
    play(game, *ROAD_DONE)
    assert game.scores["red"] == 5 and game.supply["red"]["meeple"] == 7
    assert f"{CASTLE} finished" in game.position_lines()


@rule("R-BCB-40", "BCB-16")
def test_a_finished_castle_feeds_the_fields() -> None:
    """4 points instead of 3; nobody stands in it, and one that waits feeds nobody."""
    farmer = "stand blue meeple field at 0,-1"
    assert table(*ONLY_CASTLES, CAPPED, f"{CASTLE} finished", farmer).if_ended_now == {"red": 0, "blue": 4}
    assert table(*ONLY_CASTLES, CAPPED, CASTLE, farmer).if_ended_now == {"red": 0, "blue": 0}


@rule("R-BCB-40")
def test_two_castles_on_one_tile_are_told_apart_by_number() -> None:
    """In the order in which they are laid."""
    caps = ("lay base/CFCF 0,1 turn 90", f"lay {CAP} -1,1 turn 90", f"lay {CAP} 1,1 turn 270")
    castles = ("lay castle red city E at 0,1", "lay castle blue city W at 0,1")
    lords = ("stand red meeple castle 1 at 0,1", "stand blue meeple castle 2 at 0,1")
    game = table(*ONLY_CASTLES, *caps, *castles, *lords)
    assert [line for line in game.position_lines() if "castle" in line] == [*castles, *lords]
    with pytest.raises(Unreadable, match="2 castles lie at 0,1: say which"):
        table(*ONLY_CASTLES, *caps, *castles, "stand red meeple castle at 0,1")


# -- what is wrong ----------------------------------------------------------------------------------------------------
@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay bridge"], r"this is written 'lay bridge SEAT N.S\|E.W at X,Y'"),
        (["lay bridge green N.S at 0,1"], "this is written"),
        (["lay bridge red N at 0,1"], "this is written"),
        (["lay bridge red N.S on 0,1"], "this is written"),
        (["lay bridge red N.S at me"], "this is written"),
        ([BRIDGE], "no tile lies at 0,1"),
        ([UNDER, BRIDGE], r"no bridge N.S can lie at 0,1: one lies there, or an end is not in field \(BCB-02\)"),
        ([UNDER, *["lay bridge red E.W at 0,1"] * 2], "no bridge E.W can lie at 0,1: one lies there"),
        (["hold red bridge 4"], "red cannot hold 4 bridge"),
        ([UNDER, "lay bridge red E.W at 0,1", "hold red bridge 3"], "red cannot hold 3 bridge"),
        ([f"lay {FIELD} 1,0"], "does not match its neighbours at 1,0"),
        ([f"lay {FIELD} 1,0 turn 0 span green"], "expected a seat: red, blue"),
        ([f"lay {STRAIGHT} 1,0 turn 0 span red"], "matches its neighbours without help at 1,0"),
        ([f"lay {CAP} 1,0 turn 270 span red"], "does not match its neighbours at 1,0"),
        (["lay castle"], r"this is written 'lay castle SEAT FEATURE \[SIDES\] at X,Y' or '.* finished'"),
        (["lay castle red"], "this is written"),
        (["lay castle green city at 0,0"], "this is written"),
        (["lay castle red city 0,0"], "this is written"),
        (["lay castle red city S at 0,0"], "there is no 'city S' on the tile at 0,0"),
        (["lay base/CFCF 0,-1", "lay castle red city at 0,-1"], "2 places 'city' on the tile at 0,-1"),
        (["lay castle red city at 0,5"], "no tile lies at 0,5"),
        (["lay castle red city N at 0,5 finished"], "no tile lies at 0,5"),
        (
            [CASTLE],
            r"only a complete city of two tiles becomes a castle; what lies at 0,0 is not one \(BCB-10\)",
        ),
        (["lay castle red road at 0,0"], "only a complete city of two tiles becomes a castle"),
        ([CAPPED, CASTLE, CASTLE], "only a complete city of two tiles becomes a castle; what lies at 0,0"),
        (
            ["stand red meeple city at 0,0", CAPPED, CASTLE],
            "somebody stands in the city at 0,0; lay the castle first",
        ),
        ([LORD], "no such castle lies at 0,0"),
        ([CAPPED, CASTLE, "stand red meeple castle 2 at 0,0"], "no such castle lies at 0,0"),
        (["stand red meeple castle at 0,5"], "no tile lies at 0,5"),
        (["stand red meeple castle 0,0"], r"this is written 'stand SEAT FIGURE castle at X,Y' or '.* NUMBER at X,Y'"),
        ([CAPPED, CASTLE, "stand red builder castle at 0,0"], r"no builder founds a castle \(BCB-10\)"),
        ([CAPPED, f"{CASTLE} finished", LORD], "the castle at 0,0 is finished: its follower went home"),
        ([CAPPED, CASTLE, "hold red castle_token 3"], "red cannot hold 3 castle token"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    head = (f"{BOX[0]} traders_and_builders", *BOX[1:])
    with pytest.raises(Unreadable, match=says):
        table(*head, *lines)


def test_nobody_lays_more_than_the_seat_has() -> None:
    """Three bridges and three castles each; a fourth is refused."""
    road = [f"lay {STRAIGHT} {x},0" for x in range(1, 4)]
    fields = [f"lay {FIELD} {x},{y}" for x in (0, 2) for y in (1, 2)]
    with pytest.raises(Unreadable, match=r"red has no bridge left \(BCB-01\)"):
        table(*BOX, *road, *fields, *(f"lay bridge red E.W at {x},{y}" for x in (0, 2) for y in (1, 2)))
    caps = [f"lay {CAP} {x},{y} turn {turn}" for x in range(4) for y, turn in ((1, 180), (2, 0))]
    with pytest.raises(Unreadable, match=r"red has no castle left \(BCB-10\)"):
        table(*BOX, *road, *caps, *(f"lay castle red city at {x},1" for x in range(4)))
