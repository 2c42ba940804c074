"""Saves of JCloisterZone: where that program has rules of its own for which we have no house rules."""

from __future__ import annotations

from typing import Any

import pytest

from aude.errors import Unreadable
from aude.formats.jcz.export import write_save
from jcz_saves import (
    CITY,
    COMMIT,
    COUNT,
    DONE,
    PASS,
    ROAD,
    fails,
    figure_at,
    holds,
    lay,
    message,
    played,
    put,
    spot,
    token,
)


def refused(how: dict[str, Any], *messages: dict[str, Any], then: str = "") -> str:
    """What is said about writing the game of a save, after one more action of ours."""
    _, run = played(*messages, **how)
    if then:
        run.game.play(then)
    with pytest.raises(Unreadable) as error:
        write_save(run.game)
    return str(error.value)


# -- what may be done -------------------------------------------------------------------------------------------------
def test_a_bridge_stands_on_the_new_tile_there() -> None:
    """Alice has nobody in hand. Here she may put a bridge on the monastery; there, nothing is asked."""
    how: dict[str, Any] = {"elements": {"bridge": 1, "small-follower": 1}, "players": ["Alice"]}
    turns = (lay("BA/L", 0, 1), put("Monastery", "I", 0, 1, "0.small.1"), COMMIT, lay("BA/Rr", 0, 2))
    run = holds(*turns, **how, says=["Phase is CommitActionPhase", "Player can't pass"])
    assert [option.text for option in run.game.options] == ["pass", "bridge E.W at 0,1"]
    says = refused(how, *turns, then="bridge E.W at 0,1")
    assert says.startswith("that format cannot hold 'bridge E.W at 0,1': there, a bridge stands on the tile just laid")


BUILDER = (
    lay("TU/RR", -1, 0), *DONE, lay("BA/L", 0, 1), *DONE, *ROAD, lay("BA/L", 1, 1), *DONE,
    lay("BA/RFr", 2, 0), put("Road", "WE", 2, 0, "0.builder.1"), COMMIT, lay("BA/L", 2, 1), *DONE, lay("BA/RFr", 3, 0),
)  # fmt: skip


def test_one_tunnel_token_in_a_turn() -> None:
    """Alice has a second part of her turn: after a token in the first one there is none in it, but one without."""
    how: dict[str, Any] = {"sets": ["tunnel"], "elements": ["tunnel", "builder"]}
    first = (token("TUNNEL_A", "Road", "E", -1, 0), *DONE)
    holds(*BUILDER, *DONE, lay("BA/RFr", 4, 0), **how, says=["Available action Tunnel for TUNNEL_A"])
    second = (*BUILDER, *first, lay("BA/RFr", 4, 0))
    fails(*second, **how, says=["Available action Tunnel", "Available action Tunnel for TUNNEL_A"])
    holds(*second, **how, says=["Phase is ActionPhase", "Tunnel token TUNNEL_A options:"])
    holds(*second, put("Field", "NL.NR.EL.WR", 4, 0, "0.small.2"), **how, says=["Phase is CommitActionPhase"])
    says = refused(how, *second, then="tunnel road S at -1,0")
    assert "there, one tunnel token is laid in a turn" in says
    turns = (*second, *DONE, lay("BA/C", 3, 1, 180), *DONE, lay("BA/C", 0, 2, 180))
    holds(*turns, **how, says=["Tunnel token TUNNEL_A options: {Road,S,[-1,0]}"])


SCORED = (lay("BA/CFc+", -2, 2, 90), put("City", "NS", -2, 2, "0.small.1"), COMMIT, lay("BA/C", -2, 3), *DONE)


def test_abbots_stay_out_of_the_city() -> None:
    how: dict[str, Any] = {"sets": ["count"], "elements": {"count": 1, "abbot": 1}, "start": COUNT}
    holds(*SCORED, **how, says=["Phase is CocFollowerPhase", "Meeple Abbot options:"])
    says = refused(how, *SCORED, then="quarter abbot cathedral_quarter")
    assert "there, abbots never enter the City of Carcassonne" in says


# -- points -----------------------------------------------------------------------------------------------------------
def remarks(*messages: dict[str, Any], **how: Any) -> list[str]:
    """What is remarked about a save; a game with a remark cannot be written."""
    _, run = played(*messages, **how)
    if run.remarks:
        with pytest.raises(Unreadable, match="that format cannot hold this game"):
            write_save(run.game)
    return run.remarks


def test_a_mayor_alone_on_a_castle() -> None:
    road = (lay("BA/RRR", 1, 0), *DONE, lay("BA/RRR", -1, 0), *DONE)
    mayor = (lay("BA/C", 0, -1, 180), put("City", "S", 0, -1, "0.mayor.1"), token("CASTLE", "City", "S", 0, -1), COMMIT)
    says = "the rules differ: alice gets 3 points for a castle with a mayor alone (R-AM-12); there, it is 0"
    assert remarks(*mayor, *road, elements=["castle", "mayor"]) == [says]
    meeple = (*CITY[:2], token("CASTLE", "City", "S", 0, -1), COMMIT)
    assert remarks(*meeple, *road, elements=["castle", "mayor"]) == []


def fairy(x: int, y: int) -> dict[str, Any]:
    return message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=[x, y])


def test_several_figures_with_the_fairy() -> None:
    """A crop circle puts a second follower beside the first one."""
    how: dict[str, Any] = {
        "sets": ["corn-circles/1"],
        "elements": ["fairy"],
        "rules": {"fairy-placement": "on-tile"},
    }
    added = (message("CIRCLE_REMOVE_OR_DEPLOY", value="DEPLOY"), COMMIT, put("Road", "WE", 1, 0, "0.small.2"), COMMIT)
    circle = (*ROAD, lay("CC.1/Rr", 2, 0), *DONE)
    comes = (lay("BA/L", 0, 1), fairy(1, 0), COMMIT, lay("BA/L", 0, 2), *DONE)
    says = "the rules differ: alice has 2 figures with the fairy and gets 1 point (R-PD-05); there, it is 2"
    assert remarks(*circle, *added, *comes, **how) == [says]
    assert remarks(*circle, *added[:2], PASS, COMMIT, *comes, **how) == []


def test_several_players_with_the_fairy() -> None:
    """Bob comes out of the city to the spot on which Alice stands, with the fairy beside her."""
    enters = (
        put("Quarter", "QUARTER_BLACKSMITH", 0, 0, "1.small.1"),
        message("MOVE_NEUTRAL_FIGURE", figureId="count.1", to=spot("Quarter", "QUARTER_MARKET", 0, 0)), COMMIT,
    )  # fmt: skip
    road = (
        lay("BA/RFr", 0, 2, 90), put("Road", "NS", 0, 2, "0.small.2"), COMMIT, lay("BA/L", 2, 0), *DONE,
        lay("BA/L", 2, -1), fairy(0, 2), COMMIT, lay("BA/RRR", 0, 3, 90), *DONE,
        put("Road", "NS", 0, 2, "1.small.1"),
    )  # fmt: skip
    found = remarks(
        *SCORED, *enters, *road,
        sets=["count"], elements={"count": 1, "fairy": 1}, start=COUNT, rules={"fairy-placement": "on-tile"},
    )  # fmt: skip
    [says] = found
    assert says.startswith("the rules differ: alice and bob get the fairy's 3 points for one feature (R-PD-06); there,")


def test_with_the_fairy_beside_a_follower_nothing_differs() -> None:
    to = message("MOVE_NEUTRAL_FIGURE", figureId="fairy.1", to=figure_at("Road", "WE", 1, 0, "0.small.1"))
    turns = (*ROAD, lay("BA/L", 0, 1), *DONE, lay("BA/L", 1, 1), to, COMMIT, lay("BA/L", 2, 1), *DONE)
    holds(*turns, elements=["fairy"], says=["Alice has 1 point"])
