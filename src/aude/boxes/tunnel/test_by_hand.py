"""Tunnel tokens in positions laid by hand."""

from __future__ import annotations

import pytest

from aude import Unreadable
from aude.boxes.tunnel.test_rules import BOX, LONG, OPEN, SHORT, TWO_ROADS, in_hand, offered, road_at, turn
from aude.testing import rule, table

PAIR = f"lay tunnel red {LONG} to {SHORT}"


@rule("R-TUN-17")
def test_the_tokens_of_a_set_make_one_road() -> None:
    """Red's two tokens join the roads; Blue's first lies on an open exit, and the second of its set is asked for."""
    held = ("hold red tunnel_token 2", "hold blue tunnel_token 3")  # what is left, and may be said
    game = table(BOX, *TWO_ROADS, PAIR, f"lay tunnel blue {OPEN}", *held, "turn blue")
    assert road_at(game, LONG) == road_at(game, SHORT) and in_hand(game) == [2, 3]
    assert game.position_lines()[len(TWO_ROADS) :] == [PAIR, f"lay tunnel blue {OPEN}", "turn blue"]
    assert offered(turn(game)) == ["road W at 0,1 to road N at 1,0", "road W at 0,1"]


@pytest.mark.parametrize(
    ("lines", "says"),
    [
        (["lay tunnel"], r"this is written 'lay tunnel SEAT FEATURE \[SIDES\] at X,Y' or '.* to FEATURE"),
        (["lay tunnel green road W at 1,0"], "this is written"),
        (["lay tunnel red road W"], "this is written"),
        (["lay tunnel red road W at 1,0 to"], "this is written"),
        (["lay tunnel red road at 1,0"], "2 places 'road' on the tile at 1,0"),
        (["lay tunnel red road S at 1,0"], "there is no 'road S' on the tile at 1,0"),
        (["lay tunnel red road at 5,5"], "no tile lies at 5,5"),
        ([f"lay tunnel red {LONG} to road at 5,5"], "no tile lies at 5,5"),
        (["lay tunnel red road at 1,0 to road at 5,5"], "2 places 'road' on the tile at 1,0"),
        (["lay tunnel red road E at 0,0"], r"there is no such tunnel exit on the tile at 0,0 \(TUN-01\)"),
        (["lay base/FRRR 1,2", "lay tunnel red road at 1,2"], "there is no such tunnel exit on the tile at 1,2"),
        (["lay tunnel/RRRR 1,-1", "lay tunnel red road at 1,-1"], "3 places 'road' on the tile at 1,-1"),
        ([f"lay tunnel red {LONG}", f"lay tunnel blue {LONG}"], r"a token lies on road W at 1,0 already \(TUN-01\)"),
        ([f"lay tunnel red {LONG} to {LONG}"], "a token lies on road W at 1,0 already"),
        ([f"lay tunnel red {spot}" for spot in (LONG, SHORT, OPEN)], "red has no set of tunnel tokens left"),
        (["hold red tunnel_token 1"], "red cannot hold 1 tunnel token"),
    ],
)
def test_what_cannot_be_is_told(lines: list[str], says: str) -> None:
    """Each line that is wrong, with the reason."""
    with pytest.raises(Unreadable, match=says):
        table(BOX, *TWO_ROADS, *lines)
